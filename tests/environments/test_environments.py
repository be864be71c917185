"""Random families, classics, Gymnasium's tables and the registry."""

from __future__ import annotations

import dataclasses
import math
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from reference.environments import (
    REWARDS,
    TRANSITIONS,
    Problem,
    RewardMap,
    environment_info,
    gym_tables,
    list_environments,
    make,
    random_layered,
)
from reference.environments.classics import deepsea, lock, riverswim
from reference.environments.gym_tables import GYM, as_rationals, reachable, tabulate
from reference.environments.random_layered import mdp_stream
from reference.mdp import Array, LayeredMDP, Tables
from reference.occupancy import value
from tests.environments.tables import best, same
from tests.refused import refused

F = Fraction

RIVERSWIM_V0 = F("4452861816538190484362343/1310720000000000000000000")
"""V(pi*) of RiverSwim with 6 states over 20 steps from the first. Source: an independent exact
computation for the RiverSwim of Osband, Van Roy and Russo, whose gain 7203/16805 agrees to 1e-12
with RonanFR/UCRL's RiverSwim.max_gain (project data, ucrl2-published-values.json)."""


def always(mdp: LayeredMDP, a: int) -> Tables:
    """The policy that plays action a everywhere."""
    actions = np.array([F(int(k == a)) for k in range(mdp.A)], dtype=object)
    return tuple(np.tile(actions, (X_h, 1)) for X_h in mdp.layers[:-1])


# Random families


@pytest.mark.parametrize("transitions", TRANSITIONS)
@pytest.mark.parametrize("rewards", REWARDS)
def test_every_family_is_an_mdp_and_repeats(transitions: str, rewards: str) -> None:
    layers = (1, 1, 7, 5, 1)

    def draw(seed: int) -> LayeredMDP:
        return random_layered(layers, 2, seed=seed, transitions=transitions, rewards=rewards)

    mdp = draw(3)
    assert mdp.layers == layers
    assert same(mdp, draw(3))
    assert any(not same(mdp, draw(seed)) for seed in (4, 5, 6, 7))
    exact_laws = {"deterministic", "near-deterministic", "bottleneck", "rational"}
    exact = transitions in exact_laws | {"rational-sparse"} and rewards in {
        "zero-one",
        "constant",
        "rational",
    }
    assert mdp.exact == exact


def test_the_papers_family() -> None:
    mdp = random_layered(seed=0)
    assert (mdp.layers, mdp.A, mdp.L, mdp.X) == ((1, 10, 10, 10, 10, 10, 1), 5, 6, 52)
    # Spacings of multiples of 2**-53: rows sum to 1 without any rounding.
    for P in mdp.P:
        for row in P.reshape(-1, P.shape[2]):
            assert sum(map(F, row.tolist())) == 1


def test_spacings_are_dirichlet_1() -> None:
    """First two moments of 20000 rows: mean 1/n, variance (n-1)/(n^2 (n+1))."""
    n = 10
    P = random_layered((1, n, 1), 20_000, seed=1).P[0][0]
    assert P.mean(axis=0) == pytest.approx(np.full(n, 1 / n), abs=4e-3)
    assert P.var(axis=0) == pytest.approx(np.full(n, (n - 1) / (n**2 * (n + 1))), rel=0.08)


def test_what_the_families_promise() -> None:
    layers, A = (1, 9, 9, 1), 3

    def P(transitions: str) -> Array:
        table: Array = random_layered(layers, A, seed=5, transitions=transitions).P[1]
        return table

    sparse = P("sparse")
    assert ((sparse > 0).sum(axis=2) <= 3).all()
    assert (sparse.sum(axis=(0, 1)) == 0).any(), "unreachable states"
    assert set(P("deterministic").ravel().tolist()) == {0, 1}
    near = P("near-deterministic")
    assert ((near > 0) & (near != 1)).all()
    assert (near.max(axis=2) > 0.998).all()
    rational = P("rational")
    assert (rational > 0).all()
    assert max(p.denominator for p in rational.ravel()) <= 7 + 9
    assert (P("rational-sparse") == 0).mean() > 0.5
    bottleneck = P("bottleneck")
    assert (bottleneck[:, :, 0] > 0).sum() == 1
    assert bottleneck[0, :, 0].max() == 7 / 8
    assert (P("dirichlet-sparse").max(axis=2).mean()) > (P("dirichlet-dense").max(axis=2).mean())


