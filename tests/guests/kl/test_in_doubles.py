"""The bounds in doubles: never below what is exact, as near to it as the check needs, and no proof
of a wrong step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import Q, each, to_q
from proofs_check.guests.family.mirror_descent import MirrorDescent
from proofs_check.guests.kl.certificate import certify, l1_distance
from proofs_check.guests.kl.in_doubles import (
    BoxLayer,
    QuickCertificate,
    certify_boxes,
    distance_of_logs,
    shares_away,
    upper_occupancy_near,
)
from proofs_check.guests.kl.upper_occupancy import enclosed
from reference.guests.kl.step import kl_step
from tests.guests.family.runs import LONG, checked, trace
from tests.guests.kl.instances import Instance, instance, losses

SIZES = [3, 20, 400, 10**6]


def tables(given: Instance, log_q: Any) -> Any:
    return [table.tolist() for table in given.pairs.split(log_q)]


def quick(given: Instance, c: Any, beta: Any, log_q: Any) -> QuickCertificate | None:
    problem = given.problem(c)
    layers = [BoxLayer.of(layer) for layer in given.checker]  # type: ignore[arg-type]  # boxes
    return certify_boxes(layers, problem.log_q_old, problem.c, given.beta(beta), log_q)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("seed", range(4))
def test_an_honest_step_is_certified_as_exactly(n: int, seed: int) -> None:
    given = instance("box", seed, n=n)
    c = losses(given.pairs, seed)
    step = kl_step(given.pairs, given.log_q, c, given.solver)
    log_q = tables(given, step.log_q)
    proof, exact = quick(given, c, step.beta, log_q), certify(
        given.problem(c), given.beta(step.beta), log_q
    )  # fmt: skip
    assert proof is not None and exact.gap / 2 - Q(1, 10**30) <= proof.gap
    assert proof.radius < exact.radius * 3 + Q(1, 10**9)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("fault", ["reward for loss", "no step", "half of eta", "one entry off"])
def test_a_wrong_step_is_farther_than_its_radius(n: int, fault: str) -> None:
    given = instance("box", 4, n=n)
    c = losses(given.pairs, 4)
    right = kl_step(given.pairs, given.log_q, c, given.solver)
    wrong_c = {"reward for loss": 2 - c, "no step": 0 * c, "half of eta": c / 2}.get(fault, c)
    wrong = kl_step(given.pairs, given.log_q, wrong_c, given.solver)
    if fault == "one entry off":
        wrong.log_q[0, 0] += 1e-3
    real = given.pairs.real
    distance = abs(np.exp(wrong.log_q[real]) - np.exp(right.log_q[real])).sum()
    proof = quick(given, c, right.beta, tables(given, wrong.log_q))
    assert distance > 1e-5
    assert proof is None or float(proof.radius) >= distance * (1 - 1e-6)


def test_other_multipliers_prove_less() -> None:
    given = instance("box", 2)
    c = losses(given.pairs, 2)
    step = kl_step(given.pairs, given.log_q, c, given.solver)
    log_q = tables(given, step.log_q)
    exact = certify(given.problem(c), given.beta(0 * step.beta), log_q)
    blind = quick(given, c, 0 * step.beta, log_q)
    assert exact.gap > Q(1, 1000) and (blind is None or blind.gap >= exact.gap)


def test_logarithms_of_almost_nothing_are_left_to_the_exact_bounds() -> None:
    given = instance("box", 2)
    c = losses(given.pairs, 2)
    step = kl_step(given.pairs, given.log_q, c, given.solver)
    log_q = tables(given, step.log_q)
    log_q[0][0][0][0] = -1e300
    assert quick(given, c, step.beta, log_q) is None


@pytest.mark.parametrize("seed", range(4))
def test_the_upper_occupancy_lies_between_its_bounds(seed: int) -> None:
    given = instance("box", seed, n=8)
    random = np.random.default_rng(seed)
    pi = [random.dirichlet(np.ones(r.shape[1]), size=len(r)).tolist() for r in given.mdp.r]
    boxes: Any = given.checker
    lo = [[[box.lo for box in row] for row in layer] for layer in boxes]
    hi = [[[box.hi for box in row] for row in layer] for layer in boxes]
    layers = [BoxLayer.of(layer) for layer in boxes]
    for h, x, a in ((0, 0, 1), (1, 2, 0), (2, 1, 1)):
        near, exact = upper_occupancy_near(pi, layers, h, x, a), enclosed(
            each(to_q, pi), lo, hi, h, x, a
        )  # fmt: skip
        assert near.lo <= exact.lo <= exact.hi <= near.hi < near.lo + Q(1, 10**11)


def test_the_distance_of_logarithms_is_enclosed() -> None:
    first, other = instance("box", 1), instance("box", 1)
    c = losses(first.pairs, 1)
    p, q = (tables(first, v) for v in (first.log_q, kl_step(other.pairs, other.log_q, c,
                                                         other.solver).log_q))  # fmt: skip
    near, exact = distance_of_logs(p, q), l1_distance(p, q, logs=True)
    assert near.lo <= exact.lo <= exact.hi <= near.hi < near.lo + Q(1, 10**10)


def test_the_policy_of_a_q_is_near_and_no_other() -> None:
    given = instance("box", 3)
    for layer in tables(given, given.log_q):
        rows = np.exp(np.array(layer)).sum(axis=2)
        pi = rows / rows.sum(axis=1, keepdims=True)
        assert shares_away(layer, pi.tolist()).max() < 1e-12
        pi[0, 0] += 1e-6
        far = shares_away(layer, pi.tolist())
        assert far[0] >= 1e-6 and (far[1:] < 1e-12).all()


def test_a_run_needs_no_exact_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the check would cost ten times what playing costs."""

    def slow(*given: Any) -> bool:
        raise AssertionError("the certificate in doubles proved too little")

    monkeypatch.setattr(MirrorDescent, "_proved", slow)
    outcome = checked(trace(tmp_path, "uob-reps", T=LONG))
    assert (outcome.verdict, outcome.episodes) == ("conforms", LONG)
