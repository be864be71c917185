"""Lemma 2: P lies in every confidence set P_i with high probability."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from math import isqrt

from proofs_check.arithmetic import ONE, ZERO, Q, Real, lam, ln
from proofs_check.claims.common.coins import COIN_DELTAS, algorithm_fails, ever_fails
from proofs_check.claims.common.shapes import shapes
from proofs_check.ledger.evidence import Tally, decimal, each
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.suite import Suite
from reference.support.errors import PreconditionError

CHANCES = (Q(1, 2), Q(1, 3), Q(1, 10), Q(1, 50))  # P(u|x_0,a)


@claim(
    "lem:conf-set-P-high-prob",
    kind="probabilistic",
    title="P in all P_i w.p. 1 - delta",
    uses=("eq:conf-set-P",),
    readings=("R-2", "R-10", "R-11"),
    tex=r"\Pr\{P\in\mathcal P_i\ \forall i\}\geq 1-\delta",
)
def lemma_2(suite: Suite) -> Iterator[Evidence]:
    """For every delta in (0,1), Pr{P in P_i for all epochs i} >= 1 - delta.

    Far from tight. With z = delta/(TXA), Weissman's inequality bounds the failure of (x,a) after n
    visits by (2^d - 2) z^d, d = X_{h+1}; summed over n <= T and the pairs, the failure is at most
    2 (X-3)_+ delta^2 / (T X^2 A) <= delta^2 / (6 T A), and 0 if every d = 1. The radius
    sqrt(2 (X_{h+1} ln 2 + Lam) / N) would do. The argument needs a base of the logarithm up to
    e^2 (an exponent d / ln(base) >= 1 for d = 2): for log10 the sum of the bounds exceeds delta."""
    yield _proof()
    yield _states_with_two_successors()
    yield from _exact(suite.full)
    yield _smallest_scale()


@planted("lem:conf-set-P-high-prob", change="radius a quarter of eq. (11)")
def lemma_2_quarter(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact probability", "layers 1-2-1, A = 1: smallest T first")
    for T, delta in product((4, 16, 40), COIN_DELTAS):
        failure = algorithm_fails(Q(1, 2), T, lam(T, 4, 1, delta) / 16)
        tally.leq(failure, delta, T=T, delta=delta, P=["1/2", "1/2"])
    yield tally.evidence()


@planted("lem:conf-set-P-high-prob", change="log10 in eq. (11): the union bound of the proof")
def lemma_2_log10(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "layers 1-2-1, A = 1: 2 T exp(-eps^2 n / 2) <= delta")
    for T in (1, 10, 100, 1000):  # exp(-2 Lam10) <= delta/(2T) iff ln(2T/delta) <= 2 Lam10
        delta = Q(1, 10)
        tally.leq(ln(2 * T / delta), lam(T, 4, 1, delta, "log10") * 2, T=T, delta=delta)
    yield tally.evidence()


# --------------------------------------------------------------------------- the union bound


def _proof() -> Evidence:
    """Weissman's inequality summed over n and (x,a): the sharper bounds, for all values."""
    import sympy

    tally = Tally("proved", "sharper: Weissman, union over n <= T and (x,a), all values", step=True)
    n, d, Lam = sympy.symbols("n d Lam", positive=True)
    eps_2 = 2 * d * Lam / n
    exponent = sympy.cancel(2 * n * eps_2 / 4)  # 2 n (eps/2)^2
    tally.holds(exponent == d * Lam, step="each set: exp(-2 n (eps/2)^2) = exp(-d Lam) = z^d")
    # (2^d - 2) z^d <= 2 z^2 for d = 2 + k successors, z <= 1/X <= 1/(d + 2) <= 1/5 if k >= 1:
    # (2^(d-1) - 1) z^k < 2 (2 z)^k <= 2 (2/5)^k, which falls with k.
    tally.holds(2**2 - 2 == 2, step="d = 2: (2^d - 2) z^d = 2 z^2")
    tally.holds(2 * Q(2, 5) < 1, step="d >= 3: (2^(d-1) - 1) z^(d-2) <= 2 (2/5)^(d-2) <= 4/5")
    X, delta, T, A = sympy.symbols("X delta T A", positive=True)
    total = T * (X - 3) * A * 2 * (delta / (T * X * A)) ** 2
    rest = delta**2 / (6 * T * A) - total  # a square: delta^2 (X-6)^2 / (6 T A X^2)
    square = delta**2 * (X - 6) ** 2 / (6 * T * A * X**2)
    tally.holds(sympy.cancel(rest - square) == 0, step="T (X-3) A 2 z^2 <= delta^2/(6TA)")
    tally.holds(Q(1, 6) < 1, step="delta^2/(6TA) <= delta/6 < delta")
    z = sympy.symbols("z", positive=True)
    small = (2**d - 2) * 2 ** (-d) * z  # with eps^2 = 2 (d ln 2 + Lam)/n: exp(-(d ln 2 + Lam))
    gap = sympy.expand(z - small)
    tally.holds(bool(gap.is_positive), step="radius sqrt(2(d ln 2 + Lam)/N): (2^d-2) 2^-d z < z")
    return tally.evidence()


