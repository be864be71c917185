"""Bad traces of flat learners: each is refused by file, line, field, value and rule; rules that a
learner cannot break are broken by hand; and the command's statuses."""

from __future__ import annotations

import io
import json
import os
import threading
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from proofs_check.guests.flat.rules import FLAT_BY_ID
from proofs_check.guests.kit.flat_cases import river
from reference.guests.flat.flat_reader import FlatParser, read_flat
from reference.guests.flat.flat_records import (
    OPTIONS_OF,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCFH,
    UCRL2,
    flat_options,
)
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, USAGE, MalformedInput
from reference.trace.raw_lines import TruncatedTrace
from reference.trace.reader import read_stream
from tests.called import Command
from tests.guests.flat.learners import H, checked, write
from tests.refused import refused

Lines = list[dict[str, Any]]
Change = Callable[[Lines], Any]


def run(folder: Path, algorithm: str, change: Change = lambda lines: None) -> Path:
    """A short trace, its records changed."""
    file = write(folder / "run.jsonl", algorithm, river(3), 4 * H)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    change(lines)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def put(line: int, **keys: Any) -> Change:
    """Change keys of a record; None removes one."""

    def change(lines: Lines) -> None:
        for key, value in keys.items():
            if value is None:
                del lines[line][key]
            else:
                lines[line][key] = value

    return change


