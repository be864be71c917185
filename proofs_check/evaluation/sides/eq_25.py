"""(25): the distance over triples by q_i xi_i alone."""

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.lemma_07 import l1


def weighted_xi(e: Epochs) -> Any:
    """Return (L - s) xi_i: a pair of layer s counts once for each h = s + 1, ..., L."""
    return e.xi * (e.size.L - e.size.h)


def sides(run: EvaluatedRun, share: Q | int = 1, weight: int = 1) -> Iterator[Line]:
    """Yield the distance over triples, and the sum of q_i xi_i."""
    xi = weighted_xi if weight else (lambda e: e.xi)
    yield Line(l1(run), run.played(xi) * share)


def trivial(run: EvaluatedRun) -> int:
    """Return 2LT."""
    return 2 * run.L * run.T


false = {
    r"$\frac12$ of the right side": {"share": Q(1, 2)},
    r"without the weights $L-s$": {"weight": 0},
}
