"""The proved judge and its command: verdicts, statuses, agreement with `proofs-check trace`."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import itertools
import json
import math
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from proofs_check.commands import judge
from proofs_check.commands.judge import JUDGE, MODULES
from proofs_check.machine_checked.record import load_path
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED, USAGE
from tests.called import Command
from tests.fuzz.agreement import (
    TRACES,
    built,
    of_judge,
    of_python,
    pi_alone,
    records,
)
from tests.jsonl import jsonl


@built
@pytest.mark.parametrize("delta", [0.9, 0.1, "1/3", 1e-9, 1e-300, "1/" + "7" * 999])
@pytest.mark.parametrize("name", ["right-short-pi", "right-long-pi"])
def test_another_delta_or_the_same(name: str, delta: float | str) -> None:
    trace = pi_alone(name)
    trace[0]["delta"] = delta
    assert of_judge(jsonl(trace))[0] == of_python(jsonl(trace))[0]


@built
def test_the_gap_is_that_of_trace() -> None:
    trace = pi_alone("right-long-pi")
    last = max(k for k, r in enumerate(trace) if r["record"] == "epoch")
    tiny = Fraction(1, 2**30)
    trace[last]["pi"] = [
        [[str(Fraction(p) * (1 - len(row) * tiny) + tiny) for p in row] for row in of_h]
        for of_h in trace[last]["pi"]
    ]
    (status, verdict), (other, outcome) = of_judge(jsonl(trace)), of_python(jsonl(trace))
    assert (status, other) == (OK, OK)
    assert outcome is not None
    gap = float(Fraction(verdict["largest_gap"]))
    assert gap > 1e-11
    assert gap == pytest.approx(float(outcome.largest_gap), abs=1e-15)
    trace[0]["tolerance"] = gap / 2
    status, verdict = of_judge(jsonl(trace))
    assert (status, verdict["rule"], verdict["line"]) == (FALSE, "pi-optimal", last + 1)
    assert float(verdict["gap"]) == pytest.approx(gap, rel=1e-2)


@built
@pytest.mark.parametrize(
    "key, choice, reading",
    [("x_L", "printed", "x_L=printed"), ("R-2", "printed", "x_L=printed")],
)
def test_readings_that_the_theorem_does_not_cover(key: str, choice: str, reading: str) -> None:
    trace = pi_alone("right-short-pi")
    trace[0]["readings"] = {key: choice}
    status, verdict = of_judge(jsonl(trace))
    assert (status, verdict["verdict"], verdict["reading"]) == (UNDECIDED, "not covered", reading)
    assert of_judge(jsonl([*trace[:-1], {"record": "end"}]))[0] == MALFORMED


@built
@pytest.mark.parametrize(
    ("place", "spelling", "covered"),
    [
        ("t", "1.0", True), ("t", "1e+00", True), ("t", "1.5", False), ("t", "0.0", False),
        ("version", "1.0", True), ("layers", "[1.0,2,2,1]", True), ("T", "1e13", False),
    ],
)  # fmt: skip
def test_another_spelling_of_a_whole_number(place: str, spelling: str, covered: bool) -> None:
    """`trace` reads it; the judge says "not covered", and of what no whole number is "malformed",
    as `trace` does."""
    text = jsonl(pi_alone("right-short-pi")).decode()
    changed = re.sub(rf'"{place}": ?(\[[0-9, ]*\]|\d+)', f'"{place}":{spelling}', text, count=1)
    assert changed != text
    status, verdict = of_judge(changed.encode())
    if covered:
        assert (status, verdict["verdict"]) == (UNDECIDED, "not covered")
        assert place in verdict["limit"] and spelling.strip("[").split(",")[0] in verdict["limit"]
    else:
        assert status == MALFORMED


@built
def test_nothing_played_is_vacuous() -> None:
    trace = pi_alone("right-short-pi")
    end = {"record": "end", "episodes": 0, "epochs": 1}
    status, verdict = of_judge(jsonl([*trace[:2], end]))
    assert (status, verdict["verdict"]) == (UNDECIDED, "vacuous")


@built
@pytest.mark.parametrize(
    "text, rule",
    [
        (b'{"record": "episode", "t": "' + b"7" * 10**6 + b'"}', "digits"),
        (b'{"record": "episode", "t": ' + b"7" * 10**6 + b"}", "digits"),
        (b"[" * 10**6, "nest"),
        (b'{"x":' * 10**5, "nest"),
        (b"\xff", "UTF-8"),
        (b"7" * (33 << 20), "longer than"),
        (b"", "expecting value"),
        (b'{%s"": 0}' % b"".join(b'"%x": 0,' % k for k in range(400_000)), "must be header"),
    ],
    ids=["number in quotes", "number", "arrays", "objects", "bytes", "line", "nothing", "keys"],
)
def test_hostile_lines(text: bytes, rule: str) -> None:
    head = TRACES["right-short-q_hat-and-pi"].splitlines()[0]
    status, verdict = of_judge(head + b"\n" + text + b"\n")
    assert (status, verdict["verdict"], verdict["line"]) == (MALFORMED, "malformed", 2)
    assert rule in verdict["rule"]


@built
def test_an_endless_file_ends() -> None:
    """More episodes than the header announces, for ever: refused at the first of them."""
    trace = pi_alone("right-short-pi")
    episode = json.dumps(trace[2]).encode() + b"\n"
    with subprocess.Popen([JUDGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(jsonl(trace[:-1]))
        with contextlib.suppress(BrokenPipeError):
            while True:
                process.stdin.write(episode)
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        verdict = json.loads(process.stdout.read())
    assert verdict["verdict"] == "malformed"
    assert "episode-number" in verdict["rule"]


@built
def test_a_table_that_is_too_large_for_the_stack_ends_with_a_verdict() -> None:
    head = records(TRACES["right-short-q_hat-and-pi"])[0]
    X = 149_999
    head = {key: head[key] for key in ("record", "format", "version", "algorithm", "delta")}
    pi = {"record": "epoch", "i": 1, "t": 1, "pi": [[[1]], [[1]] * X]}
    end = {"record": "end", "episodes": 0, "epochs": 1}
    trace = [{**head, "layers": [1, X, 1], "A": 1, "T": 9}, pi, end]
    status, verdict = of_judge(jsonl(trace))
    assert status == UNDECIDED
    assert "stack" in verdict.get("limit", "stack") and verdict["verdict"] != "accepted"


@built
def test_denominators_without_bound() -> None:
    """Rewards p/q with ever new denominators: refused before sums grow too long."""
    trace = pi_alone("right-long-pi")
    k = 10**150
    for r in trace:
        if r["record"] == "episode":
            r["r"] = [f"1/{k + (k := k + 2) % 7}" for _ in r["r"]]
    status, verdict = of_judge(jsonl(trace))
    assert status in (FALSE, MALFORMED)
    assert of_python(jsonl(trace))[0] in (FALSE, MALFORMED)
    assert verdict["line"] > 1


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A right trace in a file."""
    run = tmp_path / "run.jsonl"
    run.write_bytes(jsonl(pi_alone("right-short-pi")))
    return run


