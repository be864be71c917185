"""A run of UCRL-LP on an MDP: play T episodes, write the trace, sum up."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reference import VERSION, lp1, readings
from reference.lp_file import ExactLP1, save_beside
from reference.mdp import LayeredMDP, Tables, check_delta, check_horizon
from reference.occupancy import optimal_policy, value
from reference.regret import doublings, epoch_bounds
from reference.simulator import Simulator
from reference.support.errors import MalformedInput, PreconditionError, SolverError
from reference.trace import records as trace
from reference.ucrl_lp import UCRL_LP, Epoch

PRODUCER = {"name": "reference", "version": VERSION}


@dataclass(frozen=True)
class Progress:
    """Where a run stands; handed to `on_progress` at every epoch and every 1000 episodes."""

    episode: int
    episodes: int
    epoch: int
    regret: float
    seconds: float


@dataclass(frozen=True)
class EpochSummary:
    """One epoch of a run. `regret_per_episode` = V(pi*) - V(pi_i), float64."""

    i: int
    t: int
    regret_per_episode: float
    value: float
    unoccupied: int
    build_seconds: float
    solve_seconds: float


@dataclass
class Run:
    """The outcome of `run`. Regret is eq. (2) in float64; `realised` uses the rewards seen (R-15).

    `N[h]` and pi_i[h] are (X_h, A): visits; `policies` are the (pi_i, episodes it was played)."""

    mdp: LayeredMDP
    T: int
    delta: float
    seed: int
    choices: Mapping[str, str]
    optimal_value: float
    episodes: int = 0
    triggers: int = 0
    solves: int = 0
    rewards: float = 0.0
    seconds: float = 0.0
    interrupted: bool = False
    epochs: list[EpochSummary] = field(default_factory=list)
    policies: list[tuple[Tables, int]] = field(default_factory=list)
    N: Tables = ()

    @property
    def regret(self) -> float:
        """Eq. (2) for the episodes played."""
        return float(sum(e * n for e, n in zip(self._per_episode(), self._lengths(), strict=True)))

    @property
    def realised_regret(self) -> float:
        """episodes * V(pi*) minus the rewards received."""
        return self.episodes * self.optimal_value - self.rewards

    def regret_curve(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """(t, Reg_t) at the end of every epoch, from (0, 0)."""
        lengths = self._lengths()
        return (
            np.concatenate([[0], np.cumsum(lengths)]),
            np.concatenate([[0.0], np.cumsum(np.array(self._per_episode()) * lengths)]),
        )

    def summary(self) -> dict[str, Any]:
        """What `ucrl-lp run` prints, as plain data."""
        bounds = epoch_bounds(self.mdp.layers, self.mdp.A, max(1, self.T))
        build = sum(e.build_seconds for e in self.epochs)
        solve = sum(e.solve_seconds for e in self.epochs)
        return {
            "layers": list(self.mdp.layers),
            "A": self.mdp.A,
            "T": self.T,
            "delta": self.delta,
            "seed": self.seed,
            "episodes": self.episodes,
            "interrupted": self.interrupted,
            "V*": self.optimal_value,
            "regret": self.regret,
            "realised regret": self.realised_regret,
            "epochs": len(self.epochs),
            "triggers": self.triggers,
            "LPs solved": self.solves,
            "XA ln T": bounds["XA ln T"],
            "XA log2 T": bounds["XA log2 T"],
            "sharp count": bounds["sharp"],
            "doublings of this run": doublings(self.N),
            "epochs with states without occupancy": sum(e.unoccupied > 0 for e in self.epochs),
            "most states without occupancy": max((e.unoccupied for e in self.epochs), default=0),
            "seconds": self.seconds,
            "LP build seconds": build,
            "LP solve seconds": solve,
            "share outside GLOP": 1 - solve / self.seconds if self.seconds else 0.0,
            "readings": dict(self.choices),
        }

    def _lengths(self) -> list[int]:
        return [episodes for _, episodes in self.policies]

    def _per_episode(self) -> list[float]:
        return [e.regret_per_episode for e in self.epochs]


def run(
    mdp: LayeredMDP,
    T: int,
    *,
    delta: float = 0.1,
    seed: int = 0,
    choices: readings.Choices | None = None,
    episodes: int | None = None,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Run:
    """Play `episodes` (default T) of UCRL-LP on `mdp`; write a trace to `out` if given.

    `choices` are readings by key or R-id. `stop` is asked before every episode: if true, the run
    ends early with a valid partial trace. Raises PreconditionError, SolverError, UnusablePath."""
    header = trace.Header(
        mdp.layers,
        mdp.A,
        check_horizon(T),
        float(check_delta(delta)),
        readings.choose(choices),
        producer=PRODUCER,
        mdp=mdp,
        seed=seed,
    )
    runner = Runner(header, mdp, {}, out)
    if out is None:
        return runner.play(episodes, None, on_progress, stop)
    with closing(trace.TraceWriter(out, force=force)) as writer:
        return runner.play(episodes, writer, on_progress, stop)


class Runner:
    """Plays, records and sums up. `recorded` maps epochs to their LP solutions already known;
    an LP that cannot be solved is saved beside `out`, the trace; `expect` are episodes that must
    come out the same, and `when_caught_up` is called after them."""

    def __init__(
        self,
        header: trace.Header,
        mdp: LayeredMDP,
        recorded: Mapping[int, lp1.LP1Solution],
        out: str | os.PathLike[str] | None,
    ) -> None:
        self.header, self.recorded, self.out = header, recorded, out
        self.mdp = mdp.to_exact().to_float()  # what the trace records, in doubles
        self.expect: list[tuple[list[int], list[int], list[float]]] = []
        self.when_caught_up: Callable[[], None] = lambda: None
        self.N3 = tuple(np.zeros(P_h.shape, dtype=np.int64) for P_h in self.mdp.P)
        seed = header.seed or 0
        self.learner = UCRL_LP(
            mdp.layers,
            mdp.A,
            header.T,
            float(header.delta),
            seed,
            header.choices,
            solver=self._solve,
        )
        self.simulator = Simulator(self.mdp, seed, header.choices["reward-law"])
        best = float(optimal_policy(self.mdp).value)
        self.outcome = Run(mdp, header.T, float(header.delta), seed, header.choices, best)

    def _solve(self, P_bar: Tables, eps: Tables, r_hat: Tables) -> lp1.LP1Solution:
        i = self.learner.epoch.i + 1
        known = self.recorded.get(i)
        if known:
            return known
        try:
            return self.learner.solve_with_glop(P_bar, eps, r_hat)
        except SolverError as e:
            if self.out is None or not e.lp_file:
                raise
            as_printed = [self.header.choices[k] for k in ("lp-form", "x_L")]
            lp = None
            if as_printed == ["printed", "no-pairs"]:
                lp = ExactLP1.from_doubles(self.mdp.layers, self.mdp.A, self.N3, eps, r_hat)
            saved = save_beside(os.fspath(self.out), i, lp, e.lp_file)
            raise SolverError(e.status, saved, e.detail) from None

    def play(
        self,
        episodes: int | None,
        writer: trace.TraceWriter | None,
        on_progress: Callable[[Progress], None] | None,
        stop: Callable[[], bool],
    ) -> Run:
        """Alg. 1 l. 7: `episodes` of the T episodes, or all. Raises PreconditionError for more than
        T, MalformedInput if an episode of `expect` is not what the seed plays."""
        T = self.header.T
        episodes = T if episodes is None else check_horizon(episodes)
        if episodes > T:
            raise PreconditionError("episodes", episodes, f"must not exceed T = {T}")
        outcome, learner = self.outcome, self.learner
        write = writer.write if writer else lambda record: None
        started = time.perf_counter()
        write(trace.header_record(self.header))
        self._new_epoch(learner.epoch, write)
        for t in range(1, episodes + 1):  # Alg. 1 l. 7
            if stop():
                outcome.interrupted = True
                break
            xs, actions, rewards = self._episode()
            if t <= len(self.expect) and self.expect[t - 1] != (xs, actions, rewards):
                rule = f"episode {t} is not what seed {self.header.seed} plays"
                raise MalformedInput("trace", None, "episode", self.expect[t - 1], rule)
            write(trace.episode_record(t, xs, actions, rewards))
            outcome.episodes = t
            outcome.rewards += sum(rewards)
            pi, n = outcome.policies[-1]
            outcome.policies[-1] = (pi, n + 1)
            for h, x1 in enumerate([*xs[1:], 0]):
                self.N3[h][xs[h], actions[h], x1] += 1
            epoch = learner.learn((xs, actions, rewards))
            if epoch is not None:
                self._new_epoch(epoch, write)
            if t == len(self.expect):
                self.when_caught_up()
            if on_progress and (epoch is not None or t % 1000 == 0 or t == episodes):
                seconds = time.perf_counter() - started
                on_progress(Progress(t, episodes, learner.epoch.i, outcome.regret, seconds))
        write(trace.end_record(outcome.episodes, learner.epoch.i))
        if not self.expect:
            self.when_caught_up()
        outcome.N = tuple(n3.sum(axis=2) for n3 in self.N3)
        outcome.triggers, outcome.solves = learner.triggers, learner.solves
        outcome.seconds = time.perf_counter() - started
        return outcome

    def _episode(self) -> tuple[list[int], list[int], list[float]]:
        xs: list[int] = []
        actions: list[int] = []
        rewards: list[float] = []
        x = 0
        for h in range(self.mdp.L):
            a = self.learner.act(h, x)
            r, x1 = self.simulator.step(h, x, a)
            xs.append(x)
            actions.append(a)
            rewards.append(r)
            x = x1
        return xs, actions, rewards

    def _new_epoch(self, epoch: Epoch, write: Callable[[Mapping[str, Any]], None]) -> None:
        loss = self.outcome.optimal_value - float(value(self.mdp, epoch.pi))
        self.outcome.epochs.append(
            EpochSummary(
                epoch.i,
                epoch.t,
                loss,
                epoch.value,
                epoch.unoccupied,
                epoch.build_seconds,
                epoch.solve_seconds,
            )
        )
        self.outcome.policies.append((epoch.pi, 0))
        names = ("N", "N3", "r_bar", "eps", "b", "r_hat", "q_hat", "pi")
        tables = {name: getattr(epoch, name) for name in names}
        write(trace.epoch_record(epoch.i, epoch.t, tables, epoch.value))


@contextlib.contextmanager
def closing(writer: trace.TraceWriter) -> Iterator[trace.TraceWriter]:
    """Close the writer whatever happens."""
    try:
        yield writer
    finally:
        writer.close()
