"""FPOP, O-REPS, UC-O-REPS and its bandit variant, UOB-REPS, and the best of both worlds."""

from __future__ import annotations

from collections.abc import Iterator
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from reference.baselines.best_of_both_worlds import BestOfBothWorlds
from reference.baselines.fpop import FPOP
from reference.baselines.learner import Played, episodes
from reference.baselines.o_reps import OREPS
from reference.baselines.shifted_uc_o_reps import ShiftedUCOREPS
from reference.baselines.uc_o_reps import UCOREPS
from reference.baselines.uob_reps import UOBREPS, uob_reps_eta
from reference.environments.adversaries import reward_tables
from reference.environments.random_layered import random_layered
from reference.experiments.worlds import TableSimulator, informed
from reference.kl.upper_occupancy import upper_occupancy
from reference.lp1 import solve_lp1
from reference.mdp import LayeredMDP
from reference.occupancy import occupancy_measure, optimal_policy
from reference.support.errors import PreconditionError

LAYERS, A, T = (1, 3, 2, 1), 2, 40
MDP = random_layered(LAYERS, A, seed=3).to_float()
EVERY: dict[str, Any] = {
    "FPOP": FPOP,
    "O-REPS": OREPS,
    "UC-O-REPS": UCOREPS,
    "UC-O-REPS, bandit": ShiftedUCOREPS,
    "UOB-REPS": UOBREPS,
    "JHL": BestOfBothWorlds,
}


def learner(name: str, seed: int = 0, T: int = T, **options: Any) -> Any:
    given = {"P": MDP.P, **options} if name == "O-REPS" else options
    return EVERY[name](LAYERS, A, T, 0.1, seed, **given)


def played(
    of: Any, adversary: str = "adversary-iid", T: int = T, mdp: LayeredMDP = MDP
) -> Iterator[Played]:
    where = TableSimulator(mdp, 0, reward_tables(adversary, mdp, T, 0))
    return episodes(informed(of, where, 0, adversary), where, T)


@pytest.mark.parametrize("name", EVERY)
def test_each_plays_policies_and_updates_after_every_episode_but_the_last(name: str) -> None:
    of = learner(name)
    for pi, *_ in played(of):
        for pi_h in pi:
            assert (pi_h >= 0).all() and pi_h.sum(axis=1) == pytest.approx(1)
    assert of.updates == of.solves == T - 1
    assert of.name == name


@pytest.mark.parametrize("name", EVERY)
def test_the_same_seed_plays_the_same_and_epochs_are_doublings(name: str) -> None:
    one, two = learner(name, 5), learner(name, 5)
    assert [row[1:] for row in played(one)] == [row[1:] for row in played(two)]
    visits = sum(int(N.sum()) for N in one.counts.N)
    assert visits == T * (len(LAYERS) - 1)
    if name != "O-REPS":  # it knows P
        most = sum(int(n).bit_length() for N in one.counts.N for n in N.ravel())
        assert 2 < one.epochs <= 1 + most


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


# ---- FPOP ---------------------------------------------------------------------------------------


def test_fpop_plays_the_policy_of_an_optimum_of_lp1_with_perturbed_rewards() -> None:
    of = learner("FPOP", 1)
    for _ in played(of):
        pass
    perturbed = tuple(R + Y for R, Y in zip(of.R, of.Y, strict=True))
    largest = max(float(table.max()) for table in perturbed)
    scaled = tuple(table / largest for table in perturbed)
    q_hat, best = solve_lp1(LAYERS, A, of.P_bar, of.eps, scaled)
    for h, pi_h in enumerate(of._leader()):
        q_x = q_hat[h].sum(axis=2)
        occupied = q_x.sum(axis=1) > 1e-6
        assert (q_x[occupied].argmax(axis=1) == pi_h[occupied].argmax(axis=1)).all()
    assert 0 < best <= 3


def test_fpop_draws_anew_each_epoch_or_each_episode() -> None:
    def drawn(redraw: str) -> int:
        of, seen = learner("FPOP", redraw=redraw), set()
        for _ in played(of):
            seen.add(float(of.Y[0][0, 0]))
        return len(seen)

    assert drawn("episode") == T - 1  # read after each episode's update, the last of which is none
    assert 2 < drawn("epoch") < T / 2


# ---- The KL family ------------------------------------------------------------------------------


def test_o_reps_stays_in_the_polytope_of_p_and_starts_at_its_largest_entropy() -> None:
    of = learner("O-REPS")
    for pi, *_ in played(of):
        q = occupancy_measure(MDP.P, pi)
        declared = of.pairs.join(q).sum(axis=1)
        assert declared.sum() == pytest.approx(3)
    w = np.exp(of.log_w)
    assert w == pytest.approx(
        of.pairs.join(occupancy_measure(MDP.P, of.policy())).sum(axis=1), abs=1e-6
    )


