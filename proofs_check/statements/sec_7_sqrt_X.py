r"""A factor $\sqrt X$ may be removed from the regret bound, which makes $L\sqrt{TXA}$ of
$LX\sqrt{TA}$ (Sec. VII).

This is UCBVI's leading term. It is also the order of the lower bound $\sqrt{HSAn}$ for $H$ steps
per episode, $S$ states and $n=HT$ steps, so no larger factor can be removed."""

from __future__ import annotations

from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import UCBVI_2017, UCRL_LP, order, same_orders

statement = Statement(
    "inline:VII.6",
    __doc__,
    number=r"Sec. VII, $\sqrt X$",
    sentences=("bbc66590555f",),
)

printed = statement.printed(
    r"a factor $\sqrt X$ can be removed",
    tex=r"LX\sqrt{TA}/\sqrt X=L\sqrt{TXA}",
    steps=(cited(r"$LX\sqrt{TA}$ is a bound", "theorem_4"),),
    coq=(Coq("removable_sqrt_X", "CitedBounds.v"),),
)


@printed.check({r"the factor $\sqrt{XA}$": {"factor": "sqrt(X*A)"}})
@printed.proves("the quotient, UCBVI's leading term and the lower bound")
def removable(suite: Suite, factor: str = "sqrt(X)") -> Shown:
    left = f"{UCRL_LP}/{factor}"
    return same_orders(
        r"the quotient by $\sqrt X$, UCBVI's leading term and the lower bound are equal",
        (left, "L*sqrt(T*X*A)"),
        (order(UCBVI_2017), left),
        ("sqrt(L*X*A*(L*T))", left),
    )
