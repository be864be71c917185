"""Markdown renderer: a document tree as GitHub and most editors show it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from proofs_check.report.document import (
    Badge,
    Blocks,
    Code,
    Details,
    Formula,
    Grid,
    Group,
    Heading,
    Inline,
    Inlines,
    Link,
    Listing,
    Math,
    Paragraph,
    Picture,
    Small,
    Source,
    Strong,
    Terms,
    Words,
    inlines,
)

Where = Callable[[Link], str]
"""The address of a link on a page, "" for none."""


def nowhere(link: Link) -> str:
    """Return no address: the page has no links."""
    return ""


def markdown(blocks: Blocks, where: Where = nowhere, *, headings: bool = True) -> str:
    """Return the tree in Markdown. Without `headings` they are bold lines, for a part of a page; a
    list follows its line at once."""
    text = "".join(f"{part}\n\n" for part in _blocks(blocks, where, headings)).rstrip("\n") + "\n"
    return text if headings else re.sub(r"(?<=\*\*\n)\n(?=- )", "", text)


def inline(line: Inlines, where: Where = nowhere) -> str:
    """Return one line in Markdown."""
    return "".join(_inline(node, where) for node in line)


def markdown_text(said: str) -> str:
    """Return a text of the ledger in Markdown."""
    return inline(inlines(said))


def escaped(said: str) -> str:
    """Return text that Markdown shows unchanged."""
    return re.sub(r"([\\`*_{}\[\]<>#|$&~])", r"\\\1", said)


def standard(tex: str) -> str:
    """Return TeX without the pages' own macros."""
    tex = tex.replace(r"\Reg", r"\mathrm{Reg}_T").replace(r"\wto", r"\tilde O")
    return re.sub(r"\\Lam(?![a-z])", r"\\Lambda", tex).strip()


def anchor(title: str) -> str:
    """Return the fragment by which GitHub links to a heading, given as Markdown."""
    plain = re.sub(r"\\(.)", r"\1", title.lower()).replace(" ", "-")
    return re.sub(r"[^\w-]", "", plain)


def markdown_table(grid: Grid, where: Where = nowhere) -> str:
    """Return a table, a line for each row."""
    lines = [[inline(cell, where) for cell in grid.head], ["---"] * len(grid.head)]
    for row in grid.rows:
        cells = [inline((Strong(row.title),), where)] if row.title else []
        for cell in row.cells:
            said = cell.says
            cells.append(_code_cell(said) if isinstance(said, Source) else inline(said, where))
        lines.append(cells)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _code_cell(source: Source) -> str:
    return "<br>".join(f"`{line.replace('|', chr(92) + '|')}`" for line in source.code.split("\n"))


def _blocks(blocks: Blocks, where: Where, headings: bool) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading():
                said = inline(block.says, where)
                yield f"{'#' * block.level} {said}" if headings else f"**{said}**"
            case Paragraph():
                label = f"**{block.label}.** " if block.label else ""
                yield label + inline(block.says, where)
            case Listing():
                sign = "1. " if block.ordered else "- "
                yield "\n".join(sign + inline(item, where) for item in block.items)
            case Formula():
                yield f"$${standard(block.tex)}$$"
            case Source():
                if block.label:
                    yield f"**{block.label}.**"
                yield f"```{block.language}\n{block.code}\n```"
            case Terms():
                yield "\n".join(
                    f"- {inline(name, where)}: {inline(value, where)}" for name, value in block.rows
                )
            case Grid():
                yield markdown_table(block, where)
            case Group():
                yield from _blocks(block.blocks, where, headings)
            case Details():
                yield f"**{inline(block.summary, where)}**"
                yield from _blocks(block.blocks, where, headings)
            case Picture():
                if block.caption:
                    yield inline(block.caption, where)


def _inline(node: Inline, where: Where) -> str:
    match node:
        case Words():
            return escaped(node.text)
        case Math():
            tex = standard(node.tex).replace(r"\|", r"\Vert ").replace("|", r"\vert ")
            return f"${tex}$"  # a bar would end the cell of a table
        case Code():
            return f"`{node.text}`"
        case Strong():
            return f"**{inline(node.says, where)}**"
        case Small():
            return inline(node.says, where)
        case Badge():
            return f"*{node.word}*"
        case Link():
            href, said = where(node), inline(node.says, where)
            return f"[{said}]({href})" if href else said