BAD: dict[str, tuple[str, Change, int, str]] = {  # algorithm, change, line, field
    "no format": (UCRL2, put(0, format=None), 1, "format"),
    "another version": (UCRL2, put(0, version=2), 1, "version"),
    "version true": (UCRL2, put(0, version=True), 1, "version"),
    "no delta": (UCRL2, put(0, delta=None), 1, "delta"),
    "delta 1": (UCRL2, put(0, delta=1), 1, "delta"),
    "no H": (UCB_VI, put(0, H=None), 1, "H"),
    "H of UCRL2": (UCRL2, put(0, H=3), 1, "H"),
    "S of 0": (UCB_VI, put(0, S=0), 1, "S"),
    "a table too large": (UCB_VI, put(0, S=10**6), 1, "S"),
    "an unknown option": (UCRL2, put(0, options={"x": 1}), 1, "x"),
    "options that are no object": (UCRL2, put(0, options=[]), 1, "options"),
    "an unknown choice": (UCRL2, put(0, options={"trigger": "now"}), 1, "options.trigger"),
    "clip 1": (UCRL2, put(0, options={"clip": 1}), 1, "options.clip"),
    "tau 2": (UCRL2, put(0, options={"tau": 2}), 1, "options.tau"),
    "stop 0": (UCRL2, put(0, options={"stop": 0}), 1, "options.stop"),
    "one radius": (UCRL2, put(0, options={"radius": [1]}), 1, "options.radius"),
    "a radius of 0": (UCRL2, put(0, options={"radius": [1, 0]}), 1, "options.radius[1]"),
    "a bonus word": (UCB_VI, put(0, options={"bonus": {"root": "L"}}), 1, "options.bonus.root"),
    "a bonus key": (UCB_VI, put(0, options={"bonus": {"x": 1}}), 1, "x"),
    "terminal 9": (UCB_VI, put(0, options={"terminal": [9]}), 1, "options.terminal"),
    "c below 0": (UCB_H, put(0, options={"c": -1}), 1, "options.c"),
    "tolerance 1": (UCB_H, put(0, tolerance=1), 1, "tolerance"),
    "seed -1": (UCB_H, put(0, seed=-1), 1, "seed"),
    "producer": (UCB_H, put(0, producer="me"), 1, "producer"),
    "a second header": (UCRL2, lambda lines: lines.insert(1, lines[0]), 2, "record"),
    "no header": (UCRL2, lambda lines: lines.pop(0), 1, "record"),
    "a plan of UCRL2": (UCRL2, put(1, record="plan"), 2, "record"),
    "an epoch of UCB-H": (UCB_H, put(1, record="epoch"), 2, "record"),
    "no pi": (UCRL2, put(1, pi=None), 2, "pi"),
    "pi too short": (UCRL2, put(1, pi=[0, 0]), 2, "pi"),
    "pi of no action": (UCRL2, put(1, pi=[0, 0, 7]), 2, "pi[2]"),
    "a row of pi": (UCRL2, put(1, pi=[[1, 0], [1, 0], [1]]), 2, "pi[2]"),
    "N of halves": (UCRL2, put(1, N=[[0, 0], [0, 0], [0, 0.5]]), 2, "N[2][1]"),
    "a string": (UCRL2, put(1, u=[0, "1/2", 0]), 2, "u[1]"),
    "a huge number": (UCRL2, put(1, u=[0, 1e200, 0]), 2, "u[1]"),
    "a number beyond doubles": (UCRL2, put(1, u=[0, 10**400, 0]), 2, "u[1]"),
    "an unknown key": (UCRL2, put(1, Q=1), 2, "Q"),
    "no Q": (UCB_VI, put(1, Q=None), 2, "Q"),
    "Q too short": (UCB_VI, put(1, Q=[]), 2, "Q"),
    "no rewards": (UCRL2, put(2, r=None), 3, "r"),
    "no steps": (UCRL2, put(2, s=[]), 3, "s"),
    "lists of two lengths": (UCRL2, put(2, a=[0]*50), 3, "a"),
    "half a state": (UCB_H, put(1, s=[0, 0, 0, 0, 0.5]), 2, "s[4]"),
    "no Q of an update": (UCB_H, put(1, Q=None), 2, "Q"),
    "too many steps": (UCB_H, put(1, s=[0]*(H + 1)), 2, "s"),
    "a reward in words": (UCB_H, put(1, r=[0, 0, 0, 0, "one"]), 2, "r[4]"),
    "an end of halves": (UCB_H, put(-1, steps=0.5), 6, "steps"),
    "after the end": (UCB_H, lambda lines: lines.append(lines[1]), 7, "record"),
    "an episode too many": (UCB_H, lambda lines: lines.insert(1, lines[1]), 6, "steps"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_trace_is_refused(name: str, tmp_path: Path) -> None:
    algorithm, change, line, field = BAD[name]
    file = run(tmp_path, algorithm, change)
    error: MalformedInput | None
    try:
        error = checked(file).malformed  # after a divergence
    except MalformedInput as e:
        error = e
    assert error is not None and error.exit_status == MALFORMED
    assert (error.line, error.field, error.file) == (line, field, str(file))


@cache
def schema() -> Draft202012Validator:
    """flat.schema.json."""
    file = resources.files("reference.guests.flat").joinpath("flat.schema.json")
    return Draft202012Validator(json.loads(file.read_text("utf-8")))


IN_SEVERAL_RECORDS = {
    "a table too large", "terminal 9", "a second header", "no header", "a plan of UCRL2",
    "an epoch of UCB-H", "pi too short", "pi of no action", "a row of pi", "Q too short",
    "lists of two lengths", "no Q of an update", "too many steps", "after the end",
    "an episode too many",
}  # fmt: skip
"""The header, or an earlier record, decides, or the order."""


@pytest.mark.parametrize("algorithm", OPTIONS_OF)
def test_a_run_is_in_the_schema(algorithm: str, tmp_path: Path) -> None:
    for line in run(tmp_path, algorithm).read_text("utf-8").splitlines():
        schema().validate(json.loads(line))


def test_the_schema_has_every_option() -> None:
    for algorithm, known in OPTIONS_OF.items():
        header = schema().schema["$defs"][f"header-{algorithm}"]["properties"]
        assert set(header["options"]["properties"]) == set(known)
        for key, of in known.items():
            text = json.dumps(header["options"]["properties"][key])
            words = [v for v in of if isinstance(v, str)] if isinstance(of, tuple) else []
            assert all(json.dumps(word) in text for word in words), key


@pytest.mark.parametrize("name", sorted(set(BAD) - IN_SEVERAL_RECORDS))
def test_the_schema_refuses_what_the_reader_refuses(name: str, tmp_path: Path) -> None:
    algorithm, change, line, _ = BAD[name]
    lines = run(tmp_path, algorithm, change).read_text("utf-8").splitlines()
    bad = [k for k, text in enumerate(lines, 1) if not schema().is_valid(json.loads(text))]
    assert bad == [line]


def test_a_trace_may_come_through_a_pipe(tmp_path: Path, proofs_check: Command) -> None:
    for change, status in ((lambda lines: None, OK), (put(1, Q=[1.0] * H), FALSE)):
        data = run(tmp_path, UCB_H, change).read_bytes()
        pipe = tmp_path / f"pipe-{status}"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(data,))
        writer.start()
        done = proofs_check("trace", pipe)
        writer.join()
        assert done.status == status and "algorithm  UCB-H" in done.out
        assert ("variants   not sought" in done.out) == (status == FALSE)


def test_statistics_is_the_default(tmp_path: Path, proofs_check: Command) -> None:
    done = proofs_check("trace", run(tmp_path, UCRL2), "--statistics")
    assert done.status == UNDECIDED and "--statistics is the default" in done.err  # vacuous
    assert "play       not tested" in done.out
    both = proofs_check("trace", run(tmp_path, UCRL2), "--statistics", "--no-play")
    assert both.status == USAGE and "contradicts --no-play" in both.err


@pytest.mark.parametrize("option", ["--lemmas"])
def test_what_is_asked_of_UCRL_LP_alone_is_refused(
    option: str, tmp_path: Path, proofs_check: Command
) -> None:
    done = proofs_check("trace", run(tmp_path, UCRL2), option)
    assert done.status == USAGE and f"{option}: is for traces of UCRL-LP" in done.err


def test_a_truncated_trace_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruncatedTrace):
        checked(run(tmp_path, UCRL2, lambda lines: lines.pop()))


