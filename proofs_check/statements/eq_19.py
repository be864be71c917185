r"""The regret is the sum of four terms: $\mathrm{Reg}_T=\sum_{t=1}^T\langle
q^*-q_{i(t)},r\rangle=\textsc{Bias-I}+\textsc{Diff}+\textsc{Error}+\textsc{Bias-II}$ with
$\textsc{Bias-I}=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle$,
$\textsc{Diff}=\sum_{t=1}^T\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle$,
$\textsc{Error}=\sum_{t=1}^T\langle\hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle$ and
$\textsc{Bias-II}=\sum_{t=1}^T\langle q_{i(t)},\hat r_{i(t)}-r\rangle$.

The identity holds for all values of its letters, so $\hat r_i$ may be any numbers. On the runs
it is the lower end of its enclosure."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ZERO
from proofs_check.evaluation.epochs import Function
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun, Total
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import difference, inner, pair_mass
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "thm:final-decomposition",
    __doc__,
    box=("(19)", "(19)", "four terms"),
    kind="identity",
    part_of="theorem_4",
    sentences=("73c6ccc1a2d5", "f529eddd9ea8", "3ed760f096eb"),
)

printed = statement.printed(
    "regret in four terms",
    tex=(
        r"\mathrm{Reg}_T=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle"
        r"+\sum_{t=1}^T\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle"
        r"+\sum_{t=1}^T\langle\hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle"
        r"+\sum_{t=1}^T\langle q_{i(t)},\hat r_{i(t)}-r\rangle"
    ),
    steps=(
        argued(
            r"add and subtract $\langle q^*,\hat r_i\rangle$, $\langle\hat q_i,\hat r_i\rangle$ "
            r"and $\langle q_i,\hat r_i\rangle$ for $i=i(t)$",
            "eq_09",
        ),
    ),
    coq=(Coq("final_decomposition", "MainResults.v"),),
)


TERMS: dict[str, Function] = {
    "Bias-I": lambda e: e.q_star * (e.r - e.r_hat),
    "Diff": lambda e: (e.q_star - e.q_hat) * e.r_hat,
    "Error": lambda e: (e.q_hat - e.q) * e.r_hat,
    "Bias-II": lambda e: e.q * (e.r_hat - e.r),
}


def term(run: EvaluatedRun, name: str) -> Total:
    """Return one of the four terms, summed over t."""
    return run.over_t(TERMS[name])


def sides(run: EvaluatedRun, of: tuple[str, ...] = tuple(TERMS)) -> Iterator[Line]:
    """Yield the regret, by values, and the terms."""
    found = term(run, of[0])
    for name in of[1:]:
        found = found + term(run, name)
    yield Line(run.regret, found, equal=True)


statement.evaluated(
    sides,
    false={
        f"without {left_out}": {"of": tuple(name for name in TERMS if name != left_out)}
        for left_out in TERMS
    },
)


@printed.check({r"Bias-II with $\hat q_i$ in place of $q_i$": {"of_bias_2": "q_hat_xa"}})
def eq_19(suite: Suite, of_bias_2: str = "q_xa") -> Shown:
    tally = Tally(
        "exact on runs", r"both sides of (19), with $\hat r_i$ at the lower end of its enclosure"
    )
    for run in suite.all:
        q_star, total = pair_mass(run.best.q), ZERO
        for e in run.epochs:
            r_hat = [[[v.lo for v in row] for row in layer] for layer in e.r_hat]
            terms = (
                inner(q_star, difference(run.r, r_hat)),
                inner(difference(q_star, e.q_hat_xa), r_hat),
                inner(difference(e.q_hat_xa, e.q_xa), r_hat),
                inner(getattr(e, of_bias_2), difference(r_hat, run.r)),
            )
            total += e.length * sum(terms, ZERO)
        tally.equal(run.regret, total, run=run.name)
    return tally