@built
def test_command(run: Path, proofs_check: Command) -> None:
    trace, zipped = run.read_bytes(), run.with_suffix(".gz")
    zipped.write_bytes(gzip.compress(trace))
    pipe, end = os.pipe()
    os.write(end, trace)
    os.close(end)
    told = {proofs_check("judge", file) for file in (run, zipped, f"/dev/fd/{pipe}")}
    os.close(pipe)
    ((status, out, _),) = told
    assert status == OK and "verdict    accepted" in out and "accepted_file_is_run" in out
    status, out, _ = proofs_check("judge", "--json", run)
    verdict = json.loads(out)
    assert status == OK
    assert verdict["verdict"] == "accepted" and "accepted_file_is_run" in verdict["theorem"]
    zipped.write_bytes(gzip.compress(trace)[:-20])
    ((status, _, err),) = {proofs_check(command, zipped) for command in ("judge", "trace")}
    assert status == MALFORMED and "gzip: must be a whole gzip file" in err
    run.write_bytes(trace[:-1] + b"}\n")
    status, _, err = proofs_check("judge", run)
    assert status == MALFORMED
    assert f"run.jsonl:{len(trace.splitlines())}: JSON: must be valid JSON" in err


@built
def test_the_verdict_says_what_was_judged(run: Path, proofs_check: Command) -> None:
    """A run or a prefix, what was not judged, and the bound with the numbers of this run."""
    trace = records(run.read_bytes())
    trace[1]["Lam"] = 3
    trace[1]["eps"] = [[[9] * trace[0]["A"]] * n for n in trace[0]["layers"][:-1]]
    run.write_bytes(jsonl(trace))
    verdict = json.loads(proofs_check("judge", "--json", run).out)
    T, A, layers = trace[0]["T"], trace[0]["A"], trace[0]["layers"]
    L, X, delta = len(layers) - 1, sum(layers), Fraction(trace[0]["delta"])
    bound = 3 * L * X * math.sqrt(T * A * math.log(T * X * A / delta))
    assert bound < Fraction(verdict["bound"]) < bound + 0.01
    assert (verdict["LT"], verdict["informative"]) == (L * T, False)
    assert (verdict["judged"], verdict["not_judged"]) == ("a run", ["producer", "eps", "Lam"])
    assert (verdict["tolerance"], verdict["largest_tolerance"]) != ("0", "0")
    out = proofs_check("judge", run).out
    assert (
        "judged     a run\n" in out
        and "form only: producer, eps, Lam\n" in out
        and "judged_learner" in out
    )
    trace[0]["T"] = 10**12
    run.write_bytes(jsonl(trace))
    out = proofs_check("judge", run).out
    episodes = sum(r["record"] == "episode" for r in trace)
    assert f"judged     a prefix of {episodes} of T = 1000000000000 episodes" in out
    assert "below LT = " in out, "3 LX sqrt(TA Lam) is below LT where T is large"


