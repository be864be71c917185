"""The rules of traces of FPOP, O-REPS, UC-O-REPS and UOB-REPS: their own, and those of Algorithm 1
that hold for them."""

from __future__ import annotations

from proofs_check.conformance.rules import BY_ID, Rule

FAMILY_RULES: tuple[Rule, ...] = (
    Rule("eta", "R-26 to R-31", "the declared eta is the published one times `scale`"),
    Rule("gamma", "R-30", "UOB-REPS: the declared gamma is the published one times `exploration`"),
    Rule("radius", "trace, header", "the declared radius is at most eta / 100, far below a step"),
    Rule("step-number", "trace, step", "one step t comes before every episode t"),
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
pseudocode (`reference/guests/learners`). They come after the rule `possible`, in this order."""
SHARED_RULES = (
    "tolerance", "order", "episode-number", "state", "action", "reward", "possible", "played",
    "epoch-missing", "epoch-early", "epoch-number", "N", "N3", "P_bar", "eps", "lp1-infeasible",
    "pi-distribution", "pi-optimal", "end",
)  # fmt: skip
"""The rules of Algorithm 1 that hold for the family too; FPOP's pi_t is optimal for R_{t-1} + Y."""
FAMILY_BY_ID = {rule.id: rule for rule in FAMILY_RULES}
APPLIED = (*(BY_ID[id] for id in SHARED_RULES), *FAMILY_RULES)
"""All rules by which such a trace is checked."""
