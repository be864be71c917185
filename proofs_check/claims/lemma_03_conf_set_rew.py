"""Lemma 3: r lies between r_check_i and r_hat_i with high probability."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import ONE, ZERO, Q, Real, lam, ln
from proofs_check.claims.common.coins import COIN_DELTAS, ever_fails
from proofs_check.ledger.evidence import Tally, decimal
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

MEANS = (Q(1, 2), Q(1, 3), Q(9, 10), Q(1, 50))  # r(x_0,a), Bernoulli rewards


@claim(
    "lem:conf-set-rew",
    kind="probabilistic",
    title="r in its bounds w.p. 1 - 2 delta",
    readings=("R-2", "R-10", "R-11"),
    tex=r"\Pr\{\check r_i(x,a)\leq r(x,a)\leq\hat r_i(x,a)\ \forall i,x,a\}\geq 1-2\delta",
    cites=(
        "after n visits exp(-2 n b^2) = z^4 on each side; b_i > 1 where N_i = 0",
        "lem:adaptive-sampling, eq:rew-ucb, eq:rew-lcb, eq:rew-lcb:order, alg:main/9, alg:main/14",
    ),
    argues=(
        "the union over n <= T, (x,a) and two sides: 2 (X - 1) A T z^4 < 2 delta",
        "as:layered-mdp",
    ),
)
def lemma_3(suite: Suite) -> Iterator[Found]:
    """For every delta in (0,1), Pr{r_check_i(x,a) <= r(x,a) <= r_hat_i(x,a) for all epochs i and
    all pairs (x,a)} >= 1 - 2 delta.

    Far from tight. Hoeffding's inequality bounds the failure of each side of (x,a) after n visits
    by z^4, z = delta/(TXA); summed over n <= T, (X-1)A pairs and two sides, the failure is at most
    2 (X-1) delta^4 / (X (TXA)^3) < delta/4. The radius sqrt(Lam / (2N)), half of b_i, gives
    the claimed 2 delta, and sqrt((Lam + ln 2) / (2N)) gives delta. The argument works for
    bases of the logarithm up to e^4: log10 too. At x_L (and where N_i = 0) b_i > 1: nothing can
    fail. Each side alone, which is what Bias-I <= 0 needs, fails with half the probability."""
    yield from _exact(suite.full)
    yield _smallest_scale()


@planted(lemma_3, "radius a fifth of eq. (15)")
def lemma_3_fifth(suite: Suite) -> Shown:
    tally = Tally("exact probability", "layers 1-1, A = 1, Bernoulli: smallest T first")
    for T, delta in product((4, 16, 64), COIN_DELTAS):
        failure = rewards_fail(Q(1, 2), T, reward_bonus(lam(T, 2, 1, delta), Q(1, 5)))
        tally.leq(failure, 2 * delta, T=T, delta=delta, r=Q(1, 2))
    return tally


@planted(lemma_3, "radius sqrt(Lam/(8N)): the union bound of the proof")
def lemma_3_union(suite: Suite) -> Shown:
    tally = Tally("proved", "X = 4, A = 1: 2 T (X-1) exp(-Lam/4) <= 2 delta")
    for T in (1, 10, 100):  # T z^(1/4) <= delta iff ln(T (X-1)/delta) <= Lam/4
        delta = Q(1, 10)
        tally.leq(ln(3 * T / delta), lam(T, 4, 1, delta) / 4, T=T, delta=delta)
    return tally


def reward_bonus(Lam: Real, scale: Q = ONE) -> Real:
    """n (r_bar - r)^2 > (scale b)^2 n = 2 Lam scale^2 is a failure."""
    return Lam * (2 * scale * scale)


def rewards_fail(r: Q, T: int, c: Real) -> Q:
    """Algorithm 1 on layers 1-1, A = 1: epochs start with N = 1, 2, 4, ... visits, t(i) = N + 1."""
    return ever_fails(r, T - 1, c, frozenset(1 << k for k in range(T.bit_length())))


def _exact(full: bool) -> tuple[Tally, Tally]:
    """With r_bar above r + b or below r - b: r_hat = 1 >= r and r_check = 0 <= r never fail."""
    horizons = (20, 64, 200, 1000) if full else (20, 64, 200)
    pair = Tally("exact probability", "one pair, Bernoulli, X=2, A=1: outside after any n <= T")
    algorithm = Tally("exact probability", "Algorithm 1 on layers 1-1, A=1: outside in some epoch")
    share = ZERO
    for T, delta, r in product(horizons, COIN_DELTAS, MEANS):
        c, where = reward_bonus(lam(T, 2, 1, delta)), {"T": T, "delta": delta, "r": r}
        ever, fails = ever_fails(r, T, c), rewards_fail(r, T, c)
        union = delta**4 / (2 * T) ** 3
        pair.leq(ever, 2 * delta, **where)
        pair.holds(ever <= union, bound="2 (X-1)/X delta^4/(TXA)^3", **where)
        share = max(share, ever / union)
        algorithm.leq(fails, 2 * delta, **where)
        algorithm.holds(fails <= ever, bound="after any n <= T", **where)
    pair.note += f"; at most {decimal(share, 2)} of the union bound"
    return pair, algorithm


def _smallest_scale() -> Tally:
    """Radii s times as large: the least s = j/32 for which the lemma's number is still true."""
    T, delta, r = 128, Q(1, 10), Q(1, 2)
    Lam = lam(T, 2, 1, delta)
    too_small, enough = 0, 32
    while enough - too_small > 1:  # the failure falls as the radii grow
        j = (enough + too_small) // 2
        if rewards_fail(r, T, reward_bonus(Lam, Q(j, 32))) > 2 * delta:
            too_small = j
        else:
            enough = j
    least = Q(enough, 32)
    note = f"layers 1-1, A=1, r=1/2, T={T}, delta={delta}: true for radii {least} times as large"
    tally = Tally("exact probability", note + " (grid 1/32); the union bound allows 1/2")
    fails = rewards_fail(r, T, reward_bonus(Lam, least))
    tally.holds(fails <= 2 * delta, scale=least, T=T, delta=delta)
    return tally
