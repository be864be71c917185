"""Algorithm 1 line by line: runs worked out by hand, every reading, determinism."""

from __future__ import annotations

import contextlib
import math
import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import FrozenInstanceError
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference import readings
from reference.backward_induction import greedy_policy, optimistic_values
from reference.environments import random_layered
from reference.mdp import Tables
from reference.occupancy import violation_of_Q
from reference.running.driver import run
from reference.running.resume import resume_run
from reference.running.solver import Glop
from reference.simulator import POLICY, REWARD_LAWS, Simulator, executor, uniforms
from reference.ucrl_lp import Episode, Epoch, Execute, Input, Trajectory, ucrl_lp
from tests.algorithm.instances import LP1Data, infeasibility
from tests.refused import refused
from tests.robustness.subprocesses import program

LAYERS, A, T, DELTA = (1, 2, 1), 2, 20, 0.1

# x, a, r of nine episodes on LAYERS. Every state is (h, x), every pair (h, x, a).
SCRIPT: list[Trajectory] = [
    ([0, 0], [0, 0], [1.0, 0.0]),  # first visits: epoch 2 starts at t = 2
    ([0, 1], [0, 1], [0.5, 1.0]),  # (0,0,0) has n = 1 >= N = 1: epoch 3 at t = 3
    ([0, 0], [0, 1], [0.0, 0.25]),  # first visit of (1,0,1): epoch 4 at t = 4
    ([0, 0], [0, 0], [0.5, 1.0]),  # (1,0,0) has n = 1 >= N = 1: epoch 5 at t = 5
    ([0, 0], [0, 0], [1.0, 0.5]),  # (0,0,0): 1 < 4; (1,0,0): 1 < 2
    ([0, 1], [0, 1], [0.0, 0.0]),  # (1,1,1): 1 >= 1: epoch 6 at t = 7
    ([0, 0], [0, 0], [1.0, 1.0]),  # 1 < 6, 1 < 3
    ([0, 0], [0, 0], [0.5, 1.0]),  # 2 < 6, 2 < 3
    ([0, 0], [0, 0], [0.0, 1.0]),  # (1,0,0): 3 >= 3: epoch 7 at t = 10
]


def uniform_q(layers: Sequence[int], A: int) -> Tables:
    return tuple(np.full((x, A, x1), 1 / (x * A * x1)) for x, x1 in pairwise(layers))


def uniform(P_bar: Tables, eps: Tables, r_hat: Tables) -> tuple[Tables, float]:
    """In place of LP1's solver: the answer does not matter, q_hat is uniform."""
    return uniform_q((*(len(e) for e in eps), 1), eps[0].shape[1]), 0.0


class EndOfScript(Exception):
    """The script has no more episodes."""


def from_script(script: Iterable[Trajectory]) -> Execute:
    """Plays the script, whatever the policy."""
    left = iter(script)

    def execute(pi: Tables) -> Trajectory:
        for trajectory in left:
            return trajectory
        raise EndOfScript

    return execute


def items_of(
    script: Iterable[Trajectory],
    T: int = T,
    solver: Any = uniform,
    layers: Sequence[int] = LAYERS,
    A: int = A,
    **choices: str,
) -> Iterator[Epoch | Episode]:
    """What Algorithm 1 yields while it plays the script."""
    with contextlib.suppress(EndOfScript):
        yield from ucrl_lp(Input(layers, A, T, DELTA), from_script(script), solver, choices)


def epochs_of(script: Sequence[Trajectory], **options: Any) -> list[Epoch]:
    """Every epoch, the first one too."""
    return [item for item in items_of(script, **options) if isinstance(item, Epoch)]


def test_what_an_epoch_holds_is_eq_10_to_16_of_the_episodes_before_it() -> None:
    Lam = math.log(T * 4 * A / DELTA)  # X = 4
    epochs = epochs_of(SCRIPT)
    assert [epoch.t for epoch in epochs] == [1, 2, 3, 4, 5, 7, 10]
    for epoch in epochs:
        steps = [(h, *step) for x, a, r in SCRIPT[: epoch.t - 1]
                 for h, step in enumerate(zip(x, a, r, [*x[1:], 0], strict=True))]  # fmt: skip
        for h, x, a in ((0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)):
            seen = [(r, x1) for *pair, r, x1 in steps if pair == [h, x, a]]
            N3 = [sum(x1 == y for _, x1 in seen) for y in range(LAYERS[h + 1])]
            n = max(1, len(seen))
            assert epoch.N[h][x, a] == len(seen)
            assert epoch.N3[h][x, a].tolist() == N3
            assert epoch.P_bar[h][x, a].tolist() == [k / n for k in N3]
            assert epoch.r_bar[h][x, a] == pytest.approx(sum(r for r, _ in seen) / n, abs=1e-15)
            assert epoch.eps[h][x, a] == pytest.approx(math.sqrt(2 * LAYERS[h + 1] * Lam / n))
            assert epoch.b[h][x, a] == pytest.approx(math.sqrt(2 * Lam / n))
            expected = min(1.0, epoch.r_bar[h][x, a] + epoch.b[h][x, a])
            assert epoch.r_hat[h][x, a] == pytest.approx(expected)


