"""The cases of the kit: small MDPs and horizons on which an implementation must play.

Cases are numbered: the same number, seed and release of NumPy give the same case. They are meant to
be difficult: unreachable states, equal values, layers of one state, certain transitions, radii from
beyond 2 (nothing is known) to below 1, and a T that overflows every 32-bit product.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reference import readings
from reference.environments import REWARDS, TRANSITIONS, mdp_text, random_layered
from reference.mdp import Array, LayeredMDP, check_whole
from reference.trace.records import TOLERANCE, Header, header_record

SIZES = ((1, 3), (4, 60), (60, 600), (600, 2000))  # episodes, in turn
CASE_DELTAS = (0.1, 0.5, 0.9, 0.01, 1e-9)
LONG_CASE = 70_000  # episodes; they cost little, having one step
LARGE_CASE = 30_000  # episodes of an MDP of nearly the paper's size
STATES = {50: 120, 200: 12}
"""How many states, and episodes on them: once each."""
NEAR = (1e-3, 1e-5, 1e-7, 1e-9)  # how far the second best action is from the best
LONGER = (1, 1, 10, 1000, 10**6, 10**9)  # T is this many times the episodes played


@dataclass(frozen=True, eq=False)
class Case:
    """`episodes` <= T episodes on `mdp`; T and delta are the learner's inputs. `options`: readings
    by key, and `tolerance`, where the case asks for others than the defaults. `rewards`: drawn as
    the program likes ("bernoulli", say), or the means themselves ("deterministic")."""

    mdp: LayeredMDP
    T: int
    delta: float
    seed: int
    episodes: int
    form: str = "P"  # of the MDP file: P, transitions
    options: Mapping[str, Any] = field(default_factory=dict)
    rewards: str = "bernoulli"

    @property
    def readings(self) -> dict[str, str]:
        """Return the choice that the case asks for of every reading."""
        return readings.choose({k: v for k, v in self.options.items() if k != "tolerance"})

    def mdp_file(self) -> str:
        """Return the MDP as the text of an MDP file."""
        return mdp_text(self.mdp, sparse=self.form == "transitions")

    def header(self, name: str, choices: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the trace's first record for this case, by the producer `name`, with the readings
        that the case asks for, or `choices`."""
        mdp, producer = self.mdp, {"name": name, "version": ""}
        chosen = self.readings if choices is None else readings.choose(choices)
        tolerance = self.options.get("tolerance", TOLERANCE)
        head = Header(
            mdp.layers, mdp.A, self.T, self.delta, chosen, tolerance=tolerance, producer=producer
        )
        return header_record(head)

    def as_json(self) -> dict[str, Any]:
        """Return the case as data, its MDP as in an MDP file."""
        inputs: dict[str, Any] = {"T": self.T, "delta": self.delta, "seed": self.seed}
        inputs["episodes"] = self.episodes
        if self.rewards != "bernoulli":
            inputs["rewards"] = self.rewards
        if self.options:
            inputs["options"] = dict(self.options)
        return {**inputs, "mdp": json.loads(self.mdp_file())}

    def __str__(self) -> str:
        inputs = f"T = {self.T}, delta = {self.delta}, seed {self.seed}"
        played = "" if self.episodes == self.T else f", {self.episodes} episodes played"
        if self.rewards != "bernoulli":
            played += f", {self.rewards} rewards"
        return f"{inputs}{played}, on\n{self.mdp_file()}".rstrip()


def numbered_case(k: int, seed: int = 0, *, horizon: bool = True) -> Case:
    """Return the k-th case of `seed`, k = 1, 2, ...; without `horizon`, T is the number of
    episodes.

    Raises PreconditionError for a bad seed."""
    rng = np.random.Generator(
        np.random.PCG64(np.random.SeedSequence([check_whole("seed", seed, 0), k]))
    )
    few, many = SIZES[(k - 1) % len(SIZES)]
    episodes = int(rng.integers(few, many + 1))
    layers = (1, *rng.integers(1, 5, size=int(rng.integers(0, 4))).tolist(), 1)
    mdp = random_layered(
        layers,
        int(rng.integers(1, 4)),
        seed=rng,
        transitions=str(rng.choice(sorted(TRANSITIONS))),
        rewards=str(rng.choice(sorted(REWARDS))),
    )
    longer = int(rng.choice(LONGER)) if horizon and many < 600 else 1
    delta, noise = float(rng.choice(CASE_DELTAS)), int(rng.integers(2**32))
    return Case(mdp, episodes * longer, delta, noise, episodes)


