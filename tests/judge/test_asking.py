"""The judge asked line by line, and the learner that asks before it plays."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.commands.judge import JUDGE
from reference import make
from reference.adapters.asking import (
    Asked,
    Judge,
    Propose,
    header_of,
    main,
    play_what_is_accepted,
    random_policy,
)
from reference.mdp import Tables
from reference.simulator import executor
from reference.support.errors import FALSE, OK, UNDECIDED, USAGE, UcrlLpError
from reference.trace.records import TOLERANCE, Number
from tests.fuzz.agreement import CHANGES, TRACES, built, of_judge, of_python, pi_alone, rewritten
from tests.fuzz.mutate import mutate
from tests.jsonl import jsonl

Records = list[dict[str, Any]]
FIGURES = ("epochs", "episodes", "judged", "largest_gap", "sum_of_gaps", "bound")


def asked(
    name: str, T: int = 300, propose: Propose = random_policy, tolerance: Number = TOLERANCE
) -> tuple[Asked, Records]:
    """What came of a run in this environment, and the trace that was written."""
    trace: Records = []
    with Judge(JUDGE) as judge:
        head = header_of(make(name).mdp, T, 0.1, tolerance)
        told = play_what_is_accepted(make(name).mdp, head, judge, trace.append, propose)
    return told, json.loads(json.dumps(trace))


@built
@pytest.mark.parametrize(
    "name", ["tiny", "lock", "riverswim", "deepsea", "random:bottleneck", "random:dirichlet"]
)
def test_what_a_bad_learner_plays_is_accepted(name: str) -> None:
    """It proposes random policies: those that are refused are not played, and the whole trace is
    that of a run."""
    proposed: list[Tables] = []

    def propose(offer: Tables, stream: np.random.Generator) -> Tables:
        proposed.append(random_policy(offer, stream))
        return proposed[-1]

    told, trace = asked(name, propose=propose)
    played = [r["pi"] for r in trace if r["record"] == "epoch"]
    kept = [[pi.tolist() for pi in asked_for] in played for asked_for in proposed]
    assert told.proposed == len(played) + told.refused and told.room and not told.stopped
    assert kept.count(False) == told.refused > 0
    (status, verdict), (other, _) = of_judge(jsonl(trace)), of_python(jsonl(trace))
    assert (status, other, verdict["judged"]) == (OK, OK, "a run")
    assert told.verdict is not None and told.verdict["verdict"] == "accepted"
    assert [told.verdict[key] for key in FIGURES] == [verdict[key] for key in FIGURES]


@built
def test_a_good_learner_plays_what_it_proposes() -> None:
    told, trace = asked("riverswim", propose=lambda offer, _: offer)
    assert told.refused == 0
    assert of_judge(jsonl(trace))[0] == OK


@built
@pytest.mark.parametrize("name", ["lock", "riverswim", "random:dirichlet"])
def test_the_offer_is_an_optimum(name: str) -> None:
    """First uniform, then one action in every state, and LP1's optimum; planted: the next action
    in its place, which is refused where it is worse."""
    told, trace = asked(
        name, propose=lambda offer, _: tuple(np.roll(pi, 1, axis=1) for pi in offer)
    )
    assert told.room and not told.stopped and told.refused > 3
    first, *later = [r["pi"] for r in trace if r["record"] == "epoch"]
    A = make(name).mdp.A
    assert all(row == [f"1/{A}"] * A for layer in first for row in layer)
    assert all(sorted(row) == [0] * (A - 1) + [1] for pi in later for layer in pi for row in layer)
    assert of_python(jsonl(trace))[0] == OK


@built
def test_a_policy_played_without_asking_is_refused() -> None:
    """Planted: the refused proposal stands in the trace, as if the learner had not asked."""
    told, trace = asked("tiny")
    stream, refused = np.random.default_rng(1), 0
    for k, record in enumerate(trace):
        if record["record"] == "epoch" and record["i"] > 1:
            bad = random_policy(tuple(map(np.array, record["pi"])), stream)
            planted = record | {"pi": [pi.tolist() for pi in bad]}
            status, verdict = of_judge(jsonl([*trace[:k], planted, *trace[k + 1 :]]))
            if status == FALSE:
                assert (verdict["rule"], verdict["line"]) == ("pi-optimal", k + 1)
                refused += 1
    assert refused > 5 and told.refused > 5, (refused, told.refused)


@built
def test_a_learner_that_plays_another_policy_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: it asks for one policy and plays another."""

    def another(*given: Any) -> Callable[[Tables], Any]:
        play = executor(*given)
        return lambda pi: play(tuple(np.roll(pi_h, 1, axis=1) for pi_h in pi))

    monkeypatch.setattr("reference.adapters.asking.executor", another)
    with pytest.raises(UcrlLpError, match=r"refused episode.*'played'"):
        asked("riverswim")


