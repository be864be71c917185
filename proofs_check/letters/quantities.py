r"""Letters and sums as expressions: tables of every epoch, sums over a run, its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from proofs_check.letters.expressions import (
    AS_VECTOR,
    AT_VISIT,
    EPOCH_VECTOR,
    IN_EPOCH,
    PRODUCT,
    SUM,
    Absolute,
    Built,
    Expression,
    Kind,
    Place,
    Style,
    beside,
    braced,
    table_of,
    times,
)
from proofs_check.letters.identity import known_letter
from proofs_check.letters.letters import Letters
from proofs_check.letters.run import Run
from proofs_check.letters.size import Per
from reference.support.errors import PreconditionError


class Table(Expression):
    """Letter of the paper, or a table that a module defines from letters, by name.

    `head` is its name in LaTeX, without index; `indexed`: whether it has one, of the epoch. Raises
    PreconditionError for the name of another letter."""

    kind: Kind = "table"
    made_of: tuple[Expression, ...] = ()  # what its function reads: its name in Coq says them, too

    def __init__(
        self,
        name: str,
        head: str,
        of: Callable[[Letters], Any],
        per: Per = "pair",
        indexed: bool = True,
    ) -> None:
        self.name, self.head, self.compute, self.entries, self.indexed = (
            name,
            head,
            of,
            per,
            indexed,
        )
        self._key = known_letter(Table, name, of, per)

    @property
    def key(self) -> tuple[Any, ...]:
        return self._key

    def value(self, at: Place) -> Any:
        """Return its value at a place. Raises PreconditionError for one where it has none."""
        if at.epochs is None:
            raise PreconditionError("expression", self.name, "is a table of every epoch")
        return self.compute(at.epochs)

    def tex(self, style: Style = IN_EPOCH) -> str:
        index = (f"_{style.i}" if len(style.i) == 1 else f"_{{{style.i}}}") if self.indexed else ""
        arguments = {"pair": style.pair, "triple": style.triple}.get(self.entries, "")
        head = self.head
        if "#" in head:  # where the index and the arguments stand; #y: those of a transition
            head = head.replace("#y", style.transition)
            return head.replace("#i", index).replace("#x", arguments)
        return head + index + arguments


class Reduced(Built):
    """Sums over a part of the entries of a table: per epoch, per pair, per layer."""

    def __init__(self, parts: Sequence[Expression], name: str, per: Per, head: str) -> None:
        super().__init__(parts)
        self.kind, self.name, self.entries, self.head = "table", name, per, head

    binds = PRODUCT

    @property
    def key(self) -> tuple[Any, ...]:
        return Reduced, self.name, self.entries, *(p.key for p in self.parts)

    def value(self, at: Place) -> Any:
        """Return its value at a place. Raises PreconditionError for one where it has none."""
        epochs = at.epochs
        if epochs is None:
            raise PreconditionError("expression", self.name, "is of tables")
        table = self.parts[0].value(at)
        if len(self.parts) == 2:
            table = times(table, self.parts[1].value(at))
        if self.entries == "pair":
            return epochs.by_pair(table)
        return epochs.by_layer(table) if self.entries == "layer" else table.sum(1)

    def tex(self, style: Style = IN_EPOCH) -> str:
        if self.name == "inner":
            vector = AS_VECTOR if style.i == "i(t)" else EPOCH_VECTOR
            return rf"\langle {','.join(p.tex(vector) for p in self.parts)}\rangle"
        if self.name == "norm" and self.parts[0].entries == "pair":  # unlike that of triples
            sums = r"\sum_{h<L}\sum_{x_h,a_h}" if style.i == "i(t)" else r"\sum_{x,a}"
            return sums + braced(self.parts[0], style, PRODUCT)
        if self.name == "norm":
            vector = AS_VECTOR if style.i == "i(t)" else EPOCH_VECTOR
            of = self.parts[0].parts[0] if isinstance(self.parts[0], Absolute) else self.parts[0]
            return beside(r"\lVert", of.tex(vector)) + r"\rVert_1"
        if self.entries == "layer":
            return sum_of_layer(self.parts[0], style)
        return self.head + braced(self.parts[0], style, PRODUCT)

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return Reduced(parts, self.name, self.entries, self.head)


def sum_of_layer(of: Expression, style: Style) -> str:
    """Return the sum over the pairs of a layer as LaTeX."""
    return rf"\sum_{{x_{style.of_sum},a_{style.of_sum}}}" + braced(of, style.of_layer(), PRODUCT)


class AtTriples(Built):
    """Table of pairs as one of triples: the same for every x'."""

    def __init__(self, parts: Sequence[Expression]) -> None:
        super().__init__(parts)
        self.entries = "triple"

    def value(self, at: Place) -> Any:
        """Return its value at a place. Raises PreconditionError for one where it has none."""
        if at.epochs is None:
            raise PreconditionError("expression", "a table", "is of every epoch")
        return at.epochs.of_triples(self.parts[0].value(at))

    def tex(self, style: Style = IN_EPOCH) -> str:
        return braced(self.parts[0], style, PRODUCT)


