"""The audit: make the sampled runs, check every claim, derive every status. Parallel processes.

The result does not depend on the number of workers, on scheduling or on the time it takes: every
claim is a function of the suite, and results are put in the order of the registry.
"""

from __future__ import annotations

import os
import pickle
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache, partial

from proofs_check import claims
from proofs_check.audit.evaluation import evaluate, refute
from proofs_check.audit.store import AuditStore
from proofs_check.audit.workers import ALONE, run
from proofs_check.ledger.inventory import committed
from proofs_check.ledger.registry import REGISTRY, Claim, Key, Result
from proofs_check.ledger.statement_graph import derive, in_order
from proofs_check.sampled_runs import suite as runs
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE, PreconditionError, UnusableWorkers


@dataclass(frozen=True)
class Progress:
    """Where the audit stands: `done` of `total` in this `phase`, the last one being `what`."""

    phase: str  # "runs" or "claims"
    done: int
    total: int
    what: str
    seconds: float


@dataclass(frozen=True)
class Tooth:
    """What became of a planted false variant."""

    key: Key
    change: str
    result: Result

    @property
    def bites(self) -> bool:
        """It was refuted, with a witness."""
        return self.result.verdict.value == "FAILS" and bool(self.result.witness)


@dataclass(frozen=True)
class AuditResult:
    """The selected claims with their results, in the order of the paper; seconds per claim."""

    results: tuple[Result, ...]
    teeth: tuple[Tooth, ...] = ()
    full: bool = False
    seconds: float = 0.0
    seconds_of: tuple[tuple[Key, float], ...] = ()  # for tuning; not part of any report

    @property
    def unexpected(self) -> tuple[Result, ...]:
        """Results whose verdict is not the committed one."""
        return tuple(r for r in self.results if not r.as_expected)

    @property
    def exit_status(self) -> int:
        """0 all as committed and every tooth bites; 1 something is false that was not known to be,
        or no longer false; 2 undecided or vacuous beyond that; 4 nothing was checked."""
        if not self.results:
            return USAGE
        if not all(tooth.bites for tooth in self.teeth):
            return FALSE
        verdicts = {r.verdict.value for r in self.unexpected}
        if verdicts - {"UNDECIDED", "VACUOUS"}:
            return FALSE
        return UNDECIDED if verdicts else OK


def audit(
    only: str | Iterable[str] | None = None,
    full: bool = False,
    workers: int = 2,
    on_progress: Callable[[Progress], None] | None = None,
    *,
    teeth: bool = False,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
) -> AuditResult:
    """Check the claims with label `only` (default: all) in both forms, and what they rest on.

    `full`: the larger suite. `teeth`: also check that every planted false variant is refuted.
    `workers` processes, 1 stays in this one; or as many jobs in flight on `executor`, which may
    be anything like those of concurrent.futures. `store`: a directory that keeps every run and
    result as it is found; what is there already is not computed again.
    Raises PreconditionError for an unknown label, UnusableWorkers, and what AuditStore raises.

    >>> found = audit("eq:14", workers=1)
    >>> [(r.claim.number, r.verdict.value, r.derived_status) for r in found.results]
    [('(14)', 'HOLDS', 'proved')]
    >>> found.exit_status
    0
    """
    if workers < 1:
        raise PreconditionError("workers", workers, "must be at least 1")
    started = time.perf_counter()
    selected = select(only)
    keys = in_order(selected)
    planted = [(key, k) for key in selected for k in range(len(REGISTRY[key].planted))]

    def tell(phase: str, done: int, total: int, what: str) -> None:
        if on_progress:
            on_progress(Progress(phase, done, total, what, time.perf_counter() - started))

    kept = AuditStore(store, full) if store is not None else None
    made = _runs(full, workers, executor, kept, tell)
    jobs = [(key, WHOLE) for key in keys] + (planted if teeth else [])
    found = _claims((*made, *runs.foreign()), full, jobs, workers, executor, kept, tell)
    results = derive({key: found[key, WHOLE][0] for key in keys})
    return AuditResult(
        tuple(results[key] for key in selected),
        tuple(
            Tooth(key, REGISTRY[key].planted[k].change, found[key, k][0])
            for key, k in (planted if teeth else [])
        ),
        full,
        time.perf_counter() - started,
        tuple((key, found[key, WHOLE][1]) for key in keys),
    )


