"""The audit: make the sampled runs, check every claim, derive every status. Parallel processes.

The result does not depend on the number of workers, on scheduling or on time: every
claim is a function of the suite, and results are put in the order of the registry.
"""

from __future__ import annotations

import gc
import os
import pickle
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from proofs_check import statements
from proofs_check.audit.store import AuditStore
from proofs_check.evaluation.statements import statements as two_sided
from proofs_check.evaluation.suite import SaidByRun, evaluation_of, evidence_of_runs, said_by
from proofs_check.ledger.evidence import Refuted, first_failure_ends
from proofs_check.ledger.names import labels_of
from proofs_check.ledger.registry import (
    REGISTRY,
    STATEMENTS,
    Check,
    Claim,
    Evidence,
    Key,
    Result,
    Vacuity,
    Verdict,
    compared_forms,
    decisive,
    evidence_of,
)
from proofs_check.ledger.statement import ClaimKind, Planted, ProofStep
from proofs_check.ledger.statement_graph import derive
from proofs_check.machine_checked.record import WRONG_IN_COQ, machine_checked
from proofs_check.sampled_runs.specs import Spec, specs
from proofs_check.sampled_runs.suite import Suite, chosen_entries, make_trace, suite
from proofs_check.workers import ALONE, checked_with
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE, PreconditionError, UnusableWorkers
from reference.support.workers import run_jobs


@dataclass(frozen=True)
class AuditProgress:
    """Progress of the audit: `done` of `total` in this `phase`, the last one being `what`."""

    phase: str  # "runs" or "claims"
    done: int
    total: int
    what: str
    seconds: float


@dataclass(frozen=True)
class PlantedResult:
    """Result of checking a planted false variant."""

    key: Key
    result: Result

    @property
    def refuted(self) -> bool:
        """Whether it fails, with a witness."""
        return self.result.verdict.value == "FAILS" and bool(self.result.witness)


@dataclass(frozen=True)
class AuditResult:
    """Selected claims with their results, in the order of the paper."""

    results: tuple[Result, ...]
    planted: tuple[PlantedResult, ...] = ()
    full: bool = False

    @property
    def unexpected(self) -> tuple[Result, ...]:
        """Return the results whose verdict is not the committed one."""
        return tuple(r for r in self.results if not r.as_expected)

    def refuted(self, key: Key, k: int) -> bool | None:
        """Whether the k-th planted fault of a claim was refuted; None if it was not tried."""
        of_claim = [one.refuted for one in self.planted if one.key == key]
        return of_claim[k] if of_claim else None

    @property
    def exit_status(self) -> int:
        """Return 0 if every verdict is as committed and every planted fault is refuted; 1 if a
        statement has become false or is false no longer; 2 if other verdicts have become undecided
        or vacuous; 4 if nothing was checked."""
        if not self.results:
            return USAGE
        if not all(one.refuted for one in self.planted):
            return FALSE
        verdicts = {r.verdict.value for r in self.unexpected}
        if verdicts - {"UNDECIDED", "VACUOUS"}:
            return FALSE
        return UNDECIDED if verdicts else OK


def audit(
    only: str | Iterable[str] | None = None,
    full: bool = False,
    workers: int = 2,
    on_progress: Callable[[AuditProgress], None] | None = None,
    *,
    planted: bool = False,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
) -> AuditResult:
    """Check the claims with label or name `only` (default: all) in both forms. Premises that are
    not among them count with their committed status.

    `full`: the larger suite. `planted`: also check that every planted false variant is refuted.
    `workers` processes, 1 stays in this one; or as many jobs in flight on `executor`, any executor
    like those of concurrent.futures. `store`: a directory that keeps every run and result as it is
    found; what it already holds is not computed again. Raises PreconditionError for an unknown
    label, MalformedInput for a record of Coq's theorems made from other sources, UnusableWorkers,
    and what AuditStore raises.

    >>> found = audit("(14)", workers=1)
    >>> [(r.claim.number, r.verdict.value, r.derived_status) for r in found.results]
    [('(14)', 'HOLDS', 'given')]
    >>> found.exit_status
    0
    """
    if workers < 1:
        raise PreconditionError("workers", workers, "must be at least 1")
    started = time.perf_counter()
    selected = select(only)
    machine_checked()  # a record of other sources is an error, not an undecided claim
    false = [(key, k) for key in selected for k in range(len(REGISTRY[key].planted)) if planted]

    def tell(phase: str, done: int, total: int, what: str) -> None:
        if on_progress:
            on_progress(AuditProgress(phase, done, total, what, time.perf_counter() - started))

    kept = AuditStore.of(store, full) if store is not None else None
    # A few claims read few runs, or none: their runs are then made where they are read.
    runs = specs(full) if kept or full or only is None else []
    jobs = [(key, WHOLE) for key in selected] + false
    compared = tuple(module for module, one in two_sided().items() if one.label in dict(selected))
    found, said = _found(runs, jobs, compared, planted, full, workers, executor, kept, tell)
    results = derive({key: _on_runs(found[key, WHOLE], said) for key in selected})
    refuted = [PlantedResult(key, found[key, k]) for key, k in false]
    return AuditResult(
        tuple(results[key] for key in selected),
        (*refuted, *(_variants(selected, said) if planted else ())),
        full,
    )


