"""`ucrl-lp` as a person uses it: output, statuses, one line per mistake, interruption."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from reference import readings
from reference.environments.mdp_file import write_mdp
from reference.mdp import LayeredMDP
from reference.support.console import whole_number
from reference.support.errors import INTERRUPTED, OK, USAGE
from reference.support.interrupts import stop_on_interrupt, woken
from reference.trace import reader as trace_reader
from reference.trace.records import EndRecord, EpisodeRecord
from tests.called import Command
from tests.paths import ROOT
from tests.robustness.subprocesses import until

RUN = ["run", "--env", "tiny", "--quiet"]


def test_run_writes_a_trace_and_sums_up(tmp_path: Path, ucrl_lp: Command) -> None:
    path = tmp_path / "run.jsonl"
    status, out, err = ucrl_lp(*RUN, "--T", "30", "--out", path, "--json")
    summary = json.loads(out)
    records = list(trace_reader.read(path))
    played = [r for r in records if isinstance(r, EpisodeRecord)]
    assert (status, err) == (OK, "")
    assert len(played) == summary["episodes"] == summary["T"] == 30
    assert isinstance(records[-1], EndRecord)
    assert records[-1].epochs == summary["epochs"] == summary["LPs solved"] + 1
    rewards = sum(float(v) for r in played for v in r.r)
    assert summary["realised regret"] == pytest.approx(30 * summary["V*"] - rewards)
    assert summary["V*"] == 0.875  # action 1 first: 0 + 1/4 * 1/2 + 3/4 * 1


def test_options_reach_the_trace(tmp_path: Path, ucrl_lp: Command) -> None:
    path = tmp_path / "run.jsonl"
    words = ["--reading", "log=log2", "--reading", "R-3=greedy", "--delta", "0.5"]
    words += ["--episodes", "4"]
    assert ucrl_lp(*RUN, "--T", "9", *words, "--out", path)[0] == OK
    header, *_, end = map(json.loads, path.read_text().splitlines())
    assert (header["readings"]["R-10"], header["readings"]["R-3"]) == ("log2", "greedy")
    assert (header["T"], header["delta"], end["episodes"]) == (9, 0.5, 4)


def test_the_printed_algorithm_has_a_name(
    tmp_path: Path, ucrl_lp: Command, proofs_check: Command
) -> None:
    """The trace records every choice and conforms. Every episode ends an epoch, the last one too;
    a single choice can be changed."""
    headers, epochs = {}, {}
    for name, words in {
        "default": (),
        "printed": ("--readings", "printed"),
        "mixed": ("--readings", "printed", "--reading", "last-trigger=skip"),
    }.items():
        path = tmp_path / f"{name}.jsonl"
        assert ucrl_lp(*RUN, "--T", "30", *words, "--out", path, "--quiet").status == OK
        head, *_, end = map(json.loads, path.read_text().splitlines())
        headers[name], epochs[name] = readings.choose(head["readings"]), end["epochs"]
        assert proofs_check("trace", path).status == OK
    default, printed = headers["default"], headers["printed"]
    assert default == readings.choose()
    assert printed == readings.choose(readings.SETS["printed"])
    beyond = {"trigger": "printed", "last-trigger": "solve"}
    assert printed == default | beyond and readings.beyond_defaults("printed") == beyond
    assert headers["mixed"] == printed | {"last-trigger": "skip"}
    assert (epochs["printed"], epochs["mixed"]) == (31, 30) and epochs["default"] < 20
    recorded = {r.key for r in readings.READINGS if len(r.choices) > 1 and not r.variant}
    named = json.loads((tmp_path / "printed.jsonl").read_text().splitlines()[0])["readings"]
    assert {readings.BY_ID[id].key for id in named} == recorded & printed.keys()


@pytest.mark.parametrize("word, T", [("1e1", 10), ("12", 12), ("2.0", 2)])
def test_one_reader_of_whole_numbers(word: str, T: int, ucrl_lp: Command) -> None:
    assert json.loads(ucrl_lp(*RUN, "--T", word, "--json").out)["T"] == T


@pytest.mark.parametrize("text", ["1.5", "1e17", "inf", "nan", "1e400", "ten", ""])
def test_what_is_not_exactly_a_whole_number_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="must be a whole number such as"):
        whole_number(text)
    assert whole_number("123456789012345678901") == 123456789012345678901


@pytest.mark.extra("gym")
def test_reward_map_is_undone(ucrl_lp: Command) -> None:
    words = ["run", "--env", "cliffwalking", "--horizon", "3", "--T", "3", "--quiet", "--json"]
    summary = json.loads(ucrl_lp(*words).out)
    assert summary["V* in the environment's unit"] == pytest.approx(-3.0)  # three steps of -1


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_plot(tmp_path: Path, ucrl_lp: Command, suffix: str) -> None:
    pictures = [tmp_path / f"{k}.{suffix}" for k in range(2)]
    for picture in pictures:
        assert ucrl_lp(*RUN, "--T", "20", "--plot", picture)[0] == OK
    first, second = (p.read_bytes() for p in pictures)
    assert first == second
    assert first.startswith({"png": b"\x89PNG", "svg": b"<?xml"}[suffix])


def test_env_list_and_show(tmp_path: Path, ucrl_lp: Command) -> None:
    status, out, _ = ucrl_lp("env", "list")
    assert status == OK
    for name in ("paper", "riverswim", "deepsea", "lock", "frozenlake-4x4", "taxi"):
        assert name in out
    status, out, _ = ucrl_lp("env", "show", "tiny")
    assert status == OK and "layers   1 2 1" in out
    path = tmp_path / "tiny.json"  # as JSON it is an MDP file
    path.write_text(ucrl_lp("env", "show", "tiny", "--json").out)
    by_file = ucrl_lp("run", "--mdp", path, "--T", "7", "--json", "--quiet").out
    by_name = ucrl_lp(*RUN, "--T", "7", "--json").out
    assert json.loads(by_file)["regret"] == json.loads(by_name)["regret"]


def test_lp_of_an_epoch(tmp_path: Path, ucrl_lp: Command, proofs_check: Command) -> None:
    run = tmp_path / "run.jsonl"
    ucrl_lp(*RUN, "--T", "9", "--out", run)
    for suffix in ("lp", "mps"):
        out = tmp_path / f"epoch2.{suffix}"
        words = ["--trace", run, "--epoch", "2", "--format", suffix, "--out", out]
        status, text, _ = proofs_check("certificate", "write", *words)
        assert status == OK
        assert "rows       26" in text  # 2 + 2 normalisation and flow, 8 + 8 deviations, 6 radii
        assert out.stat().st_size > 500


BAD_ARGUMENTS: list[tuple[list[str], str]] = [
    ([*RUN, "--T", "0"], "T: must be a whole number, at least 1; found 0"),
    ([*RUN, "--T", "1.5"], "argument --T: must be a whole number such as 1000 or 1e3; found 1.5"),
    ([*RUN], "--T: the number of episodes is required"),
    ([*RUN, "--T", "5", "--delta", "0"], "delta: must lie in (0, 1); found 0.0"),
    ([*RUN, "--T", "5", "--delta", "1"], "delta: must lie in (0, 1); found 1.0"),
    ([*RUN, "--T", "5", "--delta", "nan"], "delta: must lie in (0, 1); found nan"),
    ([*RUN, "--T", "5", "--delta", "x"], "argument --delta: must be a number"),
    ([*RUN, "--T", "5", "--seed", "-1"], "seed: must be a whole number, at least 0; found -1"),
    ([*RUN, "--T", "5", "--horizon", "9"], "horizon: tiny has layers 1, 2, 1: must be 2; found 9"),
    (["run", "--env", "riversim", "--T", "5"], "did you mean riverswim"),
    ([*RUN, "--T", "5", "--reading", "trigge=max1"], "did you mean trigger"),
    ([*RUN, "--T", "5", "--reading", "trigger=max2"], "must be one of max1, printed"),
    ([*RUN, "--T", "5", "--reading", "trigger"], "must have the form KEY=CHOICE"),
    ([*RUN, "--T", "5", "--reading", "completion=any"], "is for foreign traces only"),
    ([*RUN, "--T", "5", "--readings", "exact"], "argument --readings: invalid choice: 'exact'"),
    (
        ["run", "--resume", "run.jsonl", "--readings", "printed"],
        "--readings: is determined by the trace with --resume; found printed",
    ),
    ([*RUN, "--T", "5", "--plot", "a.pdf"], "--plot: must end in .png or .svg; found a.pdf"),
    ([*RUN, "--T", "5", "--out", "no/such/dir/run.jsonl"], "cannot be written: No such file"),
    (["run", "--resume", "no-such-run.jsonl"], "cannot be read: No such file"),
    (["run", "--mdp", "no-such-mdp.json", "--T", "5"], "no-such-mdp.json"),
    (["run", "--T", "5"], "one of the arguments --env --mdp --resume is required"),
    (["fly"], "fly: no such command; must be one of run, env, simulate"),
    (["rnu"], "rnu: no such command; did you mean run?"),
    (["simulate", "figure2"], "figure2: no such experiment; did you mean figure1?"),
    (
        [*RUN, "--ouut", "a.jsonl", "--T", "x"],
        "--ouut: no such option; did you mean --out",
    ),
    ([*RUN, "--T", "5", "--out", "a.txt"], "--out: must end in .jsonl or .jsonl.gz; found a.txt"),
    (["simulate", "--T", "1.5"], "T: must be a whole number such as 1000 or 1e3; found 1.5"),
    (["env", "show", "nowhere"], "env: unknown; must be one of paper, tiny"),
]


@pytest.mark.parametrize("words, message", BAD_ARGUMENTS, ids=[m for _, m in BAD_ARGUMENTS])
def test_wrong_arguments_are_usage_errors(
    words: list[str],
    message: str,
    ucrl_lp: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = ucrl_lp(*words)
    assert status == USAGE
    assert out == ""
    assert message in err
    assert "Traceback" not in err
    assert err.splitlines()[0].startswith(("ucrl-lp", "proofs-check"))  # `lp` calls the checker
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_without_force(tmp_path: Path, ucrl_lp: Command) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("precious")
    status, _, err = ucrl_lp(*RUN, "--T", "5", "--out", path)
    assert status == USAGE
    assert "exists; use --force" in err
    assert path.read_text() == "precious"
    assert ucrl_lp(*RUN, "--T", "5", "--out", path, "--force")[0] == OK
    assert path.read_text() != "precious"


def test_interrupted_run_is_a_valid_trace_and_resumes(tmp_path: Path, ucrl_lp: Command) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    words = ["run", "--env", "lock", "--T", "4000", "--quiet", "--out"]
    command = [sys.executable, "-m", "reference", *words, str(cut)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert until(lambda: cut.exists() and cut.stat().st_size > 20_000)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert "interrupted after" in err and "Traceback" not in err
    records = list(trace_reader.read(cut))
    assert isinstance(records[-1], EndRecord)
    assert records[-1].episodes < 4000
    assert ucrl_lp(*words, whole).status == OK
    assert ucrl_lp("run", "--resume", cut, "--quiet").status == OK
    assert cut.read_bytes() == whole.read_bytes()


def slow_mdp(path: Path) -> Path:
    """An MDP file whose LP1 takes GLOP many seconds from the second epoch on."""
    rng, layers, A = np.random.default_rng(0), (1, 40, 40, 40, 1), 4
    shapes = [(m, A, n) for m, n in pairwise(layers)]
    P = tuple(rng.dirichlet(np.ones(n), (m, A)) for m, _, n in shapes)
    r = tuple(rng.random(shape[:2]) for shape in shapes)
    write_mdp(LayeredMDP(layers, A, P, r), path)
    return path


def test_ctrl_c_ends_lp1_at_once_and_keeps_the_episodes(tmp_path: Path, ucrl_lp: Command) -> None:
    """In another process, whose LP1 would take long: the trace ends before the epoch that was due,
    conforms, and can be resumed."""
    cut, mdp = tmp_path / "cut.jsonl", slow_mdp(tmp_path / "mdp.json")
    script = (  # LP1 says when it begins
        "import sys; from reference import lp1_sparse_rows as rows\n"
        "from reference.__main__ import main\n"
        "model = rows.glop_model\n"
        "def told(*given): found = model(*given); print('LP1', flush=True); return found\n"
        "rows.glop_model = told; sys.exit(main(sys.argv[1:]))"
    )
    words = ["run", "--mdp", str(mdp), "--T", "1000000", "--quiet", "--out", str(cut)]
    command = [sys.executable, "-c", script, *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout and process.stdout.readline() == "LP1\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED and "interrupted after" in err
    records = list(trace_reader.read(cut))
    assert isinstance(records[-1], EndRecord) and records[-1].episodes >= 1
    assert not list(tmp_path.glob("*.mps"))  # LP1 did not fail


def test_nothing_is_kept_of_what_has_not_begun() -> None:
    with pytest.raises(KeyboardInterrupt), stop_on_interrupt():
        signal.raise_signal(signal.SIGINT)
    with stop_on_interrupt() as stop:
        assert not stop()
        signal.raise_signal(signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_signal_wakes_what_computes_outside_python() -> None:
    told: list[int] = []
    with stop_on_interrupt() as stop, woken(lambda: told.append(1)) as signals:
        assert not stop()
        signal.raise_signal(signal.SIGTERM)
        assert until(lambda: told == [1])
    assert stop() and signals == [signal.SIGTERM]
    assert signal.set_wakeup_fd(-1) == -1  # as it was
