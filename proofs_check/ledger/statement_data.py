"""What data files say of the statements, beside their modules: the findings (findings/E-01.toml and
so on), the boxes of the picture (pictures.toml), the sentences (sentences.json)."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proofs_check.ledger.finding_pages import read_pages
from proofs_check.ledger.statement import Statement
from reference.support.errors import MalformedInput

STATEMENTS = Path(__file__).parents[1] / "statements"
PICTURES = STATEMENTS / "pictures.toml"
SENTENCES = Path(__file__).with_name("sentences.json")


def add_data(named: Mapping[str, Statement], things: Mapping[str, Any]) -> None:
    """Add to every statement what the data files say of it, by the name of its module. `things`:
    the works and MDPs that the findings' pages name. Raises MalformedInput for a file that names no
    module, or is not of its form."""
    for page in read_pages(things):
        statement = _of(named, page.statement, page.file, None)
        statement.pages.append(page)
        for line, module, change in page.corrections:
            corrected = _of(named, module, page.file, line)
            before = corrected.corrections.get(page.number, ())
            if isinstance(before, str) or (isinstance(change, str) and before):
                raise MalformedInput(str(page.file), line, "corrections", module, "stands twice")
            corrected.corrections[page.number] = (
                change if isinstance(change, str) else (*before, change)
            )
    for module, box in tomllib.loads(PICTURES.read_text(encoding="utf-8")).items():
        statement = _of(named, module, PICTURES, None)
        statement.box = box if isinstance(box, str) else (box[0], box[1], box[2])
    sentences: dict[str, list[str]] = {}
    for entry in json.loads(SENTENCES.read_text(encoding="utf-8")):
        for module in entry.get("statements", ()):
            sentences.setdefault(module, []).append(entry["id"])
    for module, ids in sentences.items():
        _of(named, module, SENTENCES, None).sentences = tuple(ids)


def _of(named: Mapping[str, Statement], module: str, file: Path, line: int | None) -> Statement:
    if module not in named:
        rule = "must be a module of proofs_check.statements"
        raise MalformedInput(str(file), line, "module", module, rule)
    return named[module]
