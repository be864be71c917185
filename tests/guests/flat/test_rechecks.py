"""At most three second checks are made for a divergence, the likeliest first; a discount in the
planner is named after one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofs_check.conformance import other_readings
from proofs_check.guests.flat import check, likely
from proofs_check.guests.flat.replay import FlatConformance
from proofs_check.guests.kit.flat_cases import river
from tests.conformance.test_other_readings import LATER, claimed, hints
from tests.guests.flat.learners import checked, garnet, write
from tests.guests.flat.test_causes import CAUSES, cause_of
from tests.guests.flat.test_planted import FAULTS, planted
from tests.guests.flat.test_settings import DISCOUNTED
from tests.guests.flat.test_variants import VARIANTS

SOME = sorted(FAULTS)[::12]


def counted(file: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[FlatConformance, int]:
    """The verdict on a trace, and how many times it was read again."""
    calls: list[str] = []
    checks = check.check_flat

    def count(*given: Any, **how: Any) -> FlatConformance:
        calls.append("")
        return checks(*given, **how)

    monkeypatch.setattr(check, "check_flat", count)
    outcome = checked(file)
    monkeypatch.setattr(check, "check_flat", checks)
    return outcome, len(calls) - 1


@pytest.mark.parametrize("name", [*SOME, *CAUSES])
def test_three_second_checks_for_a_divergence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "run.jsonl"
    (cause_of if name in CAUSES else planted)(name, file)
    outcome, again = counted(file, monkeypatch)
    assert outcome.certain is not None
    assert again <= 3 * (1 + len(outcome.variants))


def test_one_of_the_three_is_the_right_one_of_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two variants are found, with three second checks for each divergence."""
    algorithm, edits, options, declared, named = VARIANTS["two"]
    how: dict[str, Any] = {"edits": edits, "options": options, "declared": declared}
    outcome, again = counted(
        write(tmp_path / "r.jsonl", algorithm, river(), 4000, **how), monkeypatch
    )
    assert set(outcome.variants) == named and again <= 2 * 3


def test_three_second_checks_of_a_trace_of_ucrl_lp(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    moves_on = other_readings._moves_on

    def count(*given: Any) -> int | None:
        calls.append(0)
        return moves_on(*given)

    monkeypatch.setattr(other_readings, "_moves_on", count)
    assert "trigger=printed would conform" in hints(claimed(LATER, **{"R-1": "max1"}))
    assert 0 < len(calls) <= 3


@pytest.mark.parametrize("name", DISCOUNTED)
@pytest.mark.parametrize("gamma", [0.9, 0.95])
def test_a_discount_is_named(name: str, gamma: float, tmp_path: Path) -> None:
    algorithm, edits, options, rule = DISCOUNTED[name]
    edits = tuple((old, new.replace("0.9 ", f"{gamma} ")) for old, new in edits)
    how: dict[str, Any] = {"edits": edits, "options": options}
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, river(), 1000, **how))
    assert outcome.certain is not None and outcome.certain.rule.startswith(rule)
    told = f"a discount of {gamma} in the planner would conform"
    assert [hint for hint in outcome.hints if hint.startswith(told)], (
        outcome.certain,
        outcome.hints,
    )


def test_another_fault_is_not_called_a_discount(tmp_path: Path) -> None:
    """P V is too small by a constant: one discount explains the first place, and none all."""
    algorithm, edits, options, _ = DISCOUNTED["UCB-H"]
    edits = ((edits[0][0], "(r + np.maximum(V_next - 0.3, 0) + b)"),)
    how: dict[str, Any] = {"edits": edits, "options": options}
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, garnet(), 1000, **how))
    assert outcome.certain is not None and outcome.certain.rule == "ucbq-update"
    assert not [hint for hint in outcome.hints if hint.endswith("would conform")]


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [(1.8, 2.0, 0.9), (1.0, 3.0, 1 / 3), (2.0, 2.0, None), (-1.0, 2.0, None), (1.0, 0.0, None)],
)
def test_the_discount_that_numbers_say(part: float, whole: float, told: float | None) -> None:
    expected = () if told is None else (("discount", pytest.approx(told)),)
    assert likely.discount(part, whole) == expected
