"""Sec. IV-A: eq. (10)-(17) against numbers worked out by hand, and against planted faults."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs_check.arithmetic import to_q
from proofs_check.vectors.reader import folder, read_vectors
from proofs_check.vectors.score import differences
from reference import confidence
from reference.environments.hypothesis_strategies import counts, layered_mdps
from reference.mdp import LayeredMDP, Tables

# The case worked out by hand: layers 1, 2, 3, 1, A = 2, T = 10, delta = 0.1, so X = 7 and
# TXA/delta = 10 * 7 * 2 / 0.1 = 1400. ln 1400 = 7.24422751560335.
LAYERS = (1, 2, 3, 1)
N = (
    np.array([[4, 1]]),
    np.array([[0, 4], [1, 0]]),
    np.array([[0, 1], [4, 0], [0, 1_000_000]]),
)
N3 = (
    np.array([[[3, 1], [0, 1]]]),
    np.array([[[0, 0, 0], [1, 3, 0]], [[0, 0, 1], [0, 0, 0]]]),
    np.array([[[0], [1]], [[4], [0]], [[0], [1_000_000]]]),
)
REWARDS = (
    np.array([[3.0, 0.5]]),
    np.array([[0.0, 1.0], [1.0, 0.0]]),
    np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 250_000.0]]),
)
P_BAR = (
    [[[0.75, 0.25], [0, 1]]],
    [[[0, 0, 0], [0.25, 0.75, 0]], [[0, 0, 1], [0, 0, 0]]],
    [[[0], [1]], [[1], [0]], [[0], [1]]],
)
# sqrt(2 * 2 * ln 1400 / n), n = 4, 1; sqrt(2 * 3 * ln 1400 / n); sqrt(2 * 1 * ln 1400 / n):
# it is the *next* layer's size that counts.
EPS = (
    [[2.6915102666724773, 5.3830205333449546]],
    [[6.5928267908098496, 3.2964133954049248], [6.5928267908098496, 6.5928267908098496]],
    [
        [3.8063703223946432, 3.8063703223946432],
        [1.9031851611973216, 3.8063703223946432],
        [3.8063703223946432, 0.0038063703223946432],
    ],
)
R_BAR = ([[0.75, 0.5]], [[0, 0.25], [1, 0]], [[0, 0], [1, 0], [0, 0.25]])
# sqrt(2 * ln 1400 / n), n = 1, 4, 10^6.
B = (
    [[1.9031851611973216, 3.8063703223946432]],
    [[3.8063703223946432, 1.9031851611973216], [3.8063703223946432, 3.8063703223946432]],
    [
        [3.8063703223946432, 3.8063703223946432],
        [1.9031851611973216, 3.8063703223946432],
        [3.8063703223946432, 0.0038063703223946432],
    ],
)
R_HAT = ([[1, 1]], [[1, 1], [1, 1]], [[1, 1], [1, 1], [1, 0.2538063703223946432]])
R_CHECK = ([[0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0], [0, 0.2461936296776053568]])


def wrong_equations() -> set[str]:
    """The equations whose value, as `confidence` has it now, is not the one worked out by hand."""
    Lam = confidence.log_term(10, sum(LAYERS), 2, 0.1)
    P_bar = confidence.empirical_transition(N, N3)
    eps = confidence.transition_radius(N, LAYERS, Lam)
    r_bar = confidence.mean_reward(REWARDS, N)
    b = confidence.reward_radius(N, Lam)
    found: dict[str, tuple[Any, Any]] = {
        "Lam": ((np.array(Lam),), (7.2442275156033499,)),
        "(10)": (P_bar, P_BAR),
        "(11)": (eps, EPS),
        "(14)": (r_bar, R_BAR),
        "(15)": (b, B),
        "(16)": (confidence.reward_ucb(r_bar, b), R_HAT),
        "(17)": (confidence.reward_lcb(r_bar, b), R_CHECK),
    }
    return {
        equation
        for equation, (tables, expected) in found.items()
        if not all(
            np.shape(table) == np.shape(right) and np.allclose(table, right, rtol=1e-14, atol=0)
            for table, right in zip(tables, expected, strict=True)
        )
    }


def test_equations_10_to_17_on_the_case_worked_out_by_hand() -> None:
    assert wrong_equations() == set()


def _each(entry: Callable[..., Any], *groups: Any) -> Tables:
    """`entry` of every layer's tables; what a fault divides by 0 is not the point."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return tuple(entry(*tables) for tables in zip(*groups, strict=True))


