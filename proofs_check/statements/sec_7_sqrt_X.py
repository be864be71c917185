r"""A factor $\sqrt X$ may be removed from the regret bound, which makes $L\sqrt{TXA}$ of
$LX\sqrt{TA}$ (Sec. VII).

This is UCBVI's leading term. It is also the order of the lower bound $\sqrt{H^3SAT}$ for every
learner, in $T$ episodes of $H$ steps with $S$ states at each step (Domingues, Menard, Kaufmann and
Valko, 2021, arXiv 2010.03531; read: abstract): with $S=X/L$ states in a layer it is $L\sqrt{TXA}$.
So no larger factor can be removed for layers of equal size, for large $T$.

Another analysis of Algorithm 1 does not remove it: for $L\geq3$ its regret is of the order of
$LX\sqrt{TA\Lambda}$ in the worst case (Theorem 4). Other sets put $\sqrt{L\Gamma}$ in its place: an
interval for each of at most $\Gamma$ successors instead of the ball (12). This is smaller where
$L\Gamma<X$; for equal layers of which each state may follow each it is not. (For average reward
SCAL has this rate, E-4; new is the theorem in Coq.)"""

from proofs_check.statements.common import separation, tightness
from proofs_check.statements.common.orders import UCBVI_2017, UCRL_LP, order, same_orders
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:VII.6",
    __doc__,
    number=r"Sec. VII, $\sqrt X$",
)

printed = statement.printed(
    r"a factor $\sqrt X$ can be removed",
    not_printed="the conclusion states it",
    tex=r"LX\sqrt{TA}/\sqrt X=L\sqrt{TXA}",
    steps=(cited(r"$LX\sqrt{TA}$ is a bound", "theorem_4"),),
    bounds=(UCBVI_2017,),
    no_claim="orders",
    coq=(Coq("removable_sqrt_X", "systems/CitedBounds.v"),),
)

repaired = statement.repaired(
    r"$\sqrt X$ by another algorithm, not another proof",
    tex=rf"\mathrm{{Reg}}_T\geq{tightness.LEAST}LX\sqrt{{TA\Lambda}}",
    says=rf"""A factor $\sqrt X$ can be removed by another algorithm, but not by another analysis of
Algorithm 1. {tightness.SAYS}

{separation.SAYS}""",
    steps=(
        cited("another algorithm has the smaller order", "sec_1a_ucbvi"),
        cited("so have other sets", "sec_7_widths", "sec_7_intervals", "sec_7_quotient"),
    ),
    no_claim="existence",
    coq=(
        tightness.AS_STATED,
        tightness.WITH_GAPS,
        separation.INTERVALS,
        separation.THEOREM,
        separation.WITH_GAPS,
    ),
    parts=(Part("by another algorithm", "sec_1a_ucbvi"), Part("not by another analysis")),
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


@repaired.check({r"a lower bound smaller by $\sqrt X$": {"factor": "sqrt(X)"}})
def no_gap(suite: Suite, factor: str = "1") -> Shown:
    return same_orders(
        "the lower bound has the order of Theorem 4's bound",
        (f"L*X*sqrt(T*A)/({factor})", UCRL_LP),
    )
