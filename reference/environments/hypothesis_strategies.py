"""Hypothesis strategies for those who test an implementation: layered MDPs, policies, counts.

Needs the extra `test`; nothing else in `reference` imports Hypothesis. Letters as in
`reference.mdp`, N[h][x, a] and N3[h][x, a, x1] as in `reference.confidence`. Examples shrink to
few layers, one state, whole numbers. Zero probabilities, unreachable states, pairs with N = 0 and
layers of one state are frequent on purpose.
"""

# No postponed annotations: pdoc could not resolve those of a composite strategy.

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from reference.mdp import Array, LayeredMDP, Tables, as_table, check_layers, freeze
from reference.support.errors import MissingLibrary

try:
    from hypothesis import strategies as st
except ImportError:
    raise MissingLibrary(
        "reference.environments.hypothesis_strategies", "hypothesis", "test"
    ) from None

__all__ = ["Counts", "counts", "layered_mdps", "layerings", "policies", "rows"]


class Counts(NamedTuple):
    """What T episodes may produce: N and N3 before an epoch, and the sums of 0/1 rewards.

    Shapes: N[h] and reward_sum[h] (X_h, A), N3[h] (X_h, A, X_{h+1}); int64. Every layer's N sums
    to T and the visits that enter a state leave it.
    """

    T: int
    N: Tables
    N3: Tables
    reward_sum: Tables


@st.composite
def layerings(draw: st.DrawFn, *, max_L: int = 4, max_width: int = 4) -> tuple[int, ...]:
    """Sec. II, Assumption 1: layers with singletons at the ends, L in 1..max_L."""
    inner = draw(st.lists(st.integers(1, max_width), max_size=max_L - 1))
    return (1, *inner, 1)


@st.composite
def rows(draw: st.DrawFn, n: int, *, exact: bool) -> list[Fraction] | list[float]:
    """Draw one distribution over n outcomes, often with zeros; exact ones have small
    denominators."""
    small = st.integers(0, 6)
    weight = small if exact else st.one_of(small, st.floats(0, 1, width=32))
    weights = draw(st.lists(weight, min_size=n, max_size=n))
    if not any(weights):  # the simplest row: all on one outcome
        weights[draw(st.integers(0, n - 1))] = 1
    if exact:
        return [Fraction(int(w), int(sum(weights))) for w in weights]
    total = sum(weights)
    return [float(w / total) for w in weights]


@st.composite
def layered_mdps(
    draw: st.DrawFn,
    *,
    exact: bool,
    max_L: int = 4,
    max_width: int = 4,
    max_A: int = 3,
    layers: Sequence[int] | None = None,
) -> LayeredMDP:
    """Assumption 1: a layered MDP, in rationals or in doubles. `layers` fixes the layers."""
    if layers is None:
        layers = draw(layerings(max_L=max_L, max_width=max_width))
    A = draw(st.integers(1, max_A))
    check_layers(layers, A)
    mean: st.SearchStrategy[Fraction | float]
    mean = st.integers(0, 12).map(lambda k: Fraction(k, 12)) if exact else st.floats(0, 1)
    P, r = [], []
    for h in range(len(layers) - 1):
        X_h, X1 = layers[h], layers[h + 1]
        P.append(_table(draw, (X_h, A, X1), exact))
        means = draw(st.lists(mean, min_size=X_h * A, max_size=X_h * A))
        r.append(as_table([means[x * A : (x + 1) * A] for x in range(X_h)], f"r[{h}]"))
    return LayeredMDP(tuple(layers), A, tuple(P), tuple(r))


@st.composite
def policies(draw: st.DrawFn, mdp: LayeredMDP, *, exact: bool | None = None) -> Tables:
    """Draw a stochastic policy pi[h][x, a] for `mdp`, often deterministic in a state.

    Rationals if `mdp` is exact, unless `exact` is given.
    """
    kind = mdp.exact if exact is None else exact
    return tuple(_table(draw, (mdp.layers[h], mdp.A), kind) for h in range(mdp.L))


@st.composite
def counts(draw: st.DrawFn, mdp: LayeredMDP, *, max_T: int = 1000) -> Counts:
    """Draw counts that some T <= max_T episodes on `mdp` produce: only possible transitions, flow
    kept."""
    T = draw(st.integers(0, max_T))
    entering = np.array([T])
    N, N3, reward_sum = [], [], []
    for h in range(mdp.L):
        visits = np.zeros(mdp.P[h].shape, dtype=np.int64)
        for x in range(mdp.layers[h]):
            possible = np.argwhere(mdp.P[h][x] > 0)
            n = int(entering[x])
            k = len(possible) - 1
            cuts = draw(st.lists(st.integers(0, n), min_size=k, max_size=k))
            parts = np.diff(sorted(cuts), prepend=0, append=n)
            visits[x, possible[:, 0], possible[:, 1]] = parts
        entering = visits.sum(axis=(0, 1))
        N3.append(freeze(visits))
        N.append(freeze(visits.sum(axis=2)))
        sums = [draw(st.integers(0, int(n))) for n in N[h].ravel()]
        reward_sum.append(freeze(np.array(sums, dtype=np.int64).reshape(N[h].shape)))
    return Counts(T, tuple(N), tuple(N3), tuple(reward_sum))


def _table(draw: st.DrawFn, shape: tuple[int, ...], exact: bool) -> Array:
    """Draw distributions along the last axis."""
    table = np.empty(shape, dtype=object if exact else np.float64)
    for index in np.ndindex(*shape[:-1]):
        table[index] = draw(rows(shape[-1], exact=exact))
    return freeze(table)
