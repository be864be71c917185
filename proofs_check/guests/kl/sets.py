"""One pair's set of transitions, as a certificate needs it: an upper bound on

    s = max over p in P_i(x, a) of sum_y p(y) (w(y) - ln p(y)),

and a rational p inside. Irrational radii enter as enclosures: outward for the bound, inward for
the point. Balls are Arb at the precision in force.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from flint import arb, fmpq

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, endpoints
from reference.support.errors import PreconditionError

TINIEST = 1e-300
"""Below this, a double counts as 0."""
GRID = 1 << 80
"""Points are multiples of 1/GRID, so that sums keep short denominators."""


def ball(q: Q) -> arb:
    """Return an enclosure of a rational."""
    return arb(fmpq(int(q.numerator), int(q.denominator)))


def down(q: Q) -> Q:
    """Return the greatest multiple of 1/GRID that is at most q."""
    return Q((q.numerator * GRID) // q.denominator, GRID)


class PairSet(Protocol):
    """P_i(x, a)."""

    def bound(self, w: Sequence[arb]) -> arb:
        """Return a nearly tight upper bound of s."""

    def point(self, log_p: Sequence[float]) -> list[Q]:
        """Return a distribution in the set near e^log_p. Raises PreconditionError if there is
        none."""

    def maximiser(self, w: Sequence[float]) -> list[float]:
        """Return the p that attains s, in doubles: a hint."""


@dataclass(frozen=True)
class KnownP:
    """{P}. Pre: P sums to 1."""

    P: Sequence[Q]

    def bound(self, w: Sequence[arb]) -> arb:
        terms = [ball(p) * (w_y - ball(p).log()) for p, w_y in zip(self.P, w, strict=True) if p]
        return sum(terms, arb(0))

    def point(self, log_p: Sequence[float]) -> list[Q]:
        return list(self.P)

    def maximiser(self, w: Sequence[float]) -> list[float]:
        return [float(p) for p in self.P]


@dataclass(frozen=True)
class BoxP:
    """lo(y) <= p(y) <= hi(y), both enclosed."""

    lo: Sequence[Enclosure]
    hi: Sequence[Enclosure]

    @cached_property
    def outward(self) -> list[tuple[arb, arb]]:
        """Return lo and hi, rounded outward."""
        return [(ball(lo.lo), ball(hi.hi)) for lo, hi in zip(self.lo, self.hi, strict=True)]

    @cached_property
    def doubles(self) -> tuple[list[float], list[float]]:
        """Return lo and hi, rounded outward, as doubles."""
        return [float(e.lo) for e in self.lo], [float(e.hi) for e in self.hi]

    @cached_property
    def on_grid(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return lo and hi rounded inward, then outward, in multiples of 2^-60."""
        return (
            [_below(-e.hi, -1) for e in self.lo],
            [_below(e.lo, 1) for e in self.hi],
            [_below(e.lo, 1) for e in self.lo],
            [_below(-e.hi, -1) for e in self.hi],
        )

    def bound(self, w: Sequence[arb]) -> arb:
        tau = filled([float(w_y) for w_y in w], *self.doubles)
        s = -arb(tau) - 1  # any tau gives a bound; this one is nearly the best
        for w_y, (low, high) in zip(w, self.outward, strict=True):
            z = (w_y + arb(tau)).exp()
            if z < low:
                s += entropic(low, w_y, tau) if low > 0 else arb(0)
            elif z > high:
                s += entropic(high, w_y, tau)
            else:  # z itself maximises without the box: a bound for every z
                s += z
        return s

    def point(self, log_p: Sequence[float]) -> list[Q]:
        """Return a point of the box near e^log_p. Raises PreconditionError if the box holds
        none."""
        low = [-down(-e.hi) for e in self.lo]
        room = [down(hi.lo) - lo for hi, lo in zip(self.hi, low, strict=True)]
        p = [
            lo + min(max(near(log) - lo, ZERO), gap)
            for log, lo, gap in zip(log_p, low, room, strict=True)
        ]
        rest = ONE - sum(p, ZERO)
        for y, (lo, gap) in enumerate(zip(low, room, strict=True)):
            change = min(max(rest, lo - p[y]), lo + gap - p[y])
            p[y] += change
            rest -= change
        if rest != 0 or min(room) < 0:
            raise PreconditionError("box", rest, "must contain a distribution when rounded inward")
        return p

    def maximiser(self, w: Sequence[float]) -> list[float]:
        """Return e^w, scaled and clipped."""
        lo, hi = self.doubles
        tau = filled(w, lo, hi)
        z = (math.exp(min(w_y + tau, 700.0)) for w_y in w)
        return [min(max(z_y, low), high) for z_y, low, high in zip(z, lo, hi, strict=True)]


