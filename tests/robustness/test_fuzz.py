"""Fuzzing of the readers of traces, MDP files and vectors (fuzz/, tests/README.md "Fuzzing").

Never a traceback, a hang or a false "conforms". Blind changes are tried everywhere, and changes
guided by coverage where atheris is installed (extra `fuzz`). UCRL_LP_LONG=1 tries 20 times as many.
"""

from __future__ import annotations

import copy
import json
import os
import random
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from proofs_check.certificate.writer import write_certificate
from proofs_check.conformance.epoch_rules import EpochChecker
from proofs_check.report.html.render import page
from proofs_check.vectors.reader import Vector
from proofs_check.vectors.score import differences
from reference.environments import parse_mdp
from reference.running.driver import PRODUCER
from reference.running.resume import resume_run
from reference.support.errors import MalformedInput
from reference.trace import strict_json
from tests.planted.faulty_producer import Setting, produce
from tests.robustness.fuzz import targets
from tests.robustness.fuzz.__main__ import fuzz
from tests.robustness.fuzz.commands import REFUSED, asked
from tests.robustness.fuzz.mutate import mutate, parsed, respelled, written
from tests.robustness.fuzz.seeds import CONFORMING, as_lines, seeds
from tests.robustness.fuzz.targets import TARGETS, mdp, trace, vector, within_time

TIMES = 20 if os.environ.get("UCRL_LP_LONG") == "1" else 1
BLIND = {"trace": 150, "mdp": 600, "vector": 600, "resumption": 60, "page": 10,
         "question": 100, "answers": 30}  # fmt: skip
GUIDED = {"trace": 600, "mdp": 3000, "vector": 3000, "resumption": 300, "page": 40,
          "question": 300, "answers": 60}  # fmt: skip
guided = pytest.mark.skipif(
    find_spec("atheris") is None,
    reason="atheris is not installed (extra `fuzz`): no fuzzing guided by coverage",
)


def blind(target: str, runs: int, seed: int = 1) -> Counter[str]:
    """Verdicts on `runs` changed seeds. What a target raises comes with the input."""
    rng, pool, found = random.Random(seed), seeds(target), Counter[str]()
    for _ in range(runs):
        data = rng.choice(pool)
        for _ in range(rng.choice([1, 1, 2, 3])):
            data = mutate(data, rng, pool)
        try:
            found[within_time(TARGETS[target], data)] += 1
        except Exception as e:
            e.add_note(f"input: {data!r}")
            raise
    return found


@pytest.mark.parametrize("target", TARGETS)
def test_seeds(target: str) -> None:
    """They are read to the end: most of them are accepted, and every kind of verdict is there."""
    found = Counter(within_time(TARGETS[target], data) for data in seeds(target))
    assert found[REFUSED] < found.total() / 2
    expected = {
        "trace": {"conforms", "does not conform", REFUSED},
        "mdp": {"exact", "doubles"},
        "vector": {
            *("confidence", "epochs", "occupancy", "induced", "lp1", "q_hat", "pi", "trace"),
            *("upper_occupancy", "water_filling", "kl_step", "hedge_step"),
        },
        "resumption": {"resumed"},
        "page": {"conforms", "does not conform", REFUSED},
        "question": {"certified", "large", REFUSED},
        "answers": {"some right", "none right"},
    }
    assert set(found) == expected[target]


@pytest.mark.parametrize("records", CONFORMING, ids=range(len(CONFORMING)))
def test_fuzzing_of_traces_starts_from_conforming_ones(records: list[dict[str, Any]]) -> None:
    assert trace(b"".join(as_lines(records))) == "conforms"


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_blind(target: str) -> None:
    found = blind(target, TIMES * BLIND[target])
    assert found.total() == TIMES * BLIND[target]
    assert found[REFUSED] < 0.95 * found.total()  # the others got beyond the parser
    assert target != "trace" or {"conforms", "does not conform"} <= set(found)


@pytest.mark.slow
@guided
@pytest.mark.parametrize("target", TARGETS)
def test_guided_by_coverage(target: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    runs = TIMES * GUIDED[target]
    status = fuzz(target, runs, 1, tmp_path)
    out, err = capfd.readouterr()
    found = [*tmp_path.glob("crash-*"), *tmp_path.glob("timeout-*")]
    assert (status, found) == (0, []), f"{out}\n{err}\n{[file.read_bytes() for file in found]}"
    report = json.loads(out.splitlines()[-1])
    assert report["executions"] >= runs
    assert report["corpus"] > 5 and len(report["verdicts"]) > 1


# ----------------------------------------------------------------- the fuzzer's teeth

UNCOUNTED = """
from proofs_check.conformance.replay import Replay
Replay._end = lambda self, record: None
"""


@guided
def test_a_planted_false_conforms_is_found(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """With the rule `end` switched off."""
    assert fuzz("trace", 20_000, 1, tmp_path, before=UNCOUNTED) == 77
    assert "a false `conforms`: end" in capfd.readouterr().out  # atheris prints it there
    (found,) = tmp_path.glob("crash-*")
    assert trace(found.read_bytes()) == "does not conform"


def test_a_false_conforms_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    records = copy.deepcopy(CONFORMING[0])
    second = [record for record in records if record["record"] == "epoch"][1]
    second["N"][0][0][0] += 1
    data = b"".join(as_lines(records))
    assert trace(data) == "does not conform"
    monkeypatch.setattr(EpochChecker, "_counts", lambda self, name, expected: iter(()))
    with pytest.raises(AssertionError, match="a false `conforms`: N"):
        trace(data)


def test_what_is_not_in_the_schema_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "SCHEMA", Draft202012Validator({"required": ["value"]}))
    with pytest.raises(ValidationError, match="'value' is a required property"):
        trace(b"".join(as_lines(CONFORMING[0])))


def test_a_traceback_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "_OVERFLOW", 10**2000)  # as it was once
    _, data = FOUND["a rational beyond the range of a double, among doubles"]
    with pytest.raises(OverflowError):
        within_time(mdp, data)