def _eps(squared: Callable[..., Any]) -> Callable[..., Tables]:
    """eps_i as the root of a wrong term of N, X_h, X_{h+1} and Lam."""
    return lambda N_i, layers, Lam: _each(
        lambda N, X_h, X_next: np.sqrt(squared(N, X_h, X_next, Lam)), N_i, layers[:-1], layers[1:]
    )


OF_LAM = {"Lam", "(11)", "(15)", "(16)", "(17)"}


@pytest.mark.parametrize(
    ("name", "fault", "equations"),
    [
        ("transition_radius", _eps(lambda N, X, X1, Lam: 2 * X * Lam / np.maximum(1, N)), {"(11)"}),
        ("transition_radius", _eps(lambda N, X, X1, Lam: 14 * Lam / np.maximum(1, N)), {"(11)"}),
        ("transition_radius", _eps(lambda N, X, X1, Lam: X1 * Lam / np.maximum(1, N)), {"(11)"}),
        ("transition_radius", _eps(lambda N, X, X1, Lam: 2 * X1 * Lam / (N + 1)), {"(11)"}),
        ("transition_radius", _eps(lambda N, X, X1, Lam: 2 * X1 * Lam / N), {"(11)"}),
        ("empirical_transition",
         lambda N, N3: _each(lambda n, n3: n3 / n[:, :, None], N, N3), {"(10)"}),
        ("empirical_transition",
         lambda N, N3: confidence.visited_or_uniform(
             _each(lambda n, n3: n3 / np.maximum(1, n)[:, :, None], N, N3), N), {"(10)"}),
        ("mean_reward", lambda s, N: _each(lambda s, n: s / (1 + n), s, N),
         {"(14)", "(16)", "(17)"}),
        ("reward_radius", lambda N, Lam: _each(lambda n: np.sqrt(4 * Lam / np.maximum(1, n)), N),
         {"(15)", "(16)", "(17)"}),
        ("reward_radius", lambda N, Lam: _each(lambda n: np.sqrt(Lam / 2 / np.maximum(1, n)), N),
         {"(15)", "(16)", "(17)"}),
        ("reward_ucb", lambda r, b: _each(np.add, r, b), {"(16)"}),
        ("reward_ucb", lambda r, b: _each(lambda x, y: np.minimum(1, x - y), r, b), {"(16)"}),
        ("reward_lcb", lambda r, b: _each(np.subtract, r, b), {"(17)"}),
        ("log_term", lambda T, X, A, delta: math.log10(T * X * A / delta), OF_LAM),
        ("log_term", lambda T, X, A, delta: math.log(T * (X - 1) * A / delta), OF_LAM),
        ("log_term", lambda T, X, A, delta: math.log(T * X * A / (2 * delta)), OF_LAM),
    ],
)  # fmt: skip
def test_a_planted_fault_breaks_its_equation_and_what_uses_it(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., Any], equations: set[str]
) -> None:
    monkeypatch.setattr(confidence, name, fault)
    assert wrong_equations() == equations


def test_the_three_logarithms_of_R_10() -> None:
    found = [confidence.log_term(10, 7, 2, 0.1, base) for base in ("ln", "log2", "log10")]
    assert np.allclose(found, [7.24422751560335, 10.4512111118323, 3.14612803567824], rtol=1e-14)
    assert confidence.log_term(10, 7, 2, 0.1) == found[0]


@given(T=st.integers(1, 10**12), delta=st.floats(1e-250, 1, exclude_max=True))
def test_the_logarithm_is_the_quotients_where_a_double_holds_it(T: int, delta: float) -> None:
    """To the last bit: what was computed before is computed still."""
    for base, log in confidence.LOG.items():
        assert confidence.log_term(T, 52, 5, delta, base) == log(T * 52 * 5 / delta)


def test_the_logarithm_where_no_double_holds_the_quotient() -> None:
    """Against the enclosures of the test vectors, and for a T beyond the doubles."""
    beyond = []
    for case in read_vectors(folder()):
        q = case.input
        if case.kind == "confidence" and "T" in q:
            delta = float(to_q(q["delta"]))
            Lam = confidence.log_term(q["T"], q["X"], q["A"], delta, q["log"])
            alone = replace(case, expected={"Lam": case.expected["Lam"]})
            assert differences(alone, {"Lam": Lam}) == []
            beyond += [case.id] * (q["T"] * q["X"] * q["A"] / delta == math.inf)
    assert "confidence/tiny-delta" in beyond
    found = [confidence.log_term(10**400, 7, 2, 0.1, base) for base in confidence.LOG]
    expected = (400 + math.log10(140)) * np.log([10, 10, 10]) / np.log([math.e, 2, 10])
    assert found == pytest.approx(expected, rel=1e-14)


