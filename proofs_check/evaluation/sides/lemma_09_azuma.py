"""(27), its martingale: with probability at least 1 - delta, the sum of (q_{i(t)} - I^{(t)})
xi_{i(t)} is at most 2 LX sqrt(2T log(L/delta))."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.eq_25 import weighted_xi

is_event, claims, costs = True, 1, 1


def azuma(run: EvaluatedRun, log: int = 1, T: Q = HALF) -> Real:
    """Return the right side."""
    found = run.bound(2 * run.L * run.X, sqrt(2), T=T, A=0, Lam=0)
    return found * (sqrt(run.ln_1(run.L)) if log else 1)


def sides(run: EvaluatedRun, share: Q | int = 1, log: int = 1, T: Q = HALF) -> Iterator[Line]:
    """Yield the martingale and its bound."""
    xi = run.played(weighted_xi) - run.visited(weighted_xi)
    yield Line(xi, azuma(run, log, T) * share)


def trivial(run: EvaluatedRun) -> int:
    """Return T times the largest difference: xi_i <= 2, and 0 in the last layer."""
    return run.T * (run.L * (run.L + 1) - 2)


false = {
    r"$\frac14$ of the bound": {"share": Q(1, 4)},
    r"without $\log(L/\delta)$": {"log": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
}