def select(only: str | Iterable[str] | None = None) -> list[Key]:
    """Return the keys of the claims with these labels or names (`labels_of`), in the order of the
    paper. Raises PreconditionError for an unknown one."""
    statements.load()
    everything = sorted(REGISTRY.values(), key=lambda one: one.position)
    if only is None:
        return [one.key for one in everything]
    names = [only] if isinstance(only, str) else only
    labels = {label for name in names for label in labels_of(name)}
    return [one.key for one in everything if one.label in labels]


# ----------------------------------------------------------------------------- one claim


def evaluate(one: Claim, seen: Suite) -> Result:
    """Run the steps of the claim's proof and its check, and add what Coq proves, from the record.
    An exception in a check is UNDECIDED with its text, without traceback."""

    def everything(seen: Suite) -> Iterator[Evidence | Vacuity]:
        for step in one.steps:
            yield from _of_step(step, seen)
        if one.check and one.check not in [step.check for step in one.steps]:
            yield from evidence_of(one.check, seen)
        yield from _in_coq(one)

    return _collect(one, everything, seen)


def _of_step(step: ProofStep, seen: Suite) -> Iterator[Evidence | Vacuity]:
    """Yield the evidence of a step. Raises PreconditionError where a proof is not for all
    values."""
    if step.kind == "argued":
        yield Evidence("argued", Verdict.HOLDS, 1, "prose", step=True, of_step=step.says)
    for found in evidence_of(step.check, seen):
        if isinstance(found, Vacuity):
            yield found
        elif step.kind == "proved" and found.kind != "proved":
            raise PreconditionError("step", found.kind, f"does not prove all values: {step.says}")
        else:
            yield replace(found, step=True, of_step=step.says)


def _in_coq(one: Claim) -> Iterator[Evidence]:
    """Yield what a theorem of the Coq development proves: the form, or that it is false, or that it
    does not follow."""
    for mapped, theorem in machine_checked().get(one.key, []):
        place = f"{theorem.name} ({theorem.place}; axioms: {theorem.uses})"
        verdict = WRONG_IN_COQ.get(mapped.form, Verdict.HOLDS)
        wrong = verdict is not Verdict.HOLDS
        yield Evidence(
            "machine-checked",
            verdict,
            1,
            f"{place}; recorded, not rebuilt here",
            step=mapped.part,
            under=mapped.under,
            witness={"theorem": theorem.name, "file": theorem.file} if wrong else None,
            theorem=theorem.statement,
        )


def refute(one: Claim, false: Planted, seen: Suite) -> Result:
    """Run a planted variant up to its first counterexample."""
    with first_failure_ends():
        return _collect(one, false.check, seen, kind="pathwise")  # any counterexample will do


def _collect(one: Claim, check: Check, seen: Suite, kind: ClaimKind | None = None) -> Result:
    evidence: list[Evidence] = []
    vacuous: list[Vacuity] = []
    try:
        for found in evidence_of(check, seen):
            if isinstance(found, Vacuity):
                vacuous.append(found)
            else:
                evidence.append(found)
    except Refuted as e:
        evidence.append(e.evidence)
    except Exception as e:  # a broken check must not look like a verdict, nor stop the others
        note = f"the check itself failed: {type(e).__name__}: {e}"
        evidence.append(Evidence("proved", Verdict.UNDECIDED, 0, note))
    verdict = _verdict(kind or one.kind, evidence)
    if one.kind == "given" and not evidence:
        verdict = Verdict.HOLDS  # a definition: nothing to compare
    return Result(one, verdict, tuple(evidence), tuple(vacuous))


# ----------------------------------------------------------------------------- both sides, on runs


def _on_runs(result: Result, said: Sequence[SaidByRun]) -> Result:
    """Add what the runs say of both sides of a form, if it has two sides."""
    one, every = result.claim, list(result.evidence)
    statement = STATEMENTS[one.module]
    for form in compared_forms(statement, one.form):
        found = evidence_of_runs(
            run.said[key] for run in said if (key := (one.module, form)) in run.said
        )
        under = statement.two_sides.printed_under if statement.two_sides else ""
        every.append(replace(found, under=under if form == "printed" else ""))
    if len(every) == len(result.evidence):
        return result
    return replace(result, evidence=tuple(every), verdict=_verdict(one.kind, every))


def _verdict(kind: ClaimKind, evidence: Iterable[Evidence]) -> Verdict:
    return Verdict.under_choices(decisive(kind, evidence))[0]


