"""Rows of the dictionary that no test computes, on the page of the development.

`python -m proofs_check.machine_checked.read_by_eye` writes them there, with the places of what they
name in the development."""

from __future__ import annotations

import re
from pathlib import Path

from proofs_check.machine_checked.coq_letters import ALL, by_eye
from proofs_check.machine_checked.record import COQ, defined_at

PAGE_OF_COQ = COQ / "README.md"
MARKED = re.compile(r"(<!-- generated: by eye -->\n).*?(<!-- end -->)", re.DOTALL)


def by_eye_table() -> str:
    """Return how many rows are read by eye, and which: the letter, its term, and the file and line
    of each definition of the development in it."""
    rows = by_eye()
    lines = [
        f"Read by eye are {len(rows)} of {len(ALL)} rows:",
        "",
        "| letter | in Coq | defined in |",
        "|---|---|---|",
    ]
    for name in rows:
        term, defined = ALL[name]
        places = [f"[`{d}`]({file}#L{defined_at(file, d)})" for d, file in defined]
        bars = term.replace("|", "\\|")
        lines.append(f"| {name} | `{bars}` | {', '.join(places) or 'the row itself'} |")
    return "\n".join(lines)


def with_table(page: str) -> str:
    """Return a page with the table where it is marked."""
    return MARKED.sub(lambda m: f"{m[1]}{by_eye_table()}\n{m[2]}", page)


def write_page(page: Path = PAGE_OF_COQ) -> None:
    """Write the table into the page."""
    page.write_text(with_table(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write_page()
