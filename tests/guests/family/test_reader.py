"""Traces of the family as files: what is malformed, and the two command lines."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from proofs_check.commands.any_trace import check_any_trace
from proofs_check.conformance.batch import check_traces
from proofs_check.guests.family.replay import check_family
from reference.guests.family.family_reader import FamilyParser, read_family
from reference.guests.family.traced_run import run_traced
from reference.support.errors import (
    FALSE,
    MALFORMED,
    OK,
    USAGE,
    MalformedInput,
    PreconditionError,
    UnusablePath,
)
from reference.trace.algorithm import algorithm_of
from reference.trace.raw_lines import TruncatedTrace
from reference.trace.reader import read, read_stream
from tests.called import Command
from tests.guests.family.runs import EVERY, MDP, of_kind, records, rewrite, trace

WRONG_NUMBERS = (
    b"0", b"-1", b"2", b"0.5", b"1e308", b"-1e300", b"-800.0", b"-1e6", b"700.0", b'"1/3"', b"null",
)  # fmt: skip
ONE = [[[1.0, 0.0]], [[1.0, 0.0]] * 2, [[1.0, 0.0]] * 2]
# What is wrong: (algorithm, kind of record, t, change of the record, field, rule)
MALFORMED_RECORDS: dict[str, tuple[str, str, int | None, dict[str, Any], str, str]] = {
    "no options": ("uob-reps", "header", None, {"options": 3}, "options", "object"),
    "no eta": ("fpop", "header", None, {"options": {}}, "eta", "is required"),
    "eta of 0": ("fpop", "header", None, {"options": {"eta": 0}}, "options.eta", "positive"),
    "eta too large": ("fpop", "header", None, {"options": {"eta": 1e7}}, "options.eta", "positive"),
    "another option": ("fpop", "header", None, {"options": {"eta": 1, "gamma": 1}}, "gamma",
                       "is not a key"),
    "a choice": ("uob-reps", "header", None,
                 {"options": {"eta": 1, "gamma": 1, "box": "N-2"}}, "options.box", "one of N-1, N"),
    "readings": ("fpop", "header", None, {"readings": {}}, "readings", "is not a key"),
    "a radius for FPOP": ("fpop", "header", None, {"radius": 1}, "radius", "is not a key"),
    "a large radius": ("o-reps", "header", None, {"radius": 1e-3}, "radius", "[0, 0.0001]"),
    "another algorithm": ("fpop", "header", None, {"algorithm": "JHL"}, "algorithm", "must be"),
    "no P": ("o-reps", "header", None, {"mdp": None}, "mdp", "is required"),
    "boxes for balls": ("uc-o-reps", "epoch", 1, {"lo": []}, "lo", "is not a key"),
    "a shape": ("uob-reps", "step", 2, {"l_hat": ONE[:2]}, "l_hat", "length 3"),
    "ln q above 1": ("uc-o-reps", "step", 1, {"log_q": [[[[2, 2]] * 2], [[[2, 2]] * 2] * 2,
                                                        [[[2]] * 2] * 2]}, "log_q", "[-1e+300, 1]"),
    "a string": ("fpop", "step", 1, {"Y": [[["1/2", 1]], *ONE[1:]]}, "Y", "a JSON number"),
    "beta": ("uob-reps", "step", 2, {"beta": [[0], [1e9, 0], [0, 0], [0]]}, "beta[1]", "1e+06"),
    "u": ("uob-reps", "step", 2, {"u": [1.0]}, "u", "length 3"),
    "a negative u": ("uob-reps", "step", 2, {"u": [1.0, -0.5, 1.0]}, "u[1]", "[0, 1e+300]"),
    "u for O-REPS": ("o-reps", "step", 2, {"u": [1.0] * 3}, "u", "is not a key"),
    "Y for O-REPS": ("o-reps", "step", 2, {"Y": ONE}, "Y", "is not a key"),
    "a table for a bandit": ("uob-reps", "episode", 2, {"r_t": ONE}, "r_t", "is not a key"),
    "a table of strings": ("fpop", "episode", 2, {"r_t": [[["1", 1]], *ONE[1:]]}, "r_t", "number"),
    "no t": ("fpop", "step", 1, {"t": 0}, "t", "whole number"),
    **{f"no {key}": ("uob-reps", "step", 2, {key: None}, key, "is required")
       for key in ("l_hat", "u", "log_q", "pi")},
}  # fmt: skip


@cache
def schema() -> Draft202012Validator:
    """family.schema.json."""
    file = resources.files("reference.guests.family").joinpath("family.schema.json")
    return Draft202012Validator(json.loads(file.read_text("utf-8")))


NOT_IN_ONE_RECORD = {
    "boxes for balls", "a shape", "u", "u for O-REPS", "Y for O-REPS", "a table for a bandit",
    "no l_hat", "no u", "no log_q",
}  # fmt: skip  # the algorithm or the layers decide, which stand in the header


@pytest.mark.parametrize("algorithm", EVERY)
def test_a_run_is_in_the_schema(algorithm: str, tmp_path: Path) -> None:
    for record in records(trace(tmp_path, algorithm)):
        schema().validate(record)


@pytest.mark.parametrize("fault", sorted(set(MALFORMED_RECORDS) - NOT_IN_ONE_RECORD))
def test_the_schema_refuses_what_the_reader_refuses(fault: str, tmp_path: Path) -> None:
    algorithm, kind, t, change, _, _ = MALFORMED_RECORDS[fault]
    record = of_kind(records(trace(tmp_path, algorithm)), kind, t)
    changed = {k: v for k, v in {**record, **change}.items() if v is not None}
    assert schema().is_valid(record) and not schema().is_valid(changed)


@pytest.mark.parametrize("fault", MALFORMED_RECORDS)
def test_a_malformed_trace_is_refused_with_file_line_field_and_rule(
    fault: str, tmp_path: Path
) -> None:
    algorithm, kind, t, change, field, rule = MALFORMED_RECORDS[fault]
    file = trace(tmp_path, algorithm, T=3)
    lines = records(file)
    where = lines.index(of_kind(lines, kind, t))
    lines[where] = {k: v for k, v in {**lines[where], **change}.items() if v is not None}
    with pytest.raises(MalformedInput) as caught:
        check_family(read_family(rewrite(file, lines)), str(file), everything=True)
    error = caught.value
    assert (error.file, error.line) == (str(file), where + 1)
    assert error.field.startswith(field) and rule in error.rule


def test_a_trace_without_end_or_with_too_many_steps_is_malformed(tmp_path: Path) -> None:
    file = trace(tmp_path, "fpop", T=3)
    lines = records(file)
    with pytest.raises(TruncatedTrace):
        check_any_trace(rewrite(file, lines[:-1]))
    lines.insert(-1, of_kind(lines, "step"))
    with pytest.raises(MalformedInput, match="at most T = 3 steps"):
        check_any_trace(rewrite(file, lines), everything=True)


def named(file: Path) -> str:
    """The algorithm of a file, which is then read from its start."""
    with open(file, "rb") as raw:
        algorithm, whole = algorithm_of(raw, str(file))
        assert whole.read() == file.read_bytes()
        return algorithm


def test_the_header_says_whose_trace_it_is_and_each_reader_refuses_the_others(
    tmp_path: Path,
) -> None:
    file = trace(tmp_path, "o-reps-bandit", T=2)
    assert named(file) == "O-REPS"
    with pytest.raises(MalformedInput, match="must be 'UCRL-LP'"):
        list(read(file))
    lines = records(file)
    lines[0]["algorithm"] = "UCRL-LP"
    assert named(rewrite(file, lines)) == "UCRL-LP"
    with pytest.raises(MalformedInput, match="must be one of FPOP"):
        list(read_family(file))
    with pytest.raises(UnusablePath):
        check_any_trace(tmp_path)
    for none in (b"", b"[]\n"):
        file.write_bytes(none)
        assert named(file) == "UCRL-LP"
    with pytest.raises(UnusablePath):
        list(read_family(tmp_path / "missing"))


@pytest.mark.parametrize("algorithm", EVERY)
def test_random_damage_is_malformed_or_judged_and_never_a_crash(
    algorithm: str, tmp_path: Path
) -> None:
    """One to three numbers of a trace replaced, and sometimes two lines exchanged."""
    random = Random(algorithm)
    right = trace(tmp_path, algorithm, T=4).read_bytes().split(b"\n")
    seen = set()
    for _ in range(40):
        head, *lines = right
        for _ in range(random.randint(1, 3)):
            k = random.randrange(len(lines) - 1)
            number = random.choice(list(re.finditer(rb"-?\d+\.?\d*(e-?\d+)?", lines[k])))
            wrong = random.choice(WRONG_NUMBERS)
            lines[k] = lines[k][: number.start()] + wrong + lines[k][number.end() :]
        if random.random() < 0.3:
            k = random.randrange(len(lines) - 2)
            lines[k], lines[k + 1] = lines[k + 1], lines[k]
        raw = io.BytesIO(b"\n".join([head, *lines]))
        try:
            seen.add(check_family(read_stream(raw, "x", FamilyParser), everything=True).verdict)
        except MalformedInput as error:
            seen.add(type(error).__name__)
    assert {"MalformedInput", "does not conform"} <= seen


# ----------------------------------------------------------------------------- command lines


RUN = ("run", "--env", "tiny", "--T", 6, "--quiet")


@pytest.mark.parametrize("algorithm", EVERY)
def test_a_run_on_the_command_line_writes_what_the_other_checks(
    algorithm: str, tmp_path: Path, ucrl_lp: Command, proofs_check: Command
) -> None:
    out = tmp_path / "run.jsonl.gz"
    summary = json.loads(ucrl_lp(*RUN, "--algorithm", algorithm, "--out", out, "--json").out)
    assert (summary["episodes"], summary["updates"]) == (6, 5)
    reply = proofs_check("trace", out, "--quiet")
    assert reply.status == OK
    assert f"algorithm  {summary['algorithm']}\n" in reply.out
    assert "verdict    conforms" in reply.out
    reply = proofs_check("trace", out, "--json", "--quiet")
    assert json.loads(reply.out)["rules"]["step-number"] == 12


def test_a_divergence_on_the_command_line(tmp_path: Path, proofs_check: Command) -> None:
    file = trace(tmp_path, "uob-reps", T=3)
    lines = records(file)
    lines[0]["options"]["eta"] /= 2
    reply = proofs_check("trace", rewrite(file, lines), "--quiet")
    assert reply.status == FALSE and "rule eta [R-26 to R-31]" in " ".join(reply.out.split())
    assert proofs_check("trace", file, file, "--quiet").status == FALSE
    file.write_text(json.dumps({**lines[0], "options": []}) + "\n")
    reply = proofs_check("trace", file, "--quiet")
    assert reply.status == MALFORMED and "options: must be an object" in reply.err


@pytest.mark.parametrize(
    "words",
    [
        ("--algorithm", "jhl"),
        ("--algorithm", "uob-reps:scale=0"),
        ("--algorithm", "uob-reps", "--reading", "log=ln"),
        ("--algorithm", "uob-reps", "--rewards", "adversary-none"),
        ("--rewards", "adversary-iid"),
    ],
)
def test_what_a_run_of_the_family_refuses(words: tuple[str, ...], ucrl_lp: Command) -> None:
    reply = ucrl_lp(*RUN, *words)
    assert reply.status == USAGE and "Traceback" not in reply.err


def test_pages_are_for_ucrl_lp(tmp_path: Path, proofs_check: Command) -> None:
    file = trace(tmp_path, "fpop", T=2)
    assert proofs_check("trace", file, "--html", tmp_path / "page").status == USAGE
    assert proofs_check("trace", file, "--statistics").status != USAGE  # it is the default


def test_a_run_that_is_stopped_leaves_a_trace_that_conforms(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    told: list[int] = []
    outcome = run_traced(
        MDP, "uc-o-reps", 20, out=file, rewards="adversary-iid",
        on_progress=lambda p: told.append(p.episode), stop=lambda: len(told) == 7,
    )  # fmt: skip
    assert (outcome["episodes"], outcome["interrupted"], told[-1]) == (7, True, 7)
    assert check_any_trace(file).verdict == "conforms"
    whole = run_traced(MDP, "uc-o-reps", 20, rewards="adversary-iid", episodes=7)
    assert whole["regret"] == pytest.approx(outcome["regret"])


def test_more_episodes_than_T_and_an_unknown_algorithm_are_refused() -> None:
    for algorithm, episodes in (("fpop", 5), ("psrl", 2)):
        with pytest.raises(PreconditionError):
            run_traced(MDP, algorithm, 4, episodes=episodes)


def test_a_batch_takes_traces_of_every_algorithm(tmp_path: Path) -> None:
    file = trace(tmp_path, "o-reps", T=3)
    (entry,) = check_traces([file], check=check_any_trace)
    assert entry.outcome is not None and entry.outcome.verdict == "conforms"
