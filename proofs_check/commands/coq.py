"""`proofs-check coq`: build the machine-checked development here, and list what it proves."""

from __future__ import annotations

import datetime
import json
import sys
import time
from collections import Counter
from pathlib import Path

from reference.support.command_line import (
    Command,
    Option,
    Options,
    files,
    flag,
    output_options,
)
from reference.support.console import ProgressLine
from reference.support.errors import FALSE, OK

MAINTAINERS = "For maintainers"


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "coq",
        command,
        [
            flag("--statements", "print the statements, too"),
            flag("--libraries", "have coqchk check the libraries, too (long)"),
            flag("--record", "write the record that the audit reads", section=MAINTAINERS),
            flag(
                "--confirm",
                "build with another coqc in the path, and write its row of kernels.json if it "
                "agrees with the record on claims, theorems and axioms",
                section=MAINTAINERS,
            ),
            Option(
                "--side-by-side",
                "build nothing: write each numbered result beside the theorem that carries it",
                metavar="FILE", section=MAINTAINERS, shell_complete=files,
            ),
            Option(
                "--define", "build nothing: print what the claims of a statement are in Coq",
                metavar="LABEL",
            ),
            flag(
                "--write-statements",
                "build nothing: write coq/statements/Statements.v from the claims",
                section=MAINTAINERS,
            ),
            *output_options("one JSON object"),
        ],
        help="Compile the Coq development with this machine's coqc, with fixed options, and have "
        "its kernel compare every statement with the challenge and with the pinned ones, coqchk "
        "check the compiled files again, and the record agree with all of it. Prints, for every "
        "statement of the paper that is proved, the theorem and its axioms.",
        epilog="Exit status 0 only if everything was built here and no axiom but those of the "
        "classical reals is used; 1 if not, or if the record differs; 3 for a project file with "
        "options, or another page of claims than the pinned one; 4 without coqc.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Build and print; the exit statuses are those of the errors."""
    from proofs_check import statements
    from proofs_check.machine_checked import kernels
    from proofs_check.machine_checked import record as recorded
    from proofs_check.machine_checked.build import BuildFailed, build

    statements.load()
    if options.side_by_side:
        from proofs_check.report.side_by_side import side_by_side

        Path(options.side_by_side).write_text(side_by_side(), encoding="utf-8")
        return OK
    if options.define:
        from proofs_check.machine_checked.derived import definitions_of

        print("\n\n".join(definitions_of(options.define)))
        return OK
    if options.write_statements:
        from proofs_check.machine_checked.derived import STATEMENTS_FILE, statements_text

        (recorded.COQ / STATEMENTS_FILE).write_text(statements_text(), encoding="utf-8")
        return OK
    started, line = time.perf_counter(), ProgressLine(options.quiet)
    done, total = 0, len(recorded.all_sources()) + 4  # kernel, axioms, our own check, coqchk

    def show(name: str) -> None:
        nonlocal done
        done += 1
        line(name, done, total, last=done == total)

    line.begin("coq: a copy of the development is compiled")
    before = None if options.record else recorded.read_record()
    axioms = {t.name: t.axioms for t in before.theorems.values()} if before else {}
    record = build(
        on_file=show, libraries=options.libraries, another=options.confirm, recorded=axioms
    )
    if before is None:
        if record.sources != recorded.sources_digest():
            raise BuildFailed("coq: sources were changed while a copy was built: nothing recorded")
        recorded.write_record(record)
        different = []
    elif options.confirm:
        different = recorded.unconfirmed(before, record)
    else:
        different = recorded.departures(before, record)
    if options.record or (options.confirm and not different):
        kernels.write_kernel(kernels.of_build(record, datetime.date.today()))
    for departure in different:
        print(f"proofs-check coq: differs from the record: {departure}", file=sys.stderr)
    status = FALSE if different else OK
    rows = [(mapped, record.theorems[mapped.theorem]) for mapped in recorded.mapped()]
    if options.json:
        print(json.dumps({
            "coq": record.coq,
            "sources": record.sources,
            "options": record.options,
            "fixpoints": record.fixpoints,
            "differences": different,
            "theorems": [
                {"label": m.label, "form": m.form, "whole": not m.part, "under": m.assumed,
                 "theorem": t.name, "file": t.file, "line": t.lines[0], "end": t.lines[1],
                 "axioms": list(t.axioms), "statement": t.statement}
                for m, t in rows
            ],
            "claims": list(recorded.PAIRS),
            "compared": [
                {"name": name, "proved": proved, "digest": digest}
                for name, proved, digest in record.claims
            ],
            "judge": {n: t.statement for n, t in record.theorems.items() if n in recorded.JUDGE},
        }))  # fmt: skip
        return status
    print(f"built here by Coq {record.coq} in {time.perf_counter() - started:.0f} s")
    if not options.confirm:
        print(f"our own guard check: {record.fixpoints} fixpoints, all accepted (coq/GUARD.md)")
    print(
        f"challenge/Challenge.v: {len(recorded.PAIRS)} claims, proved: {', '.join(recorded.PAIRS)}"
    )
    counted = Counter(proved for _, proved, _ in record.claims)
    print(
        f"statements/Statements.v: {len(record.claims)} claims that are compared on runs: "
        + ", ".join(f"{count} {proved}" for proved, count in sorted(counted.items(), reverse=True))
    )
    print(f"{'label':26} {'form':10} {'proves':6} {'theorem':25} {'lines':30} axioms")
    for m, t in rows:
        proves = "part" if m.part else "whole"
        print(f"{m.label:26} {m.form:10} {proves:6} {t.name:25} {t.place:30} {t.uses}")
        if options.statements:
            print("\n".join("    " + text for text in t.statement.splitlines()))
    return status
