"""The statements that a run is evaluated on, in the order of the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import FormName, TwoSides

Sides = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Evaluated(TwoSides):
    """Statement as a run is evaluated on it: its two sides, the name of its module, its number and
    title in the paper."""

    name: str = ""
    label: str = ""
    number: str = ""
    title: str = ""

    def of_form(self, form: FormName) -> Sides:
        """Return the sides of a form."""
        return self.printed_sides if form == "printed" and self.printed_sides else self.sides

    def events_of(self, form: FormName) -> tuple[str, ...]:
        """Return the statements whose events a form needs."""
        printed = form == "printed" and self.printed_sides is not None
        return self.printed_on if printed and self.printed_on else self.on

    def account(self, form: FormName) -> dict[str, int]:
        """Return the events that a form needs, with the units of delta that each costs."""
        printed = form == "printed" and self.printed_sides is not None
        found = {self.name: self.costs} if self.costs and not (printed and self.printed_on) else {}
        if self.together is not None and not printed:
            return {" and ".join(self.on): self.together} | found
        known = statements()
        for name in self.events_of(form):
            found |= known[name].account(known[name].forms[-1])
        return found


def statements() -> Mapping[str, Evaluated]:
    """Return every registered statement that has two sides, by the name of its module, in the order
    of the paper."""
    found = {}
    for module, one in STATEMENTS.items():
        if one.two_sides is not None:
            claims = [REGISTRY[one.label, form] for form in one.forms]
            found[module] = (min(claim.position for claim in claims), one, claims[0])
    return {
        module: Evaluated(
            **vars(one.two_sides),
            name=module,
            label=claim.label,
            number=claim.number,
            title=claim.title,
        )
        for module, (_, one, claim) in sorted(found.items(), key=lambda item: item[1][0])
    }


def with_events(only: Iterable[str] | None = None) -> Mapping[str, Evaluated]:
    """Return all statements, or those of `only` and the ones whose events they need."""
    known = statements()
    if only is None:
        return known
    todo, needed = list(only), set[str]()
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            todo += (*known[name].on, *known[name].printed_on)
    return {name: one for name, one in known.items() if name in needed}
