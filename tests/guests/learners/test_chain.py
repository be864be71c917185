"""UCRL of 2006, SCAL and REGAL: intervals, cuts, vertices by hand; what each relaxes or enumerates
against extended value iteration."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from reference.backward_induction import ball_maximum
from reference.environments import make
from reference.figure1.chain import cut, value_iteration
from reference.figure1.learner import Learner, Played, episodes
from reference.figure1.ucrl2 import UCRL2Chain, extended_value_iteration
from reference.guests.kl.boxes import box_maximum
from reference.guests.learners.regal import Models, REGALChain, gain_and_bias, models, vertices
from reference.guests.learners.scal import SCALChain, mixed_policy
from reference.guests.learners.ucrl import UCRLChain, UCRLLayers, box, intervals
from reference.mdp import Array
from reference.simulator import Simulator

MDP = make("tiny").mdp.to_float()


def played(learner: Learner) -> list[Played]:
    """Its T episodes on MDP."""
    return list(episodes(learner, Simulator(MDP, 0), learner.T))


# --- UCRL: intervals, boxes, rounds ------------------------------------------------------------


def test_intervals_by_hand() -> None:
    conf_r, conf_p = intervals(4, 2, 10, 3.0, np.array([0, 1, 50]))
    assert conf_r == pytest.approx([1, 1, sqrt(log(2 * 10**3 * 4 * 2) / 100)])
    assert conf_p == pytest.approx([1, 1, sqrt(log(4 * 10**3 * 16 * 2) / 100)])


def test_a_box_and_its_best_point() -> None:
    lo, hi = box(np.array([[0.5, 0.5, 0.0]]), np.array([0.2]))
    assert lo == pytest.approx(np.array([[0.3, 0.3, 0.0]]))
    assert hi == pytest.approx(np.array([[0.7, 0.7, 0.2]]))
    assert box_maximum(lo, hi, np.array([0.0, 1.0, 2.0]))[0] == pytest.approx(0.5 + 2 * 0.2)


@pytest.mark.parametrize("kind", [UCRLChain, UCRLLayers])
def test_a_round_lasts_until_an_interval_has_halved(kind: type) -> None:
    """Between two rounds some pair must be visited nearly four times as often."""
    learner = kind(MDP.layers, MDP.A, 2000, 0.1, 0)
    played(learner)
    pairs = sum(MDP.layers[:-1]) * MDP.A
    assert 0 < learner.updates <= 2 * pairs * log(2000) / log(3)
    assert learner.solves == learner.updates + 1


# --- SCAL: the cut and its mixture --------------------------------------------------------------


def test_the_cut_by_hand() -> None:
    assert cut(np.array([3.0, 1.0, 1.5]), 1.0).tolist() == [2.0, 1.0, 1.5]
    assert cut(np.array([3.0, 1.0, 1.5]), 5.0).tolist() == [3.0, 1.0, 1.5]


def test_the_mixture_has_the_value_of_the_cut() -> None:
    best = np.array([[1.0, 0.0], [0.0, 1.0]])
    v, worst, M = np.array([3.0, 1.0]), np.array([[2.5, 0.5], [0.0, 0.0]]), 2.0
    pi, bound = mixed_policy(best, v, worst, M)
    assert bound == 1
    assert pi.sum(axis=1) == pytest.approx(1)
    assert pi[0, 0] * 3.0 + pi[0, 1] * 0.5 == pytest.approx(M)
    assert pi[1].tolist() == [0.0, 1.0]


def test_a_span_that_never_binds_plays_ucrl2() -> None:
    plain = UCRL2Chain(MDP.layers, MDP.A, 200, 0.1, 0)
    wide = SCALChain(MDP.layers, MDP.A, 200, 0.1, 0, span=1e4)
    assert [row[1:] for row in played(plain)] == [row[1:] for row in played(wide)]
    assert wide.bound == 0


def test_a_small_span_binds_and_changes_the_policy() -> None:
    learner = SCALChain(MDP.layers, MDP.A, 300, 0.1, 0, span=0.1)
    rows = played(learner)
    assert learner.bound > 0
    assert any(((pi_h > 0) & (pi_h < 1)).any() for pi, *_ in rows for pi_h in pi)
    assert all(pi_h.sum(axis=1) == pytest.approx(1) for pi, *_ in rows for pi_h in pi)


# --- REGAL by enumeration ----------------------------------------------------------------------


def plausible(seed: int, S: int = 3, A: int = 2) -> tuple[Array, Array, Array]:
    """p_hat, d and r of a random small MDP."""
    random = np.random.default_rng(seed)
    p_hat = random.dirichlet(np.ones(S), (S, A))
    return p_hat, random.uniform(0.1, 0.6, (S, A)), random.random((S, A))


def test_vertices_by_hand() -> None:
    rows = vertices(np.array([0.5, 0.3, 0.2]), 0.2)
    moved = {(0.6, 0.3, 0.1), (0.6, 0.2, 0.2), (0.5, 0.4, 0.1), (0.4, 0.4, 0.2), (0.5, 0.2, 0.3),
             (0.4, 0.3, 0.3)}  # fmt: skip
    assert {tuple(row) for row in rows.round(12).tolist()} == moved
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
    policies = models(p_hat, d, r)
    _, difference = extended_value_iteration(p_hat, d, r, 1e-9, 0.5)
    assert policies.gain[policies.constrained(np.inf)] == pytest.approx(difference.mean(), abs=1e-8)
    assert policies.constrained(np.inf) == policies.penalised(0.0)


def scal_gain(p_hat: Array, d: Array, r: Array, c: float) -> float:
    """The gain of SCAL's operator T_c, with tau = 1/2."""
    Q, u = value_iteration(r, lambda u: ball_maximum(p_hat, d, u), 1e-10, 0.5, 2 * c)
    return float((cut(Q.max(axis=1), 2 * c) - u).mean())


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0.9, 0.5])
def test_a_bound_binds_and_scal_relaxes_it(seed: int, share: float) -> None:
    p_hat, d, r = plausible(seed)
    policies = models(p_hat, d, r)
    free = policies.constrained(np.inf)
    least = policies.span.min()
    c = least + share * (policies.span[free] - least)
    best = policies.constrained(c)
    assert policies.span[best] <= c < policies.span[free]
    assert policies.gain[best] <= scal_gain(p_hat, d, r, c) + 1e-8 <= policies.gain[free] + 2e-8


