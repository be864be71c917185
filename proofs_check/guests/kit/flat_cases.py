"""The cases of the kit for learners on flat states: small flat MDPs.

Cases are numbered as those of UCRL-LP are, three to an MDP: as it is drawn, then with its states in
the order of their values and against it, which an inner maximum that does not sort cannot bear.
Some end episodes early, some have rewards that are neither 0 nor 1, the last ones more than 10^4
steps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_mdp_file import flat_mdp_text
from reference.guests.flat.flat_records import (
    EPISODIC,
    FLAT_TOLERANCE,
    KNOWN,
    UCB_VI,
    UCRL2,
    FlatSetting,
    flat_header,
)
from reference.mdp import Array, check_whole

FLAT_SIZES = {True: ((1, 6), (6, 60), (60, 300)), False: ((1, 30), (30, 300), (300, 2000))}
"""Episodes, and steps of UCRL2, in turn."""
FLAT_DELTAS = (0.1, 0.5, 0.9, 0.01)
BEYOND = 10_000  # steps
TRIES = 120  # runs spent on making a failing case smaller


@dataclass(frozen=True, eq=False)
class FlatCase:
    """`T` episodes of H steps on `mdp`, or T steps of UCRL2 (H = 0). `options`: the variant that is
    asked for, where it is not the default."""

    algorithm: str
    mdp: FlatMDP
    T: int
    H: int
    delta: float
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    tolerance: float = FLAT_TOLERANCE

    def mdp_file(self) -> str:
        """Return the MDP as the text of a file."""
        return flat_mdp_text(self.mdp)

    def header(self, name: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the trace's first record for this case, by the producer `name`, with the options
        that the case asks for, or `options`."""
        ends = {"terminal": self.mdp.terminal} if self.mdp.terminal and self.H else {}
        return flat_header(
            self.algorithm,
            self.setting()._replace(r=self.mdp.r),
            producer={"name": name, "version": ""},
            tolerance=self.tolerance,
            options={**ends, **(self.options if options is None else options)},
        )

    def setting(self) -> FlatSetting:
        """Return what the learner is told."""
        mdp, ends = self.mdp, self.mdp.terminal if self.H else ()
        r = mdp.r if self.knows_rewards else None
        return FlatSetting(mdp.S, mdp.A, self.delta, self.H, self.T, mdp.start, ends, r)

    @property
    def knows_rewards(self) -> bool:
        """Whether the variant that is asked for knows the mean rewards."""
        return self.options.get("rewards") == KNOWN

    def as_json(self) -> dict[str, Any]:
        """Return the case as data, its MDP as in its file."""
        inputs: dict[str, Any] = {"T": self.T, "H": self.H, "delta": self.delta, "seed": self.seed}
        if self.options:
            inputs["options"] = dict(self.options)
        return {"algorithm": self.algorithm, **inputs, "mdp": json.loads(self.mdp_file())}

    def __str__(self) -> str:
        length = f"{self.T} episodes of H = {self.H}" if self.H else f"{self.T} steps"
        inputs = f"delta = {self.delta}, seed {self.seed}"
        return f"{self.algorithm}, {length}, {inputs}, on\n{self.mdp_file()}".rstrip()


def numbered_flat_case(algorithm: str, k: int, seed: int = 0, staged: bool = False) -> FlatCase:
    """Return the k-th case of `seed`, k = 1, 2, ..., perhaps with a P of its own for every step.
    Raises PreconditionError for a bad seed."""
    episodic, drawn = algorithm in EPISODIC, (k - 1) // 3
    rng = np.random.Generator(
        np.random.PCG64(np.random.SeedSequence([check_whole("seed", seed, 0), drawn]))
    )
    few, many = FLAT_SIZES[episodic][drawn % 3]
    T = int(rng.integers(few, many + 1))
    H = int(rng.integers(1, 6)) if episodic else 0
    S, A = int(rng.integers(1, 6)), int(rng.integers(1, 4))
    mdp = _random_mdp(rng, S, A, episodic)
    mdp = by_step(mdp, H) if staged else mdp
    if way := (k - 1) % 3:
        order = np.argsort(mdp.values(H if staged else 50)[0], kind="stable")
        mdp = mdp.relabelled(order if way == 1 else order[::-1])
    delta, noise = float(rng.choice(FLAT_DELTAS)), int(rng.integers(2**32))
    return FlatCase(algorithm, mdp, T, H, delta, noise)


def by_step(mdp: FlatMDP, H: int) -> FlatMDP:
    """Return an MDP of H steps, in step h of which state s has the rows of state s + h, and action
    a those of a + h."""
    P, r = (
        np.stack([np.roll(table, (-h, -h), axis=(0, 1)) for h in range(H)])
        for table in (mdp.P, mdp.r)
    )
    return replace(mdp, P=P, r=r)


