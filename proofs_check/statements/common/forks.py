"""Two branches that never meet, with A = 1 and deterministic P and rewards: closed forms.

Layers 1, 2, ..., 2, 1. P leads from x_0 to u and stays on its branch; r = 0 at every u and 1 at
every v. T = 2^k, and epochs start at N = 1, 2, 4, ... visits of x_0 and every u. q_hat_1 is
uniform. Later r_hat_i = 1 at v, which is never visited, and LP1 moves e = min{1, eps_i/2} of the
mass at x_0 and at every u to v (while b_i >= 1 that is one optimum of several). The run has
probability 1, so the sums of Lemmas 4, 5 and 9 have closed forms, and T may be so large that their
bounds are not trivial. Nobody plays these runs: they are enumerated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real, b_radius, eps_radius, lam
from proofs_check.ledger.evidence import Tally
from proofs_check.statements.common.bounds import Bound, Size

FORK_DELTAS = (Q(9, 10), Q(1, 2), Q(1, 10), Q(1, 10**6))


def on_forks(
    note: str,
    full: bool,
    left: Callable[[int, int, Real], Enclosure],
    right: Bound,
    most: Callable[[int], int],
    under: str = "",
) -> Tally:
    """Compare left(L, k, Lam) with right(size, T, Lam, delta), trivial from most(L) T on."""
    lengths, exponents = range(2, 9 if full else 6), range(2, 41 if full else 31, 4)
    family = (
        rf"two branches in closed form, $L=2,\dots,{lengths[-1]}$, $T=2^2,2^6,\dots,"
        rf"2^{{{exponents[-1]}}}$, four $\delta$"
    )
    tally = Tally("enumerated", f"{note}: {family}", under=under)
    for L, k, delta in product(lengths, exponents, FORK_DELTAS):
        size, T = Size((1, *[2] * (L - 1), 1), A=1), 1 << k
        Lam = lam(T, size.X, 1, delta)
        bound = right(size, T, Lam, delta).enclose(96)
        where = {"L": L, "X": size.X, "T": f"2^{k}", "delta": delta}
        tally.bounded(left(L, k, Lam), bound, most(L) * T, **where)
    return tally


def on_one_fork(
    note: str, left: Callable[[int, int, Real], Enclosure], right: Bound, last: int = 24
) -> Tally:
    """Compare left(L, k, Lam) with right(size, T, Lam, delta) on layers 1, 2, 1: T = 2^k,
    k <= last, delta = 1/10."""
    tally = Tally("enumerated", note)
    size, delta = Size((1, 2, 1), A=1), Q(1, 10)
    for k in range(4, last + 1, 4):
        T, Lam = 1 << k, lam(1 << k, size.X, size.A, delta)
        bound = right(size, T, Lam, delta)
        tally.leq(left(size.L, k, Lam), bound, L=size.L, X=size.X, A=size.A, T=f"2^{k}")
    return tally


@cache
def fork_l1(L: int, k: int, Lam: Real) -> Enclosure:
    """Return sum_t ||q_hat_i - q_i||_1: 2 (1 - (1-e)^(s+1)) in layer s, and in layer L-1 as in the
    layer before it."""
    return _sum(k, Lam, Q(3 * L - 2, 2), lambda e, b: 2 * _at_v(e, (*range(1, L), L - 1)))


def fork_q_xi(L: int, k: int, Lam: Real) -> Enclosure:
    """Return sum_t sum_s (L - s) sum q_i xi_i: xi_i = 2e at x_0 and at every u."""
    weights = Q(sum(L - s for s in range(L - 1)))
    return _sum(k, Lam, weights, lambda e, b: 2 * e * weights)


@cache
def fork_error(L: int, k: int, Lam: Real) -> Enclosure:
    """Return Error: q_hat_i is 1 - (1-e)^s at v of layer s, where r_hat_i = 1; at u r_hat_i is
    min{1, b_i}."""
    return _sum(k, Lam, ZERO, lambda e, b: max(ZERO, 1 - b) * _at_v(e, range(1, L)))


def _at_v(e: Q, layers: Iterable[int]) -> Q:
    """Return the sum of 1 - (1-e)^s over these layers: q_hat_i at v."""
    return sum((1 - (1 - e) ** s for s in layers), ZERO)


def _sum(k: int, Lam: Real, first: Q, of_epoch: Callable[[Q, Q], Q]) -> Enclosure:
    """Return `first` for t = 1 plus N of_epoch(e, b) for each epoch that starts at N visits.

    of_epoch rises in e and falls in b."""
    lo = hi = first
    for N, eps, b in _radii(k, Lam):
        lo += N * of_epoch(min(ONE, eps.lo / 2), b.hi)
        hi += N * of_epoch(min(ONE, eps.hi / 2), b.lo)
    return Enclosure(lo, hi)


@cache
def _radii(k: int, Lam: Real) -> list[tuple[int, Enclosure, Enclosure]]:
    """Return N, eps_i and b_i of each epoch."""
    visits = [1 << j for j in range(k)]
    return [(N, eps_radius(2, Lam, N).enclose(96), b_radius(Lam, N).enclose(96)) for N in visits]


def in_turn_l1(A: int, k: int, Lam: Real) -> Enclosure:
    """Return sum_t ||q_hat_i - q_i||_1 on layers 1, 2, 1 with A actions, T = A 2^k; it is also the
    sum of Lemma 9.

    r = 1 at x_0 and v, 0 at u. In epoch 1 actions 1 are drawn, with probability A^-2. Later r_hat_i
    is 1 at x_0 and v and falls with N_i at u, so LP1 takes actions with the fewest visits. We let
    it take those of x_0 and u in the same order: the action of both is played until its visits
    have doubled. So each brings what the one action of a fork brings, and 4 in its first episode;
    but the first episode of all brings 2."""
    fork = fork_l1(2, k, Lam)  # 2 in its first episode
    return Enclosure(fork.lo * A + 2 * (A - 1), fork.hi * A + 2 * (A - 1))
