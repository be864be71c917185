"""The lines of Algorithm 1 (as in spec.md), and those that a broken rule points at."""

from __future__ import annotations

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

OF_RULE: dict[str, tuple[int, ...]] = {
    "tolerance": (),
    "x_L": (18,),
    "order": (7,),
    "episode-number": (7,),
    "state": (9,),
    "action": (9,),
    "reward": (9,),
    "possible": (9,),
    "played": (8,),
    "epoch-missing": (12,),
    "epoch-early": (12,),
    "epoch-number": (13,),
    "last-trigger": (12,),
    "N": (10, 14),
    "N3": (10, 14),
    "Lam": (16, 17),
    "r_bar": (11, 15),
    "P_bar": (16,),
    "eps": (16,),
    "b": (17,),
    "r_hat": (17,),
    "r_check": (17,),
    "q_hat_1": (5,),
    "lp1-infeasible": (18,),
    "V": (18,),
    "q_hat-nonnegative": (18,),
    "q_hat-normalisation": (18,),
    "q_hat-flow": (18,),
    "q_hat-radius": (18,),
    "q_hat-optimal": (18,),
    "value": (18,),
    "pi_1": (6,),
    "pi-distribution": (19,),
    "pi-induced": (19,),
    "completion": (19,),
    "pi-optimal": (18, 19),
    "end": (),
}
"""Rule id -> the lines to look at; empty if the rule is about the file, not the algorithm."""


def lines_of(rule: str) -> str:
    """`Alg. 1 l. 10, 14`, or "" for a rule about the file or about another algorithm."""
    found = ", ".join(map(str, OF_RULE.get(rule, [])))
    return f"Alg. 1 l. {found}" if found else ""
