"""Fuzzing of the readers of traces, MDP files and vectors (tests/README.md, "Fuzzing").

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
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator, ValidationError

from proofs_check.certificate.writer import write_certificate
from proofs_check.conformance.replay import GIVEN
from proofs_check.report.html.render import page
from proofs_check.vectors.reader import Vector
from proofs_check.vectors.score import differences
from reference.environments import parse_mdp
from reference.running.driver import PRODUCER
from reference.running.resume import resume_run
from reference.support.errors import MalformedInput
from tests.fuzz.__main__ import fuzz
from tests.fuzz.commands import REFUSED, asked
from tests.fuzz.mutate import mutate, parsed, respelled
from tests.fuzz.seeds import CONFORMING, seeds
from tests.fuzz.targets import TARGETS, Hang, trace, within_time
from tests.jsonl import jsonl
from tests.planted.faulty_producer import Setting, produce

TIMES = 20 if os.environ.get("UCRL_LP_LONG") == "1" else 1
VECTORS = {"confidence", "epochs", "occupancy", "induced", "lp1", "q_hat", "pi", "trace"}
VECTORS |= {"upper_occupancy", "water_filling", "kl_step", "hedge_step"}
VECTORS |= {"ucrl2_radii", "bernstein_radius", "inner_maximum", "ucbvi_bonus", "ucb_update"}
VECTORS |= {"flat_trace"}
JUDGED = {"conforms", "vacuous", GIVEN, "does not conform", REFUSED}
# How many blind changes, how many guided ones, and the verdicts on the seeds.
EXPECTED: dict[str, tuple[int, int, set[str]]] = {
    "trace": (150, 600, JUDGED),
    "mdp": (600, 3000, {"exact", "doubles"}),
    "vector": (600, 3000, VECTORS),
    "resumption": (60, 300, {"resumed"}),
    "page": (10, 40, JUDGED - {GIVEN}),  # its seeds are the shortest
    "question": (100, 300, {"certified", "large", REFUSED}),
    "answers": (30, 60, {"some right", "none right"}),
}
guided = pytest.mark.skipif(
    find_spec("atheris") is None,
    reason="atheris is not installed (extra `fuzz`): no fuzzing guided by coverage",
)


@pytest.mark.parametrize("target", TARGETS)
def test_seeds(target: str) -> None:
    """They are read to the end: most of them are accepted, and every kind of verdict is there."""
    verdicts = Counter(within_time(TARGETS[target], data) for data in seeds(target))
    assert verdicts[REFUSED] < verdicts.total() / 2
    assert set(verdicts) == EXPECTED[target][2]


@pytest.mark.parametrize("target", TARGETS)
def test_blind(target: str) -> None:
    """Changed seeds. What a target raises comes with the input."""
    rng, pool, verdicts = random.Random(1), seeds(target), Counter[str]()
    for _ in range(TIMES * EXPECTED[target][0]):
        data = rng.choice(pool)
        for _ in range(rng.choice([1, 1, 2, 3])):
            data = mutate(data, rng, pool)
        try:
            verdicts[within_time(TARGETS[target], data)] += 1
        except Exception as e:
            e.add_note(f"input: {data!r}")
            raise
    assert verdicts[REFUSED] < 0.95 * verdicts.total()  # the others got beyond the parser
    assert target != "trace" or set(verdicts) == JUDGED | {"malformed"}  # beyond a divergence


@guided
@pytest.mark.parametrize("target", TARGETS)
def test_guided_by_coverage(target: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    runs = TIMES * EXPECTED[target][1]
    status = fuzz(target, runs, 1, tmp_path)
    out, err = capfd.readouterr()
    crashes = [*tmp_path.glob("crash-*"), *tmp_path.glob("timeout-*")]
    assert (status, crashes) == (0, []), f"{out}\n{err}\n{[file.read_bytes() for file in crashes]}"
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
    (crash,) = tmp_path.glob("crash-*")
    assert trace(crash.read_bytes()) == "does not conform"


def changed(target: str, k: int, old: bytes, new: bytes) -> bytes:
    """A seed with something else in it."""
    data = seeds(target)[k]
    assert old in data
    return data.replace(old, new, 1)


def other_count(records: list[dict[str, Any]]) -> None:
    [record for record in records if record["record"] == "epoch"][1]["N"][0][0][0] += 1


def markup(records: list[dict[str, Any]]) -> None:
    records[0]["producer"] = {"name": "<img src=x onerror=alert(1)>", "version": ""}


def conforming(change: Any = lambda records: None) -> bytes:
    records = copy.deepcopy(CONFORMING[0])
    change(records)
    return jsonl(records)


BEYOND = b'{"format":"layered-mdp","version":1,"layers":[1,1],"A":1,"P":[[[["%s"]]]],"r":[[[0.5]]]}'
BEYOND = BEYOND % (b"9" * 999)  # the doubles
TURNED = changed("mdp", 0, b'"3/4", "1/4"', b'"1/4", "3/4"').decode()
HERE = "tests.fuzz"


class Lie(NamedTuple):
    """Target and input, what is replaced by something that trusts its input, what is noticed."""

    target: str
    data: bytes
    trusted: str
    by: Any
    error: type[Exception] = AssertionError
    told: str | None = None


LIES = {
    "a false `conforms`": Lie(
        "trace",
        conforming(other_count),
        "proofs_check.conformance.epoch_rules.EpochChecker._counts",
        lambda self, name, expected: iter(()),
        told="a false `conforms`: N",
    ),
    "not in the schema": Lie(
        "trace",
        conforming(),
        f"{HERE}.targets.SCHEMA",
        Draft202012Validator({"required": ["value"]}),
        ValidationError,
        "'value' is a required property",
    ),
    "a traceback, as it was once": Lie(
        "mdp",
        BEYOND,
        "reference.trace.strict_json._OVERFLOW",
        10**2000,
        OverflowError,
    ),
    "an MDP read wrongly": Lie(
        "mdp",
        seeds("mdp")[0],
        f"{HERE}.targets.parse_mdp",
        lambda text, parse=parse_mdp, **file: parse(TURNED),
    ),
    "a vector that takes every answer": Lie(
        "vector",
        seeds("vector")[0],
        f"{HERE}.targets.differences",
        lambda case, output: [],
    ),
    "a run resumed from a wrong count": Lie(
        "resumption",
        changed("resumption", 4, b'"N":[[[', b'"N":[[[1'),
        "reference.running.resume._Replacing._same",
        lambda self, record: None,
    ),
    "an element on a page": Lie(
        "page",
        conforming(markup),
        "proofs_check.report.html.trace_page.page",
        lambda *a, **k: page(*a, **k).replace("&lt;img", "<img"),
    ),
    "another optimum": Lie(
        "question",
        seeds("question")[0],
        f"{HERE}.commands.write_certificate",
        lambda data, path: write_certificate(data, path) + 1,
    ),
    "a right answer that nobody gave": Lie(
        "answers",
        jsonl({"id": case.id, "output": {}} for case in asked()),
        "proofs_check.vectors.score.differences",
        lambda case, output: [],
        told="that nobody gave",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_trusts_its_input_is_found_out(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target, data, trusted, by, error, told = LIES[lie]
    within_time(TARGETS[target], data)
    monkeypatch.setattr(trusted, by)
    with pytest.raises(error, match=told):
        within_time(TARGETS[target], data)


def test_a_hang_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(data: bytes) -> str:
        while True:
            pass

    monkeypatch.setattr(f"{HERE}.targets.SECONDS", 1)
    with pytest.raises(Hang, match="no answer in 1 s"):
        within_time(endless, b"")


@pytest.mark.parametrize("records", CONFORMING, ids=range(len(CONFORMING)))
def test_respelled_numbers_mean_the_same(records: list[dict[str, Any]]) -> None:
    """Conforming traces, from which fuzzing starts, conform when written in other ways, too."""
    rng = random.Random(1)

    def each(v: Any) -> Any:
        return [each(w) for w in v] if isinstance(v, list) else respelled(v, rng)

    verdict = trace(jsonl(records))
    assert verdict in ("conforms", "vacuous")
    for record in (records := copy.deepcopy(records)):
        for key in record.keys() & {"r", "q_hat", "pi", "eps", "r_hat", "P_bar", "value"}:
            record[key] = each(record[key])
    assert trace(jsonl(records)) == verdict
    assert parsed(jsonl(records)) == records


# ----------------------------------------------------------------- what fuzzing has found

HEAD, CASE = map(json.loads, seeds("vector")[0].splitlines())
OF_HEAD: list[tuple[str, Any]] = [
    ("kind", []),
    ("tolerance", "x"),
    ("tolerance", 2**53 + 1),
    ("version", True),
]
OF_CASE: list[tuple[str, Any]] = [
    ("flags", 3),
    ("comment", None),
    ("intermediates", []),
    ("intermediates", {"Lam": "1/2"}),
    ("expected", {"Lam": {"lo": "x", "hi": 1}}),
    ("reason", 1),
    ("expected", {"subset_of": [0]}),
    ("expected", {"Lam": {"lo": "9" * 999, "hi": "9" * 999}}),
]
FOUND: list[tuple[str, bytes]] = [
    ("mdp", BEYOND),
    *((target, changed(target, 0, b"{", b'{"": 2, ')) for target in ("mdp", "question")),
    ("trace", conforming(lambda records: records[0].update({"": 2}))),
    *(("vector", jsonl([{**HEAD, key: value}, CASE])) for key, value in OF_HEAD),
    *(("vector", jsonl([HEAD, {**CASE, key: value}])) for key, value in OF_CASE),
    ("vector", changed("vector", 0, b'"1/1000000000"', b"1e999")),
    ("vector", changed("vector", 0, b'"1/1000000000"', b"[" * 900 + b"]" * 900)),
]


@pytest.mark.parametrize(("target", "data"), FOUND, ids=range(len(FOUND)))
def test_what_was_found_is_refused(target: str, data: bytes) -> None:
    assert TARGETS[target](data) == REFUSED


def test_an_answer_that_nests_deeply_is_wrong() -> None:
    answer: Any = 0
    for _ in range(100_000):
        answer = [answer]
    case = Vector("x", "lp1", (), "", differences.__globals__["to_q"](0), {}, {"v": 1}, {}, "")
    assert differences(case, {"v": answer})


def test_a_trace_of_rationals_resumes_or_is_refused(tmp_path: Path) -> None:
    """What somebody else wrote in our name: numbers of every form are read."""
    path = tmp_path / "run.jsonl"
    records = produce(Setting(T=7, rationals=True, mdp=True))
    records[0] |= {"producer": PRODUCER, "seed": 1}
    path.write_bytes(jsonl(records))
    with pytest.raises(MalformedInput):
        resume_run(path)