def test_a_generator_is_advanced() -> None:
    rng = mdp_stream(0)
    mdp, other = random_layered(seed=rng), random_layered(seed=rng)
    assert same(mdp, random_layered(seed=0)) and not same(mdp, other)


# Classics


def test_riverswim_published_value() -> None:
    assert best(make("riverswim").mdp) == RIVERSWIM_V0
    # Planted: a current that is a little stronger has another value.
    mdp = riverswim(20).mdp
    P = [table.copy() for table in mdp.P]
    P[1][0, 1, :2] = [F(41, 100), F(59, 100)]
    assert best(LayeredMDP(mdp.layers, 2, tuple(P), mdp.r)) < RIVERSWIM_V0


def test_riverswim_gain() -> None:
    """Swimming on for ever earns 7203/16805 per step: the stationary law of the policy 'right'."""
    short, long = (riverswim(H).mdp for H in (60, 120))
    gain = (value(long, always(long, 1)) - value(short, always(short, 1))) / 60
    assert float(gain) == pytest.approx(7203 / 16805, abs=2e-4)


@pytest.mark.parametrize("shuffle", [False, True])
def test_deepsea_is_undone_exactly(shuffle: bool) -> None:
    N = 5
    problem = make("deepsea", horizon=N, seed=3, shuffle=shuffle)
    mdp, reward_map = problem.mdp, problem.reward_map
    assert mdp.layers == (1, 2, 3, 4, 5, 1)
    assert reward_map == RewardMap(F(1), F(-1, 100 * N), N)
    assert reward_map.episode(best(mdp)) == F(99, 100)
    assert reward_map.difference(F(1, 3)) == F(1, 3)
    assert same(mdp, deepsea(5).mdp) is not shuffle
    if not shuffle:
        assert reward_map.episode(value(mdp, always(mdp, 0))) == 0
        # One left in the last step loses the treasure and saves its cost.
        late = (*always(mdp, 1)[:-1], always(mdp, 0)[-1])
        assert reward_map.episode(value(mdp, late)) == -F(1, 100) * F(N - 1, N)


@pytest.mark.parametrize(("H", "A", "slip"), [(1, 1, 0), (4, 3, 0), (5, 2, F(1, 10))])
def test_lock(H: int, A: int, slip: Any) -> None:
    mdp = make("lock", horizon=H, A=A, slip=slip, seed=7).mdp
    assert best(mdp) == (1 - F(slip)) ** (H - 1)
    uniform = tuple(np.full((X_h, A), F(1, A)) for X_h in mdp.layers[:-1])
    assert value(mdp, uniform) == F(1, A) ** H * (1 - F(slip)) ** (H - 1)
    assert same(mdp, lock(H, A, slip, seed=7).mdp)


# Gymnasium


@pytest.mark.extra("gym")
def test_frozenlake_by_hand() -> None:
    """Moves have probability 1/3. Three paths of six moves avoid the holes (DDRRDR, DDRDRR,
    RRDDDR), and one policy keeps all three open: 3/729. Below six nothing arrives."""
    mdp = make("frozenlake-4x4", horizon=6).mdp
    assert {p for P in mdp.P for p in P.ravel()} == {0, F(1, 3), F(2, 3), 1}
    assert mdp.exact and best(mdp) == F(3, 729)
    assert best(make("frozenlake-4x4", horizon=5).mdp) == 0


@pytest.mark.extra("gym")
def test_frozenlake_value_against_the_table_itself() -> None:
    """Value iteration in floats on env.P, done transitions ending the episode."""
    import gymnasium

    env: Any = gymnasium.make("FrozenLake-v1", map_name="8x8", is_slippery=True).unwrapped
    V = np.zeros(64)

    def after(outcomes: Any) -> Any:
        return sum(p * (r + (0 if done else V[s1])) for p, s1, r, done in outcomes)

    for _ in range(20):
        V = np.array([max(after(env.P[s][a]) for a in range(4)) for s in range(64)])
    problem = make("frozenlake-8x8", horizon=20)
    assert problem.reward_map.identity
    assert float(best(problem.mdp)) == pytest.approx(V[0], rel=1e-12)


