"""The templates: everything is escaped except markup made here."""

from __future__ import annotations

import base64
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from proofs_check.arithmetic import to_q
from proofs_check.conformance.divergence import brief
from proofs_check.ledger.evidence import decimal
from proofs_check.report.badges import TONES
from proofs_check.report.html.formula import display, linked, typeset
from proofs_check.report.notation import unicode_text
from proofs_check.report.overview import spaced
from proofs_check.report.terminal import witness_text

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

FONTS = (  # file, family, style, weight
    ("math", "UCRL Math", "normal", 400),
    ("text-400-normal", "UCRL Text", "normal", 400),
    ("text-400-italic", "UCRL Text", "italic", 400),
    ("text-700-normal", "UCRL Text", "normal", 700),
)


@cache
def environment() -> Environment:
    """Jinja2 over this package's templates; an unknown name in one is an error."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader("proofs_check.report.html"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    found.filters["say"] = lambda text: markup(typeset(text))
    found.filters["linked"] = lambda text: markup(linked(text))
    found.filters["display"] = lambda tex: markup(display(tex))
    plain = (decimal, spaced, witness_text)
    found.filters["brief"] = lambda number: brief(to_q(number))
    found.filters |= {"unicode": unicode_text, **{make.__name__: make for make in plain}}
    found.globals["tones"] = TONES
    return found


@cache
def style_sheet() -> str:
    """The style sheet with the fonts in it: one file, so that no page fetches anything from
    elsewhere."""
    here = files(__package__)
    faces = [
        f'@font-face{{font-family:"{family}";font-style:{slant};font-weight:{weight};'
        f'src:url(data:font/woff2;base64,{base64.b64encode(data).decode()}) format("woff2")}}'
        for file, family, slant, weight in FONTS
        for data in [here.joinpath(f"vendor/{file}.woff2").read_bytes()]
    ]
    sheet = here.joinpath("templates/style.css").read_text("utf-8")
    return f"/* ucrl-lp report */\n{sheet}{chr(10).join(faces)}\n"


def page(template: str, *, alone: bool = False, **context: Any) -> str:
    """One page; `alone`: with the style sheet in it."""
    sheet = markup(style_sheet()) if alone else ""
    return environment().get_template(template).render(alone=alone, style=sheet, **context)


def markup(text: str) -> Markup:
    """Markup made by this package, with all text in it escaped."""
    from markupsafe import Markup

    return Markup(text)
