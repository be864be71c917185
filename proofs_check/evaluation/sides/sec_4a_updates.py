"""Sec. IV-A: the number of policy updates, at most XA log T as printed, XA log2 T as repaired."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, ln
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun

requires = {"trigger": ("max1",)}


def sides(
    run: EvaluatedRun, share: Q | int = 1, log: int = 1, X: int = 1, A: int = 1
) -> Iterator[Line]:
    """Yield the bound of the layers with X_h A >= 2, and XA log2 T."""
    if run.T < 2:
        return
    log2 = ln(run.T) / ln(2) if log else 1
    layers = sum(n * run.A for n in run.layers[:-1] if n * run.A >= 2)
    if X == A == 1 and log:
        first = layers * log2 * share if layers else run.T.bit_length() * share
        yield Line(run.updates, first, "by layers")
    yield Line(run.updates, share * run.X**X * run.A**A * log2, "XA log2 T")


def printed_sides(run: EvaluatedRun, log: int = 1) -> Iterator[Line]:
    """Yield XA log T."""
    yield Line(run.updates, run.X * run.A * (ln(run.T) if log else 1))


def trivial(run: EvaluatedRun) -> int:
    """Return T: no algorithm updates more often."""
    return run.T


false = {
    r"$\frac14XA\log_2T$": {"share": Q(1, 4)},
    r"$XA$, without $\log_2T$": {"log": 0},
    r"$A\log_2T$, without $X$": {"X": 0},
    r"$X\log_2T$, without $A$": {"A": 0},
}
