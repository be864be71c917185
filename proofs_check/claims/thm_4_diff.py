"""Proof of Theorem 4: Diff <= 0 on the event of Lemma 2."""

from __future__ import annotations

from proofs_check.arithmetic import Decision, Enclosure
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import (
    PairValues,
    difference,
    inner_enclosed,
    pair_mass,
)
from proofs_check.sampled_runs.suite import Suite


@claim(
    "thm:main:diff",
    number="(19), Diff",
    kind="on an event",
    title="Diff <= 0",
    tex=r"\text{Diff}=\sum_t\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle\leq0",
    argues=(
        "q* is in Q^{P_i} when P is in P_i, and q_hat_i maximises over it; q_hat_1 is an optimum",
        "lem:conf-set-P-high-prob, lem:conf-set-polytope, prop:3, eq:lp-occ-update, alg:main/5",
    ),
)
def diff_is_negative(suite: Suite) -> Shown:
    """On the event of Lemma 2, so with probability at least 1 - delta: q* is in Q^P, a subset of
    Q^{P_i}, so <q*, r_hat_i> <= <q_hat_i, r_hat_i> for all i, and Diff = sum_t
    <q* - q_hat_{i(t)}, r_hat_{i(t)}> <= 0.

    q_hat_1 is set, not solved for; r_hat_1 = 1 makes every q in Q optimal, so epoch 1 adds 0. On
    the runs q_hat_i is optimal up to the solver's rounding: <q*, r_hat_i> <= LP1's exact optimum,
    and Diff <= `gap`, the exact distance of q_hat_i from it."""
    optimum = Tally("exact on runs", "<q*, r_hat_i> <= LP1's optimum, epochs with P in P_i")
    gap = Tally("exact on runs", "<q* - q_hat_i, r_hat_i> <= gap_i, epochs with P in P_i")
    for run in suite.all:
        q_star = pair_mass(run.best.q)
        for e in run.epochs:
            if e.event_P is not Decision.TRUE:
                continue
            best = inner_enclosed(q_star, e.r_hat)
            # The upper ends: LP1 solved with eps_i and r_hat_i rounded up, q* valued likewise.
            optimum.leq(best.hi, e.optimum.hi, run=run.name, i=e.i)
            gap.leq(diff_of(e, q_star).hi, e.gap, run=run.name, i=e.i)
            if e.i == 1:
                gap.equal(diff_of(e, q_star), 0, run=run.name, i=1)
    return optimum, gap


@planted(diff_is_negative, "off the event of Lemma 2")
def diff_off_event(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "<q*, r_hat_i> <= LP1's optimum, every epoch")
    for run in suite.all:
        q_star = pair_mass(run.best.q)
        for e in run.epochs:
            tally.leq(inner_enclosed(q_star, e.r_hat), e.optimum.hi, run=run.name, i=e.i)
    return tally


@planted(diff_is_negative, "q_i in place of q_hat_i")
def diff_q(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "<q* - q_i, r_hat_i> <= gap_i, epochs with P in P_i")
    for run in suite.runs:
        q_star = pair_mass(run.best.q)
        for e in run.epochs:
            if e.event_P is Decision.TRUE:
                found = inner_enclosed(difference(q_star, e.q_xa), e.r_hat)
                tally.leq(found, e.gap, run=run.name, i=e.i)
    return tally


def diff_of(e: SampledEpoch, q_star: PairValues) -> Enclosure:
    """<q* - q_hat_i, r_hat_i>."""
    return inner_enclosed(difference(q_star, e.q_hat_xa), e.r_hat)
