r"""What texts say that a theorem proves, against the theorem: numbers, probabilities, conditions.

Headline, letter and pages call bounds machine-checked that are no claims about runs: Reg_T at least
LX sqrt(TA Lam)/75 with probability 1 - delta/T, from some T on. Each is a claim in the letters,
named with its theorem (`Coq(..., says=...)`), and the texts are written from it. Here the theorem's
statement, as the record has it, is read back into the letters, and compared: the bound of the
regret, its probability, and every condition in the letters. So a number that is changed anywhere
else than in Coq is refused, in milliseconds and without Coq. What is no bound of the regret is
compared as a piece of text, which has the same numbers in it (`stands`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flint import arb, ctx, fmpq

from proofs_check.arithmetic import Q, Real
from proofs_check.ledger.registry import REGISTRY, Key
from proofs_check.ledger.statement import Coq
from proofs_check.letters import expressions as ex
from proofs_check.letters import symbols
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import Expression, number
from proofs_check.machine_checked.record import Record, read_record
from reference.support.errors import PreconditionError

BITS = 256
AGREE = 100  # bits in which two values agree that are equal
LETTERS: dict[str, Expression] = {
    "T": symbols.T,
    "L": symbols.L,
    "X0": symbols.X,
    "#|A|": symbols.A,
    "delta": symbols.delta,
    "Lam": symbols.Lam,
}
APPLIED: dict[str, tuple[str, Expression]] = {  # with what follows the name
    "X": ("S L", symbols.X),
    "TXA": ("S A L T", symbols.T * symbols.X * symbols.A),
}
FUNCTIONS = {"sqrt": ex.Root, "ln": ex.Log}
ALWAYS = (  # what every setting has
    "0 < T",
    "0 < delta < 1",
    "0 < #|A|",
    "ln (TXA S A L T / delta) <= Lam",
    "ln (T * X0 * #|A| / delta) <= Lam",
    "/ 2 <= Lam",
)
TOKEN = re.compile(r"#\|\w+\||%N|\d+|[A-Za-z_][\w']*|[-+*/^()]|\S")
EVENT = re.compile(r"<= Prl\[[^]]*\]\{ v \| ([^}]*) \}")


class NotInLetters(Exception):
    """Piece of a statement that is not in the letters."""


@dataclass(frozen=True)
class Misquoted:
    """Text that says something else than the theorem that it names: of which form, the theorem,
    and what it says."""

    key: Key
    theorem: str
    says: str

    @property
    def words(self) -> str:
        """Return it in a sentence."""
        label, form = self.key
        return f"{label} ({form}) says of {self.theorem} what it does not state: {self.says}"


def misquoted(keys: Mapping[Key, object] | None = None) -> Iterator[Misquoted]:
    """Yield what the forms with these keys say of theorems that the record has otherwise. Raises
    MalformedInput for a record of other sources."""
    record = read_record()
    for key, claim in REGISTRY.items():
        for theorem in claim.coq if keys is None or key in keys else ():
            yield from (Misquoted(key, theorem.theorem, said) for said in wrong(theorem, record))


@cache
def misquoting() -> frozenset[Key]:
    """Return the forms that say of a theorem what it does not state."""
    return frozenset(one.key for one in misquoted())


def wrong(theorem: Coq, record: Record) -> list[str]:
    """Return what is said of a theorem, and is not what the record has; of one that the record
    lacks, all that is said."""
    proved = record.theorems.get(theorem.theorem)
    statement = " ".join(proved.statement.split()) if proved else ""
    said = [f"${claim.tex}$" for claim in theorem.says if not states(statement, claim)]
    return said + [piece for piece in theorem.stands if piece not in statement]


# ----------------------------------------------------------------------------- what it states


def states(statement: str, claim: Claim) -> bool:
    """Return whether a theorem states a claim: this bound of the regret, with this probability,
    under these conditions in the letters and no others."""
    try:
        bounds = list(_bounds(statement))
        known = list(_conditions(statement))
    except NotInLetters:
        return False
    said = list(claim.given_numbers)
    same = all(any(_same(one, other) for other in known) for one in said)
    same = same and all(any(_same(one, other) for one in said) for other in known)
    return same and any(_same(claim, bound) for bound in bounds)


def _same(one: Claim, other: Claim) -> bool:
    if (one.probability is None) != (other.probability is None) or one.equal != other.equal:
        return False
    sides = [(one.left, other.left), (one.right, other.right)]
    if one.probability is not None and other.probability is not None:
        sides.append((one.probability, other.probability))
    return all(_equal(u, v) for u, v in sides)


def _equal(u: Expression, v: Expression) -> bool:
    if u.kind == "total" or v.kind == "total":
        return u.key == v.key
    return all(_agree(enclosed_at(u, at), enclosed_at(v, at)) for at in TRIED)


def _bounds(statement: str) -> Iterator[Claim]:
    """Yield the bounds of the regret that a statement has, with their probabilities."""
    letters = _named(statement)
    for event in EVENT.finditer(statement):
        left, sign, right = event[1].partition(" <= ")
        if not sign or left.startswith("~~"):
            continue
        least = in_letters(_back(statement[: event.start()]), letters)
        try:
            if left.startswith("regret "):
                claim = symbols.regret <= in_letters(right, letters)
            elif right.startswith("regret "):
                claim = in_letters(left, letters) <= symbols.regret
            else:
                continue
        except NotInLetters:
            continue
        yield claim.with_probability(least)


def _back(before: str) -> str:
    """Return the term that ends here."""
    depth, start = 0, len(before)
    while start > 0:
        letter = before[start - 1]
        depth += (letter in ")]}") - (letter in "([{")
        ends = letter == "," or before[:start].endswith(("->", "/\\", " in"))
        if depth < 0 or (depth == 0 and ends):
            break
        start -= 1
    return before[start:]


def _conditions(statement: str) -> Iterator[Claim]:
    """Yield the conditions of a statement that are in the letters, but those of every setting."""
    letters = _named(statement)
    for piece in re.split(r"->|,| in |/\\|\[|\]|&", statement):
        text = _bare(piece)
        of_counts = text.endswith("%N")
        text = _bare(text.removesuffix("%N"))
        found = re.fullmatch(r"(.*?) (<=|<|=) (.*)", text)
        if text in ALWAYS or not found:
            continue
        try:
            left, right = in_letters(found[1], letters), in_letters(found[3], letters)
        except NotInLetters:
            continue
        if found[2] == "<" and not of_counts:
            continue  # what a theorem concludes of numbers
        claim = left + 1 <= right if found[2] == "<" else left <= right
        if left.key != right.key:
            yield Claim(left, right, equal=True) if found[2] == "=" else claim


def _bare(text: str) -> str:
    """Return a piece without the brackets that it does not close, and those around it."""
    text = text.strip()
    while text.count("(") > text.count(")") and text.startswith("("):
        text = text[1:].strip()
    while text.count(")") > text.count("(") and text.endswith(")"):
        text = text[:-1].strip()
    if text.startswith("(") and text.endswith(")") and _closes_last(text):
        return text[1:-1].strip()
    return text


def _closes_last(text: str) -> bool:
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def _named(statement: str) -> dict[str, Expression]:
    """Return the letters of a statement: the paper's, and a Lam that it defines."""
    letters = dict(LETTERS)
    for name, text in re.findall(r"let (\w+) := (.*?) in(?= )", statement):
        try:
            letters[name] = in_letters(text, letters)
        except NotInLetters:
            letters.pop(name, None)
    return letters


