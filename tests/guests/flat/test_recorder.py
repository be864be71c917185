"""The stand-alone recorder: what it writes is a trace, with the numbers of any library."""

from __future__ import annotations

import json
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


def test_arrays_are_mirrored(tmp_path: Path) -> None:
    """Counts in doubles, 0-d arrays, P[h, s, a, s1], sparse rows: written as what they mean."""
    sparse = pytest.importorskip("scipy.sparse")
    file = tmp_path / "run.jsonl"
    P = np.full((2, 1, 2, 1), 1.0, dtype=np.float32)
    with TraceRecorder(str(file), algorithm="PSRL", S=np.array(1.0), A=2, H=2, K=1) as recorder:
        recorder.plan(k=np.float64(1), pi=np.zeros((2, 1)), P=P, N=[sparse.csr_matrix([[0.0, 3]])])
    header, plan, _ = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert (header["S"], type(header["S"])) == (1, int)
    assert plan["P"] == P.tolist() and plan["N"] == [[0, 3]] and type(plan["N"][0][1]) is int


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("pi", [[float("nan"), 1.0]], r"pi\[0\]\[0\] is nan: where there is no policy"),
        ("pi", np.ma.masked_array([[0.5]], [[True]]), r"pi\[0\]\[0\] is masked .*in a state never"),
        ("N", [[None]], r"N\[0\]\[0\] is masked or missing: give a number"),
        ("N", [[0.5]], r"N\[0\]\[0\] is 0.5: it counts, so it must be whole"),
        ("Q", {1}, "Q is of type set: give numbers or lists of them"),
        ("P_bar", [1j], r"P_bar\[0\] is of type complex"),
        ("d_p", [float("inf")], r"d_p\[0\] is inf: a trace has finite numbers"),
    ],
)
def test_what_cannot_be_written_says_what_to_do(
    key: str, value: object, says: str, tmp_path: Path
) -> None:
    with (
        pytest.raises(ValueError, match=says),
        TraceRecorder(str(tmp_path / "run.jsonl"), algorithm="UCRL2", S=1, A=2) as recorder,
    ):
        recorder.epoch(k=1, t=1, **{key: value})


def test_all_states_in_every_layer_are_refused_before_a_file_is_made(tmp_path: Path) -> None:
    file, P = tmp_path / "run.jsonl", np.full((2, 2, 1, 2), 0.5)
    with pytest.raises(ValueError, match=r"P\[h,s,a,s1\], with all states .* --mdp FILE"):
        TraceRecorder(str(file), "UCRL-LP", layers=[1, 2, 1], A=1, mdp={"P": P, "r": P[..., 0]})
    assert not file.exists()
    mdp = {"P": P[:, :1, :, :1] * 2, "r": P[:, :1, :, 0]}  # one state in every layer
    TraceRecorder(str(file), "UCRL-LP", layers=[1, 1, 1], A=1, mdp=mdp).close()
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["mdp"]["P"] == [[[[1]]]] * 2
