"""Lemma 1, (13): Q^{P_i} is not empty, and the recorded q_hat_i satisfies its rows, up to the
tolerance of the header."""

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun

requires = {"log": ("ln", "log2")}


def sides(run: EvaluatedRun, share: Q | int = 1, radius: str = "eps") -> Iterator[Line]:
    """Yield a row for the set, and the deviations' rows summed over x'."""
    eps = Each(lambda e: getattr(e, radius) * share)
    yield Line(Each(lambda e: e.unseen), eps, "some row is within eps_i of P_bar_i = 0")

    def mass(e: Epochs) -> Any:
        return e.by_pair(e.recorded)

    def apart(e: Epochs) -> Any:
        return e.by_pair(abs(e.recorded - e.P_bar * mass(e)[:, e.size.pair_of]))

    right = Each(lambda e: getattr(e, radius) * share * mass(e) + 2 * run.tolerance)
    yield Line(Each(apart), right, "q_hat_i", most=Each(lambda e: mass(e) * 2))


false = {
    r"$\frac14\epsilon_i$": {"share": Q(1, 4)},
    r"$1/\sqrt{\max\{1,N_i\}}$ for $\epsilon_i$, without $X_{h+1}$ and $\Lambda$": {
        "radius": "root"
    },
    r"$b_i$ for $\epsilon_i$, without $X_{h+1}$": {"radius": "b"},
}
