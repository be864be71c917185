"""The page of findings of the simulation, from the committed trials of `ucrl-lp simulate`.

    python -m tests.figure1.findings

rewrites findings.md, claims.md and claims.csv from the CSV files of trials beside them, in
reference/figure1/committed. test_findings.py compares, and asks of every sentence whether it is
true.
"""

from __future__ import annotations

import csv
import io
import sys
import textwrap
from collections.abc import Iterable
from statistics import fmean

from proofs_check.report.spec_page import replaced
from reference.figure1.results import Table, number, regrets
from reference.figure1.sensitivity import settings, short
from reference.support.errors import FALSE, OK
from tests.figure1.finding_sentences import SENTENCES, Sentence, experiment, outcomes
from tests.paths import RESULTS

PAGE = RESULTS / "findings.md"


def page() -> str:
    """The generated part of the page."""
    said = {kind: as_items(of(outcomes(kind))) for kind, of in SENTENCES.items()}
    tables = {kind: experiment(kind).tables(outcomes(kind)) for kind in SENTENCES}
    parts = [
        "## Figure 1\n",
        said["figure1"],
        *map(as_table, tables["figure1"]),
        "## What the paper leaves open\n",
        said["sensitivity"],
        as_table(tables["sensitivity"][-1]),
        as_table(effects()),
    ]
    return "\n".join(parts)


def effects() -> Table:
    """Mean regrets, setting by setting: the measured effects of the readings."""
    grid, trials = experiment("sensitivity"), outcomes("sensitivity")
    rows = []
    for setting in settings(grid.env):
        choices = (setting.ours, *setting.theirs)
        per = [regrets(trials, c, T=T, **setting.where)[0] for c in choices for T in grid.T]
        rows.append([setting.name, *(number(fmean(of)) for of in per)])
    header = ["setting", *(f"{name} {short(T)}" for name in ("LP", "chain", "FH") for T in grid.T)]
    title = (
        f"Mean regret of {grid.trials} trials: UCRL-LP, UCRL2 on the chain, UCRL2 with known layers"
    )
    return Table(title, header, rows)


def claims() -> Table:
    """Return the one table of the sensitivity grid: claims.md and claims.csv."""
    table: Table = experiment("sensitivity").tables(outcomes("sensitivity"))[0]
    return table


def claims_page() -> str:
    """Return claims.md."""
    return as_table(claims())


def claims_csv() -> str:
    """Return claims.csv."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([claims().header, *claims().rows])
    return out.getvalue()


def as_items(sentences: Iterable[Sentence]) -> str:
    """Return the sentences as a list in Markdown."""
    return "".join(f"- {_wrapped(sentence.text)}\n" for sentence in sentences)


def as_table(table: Table) -> str:
    """Return a table and its title in Markdown."""
    header, *rows = ([_escaped(cell) for cell in row] for row in (table.header, *table.rows))
    title = textwrap.fill(_escaped(table.title), 100)
    return f"{title}\n\n{Table('', header, rows).markdown()}"


def _escaped(text: str) -> str:
    return text.replace("*", "\\*").replace("<", "\\<")


def _wrapped(text: str) -> str:
    return textwrap.fill(_escaped(text), 100, subsequent_indent="  ", break_on_hyphens=False)


def not_true(sentences: Iterable[Sentence]) -> bool:
    """Whether a sentence is not true of the trials; says which."""
    if false := [sentence.text for sentence in sentences if not sentence.true]:
        print("not true of the trials any more:", *false, sep="\n", file=sys.stderr)
    return bool(false)


def main() -> int:
    """Rewrite the page and the table. Refuses to write a sentence that is not true."""
    if not_true(sentence for kind, of in SENTENCES.items() for sentence in of(outcomes(kind))):
        return FALSE
    (RESULTS / "claims.md").write_text(claims_page(), encoding="utf-8")
    (RESULTS / "claims.csv").write_text(claims_csv(), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replaced(text, "findings", page()), encoding="utf-8")
    return OK


if __name__ == "__main__":
    sys.exit(main())
