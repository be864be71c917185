"""LaTeX to MathML, so that mathematics needs neither a network nor a script."""

from __future__ import annotations

import html
import re
from functools import cache

TOKEN = re.compile(r"\\[A-Za-z]+ *|\\.|.", re.DOTALL)
RELATIONS = {"=", "\\leq", "\\geq", "\\to", "\\leftarrow"}
SPACES = {"\\quad", "\\ "}
LONG = 40  # characters after which a line may also end before a plus


def pieces(tex: str) -> list[str]:
    """The formula cut before its relations and after its wide spaces, outside of every bracket:
    the places where a line may end when the page is narrow."""
    found, depth = [""], 0
    for token in TOKEN.findall(tex):
        name = token.rstrip() if len(token) > 2 else token
        long = name == "+" and len(found[-1]) > LONG
        if depth == 0 and (long or name in RELATIONS) and found[-1].strip():
            found.append("")
        found[-1] += token
        depth += (name in "{(") - (name in "})")
        if depth == 0 and name in SPACES:
            found.append("")
    return [piece for piece in found if piece.strip()]


@cache
def mathml(tex: str) -> str:
    """The formula as MathML elements side by side, operators as large as in a display; as escaped
    code if the converter cannot read all of it."""
    import latex2mathml.converter

    try:
        shown = [latex2mathml.converter.convert(piece, display="block") for piece in pieces(tex)]
    except Exception:  # its errors have no common base; a formula must not stop a report
        shown = ["\\"]
    if any("\\" in one for one in shown):
        return f"<code>{html.escape(tex)}</code>"
    inline = 'display="inline" displaystyle="true"'  # one after the other, limits below operators
    return " ".join(one.replace('display="block"', inline, 1) for one in shown)