def at_triples(argument: Expression) -> Expression:
    """Return a table of pairs as one of triples."""
    return AtTriples((argument,))


class AtPairs(Built):
    """Table of layers as one of pairs: the same at every pair of a layer."""

    def __init__(self, parts: Sequence[Expression]) -> None:
        super().__init__(parts)
        self.entries = "pair"

    def value(self, at: Place) -> Any:
        """Return its value at a place. Raises PreconditionError for one where it has none."""
        if at.epochs is None:
            raise PreconditionError("expression", "a table", "is of every epoch")
        return self.parts[0].value(at)[:, at.run.size.h]

    def tex(self, style: Style = IN_EPOCH) -> str:
        return braced(self.parts[0], style, PRODUCT)


def at_pairs(argument: Expression) -> Expression:
    """Return a table of layers as one of pairs."""
    return AtPairs((argument,))


def inner(q: Expression, r: Expression) -> Expression:
    """Return <q, r> of every epoch, tables of pairs."""
    return Reduced((q, r), "inner", "epoch", "")


def norm(argument: Expression) -> Expression:
    """Return the l1 norm of every epoch, of a table of triples or pairs."""
    return Reduced((abs(argument),), "norm", "epoch", "")


def sum_over_next(argument: Expression) -> Expression:
    """Return the sums over x' of a table of triples."""
    return Reduced((argument,), "sum over x'", "pair", r"\sum_{x'}")


def sum_over_pairs(argument: Expression) -> Expression:
    """Return the sums over the pairs of each layer."""
    return Reduced((argument,), "sum over pairs", "layer", "")


class LayersBefore(Built):
    """For each layer h, the sum of a table's layers s = 0, ..., h-1-short."""

    def __init__(self, parts: Sequence[Expression], short: int = 0) -> None:
        super().__init__(parts)
        self.kind, self.entries, self.short = "table", "layer", short

    binds = PRODUCT

    @property
    def key(self) -> tuple[Any, ...]:
        return LayersBefore, self.short, self.parts[0].key

    def value(self, at: Place) -> Any:
        """Return its value at a place. Raises PreconditionError for one where it has none."""
        epochs = at.epochs
        if epochs is None:
            raise PreconditionError("expression", "sum over s < h", "is of tables")
        L = at.run.L
        s, h = np.arange(L)[:, None], np.arange(L)
        chosen = epochs.counts((s + self.short < h).astype(int))[None]
        return (chosen * self.parts[0].value(at).reshape(-1, L, 1)).sum(1)

    def tex(self, style: Style = IN_EPOCH) -> str:
        of = braced(self.parts[0], replace(style, s="s", of_sum="s"), PRODUCT)
        return rf"\sum_{{s=0}}^{{h-{1 + self.short}}}{of}"

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return LayersBefore(parts, self.short)


def sum_over_layers_before(argument: Expression, short: int = 0) -> Expression:
    """Return for each layer h the sum over its layers s < h - short, of a table with an entry for
    each layer."""
    return LayersBefore((argument,), short)


# ----------------------------------------------------------------------------- sums over the run


OF_Q, OF_VISITS = "q_{i(t)}(x_h,a_h)", r"\mathbb{I}^{(t)}\{(x_h,a_h)\}"