def _variants(selected: Sequence[Key], said: Sequence[SaidByRun]) -> Iterator[PlantedResult]:
    """Yield whether a run refutes each false variant of both sides, form by form."""
    for key in selected:
        one = REGISTRY[key]
        for words in one.variants:
            by = [run.run for run in said if (one.module, words) in run.refuted]
            seen = {"run": by[0], "runs": len(by)} if by else None
            verdict = Verdict.FAILS if by else Verdict.HOLDS
            found = Evidence("exact on runs", verdict, len(said), words, witness=seen)
            yield PlantedResult(key, Result(one, verdict, (found,)))


# ----------------------------------------------------------------------------- all claims

WHOLE = -1  # the claim, not a planted variant
FEW = 2
Part = tuple[Key, int]


class OnRun(NamedTuple):
    """Job of comparing both sides of statements on a run of the suite."""

    run: str


Job = Spec | Part | OnRun
Tell = Callable[[str, int, int, str], None]


def _found(
    runs: Sequence[Spec],
    jobs: Sequence[Part],
    compared: Sequence[str],
    planted: bool,
    full: bool,
    workers: int,
    executor: Executor | None,
    store: AuditStore | None,
    tell: Tell,
) -> tuple[dict[Part, Result], list[SaidByRun]]:
    """Make the runs, then do the jobs: compare both sides of these statements on every run, check
    the claims."""
    made: dict[str, bytes] = {}
    found: dict[Part, Result] = {}
    named = [e.name for e in (*suite(full).all.entries, *chosen_entries())] if compared else []
    said: dict[str, SaidByRun] = {}
    if store:
        made = {one.name: trace for one in runs if (trace := store.trace(one.name)) is not None}
        found = {job: result for job in jobs if (result := store.result(*job))}
    work = _Work(full, tuple(compared), planted)
    work.see(made)

    def take(job: Job, answer: Any) -> None:
        if isinstance(job, Spec):
            made[job.name] = answer
            if store:
                store.write_trace(job.name, answer)
            if len(made) > len(runs) - workers:  # the next job may be a claim
                work.see(made)
            tell("runs", len(made), len(runs), "")
        elif isinstance(job, OnRun):
            said[job.run] = answer
            tell("inequalities", len(said), len(named), job.run)
        else:
            found[job] = answer
            if store:
                store.write_result(*job, answer)
            tell("claims", len(found), len(jobs), _name(job))

    todo: list[Job] = [one for one in runs if one.name not in made]
    todo += map(OnRun, named)
    todo += [job for job in jobs if job not in found]
    if len(todo) <= FEW and executor is None:
        workers = 1  # separate processes would cost more
    run_jobs(
        work, todo, take, _lost,
        versions=checked_with, workers=workers, executor=executor, in_process=True,
    )  # fmt: skip
    return found, [said[name] for name in named]


class _Work:
    """Work of a process: make a run, compare both sides on it, check a claim or refute its k-th
    planted variant.

    It carries the traces made so far, a megabyte; a run that is not among them is made by the
    worker that reads it, with the same bytes."""

    def __init__(self, full: bool, compared: tuple[str, ...], planted: bool) -> None:
        self.full, self.packed = full, b""
        self.compared, self.planted = compared, planted

    def see(self, made: Mapping[str, bytes]) -> None:
        """Keep these runs, which need not be made again."""
        self.packed = zlib.compress(pickle.dumps(dict(made)))

    def __call__(self, job: Job) -> Any:
        if isinstance(job, Spec):
            with _no_collection():
                return make_trace(job)
        if isinstance(job, OnRun):
            with ALONE, _no_collection():
                statements.load()
                return self._said(job.run)
        key, k = job
        with ALONE, _no_collection():
            statements.load()
            one, seen = REGISTRY[key], _suite(self.full, self.packed)
            return evaluate(one, seen) if k == WHOLE else refute(one, one.planted[k], seen)

    def _said(self, run: str) -> SaidByRun:
        entries = (*_suite(self.full, self.packed).all.entries, *chosen_entries())
        entry = next(one for one in entries if one.name == run)
        return said_by(run, evaluation_of(entry, self.planted, self.compared), self.planted)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Collect garbage afterwards only: exact tables are millions of objects without a cycle."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@lru_cache(maxsize=1)
def _suite(full: bool, packed: bytes) -> Suite:
    """Return the suite of this process, unpacked for its first job."""
    return suite(full, pickle.loads(zlib.decompress(packed)))


def _lost(job: object, reason: str) -> None:
    """Raise UnusableWorkers: an audit that lacks a result is not reported."""
    raise UnusableWorkers("audit", f"{job}: {reason}")


def _name(job: Part) -> str:
    (label, form), k = job
    return f"{label} ({form})" + ("" if k == WHOLE else ", a planted fault")
