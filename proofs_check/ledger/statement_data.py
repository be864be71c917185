"""What data files say of the statements, beside their modules: the corrections of the paper's LaTeX
(corrections.diff), the boxes of the picture (pictures.toml), the sentences (sentences.json)."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from proofs_check.ledger.statement import Correction, Statement
from reference.support.errors import MalformedInput

STATEMENTS = Path(__file__).parents[1] / "statements"
CORRECTIONS, PICTURES = STATEMENTS / "corrections.diff", STATEMENTS / "pictures.toml"
SENTENCES = Path(__file__).with_name("sentences.json")
HEAD = re.compile(r"@@ E-([0-9]+) ([a-z0-9_]+|[A-Za-z0-9_]+)(?: as in ([A-Za-z0-9_]+))? @@")


def add_data(named: Mapping[str, Statement]) -> None:
    """Add to every statement what the data files say of it, by the name of its module. Raises
    MalformedInput for a file that names no module, or is not of its form."""
    for line, number, module, change in corrections_in(CORRECTIONS):
        statement = _of(named, module, CORRECTIONS, line)
        before = statement.corrections.get(number, ())
        if isinstance(before, str) or (isinstance(change, str) and before):
            raise MalformedInput(str(CORRECTIONS), line, module, f"E-{number}", "stands twice")
        statement.corrections[number] = change if isinstance(change, str) else (*before, change)
    for module, box in tomllib.loads(PICTURES.read_text(encoding="utf-8")).items():
        statement = _of(named, module, PICTURES, None)
        statement.box = box if isinstance(box, str) else (box[0], box[1], box[2])
    sentences: dict[str, list[str]] = {}
    for entry in json.loads(SENTENCES.read_text(encoding="utf-8")):
        for module in entry.get("statements", ()):
            sentences.setdefault(module, []).append(entry["id"])
    for module, ids in sentences.items():
        _of(named, module, SENTENCES, None).sentences = tuple(ids)


def corrections_in(file: Path) -> Iterator[tuple[int, int, str, Correction | str]]:
    """Yield the blocks of a file of corrections: line, finding, module, and the change or the
    module whose changes serve it too. Raises MalformedInput."""
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    head: tuple[int, re.Match[str]] | None = None
    words: dict[str, list[str]] = {"-": [], "+": []}
    for k, line in (*lines, (0, "")):
        if line.startswith(("- ", "+ ")) and head and not (line[0] == "-" and words["+"]):
            words[line[0]].append(line[2:])
            continue
        if line and not line.startswith(("#", "@@")):
            raise MalformedInput(str(file), k, "line", line[:40], "must begin with #, @@, - or +")
        if head is not None:
            yield _block(file, *head, words)
            head, words = None, {"-": [], "+": []}
        if line.startswith("@@"):
            match = HEAD.fullmatch(line)
            if match is None:
                rule = "must be @@ E-NUMBER MODULE @@, or @@ E-NUMBER MODULE as in MODULE @@"
                raise MalformedInput(str(file), k, "head", line[:60], rule)
            head = k, match


def _block(
    file: Path, line: int, head: re.Match[str], words: Mapping[str, list[str]]
) -> tuple[int, int, str, Correction | str]:
    number, module, other = int(head[1]), head[2], head[3]
    printed, corrected = (" ".join(words[sign]) for sign in "-+")
    if bool(other) == bool(printed):
        rule = "must have lines with -, or name another module"
        raise MalformedInput(str(file), line, "block", head[0], rule)
    return line, number, module, other or Correction(printed, corrected)


def _of(named: Mapping[str, Statement], module: str, file: Path, line: int | None) -> Statement:
    if module not in named:
        rule = "must be a module of proofs_check.statements"
        raise MalformedInput(str(file), line, "module", module, rule)
    return named[module]
