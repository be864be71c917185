r"""The bound $LX\sqrt{TA}$ is above $L\sqrt{TXA}$, UCBVI's, by the factor $\sqrt X$ (Sec. I-B).

This is right for the leading terms. With all terms of UCBVI's theorem the order is reversed for
small $T$: $LX\sqrt{TA}\leq L^2X^2A$ as long as $T\leq L^2X^2A$, at the paper's size up to
$T=486\,720$. From $T=L^2X^3A$ on the factor is $\sqrt X$."""

from proofs_check.statements.common import tightness
from proofs_check.statements.common.bounds import SIZES
from proofs_check.statements.common.orders import *
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:I-B.7",
    __doc__,
    number=r"Sec. I-B, $\sqrt X$",
)

printed = statement.printed(
    r"a factor $\sqrt{X}$ above UCBVI",
    not_printed="the introduction compares, without an argument",
    tex=r"LX\sqrt{TA}=\sqrt X\cdot L\sqrt{TXA}",
    steps=(cited("both are bounds", "theorem_4", "sec_1a_ucbvi"),),
    bounds=(UCBVI_2017,),
    no_claim="orders",
    coq=(Coq("above_UCBVI", "systems/CitedBounds.v"),),
)

repaired = statement.repaired(
    r"$\sqrt X$ is what the algorithm costs",
    tex=rf"\mathrm{{Reg}}_T\geq{tightness.LEAST}LX\sqrt{{TA\Lambda}}",
    says=rf"""The additional factor $\sqrt X$ is a cost of the algorithm, not of its analysis.
{tightness.SAYS}""",
    no_claim="existence",
    coq=(tightness.AS_STATED,),
)


@printed.check({"the factor is $X$": {"factor": "X"}})
@printed.proves("the quotients of the bounds")
def loss(suite: Suite, factor: str = "sqrt(X)") -> Iterator[Found]:
    yield same_orders(
        "the factor; the quotient of UCBVI's second term and UCRL-LP's bound",
        (UCRL_LP, f"{factor}*L*sqrt(T*X*A)"),
        (order(UCBVI_2017, 1), f"{UCRL_LP}*sqrt(L**2*X**2*A/T)"),
    )
    least_T = first_T(order(UCBVI_2017, 1), parse(UCRL_LP))
    yield Vacuity(f"{SIZES[-1]}: UCBVI's term $L^2X^2A$", r"$LX\sqrt{TA}$", least_T)


@repaired.check({r"a lower bound smaller by $\sqrt X$": {"factor": "sqrt(X)"}})
def no_gap(suite: Suite, factor: str = "1") -> Shown:
    return same_orders(
        "the lower bound has the order of Theorem 4's bound",
        (f"L*X*sqrt(T*A)/({factor})", UCRL_LP),
    )
