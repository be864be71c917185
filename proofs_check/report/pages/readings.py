"""A reading in full: what the paper leaves open there, and what depends on it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from proofs_check.ledger.registry import REGISTRY
from proofs_check.report.pages.concerns import findings_on
from reference.readings import READINGS, Reading
from reference.support.console import hanging

OURS = Path(__file__).parents[2]
PAGES = (OURS / "spec.md", OURS.parent / "spec.md", OURS.parent / "reference/guests/README.md")
"""spec.md, in an installed package or in a clone, and the page of the readings of guests."""


def reading_names() -> list[str]:
    """Return the number of every reading."""
    return [reading.id for reading in READINGS]


def find_reading(name: str) -> Reading | None:
    """Return the reading of a number, or of a key."""
    return next((r for r in READINGS if name in (r.id, r.key)), None)


def section(reading: Reading) -> list[str]:
    """Return the lines of its section: what the paper says, what it can mean, what we do, why, and
    the measured effect; none where the page is not in this copy."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
        head = rf"^##+ {re.escape(reading.id)}\b.*\n((?:(?!^#).*\n?)*)"
        if found := re.search(head, text, re.MULTILINE):
            items = re.split(r"^- ", found[1], flags=re.MULTILINE)[1:]
            return [" ".join(item.replace("*", "").split()) for item in items]
    return []


def statements_of(reading: Reading) -> list[str]:
    """Return the names of the statements that depend on it, in the order of the paper."""
    of_it = (claim.number for claim in REGISTRY.values() if reading.id in claim.readings)
    return list(dict.fromkeys(of_it))


def reading_as_data(reading: Reading) -> dict[str, Any]:
    """Return all of it as data."""
    found = [f.name for f in findings_on(reading.id)]
    told = {"section": section(reading), "statements": statements_of(reading), "findings": found}
    return {**asdict(reading), "default": reading.default, **told}


def reading_as_text(reading: Reading, spoken: Callable[[str], str]) -> str:
    """Return all of it, 80 columns wide; `spoken` writes a name with formulas in plain text."""
    lines = [
        hanging(f"{reading.id:<11}", f"{reading.key}: {reading.where} ({reading.scope})"),
        hanging("choices    ", ", ".join((f"{reading.default} (default)", *reading.choices[1:]))),
    ]
    if len(reading.choices) > 1 and reading.scope == "UCRL-LP":
        option = f"ucrl-lp run --reading {reading.key}=CHOICE"
        lines.append(hanging("to choose  ", f"{option}; proofs-check reads it in the header"))
    lines += ["", *(hanging("- ", item) for item in section(reading))]
    if names := list(map(spoken, statements_of(reading))):
        lines += ["", hanging("statements ", ", ".join(names))]
    if found := [f.name for f in findings_on(reading.id)]:
        lines.append(hanging("findings   ", ", ".join(found)))
    if names or found:
        lines.append(
            hanging("to explain ", f"proofs-check explain {shlex.quote((found or names)[0])}")
        )
    return "\n".join(lines)