@pytest.mark.extra("gym")
def test_cliffwalking_is_undone_exactly() -> None:
    """13 steps along the cliff; with fewer the best is to stand still, at -1 per step."""
    for horizon, total in ((13, -13), (15, -13), (6, -6)):
        problem = make("cliffwalking", horizon=horizon)
        assert problem.reward_map == RewardMap(F(100), F(-100), horizon)
        assert problem.reward_map.episode(best(problem.mdp)) == total
        assert problem.mdp.exact


@pytest.mark.extra("gym")
def test_taxi_from_a_fixed_and_from_a_random_start() -> None:
    fixed = make("taxi", horizon=12, start=1)
    assert fixed.mdp.layers[:3] == (1, 4, 8)
    # Taxi at R with the passenger there, bound for G: pick up, eight moves, deliver.
    assert fixed.reward_map == RewardMap(F(30), F(-10), 12)
    assert fixed.reward_map.episode(best(fixed.mdp)) == 20 - 9
    random = make("taxi", horizon=1)
    assert random.mdp.layers == (1, 300, 1)
    assert set(random.mdp.P[0].ravel()) == {F(1, 300)}
    assert not random.mdp.r[0].any()
    # The dummy step is not shifted back: L = 2, one reward of -1.
    assert (random.mdp.L, random.reward_map.steps) == (2, 1)
    assert random.reward_map.episode(best(random.mdp)) == -1


@pytest.mark.extra("gym")
def test_large_tables_are_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = make("cliffwalking", horizon=5)
    entries = sum(P.size for P in exact.mdp.P[:-1])
    monkeypatch.setattr(gym_tables, "MAX_EXACT_ENTRIES", entries)
    assert make("cliffwalking", horizon=5).mdp.exact
    monkeypatch.setattr(gym_tables, "MAX_EXACT_ENTRIES", entries - 1)
    doubles = make("cliffwalking", horizon=5)
    assert not doubles.mdp.exact
    assert doubles.reward_map.episode(best(doubles.mdp)) == pytest.approx(-5)


def test_recognised_rationals_and_doubles_that_stay_lossless() -> None:
    third, root = 1 / 3, 2**-0.5
    for row, expected in (
        ([third] * 3, [F(1, 3)] * 3),
        # Gymnasium >= 1.3 computes the sides as (1 - 1/3)/2, one ulp above the double of 1/3.
        ([(1 - third) / 2, third, (1 - third) / 2], [F(1, 3)] * 3),
        ([0.1, 0.9], [F(1, 10), F(9, 10)]),
        ([1.0, 0.0], [F(1), F(0)]),
        ([root, 1 - root], [F(root), 1 - F(root)]),
    ):
        assert as_rationals(row) == expected
    exact = as_rationals([third + 2**-53, third, third])  # two ulps off 1/3 is not 1/3
    assert F(1, 3) not in exact
    assert sum(exact) == 1
    refused(lambda: as_rationals([0.5, 0.4]), "P")


def test_tabulate_by_hand() -> None:
    """Mean over s1 of rewards -2, 1 and 3; a done transition pays and then absorbs."""
    table = {
        0: {0: [(0.25, 0, -2.0, False), (0.25, 0, 1.0, True), (0.5, 1, 3.0, False)]},
        1: {0: [(1.0, 1, 0.0, True)]},
        2: {0: [(1.0, 0, 0.0, False)]},  # never reached: not in the tables
    }
    assert reachable(table, [0]) == [0, 1]
    P, reward, reward_map = tabulate(table, reachable(table, [0]))
    assert P[:, 0].tolist() == [[F(1, 4), F(1, 2), F(1, 4)], [0, 0, 1], [0, 0, 1]]
    assert reward.tolist() == [[F(5, 4)], [0], [0]]
    assert reward_map == RewardMap(F(5), F(-2), 1)
    assert reward_map.learner(F(5, 4)) == F(13, 20)