class SumOverRun(Built):
    """Sum over a run: over t or i of a table, weighted by visits or by q_i, in all, by layer or by
    pair."""

    binds = PRODUCT

    def __init__(self, parts: Sequence[Expression], name: str, by: str = "all") -> None:
        super().__init__(parts)
        self.kind, self.name, self.grouping = "total", name, by
        self.entries = "pair" if by == "pair" else "layer" if by == "layer" else "epoch"

    @property
    def key(self) -> tuple[Any, ...]:
        return SumOverRun, self.name, self.grouping, self.parts[0].key

    def value(self, at: Place) -> Any:
        total = at.run.total(self.key, self._total)
        return total[at.layer] if at.layer is not None and self.grouping == "layer" else total

    def _total(self, run: Run) -> Any:
        def of(epochs: Letters) -> Any:
            return table_of(self.parts[0], epochs)

        if self.name == "over_t":
            return run.over_t(of, self.parts[0].entries, self.grouping)
        return {"over_i": run.over_i, "visited": run.visited, "played": run.played}[self.name](
            of, by=self.grouping
        )

    def tex(self, style: Style = IN_EPOCH) -> str:
        of, layers = self.parts[0], r"\sum_{h<L}" if self.grouping == "all" else ""
        if self.name == "over_t":
            return r"\sum_{t=1}^T" + braced(of, AT_VISIT, PRODUCT)
        if self.name == "over_i":
            return self._over_i(style)
        weight = OF_VISITS if self.name == "visited" else OF_Q
        return rf"\sum_{{t=1}}^T{layers}\sum_{{x_h,a_h}}{weight}\,{braced(of, AT_VISIT, PRODUCT)}"

    def _over_i(self, style: Style) -> str:
        layer, in_layer = self.grouping == "layer", style.of_layer()
        pairs = rf"\sum_{{{in_layer.pair[1:-1]}}}" if layer else ""
        of = braced(self.parts[0], in_layer if layer else style, PRODUCT)
        return pairs + r"\sum_{i=1}^m" + of

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return SumOverRun(parts, self.name, self.grouping)


def over_t(argument: Expression, by: str = "all") -> Expression:
    """Return sum_t of a table at i(t)."""
    return SumOverRun((argument,), "over_t", by)


def over_i(argument: Expression, by: str = "all") -> Expression:
    """Return sum_i of a table."""
    return SumOverRun((argument,), "over_i", by)


def played(argument: Expression, by: str = "all") -> Expression:
    """Return sum_t sum q_{i(t)}(x,a) f_{i(t)}(x,a)."""
    return SumOverRun((argument,), "played", by)


def visited(argument: Expression, by: str = "all") -> Expression:
    """Return sum_t sum_h f_{i(t)}(x_h,a_h), along the visits."""
    return SumOverRun((argument,), "visited", by)


def martingale(argument: Expression, by: str = "all") -> Expression:
    """Return sum_t sum (q_{i(t)}(x,a) - I^{(t)}{(x,a)}) f_{i(t)}(x,a)."""
    expected, apart = played(argument, by), f"{OF_Q}-{OF_VISITS}"
    sums, _, of = expected.tex().partition(OF_Q)
    quotient = of.startswith(r"\,\frac1")
    tex = rf"\frac{{{apart}}}" + of.removeprefix(r"\,\frac1") if quotient else f"({apart}){of}"
    return Written((expected - visited(argument, by),), sums + tex)


class InLayer(Built):
    """Sum of a row of pairs, known at the end of the run, in each layer, or in all (`whole`)."""

    kind: Kind = "total"

    def __init__(self, parts: Sequence[Expression], whole: bool = False) -> None:
        super().__init__(parts)
        self.whole, self.entries = whole, "layer"

    binds = PRODUCT

    @property
    def key(self) -> tuple[Any, ...]:
        return InLayer, self.whole, self.parts[0].key

    def value(self, at: Place) -> Any:
        """Return its value at a place. Raises PreconditionError for one where it has none."""
        row = self.parts[0].value(Place(at.run))
        if self.whole:
            return row.sum()
        if at.layer is None:
            raise PreconditionError("expression", "a sum in each layer", "needs a layer")
        return row[at.run.size.pairs_of(at.layer)].sum()

    def tex(self, style: Style = IN_EPOCH) -> str:
        row, layers = self.parts[0], r"\sum_{h<L}" if self.whole else ""
        if row.entries == "layer":  # its sums over pairs are made
            return layers + braced(row, style, PRODUCT)
        return layers + sum_of_layer(row, style)

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return InLayer(parts, self.whole)


