"""REGAL by enumeration: vertices and gains by hand, against extended value iteration and SCAL."""

from __future__ import annotations

import numpy as np
import pytest

from reference.backward_induction import ball_maximum
from reference.baselines.chain import cut
from reference.baselines.learner import episodes
from reference.baselines.regal import Models, REGALChain, gain_and_bias, models, vertices
from reference.baselines.ucrl2 import extended_value_iteration
from reference.environments import make
from reference.mdp import Array
from reference.simulator import Simulator
from reference.support.errors import PreconditionError

MDP = make("tiny").mdp.to_float()


def plausible(seed: int, S: int = 3, A: int = 2) -> tuple[Array, Array, Array]:
    """p_hat, d and r of a random small MDP."""
    random = np.random.default_rng(seed)
    p_hat = random.dirichlet(np.ones(S), (S, A))
    return p_hat, random.uniform(0.1, 0.6, (S, A)), random.random((S, A))


def test_vertices_by_hand() -> None:
    found = vertices(np.array([0.5, 0.3, 0.2]), 0.2)
    moved = {(0.6, 0.3, 0.1), (0.6, 0.2, 0.2), (0.5, 0.4, 0.1), (0.4, 0.4, 0.2), (0.5, 0.2, 0.3),
             (0.4, 0.3, 0.3)}  # fmt: skip
    assert {tuple(row) for row in found.round(12).tolist()} == moved
    assert vertices(np.zeros(3), 2.0).tolist() == np.eye(3)[::-1].tolist()  # never seen
    assert vertices(np.array([0.5, 0.5]), 0.0).tolist() == [[0.5, 0.5]]


def test_gain_and_bias_by_hand() -> None:
    """A two-cycle has gain 1/2 and bias (0, 1/2); two absorbing states have no single gain."""
    P = np.array([[[0.0, 1.0], [1.0, 0.0]], np.eye(2)])
    gain, h = gain_and_bias(P, np.array([[0.0, 1.0], [0.0, 1.0]]))
    assert gain[0] == pytest.approx(0.5) and h[0] == pytest.approx([0.0, 0.5])
    assert np.isnan(gain[1])


@pytest.mark.parametrize("seed", range(5))
def test_without_a_bound_on_the_span_it_is_ucrl2(seed: int) -> None:
    """The largest gain of the enumeration is the gain of extended value iteration."""
    p_hat, d, r = plausible(seed)
    found = models(p_hat, d, r)
    _, difference = extended_value_iteration(p_hat, d, r, 1e-9, 0.5)
    assert found.gain[found.constrained(np.inf)] == pytest.approx(difference.mean(), abs=1e-8)
    assert found.constrained(np.inf) == found.penalised(0.0)


def scal_gain(p_hat: Array, d: Array, r: Array, c: float) -> float:
    """The gain of SCAL's operator T_c, with tau = 1/2."""
    u = np.zeros(len(r))
    for _ in range(20_000):
        v = (r + 0.5 * ball_maximum(p_hat, d, u) + 0.5 * u[:, None]).max(axis=1)
        difference = cut(v, 2 * c) - u
        u = u + difference - v.min()
        if np.ptp(difference) < 1e-10:
            return float(difference.mean())
    raise AssertionError("T_c did not converge")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0.9, 0.5])
def test_a_bound_binds_and_scal_relaxes_it(seed: int, share: float) -> None:
    p_hat, d, r = plausible(seed)
    found = models(p_hat, d, r)
    free = found.constrained(np.inf)
    least = found.span.min()
    c = least + share * (found.span[free] - least)
    best = found.constrained(c)
    assert found.span[best] <= c < found.span[free]
    assert found.gain[best] <= scal_gain(p_hat, d, r, c) + 1e-8 <= found.gain[free] + 2e-8


def test_the_rules_of_both_variants_by_hand() -> None:
    """Gains 0.9, 0.8, 0.2 with spans 3, 1, 0."""
    found = Models(np.arange(3)[:, None], np.array([0.9, 0.8, 0.2]), np.array([3.0, 1.0, 0.0]))
    assert [found.constrained(c) for c in (3.0, 2.9, 1.0, 0.9)] == [0, 1, 1, 2]
    assert [found.penalised(C) for C in (0.0, 0.04, 0.06, 0.7)] == [0, 0, 1, 2]
    none = Models(found.pi[:2], found.gain[:2], found.span[:2])
    assert none.constrained(0.5) == 1  # no span is small enough: the least


@pytest.mark.parametrize("variant", ["C", "D"])
def test_it_plays_and_ends_its_epochs(variant: str) -> None:
    learner = REGALChain(MDP.layers, MDP.A, 60, 0.1, 0, variant=variant)
    rows = list(episodes(learner, Simulator(MDP, 0), 60))
    assert len(rows) == 60
    assert learner.N.sum() == 60 * MDP.L
    assert all(set(np.unique(pi_h)) <= {0.0, 1.0} for pi, *_ in rows for pi_h in pi)
    assert (learner.updates > 20) == (variant == "D")  # stretches of 2^j steps within an epoch


def test_a_small_span_plays_what_pays_less_now() -> None:
    """c far below every span: the policy of least span, which is not that of largest gain."""
    wide, narrow = (REGALChain(MDP.layers, MDP.A, 40, 0.1, 0, span=c) for c in (100.0, 1e-3))
    for learner in (wide, narrow):
        for _ in episodes(learner, Simulator(MDP, 0), 40):
            pass
    for learner, smallest in ((wide, False), (narrow, True)):
        chosen = learner._models.constrained(learner.span)
        assert (learner._models.span[chosen] <= learner._models.span.min() + 1e-9) == smallest


def test_an_mdp_too_large_to_enumerate_is_refused() -> None:
    with pytest.raises(PreconditionError) as caught:
        REGALChain((1, 10, 10, 10, 10, 10, 1), 2, 10, 0.1, 0)
    assert caught.value.field == "layers"
