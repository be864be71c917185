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
from itertools import count
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

HEADING = re.compile(r"<h([2-6])((?: [^>]*)?)>(.*?)</h\1>", re.DOTALL)
ID = re.compile(r'\bid="([^"]*)"')
TAG = re.compile(r"<[^>]*>")
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
    text = ""
    for k, node in enumerate(line):
        before, after = line[k - 1] if k else None, line[k + 1] if k + 1 < len(line) else None
        sign = SIGN.match(after.text) if isinstance(after, Words) else None
        if isinstance(node, Math) and sign:
            text += f'<span class="nb">{in_line(node.tex)}{escape(sign[0])}</span>'
        elif isinstance(node, Words) and isinstance(before, Math):
            text += escape(SIGN.sub("", node.text), quote=False)
        else:
            text += _inline(node, where)
    return text


def _inline(node: Inline, where: Where) -> str:
    match node:
        case Words():
            return escape(node.text, quote=False)
        case Math():
            return in_line(node.tex)
        case Code():
            return f"<code>{escape(node.text, quote=False)}</code>"
        case Strong():
            return f"<strong>{line_markup(node.says, where)}</strong>"
        case Small():
            return f'<span class="small">{line_markup(node.says, where)}</span>'
        case Badge():
            return f'<span class="{node.style}">{escape(node.word)}</span>'
        case Link():
            href = where(node)
            if not href:
                return line_markup(node.says, where)
            return f'<a href="{escape(href)}">{link_markup(node.says)}</a>'


def link_markup(says: Inlines) -> str:
    """Return the text of a link, which needs words next to its formulas."""
    text = line_markup(says, lambda _: "")
    if "<math" not in text:
        return text
    words = escape(in_words(says))
    return f'<span aria-hidden="true">{text}</span><span class="unseen">{words}</span>'


# ----------------------------------------------------------------------------- blocks


def body(blocks: Blocks, where: Where) -> str:
    """Return the tree as markup."""
    return "\n".join(_block(block, where) for block in blocks)


def _classed(tag: str, style: str, more: str = "") -> str:
    named = f' class="{escape(style)}"' if style else ""
    return f"<{tag}{more}{named}>"


def _block(block: Block, where: Where) -> str:
    match block:
        case Heading():
            id = f' id="{escape(block.id)}"' if block.id else ""
            tag = f"h{block.level}"
            return f"{_classed(tag, block.style, id)}{line_markup(block.says, where)}</{tag}>"
        case Paragraph():
            label = f'<span class="lab">{escape(block.label)}</span>' if block.label else ""
            return f"{_classed('p', block.style)}{label}{line_markup(block.says, where)}</p>"
        case Listing():
            tag = "ol" if block.ordered or block.style == "errs" else "ul"
            items = "".join(f"<li>{_item(item, block.style, where)}</li>\n" for item in block.items)
            return f"{_classed(tag, block.style)}{items}</{tag}>"
        case Formula():
            return f'<div class="disp">{display(block.tex)}</div>' if block.tex else ""
        case Source():
            label = f'<p class="lab">{escape(block.label)}</p>' if block.label else ""
            return f'<div class="keep">{label}{_code(block)}</div>' if label else _code(block)
        case Terms():
            pairs = ((line_markup(k, where), line_markup(v, where)) for k, v in block.rows)
            rows = "".join(f"<div><dt>{k}</dt><dd>{v}</dd></div>" for k, v in pairs)
            return f"{_classed('dl', block.style)}{rows}</dl>"
        case Grid():
            return _table(block, where)
        case Group():
            name = f' aria-label="{escape(block.name)}"' if block.name else ""
            tag = "section" if name else "div"
            return f"{_classed(tag, block.style, name)}{body(block.blocks, where)}</{tag}>"
        case Details():
            inner = body(block.blocks, where)
            return (
                f"<details><summary>{line_markup(block.summary, where)}</summary>{inner}</details>"
            )
        case Picture():
            title = f"<h2>{line_markup(block.title, where)}</h2>" if block.title else ""
            caption = f"<figcaption>{line_markup(block.caption, where)}</figcaption>"
            return (
                f"<figure>{title}{block.markup}{caption}</figure>"
                if block.caption
                else block.markup
            )


def _item(item: Inlines, style: str, where: Where) -> str:
    if style == "errs":  # a name and, beside it, the rest
        return f"{_inline(item[0], where)}<p>{line_markup(item[2:], where)}</p>"
    return line_markup(item, where)


def _code(block: Source) -> str:
    patch = ' class="patch"' if block.language == "diff" else ""
    return f'<pre{patch} tabindex="0">{escape(block.code, quote=False)}</pre>'