# ----------------------------------------------------------------------------- reading


def in_letters(text: str, letters: Mapping[str, Expression] = LETTERS) -> Expression:
    """Return a term of Coq as an expression in the letters. Raises NotInLetters."""
    reader = _Reader([t for t in TOKEN.findall(text) if t != "%N"], letters)
    found = reader.sum()
    if reader.tokens:
        raise NotInLetters(text)
    return found


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[str], letters: Mapping[str, Expression]) -> None:
        self.tokens, self.letters = tokens, letters

    def _next(self, *allowed: str) -> str:
        if self.tokens and self.tokens[0] in allowed:
            return self.tokens.pop(0)
        return ""

    def sum(self) -> Expression:
        found = self.product()
        while sign := self._next("+", "-"):
            other = self.product()
            found = found + other if sign == "+" else found - other
        return found

    def product(self) -> Expression:
        found = self.power()
        while sign := self._next("*", "/"):
            other = self.power()
            found = found * other if sign == "*" else found / other
        return found

    def power(self) -> Expression:
        if self._next("/"):
            return 1 / self.power()
        if self._next("-"):
            return -self.power()
        base = self.applied()
        if not self._next("^"):
            return base
        exponent = self.applied()
        if not isinstance(exponent, ex.Number):
            raise NotInLetters("^")
        return base**exponent.constant

    def applied(self) -> Expression:
        name = self.tokens[0] if self.tokens else ""
        if name in FUNCTIONS:
            self.tokens.pop(0)
            return FUNCTIONS[name]((self.atom(),))
        if name == "Rpower":
            self.tokens.pop(0)
            base, exponent = self.atom(), self.atom()
            return base ** _rational(exponent)
        if name in APPLIED:
            self.tokens.pop(0)
            with_, meaning = APPLIED[name]
            for word in with_.split():
                if not self._next(word, "6" * (word == "L")):
                    raise NotInLetters(name)
            return meaning
        return self.atom()

    def atom(self) -> Expression:
        if not self.tokens:
            raise NotInLetters("the end")
        token = self.tokens.pop(0)
        if token.isdigit():
            return number(int(token))
        if token == "(":
            inside = self.sum()
            if not self._next(")"):
                raise NotInLetters("(")
            return inside
        if token not in self.letters:
            raise NotInLetters(token)
        return self.letters[token]


