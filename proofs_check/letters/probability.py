"""With what probability a claim holds: one field of it, from which all else that says it follows.

Claims of a form with the same probability hold on one event, all at once. An inequality between
numbers, and one that has a condition or is claimed on every path, has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import SimpleNamespace

from proofs_check.arithmetic import Q, Real
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import Expression, at, number
from reference.support.errors import PreconditionError

HERE = "#p"  # in titles and LaTeX: where the probability stands
SURELY = number(1)  # almost surely: with probability 1
TRIED = (Q(1, 3), Q(1, 7))
SUM = re.compile(r"^[^{]*[+-]")
FRACTION = re.compile(r"\\frac\{([^{}]*)\}\{([^{}]*(?:\{[^{}]*\})?)\}")


def units_of(probability: Expression | None) -> int:
    """Return k for the probability 1 - k delta; 0 for 1 (almost surely), and for None, which is
    every path. Raises PreconditionError for another one."""
    if probability is None or probability.key == SURELY.key:
        return 0
    try:
        values = [Real.of(at(probability, SimpleNamespace(delta=delta))) for delta in TRIED]
        units = {(1 - Q(str(p.rational))) / delta for p, delta in zip(values, TRIED, strict=True)}
    except AttributeError:  # it has other letters
        units = set()
    k = int(min(units, default=Q(0)))
    if units != {k} or k < 1:
        rule = "must be 1 - k delta, k = 1, 2, ..."
        raise PreconditionError("probability", probability.tex(), rule)
    return k


def on_own_event(claims: Iterable[Claim]) -> list[Claim]:
    """Return the claims that hold on the event of their form: no other events are said for them,
    and they are not about numbers alone."""
    return [c for c in claims if c.events is None and not c.is_of_numbers]


def units(claims: Iterable[Claim]) -> int:
    """Return the largest k of claims that hold on the event of their form."""
    return max((units_of(c.probability) for c in on_own_event(claims)), default=0)


def with_probability(text: str, claims: Iterable[Claim]) -> str:
    """Return a text with the probability of the claims' bound, the last that has one, put in where
    `#p` stands. Raises PreconditionError if none has."""
    if HERE not in text:
        return text
    said = [c.probability for c in on_own_event(claims) if c.probability is not None]
    if not said:
        raise PreconditionError("probability", text, "is said by no claim")
    return text.replace(HERE, said[-1].tex())


def in_probability(claim: Claim) -> str:
    """Return a claim as LaTeX, with its probability. Raises PreconditionError if it has none."""
    return with_probability(rf"\Pr\{{{claim.tex}\}}\geq{HERE}", [claim])


def in_prose(claim: Claim) -> str:
    """Return a claim with its probability, for prose. Raises PreconditionError if it has none."""
    return with_probability(f"${claim.tex}$ with probability ${HERE}$", [claim])


def holds_with(claim: Claim) -> str:
    """Return the probability of a claim as LaTeX for a line of prose. Raises PreconditionError if
    it has none."""
    if claim.probability is None:
        raise PreconditionError("probability", claim.tex, "is said by no claim")
    return tex_in_line(claim.probability)


def tex_in_line(of: Expression) -> str:
    """Return an expression as LaTeX for a line of prose: its quotients with a slash."""
    return FRACTION.sub(_slashed, of.tex())


def _slashed(quotient: re.Match[str]) -> str:
    top, bottom = (f"({side})" if SUM.search(side) else side for side in quotient.groups())
    letters = re.fullmatch(r"\\?\w|\d+|\\sqrt\{[^{}]*\}|\(.*\)", bottom)
    return f"{top}/{bottom}" if letters else f"{top}/({bottom})"


def check_said(label: str, claims: Iterable[Claim], needs_events: bool) -> None:
    """Raise PreconditionError for a claim that needs events and says no probability, or says one
    and needs none."""
    for claim in on_own_event(claims):
        if needs_events != (units_of(claim.probability) > 0):
            rule = "needs events: must say its probability"
            rule = rule if needs_events else "needs no event: must say no probability"
            raise PreconditionError(f"claim of {label}", claim.name or claim.tex, rule)
