"""Proof of Theorem 4: Bias-I <= 0 on the event of Lemma 3, in every epoch."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.eq_19 import term

on, claims = ("lemma_03",), 2


def sides(run: EvaluatedRun, bound: str = "r_hat", least: Q | int = 0) -> Iterator[Line]:
    """Yield <q*, r - r_hat_i> of every epoch, and Bias-I."""
    of_epoch = Each(lambda e: (e.q_star * (e.r - getattr(e, bound))).sum(1), per="epoch")
    yield Line(of_epoch, 0, "every epoch")
    yield Line(term(run, "Bias-I"), -least * run.T, "Bias-I")


def trivial(run: EvaluatedRun) -> int:
    """Return LT."""
    return run.L * run.T


false = {
    r"$\bar r_i$ in place of $\hat r_i$": {"bound": "r_bar"},
    r"Bias-I $\leq-T$": {"least": 1},
}
