"""(19): the regret is the sum of Bias-I, Diff, Error and Bias-II."""

from collections.abc import Iterator

from proofs_check.evaluation.epochs import Function
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun, Total

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


false = {
    f"without {left_out}": {"of": tuple(name for name in TERMS if name != left_out)}
    for left_out in TERMS
}
