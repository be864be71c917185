"""Forms of Theorem 4: bounds of Reg_T with explicit constants, each with its probability and the
trigger of line 12 that it is for.

Each bound is a function of the size, T, Lam = log(TXA/delta) and delta, in units of reward: that
of an expression in the letters, where it is one. All but the second are machine-checked: what is
said of them here is compared with the theorems (machine_checked/quoted.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import lcm
from pathlib import Path

from proofs_check.arithmetic import Decision, Enclosure, Q, Real, certainly_leq, ln, to_q
from proofs_check.ledger.finding_pages import decimals as rounded_to
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import (
    Expression,
    least,
    log,
    number,
    number_tex,
    sqrt,
    sum_over_layers,
)
from proofs_check.letters.probability import holds_with, tex_in_line
from proofs_check.letters.symbols import (
    A,
    L,
    Lam,
    T,
    X,
    X_next,
    X_s,
    branching,
    delta,
    regret,
    s,
)
from proofs_check.statements.common.bounds import (
    CONSTANT,
    SIZES,
    TENTH,
    Size,
    bound_of,
    first_below,
)
from proofs_check.statements.common.bounds import Bound as Bound

__all__ = [
    "AZUMA",
    "BEST",
    "BY_LAYERS",
    "EVERY",
    "FORMS",
    "LEADING",
    "LONG_RUNS",
    "SHARP",
    "SHARPEST",
    "THREE",
    "VARIANTS",
    "WEIGHT_OF_B",
    "at_least_one_of",
    "first_informative",
    "leading",
    "long_runs",
]

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


LEADING = L * X * sqrt(T * A * Lam)
FIRST = 12 * LEADING + CONSTANT * sqrt(T * L * X * A * Lam)  # the printed route, Lemma 6 repaired

# By layers: the rewards, the transitions, and the martingale.
OF_R = sum_over_layers(sqrt(X_s))
OF_P = sum_over_layers((L - 1 - s) * branching * sqrt(X_s * X_next))
AZUMA = sqrt(T * L * (2 * L * L + 1) * log(1 / delta) / 6)
BY_LAYERS = SHARP * sqrt(T * A * Lam) * (WEIGHT_OF_B * OF_R + OF_P) + AZUMA
# The printed route with Lemmas 5 and 6 repaired and the radius 2 b_i: the constant is 3.768.
HALVED = SHARP * sqrt(T * A * Lam) * (2 * OF_R + OF_P) + L * (L + 1) * sqrt(T / 8 * log(1 / delta))

OF_THREE, PRINTED_ROUTE = 3, 18


def bounded(right: Expression, probability: Expression) -> Claim:
    """Return that the regret is at most this with this probability, at least."""
    return (regret <= right).with_probability(probability)


THREE = bounded(OF_THREE * LEADING, 1 - delta)  # the repaired theorem
OF_FIRST, OF_LAYERS = bounded(FIRST, 1 - 5 * delta), bounded(BY_LAYERS, 1 - 2 * delta)
EIGHTEEN = bounded(PRINTED_ROUTE * LEADING, 1 - 5 * delta)  # along the paper's own route
# What the texts say of the other forms, each beside its theorem in statements/theorem_4.py.
TXA, LONGER = T * X * A, log(3 * T * X * A / delta)
LESS, LESS_EVERY = LONGER / 2, Q(9, 16) * LONGER  # radii for these in place of Lam
RATE, SQUARE = 3 * (delta**2 / TXA), Q(3, 4) * delta**2
RATE_EVERY = 3 * delta * (delta / TXA) ** Q(7, 9)
SHARP_RATE, SHARP_SQUARE = (bounded(SHARP * LEADING, 1 - fails) for fails in (RATE, SQUARE))
BEST_2, BEST_EVERY_2 = BEST - Q(1, 4), BEST_EVERY - Q(1, 4)  # L >= 2, or no policy is random
OF_BEST, OF_BEST_2, OF_BEST_EVERY, OF_BEST_EVERY_2 = (
    bounded(constant * LEADING, 1 - delta) for constant in (BEST, BEST_2, BEST_EVERY, BEST_EVERY_2)
)
EVERY_CONSTANT = 2 * sqrt(2)
OF_EVERY = bounded(EVERY_CONSTANT * LEADING, 1 - delta)
OF_EVERY_RATE = bounded(EVERY_CONSTANT * LEADING, 1 - RATE_EVERY)
OF_LESS = bounded(SHARP * LEADING, 1 - delta).where(Lam >= LESS)
OF_LESS_EVERY = bounded(EVERY_CONSTANT * LEADING, 1 - delta).where(Lam >= LESS_EVERY)
LESS_CONSTANT, LESS_EVERY_CONSTANT = SHARP / sqrt(2), EVERY_CONSTANT * Q(3, 4)
LESS_BOUND, LESS_EVERY_BOUND = (
    bounded(constant * L * X * sqrt(T * A * LONGER), 1 - delta)
    for constant in (LESS_CONSTANT, LESS_EVERY_CONSTANT)
)
TWO_STEPS_CONSTANT = 14
TWO_STEPS = bounded(TWO_STEPS_CONSTANT * sqrt(TXA * Lam), 1 - 2 * delta).where(L == 2)
NEEDED, NEEDED_2 = Q(281, 100), Q(256, 100)  # no budgets give less (tight/LeastConstant.v)
NEEDED_EVERY, NEEDED_EVERY_2 = Q(237, 100), Q(212, 100)
NECESSARY = 1  # no constant below it holds for all shapes (tight/WorstTies.v)
FAILURE, FAILURE_POWER = 5581, 15  # of 10^15, over T^3, at Section VI's size
FAILURE_CONSTANT, FAILURE_CONSTANT_EVERY = Q(19, 10), Q(8, 5)
THREE_FAILS, THREE_POWER = 3, 31  # 3 over 10^31
THRESHOLDS = (307541, 315337, 206621, 212137)  # of SHARPEST


def in_coq(q: Q) -> str:
    """Return a rational as Coq prints it."""
    return f"{q.numerator} / {q.denominator}"


def quotient(value: Real) -> tuple[str, str]:
    """Return top and bottom of a number, a sum of roots, as LaTeX."""
    bottom = lcm(*(int(c.denominator) for c in value.terms.values()))
    return number_tex(value * bottom), str(bottom)


def over(value: Real) -> str:
    r"""Return a number as (7+3\sqrt2)/4."""
    top, bottom = quotient(value)
    return f"({top})/{bottom}" if "+" in top else f"{top}/{bottom}"


def fraction(value: Real) -> str:
    r"""Return a number as \frac{7+3\sqrt2}4."""
    top, bottom = quotient(value)
    return rf"\frac{{{top}}}{bottom}"


def decimals(value: Real) -> str:
    """Return a number, rounded to three decimals."""
    return rounded_to(value, 3)


def leading(size: Size, T: int, Lam: Real, delta: Q, constant: Real = SHARP) -> Real:
    """Return constant LX sqrt(TA Lam)."""
    return bound_of(constant * LEADING)(size, T, Lam, delta)


def weissman(d: int, Lam: Real) -> Real:
    """Return (1 + sqrt(1/d + ln 2/Lam))/2, which is (eps_i + sqrt(2 (d ln 2 + Lam)/N)) / (2 eps_i)
    for N = N_i >= 1."""
    return (sqrt(Lam * Q(1, d) + ln(2)) / sqrt(Lam) + 1) / 2


def weissman_twice(d: int, Lam: Real) -> Real:
    """Return sqrt(1/d + ln 2/Lam)."""
    return weissman(d, Lam) * 2 - 1


azuma_part = bound_of(AZUMA)


def clipped(
    size: Size, T: int, Lam: Real, delta: Q, of_r: Q = WEIGHT_OF_B, of_P: Weight = weissman
) -> Real:
    """Return BY_LAYERS with Weissman's radius of P_bar - P, which has the factor
    (1 + sqrt(1/d + ln 2/Lam))/2 at d = X_{s+1}, and with radii truncated at 1 in the pigeonhole.

    The radii of R-37 change the weights: eps_i = sqrt(2 (X_{h+1} ln 2 + Lam)/max{1, N_i}) has
    `weissman_twice`, and b_i = sqrt(Lam/(2 max{1, N_i})) has 1 in place of 3/2."""
    sum_, layers, L = azuma_part(size, T, Lam, delta), size.layers, size.L
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
OR_NOT_RANDOM = r"($L\geq2$, or no policy random)"


def at_least_one_of(*claims: Claim) -> str:
    """Return with what probability claims of one bound hold: the largest of theirs, as LaTeX for a
    line."""
    if len(claims) == 1:
        return holds_with(claims[0])
    fails = [number(claim.probability).parts[1].parts[0] for claim in claims]  # of 1 - fails
    return tex_in_line(1 - least(*fails))


def _proved(name: str, *claims: Claim, trigger: str = DOUBLING) -> BoundForm:
    """Return the form of claims of the same bound, by their probabilities."""
    return BoundForm(name, f"${at_least_one_of(*claims)}$", bound_of(claims[0].right), trigger)


FORMS = (
    _proved("printed route, Lemma 6 repaired", OF_FIRST),
    BoundForm("printed route, by layers", r"$1-2\delta$", bound_of(HALVED)),
    _proved(f"{OF_THREE}", THREE),
    _proved(f"${number_tex(SHARP)}$", SHARP_RATE, SHARP_SQUARE),
    _proved(f"${fraction(BEST)}$", OF_BEST),
    _proved(f"${fraction(BEST_2)}$ {OR_NOT_RANDOM}", OF_BEST_2),
    _proved(f"${number_tex(EVERY_CONSTANT)}$", OF_EVERY, OF_EVERY_RATE, trigger=EVERY),
    _proved(f"${fraction(BEST_EVERY)}$", OF_BEST_EVERY, trigger=EVERY),
    _proved(f"${fraction(BEST_EVERY_2)}$ {OR_NOT_RANDOM}", OF_BEST_EVERY_2, trigger=EVERY),
    _proved("by layers", OF_LAYERS),
)


@cache
def first_informative() -> int:
    """Return the first T at which the machine-checked bound 3 LX sqrt(TA Lam) is below LT, at the
    size of Section VI with delta = 1/10."""
    (form,) = (form for form in FORMS if form.name == "3")
    size = SIZES[-1]
    return first_below(partial(form.at_tenth, size), size.L, size.X, size.A, TENTH)


SHARPEST = (
    BoundForm("clipped", r"$1-\delta$", SURE),
    BoundForm("clipped", "$0.99$", SURER),
    BoundForm("clipped", r"$1-\delta$", partial(SURE, every=True), EVERY),
    BoundForm("clipped", "$0.99$", partial(SURER, every=True), EVERY),
)
"""The sharpest forms at Section VI's size with delta = 1/10 (thresholds: sharper/PaperSize.v)."""
VARIANTS = (
    BoundForm("R-37 union", r"$1-3\delta$", partial(clipped, of_P=weissman_twice)),
    BoundForm("R-37 union-half", r"$1-4\delta$", partial(clipped, of_r=Q(1), of_P=weissman_twice)),
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
            Size(tuple(run["layers"]), run["A"]), run["T"], to_q(Fraction(run["delta"])),
            Enclosure(*(to_q(Fraction(end)) for end in run["regret"])),
        )
        for run in json.loads(LONG_RUNS.read_text(encoding="utf-8"))
    ]  # fmt: skip
