"""Index of the search: a script that lists every part of every page, made with the pages.

A part begins at a heading, at a member of an API page, or at a named statement of a Coq source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser

INDEX_FILE = "search.js"
IN_LINE = {
    "a", "b", "code", "em", "span", "strong", "wbr",
    "math", "mi", "mo", "mn", "mrow", "msub", "msup", "msubsup", "mover", "munder", "munderover",
    "mtext", "mstyle", "mpadded", "msqrt", "mfrac",
}  # fmt: skip
VOID = {"meta", "link", "br", "wbr", "img", "input", "hr"}
HEADINGS = {"h1", "h2", "h3"}
UNSEEN = {"svg", "figure", "footer", "head", "header", "button"}
NAMED_IN_COQ = re.compile(
    r"\s*(?:Theorem|Lemma|Corollary|Definition|Fixpoint|Record|Inductive|Notation)\s+([\w']+)"
)


class Parts(HTMLParser):
    """Parts of a page: the place on it, the heading and the text of each; the first is the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.title = ""
        self.parts: list[tuple[str, str, str]] = []
        self._place, self._heading, self._text = "", "", ""
        self._open: list[tuple[str, dict[str, str]]] = []
        self.feed(page)
        self.close()
        self._end()

    def _end(self) -> None:
        heading, text = (" ".join(said.split()) for said in (self._heading, self._text))
        if self.title and (heading or text or not self.parts):
            self.parts.append((self._place, heading, text))
        self._place, self._heading, self._text = "", "", ""

    def _inside(self, *tags: str) -> bool:
        return any(tag in tags for tag, _ in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        member = "member" in has.get("class", "").split()
        if tag in ("h2", "h3") or member:
            self._end()
            self._place = has.get("id", "")
            self._heading = self._place if member else ""
        if tag not in IN_LINE:
            self._text += " "
        if tag not in VOID:
            self._open.append((tag, has))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()
        if tag not in IN_LINE:
            self._text += " "

    def handle_data(self, data: str) -> None:
        shown = [has.get("class", "") for _, has in self._open]
        if self._inside("title"):
            self.title += data
        elif not self._inside("main") or self._inside(*UNSEEN) or "anchor" in shown:
            return
        elif "listing" in shown:
            self._named(data)
        elif self._inside("h1"):
            return
        elif self._inside(*HEADINGS) and "unseen" not in shown:
            self._heading += data
        elif "unseen" not in shown and not (self._inside("pre") and self._inside("details")):
            self._text += data

    def _named(self, line: str) -> None:
        """Add the statement that begins in a line of a Coq source."""
        if name := NAMED_IN_COQ.match(line):
            self.parts.append((self._open[-1][1].get("id", ""), name[1], ""))


def search_index(pages: Mapping[str, str]) -> str:
    """Return the script: an entry (address, page, heading, text) for each part of the pages."""
    entries = [
        (f"{name}#{at}" if at else name, parsed.title, heading, text)
        for name, page in sorted(pages.items())
        if name.endswith(".html")
        for parsed in [Parts(page)]
        for at, heading, text in parsed.parts
    ]
    lines = (json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
    return "/* ucrl-lp report */\nvar SEARCH = [\n" + ",\n".join(lines) + "\n];\n"
