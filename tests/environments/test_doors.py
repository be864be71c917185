"""What people have comes in: tables of every step, sparse matrices, files as environments of the
experiments, registered ids of Gymnasium, environments where an MDP is asked for; and what to do
where an action is not available, at every place where the question arises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from reference.environments import from_arrays, from_gymnasium, make, parse_mdp
from reference.environments.arrays import read_arrays
from reference.environments.mdp_file import write_mdp
from reference.environments.registry import FILED, filed
from reference.mdp import NOT_AVAILABLE, LayeredMDP
from reference.occupancy import optimal_policy
from reference.running.driver import run
from reference.support.errors import MalformedInput, PreconditionError
from tests.called import Command

H, S, A = 3, 4, 2
RANDOM = np.random.default_rng(0)
P = RANDOM.dirichlet(np.ones(S), size=(H, S, A))
r = RANDOM.random((H, S, A))


def value(mdp: LayeredMDP) -> float:
    return float(optimal_policy(mdp.to_float()).value)


def by_hand(P: Any, r: Any) -> float:
    """V* from state 0 by backward induction over the steps."""
    V = np.zeros(S)
    for h in reversed(range(H)):
        V = (r[h] + P[h] @ V).max(axis=1)
    return float(V[0])


def test_tables_of_every_step() -> None:
    assert value(from_arrays(P, r, H)) == pytest.approx(by_hand(P, r))
    turned = from_arrays(P.swapaxes(1, 2), r.swapaxes(1, 2), H, "ass")
    assert value(turned) == pytest.approx(by_hand(P, r))
    one_P = from_arrays(P[0], r[0], H)
    assert value(one_P) == pytest.approx(by_hand([P[0]] * H, [r[0]] * H))
    with pytest.raises(PreconditionError, match="one table per step, 4"):
        from_arrays(P, r, H + 1)
    assert value(from_arrays(P, r[0], H)) == pytest.approx(by_hand(P, [r[0]] * H))
    with pytest.raises(PreconditionError, match="an index of the step before them"):
        from_arrays(P, r[0, 0], H)


def test_a_file_of_tables_of_every_step(tmp_path: Path, ucrl_lp: Command) -> None:
    file = tmp_path / "mine.npz"
    np.savez(file, P=P, r=r)
    read_P, read_r, start = read_arrays(file)
    assert value(from_arrays(read_P, read_r, H, start=start)) == pytest.approx(by_hand(P, r))
    done = ucrl_lp("run", "--mdp", str(file), "--horizon", str(H), "--T", "20", "--json")
    assert json.loads(done.out)["V*"] == pytest.approx(by_hand(P, r))


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.coo_array])
def test_sparse_matrices_of_scipy(kind: Any) -> None:
    dense = value(from_arrays(P[0], r[0], H))
    assert value(from_arrays([kind(P[0][s]) for s in range(S)], r[0], H)) == dense
    of_actions = [kind(P[0][:, a]) for a in range(A)]
    assert value(from_arrays(of_actions, r[0], H, "ass")) == dense
    of_steps = [[kind(P[h][:, a]) for a in range(A)] for h in range(H)]
    steps = from_arrays(of_steps, r.swapaxes(1, 2), H, "ass")
    assert value(steps) == pytest.approx(by_hand(P, r))


def test_single_precision_names_the_option() -> None:
    single = P.astype(np.float32)
    with pytest.raises(PreconditionError, match="--renormalise"):
        from_arrays(single, r, H)
    assert value(from_arrays(single, r, H, renormalise=True)) == pytest.approx(by_hand(P, r), 1e-6)


MISSING = '{"format":"layered-mdp","version":1,"layers":[1,2,1],"A":2,'
MISSING += '"P":[[[[0.5,0.5],[0,0]]],[[[1],[1]],[[1],[1]]]],"r":[[[0.5,0]],[[1,0],[0,1]]]}'


class Gappy:
    """Three states, of which state 1 lacks action 1."""

    P = {  # noqa: RUF012
        0: {a: [(1.0, 1, 0.0, False)] for a in range(2)},
        1: {0: [(1.0, 2, 1.0, False)]},
        2: {a: [(1.0, 2, 0.0, True)] for a in range(2)},
    }


class FirstLacks:
    P = {  # noqa: RUF012
        0: {0: [(1.0, 1, 0.0, False)]},
        1: {a: [(1.0, 1, 0.0, True)] for a in range(2)},
    }


def test_where_an_action_is_not_available() -> None:
    with pytest.raises(MalformedInput) as of_file:
        parse_mdp(MISSING)
    assert of_file.value.field == "P[0][0][1]" and NOT_AVAILABLE in of_file.value.rule
    gap = P[0].copy()
    gap[2, 1] = 0.0
    with pytest.raises(PreconditionError) as of_arrays:
        from_arrays(gap, r[0], H)
    assert of_arrays.value.field == "P[2][1]" and NOT_AVAILABLE in of_arrays.value.rule
    for env, s in ((Gappy(), 1), (FirstLacks(), 0)):
        with pytest.raises(PreconditionError) as of_gym:
            from_gymnasium(env, horizon=2, start=0)
        assert of_gym.value.field.endswith(f".P[{s}]") and NOT_AVAILABLE in of_gym.value.rule


def test_the_advice_changes_no_value() -> None:
    """... of the MDP in which that action is really missing."""
    taken = P[0].copy(), r[0].copy()
    taken[0][2, 1], taken[1][2, 1] = taken[0][2, 0], taken[1][2, 0]
    without = r[0].copy()
    without[2, 1] = -np.inf
    expected = by_hand([P[0]] * H, [without] * H)
    assert value(from_arrays(*taken, H)) == pytest.approx(expected)


def test_an_mdp_file_is_an_environment(tmp_path: Path, ucrl_lp: Command) -> None:
    file = tmp_path / "mine.json"
    write_mdp(make("tiny").mdp, file)
    name = filed(str(file))
    assert make(name).mdp.layers == make("tiny").mdp.layers
    out = tmp_path / "results"
    words = ("--T", "30", "--trials", "2", "--no-plot", "--algorithms", "ucrl-lp", "ucrl2-chain")
    done = ucrl_lp("simulate", "figure1", "--mdp", str(file), *words, "--out", str(out))
    assert done.status == 0 and name in (out / "figure1.csv").read_text(encoding="utf-8")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"1/8"', '"1/4"'), encoding="utf-8")
    with pytest.raises(PreconditionError, match="must be as it was"):
        make(name)
    again = ucrl_lp("simulate", "resume", str(out), "--mdp", str(file), "--no-plot")
    assert again.status == 4 and "never mixed" in again.err
    with pytest.raises(PreconditionError, match="has its own, 2"):
        make(f"{FILED}{file}", horizon=5)
    both = ucrl_lp("simulate", "figure1", "--mdp", str(file), "--env", "tiny", "--out", str(out))
    assert both.status == 4 and "not allowed with --env" in both.err


def test_an_environment_where_an_mdp_is_asked_for() -> None:
    environment = make("tiny")
    assert run(environment, 20, seed=1).regret == run(environment.mdp, 20, seed=1).regret


def test_env_show_lists_options(ucrl_lp: Command) -> None:
    done = ucrl_lp("env", "show", "riverswim")
    assert "option   states: length of the river (6)" in done.out.splitlines()


def test_an_id_of_gymnasium_is_recognised(ucrl_lp: Command) -> None:
    done = ucrl_lp("env", "show", "FrozenLake-v1")
    assert done.status == 4 and "gym:FrozenLake-v1" in done.err


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gym:CartPole-v1", "observation_space is a Box"),
        ("gym:FrozenLake-v2", "no such id"),
        ("gym:FrozenLake-v1:map_name=9x9", "cannot be made by Gymnasium"),
        ("gym:FrozenLake-v1:start=99", "must be a state"),
    ],
)
def test_what_gymnasium_has_and_no_table_shows(name: str, says: str) -> None:
    pytest.importorskip("gymnasium")
    with pytest.raises(PreconditionError, match=says):
        make(name)


def test_a_registered_environment() -> None:
    pytest.importorskip("gymnasium")
    own = make("frozenlake-8x8", horizon=9)
    registered = make("gym:FrozenLake-v1:map_name=8x8", horizon=9)
    assert registered.mdp.layers == own.mdp.layers and value(registered.mdp) == value(own.mdp)
    dry = make("gym:FrozenLake-v1:is_slippery=false", horizon=9)
    assert value(dry.mdp) == 1
