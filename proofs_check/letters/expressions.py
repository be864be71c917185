r"""Expressions in the letters: what a statement is written in.

An expression has a value on a run and is written as the paper writes it. Its kind says when the
value is known: a *number* from the header, *layers* (a number for each layer s = 0..L-1) likewise,
a *table* for some epochs at a time, a *total* at the end of the run. What is built from several
has the latest kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, overload

import numpy as np

from proofs_check.arithmetic import Decision, Q, Real, certainly_leq, lam
from proofs_check.arithmetic import ln as exact_ln
from proofs_check.arithmetic import sqrt as exact_sqrt
from proofs_check.letters.balls import Balls
from proofs_check.letters.claim import Claim
from proofs_check.letters.compare import Each
from proofs_check.letters.identity import known_letter
from proofs_check.letters.letters import Letters
from proofs_check.letters.run import Run, Total
from proofs_check.letters.size import Per, map_same, product, sum_of
from reference.support.errors import PreconditionError

Kind = Literal["number", "layers", "table", "total"]
KINDS: tuple[Kind, ...] = ("number", "layers", "table", "total")
SUM, PRODUCT, ATOM = range(3)  # how tightly TeX binds


@dataclass(frozen=True)
class Style:
    """How tables are written: the epoch's index, the arguments of pairs and of triples, and the
    index of layers; `of_sum`: the index of the layer whose pairs are summed."""

    i: str
    pair: str
    triple: str
    s: str = "s"
    of_sum: str = "h"

    @property
    def transition(self) -> str:
        """Return the arguments of P: those of triples, x' first."""
        x_next = self.triple[len(self.pair) : -1]
        return f"({x_next}|{self.pair[1:-1]})" if self.pair else ""

    def of_layer(self) -> Style:
        """Return how the pairs of one layer are written, under the sum over them."""
        pair = f"x_{self.of_sum},a_{self.of_sum}"
        return replace(self, pair=f"({pair})", triple=f"({pair},x')", s=self.of_sum)


IN_EPOCH = Style("i", "(x,a)", "(x,a,x')")
AT_VISIT = Style("i(t)", "(x_h,a_h)", "(x_h,a_h,x_{h+1})")
AS_VECTOR = Style("i(t)", "", "")
EPOCH_VECTOR = Style("i", "", "")


@dataclass(frozen=True)
class Place:
    """Where an expression is evaluated: a run, and its epochs or one of its layers."""

    run: Run
    epochs: Letters | None = None
    layer: int | None = None


class Expression:
    """Expression in the letters. `key` tells it from others, and begins with its class; `parts` are
    what it is built from."""

    kind: Kind = "number"
    entries: Per = "epoch"
    binds: int = ATOM
    parts: tuple[Expression, ...] = ()

    @property
    def key(self) -> tuple[Any, ...]:
        """Return what determines the expression."""
        return (type(self), *(p.key for p in self.parts))

    def value(self, at: Place) -> Any:
        """Return its value: a number, a table, or a Total."""
        raise NotImplementedError

    def tex(self, style: Style = IN_EPOCH) -> str:
        """Return it as LaTeX."""
        raise NotImplementedError

    def tex_in_layer(self) -> str:
        """Return it as LaTeX, for each layer h."""
        return self.tex(replace(IN_EPOCH, s="h"))

    def opening(self) -> str:
        """Return it as it opens a chain: a letter that stands for another with what it is."""
        return self.tex()

    def meanings(self) -> Iterator[str]:
        """Yield what its letters are that stand for other expressions, as LaTeX."""
        for part in self.parts:
            yield from part.meanings()

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        """Return the same built from other parts."""
        return self

    def replaced(self, changes: Mapping[tuple[Any, ...], Expression]) -> Expression:
        """Return it with what has these keys replaced."""
        if self.key in changes:
            return changes[self.key]
        parts = [p.replaced(changes) for p in self.parts]
        same = all(p is q for p, q in zip(parts, self.parts, strict=True))
        return self if same else self.rebuilt(parts)

    def contains(self, other: Expression) -> bool:
        """Return whether another expression occurs in it."""
        return self.key == other.key or any(p.contains(other) for p in self.parts)

    def place(self, epochs: Letters) -> Place:
        """Return where tables of some epochs are evaluated."""
        return Place(epochs.run, epochs)  # type: ignore[arg-type]

    def side(self, run: Run, layer: int | None) -> Any:
        """Return it as a side of a line."""
        if self.kind == "table":
            return Each(lambda epochs: table_of(self, epochs), self.entries)
        return self.value(Place(run, None, layer))

    def __le__(self, other: Any) -> Claim:
        return Claim(self, number(other))

    def __ge__(self, other: Any) -> Claim:
        return Claim(number(other), self)

    def __eq__(self, other: Any) -> Claim:  # type: ignore[override]
        return Claim(self, number(other), equal=True)

    __hash__ = object.__hash__

    def __add__(self, other: Any) -> Expression:
        return Added((self, number(other)))

    def __radd__(self, other: Any) -> Expression:
        return Added((number(other), self))

    def __neg__(self) -> Expression:
        return Negated((self,))

    def __sub__(self, other: Any) -> Expression:
        return Added((self, Negated((number(other),))))

    def __rsub__(self, other: Any) -> Expression:
        return Added((number(other), Negated((self,))))

    def __mul__(self, other: Any) -> Expression:
        return Multiplied((self, number(other)))

    def __rmul__(self, other: Any) -> Expression:
        return Multiplied((number(other), self))

    def __truediv__(self, other: Any) -> Expression:
        return Divided((self, number(other)))

    def __rtruediv__(self, other: Any) -> Expression:
        return Divided((number(other), self))

    def __abs__(self) -> Expression:
        return Absolute((self,))

    def __pow__(self, exponent: Any) -> Expression:
        return Power((self,), exponent)


