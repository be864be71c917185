"""Spelling of names of statements: what "Lemma 6", "lemma6" and "lem. 6" have in common."""

from __future__ import annotations

import re

SPELLINGS = (
    (r"\b(equation|eq)s?\b\.?", ""), (r"\btheorem\b", "thm"), (r"\blemma\b", "lem"),
    (r"\bproposition\b", "prop"), (r"\bdefinition\b", "def"), (r"\bassumption\b", "as"),
    (r"\bremark\b", "rem"), (r"\bsection\b", "sec"), (r"\bappendix\b", "app"),
    (r"\bapp\.? a\b", "app i"), (r"\bapp\.? b\b", "app ii"),
    (r"\balgorithm\b", "alg"), (r"\bline\b|(?<=1)/", " l "),
    ("√", "sqrt"), ("π", "pi"), ("ξ", "xi"),  # as a terminal prints the names
)  # fmt: skip


def name_key(name: str) -> str:
    """Return a name without spaces, dots, brackets, and in one spelling."""
    text = re.sub(r"(?<=[a-z])(?=\d)", " ", name.lower())  # lemma6
    for words, short in SPELLINGS:
        text = re.sub(words, short, text)
    return re.sub(r"[\s.,()^${}\\]", "", text)
