"""The attacks on the checker, each a folder of `attacks/`; README.md there says how to read one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "attacks"
LAYERS = (
    "scanner",
    "project",
    "page",
    "kernel",
    "axioms",
    "printing",
    "leaf",
    "guard",
    "coqchk",
    "build",
    "record",
    "judge",
    "none",
)


@dataclass(frozen=True)
class Attack:
    """Attack: what it imitates, where it is put, and how it is refused; behind the scanner, too,
    if something else refuses it there."""

    folder: Path
    imitates: str
    at: str
    by: str
    because: str
    behind: str
    behind_by: str

    def text(self, name: str) -> str:
        """An input."""
        return (self.folder / name).read_text(encoding="utf-8")


@cache
def attacks() -> dict[str, Attack]:
    """Every attack, by the name of its folder."""
    return {f.name: _read(f) for f in sorted(HERE.iterdir()) if f.is_dir()}


def _read(folder: Path) -> Attack:
    fields: dict[str, Any] = json.loads((folder / "attack.json").read_text(encoding="utf-8"))
    refused, behind = fields.pop("refused"), fields.pop("behind", {"because": "", "by": ""})
    if refused["by"] != "scanner" and not behind["by"] and fields["in"] == "solution":
        behind = dict(refused)
    attack = Attack(
        folder,
        fields.pop("imitates"),
        fields.pop("in"),
        refused.pop("by"),
        refused.pop("because"),
        behind["because"],
        behind["by"],
    )
    assert not fields and not refused, folder
    return attack