def test_the_rules_of_both_variants_by_hand() -> None:
    """Gains 0.9, 0.8, 0.2 with spans 3, 1, 0."""
    policies = Models(np.arange(3)[:, None], np.array([0.9, 0.8, 0.2]), np.array([3.0, 1.0, 0.0]))
    assert [policies.constrained(c) for c in (3.0, 2.9, 1.0, 0.9)] == [0, 1, 1, 2]
    assert [policies.penalised(C) for C in (0.0, 0.04, 0.06, 0.7)] == [0, 0, 1, 2]
    none = Models(policies.pi[:2], policies.gain[:2], policies.span[:2])
    assert none.constrained(0.5) == 1  # no span is small enough: the least


def test_a_bound_on_the_span_may_need_the_inside_of_a_ball() -> None:
    """Two states, rewards 0.1 and 0.8: P(0|1) = 0.115 has span 0.628, and no vertex such a gain."""
    p_hat = np.array([[[0.2, 0.8], [0.7, 0.3]], [[0.3, 0.7], [0.5, 0.5]]])
    r = np.array([[0.1, 0.1], [0.8, 0.8]])
    policies = models(p_hat, np.full((2, 2), 0.4), r)
    gain, h = gain_and_bias(np.array([[[0.0, 1.0], [0.115, 0.885]]]), np.array([[0.1, 0.8]]))
    assert np.ptp(h[0]) <= 0.63 and gain[0] == pytest.approx(0.728, abs=1e-3)
    assert policies.gain[policies.constrained(0.63)] == pytest.approx(0.638, abs=1e-3)


@pytest.mark.parametrize("variant", ["relaxed-C", "D"])
def test_it_plays_and_ends_its_epochs(variant: str) -> None:
    learner = REGALChain(MDP.layers, MDP.A, 60, 0.1, 0, variant=variant)
    rows = played(learner)
    assert len(rows) == 60
    assert learner.N.sum() == 60 * MDP.L
    assert all(set(np.unique(pi_h)) <= {0.0, 1.0} for pi, *_ in rows for pi_h in pi)
    assert (learner.updates > 20) == (variant == "D")  # stretches of 2^j steps within an epoch


def test_a_small_span_plays_what_pays_less_now() -> None:
    """c far below every span: the policy of least span, which is not that of largest gain."""
    for span, smallest in ((100.0, False), (1e-3, True)):
        learner = REGALChain(MDP.layers, MDP.A, 40, 0.1, 0, span=span)
        played(learner)
        chosen = learner._models.constrained(learner.span)
        assert (learner._models.span[chosen] <= learner._models.span.min() + 1e-9) == smallest
