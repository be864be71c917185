"""The page of findings on the introduction's comparisons, from the committed trials of `ucrl-lp
simulate compare`.

    python -m tests.guests.comparison.findings

rewrites comparison.md from the CSV files of trials beside it, in
reference/guests/comparison/committed. test_findings.py compares, and asks of every sentence whether
it is true.
"""

from __future__ import annotations

import sys

from proofs_check.report.spec_page import replaced
from reference.support.errors import FALSE, OK
from tests.figure1.csv_results import read_times
from tests.figure1.findings import as_items, as_table, not_true
from tests.guests.comparison.committed import OF_GUESTS, comparison, experiment, outcomes

PAGE = OF_GUESTS / "comparison.md"
TIMES = OF_GUESTS / "comparison-times.csv"


def page() -> str:
    """The generated part of the page."""
    compared, trials = experiment("comparison"), outcomes("comparison")
    tables = (*compared.tables(trials), *compared.time_tables(trials, read_times(TIMES)))
    return "\n".join([as_items(comparison(trials)), *map(as_table, tables)])


def main() -> int:
    """Rewrite the page. Refuses to write a sentence that is not true."""
    if not_true(comparison(outcomes("comparison"))):
        return FALSE
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replaced(text, "findings", page()), encoding="utf-8")
    return OK


if __name__ == "__main__":
    sys.exit(main())
