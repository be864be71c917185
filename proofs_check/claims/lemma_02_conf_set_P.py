"""Lemma 2: P lies in every confidence set P_i with high probability."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import isqrt

from proofs_check.arithmetic import ONE, ZERO, Q, Real, lam, ln
from proofs_check.claims.common.coins import COIN_DELTAS, algorithm_fails, ever_fails
from proofs_check.ledger.evidence import Tally, decimal
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite
from reference.support.errors import PreconditionError

CHANCES = (Q(1, 2), Q(1, 3), Q(1, 10), Q(1, 50))  # P(u|x_0,a)


@claim(
    "lem:conf-set-P-high-prob",
    kind="probabilistic",
    title="P in all P_i w.p. 1 - delta",
    readings=("R-2", "R-10", "R-11"),
    tex=r"\Pr\{P\in\mathcal P_i\ \forall i\}\geq 1-\delta",
    cites=(
        "after n visits (2^d - 2) exp(-n eps^2/2) = (2^d - 2) z^d; rows of unvisited pairs",
        "lem:adaptive-sampling, eq:conf-set-P, eq:extra-term-P, alg:main/9, alg:main/14",
    ),
    argues=(
        (
            "the union over n <= T and (x,a): (2^d - 2) z^d <= z for each, as X >= 4 where d >= 2, "
            "and (X - 1) A T z < delta; N_i <= T is one of the n"
        ),
        "as:layered-mdp",
    ),
)
def lemma_2(suite: Suite) -> Iterator[Found]:
    """For every delta in (0,1), Pr{P in P_i for all epochs i} >= 1 - delta.

    Far from tight. With z = delta/(TXA), Weissman's inequality bounds the failure of (x,a) after n
    visits by (2^d - 2) z^d, d = X_{h+1}; summed over n <= T and the pairs, the failure is at most
    2 (X-3)_+ delta^2 / (T X^2 A) <= delta^2 / (6 T A), and 0 if every d = 1. The radius
    sqrt(2 (X_{h+1} ln 2 + Lam) / N) would do. Of a base b of the logarithm the argument needs
    2/ln b >= 1 (else z^(2/ln b) > z for small z), so b <= e^2; but that does not suffice: on layers
    1, 2, ..., 2, 1 with nine layers of two states the sum exceeds delta from b = 5.5 or so on."""
    yield from _exact(suite.full)
    yield _adaptive()
    yield _smallest_scale()


@planted(lemma_2, "radius a quarter of eq. (11)")
def lemma_2_quarter(suite: Suite) -> Shown:
    tally = Tally("exact probability", "layers 1-2-1, A = 1: smallest T first")
    for T, delta in product((4, 16, 40), COIN_DELTAS):
        failure = algorithm_fails(Q(1, 2), T, lam(T, 4, 1, delta) / 16)
        tally.leq(failure, delta, T=T, delta=delta, P=["1/2", "1/2"])
    return tally


@planted(lemma_2, "a base up to e^2 suffices for the union bound")
def lemma_2_base(suite: Suite) -> Shown:
    """Layers 1, 2, ..., 2, 1, T = A = 1: 17 pairs with d = 2, (2^2 - 2) z^(2 / ln b) each."""
    tally = Tally("proved", "the sum of the bounds <= delta for b = 2, e, 5.4, 5.6 <= e^2")
    X, pairs, delta = 20, 17, Q(999, 1000)
    for b in (Q(2), Q(27, 10), Q(54, 10), Q(56, 10)):  # ln(sum) <= ln(delta), times ln b
        left = ln(2 * pairs / delta) * ln(b)
        tally.leq(left, ln(X / delta) * 2, layers="1, 2 (9 times), 1", T=1, A=1, delta=delta, b=b)
    return tally


# --------------------------------------------------------------------------- exact probabilities


def _exact(full: bool) -> Iterator[Found]:
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
    yield from (pair, algorithm)
    wide = Tally("exact probability", "one pair, 3 successors, layers 1-3-1, A=1: after any n <= T")
    rows = ((Q(1, 3),) * 3, (Q(1, 2), Q(1, 4), Q(1, 4)), (Q(1, 10), Q(1, 10), Q(4, 5)))
    for T, delta, row in product((30,) if full else (20,), COIN_DELTAS, rows):
        ever = ever_fails_row(row, T, lam(T, 5, 1, delta) * 6)
        wide.leq(ever, delta, T=T, delta=delta, P=list(row))
    yield wide


def _adaptive() -> Tally:
    """Layers 1-2-1, A = 2: no choice of actions at x_0, knowing all that happened, makes P leave
    either ball with more than delta; both rows are (p, 1 - p)."""
    tally = Tally("exact probability", "A = 2, two successors: the worst choice of actions, n <= T")
    for T, delta, p in product((6, 12), COIN_DELTAS, (Q(1, 2), Q(1, 10), Q(1, 50))):
        tally.leq(worst_choice(T, p, lam(T, 4, 2, delta)), delta, T=T, delta=delta, p=p)
    return tally


def worst_choice(T: int, p: Q, c: Real) -> Q:
    """The largest Pr{n (k/n - p)^2 > c after some visit of one of two coins}, any strategy."""
    bound = c.enclose(256).hi

    @cache
    def worst(left: int, n: int, k: int, m: int, j: int) -> Q:
        if (k - n * p) ** 2 > bound * n or (j - m * p) ** 2 > bound * m:
            return ONE
        if not left:
            return ZERO
        heads = worst(left - 1, n + 1, k + 1, m, j), worst(left - 1, n, k, m + 1, j + 1)
        tails = worst(left - 1, n + 1, k, m, j), worst(left - 1, n, k, m + 1, j)
        return max(p * u + (1 - p) * v for u, v in zip(heads, tails, strict=True))

    return worst(T, 0, 0, 0, 0)


def _smallest_scale() -> Tally:
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
    return tally


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
