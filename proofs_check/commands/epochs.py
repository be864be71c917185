"""`proofs-check epochs`: the check of runs whose episodes were counted, not played."""

from __future__ import annotations

import json
from dataclasses import asdict

from reference.support.command_line import (
    Argument,
    Command,
    Options,
    files,
    flag,
    output_options,
)
from reference.support.errors import FALSE, OK, UNDECIDED


def parser() -> Command:
    """Return the command with its options."""
    return Command(
        "epochs",
        command,
        [
            Argument("rows", "ROWS", "ROWS.jsonl or ROWS.jsonl.gz, of `ucrl-lp simulate epochs`",
                     shell_complete=files),
            flag("--all", "list every fault, not those of the first epoch that has one"),
            *output_options("the verdict as JSON"),
        ],
        help="Check a run by epochs from its rows, exactly: counts, how epochs end, rewards, "
        "radii, LP1's optimum, policies, regret. Its law cannot be seen in one run.",
        epilog="Exit status 0: conforms; 1: does not; 2: undecided; 3: malformed; 4: usage.",
    )  # fmt: skip


def command(options: Options) -> int:
    """Check one file and print the verdict."""
    from proofs_check.epochs.check import check_rows

    report = check_rows(options.rows, everything=options.all)
    status = {"conforms": OK, "undecided": UNDECIDED}.get(report.verdict, FALSE)
    if options.json:
        print(json.dumps({
            "verdict": report.verdict, "epochs": report.epochs, "episodes": report.episodes,
            "regret": float(report.regret), "undecided": report.undecided,
            "policies": "checked" if report.covered else "not covered",
            "faults": [asdict(fault) for fault in report.faults],
        }))  # fmt: skip
        return status
    print(f"{report.verdict}: {report.epochs} epochs, {report.episodes} episodes, "
          f"regret {float(report.regret):.6g}")  # fmt: skip
    if not report.covered:
        print("not covered: the policies and values of ucrl2-fh")
    for fault in report.faults:
        print(f"  {fault}")
    return status
