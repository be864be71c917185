"""What a page on a terminal leaves out unless all of it is asked for: text between two marks.

A page is made once, with everything, and kept so (audit/kept.py); what is folded in a browser is
between marks in it, which are characters that no text has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SUMMARY, BEGIN, END = "\x0e", "\x11", "\x12"
"""Before a summary; as lines of their own, around what it stands for."""

PLUS = "[+] "
HINT = f"{PLUS}stands for more: --all prints it."


def folded(summary: Iterable[str], inside: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a summary and of what it stands for, marked."""
    yield from (SUMMARY * (not k) + line for k, line in enumerate(summary))
    yield BEGIN
    yield from inside
    yield END


def unfolded(text: str, everything: bool) -> str:
    """Return a marked text to be read: with everything, or with a sign before every summary that
    stands for more."""
    lines: list[str] = []
    depth = 0
    for line in text.split("\n"):
        if (mark := line.strip(" ")) in (BEGIN, END):
            depth += 1 if mark == BEGIN else -1
        elif everything or not depth:
            lines.append(line.replace(SUMMARY, "" if everything else PLUS))
    return "\n".join(lines)
