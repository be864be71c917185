"""The conformance rules of a trace: id, sentence, equation. `proofs-check explain RULE`.

Rules are listed in the order in which a record is checked against them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reference.support.guests import guest, installed


@dataclass(frozen=True)
class Rule:
    """One rule; `equation` is the line of Algorithm 1, equation or reading that it enforces."""

    id: str
    equation: str
    sentence: str


RULES: tuple[Rule, ...] = (
    Rule(
        "tolerance",
        "trace, header",
        "the declared tolerance is at most 1e-6, unless allowed",
    ),
    Rule("x_L", "R-2", "x_L has no pairs: with q(x_L,.,.) free, LP1 is unbounded and has no run"),
    Rule("order", "Alg. 1 l. 7", "epoch 1 comes before episode 1; an epoch precedes its episodes"),
    Rule("episode-number", "Alg. 1 l. 7", "episodes are numbered 1, 2, 3, ..."),
    Rule("state", "Sec. II, Assumption 1", "x_0 starts every episode and x_h lies in layer h"),
    Rule("action", "Sec. II", "a_h is one of the A actions, numbered from 0"),
    Rule("reward", "Sec. II", "every realised reward lies in [0, 1]"),
    Rule("possible", "Sec. II", "the episode has positive probability under the header's mdp"),
    Rule("played", "Alg. 1 l. 8", "every action played has positive probability under pi_i"),
    Rule("epoch-missing", "Alg. 1 l. 12, R-1", "an epoch starts as soon as the trigger is true"),
    Rule("epoch-early", "Alg. 1 l. 12, R-1", "no epoch starts while the trigger is false"),
    Rule(
        "epoch-number", "Alg. 1 l. 13", "epochs are numbered 1, 2, 3, ...; t(i) is the next episode"
    ),
    Rule("last-trigger", "R-16", "at t = T an epoch is recorded iff the reading says `solve`"),
    Rule("N", "Alg. 1 l. 10, 14", "N_i(x,a) counts the visits before t(i)"),
    Rule("N3", "Alg. 1 l. 10, 14", "N_i(x,a,x') counts the transitions before t(i)"),
    Rule("Lam", "eq. (11), (15); R-10", "the recorded Lam is log(TXA/delta)"),
    Rule("r_bar", "Alg. 1 l. 11, 15; eq. (14)", "r_bar_i is the mean of the rewards before t(i)"),
    Rule("P_bar", "eq. (10)", "P_bar_i(x'|x,a) = N_i(x,a,x') / max{1, N_i(x,a)}"),
    Rule("eps", "eq. (11)", "eps_i(x,a) = sqrt(2 X_{h(x)+1} log(TXA/delta) / max{1, N_i(x,a)})"),
    Rule(
        "width",
        "R-37, bernstein",
        "the width of an interval is sqrt(2 min{p, 1 - p} l/n) + c l/n, p = P_bar_i, l = Lam + "
        "ln(2 X_{h(x)+1}), n = max{1, N_i}, c = 2, or 1 with bernstein-1; if recorded, at least 0",
    ),
    Rule("b", "eq. (15)", "b_i(x,a) = sqrt(2 log(TXA/delta) / max{1, N_i(x,a)})"),
    Rule("r_hat", "eq. (16)", "r_hat_i(x,a) = min{1, r_bar_i(x,a) + b_i(x,a)}"),
    Rule("r_check", "eq. (17)", "r_check_i(x,a) = max{0, r_bar_i(x,a) - b_i(x,a)}"),
    Rule("q_hat_1", "Alg. 1 l. 5, R-17", "q_hat_1(x,a,x') = 1/(X_h A X_{h+1})"),
    Rule("lp1-infeasible", "LP1, R-10", "LP1 has a solution: x_0 has an action that can be used"),
    Rule("V", "LP1, Lemma 1", "V_i(x) = max_a r_hat_i(x,a) + max <p, V_i>, p in the ball of (12)"),
    Rule("q_hat-nonnegative", "eq. (4)", "q_hat_i >= 0"),
    Rule("q_hat-normalisation", "eq. (4)", "q_hat_i sums to 1 in every layer"),
    Rule("q_hat-flow", "eq. (4)", "what q_hat_i sends into a state leaves it"),
    Rule("q_hat-radius", "eq. (13)", "P^{q_hat_i}(.|x,a) is within eps_i(x,a) of P_bar_i(.|x,a)"),
    Rule("q_hat-optimal", "LP1", "<q_hat_i, r_hat_i> reaches the optimum of LP1"),
    Rule("value", "LP1", "the recorded value is the optimum of LP1"),
    Rule("pi_1", "Alg. 1 l. 6", "pi_1 is uniform"),
    Rule("pi-distribution", "Sec. II", "pi_i(.|x) is a distribution on the actions"),
    Rule("pi-induced", "Alg. 1 l. 19; eq. (6)", "pi_i = pi^{q_hat_i} where q_hat_i(x) > 0"),
    Rule("completion", "R-3", "where q_hat_i(x) = 0, pi_i is what the declared reading says"),
    Rule("pi-optimal", "LP1", "the optimistic value of pi_i reaches the optimum of LP1"),
    Rule(
        "ties",
        "R-5, backward-induction",
        "pi_i plays the first action whose optimistic value is within 1e-10 of the best",
    ),
    Rule("end", "trace, end", "the end record counts the episodes and epochs of the trace"),
)

BY_ID = {rule.id: rule for rule in RULES}


def rule_of(id: str) -> Rule:
    """Return the rule with this id, of Algorithm 1 or of the family, whose checker knows both."""
    rule: Rule = BY_ID[id] if id in BY_ID else guest("rules of the family")[id]
    return rule


def rules_of(algorithm: str) -> tuple[Rule, ...]:
    """Return the rules by which a trace of this algorithm is checked."""
    if algorithm == "UCRL-LP":
        return RULES
    rules: tuple[Rule, ...] = guest("rules of a trace of the family")
    return rules


def guests_rules(
    *parts: Literal["rules of the family", "rules on flat states"],
) -> dict[str, Rule]:
    """Return these rules of the guests by id, all if none are named; none where the guests are not
    installed."""
    parts = parts or ("rules of the family", "rules on flat states")
    return {id: rule for part in parts if installed(part) for id, rule in guest(part).items()}


REASONS: tuple[Rule, ...] = (
    Rule("crashed", "kit", "the implementation raised an error, or its exit status is not 0"),
    Rule("slow", "kit", "the implementation used more processor time than it may: no verdict"),
    Rule("no-answer", "kit", "nothing came within the limit of the clock: no verdict"),
    Rule(
        "malformed",
        "trace",
        "the trace cannot be read: file, line, field and rule are named",
    ),
    Rule(
        "case",
        "kit",
        "the trace conforms, but belongs to another case (layers, A, T, delta, episodes)",
    ),
    Rule("improbable", "statistics.py", "no rule is broken, but the draws are too unlikely"),
)
"""What the kit reports besides the rules."""
