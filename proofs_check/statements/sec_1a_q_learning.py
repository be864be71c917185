r"""UCB Q-learning has regret $\tilde O(L^2\sqrt{TXA})$ (Sec. I-A).

The learner keeps a table for each step: $HS$ states, of which a layered MDP with equal layers
has $X=HS$ (as in E-5). The bound of the abstract, $\sqrt{H^3SAn}$ with $H=L$, $S=X/L$ and
$n=LT$, is then $L^{3/2}\sqrt{TXA}$, less than the printed one by $\sqrt L$. The theorems were
not read; other works (Bai, Xie, Jiang and Wang 2019 among them) quote them as $\sqrt{H^4SAn}$
with Hoeffding's inequality, which is exactly the printed $L^2\sqrt{TXA}$, and with a second term
$\sqrt{H^9S^3A^3}$ with Bernstein's, which decides up to $T=L^3X^2A^2$. But layers need not be
equal, and in general $S=\max_hX_h$. Take $L$ singletons and one layer of $L$ states, $A=1$, so
$X=2L$, and $T=L^4$. Then the least of $LT$, the Hoeffding bound with $S=L$ and the whole
Bernstein bound is $\sqrt{L/2}$ times $L^2\sqrt{TXA}$, and so exceeds every power of $\log(TXA)$
times it. (UCBVI's bound is for fixed $P$, which a layered MDP has with $S=X$; it is put to the
same test.)"""

from proofs_check.statements.common.bounds import SIZES
from proofs_check.statements.common.orders import first_T, order, same_orders
from proofs_check.statements.common.prelude import *
from proofs_check.statements.sec_1a_ucbvi import _below

BERNSTEIN = "UCB Q-learning, Bernstein (Jin et al. 2018)"
HOEFFDING = "UCB Q-learning, Hoeffding (Jin et al. 2018)"

statement = Statement(
    "inline:I-A.3",
    __doc__,
    number="Sec. I-A, Q-learning",
)

printed = statement.printed(
    r"UCB Q-learning: $L^2\sqrt{TXA}$",
    tex=r"\tilde O(L^2\sqrt{TXA})",
    repair=(
        r"for layers of equal size, by Hoeffding's inequality; for layers of any size, by "
        r"Bernstein's, for $T\geq L^5X^2A^2$"
    ),
    bounds=(HOEFFDING, BERNSTEIN),
    no_claim="orders",
    coq=(Coq("Q_learning_gap", "systems/CitedGaps.v", gap=True),),
)

repaired = statement.repaired(
    r"UCB Q-learning, $T\geq L^5X^2A^2$",
    tex=r"\tilde O(L^2\sqrt{TXA})\ \text{for}\ T\geq L^5X^2A^2",
    says=r"""For $T\geq L^5X^2A^2$ both terms of the Bernstein bound of UCB Q-learning are at most
$L^2\sqrt{TXA}$ whatever the sizes of the layers, since $S=\max_hX_h\leq X$.""",
    bounds=(BERNSTEIN,),
    no_claim="orders",
    coq=(Coq("Q_learning_terms", "systems/CitedBounds.v"),),
)

statement.counterexample(
    by_hand=(
        r"$K=4$, $L=50$: $LT=50\cdot6250000=312500000$, the Hoeffding bound is the same, "
        r"$\sqrt{L^4SA\cdot LT}=2500\cdot125000=312500000$, and the Bernstein bound is above both; "
        r"but $KL^2\sqrt{TXA}=4\cdot2500\cdot25000=250000000$."
    ),
)


@printed.check({"(a gap already: here the Hoeffding bound with $S=X$)": {"S": "X"}})
def q_learning(suite: Suite, S: str = "X/L") -> Iterator[Found]:
    yield same_orders(
        "layers of equal size, $S=X/L$: Hoeffding's bound, and Bernstein's leading term",
        (order(HOEFFDING, S=S), "L**2*sqrt(T*X*A)"),
        (order(BERNSTEIN, S=S), "L**(3/2)*sqrt(T*X*A)"),
        step=True,
    )
    note = r"is the least of $LT$ and both bounds at most $KL^2\sqrt{TXA}$? $A=1$, $X=2L$, $T=L^4$"
    gap = Tally("proved", note, failing=Verdict.GAP)
    for K, L in ((4, 50), (9, 200), (19, 800)):
        T, X = L**4, 2 * L
        bounds = (L * T, L**5, L**6)  # LT; sqrt(L^4 L LT); not less than sqrt(L^9 L^3)
        gap.leq(min(bounds), K * L * L * sqrt(T * X), K=K, L=L, X=X, A=1, T=T, S=L)
    yield gap
    yield Vacuity(
        f"{SIZES[-1]}, $S=X$: the second term of the Bernstein bound",
        "its first term",
        first_T(order(BERNSTEIN, 1), order(BERNSTEIN)),
    )


@repaired.check({r"for $T\geq L^5XA^2$ already": {"power": 1}})
@repaired.proves("each term squared, against $L^4TXA$")
def q_learning_repaired(suite: Suite, power: int = 2) -> Shown:
    return _below(BERNSTEIN, "L**4*T*X*A", f"L**5*X**{power}*A**2")