def braced(part: Expression, style: Style, least: int) -> str:
    text = part.tex(style)
    return text if part.binds >= least else rf"({text})"


class Built(Expression):
    """Expression built from others."""

    def __init__(self, parts: Sequence[Expression]) -> None:
        self.parts = tuple(parts)
        self.kind = max((p.kind for p in self.parts), key=KINDS.index)
        self.entries = next((p.entries for p in self.parts if p.kind == self.kind), "epoch")

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return type(self)(parts)


# ----------------------------------------------------------------------------- numbers and symbols


class Number(Expression):
    """Constant: a rational, or a sum of rationals times roots of whole numbers."""

    def __init__(self, of: Real | Q | int) -> None:
        self.constant = of

    @property
    def key(self) -> tuple[Any, ...]:
        return Number, Real.of(self.constant)

    def value(self, at: Place) -> Any:
        return self.constant

    @property
    def binds(self) -> int:  # type: ignore[override]
        text = number_tex(self.constant)
        return SUM if "+" in text or "-" in text else ATOM

    def tex(self, style: Style = IN_EPOCH) -> str:
        return number_tex(self.constant)


def number_tex(value: Real | Q | int) -> str:
    """Return a constant as LaTeX."""
    if not isinstance(value, Real):
        return _rational_tex(value)
    text = ""
    for (radicand, _), c in sorted(value.terms.items(), key=lambda term: term[0][0]):
        share = _rational_tex(c) if radicand == 1 or abs(c) != 1 else "-" * (c < 0)
        sign = "+" if text and c > 0 else ""
        text += sign + share + ("" if radicand == 1 else _root_tex(str(radicand)))
    return text or "0"


def _rational_tex(value: Q | int) -> str:
    q = Fraction(str(value))
    if q.denominator == 1:
        return str(q.numerator)
    sign, top, bottom = "-" if q < 0 else "", abs(q.numerator), q.denominator
    short = top < 10 and bottom < 10
    return rf"{sign}\tfrac{top}{bottom}" if short else rf"{sign}\tfrac{{{top}}}{{{bottom}}}"


def _root_tex(inside: str) -> str:
    if len(inside) > 1:
        return rf"\sqrt{{{inside}}}"
    return rf"\sqrt {inside}" if inside.isalpha() else rf"\sqrt{inside}"


