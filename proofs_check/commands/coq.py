"""`proofs-check coq`: build the machine-checked development here, and list what it proves."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from reference.support.console import ProgressLine, add_output_options
from reference.support.errors import FALSE, OK


def add(commands: Any) -> None:
    """Add the command and its options."""
    p = commands.add_parser(
        "coq",
        help="build the machine-checked proofs with this machine's coqc",
        description="Compile the Coq development with this machine's coqc, with fixed options, and "
        "have its kernel compare every statement with the challenge and with the pinned ones, "
        "coqchk check the compiled files again, and the record agree with all of it. Prints, for "
        "every statement of the paper that is proved, the theorem and its axioms. Exit status 0 "
        "only if everything was built here and no axiom but those of the classical reals is used; "
        "1 if not, or if the record differs; 3 for a project file with options; 4 without coqc.",
    )
    p.add_argument("--record", action="store_true", help="write the record that the audit reads")
    p.add_argument("--statements", action="store_true", help="print the statements, too")
    p.add_argument(
        "--libraries", action="store_true", help="have coqchk check the libraries, too (long)"
    )
    add_output_options(p, "one JSON object")
    p.set_defaults(command=command)


def command(options: argparse.Namespace) -> int:
    """Build and print; the exit statuses are those of the errors."""
    from proofs_check import statements
    from proofs_check.machine_checked import record as recorded
    from proofs_check.machine_checked.build import build

    statements.load()
    started, line = time.perf_counter(), ProgressLine(options.quiet)
    total, done = len(recorded.all_sources()) + 2, 0  # the kernel's, the axioms', coqchk's turn

    def show(name: str) -> None:
        nonlocal done
        done += 1
        line(name, done, total, last=done == total)

    before = None if options.record else recorded.read_record()
    axioms = {t.name: t.axioms for t in before.theorems.values()} if before else {}
    found = build(on_file=show, pin=options.record, libraries=options.libraries, recorded=axioms)
    if before is None:
        recorded.write_record(found)
        different = []
    else:
        different = recorded.departures(before, found)
    for one in different:
        print(f"proofs-check coq: differs from the record: {one}", file=sys.stderr)
    status = FALSE if different else OK
    rows = [(one, found.theorems[one.theorem]) for one in recorded.mapped()]
    if options.json:
        print(json.dumps({
            "coq": found.coq,
            "sources": found.sources,
            "options": found.options,
            "differences": different,
            "theorems": [
                {"label": m.label, "form": m.form, "whole": not m.part, "under": m.under,
                 "theorem": t.name, "file": t.file, "line": t.lines[0], "end": t.lines[1],
                 "axioms": list(t.axioms), "statement": t.statement}
                for m, t in rows
            ],
            "claims": list(recorded.PAIRS),
            "judge": {name: found.theorems[name].statement for name in recorded.JUDGE},
        }))  # fmt: skip
        return status
    print(f"built here by Coq {found.coq} in {time.perf_counter() - started:.0f} s")
    print(
        f"challenge/Challenge.v: {len(recorded.PAIRS)} claims, proved: {', '.join(recorded.PAIRS)}"
    )
    print(f"{'label':26} {'form':10} {'proves':6} {'theorem':25} {'lines':30} axioms")
    for m, t in rows:
        proves = "part" if m.part else "whole"
        print(f"{m.label:26} {m.form:10} {proves:6} {t.name:25} {t.place:30} {t.uses}")
        if options.statements:
            print("\n".join("    " + text for text in t.statement.splitlines()))
    return status
