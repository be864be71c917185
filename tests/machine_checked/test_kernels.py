"""What pages say of the kernels that agreed is what `kernels.json` has."""

from __future__ import annotations

import re
from dataclasses import replace

from proofs_check.machine_checked import kernels
from proofs_check.machine_checked.record import COQ


def test_the_readme_has_the_table() -> None:
    page, rows = (COQ / "README.md").read_text("utf-8"), kernels.read_kernels()
    assert f"<!-- generated: kernels -->\n{kernels.kernels_table(rows)}\n<!-- end -->" in page
    other = [replace(rows[0], date="2026-01-01"), *rows[1:]]
    assert kernels.kernels_table(other) not in page


def test_a_version_that_is_said_to_have_agreed_has_a_row() -> None:
    """On every page of the project: `Coq 8.x agreed`, `agreed with Rocq 9.x`, in whatever words."""
    rows = {row.name for row in kernels.read_kernels()}
    for file in (*COQ.glob("**/*.md"), COQ.parent / "README.md", COQ.parents[1] / "README.md"):
        text = file.read_text("utf-8")
        for sentence in re.split(r"(?<=[.:])\s", text):
            if "agreed" in sentence.split():
                named = set(re.findall(r"(?:Coq|Rocq) \d+\.\d+(?:\.\d+)?", sentence))
                assert named <= rows, (file.name, sentence)
