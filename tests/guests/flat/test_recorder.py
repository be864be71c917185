"""The stand-alone recorder: what it writes is a trace, with the numbers of any library."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import reference.guests.adapters.record as module
from proofs_check.commands.any_trace import check_any_trace
from reference.guests.adapters.record import TraceRecorder
from reference.trace.raw_lines import TruncatedTrace


def test_it_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    """Copied elsewhere and run without this package, NumPy or anything installed."""
    (tmp_path / "record.py").write_text(Path(str(module.__file__)).read_text("utf-8"))
    code = (
        "from record import TraceRecorder\n"
        "r = TraceRecorder('run.jsonl', algorithm='UCB-H', S=1, A=1, H=1, K=1, delta=0.5,"
        " options={'c': 0})\n"
        "r.steps(s=[0], a=[0], r=[0.25], s1=[0], Q=[0.25])\n"
        "r.close()\n"
    )
    line = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.')\n{code}"]
    subprocess.run(line, cwd=tmp_path, check=True)
    assert check_any_trace(tmp_path / "run.jsonl").verdict == "conforms"


def test_numbers_of_numpy_are_written(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    with TraceRecorder(str(file), algorithm="UCB-H", S=np.int64(1), A=1, H=1, K=2, delta=0.5,
                  options={"c": np.float32(0)}) as recorder:  # fmt: skip
        recorder.steps(s=[np.int32(0)], a=np.array([0]), r=[np.bool_(True)], s1=[0],
                       Q=np.array([1.0], dtype=np.float32))  # fmt: skip
        recorder.steps(s=[0], a=[0], r=[False], s1=[0], Q=[1 / 3])
    outcome = check_any_trace(file, everything=True)
    assert (outcome.total, outcome.episodes) == (0, 2), outcome.first


def test_ucrl_lp_too(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    with TraceRecorder(
        str(file), algorithm="UCRL-LP", layers=[1, 1], A=2, T=1, delta=0.1
    ) as recorder:
        recorder.epoch(i=1, t=1, pi=np.full((1, 1, 2), 0.5))
        recorder.episode(t=1, x=[0], a=[1], r=[np.float64(1)])
    outcome = check_any_trace(file)
    assert (outcome.verdict, outcome.holds) == ("vacuous", True)  # one episode


def test_what_is_not_finite_is_refused_by_name_and_an_error_leaves_no_end(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    with (
        pytest.raises(ValueError, match=r"Q\[0\] is nan"),
        TraceRecorder(str(file), algorithm="UCB-H", S=1, A=1, H=1, K=1, delta=0.5) as recorder,
    ):
        recorder.steps(s=[0], a=[0], r=[1], s1=[0], Q=[float("nan")])
    with pytest.raises(TruncatedTrace):
        check_any_trace(file)
    assert "TraceRecorder" in runpy.run_path(str(module.__file__))
