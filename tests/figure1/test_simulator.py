"""The simulator: inverse CDF, reward laws, one stream per purpose, fixed reads per step."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import simulator
from reference.mdp import LayeredMDP
from reference.simulator import (
    POLICY,
    REWARD_LAWS,
    REWARDS,
    TRANSITIONS,
    Simulator,
    cumulative,
    draw,
    executor,
    generator,
    uniforms,
)
from reference.support.errors import PreconditionError


def two_step() -> LayeredMDP:
    """Layers 1, 3, 1; two actions; a zero-probability successor in front, middle and back."""
    P0 = [[[0.0, 0.25, 0.75], [0.5, 0.5, 0.0]]]
    P1 = [[[1.0], [1.0]]] * 3
    return LayeredMDP(
        (1, 3, 1), 2, (np.array(P0), np.array(P1)), (np.array([[0.2, 0.9]]), np.full((3, 2), 0.5))
    )


class Scripted:
    """Doubles from a list, counting how many were read."""

    def __init__(self, *values: float) -> None:
        self.values, self.read = values, 0

    def __call__(self) -> float:
        self.read += 1
        return self.values[self.read - 1]


@pytest.mark.parametrize(
    ("p", "u", "k"),
    [
        ([0.25, 0.75], 0.0, 0),
        ([0.25, 0.75], 0.25, 1),  # u < c[k] is strict
        ([0.25, 0.75], np.nextafter(0.25, 0), 0),
        ([0.0, 1.0], 0.0, 1),  # a zero in front is not drawn at u = 0
        ([0.5, 0.0, 0.5], 0.5, 2),  # nor one in the middle
        ([0.5, 0.5, 0.0], np.nextafter(1, 0), 1),
        ([0.1] * 10 + [0.0], np.nextafter(1, 0), 9),  # ten times 0.1 sums to 1 - 1e-16
    ],
)
def test_draw_by_hand(p: list[float], u: float, k: int) -> None:
    assert draw(p, float(u)) == k
    assert bisect_right(cumulative(np.array(p)), float(u)) == k


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=12).filter(any),
    st.floats(0, 1, exclude_max=True),
)
def test_both_inverse_cdfs_agree(weights: list[int], u: float) -> None:
    p = [w / sum(weights) for w in weights]
    k = draw(p, u)
    assert p[k] > 0
    assert bisect_right(cumulative(np.array(p)), u) == k


@pytest.mark.parametrize(
    ("law", "r", "doubles", "expected"),
    [
        ("bernoulli", 0.25, (0.2,), 1.0),
        ("bernoulli", 0.25, (0.25,), 0.0),
        ("bernoulli", 0.0, (0.0,), 0.0),
        ("uniform", 0.25, (0.5,), 0.25),
        ("uniform", 0.75, (0.0,), 0.5),
        ("uniform", 0.75, (0.5,), 0.75),
        ("deterministic", 0.3, (0.9,), 0.3),
        ("three-point", 0.5, (0.4, 0.6), 0.5),
        ("three-point", 0.5, (0.4, 0.4), 1.0),
        ("three-point", 0.5, (0.6, 0.6), 0.0),
    ],
)
def test_reward_laws_by_hand(
    law: str, r: float, doubles: tuple[float, ...], expected: float
) -> None:
    source = Scripted(*doubles)
    assert REWARD_LAWS[law](r, source) == pytest.approx(expected, abs=1e-15)
    assert source.read == len(doubles)


@pytest.mark.parametrize("law", sorted(REWARD_LAWS))
@pytest.mark.parametrize("r", [0.0, 0.1, 0.5, 0.8, 1.0])
def test_reward_laws_have_mean_r_on_the_unit_interval(law: str, r: float) -> None:
    """Averaged over a grid of midpoints of [0, 1)^2 the mean is r up to the grid's step."""
    n = 40
    grid = [(i + 0.5) / n for i in range(n)]
    values = [REWARD_LAWS[law](r, Scripted(u, v)) for u in grid for v in grid]
    assert min(values) >= 0 and max(values) <= 1
    assert np.mean(values) == pytest.approx(r, abs=1 / n)


def test_blocks_give_the_scalar_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "BLOCK", 7)
    source, scalar = uniforms(3, REWARDS), generator(3, REWARDS)
    assert [source() for _ in range(20)] == [float(scalar.random()) for _ in range(20)]


def test_streams_differ_and_do_not_disturb_each_other() -> None:
    first = {k: uniforms(3, k)() for k in (TRANSITIONS, REWARDS, POLICY)}
    assert len(set(first.values())) == 3
    # A law that reads two rewards per step leaves the transitions as they were.
    runs = []
    for law in ("bernoulli", "three-point"):
        world = Simulator(two_step(), 5, law)
        runs.append([world.step(0, 0, 0)[1] for _ in range(50)])
    assert runs[0] == runs[1]


def test_an_executed_episode_is_its_steps() -> None:
    pi = (np.array([[0.5, 0.5]]), np.array([[0.0, 1.0], [1.0, 0.0], [0.25, 0.75]]))
    whole, single = Simulator(two_step(), 1), Simulator(two_step(), 1)
    execute, v = executor(whole, uniforms(1, POLICY)), uniforms(1, POLICY)
    for _ in range(20):
        x, a, r = execute(pi)
        assert len(x) == len(a) == len(r) == 2
        state = 0
        for h in range(2):
            action = draw(pi[h][state].tolist(), v())
            reward, x1 = single.step(h, state, action)
            assert (x[h], a[h], r[h]) == (state, action, reward)
            state = x1
        assert state == 0


def test_frequencies() -> None:
    """20000 draws: within 4 standard deviations of P, and no zero-probability successor."""
    world = Simulator(two_step(), 2)
    n = 20000
    drawn = [world.step(0, 0, 0) for _ in range(n)]
    counts = np.bincount([x1 for _, x1 in drawn], minlength=3)
    assert counts[0] == 0
    assert abs(counts[1] / n - 0.25) < 4 * (0.25 * 0.75 / n) ** 0.5
    assert abs(np.mean([r for r, _ in drawn]) - 0.2) < 4 * (0.2 * 0.8 / n) ** 0.5


def test_exact_mdp_plays_like_its_float() -> None:
    third = Fraction(1, 3)
    P = (np.array([[[third, 2 * third]]], dtype=object), [[[1]], [[1]]])
    exact = LayeredMDP((1, 2, 1), 1, P, ([[third]], [[0], [1]]))  # type: ignore[arg-type]  # lists: as_table converts
    a, b = Simulator(exact, 4), Simulator(exact.to_float(), 4)
    assert [a.step(0, 0, 0) for _ in range(50)] == [b.step(0, 0, 0) for _ in range(50)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        *(((seed,), "seed: must be a whole number") for seed in (-1, 1.5, True, "1")),
        ((1, "gaussian"), "reward_law: one of .*bernoulli"),
    ],
)
def test_bad_seeds_and_laws(words: tuple[Any, ...], said: str) -> None:
    with pytest.raises(PreconditionError, match=said):
        Simulator(two_step(), *words)
