"""TeX to MathML by Temml, so that mathematics needs neither a network nor a script to be read.

Temml is one JavaScript file (vendor/temml.min.js); QuickJS, a wheel, runs it when a report is made.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

TOKEN = re.compile(r"\\[A-Za-z]+ *|\\.|.", re.DOTALL)
RELATIONS = {"=", "\\leq", "\\geq", "\\to", "\\leftarrow"}
TERMS = {"+", "<", "\\sum", "\\text", "\\cap", "\\sqrt"}
SPACES = {"\\quad", "\\ "}
LONG = 20  # characters of TeX after which a line may also end elsewhere
TYPESET = r"""
const macros = {"\\Lam": "\\Lambda", "\\X": "\\mathcal X", "\\A": "\\mathcal A",
                "\\Pc": "\\mathcal P", "\\Reg": "\\mathrm{Reg}_T", "\\wto": "\\tilde O"};
const options = {macros, throwOnError: true, annotate: false};
const shown = tex => JSON.stringify(temml.renderToString(tex, options));
"""
NOISE = re.compile(
    r' class="(?:tml|chr|wbk|mathcal)[^"]*"| style="math-depth:0;"|<mspace></mspace>'
)


@cache
def _engine() -> Callable[[str], str]:
    import quickjs

    context = quickjs.Context()
    context.eval(files(__package__).joinpath("vendor/temml.min.js").read_text("utf-8") + TYPESET)
    shown: Callable[[str], str] = context.eval("shown")
    return shown


@cache
def mathml(tex: str) -> str:
    """Return a formula as MathML; as escaped code if Temml refuses it."""
    import quickjs

    try:
        shown: str = json.loads(_engine()(tex.replace(r"\textsc", r"\text")))  # no small capitals
    except quickjs.JSException:
        return f"<code>{html.escape(tex)}</code>"
    return NOISE.sub("", shown)


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
    found, group, bracket = [""], 0, 0
    for token in TOKEN.findall(tex):
        name = token.rstrip() if len(token) > 2 else token
        long = len(found[-1]) > LONG
        ends = name in RELATIONS and (long or not bracket)
        if group == 0 and (ends or (long and name in TERMS)) and found[-1].strip():
            found.append("")
        found[-1] += token
        group += (name == "{") - (name == "}")
        bracket += (name in ("(", "\\{", "[")) - (name in (")", "\\}", "]"))
        if group == 0 and (long or not bracket) and name in SPACES:
            found.append("")
    return [piece for piece in found if piece.strip()]
