"""What a run leaves in Python: short texts, epochs, a picture, and why it is a straight line."""

from __future__ import annotations

import inspect
import math
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import reference
from reference import make, read_trace, run
from reference.environments import from_gymnasium
from reference.running import outcome as outcomes
from reference.trace.records import EpochRecord
from tests.refused import refused

RUN = run(make("riverswim", horizon=4).mdp, T=300, seed=3)


def test_everything_has_a_short_text(tmp_path: Path) -> None:
    problem = make("paper")
    run(problem.mdp, T=3, out=tmp_path / "a.jsonl")
    shown = [
        RUN,
        RUN.epochs[0],
        RUN.epoch(2),
        problem,
        problem.mdp,
        *read_trace(tmp_path / "a.jsonl"),
    ]
    assert all(len(repr(part)) < 1000 for part in shown)
    assert max(len(repr(part)) for part in shown[:5]) < 250
    assert repr(RUN).startswith("<Run of UCRL-LP: L=4, X=11, A=2; 300 of T=300 episodes, ")


def test_an_epoch_is_what_the_trace_records(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    outcome = run(make("riverswim", horizon=4).mdp, T=300, seed=3, out=out)
    recorded = [entry for entry in read_trace(out) if isinstance(entry, EpochRecord)]
    assert len(recorded) == len(outcome.epochs) > 10
    for record in recorded:
        epoch = outcome.epoch(record.i)
        assert (epoch.i, epoch.t) == (record.i, record.t)
        for name, table in record.tables.items():
            for ours, theirs in zip(getattr(epoch, name), table, strict=True):
                assert np.array_equal(ours, np.array(theirs, dtype=float)), name


def test_an_epoch_that_is_not_kept_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "KEPT", 3000)
    again = run(RUN.mdp, T=300, seed=3)
    assert 0 < len(again._kept) < len(again.epochs)
    for i in (1, 7, len(RUN.epochs)):
        for name in ("P_bar", "eps", "r_hat", "q_hat", "pi"):
            pairs = zip(getattr(RUN.epoch(i), name), getattr(again.epoch(i), name), strict=True)
            assert all(np.array_equal(a, b) for a, b in pairs)


@pytest.mark.parametrize("i", [0, -1, 10**6, True, 1.0, "1"])
def test_no_such_epoch(i: Any) -> None:
    refused(lambda: RUN.epoch(i), "i", "must be an epoch of the run, 1..")


def test_the_picture(tmp_path: Path) -> None:
    axes = RUN.plot()
    curve, line, ticks = axes.get_lines()
    assert curve.get_ydata()[-1] == pytest.approx(RUN.regret)
    assert list(line.get_ydata()) == [0, pytest.approx(300 * RUN.optimal_value)]
    assert len(ticks.get_xdata()) == len(RUN.epochs)
    RUN.save_plot(tmp_path / "a.png", "riverswim")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.extra("gym")
def test_a_straight_line_says_why() -> None:
    straight = run(make("frozenlake-4x4").mdp, T=50)
    assert "nearly a straight line" in straight.note
    assert straight.summary()["note"] == straight.note
    assert f"at {int((straight.radii >= 2).sum())} of {straight.radii.size} pairs" in straight.note
    learns = run(make("lock", horizon=2).mdp, T=5000)
    assert learns.note == "" and "note" not in learns.summary()
    assert learns.radii.max() <= max(e_h.max() for e_h in learns.epoch(len(learns.epochs)).eps)


def test_help_shows_no_lambda() -> None:
    for name in reference.__all__:
        export = getattr(reference, name)
        members = [export, *(vars(export).values() if inspect.isclass(export) else ())]
        for function in filter(inspect.isfunction, members):
            assert "<lambda>" not in str(inspect.signature(function)), name


# ----------------------------------------------------------------------------- Gymnasium


class Own:
    """Two states, two actions: 1 moves from state 0 to 1, where 5 is earned and the end is."""

    P: ClassVar[Any] = {
        0: {0: [(1.0, 0, 0.0, False)], 1: [(0.5, 1, 0.0, False), (0.5, 0, 0.0, False)]},
        1: {0: [(1.0, 1, 5.0, True)], 1: [(1.0, 1, 5.0, True)]},
    }
    initial_state_distrib = (1.0, 0.0)


def test_ones_own_environment() -> None:
    problem = from_gymnasium(Own(), horizon=2)
    best = reference.optimal_policy(problem.mdp)
    assert (problem.name, problem.mdp.exact) == ("Own", True)
    assert problem.reward_map.episode(best.value) == 2.5  # half of all cases reach state 1
    assert run(problem.mdp, T=20).episodes == 20


@pytest.mark.extra("gym")
def test_ones_own_registered_environment() -> None:
    import gymnasium

    env = gymnasium.make("FrozenLake-v1", map_name="4x4", is_slippery=True)
    made, named = from_gymnasium(env, horizon=12), make("frozenlake-4x4")
    assert made.mdp.layers == named.mdp.layers and made.name == "FrozenLake-v1"
    assert all((a == b).all() for a, b in zip(made.mdp.P, named.mdp.P, strict=True))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"P": None}, "Own.unwrapped.P"),
        ({"P": {}}, "Own.unwrapped.P"),
        ({"P": {1: Own.P[0]}}, "Own.unwrapped.P"),
        ({"P": {**Own.P, 1: {0: []}}}, "Own.unwrapped.P[1]"),
        ({"P": {**Own.P, 1: {0: [(1.0, 7, 0.0, False)], 1: []}}}, "Own.unwrapped.P[1][0]"),
        ({"P": {**Own.P, 1: {0: [(1.0, 1, math.nan, False)], 1: []}}}, "Own.unwrapped.P[1][0]"),
        ({"initial_state_distrib": None}, "start"),
    ],
)
def test_what_is_no_table_is_refused(change: dict[str, Any], field: str) -> None:
    changed = type("Own", (Own,), change)
    refused(lambda: from_gymnasium(changed(), horizon=2), field, "")
