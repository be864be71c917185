"""(33): with probability at least 1 - delta, in every layer the martingale of Lemma 11 is at most
sqrt(2T log(L/delta))."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, sqrt
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun

is_event, claims, costs = True, 1, 1


def sides(run: EvaluatedRun, share: Q | int = 1, log: int = 1, T: Q = HALF) -> Iterator[Line]:
    """Yield sum_t Y_t of every layer."""
    Y = run.played(lambda e: e.root, "layer") - run.visited(lambda e: e.root, "layer")
    right = run.bound(sqrt(2), T=T, A=0, Lam=0) * (sqrt(run.ln_1(run.L)) if log else 1)
    yield Line(Y, right * share, per="layer")


def trivial(run: EvaluatedRun) -> int:
    """Return T, as Y_t <= 1."""
    return run.T


false = {
    r"$\frac14$ of the bound": {"share": Q(1, 4)},
    r"without $\log(L/\delta)$": {"log": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
}
