r"""$V(\pi)=\mathbb{E}[\sum_{h=0}^{L-1}r(x_h,a_h)\mid P,\pi]=\langle
q^{P,\pi},r\rangle$, where $r(x,a,x')=r(x,a)$ (eq. (1) and (8)).

On the runs, the value by backward induction equals $\langle q,r\rangle$ with $q$ by the forward
recursion. The identity needs $q(x_L,\cdot,\cdot)=0$ (R-2), since no reward is collected at
$x_L$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:8",
    __doc__,
    kind="identity",
    covers=("eq:1",),
    readings=("R-2",),
)

printed = statement.printed(
    r"$V(\pi)=\langle q,r\rangle$",
    V == inner(q, r),
    changes=(swap(q, q_hat, r"$\hat q_i$ in place of $q_i$"),),
    typed="an expectation, for every policy; the comparison is its value by backward induction",
    tex=r"\mathbb{E}[\sum_{h=0}^{L-1}r(x_h,a_h)\mid P,\pi]=\langle q^{P,\pi},r\rangle",
    steps=(cited("occupancy measures of layered MDPs", "definition_1"),),
    coq=(
        Coq("eq_8", "model/OccupancyMeasures.v"),
        Coq("eq_8_episode", "paper/Propositions.v"),
        Coq("eq_8_received", "paper/Propositions.v"),
    ),
)


statement.on_runs()
