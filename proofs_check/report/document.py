"""Document tree: what a page says, apart from how a terminal, Markdown or HTML shows it.

Builders (pages/) write a tree once; terminal.py, markdown.py and html/render.py show it. Every text
of the ledger comes in through `inlines`: mathematics between dollars, code between back-ticks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from reference.support.errors import PreconditionError

# ----------------------------------------------------------------------------- in a line


@dataclass(frozen=True)
class Words:
    """Words as they are."""

    text: str


@dataclass(frozen=True)
class Math:
    """Formula in TeX, in a line of text."""

    tex: str


@dataclass(frozen=True)
class Code:
    """Code in a line of text."""

    text: str


@dataclass(frozen=True)
class Strong:
    """Emphasised part of a line."""

    says: Inlines


@dataclass(frozen=True)
class Small:
    """Less important part of a line."""

    says: Inlines


@dataclass(frozen=True)
class Badge:
    """Word with a look of its own; `style` names classes of the style sheet."""

    word: str
    style: str


LinkKind = Literal["statement", "finding", "reading", "source", "page", "here"]


@dataclass(frozen=True)
class Link:
    """Link: to a statement (its label), a finding (E-1), a reading (R-1), a file of the project,
    another page, or a place of this page."""

    says: Inlines
    kind: LinkKind
    target: str


Inline = Words | Math | Code | Strong | Small | Badge | Link
Inlines = tuple[Inline, ...]
GREEK = {"delta": r"\delta", "eps": r"\epsilon", "Lam": r"\Lambda", "xi": r"\xi"}
PARAMETER = re.compile(
    r"([A-Za-z]|delta|eps|Lam|xi)(?:_(hat|bar|check))?(?:_([a-z0-9]+))?(\([\w,|.]+\))?"
)
MARKED = re.compile(r"\$([^$]+)\$|`([^`]*)`")


def inlines(said: str) -> Inlines:
    """Return the inline nodes of a text with $mathematics$ and `code`. Raises PreconditionError for
    a dollar without its partner."""
    pieces: list[Inline] = []
    end = 0
    for m in MARKED.finditer(said):
        pieces.append(Words(said[end : m.start()]))
        pieces.append(Math(m[1]) if m[1] else Code(m[2]))
        end = m.end()
    pieces.append(Words(said[end:]))
    if any(isinstance(piece, Words) and "$" in piece.text for piece in pieces):
        raise PreconditionError("text", said, "needs dollars in pairs")
    return tuple(piece for piece in pieces if piece != Words(""))


def named(parameter: str) -> Inlines:
    """Return the name of a parameter of an instance, as checks write it: `delta`, `N_i`, `r_bar`,
    `P(u|x_0)` as formulas, other names as words."""
    whole = PARAMETER.fullmatch(parameter)
    if whole is None:
        return inlines(parameter if "$" in parameter else parameter.replace("_", " "))
    letter, accent, index, argument = whole.groups(default="")
    tex = GREEK.get(letter, letter)
    tex = rf"\{accent} {tex}" if accent else tex
    index = rf"\mathrm{{{index}}}" if len(index) > 1 and index.isalpha() else index
    return (Math(tex + (f"_{{{index}}}" if index else "") + argument),)


def words(*parts: Inline | Inlines | str) -> Inlines:
    """Return one line from its parts; a string is plain words."""
    line: list[Inline] = []
    for part in parts:
        if isinstance(part, str):
            line += [Words(part)] if part else []
        else:
            line += part if isinstance(part, tuple) else (part,)
    return tuple(line)


def joined(parts: Sequence[Inlines], between: str = "; ") -> Inlines:
    """Return the parts as one line."""
    line: Inlines = ()
    for k, part in enumerate(parts):
        line += (Words(between),) * bool(k) + part
    return line


def sentence(said: str) -> Inlines:
    """Return a text that begins with a capital, unless a symbol is first, and ends with a stop."""
    line = inlines(said)
    if line and isinstance(line[0], Words) and re.match(r"[a-z]{2}(?!_)|a ", line[0].text):
        line = (Words(line[0].text[0].upper() + line[0].text[1:]), *line[1:])
    stops = (".", "?", ":", ".)")
    ends = bool(line) and isinstance(line[-1], Words) and line[-1].text.endswith(stops)
    return line if ends or not line else (*line, Words("."))


# ----------------------------------------------------------------------------- blocks


@dataclass(frozen=True)
class Heading:
    """Heading of level 1 to 3; `style`: classes of the style sheet."""

    level: int
    says: Inlines
    id: str = ""
    style: str = ""


@dataclass(frozen=True)
class Paragraph:
    """Paragraph; `label` is a word before it ("By hand")."""

    says: Inlines
    label: str = ""
    style: str = ""


@dataclass(frozen=True)
class Listing:
    """List of lines."""

    items: tuple[Inlines, ...]
    style: str = ""
    ordered: bool = False


@dataclass(frozen=True)
class Formula:
    """Formula in TeX on lines of its own."""

    tex: str


@dataclass(frozen=True)
class Source:
    """Code, or LaTeX with removed (-) and added (+) lines (language "diff")."""

    code: str
    label: str = ""
    language: str = ""


@dataclass(frozen=True)
class Terms:
    """Terms and what they are; `style` "par": the parameters of an instance."""

    rows: tuple[tuple[Inlines, Inlines], ...]
    style: str = "facts"


@dataclass(frozen=True)
class Cell:
    """Cell of a table. `short`: its words stay on one line of a wide page. `word` stands before it
    where a narrow page has no head. `share`: how much of a bar is full."""

    says: Inlines | Source
    short: bool = False
    word: str = ""
    share: float | None = None


@dataclass(frozen=True)
class GridRow:
    """GridRow of a table; a row with a `title` has no cells: it opens a section."""

    cells: tuple[Cell, ...] = ()
    title: Inlines = ()
    id: str = ""
    style: str = ""


@dataclass(frozen=True)
class Grid:
    """Table; the head has a word for each column."""

    head: tuple[Inlines, ...]
    rows: tuple[GridRow, ...]
    style: str = "rows"
    caption: Inlines = ()


@dataclass(frozen=True)
class Group:
    """Blocks that belong together; `style`: a class of the style sheet, `name`: for a reader who
    does not see it."""

    blocks: Blocks
    style: str = ""
    name: str = ""


@dataclass(frozen=True)
class Details:
    """Blocks behind a summary; `brief`: a terminal shows the summary alone."""

    summary: Inlines
    blocks: Blocks
    brief: bool = False


@dataclass(frozen=True)
class Picture:
    """Drawing, as markup that this package made, with its title and caption. `file`: the same
    image beside the page, for LaTeX."""

    title: Inlines = ()
    caption: Inlines = ()
    markup: str = ""
    file: str = ""


Block = Heading | Paragraph | Listing | Formula | Source | Terms | Grid | Group | Details | Picture
Blocks = tuple[Block, ...]


@dataclass(frozen=True)
class Page:
    """Page: its name in plain words, its blocks, and a class of the style sheet."""

    title: str
    blocks: Blocks
    style: str = ""


def nested(blocks: Blocks) -> Iterator[Block]:
    """Yield every block of a tree, groups and details entered."""
    for block in blocks:
        yield block
        if isinstance(block, Group | Details):
            yield from nested(block.blocks)
