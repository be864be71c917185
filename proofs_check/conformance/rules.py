"""The conformance rules of a trace: id, sentence, equation. `proofs-check trace --explain RULE`.

Rules are listed in the order in which a record is checked against them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """One rule; `equation` is the line of Algorithm 1, equation or reading that it enforces."""

    id: str
    equation: str
    sentence: str


RULES: tuple[Rule, ...] = (
    Rule("tolerance", "spec.md, header", "the declared tolerance is at most 1e-6, unless allowed"),
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
    Rule("end", "spec.md, end", "the end record counts the episodes and epochs of the trace"),
)

FAMILY_RULES: tuple[Rule, ...] = (
    Rule("eta", "R-26 to R-31", "the declared eta is the published one times `scale`"),
    Rule("gamma", "R-30", "UOB-REPS: the declared gamma is the published one times `exploration`"),
    Rule("radius", "spec.md, header", "the declared radius is at most eta / 100, far below a step"),
    Rule("step-number", "spec.md, step", "one step t comes before every episode t"),
    Rule("box", "R-29", "lo and hi are P_bar_i -+ eps_i(x,a,x'), cut to [0, 1]"),
    Rule("table", "R-32", "r_t lies in [0, 1] and has the rewards of the path in their place"),
    Rule("redraw", "R-26", "FPOP: Y >= 0 is drawn when the declared reading says, and only then"),
    Rule("pi-of-q", "eq. (6)", "pi_t(a|x) = q_t(x,a) / sum_b q_t(x,b)"),
    Rule("q_1", "R-28", "UC-O-REPS, UOB-REPS: q_1(x,a,x') = 1/(X_h A X_{h+1})"),
    Rule("u", "UOB-REPS l. 3", "u(x,a) = max of q^{P,pi_t}(x,a) over the set of episode t"),
    Rule("l_hat", "l. 3, 4", "l_hat = l_t; with bandit feedback l_t where visited over q_t, "
         "max{q_t, alpha} or u + gamma"),
    Rule("kl-step", "l. 4, 6", "q_{t+1} is within `radius` of the minimum of "
         "eta <q, l_hat> + D(q || q_t) over the set then in force"),
)  # fmt: skip
"""The additional rules of FPOP, O-REPS, UC-O-REPS and UOB-REPS; their lines are those of their own
pseudocode (`reference/rivals/baselines`). They come after the rule `possible`, in this order."""
SHARED_RULES = (
    "tolerance", "order", "episode-number", "state", "action", "reward", "possible", "played",
    "epoch-missing", "epoch-early", "epoch-number", "N", "N3", "P_bar", "eps", "lp1-infeasible",
    "pi-distribution", "pi-optimal", "end",
)  # fmt: skip
"""The rules of Algorithm 1 that hold for the family too; FPOP's pi_t is optimal for R_{t-1} + Y."""
BY_ID = {rule.id: rule for rule in (*RULES, *FAMILY_RULES)}


def rules_of(algorithm: str) -> tuple[Rule, ...]:
    """Return the rules by which a trace of this algorithm is checked."""
    if algorithm == "UCRL-LP":
        return RULES
    return tuple(BY_ID[id] for id in SHARED_RULES) + FAMILY_RULES


REASONS: tuple[Rule, ...] = (
    Rule("crashed", "kit", "the implementation raised an error, or its exit status is not 0"),
    Rule("slow", "kit", "the implementation took too long; the case is not made smaller"),
    Rule("malformed", "spec.md", "the trace cannot be read: file, line, field and rule are named"),
    Rule(
        "case",
        "kit",
        "the trace conforms, but belongs to another case (layers, A, T, delta, episodes)",
    ),
    Rule("improbable", "statistics.py", "no rule is broken, but the draws are too unlikely"),
)
"""What the kit reports besides the rules."""
