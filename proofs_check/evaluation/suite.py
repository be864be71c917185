"""The statements on the sampled runs: each run is evaluated once, for all statements."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proofs_check.arithmetic import Decision, Q, show, to_q
from proofs_check.evaluation.evaluate import (
    BOUND_TOO_LARGE,
    OFF,
    Evaluation,
    Judged,
)
from proofs_check.evaluation.statements import Evaluated, statements
from proofs_check.ledger.registry import Evidence, Verdict, Witness
from proofs_check.ledger.statement import FormName
from proofs_check.letters.recorder import ReadInto, read_into
from proofs_check.letters.run import Run
from proofs_check.sampled_runs.suite import Entry, Suite, chosen_entries, suite
from proofs_check.vocabulary import FAILS, HOLDS
from proofs_check.vocabulary import UNDECIDED as OPEN
from reference.support.errors import PreconditionError


@dataclass(frozen=True)
class FormOnRun:
    """What a run says of a form of a statement. `instances`: comparisons, `trivial` of them with a
    bound that says nothing; `ratio`, `worst`: of the others; `witness`: the first that fails."""

    run: str
    instances: int = 0
    trivial: int = 0
    undecided: int = 0
    ratio: float | None = None
    worst: Witness | None = None
    witness: Witness | None = None


@dataclass(frozen=True)
class FormsOnRun:
    """What a run says of each (module, form) of the statements that it is claimed for, and (module,
    words) of the false variants that it refutes."""

    run: str
    forms: Mapping[tuple[str, FormName], FormOnRun]
    refuted: frozenset[tuple[str, str]]


def evaluation_of(
    entry: Entry, planted: bool = False, only: Iterable[str] | None = None
) -> Evaluation:
    """Return the evaluation of one sampled run. Raises PreconditionError if it is empty."""
    recorded = entry.recorded
    if recorded.head is None or recorded.ended is None:
        raise PreconditionError("run", entry.name, "must have a header, epochs and episodes")
    run = Run(recorded.head, entry.name, to_q(entry.scale))
    evaluation = Evaluation(run, planted, only=only)
    for epochs in recorded.blocks:
        evaluation.fold(epochs)
    run.ended = recorded.ended
    evaluation.results()
    return evaluation


def sampled(
    given: Suite | None = None,
    planted: bool = False,
    only: Iterable[str] | None = None,
    read: ReadInto = read_into,
) -> Iterator[tuple[str, Evaluation]]:
    """Yield the evaluation of every sampled run, those on chosen paths included, which `read`
    reads."""
    for entry in (*(given or suite(read=read)).all.entries, *chosen_entries(read)):
        yield entry.name, evaluation_of(entry, planted, only)


def refutations(
    evaluations: Iterable[tuple[str, Evaluation]],
) -> Mapping[tuple[Evaluated, str], list[str]]:
    """Return the runs that refute each false variant, on its event."""
    evaluated = statements()
    refuting: dict[tuple[str, str], list[str]] = {
        (name, words): [] for name, statement in evaluated.items() for words in statement.false
    }
    for run, evaluation in evaluations:
        for key in _refuted(evaluation):
            refuting[key].append(run)
    return {(evaluated[name], words): by for (name, words), by in refuting.items()}


def forms_on(name: str, evaluation: Evaluation, planted: bool = False) -> FormsOnRun:
    """Return what a run says of all statements on which it was evaluated."""
    forms = {}
    for module, statement in evaluation.known.items():
        for form in statement.forms:
            result = evaluation.result(module, form)
            if _says(result):
                forms[module, form] = _form_on(name, result)
    return FormsOnRun(name, forms, frozenset(_refuted(evaluation)) if planted else frozenset())


def _refuted(evaluation: Evaluation) -> Iterator[tuple[str, str]]:
    for key, decision in evaluation.planted().items():
        if decision is Decision.FALSE:
            yield key


def _form_on(name: str, result: Judged) -> FormOnRun:
    instances = trivial = undecided = 0
    ratio, worst, witness = None, None, None
    for c in result.counted:
        if c.decision is Decision.UNDECIDED:  # on a run too long to be decided exactly
            undecided += c.comparisons
            continue
        instances += c.comparisons
        trivial += c.comparisons - c.informative
        place = {"run": name, "where": c.where, "left": _text(c.left), "right": _text(c.right)}
        if c.informative and (ratio is None or c.ratio > ratio) and abs(c.ratio) < float("inf"):
            ratio, worst = c.ratio, place
        if c.decision is Decision.FALSE and witness is None:
            witness = place
    return FormOnRun(name, instances, trivial, undecided, ratio, worst, witness)


def evidence_of_runs(of_runs: Iterable[FormOnRun]) -> Evidence:
    """Return what runs say of a form of a statement, as evidence "exact on runs".

    Runs off its event, and readings under which it is not claimed, do not count, nor do comparisons
    that no enclosure decides. `ratio` is the largest left over right of comparisons whose bound
    says something; `trivial` are the others.
    """
    runs = list(of_runs)
    sharpest = max((s for s in runs if s.ratio is not None), key=_ratio, default=FormOnRun(""))
    witness = next((s.witness for s in runs if s.witness), None)
    undecided = sum(s.undecided for s in runs)
    instances = sum(s.instances for s in runs)
    verdict = Verdict.HOLDS if instances else Verdict.UNDECIDED if undecided else Verdict.VACUOUS
    verdict = Verdict.FAILS if witness else verdict
    ratio = None if sharpest.ratio is None else Q(*sharpest.ratio.as_integer_ratio())
    note = f"both sides on the {len(runs)} runs on which it is claimed"
    note += f"; {undecided} comparisons are left undecided" if undecided else ""
    return Evidence(
        "exact on runs", verdict, instances, note, None, ratio,
        sharpest.worst, witness, trivial=sum(s.trivial for s in runs),
    )  # fmt: skip


def _ratio(on_run: FormOnRun) -> float:
    return -math.inf if on_run.ratio is None else on_run.ratio


def _says(result: Judged) -> bool:
    """Whether a result says whether the statement holds."""
    decisive = result.verdict in (HOLDS, FAILS) or result.reason == BOUND_TOO_LARGE
    decisive = decisive or (result.verdict == OPEN and "within" in result.reason)
    decisive = decisive or (result.reason == OFF and bool(result.counted))
    return decisive and not (result.statement.is_event and result.verdict == FAILS)


def _text(ends: Any) -> str:
    return show(ends.lo) if ends.lo == ends.hi else f"about {float(ends.lo):.6g}"
