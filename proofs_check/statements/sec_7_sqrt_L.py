r"""The regret bound is below those of the earlier works that use confidence sets by a factor
$\sqrt L$ (Sec. VII).

This is true of UCRL2 if $D=L$; if $D>L$ the factor is larger. It is false of UC-O-REPS and
UOB-REPS, which have the same bound. UCRL2B's leading term, where at most $\Gamma$ states can
follow a pair, is smaller where $D<LX/\Gamma$ and larger where $D>LX/\Gamma$, as at the size of
Section VI."""

from proofs_check.statements.common.orders import *
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:VII.3",
    __doc__,
    number=r"Sec. VII, $\sqrt L$",
)

printed = statement.printed(
    r"a factor $\sqrt{L}$ less",
    tex=r"\sqrt L\cdot LX\sqrt{TA}=\text{bounds of the earlier works by confidence sets}",
    repair=(
        r"the bound is below UCRL2's, by the factor $\sqrt L$ at least if $D\geq L$; UC-O-REPS and "
        r"UOB-REPS have $\tilde O(LX\sqrt{TA})$ too, and UCRL2B's leading term is less "
        r"where $D<LX/\Gamma$"
    ),
    bounds=(UOB_REPS, UC_O_REPS),
    no_claim="orders",
    coq=(Coq("not_below_UOB_REPS", "systems/CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    r"a factor $\sqrt{L}$ below UCRL2",
    tex=r"L^{3/2}X\sqrt{TA}=\sqrt L\cdot LX\sqrt{TA}",
    says=r"""The bound $LX\sqrt{TA}$ is below UCRL2's bound $DX\sqrt{LTA}$, by the factor $\sqrt L$
if $D=L$ and by more if $D>L$.""",
    steps=(cited("both bounds", "theorem_4", "sec_1a_ucrl2"),),
    bounds=(UCRL2,),
    no_claim="orders",
    coq=(Coq("below_UCRL2", "systems/CitedBounds.v"),),
)


@printed.check(
    {
        "(false already: here against UCBVI first, of another method)": {
            "sources": (UCBVI_2017, UCRL2)
        }
    }
)
def factor_L(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Iterator[Found]:
    yield below_all(sources)
    yield below_if(*UCRL2B_BELOW)


@repaired.check({"episodes taken for steps in UCRL2's bound": {"n": "T"}})
@repaired.proves("their quotient")
def factor_L_repaired(suite: Suite, n: str = "L*T") -> Shown:
    bounds = (order(UCRL2, n=n), OLD), (order(UCRL2, D="D", n=n), f"D/L*{OLD}")
    return same_orders("UCRL2's bound if $D=L$, and with any $D$", *bounds)
