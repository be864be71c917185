"""README.md and spec.md as a reader sees them: links, anchors, blocks of code, commands in lines.

The parser and the anchors are those of markdown-it, made to agree with GitHub, and share nothing
with what generates parts of these pages.
"""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin

_PARSER = MarkdownIt("commonmark").enable("table").use(anchors_plugin, max_level=6)


def _tokens(text: str) -> Iterator[Token]:
    for token in _PARSER.parse(text):
        yield token
        yield from token.children or ()


def anchors(text: str) -> list[str]:
    """The fragments of all headings."""
    return [str(t.attrs["id"]) for t in _tokens(text) if t.type == "heading_open"]


def links(text: str) -> list[str]:
    """The targets of all links and images, as written."""
    targets = [t.attrs.get("href") or t.attrs.get("src") for t in _tokens(text)]
    return [str(target) for target in targets if target]


def blocks(text: str, language: str | None = None) -> list[tuple[int, str, str]]:
    """(line, language, content) of every fenced block, or of those in `language`."""
    fences = [
        (t.map[0] + 1 if t.map else 0, t.info.strip(), t.content)
        for t in _tokens(text)
        if t.type == "fence"
    ]
    return [block for block in fences if language is None or block[1] == language]


def spans(text: str) -> list[str]:
    """The code spans of the text, white space normalised."""
    return [" ".join(t.content.split()) for t in _tokens(text) if t.type == "code_inline"]
