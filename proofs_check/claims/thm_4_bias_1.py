"""Proof of Theorem 4: Bias-I <= 0 on the event of Lemma 3."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO, Decision, Enclosure
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import PairValues, inner, inner_enclosed, pair_mass
from proofs_check.sampled_runs.suite import Suite


@claim(
    "thm:main:bias-1",
    number="(19), Bias-I",
    kind="on an event",
    title="Bias-I <= 0",
    tex=r"\text{Bias-I}=\sum_t\langle q^*,r-\hat r_{i(t)}\rangle\leq0",
    argues=("q* >= 0 and r <= r_hat_i at every pair", "lem:conf-set-rew, def:1"),
)
def bias_1_is_negative(suite: Suite) -> Shown:
    """On the event of Lemma 3, so with probability at least 1 - 2 delta: Bias-I = sum_t
    <q*, r - r_hat_{i(t)}> <= 0.

    Only r <= r_hat_i is needed, half of that event and at the pairs of q* only: probability
    1 - delta by the same lemma's two halves."""
    tally = Tally("exact on runs", "every epoch with r <= r_hat_i at q*'s pairs")
    for run in suite.all:
        q_star = pair_mass(run.best.q)
        for e in run.epochs:
            if upper_half(e, q_star):
                tally.leq(bias_1_of(e, q_star), ZERO, run=run.name, i=e.i)
    return tally


@planted(bias_1_is_negative, "off the event of Lemma 3")
def bias_1_off_event(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every epoch of every run")
    for run in suite.all:
        q_star = pair_mass(run.best.q)
        for e in run.epochs:
            tally.leq(bias_1_of(e, q_star), 0, run=run.name, i=e.i)
    return tally


@planted(bias_1_is_negative, "r_bar_i in place of r_hat_i")
def bias_1_no_bonus(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every epoch on the event of Lemma 3")
    for run in suite.runs:
        q_star = pair_mass(run.best.q)
        for e in run.epochs:
            if e.event_r is Decision.TRUE:
                tally.leq(inner(q_star, run.r), inner(q_star, e.r_bar), run=run.name, i=e.i)
    return tally


def bias_1_of(e: SampledEpoch, q_star: PairValues) -> Enclosure:
    """<q*, r - r_hat_i>."""
    of_r, of_r_hat = inner(q_star, e.run.r), inner_enclosed(q_star, e.r_hat)
    return Enclosure(of_r - of_r_hat.hi, of_r - of_r_hat.lo)


def upper_half(e: SampledEpoch, q_star: PairValues) -> bool:
    """r <= r_hat_i wherever q* has mass, certainly."""
    for q_h, r_h, r_hat_h in zip(q_star, e.run.r, e.r_hat, strict=True):
        for rows in zip(q_h, r_h, r_hat_h, strict=True):
            for m, r, r_hat in zip(*rows, strict=True):
                if m and r > r_hat.lo:
                    return False
    return True
