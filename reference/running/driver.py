"""A run of UCRL-LP on an MDP: consumes what Algorithm 1 yields, writes the trace, summarises."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict, Unpack

from reference import readings
from reference.backward_induction import optimistic_values
from reference.confidence import log_term
from reference.mdp import LayeredMDP, check_delta, check_horizon, check_whole
from reference.occupancy import optimal_policy, value
from reference.running.choose import Solver, records_pi_alone, solver_of
from reference.running.outcome import Progress, Run, algorithm_1, as_recorded
from reference.simulator import check_seed
from reference.support.errors import Interrupted, PreconditionError
from reference.support.versions import VERSION
from reference.trace import records
from reference.trace.records import WIDTH
from reference.ucrl_lp import Episode, Epoch

PRODUCER = {"name": "reference", "version": VERSION}
RECORDED = ("N", "N3", "r_bar", "eps", "b", "r_hat", "q_hat", "pi")  # of an epoch, in a trace
ALONE = ("pi",)  # ... where there are too many triples for a table


class SessionOptions(TypedDict, total=False):
    """Fields of a `Session`, as keywords of a run."""

    episodes: int | None
    out: str | os.PathLike[str] | None
    force: bool
    detailed: bool
    on_progress: Callable[[Progress], None] | None
    stop: Callable[[], bool] | None


@dataclass(frozen=True)
class Session:
    """How a run of any algorithm is played and recorded: `episodes` of its T (all by default); the
    trace is written to `out` if given, over an existing file with `force`, every quantity of an
    epoch with `detailed`. `on_progress` is told; `stop` is asked before every episode."""

    episodes: int | None = None
    out: str | os.PathLike[str] | None = None
    force: bool = False
    detailed: bool = False
    on_progress: Callable[[Progress], None] | None = None
    stop: Callable[[], bool] | None = None

    def writer(
        self, T: int, layers: Sequence[int] = (), A: int = 1, pi_alone: bool = False
    ) -> records.TraceWriter:
        """Return the writer of a trace to `out`. Raises UnusablePath and, before the file is
        touched, PreconditionError where no trace may be so large."""
        records.check_limits(layers, A, T, pi_alone)
        out = os.fspath(self.out or "")
        return records.TraceWriter(out, force=self.force, pi_alone=pi_alone)


class HasMDP(Protocol):
    """What `reference.environments.make` returns: an environment that has a layered MDP."""

    @property
    def mdp(self) -> LayeredMDP:
        """Return the MDP."""


def run(
    mdp: LayeredMDP | HasMDP,
    T: int,
    *,
    delta: float = 0.1,
    seed: int = 0,
    choices: readings.Choices | None = None,
    **options: Unpack[SessionOptions],
) -> Run:
    """Play T episodes of UCRL-LP on `mdp`, or on that of an environment, or `episodes` of them;
    write a trace to `out` if given.

    `choices` are readings by key or R-id. The other options, those of a `Session`: `episodes`,
    `out`, `force` to overwrite it, `detailed` epochs that record Lam and V too, `on_progress`,
    `stop`. `stop` is called before every episode and before LP1, which Ctrl-C ends; if true, the
    run ends early with a valid partial trace. Raises PreconditionError, SolverError,
    UnusablePath."""
    mdp = mdp if isinstance(mdp, LayeredMDP) else mdp.mdp
    session = Session(**options)
    full = readings.to_play(choices)
    alone = records_pi_alone(mdp.layers, mdp.A, full)
    header = records.Header(
        mdp.layers,
        mdp.A,
        check_horizon(T),
        float(check_delta(delta)),
        full,
        producer=PRODUCER,
        mdp=None if alone else mdp,
        seed=check_seed(seed),
    )
    last = last_episode(header.T, session.episodes)
    writer = None if session.out is None else session.writer(T, mdp.layers, mdp.A, alone)
    solver = solver_of(mdp.layers, mdp.A, full, session.out)
    recording = Recording(header, mdp, solver, last, writer, session.detailed)
    return recording.play(session.on_progress, session.stop)


def last_episode(T: int, episodes: int | None) -> int:
    """Return the last episode to play: T, or fewer as requested. Raises PreconditionError for
    more, and for a T that no trace may have."""
    records.check_limits((), 1, T)
    episodes = T if episodes is None else check_whole("episodes", episodes)
    if episodes > T:
        raise PreconditionError("episodes", episodes, f"must not exceed T = {T}")
    return episodes


@dataclass(frozen=True)
class Recording:
    """Run to play on a simulator and, with a writer, to record: up to episode `episodes`.

    A `detailed` trace has Lam and V in its epochs too."""

    header: records.Header
    mdp: LayeredMDP
    solver: Solver
    episodes: int
    writer: records.TraceWriter | None = None
    detailed: bool = False

    def play(
        self,
        on_progress: Callable[[Progress], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Run:
        """Play Algorithm 1 as the header specifies, up to the last episode or until `stop`; write
        what it yields and close the writer. Raises what `run` raises."""
        header, choices, seed = self.header, self.header.choices, self.header.seed or 0
        self.solver.stop = stop
        alone = records_pi_alone(self.mdp.layers, self.mdp.A, choices)
        truth, delta = as_recorded(self.mdp), float(header.delta)
        best = float(optimal_policy(truth).value)
        outcome = Run(self.mdp, header.T, delta, seed, choices, best)
        algorithm = algorithm_1(self.mdp, header.T, delta, seed, choices, self.solver)
        write = self.writer.write if self.writer else lambda record: None
        started = time.perf_counter()
        with closing(self.writer) if self.writer else nullcontext():
            write(records.header_record(header))
            for item in _until_interrupted(algorithm, outcome):
                match item:
                    case Epoch() as epoch:
                        write(as_record(epoch, header if self.detailed else None, alone))
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
                if stop and stop():
                    outcome.interrupted = True
                    break
            if not outcome.interrupted or outcome.episodes < header.T:  # else LP1 is due
                write(records.end_record(outcome.episodes, epoch.i))
        outcome.N = epoch.N
        if isinstance(item, Episode):  # of an epoch that has not ended
            outcome.N = tuple(N + n for N, n in zip(epoch.N, item.n, strict=True))
        outcome.seconds = time.perf_counter() - started
        return outcome

    def _is_reported(self, item: Epoch | Episode, t: int) -> bool:
        return t > 0 and (isinstance(item, Epoch) or t % 1000 == 0 or t == self.episodes)


def _until_interrupted(
    algorithm: Iterator[Epoch | Episode], outcome: Run
) -> Iterator[Epoch | Episode]:
    """Yield what Algorithm 1 yields; it ends after an episode if LP1 is interrupted."""
    try:
        yield from algorithm
    except Interrupted:
        outcome.interrupted = True


def as_record(
    epoch: Epoch, header: records.Header | None = None, alone: bool = False
) -> dict[str, Any]:
    """Return an epoch as a trace records it, or with pi `alone`; with the header also Lam and, once
    LP1 is solved, V."""
    tables = {name: getattr(epoch, name) for name in (ALONE if alone else RECORDED)}
    if not alone and epoch.eps[0].ndim == epoch.P_bar[0].ndim:  # the widths of intervals, R-37
        tables = {WIDTH if name == "eps" else name: table for name, table in tables.items()}
    if header is None:
        return records.epoch_record(epoch.i, epoch.t, tables, epoch.value)
    if epoch.i > 1 and not alone:
        tables["V"] = optimistic_values(epoch.P_bar, epoch.eps, epoch.r_hat).of_states()
    Lam = log_term(header.T, header.X, header.A, float(header.delta), header.choices["log"])
    return records.epoch_record(epoch.i, epoch.t, tables, epoch.value, Lam)
