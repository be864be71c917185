"""(35), line by line: from the bonuses at the visited pairs to 5 sqrt(TLXA Lam)."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun

requires = {"trigger": ("max1",)}


def sides(
    run: EvaluatedRun, three: Q | int = 3, weight: str = "root", pairs: int = 1, T: Q = HALF
) -> Iterator[Line]:
    """Yield the six lines."""
    factor = sqrt(run.Lam * 2)
    first = run.visited(lambda e: e.b)
    second = run.visited(lambda e: getattr(e, weight)) * factor
    third = run.over_i(lambda e: e.root * e.n, by="layer").sum() * factor
    layers = Real.of(0)
    for n in run.layers[:-1]:
        layers = layers + sqrt((n * run.A) ** pairs)
    fourth = run.bound(three, factor, layers, T=T, A=0, Lam=0)
    fifth = run.bound(3, sqrt(2), L=Q(1, 2), X=Q(1, 2))
    yield Line(first, second, "lines 1 and 2", equal=True)
    yield Line(second, third, "lines 2 and 3", equal=True)
    yield Line(third, fourth, "lines 3 and 4")
    if three == 3 and pairs == 1 and T == HALF:
        yield Line(fourth, fifth, "lines 4 and 5", step=True)
        yield Line(fifth, run.bound(5, L=Q(1, 2), X=Q(1, 2)), "lines 5 and 6", step=True)


def trivial(run: EvaluatedRun) -> Real:
    """Return LT sqrt(2 Lam)."""
    return run.L * run.T * sqrt(run.Lam * 2)


false = {
    r"$\frac34$ for 3 in line 4": {"three": Q(3, 4)},
    "2 for 3 in line 4": {"three": 2},
    r"$1/N_i$ for $1/\sqrt{N_i}$": {"weight": "share"},
    r"$1/\sqrt{N_i+1}$ for $1/\sqrt{\max\{1,N_i\}}$": {"weight": "later"},
    r"without $X_hA$ in line 4": {"pairs": 0},
    r"$T^{1/4}$ for $\sqrt T$ in line 4": {"T": Q(1, 4)},
}
