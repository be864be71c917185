"""Terminal renderer: a document tree as lines of text, in Unicode if the terminal has it."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from proofs_check.report.document import (
    Badge,
    Block,
    Blocks,
    Code,
    Details,
    Formula,
    Grid,
    GridRow,
    Group,
    Heading,
    Inlines,
    Listing,
    Math,
    Paragraph,
    Picture,
    Source,
    Terms,
    Words,
    inlines,
)
from proofs_check.report.plain_text import ascii_formula, unicode_formula, wrapped


@dataclass(frozen=True)
class Style:
    """Width in columns; `mail`: headings underlined, paragraphs apart, as in a letter."""

    width: int = 80
    mail: bool = False


SCREEN, MAIL = Style(), Style(76, mail=True)
UNDERLINES = {1: "=", 2: "-", 3: "."}
TO_ASCII = str.maketrans({"“": '"', "”": '"', "·": ","})
_in_ascii = False


def terminal_text(blocks: Blocks, style: Style = SCREEN) -> str:
    """Return the tree as text without a newline at its end."""
    return "\n".join(_lines(blocks, style)).strip("\n")


def for_terminal(blocks: Blocks) -> str:
    """Return the tree for standard output: in ASCII where that cannot write Unicode."""
    global _in_ascii
    found = terminal_text(blocks)
    try:
        found.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        _in_ascii = True
        try:
            found = terminal_text(blocks).translate(TO_ASCII)
            return found.encode("ascii", "replace").decode()
        finally:
            _in_ascii = False
    return found


def in_words(line: Inlines) -> str:
    """Return one line in words."""
    found = ""
    for one in line:
        if isinstance(one, Words | Code):
            found += one.text
        elif isinstance(one, Math):
            found += ascii_formula(one.tex) if _in_ascii else unicode_formula(one.tex)
        elif isinstance(one, Badge):
            found += one.word
        else:
            found += in_words(one.says)
    return found


def spoken(said: str) -> str:
    """Return a text of the ledger in words."""
    return in_words(inlines(said))


def _lines(blocks: Blocks, style: Style) -> Iterator[str]:
    before: Block | None = None
    for one in blocks:
        if isinstance(one, Group):
            yield from _group(one, before, style)
        else:
            if _apart(before, one, style):
                yield ""
            yield from _block(one, style)
        before = one


def _group(one: Group, before: Block | None, style: Style) -> Iterator[str]:
    if before is not None and (style.mail or one.style):
        yield ""
    indent = "  " if one.style.startswith("stmt") else ""
    inner = Style(style.width - len(indent), style.mail)
    yield from (indent + line if line else "" for line in _lines(one.blocks, inner))


def _apart(before: Block | None, one: Block, style: Style) -> bool:
    """Whether an empty line stands between the two."""
    if before is None or (isinstance(one, Picture) and not one.caption):
        return False
    lists = Listing | Terms | Grid | Source | Details | Group
    if style.mail or isinstance(one, Heading):
        return True
    if isinstance(before, Heading):
        return before.level == 1
    if isinstance(one, Grid):
        return True
    if isinstance(one, Paragraph | Picture):
        return isinstance(before, lists) or "apart" in getattr(one, "style", "")
    return False


def _block(one: Block, style: Style) -> Iterator[str]:
    hang = "" if style.mail else "  "
    match one:
        case Heading():
            lines = wrapped(in_words(one.says), style.width)
            yield from lines
            if style.mail and lines:
                yield UNDERLINES[one.level] * max(map(len, lines))
        case Paragraph():
            label = f"{one.label}: " if one.label else ""
            rest = "" if "stmt" in one.style else hang
            yield from wrapped(label + in_words(one.says), style.width, "", rest)
        case Listing():
            for k, item in enumerate(one.items, 1):
                sign = f"{k}. " if one.ordered else "- " if style.mail else ""
                yield from wrapped(sign + in_words(item), style.width, "  ", "    ")
        case Formula():
            line = ascii_formula(one.tex) if _in_ascii else unicode_formula(one.tex)
            yield from wrapped(line, style.width, "    ", "      ")
        case Source():
            yield from [f"{one.label}:"] if one.label else []
            for line in one.code.split("\n"):
                yield from ["    " + line] if style.mail else _code(line, style)
        case Terms() if one.style == "par":
            said = "; ".join(f"{in_words(name)} = {in_words(value)}" for name, value in one.rows)
            yield from wrapped(said, style.width, "  ", "    ")
        case Terms():
            for name, value in one.rows:
                yield from wrapped(f"{in_words(name)}: {in_words(value)}", style.width, "", "  ")
        case Grid():
            yield from [in_words(one.caption)] if one.caption else []
            for row in one.rows:
                yield from _row(row, one, style)
        case Details():
            yield from wrapped(in_words(one.summary), style.width, "", "  ")
            yield from [] if one.brief else _lines(one.blocks, style)
        case Picture():
            yield from wrapped(in_words(one.caption), style.width, "", hang)
        case Group():
            yield from _lines(one.blocks, style)


def _code(line: str, style: Style) -> list[str]:
    """Return a line of code in lines of the style's width."""
    words = line.lstrip()
    indent = " " * min(4 + len(line) - len(words), 24)
    return textwrap.wrap(words, style.width, initial_indent=indent, subsequent_indent=indent + "  ")


def _row(row: GridRow, table: Grid, style: Style) -> Iterator[str]:
    """Yield the first cell, then the others; a cell of code below."""
    if row.title:
        yield from wrapped(in_words(row.title), style.width)
    told, codes = [], []
    for cell in row.cells:
        if isinstance(cell.says, Source):
            codes.append(cell.says)
        elif said := in_words(cell.says):
            told.append(cell.word + said)
    if told:
        first, *others = told
        line = f"{first}: {'; '.join(others)}" if others else first
        yield from wrapped(
            line, style.width, "" if style.mail else "  ", "" if style.mail else "    "
        )
    for code in codes:
        yield from _block(code, style)
