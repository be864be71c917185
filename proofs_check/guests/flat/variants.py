"""Variants that the header does not declare, under which a trace would conform.

An option is changed, the trace is read again up to its first divergence, and the change is kept if
that comes later; then the next one. A defect is what no variant explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from proofs_check.arithmetic import to_q
from proofs_check.guests.flat.likely import choices_of, ranked
from proofs_check.guests.flat.replay import FlatConformance, FlatDivergence
from proofs_check.guests.flat.rules import FLAT_BY_ID
from reference.guests.flat.flat_records import FlatHeader

MOST_VARIANTS = 4
"""So many undeclared variants are found at once."""
MOST_RECHECKS = 3
"""For each divergence: so many times a trace is read again up to it."""
Again = Callable[[Callable[[FlatHeader], FlatHeader]], FlatConformance]


DISCOUNT = "discount"  # a fault (likely.py): the option that no header can declare
RADII, GAIN = ("delta", "radius"), ("stop", "clip", "tau", "delta")
SEVERAL = ("psrl-posterior", "ucrl2-stop", "ucrl2-near-optimal", "ucrl2-greedy")
"""Rules that several choices may satisfy, not only the one that was played."""
SUPPOSED: dict[str, dict[str, dict[str, Any]]] = {
    "ucrl2-epoch-missing": {
        "an N_k that counts the running epoch, too, so that v_k reaches it only where it was 0,": {
            "trigger": "running"
        }
    },
    "ucrl2-p_bar": {"a p_bar that the inner maximum has overwritten": {"p_bar": "overwritten"}},
    "ucfh-p_bar": {"a p_bar that the inner maximum has overwritten": {"p_bar": "overwritten"}},
}
"""Faults by the rule that they break, in words, and as options that no header can declare."""
PLAN = (
    "bonus", "cap", "monotone", "rewards", "scale", "unseen", "stages", "update", "V", "prior",
    "last", "length", "terminal",
)  # fmt: skip
UPDATE = ("c", "c1", "c2", "length", "order", "cap", "terminal")
BEARS_ON: dict[str, tuple[str, ...]] = {
    "flat-H-steps": ("terminal",),
    "ucrl2-epoch-missing": ("trigger",),
    "ucrl2-epoch-early": ("trigger",),
    "ucrl2-d_r": RADII,
    "ucrl2-d_p": RADII,
    "ucrl2-p_opt": ("delta",),
    "ucrl2-stop": GAIN,
    "ucrl2-greedy": GAIN,
    "ucrl2-near-optimal": GAIN,
    "ucbvi-order": ("plan",),
    "ucbvi-p_bar": ("prior",),
    "ucbvi-bonus": ("bonus", "scale", "last", "length"),
    "ucbvi-unseen": PLAN,
    "ucbvi-Q": PLAN,
    "ucbvi-V": ("V", "terminal"),
    "ucbq-argmax": ("cap", "terminal"),
    "ucbq-bonus": UPDATE[:5],
    "ucbq-update": UPDATE,
    "ucbq-V": ("cap",),
    "ucfh-order": ("plan",),
    "ucfh-d_r": RADII,
    "ucfh-d_p": RADII,
    "ucfh-V": ("V", "terminal", "clip", *RADII),
    "ucfh-greedy": ("stages", "terminal", "clip", *RADII, "V"),
    "psrl-order": ("plan",),
    "psrl-r": ("rewards",),
    "psrl-V": ("terminal",),
    "psrl-greedy": ("terminal",),
    "psrl-posterior": ("rewards", "alpha0"),  # known at the end: each is a whole reading
}
"""The options on which each rule depends; the others depend on none."""


def other_options(
    head: FlatHeader, d: FlatDivergence, tables: bool, ended: int | None = None
) -> Iterator[tuple[str, Any]]:
    """Yield each change of one option on which the broken rule depends. `tables`: the plans hold
    tables, whose shape determines `stages`; `ended`: the state in which an episode ended early."""
    for key in BEARS_ON.get(d.rule, ()):
        if key not in head.options or (key == "stages" and (tables or head.r is not None)):
            continue
        now = head.options[key]
        if key == "terminal":
            state = _last_state(d)
            state = ended if state is None else state
            if state is not None and state not in now:
                yield key, tuple(sorted({*now, state}))
            continue
        for choice in choices_of(head, key):
            yield key, choice


class SecondChecks:
    """Second checks of one divergence, MOST_RECHECKS of them."""

    def __init__(self, again: Again) -> None:
        self.again, self.left = again, MOST_RECHECKS

    def __call__(self, given: Callable[[FlatHeader], FlatHeader]) -> FlatConformance | None:
        """Return the verdict with another header, None if there were enough of them."""
        if not self.left:
            return None
        self.left -= 1
        return self.again(given)


def explain_by_variants(outcome: FlatConformance, again: Again) -> FlatConformance:
    """Return the outcome with what would explain it: causes, variants, hints, each of them checked.
    `again` checks the trace with another header, to its first divergence."""
    head, first = outcome.header, outcome.certain
    if head is None or first is None:
        return outcome
    named = list(outcome.causes.named(head))
    outcome.cause = tuple(cause.sentence for cause in named)
    if outcome.malformed:
        return outcome
    checks = SecondChecks(again)
    hints = list(_tolerance(head, first, checks))
    outcome.cause = tuple(
        of.sentence + (of.declared if _reach(head, first, checks, of.options) else "")
        for of in named
    )
    outcome.hints = (*hints, *_supposed(head, first, checks))
    changes: dict[str, Any] = {}
    while first is not None and len(changes) < MOST_VARIANTS:
        found = _better(outcome, changes, first, checks)
        if not found:
            break
        (key, choice, later), *others = found
        changes[key] = choice
        first, checks = later.first, SecondChecks(again)
        outcome.alternatives = tuple(f"{k} = {written(v)}" for k, v, _ in others)
    outcome.variants = tuple(f"{key} = {written(choice)}" for key, choice in changes.items())
    outcome.explained = bool(changes) and first is None
    return outcome


def _reach(
    head: FlatHeader, first: FlatDivergence, checks: SecondChecks, changes: Mapping[str, Any]
) -> str:
    """Return "throughout" or "here" if the first divergence moves on with these options, and they
    are not in force already; else ""."""
    if all(head.options.get(key) == value for key, value in changes.items()):
        return ""
    outcome = checks(lambda old: replace(old, options={**old.options, **changes}))
    if outcome is None:
        return ""
    if outcome.first is None:
        return "throughout"
    return "here" if _position(outcome.first) > _position(first) else ""


def _supposed(head: FlatHeader, first: FlatDivergence, checks: SecondChecks) -> Iterator[str]:
    """Yield faults that no option declares, checked: with each the first divergence moves on. A
    discount is one if no option gives the number, too."""
    faults = dict(SUPPOSED.get(first.rule, {}))
    if len(first.fits) == 1 and first.fits[0][0] == DISCOUNT:
        gamma = first.fits[0][1]
        faults[f"a discount of {gamma:.6g} in the planner"] = {DISCOUNT: gamma}
    for words, changes in faults.items():
        if reach := _reach(head, first, checks, changes):
            yield f"{words} would conform{' here, not later' * (reach == 'here')}"


def _tolerance(head: FlatHeader, first: FlatDivergence, checks: SecondChecks) -> Iterator[str]:
    """Yield the tolerance with which the first divergence moves on, checked, if a number looks
    rounded and the header declares less."""
    t = first.tolerance
    if t <= to_q(head.tolerance):
        return
    outcome = checks(lambda old: replace(old, tolerance=t))
    if outcome is None:
        return
    if outcome.first is None or _position(outcome.first) > _position(first):
        here = " here, not later" if outcome.first is not None else ""
        yield f"tolerance={t:g} would conform{here}"


Change = tuple[str, Any, FlatConformance]


def _better(
    outcome: FlatConformance,
    changes: Mapping[str, Any],
    first: FlatDivergence,
    checks: SecondChecks,
) -> list[Change]:
    """Return every change, among the likeliest, after which the trace conforms, the one that fits
    its draws best first; if there is none, the one whose first divergence comes last, if that is
    later than now."""
    head = outcome.header
    if head is None:
        return []
    fitting: list[Change] = []
    best: list[Change] = []
    most = _position(first)
    now = replace(head, options={**head.options, **changes})
    ended = next((d.ended_in for d in outcome.divergences if d.ended_in is not None), None)
    options = other_options(now, first, outcome.tables, ended)
    for key, choice in ranked(now, first, (of for of in options if of[0] not in changes)):

        def given(old: FlatHeader, key: str = key, choice: Any = choice) -> FlatHeader:
            return replace(old, options={**old.options, **changes, key: choice})

        later = checks(given)
        if later is None:
            break
        if later.first is None:
            fitting.append((key, choice, later))
            if first.rule not in SEVERAL:
                break
        elif _position(later.first) > most:
            best, most = [(key, choice, later)], _position(later.first)
    return sorted(fitting, key=lambda change: change[2].misfit) or best


def _position(d: FlatDivergence) -> tuple[int, int, int]:
    """Return where a divergence stands: its line, the step in it, its rule."""
    rules = list(FLAT_BY_ID)
    return d.line, d.indices.get("step", 0) if "epoch" in d.indices else 0, rules.index(d.rule)


def _last_state(d: FlatDivergence) -> int | None:
    """Return the state that ended an episode before its H steps, or whose V is 0."""
    if d.rule == "flat-H-steps":
        return d.ended_in
    return d.indices["state"] if d.rule.endswith("-V") and d.found == "0" else None


def written(choice: Any) -> str:
    """Return an option as JSON writes it, but without quotes."""
    if isinstance(choice, bool):
        return str(choice).lower()
    if isinstance(choice, tuple):
        return str(list(choice))
    if isinstance(choice, dict):
        return "{" + ", ".join(f"{k}: {written(v)}" for k, v in choice.items()) + "}"
    return f"{choice:g}" if isinstance(choice, float) else str(choice)
