r"""With high probability the regret is $\tilde O(LX\sqrt{TA})$: at most $LX\sqrt{TA}$ up to a
constant and powers of logarithms (abstract, Sec. I-B, Sec. VII).

This follows even from the printed chain of lemmas, which exceeds the bound of Theorem 4 by a factor
$\sqrt\Lambda$ only, where $\Lambda=\log(TXA/\delta)$. The inequality that is checked here is
$12LX\sqrt{TA\Lambda}+10\sqrt{TLXA\Lambda}+4L\sqrt T\Lambda\leq12(1+\Lambda)LX\sqrt{TA}$."""

from proofs_check.statements.common.algebra import never_above, same
from proofs_check.statements.common.orders import UCRL_LP, same_orders
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:abstract.1",
    __doc__,
    kind="asymptotic",
    number="abstract, bound",
    covers=("inline:I-B.1", "inline:VII.1"),
)

printed = statement.printed(
    r"regret $\tilde O(LX\sqrt{TA})$ w.h.p.",
    not_printed="the abstract refers to Theorem 4",
    tex=r"\mathrm{Reg}_T\leq\tilde O(LX\sqrt{TA})",
    steps=(
        cited(
            r"with high probability $\mathrm{Reg}_T$ is at most the sum of the printed chain",
            "theorem_4",
        ),
    ),
    no_claim="elsewhere",
    coq=(Coq("theorem_4_O", "paper/MainResults.v"),),
)


@printed.check(
    {
        r"$11(1+\Lambda)LX\sqrt{TA}$": {"constant": 11},
        r"the order $L\sqrt{TXA}$": lambda _: same_orders(
            r"is $12LX\sqrt{TA}$ of the order $L\sqrt{TXA}$?", (UCRL_LP, "L*sqrt(T*X*A)")
        ),
    }
)
@printed.proves(r"the sum of the printed chain is at most $12(1+\Lambda)LX\sqrt{TA}$")
def bound_of_abstract(suite: Suite, constant: int = 12) -> Shown:
    import sympy

    Lam, l, x, a = sympy.symbols("Lam l x a", nonnegative=True)
    root = sympy.Symbol("s", nonnegative=True)  # s**2 = Lam
    tally = Tally(
        "proved",
        r"the printed chain divided by $LX\sqrt{TA}$, for all $T$, $X$, $A$, $L$ and $\delta$",
    )
    same(tally, (1 + root**2) / 2 - root, (1 - root) ** 2 / 2, "sqrt(Lam) <= (1 + Lam)/2")
    never_above(tally, 2, (1 + l) * (2 + l + x), "L = 1 + l, X = L + 1 + x: LX >= 2")
    tally.holds(certainly_less(sqrt(50), 8), says="10/sqrt(LX) <= 10/sqrt(2) <= 8")
    never_above(tally, 4, (2 + l + x) ** 2 * (1 + a), "4/(X sqrt A) <= 2, A = 1 + a")
    # (12 + 8)(1 + Lam)/2 + 4 Lam/(X sqrt A) <= 10 (1 + Lam) + 2 Lam
    never_above(tally, 10 * (1 + Lam) + 2 * Lam, constant * (1 + Lam), "the sum")
    return tally
