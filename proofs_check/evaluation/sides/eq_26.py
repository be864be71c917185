"""(26): xi_i <= 2 eps_i on the event of Lemma 2, if P_i is completed by P or inside the confidence
set where q_hat_i(x,a) = 0."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun

on, claims = ("lemma_02",), 1


def sides(run: EvaluatedRun, factor: Q | int = 2, radius: str = "eps") -> Iterator[Line]:
    """Yield xi_i and 2 eps_i."""
    yield Line(Each(lambda e: e.xi), Each(lambda e: getattr(e, radius) * factor))


def printed_sides(run: EvaluatedRun) -> Iterator[Line]:
    """Yield the same with uniform rows where q_hat_i(x,a) = 0, which the text does not exclude."""
    yield Line(Each(lambda e: e.xi_uniform), Each(lambda e: e.eps * 2))


def trivial(run: EvaluatedRun) -> int:
    """Return 2, the largest distance of two distributions."""
    return 2


false = {
    r"$\frac12\epsilon_i$": {"factor": Q(1, 2)},
    r"$2/\sqrt{\max\{1,N_i\}}$, without $X_{h+1}$ and $\Lambda$": {"radius": "root"},
    r"$2b_i$, without $X_{h+1}$": {"radius": "b"},
}
