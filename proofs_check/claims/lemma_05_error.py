"""Lemma 5, eq. (21), and its proof, eq. (28): Error."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, Real, ln, sqrt, zipped
from proofs_check.claims.common.bounds import Size
from proofs_check.claims.common.forks import fork_error, on_forks, on_one_fork
from proofs_check.claims.common.theorem_4 import Bound, leading
from proofs_check.claims.common.transitions import branches
from proofs_check.claims.common.visits import error_layers
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import (
    difference,
    distance,
    inner,
    inner_enclosed,
    pair_mass,
)
from proofs_check.sampled_runs.suite import Suite

HALF = Q(1, 2)


@claim(
    "eq:28",
    kind="probabilistic",
    title="Error <= sum l1 <= 12 LX sqrt(..)",
    part_of="lem:error",
    tex=r"\text{Error}\leq\sum_t\|\hat q_i-q_i\|_1\leq12LX\sqrt{TA\Lambda}",
    argues=("0 <= r_hat_i <= 1, then Lemma 4", "lem:key-lem, eq:rew-ucb"),
    planted={
        "(L-1)/(6L) in place of (L-1)/(2L), two branches": {"share": Q(1, 6)},
        "1/4 of the distance over pairs, on the runs": {"pairs_share": Q(1, 4)},
    },
)
def eq_28(suite: Suite, share: Q = HALF, pairs_share: Q = HALF) -> Iterator[Found]:
    """Error = sum_t <q_hat_{i(t)} - q_{i(t)}, r_hat_{i(t)}> is at most sum_t ||q_hat_{i(t)} -
    q_{i(t)}||_1 because r_hat_i <= 1 (surely), and that is at most 12 LX sqrt(TA log(TXA/delta))
    (Lemma 4, probability 1 - 2 delta).

    The first step needs 0 <= r_hat_i as well, which (16) gives; and it is wasteful. Both measures
    have sum 1 in a layer, so r_hat_i - 1/2 may take the place of r_hat_i: Error <= 1/2 sum_t
    sum_{h>=1} |q_hat_i(x_h,a_h) - q_i(x_h,a_h)|. And a layer's distance over pairs is at most that
    over the triples before it and after it, so Error <= (L-1)/(2L) sum_t ||q_hat_i - q_i||_1.
    Attained for every L (two branches, r_hat_i = 1 on one, 0 on the other): 6 (L-1) X for 12 LX."""
    note = "Error <= half the distance over pairs <= (L-1)/(2L) of that over triples, every epoch"
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs():
        over_pairs = sum(e.layer_l1, ZERO)
        tally.leq(error_of(e), pairs_share * over_pairs, run=run.name, i=e.i)
        tally.leq(over_pairs, Q(run.L - 1, run.L) * e.l1, run=run.name, i=e.i)
    yield tally
    # P goes to one branch, P_i to the other, where r_hat_i = 1: <q_hat - q, r_hat> = L - 1.
    note = "two branches, L = 2..12: Error = (L-1)/(2L) ||q_hat - q||_1"
    attained = Tally("enumerated", note, step=True)
    for L in range(2, 13):
        q, q_hat, _ = branches(L, ONE, ZERO)
        r_hat = [[[ONE]], *[[[ZERO], [ONE]]] * (L - 1)]
        left = inner(difference(pair_mass(q_hat), pair_mass(q)), r_hat)
        attained.leq(
            left, share * Q(L - 1, L) * distance(q_hat, q), L=L, layers=[1, *[2] * (L - 1), 1], A=1
        )
    yield attained


@claim(
    "lem:error",
    kind="asymptotic",
    title="Error <= O(LX sqrt(TA Lam))",
    covers=("eq:21",),
    tex=r"\text{Error}\leq O(LX\sqrt{TA\Lambda})",
    argues=("the constant of (28)", "eq:28"),
    planted={
        "the constant 1/4, layers 1, 2, 1, P deterministic": lambda _: on_one_fork(
            "T = 2^k", fork_error, 2, last=40
        ),
    },
)
def lemma_5(suite: Suite) -> Shown:
    """With probability at least 1 - 2 delta, Error = sum_t <q_hat_{i(t)} - q_{i(t)}, r_hat_{i(t)}>
    is O(LX sqrt(TA log(TXA/delta))).

    The constant that the proof gives, and that is checked, is 12: eq. (28)."""
    return _on_forks(suite, partial(leading, constant=Real.of(12)))


@claim(
    "lem:error",
    form="repaired",
    kind="probabilistic",
    title="Error, layer by layer",
    readings=("R-1", "R-4"),
    tex=r"\text{Error}\leq(2+\sqrt2)\sqrt{TA\Lambda}\sum_{s\leq L-2,\,X_{s+1}\geq2}(L-1-s)"
    r"\sqrt{X_sX_{s+1}}+\tfrac12L(L-1)\sqrt{\tfrac T2\ln\tfrac1\delta}\leq(2+\tfrac54"
    r"\sqrt2)LX\sqrt{TA\Lambda}",
    argues=(
        "half of Lemma 8's distances, then the visits and one martingale as in Lemma 9",
        "eq:28, lem:occ-term-1, lem:occ-term-2, lem:azuma-hoeffding",
    ),
    planted={
        "2/5 of the first right side, two branches": {"share": Q(2, 5)},
        "the weight L - 2 - s": {"short": 2},
    },
)
def lemma_5_repaired(suite: Suite, share: Q = ONE, short: int = 1) -> Iterator[Found]:
    """With probability at least 1 - 2 delta, Error <= (2 + sqrt 2) sqrt(TA Lam) times the sum over
    s <= L - 2 with X_{s+1} >= 2 of (L - 1 - s) sqrt(X_s X_{s+1}), plus L(L-1)/2
    sqrt(T log(1/delta)/2); so Error <= (2 + (5/4) sqrt 2) LX sqrt(TA Lam), Lam = log(TXA/delta):
    the constant 3.768 for 12.

    From Error <= 1/2 sum of the distances over pairs of layers 1..L-1 and Lemma 8, so layer s has
    the weight (L - 1 - s)/2, where (28) has L - s; Lemma 9's steps then give the rest, with the
    interval form of Lemma 10, as the martingale's differences are in intervals of half the
    length."""
    yield _on_forks(suite, lambda *one: sharp_error(*one) * share)
    note = f"Error <= sum_t sum_s (L-{short}-s) <q_i, min{{1, eps_i}}>, on Lemma 2"
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs():
        if e.event_P is Decision.TRUE:
            tally.leq(error_of(e), clipped_eps(e, short), run=run.name, i=e.i)
    yield tally


# ------------------------------------------------------------------------------ both sides


def error_of(e: SampledEpoch) -> Enclosure:
    """<q_hat_i - q_i, r_hat_i>, one episode's part of Error."""
    return inner_enclosed(difference(e.q_hat_xa, e.q_xa), e.r_hat)


def clipped_eps(e: SampledEpoch, short: int) -> Enclosure:
    """sum_s (L - short - s) sum q_i(x_s,a_s) min{1, eps_i(x_s,a_s)}."""
    L = e.run.L
    return Enclosure.sum(
        eps.at_most(ONE) * ((L - short - s) * m)
        for s in range(L - short)
        for m, eps in zipped(e.q_xa[s], e.eps[s])
    )


def sharp_error(size: Size, T: int, Lam: Real, delta: Q) -> Real:
    """The first right side of the repaired lemma."""
    azuma = sqrt(ln(1 / delta) * Q(T, 8)) * (size.L * (size.L - 1))
    return error_layers(size.layers) * sqrt(Lam * (T * size.A)) + azuma


def _on_forks(suite: Suite, bound: Bound) -> Tally:
    return on_forks("Error against LT", suite.full, fork_error, bound, lambda L: L)