@built
def test_a_trace_is_judged_while_it_is_written(run: Path) -> None:
    """Every epoch is told as it closes, before the next line is written."""
    lines = run.read_bytes().splitlines(keepends=True)
    words = [sys.executable, "-m", "proofs_check", "judge", "--json", "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        told = []
        for line in lines:
            process.stdin.write(line)
            process.stdin.flush()
            record = json.loads(line)
            if record["record"] == "end" or record.get("i", 1) > 1:
                told.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        verdict = json.loads(process.stdout.read())
    epochs = [record for record in map(json.loads, lines) if record["record"] == "epoch"]
    assert [epoch["epoch"] for epoch in told] == [epoch["i"] for epoch in epochs]
    assert [epoch["episodes"] for epoch in told[:-1]] == [epoch["t"] - 1 for epoch in epochs[1:]]
    assert all(epoch["bound"] == verdict["bound"] for epoch in told)
    assert told[-1]["sum_of_gaps"] == verdict["sum_of_gaps"]
    assert (process.returncode, verdict["verdict"]) == (OK, "accepted")


@built
def test_a_producer_is_stopped_at_the_first_refusal(run: Path) -> None:
    """A learner that goes on for ever ends at its first fault, by a pipe that is closed."""
    header, first, episode = run.read_bytes().splitlines(keepends=True)[:3]
    wrong = {**json.loads(episode), "t": 2, "r": [2] * len(json.loads(episode)["r"])}
    words = [sys.executable, "-m", "proofs_check", "judge", "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(header + first)
        with pytest.raises(BrokenPipeError):
            process.stdin.writelines(itertools.repeat(jsonl([wrong])))
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        out = process.stdout.read().decode()
    assert process.returncode == FALSE
    assert "rule       episode-number, line 3" in out


@built
@pytest.mark.parametrize("most", ["1/0", "0/0", "1", "3/2", "-1/7", "x", ""])
def test_no_way_around_the_cap_on_tolerances(most: str, run: Path) -> None:
    for words in ([most], ["--epochs", most], ["0", most]):
        done = subprocess.run(
            [JUDGE, *words], input=run.read_bytes(), capture_output=True, check=False
        )
        assert (done.returncode, done.stdout) == (USAGE, b"")
    header, *rest = records(run.read_bytes())
    for tolerance, live in ((t, f) for t in ("1/1000", "2/1000000") for f in ([], ["--epochs"])):
        data = jsonl([header | {"tolerance": tolerance}, *rest])
        done = subprocess.run([JUDGE, *live], input=data, capture_output=True, check=False)
        assert done.returncode == FALSE
        assert json.loads(done.stdout.splitlines()[-1])["rule"] == "tolerance"


@built
def test_a_refusal_names_the_rule(run: Path, proofs_check: Command) -> None:
    trace = records(run.read_bytes())
    del trace[max(k for k, r in enumerate(trace) if r["record"] == "epoch")]
    run.write_bytes(jsonl(trace))
    status, out, _ = proofs_check("judge", run)
    assert status == FALSE and "rule       epoch-missing" in out


@built
@pytest.mark.parametrize("command", ["judge", "trace"])
def test_the_largest_tolerance_is_that_of_trace(
    command: str, run: Path, proofs_check: Command
) -> None:
    header, *rest = records(run.read_bytes())
    run.write_bytes(jsonl([header | {"tolerance": "1/1000"}, *rest]))
    status, out, _ = proofs_check(command, run)
    assert status == FALSE and "tolerance" in out
    for most, status in (("1/1000", OK), ("0.01", OK), ("1/1001", FALSE), ("1", USAGE)):
        assert proofs_check(command, run, "--max-tolerance", most).status == status


@built
def test_the_judge_elsewhere(
    run: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    monkeypatch.chdir(JUDGE.parent)
    status, out, _ = proofs_check("judge", run, "--program", "./judge")
    assert status == OK and "accepted, self-reported" in out
    assert hashlib.sha256(JUDGE.read_bytes()).hexdigest() in out and str(JUDGE.resolve()) in out
    assert "accepted_file_is_run" not in out
    status, _, err = proofs_check("judge", run, "--program", "main.ml")
    assert status == USAGE and "main.ml: cannot be read: Permission denied" in err
    assert subprocess.run([JUDGE, run], check=False).returncode == USAGE


def test_a_judge_that_is_not_built_or_gives_no_verdict(run: Path, proofs_check: Command) -> None:
    program = run.with_name("judge")
    status, _, err = proofs_check("judge", run, "--program", program)
    assert status == USAGE and "make -C proofs_check/coq judge" in err
    program.write_text(f"#!{sys.executable}\nprint('no')\n")
    program.chmod(0o755)
    status, _, err = proofs_check("judge", run, "--program", program)
    assert status == MALFORMED and "ended without a verdict" in err


@built
def test_the_digests_are_those_of_the_files_and_come_from_this_side(
    run: Path, proofs_check: Command
) -> None:
    """The program says nothing about itself: what it is, is found out here."""
    texts = {name: (JUDGE.parent / name).read_bytes() for name in MODULES}
    published = (JUDGE.parent / "DIGEST").read_text(encoding="utf-8").strip()
    _, told = of_judge(run.read_bytes())
    assert not {"program", "source", "published", "theorem"} & told.keys()
    verdict = json.loads(proofs_check("judge", "--json", run).out)
    assert verdict["program"] == {
        "path": str(JUDGE),
        "sha256": hashlib.sha256(JUDGE.read_bytes()).hexdigest(),
        "self_reported": False,
        "modules": hashlib.sha256(b"".join(texts.values())).hexdigest(),
        "published": published,
    }
    assert verdict["program"]["modules"] == published
    for name in MODULES:  # a reader that zeroes rewards has another digest
        other = {**texts, name: texts[name] + b" "}
        assert hashlib.sha256(b"".join(other.values())).hexdigest() != published
    printed = proofs_check("judge", run).out
    assert f"its modules are the published ones, {published}" in printed
    assert f"SHA-256 {verdict['program']['sha256']}" in printed and "self-reported" not in printed


@built
def test_a_judge_of_other_modules_has_no_theorem(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    """An installation whose modules are not the published ones is named as such."""
    copy = tmp_path / "coq" / "judge"
    copy.mkdir(parents=True)
    for name in (*MODULES, "judge", "judge.stamp", "DIGEST"):
        shutil.copy2(JUDGE.parent / name, copy / name)
    monkeypatch.setattr(judge, "JUDGE", copy / "judge")
    assert "theorem" in json.loads(proofs_check("judge", "--json", run).out)
    (copy / "program.ml").write_text("(* edited *)\n")
    status, out, _ = proofs_check("judge", run)
    assert (
        status == OK and "are not the published ones" in out and "accepted_file_is_run" not in out
    )


def test_the_makefile_links_these_modules() -> None:
    makefile = (JUDGE.parent / "Makefile").read_text(encoding="utf-8")
    (linked,) = [x for x in makefile.splitlines() if x.startswith("MODULES = ")]
    assert linked.split()[2:] == list(MODULES)
    (words,) = [x.split() for x in makefile.splitlines() if x.endswith("-o judge")]
    assert [w for w in words if w.endswith((".ml", ".mli")) or "$" in w] == ["$(MODULES)"]


PROGRAM_FILES = (
    "ByteByByte Decode EpochCheck FastEpisode FastLine Greedy JsonGrammar JsonMachine JsonSound"
    " LineByLine LogarithmCheck Meaning NearestDouble TraceCheck"
)


def test_the_program_needs_14_files() -> None:
    """`make judge-program` compiles them and Extraction.v, and nothing of the development."""
    if shutil.which("coqdep") is None:
        pytest.skip("coqdep is not installed")
    words = ["coqdep", *load_path(".."), *(f.name for f in JUDGE.parent.glob("*.v"))]
    done = subprocess.run(words, cwd=JUDGE.parent, capture_output=True, text=True, check=True)
    needs = {
        line.split()[0]: {w for w in line.partition(":")[2].split() if w.endswith(".vo")}
        for line in done.stdout.splitlines()
        if ".vo" in line.partition(":")[0]
    }
    files, new = {"Extraction.vo"}, {"Extraction.vo"}
    while new := {w for name in new for w in needs[name]} - files:
        files |= new
    assert files == {"Extraction.vo"} | {f"{name}.vo" for name in PROGRAM_FILES.split()}
