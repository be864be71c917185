"""The reference at its edges: sides of violations, values in errors, defaults, counted work."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference import lp1
from reference.lp1 import LP1Solution, solve_lp1
from reference.lp1_exact import ExactLP1
from reference.mdp import Tables
from reference.occupancy import check_policy, violation_of_Q, violation_of_Q_P
from reference.support.errors import PreconditionError, SolverError
from reference.ucrl_lp import UCRL_LP

F, HALF, TINY = Fraction, Fraction(1, 2), Fraction(1, 10**30)


def exact(table: Any) -> Any:
    return np.vectorize(Fraction, otypes=[object])(np.array(table, dtype=object))


P = (exact([[[HALF, HALF]]]), exact([[[1]], [[1]]]))
Q_P = (exact([[[HALF, HALF]]]), exact([[[HALF]], [[HALF]]]))


def test_a_violation_has_its_two_sides() -> None:
    assert violation_of_Q(Q_P) is None and violation_of_Q_P(Q_P, P) is None
    short = (exact([[[HALF, HALF - TINY]]]), Q_P[1])
    found = violation_of_Q(short)
    assert found is not None and (found.constraint, found.where) == ("normalisation", (0,))
    assert (found.left, found.right) == (1 - TINY, 1)
    moved = (exact([[[HALF - TINY, HALF + TINY]]]), Q_P[1])
    found = violation_of_Q(moved)
    assert found is not None and (found.constraint, found.where) == ("flow", (1, 0))
    assert (found.left, found.right) == (HALF - TINY, HALF)
    negative = (exact([[[1 + TINY, -TINY]]]), exact([[[1 + TINY]], [[-TINY]]]))
    found = violation_of_Q(negative)
    assert found is not None and (found.constraint, found.where) == ("nonnegative", (0, 0, 0, 1))
    assert (found.left, found.right) == (-TINY, 0)
    other = (exact([[[HALF - TINY, HALF + TINY]]]), exact([[[HALF - TINY]], [[HALF + TINY]]]))
    found = violation_of_Q_P(other, P)
    assert found is not None and (found.constraint, found.where) == ("transition", (0, 0, 0, 0))
    assert (found.left, found.right) == (HALF - TINY, HALF)


def test_a_tolerance_is_allowed_to_be_met() -> None:
    """In every clause: violated by TINY, the tolerance TINY accepts and less does not."""
    for q in (
        (exact([[[HALF, HALF - TINY]]]), exact([[[HALF]], [[HALF - TINY]]])),
        (exact([[[HALF - TINY, HALF + TINY]]]), Q_P[1]),
        (exact([[[1 + TINY, -TINY]]]), exact([[[1 + TINY]], [[-TINY]]])),
    ):
        assert violation_of_Q(q, TINY) is None
        assert violation_of_Q(q, TINY / 2) is not None
    q = (exact([[[HALF - TINY, HALF + TINY]]]), exact([[[HALF - TINY]], [[HALF + TINY]]]))
    assert violation_of_Q_P(q, P, TINY) is None
    assert violation_of_Q_P(q, P, TINY / 2) is not None


def test_the_policy_named_is_beyond_the_tolerance_not_at_it() -> None:
    step = 2.0**-10
    pi = (np.array([[0.5, 0.5]]), np.array([[0.5, 0.5 + step], [0.5, 0.5 + 2 * step]]))
    check_policy(pi, (1, 2, 1), 2, tolerance=2 * step)
    with pytest.raises(PreconditionError) as refused:
        check_policy(pi, (1, 2, 1), 2, tolerance=step)
    assert (refused.value.field, refused.value.value) == ("pi[1][1]", 1 + 2 * step)


def test_a_refused_policy_is_shown() -> None:
    good = (np.array([[0.5, 0.5]]), np.array([[1.0, 0.0], [0.25, 0.75]]))
    cases: list[tuple[Any, object]] = [
        (good[:1], 1),
        ((good[0], good[0]), (1, 2)),
        ((np.array([[1.5, -0.5]]), good[1]), -0.5),
        ((good[0], np.array([[0.5, 0.5], [0.25, 0.5]])), 0.75),
    ]
    for pi, value in cases:
        with pytest.raises(PreconditionError) as refused:
            check_policy(pi, (1, 2, 1), 2)
        assert refused.value.value == value
    for off, accepted in ((9e-10, True), (1.1e-9, False), (-1.1e-9, False)):
        pi = (np.array([[0.5 + off, 0.5]]), good[1])
        if accepted:
            check_policy(pi, (1, 2, 1), 2)
        else:
            with pytest.raises(PreconditionError):
                check_policy(pi, (1, 2, 1), 2)


# ----------------------------------------------------------------------------- LP1


def exact_lp1(**changes: Any) -> ExactLP1:
    known: dict[str, Any] = {"P_bar": P, "eps": ([[1]], [[1], [1]]), "r_hat": ([[0]], [[1], [1]])}
    known |= changes
    return ExactLP1((1, 2, 1), 1, **known)


@pytest.mark.parametrize(
    "changes, field, value",
    [
        ({"P_bar": P[:1]}, "P_bar", 1),
        ({"eps": ([[1]], [[1]])}, "eps[1]", (1, 1)),
        ({"P_bar": ([[[1]]], P[1])}, "P_bar[0]", (1, 1, 1)),
        ({"r_hat": ([[0]], [[1], [F(9, 8)]])}, "r_hat[1][1][0]", "9/8"),
        ({"r_hat": ([[F(-1, 8)]], [[1], [1]])}, "r_hat[0][0][0]", "-1/8"),
        ({"eps": ([[F(-1, 8)]], [[1], [1]])}, "eps[0][0][0]", "-1/8"),
        ({"P_bar": ([[[HALF, F(1, 4)]]], P[1])}, "P_bar[0][0][0]", "3/4"),
        ({"P_bar": ([[[F(3, 2), -HALF]]], P[1])}, "P_bar[0][0][0][0]", "3/2"),
        ({"eps": ([[0.5]], [[1], [1]])}, "eps[0]", "a float"),
    ],
)
def test_refused_data_of_lp1_is_shown(changes: Any, field: str, value: object) -> None:
    exact_lp1(), exact_lp1(eps=([[0]], [[0], [0]]), r_hat=([[1]], [[0], [0]]))
    with pytest.raises(PreconditionError) as refused:
        exact_lp1(**changes)
    assert (refused.value.field, refused.value.value) == (field, value)


@pytest.mark.parametrize(
    "N, N3, field, value",
    [
        ([[[4]]], [[[[3, 1]]], [[[0]], [[2]]]], "N", 1),
        ([[[4]], [[0], [2]]], [[[[3, 1]]]], "N3", 1),
        ([[[4]], [[0], [3]]], [[[[3, 1]]], [[[0]], [[2]]]], "N[1][1][0]", "3"),
        ([[[4]], [[0], [2]]], [[[[5, -1]]], [[[0]], [[2]]]], "N3[0][0][0][1]", "-1"),
        ([[[4]], [[-1], [2]]], [[[[3, 1]]], [[[0]], [[2]]]], "N[1][0][0]", "-1"),
        ([[[4]], [[0], [2]]], [[[[F(7, 2), HALF]]], [[[0]], [[2]]]], "N3[0][0][0][0]", "7/2"),
        ([[[4]], [[0], [2]]], [[[3, 1]], [[[0]], [[2]]]], "N3[0]", (1, 2)),
        ([[[4, 0]], [[0], [2]]], [[[[3, 1]]], [[[0]], [[2]]]], "N3[0]", (1, 1, 2)),
    ],
)
def test_refused_counts_are_shown(N: Any, N3: Any, field: str, value: object) -> None:
    eps = ([[1]], [[1], [1]])
    good = ExactLP1.from_counts(
        (1, 2, 1), 1, [[[4]], [[0], [2]]], [[[[3, 1]]], [[[0]], [[2]]]], eps, eps
    )
    assert [p.tolist() for p in good.P_bar] == [[[[F(3, 4), F(1, 4)]]], [[[0]], [[1]]]]
    with pytest.raises(PreconditionError) as refused:
        ExactLP1.from_counts((1, 2, 1), 1, N, N3, eps, eps)
    assert (refused.value.field, refused.value.value) == (field, value)


DATA = (
    (np.array([[[0.5, 0.5]]]), np.array([[[1.0]], [[1.0]]])),
    (np.ones((1, 1)), np.ones((2, 1))),
    (np.zeros((1, 1)), np.array([[0.25], [0.75]])),
)


def test_the_times_of_a_solution_are_parts_of_the_whole() -> None:
    started = time.perf_counter()
    found = solve_lp1((1, 2, 1), 1, *DATA)
    whole = time.perf_counter() - started
    assert found.build_seconds > 0 and found.solve_seconds > 0
    assert found.build_seconds + found.solve_seconds <= whole
    assert found.objective == pytest.approx(0.75)


def test_the_lp_of_a_failure_is_a_new_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lp1.tempfile, "tempdir", str(tmp_path))  # type: ignore[attr-defined]
    names = set()
    for _ in range(2):
        with pytest.raises(SolverError) as failed:
            solve_lp1((1, 2, 1), 1, *DATA, free_x_L=True)
        name = Path(str(failed.value.lp_file))
        assert name.parent == tmp_path
        assert name.name.startswith("ucrl-lp-") and name.suffix == ".mps"
        names.add(name)
    assert len(names) == 2 == len(list(tmp_path.iterdir()))


# ----------------------------------------------------------------------------- Algorithm 1


def uniform(P_bar: Tables, eps: Tables, r_hat: Tables) -> LP1Solution:
    q = tuple(np.full(p.shape, 1 / p.size) for p in P_bar)
    return LP1Solution(q, 1.5, 2.5, 3.5)


def test_defaults_of_the_learner() -> None:
    one, same = UCRL_LP((1, 2, 1), 2, 50), UCRL_LP((1, 2, 1), 2, 50, 0.1, 0)
    assert (one.delta, one.seed, one.Lam) == (same.delta, same.seed, same.Lam)
    assert [one.act(0, 0) for _ in range(60)] == [same.act(0, 0) for _ in range(60)]
    assert (one.t, one.triggers, one.solves) == (0, 0, 0)
    assert (one.epoch.i, one.epoch.t, one.epoch.value) == (1, 1, 2.0)
    assert (one.epoch.build_seconds, one.epoch.solve_seconds) == (0.0, 0.0)


def test_what_the_learner_keeps_and_refuses() -> None:
    assert UCRL_LP((1, 1), 1, 5, seed=7).seed == 7
    with pytest.raises(PreconditionError) as refused:
        UCRL_LP((1, 1), 1, 5, choices={"completion": "any"})
    assert (refused.value.field, refused.value.value) == ("reading completion", "any")


@pytest.mark.parametrize(
    ("choices", "passed"),
    [
        ({}, {"form": "printed", "parameters": "unscaled", "free_x_L": False}),
        (
            {"lp-form": "reduced", "glop": "dual-simplex", "x_L": "printed"},
            {"form": "reduced", "parameters": "dual-simplex", "free_x_L": True},
        ),
    ],
)
def test_the_readings_reach_the_solver_and_its_failure_names_the_epoch(
    choices: dict[str, str], passed: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def failing(*data: Any, **options: object) -> LP1Solution:
        given.append((data, options))
        raise SolverError("ABNORMAL", "saved.mps", "by hand")

    monkeypatch.setattr(lp1, "solve_lp1", failing)
    learner = UCRL_LP((1, 1), 1, 5, choices=choices)
    with pytest.raises(SolverError) as failed:
        learner.learn(([0], [0], [1.0]))
    ((data, options),) = given
    assert data[:2] == ((1, 1), 1) and options == passed
    assert (failed.value.status, failed.value.lp_file) == ("ABNORMAL", "saved.mps")
    assert failed.value.detail == "by hand, in epoch 2"


def test_triggers_and_solves_are_counted_and_the_solution_is_kept() -> None:
    learner = UCRL_LP((1, 2, 1), 2, 3, solver=uniform)
    epochs = [learner.learn(([0, x], [0, 0], [1.0, 0.5])) for x in (0, 1, 0)]
    assert [epoch is None for epoch in epochs] == [False, False, True]
    assert (learner.t, learner.triggers, learner.solves) == (3, 3, 2)
    assert epochs[1] is learner.epoch
    assert (learner.epoch.value, learner.epoch.i, learner.epoch.t) == (1.5, 3, 3)
    assert (learner.epoch.build_seconds, learner.epoch.solve_seconds) == (2.5, 3.5)
    assert learner.epoch.unoccupied == 0