def in_layer(row: Expression) -> Expression:
    """Return the sum of a row of pairs in each layer."""
    return InLayer((row,))


def in_all(row: Expression) -> Expression:
    """Return the sum of a row of pairs, or of layers, in all."""
    return InLayer((row,), whole=True)


class Written(Built):
    """Expression that the paper writes in its own way. `said`: a letter, which is said to be it;
    `why`: in a line, why its LaTeX is typed; without both it follows from other expressions."""

    def __init__(
        self, parts: Sequence[Expression], tex: str, said: bool = False, why: str = ""
    ) -> None:
        super().__init__(parts)
        self._tex, self.said, self.why = tex, said, why

    binds = PRODUCT

    @property
    def key(self) -> tuple[Any, ...]:
        return self.parts[0].key

    def value(self, at: Place) -> Any:
        return self.parts[0].value(at)

    def tex(self, style: Style = IN_EPOCH) -> str:
        return self._tex

    def opening(self) -> str:
        """Return it with what it is, if that is said."""
        return f"{self._tex}={self.parts[0].tex()}" if self.said else self._tex

    def meanings(self) -> Iterator[str]:
        """Yield what it is, if that is said."""
        if self.said:
            yield self.opening()

    def rebuilt(self, parts: Sequence[Expression]) -> Expression:
        return parts[0]


class WithSlack(Built):
    """Bound that is compared with a slack added, for what was rounded when it was recorded. It is
    written, and proved, without."""

    binds = SUM

    def value(self, at: Place) -> Any:
        bound, slack = self.parts
        return (bound + slack).value(at)

    def tex(self, style: Style = IN_EPOCH) -> str:
        return self.parts[0].tex(style)


def with_slack(bound: Expression, slack: Expression) -> Expression:
    """Return a bound of what was recorded, for which a slack is allowed on runs."""
    return WithSlack((bound, slack))


def written(tex: str, argument: Expression, why: str) -> Expression:
    """Return an expression with its LaTeX in the paper, typed. Raises PreconditionError without a
    line that says why."""
    if not why.strip() or "\n" in why or len(why) > 100:
        raise PreconditionError("LaTeX", tex, "is typed: must say why in a line")
    return Written((argument,), tex, why=why)


def let(tex: str, argument: Expression) -> Expression:
    """Return a letter for an expression: after the claims that have it stands what it is."""
    return Written((argument,), tex, said=True)


class BigO(Written):
    """Bound that is written as O(of): some constant times `of` is one, too."""

    def __init__(self, parts: Sequence[Expression], of: Expression) -> None:
        super().__init__(parts, f"O({of.tex()})")
        self.inner = of


def big_o(of: Expression, bound: Expression) -> Expression:
    """Return a bound, which is compared, written as O(of)."""
    return BigO((bound,), of)


def up_to(slack: Expression, bound: Expression) -> Expression:
    """Return a bound that is compared with a slack added, written without it."""
    return Written((bound + slack,), bound.tex())


class EndOfRun(Expression):
    """Quantity of the whole run, such as Reg_T: a Total. In its LaTeX `#x` is where the arguments
    stand. Raises PreconditionError for the name of another letter."""

    kind: Kind = "total"

    def __init__(self, name: str, tex: str, of: Callable[[Run], Any], per: Per = "epoch") -> None:
        self.name, self._tex, self.compute, self.entries = name, tex, of, per
        self._key = known_letter(EndOfRun, name, of, per)

    @property
    def key(self) -> tuple[Any, ...]:
        return self._key

    def value(self, at: Place) -> Any:
        total = at.run.total(self.key, self.compute)
        return total[at.layer] if at.layer is not None and self.entries == "layer" else total

    def tex(self, style: Style = IN_EPOCH) -> str:
        return self._tex.replace("#x", style.pair)
