r"""The regret bound is smaller by a factor $\sqrt{L}$ than those of the earlier works that use
confidence sets.

Than that of UCRL2 (with $D=L$), not than those of UC-O-REPS and UOB-REPS: the same."""

from __future__ import annotations

from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import (
    OLD,
    SAME_METHOD,
    UCBVI_2017,
    UCRL2,
    below_all,
    order,
    same_orders,
)

statement = Statement(
    "inline:VII.3",
    __doc__,
    number="Sec. VII, sqrt L",
    sentences=("ef88da3bf5d3",),
    corrections={
        4: Correction(
            "compared to the earlier works that deploy confidence set framework",
            "compared to UCRL2",
        )
    },
)

printed = statement.printed(
    r"a factor $\sqrt{L}$ less",
    tex=r"\sqrt L\cdot LX\sqrt{TA}=\text{bounds of the earlier works by confidence sets}",
    repair=(
        r"less than UCRL2's bound with $D=L$; UC-O-REPS and UOB-REPS have $LX\sqrt{TA}$ "
        "already"
    ),
)

repaired = statement.repaired(
    r"a factor $\sqrt{L}$ below UCRL2",
    tex=r"L^{3/2}X\sqrt{TA}=\sqrt L\cdot LX\sqrt{TA}",
    says=r"""$LX\sqrt{TA}$ is smaller by the factor $\sqrt{L}$ than UCRL2's bound $DX\sqrt{LTA}$
with $D=L$, and by more where $D>L$.""",
    steps=(cited("both bounds", "theorem_4", "sec_1a_ucrl2"),),
)


@printed.check(
    {
        "(the printed form is false: here UCBVI, another method, first)": {
            "sources": (UCBVI_2017, UCRL2)
        }
    }
)
def factor_L(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Shown:
    return below_all(sources)


@repaired.check({"steps taken for episodes in UCRL2's bound": {"n": "T"}})
@repaired.proves("their quotient")
def factor_L_repaired(suite: Suite, n: str = "L*T") -> Shown:
    bounds = (order(UCRL2, n=n), OLD), (order(UCRL2, D="D", n=n), f"D/L*{OLD}")
    return same_orders("UCRL2's bound with $D=L$, and with any $D$", *bounds)
