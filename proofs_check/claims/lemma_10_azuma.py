"""Lemma 10, eq. (29) and (30): the Azuma-Hoeffding inequality."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb

from proofs_check.arithmetic import ONE, ZERO, Q, Real, ln
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, claim, planted
from proofs_check.sampled_runs.suite import Suite


@claim(
    "lem:azuma-hoeffding",
    kind="probabilistic",
    title="Azuma-Hoeffding",
    covers=("eq:azuma-1", "eq:azuma-2"),
    tex=r"P\{\sum_{i\leq n}Y_i>\epsilon\}\leq\exp(-\epsilon^2/(2\sum c_i^2))",
    part_of="lem:bias",
)
def lemma_10(suite: Suite) -> Iterator[Found]:
    """If Y_1, Y_2, ... is a martingale difference sequence with |Y_i| <= c_i almost surely, c_i > 0
    constants, then for every eps > 0 both P{sum_{i<=n} Y_i > eps} and P{sum_{i<=n} Y_i < -eps} are
    at most exp(-eps^2 / (2 sum c_i^2)).

    True. The 2 cannot be improved for all n (the ratio of exponents in the report tends to 1 for
    +-1 walks). Where Y_i lies in an interval of length c_i known beforehand, as every difference of
    the paper does, exp(-2 eps^2 / sum c_i^2) holds (Hoeffding): the exponent of the paper's uses,
    where |Y_i| <= c_i is applied to such an interval, is four times too small."""
    yield _interval_form()
    yield _walks(Q(2), "+-1 walks, n <= 30, and some to n = 4000; -ln P against eps^2/(2n)")
    m, n = (4, 8) if suite.full else (3, 6)
    yield _worst_martingales(m, n)
    yield _unequal_steps()


planted(
    lemma_10,
    "the factor 2 in the exponent left out",
    lambda _: _walks(ONE, "+-1 walks: -ln P against eps^2/n"),
)


planted(
    lemma_10,
    "the interval form, with |Y_i| <= 1 instead of length 1",
    lambda _: _walks(Q(1, 2), "+-1 walks: -ln P against 2 eps^2/n"),
)


def _interval_form() -> Tally:
    """Hoeffding's lemma: for Y in [a, a + c] with mean 0, ln E exp(s Y) <= s^2 c^2 / 8."""
    import sympy

    s, eps, V = sympy.symbols("s eps V", positive=True)
    p = sympy.symbols("p", nonnegative=True)
    proof = Tally("proved", "sharper: Y_i in an interval of length c_i known before", step=True)
    # The chord through the ends, which have probabilities 1 - p and p: scaled to length 1.
    log_mean = sympy.log(1 - p + p * sympy.exp(s)) - p * s
    proof.holds(log_mean.subs(s, 0) == 0, step="0 at s = 0")
    slope = sympy.simplify(sympy.diff(log_mean, s).subs(s, 0))
    proof.holds(slope == 0, step="slope 0 at s = 0")
    square = (1 - p - p * sympy.exp(s)) ** 2 / (4 * (1 - p + p * sympy.exp(s)) ** 2)
    curved = sympy.simplify(sympy.Rational(1, 4) - sympy.diff(log_mean, s, 2) - square)
    proof.holds(curved == 0, step="1/4 - second derivative = a square: Taylor gives s^2/8")
    best = (-s * eps + s**2 * V / 8).subs(s, 4 * eps / V)
    proof.holds(sympy.simplify(best + 2 * eps**2 / V) == 0, step="s = 4 eps/V: exp(-2 eps^2/V)")
    return proof


# ---------------------------------------------------------------------------- exact tails


def _walks(factor: Q, note: str) -> Tally:
    """P{S_n >= k} <= exp(-k^2/(factor n)): eps just below k is the worst eps."""
    tally = Tally("exact probability", note)
    for n in range(1, 31):
        tail = 0
        for k in range(n, 0, -2):
            tail += comb(n, (n + k) // 2)
            tally.leq(Q(k * k) / (factor * n), minus_log(Q(tail, 2**n)), n=n, eps=f"{k}-")
    for n, k in ((100, 60), (400, 160), (1000, 320), (4000, 800)):
        tail = sum(comb(n, (n + j) // 2) for j in range(k, n + 1, 2))
        tally.leq(Q(k * k) / (factor * n), minus_log(Q(tail, 2**n)), n=n, eps=f"{k}-")
    return tally


def _worst_martingales(m: int, n: int) -> Tally:
    """The largest tail over all martingales with |Y_i| <= 1 and values in multiples of 1/m: the
    best next step makes the tail concave on [x - 1, x + 1], so its concave hull decides."""
    tally = Tally(
        "exact probability", f"all martingales on multiples of 1/{m}, n <= {n}: the worst"
    )
    for k in range(1, m * n + 1):
        for j, tail in enumerate(worst_tails(k, [m] * n), start=1):
            if tail:
                tally.leq(Q(k * k, 2 * m * m * j), minus_log(tail), n=j, eps=f"{k}/{m}-")
    return tally


def _unequal_steps() -> Tally:
    tally = Tally("exact probability", "all martingales on the integers, c in {1,2,3}^n, n <= 4")
    for n in (2, 3, 4):
        for c in combinations_with_replacement((1, 2, 3), n):
            V = sum(v * v for v in c)
            for k in range(1, sum(c) + 1):
                tail = worst_tails(k, c)[-1]
                tally.leq(Q(k * k, 2 * V), minus_log(tail), c=c, eps=f"{k}-")
    return tally


def worst_tails(k: int, c: Sequence[int]) -> list[Q]:
    """The largest P{Y_1 + ... + Y_j >= k} over integer martingales with |Y_i| <= c_i, for the last
    j steps of c, j = 1..n (the last is for all of c)."""
    reach = sum(c)
    tail = {x: ONE if x >= k else ZERO for x in range(-reach, reach + 1)}
    found = []
    for c_i in reversed(c):
        tail = {x: hull_at(tail, x, c_i) for x in tail if x - c_i in tail and x + c_i in tail}
        found.append(tail[0])
    return found


def hull_at(f: dict[int, Q], x: int, c: int) -> Q:
    """The least concave majorant of f on [x - c, x + c] at its centre: the best mean-0 step."""
    best = f[x]
    for down in range(1, c + 1):
        for up in range(1, c + 1):
            best = max(best, (f[x - down] * up + f[x + up] * down) / (down + up))
    return best


def minus_log(p: Q) -> Real:
    """-ln p."""
    return -ln(p)
