r"""$\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}
\sum_{x_s,a_s}q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)$.

The right side is $\sum_t\sum_{s<L}(L-s)E_s$, where $E_s=\sum_{x_s,a_s}q_{i(t)}\xi_{i(t)}$. Here
$E_{L-1}=0$, because $X_L=1$ makes every row $P(\cdot|x_{L-1},a)$ the same. Equality is attained
for every $L\geq2$: two branches that never meet give $2L$ on both sides, the largest distance of
two occupancy measures. In three runs on MDPs with a state that is never reached the left side is
most of the right one: with layers $1,m,m,2,2,2,1$, $A=2$, $T=100(2m+12)^2A$, $\delta=1/10$ and
seed 0 it is 0.71, 0.73 and 0.77 times as large for $m=2$, 4 and 8."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.transitions import branches, weighted

statement = Statement(
    "eq:occ-1-norm-comb",
    __doc__,
    kind="pathwise",
    readings=("R-4",),
    part_of="lemma_04",
)

printed = statement.printed(
    r"$\ell_1$ over triples by $\xi_i$ alone",
    l1_distance <= along_q(PLAYED),
    (norm(q_hat3 - q3) <= inner(q, (L - s) * xi(PLAYED)))
    .named("every epoch")
    .no_more_than(2 * L)
    .on_events(),
    changes=(
        scaled(Q(1, 2), of=""),
        swap(L - s, 1, "without the weights $L-s$"),
        swap(L - s, L - 1 - s, "$h$ runs to $L-1$ only"),
        scaled(Q(999, 1000), r"$\tfrac{999}{1000}$ of the right side"),
    ),
    steps=(
        argued(
            "Lemma 8 bounds the first sum of Lemma 7, and layer $s$ is counted $L-s$ times",
            "lemma_07",
            "lemma_08",
        ),
    ),
    coq=(Coq("eq_25", "paper/AppendixA.v"),),
)


statement.on_runs(no_more_than=2 * L * T)


@printed.check()
def eq_25(suite: Suite) -> Shown:
    note = r"two branches, $L=2,\dots,12$: both sides are $2L$"
    attained = Tally("enumerated", note, step=True)
    for L in range(2, 13):
        q, q_hat, E = branches(L, ONE, ZERO)
        attained.leq(distance(q_hat, q), weighted(E), L=L, layers=[1, *[2] * (L - 1), 1], A=1)
        attained.equal(distance(q_hat, q), 2 * L, L=L)
        attained.equal(weighted(E), 2 * L, L=L)
    return attained
