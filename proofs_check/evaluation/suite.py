"""The statements on the sampled runs: each run is evaluated once, for all statements."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proofs_check.arithmetic import Decision, Q, show, to_q
from proofs_check.evaluation.evaluate import EvaluatedTrace, Evaluation, Judged
from proofs_check.evaluation.reading import read_into
from proofs_check.evaluation.statements import Evaluated, statements
from proofs_check.ledger.registry import Evidence, Verdict, Witness
from proofs_check.ledger.statement import FormName
from proofs_check.sampled_runs.suite import Entry, Suite, chosen_entries, suite
from reference.support.errors import PreconditionError


@dataclass(frozen=True)
class Said:
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
class SaidByRun:
    """What a run says: (module, form) of the statements that it is claimed for, and (module, words)
    of the false variants that it refutes."""

    run: str
    said: Mapping[tuple[str, FormName], Said]
    refuted: frozenset[tuple[str, str]]


def evaluation_of(
    entry: Entry, planted: bool = False, only: Iterable[str] | None = None
) -> Evaluation:
    """Return the evaluation of one sampled run. Raises PreconditionError if it is empty."""
    reading = EvaluatedTrace(entry.name, entry.name, to_q(entry.scale), planted, only=only)
    read_into(io.BytesIO(entry.trace), entry.name, reading.recorder, lambda t: None)
    if not reading.results() or reading.evaluation is None:
        raise PreconditionError("run", entry.name, "must have a header, epochs and episodes")
    return reading.evaluation


def sampled(
    given: Suite | None = None, planted: bool = False, only: Iterable[str] | None = None
) -> Iterator[tuple[str, Evaluation]]:
    """Yield the evaluation of every sampled run, those on chosen paths included."""
    for entry in (*(given or suite()).all.entries, *chosen_entries()):
        yield entry.name, evaluation_of(entry, planted, only)


def refutations(
    evaluations: Iterable[tuple[str, Evaluation]],
) -> Mapping[tuple[Evaluated, str], list[str]]:
    """Return the runs that refute each false variant, on its event."""
    known = statements()
    found: dict[tuple[str, str], list[str]] = {
        (name, words): [] for name, one in known.items() for words in one.false
    }
    for run, evaluation in evaluations:
        for key in _refuted(evaluation):
            found[key].append(run)
    return {(known[name], words): by for (name, words), by in found.items()}


def said_by(name: str, evaluation: Evaluation, planted: bool = False) -> SaidByRun:
    """Return what a run says of all statements on which it was evaluated."""
    said = {}
    for module, one in evaluation.known.items():
        for form in one.forms:
            result = evaluation.result(module, form)
            if _says(result):
                said[module, form] = _said(name, result)
    return SaidByRun(name, said, frozenset(_refuted(evaluation)) if planted else frozenset())


def _refuted(evaluation: Evaluation) -> Iterator[tuple[str, str]]:
    for key, decision in evaluation.planted().items():
        if decision is Decision.FALSE:
            yield key


def _said(name: str, result: Judged) -> Said:
    instances = trivial = undecided = 0
    ratio, worst, witness = None, None, None
    for c in result.lines:
        if c.decision is Decision.UNDECIDED:  # on a run too long to be decided exactly
            undecided += c.comparisons
            continue
        instances += c.comparisons
        trivial += c.comparisons - c.informative
        seen = {"run": name, "where": c.where, "left": _text(c.left), "right": _text(c.right)}
        if c.informative and (ratio is None or c.ratio > ratio) and abs(c.ratio) < float("inf"):
            ratio, worst = c.ratio, seen
        if c.decision is Decision.FALSE and witness is None:
            witness = seen
    return Said(name, instances, trivial, undecided, ratio, worst, witness)


def evidence_of_runs(found: Iterable[Said]) -> Evidence:
    """Return what runs say of a form of a statement, as evidence "exact on runs".

    Runs off its event, and readings under which it is not claimed, do not count, nor do comparisons
    that no enclosure decides. `ratio` is the largest left over right of comparisons whose bound
    says something; `trivial` are the others.
    """
    every = list(found)
    sharpest = max((s for s in every if s.ratio is not None), key=_ratio, default=Said(""))
    witness = next((s.witness for s in every if s.witness), None)
    undecided = sum(s.undecided for s in every)
    instances = sum(s.instances for s in every)
    verdict = Verdict.HOLDS if instances else Verdict.UNDECIDED if undecided else Verdict.VACUOUS
    verdict = Verdict.FAILS if witness else verdict
    ratio = None if sharpest.ratio is None else Q(*sharpest.ratio.as_integer_ratio())
    note = f"both sides on the {len(every)} runs on which it is claimed"
    note += f"; {undecided} comparisons are left undecided" if undecided else ""
    return Evidence(
        "exact on runs", verdict, instances, note, None, ratio,
        sharpest.worst, witness, trivial=sum(s.trivial for s in every),
    )  # fmt: skip


def _ratio(said: Said) -> float:
    return -math.inf if said.ratio is None else said.ratio


def on_runs(statement: str, form: FormName, given: Suite) -> Evidence:
    """Return what all sampled runs say of a form of a statement."""
    every = [said_by(*one).said for one in sampled(given, only=[statement])]
    return evidence_of_runs(said[statement, form] for said in every if (statement, form) in said)


def _says(result: Judged) -> bool:
    """Whether a result says whether the statement holds."""
    said = result.verdict in ("HOLDS", "FAILS", "TRIVIAL") or result.note.startswith("within")
    return said and not (result.statement.is_event and result.verdict == "FAILS")


def _text(ends: Any) -> str:
    return show(ends.lo) if ends.lo == ends.hi else f"about {float(ends.lo):.6g}"