@pytest.mark.parametrize("adversary", ["adversary-iid", "adversary-switch", "adversary-bait"])
@pytest.mark.parametrize("feedback", ["full", "bandit"])
def test_the_inequality_of_online_mirror_descent_on_o_reps_runs(
    adversary: str, feedback: str
) -> None:
    """sum_t <q_t - q*, l_hat_t> <= D(q* || q_1)/eta + eta sum_t <q_t, l_hat_t^2>, for every q* of
    the polytope; here the best policy's of the MDP."""
    of = learner("O-REPS", feedback=feedback)
    star = of.pairs.join(occupancy_measure(MDP.P, optimal_policy(MDP).pi)).sum(axis=1)
    first, left, squares = of.log_w, 0.0, 0.0
    before = of.log_w
    for t, _ in enumerate(played(of, adversary), 1):
        if t < T:
            q_t = np.exp(before)
            left += float((q_t - star) @ of.l_hat)
            squares += float(q_t @ of.l_hat**2)
        before = of.log_w
    D = sum(s * (log(s) - f) for s, f in zip(star, first, strict=True) if s > 0)
    assert left <= D / of.eta + of.eta * squares + 1e-4
    assert D / of.eta + of.eta * squares < 100 * T


def test_uob_reps_bounds_with_the_set_of_the_episode_and_explores_implicitly() -> None:
    of = learner("UOB-REPS")
    lo, hi = of.lo, of.hi
    for t, (pi, x, a, r) in enumerate(played(of), 1):
        if t < T:
            u = upper_occupancy(pi, lo, hi, x, a)
            assert of.u == pytest.approx(u)
            q = occupancy_measure(MDP.P, pi)
            for h, (k, r_h, u_h) in enumerate(zip(of.visited(), r, u, strict=True)):
                assert of.l_hat[k] == pytest.approx((1 - r_h) / (u_h + of.gamma))
                if all(
                    ((lo_h <= P) & (P <= hi_h)).all()
                    for lo_h, P, hi_h in zip(lo, MDP.P, hi, strict=True)
                ):
                    assert u_h >= q[h][x[h], a[h]].sum() - 1e-12
            assert np.count_nonzero(of.l_hat) <= 3
        lo, hi = of.lo, of.hi
    assert of.eta == of.gamma == uob_reps_eta(3, 7, A, T, 0.1)
    assert of.eta == sqrt(3 * log(3 * 7 * A / 0.1) / (T * 7 * A))


def test_uc_o_reps_keeps_its_transitions_in_the_ball() -> None:
    of = learner("UC-O-REPS")
    for _ in played(of):
        pass
    q = np.where(of.pairs.real, np.exp(of.log_q), 0.0)
    p = q / q.sum(axis=1, keepdims=True)
    seen = of.P_i.seen
    away = abs(p - of.P_i.P_bar).sum(axis=1) - of.P_i.eps
    assert away[seen].max() <= 1e-9
    assert p.sum(axis=1) == pytest.approx(1)


def test_the_bandit_variant_divides_by_q_but_never_by_less_than_the_floor() -> None:
    of = learner("UC-O-REPS, bandit")
    assert of.alpha == T**-0.25
    before = np.exp(of.log_w)
    for t, _ in enumerate(played(of), 1):
        if t < T:
            for k, r in zip(of.visited(), of.r, strict=True):
                assert of.l_hat[k] == pytest.approx((1 - r) / max(before[k], of.alpha))
        before = np.exp(of.log_w)


def test_jhl_starts_its_sum_again_with_every_epoch() -> None:
    of = learner("JHL", scale=1e-6)
    starts = [of.t_i]
    for t, _ in enumerate(played(of), 1):
        if of.t_i == t + 1:
            assert (of.l_sum == 0).all() and of.M == 0.0
        starts.append(of.t_i)
    assert starts[0] == 1 and len(set(starts)) == of.epochs


@pytest.mark.parametrize("name", ["O-REPS", "UC-O-REPS", "FPOP"])
def test_with_full_information_and_constant_rewards_the_regret_per_episode_falls(
    name: str,
) -> None:
    of, values = learner(name, T=300, scale=5.0), []
    for pi, *_ in played(of, "adversary-constant", 300):
        q = occupancy_measure(MDP.P, pi)
        values.append(sum(float((v.sum(axis=2) * r).sum()) for v, r in zip(q, MDP.r, strict=True)))
    best = optimal_policy(MDP).value
    assert best - np.mean(values[-50:]) < 0.5 * (best - np.mean(values[:10]))
