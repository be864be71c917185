r"""UCB Q-learning has regret $\tilde O(L^2\sqrt{TXA})$ (Sec. I-A).

The leading term $\sqrt{H^3SAn}$ of its Bernstein bound is of this order, with $H=L$, $S=X$ and
$n=LT$. So is its Hoeffding bound $\sqrt{H^4SAn}$ if every layer has $S=X/L$ states. But layers need
not be equal. Take $L$ singletons and one layer of $L$ states, $A=1$, so $X=2L$, and $T=L^4$. Then
the least of $LT$, the Hoeffding bound with $S=L$ and the whole Bernstein bound is $\sqrt{L/2}$
times $L^2\sqrt{TXA}$, and so exceeds every power of $\log(TXA)$ times it. (UCBVI's bound is put to
the same test.)"""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, Verdict
from proofs_check.ledger.statement import Coq, Correction, Statement
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import order, same_orders
from proofs_check.statements.sec_1a_ucbvi import _below

statement = Statement(
    "inline:I-A.3",
    __doc__,
    number="Sec. I-A, Q-learning",
    sentences=("9d5a2fed0e48",),
    by_hand=(
        r"$K=4$, $L=50$: $LT=50\cdot6250000=312500000$, the Hoeffding bound is the same, "
        r"$\sqrt{L^4SA\cdot LT}=2500\cdot125000=312500000$, and the Bernstein bound is above both; "
        r"but $KL^2\sqrt{TXA}=4\cdot2500\cdot25000=250000000$."
    ),
    corrections={
        6: Correction(
            r"achieves a regret of $\wto(L^2\sqrt{TXA})$.",
            (r"achieves a regret of $\wto(L^2\sqrt{TXA})$ for $T \geq L^5X^2A^2$."),
        ),
    },
)

printed = statement.printed(
    r"UCB Q-learning: $L^2\sqrt{TXA}$",
    tex=r"\tilde O(L^2\sqrt{TXA})",
    repair=r"for $T\geq L^5X^2A^2$; for smaller $T$ the second term of the Bernstein bound decides",
    coq=(Coq("Q_learning_gap", "CitedGaps.v", gap=True),),
)

repaired = statement.repaired(
    r"UCB Q-learning, $T\geq L^5X^2A^2$",
    tex=r"\tilde O(L^2\sqrt{TXA})\ \text{for}\ T\geq L^5X^2A^2",
    says=r"""For $T\geq L^5X^2A^2$ both terms of the Bernstein bound of UCB Q-learning, with $S=X$,
are at most $L^2\sqrt{TXA}$.""",
    coq=(Coq("Q_learning_terms", "CitedBounds.v"),),
)


BERNSTEIN = "UCB Q-learning, Bernstein (Jin et al. 2018)"
HOEFFDING = "UCB Q-learning, Hoeffding (Jin et al. 2018)"


@printed.check({"(a gap already: here the Hoeffding bound with $S=X$)": {"S": "X"}})
def q_learning(suite: Suite, S: str = "X/L") -> Iterator[Found]:
    found = (order(BERNSTEIN), order(HOEFFDING, S=S))
    note = "the leading terms: Bernstein with $S=X$, Hoeffding with $S=X/L$"
    yield same_orders(note, *((each, "L**2*sqrt(T*X*A)") for each in found), step=True)
    note = r"is the least of $LT$ and both bounds at most $KL^2\sqrt{TXA}$? $A=1$, $X=2L$, $T=L^4$"
    gap = Tally("proved", note, failing=Verdict.GAP)
    for K, L in ((4, 50), (9, 200), (19, 800)):
        T, X = L**4, 2 * L
        bounds = (L * T, L**5, L**6)  # LT; sqrt(L^4 L LT); not less than sqrt(L^9 L^3)
        gap.leq(min(bounds), K * L * L * sqrt(T * X), K=K, L=L, X=X, A=1, T=T, S=L)
    yield gap
    yield Vacuity(
        "$L=6$, $X=52$, $A=5$: the second term of the Bernstein bound",
        "its first term",
        6**5 * 52**2 * 5**2 + 1,
    )


@repaired.check({r"for $T\geq L^5XA^2$ already": {"power": 1}})
@repaired.proves("each term squared, against $L^4TXA$")
def q_learning_repaired(suite: Suite, power: int = 2) -> Shown:
    return _below(BERNSTEIN, "L**4*T*X*A", f"L**5*X**{power}*A**2")
