"""What a run resumes from is verified up to its last record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reference.environments import random_layered
from reference.running.driver import run
from reference.running.resume import resume_run
from reference.support.errors import MalformedInput

MDP = random_layered((1, 2, 2, 1), 2, seed=2)
T = 60


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    out = tmp_path_factory.mktemp("run") / "run.jsonl"
    run(MDP, T, seed=1, out=out)
    return out.read_bytes().splitlines(keepends=True)


def last_epoch(lines: list[bytes]) -> int:
    return [k for k, line in enumerate(lines) if b'"epoch"' in line][-1]


def changed(path: Path, lines: list[bytes], k: int, change: Callable[[Any], None]) -> Path:
    """A trace that ends after its last epoch, with one record changed."""
    kept = lines[: last_epoch(lines) + 1]
    record = json.loads(kept[k])
    change(record)
    kept[k] = json.dumps(record, separators=(",", ":")).encode() + b"\n"
    path.write_bytes(b"".join(kept))
    return path


def test_an_unchanged_trace_resumes_to_the_same_bytes(tmp_path: Path, whole: list[bytes]) -> None:
    out = changed(tmp_path / "run.jsonl", whole, 0, lambda record: None)
    resume_run(out)
    assert out.read_bytes() == b"".join(whole)


def wrong_q_hat(record: Any) -> None:
    """All mass moves along: another point, feasible nowhere."""
    for q_h in record["q_hat"]:
        for of_x in q_h:
            of_x.reverse()


FAULTS: dict[str, tuple[str, Callable[[Any], None]]] = {
    "q_hat": ("epoch", wrong_q_hat),
    "value": ("epoch", lambda r: r.update(value=r["value"] - 0.5)),
    "pi": ("epoch", lambda r: r["pi"][0][0].reverse()),
    "eps": ("epoch", lambda r: r["eps"][0][0].reverse()),
    "N": ("epoch", lambda r: r["N"][1].reverse()),
    "T": ("header", lambda r: r.update(T=r["T"] + 1)),
    "delta": ("header", lambda r: r.update(delta=0.2)),
    "tolerance": ("header", lambda r: r.update(tolerance=1e-3)),
    "log": ("header", lambda r: r["readings"].update({"R-10": "log2"})),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_trace_that_does_not_conform_is_refused(
    fault: str, tmp_path: Path, whole: list[bytes]
) -> None:
    kind, change = FAULTS[fault]
    k = 0 if kind == "header" else last_epoch(whole)
    out = changed(tmp_path / "run.jsonl", whole, k, change)
    before = out.read_bytes()
    if before.splitlines(keepends=True)[k] == whole[k]:
        pytest.fail("nothing was changed")
    with pytest.raises(MalformedInput):
        resume_run(out)
    assert out.read_bytes() == before  # and nothing else was written over it


def test_a_link_is_not_followed(tmp_path: Path, whole: list[bytes]) -> None:
    out = changed(tmp_path / "run.jsonl", whole, 0, lambda record: None)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / "run.jsonl.resuming").symlink_to(victim)
    resume_run(out)
    assert victim.read_text() == "mine" and out.read_bytes() == b"".join(whole)
