"""A run of UCRL-LP on an MDP: consumes what Algorithm 1 yields, writes the trace, summarises."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reference import readings
from reference.backward_induction import optimistic_values
from reference.confidence import log_term
from reference.mdp import LayeredMDP, Tables, check_delta, check_horizon
from reference.occupancy import optimal_policy, value
from reference.regret import doublings, epoch_bounds
from reference.running.solver import Glop
from reference.simulator import POLICY, Simulator, check_seed, executor, uniforms
from reference.support.errors import PreconditionError
from reference.support.versions import VERSION
from reference.trace import records
from reference.ucrl_lp import Episode, Epoch, ucrl_lp

PRODUCER = {"name": "reference", "version": VERSION}
RECORDED = ("N", "N3", "r_bar", "eps", "b", "r_hat", "q_hat", "pi")  # of an epoch, in a trace


@dataclass(frozen=True)
class Progress:
    """Progress of a run; passed to `on_progress` at every epoch and every 1000 episodes.
    `regret` is None for an algorithm that is compared with UCRL-LP."""

    episode: int
    episodes: int
    epoch: int
    regret: float | None
    seconds: float


@dataclass
class EpochSummary:
    """One epoch of a run, in which pi_i was played for `episodes`. `regret_per_episode` = V(pi*) -
    V(pi_i), float64."""

    i: int
    t: int
    pi: Tables
    regret_per_episode: float
    value: float
    unoccupied: int
    build_seconds: float
    solve_seconds: float
    episodes: int = 0


@dataclass
class Run:
    """Outcome of `run`. Regret is eq. (2) in float64; `realised` uses the rewards seen (R-15).

    `N[h]` and pi_i[h] are (X_h, A): visits, and policies."""

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
    N: Tables = ()

    @property
    def regret(self) -> float:
        """Return eq. (2) for the episodes played."""
        return float(sum(e.regret_per_episode * e.episodes for e in self.epochs))

    @property
    def realised_regret(self) -> float:
        """Return episodes * V(pi*) minus the rewards received."""
        return self.episodes * self.optimal_value - self.rewards

    def starts(self, epoch: Epoch, regret_per_episode: float, solver: Glop) -> None:
        """Append the summary of an epoch that starts; its LP1 was solved by `solver`."""
        self.epochs.append(
            EpochSummary(
                epoch.i, epoch.t, epoch.pi, regret_per_episode, epoch.value, epoch.unoccupied,
                solver.build_seconds, solver.solve_seconds,
            )
        )  # fmt: skip
        self.solves = epoch.i - 1

    def counts(self, episode: Episode) -> None:
        """Count an episode, which was played in the last epoch."""
        self.episodes = episode.t
        self.rewards += sum(episode.r)
        self.triggers += episode.doubled
        self.epochs[-1].episodes += 1

    def progress(self, episodes: int) -> Progress:
        """Return how far this run of `episodes` episodes is."""
        epoch = self.epochs[-1].i
        return Progress(self.episodes, episodes, epoch, self.regret, self.seconds)

    def regret_curve(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Return (t, Reg_t) at the end of every epoch, from (0, 0)."""
        lost = [e.regret_per_episode * e.episodes for e in self.epochs]
        return np.cumsum([0, *(e.episodes for e in self.epochs)]), np.cumsum([0.0, *lost])

    def summary(self) -> dict[str, Any]:
        """Return what `ucrl-lp run` prints, as plain data."""
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
    detailed: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Run:
    """Play `episodes` (default T) of UCRL-LP on `mdp`; write a trace to `out` if given.

    `choices` are readings by key or R-id; `detailed` epochs record Lam and V too. `stop` is called
    before every episode: if true, the run ends early with a valid partial trace. Raises
    PreconditionError, SolverError, UnusablePath."""
    header = records.Header(
        mdp.layers,
        mdp.A,
        check_horizon(T),
        float(check_delta(delta)),
        readings.to_play(choices),
        producer=PRODUCER,
        mdp=mdp,
        seed=check_seed(seed),
    )
    last = last_episode(header.T, episodes)
    solver = Glop(mdp.layers, mdp.A, header.choices, out)
    writer = None if out is None else records.TraceWriter(out, force=force)
    return Recording(header, mdp, solver, last, writer, detailed).play(on_progress, stop)


