"""`python -m tests.bench`: what the project costs, beside others; `--growth`: how it grows.

    python -m tests.bench                    print the tables (about 6 minutes)
    python -m tests.bench --growth           growth instead (about 10 minutes)
    python -m tests.bench --largest          the largest instance in 8 GB (some minutes)
    ... --quick                              small instances, seconds: does everything work?
    ... --json FILE                          also write the figures; interrupted with Ctrl-C,
                                             the same command goes on where it stopped
    ... --commit                             --json into this directory, and the rows of
                                             tests/README.md that are made of it
    python -m tests.bench.committed          print the committed tables again

Exit status: 0; 1 where contestants disagree or a job failed; 130 interrupted. A contestant that is
not installed is reported as missing, with what was tried.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from tests.bench import committed, growth, largest, machine, side_by_side, tables
from tests.bench.measure import Cells, failures


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, write."""
    options = _options(arguments)
    kind = "growth" if options.growth else "largest" if options.largest else "side by side"
    file = Path(options.json) if options.json else None
    if options.commit:
        file = committed.HERE / committed.FILES[kind]
    part = file.with_name(f"{file.name}.part") if file else None
    setting = {"kind": kind, "quick": options.quick, "machine": machine.description()}
    cells = Cells(part, setting, fresh=options.fresh)
    load = [machine.load()]
    try:
        with tempfile.TemporaryDirectory() as name:
            if options.growth:
                growth.measure(growth.QUICK if options.quick else growth.FULL, cells, Path(name))
            elif options.largest:
                largest.measure(cells)
            else:
                plan = side_by_side.QUICK if options.quick else side_by_side.FULL
                side_by_side.sections(plan, cells, Path(name))
    except KeyboardInterrupt:
        print("interrupted", "; the same command goes on" if part else "", file=sys.stderr)
        return 130
    except (side_by_side.Disagreement, OSError) as e:
        print(f"stopped: {e}", file=sys.stderr)
        return 1
    load.append(machine.load())
    failed = [line for cell in cells.known.values() for line in failures(cell)]
    if failed:
        print("\n".join(failed), file=sys.stderr)
        return 1
    results = {**setting, "load": load, "cells": list(cells.known.values())}
    print(tables.text(results))
    if file and part:
        file.write_text(json.dumps(results, indent=1) + "\n")
        part.unlink()
    if options.commit:
        committed.regenerate()
    return 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--growth", action="store_true")
    what.add_argument("--largest", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--commit", action="store_true")
    parser.add_argument("--fresh", action="store_true", help="forget what was measured before")
    options = parser.parse_args(arguments)
    if options.commit and (options.json or options.quick):
        parser.error("--commit goes with neither --json nor --quick")
    if options.largest and options.quick:
        parser.error("--largest has no --quick form")
    return options


if __name__ == "__main__":
    sys.exit(main())
