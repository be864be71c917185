"""The forms of Theorem 4: bounds of Reg_T with explicit constants, the newest last.

Each is a function of the size, T, Lam = log(TXA/delta) and delta, in units of reward. All are
machine-checked (coq/claims.json, thm:main) but the second, which the others replace.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from proofs_check.arithmetic import Decision, Enclosure, Q, Real, certainly_leq, ln, sqrt, to_q
from proofs_check.claims.common.bounds import CONSTANT, Size
from proofs_check.claims.common.regret_terms import error_layers

Bound = Callable[[Size, int, Real, Q], Real]
SHARP = sqrt(2) + 2  # sqrt(2) (1 + sqrt(2)): the pigeonhole's constant times that of the radii
LONG_RUNS = Path(__file__).with_name("long_runs.json")


@dataclass(frozen=True)
class BoundForm:
    """A form of the theorem: it holds with probability at least 1 - units delta."""

    name: str
    units: int
    bound: Bound


def first(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """The printed route with Lemma 6 repaired: 12 LX sqrt(TA Lam) + (3 + 2 sqrt 2) sqrt(TLXA Lam);
    at most 16.13 LX sqrt(TA Lam)."""
    L, X = size.L, size.X
    return (CONSTANT * sqrt(L * X) + 12 * L * X) * sqrt(Lam * (T * size.A))


def halved(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """The printed route with Lemmas 5 and 6 repaired, radius 2 b_i: leading constant 3.768."""
    of_r = sum((sqrt(X_s) for X_s in size.layers[:-1]), Real.of(0)) * (SHARP * 2)
    azuma = sqrt(ln(1 / delta) * Q(T, 8)) * (size.L * (size.L + 1))
    return (error_layers(size.layers) + of_r) * sqrt(Lam * (T * size.A)) + azuma


def total(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """(2 + sqrt 2) LX sqrt(TA Lam)."""
    return SHARP * (size.L * size.X) * sqrt(Lam * (T * size.A))


def parts(size: Size, T: int, Lam: Real, delta: Q, sharper: bool = False) -> dict[str, Real]:
    """By layers: (2 + sqrt 2) sqrt(TA Lam) times the sum over s of (3/2) sqrt(X_s) (rewards) and of
    (L-1-s) sqrt(X_s X_{s+1}), X_{s+1} >= 2 (transitions), and sqrt(TL(2L^2+1) ln(1/delta)/6) (the
    martingale). `sharper`: Weissman's radius for P_bar - P, a factor (1 + sqrt(1/d + ln 2/Lam))/2
    at d = X_{s+1}."""
    L, layers, root = size.L, size.layers, SHARP * sqrt(Lam * (T * size.A))
    of_r = sum((sqrt(X_s) for X_s in layers[:-1]), Real.of(0)) * Q(3, 2)
    of_P = Real.of(0)
    for s in range(L - 1):
        if layers[s + 1] >= 2:
            share = weissman(layers[s + 1], Lam) if sharper else Real.of(1)
            of_P = of_P + share * sqrt(layers[s] * layers[s + 1]) * (L - 1 - s)
    return {
        "transitions": root * of_P,
        "rewards": root * of_r,
        "martingale": azuma_part(L, T, delta),
    }


def layer_form(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """The sum of `parts`."""
    return sum(parts(size, T, Lam, delta).values(), Real.of(0))


def three(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """3 LX sqrt(TA Lam)."""
    return sqrt(Lam * (T * size.A)) * (3 * size.L * size.X)


def layer_form_three(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """The sum of `parts`, sharper."""
    return sum(parts(size, T, Lam, delta, sharper=True).values(), Real.of(0))


def clipped(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """`layer_form_three` with radii also truncated at 1 in the pigeonhole."""
    return _clipped(size, T, Lam, delta, Q(3, 2), weissman)


def union(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """`clipped` for the algorithm with eps_i = sqrt(2 (X_{h+1} ln 2 + Lam)/max{1, N_i}) (R-37)."""
    return _clipped(size, T, Lam, delta, Q(3, 2), lambda d, Lam: weissman(d, Lam) * 2 - 1)


def union_half(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """`union` with b_i = sqrt(Lam/(2 max{1, N_i})), too (R-37)."""
    return _clipped(size, T, Lam, delta, Q(1), lambda d, Lam: weissman(d, Lam) * 2 - 1)


def weissman(d: int, Lam: Real) -> Real:
    """(1 + sqrt(1/d + ln 2/Lam))/2: (eps_i + sqrt(2 (d ln 2 + Lam)/N)) / (2 eps_i)."""
    return (sqrt(Lam * Q(1, d) + ln(2)) / sqrt(Lam) + 1) / 2


def azuma_part(L: int, T: int, delta: Q) -> Real:
    """The martingale's term."""
    return sqrt(ln(1 / delta) * Q(T * L * (2 * L * L + 1), 6))


def _clipped(
    size: Size, T: int, Lam: Real, delta: Q, of_r: Q, of_P: Callable[[int, Real], Real]
) -> Real:
    sum_, layers, L = azuma_part(size.L, T, delta), size.layers, size.L
    for s in range(L):
        pairs = layers[s] * size.A
        sum_ = sum_ + _visits(sqrt(Lam * 2) * of_r, pairs, T)
        if s < L - 1 and (d := layers[s + 1]) >= 2:
            sum_ = sum_ + _visits(of_P(d, Lam) * sqrt(Lam * (2 * d)), pairs, T) * (L - 1 - s)
    return sum_


def _visits(c: Real, pairs: int, T: int) -> Real:
    """The most that min{1, c/sqrt(N_i)} adds up to over T visits of `pairs` pairs; the form for
    small T is larger than necessary."""
    root, square = (sqrt(2) + 1) * c * sqrt(pairs * T), c * c * pairs
    if certainly_leq(square * 8, (sqrt(2) * 2 + 3) * T) is Decision.TRUE:
        return root - sqrt(2) * square
    return root


FORMS = (
    BoundForm("printed route, 12", 5, first),
    BoundForm("printed route, 3.768", 2, halved),
    BoundForm("2 + sqrt 2", 2, total),
    BoundForm("by layers", 2, layer_form),
    BoundForm("3", 3, three),
    BoundForm("by layers, 3", 3, layer_form_three),
    BoundForm("clipped", 3, clipped),
)
VARIANTS = (BoundForm("R-37 union", 3, union), BoundForm("R-37 union-half", 3, union_half))


# ----------------------------------------------------------------------------- long runs


@dataclass(frozen=True)
class LongRun:
    """The summary of a run too long for the suite: tests/ledger/long_run.py plays and checks it."""

    size: Size
    T: int
    delta: Q
    regret: Enclosure
    epochs: int

    @property
    def name(self) -> str:
        """For witnesses."""
        return f"long run, {self.size}, T = {self.T}"


@cache
def long_runs() -> tuple[LongRun, ...]:
    """The committed summaries, shortest first."""
    return tuple(_long_runs())


def _long_runs() -> Iterator[LongRun]:
    for one in json.loads(LONG_RUNS.read_text(encoding="utf-8")):
        low, high = (to_q(Fraction(end)) for end in one["regret"])
        size = Size(tuple(one["layers"]), one["A"])
        yield LongRun(size, one["T"], to_q(one["delta"]), Enclosure(low, high), one["epochs"])