@pytest.mark.extra("gym")
def test_without_gymnasium_or_in_one_without_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setitem(GYM, "taxi", dataclasses.replace(GYM["taxi"], ids=("Taxi-v0",)))
        refused(lambda: make("taxi"), "env", "ships Taxi-v0")
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    refused(
        lambda: make("frozenlake-4x4"),
        "env",
        "needs Gymnasium: in the clone, python -m pip install '.[gym]'",
    )
    assert best(make("tiny").mdp) == F(7, 8)


# Registry

SMALL: dict[str, dict[str, Any]] = {"taxi": {"horizon": 6, "start": 1}}


@pytest.mark.parametrize(
    "info",
    [
        pytest.param(info, marks=[pytest.mark.extra(info.needs)] if info.needs else [])
        for info in list_environments()
    ],
    ids=lambda info: str(info.name),
)
def test_every_environment_can_be_made(info: Any) -> None:
    problem = make(info.name, **SMALL.get(info.name, {}))
    assert isinstance(problem, Problem)
    assert problem.name == info.name
    assert (SMALL.get(info.name, {}).get("horizon", info.default_horizon)) == problem.mdp.L
    assert problem.reward_map.steps == problem.mdp.L
    assert info.needs == ("gym" if info.name in GYM else "")
    assert info == environment_info(info.name)


def test_names_with_a_law_of_the_means() -> None:
    problem = make("random:deterministic/zero-one", horizon=3, width=4, A=2, seed=9)
    assert problem.mdp.layers == (1, 4, 4, 1)
    assert problem.mdp.exact
    assert same(
        problem.mdp,
        random_layered((1, 4, 4, 1), 2, seed=9, transitions="deterministic", rewards="zero-one"),
    )
    assert same(make("paper", seed=2).mdp, make("random:dirichlet/uniform", seed=2).mdp)


@pytest.mark.parametrize(
    ("name", "arguments", "field", "rule"),
    [
        ("riverswin", {}, "env", "did you mean riverswim"),
        ("xyzzy", {}, "env", "unknown; must be one of paper"),
        ("", {}, "env", "must be one of"),
        ("random:sparse/beta", {}, "env", "MEANS one of uniform"),
        ("random:beta/uniform", {}, "env", "unknown"),
        ("riverswim/uniform", {}, "env", "did you mean riverswim"),
        ("random:sparse/uniform", {"rewards": "sparse"}, "rewards", "already given"),
        ("riverswim", {"horizon": 0}, "horizon", "at least 1"),
        ("riverswim", {"horizon": 2.5}, "horizon", "whole number"),
        ("riverswim", {"width": 3}, "option", "has these options: states"),
        ("riverswim", {"states": 1}, "S", "at least 2"),
        ("tiny", {"horizon": 3}, "horizon", "must be 2"),
        ("tiny", {"A": 3}, "option", "none"),
        ("lock", {"slip": 1}, "slip", "[0, 1)"),
        ("lock", {"slip": 0.5}, "slip", "rational"),
        ("paper", {"A": 0}, "A", "at least 1"),
        ("paper", {"width": 0}, "layers[1]", "at least 1"),
        ("paper", {"seed": -3}, "seed", "at least 0"),
        pytest.param(
            "frozenlake-4x4", {"start": 16}, "start", "0..15", marks=pytest.mark.extra("gym")
        ),
    ],
)
def test_make_refuses(name: str, arguments: dict[str, Any], field: str, rule: str) -> None:
    refused(lambda: make(name, **arguments), field, rule)


# The families of the lower bound


def test_tight_by_hand() -> None:
    """Layers, transitions and the one reward, for L = 4, m = 3."""
    T, delta = 50_000, 0.1
    problem = make("tight", horizon=4, m=3, T=T)
    mdp = problem.mdp
    assert (mdp.layers, mdp.A, mdp.X) == ((1, 3, 3, 2, 1), 2, 2 * 3 + 2 * 4 - 4)
    D = 2 * 3 * math.sqrt(math.log(T * 10 * 2 / delta) / T)
    assert mdp.exact and best(mdp) == F(round(D * 10**6), 10**6)
    assert (mdp.P[0] == F(1, 3)).all()
    for P in mdp.P[1:]:
        assert (P[:, :, 0] == 1).all(), "state 0, and so the others are never reached"
    assert (mdp.r[1][:, 0] == best(mdp)).all() and not mdp.r[1][:, 1].any()
    assert not any(mdp.r[h].any() for h in (0, 2, 3))
    # Every play of the other action in layer 1 costs D, wherever it is.
    assert value(mdp, always(mdp, 1)) == 0 and value(mdp, always(mdp, 0)) == best(mdp)


