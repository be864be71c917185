"""No trace of a guest below 1 kB costs more than 2 s of processor time or 500 MB: those that did,
and random ones that look for it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from proofs_check.commands.any_trace import check_any_trace
from reference.support.errors import MALFORMED, MalformedInput
from tests.fuzz.small import data_of, main
from tests.fuzz.test_small import is_cheap
from tests.guests.fuzz.small import of_a_guest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="forks")
FLAT = {"record": "header", "format": "flat-trace", "version": 1, "delta": 0.1}


def epochs(k: int, pi: list[int]) -> list[dict[str, Any]]:
    """Epochs of UCRL2 in which state 0 is left nowhere."""
    records: list[dict[str, Any]] = []
    t = 1
    for i in range(1, k + 1):
        n = min(24, 2 ** max(0, i - 2))
        records.append({"record": "epoch", "k": i, "t": t, "pi": pi})
        records.append(
            {"record": "steps", "s": [0] * n, "a": [0] * n, "r": [0.5] * n, "s1": [0] * n}
        )
        t += n
    return [*records, {"record": "end", "steps": t - 1}]


def own(S: int, H: int) -> list[dict[str, Any]]:
    head = {"algorithm": "UCBVI", "S": S, "A": 1, "H": H, "K": 9, "options": {"stages": "own"}}
    return [{**FLAT, **head}, {"record": "plan", "k": 1, "Q": []}]


STOP = {"algorithm": "UCRL2", "S": 2, "A": 1, "options": {"stop": 1e-300}}
ATTACKS: dict[str, list[dict[str, Any]]] = {
    "a stop that no iteration reaches": [{**FLAT, **STOP}, *epochs(5, [0, 0])],
    "a table of H S A S": own(1000, 1000),
    "a table of H S A S, smaller": own(160, 160),
    "a million steps an episode": [
        {**FLAT, "algorithm": "UCB-B", "S": 1, "A": 1, "H": 10**6, "K": 9},
        {"record": "end", "steps": 0}],
    "a million actions": [
        {**FLAT, "algorithm": "UCRL2", "S": 1, "A": 10**6}, *epochs(3, [0])],
    "many actions": [{**FLAT, "algorithm": "UCRL2", "S": 1, "A": 19_000}, *epochs(1, [0])],
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_a_small_input_that_cost_minutes_or_gigabytes_is_cheap(name: str, tmp_path: Path) -> None:
    is_cheap(data_of(ATTACKS[name]), tmp_path)


@pytest.mark.parametrize(
    ("name", "rule"),
    [("a table of H S A S", "H S A S must not exceed"),
     ("a million actions", "in a trace of this length")],
)  # fmt: skip
def test_what_is_too_large_is_malformed(name: str, rule: str, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(data_of(ATTACKS[name]))
    with pytest.raises(MalformedInput) as caught:
        check_any_trace(str(file), everything=True)
    assert rule in caught.value.rule and caught.value.exit_status == MALFORMED


def test_random_small_inputs_are_cheap(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--runs", "110", "--seed", "1"], of_a_guest, "tests.guests.fuzz")
    report = json.loads(capsys.readouterr().out)
    assert status == 0 and report["inputs"] == 110, report
