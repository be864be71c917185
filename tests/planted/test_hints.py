"""Every hint that planted faults and vectors of traces produce is followed, and is true: with it
the first divergence moves on, and it was not in force already."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from proofs_check.conformance.other_readings import explaining
from proofs_check.conformance.replay import Conformance, check
from proofs_check.vectors.reader import folder, read_vectors
from reference.readings import BY_KEY
from reference.support.errors import MalformedInput
from reference.trace.reader import read_stream
from tests.planted.planted_fields import fields
from tests.planted.planted_near import near
from tests.planted.planted_runs import producers

PLANTED = [*producers(), *fields(), *near()]
HINT = re.compile(r"([\w-]+)=(\S+) would conform( here, not later)?")
SUPPOSED = re.compile(r"(the counts of epoch \d+|eps\(x,a\) in the place .*) would conform")


def outcome_of(lines: list[str]) -> Conformance | None:
    """The verdict on a trace; None where it is malformed before any divergence."""
    try:
        return check(read_stream(io.BytesIO("\n".join([*lines, ""]).encode()), "trace"))
    except MalformedInput:
        return None


def followed(lines: list[str], told: Counter[str]) -> None:
    """Follow every hint of a trace, and count it by kind."""
    outcome = outcome_of(lines)
    if outcome is None or outcome.certain is None or outcome.header is None:
        return
    data = "\n".join([*lines, ""]).encode()
    for text in explaining(outcome, lambda: io.BytesIO(data)):
        hint = HINT.fullmatch(text)
        if hint is None:  # it has no option: supposed.py checks it, and test_supposed.py that
            assert SUPPOSED.match(text), text
            told["supposed"] += 1
            continue
        key, choice, here = hint.groups()
        head: dict[str, Any] = json.loads(lines[0])
        if key == "tolerance":
            assert float(choice) > float(outcome.header.tolerance), "in force already"
            head["tolerance"] = float(choice)
        else:
            assert outcome.header.choices[key] != choice, "in force already"
            named = {k: v for k, v in head.get("readings", {}).items() if BY_KEY.get(k) is None}
            kept = {k: v for k, v in named.items() if k != BY_KEY[key].id}
            others = {k: v for k, v in head.get("readings", {}).items() if k in BY_KEY and k != key}
            head["readings"] = {**kept, **others, key: choice}
        again = outcome_of([json.dumps(head), *lines[1:]])
        if again is None or again.certain is None:
            assert not here, text
        else:
            assert here and again.certain.line > outcome.certain.line, text
        told["tolerance" if key == "tolerance" else "reading"] += 1


def all_followed(traces: Iterable[list[str]]) -> Counter[str]:
    told: Counter[str] = Counter()
    for lines in traces:
        followed(lines, told)
    return told


def test_hints_of_some_planted_faults() -> None:
    told = all_followed([json.dumps(r) for r in planted.records()] for planted in PLANTED[::25])
    assert sum(told.values()) > 0, told


@pytest.mark.long
def test_hints_of_all_planted_faults() -> None:
    told = all_followed([json.dumps(r) for r in planted.records()] for planted in PLANTED)
    print(told)
    assert min(told[kind] for kind in ("tolerance", "reading", "supposed")) > 0, told


def test_hints_of_the_vectors() -> None:
    cases = [case for case in read_vectors(folder()) if case.kind == "trace"]
    told = all_followed(case.input["lines"] for case in cases)
    print(told)
    assert sum(told.values()) > 0, told