BY_HAND: dict[str, tuple[str, Change]] = {
    "flat-tolerance": (UCRL2, put(0, tolerance=0.5)),
    "flat-end": (UCB_H, put(-1, steps=3)),
    "ucrl2-order": (UCRL2, lambda lines: lines.insert(1, lines.pop(2))),
    "ucrl2-pi": (UCRL2, put(1, pi=[[1, 0], [1, 0], [0.5, 0.25]])),
}


@pytest.mark.parametrize("rule", BY_HAND)
def test_a_rule_that_no_learner_breaks_is_broken_by_hand(rule: str, tmp_path: Path) -> None:
    algorithm, change = BY_HAND[rule]
    outcome = checked(run(tmp_path, algorithm, change))
    assert outcome.certain and outcome.certain.rule == rule
    assert outcome.certain.as_json()["equation"] == FLAT_BY_ID[rule].equation


def test_a_wrong_count_with_which_no_variance_is_positive_is_a_divergence(tmp_path: Path) -> None:
    def fewer(lines: Lines) -> None:
        for line in lines[3:-1]:
            line["n"] = [1] * len(line["n"])

    outcome = checked(run(tmp_path, UCB_B, fewer))
    assert outcome.certain and outcome.certain.rule == "ucbq-n"


def test_what_is_malformed_does_not_hide_a_divergence_before_it(
    tmp_path: Path, proofs_check: Command
) -> None:
    def both(lines: Lines) -> None:
        lines[1]["Q"] = [1.0] * H
        del lines[-1]

    done = proofs_check("trace", run(tmp_path, UCB_H, both))
    text = " ".join(done.out.split())
    assert done.status == MALFORMED and "divergence line 2, episode 1" in text
    assert "then " in text and "has no `end` record" in text
    reply = proofs_check("trace", run(tmp_path, UCB_H, both), "--json")
    assert json.loads(reply.out)["malformed"] and json.loads(reply.out)["first"]["line"] == 2


