"""The kernels that have agreed with the page of claims: `coq/kernels.json`.

A row says that a version of Coq or Rocq built these sources, found each claim, and as many other
theorems as it says, to be what they are called, no axiom but the allowed ones, and that its checker
of compiled files agrees. The pinned version's record is no evidence about its own kernel's faults;
a row of another version, whose faults are others, is some. The page of claims has the rows in one
line; a row of earlier sources, with fewer claims, says there of how many it is."""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from proofs_check.machine_checked.critical_bugs import CriticalBug
from proofs_check.machine_checked.record import COQ, PAGE, PAIRS, Record
from reference.support.errors import MalformedInput

KERNELS = COQ / "kernels.json"


@dataclass(frozen=True)
class Kernel:
    """Kernel that agreed: version, date, the digest of the sources, the numbers of claims and of
    theorems, and the axioms of all of them together."""

    version: str
    date: str
    sources: str
    claims: int
    theorems: int
    axioms: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return how the version is called."""
        return f"{'Coq' if self.version.startswith('8.') else 'Rocq'} {self.version}"

    @property
    def brief(self) -> str:
        """Return its name without the pull requests that a development version was built with."""
        version, alpha, commit = self.name.partition("+alpha.")
        return version + alpha + re.sub(r"\+.*", "+...", commit)

    @property
    def release(self) -> str:
        """Return the release, or, of a development version, the one that it leads to."""
        return self.version.partition("+")[0]


def of_build(built: Record, today: datetime.date) -> Kernel:
    """Return the row of a build."""
    axioms = {axiom for theorem in built.theorems.values() for axiom in theorem.axioms}
    mapped = len(built.theorems) - len(PAIRS)
    return Kernel(
        built.coq, today.isoformat(), built.sources, len(PAIRS), mapped, tuple(sorted(axioms))
    )


def read_kernels(file: Path = KERNELS) -> list[Kernel]:
    """Return the rows. Raises MalformedInput for a file that is none."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
        return [Kernel(**{**row, "axioms": tuple(row["axioms"])}) for row in rows]
    except (OSError, ValueError, TypeError, KeyError) as e:
        raise MalformedInput(
            str(file), None, "kernels", file.name, f"cannot be read: {e}"
        ) from None


def write_kernel(row: Kernel, file: Path | None = None) -> None:
    """Put a row in the place of that version's, in the order of the versions."""
    file = file or KERNELS
    rows = [k for k in (read_kernels(file) if file.is_file() else []) if k.version != row.version]
    rows = sorted([*rows, row], key=lambda k: [int(n) for n in k.release.split(".")])
    text = ",\n".join(" " + json.dumps(asdict(k)) for k in rows)
    file.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def agreement(rows: list[Kernel]) -> str:
    """Return the line of the page of claims: those of one date in one bracket."""
    dated = groupby(rows, lambda row: f"({row.date}{_of_how_many(row)})")
    said = ", ".join(f"{', '.join(row.brief for row in some)} {date}" for date, some in dated)
    return f"(* Kernels that agreed, each with its coqchk: {said}. *)"


def kernels_table(rows: list[Kernel]) -> str:
    """Return the rows as the table of the development's README."""
    lines = ["| kernel | agreed on the sources of | digest | claims | other theorems |"]
    lines.append("|---|---|---|---|---|")
    for row in rows:
        what = f"{row.claims} of {len(PAIRS)} | {row.theorems or 'not asked'}"
        lines.append(f"| {row.name} | {row.date} | `{row.sources[:12]}` | {what} |")
    return "\n".join(lines)


def guards_said(rows: list[Kernel], bugs: list[CriticalBug]) -> str:
    """Return which known bugs of the guard each of them has, and whether one has none."""
    known = {
        row.name: [
            b.bug.removeprefix("rocq") for b in bugs if b.area == "guard" and b.is_in(row.version)
        ]
        for row in rows
    }
    lines = [f"- {name}: {', '.join(some)}" for name, some in known.items() if some]
    free = ", ".join(name for name, some in known.items() if not some)
    said = f"Without one: {free}" if free else "No kernel without one has agreed"
    return "\n".join(
        [
            f"Known bugs of the guard ([GUARD.md](GUARD.md)) in kernels that agreed. {said}.",
            "",
            *lines,
        ]
    )


def _of_how_many(row: Kernel) -> str:
    return "" if row.claims == len(PAIRS) else f", {row.claims} of the {len(PAIRS)} claims"


def of_page(folder: Path = COQ) -> str:
    """Return that line as the page has it, "" if it has none."""
    lines = (folder / PAGE).read_text(encoding="utf-8").splitlines()
    return next((text for text in lines if text.startswith("(* Kernels that agreed")), "")