@built
def test_it_stops_where_both_are_refused() -> None:
    """With tolerance 0 the rounding of the judge's bounds is above it: the trace is a prefix."""
    told, trace = asked("tiny", tolerance=0)
    assert told.stopped and not told.room and told.verdict is not None
    status, verdict = of_judge(jsonl(trace))
    assert (status, verdict["verdict"]) == (OK, "accepted")
    assert verdict["judged"].startswith("a prefix of ") and verdict["largest_gap"] == "0"


@built
def test_what_is_refused_counts_as_not_said() -> None:
    """Among the lines of a right trace changed ones are asked: the verdict at the end is that on
    the file of the lines that were accepted."""
    rng, pool = random.Random(1), [jsonl(pi_alone("right-short-pi"))]
    refused = 0
    for name in ("right-short-pi", "right-long-pi", "right-short-q_hat-and-pi"):
        lines = TRACES[name].splitlines(keepends=True)
        said: list[bytes] = []
        for line in lines[:40]:
            for _ in range(3):
                change = rng.choice([*CHANGES, "value"])
                other = (
                    mutate(line, rng, pool) if change == "value" else rewritten(line, rng, change)
                )
                said += [part for part in other.splitlines(keepends=True) if part[-1:] == b"\n"]
            said.append(line)
        said.append(jsonl([{"record": "end", "episodes": 0, "epochs": 0}]))
        done = subprocess.run(
            [JUDGE, "--lines"], input=b"".join(said), capture_output=True, check=False
        )
        answers = [json.loads(answer) for answer in done.stdout.splitlines()]
        kept = [
            line
            for line, a in zip(said, answers, strict=False)
            if a["verdict"] in ("so far", "accepted")
        ]
        refused += len(answers) - len(kept)
        end = done.returncode == OK and answers[-1]["verdict"] == "accepted"
        status, verdict = of_judge(b"".join(kept))
        assert (status == OK) == end
        if end:
            assert verdict == answers[-1]
        assert {a["verdict"] for a in answers} >= {"so far", "malformed"}
    assert refused > 50


@built
def test_every_line_has_one_answer() -> None:
    lines = TRACES["right-long-pi"].splitlines(keepends=True)
    with subprocess.Popen(
        [JUDGE, "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for k, line in enumerate(lines):
            process.stdin.write(line)
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            last = k == len(lines) - 1
            assert answer["verdict"] == ("accepted" if last else "so far")
            if not last:
                assert answer["line"] == k + 1
                due = json.loads(lines[k + 1])["record"] == "epoch" and k > 0
                assert answer["due"] == due
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == OK


@built
@pytest.mark.parametrize(
    "change, verdict, reason",
    [
        ({"tolerance": "1/10"}, "refused", "tolerance"),
        ({"readings": {"R-2": "printed"}}, "not covered", "x_L=printed"),
        ({"A": 0}, "malformed", "whole number"),
    ],
)
def test_a_header_that_is_refused_can_be_said_again(
    change: dict[str, Any], verdict: str, reason: str
) -> None:
    trace = pi_alone("right-short-pi")
    with Judge(JUDGE) as judge:
        answer = judge.ask(trace[0] | change)
        assert answer["verdict"] == verdict and reason in json.dumps(answer)
        for record in trace:
            answer = judge.ask(record)
            assert answer["verdict"] in ("so far", "accepted")
    assert answer["verdict"] == "accepted"


@built
def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run.jsonl"
    assert main(["--T", "50", "--out", str(run)]) == OK
    out = capsys.readouterr().out
    assert "refused and not played" in out and "verdict accepted: a run" in out
    assert of_judge(run.read_bytes())[0] == OK
    assert main(["--T", "50", "--out", str(run)]) == USAGE
    assert "exists" in capsys.readouterr().err
    assert subprocess.run([JUDGE, "--lines", "--epochs"], check=False).returncode == USAGE


def test_without_a_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, run = tmp_path / "judge", str(tmp_path / "run.jsonl")
    words = ["--out", run, "--force", "--judge", str(program)]
    assert main(words) == USAGE
    assert "make -C proofs_check/coq judge" in capsys.readouterr().err
    program.write_text("no program")
    assert main(words) == USAGE
    assert "cannot be run" in capsys.readouterr().err
    program.write_text(f"#!{sys.executable}\nprint('no')\n")
    program.chmod(0o755)
    assert main(words) not in (OK, UNDECIDED)
    assert "the judge gave no answer" in capsys.readouterr().err
    program.write_text(f'#!{sys.executable}\nprint(\'{{"verdict": "so far"}}\')\n')
    assert main(words) not in (OK, UNDECIDED)
    assert "this judge offers no policy" in capsys.readouterr().err
