"""Lemma 2: P lies in every confidence set P_i with high probability."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import Q, lam, ln
from proofs_check.claims.common.coins import COIN_DELTAS, algorithm_fails, ever_fails
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

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
def lemma_2(suite: Suite) -> Shown:
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
        Lam, where = lam(T, 4, 1, delta), {"T": T, "delta": delta, "p": p}
        ever, union = ever_fails(p, T, Lam), delta**2 / (8 * T)
        fails = algorithm_fails(p, T, Lam)
        tally.leq(fails, delta, **where)
        tally.holds(fails <= ever <= union, bound="2 (X-3) delta^2/(T X^2 A)", **where)
    return tally


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