def test_the_first_epoch_is_the_printed_one_and_solves_lp1() -> None:
    first = next(ucrl_lp(Input((1, 2, 3, 1), 2, T, DELTA), from_script([]), uniform))
    assert isinstance(first, Epoch)
    assert (first.i, first.t, first.value) == (1, 1, 3.0)
    assert [q.tolist() for q in first.q_hat] == [
        q.tolist() for q in uniform_q((1, 2, 3, 1), 2)
    ]  # 1 / (X_h A X_{h+1})
    assert all((pi == 0.5).all() for pi in first.pi)
    assert all((r == 0).all() for r in first.r_bar)
    assert all((r == 1).all() for r in first.r_hat)
    assert first.unoccupied == 0
    # An LP1 solution: in Q^{P_1}, of value L = the optimum.
    assert violation_of_Q(first.q_hat, tolerance=1e-12) is None
    data = LP1Data((1, 2, 3, 1), 2, first.P_bar, first.eps, first.r_hat, first.N)
    assert infeasibility(data, first.q_hat) < 1e-12
    assert optimistic_values(first.P_bar, first.eps, first.r_hat).V[0].tolist() == [3.0]


def test_a_short_trajectory_is_refused() -> None:
    for short in (([0, 0], [0], [1.0, 1.0]), ([0, 0], [0, 0], [1.0])):
        with pytest.raises(ValueError, match="shorter"):
            epochs_of([short])


def test_nothing_an_epoch_holds_changes_later_or_can_be_changed() -> None:
    items = [(item, pickle.dumps(item)) for item in items_of(SCRIPT) if isinstance(item, Epoch)]
    for epoch, then in items:
        assert pickle.dumps(epoch) == then
        with pytest.raises(FrozenInstanceError):
            epoch.t = 2  # type: ignore[misc]  # that this fails is the point
        groups = [group for group in vars(epoch).values() if isinstance(group, tuple)]
        assert len(groups) == 9
        for table in chain.from_iterable(groups):
            with pytest.raises(ValueError, match="read-only"):
                table[...] = 0


def test_an_episode_is_its_trajectory_with_the_visits_of_its_epoch() -> None:
    n = np.zeros((2, 2, 2), dtype=int)
    for item in items_of(SCRIPT):
        if isinstance(item, Epoch):
            n[...] = 0
            continue
        assert (item.x, item.a, item.r) == SCRIPT[item.t - 1]
        for h, (x, a) in enumerate(zip(item.x, item.a, strict=True)):
            n[h, x, a] += 1
        assert [counts.tolist() for counts in item.n] == [n[0, :1].tolist(), n[1].tolist()]
        assert item.doubled == (item.t in (1, 2, 3, 4, 6, 9))


@pytest.mark.parametrize(("last", "after_T"), [("skip", False), ("solve", True)])
def test_an_episode_says_whether_an_epoch_follows(last: str, after_T: bool) -> None:
    """R-16. T = 9, and the trigger is true in episode 9."""
    choices: Any = {"last-trigger": last}
    items = list(items_of(SCRIPT, T=9, **choices))
    for item, following in pairwise(items):
        if isinstance(item, Episode):
            assert item.ends_epoch == isinstance(following, Epoch)
    (ninth,) = (item for item in items if isinstance(item, Episode) and item.t == 9)
    assert ninth.doubled and ninth.ends_epoch == after_T == isinstance(items[-1], Epoch)


# ---- R-3, completion; R-9, running mean ---------------------------------------------------------


def test_the_policy_is_pi_q_hat() -> None:
    """Eq. (6): sum over x', over the state's mass; not over the layer's."""
    q = (np.array([[[0.125, 0.25], [0.375, 0.25]]]), np.array([[[0.4], [0.1]], [[0.0], [0.5]]]))
    _, epoch = epochs_of(SCRIPT[:1], solver=lambda *_: (q, 1.5))
    assert [pi.tolist() for pi in epoch.pi] == [[[0.375, 0.625]], [[0.8, 0.2], [0.0, 1.0]]]
    assert epoch.value == 1.5
    assert epoch.unoccupied == 0
    q[1][...] = 0  # the solver may use its arrays again
    assert epoch.q_hat[1].tolist() == [[[0.4], [0.1]], [[0.0], [0.5]]]


