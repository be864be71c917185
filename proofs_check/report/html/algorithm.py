"""The lines of Algorithm 1 (as in spec.md), and those that a broken rule points at."""

from __future__ import annotations

from proofs_check.conformance.rules import RULES

LINES = {
    1: "input: states, actions, T, delta",
    2: "initialisation",
    3: "i = 1",
    4: "P_1 = all transition functions, Q^{P_1} = Q",
    5: "N_1 = n_1 = 0, for pairs and triples; q-hat_1 = 1/(X_h A X_{h+1}); r-bar_1 = 0, "
    "r-hat_1 = 1",
    6: "pi_1 = pi^{q-hat_1}",
    7: "for t = 1, ..., T",
    8: "execute pi_i",
    9: "obtain the trajectory x_h, a_h, r_h",
    10: "n_i(x_h,a_h) and n_i(x_h,a_h,x_{h+1}) go up by 1",
    11: "r-bar_i(x_h,a_h) moves by (r_h - r-bar_i) / (N_i + n_i)",
    12: "if some (x,a) has n_i(x,a) >= N_i(x,a)",
    13: "i goes up by 1, t(i) = t + 1",
    14: "N_i = N_{i-1} + n_{i-1} and n_i = 0, for pairs and triples",
    15: "r-bar_i = r-bar_{i-1}",
    16: "confidence set by eq. (10)-(12)",
    17: "r-hat_i by eq. (15)-(16)",
    18: "q-hat_i solves LP1",
    19: "pi_i = pi^{q-hat_i}",
}

RULES_AT = {
    5: "q_hat_1",
    6: "pi_1",
    7: "order episode-number",
    8: "played",
    9: "state action reward possible",
    10: "N N3",
    11: "r_bar",
    12: "epoch-missing epoch-early last-trigger",
    13: "epoch-number",
    14: "N N3",
    15: "r_bar",
    16: "Lam P_bar eps",
    17: "Lam b r_hat r_check",
    18: "x_L lp1-infeasible V q_hat-nonnegative q_hat-normalisation q_hat-flow q_hat-radius "
    "q_hat-optimal value pi-optimal",
    19: "pi-distribution pi-induced completion pi-optimal",
}
"""Line -> the ids of the rules that are about it."""
OF_RULE = {
    rule.id: tuple(line for line, ids in RULES_AT.items() if rule.id in ids.split())
    for rule in RULES
}
"""Rule id -> the lines to look at; empty if the rule is about the file, not the algorithm."""


def lines_of(rule: str) -> str:
    """`Alg. 1 l. 10, 14`, or "" for a rule about the file or about another algorithm."""
    numbers = ", ".join(map(str, OF_RULE.get(rule, [])))
    return f"Alg. 1 l. {numbers}" if numbers else ""
