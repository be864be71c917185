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
from reference.support.errors import USAGE, MalformedInput
from tests.called import Command


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    out = tmp_path_factory.mktemp("run") / "run.jsonl"
    run(random_layered((1, 2, 2, 1), 2, seed=2), 60, seed=1, out=out)
    return out.read_bytes().splitlines(keepends=True)


@pytest.fixture
def cut(whole: list[bytes], tmp_path: Path) -> Path:
    """A trace that ends after its last epoch."""
    path = tmp_path / "run.jsonl"
    last = max(k for k, line in enumerate(whole) if b'"epoch"' in line)
    path.write_bytes(b"".join(whole[: last + 1]))
    return path


def wrong_q_hat(record: Any) -> None:
    """All mass moves along: another point, feasible nowhere."""
    for q_h in record["q_hat"]:
        for of_x in q_h:
            of_x.reverse()


FAULTS: dict[str, tuple[str, Callable[[Any], None]]] = {
    "q_hat": ("epoch", wrong_q_hat),
    "a": ("episode", lambda r: r["a"].__setitem__(0, 1 - r["a"][0])),
    "value": ("epoch", lambda r: r.update(value=r["value"] - 0.5)),
    "pi": ("epoch", lambda r: r["pi"][0][0].reverse()),
    "eps": ("epoch", lambda r: r["eps"][0][0].reverse()),
    "N": ("epoch", lambda r: r["N"][1].reverse()),
    "T": ("header", lambda r: r.update(T=r["T"] + 1)),
    "delta": ("header", lambda r: r.update(delta=0.2)),
    "tolerance": ("header", lambda r: r.update(tolerance=1e-3)),
    "seed": ("header", lambda r: r.update(seed=2)),
    "log": ("header", lambda r: r["readings"].update({"R-10": "log2"})),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_trace_that_does_not_conform_is_refused(fault: str, cut: Path) -> None:
    kind, change = FAULTS[fault]
    lines = cut.read_bytes().splitlines(keepends=True)
    k = {"header": 0, "episode": -2, "epoch": -1}[kind]
    record = json.loads(lines[k])
    change(record)
    changed = json.dumps(record, separators=(",", ":")).encode() + b"\n"
    assert changed != lines[k]
    lines[k] = changed
    cut.write_bytes(b"".join(lines))
    with pytest.raises(MalformedInput) as e:
        resume_run(cut)
    assert e.value.file == str(cut) and (fault in ("q_hat", "value") or e.value.line)
    assert cut.read_bytes() == b"".join(lines)  # and nothing else was written over it


def test_a_link_is_not_followed(cut: Path, whole: list[bytes]) -> None:
    victim = cut.with_name("victim")
    victim.write_text("mine")
    cut.with_name("run.jsonl.resuming").symlink_to(victim)
    resume_run(cut)
    assert victim.read_text() == "mine" and cut.read_bytes() == b"".join(whole)


@pytest.mark.parametrize("end", ['{"record":"end","episodes":60,"epochs":1}', "{}", "half"])
def test_an_end_that_is_wrong_or_not_the_last_is_refused(
    end: str, tmp_path: Path, whole: list[bytes]
) -> None:
    """What no killed writer leaves is not cut off."""
    out = tmp_path / "run.jsonl"
    out.write_bytes(b"".join(whole[: -1 if "end" in end else None]) + end.encode() + b"\n")
    before = out.read_bytes()
    with pytest.raises(MalformedInput) as e:
        resume_run(out)
    assert e.value.line == len(before.splitlines()) and out.read_bytes() == before
    assert e.value.field == ("end" if "end" in end else "record")


@pytest.mark.parametrize(
    "option", ["--T=80", "--seed=3", "--delta=0.2", "--reading=log=log2", "--out=x", "--detailed"]
)
def test_an_option_that_the_trace_determines_is_refused(
    option: str, cut: Path, ucrl_lp: Command
) -> None:
    before = cut.read_bytes()
    done = ucrl_lp("run", "--quiet", "--resume", cut, option)
    assert done.status == USAGE and option.split("=")[0] in done.err
    assert cut.read_bytes() == before
