"""Lemma 2 (and 3, 9, 11, (31)): visits to a pair at times that depend on the past."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb

from proofs_check.arithmetic import ONE, ZERO, Q, ln
from proofs_check.claims.common.coins import COIN_DELTAS, ever_fails
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

State = tuple[int, int, int, int]  # draws and heads of two coins


@claim(
    "lem:adaptive-sampling",
    form="repaired",
    number="Lemma 2, sampling",
    section="Sec. IV-A",
    kind="probabilistic",
    part_of="lem:conf-set-P-high-prob",
    title="visits at times that depend on it",
    readings=("R-13",),
    tex=r"\Pr\{N\geq n,\ \textstyle\sum_{k\leq n}(f(y_k)-\mathbb E f)\geq s\}\leq e^{-2s^2/n},\quad"
    r"\Pr\{\|\bar P-P\|_1\geq\epsilon\text{ after }n\text{ visits}\}\leq(2^d-2)e^{-n\epsilon^2/2}",
    cites=("samples are drawn anew at each visit", "as:layered-mdp, alg:main/8, alg:main/9"),
)
def adaptive_sampling(suite: Suite) -> Shown:
    """Fix a pair (x,a) and n >= 1, and let the policies depend on the past in any way. The first n
    samples y_1, ..., y_n at the pair deviate as independent ones do: for f in [0,1], Pr{n visits
    are made and sum_{k<=n} (f(y_k) - E f) >= s} <= exp(-2 s^2 / n); and with d successors Pr{after
    exactly n visits ||P_bar - P||_1 >= eps} <= (2^d - 2) exp(-n eps^2 / 2).

    The paper takes it for granted. Proof: exp(c S - c^2 min{n, N}/8), S the sum so far, is a
    supermartingale (Hoeffding's lemma at a visit, constant otherwise), then Markov's inequality at
    c = 4s/n. A count N_i is a random time: a bound for it needs the union over all n <= T."""
    worst = Tally("exact probability", "the strategy on two coins that makes coin 1 deviate most")
    for T, n, p in product((6, 10), (3, 5), (Q(1, 2), Q(1, 3))):
        for k in range(1, n + 1):
            s = k - n * p
            if s > 0:
                most = likeliest(T, n, k, p, Q(1, 4))
                where = {"T": T, "n": n, "p": p, "heads": k}
                worst.leq(2 * s * s / n, ln(1 / most), **where)  # most <= exp(-2 s^2 / n)
                worst.equal(most, at_least(n, k, p), **where)
    return worst


@planted(adaptive_sampling, "for the random count N, without a union")
def without_union(suite: Suite) -> Shown:
    tally = Tally("exact probability", "Pr{off by sqrt(n ln(2/delta)/2), some n <= T} <= delta")
    for delta, T in product(COIN_DELTAS, (8, 32, 128)):
        tally.leq(ever_fails(Q(1, 2), T, ln(2 / delta) / 2), delta, T=T, delta=delta, p=Q(1, 2))
    return tally


def likeliest(T: int, n: int, heads: int, p: Q, other: Q) -> Q:
    """The largest probability over all strategies that coin 1 (of chance p) is drawn n times and
    has at least `heads` heads among its first n, in T draws of coin 1 or coin 2."""

    @cache
    def best(left: int, state: State) -> Q:
        n_1, k_1, n_2, k_2 = state
        if n_1 == n:
            return ONE if k_1 >= heads else ZERO
        if not left:
            return ZERO
        one = p * best(left - 1, (n_1 + 1, k_1 + 1, n_2, k_2))
        one += (1 - p) * best(left - 1, (n_1 + 1, k_1, n_2, k_2))
        two = other * best(left - 1, (n_1, k_1, n_2 + 1, k_2 + 1))
        two += (1 - other) * best(left - 1, (n_1, k_1, n_2 + 1, k_2))
        return max(one, two)

    return best(T, (0, 0, 0, 0))


def at_least(n: int, heads: int, p: Q) -> Q:
    """Pr{n independent draws have at least `heads` heads}."""
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(heads, n + 1)), ZERO)
