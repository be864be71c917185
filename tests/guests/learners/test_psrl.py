"""PSRL and optimistic posterior sampling: the posteriors, steps by hand, limits."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log, sqrt

import numpy as np
import pytest

from reference.figure1.learner import optimal_q
from reference.guests.learners.optimistic_psrl import OptimisticPSRL, p_minus
from reference.guests.learners.psrl import PSRL, dirichlet
from reference.mdp import Array, Tables
from reference.simulator import Simulator
from tests.figure1.problems import play, random_mdp, same_actions
from tests.planted.rejecting import planted


def distributed(sample: Array, mean: float, variance: float) -> None:
    """The mean within 5 standard errors; the variance about right."""
    assert abs(sample.mean() - mean) < 5 * sqrt(variance / len(sample))
    assert sample.var() == pytest.approx(variance, rel=0.12)


@planted(
    dirichlet,
    lambda a, g: dirichlet(np.ones(a.shape), g),  # exponentials for every parameter: Dirichlet(1)
    lambda a, g: dirichlet(2 * a, g),  # twice the data: the right mean, too small a variance
)
def test_dirichlet(f: Callable[[Array, np.random.Generator], Array]) -> None:
    """Rows are distributions; mean and variance as the law has them, within 5 standard errors."""
    parameters = np.array([[1.0, 1.0, 2.0], [10.0, 0.5, 0.5]])
    n = 20_000
    p = f(np.broadcast_to(parameters, (n, 2, 3)), np.random.default_rng(1))
    assert p.min() >= 0
    assert p.sum(axis=-1) == pytest.approx(1.0, abs=1e-12)
    total = parameters.sum(axis=1, keepdims=True)
    mean = parameters / total
    variance = mean * (1 - mean) / (total + 1)
    assert (abs(p.mean(axis=0) - mean) < 5 * np.sqrt(variance / n)).all()
    assert p.var(axis=0) == pytest.approx(variance, rel=0.1)
    assert f(np.full((2, 1), 7.0), np.random.default_rng(0)).tolist() == [[1.0], [1.0]]


def seen_twice() -> PSRL:
    """Layers 1, 2, 1, A = 1: x_0 seen three times (to 0, 0, 1), rewards 1, 1/2, 0."""
    learner = PSRL((1, 2, 1), 1, 10, 0.1, 3, alpha0=0.5, a0=2.0, b0=1.0)
    for r, x1 in ((1.0, 0), (0.5, 0), (0.0, 1)):
        learner.learn(0, 0, 0, r, x1)
    return learner


def forgotten_prior(learner: PSRL) -> tuple[Tables, Tables]:
    learner.alpha0, learner.a0 = 1e-3, 1e-3
    return learner.sample()


def certainty_equivalence(learner: PSRL) -> tuple[Tables, Tables]:
    """The posterior's mean in place of a draw."""
    counts = learner.counts
    P = tuple(a / a.sum(axis=2, keepdims=True) for a in (0.5 + N3 for N3 in counts.N3))
    return P, tuple((2 + R) / (3 + N) for N, R in zip(counts.N, counts.R, strict=True))


def beta_posterior(learner: PSRL) -> tuple[Tables, Tables]:
    learner.rewards = "beta"
    return learner.sample()


@planted(PSRL.sample, forgotten_prior, certainty_equivalence)
def test_posterior_by_hand(f: Callable[[PSRL], tuple[Tables, Tables]]) -> None:
    """P(.|x_0) ~ Dirichlet(2.5, 1.5), r(x_0) ~ Beta(2 + 1.5, 1 + 1.5), r(1) ~ Beta(2, 1)."""
    learner = seen_twice()
    drawn = [f(learner) for _ in range(6000)]
    distributed(np.array([P[0][0, 0, 0] for P, _ in drawn]), 2.5 / 4, 0.625 * 0.375 / 5)
    distributed(np.array([r[0][0, 0] for _, r in drawn]), 3.5 / 6, 3.5 * 2.5 / 36 / 7)
    distributed(np.array([r[1][1, 0] for _, r in drawn]), 2 / 3, 2 / 9 / 4)
    assert all(P[1].tolist() == [[[1.0]], [[1.0]]] for P, _ in drawn)


@planted(PSRL.sample, beta_posterior)
def test_normal_posterior_by_hand(f: Callable[[PSRL], tuple[Tables, Tables]]) -> None:
    """Three rewards 1, 1/2, 0: r(x_0) ~ N(1.5 / 4, 1 / 4); nothing seen: N(0, 1)."""
    learner = seen_twice()
    learner.rewards = "normal"
    drawn = [f(learner)[1] for _ in range(6000)]
    for h, mean, variance in ((0, 0.375, 0.25), (1, 0.0, 1.0)):
        distributed(np.array([r[h][0, 0] for r in drawn]), mean, variance)


