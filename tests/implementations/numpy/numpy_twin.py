"""UCRL-LP by backward induction and blocks of episodes, in NumPy: a customer of the oracle.

Where the reference solves LP1 by linear programming and plays step by step, this twin finds the
optimistic policy by backward induction and simulates a whole block of episodes at once, up to the
one after which the trigger is true. blocks.py reads the reference's random streams, so that two
learners with equal policies meet equal episodes; backward.py is LP1. Letters as in the paper;
`limit` is N_i + max{1, N_i}.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from typing import IO, Any, TypedDict, Unpack

import numpy as np

from reference import VERSION, readings
from reference.mdp import Array, LayeredMDP, Tables, check_delta, check_horizon
from reference.support.errors import PreconditionError, UnusablePath
from reference.trace import records as trace
from tests.implementations.numpy.backward import Plan, Planner
from tests.implementations.numpy.blocks import BLOCK, Environment

PRODUCER = {"name": "tests.implementations.numpy.numpy_twin", "version": VERSION}
TOLERANCE = 1e-10
"""What the header declares: doubles without a solver in between do better than the default 1e-7,
and whatever is hidden below the tolerance is not tested."""
SUPPORTED = {
    "trigger": ("max1",),
    "x_L": ("no-pairs",),
    "completion": ("uniform", "first", "previous", "greedy"),
    "log": ("ln", "log2"),
    "last-trigger": ("skip",),
    "radii": ("printed", "bernstein"),
}


@dataclass(frozen=True)
class Play:
    """What was played. policies[k] was played in lengths[k] episodes, from episode t[k] on; N are
    the visits of all episodes. The updates (Alg. 1 l. 15-19) took the seconds that are named."""

    mdp: LayeredMDP
    episodes: int
    policies: list[Tables]
    t: list[int]
    lengths: list[int]
    rewards: float
    N: list[Array]
    update_seconds: float
    update_cpu_seconds: float

    @property
    def regret_per_episode(self) -> Array:
        """V(pi*) - V(pi_i) for every epoch, eq. (2), in float64."""
        best = _value(self.mdp, None)
        return np.array([best - _value(self.mdp, pi) for pi in self.policies])

    @property
    def regret(self) -> float:
        """Eq. (2), in float64."""
        return float(self.regret_per_episode @ np.array(self.lengths))


def supported(choices: readings.Choices | None) -> dict[str, str]:
    """A full choice of readings, as `readings.choose`. Raises PreconditionError also for what this
    twin does not know."""
    full = readings.choose(choices)
    for key, known in SUPPORTED.items():
        if full[key] not in known:
            rule = f"this twin knows {', '.join(known)}"
            raise PreconditionError(f"reading {key}", full[key], rule)
    return full


class Trace(TypedDict, total=False):
    """Where the trace is written to, if anywhere; `force` overwrites a file. Epochs record pi_i and
    the value of LP1; with `everything` all intermediates too, which is what an implementation under
    test should do."""

    out: str | os.PathLike[str] | None
    force: bool
    everything: bool


def play(
    mdp: LayeredMDP,
    T: int,
    *,
    delta: float = 0.1,
    seed: int = 0,
    choices: readings.Choices | None = None,
    episodes: int | None = None,
    **record: Unpack[Trace],
) -> Play:
    """Play `episodes` (default T) episodes and write a trace.

    Raises PreconditionError for bad input and for a reading that is not in SUPPORTED, UnusablePath
    if `out` cannot be written."""
    if unknown := record.keys() - Trace.__annotations__.keys():
        raise TypeError(f"unknown: {', '.join(unknown)}")
    out, force = record.get("out"), record.get("force", False)
    run = _Run(mdp, T, delta, seed, supported(choices), record.get("everything", False))
    episodes = T if episodes is None else episodes
    try:
        with _opened(out, force) if out is not None else nullcontext() as file:
            return run.play(episodes, file)
    except OSError as e:
        raise UnusablePath(os.fspath(out or ""), f"cannot be written: {e.strerror}") from None


def _opened(path: str | os.PathLike[str], force: bool) -> IO[str]:
    try:
        return open(path, "w" if force else "x", encoding="ascii", newline="\n")
    except FileExistsError:
        raise UnusablePath(os.fspath(path), "exists; use --force to overwrite it") from None


class _Run:
    def __init__(
        self,
        mdp: LayeredMDP,
        T: int,
        delta: float,
        seed: int,
        choices: dict[str, str],
        everything: bool,
    ) -> None:
        choices["r_bar"] = "sum-over-N"
        self.mdp, self.T, self.delta = mdp, check_horizon(T), float(check_delta(delta))
        self.seed, self.choices, self.everything = seed, choices, everything
        self.planner = Planner(mdp, self.T, self.delta, choices)
        self.environment = Environment(mdp, seed, choices["reward-law"])
        self.shapes = list(pairwise(mdp.layers))
        self.N = [np.zeros((X_h, mdp.A), dtype=np.int64) for X_h, _ in self.shapes]
        self.N3 = [np.zeros((X_h, mdp.A, X_n), dtype=np.int64) for X_h, X_n in self.shapes]
        self.r_sum = [np.zeros((X_h, mdp.A)) for X_h, _ in self.shapes]
        self.limit = [np.ones((X_h, mdp.A), dtype=np.int64) for X_h, _ in self.shapes]

    def play(self, episodes: int, file: IO[str] | None) -> Play:
        if check_horizon(episodes) > self.T:
            raise PreconditionError("episodes", episodes, f"must not exceed T = {self.T}")
        if file:
            head = trace.Header(
                self.mdp.layers, self.mdp.A, self.T, self.delta, self.choices, TOLERANCE,
                producer=PRODUCER, mdp=self.mdp, seed=self.seed,
            )  # fmt: skip
            _write(file, trace.header_record(head))
        plan = self.planner.first(self.N, self.N3, self.r_sum)
        policies: list[Tables] = []
        starts: list[int] = []
        lengths: list[int] = []
        t, block, rewards = 0, 1, 0.0
        seconds = cpu_seconds = 0.0
        while True:
            policies.append(plan.pi)
            starts.append(t + 1)
            if file:
                _write(file, self._epoch_record(len(starts), t + 1, plan))
            due = False
            while t < episodes and not due:
                n = min(block, episodes - t)
                x, a, r = self.environment.episodes(n, plan.pi)
                end = self._trigger(x, a)
                due, n = end is not None, n if end is None else end
                self._learn(x[:n], a[:n], r[:n])
                self.environment.use(n)
                if file:
                    _write_episodes(file, t, x[:n], a[:n], r[:n])
                rewards += float(r[:n].sum())
                t += n
                block = min(BLOCK, 2 * block)
            lengths.append(t + 1 - starts[-1])
            if not due or t == self.T:  # no epoch after episode T
                break
            block = max(1, lengths[-1] // 2)
            self.limit = [N_h + np.maximum(1, N_h) for N_h in self.N]
            started, cpu = time.perf_counter(), time.process_time()
            plan = self.planner.next(self.N, self.N3, self.r_sum, plan.pi)
            seconds += time.perf_counter() - started
            cpu_seconds += time.process_time() - cpu
        if file:
            _write(file, trace.end_record(t, len(starts)))
        return Play(
            self.mdp, t, policies, starts, lengths, rewards, self.N, seconds, cpu_seconds
        )  # fmt: skip

    def _pairs(self, h: int, x: Array, a: Array) -> Array:
        pairs: Array = x[:, h] * self.mdp.A + a[:, h]
        return pairs

    def _trigger(self, x: Array, a: Array) -> int | None:
        """Alg. 1 l. 12: how many episodes of the block are played until some pair reaches its
        limit, or None. A pair is visited at most once in an episode."""
        first = None
        for h, (N, limit) in enumerate(zip(self.N, self.limit, strict=True)):
            pairs = self._pairs(h, x, a)
            missing = (limit - N).ravel()
            seen = np.bincount(pairs, minlength=len(missing))
            for pair in np.flatnonzero(seen >= missing):
                k = int(np.flatnonzero(pairs == pair)[missing[pair] - 1]) + 1
                first = k if first is None else min(first, k)
        return first

    def _learn(self, x: Array, a: Array, r: Array) -> None:
        """Alg. 1 l. 10, 11 for a block of episodes."""
        for h, (X_h, X_next) in enumerate(self.shapes):
            size = X_h * self.mdp.A
            pairs = self._pairs(h, x, a)
            self.N[h] += np.bincount(pairs, minlength=size).reshape(X_h, self.mdp.A)
            triples = pairs * X_next + x[:, h + 1]
            self.N3[h] += np.bincount(triples, minlength=size * X_next).reshape(self.N3[h].shape)
            sums = np.bincount(pairs, weights=r[:, h], minlength=size)
            self.r_sum[h] += sums.reshape(X_h, self.mdp.A)

    def _epoch_record(self, i: int, t: int, plan: Plan) -> dict[str, Any]:
        tables: dict[str, Any] = {"pi": plan.pi}
        if self.everything:
            tables |= {"N": self.N, "N3": self.N3}
            for name in ("r_bar", "P_bar", "eps", "b", "r_hat", "q_hat"):
                recorded = trace.WIDTH if name == "eps" and self.planner.intervals else name
                tables[recorded] = getattr(plan, name)
        return trace.epoch_record(i, t, tables, plan.value)


def _write(file: IO[str], record: Mapping[str, Any]) -> None:
    file.write(json.dumps(record, allow_nan=False, separators=(",", ":")) + "\n")


def _write_episodes(file: IO[str], t: int, x: Array, a: Array, r: Array) -> None:
    """Lists print as JSON; two microseconds an episode."""
    rows = zip(x[:, :-1].tolist(), a.tolist(), r.tolist(), strict=True)
    file.writelines(
        f'{{"record":"episode","t":{k},"x":{x_t},"a":{a_t},"r":{r_t}}}\n'
        for k, (x_t, a_t, r_t) in enumerate(rows, t + 1)
    )


def _value(mdp: LayeredMDP, pi: Tables | None) -> float:
    """Eq. (1): V(pi); V(pi*) without pi."""
    mdp = mdp.to_float()
    V: Array = np.zeros(1)
    for h in reversed(range(mdp.L)):
        Q = mdp.r[h] + mdp.P[h] @ V
        V = Q.max(axis=1) if pi is None else (pi[h] * Q).sum(axis=1)
    return float(V[0])
