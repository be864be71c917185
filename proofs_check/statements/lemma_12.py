r"""On every path,
$\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}\{(x_h,a_h)\}\,b_{i(t)}(x_h,a_h)
\leq5\sqrt{TLXA\Lambda}$, where $\Lambda=\log(TXA/\delta)$.

The lemma is true, although its proof has two false steps. The left side is even at most
$(2+\sqrt2)\sqrt{TL(X-1)A\Lambda}$; $X-1$ suffices because $x_L$ has no pairs. The constant
$2+\sqrt2=3.414$ cannot be improved, not even with $X$ for $X-1$: on the chain $X_h=A=1$ with
$T=2^k$ the ratio tends to it as $k$ and $L$ grow. For the comparisons both sides are divided by
$\sqrt\Lambda>0$, which cancels. Because $b_i\leq\sqrt{2\Lambda}$, the bound says nothing until
$T>25XA/(2L)$: before, it is at least $LT\sqrt{2\Lambda}$, which no run exceeds."""

from proofs_check.statements.common.bounds import says_nothing
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.visits import pigeonhole_bound

statement = Statement(
    "lem:bias-term-2",
    __doc__,
    kind="pathwise",
    covers=("eq:34",),
    readings=("R-1",),
    part_of="lemma_06",
)

BOUND = 5 * sqrt(T * L * X * A * Lam)
MOST = L * T * sqrt(2 * Lam)  # b_i <= sqrt(2 Lam)

printed = statement.printed(
    "bonuses at visited pairs",
    visited(b) <= BOUND,
    changes=(constant(Q(5, 4), 5), constant(3, 5)),
    steps=(argued("the first and the last line of (35)", "eq_35", "algorithm_1_line_12"),),
    coq=(Coq("lemma_12", "paper/AppendixB.v"),),
)
statement.on_runs(no_more_than=MOST, readings=MAX1)


@printed.check(
    {
        r"5 replaced by $\tfrac{17}5<2+\sqrt2$": {"constant": Q(17, 5)},
        "the factor $L$ under the root left out": {"power": 0},
    }
)
def lemma_12(suite: Suite, constant: int | Q = 5, power: int = 1) -> Iterator[Found]:
    # Layers 1, ..., 1 and A = 1: every pair is visited in every episode, N doubles.
    note = (
        r"chain $X_h=A=1$ in closed form: eight $L\leq300$, $T=2^k$ with seven $k\leq20$; trivial "
        r"from $LT\sqrt{2\Lambda}$ on"
    )
    tally = Tally("enumerated", note, step=True)
    for L, k in product((1, 2, 3, 5, 10, 30, 100, 300), (0, 1, 2, 4, 8, 14, 20)):
        T = 1 << k  # the left side is exact (App. II.2)
        right = (constant * sqrt(T * L**power * (L + 1))).enclose(96)
        left = (sqrt(2) * L * pigeonhole_bound(T)).enclose(96)
        tally.bounded(left, right, (sqrt(2) * (L * T)).enclose(96), L=L, T=T)
    yield tally
    yield from says_nothing(BOUND, MOST, delta="")
