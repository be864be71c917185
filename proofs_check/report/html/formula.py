"""TeX to MathML by math-core: mathematics needs neither a network nor a script to be read."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from math_core import LatexToMathML

TOKEN = re.compile(r"\\[A-Za-z]+ *|\\.|.", re.DOTALL)
RELATIONS = {"=", "\\leq", "\\geq", "\\to", "\\leftarrow"}
TERMS = {"+", "<", "\\sum", "\\text", "\\cap", "\\sqrt"}
SPACES = {"\\quad", "\\ "}
LONG = 20  # characters of TeX after which a line may also end elsewhere
MACROS = {
    "Lam": r"\Lambda", "X": r"\mathcal X", "A": r"\mathcal A", "Pc": r"\mathcal P",
    "Reg": r"\mathrm{Reg}_T", "wto": r"\tilde O", "textsc": r"\text{#1}",
}  # fmt: skip
CHANGED = {
    "<mspace/>": "",  # nothing
    "\ufe00": "",  # which of two scripts, for fonts that have both
    "&ApplyFunction;": "\u2061",
    ' accent="true"': "",  # Chromium lets the bar of an accent touch its letter
    "\u00af": "\u203e",  # wider bars and tildes
    "\u02dc": "~",
    "\u2216": "\u29f5",  # a set minus as wide as a sign
}


@cache
def _converter() -> LatexToMathML:
    from math_core import LatexToMathML

    return LatexToMathML(macros=MACROS, fancy_error=False)


@cache
def mathml(tex: str) -> str:
    """Return a formula as MathML; as escaped code if it cannot be converted."""
    from math_core import LatexError

    try:
        shown = _converter().convert_with_local_state(tex, displaystyle=False)
    except LatexError:
        return f"<code>{html.escape(tex)}</code>"
    for old, new in CHANGED.items():
        shown = shown.replace(old, new)
    return shown


def display(tex: str) -> str:
    """Return a formula on separate lines, with the places where a narrow page may end a line."""
    return _broken(tex, "\\displaystyle ")


def in_line(tex: str) -> str:
    """Return a formula in a line of text, with the places where the line may end."""
    return _broken(tex)


def _broken(tex: str, style: str = "") -> str:
    parts = [tex] if "\\begin" in tex or len(tex) < LONG else breakable(tex)
    return "<wbr>".join(mathml(style + "{}" * (k > 0) + part) for k, part in enumerate(parts))


def breakable(tex: str) -> list[str]:
    """Return the formula cut before its relations and after its wide spaces; where a part is long,
    also in brackets, and before sums and words."""
    pieces, group, bracket = [""], 0, 0
    for token in TOKEN.findall(tex):
        name = token.rstrip() if len(token) > 2 else token
        long = len(pieces[-1]) > LONG
        ends = name in RELATIONS and (long or not bracket)
        if group == 0 and (ends or (long and name in TERMS)) and pieces[-1].strip():
            pieces.append("")
        pieces[-1] += token
        group += (name == "{") - (name == "}")
        bracket += (name in ("(", "\\{", "[")) - (name in (")", "\\}", "]"))
        if group == 0 and (long or not bracket) and name in SPACES:
            pieces.append("")
    return [piece for piece in pieces if piece.strip()]
