"""The certificate of the KL step: gaps of honest steps, and planted faults that it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from proofs_check.arithmetic import Enclosure, Q
from proofs_check.guests.kl.certificate import KLCertificate, certify
from proofs_check.guests.kl.sets import BallP, BoxP, KnownP, distribution
from reference.guests.kl.step import KLStep, kl_step
from reference.mdp import Array
from reference.support.errors import PreconditionError
from tests.guests.kl.instances import KINDS, Instance, instance, losses

RADIUS = Q(1, 10**5)


def certified(given: Instance, c: Array, step: KLStep) -> KLCertificate:
    log_q = [table.tolist() for table in given.pairs.split(step.log_q)]
    return certify(given.problem(c), given.beta(step.beta), log_q)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_an_honest_step_is_certified(kind: str, seed: int) -> None:
    given, c = instance(kind, seed), losses(instance(kind, seed).pairs, seed)
    proof = certified(given, c, kl_step(given.pairs, given.log_q, c, given.solver))
    assert 0 <= proof.gap < Q(1, 10**12)
    assert proof.radius < RADIUS
    assert proof.gap == proof.upper - proof.lower


def test_the_hint_beta_may_be_wrong_but_the_bound_stays_a_bound() -> None:
    given, c = instance("box", 2), losses(instance("box", 2).pairs, 2)
    step = kl_step(given.pairs, given.log_q, c, given.solver)
    proof = certified(given, c, step)
    blind = certified(given, c, replace(step, beta=step.beta * 0))
    assert blind.lower < proof.lower <= blind.upper == proof.upper
    assert blind.gap > Q(1, 1000)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fault", ["reward for loss", "no step", "half of eta", "one entry off"])
def test_a_wrong_step_is_farther_than_its_radius(kind: str, fault: str) -> None:
    """The proved radius bounds the distance of the *record*, so a wrong one cannot be small."""
    given, c = instance(kind, 4), losses(instance(kind, 4).pairs, 4)
    right = kl_step(given.pairs, given.log_q, c, given.solver)
    wrong_c = {"reward for loss": 2 - c, "no step": 0 * c, "half of eta": c / 2}.get(fault, c)
    wrong = kl_step(given.pairs, given.log_q, wrong_c, given.solver)
    if fault == "one entry off":
        wrong.log_q[0, 0] += 1e-3
    real = given.pairs.real
    distance = abs(np.exp(wrong.log_q[real]) - np.exp(right.log_q[real])).sum()
    assert distance > 1e-5
    proof = certified(given, c, replace(wrong, beta=right.beta))
    assert proof.radius > RADIUS
    assert float(proof.radius) >= distance * (1 - 1e-6)


@pytest.mark.parametrize("kind", ["box", "ball"])
def test_a_projection_on_the_set_of_the_epoch_before_is_refused(kind: str) -> None:
    old, new = instance(kind, 6, n=4), instance(kind, 6, n=400)
    c = losses(old.pairs, 6)
    step = kl_step(old.pairs, old.log_q, c, old.solver)
    assert certified(old, c, step).radius < RADIUS
    assert certified(new, c, step).radius > Q(1, 1000)


def test_sets_that_are_empty_when_rounded_inward_are_refused() -> None:
    third = Enclosure(Q(1, 3), Q(1, 3))
    with pytest.raises(PreconditionError):
        BoxP([third, third], [third, third]).point([0.0, 0.0])
    with pytest.raises(PreconditionError):
        BallP([Q(0), Q(0)], Enclosure(Q(1, 2), Q(1, 2))).point([0.0, 0.0])


def test_points_lie_in_their_sets_exactly() -> None:
    log_p = [-0.1, -3.0, -7.0]
    P_bar = [Q(1, 3), Q(1, 3), Q(1, 3)]
    for eps in (Q(1, 10), Q(1, 10**6), Q(2)):
        p = BallP(P_bar, Enclosure(eps, eps)).point(log_p)
        assert sum(p) == 1 and min(p) >= 0
        assert sum(abs(a - b) for a, b in zip(p, P_bar, strict=True)) <= eps
    lo, hi = [Q(1, 7)] * 3, [Q(5, 7), Q(1, 7), Q(1, 2)]
    box = BoxP([Enclosure(v, v) for v in lo], [Enclosure(v, v) for v in hi[:1]] + [
        Enclosure(Q(2, 7), Q(2, 7)), Enclosure(hi[2], hi[2])
    ])  # fmt: skip
    p = box.point(log_p)
    assert sum(p) == 1 and all(v >= Q(1, 7) for v in p) and p[0] <= Q(5, 7)
    assert KnownP(P_bar).point(log_p) == P_bar
    assert sum(distribution([-1000.0, -2000.0])) == 1
