r"""Expressions as terms of Coq: the third reading of a formula, beside its value and its LaTeX.

A term stands for a real number, where a claim has said over what it ranges: `hist` and the entry
(h, x, a, y) of a table, `v` of the whole run. What Coq calls a letter stands in coq_letters.py;
here are only the arithmetic and the sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from proofs_check.arithmetic import Real
from proofs_check.letters import expressions as ex
from proofs_check.letters import quantities as qu
from proofs_check.letters.expressions import Expression
from proofs_check.machine_checked.coq_letters import ENDS, LAYERS, SYMBOLS, TABLES, InCoq
from reference.support.errors import PreconditionError

ATOM, APPLIED, PRODUCT, SUM = range(4)  # how loosely Coq binds
PAIRS = r"\rsum_(x : S h) \rsum_(a : A) "
ENTRIES = {
    "pair": rf"\rsum_(h < L) {PAIRS}",
    "triple": rf"\rsum_(h < L) {PAIRS}\rsum_(y : S h.+1) ",
    "layer": r"\rsum_(h < L) ",
    "epoch": "",
}


class Term(NamedTuple):
    """Text, and how loosely it binds."""

    text: str
    binds: int

    def bracketed(self, least: int) -> str:
        """Return the text where nothing may bind more loosely than that."""
        return self.text if self.binds <= least else f"({self.text})"


def coq_text(of: Expression) -> str:
    """Return an expression as a term of Coq. Raises PreconditionError for what has none."""
    return coq_term(of).text


def coq_term(of: Expression) -> Term:
    """Return an expression as a term of Coq and how it binds. Raises PreconditionError for what has
    none."""
    write = WRITTEN.get(type(of))
    if write is None:
        raise _untranslated(of, "is of a kind that has no term in Coq")
    return write(of)


def _untranslated(of: Expression, rule: str) -> PreconditionError:
    return PreconditionError("expression", getattr(of, "name", type(of).__name__), rule)


# ----------------------------------------------------------------------------- numbers and letters


def _number(of: Any) -> Term:
    constant = of.constant
    if not isinstance(constant, Real):
        return _rational(constant)
    terms = sorted(constant.terms.items(), key=lambda term: term[0][0])
    parts = [_share(radicand, c) for (radicand, _), c in terms]
    return (
        parts[0] if len(parts) == 1 else Term(" + ".join(p.bracketed(PRODUCT) for p in parts), SUM)
    )


def _share(radicand: Any, share: Any) -> Term:
    if radicand == 1:
        return _rational(share)
    root = f"sqrt {radicand}"
    return Term(root, APPLIED) if share == 1 else Term(f"{_rational(share).text} * {root}", PRODUCT)


def _rational(value: Any) -> Term:
    q = Fraction(str(value))
    text = str(abs(q.numerator)) + (f" / {q.denominator}" if q.denominator != 1 else "")
    if q < 0:
        return Term(f"(- ({text}))", ATOM)
    return Term(text, ATOM if q.denominator == 1 else PRODUCT)


def _letter(table: Mapping[str, InCoq]) -> Callable[[Any], Term]:
    """Return what writes a letter of one table. An expression that the letter is made of stands in
    its term."""

    def write(of: Any) -> Term:
        if of.name not in table:
            raise _untranslated(of, "has no row in the dictionary (machine_checked/coq_letters.py)")
        text = table[of.name].term
        for place, part in enumerate(getattr(of, "made_of", ())):
            text = text.replace(f"{{{place}}}", coq_term(part).text)
        return Term(text, _binds(text))

    return write


def _binds(text: str) -> int:
    if text.startswith(("(", "#|")) or text.isidentifier():
        return ATOM
    return SUM if text.startswith("\\") else APPLIED


# ----------------------------------------------------------------------------- arithmetic


def _added(of: Expression) -> Term:
    left, right = of.parts
    if isinstance(right, ex.Negated):
        return Term(f"{_in(left, SUM)} - {_in(right.parts[0], PRODUCT)}", SUM)
    return Term(f"{_in(left, SUM)} + {_in(right, PRODUCT)}", SUM)


def _in(of: Expression, least: int) -> str:
    return _sum_apart(coq_term(of)).bracketed(least)


def _sum_apart(term: Term) -> Term:
    """Return a term; a sum stands in brackets beside another term."""
    return Term(f"({term.text})", ATOM) if term.text.startswith("\\rsum") else term


def _applied(name: str) -> Callable[[Expression], Term]:
    def write(of: Expression) -> Term:
        return Term(" ".join((name, *(_in(p, ATOM) for p in of.parts))), APPLIED)

    return write


def _power(of: Any) -> Term:
    if of.exponent.denominator != 1:
        raise _untranslated(of, "has a power that Coq's reals write otherwise")
    return Term(f"{_in(of.parts[0], ATOM)} ^ {of.exponent}", PRODUCT)


def _log2(of: Expression) -> Term:
    return Term(f"(ln {_in(of.parts[0], ATOM)} / ln 2)", ATOM)


def _clipped(of: Any) -> Term:
    name = "Rmin" if of.name == "min" else "Rmax"
    return Term(f"{name} {of.bound} {_in(of.parts[0], ATOM)}", APPLIED)


# ----------------------------------------------------------------------------- sums


def _sum(over: str, inside: Expression | Term) -> Term:
    """Return a sum: `over` is the big operator with its ranges, "" for none."""
    term = coq_term(inside) if isinstance(inside, Expression) else inside
    if not over:
        return term
    text = term.text if term.text.startswith("\\rsum") else term.bracketed(APPLIED)
    return Term(over + text, SUM)


def _over_layers(of: Any) -> Term:
    return _sum(r"\rsum_(h < L) " if not of.short else rf"\rsum_(h < L - {of.short}) ", of.parts[0])


def _layers_before(of: Any) -> Term:
    last = "h" if not of.short else f"h - {of.short}"
    return Term(rf"\rsum_(s < {last}) (fun h : nat => {coq_text(of.parts[0])}) s", SUM)


def _product(left: Term, right: Term) -> Term:
    return Term(f"{left.bracketed(PRODUCT)} * {right.bracketed(APPLIED)}", PRODUCT)


def _reduced(of: Any) -> Term:
    if of.name == "inner":
        left, right = (_sum_apart(coq_term(p)) for p in of.parts)
        return _sum(ENTRIES["pair"], _product(left, right))
    if of.name == "norm":
        return _sum(ENTRIES[of.parts[0].entries], of.parts[0])
    if of.name == "sum over x'":
        return _sum(r"\rsum_(y : S h.+1) ", of.parts[0])
    if of.name == "sum over pairs":
        return _sum(PAIRS, of.parts[0])
    raise _untranslated(of, "is a sum that has no term in Coq")


def _in_layer(of: Any) -> Term:
    row = of.parts[0]
    over = "" if row.entries == "layer" else PAIRS
    return _sum((r"\rsum_(h < L) " if of.whole else "") + over, row)


def _over_run(of: Any) -> Term:
    """Write a sum over t, of episodes along the run. n_i(x,a) is the sum of the visits in epoch i,
    so that sum_i n_i g_i = sum_t I^(t) g_i(t)."""
    inside, by = of.parts[0], of.grouping
    if of.name == "over_i":
        if not (isinstance(inside, ex.Multiplied) and getattr(inside.parts[0], "name", "") == "n"):
            raise _untranslated(of, "is a sum over i of something that n_i does not multiply")
        visits = Term("I_ e x a", APPLIED)
        one = _product(visits, _sum_apart(coq_term(inside.parts[1])))
        along = Term(f"hsum (fun hist e => {one.text}) v", APPLIED)
        return along if by == "pair" else _sum(PAIRS if by == "layer" else ENTRIES["pair"], along)
    if of.name == "over_t":
        if by != "all":
            raise _untranslated(of, "is a sum over t by layer or by pair")
        return _along("_", _sum(ENTRIES[inside.entries], inside))
    weight = Term("I_ e x a" if of.name == "visited" else "q2 x0 P (pi hist) x a", APPLIED)
    over = {"all": ENTRIES["pair"], "layer": PAIRS}.get(by)
    if over is None:
        raise _untranslated(of, "is a sum over t by pair")
    weighted = _product(weight, _sum_apart(coq_term(inside)))
    return _along("e" if of.name == "visited" else "_", _sum(over, weighted))


def _along(next_: str, of: Term) -> Term:
    return Term(f"hsum (fun hist {next_} => {of.text}) v", APPLIED)


def _same(of: Expression) -> Term:
    return coq_term(of.parts[0])


WRITTEN: dict[type, Callable[[Any], Term]] = {
    ex.Number: _number,
    ex.Symbol: _letter(SYMBOLS),
    ex.LayerSymbol: _letter(LAYERS),
    qu.Table: _letter(TABLES),
    qu.EndOfRun: _letter(ENDS),
    ex.Added: _added,
    ex.Negated: lambda of: Term(f"- {_in(of.parts[0], ATOM)}", SUM),
    ex.Multiplied: lambda of: Term(
        f"{_in(of.parts[0], PRODUCT)} * {_in(of.parts[1], APPLIED)}", PRODUCT
    ),
    ex.Divided: lambda of: Term(
        f"{_in(of.parts[0], PRODUCT)} / {_in(of.parts[1], APPLIED)}", PRODUCT
    ),
    ex.Power: _power,
    ex.Root: _applied("sqrt"),
    ex.Log: _applied("ln"),
    ex.Log2: _log2,
    ex.Absolute: _applied("Rabs"),
    ex.Least: _applied("Rmin"),
    ex.Clipped: _clipped,
    ex.SumOverLayers: _over_layers,
    qu.LayersBefore: _layers_before,
    qu.Written: _same,
    qu.BigO: _same,
    qu.WithSlack: _same,
    qu.AtTriples: _same,
    qu.AtPairs: _same,
    qu.Reduced: _reduced,
    qu.InLayer: _in_layer,
    qu.SumOverRun: _over_run,
}
"""What writes an expression of each class."""
