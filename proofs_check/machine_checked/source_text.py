"""Coq source text without its comments, and its digest.

Coq nests comments, and strings count inside them: `"(*"` opens none."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

TOKEN = re.compile(r'\(\*|\*\)|"[^"]*"|[^(*"]+|.', re.DOTALL)


@lru_cache(maxsize=256)  # an audit asks for each file some ten times
def without_comments(text: str) -> str:
    """Return the text with comments blanked, lines kept."""
    kept, depth = [], 0
    for token in TOKEN.findall(text):
        depth += token == "(*"
        kept.append(re.sub(r"[^\n]", " ", token) if depth else token)
        depth -= depth > 0 and token == "*)"
    return "".join(kept)


@lru_cache(maxsize=256)
def _code(text: str) -> str:
    """Return the words of the text, a space between two, comments left out."""
    return " ".join(without_comments(text).split())


def digest_of_code(files: Iterable[tuple[str, Path]]) -> str:
    """Return the SHA-256 of names and texts, in the order of the names: comments and the space
    between words left out."""
    total = hashlib.sha256()
    for name, file in sorted(files):
        code = _code(file.read_text(encoding="utf-8"))
        total.update(f"{name}\0{code}\0".encode())
    return total.hexdigest()