def special_cases(*, horizon: bool = True) -> list[Case]:
    """Return cases for faults that random ones rarely reach; the last ones of a run of the kit."""
    arms = LayeredMDP((1, 1), 2, (_table([[[1.0], [1.0]]]),), (_table([[0.3, 0.6]]),))
    single_arm = LayeredMDP((1, 1), 1, (_table([[[1.0]]]),), (_table([[0.5]]),))
    wide = random_layered((1, 3, 3, 1), 2, seed=5, transitions="sparse")
    cases = [
        # counters of 16 bits, triggers with a cap: some 70 000 episodes of one step
        Case(arms, LONG_CASE, 0.1, 1, LONG_CASE),
        # the other form of the file, and rationals: transitions that are not listed have p = 0
        Case(wide, 600, 0.5, 2, 600, "transitions"),
        Case(wide.to_exact(), 600, 0.5, 3, 600),
        # the trigger is true in episode T = 2^k: n_i = N_i = 2^(k-1); R-16 skips that epoch
        Case(single_arm, 16, 0.1, 4, 16),
    ]
    cases += [near_tie(e, swapped) for e in NEAR for swapped in (False, True)]
    cases.append(little_mass(1e-6))
    if horizon:
        # T beyond 32 bits, where the radii decide what is played; stopped with an epoch due
        cases += [Case(arms, (3 << 32) + 5000, 0.1, 5, 5000), Case(single_arm, 1000, 0.1, 6, 16)]
    return [*cases, *(of_states(X, T) for X, T in STATES.items())]


