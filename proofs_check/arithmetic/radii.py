"""The irrational quantities of Sec. IV-A: Lam, eq. (11) and eq. (15), and eq. (16).

Each formula stands once, for every kind of number: Reals, Arb's balls, enclosures, the tables of
letters/letters.py, and the doubles of conformance/doubles.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, TypeVar

from flint import arb, ctx

from proofs_check.arithmetic.exact_real import Real, endpoints, ln, sqrt
from proofs_check.arithmetic.rational import Enclosure, Q

LogBase = Literal["ln", "log2", "log10"]
RadiiChoice = Literal["printed", "union", "union-half", "bernstein", "bernstein-1", "recorded"]
SECOND_TERM = {"bernstein": 2, "bernstein-1": 1}
"""R-37: the choices with intervals, and the factor c of the second term of their width."""
RealOrBall = TypeVar("RealOrBall", Real, arb, float)


def lam(T: int, X: int, A: int, delta: Q, base: LogBase = "ln") -> Real:
    """Return Lam = log(TXA/delta), the factor common to eq. (11) and (15). Reading: R-10, the
    base."""
    argument = Q(T * X * A) / delta
    if base == "ln":
        return ln(argument)
    b = {"log2": 2, "log10": 10}[base]
    power = 0
    while argument.denominator == 1 and argument > Q(b) ** power:
        power += 1
    if argument == Q(b) ** power:  # log2(8) = 3: the only rational logarithms to these bases
        return Real.of(power)
    return ln(argument) / ln(b)


def eps_square(X_next: int, Lam: RealOrBall) -> RealOrBall:
    """Eq. (11): max{1, N_i(x, a)} eps_i(x, a)^2 = 2 X_{h(x)+1} Lam."""
    return Lam * (2 * X_next)


def b_square(Lam: RealOrBall) -> RealOrBall:
    """Eq. (15): max{1, N_i(x, a)} b_i(x, a)^2 = 2 Lam."""
    return Lam * 2


def interval_log(X_next: int, Lam: Real) -> Real:
    """R-37, intervals: l = Lam + ln(2 X_{h(x)+1}), for the two ends of the X_{h+1} intervals."""
    return ln(2 * X_next) + Lam


def upper_reward(r_bar: Any, b: Any, at_most: Callable[[Any, int], Any]) -> Any:
    """Eq. (16): r_hat_i(x, a) = min{1, r_bar_i(x, a) + b_i(x, a)}; `at_most(v, 1)` is min{1, v}."""
    return at_most(b + r_bar, 1)


def eps_radius(X_next: int, Lam: Real, N: int) -> Real:
    """Eq. (11): eps_i(x, a) = sqrt(2 X_{h(x)+1} Lam / max{1, N_i(x, a)})."""
    return sqrt(eps_square(X_next, Lam) * Q(1, max(1, N)))


def b_radius(Lam: Real, N: int) -> Real:
    """Eq. (15): b_i(x, a) = sqrt(2 Lam / max{1, N_i(x, a)})."""
    return sqrt(b_square(Lam) * Q(1, max(1, N)))


class Radii:
    """Enclosures of eq. (11) and (15) for one (T, X, A, delta, base), each computed once.

    The radii of a run depend on X_{h+1} and N only. Reading: R-37, the radii as printed or smaller.
    With "bernstein" and "bernstein-1" P lies in intervals of a width of its own for every
    successor, and there is no eps.
    """

    def __init__(self, Lam: Real, bits: int = 96, choice: RadiiChoice = "printed") -> None:
        self.Lam, self.bits, self.choice = Lam, bits, choice
        with ctx.workprec(bits + 8):
            self._Lam_ball, self._ln2_ball = Lam.ball(), ln(2).ball()
        # Some epochs of the paper's size: a larger cache saves no time and grows with T.
        self._known = lru_cache(maxsize=1 << 10)(self._enclose)
        self._known_width = lru_cache(maxsize=1 << 14)(self._enclose_width)

    def _square(self, X_next: int, Lam: RealOrBall, ln2: RealOrBall) -> RealOrBall:
        """N times the square of eq. (11); of eq. (15) for X_{h+1} = 0."""
        if X_next == 0:
            return Lam / 2 if self.choice == "union-half" else b_square(Lam)
        printed = self.choice in ("printed", "recorded")  # of what a trace does not record
        return eps_square(X_next, Lam) if printed else (ln2 * X_next + Lam) * 2

    def _enclose(self, X_next: int, N: int) -> Enclosure:
        if self.Lam.rational is not None:
            return sqrt(self._square(X_next, self.Lam, ln(2)) * Q(1, N)).enclose(self.bits)
        with ctx.workprec(self.bits):
            square = self._square(X_next, self._Lam_ball, self._ln2_ball)
            return endpoints((square / N).sqrt())

    def _enclose_width(self, X_next: int, n: int, N: int) -> Enclosure:
        with ctx.workprec(self.bits + 8):
            l_over_N = (self._Lam_ball + arb(2 * X_next).log()) / N
            return endpoints((l_over_N * 2 * n / N).sqrt() + l_over_N * SECOND_TERM[self.choice])

    def width(self, X_next: int, n: int, N: int) -> Enclosure:
        """R-37, bernstein, enclosed: sqrt(2 min{p, 1 - p} l / N) + c l / N, where l = Lam + ln(2
        X_{h+1}), N is max{1, N_i(x, a)}, n = N_i(x, a, x'), p = P_bar_i = n / N, and c is 2, or 1
        with bernstein-1."""
        N = max(1, N)
        return self._known_width(X_next, min(n, N - n), N)

    def eps(self, X_next: int, N: int) -> Enclosure:
        """Eq. (11), enclosed."""
        return self._known(X_next, max(1, N))

    def b(self, N: int) -> Enclosure:
        """Eq. (15), enclosed."""
        return self._known(0, max(1, N))
