"""`proofs-check coq`: build the machine-checked development here, and list what it proves."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from reference.support.console import ProgressLine, add_output_options
from reference.support.errors import OK


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "coq",
        help="build the machine-checked proofs with this machine's coqc",
        description="Compile the Coq development with this machine's coqc and print, for every "
        "statement of the paper that it proves, the theorem and its axioms. Exit status 0 only if "
        "everything was built here and no axiom but those of the classical reals is used; 1 if "
        "not; 4 without coqc.",
    )
    p.add_argument("--record", action="store_true", help="write the record that the audit reads")
    p.add_argument("--statements", action="store_true", help="print the statements, too")
    add_output_options(p, "one JSON object")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Build and print; the exit statuses are those of the errors."""
    from proofs_check import statements
    from proofs_check.machine_checked import record as recorded
    from proofs_check.machine_checked.build import build

    statements.load()
    started, line = time.perf_counter(), ProgressLine(options.quiet)
    total, done = len(recorded.sources()), 0

    def show(name: str) -> None:
        nonlocal done
        done += 1
        line(f"{done}/{total} files, {name}", last=done == total)

    found = build(on_file=show)
    if options.record:
        recorded.write_record(found)
    rows = [(one, found.theorems[one.theorem]) for one in recorded.mapped()]
    if options.json:
        print(json.dumps({
            "coq": found.coq,
            "sources": found.sources,
            "theorems": [
                {"label": m.label, "form": m.form, "theorem": t.name, "file": t.file,
                 "line": t.line, "end": t.end, "axioms": list(t.axioms), "statement": t.statement}
                for m, t in rows
            ],
        }))  # fmt: skip
        return OK
    print(f"built here by Coq {found.coq} in {time.perf_counter() - started:.0f} s: {total} files")
    print(f"{'label':26} {'form':10} {'theorem':25} {'lines':30} axioms")
    for m, t in rows:
        print(f"{m.label:26} {m.form:10} {t.name:25} {t.place:30} {t.uses}")
        if options.statements:
            print("\n".join("    " + text for text in t.statement.splitlines()))
    return OK