def test_plays_the_optimal_policy_of_its_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    mdp = random_mdp((1, 3, 2, 1), 2, 4)
    monkeypatch.setattr(PSRL, "sample", lambda self: (mdp.P, mdp.r))
    learner = PSRL(mdp.layers, mdp.A, 5, 0.1, 0)
    assert abs(play(learner, Simulator(mdp, 0)).regret).max() == 0.0
    same_actions(learner.policy(), optimal_q(mdp.P, mdp.r))
    assert (learner.updates, learner.solves) == (4, 5)


# --- optimistic posterior sampling -------------------------------------------------------------


@planted(
    p_minus,
    lambda p, n, S: p_minus(p, n, S // 2),
    lambda p, n, S: p - np.sqrt(3 * p * log(4 * S) / n[..., None]),
)
def test_p_minus_by_hand(f: Callable[[Array, Array, int], Array]) -> None:
    """P_hat = (0.81, 0.19, 0), n = 300 ln(4S): sqrt(3 P / 300) + 3 / 300 = 0.1, 0.0536, 0.01."""
    S = 5
    n = np.array([300 * log(20)])
    p = np.array([[0.81, 0.19, 0.0]])
    kept = [0.81 - 0.1, 0.19 - sqrt(0.19 / 100) - 0.01, 0.0]
    assert f(p, n, S) == pytest.approx(np.array([kept]), abs=1e-12)
    assert f(p, np.array([1.0]), S).tolist() == [[0.0, 0.0, 0.0]]


def test_constants_as_published_and_never_a_posterior_at_the_papers_size() -> None:
    """eta = sqrt(T S / A) + 12 omega S^4 is 1.4e9 at T = 1e5 episodes: no pair is visited that
    often, so with [AJ]'s constants no Dirichlet posterior is ever drawn from there."""
    layers = (1, 10, 10, 10, 10, 10, 1)
    learner = OptimisticPSRL(layers, 5, 10**5, 0.1, 0)
    omega = log(6 * 10**5 / 0.1)
    assert learner.psi == ceil(52 * log(2600)) == 409
    assert learner.omega == learner.kappa == pytest.approx(omega)
    assert learner.eta == pytest.approx(sqrt(6 * 10**5 * 52 / 5) + 12 * omega * 52**4)
    assert learner.eta > 1.3e9 > 6 * 10**5


class EtaTurnedRound(OptimisticPSRL):
    def sampled_values(self, h: int, V: Array) -> Array:
        self.eta = 1e9
        return super().sampled_values(h, V)


class KappaLeftOut(OptimisticPSRL):
    def sampled_values(self, h: int, V: Array) -> Array:
        self.kappa = 1.0
        return super().sampled_values(h, V)


@planted(OptimisticPSRL, EtaTurnedRound, KappaLeftOut)
def test_sampled_values_by_hand(f: Callable[..., OptimisticPSRL]) -> None:
    """eta = 40: pair a0 (N = 50) from Dirichlet((N + 2) / 4), a1 (N = 10) by simple sampling."""
    learner = f((1, 2, 1), 2, 10, 0.1, 0, psi=4000, omega=2.0, kappa=4.0, eta=40.0)
    learner.counts.N3[0][0] = [[30, 20], [10, 0]]
    learner.counts.N[0][0] = [50, 10]
    values = learner.sampled_values(0, np.array([1.0, 3.0]))
    assert values.shape == (4000, 1, 2)
    p = (3 - values[:, 0, 0]) / 2  # P(0) of every sample
    mean, total = 32 / 54, 54 / 4
    distributed(p, mean, mean * (1 - mean) / (total + 1))
    # sqrt(3 ln 16 / 10) + 3 ln 16 / 10 = 1.744: nothing is kept, z is 0 or 1 with equal chances
    assert sorted(set(values[:, 0, 1].tolist())) == [1.0, 3.0]
    assert abs((values[:, 0, 1] == 3.0).mean() - 0.5) < 5 * sqrt(0.25 / 4000)


def test_policy_takes_the_best_of_the_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step, two actions known to pay 0.5 and 0.6; the best of 3 sampled values decides."""
    learner = OptimisticPSRL((1, 1), 2, 10, 0.1, 0, psi=3)
    learner.counts.N[0][:], learner.counts.R[0][:] = 10**13, [[5 * 10**12, 6 * 10**12]]

    def planted(self: OptimisticPSRL, h: int, V: Array) -> Array:
        return np.array([[[0.0, 0.1]], [[0.3, 0.1]], [[0.0, 0.1]]])  # mean prefers a1, max a0

    monkeypatch.setattr(OptimisticPSRL, "sampled_values", planted)
    assert learner._next(1)[0].tolist() == [[1.0, 0.0]]
