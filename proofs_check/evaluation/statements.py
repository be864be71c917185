"""The statements that a run is evaluated on, in the order of the paper."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
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
    number: str = ""
    title: str = ""

    @property
    def forms(self) -> tuple[FormName, ...]:
        """Return the forms that are evaluated."""
        return ("printed", "repaired") if self.printed_sides else (self.form,)

    def of_form(self, form: FormName) -> Sides:
        """Return the sides of a form."""
        return self.printed_sides if form == "printed" and self.printed_sides else self.sides

    def events_of(self, form: FormName) -> tuple[str, ...]:
        """Return the statements whose events a form needs."""
        printed = form == "printed" and self.printed_sides is not None
        return self.printed_on if printed and self.printed_on else self.on

    def form_of(self, variant: Mapping[str, Any]) -> FormName:
        """Return the form whose sides have these parameters."""
        if self.printed_sides is None:
            return self.form
        named = (set(inspect.signature(f).parameters) for f in (self.sides, self.printed_sides))
        first, second = (set(variant) <= names for names in named)
        return "printed" if second and not first else "repaired"

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
            **vars(one.two_sides), name=module, number=claim.number, title=claim.title
        )
        for module, (_, one, claim) in sorted(found.items(), key=lambda item: item[1][0])
    }
