"""`python -m tests.frozen`: whether everything that was compared is compared again.

    python -m tests.frozen                   recompute the record and compare (about 3 minutes)
    python -m tests.frozen --runs NAME ...   only some runs, without the audit
    python -m tests.frozen --no-audit        all runs, without the audit
    python -m tests.frozen --write           write the record anew; its diff says what changed

A line for each row that is missing, changed or new, in tab-separated fields. Numbers are compared
to 12 digits. Rows marked "told" are no loss: a new row, another note, another of several equally
bad entries; `--quiet` leaves them out. Exit status: 0 every row is there again; 1 some are not.
"""

from __future__ import annotations

import argparse
import sys

from tests.frozen import adapter, record


def main(arguments: list[str] | None = None) -> int:
    """Recompute, compare, print."""
    options = _options(arguments)
    names = tuple(options.runs or adapter.run_names())
    if unknown := set(names) - set(adapter.run_names()):
        print(f"no run is called {', '.join(sorted(unknown))}", file=sys.stderr)
        return 4
    rows = record.of_runs(names)
    if not (options.no_audit or options.runs):
        rows |= record.of_audit(options.workers)
    if options.write:
        record.write(rows)
        return 0
    differences = []
    for table, now in rows.items():
        before = record.committed(table)
        if options.runs:
            if table == "variants":
                continue  # of all runs together
            before = [row for row in before if row[0] in names]
        differences += record.differences(table, before, now)
        lost = sum(entry.kind == "missing" for entry in differences if entry.table == table)
        print(f"{table}: {len(before)} rows, {lost} missing", file=sys.stderr)
    for difference in differences:
        if not (difference.told and options.quiet):
            print(("told\t" if difference.told else "") + str(difference))
    failing = record.weight(differences)
    print(f"{failing} rows are not there again, {len(differences) - failing} told", file=sys.stderr)
    return int(failing > 0)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.frozen",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--runs", nargs="+", metavar="NAME", help="only these runs")
    parser.add_argument("--no-audit", action="store_true", help="without the audit")
    parser.add_argument("--write", action="store_true", help="write what is found as the record")
    parser.add_argument("--quiet", action="store_true", help="print only what is not there again")
    parser.add_argument("--workers", type=int, default=2, help="processes of the audit")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
