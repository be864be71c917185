"""Left over right of every inequality on one run: the page of `proofs-check lemmas --html`, and a
part of the page of a trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from proofs_check.evaluation.evaluate import Judged
from proofs_check.report.document import (
    Blocks,
    Cell,
    Grid,
    GridRow,
    Heading,
    Page,
    Paragraph,
    Picture,
    inlines,
    words,
)
from proofs_check.report.html.chart import Chart, Series, figure
from proofs_check.report.html.render import MenuEntry, Navigation, page
from proofs_check.vocabulary import FAILS, HOLDS, VACUOUS

MOST = 12  # charts of single statements
READ = (
    "Both sides of every inequality of the paper, evaluated on this run. The bound is attained "
    "where left/right is 1. VACUOUS says that no bound is below what no run can exceed."
)


def lemmas_pages(results: Sequence[Judged], run: str) -> dict[str, str]:
    """Return the one page, `index.html`."""
    name = Path(run).name.encode("utf-8", "backslashreplace").decode()
    title = Heading(1, words(f"Inequalities on {name}"))
    made = page(
        Page(f"{name}: inequalities", (title, *slack_of_all(results))),
        lambda link: f"#{link.target}",
        Navigation((MenuEntry("Inequalities", "index.html"),), "index.html"),
        alone=True,
        command=f"python -m proofs_check lemmas {name}",
        foot="Both sides are enclosed rigorously; nothing is decided by a float.",
    )
    return {"index.html": made}


def slack_of_all(results: Sequence[Judged]) -> Blocks:
    """Return the pictures and the table of all statements on a run."""
    charts = [_all(results), *_by_epoch(results)]
    head = tuple(map(words, ("statement", "form", "verdict", "left/right", "where it is largest")))
    return (
        Paragraph(words(READ)),
        *(Picture(markup=figure(chart)) for chart in charts if any(s.points for s in chart.series)),
        Grid(head, tuple(map(_row, results))),
    )


def _row(r: Judged) -> GridRow:
    where = "; ".join(filter(None, (r.worst.where if r.worst else "", r.reason)))
    share = f"{_share(r):.4g}" if _share(r) else ""
    said = (
        inlines(r.statement.number),
        words(r.form),
        words(r.verdict),
        words(share),
        words(where),
    )
    return GridRow(tuple(Cell(text, short=k < 4) for k, text in enumerate(said)))


def _share(r: Judged) -> float:
    """Left over right at the worst place; 0 where that says nothing."""
    c = r.worst
    if c is None or c.line.equal or c.right.lo <= 0:
        return 0.0
    return max(0.0, float(c.left.hi / c.right.lo))


def _all(results: Sequence[Judged]) -> Chart:
    said = {HOLDS: "holds", VACUOUS: "vacuous", FAILS: "fails"}
    series = [
        Series(
            words,
            [(float(k), _share(r)) for k, r in enumerate(results, 1) if r.verdict == verdict],
            marks=True,
        )
        for verdict, words in said.items()
    ]
    return Chart(
        "slack",
        "Left over right of every inequality",
        "Each mark is a statement, numbered as in the table; 1 is where the bound is attained. "
        "Identities, and statements whose right side is 0, are not drawn.",
        "statement, in the order of the table",
        "left/right",
        [s for s in series if s.points],
        log_y=True,
    )


def _by_epoch(results: Sequence[Judged]) -> Iterator[Chart]:
    drawn = 0
    for r in results:
        lines = [c for c in r.lines if len(c.by_epoch) > 1 and not c.line.equal]
        series = [
            Series(c.line.where or r.statement.number, [(float(t), v) for t, v in c.by_epoch])
            for c in lines
        ]
        if series and any(v > 0 for s in series for _, v in s.points) and drawn < MOST:
            drawn += 1
            yield Chart(
                f"slack-{r.statement.name}-{r.form}",
                f"{r.statement.number}: {r.statement.title}",
                "Largest left/right of an epoch, over states and actions.",
                "first episode t(i) of the epoch",
                "left/right",
                series,
                log_x=True,
                log_y=True,
            )
