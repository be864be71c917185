"""The page for implementers of flat learners: its examples conform."""

from __future__ import annotations

import re
from pathlib import Path

from proofs_check.guests.flat.check import check_flat_file
from tests.paths import ROOT

GUESTS = (ROOT / "proofs_check/guests/kit/guests.md").read_text(encoding="utf-8")


def test_the_examples_of_flat_learners_conform(tmp_path: Path) -> None:
    examples = re.findall(r"```json\n(.*?)```", GUESTS, re.DOTALL)
    assert len(examples) >= 3
    for example in examples:
        (tmp_path / "run.jsonl").write_text(example)
        outcome = check_flat_file(tmp_path / "run.jsonl", everything=True)
        given = " given what was recorded" if '"recorded"' in example else ""
        assert (outcome.verdict, outcome.total) == (f"conforms{given}", 0), outcome.first
