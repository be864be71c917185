"""Forms of Theorem 4: bounds of Reg_T with explicit constants, each with its probability and the
trigger of line 12 that it is for.

Each bound is a function of the size, T, Lam = log(TXA/delta) and delta, in units of reward. All but
the second are machine-checked.
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
BEST = SHARP * Q(3, 4) + Q(1, 4)  # (7 + 3 sqrt 2)/4 = 2.811: 1/4 is the martingale's, for L = 1
BEST_EVERY = sqrt(2) * Q(3, 2) + Q(1, 4)  # (1 + 6 sqrt 2)/4 = 2.371
WEIGHT_OF_B = Q(3, 2)  # r_hat_i - r <= WEIGHT_OF_B b_i
LONG_RUNS = Path(__file__).with_name("long_runs.json")


DOUBLING, EVERY = r"$\max\{1,N_i\}$", "line 12 as printed"


@dataclass(frozen=True)
class BoundForm:
    """Form of the theorem: the bound holds with this probability, a formula, for epochs that end by
    this trigger."""

    name: str
    probability: str
    bound: Bound
    trigger: str = DOUBLING

    @property
    def words(self) -> str:
        """Return its name, its trigger if it is the printed one, and its probability."""
        printed = f", {self.trigger}" if self.trigger == EVERY else ""
        return f"{self.name}{printed}, probability {self.probability}"

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


def surcharged(
    size: Size, T: int, Lam: Real, delta: Q, *, s: Real, l: Real, every: bool = False
) -> Real:
    """Return the bound of `theorem_4_clipped_budgets` (`every`: of `theorem_4_every_budgets`) with
    the surcharges s_P = s_r = s and the budget l of the martingale.

    It holds with probability at least 1 - (2 (X-1) A T z e^-s + exp(-l)), up to terms with z^4,
    where z = exp(-Lam) = delta/(TXA): at least 1 - 2 delta e^-s - e^-l."""
    sum_, layers, L = sqrt(l * Q(T * size.L * (2 * size.L**2 + 1), 6)), size.layers, size.L
    of_r = (sqrt(s / Lam + 1) / 2 + 1) * sqrt(Lam * 2)
    along = _every_visits if every else _visits
    for h in range(L):
        pairs = layers[h] * size.A
        sum_ = sum_ + along(of_r, pairs, T)
        if h < L - 1 and (d := layers[h + 1]) >= 2:
            kappa = (sqrt((ln(2) * d + Lam + s) / (Lam * d)) + 1) / 2
            sum_ = sum_ + along(kappa * sqrt(Lam * (2 * d)), pairs, T) * (L - 1 - h)
    return sum_


def _every_visits(c: Real, pairs: int, T: int) -> Real:
    """Return a bound of the sum of min{1, c/sqrt(N_t)} over T visits to `pairs` pairs, where every
    episode counts at once: K + 2 c sqrt(KT) - c^2 K, or K + T if that is not yet below."""
    if certainly_leq(c * c * pairs, T) is Decision.TRUE:
        return c * 2 * sqrt(pairs * T) - c * c * pairs + pairs
    return Real.of(T + pairs)


SURE = partial(surcharged, s=ln(2) * 2, l=ln(20))  # 9/10 at delta = 1/10: 5/100 and 5/100
SURER = partial(surcharged, s=ln(25), l=ln(500))  # 99/100: 8/1000 and 2/1000
FORMS = (
    BoundForm("printed route, Lemma 6 repaired", r"$1-5\delta$", first),
    BoundForm("printed route, by layers", r"$1-2\delta$", halved),
    BoundForm("3", r"$1-\delta$", partial(leading, constant=Real.of(3))),
    BoundForm(r"$2+\sqrt2$", r"$1-\min\{3\delta^2/(TXA),3\delta^2/4\}$", leading),
    BoundForm(r"$\frac{7+3\sqrt2}4$", r"$1-\delta$", partial(leading, constant=BEST)),
    BoundForm(
        r"$\frac{6+3\sqrt2}4$ ($L\geq2$, or no policy random)",
        r"$1-\delta$",
        partial(leading, constant=BEST - Q(1, 4)),
    ),
    BoundForm(
        r"$2\sqrt2$",
        r"$1-\min\{\delta,3\delta(\delta/(TXA))^{7/9}\}$",
        partial(leading, constant=sqrt(2) * 2),
        EVERY,
    ),
    BoundForm(r"$\frac{1+6\sqrt2}4$", r"$1-\delta$", partial(leading, constant=BEST_EVERY), EVERY),
    BoundForm(
        r"$\frac{3\sqrt2}2$ ($L\geq2$, or no policy random)",
        r"$1-\delta$",
        partial(leading, constant=BEST_EVERY - Q(1, 4)),
        EVERY,
    ),
    BoundForm("by layers", r"$1-2\delta$", layer_form),
)
SHARPEST = (
    BoundForm("clipped", r"$1-\delta$", SURE),
    BoundForm("clipped", "$0.99$", SURER),
    BoundForm("clipped", r"$1-\delta$", partial(SURE, every=True), EVERY),
    BoundForm("clipped", "$0.99$", partial(SURER, every=True), EVERY),
)
"""The sharpest forms at Section VI's size with delta = 1/10 (PaperSize.v has their thresholds)."""
VARIANTS = (
    BoundForm("R-37 union", r"$1-3\delta$", partial(clipped, of_P=weissman_twice)),
    BoundForm("R-37 union-half", r"$1-3\delta$", partial(clipped, of_r=Q(1), of_P=weissman_twice)),
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
