"""The benchmarks work: the quick forms run, the tables say what the figures say, and a check of a
trace needs the same memory however long the trace is. No time is asserted."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.bench import __main__, committed, machine, side_by_side, tables
from tests.bench.growth import FULL, THEORY, costs, exponent
from tests.bench.measure import Cells, Jobs, in_turn, once
from tests.mutation.apply_faults import needs_compiler
from tests.paths import ROOT
from tests.robustness.subprocesses import program

LONG = os.environ.get("UCRL_LP_LONG") == "1"
OPTIMISE = "-O2" if LONG else "-O0"
PAPER: dict[str, Any] = {"layers": [1, 10, 10, 10, 10, 10, 1], "A": 5}


def made(file: Path, *words: str) -> tuple[Any, str]:
    """The figures, and the printed tables, which are made of them."""
    done = program("-m", "tests.bench", *words, "--quick", "--json", file, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert not file.with_name(f"{file.name}.part").exists()
    results = json.loads(file.read_text())
    assert tables.text(results) + "\n" == done.stdout
    return results, done.stdout


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return made(tmp_path_factory.mktemp("benchmarks") / "quick.json")


def test_everybody_took_part_or_is_reported_missing(quick: Any) -> None:
    results, printed = quick
    by_section: dict[str, set[str]] = {}
    for cell in results["cells"]:
        by_section.setdefault(cell["section"], set()).update(cell["answers"])
        for who, given in cell["answers"].items():
            for answer in given:
                assert set(answer) & {"seconds", "missing"}, (cell["cell"], who, answer)
                if "missing" in answer:
                    assert who in printed and answer["missing"] in printed
                else:
                    assert all(value >= 0 for value in answer["seconds"].values()), (who, answer)
    assert by_section == {
        "lp": {"the reference", "HiGHS", "cvxpy with HiGHS", "SciPy linprog"},
        "exact": {"proofs_check", "QSopt_ex", "SoPlex, exact"},
        "run": {"run", "check", "NumPy twin", "C++ twin"},
        "twins": {"NumPy twin", "C++ twin", "check of its trace", "proved judge of its trace"},
        "ucrl2": {"our UCRL2", "statisticalRL-learners", "same counts"},
    }


def test_phases_of_a_run_are_all_there(quick: Any) -> None:
    (cell,) = [cell for cell in quick[0]["cells"] if cell["section"] == "run"]
    for answer in cell["answers"]["run"]:
        assert set(answer["seconds"]) == {"build", "solve", "policy", "trace", "episodes"}
        assert answer["epochs"] > 1
    for answer in cell["answers"]["check"]:
        assert set(answer["seconds"]) == {"read", "certify", "replay"}
        assert (answer["episodes"], answer["epochs"]) == (60, cell["answers"]["run"][0]["epochs"])


def test_growth_quick(tmp_path: Path) -> None:
    results, _ = made(tmp_path / "growth.json", "--growth")
    names = {name for cell in results["cells"] for name, _ in costs(cell["answers"])}
    assert names == set(THEORY)


def test_an_interrupted_benchmark_goes_on(tmp_path: Path) -> None:
    """Cells that are in the .part file are not measured again; another setting starts afresh."""
    part = tmp_path / "x.json.part"
    first = Cells(part, {"kind": "a"})
    first.add("one", {})
    first.add("two", {})
    again = Cells(part, {"kind": "a"})
    assert set(again.known) == {"one", "two"} and not again.missing("one")
    other = Cells(part, {"kind": "b"})
    assert other.missing("one")
    other.add("bad", {"a": [{"failed": "why"}]})
    assert Cells(part, {"kind": "b"}).known == {}  # what failed is tried again


def test_a_job_that_fails_is_not_missing() -> None:
    assert "failed" in once("no_such_module:x", {})
    assert "failed" in once("whole:check", {"file": "no such file"})
    assert "failed" in once("lps:glop", {**PAPER, "n": 1}, memory=2**20)  # it cannot even start
    assert "timeout" in once("lps:glop", {**PAPER, "n": 1000}, timeout=0.01)
    dead = in_turn({"a": ("lps:no_such_function", {})}, 3, 60)
    assert [set(answer) for answer in dead["a"]] == [{"failed"}]  # not asked again


def test_a_wrong_optimum_is_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rival that finds another exact optimum: the benchmark stops with status 1."""

    def other(jobs: Jobs, repetitions: int, timeout: float, **how: Any) -> Any:
        answers = in_turn(jobs, repetitions, timeout, **how)
        for answer in answers["QSopt_ex"]:
            answer["optimum"] = "1/3"
        return answers

    monkeypatch.setattr(side_by_side, "in_turn", other)
    monkeypatch.setattr(side_by_side, "solvers", lambda *_: None)
    assert __main__.main(["--quick"]) == 1
    assert "1, 3" in capsys.readouterr().err


