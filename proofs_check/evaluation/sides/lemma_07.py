"""Lemma 7, (23): from triples to pairs."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun, Total


def l1(run: EvaluatedRun) -> Total:
    """Return sum_t ||q_hat_{i(t)} - q_{i(t)}||_1."""
    return run.over_t(lambda e: e.l1)


def sides(run: EvaluatedRun, share: Q | int = 1, pairs: int = 1) -> Iterator[Line]:
    """Yield the distance over triples, and that over pairs with the sum of q_i xi_i."""
    of_pairs = run.over_t(lambda e: abs(e.q_hat - e.q)) * pairs
    yield Line(l1(run), of_pairs + run.played(lambda e: e.xi) * share)


def trivial(run: EvaluatedRun) -> int:
    """Return 2LT: two measures of mass 1 in every layer."""
    return 2 * run.L * run.T


false = {
    r"$\frac14$ of the sum of $q_i\xi_i$": {"share": Q(1, 4)},
    "without the distance over pairs": {"pairs": 0},
}
