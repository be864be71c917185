r"""LaTeX renderer: a document tree as a file that pdflatex makes a PDF of."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from proofs_check.report.document import (
    Badge,
    Blocks,
    Code,
    Formula,
    Grid,
    Group,
    Heading,
    Inline,
    Inlines,
    Listing,
    Math,
    Paragraph,
    Picture,
    Source,
    Strong,
    Words,
)
from proofs_check.report.markdown import standard
from proofs_check.report.plain_text import GREEK
from reference.support.errors import PreconditionError

PREAMBLE = r"""\documentclass[10pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage{amsmath,amssymb,graphicx}
\usepackage[margin=22mm]{geometry}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 1pt}
\setlength{\leftmargini}{1.6em}
\emergencystretch=3em
\begin{document}
"""
SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "\u200b": r"\allowbreak{}", "“": "``", "”": "''", "<": r"\textless{}", ">": r"\textgreater{}",
}  # fmt: skip
IN_CODE = str.maketrans({**{sign: name for name, sign in GREEK.items()}, "√": "sqrt"})
LONG = re.compile(r"\w{40,}")  # words, such as digests, that are broken
SIZES = {1: r"\large", 2: "", 3: r"\small"}
COLUMNS = 92  # of a line of code


def latex(blocks: Blocks) -> str:
    """Return the tree as a document. A group "sheet" is a page of its own."""
    return f"{PREAMBLE}{''.join(_blocks(blocks))}\\end{{document}}\n"


def printable(said: str) -> str:
    """Return text that LaTeX prints unchanged; a long word may be broken."""
    marked = LONG.sub(lambda m: "\u200b".join(textwrap.wrap(m[0], 8)), said)
    return "".join(SPECIAL.get(c, c) for c in marked)


def line(said: Inlines) -> str:
    """Return one line in LaTeX."""
    return "".join(map(_inline, said))


def _blocks(blocks: Blocks) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading():
                yield f"{{{SIZES[block.level]}\\bfseries {line(block.says)}\\par}}\n"
            case Paragraph():
                label = f"\\textbf{{{printable(block.label)}.}} " if block.label else ""
                yield f"{label}{line(block.says)}\\par\n"
            case Listing():
                kind = "enumerate" if block.ordered else "itemize"
                items = "".join(f"\\item {line(item)}\n" for item in block.items)
                tight = r"\setlength{\itemsep}{2pt}\setlength{\parskip}{0pt}"
                yield f"\\begin{{{kind}}}{tight}\n{items}\\end{{{kind}}}\n"
            case Formula():
                yield f"\\[{standard(block.tex)}\\]\n"
            case Source():
                yield _code(block)
            case Grid():
                yield from _rows(block)
            case Picture(file=file) if file:  # which may have been left behind
                shown = rf"\includegraphics[width=.8\linewidth]{{{file}}}\par"
                yield f"\\IfFileExists{{{file}}}{{{shown}}}{{}}\n{line(block.caption)}\\par\n"
            case Group():
                yield from _blocks(block.blocks)
                yield "\\newpage\n" if block.style == "sheet" else ""
            case _:
                raise PreconditionError("block", type(block).__name__, "is not for LaTeX")


def _rows(grid: Grid) -> Iterator[str]:
    """Yield a paragraph for each row: the first cell in bold, then the others; code below."""
    for row in grid.rows:
        if row.title:
            yield f"\\medskip\\textbf{{\\textit{{{line(row.title)}}}}}\\par\n"
        told, codes = [], []
        for cell in row.cells:
            if isinstance(cell.says, Source):
                codes.append(_code(cell.says))
            elif cell.says:
                told.append(printable(cell.word) + line(cell.says))
        if told:
            yield f"\\textbf{{{told[0]}.}} {' '.join(told[1:])}\\par\n"
        yield from codes


def _code(source: Source) -> str:
    lines = []
    for code in source.code.translate(IN_CODE).split("\n"):
        lines += textwrap.wrap(code, COLUMNS, subsequent_indent="    ") or [""]
    label = f"\\textbf{{{printable(source.label)}}}\\par\n" if source.label else ""
    inside = "\n".join(lines)
    return f"{label}{{\\footnotesize\\begin{{verbatim}}\n{inside}\n\\end{{verbatim}}}}\n"


def _inline(node: Inline) -> str:
    match node:
        case Words():
            return printable(node.text)
        case Math():
            return f"${standard(node.tex)}$"
        case Code():
            return f"\\texttt{{{printable(node.text)}}}"
        case Strong():
            return f"\\textbf{{{line(node.says)}}}"
        case Badge():
            return f"\\textit{{{printable(node.word)}}}"
        case _:
            return line(node.says)
