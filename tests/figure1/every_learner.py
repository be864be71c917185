"""What every learner must do, asked of those of Figure 1 here and of the guests in their room: a
`Kind` is a class and the options it is made with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from reference.figure1.learner import Learner, costs, episodes, optimal_q
from reference.simulator import Simulator
from reference.support.errors import PreconditionError
from tests.figure1.problems import ONE_PAIR, TWO_ARMS, fill, play, random_mdp, same_actions

Kind = tuple[Callable[..., Learner], dict[str, Any]]
Refused = tuple[Callable[..., Learner], dict[str, Any], str]
NO_SCALE = (0.0, float("inf"), True)
SMALLEST = [((1, 1), 1), ((1, 1), 3), ((1, 4, 1), 1)]
"""Layers and A."""


def plays_the_same_again(kind: Kind) -> None:
    """The same seed gives the same run, another seed another one, and all figures are sane."""
    make, options = kind
    mdp, T = random_mdp((1, 3, 2, 1), 2, 6), 120
    learner, again, other = (
        make(mdp.layers, mdp.A, T, 0.1, seed, **options) for seed in (11, 11, 12)
    )
    played = list(episodes(learner, Simulator(mdp, 11), T))
    copies = [[pi_h.tolist() for pi_h in pi] for pi, *_ in episodes(again, Simulator(mdp, 11), T)]
    for (pi, x, a, _), copy in zip(played, copies, strict=True):
        assert [pi_h.tolist() for pi_h in pi] == copy  # nor has a policy handed out changed since
        assert all(pi_h.sum(axis=1) == pytest.approx(1) for pi_h in pi)
        assert all(pi_h[x_h, a_h] > 0 for pi_h, x_h, a_h in zip(pi, x, a, strict=True))
    assert (learner.updates, learner.solves) == (again.updates, again.solves)
    assert learner.updates > 0  # in 120 episodes everybody has learned something
    cost = costs(mdp, T, played)
    assert (cost.regret >= -1e-12).all() and (cost.regret <= cost.V_star + 1e-12).all()
    assert (cost.gap >= -1e-12).all()
    assert play(other, Simulator(mdp, 12)).reward.tobytes() != cost.reward.tobytes()


def plays_the_smallest(kind: Kind, layers: tuple[int, ...], A: int) -> None:
    """T = 1 and T = 20 on the smallest sizes; with one action there is no regret."""
    make, options = kind
    mdp = random_mdp(layers, A, 7)
    for T in (1, 20):
        regret = play(make(layers, A, T, 0.1, 0, **options), Simulator(mdp, 0)).regret
        assert A > 1 or abs(regret).max() < 1e-12


def bad_everywhere(
    kinds: Iterable[Kind],
) -> list[tuple[Callable[..., Learner], dict[str, Any], str]]:
    """Every class with a wrong option that all have, and the name of that option."""
    wrong = (({"layers": (1, 2)}, "layers[1]"), ({"A": 0}, "A"), ({"seed": -1}, "seed"))
    return [(make, options, field) for options, field in wrong for make, _ in kinds]


def refuses(make: Callable[..., Learner], options: dict[str, Any], field: str) -> None:
    """The class refuses these options, and names the field."""
    given = {"layers": (1, 2, 1), "A": 2, "T": 10, "delta": 0.1, "seed": 0, **options}
    with pytest.raises(PreconditionError) as caught:
        make(**given)
    assert caught.value.field == field


def learns_two_arms(kind: Kind) -> None:
    """The last 100 of 5000 episodes cost less than a tenth of playing uniformly (30)."""
    make, options = kind
    learner = make((1, 1), 2, 5000, 0.1, 1, **options)
    assert play(learner, Simulator(TWO_ARMS, 1)).regret[-100:].sum() < 3


def is_optimal_on_infinite_data(make: Callable[..., Any], options: dict[str, Any], n: int) -> None:
    """With n visits of every pair the next policy is pi*."""
    mdp = random_mdp((1, 4, 3, 1), 3, 2)
    learner = make(mdp.layers, mdp.A, 100, 0.1, 0, **options)
    fill(learner.counts, mdp, n)
    same_actions(learner._next(100), optimal_q(mdp.P, mdp.r))


def has_epochs_of_one_pair(make: Callable[..., Learner], first: int) -> None:
    """v = max{1, N} at the end of episodes 1, 2, 4, 8, 16, 32; after T no policy is computed."""
    for T, updates in ((1, 0), (2, 1), (8, 3), (9, 4), (32, 5), (33, 6)):
        learner = make((1, 1), 1, T, 0.1, 0)
        play(learner, Simulator(ONE_PAIR, 0))
        assert (learner.updates, learner.solves) == (updates, updates + first)
