"""Gymnasium's tabular environments (extra `gym`): env.unwrapped.P as layered MDPs by Remark 1.

The table lists (probability, next state, reward, terminated). A terminated transition goes to an
extra absorbing state of reward 0. Rewards depend on (s, a, s1); the layered MDP has their mean
r(s, a), which is all that V(pi) and the regret (eq. (1), (2)) depend on. How the realised reward
is drawn around the mean is a reading (R-13, `reward-law`, Bernoulli by default), not Gymnasium's.
Letters: S states, A actions, H steps, s, a, s1; the rest as in `reference.mdp`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from reference.environments.problem import Problem, RewardMap
from reference.environments.reduction import to_layered
from reference.mdp import NOT_AVAILABLE, Array, check_whole
from reference.support.errors import MissingLibrary, PreconditionError, meant

MAX_DENOMINATOR = 1000
"""The largest denominator with which a table's double is recognised as a rational."""

MAX_EXACT_ENTRIES = 500_000
"""An MDP with more entries than this in its P tables is given in doubles, not in rationals."""

Table = Mapping[int, Mapping[int, Sequence[tuple[float, int, float, bool]]]]


@dataclass(frozen=True)
class GymEnvironment:
    """One of Gymnasium's environments: its ids, newest last, and what it is made with."""

    ids: tuple[str, ...]
    horizon: int
    description: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


GYM = {
    **{
        f"frozenlake-{size}": GymEnvironment(
            ("FrozenLake-v1",),
            horizon,
            f"FrozenLake {size}, slippery: cross the ice without falling into a hole",
            {"map_name": size, "is_slippery": True},
        )
        for size, horizon in (("4x4", 12), ("8x8", 20))
    },
    "cliffwalking": GymEnvironment(
        ("CliffWalking-v0", "CliffWalking-v1"),
        15,
        "CliffWalking: -1 per step, -100 for the cliff, which sends back to the start",
    ),
    "taxi": GymEnvironment(
        ("Taxi-v3", "Taxi-v4"),
        20,
        "Taxi: fetch and deliver a passenger; random start, 7124 states at 20 steps: see `start`",
    ),
}
"""The environments of this adapter by the names used here."""


def gym_problem(name: str, H: int, start: int | None = None) -> Problem:
    """Return `name` (a key of GYM) over H steps, from its own start or from the state `start`: see
    `from_gymnasium`. Raises PreconditionError, also for a missing extra."""
    env, id_, version = _open(name)
    A = len(env.P[0])
    text = f"{GYM[name].description} ({id_} of Gymnasium {version}, {A} actions, {H} steps)"
    return from_gymnasium(env, horizon=H, start=start, name=name, description=text)


def from_gymnasium(
    env: Any,
    *,
    horizon: int,
    start: int | None = None,
    name: str | None = None,
    description: str = "a tabular environment",
) -> Problem:
    """Return your own tabular environment as a layered MDP over `horizon` steps (Remark 1).

    `env` is a Gymnasium environment whose `unwrapped.P[s][a]` lists (probability, next state,
    reward, terminated), as FrozenLake's does; it starts as `initial_state_distrib` says, or in the
    state `start`. Probabilities become small rationals where a whole row is recognised
    (`as_rationals`), rewards are mapped affinely onto [0, 1] (`Problem.reward_map` undoes it).
    Exact unless P has more than MAX_EXACT_ENTRIES entries. Raises PreconditionError.

    >>> class Coin:  # action 1 pays in half of all cases; a Gymnasium environment has more
    ...     P = {0: {0: [(1.0, 0, 0.0, False)], 1: [(0.5, 0, 4.0, False), (0.5, 0, 0.0, False)]}}
    >>> problem = from_gymnasium(Coin(), horizon=3, start=0)
    >>> problem.mdp.layers, problem.reward_map.scale
    ((1, 1, 1, 1), Fraction(4, 1))
    """
    H = check_whole("horizon", horizon)
    bare = getattr(env, "unwrapped", env)
    id_ = name or getattr(getattr(env, "spec", None), "id", None) or type(bare).__name__
    table = _table(bare, id_)
    known: Any = getattr(bare, "initial_state_distrib", None)
    S = len(table)
    if start is None and known is None:
        raise PreconditionError("start", start, f"{id_} has no initial_state_distrib: give a state")
    if start is not None:
        if isinstance(start, bool) or not isinstance(start, int) or not 0 <= start < S:
            raise PreconditionError("start", start, f"must be a state of {id_}, 0..{S - 1}")
        distribution = [Fraction(s == start) for s in range(S)]
    else:
        distribution = as_rationals([float(p) for p in known])
    states = reachable(table, [s for s in range(S) if distribution[s]])
    P, reward, reward_map = tabulate(table, states)
    r = np.array([[reward_map.learner(v) for v in row] for row in reward], dtype=object)
    d = np.array([*(distribution[s] for s in states), Fraction(0)], dtype=object)
    if not _affordable(P, H, d):
        P, r = P.astype(np.float64), r.astype(np.float64)
    mdp = to_layered(P, r, H, d if d.max() < 1 else int(d.argmax())).mdp
    return Problem(id_, mdp, RewardMap(reward_map.scale, reward_map.shift, H), description)


