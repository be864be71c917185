"""A run of FPOP, O-REPS, UC-O-REPS or UOB-REPS that writes a trace which `proofs-check trace`
checks: every policy, estimate and KL step of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, nullcontext
from itertools import pairwise
from typing import Any, Unpack

from reference import readings
from reference.figure1 import algorithms
from reference.figure1.learner import Played, Wrapped
from reference.figure1.learner import episodes as play
from reference.figure1.worlds import TableSimulator, costs, informed, world
from reference.guests.family import family_records as family
from reference.mdp import LayeredMDP, Tables, check_delta, check_horizon
from reference.running.driver import PRODUCER, Session, SessionOptions, last_episode
from reference.running.outcome import Progress, as_recorded
from reference.simulator import check_seed
from reference.support.errors import PreconditionError
from reference.trace.records import end_record, episode_record, epoch_record

TRACED = {
    "fpop": family.PERTURBED,
    "o-reps": family.O_REPS,
    "o-reps-bandit": family.O_REPS,
    "uc-o-reps": family.UC_O_REPS,
    "uc-o-reps-bandit": family.UC_O_REPS,
    "uob-reps": family.UOB_REPS,
}
"""Names of `reference.figure1.algorithms`, and those of the trace."""
RADIUS = 1e-5
"""The radius declared for every KL step, or eta / 100 if that is less; at the paper's size the true
one is about 1e-7."""
Write = Callable[[Mapping[str, Any]], None]


def run_traced(
    mdp: LayeredMDP,
    algorithm: str,
    T: int,
    *,
    delta: float = 0.1,
    seed: int = 0,
    rewards: str = "bernoulli",
    **options: Unpack[SessionOptions],
) -> dict[str, Any]:
    """Play T episodes of `algorithm`, NAME or NAME:KEY=VALUE with a NAME of TRACED. `rewards`: a
    distribution, an adversary or a file (`worlds`). `options` are those of a `Session`; these
    traces always hold every quantity.

    Returns what `ucrl-lp run` prints; the regret is eq. (2), or that in hindsight under an
    adversary, of the episodes played. Raises PreconditionError, StepError, MalformedInput and
    UnusablePath."""
    session, spec = Session(**options), algorithms.parse(algorithm)
    if spec.algorithm not in TRACED:
        rule = f"has no trace; those that have one are {', '.join(TRACED)}"
        raise PreconditionError("algorithm", spec.algorithm, rule)
    mdp = as_recorded(mdp)
    T, delta, seed = check_horizon(T), float(check_delta(delta)), check_seed(seed)
    learner: Any = spec.learner(mdp.layers, mdp.A, T, delta, seed, mdp.P)
    head = declared(spec, learner, mdp, T, delta, seed)
    for name in ("eta", "gamma"):
        if name in head.options and not 0 < head.options[name] <= family.LARGEST:
            most = family.LARGEST
            rule = f"gives {name} = {head.options[name]:g}, which a trace holds up to {most}"
            raise PreconditionError("delta", delta, rule)
    last = last_episode(head.T, session.episodes)
    where = world(mdp, T, seed, rewards)
    started = time.perf_counter()

    def played(run: _Recorded) -> Iterator[Played]:
        for t, episode in enumerate(play(run, where, last), 1):
            yield episode
            if session.on_progress:
                seconds = time.perf_counter() - started
                session.on_progress(Progress(t, last, run.recorded, None, seconds))
            if session.stop and session.stop():
                return

    with closing(session.writer(T, mdp.layers, mdp.A)) if session.out else nullcontext() as writer:
        write: Write = writer.write if writer else lambda record: None
        write(family.family_header(head))
        run = _Recorded(learner, informed(learner, where, seed, rewards), head, write)
        cost = costs(where, last, played(run))
        write(end_record(run.t, run.recorded))
    regret = float(cost.regret[: run.t].sum())
    if isinstance(where, TableSimulator):  # V_star is the best policy's total over `last`
        regret += (last - run.t) * cost.V_star
    return {
        "algorithm": head.algorithm,
        "layers": list(mdp.layers),
        "A": mdp.A,
        "T": T,
        "delta": delta,
        "seed": seed,
        "rewards": rewards,
        "episodes": run.t,
        "interrupted": run.t < last,
        "regret": regret,
        "rewards received": float(cost.reward.sum()),
        "epochs": run.recorded,
        "updates": run.t - 1,
        "seconds": time.perf_counter() - started,
        **{key: value for key, value in head.options.items() if value != 1},
    }


def declared(
    spec: algorithms.AlgorithmSpec, learner: Any, mdp: LayeredMDP, T: int, delta: float, seed: int
) -> family.FamilyHeader:
    """Return what the trace records about the run before it starts."""
    name = TRACED[spec.algorithm]
    given = {"feedback": "full" if learner.full_information else "bandit", **spec.full}
    given |= {key: getattr(learner, key) for key in ("eta", "gamma") if hasattr(learner, key)}
    return family.FamilyHeader(
        mdp.layers, mdp.A, T, delta, readings.choose(), producer=PRODUCER, mdp=mdp, seed=seed,
        algorithm=name, radius=min(RADIUS, given["eta"] / 100),
        options={key: given.get(key, default) for key, default in family.OPTIONS[name].items()},
    )  # fmt: skip


class _Recorded(Wrapped):
    """Learner at play, each of its episodes written as epoch, step and episode. An update that
    would only serve an episode after the last is not written."""

    def __init__(
        self, learner: Any, informed: Any, head: family.FamilyHeader, write: Write
    ) -> None:
        super().__init__(informed)
        self.learner, self.head, self.write = learner, head, write
        self.t = self.recorded = 0
        self.Y: Tables | None = None

    def start_episode(self, t: int) -> None:
        if self.learner.epochs > self.recorded:
            self.recorded = self.learner.epochs
            self.write(epoch_record(self.recorded, t, self._epoch(), of=family.FAMILY_EPOCH_FIELDS))
        self.write(self._step(t))
        self.inner.start_episode(t)

    def end_episode(self, t: int) -> None:
        of = self.learner
        self.inner.end_episode(t)
        if self.head.full_information:
            self.write(family.informed_episode(t, of.x, of.a, of.r, of.table()))
        else:
            self.write(episode_record(t, of.x, of.a, of.r))
        self.t = t

    def _epoch(self) -> dict[str, Any]:
        """Return the tables of the epoch that begins."""
        of, pairs = self.learner, self.learner.pairs
        tables: dict[str, Any] = {"N": of.N_i, "N3": of.counts.N3}
        if self.head.algorithm == family.UOB_REPS:
            tables |= {"lo": of.lo, "hi": of.hi}
        elif self.head.algorithm == family.UC_O_REPS:
            tables["P_bar"] = pairs.split(of.P_i.P_bar)
            tables["eps"] = pairs.split_pairs(of.P_i.eps)
        elif self.head.algorithm == family.PERTURBED:
            tables |= {"P_bar": of.P_bar, "eps": of.eps}
        return tables

    def _step(self, t: int) -> dict[str, Any]:
        of, pairs = self.learner, self.learner.pairs
        tables: dict[str, Any] = {"pi": of.policy()}
        if not self.head.mirror_descent:
            if of.Y is not self.Y:
                self.Y = tables["Y"] = of.Y
            return family.step_record(t, tables)
        tables["log_q"] = pairs.split(of.log_q)
        if hasattr(of, "step"):  # none before the first step
            ends = [*pairs.first, pairs.X]
            tables["beta"] = [of.step.beta[i:j] for i, j in pairwise(ends)]
        if t == 1:
            return family.step_record(t, tables)
        tables["l_hat"] = pairs.split_pairs(of.l_hat)
        return family.step_record(t, tables, getattr(of, "u", None))
