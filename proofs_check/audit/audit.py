"""The audit: read or make the sampled runs, check every claim, derive every status. In parallel.

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
from proofs_check.evaluation.suite import FormsOnRun, evaluation_of, evidence_of_runs, forms_on
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
from proofs_check.letters.recorder import ReadInto, read_into
from proofs_check.machine_checked.claims import (
    CheckedClaim,
    all_hold,
    changed_claims,
    checked_claims,
)
from proofs_check.machine_checked.quoted import Misquoted, misquoted
from proofs_check.machine_checked.record import WRONG_IN_COQ, machine_checked
from proofs_check.sampled_runs.specs import Spec, specs
from proofs_check.sampled_runs.suite import Suite, chosen_entries, make_trace, suite
from proofs_check.statements.common.orders import given_bounds
from proofs_check.workers import ALONE, checked_with
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE, PreconditionError, UnusableWorkers
from reference.support.workers import Workers, run_jobs


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

    @property
    def absent(self) -> bool:
        """Whether nothing refutes it because what it would be tried on is not installed."""
        return not self.refuted and any(e.absent for e in self.result.evidence)


@dataclass(frozen=True)
class AuditResult:
    """Selected claims with their results, in the order of the paper. `changed`: what is compared on
    runs in another way than Coq proved it; `misquoted`: what is said of a theorem, and is not what
    it states."""

    results: tuple[Result, ...]
    planted: tuple[PlantedResult, ...] = ()
    full: bool = False
    changed: tuple[CheckedClaim, ...] = ()
    misquoted: tuple[Misquoted, ...] = ()

    @property
    def unexpected(self) -> tuple[Result, ...]:
        """Return the results whose verdict is not the committed one."""
        return tuple(r for r in self.results if not r.as_expected)

    def refuted(self, key: Key, k: int) -> bool | None:
        """Whether the k-th planted fault of a claim was refuted; None if it was not tried."""
        of_claim = [
            None if planted.absent else planted.refuted
            for planted in self.planted
            if planted.key == key
        ]
        return of_claim[k] if of_claim else None

    @property
    def exit_status(self) -> int:
        """Return 0 if every verdict is as committed and every planted fault is refuted; 1 if a
        statement has become false or is false no longer, or is not what Coq proved; 2 if other
        verdicts have become undecided or vacuous; 4 if nothing was checked."""
        if not self.results:
            return USAGE
        if not all(planted.refuted or planted.absent for planted in self.planted):
            return FALSE
        if self.changed or self.misquoted:
            return FALSE
        verdicts = {r.verdict.value for r in self.unexpected}
        if verdicts - {"UNDECIDED", "VACUOUS"}:
            return FALSE
        return UNDECIDED if verdicts else OK


@dataclass(frozen=True)
class Means:
    """How an audit is carried out; no result depends on it. `workers` processes, 1 stays in this
    one; or as many jobs in flight on `executor`, any executor like those of concurrent.futures.
    `store`: a directory that keeps every run and result as it is found; what it already holds is
    not computed again. `read` passes a run to its recorder."""

    workers: int = 2
    executor: Executor | None = None
    store: str | os.PathLike[str] | None = None
    read: ReadInto = read_into


def audit(
    only: str | Iterable[str] | None = None,
    full: bool = False,
    on_progress: Callable[[AuditProgress], None] | None = None,
    *,
    planted: bool = False,
    means: Means = Means(),  # frozen
) -> AuditResult:
    """Check the claims with label or name `only` (default: all) in both forms. Premises that are
    not among them count with their committed status.

    `full`: the larger suite. `planted`: also check that every planted false variant is refuted.
    Raises PreconditionError for an unknown label, MalformedInput for a record of Coq's theorems
    made from other sources, UnusableWorkers, and what AuditStore raises.

    >>> found = audit("(14)", means=Means(workers=1))
    >>> [(r.claim.number, r.verdict.value, r.derived_status) for r in found.results]
    [('(14)', 'HOLDS', 'given')]
    >>> found.exit_status
    0
    """
    if means.workers < 1:
        raise PreconditionError("workers", means.workers, "must be at least 1")
    started = time.perf_counter()
    selected = select(only)
    machine_checked()  # a record of other sources is an error, not an undecided claim
    false = [(key, k) for key in selected for k in range(len(REGISTRY[key].planted)) if planted]

    def tell(phase: str, done: int, total: int, what: str) -> None:
        if on_progress:
            on_progress(AuditProgress(phase, done, total, what, time.perf_counter() - started))

    kept = AuditStore.of(means.store, full) if means.store is not None else None
    # A few claims read few runs, or none: their runs are then made where they are read.
    runs = specs(full) if kept or full or only is None else []
    jobs = [(key, WHOLE) for key in selected] + false
    compared = tuple(
        module for module, statement in two_sided().items() if statement.label in dict(selected)
    )
    work = _Work(full, compared, planted, means.read)
    results_of, on_runs = _computed(runs, jobs, work, means, kept, tell)
    results = derive({key: _on_runs(results_of[key, WHOLE], on_runs) for key in selected})
    refuted = [PlantedResult(key, results_of[key, k]) for key, k in false]
    return AuditResult(
        tuple(results[key] for key in selected),
        (*refuted, *(_variants(selected, on_runs) if planted else ())),
        full,
        tuple(changed_claims(dict(results))),
        tuple(misquoted(dict(results))),
    )


def select(only: str | Iterable[str] | None = None) -> list[Key]:
    """Return the keys of the claims with these labels or names (`labels_of`), in the order of the
    paper. Raises PreconditionError for an unknown one."""
    statements.load()
    in_order = sorted(REGISTRY.values(), key=lambda claim: claim.position)
    if only is None:
        return [claim.key for claim in in_order]
    names = [only] if isinstance(only, str) else only
    labels = {label for name in names for label in labels_of(name)}
    return [claim.key for claim in in_order if claim.label in labels]


# ----------------------------------------------------------------------------- one claim


def evaluate(claim: Claim, suite: Suite) -> Result:
    """Run the steps of the claim's proof and its check, and add what Coq proves, from the record.
    An exception in a check is UNDECIDED with its text, without traceback."""

    def all_evidence(suite: Suite) -> Iterator[Evidence | Vacuity]:
        for step in claim.steps:
            yield from _of_step(step, suite)
        if claim.check and claim.check not in [step.check for step in claim.steps]:
            yield from evidence_of(claim.check, suite)
        yield from _in_coq(claim)

    return _collect(claim, all_evidence, suite)


def _of_step(step: ProofStep, suite: Suite) -> Iterator[Evidence | Vacuity]:
    """Yield the evidence of a step. Raises PreconditionError where a proof is not for all
    values."""
    if step.kind == "argued":
        yield Evidence("argued", Verdict.HOLDS, 1, "prose", step=True, of_step=step.says)
    for piece in evidence_of(step.check, suite):
        if isinstance(piece, Vacuity):
            yield piece
        elif step.kind == "proved" and piece.kind != "proved":
            raise PreconditionError("step", piece.kind, f"does not prove all values: {step.says}")
        else:
            yield replace(piece, step=True, of_step=step.says)


def _in_coq(claim: Claim) -> Iterator[Evidence]:
    """Yield what a theorem of the Coq development proves: the form, or that it is false, or that it
    does not follow. Where the form has bounds of other works as hypotheses, so has the theorem that
    carries all of it. A theorem carries all of a form only where Coq proves every claim that the
    form makes of runs, as it is today."""
    yield from _claims_in_coq(claim)
    all_proved = all_hold(claim.key)
    for mapped, theorem in machine_checked().get(claim.key, []):
        place = f"{theorem.name} ({theorem.place}; axioms: {theorem.uses})"
        verdict = WRONG_IN_COQ.get(mapped.form, Verdict.HOLDS)
        wrong = verdict is not Verdict.HOLDS
        cited = claim.bounds and not mapped.part
        given = f"given {given_bounds(claim.bounds)}: " if cited else ""
        yield Evidence(
            "from cited bounds" if cited else "machine-checked",
            verdict,
            1,
            f"{given}{place}; recorded, not rebuilt here",
            step=mapped.part or not (wrong or all_proved),
            assumed=mapped.assumed,
            witness={"theorem": theorem.name, "file": theorem.file} if wrong else None,
            theorem=theorem.statement,
        )


def _claims_in_coq(claim: Claim) -> Iterator[Evidence]:
    """Yield what Coq proves of the claims of a form that are compared on runs."""
    for checked in checked_claims().get(claim.key, []):
        theorem = checked.theorem
        if theorem is None or checked.changed:
            continue
        refuted = checked.proved == "refuted"
        said = "refuted, " * refuted + f"{checked.claim.how}: {checked.claim.says}"
        place = f"{theorem.name} ({theorem.place}; axioms: {theorem.uses})"
        yield Evidence(
            "machine-checked",
            Verdict.FAILS if refuted else Verdict.HOLDS,
            1,
            f"{said}: {place}; recorded, not rebuilt here",
            step=True,
            assumed=checked.claim.choice if refuted or "_under_" in checked.claim.name else "",
            witness={"theorem": theorem.name, "file": theorem.file} if refuted else None,
            theorem=theorem.statement,
        )


def refute(claim: Claim, false: Planted, suite: Suite) -> Result:
    """Run a planted variant up to its first counterexample."""
    with first_failure_ends():
        return _collect(claim, false.check, suite, kind="pathwise")  # any counterexample will do


def _collect(claim: Claim, check: Check, suite: Suite, kind: ClaimKind | None = None) -> Result:
    evidence: list[Evidence] = []
    vacuous: list[Vacuity] = []
    try:
        for piece in evidence_of(check, suite):
            if isinstance(piece, Vacuity):
                vacuous.append(piece)
            else:
                evidence.append(piece)
    except Refuted as e:
        evidence.append(e.evidence)
    except Exception as e:  # a broken check must not look like a verdict, nor stop the others
        note = f"the check itself failed: {type(e).__name__}: {e}"
        evidence.append(Evidence("proved", Verdict.UNDECIDED, 0, note))
    verdict = _verdict(kind or claim.kind, evidence)
    if claim.kind == "given" and not evidence:
        verdict = Verdict.HOLDS  # a definition: nothing to compare
    return Result(claim, verdict, tuple(evidence), tuple(vacuous))


# ----------------------------------------------------------------------------- both sides, on runs


def _on_runs(result: Result, runs: Sequence[FormsOnRun]) -> Result:
    """Add what the runs say of both sides of a form, if it has two sides."""
    claim, evidence = result.claim, list(result.evidence)
    statement = STATEMENTS[claim.module]
    for form in compared_forms(statement, claim.form):
        compared = evidence_of_runs(
            run.forms[key] for run in runs if (key := (claim.module, form)) in run.forms
        )
        under = statement.two_sides.printed_under if statement.two_sides else ""
        evidence.append(replace(compared, assumed=under if form == "printed" else ""))
    if len(evidence) == len(result.evidence):
        return result
    return replace(result, evidence=tuple(evidence), verdict=_verdict(claim.kind, evidence))


def _verdict(kind: ClaimKind, evidence: Iterable[Evidence]) -> Verdict:
    return Verdict.under_choices(decisive(kind, evidence))[0]


def _variants(selected: Sequence[Key], runs: Sequence[FormsOnRun]) -> Iterator[PlantedResult]:
    """Yield whether a run refutes each false variant of both sides, form by form."""
    for key in selected:
        claim = REGISTRY[key]
        for words in claim.variants:
            refuting = [run.run for run in runs if (claim.module, words) in run.refuted]
            witness = {"run": refuting[0], "runs": len(refuting)} if refuting else None
            verdict = Verdict.FAILS if refuting else Verdict.HOLDS
            evidence = Evidence("exact on runs", verdict, len(runs), words, witness=witness)
            yield PlantedResult(key, Result(claim, verdict, (evidence,)))


# ----------------------------------------------------------------------------- all claims

WHOLE = -1  # the claim, not a planted variant
FEW = 2
Part = tuple[Key, int]


class OnRun(NamedTuple):
    """Job of comparing both sides of statements on a run of the suite."""

    run: str


Job = Spec | Part | OnRun
Tell = Callable[[str, int, int, str], None]


def _computed(
    runs: Sequence[Spec],
    jobs: Sequence[Part],
    work: _Work,
    means: Means,
    store: AuditStore | None,
    tell: Tell,
) -> tuple[dict[Part, Result], list[FormsOnRun]]:
    """Make the runs, then do the jobs: compare both sides of these statements on every run, check
    the claims."""
    traces: dict[str, bytes] = {}
    results: dict[Part, Result] = {}
    entries = (*suite(work.full).all.entries, *chosen_entries()) if work.compared else ()
    named = [e.name for e in entries]
    forms: dict[str, FormsOnRun] = {}
    if store:
        traces = {
            spec.name: trace for spec in runs if (trace := store.trace(spec.name)) is not None
        }
        results = {job: result for job in jobs if (result := store.result(*job))}
    work.see(traces)

    def take(job: Job, answer: Any) -> None:
        if isinstance(job, Spec):
            traces[job.name] = answer
            if store:
                store.write_trace(job.name, answer)
            if len(traces) > len(runs) - means.workers:  # the next job may be a claim
                work.see(traces)
            tell("runs", len(traces), len(runs), "")
        elif isinstance(job, OnRun):
            forms[job.run] = answer
            tell("inequalities", len(forms), len(named), job.run)
        else:
            results[job] = answer
            if store:
                store.write_result(*job, answer)
            tell("claims", len(results), len(jobs), _name(job))

    todo: list[Job] = [spec for spec in runs if spec.name not in traces]
    todo += map(OnRun, named)
    todo += [job for job in jobs if job not in results]
    few = len(todo) <= FEW and means.executor is None  # separate processes would cost more
    run_jobs(
        work, todo, take, _lost,
        workers=Workers(checked_with, 1 if few else means.workers, means.executor, in_process=True),
    )  # fmt: skip
    return results, [forms[name] for name in named]


class _Work:
    """Work of a process: make a run, compare both sides on it, check a claim or refute its k-th
    planted variant.

    It carries the traces made so far, a megabyte; a run that is not among them is made by the
    worker that reads it, with the same bytes."""

    def __init__(
        self, full: bool, compared: tuple[str, ...], planted: bool, read: ReadInto
    ) -> None:
        self.full, self.packed = full, b""
        self.compared, self.planted, self.read = compared, planted, read

    def see(self, traces: Mapping[str, bytes]) -> None:
        """Keep these runs, which need not be made again."""
        self.packed = zlib.compress(pickle.dumps(dict(traces)), level=1)

    def __call__(self, job: Job) -> Any:
        if isinstance(job, Spec):
            with no_collection():
                return make_trace(job)
        if isinstance(job, OnRun):
            with ALONE, no_collection():
                statements.load()
                return self._forms_on(job.run)
        key, k = job
        with ALONE, no_collection():
            statements.load()
            claim, seen = REGISTRY[key], _suite(self.full, self.packed, self.read)
            return evaluate(claim, seen) if k == WHOLE else refute(claim, claim.planted[k], seen)

    def _forms_on(self, run: str) -> FormsOnRun:
        sampled = _suite(self.full, self.packed, self.read).all.entries
        entries = (*sampled, *chosen_entries(self.read))
        entry = next(spec for spec in entries if spec.name == run)
        evaluation = evaluation_of(entry, self.planted, self.compared)
        return forms_on(run, evaluation, self.planted)


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect garbage afterwards only: exact tables are millions of objects without a cycle."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@lru_cache(maxsize=1)
def _suite(full: bool, packed: bytes, read: ReadInto) -> Suite:
    """Return the suite of this process, unpacked for its first job."""
    return suite(full, pickle.loads(zlib.decompress(packed)), read)


def _lost(job: object, reason: str) -> None:
    """Raise UnusableWorkers: an audit that lacks a result is not reported."""
    raise UnusableWorkers("audit", f"{job}: {reason}")


def _name(job: Part) -> str:
    (label, form), k = job
    return f"{label} ({form})" + ("" if k == WHOLE else ", a planted fault")
