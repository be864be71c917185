"""What `certificate` and `upper_occupancy` prove about boxes, in doubles with a bound on their
error: much faster, and where it does not prove enough the exact ones decide.

For a feasible q with rows p(y|x,a), any beta and tau(x,a), w(y) = ln q_old(x,a,y) + beta(y) and
delta(y) = w(y) + tau - ln p(y),

    s(x,a) <= sum_y p(y) (w(y) - ln p(y)) + slack(x,a),
    slack(x,a) = sum_y min{p (e^delta - 1 - delta), delta_+ (hi - p) + delta_- (p - lo)}:

v (w + tau + 1 - ln v) is concave in v, has the slope delta at p and its maximum at e^(w + tau).
With ln z = s - c - beta(x), Z_h = sum z and rho = ln q - ln z + ln Z_h the sums of q and of z / Z_h
are 1 and beta telescopes, so the gap of `certificate` is

    sum_h sum_{x,a} q(x,a) (e^-rho - 1 + rho + slack(x,a)),

in which nothing cancels: an error of rho enters squared. The rows p are whole multiples of 1/UNITS
that sum to 1 and lie in their boxes, both exactly; q is what they and such a policy lead to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q
from proofs_check.guests.kl.sets import BoxP

UNITS = 1 << 60
ROUNDING = 2.0**-50  # eight times what one operation, an exp or a log loses
LARGEST_LOG = 600.0
EDGE = 1e-9  # an entry nearer to an end of its interval, relatively, does not determine tau
Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True)
class BoxLayer:
    """Boxes of the pairs of a layer, [x][a][y] in units: ends rounded inward and outward; and as
    doubles."""

    low_in: Whole
    high_in: Whole
    low_out: Whole
    high_out: Whole
    low: Floats
    high: Floats

    @classmethod
    def of(cls, pairs: Sequence[Sequence[BoxP]]) -> BoxLayer:
        """Return the boxes of a layer, [x][a]."""
        ends = [np.array([[box.on_grid[k] for box in row] for row in pairs]) for k in range(4)]
        doubles = [np.array([[box.doubles[k] for box in row] for row in pairs]) for k in (0, 1)]
        return cls(*ends, *doubles)


@dataclass(frozen=True)
class QuickCertificate:
    """As in `certificate.KLCertificate`: `gap` bounds D(q || q_new), `radius` the l1 distance of
    the recorded q from q_new."""

    gap: Q
    radius: Q


def certify_boxes(
    layers: Sequence[BoxLayer], log_q_old: Any, c: Any, beta: Any, log_q: Any
) -> QuickCertificate | None:
    """Return the certificate for the recorded ln q, or None if there is none in doubles."""
    L, mass, gap, away = len(layers), np.ones(1), 0.0, 0.0
    with np.errstate(all="ignore"):
        for h, box in enumerate(layers):
            here = np.array(beta[h] if h else [0.0] * len(beta[h]))
            after = np.array(beta[h + 1] if h + 1 < L else [0.0] * len(beta[h + 1]))
            step = _Step(box, *(np.array(v[h], dtype=np.float64) for v in (log_q_old, c, log_q)))
            if not step.feasible(mass):
                return None
            gap += step.gap(here, after)
            away += float(np.abs(step.q - np.exp(step.log_q)).sum()) + step.lost
            mass = step.q.sum(axis=(0, 1))
    radius = (away + (2 * L * max(gap, 0.0)) ** 0.5) * (1 + 1e-9)
    if not radius < 1:  # nor if it is not a number
        return None
    return QuickCertificate(Q(max(gap, 0.0)), Q(radius))


class _Step:
    """One layer: ln q_old, c, and the recorded ln q."""

    def __init__(self, box: BoxLayer, old: Floats, c: Floats, log_q: Floats) -> None:
        self.box, self.old, self.c, self.log_q = box, old, c, log_q
        self.lost = (log_q.shape[2] + 64) * ROUNDING  # of numbers of about 1

    def feasible(self, mass: Floats) -> bool:
        """Find rows and a policy near the recorded ones, and q from the mass of the states. Return
        whether there are such."""
        if not (np.abs(self.log_q).max() < LARGEST_LOG and np.abs(self.old).max() < LARGEST_LOG):
            return False
        box, top = self.box, self.log_q.max(axis=2, keepdims=True)
        of_pairs = top[..., 0] + np.log(np.exp(self.log_q - top).sum(axis=2))
        p = (np.exp(np.minimum(self.log_q - of_pairs[..., None], 0.0)) * UNITS).astype(np.int64)
        p = np.minimum(np.maximum(p, box.low_in), box.high_in)
        rest = UNITS - p.sum(axis=2)
        for y in range(p.shape[2]):
            low, high = box.low_in[..., y] - p[..., y], box.high_in[..., y] - p[..., y]
            change = np.minimum(np.maximum(rest, low), high)
            p[..., y] += change
            rest = rest - change
        if rest.any() or (box.low_in > box.high_in).any():
            return False
        e = np.exp(of_pairs - of_pairs.max(axis=1, keepdims=True))
        pi = (e / e.sum(axis=1, keepdims=True) * UNITS).astype(np.int64)
        first = np.arange(len(pi)), e.argmax(axis=1)
        pi[first] += UNITS - pi.sum(axis=1)
        self.units, self.p = p, p / UNITS
        self.of_pair = mass[:, None] * (pi / UNITS)
        self.q = self.of_pair[..., None] * self.p
        return bool(self.of_pair.min() > 0)

    def gap(self, here: Floats, after: Floats) -> float:
        """Return an upper bound of this layer's part of the gap."""
        w = self.old + after
        log_p = np.log(np.maximum(self.p, 1 / UNITS))
        largest = max(float(np.abs(v).max()) for v in (w, log_p, self.c, here, self.log_q))
        lost = self.lost * (1 + 4 * largest)
        tau = self._tau(w, log_p)
        delta = w + tau[..., None] - log_p
        lost *= 1 + float(np.abs(tau).max())
        size = np.abs(delta) + lost
        box, units = self.box, self.units
        free = self.p * size**2 / 2 * np.exp(np.minimum(size, 2 * LARGEST_LOG))
        up = np.maximum(delta + lost, 0.0) * ((box.high_out - units) / UNITS)
        down = np.maximum(lost - delta, 0.0) * ((units - box.low_out) / UNITS)
        at_0 = np.exp(np.minimum(w + tau[..., None] + lost, LARGEST_LOG))
        slack = np.where(units > 0, np.minimum(free, up + down), at_0).sum(axis=2) * (1 + 1e-9)
        log_z = (self.p * (w - log_p)).sum(axis=2) - self.c - here[:, None]
        low, high = log_z - lost, log_z + slack + lost
        log_q = np.log(self.of_pair)
        off = np.maximum(np.abs(log_q - low + _log_sum(high)), np.abs(log_q - high + _log_sum(low)))
        off = off + lost
        part = off**2 / 2 * np.exp(np.minimum(off, LARGEST_LOG)) + slack
        return float((self.of_pair * part).sum()) * (1 + 1e-9)

    def _tau(self, w: Floats, log_p: Floats) -> Floats:
        """Return a tau for which delta is about 0 inside of the intervals; where none is inside,
        one between the ends that bind. Any tau is right."""
        box, p, t = self.box, self.p, log_p - w
        at_low, at_high = p <= box.low * (1 + EDGE) + EDGE**2, p >= box.high * (1 - EDGE)
        weight = np.where(at_low | at_high, 0.0, p)
        total = weight.sum(axis=2)
        most = np.where(at_low, t, np.inf).min(axis=2)
        least = np.where(at_high, t, -np.inf).max(axis=2)
        most = np.where(np.isfinite(most), most, least)
        least = np.where(np.isfinite(least), least, most)
        tau: Floats = np.where(
            total > 0, (weight * t).sum(axis=2) / np.maximum(total, 1e-300), (most + least) / 2
        )
        return tau


