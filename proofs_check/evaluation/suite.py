"""The statements on the sampled runs: each run is evaluated once, for all statements."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from proofs_check.arithmetic import Decision, Q, show, to_q
from proofs_check.evaluation.evaluate import EvaluatedTrace, Evaluation, Judged
from proofs_check.evaluation.reading import read_into
from proofs_check.evaluation.statements import Evaluated, statements
from proofs_check.ledger.registry import Evidence, Verdict
from proofs_check.ledger.statement import FormName
from proofs_check.sampled_runs.suite import Entry, Suite, chosen_entries, suite
from reference.support.errors import PreconditionError

_known: WeakKeyDictionary[Suite, dict[str, Evaluation]] = WeakKeyDictionary()


def evaluation_of(entry: Entry, planted: bool = False) -> Evaluation:
    """Return the evaluation of one sampled run. Raises PreconditionError if it is empty."""
    reading = EvaluatedTrace(entry.name, entry.name, to_q(entry.scale), planted)
    read_into(io.BytesIO(entry.trace), entry.name, reading.recorder, lambda t: None)
    if not reading.results() or reading.evaluation is None:
        raise PreconditionError("run", entry.name, "must have a header, epochs and episodes")
    return reading.evaluation


def sampled(given: Suite | None = None, planted: bool = False) -> Iterator[tuple[str, Evaluation]]:
    """Return the evaluation of every sampled run, those of chosen_entries paths included."""
    for entry in (*(given or suite()).all.entries, *chosen_entries()):
        yield entry.name, evaluation_of(entry, planted)


def refutations(
    evaluations: Iterable[tuple[str, Evaluation]],
) -> Mapping[tuple[Evaluated, str], list[str]]:
    """Return the runs that refute each false variant, on its event."""
    known = statements()
    found: dict[tuple[str, str], list[str]] = {
        (name, words): [] for name, one in known.items() for words in one.false
    }
    for run, evaluation in evaluations:
        for key, decision in evaluation.planted().items():
            if decision is Decision.FALSE:
                found[key].append(run)
    return {(known[name], words): by for (name, words), by in found.items()}


def on_runs(statement: str, form: FormName, given: Suite) -> Evidence:
    """Return what the sampled runs say of a form of a statement, as evidence "exact on runs".

    Runs off its event, and readings under which it is not claimed, do not count. `ratio` is the
    largest left over right of comparisons whose bound says something; `trivial` are the others.
    """
    if given not in _known:
        _known[given] = dict(sampled(given))
    instances = trivial = undecided = 0
    ratio, worst, witness = None, None, None
    for name, evaluation in _known[given].items():
        result = evaluation.result(statement, form)
        if not _says(result):
            continue
        for c in result.lines:
            instances += c.comparisons
            trivial += c.comparisons - c.informative
            undecided += c.decision is Decision.UNDECIDED
            seen = {"run": name, "where": c.where, "left": _text(c.left), "right": _text(c.right)}
            if c.informative and (ratio is None or c.ratio > ratio) and c.ratio < float("inf"):
                ratio, worst = c.ratio, seen
            if c.decision is Decision.FALSE and witness is None:
                witness = seen
    verdict = Verdict.FAILS if witness else Verdict.UNDECIDED if undecided else Verdict.HOLDS
    found = None if ratio is None or ratio == float("-inf") else Q(*ratio.as_integer_ratio())
    return Evidence(
        "exact on runs", verdict, instances, f"every run on which it is claimed, {form}",
        None, found, worst, witness, trivial=trivial,
    )  # fmt: skip


def _says(result: Judged) -> bool:
    """Whether a result says whether the statement holds."""
    said = result.verdict in ("HOLDS", "FAILS", "TRIVIAL") or result.note.startswith("within")
    return said and not (result.statement.is_event and result.verdict == "FAILS")


def _text(ends: Any) -> str:
    return show(ends.lo) if ends.lo == ends.hi else f"about {float(ends.lo):.6g}"
