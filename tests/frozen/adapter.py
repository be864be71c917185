"""What is frozen, in plain values: the one file that knows the rooms of the code.

Whoever moves or renames these rooms changes this file only. `record` writes what it returns.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from proofs_check import statements
from proofs_check.arithmetic import Decision, Enclosure, Q, Real
from proofs_check.audit.audit import Means, audit
from proofs_check.evaluation.evaluate import BOUND_TOO_LARGE, NOTHING, OFF, Evaluation, Judged
from proofs_check.evaluation.statements import Evaluated
from proofs_check.fast.recording import read_blocks_into
from proofs_check.ledger.registry import STATEMENTS, Evidence, Result
from proofs_check.letters.balls import Balls
from proofs_check.letters.compare import Compared, Comparing, Each
from proofs_check.letters.letters import EpochData, Letters
from proofs_check.letters.recorder import Recorder
from proofs_check.letters.run import Run
from proofs_check.letters.size import Missing, TooLong
from proofs_check.letters.tables import Exact
from proofs_check.sampled_runs.suite import Entry, chosen_entries, suite
from tests.frozen.number import Number
from tests.twins.sampled_run import SampledRun

statements.load()
Table = tuple[Any, Any]  # midpoints and radii, flat, all epochs one after the other


@dataclass(frozen=True)
class FrozenLine:
    """One inequality on a run: both sides at the worst entry, and their sums over all entries of
    all epochs where they are tables."""

    where: str
    relation: str  # "<=", "=", and "step" behind it for a line on the way
    decision: str
    comparisons: int
    informative: int
    left: Number
    right: Number
    place: str
    missing: str
    left_sum: Number | None = None
    right_sum: Number | None = None


@dataclass(frozen=True)
class FrozenForm:
    """One form of a statement on a run; form "event": its own event."""

    statement: str
    form: str
    verdict: str
    note: str
    lines: tuple[FrozenLine, ...]


@dataclass(frozen=True)
class FrozenRun:
    """One run of the suite: its trace, all forms, and whether each false variant holds on it."""

    name: str
    sha256: str
    epochs: int
    forms: tuple[FrozenForm, ...]
    planted: Mapping[tuple[str, str], str]  # statement, words -> TRUE, FALSE, UNDECIDED or ""
    letters: Mapping[str, Mapping[str, Table]]  # stack -> letter -> table
    open_pairs: Any  # per epoch and pair: whether q_hat_i(x,a) = 0
    place: Any = field(repr=False)  # letter, entry -> words


@dataclass(frozen=True)
class FrozenEvidence:
    """One piece of evidence of the audit, in text."""

    kind: str
    verdict: str
    instances: int
    trivial: int
    slack: Number | None
    ratio: Number | None
    under: str
    step: str
    witness: Any
    worst: Any
    note: str


@dataclass(frozen=True)
class FrozenClaim:
    """One claim of the audit."""

    label: str
    form: str
    verdict: str
    status: str
    evidence: tuple[FrozenEvidence, ...]
    vacuous_until: tuple[tuple[str, str, int], ...]


# ----------------------------------------------------------------------------- runs


@cache
def entries() -> Mapping[str, Entry]:
    """Every run: those of the suite, the foreign ones, those on chosen paths and the long one."""
    return {entry.name: entry for entry in (*suite().all.entries, *chosen_entries())}


def run_names() -> tuple[str, ...]:
    """The names of all runs."""
    return tuple(entries())


def frozen_run(name: str) -> FrozenRun:
    """One run, evaluated and recomputed."""
    entry, blocks = entries()[name], list[Sequence[EpochData]]()
    evaluations = list[Evaluation]()
    sums: dict[int, list[Any]] = {}

    def begin(head: Any) -> Any:
        evaluation = Evaluation(Run(head, name, Q(entry.scale)), planted=True)
        evaluations.append(evaluation)

        def fold(epochs: Sequence[EpochData]) -> None:
            evaluation.fold(epochs)
            blocks.append(list(epochs))
            _add_sums(evaluation, Letters(evaluation.run, epochs), sums)

        return fold

    recorder = Recorder(name, begin)
    read_blocks_into(io.BytesIO(entry.trace), name, recorder, lambda t: None)
    ended = recorder.end()
    (evaluation,) = evaluations
    assert ended is not None
    evaluation.run.ended = ended
    results = evaluation.results()
    forms = [
        FrozenForm(
            r.statement.name, r.form, _former(r), r.reason,
            tuple(_lines(evaluation, (r.statement.name, r.form, ""), r.lines, sums)),
        )
        for r in results
    ]  # fmt: skip
    for module, statement in evaluation.known.items():
        if statement.own_event:
            key = (module, "event", "")
            lines = tuple(_lines(evaluation, key, evaluation.found[key], sums))
            forms.append(FrozenForm(module, "event", evaluation.event(module).name, "", lines))
    planted = {key: "" if d is None else d.name for key, d in evaluation.planted().items()}
    data = [e for block in blocks for e in block]
    return FrozenRun(
        name, hashlib.sha256(entry.trace).hexdigest()[:16], evaluation.run.m, tuple(forms), planted,
        _letters(entry, evaluation.run, data), _open_pairs(data, evaluation.run),
        _placing(evaluation.run),
    )  # fmt: skip


FORMERLY = {  # (verdict, reason) -> the word that was frozen
    ("VACUOUS", BOUND_TOO_LARGE): "TRIVIAL",
    ("VACUOUS", NOTHING): "nothing compared",
    ("NOT CLAIMED", OFF): "NOT ON THE EVENT",
}


def _former(r: Judged) -> str:
    """The word for a verdict at the time of the freeze."""
    if r.verdict == "NOT CLAIMED" and r.reason != OFF:
        return f"not claimed ({r.reason})"
    words = {"UNDECIDED": "undecided", "NOT EVALUATED": "not evaluated"}
    return FORMERLY.get((r.verdict, r.reason), words.get(r.verdict, r.verdict))


def _add_sums(evaluation: Evaluation, block: Letters, sums: dict[int, list[Any]]) -> None:
    """Add the entries of both sides of every line that compares tables."""
    for (_, _, words), lines in evaluation.lines.items():
        for comparison in lines if not words else ():
            if comparison.tabular and not comparison.missing:
                sides = (comparison.line.left, comparison.line.right)
                tables = [s.table(block) if isinstance(s, Each) else block.number(s) for s in sides]
                shape = np.broadcast_shapes(*(np.shape(Balls.of(t).mid) for t in tables))
                for k, table in enumerate(tables):
                    ball = Balls.of(table)
                    mid = np.broadcast_to(ball.mid, shape)
                    rad = np.broadcast_to(ball.rad, shape)
                    totals = sums.setdefault(id(comparison), [0.0, 0.0, 0.0, 0.0])
                    totals[2 * k] += float(mid.sum())
                    totals[2 * k + 1] += float(rad.sum() + 2.0**-50 * np.abs(mid).sum())


def _lines(
    evaluation: Evaluation,
    key: tuple[str, str, str],
    compared: Sequence[Compared],
    sums: Mapping[int, list[Any]],
) -> Iterator[FrozenLine]:
    comparing: list[Comparing] = evaluation.lines[key]
    for comparison, c in zip(comparing, compared, strict=True):
        total = sums.get(id(comparison))
        yield FrozenLine(
            c.line.where,
            ("=" if c.line.equal else "<=") + (" step" if c.line.step else ""),
            c.decision.name,
            c.comparisons,
            c.informative,
            _number(c.left),
            _number(c.right),
            ",".join(f"{name}={k}" for name, k in c.place.items()),
            c.missing,
            Number(total[0], total[1]) if total else None,
            Number(total[2], total[3]) if total else None,
        )


def _number(value: Any) -> Number:
    """Any number of the code as a midpoint and a radius."""
    if isinstance(value, Enclosure):
        return Number(float((value.lo + value.hi) / 2), float(value.hi - value.lo))
    if isinstance(value, Real):
        return _number(value.enclose(96))
    return Number(float(value), 0.0)


def false_variants() -> Mapping[tuple[str, str], tuple[str, str]]:
    """Statement and words of every false variant of two sides: its form, and why no run refutes it
    if none can."""
    return {
        (name, words): (statement.form_of(change), statement.unrefuted.get(words, ""))
        for name, statement in _two_sided().items()
        for words, change in statement.false.items()
    }


def label_of(name: str) -> str:
    """The label of a statement, by its module."""
    return STATEMENTS[name].label


def _two_sided() -> Mapping[str, Evaluated]:
    from proofs_check.evaluation.statements import statements as two_sided

    return two_sided()


# ----------------------------------------------------------------------------- letters

TABLES, EXACT, SAMPLED = "enclosed tables", "exact tables", "sampled run"


def _letters(entry: Entry, run: Run, data: list[EpochData]) -> Mapping[str, Mapping[str, Table]]:
    """Every letter in every stack; a stack lacks what the trace does not determine."""
    stacks = {TABLES: _of_tables(Letters(run, data)), SAMPLED: _of_sampled(entry)}
    if run.small:
        stacks[EXACT] = _of_tables(Letters(run, data, Exact))
    return stacks


PLAIN = (
    "N", "n", "N3", "P_bar", "eps", "b", "r_bar", "r_hat", "r_check", "pi", "q", "q_hat", "q3",
    "q_hat3", "V",
)  # fmt: skip
NOW = {  # frozen name -> of the letters
    "P_off": lambda e: e.P_error,
    "P_i_off": lambda e: e.by_pair(abs(e.P_i("P") - e.P_bar)),
    "P_i": lambda e: e.P_i("P"),
    "xi": lambda e: e.xi("P"),
    "xi_uniform": lambda e: e.xi("uniform"),
    "l1": lambda e: e.by_pair(abs(e.q_hat3 - e.q3)),
    "later": lambda e: e.per_next_root,
    "share": lambda e: e.per_visit,
    "root": lambda e: e.per_root,
}


def _of_tables(e: Letters) -> Mapping[str, Table]:
    def in_layers(f: Any) -> Any:
        return lambda: e.by_layer(f())

    of: dict[str, Any] = {name: (lambda name=name: getattr(e, name)) for name in PLAIN}
    of |= {name: (lambda of=of: of(e)) for name, of in NOW.items()}
    of |= {
        "layer_l1": in_layers(lambda: abs(e.q_hat - e.q)),
        "layer_q_xi": in_layers(lambda: e.q * e.xi("P")),
        "optimistic": in_layers(lambda: e.q_hat * e.r_hat),
        "P": lambda: e.P,
        "r": lambda: e.r,
        "q_star": lambda: e.q_star,
        "V_star": lambda: e.number(e.run.best.value),
        "Lam": lambda: e.number(e.run.Lam),
    }
    tables = {}
    for name, value in of.items():
        try:
            tables[name] = _table(value())
        except (Missing, TooLong):
            continue
    return tables


def _of_sampled(entry: Entry) -> Mapping[str, Table]:
    """The letters of the run recomputed in exact arithmetic, under the names of the tables."""
    run = SampledRun(entry.name, entry.trace, Q(entry.scale))
    names = {
        "N": "N", "n": "n", "N3": "N3", "P_bar": "P_bar", "P_off": "P_distance", "eps": "eps",
        "b": "b", "r_bar": "r_bar", "r_hat": "r_hat", "r_check": "r_check", "pi": "pi",
        "P_i": "P_i", "q": "q_xa", "q_hat": "q_hat_xa", "q3": "q", "q_hat3": "q_hat", "xi": "xi",
        "V": "V", "layer_l1": "layer_l1", "layer_q_xi": "layer_q_xi",
    }  # fmt: skip
    tables = {}
    for name, attribute in names.items():
        tables[name] = _flat_table([v for e in run.epochs for v in _flat(getattr(e, attribute))])
    tables["l1 of an epoch"] = _flat_table([e.l1 for e in run.epochs])
    tables["optimistic of an epoch"] = _flat_table([e.optimistic for e in run.epochs])
    tables["r_sum"] = _flat_table([v for e in run.epochs for v in _flat(e.r_sum)])
    tables["N_end"] = _flat_table(_flat(run.N_end))
    tables["P"], tables["r"] = _flat_table(_flat(run.P)), _flat_table(_flat(run.r))
    tables["q_star"] = _flat_table(_flat(run.best.q_xa))
    tables["V_star"] = _flat_table([run.best.value])
    tables["Lam"] = _flat_table([run.Lam])
    tables["regret"] = _flat_table([run.regret])
    for name, event in (("event of Lemma 2", run.event_P), ("event of Lemma 3", run.event_r)):
        tables[name] = _flat_table([{Decision.TRUE: 1, Decision.FALSE: 0}.get(event, -1)])
    return tables


def _flat(nested: Any) -> list[Any]:
    if isinstance(nested, (list, tuple)):
        return [v for part in nested for v in _flat(part)]
    return [nested]


def _table(value: Any) -> Table:
    if isinstance(value, Balls):
        mid = np.asarray(value.mid, float)
        return mid.ravel(), np.broadcast_to(value.rad, mid.shape).ravel()
    return _flat_table(list(np.ravel(np.asarray(value, object))))


def _flat_table(values: Sequence[Any]) -> Table:
    known = [_number(v) for v in values]
    return np.array([v.mid for v in known], float), np.array([v.rad for v in known], float)


def _open_pairs(data: Sequence[EpochData], run: Run) -> Any:
    none = np.zeros(run.size.pairs, bool)
    return np.stack([none if e.open is None else e.open for e in data])


def _placing(run: Run) -> Any:
    """What turns an entry of a letter's flat table into epoch, place, and pair of all layers."""
    size = run.size
    triples = {"N3", "P_bar", "P_i", "q3", "q_hat3"}
    layers = {"layer_l1", "layer_q_xi", "optimistic"}

    def place(letter: str, k: int) -> tuple[int, str, int | None]:
        per: Any = "triple" if letter in triples else "layer" if letter in layers else "pair"
        width = {"triple": size.triples, "layer": size.L, "pair": size.pairs}[per]
        if letter == "V":
            return k, "", None
        epoch, at = divmod(k, width)
        where = ",".join(f"{name}={v}" for name, v in size.place(per, at).items())
        pair = int(size.pair_of[at]) if per == "triple" else at if per == "pair" else None
        return epoch, where, pair

    return place