def test_an_mdp_read_wrongly_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    data = seeds("mdp")[0]
    assert mdp(data) == "exact"
    reader = "tests.robustness.fuzz.targets.parse_mdp"
    other = parse_mdp(data.decode().replace('"3/4", "1/4"', '"1/4", "3/4"'))
    monkeypatch.setattr(reader, lambda text, **file: other)
    with pytest.raises(AssertionError):
        mdp(data)


def test_a_vector_that_takes_every_answer_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    data = seeds("vector")[0]
    assert vector(data) != REFUSED
    monkeypatch.setattr("tests.robustness.fuzz.targets.differences", lambda case, output: [])
    with pytest.raises(AssertionError):
        vector(data)


def miscounted() -> bytes:
    """A run to be resumed, with a wrong count in every epoch."""
    return seeds("resumption")[4].replace(b'"N":[[[', b'"N":[[[1')


def markup() -> bytes:
    head, *rest = copy.deepcopy(CONFORMING[0])
    head["producer"] = {"name": "<img src=x onerror=alert(1)>", "version": ""}
    return b"".join(as_lines([head, *rest]))


LIES = {
    "resumption": ("reference.running.resume._Replacing._same", lambda self, record: None),
    "page": ("proofs_check.report.html.trace_page.page", lambda *a, **k: page(*a, **k).replace(
        "&lt;img", "<img")),
    "question": ("tests.robustness.fuzz.commands.write_certificate",
                 lambda data, path: write_certificate(data, path) + 1),
    "answers": ("proofs_check.vectors.score.differences", lambda case, output: []),
}  # fmt: skip
"""By target: what is replaced by something that trusts, and what by."""


@pytest.mark.parametrize("target", LIES)
def test_what_trusts_its_input_is_found_out(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = {
        "resumption": miscounted(),
        "page": markup(),
        "question": seeds("question")[0],
        "answers": b"".join(as_lines([{"id": case.id, "output": {}} for case in asked()])),
    }[target]
    TARGETS[target](data)
    monkeypatch.setattr(*LIES[target])
    with pytest.raises(AssertionError):
        TARGETS[target](data)


def test_a_hang_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(data: bytes) -> str:
        while True:
            pass

    monkeypatch.setattr("tests.robustness.fuzz.targets.SECONDS", 1)
    with pytest.raises(Exception, match="no answer in 1 s"):
        within_time(endless, b"")


def test_respelled_numbers_mean_the_same() -> None:
    """Written in other ways, a conforming trace still conforms."""
    rng = random.Random(1)

    def each(v: Any) -> Any:
        return [each(w) for w in v] if isinstance(v, list) else respelled(v, rng)

    for records in CONFORMING:
        for record in (records := copy.deepcopy(records)):
            for key in record.keys() & {"r", "q_hat", "pi", "eps", "r_hat", "P_bar", "value"}:
                record[key] = each(record[key])
        assert trace(written(records)) == "conforms"
        assert parsed(written(records)) == records


# ----------------------------------------------------------------- what fuzzing has found

FOUND: dict[str, tuple[str, bytes]] = {
    "a rational beyond the range of a double, among doubles": (
        "mdp",
        b'{"format":"layered-mdp","version":1,"layers":[1,1],"A":1,"P":[[[["%s"]]]],"r":[[[0.5]]]}'
        % (b"9" * 999),
    ),
    **{
        f"a vector whose {key} is {value!r}": (
            "vector",
            json.dumps({**json.loads(seeds("vector")[0]), key.strip(): value}).encode(),
        )
        for key, value in {
            "kind": [],
            "flags": 3,
            "tolerance": "x",
            "tolerance ": 2**53 + 1,
            "comment": None,
            "version": True,
            "intermediates": [],
            "intermediates ": {"Lam": "1/2"},
            "expected": {"Lam": {"lo": "x", "hi": 1}},
            "reason": 1,
            "expected  ": {"subset_of": [0]},
            "expected ": {"Lam": {"lo": "9" * 999, "hi": "9" * 999}},
        }.items()
    },
    "a vector with an infinite tolerance": (
        "vector",
        seeds("vector")[0].replace(b'"1/1000000000"', b"1e999"),
    ),
    "a vector that nests deeply": (
        "vector",
        seeds("vector")[0].replace(b'"1/1000000000"', b"[" * 900 + b"]" * 900),
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_is_refused(name: str) -> None:
    target, data = FOUND[name]
    assert TARGETS[target](data) == REFUSED


def test_an_answer_that_nests_deeply_is_wrong() -> None:
    found: Any = 0
    for _ in range(100_000):
        found = [found]
    case = Vector("x", "lp1", (), "", differences.__globals__["to_q"](0), {}, {"v": 1}, {}, "")
    assert differences(case, {"v": found})


def test_a_trace_of_rationals_resumes_or_is_refused(tmp_path: Path) -> None:
    """What somebody else wrote in our name: numbers of every form are read."""
    path = tmp_path / "run.jsonl"
    records = produce(Setting(T=7, rationals=True, mdp=True))
    records[0] |= {"producer": PRODUCER, "seed": 1}
    path.write_bytes(b"".join(as_lines(records)))
    with pytest.raises(MalformedInput):
        resume_run(path)
