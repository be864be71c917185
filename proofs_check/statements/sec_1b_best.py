r"""The regret bound $\tilde O(LX\sqrt{TA})$ is below the best bound of all existing algorithms that
adopt the same method, based on confidence sets, which is $\tilde O(L^{3/2}X\sqrt{TA})$ (Sec.
I-B).

UC-O-REPS and UOB-REPS keep confidence sets for $P$ too and have $\tilde O(LX\sqrt{TA})$, in the
harder adversarial setting, of which fixed rewards are a special case. (The source says so of
both in a sentence that is commented out.) UCRL2B's $\tilde O(\sqrt{D\Gamma SAn})$, by confidence
sets with Bernstein's inequality, has a leading term below $LX\sqrt{TA}$ where $D<LX/\Gamma$, as
for layers of one state, and above it at the size of Section VI. Less is known for algorithms
that are told a bound on the span of the optimal bias (E-4)."""

from proofs_check.statements.common.orders import *
from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:I",
    __doc__,
    number="Sec. I-B, best",
)

printed = statement.printed(
    "best of the same method",
    tex=r"\tilde O(LX\sqrt{TA})<\text{every earlier bound by confidence sets}",
    repair=(
        r"the bound is below UCRL2's; UC-O-REPS and UOB-REPS have $\tilde O(LX\sqrt{TA})$ too, for "
        r"adversarial rewards, and UCRL2B's leading term is less where $D<LX/\Gamma$"
    ),
    bounds=(UOB_REPS, UC_O_REPS),
    no_claim="orders",
    coq=(Coq("not_below_UOB_REPS", "systems/CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    "below UCRL2's, sublinear in $T$",
    tex=r"\tilde O(LX\sqrt{TA})<\tilde O(L^{3/2}X\sqrt{TA})",
    says=r"""Up to a constant the regret is at most $LX\sqrt{TA\Lambda}$. This is below UCRL2's
bound, where $D\geq L$, by the factor $\sqrt L$ at least; it is sublinear in $T$ and polynomial in
$L$, $X$ and $A$.""",
    steps=(cited("the regret", "theorem_4", "sec_1a_ucrl2"),),
    bounds=(UCRL2,),
    no_claim="orders",
    coq=(Coq("below_and_sublinear", "systems/CitedBounds.v"),),
)


@printed.check({"(false already: here against UCBVI)": {"sources": (UCBVI_2017,)}})
def best_of_method(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Iterator[Found]:
    yield below_all(sources)
    yield below_if(*UCRL2B_BELOW)


@repaired.check({"UCRL2 with $D=1$": {"D": "1"}})
@repaired.proves(r"its quotient by UCRL2's bound, with the least $D=L$, tends to 0 as $L$ grows")
def below_ucrl2(suite: Suite, D: str = "L") -> Shown:
    return below_all((UCRL2,), D)


@repaired.proves(r"$\Lambda/T$, and so $LX\sqrt{TA\Lambda}/T$, tends to 0 as $T$ grows")
def sublinear(suite: Suite) -> Shown:
    import sympy

    u, c = sympy.symbols("u c", positive=True)  # T, and everything that does not depend on T
    tally = Tally("proved", r"$LX\sqrt{TA\Lambda}/T\to0$ as $T\to\infty$")
    tally.holds(sympy.limit(sympy.log(c * u) / u, u, sympy.oo) == 0, says="ln(cT)/T -> 0")
    return tally
