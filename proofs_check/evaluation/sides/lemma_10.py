"""Lemma 10 (Azuma-Hoeffding) for the martingales of the proof: that of (33) in each layer, that of
(27), and that of Lemma 6 repaired, whose differences lie in an interval of length L."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides import eq_33, lemma_06, lemma_09_azuma

is_event, claims, costs = True, 3, 3


def sides(run: EvaluatedRun, share: Q | int = 1, log: int = 1) -> Iterator[Line]:
    """Yield the three martingales."""
    parts = (
        ("(33)", eq_33.sides(run, share, log), run.T),
        ("(27)", lemma_09_azuma.sides(run, share, log), lemma_09_azuma.trivial(run)),
        ("Lemma 6", lemma_06.event(run, share, log), run.L * run.T),
    )
    for name, lines, most in parts:
        for line in lines:
            yield Line(line.left, line.right, name, most=most, per=line.per)


false = {
    r"$\frac14$ of the bounds": {"share": Q(1, 4)},
    "without logarithms": {"log": 0},
}