REGISTERED = "gym:"
"""Begins the name of any environment that Gymnasium has registered: gym:FrozenLake-v1."""


def registered_problem(name: str, H: int, start: int | None = None, **options: Any) -> Problem:
    """Return the environment of Gymnasium that `name` registers, "gym:ID", over H steps, made with
    `options`; `start` as in `from_gymnasium`. Its spaces must be discrete and its table P known.
    Raises PreconditionError, also for a missing extra."""
    gymnasium = _gymnasium()
    id_ = name.removeprefix(REGISTERED)
    if id_ not in gymnasium.registry:
        raise PreconditionError("env", name, f"no such id{meant(id_, gymnasium.registry)}")
    try:
        env = gymnasium.make(id_, **options)
    except Exception as e:  # whatever an environment raises about its arguments or what it needs
        rule = f"cannot be made by Gymnasium: {type(e).__name__}: {e}"
        raise PreconditionError("env", name, rule) from None
    for space in ("observation_space", "action_space"):
        kind = type(getattr(env, space)).__name__
        if kind != "Discrete":
            rule = f"must have discrete spaces; its {space} is a {kind}"
            raise PreconditionError("env", name, rule)
    if not hasattr(env.unwrapped, "P"):
        rule = "has no table `unwrapped.P` of its transitions, without which no MDP is known; "
        rule += "write one and pass it to `from_gymnasium`"
        raise PreconditionError("env", name, rule)
    text = f"{id_} of Gymnasium {gymnasium.__version__}, {H} steps"
    return from_gymnasium(env, horizon=H, start=start, name=name, description=text)


def _table(env: Any, name: str) -> Table:
    """Return the table P of an environment. Raises PreconditionError for anything else."""
    rule = "must be P[s][a] = [(probability, next state, reward, terminated), ...], s from 0"
    table = getattr(env, "P", None)
    if not isinstance(table, Mapping) or set(table) != set(range(len(table))) or not table:
        raise PreconditionError(f"{name}.unwrapped.P", type(table).__name__, rule)
    some = {a for of_s in table.values() if isinstance(of_s, Mapping) for a in of_s}
    A = max((a for a in some if isinstance(a, (int, np.integer))), default=-1) + 1
    for s, of_s in table.items():  # the state that lacks an action is the one to name
        if not isinstance(of_s, Mapping) or set(of_s) != set(range(A)) or not A:
            found = sorted(of_s, key=str) if isinstance(of_s, Mapping) else of_s
            given = f"must have actions 0..{A - 1}, which others have; {NOT_AVAILABLE}"
            raise PreconditionError(f"{name}.unwrapped.P[{s}]", found, given)
        for a, outcomes in of_s.items():
            for outcome in outcomes:
                whole = len(outcome) == 4 and outcome[1] in table and outcome[0] >= 0
                if not whole or not math.isfinite(outcome[2]):
                    raise PreconditionError(f"{name}.unwrapped.P[{s}][{a}]", outcome, rule)
    return table


