"""The plain checker runs none of what is there for speed: it works where that cannot be imported.

Every command runs in a process in which `proofs_check.fast` cannot be imported, and so do its
children: sitecustomize says so to every Python that starts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proofs_check.conformance.replay import Replay
from proofs_check.fast.check import Tiers
from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import Case, numbered_case
from reference import make, run
from reference.support.errors import FALSE, OK
from tests.called import Command
from tests.conformance.test_other_readings import LATER, claimed, data
from tests.paths import ROOT
from tests.robustness.subprocesses import program

BLOCK = 'import sys\nsys.modules["proofs_check.fast"] = None\n'
CRASH = 70  # an error of the program, not a verdict
# The reference as a program under test: its last word is a reading that it claims, or none.
PROGRAM = """import json, sys
from reference.__main__ import main
*words, out, claim = sys.argv[1:]
status = main(["run", *words, "--quiet", "--force", "--out", out])
first, *rest = open(out).read().splitlines(keepends=True)
head = json.loads(first)
if claim != "none":
    head["readings"].update([claim.split("=")])
open(out, "w").writelines([json.dumps(head) + "\\n", *rest])
sys.exit(status)
"""
KIT = "--mdp {mdp} --T {T} --delta {delta} --seed {seed}"


class Plain:
    """Commands where the fast room is missing; traces to check."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "sitecustomize.py").write_text(BLOCK)
        (folder / "program.py").write_text(PROGRAM)
        self.runs = {name: folder / f"{name}.jsonl" for name in ("right", "wrong")}
        run(make("tiny").mdp, 60, seed=1, out=str(self.runs["right"]))
        self.runs["wrong"].write_bytes(data(claimed(LATER, **{"R-1": "max1"})))

    def __call__(self, *words: object, **how: Any) -> subprocess.CompletedProcess[str]:
        env = {"PYTHONPATH": f"{self.folder}:{ROOT}"}
        return program("-m", "proofs_check", *words, env=env, cwd=self.folder, **how)

    def played(self, reading: str, claim: str) -> str:
        """The command line of the program under test."""
        more = f"--reading {reading}" if reading else ""
        return f"'{sys.executable}' {self.folder}/program.py {KIT} {more} {{out}} {claim}"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Plain:
    return Plain(tmp_path_factory.mktemp("plain"))


def without_gap(text: str) -> dict[str, Any]:
    """A verdict; the fast tier's gap is an upper bound."""
    verdict: dict[str, Any] = json.loads(text)
    verdict.pop("largest_gap")
    return verdict


@pytest.mark.parametrize("more", [(), ("--statistics", "--coverage"), ("--max-tolerance", "1e-3")])
@pytest.mark.parametrize("name", ["right", "wrong"])
def test_a_trace(name: str, more: tuple[str, ...], plain: Plain, proofs_check: Command) -> None:
    """The same answer as by both tiers, a divergence and the reading that explains it included."""
    words = ("trace", plain.runs[name], "--json", *more)
    status, out, _ = proofs_check(*words)
    done = plain(*words, "--plain")
    assert done.returncode == status and without_gap(done.stdout) == without_gap(out), done.stderr
    readings = without_gap(out)["readings"]
    assert ("trigger=printed would conform" in readings) == (name == "wrong")


@pytest.mark.parametrize("name", ["right", "wrong"])
def test_a_trace_as_text_as_a_page_and_from_a_pipe(name: str, plain: Plain) -> None:
    trace, status = plain.runs[name], FALSE if name == "wrong" else OK
    done = plain("trace", trace, "--plain", "--all")
    assert done.returncode == status
    assert ("reading    trigger=printed would conform" in done.stdout) == (name == "wrong")
    page = plain.folder / f"page-{name}"
    done = plain("trace", trace, "--html", page)
    assert done.returncode == status and (page / "index.html").is_file(), done.stderr
    done = plain("trace", "/dev/stdin", "--plain", input=trace.read_text())
    assert done.returncode == status, done.stderr