def of_states(X: int, T: int) -> Case:
    """Return a case of X states, some ten in a layer, and two actions: a larger one than the random
    ones, of few episodes, so that a linear program for each epoch takes seconds."""
    L = {50: 7, 200: 19}[X]
    layers = (1, *[(X - 2) // (L - 1)] * (L - 1), 1)
    mdp = random_layered(layers, 2, seed=X, transitions="sparse")
    return Case(mdp, T, 0.9, X, T)


def near_tie(e: float, swapped: bool = False) -> Case:
    """Return a case of two actions, of rewards 0 and 1. A tie is resolved by the first one. Lam is
    chosen so that after 32 visits to it its r_hat is b = 1 - e, and the other's is 1. `swapped`:
    for implementations that take the last of equal actions."""
    rewards, T = [0.0, 1.0], 64
    means = _table([rewards[::-1] if swapped else rewards])
    mdp = LayeredMDP((1, 1), 2, (_table([[[1.0], [1.0]]]),), (means,))
    return Case(mdp, T, T * mdp.X * mdp.A * math.exp(-16 * (1 - e) ** 2), 7, T)


def little_mass(e: float) -> Case:
    """Return a case in which x_0 leads to the first of 8 states under every action. Lam is chosen
    so that after 64 visits to both actions eps is 2 (1 - e), and an optimal q_hat leaves mass e
    there."""
    T, n = 400, 8
    P = (_table([[[1.0] + [0.0] * (n - 1)] * 2]), _table([[[1.0], [1.0]]] * n))
    mdp = LayeredMDP((1, n, 1), 2, P, (_table([[1.0, 1.0]]), _table([[0.0, 0.0]] * n)))
    return Case(mdp, T, T * mdp.X * mdp.A * math.exp(-16 * (1 - e) ** 2), 8, T)


def near_order(e: float, swapped: bool = False) -> Case:
    """Return a case in which x_0 leads to one of two states, of reward 0; the other, never seen,
    has the value 1. Lam is chosen so that after 32 visits the first has the value 1 - e: eps/2 must
    move to the other. `swapped`: for implementations that take the last of equal successors."""
    T, seen = 64, [1.0, 0.0][:: -1 if swapped else 1]
    P = (_table([[seen]]), _table([[[1.0]], [[1.0]]]))
    mdp = LayeredMDP((1, 2, 1), 1, P, (_table([[0.5]]), _table([[0.0], [0.0]])))
    return Case(mdp, T, T * mdp.X * mdp.A * math.exp(-16 * (1 - e) ** 2), 9, T)


def rare_successors(swapped: bool = False) -> Case:
    """Return a case in which the last action leads to its three worst successors with probabilities
    from 5e-3 to 5e-5: eps/2 empties them. Each of the other actions explores one of these states.
    `swapped`: for implementations that take the last of equal actions."""
    rare = [5e-5, 5e-4, 5e-3]
    rows = [
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
        [1 - sum(rare), *rare],
    ]
    P = (_table([rows[::-1] if swapped else rows]), _table([[[1.0]] * 4] * 4))
    mdp = LayeredMDP((1, 4, 1), 4, P, (_table([[1.0] * 4]), _table([[1.0] * 4, *[[0.0] * 4] * 3])))
    return Case(mdp, LONG_CASE, 0.9, 10, LONG_CASE)


def many_successors() -> Case:
    """Return a case of 20 successors, of which the 18 worst have 0.8 % each: eps/2 empties most."""
    P = (_table([[[0.008] * 18 + [0.428] * 2]]), _table([[[1.0]]] * 20))
    r = (_table([[0.5]]), _table([[0.005 * y] for y in range(18)] + [[1.0]] * 2))
    return Case(LayeredMDP((1, 20, 1), 1, P, r), 8000, 0.9, 11, 8000)


def some_likely_successors() -> Case:
    """Return a case of 20 successors, the 16 worst of 0.4 % each, then two of 12 %: in every epoch
    that begins between 15 000 and 30 000 visits, and one does, eps/2 empties 16 and part of these.
    It is for programs of which `many_successors` has no epoch at the right time."""
    P = (_table([[[0.004] * 16 + [0.12] * 2 + [0.348] * 2]]), _table([[[1.0]]] * 20))
    r = (_table([[0.5]]), _table([[0.003 * y] for y in range(16)] + [[0.85]] * 2 + [[1.0]] * 2))
    return Case(LayeredMDP((1, 20, 1), 1, P, r), LARGE_CASE, 0.9, 13, LARGE_CASE)


def many_epochs() -> Case:
    """Return a case of at least 256 epochs, whatever optimum is taken: with one action, every first
    and every second visit to one of 132 states begins an epoch (R-1)."""
    n = 132
    P = (np.full((1, 1, n), 1 / n), np.ones((n, 1, 1)))
    mdp = LayeredMDP((1, n, 1), 1, P, (_table([[0.5]]), _table([[0.5]] * n)))
    return Case(mdp, 2000, 0.5, 14, 2000)


def continuous_rewards() -> Case:
    """Return a case whose rewards are neither 0 nor 1: a program that is told so receives r(x,a)
    itself."""
    P, r = (_table([[[1.0], [1.0]]]),), (_table([[0.3, 0.625]]),)
    return Case(LayeredMDP((1, 1), 2, P, r), 400, 0.1, 15, 400, rewards="deterministic")


def aimed_cases() -> list[tuple[tuple[str, ...], Case]]:
    """Return cases with the cells of coverage.py that each is for: it is run where one of these has
    not been decisive before. Dearest last."""
    ties = [(f"action tie 1e-{k}", near_tie(5 * 10.0 ** -(k + 1), w)) for k in range(3, 10)
            for w in (False, True)]  # fmt: skip
    orders = [(f"successor tie 1e-{k}", near_order(5 * 10.0 ** -(k + 1), w)) for k in range(3, 10)
              for w in (False, True)]  # fmt: skip
    masses = [(f"mass 1e-{k}", little_mass(5 * 10.0 ** -(k + 1))) for k in range(3, 9)]
    large = random_layered((1, 10, 10, 1), 5, seed=5)
    return [
        *(((cell,), case) for cell, case in (*ties, *orders, *masses)),
        (("emptied 1e-2", "emptied 1e-3", "emptied 1e-4"), rare_successors()),
        (("emptied 1e-2", "emptied 1e-3", "emptied 1e-4"), rare_successors(swapped=True)),
        (("rank 4", "rank 8", "rank 16"), many_successors()),
        (("rank 4", "rank 8", "rank 16"), some_likely_successors()),
        (("continuous rewards",), continuous_rewards()),
        (("epoch 256",), many_epochs()),
        (("action 4",), Case(large, LARGE_CASE, 0.5, 12, LARGE_CASE)),
    ]


def _table(nested: list[Any]) -> Array:
    return np.array(nested)
