"""Forms of Theorem 4: bounds of Reg_T with explicit constants, the newest last.

Each is a function of the size, T, Lam = log(TXA/delta) and delta, in units of reward. All but the
second are machine-checked, and the others replace the second.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

from proofs_check.arithmetic import Decision, Enclosure, Q, Real, certainly_leq, ln, sqrt, to_q
from proofs_check.statements.common.bounds import CONSTANT, TENTH, Size
from proofs_check.statements.common.visits import error_layers

Bound = Callable[[Size, int, Real, Q], Real]
Weight = Callable[[int, Real], Real]
SHARP = sqrt(2) + 2  # sqrt(2) (1 + sqrt(2)): the pigeonhole's constant times that of the radii
WEIGHT_OF_B = Q(3, 2)  # r_hat_i - r <= WEIGHT_OF_B b_i
LONG_RUNS = Path(__file__).with_name("long_runs.json")


@dataclass(frozen=True)
class BoundForm:
    """Form of the theorem, which holds with probability at least 1 - units delta."""

    name: str
    units: int
    bound: Bound

    def at_tenth(self, size: Size, T: int, Lam: Real) -> Real:
        """Return the bound at delta = 1/10."""
        return self.bound(size, T, Lam, TENTH)


def first(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """Return the bound of the printed route with Lemma 6 repaired,
    12 LX sqrt(TA Lam) + (3 + 2 sqrt 2) sqrt(TLXA Lam), at most 16.13 LX sqrt(TA Lam)."""
    L, X = size.L, size.X
    return (CONSTANT * sqrt(L * X) + 12 * L * X) * sqrt(Lam * (T * size.A))


def halved(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """Return the bound of the printed route with Lemmas 5 and 6 repaired and the radius 2 b_i. Its
    leading constant is 3.768."""
    of_r = root_sizes(size) * (SHARP * 2)
    azuma = sqrt(ln(1 / delta) * Q(T, 8)) * (size.L * (size.L + 1))
    return (error_layers(size.layers) + of_r) * sqrt(Lam * (T * size.A)) + azuma


def root_sizes(size: Size) -> Real:
    """Return the sum over s < L of sqrt(X_s)."""
    return sum((sqrt(X_s) for X_s in size.layers[:-1]), Real.of(0))


def leading(size: Size, T: int, Lam: Real, delta: Q, constant: Real = SHARP) -> Real:
    """Return constant LX sqrt(TA Lam)."""
    return constant * (size.L * size.X) * sqrt(Lam * (T * size.A))


def layer_form(size: Size, T: int, Lam: Real, delta: Q, sharper: bool = False) -> Real:
    """Return the bound by layers.

    It is (2 + sqrt 2) sqrt(TA Lam) times the sum over s of (3/2) sqrt(X_s) for the rewards and of
    (L-1-s) sqrt(X_s X_{s+1}), X_{s+1} >= 2, for the transitions, plus `azuma_part`. If `sharper`,
    P_bar - P has Weissman's radius: a factor (1 + sqrt(1/d + ln 2/Lam))/2 at d = X_{s+1}."""
    L, layers, terms = size.L, size.layers, root_sizes(size) * WEIGHT_OF_B
    for s in (s for s in range(L - 1) if layers[s + 1] >= 2):
        share = weissman(layers[s + 1], Lam) if sharper else Real.of(1)
        terms = terms + share * sqrt(layers[s] * layers[s + 1]) * (L - 1 - s)
    return SHARP * sqrt(Lam * (T * size.A)) * terms + azuma_part(L, T, delta)


def weissman(d: int, Lam: Real) -> Real:
    """Return (1 + sqrt(1/d + ln 2/Lam))/2, which is (eps_i + sqrt(2 (d ln 2 + Lam)/N)) / (2 eps_i)
    for N = N_i >= 1."""
    return (sqrt(Lam * Q(1, d) + ln(2)) / sqrt(Lam) + 1) / 2


def weissman_twice(d: int, Lam: Real) -> Real:
    """Return sqrt(1/d + ln 2/Lam)."""
    return weissman(d, Lam) * 2 - 1


def azuma_part(L: int, T: int, delta: Q) -> Real:
    """Return sqrt(TL(2L^2+1) ln(1/delta)/6), the term of the martingale."""
    return sqrt(ln(1 / delta) * Q(T * L * (2 * L * L + 1), 6))


def clipped(
    size: Size, T: int, Lam: Real, delta: Q, of_r: Q = WEIGHT_OF_B, of_P: Weight = weissman
) -> Real:
    """Return the sharper `layer_form` with radii truncated at 1 in the pigeonhole too.

    The radii of R-37 change the weights: eps_i = sqrt(2 (X_{h+1} ln 2 + Lam)/max{1, N_i}) has
    `weissman_twice`, and b_i = sqrt(Lam/(2 max{1, N_i})) has 1 in place of 3/2."""
    sum_, layers, L = azuma_part(size.L, T, delta), size.layers, size.L
    for s in range(L):
        pairs = layers[s] * size.A
        sum_ = sum_ + _visits(sqrt(Lam * 2) * of_r, pairs, T)
        if s < L - 1 and (d := layers[s + 1]) >= 2:
            sum_ = sum_ + _visits(of_P(d, Lam) * sqrt(Lam * (2 * d)), pairs, T) * (L - 1 - s)
    return sum_


def _visits(c: Real, pairs: int, T: int) -> Real:
    """Return a bound of the sum of min{1, c/sqrt(N_i)} over T visits to `pairs` pairs. It is larger
    than necessary for small T."""
    root, square = (sqrt(2) + 1) * c * sqrt(pairs * T), c * c * pairs
    if certainly_leq(square * 8, (sqrt(2) * 2 + 3) * T) is Decision.TRUE:
        return root - sqrt(2) * square
    return root


FORMS = (
    BoundForm("printed route, 12", 5, first),
    BoundForm("printed route, 3.768", 2, halved),
    BoundForm(r"$2+\sqrt2$", 2, leading),
    BoundForm("by layers", 2, layer_form),
    BoundForm("3", 3, partial(leading, constant=Real.of(3))),
    BoundForm("by layers, 3", 3, partial(layer_form, sharper=True)),
    BoundForm("clipped", 3, clipped),
)
VARIANTS = (
    BoundForm("R-37 union", 3, partial(clipped, of_P=weissman_twice)),
    BoundForm("R-37 union-half", 3, partial(clipped, of_r=Q(1), of_P=weissman_twice)),
)


# ----------------------------------------------------------------------------- long runs


@dataclass(frozen=True)
class LongRun:
    """Summary of a run too long for the suite; tests.implementations.long_run plays it."""

    size: Size
    T: int
    delta: Q
    regret: Enclosure

    @property
    def name(self) -> str:
        """Name for witnesses."""
        return f"long run, {self.size}, T = {self.T}"


@cache
def long_runs() -> list[LongRun]:
    """Return the committed summaries, shortest first."""
    return [
        LongRun(
            Size(tuple(one["layers"]), one["A"]), one["T"], to_q(Fraction(one["delta"])),
            Enclosure(*(to_q(Fraction(end)) for end in one["regret"])),
        )
        for one in json.loads(LONG_RUNS.read_text(encoding="utf-8"))
    ]  # fmt: skip
