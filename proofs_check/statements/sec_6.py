r"""In the simulation both algorithms have regret sublinear in $T$, and UCRL-LP's regret is
significantly better than UCRL2's (Sec. VI).

This is undecided. The source lacks the figure, the values of $T$ and $\delta$, the distributions of
the rewards and of the random MDPs, and the way in which UCRL2 is applied to episodes. Three facts
are known exactly, for this size and $\delta=1/10$. In the suite's run with $T=1000$ the value of
LP1 is $L$, its maximum, in every epoch; so the rule for ties determines the policy, not the bound.
The diameter of its MDP, which UCRL2's bound contains, is 78. The bound of the printed route, with
Lemma 6 repaired, is below $LT$ only from $T=52\,708\,282$ on; UCRL2's bound would be, if its
diameter were $L$, only from $T=2\,409\,741\,146$ on."""

from proofs_check.statements.common.bounds import SIZES, first_below
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.theorem_4 import FORMS
from proofs_check.statements.common.transitions import diameter

statement = Statement(
    "sec:VI",
    __doc__,
    readings=("R-3", "R-5", "R-12", "R-14", "R-22", "R-23"),
)

printed = statement.printed(
    "Figure 1: sublinear, better",
    tex=r"\text{both sublinear in }T;\ \text{UCRL-LP significantly better}",
    no_theorem=(
        r"it reports a simulation, of which the source lacks the figure, $T$, $\delta$ and the "
        "distributions; this is statistics"
    ),
)


STEPS, STATES, ACTIONS, DELTA = 6, 52, 5, Q(1, 10)
MISSING = (
    r"the source lacks the figure, the values of $T$ and $\delta$, the distributions of rewards "
    "and MDPs, and the way in which UCRL2 is applied to episodes"
)

printed_route = partial(FORMS[0].at_tenth, SIZES[-1])  # 12 LX sqrt(TA Lam) + ..., Lemma 6 repaired


@printed.check(
    {
        "the bound of the printed route is below $LT$ at $T=10^6$": lambda _: _useful(),
        "the value of LP1 exceeds $L$ by 1/100": {"value": STEPS + Q(1, 100)},
    }
)
def figure_1(suite: Suite, value: Q | int = STEPS) -> Iterator[Found]:
    yield Evidence("statistical", Verdict.UNDECIDED, 0, MISSING)
    saturated = Tally(
        "exact on runs",
        r"the value of LP1 is $L$ in every epoch, runs of the paper's size with $T\leq1000$",
        step=True,
    )
    wider = Tally(
        "enumerated", "the diameter exceeds $2L$, MDPs of the suite of the paper's size", step=True
    )
    for run in suite.sized(PAPER_LAYERS, PAPER_A):
        if run.T <= 1000:
            for e in run.epochs:
                saturated.leq(value, e.optimum_lo, run=run.name, i=e.i)
        D = diameter(run.P)
        if D is not None:
            wider.leq(2 * STEPS, D, run=run.name)
    yield from (saturated, wider)
    size = rf"$L={STEPS}$, $X={STATES}$, $A={ACTIONS}$, $\delta=1/10$"
    for bound, name in (  # derived, in words of its own: UCRL2's bound is in no claim
        (printed_route, "bound of the printed route, Lemma 6 repaired"),
        (ucrl2_bound, "UCRL2, if $D=L$"),
    ):
        yield Vacuity(f"{name}, {size}", "$LT$", first_below(bound, STEPS, STATES, ACTIONS, DELTA))


def _useful() -> Tally:
    tally = Tally("proved", "is the sum of the printed lemmas at most $LT$? the paper's size")
    tally.leq(printed_route(10**6, lam(10**6, STATES, ACTIONS, DELTA)), STEPS * 10**6, T=10**6)
    return tally


def ucrl2_bound(T: int, Lam: Real) -> Real:
    """Return 34 D S sqrt(A n ln(n/delta)) as if D = L, S = X, n = LT steps (Jaksch et al. 2010)."""
    return sqrt(ln(STEPS * T / DELTA) * (ACTIONS * STEPS * T)) * (34 * STEPS * STATES)