@dataclass(frozen=True)
class BallP:
    """||p - P_bar||_1 <= eps, eps enclosed. P_bar = 0 where nothing was seen."""

    P_bar: Sequence[Q]
    eps: Enclosure

    def bound(self, w: Sequence[arb]) -> arb:
        free = [w_y.exp() for w_y in w]
        s = sum(free, arb(0)).log()  # the whole simplex: a bound for every set
        if not any(self.P_bar):
            return s
        P, half = [float(p) for p in self.P_bar], float(self.eps.hi) / 2
        if half >= 1:
            return s
        log_a = scale(w, lambda y, z: max(z, P[y]), 1 + half)
        log_b = scale(w, lambda y, z: min(z, P[y]), 1 - half)
        if not log_a < log_b:
            return s
        tau, k = arb(log_a + log_b) / 2, arb(log_b - log_a) / 2
        t = -tau - 1 + k * ball(self.eps.hi)  # Lagrangian with prices tau + 1 and k >= 0
        for w_y, p in zip(w, self.P_bar, strict=True):
            raised, lowered = (w_y + tau - k).exp(), (w_y + tau + k).exp()
            if raised > ball(p):
                t += raised + k * ball(p)
            elif lowered < ball(p):
                t += lowered - k * ball(p)
            else:  # P_bar itself, or too close to tell: any of the three is a bound then
                at_P_bar = certain(raised, p, lowered)
                t += entropic(ball(p), w_y, tau) if at_P_bar else raised + k * ball(p)
        return t if t < s else s

    def point(self, log_p: Sequence[float]) -> list[Q]:
        """Return the point, moved towards `P_bar` until it is certainly inside the ball. Raises
        PreconditionError where N = 0 and eps < 1, or if rounding leaves it outside."""
        p = distribution(log_p)
        if not any(self.P_bar):
            if self.eps.lo < 1:
                raise PreconditionError("eps", self.eps.lo, "must be >= 1 where N = 0")
            return p
        away = sum((abs(a - b) for a, b in zip(p, self.P_bar, strict=True)), ZERO)
        limit = max(self.eps.lo - Q(2 * len(p), GRID), ZERO)  # rounding moves it less than that
        if away > limit:
            theta = limit / away
            p = [down(b + theta * (a - b)) for a, b in zip(p, self.P_bar, strict=True)]
            most = max(range(len(p)), key=lambda y: p[y])
            p[most] += ONE - sum(p, ZERO)
        away = sum((abs(a - b) for a, b in zip(p, self.P_bar, strict=True)), ZERO)
        if away > self.eps.lo or min(p) < 0:
            raise PreconditionError("ball", away, "must contain the point when rounded inward")
        return p

    def maximiser(self, w: Sequence[float]) -> list[float]:
        """Return e^w normalised; if outside the ball, raised and lowered towards `P_bar`."""
        most = max(w)
        free = [math.exp(w_y - most) for w_y in w]
        free = [v / sum(free) for v in free]
        P, half = [float(p) for p in self.P_bar], float(self.eps.hi) / 2
        if not any(P) or sum(abs(u - v) for u, v in zip(free, P, strict=True)) <= 2 * half:
            return free
        up = scale(w, lambda y, z: max(z, P[y]), 1 + half)
        down_ = scale(w, lambda y, z: min(z, P[y]), 1 - half)
        return [
            max(math.exp(min(w_y + up, 700.0)), min(math.exp(min(w_y + down_, 700.0)), P[y]))
            for y, w_y in enumerate(w)
        ]


