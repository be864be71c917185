"""The vectors: their bytes, their lint, a second computation; the score card can say no."""

from __future__ import annotations

import filecmp
import json
import math
import re
import signal
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import mpmath
import pytest

from proofs_check.conformance.rules import BY_ID
from proofs_check.vectors.reader import (
    KINDS,
    Vector,
    folder,
    read_vector,
    read_vectors,
)
from proofs_check.vectors.score import Program, Unanswered, differences, score
from reference.support.errors import (
    FALSE,
    OK,
    UNDECIDED,
    USAGE,
    MalformedInput,
    UnusablePath,
)
from tests.called import Command
from tests.paths import ROOT
from tests.robustness.subprocesses import program
from tests.vectors.consumer import answer, confidence
from tests.vectors.make import FLAGS, FOLDER, note

CASES = read_vectors(FOLDER)
CONSUMER = f"'{sys.executable}' -m tests.vectors.consumer"
SCHEMA = json.loads((FOLDER / "schema.json").read_text(encoding="ascii"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
RAW = {case.id: json.loads((FOLDER / f"{case.id}.json").read_text()) for case in CASES}


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_regeneration_gives_the_same_bytes(hash_seed: str, tmp_path: Path) -> None:
    program("-m", "tests.vectors.make", tmp_path, env={"PYTHONHASHSEED": hash_seed}, check=True)
    names = sorted(str(f.relative_to(tmp_path)) for f in tmp_path.rglob("*.json"))
    written = sorted(str(f.relative_to(FOLDER)) for f in FOLDER.rglob("*.json"))
    assert names == [name for name in written if name != "schema.json"]
    _, mismatch, errors = filecmp.cmpfiles(FOLDER, tmp_path, names, shallow=False)
    assert not mismatch + errors


# ----------------------------------------------------------------------------- lint


@pytest.mark.parametrize("id", RAW, ids=str)
def test_schema(id: str) -> None:
    VALIDATOR.validate(RAW[id])


def test_schema_refuses() -> None:
    VALIDATOR.check_schema(SCHEMA)
    right = RAW["confidence/once"]
    changes: list[dict[str, Any]] = [
        {"extra": 1}, {"version": 1}, {"notes": {}}, {"expected": {}}, {"statement_sha256": "0"},
        {"expected": {**right["expected"], "b": 0.5}}, {"input": {"T": 1}},
    ]  # fmt: skip
    for change in changes:
        assert not VALIDATOR.is_valid({**right, **change}), change


def test_lint() -> None:
    """What the schema cannot see."""
    known = json.loads((FOLDER / "flags.json").read_text(encoding="ascii"))
    assert known == {flag: note(flag) for flag in FLAGS}
    assert {flag for case in CASES for flag in case.flags} == set(known), "a flag without a case"
    assert {case.kind for case in CASES} == set(KINDS)
    assert folder() == FOLDER
    for case in CASES:
        raw, text = RAW[case.id], (FOLDER / f"{case.id}.json").read_bytes()
        assert text.endswith(b"}\n") and text.isascii() and b"\r" not in text, case.id
        assert raw["statement"] == KINDS[case.kind]
        assert raw["statement_sha256"] == sha256(raw["statement"].encode()).hexdigest()
        assert raw["flags"] == sorted(set(raw["flags"])) == sorted(raw["notes"])
        refused = case.expected.get("verdict") in ("refuse", "does not conform", "malformed")
        assert bool(case.reason) == refused, case.id
        assert ("right" in case.flags) == (
            case.expected.get("verdict") in ("accept", "conforms")
        ), case.id
        ratios = re.findall(r'"(-?\d+)/(\d+)"', json.dumps(raw["expected"]))
        assert all(math.gcd(int(p), int(q)) == 1 for p, q in ratios), case.id
        if "rule" in case.expected:
            assert case.reason.startswith(f"{case.expected['rule']} [")
            assert case.expected["rule"] in BY_ID
    names = {id.rpartition("/")[2] for id in RAW}
    assert not any(re.search(r"\de\d", name) for name in names)  # 2e24 is not 2^24
    size = sum(file.stat().st_size for file in FOLDER.rglob("*.json"))
    assert size < 3_000_000 and 150 <= len(CASES) <= 300


def test_one_fault_means_one_place() -> None:
    """A faulty trace has the lines of the one it was made from, but for a few in one place."""
    for id, raw in RAW.items():
        made_from, lines = raw.get("differs"), raw["input"].get("lines", [])
        assert made_from or raw["kind"] != "trace" or "one-fault" not in raw["flags"]
        if made_from:
            base = RAW[made_from["from"]]["input"]["lines"]
            new = [k for k, line in enumerate(lines, 1) if line not in set(base)]
            assert lines != base and new == made_from["new lines"], id
            assert len(new) <= 20, id  # one record, or one policy and the episodes that play it
            assert len(lines) - len(base) == made_from["lines"]


# ----------------------------------------------------------------------------- computed again


def test_radii_in_60_digits() -> None:
    """Eq. (11), (14)-(17): a third arithmetic after Arb and doubles."""

    def exact(v: Any) -> mpmath.mpf:
        return mpmath.mpf(Fraction(v).numerator) / Fraction(v).denominator

    log = {"ln": mpmath.log, "log2": partial(mpmath.log, b=2), "log10": mpmath.log10}
    with mpmath.workdps(60):
        for case in [case for case in CASES if case.kind == "confidence"]:
            found = confidence(case.input, exact, log, mpmath.sqrt)
            for name in ("Lam", "eps", "b", "r_hat", "r_check"):
                lo, hi = (exact(case.expected[name][end]) for end in ("lo", "hi"))
                off = max(1, hi) * mpmath.mpf(10) ** -40
                assert lo - off <= found[name] <= hi + off, (case.id, name)
                assert hi - lo <= 2.1 * mpmath.mpf(10) ** -24, (case.id, name)


def test_the_example_consumer_has_everything_right() -> None:
    """In plain doubles, by the reference's backward induction, not the checker's."""
    card = score(answer, CASES)
    assert not card.failures, card.report()
    assert sum(card.right.values()) == len(CASES)


# ----------------------------------------------------------------------------- saying no

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def spoiled(kind: str, spoil: Callable[[dict[str, Any]], None]) -> Answer:
    def consumer(question: dict[str, Any]) -> dict[str, Any]:
        found = json.loads(json.dumps(answer(question)))
        if question["kind"] == kind:
            spoil(found["output"])
        return dict(found)

    return consumer


SPOILED: dict[str, tuple[str, Callable[[dict[str, Any]], Any], str]] = {
    "a radius too large": ("confidence", lambda o: o.update(eps=o["eps"] * (1 + 1e-8)), "eps"),
    "single precision": ("confidence", lambda o: o.update(Lam=o["Lam"] * (1 + 2**-24)), "Lam"),
    "a missing key": ("confidence", lambda o: o.pop("b"), "b: missing"),
    "a boolean": ("confidence", lambda o: o.update(r_bar=True), "r_bar"),
    "no number": ("confidence", lambda o: o.update(r_bar="1/0"), "r_bar"),
    "an epoch too many": ("epochs", lambda o: o["t"].append(10**6), "t"),
    "a count": ("epochs", lambda o: o["N"][0][0].__setitem__(0, o["N"][0][0][0] + 1), "N[0][0][0]"),
    "a value": ("occupancy", lambda o: o.update(value=o["value"] + 1e-6), "value"),
    "no row where there is one": ("induced", lambda o: o["pi"][0].__setitem__(0, None), "pi[0][0]"),
    "another action": ("lp1", lambda o: o["argmax"][0].__setitem__(0, [99]), "argmax[0][0]"),
    "no action": ("lp1", lambda o: o["argmax"][0].__setitem__(0, []), "argmax[0][0]"),
    "an optimum": ("lp1", lambda o: o.update(value=o["value"] - 1e-7), "value"),
    "an intermediate": ("lp1", lambda o: o.update(eps=[]), "eps"),
    "a verdict": ("q_hat", lambda o: o.update(verdict="accept"), "verdict"),
    "a rule": ("pi", lambda o: o.update(rule="q_hat-flow"), "rule"),
    "a bound": ("upper_occupancy", lambda o: o.update(u=o["u"] * (1 - 1e-6)), "u"),
    "a row": ("water_filling", lambda o: o["p"].__setitem__(0, o["p"][0] - 1e-6), "p[0]"),
    "a step": (
        "kl_step",
        lambda o: o["q"][0][0][0].__setitem__(0, o["q"][0][0][0][0] + 1e-4),
        "q[0][0][0][0]",
    ),
    "a least value": ("kl_step", lambda o: o.update(value=o["value"] + 1e-5), "value"),
    "reward for loss": ("hedge_step", lambda o: o["q"].reverse(), "q[0]"),
    "a line": ("trace", lambda o: o.update(line=0), "line"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_wrong_answer_is_wrong(name: str) -> None:
    kind, spoil, where = SPOILED[name]
    cases = [case for case in CASES if case.kind == kind and "dead-state" not in case.flags]
    card = score(spoiled(kind, spoil), cases)
    assert card.failures
    assert card.exit_status == FALSE
    assert any(p.startswith(where) for _, problems in card.failures for p in problems)
    assert card.failures[0][0].comment in card.report()


def test_what_is_no_answer() -> None:
    cases = CASES[:2]
    for reply in ({}, {"id": "other", "output": {}}, {"id": cases[0].id, "output": 3}):
        assert score(lambda q, r=reply: r, cases).wrong["confidence"] == 2  # type: ignore[misc]  # binds r
    assert "ZeroDivisionError" in score(lambda q: 1 / 0, cases).report()  # type: ignore[arg-type, return-value]  # a bad consumer
    raw = score(lambda q: {"error": "\x1b[2J"}, cases).report()  # a word of the program's own
    assert "\\x1b[2J" in raw and "\x1b" not in raw
    with Program("sh -c 'while read line; do echo hello; done'") as program:
        report = score(program, cases).report()
    assert 'an answer must be JSON: Expecting value; found "hello' in report

    def dead(question: object) -> dict[str, object]:
        raise Unanswered("dead")

    assert score(dead, cases).unanswered["confidence"] == 2
    skipped = score(lambda q: {"id": q["id"], "skip": "later"}, cases)
    assert (skipped.exit_status, skipped.skipped["confidence"]) == (UNDECIDED, 2)


def test_numbers_may_be_rationals_and_are_relative_above_1() -> None:
    case = Vector("x", "lp1", (), "", CASES[0].tolerance, {}, {"v": "1000/1", "w": "1/3"}, {}, "")
    assert not differences(case, {"v": 1000 + 5e-7, "w": "1/3"})
    assert differences(case, {"v": 1000 + 5e-6, "w": 0.333}) == [
        "v: expected 1000/1, found 1000.000005",
        "w: expected 1/3, found 0.333",
    ]


# ----------------------------------------------------------------------------- files, command line


@pytest.mark.parametrize(
    ("field", "value"),
    [("version", 1), ("notes", {}), ("notes", {"clipped": {"bug": "boundary"}}), ("format", "x"),
     ("kind", "x"), ("id", "confidence/other"), ("keys", 1), ("input", []), ("tolerance", "1/1"),
     ("expected", {"eps": {"lo": "1", "hi": "0"}})],
)  # fmt: skip
def test_malformed_vectors(field: str, value: Any, tmp_path: Path) -> None:
    """One field changed; `keys` is one that no vector has."""
    file = tmp_path / "once.json"
    file.write_text(json.dumps({**RAW["confidence/once"], field: value}))
    with pytest.raises(MalformedInput) as e:
        read_vector(file, "confidence/once")
    found = ["keys"] if field == "keys" else value
    assert (e.value.field, e.value.value) == (field, found)


def test_no_vectors(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(MalformedInput):
        read_vector(tmp_path / "bad.json", "bad")
    for place in (tmp_path, tmp_path / "missing"):
        with pytest.raises(UnusablePath):
            read_vectors(place)


def test_command_line(proofs_check: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    status, out, _ = proofs_check("vectors", "--against", CONSUMER, "--kind", "confidence")
    assert status == OK and re.search(r"confidence +35 +0 +0", out)
    echo = f"'{sys.executable}' -c 'import sys; [print(line, flush=True) for line in sys.stdin]'"
    status, out, _ = proofs_check("vectors", "--against", echo, "--kind", "pi")
    assert status == FALSE and "an output" in out
    for wrong in (["no-such-program-anywhere"], [""], ["a quote ' that is not closed"],
                  [CONSUMER, "--kind", "x"], [CONSUMER, "--folder", "missing"]):  # fmt: skip
        assert proofs_check("vectors", "--against", *wrong).status == USAGE


def test_a_program_that_dies_or_sleeps() -> None:
    case = [CASES[0], CASES[1]]
    with Program(f"'{sys.executable}' -c 'input()'") as program:
        report = score(program, case).report()
        assert report.count("the program has ended with status 0") == 1
        assert f"the same for 1 more, to {CASES[1].id}" in report
    sleeper = f"'{sys.executable}' -c 'import time; time.sleep(60)'"
    with Program(sleeper, timeout=0.2) as program:
        for starts in (1, 2, 3):  # stopped and waited for each time, or it would be asked again
            with pytest.raises(Unanswered, match="no answer in 0.2 seconds"):
                program({})
            assert program.starts == starts and program._process.returncode == -signal.SIGKILL