def reachable(table: Table, start: Sequence[int]) -> list[int]:
    """Return the states that can ever be occupied from one of `start`, in increasing order."""
    states, fresh = set(start), list(start)
    while fresh:
        for outcomes in table[fresh.pop()].values():
            there = {int(s1) for p, s1, _, terminated in outcomes if p > 0 and not terminated}
            fresh += there - states
            states |= there
    return sorted(states)


def tabulate(table: Table, states: Sequence[int]) -> tuple[Array, Array, RewardMap]:
    """P (n+1, A, n+1) and mean rewards (n+1, A) of n `states`; the map of one step's reward.

    Rewards are in the environment's unit. State n is the absorbing one. Pre: `states` is closed
    under transitions, see `reachable`. The map does not depend on `states`: it sends the smallest
    reward of the table to 0 and the largest to 1, the absorbing state's 0 being one of them, and
    is the identity where all lie in [0, 1] already.
    """
    n, A = len(states), len(table[0])
    number = {s: k for k, s in enumerate(states)}
    P = np.full((n + 1, A, n + 1), Fraction(0), dtype=object)
    reward = np.full((n + 1, A), Fraction(0), dtype=object)
    P[n, :, n] = Fraction(1)
    for k, s in enumerate(states):
        for a in range(A):
            outcomes = [outcome for outcome in table[s][a] if outcome[0] > 0]
            exact = as_rationals([float(p) for p, _, _, _ in outcomes])
            for p, (_, s1, gain, terminated) in zip(exact, outcomes, strict=True):
                P[k, a, n if terminated else number[int(s1)]] += p
                reward[k, a] += p * Fraction(float(gain))
    gains = {float(gain) for of in table.values() for a in of.values() for _, _, gain, _ in a}
    low, high = Fraction(min(gains | {0.0})), Fraction(max(gains | {0.0}))
    if low >= 0 and high <= 1:
        low, high = Fraction(0), Fraction(1)
    return P, reward, RewardMap(high - low, low, 1)


def as_rationals(row: Sequence[float]) -> list[Fraction]:
    """Return the doubles of one probability row as rationals that sum to 1 exactly.

    Each becomes the rational of smallest denominator (at most MAX_DENOMINATOR) that lies within
    one unit in its last place, if all have one and these sum to 1: 1/3 and (1 - 1/3)/2 in doubles
    both mean 1/3, although they differ. Otherwise they are taken losslessly and the largest entry
    absorbs the rounding error of the sum. Raises PreconditionError if that exceeds 1e-9.
    """
    small = [Fraction(p).limit_denominator(MAX_DENOMINATOR) for p in row]
    if sum(small) == 1 and all(
        abs(q - Fraction(p)) <= Fraction(math.ulp(p)) for p, q in zip(row, small, strict=True)
    ):
        return small
    exact = [Fraction(p) for p in row]
    error = 1 - sum(exact, Fraction(0))
    if abs(error) > Fraction(1, 10**9):
        raise PreconditionError("P", row, "a row of the table must sum to 1 within 1e-9")
    exact[exact.index(max(exact))] += error
    return exact


def _affordable(P: Array, H: int, d: Array) -> bool:
    """Whether the layered P tables from the start distribution d have few enough entries."""
    A = P.shape[1]
    reaches: Array = np.any(P.astype(bool), axis=1)
    here = d.astype(bool)
    entries = 0
    for _ in range(H - 1):
        there = np.any(reaches[here], axis=0)
        entries += int(here.sum()) * A * int(there.sum())
        here = there
    return entries <= MAX_EXACT_ENTRIES


def _gymnasium() -> Any:
    """Return the library. Raises MissingLibrary."""
    try:
        import gymnasium
    except ImportError:
        raise MissingLibrary("env", "Gymnasium", "gym") from None
    return gymnasium


def _open(name: str) -> tuple[Any, str, str]:
    """Return the unwrapped environment, the id that this Gymnasium ships, and Gymnasium's
    version."""
    gymnasium = _gymnasium()
    known = GYM[name]
    for id_ in reversed(known.ids):
        if id_ in gymnasium.registry:
            env = gymnasium.make(id_, **known.arguments).unwrapped
            return env, id_, str(gymnasium.__version__)
    rule = f"needs a Gymnasium that ships {' or '.join(known.ids)}, not {gymnasium.__version__}"
    raise PreconditionError("env", name, rule)