def certain(raised: arb, p: Q, lowered: arb) -> bool:
    """Return whether the maximiser is certainly P_bar."""
    return bool(p and raised < ball(p) and lowered > ball(p))


def entropic(p: arb, w: arb, tau: float | arb) -> arb:
    """Return p (w + tau + 1 - ln p), a coordinate of the Lagrangian at p > 0."""
    return p * (w + tau + 1 - p.log())


def scale(
    w: Sequence[arb] | Sequence[float], cut: Callable[[int, float], float], total: float = 1.0
) -> float:
    """Return tau with sum_y cut(y, e^(w(y) + tau)) about `total`, in doubles: a hint, never
    trusted."""
    v = [float(w_y) for w_y in w]
    low, high = -max(v) - 60.0, -max(v) + 60.0
    for _ in range(80):
        tau = (low + high) / 2
        if sum(cut(y, math.exp(min(v_y + tau, 700.0))) for y, v_y in enumerate(v)) < total:
            low = tau
        else:
            high = tau
    return (low + high) / 2


def filled(w: Sequence[float], lo: Sequence[float], hi: Sequence[float]) -> float:
    """Return tau with sum_y min(max(e^(w(y) + tau), lo(y)), hi(y)) about 1, in doubles: a hint,
    never trusted. The sum is piecewise linear in e^tau, and its pieces are taken in order."""
    most = max(w)
    events: list[tuple[float, float]] = []
    for w_y, low, high in zip(w, lo, hi, strict=True):
        e = math.exp(w_y - most)
        if e > TINIEST:
            events += [(low / e, e), (high / e, -e)]
    at, total, slope = 0.0, math.fsum(lo), 0.0
    for end, change in sorted(events):
        more = slope * (end - at)
        if total + more >= 1 and slope > 0:
            at += (1 - total) / slope
            break
        at, total, slope = end, total + more, slope + change
    return (math.log(at) if at > TINIEST else -690.0) - most


def _below(q: Q, sign: int) -> int:
    """Return sign times the greatest whole number that is at most q 2^60."""
    return sign * int((q.numerator << 60) // q.denominator)


def near(log_p: float) -> Q:
    """Return e^log_p on the grid."""
    return Q(int(math.exp(min(log_p, 0.0)) * 2**60), 1 << 60)


def distribution(log_p: Sequence[float]) -> list[Q]:
    """Return multiples of 1/GRID, all >= 0, that sum to 1, near e^log_p normalised."""
    most = max(log_p)
    e = [math.exp(v - most) for v in log_p]
    p = [Q(int(v / sum(e) * 2**60), 1 << 60) for v in e]
    p[e.index(max(e))] += ONE - sum(p, ZERO)
    return p


def box_enclosures(
    N: int, N3: Sequence[int], Lam: arb, minus: int = 1
) -> tuple[list[Enclosure], list[Enclosure]]:
    """Return UOB-REPS' box of one pair: with n = max{1, N - minus}, lo and hi = P_bar -+ eps
    clipped to [0, 1], eps(y) = 2 sqrt(P_bar(y) Lam / n) + 14 Lam / (3 n)."""
    n, lo, hi = max(1, N - minus), [], []
    for count in N3:
        p = Q(count, max(1, N))
        eps = endpoints(2 * (ball(p) * Lam / n).sqrt() + 14 * Lam / (3 * n))
        lo.append(Enclosure(max(ZERO, p - eps.hi), max(ZERO, p - eps.lo)))
        hi.append(Enclosure(min(ONE, p + eps.lo), min(ONE, p + eps.hi)))
    return lo, hi