def in_turn(*answers: Tables) -> Any:
    """A solver that gives these q_hat, one after the other."""
    left = list(answers)
    return lambda *_: (left.pop(0), 0.0)


BOTH = (np.array([[[0.5, 0.5], [0.0, 0.0]]]), np.array([[[0.0], [0.5]], [[0.125], [0.375]]]))
ONLY_0 = (np.array([[[1.0, 0.0], [0.0, 0.0]]]), np.array([[[0.0], [1.0]], [[0.0], [0.0]]]))


@pytest.mark.parametrize(
    ("completion", "second", "fourth"),
    [
        ("uniform", [0.5, 0.5], [0.5, 0.5]),
        ("first", [1.0, 0.0], [1.0, 0.0]),
        # pi_1 is uniform; pi_3 plays (1/4, 3/4) where q_hat_4 has no mass.
        ("previous", [0.5, 0.5], [0.25, 0.75]),
    ],
)
def test_completion_of_a_state_without_occupancy(
    completion: str, second: list[float], fourth: list[float]
) -> None:
    solver = in_turn(ONLY_0, BOTH, ONLY_0)
    epochs = epochs_of(SCRIPT[:3], solver=solver, completion=completion)
    assert [epoch.unoccupied for epoch in epochs] == [0, 1, 0, 1]
    assert [epoch.pi[1][0].tolist() for epoch in epochs[1:]] == [[0.0, 1.0]] * 3
    assert epochs[1].pi[1][1].tolist() == second
    assert epochs[2].pi[1][1].tolist() == [0.25, 0.75]
    assert epochs[3].pi[1][1].tolist() == fourth


def test_greedy_completion_maximises_the_optimistic_q() -> None:
    """State (1, 1): action 0 always gave 0, action 1 always 1; the bonus is below 1."""
    script: list[Trajectory] = [([0, 1], [0, t % 2], [0.0, float(t % 2)]) for t in range(256)]
    solver = in_turn(*[ONLY_0] * 20)
    epoch = epochs_of(script, T=300, solver=solver, completion="greedy")[-1]
    assert epoch.r_hat[1][1, 0] < 1 == epoch.r_hat[1][1, 1]
    assert epoch.pi[1][1].tolist() == [0.0, 1.0]
    Q = optimistic_values(epoch.P_bar, epoch.eps, epoch.r_hat).Q
    assert epoch.pi[1][1].tolist() == greedy_policy(Q)[1][1].tolist()
    assert epoch.pi[0].tolist() == [[1.0, 0.0]]  # occupied: q_hat decides


def test_running_mean_and_sum_over_N_differ_in_the_last_bits_only() -> None:
    rewards = np.random.default_rng(3).random(40).tolist()
    script: list[Trajectory] = [([0, 0], [0, 0], [r, r]) for r in rewards]
    moving = epochs_of(script, T=100)
    summed = epochs_of(script, T=100, r_bar="sum-over-N")
    differing = 0
    for epoch, other in zip(moving, summed, strict=True):
        n = epoch.t - 1
        mean, total = 0.0, 0.0
        for k, r in enumerate(rewards[:n], start=1):
            mean, total = mean + (r - mean) / k, total + r
        assert epoch.r_bar[0][0, 0] == mean
        assert other.r_bar[0][0, 0] == total / max(1, n)
        assert mean == pytest.approx(total / max(1, n), rel=1e-14)
        differing += mean != total / max(1, n)
    assert differing > 0


# ---- readings and input ------------------------------------------------------------------------


def test_Lam_of_the_caller_replaces_the_logarithm() -> None:
    first = next(ucrl_lp(Input(LAYERS, A, T, DELTA), from_script([]), uniform, Lam=0.125))
    assert isinstance(first, Epoch)
    assert [b.tolist() for b in first.b] == [[[0.5, 0.5]], [[0.5, 0.5], [0.5, 0.5]]]