def test_several_traces_in_processes_of_their_own(plain: Plain) -> None:
    done = plain("trace", *plain.runs.values(), "--plain", "--workers", "2")
    assert done.returncode == FALSE, done.stderr
    assert done.stdout.count("verdict    conforms") == 1
    assert done.stdout.count("reading    trigger=printed would conform") == 1


@pytest.mark.parametrize("words", [("lemmas",), ("trace", "--lemmas")])
def test_every_inequality(words: tuple[str, ...], plain: Plain, proofs_check: Command) -> None:
    first, *more = words
    status, out, _ = proofs_check(first, plain.runs["right"], "--json", *more)
    done = plain(first, plain.runs["right"], "--json", "--plain", *more)
    verdicts = [json.loads(text) for text in (out, done.stdout)]
    for verdict in verdicts:
        verdict.pop("largest_gap", None)
    assert done.returncode == status and verdicts[0] == verdicts[1], done.stderr


def test_the_kit(plain: Plain) -> None:
    """A right program, and one that claims a reading that it does not have."""
    done = plain("kit", "--against", plain.played("", "none"), "--runs", "4", "--plain")
    assert done.returncode == OK and "all cases pass: 4 cases" in done.stdout, done.stderr
    wrong = plain.played("log=log2", "R-10=ln")
    done = plain("kit", "--against", wrong, "--runs", "3", "--plain")
    assert done.returncode == FALSE, done.stderr
    assert "broken: rule eps" in done.stdout and "reading: log=log2 would conform" in done.stdout


def test_other_commands(plain: Plain) -> None:
    consumer = f"'{sys.executable}' -m tests.vectors.consumer"
    for words in (
        ("vectors", "--against", consumer, "--kind", "confidence"),
        ("certificate", "write", "--trace", plain.runs["right"], "--epoch", "2", "--out", "q.vipr"),
    ):
        done = plain(*words)
        assert done.returncode == OK and "Traceback" not in done.stderr, (words, done.stderr)


def test_the_audit(plain: Plain, proofs_check: Command) -> None:
    """It reads its own runs plainly, too."""
    words = ("audit", "--only", "Lemma 12", "--planted", "--json")
    done = plain(*words, "--plain")
    status, out, _ = proofs_check(*words, "--quiet")
    assert done.returncode == status == OK and done.stdout == out, done.stderr


def test_the_test_would_notice(plain: Plain) -> None:
    """Without `--plain` these commands need the fast room, which is missing."""
    for words in (("trace", plain.runs["right"]), ("lemmas", plain.runs["right"])):
        done = plain(*words)
        assert done.returncode == CRASH and "proofs_check.fast" in done.stderr


def test_both_tiers_judge_a_program_alike(tmp_path: Path) -> None:
    """The kit's verdict, cells and rules do not depend on who checks."""

    def play(case: Case) -> Path:
        run(case.mdp.to_exact(), case.T, episodes=case.episodes, seed=case.seed,
            delta=case.delta, out=str(tmp_path / "run.jsonl"), force=True)  # fmt: skip
        return tmp_path / "run.jsonl"

    def wrong(case: Case) -> list[dict[str, Any]]:
        head, *rest = (json.loads(line) for line in play(case).read_text().splitlines())
        return [{**head, "readings": {**head["readings"], "R-10": "log2"}}, *rest]

    case = numbered_case(2)
    for program_under_test in (play, wrong):
        failures, verdicts = zip(
            *(kit.judge(program_under_test, case, tier=tier) for tier in (Replay, Tiers)),
            strict=True,
        )
        assert failures[0] == failures[1] or str(failures[0].divergence) == str(
            failures[1].divergence
        )
        assert verdicts[0].instances == verdicts[1].instances
        assert verdicts[0].episodes == verdicts[1].episodes
    assert failures[0] is not None and failures[0].rule == failures[1].rule == "eps"
