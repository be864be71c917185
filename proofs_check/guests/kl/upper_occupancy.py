"""The upper occupancy bound u(x, a) = max over P in P_i of q^{P,pi}(x, a), exactly.

Backward from the layer of x with the greedy maximum over a box, in rationals: with boxes rounded
outward and inward it encloses u at the irrational radii, because u grows with the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, each
from reference.support.errors import PreconditionError

Pairs = Sequence[Sequence[Sequence[Q]]]  # [h][x][a]
Triples = Sequence[Sequence[Sequence[Sequence[Q]]]]  # [h][x][a][x1]


def greedy_maximum(lo: Sequence[Q], hi: Sequence[Q], V: Sequence[Q]) -> Q:
    """Return max p.V over lo <= p <= hi, sum p = 1: lo, filled up to hi in decreasing order of V.
    Raises PreconditionError for an empty box."""
    rest = ONE - sum(lo, ZERO)
    if rest < 0 or ONE > sum(hi, ZERO):
        raise PreconditionError("box", rest, "must contain a distribution")
    best = sum((p * v for p, v in zip(lo, V, strict=True)), ZERO)
    for y in sorted(range(len(V)), key=lambda y: -V[y]):
        more = min(rest, hi[y] - lo[y])
        best += more * V[y]
        rest -= more
    return best


def upper_occupancy(pi: Pairs, lo: Triples, hi: Triples, h: int, x: int, a: int) -> Q:
    """Return u(x, a) for x in layer h, exactly."""
    f = [ONE if y == x else ZERO for y in range(len(pi[h]))]
    for k in reversed(range(h)):
        f = [
            sum(
                (p * greedy_maximum(lo[k][z][b], hi[k][z][b], f) for b, p in enumerate(row) if p),
                ZERO,
            )
            for z, row in enumerate(pi[k])
        ]
    return pi[h][x][a] * f[0]


def enclosed(
    pi: Pairs,
    lo: Sequence[Sequence[Sequence[Sequence[Enclosure]]]],
    hi: Sequence[Sequence[Sequence[Sequence[Enclosure]]]],
    h: int,
    x: int,
    a: int,
) -> Enclosure:
    """Return u(x, a) for boxes whose ends are known as enclosures."""
    low, high = attrgetter("lo"), attrgetter("hi")
    inner = upper_occupancy(pi, each(high, lo), each(low, hi), h, x, a)
    outer = upper_occupancy(pi, each(low, lo), each(high, hi), h, x, a)
    return Enclosure(inner, outer)