def test_tight_chain_by_hand() -> None:
    """State 0 of a layer is never reached; every layer but the last two pays."""
    mdp = make("tight-chain", horizon=5, k=3, T=10**6, A=3).mdp
    assert (mdp.layers, mdp.X) == ((1, 3, 3, 3, 3, 1), 3 * 4 + 2)
    assert mdp.P[0][0, 0].tolist() == [0, F(1, 2), F(1, 2)]
    for P in mdp.P[1:-1]:
        assert all((P[x, :, x] == 1).all() for x in range(3))
    pays = [mdp.r[h][1, 0] for h in (1, 2, 3)]
    assert pays == sorted(pays, reverse=True) and best(mdp) == sum(pays)
    scale = math.sqrt(3 * 2 * (3 + 7) * math.log(10**6 * 14 * 3 / 0.1) / (8 * 0.998 * 10**6))
    assert float(pays[0]) == pytest.approx((0.99 * 3 + 2 / math.sqrt(3)) * scale, abs=1e-12)
    assert not any(mdp.r[h][0].any() for h in range(5)) and not mdp.r[4].any()


def test_tight_chain_pays_with_enough_digits() -> None:
    """At T = 10^16 the payments are right to 9 digits; multiples of 10^-6 were 0 there."""
    T = 10**16
    pays = [make("tight-chain", horizon=6, k=3, T=T).mdp.r[h][1, 0] for h in (1, 2, 3, 4)]
    scale = math.sqrt(3 * 2 * 9 * math.log(T * 17 * 2 / 0.1) / (8 * 0.998 * T))
    exact = [(0.99 * (5 - h) + 2 / math.sqrt(3)) * scale for h in (1, 2, 3, 4)]
    assert [float(v) for v in pays] == pytest.approx(exact, rel=1e-8)


@pytest.mark.parametrize(
    ("text", "field", "rule"),
    [
        ("tight:m=8,T=100", "T", "is too small: the best action would pay"),
        ("tight:factor=1/1000000000", "T", "is too large: the best action would pay 0"),
        ("tight:m=1", "m", "must be a whole number, at least 2"),
        ("tight:L=2", "horizon", "must be a whole number, at least 3"),
        ("tight-chain:k=1", "k", "must be a whole number, at least 2"),
        ("tight:factor=true", "factor", "must lie in (0,"),
        ("tight:Q=1", "option", "tight has these options: m, A, T, factor, delta"),
        ("tight:m=2,m=3", "env", "each given once"),
        ("tight:m", "env", "unknown"),
        ("tight:=2", "env", "KEY=VALUE"),
        ("tigt:m=2", "env", "unknown"),
    ],
)
def test_what_tight_refuses(text: str, field: str, rule: str) -> None:
    refused(lambda: make(text), field, rule)


def test_options_after_the_name() -> None:
    assert same(make("tight:m=3,L=5,T=9000").mdp, make("tight", horizon=5, m=3, T=9000).mdp)
    assert same(make("lock:slip=1/8,A=2").mdp, make("lock", slip=F(1, 8), A=2).mdp)
    assert same(make("deepsea:L=4,shuffle=true").mdp, make("deepsea", horizon=4, shuffle=True).mdp)
    assert same(
        make("random:sparse/zero-one:width=3", seed=4).mdp,
        make("random:sparse/zero-one", seed=4, width=3).mdp,
    )
    assert environment_info("tight:m=3").name == "tight"
    refused(lambda: make("tight:m=3", m=3), "m", "is already given")
    refused(lambda: make("tight:L=3", horizon=3), "L", "is already given")