def test_soplex_is_read_as_documented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in that prints a solution in SoPlex's form; the optimum is summed exactly."""
    program = tmp_path / "soplex"
    program.write_text(
        "#!/bin/sh\necho 'SoPlex status       : problem is solved [optimal]'\n"
        "echo 'Primal solution (name, value):'\nprintf 'q_0_0_0_0\\t 1/3\\nq_0_0_1_0\\t 2/3\\n'\n"
    )
    program.chmod(0o755)
    lp = tmp_path / "x.lp"
    lp.write_text("Maximize\n obj: + 1/2 q_0_0_0_0 + q_0_0_1_0\nSubject To\n norm: q_0_0_0_0 = 1\n")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert once("programs:soplex", {"file": str(lp)})["optimum"] == "5/6"


def test_exponents() -> None:
    assert exponent([(1, 3), (2, 12), (4, 48), (8, 192)]) == pytest.approx((2, 2, 2))
    noisy = exponent([(1, 3), (2, 14), (4, 44), (8, 192)])
    assert noisy is not None and noisy[1] < 2 < noisy[2]
    assert exponent([(1, 1), (2, 2)]) is None
    assert exponent([(1, 1), (2, 2), (3, 0)]) is None


# ----------------------------------------------------------------------------- what is committed


def test_committed_tables_are_made_of_the_committed_figures() -> None:
    """Regenerate with python -m tests.bench.committed --rows."""
    done = program("-m", "tests.bench.committed", cwd=ROOT)
    assert done.returncode == 0 and done.stdout == committed.page()
    headings = re.findall(r"^## (.+)$", done.stdout, re.MULTILINE)
    assert headings == [*committed.TITLES.values(), "The judges"]
    spec = committed.COSTS.read_text(encoding="utf-8")
    block = committed.MARKED.search(spec)
    assert block is not None
    assert block[0] == block[1] + committed.summary() + block[2]


def test_the_kit_page_says_what_the_committed_figures_say() -> None:
    page = " ".join((ROOT / "proofs_check/kit/README.md").read_text(encoding="utf-8").split())
    assert committed.how_fast() in page


@pytest.mark.parametrize("kind", sorted(committed.committed()))
def test_committed_figures_are_whole(kind: str) -> None:
    results = committed.committed()[kind]
    assert results["kind"] == kind and not results["quick"]
    assert set(results["machine"]) == set(machine.description())
    text = json.dumps(results)
    assert not re.search(r'"/\w+/', text), "a path"
    for cell in results["cells"]:
        for who, given in cell["answers"].items():
            assert given, (cell["cell"], who)
            for answer in given:
                assert "failed" not in answer or cell.get("may fail"), (cell["cell"], who, answer)
    if kind == "growth":
        sizes = {(cell["axis"], cell["value"]) for cell in results["cells"]}
        assert {("T", T) for T in FULL.T} <= sizes


# ----------------------------------------------------------------------------- memory of a check


def test_a_check_needs_the_same_memory_however_long_the_trace(tmp_path: Path) -> None:
    """Peak memory of the check of the C++ twin's traces; a check that kept the records would show.

    With UCRL_LP_LONG=1 up to T = 10^6 (83 MB of trace), else to 50,000."""
    needs_compiler("the memory of a check")
    program = once("whole:build_cpp", {"folder": str(tmp_path), "optimise": OPTIMISE})["program"]
    mdp = str(tmp_path / "mdp.json")
    once("whole:write_mdp", {**PAPER, "file": mdp})
    peaks = {}
    for T in (10_000, 100_000, 1_000_000) if LONG else (1000, 50_000):
        file = str(tmp_path / f"{T}.jsonl")
        once("whole:cpp_twin", {"program": program, "mdp_file": mdp, "T": T, "file": file})
        checked = once("whole:check", {"file": file})
        assert checked["episodes"] == T, checked
        peaks[T] = checked["peak MB"]
    shortest, longest = min(peaks), max(peaks)
    most = peaks[shortest] + 12  # radii and rows of more epochs that are remembered, bounded
    assert peaks[longest] <= most, peaks
    kept = once("whole:hoard", {"file": str(tmp_path / f"{longest}.jsonl")})
    assert kept["episodes"] == longest
    assert kept["peak MB"] > most, (kept, peaks)
