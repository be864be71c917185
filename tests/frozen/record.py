"""The frozen record: tables of text, a row for each thing that must be there again.

runs.tsv            every run of the suite: digest of its trace, number of epochs
sides.tsv           every line of every form of every statement on every run: verdict, both sides
variants.tsv        every false variant of two sides: the runs that refute it
faults.tsv          every planted fault by its words: verdict and witness
audit.tsv           every piece of evidence of every claim
claims.tsv          every claim: verdict, status
horizons.tsv        from where on a bound says something
letters.tsv         every letter on every run in every stack: two weighted sums of all entries
disagreements.tsv   letters in which two stacks disagree
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.frozen import adapter
from tests.frozen.adapter import TABLES, FrozenEvidence, FrozenRun
from tests.frozen.number import Number

DATA = Path(__file__).with_name("data")
DITTO = '"'
TWO_SIDES = "two sides: "
ROUNDING = 2.0**-38  # stacks round rows to a grid in ways of their own: some 2**-44 an entry


@dataclass(frozen=True)
class Columns:
    """Columns of a table: those that name a row, numbers, text that must be the same, and text
    that is only reported."""

    key: tuple[str, ...]
    numbers: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Return all columns in the order of the file."""
        return (*self.key, *self.same, *self.numbers, *self.told)


TABLE: Mapping[str, Columns] = {
    "runs": Columns(("run",), same=("epochs",), told=("sha256",)),
    "sides": Columns(
        ("run", "statement", "form", "line", "where"),
        numbers=("left", "right", "left sum", "right sum"),
        same=("verdict", "relation", "decision", "comparisons", "informative", "missing"),
        told=("place", "note"),
    ),
    "variants": Columns(("statement", "words"), same=("form", "refuted by", "beyond")),
    "faults": Columns(("label", "form", "words"), same=("verdict", "kind"), told=("witness",)),
    "audit": Columns(
        ("label", "form", "evidence"),
        numbers=("slack", "ratio"),
        same=("kind", "verdict", "instances", "trivial", "under", "step"),
        told=("witness", "worst", "note"),
    ),
    "claims": Columns(("label", "form"), same=("verdict", "status")),
    "horizons": Columns(("label", "form", "instance", "against"), same=("T",)),
    "letters": Columns(("run", "letter"), numbers=("sum", "weighted"), same=("entries",)),
    "disagreements": Columns(
        ("run", "letter", "stacks"),
        numbers=("largest", "first value", "second value"),
        same=("entries", "differ", "more than rounding", "there q_hat_i = 0", "and N_i = 0"),
        told=("epoch", "place"),
    ),
}
Change = tuple[str, str, str]  # column, before, now
Rows = dict[str, list[tuple[str, ...]]]  # table -> rows in the order of its columns


def of_runs(names: Iterable[str]) -> Rows:
    """Return the rows of some runs."""
    rows: Rows = {name: [] for name in ("runs", "sides", "letters", "disagreements")}
    refuted: dict[tuple[str, str], list[str]] = {key: [] for key in adapter.false_variants()}
    for name in names:
        run = adapter.frozen_run(name)
        rows["runs"].append((name, str(run.epochs), run.sha256))
        rows["sides"] += _sides(run)
        rows["letters"] += _letters(run)
        rows["disagreements"] += _disagreements(run)
        for key, decision in run.planted.items():
            if decision == "FALSE":
                refuted[key].append(name)
    rows["variants"] = [
        (*key, form, " ".join(refuted[key]), beyond)
        for key, (form, beyond) in adapter.false_variants().items()
    ]
    return rows


def of_audit(workers: int) -> Rows:
    """Return the rows of the audit."""
    claims, planted = adapter.frozen_audit(workers)
    rows: Rows = {name: [] for name in ("audit", "claims", "horizons", "faults")}
    for claim in claims:
        key = claim.label, claim.form
        rows["claims"].append((*key, claim.verdict, claim.status))
        rows["audit"] += [(*key, str(k), *_figures(e)) for k, e in enumerate(claim.evidence)]
        rows["horizons"] += [(*key, *v[:2], str(v[2])) for v in claim.vacuous_until]
    for label, form, words, e in planted:
        rows["faults"].append((label, form, words, e.verdict, e.kind, _json(e.witness)))
    return rows


