"""HTML renderer: a document tree in the frame that all pages share.

Everything is escaped here, in one place; markup comes from this package alone (Picture, formulas).
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from proofs_check.report.document import (
    Badge,
    Block,
    Blocks,
    Cell,
    Code,
    Details,
    Formula,
    Grid,
    GridRow,
    Group,
    Heading,
    Inline,
    Inlines,
    Link,
    Listing,
    Math,
    Page,
    Paragraph,
    Picture,
    Small,
    Source,
    Strong,
    Terms,
    Words,
)
from proofs_check.report.html.fonts import font_faces
from proofs_check.report.html.formula import display, in_line
from proofs_check.report.terminal import in_words
from reference.support.versions import source

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

SIGN = re.compile(r"^[.,;:)”]+")  # stays on the line of the formula before it
Where = Callable[[Link], str]
"""The address of a link on a page, "" for none."""


# ----------------------------------------------------------------------------- in a line


INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of what follows."""


def visible(value: Any) -> Any:
    """Return what a template prints, with INVISIBLE characters of plain text written as escapes: a
    name from a trace must not change how the page reads."""
    if type(value) is not str:
        return value  # markup is ours
    return INVISIBLE.sub(lambda match: match.group().encode("unicode_escape").decode(), value)


def escape(text: str, quote: bool = True) -> str:
    """Return a text as HTML, INVISIBLE characters as escapes."""
    return html.escape(visible(text), quote)


def line_markup(line: Inlines, where: Where) -> str:
    """Return one line as markup: a sign after a formula stays on its line."""
    found = ""
    for k, one in enumerate(line):
        before, after = line[k - 1] if k else None, line[k + 1] if k + 1 < len(line) else None
        sign = SIGN.match(after.text) if isinstance(after, Words) else None
        if isinstance(one, Math) and sign:
            found += f'<span class="nb">{in_line(one.tex)}{escape(sign[0])}</span>'
        elif isinstance(one, Words) and isinstance(before, Math):
            found += escape(SIGN.sub("", one.text), quote=False)
        else:
            found += _inline(one, where)
    return found


def _inline(one: Inline, where: Where) -> str:
    match one:
        case Words():
            return escape(one.text, quote=False)
        case Math():
            return in_line(one.tex)
        case Code():
            return f"<code>{escape(one.text, quote=False)}</code>"
        case Strong():
            return f"<strong>{line_markup(one.says, where)}</strong>"
        case Small():
            return f'<span class="small">{line_markup(one.says, where)}</span>'
        case Badge():
            return f'<span class="{one.style}">{escape(one.word)}</span>'
        case Link():
            href = where(one)
            if not href:
                return line_markup(one.says, where)
            return f'<a href="{escape(href)}">{link_markup(one.says)}</a>'


def link_markup(says: Inlines) -> str:
    """Return the text of a link, which needs words next to its formulas."""
    found = line_markup(says, lambda _: "")
    if "<math" not in found:
        return found
    words = escape(in_words(says))
    return f'<span aria-hidden="true">{found}</span><span class="unseen">{words}</span>'


# ----------------------------------------------------------------------------- blocks


def body(blocks: Blocks, where: Where) -> str:
    """Return the tree as markup."""
    return "\n".join(_block(one, where) for one in blocks)


def _classed(tag: str, style: str, more: str = "") -> str:
    named = f' class="{escape(style)}"' if style else ""
    return f"<{tag}{more}{named}>"


def _block(one: Block, where: Where) -> str:
    match one:
        case Heading():
            id = f' id="{escape(one.id)}"' if one.id else ""
            tag = f"h{one.level}"
            return f"{_classed(tag, one.style, id)}{line_markup(one.says, where)}</{tag}>"
        case Paragraph():
            label = f'<span class="lab">{escape(one.label)}</span>' if one.label else ""
            return f"{_classed('p', one.style)}{label}{line_markup(one.says, where)}</p>"
        case Listing():
            tag = "ol" if one.ordered or one.style == "errs" else "ul"
            items = "".join(f"<li>{_item(item, one.style, where)}</li>\n" for item in one.items)
            return f"{_classed(tag, one.style)}{items}</{tag}>"
        case Formula():
            return f'<div class="disp">{display(one.tex)}</div>' if one.tex else ""
        case Source():
            label = f'<p class="lab">{escape(one.label)}</p>' if one.label else ""
            return f'<div class="keep">{label}{_code(one)}</div>' if label else _code(one)
        case Terms():
            pairs = ((line_markup(k, where), line_markup(v, where)) for k, v in one.rows)
            rows = "".join(f"<div><dt>{k}</dt><dd>{v}</dd></div>" for k, v in pairs)
            return f"{_classed('dl', one.style)}{rows}</dl>"
        case Grid():
            return _table(one, where)
        case Group():
            name = f' aria-label="{escape(one.name)}"' if one.name else ""
            tag = "section" if name else "div"
            return f"{_classed(tag, one.style, name)}{body(one.blocks, where)}</{tag}>"
        case Details():
            inner = body(one.blocks, where)
            return f"<details><summary>{line_markup(one.summary, where)}</summary>{inner}</details>"
        case Picture():
            title = f"<h2>{line_markup(one.title, where)}</h2>" if one.title else ""
            caption = f"<figcaption>{line_markup(one.caption, where)}</figcaption>"
            return f"<figure>{title}{one.markup}{caption}</figure>" if one.caption else one.markup


