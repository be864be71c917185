r"""The regret $\tilde O(LX\sqrt{TA})$ is below the best bound of all earlier algorithms that
keep confidence sets for $P$; the best of these is $\tilde O(L^{3/2}X\sqrt{TA})$.

UC-O-REPS and UOB-REPS, from which the method is taken, keep the same confidence sets and have
$\tilde O(LX\sqrt{TA})$ in the harder adversarial setting (the source says so in a sentence that
it comments out). Fixed rewards are a special case."""

from __future__ import annotations

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import (
    SAME_METHOD,
    UCBVI_2017,
    UCRL2,
    below_all,
)

statement = Statement(
    "sec:I",
    __doc__,
    sentences=("dd76f76a8950",),
    corrections={
        4: Correction(
            (
                r"Compared to the best regret bound of existing algorithms that adopt the same "
                r"method based on confidence set,"
            ),
            "Compared to the regret bound of UCRL2,",
        )
    },
)

printed = statement.printed(
    "best of the same method",
    tex=r"\tilde O(LX\sqrt{TA})<\text{every earlier bound by confidence sets}",
    repair=(
        r"smaller than UCRL2's bound only; UC-O-REPS and UOB-REPS have $LX\sqrt{TA}$ already, "
        "for adversarial rewards"
    ),
)

repaired = statement.repaired(
    "below UCRL2's, sublinear in $T$",
    tex=r"\tilde O(LX\sqrt{TA})<\tilde O(L^{3/2}X\sqrt{TA})",
    says=r"""The regret $LX\sqrt{TA\Lambda}$, up to a constant, is below UCRL2's bound with
$D\geq L$ by the factor $\sqrt{L}$, sublinear in $T$ and polynomial in $L$, $X$, $A$.""",
    steps=(cited("the regret", "theorem_4", "sec_1a_ucrl2"),),
)


@printed.check({"(the printed form is false: here against UCBVI)": {"sources": (UCBVI_2017,)}})
def best_of_method(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Shown:
    return below_all(sources)


@repaired.check({"UCRL2 with $D=1$": {"D": "1"}})
@repaired.proves("its quotient by UCRL2's bound, $D=L$, falls to 0 with $L$")
def below_ucrl2(suite: Suite, D: str = "L") -> Shown:
    return below_all((UCRL2,), D)


@repaired.proves(r"$\Lambda/T$, so $LX\sqrt{TA\Lambda}/T$, falls to 0 with $T$")
def sublinear(suite: Suite) -> Shown:
    import sympy

    u, c = sympy.symbols("u c", positive=True)  # T, and everything that does not depend on T
    tally = Tally("proved", r"$CLX\sqrt{TA\Lambda}/T\to0$")
    tally.holds(
        sympy.limit(sympy.log(c * u) / u, u, sympy.oo) == 0, says=r"$\ln(\text{ cT})/T\to0$"
    )
    return tally
