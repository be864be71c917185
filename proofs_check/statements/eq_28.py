r"""$\textsc{Error}=\sum_{t=1}^T\langle\hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle
\leq\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq12LX\sqrt{TA\log(TXA/\delta)}$. The first
inequality is sure, because $\hat r_i\leq1$; the second is Lemma 4, with probability $1-2\delta$.

The first inequality also needs $0\leq\hat r_i$, which (16) gives, and it is wasteful. Both measures
have sum 1 in a layer, so $\hat r_i-\tfrac12$ may replace $\hat r_i$. Hence
$\textsc{Error}\leq\tfrac12\sum_t\sum_{h=1}^{L-1}\sum_{x_h,a_h}
\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert$. The distance
over the pairs of a layer is at most the distance over the triples that end there, and at most that
over the triples that begin there. Hence
$\textsc{Error}\leq\tfrac{L-1}{2L}\sum_t\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1$, which gives $6(L-1)X$
in place of $12LX$. Equality is attained for every $L$ on two branches, with $\hat r_i=1$ on one and
$\hat r_i=0$ on the other."""

from proofs_check.letters.occupancy import inner as exact_inner
from proofs_check.statements import lemma_04
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.transitions import branches

statement = Statement(
    "eq:28",
    __doc__,
    kind="probabilistic",
    part_of="lemma_05",
)

OVER_TRIPLES = let(r"\textsc{Error}", error) <= l1_distance
OVER_PAIRS = over_t(norm(q_hat - q))

printed = statement.printed(
    r"$\textsc{Error}$ by the $\ell_1$ distances, at most $12LX\sqrt{TA\Lambda}$",
    (error <= Q(1, 2) * OVER_PAIRS).named("half over pairs"),
    (OVER_PAIRS <= (L - 1) / L * l1_distance)
    .named("pairs by triples")
    .no_more_than(2 * (L - 1) * T),
    OVER_TRIPLES.named("over triples"),
    (norm(q_hat - q) <= (L - 1) / L * norm(q_hat3 - q3))
    .named("pairs by triples, every epoch")
    .no_more_than(2 * (L - 1)),
    (inner(q_hat - q, r_hat) <= Q(1, 2) * norm(q_hat - q))
    .named("half over pairs, every epoch")
    .no_more_than(L - 1),
    changes=(
        scaled(Q(1, 4), r"$\frac14$ of that", of="half over pairs"),
        scaled(
            Q(1, 2),
            r"$\tfrac14$ of the distance over pairs, on the runs",
            of="half over pairs, every epoch",
        ),
    ),
    tex=chain((OVER_TRIPLES, *lemma_04.printed.claims)),
    typed="its last bound is compared at Lemma 4, its first one in halves, which are sharper",
    steps=(argued(r"$0\leq\hat r_i\leq1$, then Lemma 4", "lemma_04", "eq_16"),),
    coq=(Coq("eq_28", "paper/AppendixA.v"),),
)


statement.on_runs(no_more_than=(L - 1) * T)


HALF = Q(1, 2)


@printed.check(
    {r"$\tfrac{L-1}{6L}$ in place of $\tfrac{L-1}{2L}$, two branches": {"share": Q(1, 6)}}
)
def eq_28(suite: Suite, share: Q = HALF) -> Shown:
    # P goes to one branch, P_i to the other, where r_hat_i = 1: <q_hat - q, r_hat> = L - 1.
    note = (
        r"two branches, $L=2,\dots,12$: "
        r"$\langle\hat q-q,\hat r\rangle\leq\tfrac{L-1}{2L}\lVert\hat q-q\rVert_1$ with equality"
    )
    attained = Tally("enumerated", note, step=True)
    for L in range(2, 13):
        q, q_hat, _ = branches(L, ONE, ZERO)
        r_hat = [[[ONE]], *[[[ZERO], [ONE]]] * (L - 1)]
        left = exact_inner(difference(pair_mass(q_hat), pair_mass(q)), r_hat)
        attained.leq(
            left, share * Q(L - 1, L) * distance(q_hat, q), L=L, layers=[1, *[2] * (L - 1), 1], A=1
        )
    return attained
