"""Proof of Theorem 4: Diff <= 0 on the event of Lemma 2, up to what the header's tolerance leaves
to the solver of LP1."""

from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q
from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.sides.eq_19 import term

on, claims = ("lemma_02",), 1


def sides(run: EvaluatedRun, measure: str = "q_hat", least: Q | int = 0) -> Iterator[Line]:
    """Yield <q* - q_hat_i, r_hat_i> of every epoch, and Diff."""
    solver = run.tolerance * (4 * run.L)

    def of_epoch(e: Epochs) -> Any:
        return ((e.q_star - getattr(e, measure)) * e.r_hat).sum(1)

    yield Line(Each(of_epoch, per="epoch"), solver, "every epoch")
    yield Line(term(run, "Diff"), (solver - least) * run.T, "Diff")


def trivial(run: EvaluatedRun) -> int:
    """Return LT."""
    return run.L * run.T


false = {
    r"$q_i$ in place of $\hat q_i$": {"measure": "q"},
    r"Diff $\leq-T/10$": {"least": Q(1, 10)},
}
