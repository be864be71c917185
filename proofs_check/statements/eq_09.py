r"""Let $q^*\in\operatorname{arg\,max}_{q\in Q^P}\langle q,r\rangle$. Then the regret (2),
$\mathrm{Reg}_T=T\cdot V(\pi^*)-\sum_{t=1}^TV(\pi_t)$, equals $T\cdot\langle
q^*,r\rangle-\sum_{t=1}^T\langle q^{P,\pi_t},r\rangle=\sum_{t=1}^T\langle q^*-q^{P,\pi_t},r\rangle$
(eq. (9))."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:regret-occ",
    __doc__,
    kind="identity",
    covers=("eq:regret",),
    readings=("R-15",),
)

OF_PI_T = written(r"q^{P,\pi_t}", q, "the paper's q of episode t, which has policy pi_t")

printed = statement.printed(
    "regret by occupancy measures",
    (regret == T_played * inner_star - over_t(inner(OF_PI_T, r)))
    .named("first sum")
    .decided_early(),
    (regret == over_t(inner(q_star - OF_PI_T, r))).decided_early(),
    (-regret <= 0).named("sign").aside().decided_early(),
    changes=(
        swap(q, q_hat, r"$\hat q_i$ in place of $q_i$", of=""),
        swap(T_played, T_played - 1, "one episode of epoch 1 not counted", of="first sum"),
    ),
    steps=(cited("values and $Q^P$", "eq_08", "prop_3", "eq_09_pi_star"),),
    coq=(
        Coq("eq_regret_occ", "paper/MainResults.v"),
        Coq("eq_9", "paper/Propositions.v"),
        Coq("optimal_occ_exists", "paper/Propositions.v"),
    ),
)


statement.on_runs()
