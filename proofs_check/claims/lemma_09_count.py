"""Lemma 9's first term: the radii along the visited pairs, summed over all episodes."""

from __future__ import annotations

from collections.abc import Sequence

from proofs_check.arithmetic import ZERO, Enclosure, Q, Real, sqrt
from proofs_check.claims.common.visits import by_layers
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite


@claim(
    "lem:occ-term-2:count",
    number="(27), term 1",
    kind="pathwise",
    title="2 eps along the visited pairs",
    readings=("R-1",),
    tex=r"\sum_t\sum_{h=1}^L\sum_{s<h}\sum_{x_s,a_s}I^{(t)}\{x_s,a_s\}2\epsilon_{i(t)}(x_s,a_s)"
    r"\leq6LX\sqrt{2TA\Lambda}",
    argues=(
        "each layer by the pigeonhole and Jensen steps, weights L - s",
        "eq:extra-term-P, disp:App. B.2, disp:App. B.3, lem:occ-term-2:layers",
    ),
)
def count(suite: Suite) -> Shown:
    """sum_t sum_{h=1}^L sum_{s<h} sum_{(x_s,a_s)} I^{(t)}{x_s,a_s} 2 eps_{i(t)}(x_s,a_s) <=
    6 LX sqrt(2TA Lam), Lam = log(TXA/delta).

    Layer s has the weight L - s and, by the pigeonhole and Jensen steps of App. B,
    sum n_i 2 eps_i <= 2 sqrt(2 X_{s+1} Lam) (1 + sqrt 2) sqrt(T X_s A). So the sum is at most
    (4 + 2 sqrt 2) sqrt(TA Lam) sum_{s<L} (L - s) sqrt(X_s X_{s+1}) <= (4 + 2 sqrt 2) L (X - 1)
    sqrt(TA Lam): the constant 6.83 for 8.49, and X - 1. As xi_i = 0 on layer L - 1, s <= L - 2 and
    X - 2 are enough for Lemma 9. On the chain (X = L + 1, A = 1) with T = 2^k the layered form is
    attained in the limit."""
    layered = Tally("exact on runs", "every run: the layered form")
    for run in suite.all:
        left = weighted_sum(realised_eps(run), 2)
        root = sqrt(run.Lam * (run.T * run.A))
        layered.leq(left, root * by_layers(run.layers), run=run.name)
    chain = Tally("enumerated", "chain, L <= 6, T = 2^k <= 2^40, over sqrt(Lam)", step=True)
    for L in range(1, 7):
        for k in range(0, 41, 8):  # sum n/sqrt(max{1,N}) = (1 + sqrt 2) sqrt(T) - sqrt 2
            visits = (sqrt(2) + 1) * sqrt(1 << k) - sqrt(2)
            weights = visits * sqrt(2) * 2 * (L * (L + 1) // 2)
            chain.leq(weights, by_layers((1,) * (L + 1)) * sqrt(1 << k), L=L, T=1 << k)
    return layered, chain


@planted(count, "7/10 of the layered form: 4.78 in place of 6.83")
def count_smaller(suite: Suite) -> Shown:
    tally = Tally("enumerated", "chain with one pair per layer, T = 2^k, over sqrt(Lam)")
    for k in range(0, 41, 2):
        left = ((sqrt(2) + 1) * sqrt(1 << k) - sqrt(2)) * sqrt(2) * 2
        tally.leq(left, by_layers((1, 1)) * sqrt(1 << k) * Q(7, 10), L=1, T=1 << k)
    return tally


@planted(count, "X_{s+1} left out of the layered form")
def count_without_X(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every run")
    for run in suite.all:
        weights = Real.of(0)
        for s, X_s in enumerate(run.layers[:-1]):
            weights = weights + sqrt(X_s) * (run.L - s)
        root = sqrt(run.Lam * (run.T * run.A)) * (sqrt(2) * 2 + 4) * weights
        tally.leq(weighted_sum(realised_eps(run), 2), root, run=run.name)
    return tally


def realised_eps(run: SampledRun) -> list[Enclosure]:
    """For each layer s, sum_t eps_{i(t)}(x_s,a_s) along the pairs of episode t."""
    lo, hi = [ZERO] * run.L, [ZERO] * run.L
    for e in run.epochs:
        for s, (n_s, eps_s) in enumerate(zip(e.n, e.eps, strict=True)):
            for row, radii in zip(n_s, eps_s, strict=True):
                for n, eps in zip(row, radii, strict=True):
                    if n:
                        lo[s] += n * eps.lo
                        hi[s] += n * eps.hi
    return [Enclosure(*ends) for ends in zip(lo, hi, strict=True)]


def weighted_sum(of_layers: Sequence[Enclosure], factor: int | Q) -> Enclosure:
    """factor sum_s (L - s) of_layers[s]."""
    L = len(of_layers)
    lo = sum(((L - s) * factor * v.lo for s, v in enumerate(of_layers)), ZERO)
    return Enclosure(lo, sum(((L - s) * factor * v.hi for s, v in enumerate(of_layers)), ZERO))