def _log_sum(v: Floats) -> float:
    """Return ln sum e^v."""
    top = float(v.max())
    return top + float(np.log(np.exp(v - top).sum()))


def distance_of_logs(log_q: Any, log_p: Any) -> Enclosure:
    """Return sum |e^log_q - e^log_p| of tables [h][x][a][y] of measures that are at most about 1
    in a layer."""
    total, lost = 0.0, 0.0
    for log_q_h, log_p_h in zip(log_q, log_p, strict=True):
        a, b = np.exp(np.array(log_q_h)), np.exp(np.array(log_p_h))
        total += float(np.abs(a - b).sum())
        lost += (a.size + 64) * ROUNDING * float(a.sum() + b.sum()) + 1e-290
    if not total < 1e9:
        return Enclosure(ZERO, Q(1 << 1000))
    return Enclosure(max(ZERO, Q(total) - Q(lost)), Q(total) + Q(lost))


def shares_away(log_q: Any, pi: Any) -> Floats:
    """Return, for the states of a layer, a bound on |pi(a|x) - q(x, a) / q(x)| for every a."""
    logs = np.array(log_q, dtype=np.float64)
    q = np.exp(logs - logs.max(axis=(1, 2), keepdims=True)).sum(axis=2)
    away: Floats = np.abs(np.array(pi, dtype=np.float64) - q / q.sum(axis=1, keepdims=True))
    bounds: Floats = away.max(axis=1) + (logs.shape[1] * logs.shape[2] + 64) * ROUNDING
    return bounds


def upper_occupancy_near(pi: Any, layers: Sequence[BoxLayer], h: int, x: int, a: int) -> Enclosure:
    """Return u(x, a) for x in layer h, the maximum of q^{P,pi}(x, a) over the boxes; [0, 1] if one
    of them is empty as far as doubles tell."""
    f, lost = np.zeros(len(pi[h])), 0.0
    f[x] = 1.0
    for k in reversed(range(h)):
        box = layers[k]
        order = np.argsort(-f, kind="stable")
        low, high, V = box.low[:, :, order], box.high[:, :, order], f[order]
        rest = 1.0 - low.sum(axis=2)
        room = high - low
        before = np.cumsum(room, axis=2) - room
        more = np.minimum(np.maximum(rest[..., None] - before, 0.0), room)
        if (rest < 0).any() or (room.sum(axis=2) < rest).any():
            return Enclosure(ZERO, ONE)
        f = (np.array(pi[k]) * ((low + more) @ V)).sum(axis=1)
        lost += (4 * len(V) + 64) * ROUNDING
    u = Q(float(pi[h][x][a])) * Q(float(f[0]))
    return Enclosure(u - Q(lost), u + Q(lost))