def last_episode(T: int, episodes: int | None) -> int:
    """Return the last episode to play: T, or fewer as requested. Raises PreconditionError for
    more."""
    episodes = T if episodes is None else check_horizon(episodes)
    if episodes > T:
        raise PreconditionError("episodes", episodes, f"must not exceed T = {T}")
    return episodes


def as_recorded(mdp: LayeredMDP) -> LayeredMDP:
    """Return the MDP that a trace records, in doubles."""
    return mdp.to_exact().to_float()


@dataclass(frozen=True)
class Recording:
    """Run to play on a simulator and, with a writer, to record: up to episode `episodes`.

    A `detailed` trace has Lam and V in its epochs too."""

    header: records.Header
    mdp: LayeredMDP
    solver: Glop
    episodes: int
    writer: records.TraceWriter | None = None
    detailed: bool = False

    def play(
        self,
        on_progress: Callable[[Progress], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Run:
        """Play Algorithm 1 as the header specifies, up to the last episode or until `stop`; write
        what it yields and close the writer. Raises what `run` raises."""
        header, choices, seed = self.header, self.header.choices, self.header.seed or 0
        truth, delta = as_recorded(self.mdp), float(header.delta)
        execute = executor(Simulator(truth, seed, choices["reward-law"]), uniforms(seed, POLICY))
        best = float(optimal_policy(truth).value)
        outcome = Run(self.mdp, header.T, delta, seed, choices, best)
        algorithm = ucrl_lp(
            self.mdp.layers, self.mdp.A, header.T, delta, execute, self.solver, choices
        )
        write = self.writer.write if self.writer else lambda record: None
        started = time.perf_counter()
        with closing(self.writer) if self.writer else nullcontext():
            write(records.header_record(header))
            for item in algorithm:
                match item:
                    case Epoch() as epoch:
                        write(as_record(epoch, header if self.detailed else None))
                        lost = best - float(value(truth, epoch.pi))
                        outcome.starts(epoch, lost, self.solver)
                    case Episode(t, x, a, r, ends_epoch=ends_epoch):
                        write(records.episode_record(t, list(x), list(a), list(r)))
                        outcome.counts(item)
                        if ends_epoch:
                            continue  # an epoch starts before anything else happens
                outcome.seconds = time.perf_counter() - started
                if on_progress and self._is_reported(item, outcome.episodes):
                    on_progress(outcome.progress(self.episodes))
                if outcome.episodes == self.episodes:
                    break
                if stop():
                    outcome.interrupted = True
                    break
            write(records.end_record(outcome.episodes, epoch.i))
        outcome.N = epoch.N
        if isinstance(item, Episode):  # of an epoch that has not ended
            outcome.N = tuple(N + n for N, n in zip(epoch.N, item.n, strict=True))
        outcome.seconds = time.perf_counter() - started
        return outcome

    def _is_reported(self, item: Epoch | Episode, t: int) -> bool:
        return t > 0 and (isinstance(item, Epoch) or t % 1000 == 0 or t == self.episodes)


def as_record(epoch: Epoch, header: records.Header | None = None) -> dict[str, Any]:
    """Return an epoch as a trace records it; with the header also Lam and, once LP1 is solved,
    V."""
    tables = {name: getattr(epoch, name) for name in RECORDED}
    if header is None:
        return records.epoch_record(epoch.i, epoch.t, tables, epoch.value)
    if epoch.i > 1:
        tables["V"] = optimistic_values(epoch.P_bar, epoch.eps, epoch.r_hat).of_states()
    Lam = log_term(header.T, header.X, header.A, float(header.delta), header.choices["log"])
    return records.epoch_record(epoch.i, epoch.t, tables, epoch.value, Lam)
