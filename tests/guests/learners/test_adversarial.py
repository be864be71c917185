"""FPOP, O-REPS, UC-O-REPS and its bandit variant, UOB-REPS, and the best of both worlds. What the
first five do in a step is checked exactly by `proofs_check.guests.family`: tests/guests/family."""

from __future__ import annotations

from collections.abc import Iterator
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from reference.environments.adversaries import reward_tables
from reference.environments.random_layered import random_layered
from reference.figure1.learner import Played, episodes
from reference.figure1.worlds import TableSimulator, informed
from reference.guests.kl.upper_occupancy import upper_occupancy
from reference.guests.learners.best_of_both_worlds import BestOfBothWorlds
from reference.guests.learners.floored_uc_o_reps import FlooredUCOREPS
from reference.guests.learners.fpop import FPOP
from reference.guests.learners.o_reps import OREPS
from reference.guests.learners.uc_o_reps import UCOREPS
from reference.guests.learners.uob_reps import UOBREPS
from reference.occupancy import optimal_policy, value
from reference.support.errors import PreconditionError

LAYERS, A, T = (1, 3, 2, 1), 2, 40
MDP = random_layered(LAYERS, A, seed=3).to_float()
EVERY: dict[str, Any] = {
    "FPOP": FPOP,
    "O-REPS": OREPS,
    "UC-O-REPS": UCOREPS,
    "UC-O-REPS, bandit": FlooredUCOREPS,
    "UOB-REPS": UOBREPS,
    "JHL": BestOfBothWorlds,
}


def learner(name: str, seed: int = 0, T: int = T, **options: Any) -> Any:
    given = {"P": MDP.P, **options} if name == "O-REPS" else options
    return EVERY[name](LAYERS, A, T, 0.1, seed, **given)


def played(of: Any, adversary: str = "adversary-iid") -> Iterator[Played]:
    where = TableSimulator(MDP, 0, reward_tables(adversary, MDP, of.T, 0))
    return episodes(informed(of, where, 0, adversary), where, of.T)


@pytest.mark.parametrize("name", EVERY)
def test_each_updates_after_every_episode_but_the_last_and_its_epochs_are_doublings(
    name: str,
) -> None:
    player, twin = learner(name, 5), learner(name, 5)
    rows = list(played(player))
    assert [row[1:] for row in rows] == [row[1:] for row in played(twin)]
    for pi, *_ in rows:
        assert all((pi_h >= 0).all() and pi_h.sum(axis=1) == pytest.approx(1) for pi_h in pi)
    assert player.updates == player.solves == T - 1
    if name != "O-REPS":  # it knows P
        most = sum(int(n).bit_length() for N in player.counts.N for n in N.ravel())
        assert 2 < player.epochs <= 1 + most


def test_a_new_epoch_begins_where_a_count_reached_twice_the_old_one() -> None:
    of = learner("UOB-REPS")
    assert not of.new_epoch()
    for visits, doubled in ((1, True), (1, True), (1, False), (1, True), (3, False), (1, True)):
        for _ in range(visits):
            of.counts.add(1, 2, 0, 0.0, 1)
        assert of.new_epoch() is doubled
    assert of.N_i[1][2, 0] == 8 and of.epochs == 5


def test_full_information_needs_the_table() -> None:
    of = learner("UC-O-REPS")
    of.start_episode(1)
    with pytest.raises(PreconditionError) as caught:
        of.end_episode(1)
    assert caught.value.field == "r_t"


@pytest.mark.parametrize(
    "name, option, value",
    [
        ("FPOP", "scale", 0.0),
        ("FPOP", "scale", 5e-324),
        ("UOB-REPS", "scale", 1e7),
        ("FPOP", "redraw", "never"),
        ("O-REPS", "feedback", "half"),
        ("O-REPS", "scale", float("nan")),
        ("UC-O-REPS", "scale", -1.0),
        ("UC-O-REPS, bandit", "floor", 0.0),
        ("UOB-REPS", "exploration", float("inf")),
        ("UOB-REPS", "box", "N-2"),
        ("JHL", "scale", 0.0),
        ("JHL", "feedback", "half"),
    ],
)
def test_options_out_of_range(name: str, option: str, value: Any) -> None:
    with pytest.raises(PreconditionError) as caught:
        learner(name, **{option: value})
    assert caught.value.field == option


@pytest.mark.parametrize("feedback", ["full", "bandit"])
def test_jhl_estimates_by_hand_and_starts_its_sum_again_with_every_epoch(feedback: str) -> None:
    of = learner("JHL", scale=1e-6, feedback=feedback)
    lo, hi, B, M, l_sum, t_i = of.lo, of.hi, of.B, of.M, of.l_sum, of.t_i
    assert (B == 1).all()  # nothing seen: the whole simplex
    for t, (pi, x, a, r) in enumerate(played(of), 1):
        if t < T:
            u = upper_occupancy(pi, lo, hi, x, a)
            visits = zip(of.visited(), r, u, strict=True)
            seen = {k: (1 - r_h) / u_h for k, r_h, u_h in visits}
            l_hat = of.loss() if feedback == "full" else [seen.get(k, 0) for k in range(len(B))]
            if of.t_i == t_i:
                assert of.l_sum == pytest.approx(l_sum + l_hat - 3 * B)
                assert (of.M > M) == (feedback == "full")
            else:
                assert (of.l_sum == 0).all() and (of.t_i, of.M) == (t + 1, 0.0)
        lo, hi, B, M, l_sum, t_i = of.lo, of.hi, of.B, of.M, of.l_sum, of.t_i
    assert t_i > 1
    power = 2 if feedback == "full" else 3
    assert of.Lam == pytest.approx(log(T * 7 * A * T**power))
    of.counts.N3[0][0, 1], of.counts.N[0][0, 1] = [10**6, 3 * 10**6, 0], 4 * 10**6
    assert of.new_epoch()
    of._begin(T)
    flat = 14 * of.Lam / (3 * 4 * 10**6)
    roots = sum(2 * sqrt(p * of.Lam / (4 * 10**6)) for p in (0.25, 0.75))
    assert of.B[1] == pytest.approx(roots + 3 * flat) and of.B[0] == 1


@pytest.mark.parametrize("name", ["O-REPS", "UC-O-REPS", "FPOP"])
def test_with_full_information_and_constant_rewards_the_regret_per_episode_falls(
    name: str,
) -> None:
    of = learner(name, T=300, scale=5.0)
    values = [float(value(MDP, pi)) for pi, *_ in played(of, "adversary-constant")]
    best = optimal_policy(MDP).value
    assert best - np.mean(values[-50:]) < 0.5 * (best - np.mean(values[:10]))
