"""Lemma 8, eq. (24): the distance over pairs of a layer by the xi of the layers before it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, product

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.claims.common.transitions import branches, least_q_xi
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, Found, Shown, claim, planted
from proofs_check.sampled_runs.occupancy import (
    distance,
    inner,
    occupancy_measure,
    pair_mass,
)
from proofs_check.sampled_runs.suite import Suite


@claim(
    "lem:occ-term-1",
    kind="pathwise",
    title="distance of pairs, layer h",
    covers=("eq:24",),
    readings=("R-4",),
    part_of="lem:key-lem",
    tex=r"\sum_{x_h,a_h}|\hat q_i(x_h,a_h)-q_i(x_h,a_h)|\leq"
    r"\sum_{s=0}^{h-1}\sum_{x_s,a_s}q_i(x_s,a_s)\xi_i(x_s,a_s)",
    argues=("induction on the layer by the same identity", "def:1, lem:occ-1-norm:P_i"),
)
def lemma_8(suite: Suite) -> Iterator[Found]:
    """For all t and 1 <= h <= L-1, i = i(t): the sum over (x_h,a_h) of
    |q_hat_i(x_h,a_h) - q_i(x_h,a_h)| is at most the sum over s < h and (x_s,a_s) of
    q_i(x_s,a_s) xi_i(x_s,a_s).

    True for every completion of P_i (the least right side is taken, as for Lemma 7), and sharp:
    both sides are equal for h = 1 and A = 1, and for every h on two branches that never meet, where
    they reach 2, the largest distance possible."""
    tally = Tally("exact on runs", "every epoch and layer; the completion with the least right")
    for run, e in suite.all.epochs():
        bound = [ZERO, *accumulate(least_q_xi(e))]
        for h in range(1, run.L):
            tally.leq(e.layer_l1[h], bound[h], run=run.name, i=e.i, h=h)
    yield tally
    yield _attained()


@planted(lemma_8, "s runs to h - 2")
def lemma_8_short(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every epoch and layer, without layer h - 1")
    for run, e in suite.runs.epochs():
        bound = [ZERO, *accumulate(e.layer_q_xi)]
        for h in range(1, run.L):
            tally.leq(e.layer_l1[h], bound[h - 1], run=run.name, i=e.i, h=h)
    return tally


@planted(lemma_8, "99/100 of the right side")
def lemma_8_smaller(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every epoch and layer, 99/100 of the right side")
    for run, e in suite.runs.epochs():
        bound = [ZERO, *accumulate(e.layer_q_xi)]
        for h in range(1, run.L):
            tally.leq(e.layer_l1[h], bound[h] * Q(99, 100), run=run.name, i=e.i, h=h)
    return tally


def _attained() -> Evidence:
    """Two branches: D_h = E_0 = 2 |p - p_i| for every h, on a grid of p and p_i."""
    tally = Tally("enumerated", "two branches, L = 2..6: equality for all p, p_i in 0, 1/4, ..., 1")
    grid = [Q(k, 4) for k in range(5)]
    for L, p, p_i in product(range(2, 7), grid, grid):
        P, P_i, pi = branches(L, p, p_i)
        q, q_hat = (pair_mass(occupancy_measure(rows, pi)) for rows in (P, P_i))
        xi = [
            [[distance(u, v) for u, v in zip(*rows, strict=True)] for rows in zip(*ls, strict=True)]
            for ls in zip(P_i, P, strict=True)
        ]
        bound = ZERO
        for h in range(1, L):
            bound += inner([q[h - 1]], [xi[h - 1]])
            far = sum((distance(u, v) for u, v in zip(q_hat[h], q[h], strict=True)), ZERO)
            tally.equal(far, bound, L=L, h=h, p=p, p_i=p_i)
    evidence = tally.evidence()
    return Evidence(
        evidence.kind, evidence.verdict, evidence.instances, evidence.note, ZERO, ONE,
        {"L": 2, "p": "0/1", "p_i": "1/1", "both sides": 2}, evidence.witness, step=True,
    )  # fmt: skip
