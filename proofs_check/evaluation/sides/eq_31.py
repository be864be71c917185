"""(31): with probability at least 1 - delta, r_bar_i - r <= b_i/2 at every pair in every epoch, so
r_hat_i - r <= min{1, 3 b_i/2}; as printed r_hat_i - r <= 2 b_i, and so Bias-II."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.eq_19 import term

is_event, claims, costs = True, 1, 1
printed_on = ("lemma_03",)
requires = {"log": ("ln", "log2")}


def sides(run: EvaluatedRun, share: Q = HALF, radius: str = "b") -> Iterator[Line]:
    """Yield the event, one half of a union bound."""
    yield Line(Each(lambda e: e.r_bar - e.r), Each(lambda e: getattr(e, radius) * share))


def printed_sides(run: EvaluatedRun, factor: Q | int = 2, of: str = "b") -> Iterator[Line]:
    """Yield r_hat_i - r <= 2 b_i, and Bias-II by the bonuses."""
    above = Each(lambda e: e.r_hat - e.r)
    yield Line(above, Each(lambda e: getattr(e, of) * factor), "every pair", most=1)
    played = run.played(lambda e: e.b)
    yield Line(term(run, "Bias-II"), played * factor, "Bias-II", most=run.L * run.T)


false = {
    r"$\frac18b_i$": {"share": Q(1, 8)},
    r"$\frac12/\sqrt{\max\{1,N_i\}}$, without $\Lambda$": {"radius": "root"},
    r"printed, $\frac12b_i$": {"factor": Q(1, 2)},
    r"printed, without $\Lambda$": {"of": "root"},
}