def test_the_command(tmp_path: Path, proofs_check: Command) -> None:
    done = proofs_check("trace", run(tmp_path, UCRL2))
    assert done.status == UNDECIDED and "algorithm  UCRL2" in done.out
    assert "because    no policy could have been refused" in done.out
    done = proofs_check("trace", run(tmp_path, UCB_H), "--coverage")
    assert done.status == OK and "decisive   update (20)" in done.out
    assert "never      below the cap, min: max Q" in done.out
    done = proofs_check("trace", run(tmp_path, UCB_H, put(1, Q=[1.0] * H)), "--all")
    assert done.status == 1 and "rule ucbq-update [[JABJ] Alg. 1 l. 6" in " ".join(done.out.split())
    done = proofs_check("trace", run(tmp_path, UCB_H), "--json")
    assert json.loads(done.out)["verdict"] == "conforms"
    done = proofs_check("trace", run(tmp_path, UCRL2, put(1, pi=None)))
    assert done.status == MALFORMED and ":2: pi: is required" in done.err
    empty = run(tmp_path, UCB_H, lambda lines: lines.__setitem__(slice(1, -1), []))
    empty.write_text(empty.read_text().replace('"steps": 20', '"steps": 0'))
    done = proofs_check("trace", empty)
    assert done.status == UNDECIDED and "verdict    vacuous" in done.out
    both = (run(tmp_path, UCB_H), run(tmp_path, UCB_H))
    done = proofs_check("trace", *both, "--workers", "1")
    assert done.status == OK and done.out.count("algorithm  UCB-H") == 2
    done = proofs_check("explain", "ucrl2-near-optimal")
    assert done.status == OK and "R-38" in done.out


def test_what_the_certificate_cannot_decide_is_undecided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no iteration at all, the bounds that 0 proves are too far apart."""
    file = write(tmp_path / "run.jsonl", UCRL2, river(3), 4000, kept=())
    monkeypatch.setattr("proofs_check.guests.flat.ucrl2.ROUNDS", 1)
    outcome = checked(file)
    assert outcome.verdict == "undecided" and outcome.exit_status == UNDECIDED
    assert {d.rule for d in outcome.divergences} == {"ucrl2-near-optimal"}


def test_a_part_of_an_episode_that_is_too_long_is_a_divergence(tmp_path: Path) -> None:
    """It ends in a terminal state, but after the last step."""
    head: dict[str, Any] = {"record": "header", "format": "flat-trace", "version": 1}
    head |= {"algorithm": UCFH, "S": 2, "A": 1, "H": 4, "K": 3, "delta": 0.1}
    plan = {"record": "plan", "k": 1, "pi": [[0, 0]] * 4}
    step = {"record": "steps", "s": [0], "a": [0], "r": [0], "s1": [0]}
    long = {"record": "steps", "s": [0] * 4, "a": [0] * 4, "r": [0] * 4, "s1": [0, 0, 0, 1]}
    head["options"] = {"plan": "powers at once", "terminal": [1]}
    lines = [head, plan, step, plan, step, plan, long, {"record": "end", "steps": 6}]
    file = tmp_path / "run.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    outcome = checked(file)
    assert {d.rule for d in outcome.divergences} == {"flat-H-steps"}, outcome.first


def test_options_have_defaults() -> None:
    assert flat_options(UCRL2, clip=False)["trigger"] == "lazy"
    refused(lambda: flat_options(UCRL2, c=1), "options")
    assert all(flat_options(name) for name in OPTIONS_OF)


def test_reading_is_lazy(tmp_path: Path) -> None:
    records = read_flat(run(tmp_path, UCRL2, lambda lines: lines.append({})))
    assert next(records) and next(records)


def test_counts_of_numpy_in_a_flat_trace() -> None:
    """What np.zeros counts become, `0.0`, in every record of a run of UCRL2."""
    lines = [
        '{"record":"header","format":"flat-trace","version":1.0,"algorithm":"UCRL2","S":1.0,"A":2,"delta":0.1}',
        '{"record":"epoch","k":1.0,"t":1,"pi":[0.0],"N":[[0.0,0.0]]}',
        '{"record":"steps","s":[0.0],"a":[0],"r":[1],"s1":[0.0]}',
        '{"record":"epoch","k":2,"t":2,"pi":[0],"N":[[1.0,0.0]]}',
        '{"record":"steps","s":[0],"a":[0],"r":[1],"s1":[0]}',
        '{"record":"end","steps":2.0}',
    ]
    data = "".join(line + "\n" for line in lines).encode()
    header, epoch, steps, *_ = read_stream(io.BytesIO(data), "flat", FlatParser)
    assert (header.S, epoch.k) == (1, 1) and type(header.S) is int  # type: ignore[union-attr]
    assert [type(n) for n in steps.s] == [int]  # type: ignore[union-attr]
