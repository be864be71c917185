"""Coq source text without its comments, and the commands in it that leave a hole or step outside.

Coq nests comments, and strings count inside them: `"(*"` opens none."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

TOKEN = re.compile(r'\(\*|\*\)|"[^"]*"|[^(*"]+|.', re.DOTALL)
HOLES = re.compile(
    r"(?<!Section )(?<!End )\b(Admitted|admit|give_up|bypass_check|type-in-type|Redirect|Drop|Cd"
    r"|Load|Extraction|Extract|Primitive|Axioms?|Parameters?|Conjectures?|Rewrite\s+Rules?"
    r"|Declare\s+(?:ML\s+)?Module|Add\s+(?:Rec\s+)?(?:LoadPath|ML)"
    r"|(?:Uns|S)et\s+(?:Guard|Positivity|Universe)\s+Checking)\b"
)
OPENS = re.compile(r"\b(Section|Module)\s+(?:Type\s+|Import\s+|Export\s+)*[\w']+([^.]*)\.(?=\s|$)")
SCOPE = re.compile(
    OPENS.pattern + r"|\b(End)\s+[\w']+\s*\.(?=\s|$)|(?:^|\.\s)\s*(?:#\[[^\]]*\]\s*)?"
    r"((?:Local\s+|Global\s+|Polymorphic\s+)*(?:Hypothes[ie]s|Variables?|Context))\b"
)


def without_comments(text: str, strings: bool = True) -> str:
    """Return the text with comments blanked, lines kept; strings too, unless they are to stay."""
    kept, depth = [], 0
    for token in TOKEN.findall(text):
        depth += token == "(*"
        string = token.startswith('"') and len(token) > 1
        blank = depth > 0 or (string and not strings)
        kept.append(re.sub(r"[^\n]", " ", token) if blank else token)
        depth -= depth > 0 and token == "*)"
    return "".join(kept)


def holes(name: str, text: str) -> list[str]:
    """Return `file:line: words` for every command that leaves a hole or reaches outside."""
    code = without_comments(text, strings=False)
    found = [(m.start(), " ".join(m[1].split())) for m in HOLES.finditer(code)]
    open_: list[str] = []
    at = 0
    while m := SCOPE.search(code, at):
        at = m.end() - 1 if m[4] is None else m.end()
        if m[1] and ":=" not in m[2]:
            open_.append(m[1])
        elif m[3] and open_:
            open_.pop()
        elif m[4] and "Section" not in open_:
            found.append((m.start(4), f"{' '.join(m[4].split())} outside a section"))
    return [f"{name}:{code.count(chr(10), 0, at) + 1}: {word}" for at, word in sorted(found)]


def digest_of_code(files: Iterable[tuple[str, Path]]) -> str:
    """Return the SHA-256 of names and texts: comments and the space between words left out."""
    total = hashlib.sha256()
    for name, file in files:
        code = " ".join(without_comments(file.read_text(encoding="utf-8")).split())
        total.update(f"{name}\0{code}\0".encode())
    return total.hexdigest()