# ----------------------------------------------------------------------------- audit


def frozen_audit(
    workers: int = 2,
) -> tuple[list[FrozenClaim], list[tuple[str, str, str, FrozenEvidence]]]:
    """Every claim, and every planted fault: label, form, words, what refutes it."""
    outcome = audit(planted=True, means=Means(workers, read=read_blocks_into))
    planted, numbers = [], dict[tuple[str, str], int]()
    for fault in outcome.planted:
        k = numbers[fault.key] = numbers.get(fault.key, -1) + 1
        faults = fault.result.claim.planted
        evidence = _evidence(_refuting(fault.result))
        words = faults[k].change if k < len(faults) else f"two sides: {evidence.note}"
        planted.append((*fault.key, words, evidence))
    return [_claim(result) for result in outcome.results], planted


def _refuting(result: Result) -> Evidence:
    """The evidence with a counterexample."""
    return next((e for e in result.evidence if e.witness), result.evidence[0])


def _claim(result: Result) -> FrozenClaim:
    return FrozenClaim(
        result.claim.label,
        result.claim.form,
        result.verdict.name,
        result.derived_status,
        tuple(map(_evidence, result.evidence)),
        tuple((v.instance, v.trivial, v.T) for v in result.vacuous_until),
    )


def _evidence(e: Evidence) -> FrozenEvidence:
    return FrozenEvidence(
        e.kind,
        e.verdict.name,
        e.instances,
        e.trivial,
        None if e.slack is None else _number(e.slack),
        None if e.ratio is None else _number(e.ratio),
        e.assumed,
        ("step" if e.step else "") + (f": {e.of_step}" if e.of_step else ""),
        e.witness,
        e.worst,
        e.note,
    )
