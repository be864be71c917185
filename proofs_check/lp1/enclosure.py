"""LP1 at its true, irrational radii: enclosed between two LPs with rational ones (Sec. IV).

LP1's optimum and every optimistic value grow with eps_i and r_hat_i, so solving with both rounded
down and with both rounded up encloses them. Letters as in data.py; r_sum[h][x][a] is the sum
of the rewards seen, so that r_bar_i = r_sum / max{1, N_i} (eq. (14)).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from proofs_check.arithmetic import ONE, Decision, Enclosure, Q, Radii, each
from proofs_check.lp1.data import LP1Data, PerPair, PerTriple, check_shape
from proofs_check.lp1.optimum import Optimum, Scaled
from reference.support.errors import PreconditionError


def enclosed_r_hat(r_sum: Q, N: int, radii: Radii) -> Enclosure:
    """Eq. (16): r_hat_i = min{1, r_bar_i + b_i}, enclosed."""
    r_bar, b = r_sum / max(1, N), radii.b(N)
    return Enclosure(min(ONE, r_bar + b.lo), min(ONE, r_bar + b.hi))


def enclosing_data(
    layers: Sequence[int],
    A: int,
    N: PerPair[int],
    N3: PerTriple[int],
    r_sum: PerPair[Q],
    radii: Radii,
) -> tuple[LP1Data, LP1Data]:
    """LP1 with eps_i and r_hat_i rounded down, and with both rounded up. Raises PreconditionError
    for invalid counts (see LP1Data)."""
    check_shape("N", N, layers, A)
    check_shape("r_sum", r_sum, layers, A)
    eps = [
        [[radii.eps(layers[h + 1], n) for n in row] for row in layer] for h, layer in enumerate(N)
    ]
    rewards = [
        [
            [enclosed_r_hat(s, n, radii) for s, n in zip(sums, row, strict=True)]
            for sums, row in zip(r_sum[h], layer, strict=True)
        ]
        for h, layer in enumerate(N)
    ]
    lo, hi = attrgetter("lo"), attrgetter("hi")
    return (
        LP1Data(layers, A, N, N3, each(lo, eps), each(lo, rewards)),
        LP1Data(layers, A, N, N3, each(hi, eps), each(hi, rewards)),
    )


def check_r_sum(N: PerPair[int], r_sum: PerPair[Q]) -> None:
    """0 <= r_sum(x,a) <= N(x,a), rewards being in [0, 1]. Raises PreconditionError if not."""
    for h, layer in enumerate(r_sum):
        for x, row in enumerate(layer):
            for a, s in enumerate(row):
                if not 0 <= s <= N[h][x][a]:
                    rule = f"must lie in [0, N[{h}][{x}][{a}]] = [0, {N[h][x][a]}]"
                    raise PreconditionError(f"r_sum[{h}][{x}][{a}]", s, rule)


def argmax_sets(lo: Optimum, hi: Optimum) -> list[list[list[Decision]]]:
    """Whether action a is optimal in (h, x) at the true radii: [h][x][a], from two enclosing
    optima.

    `lo` is the optimum for radii and r_hat rounded down, `hi` for both rounded up. TRUE and FALSE
    are certain; UNDECIDED where the enclosures of two pairs overlap without being one number.
    Pass one exact optimum twice if radii and r_hat are rational.
    """
    if lo is hi:
        return [
            [
                [Decision.of(a in best, a not in best) for a in range(len(values))]
                for best, values in zip(*of_layer, strict=True)
            ]
            for of_layer in zip(lo.argmax, lo.scaled, strict=True)
        ]
    sets = []
    for h in range(len(lo.scaled)):
        d_lo, d_hi = lo.D[h + 1], hi.D[h + 1]
        layer = []
        for at_lo, at_hi in zip(lo.scaled[h], hi.scaled[h], strict=True):
            found = []
            for a, top in enumerate(at_hi):
                below, above = False, at_lo[a] is not None
                for b, low in enumerate(at_lo):
                    if b != a:
                        below |= _exceeds(low, d_lo, top, d_hi)  # low(b) > high(a)
                        above &= not _exceeds(at_hi[b], d_hi, at_lo[a], d_lo)
                found.append(Decision.of(above, below or top is None))
            layer.append(found)
        sets.append(layer)
    return sets


def _exceeds(u: Scaled | None, d_u: int, v: Scaled | None, d_v: int) -> bool:
    """u > v, an unusable pair being below everything."""
    if u is None or v is None:
        return u is not None
    return u[0] * v[1] * d_v > v[0] * u[1] * d_u