def _figures(e: FrozenEvidence) -> tuple[str, ...]:
    same = (e.kind, e.verdict, str(e.instances), str(e.trivial), e.under, e.step)
    numbers = (_text(e.slack), _text(e.ratio))
    return (*same, *numbers, _json(e.witness), _json(e.worst), e.note)


def _text(number: Number | None) -> str:
    return "" if number is None else str(number)


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _sides(run: FrozenRun) -> Iterable[tuple[str, ...]]:
    for form in run.forms:
        for k, line in enumerate(form.lines):
            yield (
                run.name, form.statement, form.form, str(k), line.where,
                form.verdict, line.relation, line.decision, str(line.comparisons),
                str(line.informative), line.missing,
                str(line.left), str(line.right), _text(line.left_sum), _text(line.right_sum),
                line.place, form.note,
            )  # fmt: skip


# ----------------------------------------------------------------------------- letters


def _letters(run: FrozenRun) -> Iterable[tuple[str, ...]]:
    """A row for each letter, under the name of its stack where stacks differ by more than
    rounding, or where only one has it."""
    for letter in dict.fromkeys(name for stack in run.letters.values() for name in stack):
        seen: list[tuple[Number, Number]] = []
        for stack, tables in run.letters.items():
            if letter not in tables:
                continue
            mid, rad = tables[letter]
            sums = _sums(mid, rad)
            if any(all(u.agrees(v) for u, v in zip(sums, row, strict=True)) for row in seen):
                continue
            seen.append(sums)
            yield run.name, f"{letter} ({stack})", str(len(mid)), *map(str, sums)


def _sums(mid: Any, rad: Any) -> tuple[Number, Number]:
    """The sum of all entries, and one in which each has a weight of its own in [1, 2)."""
    weights = 1 + np.modf(np.arange(1, len(mid) + 1) * ((np.sqrt(5) - 1) / 2))[0]
    error = float(2 * rad.sum() + 2.0**-50 * np.abs(mid).sum())
    return Number(float(mid.sum()), error), Number(float((mid * weights).sum()), error)


def _disagreements(run: FrozenRun) -> Iterable[tuple[str, ...]]:
    first = run.letters[TABLES]
    for stack, tables in run.letters.items():
        for letter in first if stack != TABLES else ():
            if letter not in tables:
                continue
            (u, u_rad), (v, v_rad) = first[letter], tables[letter]
            if len(u) != len(v):
                yield _row(run, letter, stack, (len(u), abs(len(u) - len(v)), 0, 0, 0))
                continue
            apart = np.abs(u - v)
            differ = apart > u_rad + v_rad + 2.0**-51 * (np.abs(u) + np.abs(v))
            if differ.any():
                yield _described(run, letter, stack, differ)


def _described(run: FrozenRun, letter: str, stack: str, differ: Any) -> tuple[str, ...]:
    """How many entries, and the one in which the stacks are furthest apart."""
    u, v = run.letters[TABLES][letter][0], run.letters[stack][letter][0]
    apart = np.abs(u - v)
    large = np.flatnonzero(differ & (apart > ROUNDING))
    empty = unseen = 0
    for k in large.tolist():
        epoch, _, pair = run.place(letter, k)
        if pair is not None and run.open_pairs[epoch, pair]:
            empty += 1
            unseen += int(
                run.letters[TABLES]["N"][0].reshape(run.open_pairs.shape)[epoch, pair] == 0
            )
    at = int(np.argmax(np.where(differ, apart, -1)))
    epoch, place, _ = run.place(letter, at)
    counts = len(u), int(differ.sum()), len(large), empty, unseen
    values = float(apart[at]), float(u[at]), float(v[at])
    return _row(run, letter, stack, counts, values, (str(epoch + 1), place))


