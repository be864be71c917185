r"""False variants of claims: what a run must refute.

Every bound has some by its form: a smaller constant, a letter left out, a lower power of T, the
logarithm or max{1, .} dropped (`derived`). What a module changes by hand is a `swap`, `constant`
or `scaled`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from proofs_check.arithmetic import Q, Real
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import Expression, Log, Number, Root, number, number_tex, sqrt
from proofs_check.letters.symbols import (
    A,
    L,
    Lam,
    N,
    T,
    X,
    b,
    eps,
    max1_N,
    per_root,
    solver_gap,
    tolerance,
)

Rule = Callable[[Claim], Claim | None]  # None: it changes nothing in this claim


@dataclass(frozen=True)
class Change:
    """False variant: its words, what it makes of a claim, and the claims that it is of: those of
    this name, or all. `anywhere`: it must fail on some run, on its event or not."""

    words: str
    rule: Rule
    part: str | None = None
    anywhere: bool = False


def _right(change: Callable[[Expression], Expression]) -> Rule:
    def rule(claim: Claim) -> Claim | None:
        changed = change(claim.right)
        return None if changed.key == claim.right.key else replace(claim, right=changed)

    return rule


def scaled(by: Q | int, words: str = "", of: str | None = None) -> Change:
    """Return the change of the right side to a share of it."""
    words = words or rf"${short_tex(by)}$ of the right side"
    return Change(words, _right(lambda right: number(by) * right), of)


def swap(
    old: Expression, new: Any, words: str, of: str | None = None, left: bool = False
) -> Change:
    """Return the change of an expression to another, on the right side, or the left."""
    changes = {old.key: number(new)}

    def rule(claim: Claim) -> Claim | None:
        side = claim.left if left else claim.right
        changed = side.replaced(changes)
        if changed.key == side.key:
            return None
        return replace(claim, left=changed) if left else replace(claim, right=changed)

    return Change(words, rule, of)


def constant(
    new: Real | Q | int, old: Real | Q | int, of: str | None = None, where: str = ""
) -> Change:
    """Return the change of a constant of the right side; `where`: more words."""
    texts = [short_tex(v) for v in (new, old)]
    words = " for ".join(text if text.isdigit() else f"${text}$" for text in texts) + where
    return swap(Number(old), new, words, of)


def without(old: Expression, words: str = "", of: str | None = None) -> Change:
    """Return the change that leaves a letter out of the right side."""
    return swap(old, 1, words or f"without ${old.tex()}$", of)


def together(words: str, *changes: Change, of: str | None = None) -> Change:
    """Return several changes as one."""

    def rule(claim: Claim) -> Claim | None:
        changed = None
        for change in changes:
            changed = change.rule(changed or claim) or changed
        return changed

    return Change(words, rule, of)


def lower_T(of: str | None = None) -> Change:
    """Return the change of sqrt T to its root on the right side."""
    return swap(T, sqrt(T), r"$T^{1/4}$ for $\sqrt T$", of)


def unconditional(words: str, of: str | None = None) -> Change:
    """Return the change that claims it in every epoch, or on every run, without its condition."""

    def rule(claim: Claim) -> Claim | None:
        if claim.condition is None and not claim.events:
            return None
        return replace(claim, condition=None, everywhere=False, events=())

    return Change(words, rule, of, anywhere=True)


def short_tex(q: Real | Q | int) -> str:
    """Return a rational as LaTeX, for words."""
    return number_tex(q).replace(r"\tfrac", r"\frac")


def derived(claim: Claim) -> Iterator[Change]:
    """Yield the false variants that a bound has by its form; none of a step, of an equation, or of
    what holds up to the solver's tolerance."""
    slack = claim.right.contains(tolerance) or claim.right.contains(solver_gap)
    if claim.is_step or claim.equal or slack:
        return
    right, of = claim.right, claim.name
    for share in (Q(3, 5), Q(1, 4)):
        if right.key != Number(0).key:
            yield scaled(share, of=of)
    for letter in (L, X, A, Lam):
        if right.contains(letter):
            yield without(letter, of=of)
    if any(_roots_T(part) for part in _all(right)):
        yield lower_T(of)
    for part in _all(right):
        if isinstance(part, Log):
            yield without(part, of=of)
    if right.contains(max1_N):
        yield swap(max1_N, N, r"without $\max\{1,\cdot\}$", of)
    if right.contains(eps):
        yield swap(eps, b, r"$b_i$ for $\epsilon_i$, without $X_{h+1}$", of)
    for radius in (eps, b):
        if right.contains(radius):
            words = rf"$1/\sqrt{{\max\{{1,N_i\}}}}$ for ${radius.head}_i$, without $\Lambda$"
            yield swap(radius, per_root, words, of)


def _all(expression: Expression) -> Iterator[Expression]:
    yield expression
    for part in expression.parts:
        yield from _all(part)


def _roots_T(expression: Expression) -> bool:
    return isinstance(expression, Root) and _grows_with_T(expression)


def _grows_with_T(expression: Expression) -> bool:
    """Return whether T occurs outside of logarithms."""
    if isinstance(expression, Log):
        return False
    return expression.key == T.key or any(_grows_with_T(part) for part in expression.parts)


def under_change(claims: Iterable[Claim], change: Change | None) -> Iterator[Claim]:
    """Yield the claims, or what a change makes of those that are no steps and that it is of."""
    for claim in claims:
        if change is None:
            yield claim
        elif not claim.is_step and change.part in (None, claim.name):
            other = change.rule(claim)
            if other is not None:
                yield other


def false_variants(claims: Iterable[Claim], typed: Iterable[Change]) -> Mapping[str, Change]:
    """Return the false variants by their words: the typed ones, and those that the statement's
    bound, the last of the claims, has by its form."""
    changes = {change.words: change for change in typed}
    bounds = [
        claim for claim in claims if not (claim.is_step or claim.equal or claim.events is not None)
    ]
    for change in derived(bounds[-1]) if bounds else ():
        changes.setdefault(change.words, change)
    return changes
