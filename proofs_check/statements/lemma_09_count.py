r"""$\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}\mathbb{I}^{(t)}\{(x_s,a_s)\}\,
2\epsilon_{i(t)}(x_s,a_s)\leq6LX\sqrt{2TA\Lambda}$, where $\Lambda=\log(TXA/\delta)$.

Layer $s$ has the weight $L-s$. By the pigeonhole and Jensen steps in the proof of Lemma 12,
$\sum_{x_s,a_s}\sum_in_i\,2\epsilon_i\leq2\sqrt{2X_{s+1}\Lambda}\,(1+\sqrt2)\sqrt{TX_sA}$. So the
sum is at most $(4+2\sqrt2)\sqrt{TA\Lambda}\sum_{s<L}(L-s)\sqrt{X_sX_{s+1}}
\leq(4+2\sqrt2)L(X-1)\sqrt{TA\Lambda}$. The constant is 6.83 in place of 8.49, and
$X-1$ replaces $X$. Since $\xi_i=0$ on layer $L-1$, Lemma 9 needs only $s\leq L-2$, with $X-2$. On
the chain $A=1$, $X=L+1$ with $T=2^k$ the layered form is attained in the limit."""

from proofs_check.statements.common.bounds import Size, bound_of
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.visits import pigeonhole_bound

statement = Statement(
    "lem:occ-term-2:count",
    __doc__,
    kind="pathwise",
    number="(27), term 1",
    section="App. I",
    readings=("R-1",),
    part_of="lemma_09",
)

EPS_VISITED = written(
    r"\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}\mathbb{I}^{(t)}\{(x_s,a_s)\}\,2"
    r"\epsilon_{i(t)}(x_s,a_s)",
    visited(2 * (L - s) * eps),
    OVER_H,
)
BY_LAYERS = (4 + 2 * sqrt(2)) * sqrt(T * A * Lam) * sum_over_layers((L - s) * sqrt(X_s * X_next))

printed = statement.printed(
    r"$2\epsilon_i$ along the visited pairs",
    (EPS_VISITED <= BY_LAYERS).named("by layers").aside(),
    (EPS_VISITED <= 6 * L * X * sqrt(2 * T * A * Lam)).named("6 LX sqrt(2TA Lam)"),
    not_printed="Lemma 9 has a citation only",
    changes=(
        scaled(Q(1, 4), r"$\frac14$ of both bounds"),
        without(X_next, "without $X_{s+1}$ in the bound by layers", of="by layers"),
    ),
    steps=(
        argued(
            "the pigeonhole and Jensen steps for each layer, with the weights $L-s$",
            "eq_11",
            "display_b2",
            "display_b3",
            "lemma_09_layers",
        ),
    ),
    coq=(Coq("count_27", "paper/AppendixA.v"),),
)


statement.on_runs(  # eps_i <= sqrt(2 X_{h+1} Lam), and is this where N_i = 0
    no_more_than=T * sum_over_layers(2 * (L - s) * sqrt(2 * X_next * Lam)),
    readings=MAX1,
)


@printed.check({r"$\tfrac7{10}$ of the layered form: 4.78 in place of 6.83": {"share": Q(7, 10)}})
def counted(suite: Suite, share: Q = ONE) -> Shown:
    chain = Tally(
        "enumerated",
        r"chain $X_h=A=1$, $L\leq6$, $T=2^0,2^8,\dots,2^{40}$, both sides over $\sqrt\Lambda$",
        step=True,
    )
    bound = bound_of(share * BY_LAYERS)
    for L, k in product(range(1, 7), range(0, 41, 8)):
        left = pigeonhole_bound(1 << k) * sqrt(2) * (L * (L + 1))
        right = bound(Size((1,) * (L + 1), 1), 1 << k, Real.of(1), ONE)
        chain.leq(left, right, L=L, T=1 << k)
    return chain