def _rational(of: Expression) -> Q:
    if isinstance(of, ex.Divided) and all(isinstance(part, ex.Number) for part in of.parts):
        top, bottom = (part.constant for part in of.parts if isinstance(part, ex.Number))
        return Q(int(str(top)), int(str(bottom)))
    raise NotInLetters("Rpower")


# ----------------------------------------------------------------------------- values


@dataclass(frozen=True)
class Parameters:
    """Constants at which two bounds are compared."""

    layers: tuple[int, ...]
    A: int
    T: int
    delta: Q
    Lam: Q

    @property
    def L(self) -> int:
        """Steps of an episode."""
        return len(self.layers) - 1

    @property
    def X(self) -> int:
        """States."""
        return sum(self.layers)


TRIED: Sequence[Parameters] = (
    Parameters((1, 3, 1), 2, 7, Q(1, 10), Q(23, 3)),
    Parameters((1, 2, 5, 1), 3, 1000, Q(2, 7), Q(101, 11)),
    Parameters((1, 4, 4, 9, 1), 5, 12345, Q(3, 100), Q(1234, 77)),
)
"""Bounds that agree here, in 100 bits each, are taken to be equal: they are short formulas."""


def enclosed_at(of: Expression, at: Parameters) -> arb:
    """Return an enclosure of a number. Raises PreconditionError for an expression that is none."""
    before, ctx.prec = ctx.prec, BITS
    try:
        return _ball(of, at)
    finally:
        ctx.prec = before


def _ball(of: Expression, at: Any) -> arb:
    if isinstance(of, ex.Number):
        return Real.of(of.constant).ball()
    if isinstance(of, ex.Symbol):
        return Real.of(of.compute(at)).ball()
    if isinstance(of, ex.SumOverLayers):
        return Real.of(ex.at(of, at)).ball()
    parts = [_ball(part, at) for part in of.parts]
    if isinstance(of, ex.Power):
        return parts[0] ** arb(fmpq(int(of.exponent.numerator), int(of.exponent.denominator)))
    if type(of) not in BALLS:
        raise PreconditionError("expression", type(of).__name__, "is no number of the letters")
    value: arb = BALLS[type(of)](*parts)
    return value


BALLS: dict[type, Any] = {
    ex.Added: lambda u, v: u + v,
    ex.Negated: lambda u: -u,
    ex.Multiplied: lambda u, v: u * v,
    ex.Divided: lambda u, v: u / v,
    ex.Root: lambda u: u.sqrt(),
    ex.Log: lambda u: u.log(),
    ex.Least: lambda u, v: u.min(v),
}


def _agree(u: arb, v: arb) -> bool:
    """Return whether two balls meet, and are narrow."""
    before, ctx.prec = ctx.prec, BITS
    try:
        narrow = (u - v).abs_upper() <= (1 + abs(u)).lower() * arb(2) ** -AGREE
        return bool(narrow)
    finally:
        ctx.prec = before
