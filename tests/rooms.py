"""`python -m tests.rooms`: puts what each folder of tests costs, and what a minute of processor
time buys, into tests/README.md, from tests/rooms.json; and which tests are slow, why, and what each
costs, from tests/conftest.py and .ci/passed.json."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from proofs_check.report.spec_page import replaced
from tests.conftest import SLOW

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


def slow_table(reasons: dict[str, str], costs: dict[str, float]) -> str:
    """Return the slow tests, why each is slow, and its wall-clock time, roughly."""
    lines = ["| slow test | why | costs |", "|---|---|---|"]
    lines += [f"| `{name}` | {why} | {roughly(costs.get(name))} |" for name, why in reasons.items()]
    return "\n".join(lines) + "\n"


def roughly(seconds: float | None) -> str:
    """Return a time as the page has it, which changes seldom."""
    if seconds is None:
        return "not recorded"
    bounds = ((20, "seconds"), (60, "under a minute"), (180, "up to 3 min"), (600, "up to 10 min"))
    return next((words for bound, words in bounds if seconds < bound), "more than 10 min")


def recorded() -> dict[str, float]:
    """Return what each slow test took when it passed last, in seconds."""
    passed = json.loads((HERE.parent / ".ci/passed.json").read_text("utf-8"))
    return {name: entry["seconds"] for name, entry in passed.items()}


def main() -> None:
    """Write the tables."""
    argparse.ArgumentParser(prog="python -m tests.rooms", description=__doc__).parse_args()
    page, rooms = HERE / "README.md", json.loads((HERE / "rooms.json").read_text("utf-8"))
    text = replaced(page.read_text("utf-8"), "rooms", table(rooms))
    text = replaced(text, "slow", slow_table(SLOW, recorded()))
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
