"""What the command decides beside the theorem: whether an accepted trace shows anything, which
program gave the verdict, and on which bytes; and every difference from `proofs-check trace`."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from proofs_check.commands import judge
from proofs_check.commands.judge import MODULES, own_judge, run_judge
from reference import run as play
from reference.environments import make
from reference.support.errors import MALFORMED, OK, UNDECIDED, MalformedInput
from tests.called import Command
from tests.fuzz.agreement import (
    CHANGES,
    LESS,
    MORE,
    TRACES,
    built,
    left_out,
    of_judge,
    of_python,
    pi_alone,
    rewritten,
)
from tests.jsonl import jsonl
from tests.machine_checked.attack import attacks
from tests.planted.test_planted import PLANTED

PAGE = (judge.JUDGE.parent / "TRUST.md").read_text("utf-8")
DIFFERS = PAGE.split("\n## Where it differs", 1)[1].split("\n## ", 1)[0]
MOST = "1/1000000"


def told(data: bytes, tmp_path: Path) -> tuple[int, dict[str, Any]]:
    """Exit status and verdict of the command on these bytes."""
    file = tmp_path / "trace.jsonl"
    file.write_bytes(data)
    try:
        return run_judge(str(file), own_judge(), MOST)
    except MalformedInput:
        return MALFORMED, {"verdict": "malformed"}


@built
def test_a_program_that_never_learns_is_vacuous(tmp_path: Path, proofs_check: Command) -> None:
    """The same verdict and status as `trace`; the theorem still covers what the program said."""
    file = tmp_path / "run.jsonl"
    attack = attacks()["judge_of_a_program_that_never_learns"]
    file.write_text(attack.text("run.jsonl"), "utf-8")
    assert of_judge(file.read_bytes())[0] == OK  # the program itself accepts it
    for command in ("judge", "trace"):
        status, out, _ = proofs_check(command, file)
        assert status == UNDECIDED and "verdict    vacuous" in out, command
    status, out, _ = proofs_check("judge", file)
    assert attack.because in out and "no part of the theorem" in out
    verdict = json.loads(proofs_check("judge", "--json", file).out)
    assert verdict["beside"] == judge.NEVER_LEARNS and "accepted_file_is_run" in verdict["theorem"]


@built
def test_one_epoch_is_vacuous(tmp_path: Path) -> None:
    trace = pi_alone("right-short-pi")
    second = [k for k, r in enumerate(trace) if r["record"] == "epoch"][1]
    trace = trace[:second]
    episodes = sum(r["record"] == "episode" for r in trace)
    trace.append({"record": "end", "episodes": episodes, "epochs": 1})
    status, verdict = told(jsonl(trace), tmp_path)
    assert (status, verdict["verdict"]) == (UNDECIDED, "vacuous")
    assert verdict["beside"] == judge.NO_LATER_EPOCH


@built
@pytest.mark.parametrize(
    "spelling", [lambda text: text, lambda text: text.replace("po", "\\u0070o")]
)
def test_an_epoch_is_one_in_any_spelling(spelling: Any, tmp_path: Path) -> None:
    text = attacks()["judge_of_a_program_that_never_learns"].text("run.jsonl")
    status, verdict = told(spelling(text).encode(), tmp_path)
    assert (status, verdict["verdict"]) == (UNDECIDED, "vacuous")


def differences(data: bytes, tmp_path: Path) -> set[str]:
    """In what command and `proofs-check trace` differ on these bytes: rules, or a word."""
    (status, verdict), (_, outcome) = told(data, tmp_path), of_python(data)
    other = MALFORMED if outcome is None else outcome.exit_status
    if status == other:
        return set()
    if verdict["verdict"] == "not covered" or verdict.get("reading", "").startswith("algorithm="):
        return {"not covered"}
    if MALFORMED in (status, other):
        return {"denominators" if status == MALFORMED else "malformed"}
    assert outcome is not None
    if "beside" in verdict and outcome.divergences:  # accepted: `trace` has more rules
        return {d.rule for d in outcome.divergences if d.undecided or left_out(d)} | {
            f"only trace: {d.rule}"
            for d in outcome.divergences
            if not d.undecided and not left_out(d)
        }
    if verdict["verdict"] == "refused":
        return {verdict["rule"]}
    return {f"{verdict['verdict']}, {outcome.verdict}"}


@built
def test_every_difference_is_listed(tmp_path: Path) -> None:
    """All vectors, planted faults, and changed traces: what differs is on the page, by its rule."""
    rng = random.Random(1)
    right = [data for name, data in TRACES.items() if name.startswith("right")]
    fuzzed = [rewritten(rng.choice(right), rng, kind) for kind in CHANGES for _ in range(10)]
    planted = [jsonl(fault.records()) for fault in PLANTED]
    met: set[str] = set()
    for data in [*TRACES.values(), *planted, *fuzzed]:
        met |= differences(data, tmp_path)
    named = {rule for rule in met if f"`{rule}`" in DIFFERS}
    words = {word for word in met - named if f"**{word}**" in DIFFERS}
    assert met - named - words == set()
    assert named <= LESS.keys() | MORE.keys() and len(named) >= 8


# ------------------------------------------------------------- program and bytes


@built
def test_the_bytes_that_were_judged_are_named(tmp_path: Path, proofs_check: Command) -> None:
    data = jsonl(pi_alone("right-short-pi"))
    digest = hashlib.sha256(data).hexdigest()
    plain, zipped = tmp_path / "run.jsonl", tmp_path / "run.jsonl.gz"
    plain.write_bytes(data)
    zipped.write_bytes(gzip.compress(data))
    for file in (plain, zipped):
        assert json.loads(proofs_check("judge", "--json", file).out)["judged_sha256"] == digest
        assert digest in proofs_check("judge", file).out


def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> Path:
    """A judge beside modules that are the published ones."""
    folder = tmp_path / "coq" / "judge"
    folder.mkdir(parents=True)
    for name in MODULES:
        (folder / name).write_text(f"(* {name} *)\n")
    modules = hashlib.sha256(b"".join((folder / n).read_bytes() for n in MODULES)).hexdigest()
    (folder / "DIGEST").write_text(f"{modules}\n")
    (folder / "judge").write_text(program)
    (folder / "judge").chmod(0o755)
    monkeypatch.setattr(judge, "JUDGE", folder / "judge")
    return folder


def test_a_foreign_or_stale_judge_has_no_theorem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    """Beside the published modules, without the stamp of a build, with that of another program, of
    other modules; with its own it is taken for what the stamp says."""
    attack = attacks()["judge_beside_the_published_modules"]
    folder = installed(tmp_path, monkeypatch, attack.text("judge"))
    run, stamp = tmp_path / "run.jsonl", folder / "judge.stamp"
    run.write_text(attack.text("run.jsonl"), "utf-8")
    program = hashlib.sha256((folder / "judge").read_bytes()).hexdigest()
    modules = (folder / "DIGEST").read_text().strip()
    for text in (None, "", f"{'0' * 64}  -\n{modules}  -\n", f"{program}  -\n{'0' * 64}  -\n"):
        if text is not None:
            stamp.write_text(text)
        _, out, _ = proofs_check("judge", run)
        assert attack.because in out and "accepted_file_is_run" not in out, text
        assert "are the published ones" not in out
    stamp.write_text(f"{program}  -\n{modules}  -\n")
    assert "accepted_file_is_run" in proofs_check("judge", run).out


def test_the_build_makes_the_stamp() -> None:
    makefile = (judge.JUDGE.parent / "Makefile").read_text("utf-8")
    at = makefile.index("-o judge\n")
    rule = "\t{ cat judge | sha256sum; cat $(MODULES) | sha256sum; } > judge.stamp\n"
    assert makefile[at:].startswith(f"-o judge\n{rule}")
    assert "judge.stamp" in (judge.JUDGE.parent / ".gitignore").read_text("utf-8")


@built
def test_the_stamp_is_that_of_this_build() -> None:
    program = own_judge()
    assert judge.stamp() == [program.sha256, program.published] and program.proved


@built
def test_a_run_that_learns_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    play(make("tiny").mdp, T=200, seed=1, out=file)
    status, verdict = told(file.read_bytes(), tmp_path)
    assert (status, verdict["verdict"], verdict["beside"]) == (OK, "accepted", "")
