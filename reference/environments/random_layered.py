"""Random layered MDPs: the simulation's family (Sec. VI) and others that an audit needs.

A family is a distribution of the transitions times one of the reward means. Letters: layers, A, P,
r as in `reference.mdp`. The generator serves the MDP only: noise and policy have streams of their
own, so the same seed gives the same MDP regardless of what is run on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from reference.mdp import Array, LayeredMDP, check_layers
from reference.simulator import generator
from reference.support.errors import PreconditionError

PAPER_LAYERS = (1, 10, 10, 10, 10, 10, 1)
PAPER_A = 5
"""Sec. VI: L = 6, X = 52, A = 5. The paper does not give the distribution of its MDPs."""

MDP_STREAM = 5
"""The number of the MDP's stream; `reference.simulator` has 1 to 4 for what a run draws."""

Law = Callable[[np.random.Generator, int, int, int], Array]


def mdp_stream(seed: int) -> np.random.Generator:
    """Return the random stream that draws the MDP of `seed`. Raises PreconditionError for a bad
    seed."""
    return generator(seed, MDP_STREAM)


def random_layered(
    layers: Sequence[int] = PAPER_LAYERS,
    A: int = PAPER_A,
    *,
    seed: int | np.random.Generator,
    transitions: str = "dirichlet",
    rewards: str | None = None,
) -> LayeredMDP:
    """Return a random MDP with the given layers: `transitions` in TRANSITIONS, `rewards` in
    REWARDS.

    The defaults are the simulation's family as read here: every row of P from Dirichlet(1), every
    mean uniform on [0, 1]. The MDP is exact if both distributions are; `rewards=None` means
    rational means for the rational families and uniform ones otherwise. An integer seed means
    `mdp_stream(seed)`; a generator is advanced. Raises PreconditionError.
    """
    check_layers(layers, A)
    if rewards is None:
        rewards = "rational" if transitions.startswith("rational") else "uniform"
    for field, law, laws in (
        ("transitions", transitions, TRANSITIONS),
        ("rewards", rewards, REWARDS),
    ):
        if law not in laws:
            raise PreconditionError(field, law, "must be one of " + ", ".join(laws))
    rng = seed if isinstance(seed, np.random.Generator) else mdp_stream(seed)
    P_law, r_law = TRANSITIONS[transitions][0], REWARDS[rewards][0]
    steps = list(pairwise(layers))
    P = tuple(P_law(rng, X_h, A, X1) for X_h, X1 in steps)
    return LayeredMDP(tuple(layers), A, P, tuple(r_law(rng, X_h, A, 1) for X_h, _ in steps))


# Distributions of the transitions: a table (X_h, A, X1), rows summing to 1.


def _spacings(rng: np.random.Generator, *shape: int) -> Array:
    """Dirichlet(1): the gaps that sorted uniform points leave in [0, 1].

    Every gap is a multiple of 2**-53, so rows sum to 1 exactly and, with no logarithm involved,
    their bits are the same on every machine.
    """
    points = np.sort(rng.random((*shape[:-1], shape[-1] - 1)), axis=-1)
    gaps: Array = np.diff(points, axis=-1, prepend=0.0, append=1.0)
    return gaps


def _uniform_rows(rng: np.random.Generator, X_h: int, A: int, X1: int) -> Array:
    weights = 1.0 - rng.random((X_h, A, X1))  # in (0, 1]: no row is all zeros
    rows: Array = weights / weights.sum(axis=2, keepdims=True)
    return rows