def _row(
    run: FrozenRun,
    letter: str,
    stack: str,
    counts: Sequence[int],
    values: Sequence[float] = (0.0, 0.0, 0.0),
    where: tuple[str, str] = ("", ""),
) -> tuple[str, ...]:
    numbers = [str(Number(v, 2.0**-44)) for v in values]
    return (run.name, letter, f"{TABLES} / {stack}", *map(str, counts), *numbers, *where)


# ----------------------------------------------------------------------------- files


def write(rows: Rows) -> None:
    """Write tables; those that are not given stay."""
    DATA.mkdir(exist_ok=True)
    for name, entries in rows.items():
        (DATA / f"{name}.tsv").write_text(text_of(name, entries), encoding="utf-8")


def text_of(name: str, rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table as text; a field that is that of the row above is written as DITTO."""
    lines, above = ["\t".join(TABLE[name].all)], ("",) * len(TABLE[name].all)
    for row in rows:
        fields = [DITTO if u == v and u else u for u, v in zip(row, above, strict=True)]
        lines.append("\t".join(fields).rstrip("\t"))
        above = row
    return "\n".join(lines) + "\n"


def rows_of(name: str, text: str) -> list[tuple[str, ...]]:
    """Return the rows of a table from its text."""
    head, *lines = text.split("\n")[:-1]
    assert tuple(head.split("\t")) == TABLE[name].all, head
    rows, above = [], ("",) * len(TABLE[name].all)
    for line in lines:
        fields = line.split("\t")
        fields += [""] * (len(above) - len(fields))
        above = tuple(v if u == DITTO else u for u, v in zip(fields, above, strict=True))
        rows.append(above)
    return rows


def committed(name: str) -> list[tuple[str, ...]]:
    """Return the rows of a committed table."""
    return rows_of(name, (DATA / f"{name}.tsv").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Difference:
    """A row that is missing, changed, or new. `where`: its key; `what`: columns, before and
    now. `told`: nothing that must be the same has changed."""

    table: str
    kind: str
    where: tuple[str, ...]
    what: tuple[str, ...] = ()
    told: bool = False

    def __str__(self) -> str:
        parts = [self.table, self.kind, " / ".join(filter(None, self.where)), *self.what]
        return "\t".join(parts)


def differences(
    name: str, before: Sequence[tuple[str, ...]], now: Sequence[tuple[str, ...]]
) -> list[Difference]:
    """Compare two editions of a table, row by row."""
    columns = TABLE[name]
    explained = explanations()
    if name == "audit":
        before, now, became = _paired(before, now)
    elif name == "faults":
        before, now, became = _faults(before, now)
    else:
        became = []
    before, now = ([*keyed(name, rows)] for rows in (as_today(name, before), now))
    width = len(columns.key)
    old, new = ({row[:width]: row for row in rows} for rows in (before, now))
    assert len(old) == len(before) and len(new) == len(now), f"{name}: a row is there twice"
    changes = [Difference(name, "missing", key) for key in old if key not in new]
    changes += [Difference(name, "new", key, told=True) for key in new if key not in old]
    for key in old:
        if key in new and old[key] != new[key]:
            changes += _changed(name, columns, old[key], new[key])
    changes = [replace(change, told=change.told or str(change) in explained) for change in changes]
    return changes + became


@cache
def explanations() -> Mapping[str, str]:
    """Return the differences that are explained (`explained.tsv`, CHANGES.md) and why, by their
    text."""
    lines = (DATA.parent / "explained.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t", 1) for line in lines if line and not line.startswith("#")]
    return {text: why for why, text in rows}


ON_RUNS, BOTH_SIDES = "exact on runs", "both sides on the"  # kind of evidence, and its note today
Rowed = list[tuple[str, ...]]


def _paired(
    before: Sequence[tuple[str, ...]], now: Sequence[tuple[str, ...]]
) -> tuple[Rowed, Rowed, list[Difference]]:
    """Pair the evidence of each claim, whose order may have changed: by kind, step, choice and note
    (numbers left out); evidence on runs that became a claim on all runs is told, if that row of the
    same form, or of the other one, says the same."""
    columns = TABLE["audit"].all
    k_kind, k_verdict, k_note = (columns.index(c) for c in ("kind", "verdict", "note"))

    def words(row: tuple[str, ...]) -> str:
        both = row[k_kind] == ON_RUNS and row[k_note].startswith(BOTH_SIDES)
        # The files of the Coq development stood in one folder.
        note = re.sub(r"\((?:[a-z_]+/)+(?=\w+\.v:)", "(", row[k_note])
        return BOTH_SIDES if both else re.sub(r"[0-9]+", "#", note)

    def keys(row: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        said = dict(zip(columns, row, strict=True))
        yield (*row[:2], row[k_kind], said["under"], said["step"], words(row), row[k_verdict])
        yield (*row[:2], row[k_kind], said["under"], words(row))
        yield (*row[:2], row[k_kind], words(row))
        yield (*row[:2], words(row)) if row[k_note] else row[:3]

    old, new, kept = [*before], [*now], dict[str, Rowed]()
    pairs: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for way in range(4):
        free: dict[tuple[str, ...], Rowed] = {}
        for row in new:
            free.setdefault([*keys(row)][way], []).append(row)
        left: Rowed = []
        for row in old:
            others = free.get([*keys(row)][way])
            if others:
                pairs.append((row, others.pop(0)))
            else:
                left.append(row)
        old, new = left, [row for rows in free.values() for row in rows]
    for row in new:
        kept.setdefault(row[2], []).append(row)
    every: dict[str, set[str]] = {}
    for row in now:
        if words(row) == BOTH_SIDES:
            every.setdefault(row[0], set()).add(row[k_verdict])
    became = []
    for row in [*old]:
        verdicts = every.get(row[0], set())
        same = row[k_verdict] in verdicts or (row[k_verdict] == "HOLDS" and "FAILS" in verdicts)
        if row[k_kind] == ON_RUNS and words(row) != BOTH_SIDES and same:
            old.remove(row)
            what = (f"now among both sides on the runs: {row[k_note]}",)
            became.append(Difference("audit", "changed", row[:3], what, told=True))
    at = {row[:3]: row for row in old}
    for row in [*new]:  # what is left at the same place
        if row[:3] in at:
            new.remove(row)
            pairs.append((at.pop(row[:3]), row))
    first = [row for row, _ in pairs] + [*at.values()]
    used = {row[:3] for row in first}
    second = [(*row[:3], *other[3:]) for row, other in pairs]
    second += [
        row if row[:3] not in used else (*row[:2], f"{row[2]} (new)", *row[3:]) for row in new
    ]
    return first, second, became


def _more(name: str, old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether a row of all runs together has more comparisons, and none that is further from
    failing: each of its lines on each run is a row of sides.tsv."""
    if name != "audit":
        return False
    u, v = (dict(zip(TABLE[name].all, row, strict=True)) for row in (old, new))
    both = all(row["note"].startswith(BOTH_SIDES) for row in (u, v))
    if not both or u["verdict"] != v["verdict"] or int(u["instances"]) > int(v["instances"]):
        return False
    ratios = [Number.read(row["ratio"]).mid if row["ratio"] else -1.0 for row in (u, v)]
    return ratios[0] <= ratios[1] * (1 + 1e-12) + 1e-12


def _faults(
    before: Sequence[tuple[str, ...]], now: Sequence[tuple[str, ...]]
) -> tuple[Rowed, Rowed, list[Difference]]:
    """Planted faults under the words of today: a fault of a check that became a false variant, or
    whose variant has another name or stands at the other form, is told."""
    today = {(adapter.label_of(name), old): new for (name, old), new in renamed().items()}
    there = {row[:3] for row in now}
    refuted = {
        (row[0], row[2].removeprefix(TWO_SIDES)) for row in now if row[2].startswith(TWO_SIDES)
    }
    first, became = list[tuple[str, ...]](), list[Difference]()
    for row in before:
        words = row[2].removeprefix(TWO_SIDES)
        names = {words, f"printed, {words}", today.get((row[0], words), words)}
        new = next(
            (candidate for candidate in sorted(names) if (row[0], candidate) in refuted), None
        )
        if row[:3] in there or new is None:
            first.append(row)
        else:
            what = (f"now the false variant: {new}",)
            became.append(Difference("faults", "changed", row[:3], what, told=True))
    return first, [*now], became


def keyed(name: str, rows: Iterable[tuple[str, ...]]) -> Iterable[tuple[str, ...]]:
    """Return rows of lines with the number of those of the same name before them in place of the
    line's number: the lines of a form may be in another order."""
    if name != "sides":
        yield from rows
        return
    seen: Counter[tuple[str, ...]] = Counter()
    for run, statement, form, _, where, *rest in rows:
        seen[run, statement, form, where] += 1
        yield run, statement, form, str(seen[run, statement, form, where]), where, *rest


def as_today(name: str, rows: Sequence[tuple[str, ...]]) -> Iterable[tuple[str, ...]]:
    """Return the frozen rows under the words of today (`renamed.tsv`); two that are one now are
    one."""
    today = renamed()
    seen = set()
    for row in rows:
        if name == "variants":
            row = row[0], today.get((row[0], row[1]), row[1]), *row[2:]
        if name == "variants" and row[:2] in seen:
            continue
        seen.add(row[:2])
        yield row


@cache
def renamed() -> Mapping[tuple[str, str], str]:
    """Return the words of false variants that changed, by statement and former words."""
    lines = (DATA.parent / "renamed.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {(statement, old): new for statement, old, new in rows}


def _changed(
    name: str, columns: Columns, old: tuple[str, ...], new: tuple[str, ...]
) -> list[Difference]:
    """What has changed in a row, to 12 digits. Both sides at another entry with the same ratio are
    told."""
    said, told = list[Change](), list[Change]()
    for column, u, v in zip(columns.all, old, new, strict=True):
        if u == v or (column in columns.numbers and _agree(u, v)):
            continue
        more = column == "refuted by" and set(u.split()) <= set(v.split())
        (told if more or column in columns.told else said).append((column, u, v))
    if said and {column for column, *_ in said} <= {"left", "right"} and _elsewhere(old, new):
        told, said = [*said, *told], []
    if {column for column, *_ in said} <= {"instances", "trivial", "ratio"} and _more(
        name, old, new
    ):
        told, said = [*said, *told], []
    parts = [(said, False), (told, True)]
    return [
        Difference(name, "changed", old[: len(columns.key)], tuple(map(_words, what)), is_told)
        for what, is_told in parts
        if what
    ]


def _agree(u: str, v: str) -> bool:
    return bool(u) and bool(v) and Number.read(u).agrees(Number.read(v))


def _elsewhere(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether the worst entry is another one that is as near to failing."""
    columns = TABLE["sides"].all
    u, v = (dict(zip(columns, row, strict=True)) for row in (old, new))
    if u["place"] == v["place"] or u["relation"] != v["relation"]:
        return False
    if u["relation"].startswith("="):
        return u["decision"] == v["decision"] == "TRUE"
    sides = [[Number.read(row[side]) for side in ("left", "right")] for row in (u, v)]
    (a, b), (c, d) = sides
    product = Number(a.mid * d.mid, a.rad * abs(d.mid) + d.rad * abs(a.mid))
    return product.agrees(Number(c.mid * b.mid, c.rad * abs(b.mid) + b.rad * abs(c.mid)))


def _words(change: Change) -> str:
    column, u, v = change
    return f"{column}: {u or 'none'} -> {v or 'none'}"


def weight(changes: Iterable[Difference]) -> int:
    """Return how many differences are more than told."""
    return sum(not change.told for change in changes)