def _item(item: Inlines, style: str, where: Where) -> str:
    if style == "errs":  # a name and, beside it, the rest
        return f"{_inline(item[0], where)}<p>{line_markup(item[2:], where)}</p>"
    return line_markup(item, where)


def _code(one: Source) -> str:
    patch = ' class="patch"' if one.language == "diff" else ""
    return f"<pre{patch}>{escape(one.code, quote=False)}</pre>"


def _table(one: Grid, where: Where) -> str:
    head = "".join(f'<th scope="col">{line_markup(cell, where)}</th>' for cell in one.head)
    caption = f"<caption>{line_markup(one.caption, where)}</caption>" if one.caption else ""
    rows = "\n".join(_row(row, len(one.head), where) for row in one.rows)
    if not any(row.title for row in one.rows):
        rows = f"<tbody>{rows}</tbody>"
    return f"{_classed('table', one.style)}{caption}<thead><tr>{head}</tr></thead>{rows}</table>"


def _row(row: GridRow, columns: int, where: Where) -> str:
    if row.title:
        said = line_markup(row.title, where)
        return f'<tr class="sec"><th colspan="{columns}" scope="colgroup">{said}</th></tr>'
    id = f' id="{escape(row.id)}"' if row.id else ""
    return f"{_classed('tr', row.style, id)}{''.join(_cell(c, where) for c in row.cells)}</tr>"


def _cell(one: Cell, where: Where) -> str:
    if one.share is not None:
        above = ' class="above"' if one.share > 1 else ""
        width = min(100 * one.share, 100)
        return f'<td class="bar"><span{above} style="width:{width:.0f}%"></span></td>'
    word = f'<span class="cell">{escape(one.word)}</span>' if one.word and one.says else ""
    said = _code(one.says) if isinstance(one.says, Source) else line_markup(one.says, where)
    return f"{_classed('td', 'n' * one.short)}{word}{said}</td>"


# ----------------------------------------------------------------------------- pages


@cache
def environment() -> Environment:
    """Return Jinja2 over this package's templates; an unknown name in one is an error."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("proofs_check.report.html"),
        finalize=visible,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )


@cache
def style_sheet() -> str:
    """Return the style sheet with the fonts in it: one file, so that no page fetches anything from
    elsewhere."""
    sheet = files(__package__).joinpath("templates/style.css").read_text("utf-8")
    return f"/* ucrl-lp report */\n{sheet}{font_faces()}\n"


@dataclass(frozen=True)
class Navigation:
    """Entries (title, address) of the bar at the top, the address `here`, the way `up` to them."""

    entries: tuple[tuple[str, str], ...]
    here: str
    up: str = ""


def page(
    one: Page,
    where: Where,
    navigation: Navigation,
    *,
    command: str,
    alone: bool = False,
    foot: str = "Exact arithmetic; sampled evidence is not a proof.",
) -> str:
    """Return a page in the frame: navigation, and the command that made it; `alone`: with the style
    sheet in it."""
    return template(
        "base.html",
        title=one.title,
        body=markup(body(one.blocks, where)),
        nav=navigation.entries,
        here=navigation.here,
        up=navigation.up,
        made=source(),
        command=command,
        foot=foot,
        alone=alone,
        style=markup(style_sheet()) if alone else "",
    )


def listing(title: str, text: str) -> str:
    """Return a file with an anchor at every line: L12 is line 12."""
    numbered = "\n".join(
        f'<span id="L{k}">{escape(line, quote=False)}</span>'
        for k, line in enumerate(text.splitlines(), 1)
    )
    return f'<h1>{escape(title)}</h1>\n<pre class="listing" tabindex="0">{numbered}</pre>\n'


def template(name: str, **context: Any) -> str:
    """Return a template with its names filled in."""
    return environment().get_template(name).render(**context)


def markup(text: str) -> Markup:
    """Return markup made by this package, with all text in it escaped."""
    from markupsafe import Markup

    return Markup(text)
