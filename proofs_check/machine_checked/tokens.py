"""Coq source text as the tokens and the sentences that Coq's own lexer makes of it.

The rules are those of Coq 8.16's lexer: comments nest, and strings count inside them; a quote
doubled is a quote in a string; a full stop ends a sentence if a blank or the end follows, and
belongs to a name if a letter follows; `.(` is one token, so that `.(*` opens no comment; `.+1`,
`.1` and `..` are notations of MathComp's and of recursion. Text for
which the rules leave any doubt is refused: it is none of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")
NUMBER = re.compile(r"[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?|0[xX][0-9a-fA-F_]+")
STRING = re.compile(r'"(?:[^"]|"")*"')
BLANK = re.compile(r"[ \t\r\n]+")
SYMBOL = re.compile(r"\.[+-]?[0-9]+|\.\.(?!\.)|\.\(|[!#$%&()*+,\-/:;<=>?@\[\\\]^`{|}~']")
INSIDE = re.compile(r'\(\*|\*\)|"(?:[^"]|"")*"|[^(*"]+|[(*]')


class Unreadable(Exception):
    """Text that Coq's lexer refuses, or reads in a way that is not ours: where, and why."""

    def __init__(self, at: int, rule: str) -> None:
        super().__init__(rule)
        self.place, self.rule = at, rule


class Token(NamedTuple):
    """Kind ("word", "number", "string", "symbol", "stop"), text, place. A word is qualified where
    its parts are joined by full stops."""

    kind: str
    text: str
    place: int


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text. Raises Unreadable."""
    at = 0
    while at < len(text):
        if blank := BLANK.match(text, at):
            at = blank.end()
        elif text.startswith("(*", at):
            at = comment_end(text, at)
        else:
            token = _token(text, at)
            at += len(token.text)
            yield token


def _token(text: str, at: int) -> Token:
    for kind, pattern in (("word", WORD), ("number", NUMBER), ("string", STRING)):
        if match := pattern.match(text, at):
            end = match.end()
            while kind == "word" and text.startswith(".", end):
                if not (field := WORD.match(text, end + 1)):
                    break
                end = field.end()
            return Token(kind, text[at:end], at)
    if text.startswith("*)", at):
        raise Unreadable(at, "ends a comment that is not open")
    if text.startswith(".(*", at):
        raise Unreadable(at, "is a projection to Coq's lexer, and no comment")
    if match := SYMBOL.match(text, at):
        return Token("symbol", match[0], at)
    if text[at] == ".":
        if at + 1 == len(text) or text[at + 1] in " \t\r\n":
            return Token("stop", ".", at)
        raise Unreadable(at, "is a full stop that ends no sentence and belongs to no name")
    if text[at] == '"':
        raise Unreadable(at, "opens a string without an end")
    raise Unreadable(at, f"has the character {text[at]!r}, which is not of ASCII or not Coq's")


def comment_end(text: str, at: int) -> int:
    """Return the place after the comment that opens there. Raises Unreadable."""
    start, depth = at, 0
    while part := INSIDE.match(text, at):
        at = part.end()
        depth += (part[0] == "(*") - (part[0] == "*)")
        if not depth:
            return at
    raise Unreadable(start, "opens a comment without an end")


def coq_sentences(text: str) -> Iterator[list[Token]]:
    """Yield the sentences, without their full stops. Bullets and braces before a step of a proof
    are sentences to Coq: each is yielded by itself. Raises Unreadable."""
    sentence: list[Token] = []
    for token in tokens(text):
        if token.kind == "stop":
            yield sentence
            sentence = []
        elif not sentence and token.text in "{}-+*":
            yield [token]
        else:
            sentence.append(token)
    if sentence:
        raise Unreadable(sentence[0].place, "is a sentence without a full stop")
