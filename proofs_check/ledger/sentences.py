"""Every sentence of the paper, by hash and place, and the claims that it is assigned to.

`sentences.json` holds no text: a sentence is the first 12 hexadecimal digits of the SHA-256 of its
LaTeX, white space collapsed, and whether it is commented out in the source. An entry
names the statements that say it, by their modules (definitions included), or a reason. Abstract,
footnotes, captions, appendices and commented-out lines count as sentences, too.

    python -m tests.ledger.unassigned SOURCE.tex    # what is new, gone or unassigned
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from proofs_check.ledger.inventory import committed_items, sections
from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from reference.support.errors import MalformedInput

COMMITTED = Path(__file__).with_name("sentences.json")
REASONS = {
    "motivation": "says why the problem matters; nothing that could be checked",
    "citation": "says what other work studies, with no result of it",
    "outline": "says what follows in the paper",
    "notation": "fixes notation",
    "typesetting": "a commented line of no content: colours, markers",
}
"""The reasons why a sentence may have no claim."""

STARTS = (r"\item", r"\State", r"\begin", r"\end", r"\caption", r"\For", r"\If", r"\appendices")
ABBREVIATIONS = ("Fig", "Eq", "i.e", "e.g", "w.p", "Dec", "ineq", "et al", "resp")
Lines = list[tuple[int, str]]  # each with its number
END = re.compile(r"(?<=[.!?])(?:''|\})?\s+(?=[A-Z\\$`(0-9])")


@dataclass(frozen=True)
class Sentence:
    """Sentence of the paper: its hash, section and first line. From the source: its text, and
    whether it is commented out. From the ledger: its claims, or why it has none."""

    id: str
    place: str
    line: int
    text: str = ""
    commented: bool = False
    claims: tuple[str, ...] = ()
    none: str = ""


def sentences(source: str, numbers: Mapping[str, str] | None = None) -> list[Sentence]:
    """Every sentence from the abstract on, in order; a repeated one has a number appended to its
    hash. `numbers`: of the sections, those of the paper by default (ledger/inventory.py)."""
    read: list[Sentence] = []
    repeated: Counter[str] = Counter()
    for place, commented, paragraph in _paragraphs(source, sections(source, numbers)):
        for line, text in _sentences(paragraph):
            digest = hashlib.sha256(text.encode()).hexdigest()[:12]
            repeated[digest] += 1
            id = digest if repeated[digest] == 1 else f"{digest}.{repeated[digest]}"
            read.append(Sentence(id, place, line, text, commented))
    return read


def _paragraphs(source: str, begins: Mapping[int, str]) -> Iterator[tuple[str, bool, Lines]]:
    """(place, commented, lines): a paragraph ends at an empty line or a change of place."""
    place, commented = "", False
    paragraph: Lines = []
    for number, raw in enumerate(source.splitlines(), start=1):
        line = raw.strip()
        is_comment = line.startswith("%")
        line = line.lstrip("% ") if is_comment else re.sub(r"(?<!\\)%.*$", "", line).strip()
        if not line or number in begins or line.startswith(STARTS) or is_comment != commented:
            yield place, commented, paragraph
            paragraph = []
        commented = is_comment
        place = begins.get(number, place)
        heading = number in begins and place != "abstract"
        if place and line and not heading and r"\bibliography" not in line:
            paragraph.append((number, line))
    yield place, commented, paragraph


def _sentences(paragraph: Lines) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a paragraph, each with the number of its first line."""
    text, numbers = "", []  # the number of each character's line
    for number, raw in paragraph:
        text += raw + " "
        numbers += [number] * (len(raw) + 1)
    begin = 0
    for end in [*(m.start() for m in END.finditer(text)), len(text)]:
        piece = text[begin:end].strip()
        if piece.rstrip(".").endswith(ABBREVIATIONS):
            continue
        line = numbers[text.index(piece, begin)] if piece else 0
        begin = end
        piece = re.sub(r"\s+", " ", piece)
        if re.search(r"[a-z]{3}", re.sub(r"\\[a-zA-Z]+|\{[a-z*]+\}", "", piece)):
            yield line, piece


def committed(file: Path = COMMITTED) -> list[Sentence]:
    """Return the entries with the claims of the registered statements. Raises MalformedInput for an
    entry that is assigned to nothing, or twice."""
    claims: dict[str, list[str]] = {}
    for statement in STATEMENTS.values():
        for id in statement.sentences:
            claims.setdefault(id, []).append(statement.label)
    read = []
    for k, entry in enumerate(json.loads(file.read_text(encoding="utf-8"))):
        fields = {name: v for name, v in entry.items() if name != "statements"}
        sentence = Sentence(**fields, claims=tuple(claims.get(entry["id"], ())))
        if bool(sentence.claims) == bool(sentence.none) or (
            sentence.none and sentence.none not in REASONS
        ):
            rule = f"has claims or one of the reasons {', '.join(REASONS)}"
            raise MalformedInput(str(file), None, f"[{k}]", sentence.id, rule)
        read.append(sentence)
    return read


@cache
def source_lines() -> dict[str, tuple[int, ...]]:
    """Return the lines of the source on which every registered statement stands: its numbered items
    and the first lines of its sentences."""
    lines_of: dict[str, set[int]] = {}
    for sentence in committed():
        for label in sentence.claims:
            lines_of.setdefault(label, set()).add(sentence.line)
    items = {item.id: item.line for item in committed_items()}
    for (label, _), claim in REGISTRY.items():
        lines_of.setdefault(label, set()).update(items[id] for id in claim.covers if id in items)
    return {label: tuple(sorted(lines)) for label, lines in lines_of.items()}


@cache
def commented_out() -> frozenset[str]:
    """Return the labels of the statements that the source has in comments only."""
    by_label: dict[str, list[bool]] = {}
    for sentence in committed():
        for label in sentence.claims:
            by_label.setdefault(label, []).append(sentence.commented)
    return frozenset(label for label, commented in by_label.items() if all(commented))


def unassigned(in_source: Iterable[Sentence], in_file: Iterable[Sentence]) -> list[str]:
    """Return the sentences that are not assigned, and the entries that match no sentence of the
    paper."""
    by_id = {sentence.id: sentence for sentence in in_source}
    ids = {sentence.id for sentence in in_file}
    new = [f"line {sentence.line}, not assigned: {sentence.text}" for sentence in by_id.values()
           if sentence.id not in ids]  # fmt: skip
    return new + [f"no sentence of the paper: {id}" for id in sorted(ids - by_id.keys())]
