"""A malformed end does not hide a divergence before it: both are reported, cause first."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs_check.conformance.batch import check_traces
from proofs_check.conformance.replay import Conformance, check
from proofs_check.fast.check import Tiers
from reference.support.errors import MALFORMED, MalformedInput
from reference.trace.reader import read_stream
from tests.called import Command
from tests.jsonl import jsonl
from tests.planted.faulty_producer import Setting, produce
from tests.planted.planted_runs import ALL

RUN = produce(Setting(T=60, record=(*ALL, "Lam")))


def wrong_Lam() -> bytes:
    """A wrong Lam from epoch 2 on."""
    records = json.loads(json.dumps(RUN))
    for record in records:
        if record["record"] == "epoch" and record["i"] > 1:
            record["Lam"] += 1
    return jsonl(records)


def plain(data: bytes) -> Conformance:
    return check(read_stream(io.BytesIO(data), "trace"), everything=True)


def tiers(data: bytes) -> Conformance:
    return Tiers(everything=True).check(io.BytesIO(data))


ENDS: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: b"".join(data.splitlines(keepends=True)[:30]),
    "cut inside a line": lambda data: data[: len(data) // 2],
    "no JSON": lambda data: data + b"Traceback (most recent call last):\n",
    "half a gzip file": lambda data: gzip.compress(data)[:-100],
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("checked", [plain, tiers])
def test_both_are_reported(end: str, checked: Callable[[bytes], Conformance]) -> None:
    outcome = checked(ENDS[end](wrong_Lam()))
    assert (outcome.verdict, outcome.exit_status) == ("malformed", MALFORMED)
    assert outcome.first is not None and (outcome.first.rule, outcome.first.epoch) == ("Lam", 2)
    assert outcome.malformed
    with pytest.raises(MalformedInput):
        checked(ENDS[end](jsonl(RUN)))


def test_the_command_says_both_in_order(tmp_path: Path, proofs_check: Command) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(ENDS["cut"](wrong_Lam()))
    status, out, _ = proofs_check("trace", str(file))
    assert status == MALFORMED
    assert out.index("rule Lam") < out.index("no `end` record")
    status, out, _ = proofs_check("trace", str(file), "--json")
    told = json.loads(out)
    assert (status, told["verdict"], told["first"]["rule"]) == (MALFORMED, "malformed", "Lam")
    assert "no `end` record" in told["malformed"]
    for more in (["--plain"], ["--statistics"], ["--html", str(tmp_path / "page")]):
        status, out, _ = proofs_check("trace", str(file), *more)
        assert status == MALFORMED and "rule Lam" in out and "no `end` record" in out


def test_a_batch_keeps_both(tmp_path: Path) -> None:
    for name, data in (("a", ENDS["cut"](wrong_Lam())), ("b", jsonl(RUN))):
        (tmp_path / name).write_bytes(data)
    first, second = check_traces([tmp_path / "a", tmp_path / "b"])
    assert (first.exit_status, second.exit_status) == (MALFORMED, 0)
    assert first.outcome is not None and first.outcome.first is not None
