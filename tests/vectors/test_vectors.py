"""The vectors: their bytes, their lint, a second computation; the score card can say no."""

from __future__ import annotations

import filecmp
import json
import math
import re
import signal
import sys
from collections.abc import Callable, Container, Iterable, Mapping
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import mpmath
import pytest

from proofs_check.conformance.rules import BY_ID
from proofs_check.vectors.reader import OF_UCRL_LP, Vector, folder, parse_vectors, read_vectors
from proofs_check.vectors.score import Program, Unanswered, differences, score
from reference.support.errors import (
    FALSE,
    MALFORMED,
    OK,
    UNDECIDED,
    USAGE,
    MalformedInput,
    UnusablePath,
)
from tests.called import Command
from tests.paths import ROOT
from tests.robustness.subprocesses import program
from tests.vectors.consumer import ANSWERS, Answers, answer, confidence
from tests.vectors.make import FLAGS, FOLDER, Notes, text

CASES = read_vectors(FOLDER)
CONSUMER = f"'{sys.executable}' -m tests.vectors.consumer"
SCHEMA = json.loads((FOLDER / "schema.json").read_text(encoding="ascii"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
Lines = dict[str, list[dict[str, Any]]]


def lines_of(folder: Path, kinds: Iterable[str]) -> Lines:
    """The lines of each kind's file."""
    return {
        kind: [json.loads(line) for line in (folder / f"{kind}.jsonl").read_bytes().splitlines()]
        for kind in kinds
    }


LINES = lines_of(FOLDER, OF_UCRL_LP)
HEADERS = {kind: lines[0] for kind, lines in LINES.items()}
RAW = {case["id"]: case for lines in LINES.values() for case in lines[1:]}


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_regeneration_gives_the_same_bytes(hash_seed: str, tmp_path: Path) -> None:
    is_made_again("tests.vectors.make", FOLDER, tmp_path, hash_seed)


def is_made_again(tool: str, folder: Path, new: Path, hash_seed: str) -> None:
    """The tool writes the committed bytes."""
    program("-m", tool, new, env={"PYTHONHASHSEED": hash_seed}, check=True)
    names = sorted(f.name for f in new.iterdir())
    assert names == sorted({f.name for f in folder.iterdir()} - {"schema.json"})
    _, mismatch, errors = filecmp.cmpfiles(folder, new, names, shallow=False)
    assert not mismatch + errors


# ----------------------------------------------------------------------------- lint


@pytest.mark.parametrize("kind", OF_UCRL_LP)
def test_some_lines_have_the_schema(kind: str) -> None:
    assert len(LINES[kind]) > 5
    for line in LINES[kind][::5]:
        VALIDATOR.validate(line)


@pytest.mark.parametrize("kind", OF_UCRL_LP)
def test_every_line_has_the_schema(kind: str) -> None:
    for line in LINES[kind]:
        VALIDATOR.validate(line)


def test_schema_refuses() -> None:
    VALIDATOR.check_schema(SCHEMA)
    right = RAW["confidence/once"]
    of_a_header: list[dict[str, Any]] = [
        {"extra": 1}, {"version": 2}, {"notes": {}}, {"statement_sha256": "0"}, {"cases": 0},
    ]  # fmt: skip
    of_a_case: list[dict[str, Any]] = [
        {"extra": 1}, {"expected": {}}, {"expected": {**right["expected"], "b": 0.5}},
        {"flags": []}, {"input": {"T": 1}}, {"id": "other/once"},
    ]  # fmt: skip
    for line, changes in ((HEADERS["confidence"], of_a_header), (right, of_a_case)):
        for change in changes:
            assert not VALIDATOR.is_valid({**line, **change}), change


def test_lint() -> None:
    """What the schema cannot see."""
    assert folder() == FOLDER
    assert {flag for case in CASES for flag in case.flags} == set(FLAGS), "a flag without a case"
    is_linted(FOLDER, OF_UCRL_LP, FLAGS, lambda kind: BY_ID)


def is_linted(
    folder: Path, kinds: Mapping[str, str], flags: Notes, rules: Callable[[str], Container[str]]
) -> None:
    """The files have canonical bytes, the sentences of `kinds`, the notes of `flags`, unique ids, a
    reason and a rule of their kind where something is refused, fractions in lowest terms."""
    lines, cases = lines_of(folder, kinds), read_vectors(folder)
    raw_of = {case["id"]: case for of_kind in lines.values() for case in of_kind[1:]}
    assert len(raw_of) == len(cases)
    for kind, (header, *of_kind) in lines.items():
        assert (folder / f"{kind}.jsonl").read_bytes() == text(lines[kind]).encode("ascii"), kind
        assert header["statement"] == kinds[kind]
        assert header["statement_sha256"] == sha256(header["statement"].encode()).hexdigest()
        assert [case["id"] for case in of_kind] == sorted({case["id"] for case in of_kind})
        assert set(header["notes"]) == {flag for case in of_kind for flag in case["flags"]}
        for flag, note in header["notes"].items():
            assert (note["bug"], note["description"], note["effect"]) == flags[flag]
    for case in cases:
        raw = raw_of[case.id]
        assert raw["flags"] == sorted(set(raw["flags"])) == list(case.notes)
        refused = case.expected.get("verdict") in ("refuse", "does not conform", "malformed")
        assert bool(case.reason) == refused, case.id
        assert ("right" in case.flags) == (
            case.expected.get("verdict") in ("accept", "conforms")
        ), case.id
        ratios = re.findall(r'"(-?\d+)/(\d+)"', json.dumps(raw["expected"]))
        assert all(math.gcd(int(p), int(q)) == 1 for p, q in ratios), case.id
        if "rule" in case.expected:
            assert case.reason.startswith(f"{case.expected['rule']} [")
            assert case.expected["rule"] in rules(case.kind)
    names = {id.rpartition("/")[2] for id in raw_of}
    assert not any(re.search(r"\de\d", name) for name in names)  # 2e24 is not 2^24
    size = sum(file.stat().st_size for file in folder.iterdir())
    assert size < 2_000_000 and 100 <= len(cases) <= 300


def test_one_fault_means_one_place() -> None:
    """A faulty trace has the lines of the one it was made from, but for a few in one place."""
    for id, raw in RAW.items():
        made_from, lines = raw.get("differs"), raw["input"].get("lines", [])
        assert made_from or not id.startswith("trace/") or "one-fault" not in raw["flags"]
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
            radii = confidence(case.input, exact, log, mpmath.sqrt)
            for name in ("Lam", "eps", "b", "r_hat", "r_check"):
                lo, hi = (exact(case.expected[name][end]) for end in ("lo", "hi"))
                off = max(1, hi) * mpmath.mpf(10) ** -40
                assert lo - off <= radii[name] <= hi + off, (case.id, name)
                assert hi - lo <= 2.1 * mpmath.mpf(10) ** -24, (case.id, name)


def test_the_example_consumer_has_everything_right() -> None:
    """In plain doubles, by the reference's backward induction, not the checker's."""
    card = score(answer, CASES)
    assert not card.failures, card.report()
    assert sum(card.right.values()) == len(CASES)


# ----------------------------------------------------------------------------- saying no

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def spoiled(kind: str, spoil: Callable[[dict[str, Any]], None], answers: Answers) -> Answer:
    def consumer(question: dict[str, Any]) -> dict[str, Any]:
        reply = json.loads(json.dumps(answer(question, answers)))
        if question["kind"] == kind:
            spoil(reply["output"])
        return dict(reply)

    return consumer


Spoiled = tuple[str, Callable[[dict[str, Any]], Any], str]
"""A kind, what is done to an answer, and where the score card must find it."""
SPOILED: dict[str, Spoiled] = {
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
    "a line": ("trace", lambda o: o.update(line=0), "line"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_wrong_answer_is_wrong(name: str) -> None:
    is_wrong(SPOILED[name], CASES, ANSWERS)


def is_wrong(given: Spoiled, every: Iterable[Vector], answers: Answers) -> None:
    """The score card finds what is wrong, and says why the vector exists."""
    kind, spoil, where = given
    cases = [case for case in every if case.kind == kind and "dead-state" not in case.flags]
    card = score(spoiled(kind, spoil, answers), cases)
    assert card.failures
    assert card.exit_status == FALSE
    assert any(p.startswith(where) for _, problems in card.failures for p in problems)
    assert card.failures[0][0].comment in card.report()


def test_what_is_no_answer() -> None:
    cases = [case for case in CASES if case.kind == "confidence"][:2]
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


FILE = Path("confidence.jsonl")
HEAD, ONCE = {**HEADERS["confidence"], "cases": 1}, RAW["confidence/once"]


@pytest.mark.parametrize(
    ("line", "field", "value", "rule"),
    [
        (1, "format", "x", "must be ucrl-lp-vector"),
        (1, "version", 2, "must be 3"),
        (1, "version", True, "must be 3"),
        (1, "kind", "x", "must be one of confidence, "),
        (1, "kind", "lp1", "must be the name of the file, confidence"),
        (1, "statement", 1, "must be a sentence"),
        (1, "statement_sha256", "0", "must be that of the statement"),
        (1, "tolerance", "1/1", "must lie in [0, 1)"),
        (1, "tolerance", "x", "must be "),
        (1, "notes", {"clipped": {"bug": "boundary"}}, "must give bug, description, effect of"),
        (1, "cases", "1", "must be a whole number above 0"),
        (1, "cases", 2, "must be the number of cases that follow, 1"),
        (1, "keys", 1, "the first line must be a header with the keys cases, format, "),
        (2, "keys", 1, "a case must have the keys comment, expected, "),
        (2, "id", "lp1/once", "must be confidence/NAME"),
        (2, "id", 3, "must be confidence/NAME"),
        (2, "flags", "clipped", "must be a list of strings"),
        (2, "flags", ["unknown"], "must have notes in the header"),
        (2, "comment", None, "must be a string"),
        (2, "reason", 1, "must be a string"),
        (2, "input", [], "must be an object"),
        (2, "expected", {}, "must name what an output has"),
        (2, "expected", {"eps": {"lo": "1", "hi": "0"}}, "must have a form that the format allows"),
        (2, "expected", {"eps": {"lo": "x", "hi": "0"}}, "must be "),
    ],
)
def test_malformed_vectors(line: int, field: str, value: Any, rule: str) -> None:
    """One field of the header or of its case is changed; `keys` is one that no line has."""
    changed = [HEAD, ONCE]
    assert len(parse_vectors(text(changed).encode(), FILE)) == 1
    changed[line - 1] = {**changed[line - 1], field: value}
    with pytest.raises(MalformedInput) as e:
        parse_vectors(text(changed).encode(), FILE)
    assert (e.value.file, e.value.line, e.value.field) == (str(FILE), line, field)
    assert e.value.rule.startswith(rule) and str(FILE) in str(e.value)
    if field != "keys" and "lo" not in str(value):
        assert e.value.value == value
    assert e.value.exit_status == MALFORMED


@pytest.mark.parametrize(
    ("data", "line", "field", "rule"),
    [
        (b"", 1, "line", "must end with a newline"),
        (text([HEAD, ONCE])[:-1].encode(), 2, "line", "must end with a newline"),
        (b"\n", 1, "line", "must be a JSON object: Expecting value (column 1)"),
        (text([HEAD, ONCE]).encode() + b"\n", 3, "line", "must be a JSON object: Expecting value"),
        (text([HEAD]).encode() + b'{"id": 1, "id": 2}\n', 2, "line", "the key id is given twice"),
        (text([HEAD]).encode() + b'{"id": NaN}\n', 2, "line", "NaN is not a number"),
        (text([HEAD]).encode() + b"\xff\n", 2, "line", "'ascii' codec can't decode"),
        (text([HEAD]).encode() + b"[1]\n", 2, "line", "must be a JSON object"),
        (text([HEAD]).encode() + b'{"a":' * 13 + b"1" + b"}" * 13 + b"\n", 2, "line", "must not"),
        (text([HEAD]).encode() + b"[" * 99_999 + b"\n", 2, "line", "must be a JSON object"),
        (text([HEAD]).encode(), 1, "cases", "must be the number of cases that follow, 0"),
        (text([HEAD, ONCE, ONCE]).encode(), 3, "id", "must not be given twice"),
        (text([ONCE]).encode(), 1, "keys", "the first line must be a header with the keys cases"),
        (text([HEAD, HEAD]).encode(), 2, "keys", "a case must have the keys comment, "),
        (b'{\n"format": "ucrl-lp-vector",\n"version": 2\n}\n', 1, "line", "must be a JSON object"),
    ],
)
def test_malformed_files(data: bytes, line: int, field: str, rule: str) -> None:
    with pytest.raises(MalformedInput) as e:
        parse_vectors(data, FILE)
    assert (e.value.line, e.value.field) == (line, field)
    assert rule in e.value.rule and len(str(e.value)) < 1000


def test_no_vectors(tmp_path: Path) -> None:
    (tmp_path / "once.json").write_text(json.dumps(ONCE))
    (tmp_path / "folder.jsonl").mkdir()
    for place in (tmp_path / "once.json", tmp_path / "missing"):
        with pytest.raises(UnusablePath, match=r"must be a folder of files KIND\.jsonl"):
            read_vectors(place)
    for place in (tmp_path, tmp_path / "lp1.jsonl"):
        with pytest.raises(UnusablePath, match="cannot be read: "):
            read_vectors(place)


def test_command_line(proofs_check: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    status, out, _ = proofs_check("vectors", "--against", CONSUMER, "--kind", "confidence")
    assert status == OK and re.search(r"confidence +38 +0 +0", out)
    echo = f"'{sys.executable}' -c 'import sys; [print(line, flush=True) for line in sys.stdin]'"
    status, out, _ = proofs_check("vectors", "--against", echo, "--kind", "pi")
    assert status == FALSE and "an output" in out
    for place in (FOLDER, FOLDER / "induced.jsonl"):
        words = ("--kind", "induced", "--folder", str(place), "--json")
        status, out, _ = proofs_check("vectors", "--against", CONSUMER, *words)
        assert status == OK and json.loads(out)["right"]["induced"] == len(LINES["induced"]) - 1
    for wrong in (["no-such-program-anywhere"], [""], ["a quote ' that is not closed"],
                  [CONSUMER, "--kind", "x"], [CONSUMER, "--folder", "missing"]):  # fmt: skip
        assert proofs_check("vectors", "--against", *wrong).status == USAGE


def test_a_wrong_file_on_the_command_line(proofs_check: Command, tmp_path: Path) -> None:
    """A single case says what to pass instead; a malformed line is named."""
    (tmp_path / "once.json").write_text(json.dumps(ONCE))
    bad = tmp_path / "lp1.jsonl"
    bad.write_text(text([HEADERS["lp1"]]) + "{\n")
    for place, wanted, told in (
        (tmp_path / "once.json", USAGE, "once.json: must be a folder of files KIND.jsonl"),
        (bad, MALFORMED, "lp1.jsonl:2: line: must be a JSON object: "),
    ):
        status, out, err = proofs_check("vectors", "--against", CONSUMER, "--folder", str(place))
        assert (status, out) == (wanted, "") and told in err and "Traceback" not in err


def test_a_program_that_dies_or_sleeps() -> None:
    case = [CASES[0], CASES[1]]
    with Program(f"'{sys.executable}' -c 'input()'") as program:
        report = score(program, case).report()
        assert report.count("the program has ended with status 0") == 1
        assert f"the same for 1 more, to {CASES[1].id}" in report
    sleeper = f"'{sys.executable}' -c 'import time; time.sleep(60)'"
    with Program(sleeper, timeout=0.2) as program:
        for told in ("no answer in 0.2 seconds", "has not answered anything"):
            with pytest.raises(Unanswered, match=told):
                program({})
            assert program.starts == 1 and program._process.returncode == -signal.SIGKILL
