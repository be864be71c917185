"""The page of findings of the simulation, from the committed trials of `ucrl-lp simulate`.

    python -m tests.experiments.findings

rewrites tests/data/simulation/findings.md and claims.md from the CSV files beside them.
tests/experiments/test_findings.py compares, and asks of every sentence whether it is true.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from statistics import fmean

from proofs_check.report.spec_page import replaced
from reference.experiments.comparison import Comparison
from reference.experiments.figure1 import Figure1
from reference.experiments.results import Results, Table, number, regrets
from reference.experiments.sensitivity import Sensitivity, settings, short
from reference.support.errors import FALSE, OK
from tests.experiments.csv_results import read_times
from tests.experiments.finding_sentences import (
    DATA,
    Sentence,
    comparison,
    figure1,
    options,
    results,
    sensitivity,
)

PAGE = DATA / "findings.md"


def page() -> str:
    """The generated part of the page."""
    found = {kind: results(kind) for kind in ("figure1", "sensitivity", "comparison")}
    figure = Figure1.from_options(options("figure1"))
    grid = Sensitivity.from_options(options("sensitivity"))
    compared = Comparison.from_options(options("comparison"))
    times = read_times(DATA / "comparison-times.csv")
    summary = grid.tables(found["sensitivity"])[-1]
    parts = [
        "## Figure 1\n",
        _sentences(figure1(found["figure1"])),
        *(_table(t) for t in figure.tables(found["figure1"])),
        "## What the paper leaves open\n",
        _sentences(sensitivity(found["sensitivity"])),
        _table(summary),
        _table(effects(grid, found["sensitivity"])),
        "## The introduction's comparisons\n",
        _sentences(comparison(found["comparison"])),
        *(_table(t) for t in compared.tables(found["comparison"])),
        *(_table(t) for t in compared.time_tables(found["comparison"], times)),
    ]
    return "\n".join(parts)


def effects(grid: Sensitivity, found: Results) -> Table:
    """Mean regrets, setting by setting: the measured effects of the readings."""
    rows = []
    for setting in settings(grid.env):
        choices = (setting.ours, *setting.theirs)
        per = [regrets(found, c, T=T, **setting.where)[0] for c in choices for T in grid.T]
        rows.append([setting.name, *(number(fmean(of)) for of in per)])
    header = ["setting", *(f"{name} {short(T)}" for name in ("LP", "chain", "FH") for T in grid.T)]
    title = (
        f"Mean regret of {grid.trials} trials: UCRL-LP, UCRL2 on the chain, UCRL2 with known layers"
    )
    return Table(title, header, rows)


def claims() -> str:
    """The one table of the sensitivity grid, as tests/data/simulation/claims.md."""
    grid = Sensitivity.from_options(options("sensitivity"))
    return _table(grid.tables(results("sensitivity"))[0])


def _sentences(found: Iterable[Sentence]) -> str:
    return "".join(f"- {_wrapped(one.text)}\n" for one in found)


def _table(table: Table) -> str:
    return f"{textwrap.fill(_escaped(table.title), 100)}\n\n{_rows(table)}"


def _rows(table: Table) -> str:
    cells = [[_escaped(cell) for cell in row] for row in table.rows]
    return Table("", [_escaped(cell) for cell in table.header], cells).markdown()


def _escaped(text: str) -> str:
    return text.replace("*", "\\*").replace("<", "\\<")


def _wrapped(text: str) -> str:
    return textwrap.fill(_escaped(text), 100, subsequent_indent="  ", break_on_hyphens=False)


def main() -> int:
    """Rewrite the page and the table. Refuses to write a sentence that is not true."""
    for kind, sentences in (
        ("figure1", figure1),
        ("sensitivity", sensitivity),
        ("comparison", comparison),
    ):
        for one in sentences(results(kind)):
            if not one.true:
                print(f"not true of the trials any more: {one.text}", file=sys.stderr)
                return FALSE
    (DATA / "claims.md").write_text(claims(), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replaced(text, "findings", page()), encoding="utf-8")
    return OK


if __name__ == "__main__":
    sys.exit(main())
