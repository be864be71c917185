"""Terminal renderer: a document tree as lines of text, in Unicode if the terminal has it."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace

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
from proofs_check.report.folding import PLUS, folded
from proofs_check.report.plain_text import ascii_formula, fits, unicode_formula, wrapped


@dataclass(frozen=True)
class Style:
    """Width in columns; `mail`: headings underlined, paragraphs apart, as in a letter; `folding`:
    what a browser folds is marked (report/folding.py)."""

    width: int = 80
    mail: bool = False
    folding: bool = False


SCREEN, MAIL, FOLDING = Style(), Style(76, mail=True), Style(folding=True)
UNDERLINES = {1: "=", 2: "-", 3: "."}
TO_ASCII = str.maketrans({"“": '"', "”": '"', "·": ","})
_in_ascii = False


def terminal_text(blocks: Blocks, style: Style = SCREEN) -> str:
    """Return the tree as text without a newline at its end."""
    return "\n".join(_lines(blocks, style)).strip("\n")


def for_terminal(blocks: Blocks) -> str:
    """Return the tree for standard output: in ASCII where that cannot write Unicode."""
    text = terminal_text(blocks)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ascii_lines(blocks)
    return text


def ascii_lines(blocks: Blocks, style: Style = SCREEN) -> str:
    """Return the tree for a terminal that writes ASCII alone."""
    global _in_ascii
    _in_ascii = True
    try:
        return terminal_text(blocks, style).translate(TO_ASCII).encode("ascii", "replace").decode()
    finally:
        _in_ascii = False


def in_words(line: Inlines) -> str:
    """Return one line in words."""
    text = ""
    for node in line:
        if isinstance(node, Words | Code):
            text += node.text
        elif isinstance(node, Math):
            text += ascii_formula(node.tex) if _in_ascii else unicode_formula(node.tex)
        elif isinstance(node, Badge):
            text += node.word
        else:
            text += in_words(node.says)
    return text


def spoken(said: str) -> str:
    """Return a text of the ledger in words."""
    return in_words(inlines(said))


def _lines(blocks: Blocks, style: Style) -> Iterator[str]:
    before: Block | None = None
    for block in blocks:
        if isinstance(block, Group):
            yield from _group(block, before, style)
        else:
            if _apart(before, block, style):
                yield ""
            yield from _block(block, style)
        before = block


def _group(group: Group, before: Block | None, style: Style) -> Iterator[str]:
    if before is not None and (style.mail or group.style):
        yield ""
    indent = "  " if group.style.startswith("stmt") else ""
    inner = replace(style, width=style.width - len(indent))
    yield from (indent + line if line else "" for line in _lines(group.blocks, inner))


def _apart(before: Block | None, block: Block, style: Style) -> bool:
    """Whether an empty line stands between the two."""
    if before is None or (isinstance(block, Picture) and not block.caption):
        return False
    lists = Listing | Terms | Grid | Source | Details | Group
    if style.mail or isinstance(block, Heading):
        return True
    if isinstance(before, Heading):
        return before.level == 1
    if isinstance(block, Grid):
        return True
    if isinstance(block, Paragraph | Picture):
        return isinstance(before, lists) or "apart" in getattr(block, "style", "")
    return False


def _block(block: Block, style: Style) -> Iterator[str]:
    hang = "" if style.mail else "  "
    match block:
        case Heading():
            lines = wrapped(in_words(block.says), style.width)
            yield from lines
            if style.mail and lines:
                yield UNDERLINES[block.level] * max(map(len, lines))
        case Paragraph():
            label = f"{block.label}: " if block.label else ""
            rest = "" if "stmt" in block.style else hang
            yield from wrapped(label + in_words(block.says), style.width, "", rest)
        case Listing():
            for k, item in enumerate(block.items, 1):
                sign = f"{k}. " if block.ordered else "- " if style.mail else ""
                yield from wrapped(sign + in_words(item), style.width, "  ", "    ")
        case Formula():
            line = ascii_formula(block.tex) if _in_ascii else unicode_formula(block.tex)
            yield from wrapped(line, style.width, "    ", "      ")
        case Source():
            yield from [f"{block.label}:"] if block.label else []
            for line in block.code.split("\n"):
                yield from ["    " + line] if style.mail else _code(line, style)
        case Terms() if block.style == "par":
            said = "; ".join(f"{in_words(name)} = {in_words(value)}" for name, value in block.rows)
            yield from wrapped(said, style.width, "  ", "    ")
        case Terms():
            for name, value in block.rows:
                yield from wrapped(f"{in_words(name)}: {in_words(value)}", style.width, "", "  ")
        case Grid():
            yield from [in_words(block.caption)] if block.caption else []
            for row in block.rows:
                yield from _row(row, block, style)
        case Details():
            width = style.width - len(PLUS) * style.folding
            summary = wrapped(in_words(block.summary), width, "", "  ")
            inside = [] if block.brief else list(_lines(block.blocks, style))
            foldable = style.folding and inside
            yield from folded(summary, inside) if foldable else (*summary, *inside)
        case Picture():
            yield from wrapped(in_words(block.caption), style.width, "", hang)
        case Group():
            yield from _lines(block.blocks, style)


def _code(line: str, style: Style) -> list[str]:
    """Return a line of code in lines of the style's width."""
    words = line.lstrip()
    indent = " " * min(4 + len(line) - len(words), 24)
    if fits(words, style.width, indent):
        return [indent + words]
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