PLAYABLE: dict[str, Any] = {"layers": LAYERS, "A": A, "T": T, "delta": DELTA}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"layers": (1, 2)}, "layers[1]"),
        ({"A": 0}, "A"),
        ({"T": 0}, "T"),
        ({"T": 2.5}, "T"),
        ({"delta": 0.0}, "delta"),
        ({"delta": 1.0}, "delta"),
        ({"delta": float("nan")}, "delta"),
        ({"choices": {"triger": "max1"}}, "reading"),
        ({"choices": {"trigger": "sometimes"}}, "reading trigger"),
        ({"choices": {"completion": "any"}}, "reading completion"),
        ({"choices": {"ucrl2-clip": "free"}}, "reading ucrl2-clip"),
        ({"seed": -1}, "seed"),
        ({"seed": 0.5}, "seed"),
        ({"episodes": 21}, "episodes"),
    ],
)
def test_input_that_is_refused_leaves_no_trace(
    tmp_path: Path, changes: dict[str, Any], field: str
) -> None:
    if changes.keys() & {"T", "delta", "choices", "seed", "episodes"}:
        asked = {"mdp": MDP, "T": 20, "out": tmp_path / "run.jsonl", **changes}
        refused(lambda: run(**asked), field)
        assert list(tmp_path.iterdir()) == []
    if changes.keys() <= PLAYABLE.keys() | {"choices"}:
        known = PLAYABLE | {key: v for key, v in changes.items() if key != "choices"}
        given = Input(**known), from_script([]), uniform, changes.get("choices")
        refused(lambda: next(ucrl_lp(*given)), field)


# ---- whole runs --------------------------------------------------------------------------------

MDP = random_layered((1, 3, 2, 1), 2, seed=4)


def on_mdp(
    seed: int, law: str = "bernoulli", T: int = 2000, solver: Any = None
) -> Iterator[Epoch | Episode]:
    """Algorithm 1 on MDP."""
    execute = executor(Simulator(MDP, seed, law), uniforms(seed, POLICY))
    solver = solver or Glop(MDP.layers, MDP.A, readings.choose())
    return ucrl_lp(Input(MDP.layers, MDP.A, T, DELTA), execute, solver)


def as_data(item: Epoch | Episode) -> Any:
    if isinstance(item, Epoch):
        return item.i, item.t, [q_h.tobytes() for q_h in item.q_hat]
    return item.t, item.x, item.a, item.r, item.doubled


def test_T1_and_then_T2_episodes_are_T1_plus_T2() -> None:
    """Same horizon constant; 3 * 1500 draws go over the streams' block of 4096."""
    at_once = [as_data(item) for item in islice(on_mdp(7), 1500)]
    parts, other = on_mdp(7), on_mdp(7)
    in_parts = []
    for size in (1, 999, 500):  # between the parts another run draws and solves
        in_parts += [as_data(item) for item in islice(parts, size)]
        list(islice(other, 300))
    assert in_parts == at_once
    assert sum(len(data) == 3 for data in at_once) > 10
    assert len({tuple(data[2]) for data in at_once if len(data) == 5}) > 1


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for suffix in ("jsonl", "jsonl.gz"):
        file, other, seeded = (tmp_path / f"{name}.{suffix}" for name in ("a", "b", "c"))
        run(MDP, 200, seed=5, out=file)
        run(MDP, 200, seed=5, out=other)
        run(MDP, 200, seed=6, out=seeded)
        assert file.read_bytes() == other.read_bytes() != seeded.read_bytes()
    # Another process, hash seed and name of the file.
    code = (
        "import sys; from reference import run; from reference.environments import random_layered; "
        "run(random_layered((1, 3, 2, 1), 2, seed=4), 200, seed=5, out=sys.argv[1])"
    )
    elsewhere = tmp_path / "another-name.jsonl"
    done = program("-c", code, elsewhere, env={"PYTHONHASHSEED": "12345"})
    assert done.returncode == 0, done.stderr
    assert elsewhere.read_bytes() == (tmp_path / "a.jsonl").read_bytes()


def test_a_detailed_run_is_resumed_in_detail(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    run(MDP, 80, seed=5, out=whole, detailed=True)
    run(MDP, 80, seed=5, out=cut, detailed=True, episodes=40)
    resume_run(cut)
    assert cut.read_bytes() == whole.read_bytes()


def test_noise_policy_and_rewards_draw_from_streams_of_their_own() -> None:
    """With the same policy another reward law changes rewards only, whatever it draws."""
    states, rewards = set(), set()
    for law in REWARD_LAWS:
        played = islice(on_mdp(7, law, 500, uniform), 200)
        episodes = [item for item in played if isinstance(item, Episode)]
        states.add(str([(item.x, item.a) for item in episodes]))
        rewards.add(str([item.r for item in episodes]))
    assert (len(states), len(rewards)) == (1, len(REWARD_LAWS))