def _sparse(rng: np.random.Generator, X_h: int, A: int, X1: int) -> Array:
    # About a third of the next layer is unreachable; a row has at most 3 successors.
    reachable = rng.permutation(X1)[: max(1, X1 - (X1 + 1) // 3)]
    P = np.zeros((X_h, A, X1))
    for row in P.reshape(-1, X1):
        size = int(rng.integers(1, min(3, len(reachable)) + 1))
        row[rng.permutation(reachable)[:size]] = _spacings(rng, size)
    return P


def _deterministic(rng: np.random.Generator, X_h: int, A: int, X1: int) -> Array:
    P = np.full((X_h, A, X1), Fraction(0), dtype=object)
    for row in P.reshape(-1, X1):
        row[int(rng.integers(X1))] = Fraction(1)
    return P


def _near_deterministic(rng: np.random.Generator, X_h: int, A: int, X1: int) -> Array:
    # The favourite has all but 2**-10, which is spread evenly over the layer.
    slip = Fraction(1, 1024)
    P: Array = _deterministic(rng, X_h, A, X1) * (1 - slip) + slip / X1
    return P


def _bottleneck(rng: np.random.Generator, X_h: int, A: int, X1: int) -> Array:
    # Adversarial for exploration: state 0 of a layer is entered only from state 0 of the layer
    # before, by one secret action, with probability 7/8. All else is an even spread elsewhere.
    if X1 == 1:
        return np.full((X_h, A, 1), Fraction(1), dtype=object)
    P = np.full((X_h, A, X1), Fraction(1, X1 - 1), dtype=object)
    P[:, :, 0] = Fraction(0)
    secret = int(rng.integers(A))
    P[0, secret] /= 8
    P[0, secret, 0] = Fraction(7, 8)
    return P


def _rational(denominators: Sequence[int], zeros: bool) -> Law:
    def law(rng: np.random.Generator, X_h: int, A: int, X1: int) -> Array:
        P = np.full((X_h, A, X1), Fraction(0), dtype=object)
        for row in P.reshape(-1, X1):
            d = int(rng.choice(denominators))
            floor = 0 if zeros else 1  # parts of d + X1 are positive: no zero, denominator grows
            d = d if zeros else d + X1
            cuts = np.sort(rng.integers(0, d - floor * X1 + 1, size=X1 - 1))
            parts = np.diff(cuts, prepend=0, append=d - floor * X1) + floor
            row[:] = [Fraction(int(k), d) for k in parts]
        return P

    return law


TRANSITIONS: dict[str, tuple[Law, str]] = {
    "dirichlet": (_spacings, "rows from Dirichlet(1)"),
    "dirichlet-sparse": (
        lambda rng, X_h, A, X1: rng.dirichlet(np.full(X1, 0.1), size=(X_h, A)),
        "rows from Dirichlet(0.1), a few entries carry a row",
    ),
    "dirichlet-dense": (
        lambda rng, X_h, A, X1: rng.dirichlet(np.full(X1, 10.0), size=(X_h, A)),
        "rows from Dirichlet(10), all nearly uniform",
    ),
    "uniform-rows": (_uniform_rows, "uniform entries, each row divided by its sum"),
    "sparse": (_sparse, "at most 3 successors; about a third of each layer is unreachable"),
    "deterministic": (_deterministic, "one successor, drawn uniformly (exact)"),
    "near-deterministic": (_near_deterministic, "a favourite with all but 1/1024 (exact)"),
    "bottleneck": (_bottleneck, "state 0 of each layer needs a chain of secret actions (exact)"),
    "rational": (_rational((2, 3, 4, 5, 6, 7), False), "small denominators, no zeros (exact)"),
    "rational-sparse": (_rational((1, 2, 3, 4), True), "denominators 1..4, many zeros (exact)"),
}
"""The distributions of the transitions, with descriptions."""


# Distributions of the reward means: a table (X_h, A).


def _grid_means(d: int) -> Law:
    def law(rng: np.random.Generator, X_h: int, A: int, _: int) -> Array:
        means = np.empty((X_h, A), dtype=object)
        means.ravel()[:] = [Fraction(int(k), d) for k in rng.integers(0, d + 1, size=X_h * A)]
        return means

    return law


REWARDS: dict[str, tuple[Law, str]] = {
    "uniform": (lambda rng, X_h, A, _: rng.random((X_h, A)), "uniform on [0, 1]"),
    "sparse": (
        lambda rng, X_h, A, _: np.where(rng.random((X_h, A)) < 0.9, 0.0, rng.random((X_h, A))),
        "0 with probability 0.9, uniform otherwise",
    ),
    "zero-one": (_grid_means(1), "0 or 1 (exact)"),
    "constant": (
        lambda rng, X_h, A, _: np.full((X_h, A), Fraction(1, 2), dtype=object),
        "1/2 everywhere: every policy is optimal (exact)",
    ),
    "rational": (_grid_means(12), "multiples of 1/12 (exact)"),
}
"""The distributions of the reward means, with descriptions."""