def _table(grid: Grid, where: Where) -> str:
    head = "".join(f'<th scope="col">{line_markup(cell, where)}</th>' for cell in grid.head)
    caption = f"<caption>{line_markup(grid.caption, where)}</caption>" if grid.caption else ""
    rows = "\n".join(_row(row, len(grid.head), where) for row in grid.rows)
    if not any(row.title for row in grid.rows):
        rows = f"<tbody>{rows}</tbody>"
    return f"{_classed('table', grid.style)}{caption}<thead><tr>{head}</tr></thead>{rows}</table>"


def _row(row: GridRow, columns: int, where: Where) -> str:
    if row.title:
        said = line_markup(row.title, where)
        return f'<tr class="sec"><th colspan="{columns}" scope="colgroup">{said}</th></tr>'
    id = f' id="{escape(row.id)}"' if row.id else ""
    return f"{_classed('tr', row.style, id)}{''.join(_cell(c, where) for c in row.cells)}</tr>"


def _cell(cell: Cell, where: Where) -> str:
    if cell.share is not None:
        above = ' class="above"' if cell.share > 1 else ""
        width = min(100 * cell.share, 100)
        return f'<td class="bar"><span{above} style="width:{width:.0f}%"></span></td>'
    word = f'<span class="cell">{escape(cell.word)}</span>' if cell.word and cell.says else ""
    said = _code(cell.says) if isinstance(cell.says, Source) else line_markup(cell.says, where)
    return f"{_classed('td', 'n' * cell.short)}{word}{said}</td>"


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


def script() -> str:
    """Return the script of every page: search, copy buttons. It asks no network for anything."""
    return files(__package__).joinpath("templates/site.js").read_text("utf-8")


@dataclass(frozen=True)
class MenuEntry:
    """Entry of the navigation: its title and address, the entries below it, and how the addresses
    of the other pages begin that belong to it."""

    title: str
    href: str
    subentries: tuple[tuple[str, str], ...] = ()
    prefixes: tuple[str, ...] = ()

    def has(self, page: str) -> bool:
        """Return whether a page is this entry, or below it."""
        own = (self.href, *(href for _, href in self.subentries))
        return page in own or page.startswith(self.prefixes)


@dataclass(frozen=True)
class Navigation:
    """Entries of the bar at the top, the address `here`, the way `up` to them."""

    entries: tuple[MenuEntry, ...]
    here: str
    up: str = ""

    @property
    def top(self) -> tuple[tuple[str, str], ...]:
        """Return title and address of each entry."""
        return tuple((entry.title, entry.href) for entry in self.entries)

    @property
    def part(self) -> MenuEntry | None:
        """Return the entry that the page belongs to: it is shown with those below it."""
        return next((entry for entry in self.entries if entry.has(self.here)), None)


def page(
    content: Page,
    where: Where,
    navigation: Navigation,
    *,
    command: str,
    alone: bool = False,
    foot: str = "Exact arithmetic; sampled evidence is not a proof.",
) -> str:
    """Return a page in the frame: navigation, search, and the command that made it; `alone`: one
    file, with the style sheet in it and without search."""
    return template(
        "base.html",
        title=content.title,
        page_style=content.style,
        body=markup(with_anchors(body(content.blocks, where))),
        navigation=navigation,
        made=source(),
        command=command,
        foot=foot,
        alone=alone,
        style=markup(style_sheet()) if alone else "",
    )


def with_ids(text: str) -> str:
    """Return markup whose headings below the first have an id: the name that GitHub gives them."""
    taken = set(ID.findall(text))

    def named(match: re.Match[str]) -> str:
        level, has, says = match.groups()
        if ID.search(has):
            return match[0]
        name = _unused(slug(says), taken)
        taken.add(name)
        return f'<h{level} id="{name}"{has}>{says}</h{level}>'

    return HEADING.sub(named, text)


def with_anchors(text: str) -> str:
    """Return markup whose headings below the first have an id and a link to themselves."""

    def linked(match: re.Match[str]) -> str:
        level, has, says = match.groups()
        id = ID.search(has)
        said = f"link to: {html.unescape(TAG.sub('', says))}"
        anchor = (
            f'<a class="anchor" href="#{id[1] if id else ""}" aria-label="{escape(said)}">#</a>'
        )
        return f"<h{level}{has}>{says}{anchor}</h{level}>"

    return HEADING.sub(linked, with_ids(text))


def slug(says: str) -> str:
    """Return the name that GitHub gives a heading."""
    words = html.unescape(TAG.sub("", says)).lower()
    return re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-") or "part"


def _unused(name: str, taken: set[str]) -> str:
    """Return the name, with the least number that makes it the only one on its page."""
    names = (f"{name}-{k}" if k else name for k in count())
    return next(free for free in names if free not in taken)


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
