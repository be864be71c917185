"""Every hint on flat states that planted faults, causes and vectors produce is followed, and is
true: with it the first divergence moves on, and it was not in force already."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from proofs_check.guests.flat.check import check_flat_file
from proofs_check.guests.flat.replay import FlatConformance
from proofs_check.guests.flat.variants import SUPPOSED, _position
from proofs_check.guests.vectors.kinds import DATA
from proofs_check.vectors.reader import read_vectors
from reference.support.errors import MalformedInput
from tests.guests.flat.test_causes import CAUSES, cause_of
from tests.guests.flat.test_planted import FAULTS, planted

DECLARED = re.compile(r"(\w+) = (\[[^]]*\]|\S+)")


def verdict(file: Path) -> FlatConformance | None:
    try:
        return check_flat_file(file, everything=True, play=False)
    except MalformedInput:
        return None


def value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def with_head(file: Path, **changes: Any) -> FlatConformance | None:
    """The verdict with another header."""
    head, _, rest = file.read_text(encoding="utf-8").partition("\n")
    first = json.loads(head)
    if options := changes.pop("options", None):
        first["options"] = {**first.get("options", {}), **options}
    other = file.with_name("other.jsonl")
    other.write_text(json.dumps({**first, **changes}) + "\n" + rest, encoding="utf-8")
    return verdict(other)


def moves_on(outcome: FlatConformance, again: FlatConformance | None) -> bool:
    """Whether the first divergence comes later, or not at all."""
    assert outcome.certain is not None
    if again is None or again.certain is None:
        return True
    return _position(again.certain) > _position(outcome.certain)


def followed(file: Path, told: Counter[str]) -> None:
    """Follow what is said of a trace, and count it by kind."""
    outcome = verdict(file)
    if outcome is None or outcome.certain is None or outcome.header is None:
        return
    for hint in outcome.hints:
        if hint.startswith("tolerance="):
            tolerance = float(hint.partition("=")[2].split()[0])
            assert tolerance > float(outcome.header.tolerance), "in force already"
            again = with_head(file, tolerance=tolerance)
            assert moves_on(outcome, again), hint
            told["tolerance"] += 1
        else:  # it has no option: variants.py checks it, and test_supposed.py that
            words = SUPPOSED[outcome.certain.rule]
            assert any(hint.startswith(known) for known in words), hint
            told["supposed"] += 1
    for cause in outcome.cause:
        _, _, how = cause.partition("; ")
        options = {key: value(v) for key, v in DECLARED.findall(how)}
        if options:
            assert any(outcome.header.options.get(k) != v for k, v in options.items())
            assert moves_on(outcome, with_head(file, options=options)), cause
            told["constant"] += 1
        else:
            told["cause alone"] += 1
    if outcome.variants:
        options = dict(variant.split(" = ", 1) for variant in outcome.variants)
        given = {key: value(text) for key, text in options.items()}
        again = with_head(file, options=given)
        assert moves_on(outcome, again), outcome.variants
        assert not outcome.explained or again is None or again.certain is None
        told["variant"] += 1
    for alternative in outcome.alternatives:
        key, _, text = alternative.partition(" = ")
        again = with_head(file, options={**given, key: value(text)})
        assert again is not None and again.certain is None, alternative
        told["alternative"] += 1


def hints_of(files: Iterable[Path]) -> Counter[str]:
    told: Counter[str] = Counter()
    for file in files:
        followed(file, told)
    return told


def vectors(folder: Path) -> Iterable[Path]:
    for case in read_vectors(DATA):
        if case.kind == "flat_trace":
            file = folder / "run.jsonl"
            file.write_text("".join(f"{line}\n" for line in case.input["lines"]))
            yield file


def faults(folder: Path, names: Iterable[str]) -> Iterable[Path]:
    for name in names:
        planted(name, folder / "run.jsonl")
        yield folder / "run.jsonl"


def causes(folder: Path) -> Iterable[Path]:
    for name in CAUSES:
        cause_of(name, folder / "run.jsonl")
        yield folder / "run.jsonl"


def test_hints_of_the_vectors(tmp_path: Path) -> None:
    told = hints_of(vectors(tmp_path))
    print(told)
    assert sum(told.values()) > 0


def test_hints_of_the_causes(tmp_path: Path) -> None:
    told = hints_of(causes(tmp_path))
    print(told)
    assert told["constant"] >= len(CAUSES)


@pytest.mark.long
def test_hints_of_all_planted_faults(tmp_path: Path) -> None:
    told = hints_of(faults(tmp_path, FAULTS))
    print(told)
    assert min(told[kind] for kind in ("constant", "variant", "supposed")) > 0
    assert sum(told.values()) > 8, "three second checks find fewer false leads than all did"
