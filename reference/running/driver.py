"""A run of UCRL-LP on an MDP: consumes what Algorithm 1 yields, writes the trace, summarises."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from reference import VERSION, readings
from reference.backward_induction import optimistic_values
from reference.confidence import log_term
from reference.mdp import LayeredMDP, Tables, check_delta, check_horizon
from reference.occupancy import optimal_policy, value
from reference.regret import doublings, epoch_bounds
from reference.running.solver import Glop
from reference.simulator import POLICY, Simulator, check_seed, executor, uniforms
from reference.support.errors import PreconditionError
from reference.trace import records
from reference.ucrl_lp import Epoch, ucrl_lp

PRODUCER = {"name": "reference", "version": VERSION}
RECORDED = ("N", "N3", "r_bar", "eps", "b", "r_hat", "q_hat", "pi")  # of an epoch, in a trace


@dataclass(frozen=True)
class Progress:
    """The progress of a run; passed to `on_progress` at every epoch and every 1000 episodes.
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
    """The outcome of `run`. Regret is eq. (2) in float64; `realised` uses the rewards seen (R-15).

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
        """Eq. (2) for the episodes played."""
        return float(sum(e.regret_per_episode * e.episodes for e in self.epochs))

    @property
    def realised_regret(self) -> float:
        """episodes * V(pi*) minus the rewards received."""
        return self.episodes * self.optimal_value - self.rewards

    def regret_curve(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """(t, Reg_t) at the end of every epoch, from (0, 0)."""
        lost = [e.regret_per_episode * e.episodes for e in self.epochs]
        return np.cumsum([0, *(e.episodes for e in self.epochs)]), np.cumsum([0.0, *lost])

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
    last = last_episode(header, episodes)
    solver = Glop(mdp.layers, mdp.A, header.choices, out)
    writer = None if out is None else records.TraceWriter(out, force=force)
    return run_recorded(header, mdp, solver, last, writer, detailed, on_progress, stop)


def last_episode(header: records.Header, episodes: int | None) -> int:
    """The last episode to play: T, or fewer as requested. Raises PreconditionError for more."""
    episodes = header.T if episodes is None else check_horizon(episodes)
    if episodes > header.T:
        raise PreconditionError("episodes", episodes, f"must not exceed T = {header.T}")
    return episodes


def as_recorded(mdp: LayeredMDP) -> LayeredMDP:
    """The MDP that a trace records, in doubles."""
    return mdp.to_exact().to_float()


def run_recorded(
    header: records.Header,
    mdp: LayeredMDP,
    solver: Glop,
    episodes: int,
    writer: records.TraceWriter | None,
    detailed: bool,
    on_progress: Callable[[Progress], None] | None,
    stop: Callable[[], bool],
) -> Run:
    """Algorithm 1 on the simulator, as the header specifies; writes what it yields, and closes the
    writer, and summarises it, up to `episodes` of them or until `stop`."""
    truth, choices, seed = as_recorded(mdp), header.choices, header.seed or 0
    execute = executor(Simulator(truth, seed, choices["reward-law"]), uniforms(seed, POLICY))
    delta = float(header.delta)
    best = float(optimal_policy(truth).value)
    outcome = Run(mdp, header.T, delta, seed, choices, best)
    write = writer.write if writer else lambda record: None
    started = time.perf_counter()
    with closing(writer) if writer else nullcontext():
        write(records.header_record(header))
        for item in ucrl_lp(mdp.layers, mdp.A, header.T, delta, execute, solver, choices):
            if isinstance(item, Epoch):
                epoch, n = item, None
                write(as_record(epoch, header if detailed else None))
                summary = EpochSummary(
                    epoch.i, epoch.t, epoch.pi, best - float(value(truth, epoch.pi)), epoch.value,
                    epoch.unoccupied, solver.build_seconds, solver.solve_seconds,
                )  # fmt: skip
                outcome.epochs.append(summary)
            else:
                write(records.episode_record(item.t, list(item.x), list(item.a), list(item.r)))
                outcome.episodes, n = item.t, item.n
                outcome.rewards += sum(item.r)
                outcome.triggers += item.doubled
                summary.episodes += 1
                if item.doubled and (item.t < header.T or choices["last-trigger"] == "solve"):
                    continue  # an epoch starts before anything else happens
            t = outcome.episodes
            if on_progress and t and (n is None or t % 1000 == 0 or t == episodes):
                seconds = time.perf_counter() - started
                on_progress(Progress(t, episodes, epoch.i, outcome.regret, seconds))
            if t == episodes:
                break
            if stop():
                outcome.interrupted = True
                break
        write(records.end_record(outcome.episodes, epoch.i))
    outcome.N = epoch.N if n is None else tuple(N + m for N, m in zip(epoch.N, n, strict=True))
    outcome.solves = epoch.i - 1
    outcome.seconds = time.perf_counter() - started
    return outcome


def as_record(epoch: Epoch, header: records.Header | None = None) -> dict[str, Any]:
    """An epoch as a trace records it; with the header also Lam and, once LP1 is solved, V."""
    tables = {name: getattr(epoch, name) for name in RECORDED}
    if header is None:
        return records.epoch_record(epoch.i, epoch.t, tables, epoch.value)
    if epoch.i > 1:
        tables["V"] = optimistic_values(epoch.P_bar, epoch.eps, epoch.r_hat).of_states()
    Lam = log_term(header.T, header.X, header.A, float(header.delta), header.choices["log"])
    return records.epoch_record(epoch.i, epoch.t, tables, epoch.value, Lam)
