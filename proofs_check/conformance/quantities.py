"""The quantities of an epoch record, eq. (10), (11), (14)-(17), enclosed from the counts.

The name of a function is the rule's id and the record's key. Indices: h, x, a (and x1).
"""

from __future__ import annotations

from collections.abc import Callable

from proofs_check.arithmetic import ZERO, Enclosure, Q, Radii
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.tolerances import exactly
from proofs_check.lp1.enclosure import enclosed_r_hat


def r_bar(c: Counters, h: int, x: int, a: int, radii: Radii) -> Enclosure:
    """Eq. (14): the mean of the rewards seen at (x,a), 0 if there are none."""
    return exactly(c.S[h][x][a] / max(1, c.all_N[h][x][a]))


def P_bar(c: Counters, h: int, x: int, a: int, x1: int, radii: Radii) -> Enclosure:
    """Eq. (10): P_bar_i(x'|x,a) = N_i(x,a,x') / max{1, N_i(x,a)}."""
    return exactly(Q(c.all_N3[h][x][a][x1], max(1, c.all_N[h][x][a])))


def eps(c: Counters, h: int, x: int, a: int, radii: Radii) -> Enclosure:
    """Eq. (11): eps_i(x,a) = sqrt(2 X_{h(x)+1} log(TXA/delta) / max{1, N_i(x,a)})."""
    return radii.eps(c.layers[h + 1], c.all_N[h][x][a])


def width(c: Counters, h: int, x: int, a: int, x1: int, radii: Radii) -> Enclosure:
    """R-37, bernstein: sqrt(2 min{p, 1 - p} l / n) + 2 l / n, where p = P_bar_i(x'|x,a), l =
    log(TXA/delta) + ln(2 X_{h(x)+1}) and n = max{1, N_i(x,a)}."""
    return radii.width(c.layers[h + 1], c.all_N3[h][x][a][x1], c.all_N[h][x][a])


def b(c: Counters, h: int, x: int, a: int, radii: Radii) -> Enclosure:
    """Eq. (15): b_i(x,a) = sqrt(2 log(TXA/delta) / max{1, N_i(x,a)})."""
    return radii.b(c.all_N[h][x][a])


def r_hat(c: Counters, h: int, x: int, a: int, radii: Radii) -> Enclosure:
    """Eq. (16): r_hat_i(x,a) = min{1, r_bar_i(x,a) + b_i(x,a)}."""
    return enclosed_r_hat(c.S[h][x][a], c.all_N[h][x][a], radii)


def r_check(c: Counters, h: int, x: int, a: int, radii: Radii) -> Enclosure:
    """Eq. (17): r_check_i(x,a) = max{0, r_bar_i(x,a) - b_i(x,a)}."""
    mean, radius = r_bar(c, h, x, a, radii).lo, b(c, h, x, a, radii)
    return Enclosure(max(ZERO, mean - radius.hi), max(ZERO, mean - radius.lo))


QUANTITIES: dict[str, Callable[..., Enclosure]] = {
    f.__name__: f for f in (r_bar, P_bar, eps, width, b, r_hat, r_check)
}
"""In the order in which a record is checked: causes before consequences."""
