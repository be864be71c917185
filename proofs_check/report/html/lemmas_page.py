"""The page of `proofs-check lemmas --html`: left over right of every inequality on one run."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from proofs_check.evaluation.evaluate import Evaluation, Judged
from proofs_check.report.html.chart import Chart, Series, figure

MOST = 12  # charts of single statements


def lemmas_pages(evaluation: Evaluation, results: Sequence[Judged], run: str) -> dict[str, str]:
    """Return the one page, `index.html`."""
    name = Path(run).name.encode("utf-8", "backslashreplace").decode()
    charts = [_all(results), *_by_epoch(results)]
    rows = "".join(
        f"<tr><th>{escape(r.statement.number)}</th><td>{r.form}</td><td>{escape(r.verdict)}</td>"
        f"<td>{_share(r):.4g}</td><td>{escape(r.worst.where if r.worst else r.note)}</td></tr>"
        for r in results
    )
    head = "<tr><th>statement</th><th>form</th><th>verdict</th><th>left/right</th><th>where</th>"
    body = "".join(figure(chart) for chart in charts if any(s.points for s in chart.series))
    title = f"Inequalities on {name}"
    command = f"python -m proofs_check lemmas {shlex.quote(name)}"
    page = (
        f"<!doctype html><html lang=en><!-- ucrl-lp report --><meta charset=utf-8>"
        f"<title>{escape(title)}</title><style>{STYLE}</style><main><h1>{escape(title)}</h1>"
        f"<p>Made by <code>{escape(command)}</code>. The bound is attained at 1; what no run can "
        f"exceed makes a bound TRIVIAL.</p>{body}<table>{head}</tr>{rows}</table></main></html>\n"
    )
    return {"index.html": page}


STYLE = """
:root{--ink:#111;--soft:#555;--line:#ccc;--paper:#fff;--run-line:#1f5fa8;--bad-line:#a3242b;
--ok-line:#20723a;--rep-line:#7a4a9e;--dim-line:#777;--run:#cfe0f3;--bad:#f4d3d5;--okf:#d2ecd9;
--rep:#e6daf0;--dim:#e4e4e4}
@media(prefers-color-scheme:dark){:root{--ink:#eee;--soft:#aaa;--line:#444;--paper:#161616;
--run-line:#8ab8ee;--bad-line:#f08a90;--ok-line:#7fd09a;--rep-line:#c7a2e6;--dim-line:#aaa;
--run:#23405f;--bad:#5c2529;--okf:#22492e;--rep:#43305a;--dim:#3a3a3a}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 sans-serif}
main{max-width:46rem;margin:auto;padding:1rem}svg{max-width:100%;height:auto}
td,th{text-align:left;padding:.15rem .5rem;border-bottom:1px solid var(--line)}
"""


def _share(r: Judged) -> float:
    """Left over right at the worst place; 0 where that says nothing."""
    c = r.worst
    if c is None or c.line.equal or c.right.lo <= 0:
        return 0.0
    return max(0.0, float(c.left.hi / c.right.lo))


def _all(results: Sequence[Judged]) -> Chart:
    said = {"HOLDS": "holds", "TRIVIAL": "holds, trivial", "FAILS": "fails"}
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
