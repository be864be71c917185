"""`reference.readings` is the one table of readings: every other place agrees with it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check.commands.judge import JUDGE
from proofs_check.letters.covered import COMPUTED, NO_MATTER
from reference.readings import READINGS, Reading
from reference.support.errors import UNDECIDED
from tests.called import Command
from tests.paths import ROOT

COQ = JUDGE.parent
JUDGE_LISTS = {
    "explain.ml": r'^  "(R-\d+)", "(.+?)", \[ (.+?) \]',
    "Meaning.v": r'\("(R-\d+)", "(.+?)", \[(.+?)\], (?:true|false)\)',
}
ONLY_DEFAULT = r'\("(R-\d+)", "[^"]+", \[[^\]]+\], true\)'


def disagreeing(table: tuple[Reading, ...]) -> set[str]:
    """Return the places that do not say what a table of readings says."""
    ours = [reading for reading in table if reading.scope == "UCRL-LP"]
    found = set()
    schema = json.loads((ROOT / "reference/trace/trace.schema.json").read_text(encoding="utf-8"))
    expected = {n: {"enum": [*r.choices]} for r in ours for n in (r.id, r.key)}
    if schema["$defs"]["readings"]["properties"] != expected:
        found.add("trace.schema.json")
    spec = (ROOT / "spec.md").read_text(encoding="utf-8")
    rows = re.findall(r"^### (R-\d+) `(.+?)`: (.+)$", spec, re.M)
    here = {r.id: (r.key, " | ".join(r.choices)) for r in table}
    if {id: (key, choices) for id, key, choices in rows} != {
        id: here[id] for id, *_ in rows if id in here
    } or {r.id for r in ours} - {id for id, *_ in rows}:
        found.add("spec.md")
    guests = (ROOT / "reference/guests/README.md").read_text(encoding="utf-8")
    there = dict(re.findall(r"^## (R-\d+) `(.+?)`", guests, re.M))
    beside = {r.id: r.key for r in table if r.id not in {id for id, *_ in rows}}
    ranges = _ranges(list(there))
    if there != beside or f"leave open, {ranges};" not in " ".join(guests.split()):
        found.add("guests/README.md")
    last = max(table, key=lambda r: int(r.id[2:])).id
    said = " ".join(spec.split())
    if f" {ranges} are about [other " not in said or f"since then R-26 to {last}." not in said:
        found.add("spec.md")
    for r in ours:  # the checker covers every choice
        if r.key not in NO_MATTER and r.choices != COMPUTED.get(r.key, r.choices[:1]):
            found.add("covered.py")
    for file, pattern in JUDGE_LISTS.items():
        text = (COQ / file).read_text(encoding="utf-8")
        listed = {
            id: (key, re.findall(r'"(.+?)"', choices))
            for id, key, choices in re.findall(pattern, text, re.M)
        }
        program = re.findall(r'\[ "(\w+)", "[\w-]+" \] in', text)  # of `uncovered`
        defaults_only = {r.id for r in ours if r.key in program} | {*re.findall(ONLY_DEFAULT, text)}
        known = {}
        for r in ours:  # a choice not judged is listed only where every choice but the default is
            outside = r.not_judged == r.choices[1:] and r.id in defaults_only
            known[r.id] = (r.key, [c for c in r.choices if outside or c not in r.not_judged])
        if listed != known or not defaults_only <= {r.id for r in ours if r.not_judged}:
            found.add(file)
    trust = " ".join((COQ / "TRUST.md").read_text(encoding="utf-8").split())
    part = trust.partition("- Not covered (verdict")[2].partition(" - Under `log10`")[0]
    named = set(re.findall(r"`(\w+=[\w-]+)`", part))
    with_pi = re.search(r"`q_hat` alone with (\w+) `(\w+)` or `(\w+)`", part)
    named_with_pi = {f"{with_pi[1]}={c}" for c in with_pi.groups()[1:]} if with_pi else set()
    if named != {f"{r.key}={c}" for r in ours for c in r.not_judged} or named_with_pi != {
        f"{r.key}={c}" for r in ours for c in r.judged_with_pi
    }:
        found.add("TRUST.md")
    return found


def _ranges(ids: list[str]) -> str:
    """Return names of readings in words: "R-26 to R-36 and R-38"."""
    numbers = sorted(int(id[2:]) for id in ids)
    starts = [n for n in numbers if n - 1 not in numbers]
    ends = [n for n in numbers if n + 1 not in numbers]
    pieces = [f"R-{a}" if a == b else f"R-{a} to R-{b}" for a, b in zip(starts, ends, strict=True)]
    return " and ".join(pieces)


def test_every_place_says_what_the_table_says() -> None:
    assert disagreeing(READINGS) == set()


LISTS = {"explain.ml", "Meaning.v"}
FORMAT = {"trace.schema.json", "spec.md"}
CHECKER = {"covered.py"}


@pytest.mark.parametrize(
    ("key", "change", "places"),
    [
        ("log", {"choices": ("ln", "log2", "log10", "log3")}, FORMAT | LISTS | CHECKER),
        ("log", {"choices": ("log2", "ln", "log10")}, FORMAT | LISTS | CHECKER),
        ("log", {"key": "logarithm"}, FORMAT | LISTS),
        ("log", {"id": "R-99"}, FORMAT | LISTS),
        ("log", {"not_judged": ("log10",)}, LISTS | {"TRUST.md"}),
        ("radii", {"not_judged": ()}, LISTS | {"TRUST.md"}),
        ("x_L", {"not_judged": ()}, LISTS | {"TRUST.md"}),
        ("completion", {"judged_with_pi": ("greedy",)}, {"TRUST.md"}),
    ],
)
def test_a_changed_row_is_refused_by_every_place(
    key: str, change: dict[str, object], places: set[str]
) -> None:
    changed = tuple(
        replace(r, **change) if r.key == key else r  # type: ignore[arg-type]
        for r in READINGS
    )
    assert changed != READINGS
    assert places <= disagreeing(changed)


def test_a_new_reading_of_a_guest_is_refused_where_they_are_counted() -> None:
    new = Reading("R-99", "new", "nowhere", ("one", "two"), "ucrl2")
    assert disagreeing((*READINGS, new)) == {"spec.md", "guests/README.md"}
    assert disagreeing(READINGS[:-1]) == {"spec.md", "guests/README.md"}
    assert _ranges(["R-5", "R-1", "R-2", "R-3"]) == "R-1 to R-3 and R-5"


@pytest.mark.parametrize("scope", ["UCRL-LP"])
def test_a_new_row_is_refused_by_every_place(scope: str) -> None:
    new = Reading("R-99", "new", "nowhere", ("one", "two"), scope)
    assert disagreeing((*READINGS, new)) == FORMAT | LISTS | CHECKER | {"guests/README.md"}


def test_what_the_judge_does_not_know_is_not_covered(tmp_path: Path, proofs_check: Command) -> None:
    """A program that calls a choice malformed; the format has the choice, or it has not."""
    run = tmp_path / "run.jsonl"
    run.write_text("{}\n", encoding="utf-8")
    answers = {"bernstein": UNDECIDED, "wide": 3}
    for choice, status in answers.items():
        said = {"verdict": "malformed", "line": 1, "field": "readings.radii", "value": choice,
                "rule": "is not one of its choices"}  # fmt: skip
        program = tmp_path / choice
        program.write_text(f"#!/bin/sh\ncat >/dev/null\necho '{json.dumps(said)}'\nexit 3\n")
        program.chmod(0o755)
        done = proofs_check("judge", run, "--program", program, "--json")
        assert done.status == status, done
        if status == UNDECIDED:
            verdict = json.loads(done.out)
            assert (verdict["verdict"], verdict["reading"]) == ("not covered", "radii=bernstein")
