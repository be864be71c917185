"""Lemma 2 (and 3, 9, 11, (31)): visits to a pair at times that depend on the past."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import Q, ln
from proofs_check.claims.common.coins import COIN_DELTAS, ever_fails
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite


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
def adaptive_sampling(suite: Suite) -> None:
    """Fix a pair (x,a) and n >= 1, and let the policies depend on the past in any way. The first n
    samples y_1, ..., y_n at the pair deviate as independent ones do: for f in [0,1], Pr{n visits
    are made and sum_{k<=n} (f(y_k) - E f) >= s} <= exp(-2 s^2 / n); and with d successors Pr{after
    exactly n visits ||P_bar - P||_1 >= eps} <= (2^d - 2) exp(-n eps^2 / 2).

    The paper takes it for granted. Proof: exp(c S - c^2 min{n, N}/8), S the sum so far, is a
    supermartingale (Hoeffding's lemma at a visit, constant otherwise), then Markov's inequality at
    c = 4s/n. A count N_i is a random time: a bound for it needs the union over all n <= T."""


@planted(adaptive_sampling, "for the random count N, without a union")
def without_union(suite: Suite) -> Shown:
    tally = Tally("exact probability", "Pr{off by sqrt(n ln(2/delta)/2), some n <= T} <= delta")
    for delta, T in product(COIN_DELTAS, (8, 32, 128)):
        tally.leq(ever_fails(Q(1, 2), T, ln(2 / delta) / 2), delta, T=T, delta=delta, p=Q(1, 2))
    return tally
