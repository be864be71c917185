"""What a run says, as text: both sides of every statement, and every letter.

    python -m tests.evaluation.sides    writes tests/data/claims/sides anew (half a minute)

A file for each statement, and one for the letters. A file has a table for each form; a table has a
row for each run and a column for each of the form's lines:

- the decision, how many comparisons say something of how many, and the two sides where left/right
  is largest; behind them, of tables, the two sums over all entries of all epochs; "off" before
  them where the run is off the events of the line;
- of the letters: the sum of all entries, and one in which each has a weight of its own;
- of "planted": the decision on each false variant;
- nothing, where a form has no such line on the run.

What is committed was found by this code: a difference tells that something changed, not what is
right. Numbers are compared to 12 digits, within the errors of their enclosures.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from proofs_check import statements
from proofs_check.arithmetic import Decision, to_q
from proofs_check.evaluation.evaluate import OFF as OFF_EVENT
from proofs_check.evaluation.evaluate import Evaluation
from proofs_check.evaluation.statements import statements as with_two_sides
from proofs_check.fast.recording import read_blocks_into
from proofs_check.letters import identity
from proofs_check.letters.balls import Balls
from proofs_check.letters.compare import Compared, Comparing, Each
from proofs_check.letters.letters import Letters
from proofs_check.letters.quantities import EndOfRun
from proofs_check.letters.quantities import Table as LetterTable
from proofs_check.letters.run import Run, Total
from proofs_check.letters.size import Missing
from proofs_check.sampled_runs.suite import Entry, chosen_entries, suite
from proofs_check.vocabulary import FAILS, HOLDS, NOT_CLAIMED, UNDECIDED, VACUOUS
from tests.evaluation.digits import Digits
from tests.paths import ROOT

FOLDER = ROOT / "tests" / "data" / "claims" / "sides"
LETTERS, PLANTED, VERDICT, OFF = "letters", "planted", "verdict", "off"
GOLDEN = (np.sqrt(5) - 1) / 2
statements.load()

Key = tuple[str, str]  # statement and form, "event" or "planted"; or "letters" and their kind
Row = dict[str, str]  # column -> cell
Tables = dict[Key, dict[str, Row]]  # run -> its row


def entries() -> list[Entry]:
    """Every run: those of the suite, the foreign ones, those on chosen paths and the long one."""
    return [*suite(read=read_blocks_into).all.entries, *chosen_entries(read_blocks_into)]


# ----------------------------------------------------------------------------- one run


@dataclass
class Sums:
    """Sum of all entries of a table, epoch by epoch, and the one with a weight in [1, 2) each."""

    plain: float = 0.0
    weighted: float = 0.0
    error: float = 0.0
    seen: int = 0

    def add(self, table: Any, shape: tuple[int, ...]) -> None:
        """Add the entries of some epochs, of a table in this shape."""
        ball = Balls.of(table)
        mid, rad = (np.broadcast_to(v, shape) for v in (ball.mid, ball.rad))
        weights = 1 + np.modf(np.arange(self.seen + 1, self.seen + mid.size + 1) * GOLDEN)[0]
        self.plain += float(mid.sum())
        self.weighted += float((mid.ravel() * weights).sum())
        self.error += float(2 * rad.sum() + 2.0**-50 * np.abs(mid).sum())
        self.seen += mid.size

    def __str__(self) -> str:
        return f"{Digits(self.plain, self.error)} {Digits(self.weighted, self.error)}"


@dataclass
class Seen:
    """Sums of both sides of the lines that compare tables, and the values of the letters."""

    evaluation: Evaluation
    sides: dict[int, tuple[Sums, Sums]] = field(default_factory=dict)
    tables: dict[str, Sums | str] = field(default_factory=dict)
    totals: dict[str, Total] = field(default_factory=dict)

    def __post_init__(self) -> None:
        run = self.evaluation.run
        for name, made in letters().items():
            if made[0] is EndOfRun:  # before the first epoch: it sums them
                self.totals[name] = run.total(made, made[-1])

    def fold(self, block: Letters) -> None:
        """Add some epochs."""
        for key, lines in self.evaluation.lines.items():
            for comparison in lines if key[1] != PLANTED else ():
                if comparison.tabular and not comparison.missing:
                    self._add(comparison, block)
        for name, made in letters().items():
            if made[0] is LetterTable and not isinstance(sums := self.tables.get(name), str):
                self.tables[name] = sums = sums or Sums()
                try:
                    table = made[-1](block)
                    sums.add(table, of_epochs(block, table))
                except Missing as e:
                    self.tables[name] = f"missing: {e}"

    def _add(self, comparison: Comparing, block: Letters) -> None:
        sides = (comparison.line.left, comparison.line.right)
        tables = [s.table(block) if isinstance(s, Each) else block.number(s) for s in sides]
        shape = of_epochs(block, *tables)
        sums = self.sides.setdefault(id(comparison), (Sums(), Sums()))
        for total, table in zip(sums, tables, strict=True):
            total.add(table, shape)

    def letters(self) -> Iterator[tuple[str, str, str]]:
        """Yield kind, name and value of every letter, after the last epoch."""
        for name, made in letters().items():
            if made[0] is LetterTable:
                yield "tables", name, str(self.tables[name])
            elif made[0] is EndOfRun:
                yield "of the run", name, _of_total(self.totals[name])
            else:
                yield "constants", name, _of_constant(made[-1], self.evaluation.run)


def of_epochs(block: Letters, *tables: Any) -> tuple[int, ...]:
    """Return the shape of tables: a row for each epoch, also of what is the same in all."""
    shape = np.broadcast_shapes(*(np.shape(Balls.of(table).mid) for table in tables))
    return (len(block.data), *shape[1:])


@cache
def letters() -> Mapping[str, tuple[Any, ...]]:
    """Return every letter by its name: what it is, and last the function that computes it."""
    made = identity.MADE.items()  # Coq's C of O(F), made where definitions are derived, is none
    ours, coq = "proofs_check.", "proofs_check.machine_checked."
    return {n: of.key for n, of in made if of.place.startswith(ours) and coq not in of.place}


def _of_total(total: Total) -> str:
    try:
        sums, value = Sums(), Balls.of(total.value(False))
        sums.add(value, np.shape(value.mid))
    except Missing as e:
        return f"missing: {e}"
    return str(sums)


def _of_constant(of: Any, run: Run) -> str:
    try:
        value = of(run)
    except Missing as e:
        return f"missing: {e}"
    return " ".join(str(Digits.of(v)) for v in (value if isinstance(value, list) else [value]))


def of_run(entry: Entry, planted: bool = True, only: Iterable[str] | None = None) -> dict[Key, Row]:
    """Return the rows of a run. `planted`: those of the false variants, too. `only`: of these
    statements, and those whose events they need."""
    recorded = entry.recorded
    assert recorded.head is not None and recorded.ended is not None
    run = Run(recorded.head, entry.name, to_q(entry.scale))
    evaluation = Evaluation(run, planted, only=only)
    seen = Seen(evaluation)
    for epochs in recorded.blocks:
        evaluation.fold(epochs)
        assert run.block is not None
        seen.fold(run.block)
    run.ended = recorded.ended
    results = evaluation.results()
    rows: dict[Key, Row] = {}
    for result in results:
        key = (result.statement.name, result.form)
        told = result.verdict in (UNDECIDED, VACUOUS)  # the cells tell the reason
        verdict = (
            result.verdict if told else ": ".join(filter(None, (result.verdict, result.reason)))
        )
        rows[key] = {VERDICT: verdict} | _lines(evaluation, (*key, ""), seen, result.counted)
    for name, statement in evaluation.known.items():
        if statement.own_event:
            event = {VERDICT: evaluation.event(name).name}
            rows[name, "event"] = event | _lines(evaluation, (name, "event", ""), seen)
    for (name, words), decision in evaluation.planted().items() if planted else ():
        rows.setdefault((name, PLANTED), {})[words] = OFF if decision is None else decision.name
    for kind, name, value in seen.letters():
        rows.setdefault((LETTERS, kind), {})[name] = value
    return rows


def _lines(
    evaluation: Evaluation,
    key: tuple[str, str, str],
    seen: Seen,
    counted: Sequence[Compared] | None = None,
) -> Row:
    """Return the cells of the lines of a form. `counted`: those on whose events the run is."""
    cells, names = Row(), Counter[str]()
    for comparison, c in zip(evaluation.lines[key], evaluation.found[key], strict=True):
        relation = "=" if c.line.equal else "<="
        name = f"{c.line.where} {relation}".strip() + ", a step" * c.line.step
        names[name] += 1
        name += f" ({names[name]})" * (names[name] > 1)
        if c.missing:
            cells[name] = f"missing: {c.missing}"
            continue
        sums = seen.sides.get(id(comparison))
        on = counted is None or any(c is other for other in counted)
        parts = [*([] if on else [OFF]), c.decision.name, f"{c.informative}/{c.comparisons}"]
        parts += [
            _shown(c.left),
            _shown(c.right),
            *(str(Digits(s.plain, s.error)) for s in sums or ()),
        ]
        cells[name] = " ".join(parts)
    return cells


def _shown(side: Any) -> str:
    return str(Digits.of(side))


# ----------------------------------------------------------------------------- files


def text_of(tables: Mapping[str, Mapping[str, Row]]) -> str:
    """Return the tables of a file as text, by form."""
    blocks = []
    for form, rows in tables.items():
        columns = list(dict.fromkeys(column for row in rows.values() for column in row))
        lines = ["\t".join([form, *columns])]
        lines += ["\t".join([run, *(row.get(c, "") for c in columns)]) for run, row in rows.items()]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def tables_in(text: str) -> dict[str, dict[str, Row]]:
    """Return the tables of a file by form."""
    tables = {}
    for block in text.split("\n\n"):
        head, *lines = block.rstrip("\n").split("\n")
        form, *columns = head.split("\t")
        cells = (line.split("\t") for line in lines)
        rows = {run: zip(columns, row, strict=True) for run, *row in cells}
        tables[form] = {run: {c: cell for c, cell in row if cell} for run, row in rows.items()}
    return tables


@cache
def committed() -> Tables:
    """Return all that is committed."""
    return {
        (file.stem, form): table
        for file in sorted(FOLDER.glob("*.tsv"))
        for form, table in tables_in(file.read_text(encoding="utf-8")).items()
    }


def counted(name: str, form: str) -> tuple[int, int, bool]:
    """Return how many comparisons of a form are decided on the runs on which it is claimed, how
    many of them say nothing, and whether one fails."""
    claimed = [HOLDS, VACUOUS, UNDECIDED, f"{NOT_CLAIMED}: {OFF_EVENT}"]
    if not with_two_sides()[name].is_event:
        claimed.append(FAILS)
    decided, said, fails = 0, 0, False
    for row in committed()[name, form].values():
        cells = [cell.split() for column, cell in row.items() if column != VERDICT]
        for decision, comparisons, *_ in cells if row[VERDICT].startswith(tuple(claimed)) else ():
            if decision in (Decision.TRUE.name, Decision.FALSE.name):
                informative, of_all = map(int, comparisons.split("/"))
                decided, said = decided + of_all, said + informative
                fails |= decision == Decision.FALSE.name
    return decided, decided - said, fails


def differences(run: str, now: Mapping[Key, Row], before: Tables) -> list[str]:
    """Return what a run says otherwise now of the statements that are asked, a line each."""
    found = []
    planted, names = any(form == PLANTED for _, form in now), {name for name, _ in now}
    asked = [key for key in before if key[0] in names and (planted or key[1] != PLANTED)]
    for key in dict.fromkeys([*asked, *now]):
        old, new = before.get(key, {}).get(run, {}), now.get(key, {})
        for column in dict.fromkeys([*old, *new]):
            u, v = old.get(column, "not there"), new.get(column, "not there")
            if not same(u, v):
                found.append(f"{', '.join(key)}, {run}: {column}: {u} -> {v}")
    return found


def same(u: str, v: str) -> bool:
    """Whether two cells say the same, numbers to 12 digits."""
    words, others = u.split(), v.split()
    return len(words) == len(others) and all(map(_same_word, words, others))


def _same_word(u: str, v: str) -> bool:
    if u == v:
        return True
    try:
        return Digits.read(u).agrees(Digits.read(v))
    except ValueError:
        return False


def write(runs: Iterable[Entry], folder: Any = FOLDER) -> None:
    """Write what these runs say, a file for each statement; remove what no statement has."""
    found: dict[str, dict[str, dict[str, Row]]] = {}
    for entry in runs:
        for (name, form), row in of_run(entry).items():
            found.setdefault(name, {}).setdefault(form, {})[entry.name] = row
    folder.mkdir(exist_ok=True)
    for file in folder.glob("*.tsv"):
        file.unlink()
    for name, tables in found.items():
        (folder / f"{name}.tsv").write_text(text_of(tables), encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Write the files."""
    argparse.ArgumentParser(
        prog="python -m tests.evaluation.sides",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args(words)
    write(entries())
    return 0


if __name__ == "__main__":
    sys.exit(main())