def select(only: str | Iterable[str] | None = None) -> list[Key]:
    """The keys of the claims with these labels, in the order of the paper. Raises PreconditionError
    for an unknown one."""
    claims.load()
    everything = sorted(REGISTRY.values(), key=position)
    if only is None:
        return [one.key for one in everything]
    labels = [only] if isinstance(only, str) else list(only)
    known = {one.label for one in everything}
    for label in labels:
        if label not in known:
            near = get_close_matches(label, sorted(known), n=3, cutoff=0.4)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            raise PreconditionError("label", label, f"no such claim{hint}")
    return [one.key for one in everything if one.label in labels]


def position(one: Claim) -> tuple[int, str, str]:
    """Where a claim stands in the paper: at its label; a step of a proof right after its statement
    (`lem:4:azuma` after `lem:4`); or else at the first item it covers."""
    places = _places()
    parent = one.label.rpartition(":")[0]
    first = min(places.get(id, len(places)) for id in one.covers)
    return places.get(one.label, places.get(parent, first)), one.label, one.form


@cache
def _places() -> dict[str, int]:
    return {item.id: k for k, item in enumerate(committed())}


# ----------------------------------------------------------------------------- jobs

WHOLE = -1  # the claim, not a planted variant
Job = tuple[Key, int]
Tell = Callable[[str, int, int, str], None]


def _runs(
    full: bool, workers: int, executor: Executor | None, store: AuditStore | None, tell: Tell
) -> list[runs.Made]:
    """The sampled runs, in the order of the suite."""
    specs = runs.specs(full)
    made: dict[str, runs.Made] = {}
    if store:
        for spec in specs:
            trace = store.trace(spec.name)
            if trace is not None:
                made[spec.name] = runs.named(spec, trace)

    def take(k: int, run: runs.Made) -> None:
        made[run.name] = run
        if store:
            store.write_trace(run.name, run.trace)
        tell("runs", len(made), len(specs), "")

    todo = [k for k, spec in enumerate(specs) if spec.name not in made]
    run(partial(_make, full), todo, take, _lost, workers, executor)
    return [made[spec.name] for spec in specs]


def _claims(
    made: Sequence[runs.Made],
    full: bool,
    jobs: Sequence[Job],
    workers: int,
    executor: Executor | None,
    store: AuditStore | None,
    tell: Tell,
) -> dict[Job, tuple[Result, float]]:
    """Result and seconds of every job."""
    found: dict[Job, tuple[Result, float]] = {}
    if store:
        for job in jobs:
            result = store.result(*job)
            if result is not None:
                found[job] = result, 0.0

    def take(job: Job, answer: tuple[Result, float]) -> None:
        found[job] = answer
        if store:
            store.write_result(*job, answer[0])
        tell("claims", len(found), len(jobs), _name(job))

    todo = [job for job in jobs if job not in found]
    # A job carries the suite, a megabyte: a worker needs nothing but the job.
    suite = zlib.compress(pickle.dumps((tuple(made), full)))
    run(partial(_check, suite), todo, take, _lost, workers, executor)
    return found


def _make(full: bool, k: int) -> runs.Made:
    return runs.make_named(runs.specs(full)[k])


def _check(suite: bytes, job: Job) -> tuple[Result, float]:
    """The claim itself, or its k-th planted variant."""
    (key, k), started = job, time.perf_counter()
    with ALONE:
        claims.load()
        one = REGISTRY[key]
        seen = _suite(suite)
        result = evaluate(one, seen) if k == WHOLE else refute(one, one.planted[k], seen)
    return result, time.perf_counter() - started


@lru_cache(maxsize=1)
def _suite(packed: bytes) -> runs.Suite:
    """Of this process: unpacked when its first job asks for it."""
    return runs.Suite(*pickle.loads(zlib.decompress(packed)))


def _lost(job: object, reason: str) -> None:
    """An audit without one of its results is none."""
    raise UnusableWorkers("audit", f"{job}: {reason}")


def _name(job: Job) -> str:
    (label, form), k = job
    return f"{label} ({form})" + ("" if k == WHOLE else ", a planted fault")
