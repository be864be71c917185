"""Lemma 2: P lies in every confidence set P_i with high probability; and what it, like Lemmas 3, 9,
11 and (31), takes for granted of visits at times that depend on the past."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import ONE, Q, lam, ln
from proofs_check.claims.common.coins import COIN_DELTAS, algorithm_fails, ever_fails
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

CHANCES = (Q(1, 2), Q(1, 3), Q(1, 10), Q(1, 50))  # P(u|x_0,a)


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
    planted={"radius a quarter of eq. (11)": {"share": Q(1, 4)}},
)
def lemma_2(suite: Suite, share: Q = ONE) -> Shown:
    """For every delta in (0,1), Pr{P in P_i for all epochs i} >= 1 - delta.

    Far from tight. With z = delta/(TXA), Weissman's inequality bounds the failure of (x,a) after n
    visits by (2^d - 2) z^d, d = X_{h+1}; summed over n <= T and the pairs, the failure is at most
    2 (X-3)_+ delta^2 / (T X^2 A) <= delta^2 / (6 T A), and 0 if every d = 1. The radius
    sqrt(2 (X_{h+1} ln 2 + Lam) / N) would do. Of a base b of the logarithm the argument needs
    2/ln b >= 1 (else z^(2/ln b) > z for small z), so b <= e^2; but that does not suffice: on layers
    1, 2, ..., 2, 1 with nine layers of two states the sum exceeds delta from b = 5.5 or so on."""
    note = "Algorithm 1 on layers 1-2-1, A=1: P outside some P_i, outside after any n <= T"
    tally = Tally("exact probability", f"{note}, the union bound, delta")
    for T, delta, p in product((20, 60, 100) if suite.full else (20, 60), COIN_DELTAS, CHANCES):
        c, where = lam(T, 4, 1, delta) * share**2, {"T": T, "delta": delta, "p": p}
        fails, ever, union = algorithm_fails(p, T, c), ever_fails(p, T, c), delta**2 / (8 * T)
        tally.leq(fails, delta, **where)
        tally.holds(fails <= ever <= union, bound="2 (X-3) delta^2/(T X^2 A)", **where)
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