def _states_with_two_successors() -> Evidence:
    """x_L, the layer before it and, if that is a single state, the one before have d <= 1."""
    note = "at most (X-3)_+ states have 2 successors or more; X <= 7; equality at 1-2-1, 1-2-2-1"
    tally = Tally("proved", note, step=True)
    for layers, _ in shapes(most_states=7, most_actions=1):
        counted = sum(n for n, after in pairwise(layers) if after >= 2)
        tally.holds(counted <= max(0, sum(layers) - 3), layers=list(layers), counted=counted)
    return tally.evidence()


# --------------------------------------------------------------------------- exact probabilities


def _exact(full: bool) -> Iterator[Evidence]:
    horizons = (20, 60, 100, 400) if full else (20, 60)
    pair = Tally(
        "exact probability", "one pair, 2 successors, X=4, A=1: P outside after any n <= T"
    )
    algorithm = Tally("exact probability", "Algorithm 1 on layers 1-2-1, A=1: P outside some P_i")
    share = ZERO
    chances = (*CHANCES, *(Q(j, 20) for j in range(1, 10))) if full else CHANCES
    for T, delta, p in product(horizons, COIN_DELTAS, chances):
        Lam, where = lam(T, 4, 1, delta), {"T": T, "delta": delta, "p": p}
        ever = ever_fails(p, T, Lam)
        pair.leq(ever, delta, **where)
        share = max(share, ever * 8 * T / delta**2)
        pair.holds(ever <= delta**2 / (8 * T), bound="2 (X-3) delta^2/(T X^2 A)", **where)
        if T <= 60:
            fails = algorithm_fails(p, T, Lam)
            algorithm.leq(fails, delta, **where)
            algorithm.holds(fails <= ever, bound="after any n <= T", **where)
    pair.note += f"; at most {decimal(share, 2)} of the union bound"
    yield from each(pair, algorithm)
    wide = Tally("exact probability", "one pair, 3 successors, layers 1-3-1, A=1: after any n <= T")
    rows = ((Q(1, 3),) * 3, (Q(1, 2), Q(1, 4), Q(1, 4)), (Q(1, 10), Q(1, 10), Q(4, 5)))
    for T, delta, row in product((30,) if full else (20,), COIN_DELTAS, rows):
        ever = ever_fails_row(row, T, lam(T, 5, 1, delta) * 6)
        wide.leq(ever, delta, T=T, delta=delta, P=list(row))
    yield wide.evidence()


def _smallest_scale() -> Evidence:
    """Radii s times as large: the least s = j/32 for which the lemma's number is still true."""
    T, delta = 40, Q(1, 10)
    Lam = lam(T, 4, 1, delta)
    too_small, enough = 0, 32
    while enough - too_small > 1:  # the failure falls as the radii grow
        j = (enough + too_small) // 2
        if algorithm_fails(Q(1, 2), T, Lam * Q(j * j, 32**2)) > delta:
            too_small = j
        else:
            enough = j
    least = Q(enough, 32)
    proved = (ln(2 * T / delta) / (Lam * 2)).enclose(64).hi  # s^2 with 2 T z^(2 s^2) = delta
    note = (
        f"layers 1-2-1, A=1, P=(1/2,1/2), T={T}, delta={delta}: true for radii {least} times as "
        f"large (grid 1/32); the union bound allows {decimal(Q(isqrt(int(proved * 10**8)), 10**4))}"
    )
    tally = Tally("exact probability", note)
    fails = algorithm_fails(Q(1, 2), T, Lam * (least * least))
    tally.holds(fails <= delta, scale=least, T=T, delta=delta)
    return tally.evidence()


def ever_fails_row(row: tuple[Q, ...], T: int, c: Real) -> Q:
    """Pr{n ||P_bar - row||_1^2 > c for some n <= T}, P_bar the shares in n draws of `row`."""
    bounds = c.enclose(256)
    alive = {(0,) * len(row): ONE}
    for n in range(1, T + 1):
        after: dict[tuple[int, ...], Q] = {}
        for counts, chance in alive.items():
            for y, p in enumerate(row):
                grown = (*counts[:y], counts[y] + 1, *counts[y + 1 :])
                after[grown] = after.get(grown, ZERO) + chance * p
        alive = {}
        for counts, chance in after.items():
            apart = sum((abs(k - n * p) for k, p in zip(counts, row, strict=True)), ZERO)
            if bounds.lo * n < apart * apart <= bounds.hi * n:
                raise PreconditionError("enclosure", n, "must decide the comparison")
            if apart * apart <= bounds.lo * n:
                alive[counts] = chance
    return ONE - sum(alive.values(), ZERO)
