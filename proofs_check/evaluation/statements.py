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
        return self.printed_events if printed and self.printed_events else self.events

    def account(self, form: FormName) -> dict[str, int]:
        """Return the events that a form needs, with the units of delta that each costs."""
        printed = form == "printed" and self.printed_sides is not None
        units = (
            {self.name: self.own_units}
            if self.own_units and not (printed and self.printed_events)
            else {}
        )
        if self.shared_units is not None and not printed:
            return {" and ".join(self.events): self.shared_units} | units
        evaluated = statements()
        for name in self.events_of(form):
            units |= evaluated[name].account(evaluated[name].forms[-1])
        return units


def statements() -> Mapping[str, Evaluated]:
    """Return every registered statement that has two sides, by the name of its module, in the order
    of the paper."""
    ordered = {}
    for module, statement in STATEMENTS.items():
        if statement.two_sides is not None:
            claims = [REGISTRY[statement.label, form] for form in statement.forms]
            ordered[module] = (min(claim.position for claim in claims), statement, claims[0])
    return {
        module: Evaluated(
            **vars(statement.two_sides),
            name=module,
            label=claim.label,
            number=claim.number,
            title=claim.title,
        )
        for module, (_, statement, claim) in sorted(ordered.items(), key=lambda item: item[1][0])
    }


def with_events(only: Iterable[str] | None = None) -> Mapping[str, Evaluated]:
    """Return all statements, or those of `only` and the ones whose events they need."""
    evaluated = statements()
    if only is None:
        return evaluated
    todo, needed = list(only), set[str]()
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            statement = evaluated[name]
            todo += (*statement.events, *statement.printed_events, *statement.line_events)
    return {name: statement for name, statement in evaluated.items() if name in needed}