def special_flat_cases(algorithm: str, staged: bool = False) -> list[FlatCase]:
    """Return the last cases of a run of the kit: one state, and more than 10^4 steps; perhaps with
    a P of its own for every step."""
    singleton = FlatMDP(np.ones((1, 1, 1)), np.array([[0.5]]))
    pair = FlatMDP(
        np.array([[[0.8, 0.2], [0.1, 0.9]], [[0.5, 0.5], [0.5, 0.5]]]),
        np.array([[0.3, 0.2], [1, 0.5]]),
    )
    if algorithm == UCRL2:
        against = river().relabelled(np.arange(5)[::-1])
        return [
            FlatCase(algorithm, singleton, 40, 0, 0.1, 1),
            FlatCase(algorithm, pair, 2 * BEYOND, 0, 0.5, 2),
            FlatCase(algorithm, replace(against, rewards="deterministic"), 2 * BEYOND, 0, 0.1, 3),
        ]
    cases = [
        FlatCase(algorithm, singleton, 20, 2, 0.1, 1),
        FlatCase(algorithm, pair, 2600, 4, 0.5, 2),
    ]
    if algorithm == UCB_VI:  # so many that CH's bonus is below 1
        arms = FlatMDP(np.ones((1, 2, 1)), np.array([[0.05, 0.1]]))
        cases.append(FlatCase(algorithm, arms, 2 * BEYOND, 1, 0.9, 3))
    if staged:
        return [replace(case, mdp=by_step(case.mdp, case.H)) for case in cases]
    return cases


def river(S: int = 5) -> FlatMDP:
    """Return RiverSwim: against the stream to the last state's reward 1, or along it to 0.05."""
    P, r = np.zeros((S, 2, S)), np.zeros((S, 2))
    for s in range(S):
        P[s, 0, max(0, s - 1)] = 1.0
        for s1, p in ((s + 1, 0.35), (s, 0.6), (s - 1, 0.05)):
            P[s, 1, min(S - 1, max(0, s1))] += p
    r[0, 0], r[S - 1, 1] = 0.05, 1.0
    return FlatMDP(P, r)


def _random_mdp(rng: np.random.Generator, S: int, A: int, episodic: bool) -> FlatMDP:
    """Return an MDP whose rows have one to three successors."""
    P = np.zeros((S, A, S))
    for s, a in np.ndindex(S, A):
        known = rng.permutation(S)[: int(rng.integers(1, 4))]
        P[s, a, known] = rng.dirichlet(np.ones(len(known)))
    P /= P.sum(axis=2, keepdims=True)
    r = rng.choice([rng.random((S, A)).round(3), rng.integers(0, 2, (S, A)) * 1.0])
    law, start = str(rng.choice(["bernoulli", "deterministic"])), int(rng.integers(S))
    others = [s for s in range(S) if s != start]
    ends = episodic and others and rng.random() < 0.5
    return FlatMDP(P, r, (int(rng.choice(others)),) if ends else (), start, law)


def smaller_flat_cases(case: FlatCase, seen: int) -> Iterator[FlatCase]:
    """Yield cases with fewer episodes or steps (`seen` were needed), then with an action or a state
    fewer, then with plainer numbers."""
    for T in dict.fromkeys((seen, case.T // 2, case.T * 3 // 4, case.T - 1)):
        if 1 <= T < case.T:
            yield replace(case, T=T)
    mdp = case.mdp
    for a in range(mdp.A if mdp.A > 1 else 0):
        rest = [b for b in range(mdp.A) if b != a]
        yield replace(case, mdp=replace(mdp, P=mdp.P[..., rest, :], r=mdp.r[..., rest]))
    for s in range(mdp.S):
        if s != mdp.start:
            yield replace(case, mdp=_without(mdp, s))
    if case.H > 1:
        short = replace(mdp, P=mdp.P[:-1], r=mdp.r[:-1]) if mdp.stages else mdp
        yield replace(case, H=case.H - 1, mdp=short)
    if case.delta != 0.1:
        yield replace(case, delta=0.1)
    if case.seed:
        yield replace(case, seed=0)


def _without(mdp: FlatMDP, s: int) -> FlatMDP:
    """Return the MDP without a state; what led only there leads to the start."""
    rest = [y for y in range(mdp.S) if y != s]
    P: Array = mdp.P[..., rest, :, :][..., rest]
    start, total = rest.index(mdp.start), P.sum(axis=-1)
    P[total == 0, start] = 1.0
    P = P / P.sum(axis=-1, keepdims=True)
    terminal = tuple(rest.index(y) for y in mdp.terminal if y != s)
    return replace(mdp, P=P, r=mdp.r[..., rest, :], terminal=terminal, start=start)
