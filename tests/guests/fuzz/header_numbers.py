"""Traces of every algorithm, the numbers of their headers changed to the ends of their ranges and
beyond: each is judged or refused, none ends in an error of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proofs_check.commands.any_trace import check_any_trace
from proofs_check.guests.vectors.kinds import DATA
from proofs_check.vectors.reader import folder, read_vectors
from reference.guests.family.traced_run import run_traced
from reference.support.errors import UcrlLpError
from tests.guests.family.runs import EVERY, MDP

ENDS: tuple[Any, ...] = (
    0, 1, -1, 2**53, 2**63, 10**12, 10**400, 5e-324, 1e-300, 1e-160, 1e-17, 0.5, 1 - 2**-53, 1e16,
    1e160, 1.7976931348623157e308, "1/3", "1/1" + "0" * 400, "1" + "0" * 400 + "/1", "x", None,
    True, [], [1e-160, 1e160], {},
)  # fmt: skip
NUMBERS = ("delta", "tolerance", "T", "A", "S", "H", "K", "seed", "radius", "version")
"""Fields of headers that hold numbers; every option besides, whatever it holds."""


def right_traces(place: Path) -> Iterator[tuple[str, list[str]]]:
    """Short conforming traces: one of every algorithm, and of every set of options in the
    vectors."""
    seen: set[str] = set()
    for case in [*read_vectors(folder()), *read_vectors(DATA)]:
        if case.kind not in ("trace", "flat_trace") or case.expected["verdict"] != "conforms":
            continue
        lines: list[str] = case.input["lines"]
        head = json.loads(lines[0])
        name = f"{head['algorithm']} {sorted(head.get('options', {}))} {head.get('readings')}"
        if len(lines) <= 60 and name not in seen:
            seen.add(name)
            yield name, lines
    for algorithm in EVERY:
        file = place / "family.jsonl"
        run_traced(MDP, algorithm, 4, out=file, force=True)
        yield algorithm, file.read_text(encoding="ascii").splitlines()


def changed(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The trace with one number of its header changed, in every way."""
    head = json.loads(lines[0])
    for name in NUMBERS:
        if name in head:
            for end in ENDS:
                yield f"{name} = {end!r:.30}", [json.dumps({**head, name: end}), *lines[1:]]
    for name in head.get("options", {}):
        for end in ENDS:
            options = {**head["options"], name: end}
            yield f"{name} = {end!r:.30}", [json.dumps({**head, "options": options}), *lines[1:]]


def failure(lines: list[str], place: Path) -> str:
    """What our own error says, "" if the trace is judged or refused."""
    file = place / "changed.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    try:
        check_any_trace(file, everything=True)
    except UcrlLpError:
        return ""
    except Exception as e:  # whatever it is, it is ours
        return f"{type(e).__name__}: {e}"
    return ""
