"""`python -m tests.rooms`: puts what each folder of tests costs, and what a minute of processor
time buys, into tests/README.md, from tests/rooms.json."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from proofs_check.report.spec_page import replaced

HERE = Path(__file__).parent
FEW = 3  # seconds: cheaper rooms stand in one row


def table(rooms: dict[str, dict[str, float]]) -> str:
    """The rooms, the most expensive first."""
    rows = [(name, int(r["tests"]), r["processor"]) for name, r in rooms.items()]
    dear = [row for row in rows if row[2] >= FEW]
    rest = [row for row in rows if row[2] < FEW]
    if rest:
        tests, seconds = sum(row[1] for row in rest), sum(row[2] for row in rest)
        dear.append((f"{len(rest)} other{'s' * (len(rest) > 1)}", tests, seconds))
    dear.append(("in all", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    lines = ["| folder | tests | seconds of processor time | tests a minute |", "|---|---|---|---|"]
    for name, tests, seconds in dear:
        lines.append(f"| {name} | {tests} | {seconds:.0f} | {60 * tests / max(seconds, 1):.0f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the table."""
    argparse.ArgumentParser(prog="python -m tests.rooms", description=__doc__).parse_args()
    page, rooms = HERE / "README.md", json.loads((HERE / "rooms.json").read_text("utf-8"))
    text = replaced(page.read_text("utf-8"), "rooms", table(rooms))
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
