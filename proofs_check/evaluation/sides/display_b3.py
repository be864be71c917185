"""App. B, display 3: in every layer the sums of display 2 add up to at most
(1 + sqrt 2) sqrt(T X_h A); as printed through 3 sqrt(N_m)."""

from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun, Total
from proofs_check.evaluation.sides.display_b2 import PIGEONHOLE

requires = {"trigger": ("max1",)}


def left(run: EvaluatedRun) -> Total:
    """Return the sums of display 2, in every layer."""
    return run.over_i(lambda e: e.root * e.n, by="layer")


def in_layers(run: EvaluatedRun, row: Total) -> list[Total]:
    """Return the sum of a row of pairs in every layer."""
    return [row[run.size.pairs_of(h)].sum() for h in range(run.L)]


def sides(
    run: EvaluatedRun, constant: Real | Q = PIGEONHOLE, pairs: int = 1, T: Q = HALF
) -> Iterator[Line]:
    """Yield the sums, through the roots of N_{m+1}."""
    for h, roots in enumerate(in_layers(run, run.N_end.sqrt())):
        right = constant * run.bound(sqrt((run.layers[h] * run.A) ** pairs), T=T, A=0, Lam=0)
        where = f"layer {h}"
        yield Line(left(run)[h], right, where)
        if pairs == 1 and constant == PIGEONHOLE and T == HALF:
            yield Line(left(run)[h], roots * constant, f"{where}, pair by pair", step=True)
            yield Line(roots * constant, right, f"{where}, Jensen", step=True)


def printed_sides(run: EvaluatedRun, three: Q | int = 3) -> Iterator[Line]:
    """Yield the first inequality with N_m, and the last."""
    for h, roots in enumerate(in_layers(run, run.N_m.sqrt())):
        yield Line(left(run)[h], roots * three, f"layer {h}, first inequality")
        right = 3 * sqrt(run.T * run.layers[h] * run.A)
        yield Line(roots * three, right, f"layer {h}, second", step=True)


def trivial(run: EvaluatedRun) -> int:
    """Return T."""
    return run.T


false = {
    r"$\frac14(1+\sqrt2)$ for $1+\sqrt2$": {"constant": Q(6, 10)},
    r"$\frac{12}5$ for $1+\sqrt2$": {"constant": Q(12, 5)},
    r"without $X_hA$": {"pairs": 0},
    r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
}
