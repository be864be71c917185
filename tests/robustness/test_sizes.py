"""Sizes that people have: 50, 200 and 1000 states in a layer, Taxi; and files that ask for more.

Play and check run as commands, each in a process whose memory is measured. The limits are those of
the page (reference/trace/README.md). No time is measured: a command that hangs is stopped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference.support.errors import MALFORMED, OK, UNDECIDED
from tests.jsonl import jsonl
from tests.paths import ROOT

MEASURED = """import resource, runpy, sys
module, *words = sys.argv[1:]
sys.argv = [module, *words]
try:
    runpy.run_module(module, run_name="__main__", alter_sys=True)
except SystemExit as e:
    status = e.code or 0
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""


HANGS = 1800  # seconds; then a command is stopped, and its test fails


class Done:
    """A command that has ended: status, what it printed, megabytes."""

    def __init__(self, module: str, *words: object) -> None:
        done = subprocess.run(
            [sys.executable, "-c", MEASURED, module, *map(str, words)],
            capture_output=True, text=True, cwd=ROOT, timeout=HANGS, check=False,
        )  # fmt: skip
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.megabytes = int(done.stderr.split()[-1]) / 1024


def flat_mdp(S: int, A: int, file: Path) -> Path:
    """An MDP of S states whose every transition has a probability, as arrays."""
    rng = np.random.default_rng(S)
    P = rng.exponential(size=(S, A, S))
    np.savez(file, P=P / P.sum(axis=-1, keepdims=True), r=rng.random((S, A)))
    return file


def played_and_checked(out: Path, *words: object) -> tuple[Done, Done]:
    how = ("--reading", "glop=backward-induction", "--out", out)
    play = Done("reference", "run", *words, *how)
    assert play.status == OK, play.err
    return play, Done("proofs_check", "trace", out, "--json")


LAYERS = 5  # those with actions


@pytest.mark.parametrize(("S", "episodes"), [(50, 300), (200, 100)])
def test_layers_of_50_and_200_states(S: int, episodes: int, tmp_path: Path) -> None:
    """A table of triples holds the first, not the second: pi alone is recorded there. In every
    epoch but the first, the first best action of one state of every layer at least is checked."""
    mdp, out = flat_mdp(S, 8, tmp_path / "mdp.npz"), tmp_path / "run.jsonl"
    words = ("--mdp", mdp, "--horizon", LAYERS, "--T", episodes)
    play, check = played_and_checked(out, *words)
    said = json.loads(check.out)
    assert check.status in (OK, UNDECIDED) and said["verdict"] in ("conforms", "vacuous")
    assert said["episodes"] == said["epochs"] == episodes
    assert said["rules"]["ties"] >= LAYERS * (episodes - 1)
    head, first = (json.loads(line) for line in out.read_text().splitlines()[:2])
    assert ("mdp" in head, "q_hat" in first) == ((True, True) if S == 50 else (False, False))
    assert max(play.megabytes, check.megabytes) < 1000


def test_a_thousand_states_in_a_layer(tmp_path: Path) -> None:
    """24 million triples: the check keeps counts where they are not 0; a run says how far it is."""
    mdp, out = flat_mdp(1000, 8, tmp_path / "mdp.npz"), tmp_path / "run.jsonl"
    words = ("--mdp", mdp, "--horizon", LAYERS, "--T", 1000)
    first, _ = played_and_checked(tmp_path / "first.jsonl.gz", *words, "--episodes", 1)
    assert first.megabytes < 1000
    play, check = played_and_checked(out, *words)
    assert play.megabytes < 2000 and "of 1000" in play.err
    assert check.status in (OK, UNDECIDED) and json.loads(check.out)["episodes"] == 1000
    assert check.megabytes < 500


def test_a_wrong_policy_of_a_thousand_states_is_refused(tmp_path: Path) -> None:
    mdp, out = flat_mdp(1000, 8, tmp_path / "mdp.npz"), tmp_path / "run.jsonl"
    played_and_checked(out, "--mdp", mdp, "--horizon", LAYERS, "--T", 5)
    records = [json.loads(line) for line in out.read_text().splitlines()]
    last = [record for record in records if record["record"] == "epoch"][-1]
    # Every action of an unvisited state is the best: this one is not the first.
    last["pi"][2][7] = [0.0] * 7 + [1.0]
    out.write_bytes(jsonl(records))
    check = Done("proofs_check", "trace", out, "--json")
    assert json.loads(check.out)["first"]["rule"] == "ties"


@pytest.mark.extra("gym")
def test_taxi_at_20_steps(tmp_path: Path) -> None:
    out = tmp_path / "taxi.jsonl.gz"
    play, check = played_and_checked(out, "--env", "taxi", "--horizon", 20, "--T", 50)
    assert check.status in (OK, UNDECIDED) and json.loads(check.out)["episodes"] == 50
    assert max(play.megabytes, check.megabytes) < 1000


SHORT: dict[str, Any] = {"record": "header", "format": "ucrl-lp-trace", "version": 1,
                         "algorithm": "UCRL-LP", "T": 100, "delta": 0.1}  # fmt: skip
PLAYED = {"record": "episode", "t": 1, "x": [0, 0, 0], "a": [0, 0, 0], "r": [0, 0, 0]}
HUGE = {
    "two million pairs": ([1, 10**6, 10**6, 1], 1),
    "many wide layers": ([1, *[7000] * 120, 1], 1),
    "a thousand actions": ([1, 1000, 1000, 1], 1000),
    "10^24 triples": ([1, 10**12, 1], 10**12),
    "just too many triples": ([1, 547, 547, 1], 1),
}


@pytest.mark.parametrize("size", HUGE)
@pytest.mark.parametrize("words", [("trace",), ("trace", "--plain"), ("lemmas",)])
def test_a_file_below_1_kB_asks_for_little(
    size: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    """500 MB, and it is refused, or its size is, before anything is made as large as it says."""
    layers, A = HUGE[size]
    file = tmp_path / "run.jsonl"
    file.write_bytes(jsonl([{**SHORT, "layers": layers, "A": A}, PLAYED]))
    assert file.stat().st_size < 1000
    done = Done("proofs_check", *words, file)
    assert done.status in (UNDECIDED, MALFORMED) and "Traceback" not in done.err
    assert done.megabytes < 500