def number(value: Any) -> Expression:
    """Return a number as an expression. Raises PreconditionError for anything else."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, (int, Q, Real)):
        return Number(value)
    raise PreconditionError("expression", value, "must be a number or an expression")


class Symbol(Expression):
    """Constant of a run, such as T. Raises PreconditionError for the name of another letter."""

    def __init__(self, name: str, tex: str, of: Callable[[Run], Any]) -> None:
        self.name, self._tex, self.compute = name, tex, of
        self._key = known_letter(type(self), name, of)

    @property
    def key(self) -> tuple[Any, ...]:
        return self._key

    def value(self, at: Place) -> Any:
        return self.compute(at.run)

    def tex(self, style: Style = IN_EPOCH) -> str:
        return self._tex


class LayerSymbol(Symbol):
    """Number of each layer s, such as X_s: `compute(run)` is the list of them. In its LaTeX `#s`
    is the index of the layer."""

    kind: Kind = "layers"
    entries: Per = "layer"

    def value(self, at: Place) -> Any:
        """Return its value at a place. Raises PreconditionError for one where it has none."""
        values = self.compute(at.run)
        if at.layer is not None:
            return values[at.layer]
        if at.epochs is None:
            raise PreconditionError("expression", self.name, "needs a layer")
        return np.array(values)[at.run.size.h][None]

    def tex(self, style: Style = IN_EPOCH) -> str:
        return self._tex.replace("#s", style.s)


class SumOverLayers(Built):
    """Sum of a number of each layer, its `index` from 0 to L - 1 - `short`."""

    def __init__(self, parts: Sequence[Expression], short: int = 0, index: str = "s") -> None:
        super().__init__(parts)
        self.kind, self.short, self.index = "number", short, index

    @property
    def key(self) -> tuple[Any, ...]:
        return SumOverLayers, self.short, self.parts[0].key

    binds = PRODUCT

    def value(self, at: Place) -> Any:
        layers = range(at.run.L - self.short)
        values = [self.parts[0].value(Place(at.run, None, s)) for s in layers]
        return Real.total(values)

    def tex(self, style: Style = IN_EPOCH) -> str:
        of = braced(self.parts[0], replace(style, s=self.index), PRODUCT)
        return rf"\sum_{{{self.index}=0}}^{{L-{1 + self.short}}}{of}"

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return SumOverLayers(parts, self.short, self.index)


# ----------------------------------------------------------------------------- arithmetic


def _rank(value: Any) -> int:
    if isinstance(value, Total):
        return 2
    return int(isinstance(value, (Balls, np.ndarray)))


def _plus(u: Any, v: Any) -> Any:
    if _exact_table(u, v) and Real in {*map(type, np.ravel(u)), *map(type, np.ravel(v))}:
        return map_same(sum_of, u, v)  # two rationals are added as fast as found
    return u + v if _rank(u) >= _rank(v) else v + u


def times(u: Any, v: Any) -> Any:
    if _exact_table(u, v):
        return map_same(product, u, v)
    return u * v if _rank(u) >= _rank(v) else v * u


def _exact_table(u: Any, v: Any) -> bool:
    """Whether a table of exact numbers is made of both."""
    if isinstance(u, (Total, Balls)) or isinstance(v, (Total, Balls)):
        return False
    return isinstance(u, np.ndarray) or isinstance(v, np.ndarray)


class Added(Built):
    """Sum of two."""

    binds = SUM

    def value(self, at: Place) -> Any:
        u, v = (p.value(at) for p in self.parts)
        return _plus(u, v)

    def tex(self, style: Style = IN_EPOCH) -> str:
        left, right = (p.tex(style) for p in self.parts)
        return left + (right if right.startswith("-") else "+" + right)


class Negated(Built):
    """Negative of an expression."""

    binds = SUM

    def value(self, at: Place) -> Any:
        return -self.parts[0].value(at)

    def tex(self, style: Style = IN_EPOCH) -> str:
        return "-" + braced(self.parts[0], style, PRODUCT)


class Multiplied(Built):
    """Product of two."""

    binds = PRODUCT

    def value(self, at: Place) -> Any:
        u, v = (p.value(at) for p in self.parts)
        return times(u, v)

    def tex(self, style: Style = IN_EPOCH) -> str:
        left, right = (braced(p, style, PRODUCT) for p in self.parts)
        if left == "1":
            return right
        if right.startswith(r"\frac1{") and self.parts[0].binds == ATOM:
            return rf"\frac{{{left}}}" + right.removeprefix(r"\frac1")
        return beside(left, right)


def beside(left: str, right: str) -> str:
    """Return two pieces of LaTeX side by side: a command's name ends before a letter, and the root
    of a letter stands apart from a letter that is a command."""
    if left[-7:-1] == r"\sqrt " and right[0] == "\\":
        return rf"{left}\,{right}"
    command = left.rpartition("\\")[2]
    return left + " " * ("\\" in left and command.isalpha() and right[0].isalpha()) + right


class Divided(Built):
    """Quotient of two, the second a number."""

    binds = ATOM

    def value(self, at: Place) -> Any:
        u, v = (p.value(at) for p in self.parts)
        if isinstance(u, (int, Q)) and isinstance(v, (int, Q)):
            return Q(u) / Q(v)
        return times(u, Real.of(1) / v)

    def tex(self, style: Style = IN_EPOCH) -> str:
        top, bottom = (p.tex(style) for p in self.parts)
        if len(top) == len(bottom) == 1:
            return rf"\tfrac {top}{bottom}" if top.isalpha() else rf"\tfrac{top}{bottom}"
        return rf"\frac{{{top}}}{{{bottom}}}"


class Power(Built):
    """Power of a number, with an exponent that is a constant. Raises PreconditionError for an
    exponent that is none."""

    def __init__(self, parts: Sequence[Expression], exponent: Q | int) -> None:
        super().__init__(parts)
        if not isinstance(exponent, (int, Q)) or self.kind != "number":
            raise PreconditionError("exponent", exponent, "must be a constant, of a number")
        self.exponent = Q(exponent)

    @property
    def key(self) -> tuple[Any, ...]:
        return Power, self.exponent, self.parts[0].key

    def value(self, at: Place) -> Any:
        """Return its value. Raises PreconditionError for an exponent that is not 1, 2, ..."""
        if self.exponent.denominator != 1 or self.exponent < 1:
            raise PreconditionError("exponent", self.exponent, "has no exact value")
        base = Real.of(self.parts[0].value(at))
        power = base
        for _ in range(int(self.exponent) - 1):
            power = power * base
        return power

    def tex(self, style: Style = IN_EPOCH) -> str:
        base = self.parts[0].tex(style)
        simple = self.parts[0].binds == ATOM and not base.startswith((r"\frac", r"\tfrac"))
        top, bottom = self.exponent.numerator, self.exponent.denominator
        exponent = str(top) if bottom == 1 else f"{top}/{bottom}"
        braces = exponent if len(exponent) == 1 else f"{{{exponent}}}"
        return f"{base if simple else f'({base})'}^{braces}"

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return Power(parts, self.exponent)


class Root(Built):
    """Square root."""

    def value(self, at: Place) -> Any:
        value = self.parts[0].value(at)
        if isinstance(value, (Total, Balls)):
            return value.sqrt()
        return map_same(exact_sqrt, value) if _rank(value) else exact_sqrt(value)

    def tex(self, style: Style = IN_EPOCH) -> str:
        return _root_tex(self.parts[0].tex(style))


class Log(Built):
    """Natural logarithm; a quotient stands in it with a slash."""

    def value(self, at: Place) -> Any:
        return exact_ln(self.parts[0].value(at))

    def tex(self, style: Style = IN_EPOCH) -> str:
        argument = self.parts[0]
        if isinstance(argument, Divided):
            top, bottom = argument.parts
            return rf"\log({braced(top, style, PRODUCT)}/{braced(bottom, style, ATOM)})"
        return (
            rf"\log {argument.tex(style)}"
            if argument.binds == ATOM
            else rf"\log({argument.tex(style)})"
        )


class Log2(Log):
    """Logarithm to base 2: of a number, or of whole numbers known at the end of the run."""

    def value(self, at: Place) -> Any:
        value = self.parts[0].value(at)
        if isinstance(value, Total):
            return Total(lambda exact: _logs2(value.value(exact)))
        return exact_log2(value)

    def tex(self, style: Style = IN_EPOCH) -> str:
        argument = self.parts[0]
        return r"\log_2" + (
            argument.tex(style) if argument.binds == ATOM else rf"({argument.tex(style)})"
        )


def _logs2(counts: Any) -> Any:
    """Return the logarithms of whole numbers, each at least 1."""
    if not isinstance(counts, Balls):
        return map_same(exact_log2, counts)
    enclosed = [Balls.of(exact_log2(N)) for N in np.rint(counts.mid).astype(int).ravel().tolist()]
    mid, rad = (
        np.array([float(getattr(log, end)) for log in enclosed]).reshape(counts.mid.shape)
        for end in ("mid", "rad")
    )
    return Balls(mid, rad)


def exact_log2(value: Real | Q | int) -> Real:
    """Return the logarithm to base 2, a whole number for a power of 2."""
    q = Real.of(value).rational
    return exact_ln(value) / exact_ln(2) if q is None else lam(1, 1, 1, 1 / q, "log2")


class Absolute(Built):
    """Absolute value."""

    def value(self, at: Place) -> Any:
        return abs(self.parts[0].value(at))

    def tex(self, style: Style = IN_EPOCH) -> str:
        return rf"|{self.parts[0].tex(style)}|"


class Least(Built):
    """Smaller of two numbers."""

    def value(self, at: Place) -> Any:
        u, v = (p.value(at) for p in self.parts)
        return u if certainly_leq(u, v) is Decision.TRUE else v

    def tex(self, style: Style = IN_EPOCH) -> str:
        return rf"\min\{{{','.join(p.tex(style) for p in self.parts)}\}}"


class Clipped(Built):
    """min{bound, table}, or max{bound, table}."""

    def __init__(self, parts: Sequence[Expression], bound: int, name: str) -> None:
        super().__init__(parts)
        self.bound, self.name = bound, name

    @property
    def key(self) -> tuple[Any, ...]:
        return Clipped, self.name, self.bound, self.parts[0].key

    def value(self, at: Place) -> Any:
        """Return its value at a place. Raises PreconditionError for one where it has none."""
        epochs = at.epochs
        if epochs is None:
            raise PreconditionError("expression", self.name, "is of tables")
        cut = epochs.at_most if self.name == "min" else epochs.at_least
        return cut(self.parts[0].value(at), self.bound)

    def tex(self, style: Style = IN_EPOCH) -> str:
        return rf"\{self.name}\{{{self.bound},{self.parts[0].tex(style)}\}}"

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return Clipped(parts, self.bound, self.name)


@overload
def sqrt(argument: Expression) -> Expression: ...


@overload
def sqrt(argument: Real | Q | int) -> Real: ...


def sqrt(argument: Expression | Real | Q | int) -> Expression | Real:
    """Return the root of an expression, or of a number."""
    return Root((argument,)) if isinstance(argument, Expression) else exact_sqrt(argument)


@overload
def log(argument: Expression) -> Expression: ...


@overload
def log(argument: Real | Q | int) -> Real: ...


def log(argument: Expression | Real | Q | int) -> Expression | Real:
    """Return the natural logarithm of an expression, or of a number."""
    return Log((argument,)) if isinstance(argument, Expression) else exact_ln(argument)


@overload
def log2(argument: Expression) -> Expression: ...


@overload
def log2(argument: Real | Q | int) -> Real: ...


def log2(argument: Expression | Real | Q | int) -> Expression | Real:
    """Return the logarithm to base 2 of an expression, or of a number."""
    return Log2((argument,)) if isinstance(argument, Expression) else exact_log2(argument)


def least(u: Expression, v: Expression) -> Expression:
    """Return the smaller of two numbers."""
    return Least((u, v))


def at_most(bound: int, argument: Expression) -> Expression:
    """Return min{bound, .} of a table."""
    return Clipped((argument,), bound, "min")


def at_least(bound: int, argument: Expression) -> Expression:
    """Return max{bound, .} of a table."""
    return Clipped((argument,), bound, "max")


def sum_over_layers(argument: Expression, short: int = 0, index: str = "s") -> Expression:
    """Return the sum of a number of each layer s, s < L - short; `index`: the layer's letter."""
    return SumOverLayers((argument,), short, index)


def table_of(argument: Expression, epochs: Letters) -> Any:
    """Return the table of some epochs, computed once for each block of them."""
    if argument.key not in epochs.memo:
        epochs.memo[argument.key] = argument.value(Place(epochs.run, epochs))  # type: ignore[arg-type]
    return epochs.memo[argument.key]


def at(argument: Expression, constants: Any) -> Any:
    """Return a number for constants that are of no run: an object with T, L, X, A, delta, Lam and
    layers, as far as they occur."""
    return argument.value(Place(constants))
