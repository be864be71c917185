"""Upstream's critical bugs of the kernel since 8.16, and which of our layers stops each.

`coq/critical_bugs.json` has the list with the revision and the day on which it was read;
`coq/GUARD.md` has it as a table, which a test compares."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from proofs_check.machine_checked.record import COQ
from reference.support.errors import MalformedInput

BUGS = COQ / "critical_bugs.json"
PINNED = "8.16.1"
NOT_HERE = f"not in {PINNED}"
LAYERS = ("scanner", "guard", "coqchk", "build", "none")
"""What may stop a bug; `coqchk` may say for which files it does not."""


@dataclass(frozen=True)
class CriticalBug:
    """Bug: its issue, the part of the kernel, the first and the last version that have it ("" if
    none is free of it), what is wrong, the layers that stop it, and what shows that: a sentence
    that the scanner refuses, or a shape that the guard check refuses. `also` is a development
    version that has it, whatever its number says."""

    bug: str
    area: str
    first: str
    last: str
    what: str
    layer: str
    shows: str
    also: str = ""

    @property
    def is_in_pinned(self) -> bool:
        """Return whether the pinned version has it."""
        return self.is_in(PINNED)

    def is_in(self, version: str) -> bool:
        """Return whether a version has it; of a development version, the release it leads to."""
        release = numbers(version.partition("+")[0])
        after = not self.last or numbers(self.last) >= release
        return (numbers(self.first) <= release and after) or self.also == version


def numbers(version: str) -> tuple[int, ...]:
    """Return a version's numbers, three of them: 9.2 is 9.2.0."""
    found = tuple(int(n) for n in version.split("."))
    return (*found, 0, 0)[:3]


def read_bugs(file: Path = BUGS) -> tuple[list[CriticalBug], str, str]:
    """Return the bugs, the revision of upstream's list, and the day on which it was read. Raises
    MalformedInput for a file that is no such list."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        bugs = [CriticalBug(**row) for row in content["bugs"]]
        return bugs, str(content["revision"]), str(content["read"])
    except (OSError, ValueError, TypeError, KeyError) as e:
        raise MalformedInput(str(file), None, "bugs", file.name, f"cannot be read: {e}") from None


def bugs_table(bugs: list[CriticalBug]) -> str:
    """Return the bugs as a table of Markdown."""
    lines = ["| bug | part | versions | what is wrong | stopped by |", "|---|---|---|---|---|"]
    for bug in bugs:
        versions = f"{bug.first} to {bug.last or 'now'}"
        layer = "**none**" if bug.layer == "none" else bug.layer
        lines.append(f"| {bug.bug} | {bug.area} | {versions} | {bug.what} | {layer} |")
    return "\n".join(lines)


def unstopped(bugs: list[CriticalBug]) -> str:
    """Return the sentence of README about the bugs that no layer stops."""
    names = ", ".join(bug.bug for bug in bugs if bug.layer == "none")
    return f"Kernel bugs that no layer stops: {names or 'none'}"
