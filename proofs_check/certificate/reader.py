"""A strict reader of VIPR 1.1 certificates of linear programs.

Sections VER, VAR, INT 0, OBJ, CON, RTP range, SOL, DER, in this order; every derivation is a
`lin`. Deliberately narrower than the format: anything that an LP's optimum does not need, or that
could be read in two ways, is malformed (README.md here lists it): decimals, fractions not in
lowest terms, zero denominators, zeros and duplicates in sparse vectors, anything after the last
derivation. The file is untrusted: tokens, lines, digits and sizes are bounded, and nothing is
evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import BinaryIO, NoReturn

from flint import fmpz

from proofs_check.arithmetic import Q
from proofs_check.lp1.printed_rows import PrintedRow, Sparse
from reference.support.errors import MalformedInput, UnusablePath, of_format

MAX_LINE = 1 << 22  # bytes; other writers put a whole derivation on one line
MAX_TOKENS = 10_000_000  # a certificate of the paper's size has 150 000
MAX_DIGITS = 20_000  # of a numerator or denominator
MAX_INDEX_DIGITS = 8
_REPEATED = 64  # tokens up to this length are parsed once

_VALUE = re.compile(rb"(-?)(0|[1-9][0-9]*)(?:/([1-9][0-9]*))?")
_INDEX = re.compile(rb"0|[1-9][0-9]*")
_LABEL = re.compile(rb"[!-~]{1,255}")


@dataclass(frozen=True, slots=True)
class Derivation:
    """Constraint and the multipliers of earlier constraints that imply it, as claimed."""

    constraint: PrintedRow
    multipliers: Sparse
    last_use: int  # no later derivation than this one refers to it; -1: unrestricted


@dataclass(frozen=True, slots=True)
class Solution:
    """Point claimed to be feasible; variables not listed are 0."""

    line: int
    label: str
    values: Sparse


@dataclass(frozen=True, slots=True)
class Certificate:
    """Certificate as written; nothing in it is verified yet."""

    variables: tuple[str, ...]
    sense: str  # of the objective, "max" or "min"
    objective: Sparse
    constraints: tuple[PrintedRow, ...]
    bounds: int
    lower: Q
    upper: Q
    solutions: tuple[Solution, ...]
    derivations: tuple[Derivation, ...]
    lines: dict[str, int]  # where the sections begin


@of_format("proofs_check/certificate/README.md")
def read_certificate(path: str) -> Certificate:
    """Return the certificate in `path`. Raises MalformedInput (file:line and rule),
    UnusablePath."""
    try:
        with open(path, "rb") as stream:
            return _Reader(path, stream).certificate()
    except OSError as error:
        raise UnusablePath(path, f"cannot be read: {error.strerror}") from None


class _Reader:
    """Tokens of one file, and the sections built from them."""

    def __init__(self, path: str, stream: BinaryIO) -> None:
        self.path, self.line = path, 0
        self.tokens = self._tokenise(stream)
        self.put_back: bytes | None = None
        self.objective: Sparse = {}
        self.lines: dict[str, int] = {}
        self.labels: set[str] = set()

    def refuse(self, field: str, value: object, rule: str) -> NoReturn:
        if isinstance(value, bytes):
            value = value[:200].decode("ascii", "backslashreplace")
        raise MalformedInput(self.path, max(1, self.line), field, value, rule)

    def _tokenise(self, stream: BinaryIO) -> Iterator[bytes]:
        started, tokens = False, 0
        while line := stream.readline(MAX_LINE + 1):
            self.line += 1
            if len(line) > MAX_LINE:
                self.refuse("line", line[:40], f"must not exceed {MAX_LINE} bytes")
            if not started and line.startswith(b"%"):
                continue
            started = True
            words = line.split()
            tokens += len(words)
            if tokens > MAX_TOKENS:
                self.refuse("file", tokens, f"must not exceed {MAX_TOKENS} tokens")
            yield from words

    def token(self, field: str) -> bytes:
        token = self.put_back or next(self.tokens, None)
        self.put_back = None
        if token is None:
            self.refuse(field, "the end of the file", "the certificate is truncated")
        return token

    def takes(self, word: bytes, field: str) -> bool:
        """Whether the next token is this one; if not, it stays."""
        token = self.token(field)
        self.put_back = None if token == word else token
        return token == word

    def keyword(self, *allowed: str) -> str:
        token = self.token(" or ".join(allowed))
        for word in allowed:
            if token == word.encode():
                return word
        self.refuse("keyword", token, f"must be {' or '.join(allowed)} here")

    def section(self, name: str, *words: str) -> str:
        """Return a section's name and the first word after it."""
        self.keyword(name)
        word = self.keyword(*words)
        self.lines[name] = self.line
        return word

    def count(self, section: str, of: str) -> int:
        """Return a section's name and how many entries it has."""
        self.keyword(section)
        n = self.index(f"{section}: number of {of}")
        self.lines[section] = self.line
        return n

    def label(self, field: str) -> str:
        token = self.token(field)
        if not _LABEL.fullmatch(token):
            self.refuse(field, token, "a name must be 1 to 255 printable ASCII characters")
        return token.decode("ascii")

    def index(self, field: str, below: int | None = None) -> int:
        token = self.token(field)
        if not _INDEX.fullmatch(token) or len(token) > MAX_INDEX_DIGITS:
            rule = f"must be a whole number of at most {MAX_INDEX_DIGITS} digits"
            self.refuse(field, token, rule)
        if below is not None and int(token) >= below:
            self.refuse(field, token, f"an index here must be below {below}")
        return int(token)

    def value(self, field: str) -> Q:
        token = self.token(field)
        try:
            return _repeated(token) if len(token) <= _REPEATED else _parse(token)
        except ValueError as rule:
            self.refuse(field, token, str(rule))

    def sparse(self, field: str, below: int) -> Sparse:
        """Read the number of entries, then index and non-zero value of each; indices distinct."""
        count = self.index(f"{field}: number of entries", below + 1)
        entries: Sparse = {}
        for _ in range(count):
            k = self.index(f"{field}: index", below)
            if k in entries:
                self.refuse(f"{field}: index", str(k), "must not be listed twice")
            value = self.value(f"{field}: value")
            if not value:
                self.refuse(f"{field}: value", "0", "zeros are left out of a sparse vector")
            entries[k] = value
        return entries

    def constraint(self, section: str, variables: int) -> PrintedRow:
        label = self.label(f"{section}: name")
        line, field = self.line, f"{section}: {label}"
        if label in self.labels:
            self.refuse(f"{section}: name", label, "no two constraints may have the same name")
        self.labels.add(label)
        sense = self.keyword("E", "L", "G")
        rhs = self.value(f"{field}: right-hand side")
        if self.takes(b"OBJ", f"{field}: number of entries"):
            return PrintedRow(label, sense, rhs, self.objective, line)
        return PrintedRow(label, sense, rhs, self.sparse(field, variables), line)

    def certificate(self) -> Certificate:
        self.keyword("VER")
        self.keyword("1.1")
        n = self.count("VAR", "variables")
        variables = tuple(self.label("VAR: name") for _ in range(n))
        if len(set(variables)) != n:
            self.refuse("VAR", variables, "names must be distinct")
        if integers := self.count("INT", "integer variables"):
            self.refuse("INT", str(integers), "LP1 has no integer variables: must be 0")
        sense = self.section("OBJ", "max", "min")
        self.objective = self.sparse("OBJ", n)
        m = self.count("CON", "constraints")
        bounds = self.index("CON: number of bounds", m + 1)
        constraints = tuple(self.constraint("CON", n) for _ in range(m))
        self.section("RTP", "range")
        lower, upper = self.value("RTP: lower end"), self.value("RTP: upper end")
        solutions = tuple(self.solution(n) for _ in range(self.count("SOL", "solutions")))
        derived = range(self.count("DER", "derivations"))
        derivations = tuple(self.derivation(n, m + i) for i in derived)
        rest = next(self.tokens, None)
        if rest is not None:
            self.refuse("DER", rest, "nothing may follow the last derivation")
        return Certificate(
            variables, sense, self.objective, constraints, bounds, lower, upper, solutions,
            derivations, self.lines,
        )  # fmt: skip

    def solution(self, variables: int) -> Solution:
        label = self.label("SOL: name")
        return Solution(self.line, label, self.sparse(f"SOL: {label}", variables))

    def derivation(self, variables: int, position: int) -> Derivation:
        constraint = self.constraint("DER", variables)
        field = f"DER: {constraint.label}"
        self.keyword("{")
        reason = self.token(f"{field}: reason")
        if reason != b"lin":
            self.refuse(f"{field}: reason", reason, "must be lin: an LP needs no other")
        multipliers = self.sparse(field, position)
        self.keyword("}")
        last_use = f"{field}: last use"
        return Derivation(
            constraint, multipliers, -1 if self.takes(b"-1", last_use) else self.index(last_use)
        )


def _parse(token: bytes) -> Q:
    match = _VALUE.fullmatch(token)
    if match is None:
        if re.fullmatch(rb"-?[0-9]+/0+", token):
            raise ValueError("must not have the denominator 0")
        raise ValueError("must be an integer p or a fraction p/q in digits, without decimals")
    sign, p, q = match.groups()
    if len(p) > MAX_DIGITS or (q is not None and len(q) > MAX_DIGITS):
        raise ValueError(f"must have at most {MAX_DIGITS} digits")
    numerator, denominator = int(fmpz(p.decode())), int(fmpz((q or b"1").decode()))
    lowest = gcd(numerator, denominator) == 1 and (q is None or denominator > 1)
    if not lowest or (sign and not numerator):
        raise ValueError("must be in lowest terms, an integer without denominator, 0 unsigned")
    return Q(-numerator if sign else numerator, denominator)


_repeated = lru_cache(maxsize=1 << 14)(_parse)


def canonical(q: Q) -> str:
    """`q` as this reader requires it: p, or p/q in lowest terms."""
    numerator = str(fmpz(int(q.numerator)))  # flint writes any number of digits
    return numerator if q.denominator == 1 else f"{numerator}/{fmpz(int(q.denominator))}"