def test_the_confidence_set_names_the_first_row_outside() -> None:
    P = (np.array([[[0.5, 0.5]]]), np.array([[[1.0], [1.0]], [[1.0], [1.0]]]))
    P_bar = (np.array([[[0.75, 0.25]]]), P[1])
    zero = (np.zeros((1, 1)), np.zeros((2, 2)))
    # ||(.5, .5) - (.75, .25)||_1 = .5: on the boundary it is inside, eq. (12) has "<=".
    assert confidence.in_confidence_set(P, P_bar, (zero[0] + 0.5, zero[1])) is None
    assert confidence.in_confidence_set(P, P_bar, (zero[0] + 0.499, zero[1])) == (0, 0, 0)
    moved = (P_bar[0], np.array([[[1.0], [1.0]], [[1.0], [0.5]]]))
    assert confidence.in_confidence_set(P, moved, (zero[0] + 0.5, zero[1])) == (1, 1, 1)
    unknown = (P[0], np.array([[[1.0], [1.0]], [[np.nan], [1.0]]]))
    assert confidence.in_confidence_set(P, unknown, zero) == (1, 1, 0)


def test_completion_by_hand() -> None:
    """R-4: one visit is enough to keep P_bar."""
    completed = confidence.visited_or_uniform(confidence.empirical_transition(N, N3), N)
    third = [1 / 3] * 3
    assert [p.tolist() for p in completed] == [
        [[[0.75, 0.25], [0, 1]]],
        [[third, [0.25, 0.75, 0]], [[0, 0, 1], third]],
        [[[1], [1]], [[1], [1]], [[1], [1]]],
    ]


@settings(max_examples=60)
@given(st.data(), layered_mdps(exact=False), st.floats(0.001, 0.999))
def test_what_holds_for_all_counts(data: st.DataObject, mdp: LayeredMDP, delta: float) -> None:
    seen = data.draw(counts(mdp))
    Lam = confidence.log_term(max(1, seen.T), mdp.X, mdp.A, delta)
    P_bar = confidence.empirical_transition(seen.N, seen.N3)
    eps = confidence.transition_radius(seen.N, mdp.layers, Lam)
    b = confidence.reward_radius(seen.N, Lam)
    r_bar = confidence.mean_reward(seen.reward_sum, seen.N)
    r_hat, r_check = confidence.reward_ucb(r_bar, b), confidence.reward_lcb(r_bar, b)
    completed = confidence.visited_or_uniform(P_bar, seen.N)
    for h in range(mdp.L):
        visited = seen.N[h] > 0
        # A visited row is a distribution, an unvisited one is zero: outside Delta(X_{h+1}).
        assert np.allclose(P_bar[h].sum(axis=2), visited, atol=1e-15)
        assert np.allclose(completed[h].sum(axis=2), 1, atol=1e-15)
        assert (completed[h][visited] == P_bar[h][visited]).all()
        assert (completed[h][~visited] == 1 / mdp.layers[h + 1]).all()
        assert np.allclose(eps[h], np.sqrt(mdp.layers[h + 1]) * b[h], rtol=1e-14)
        assert (r_check[h] >= 0).all() and (r_check[h] <= r_bar[h]).all()
        assert (r_bar[h] <= r_hat[h]).all() and (r_hat[h] <= 1).all()
        assert (r_hat[h][~visited] == 1).all()  # b >= sqrt(2 ln 2) > 1
        assert (eps[h][~visited] >= 1).all()  # so the row of zeros allows the whole simplex
    # completed like this the empirical transitions are in their own confidence set, and so
    # is the truth wherever nothing was seen.
    assert confidence.in_confidence_set(completed, P_bar, eps) is None
    truth = tuple(
        np.where(N_h[:, :, None] > 0, P_bar_h, P_h)
        for N_h, P_bar_h, P_h in zip(seen.N, P_bar, mdp.P, strict=True)
    )
    assert confidence.in_confidence_set(truth, P_bar, eps) is None
