"""The statement graph: what a claim rests on, and the status that follows from its premises'.

A status is never typed by hand: `derive` computes it from the verdicts, premises first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from proofs_check.ledger import REGISTRY, Claim, Key, Result, Verdict
from reference.errors import PreconditionError


def premises(one: Claim) -> list[Key]:
    """What a claim rests on: of each label it uses the same form, else the one there is.

    Raises PreconditionError for a label without claim."""
    other = "repaired" if one.form == "printed" else "printed"
    keys: list[Key] = []
    for label in one.uses:
        found = [form for form in (one.form, other) if (label, form) in REGISTRY]
        if not found:
            raise PreconditionError("uses", label, f"{one.label} uses a label without claim")
        keys.append((label, found[0]))
    return keys


def in_order(keys: Iterable[Key]) -> list[Key]:
    """`keys` and all their premises, premises first. Raises PreconditionError for a cycle."""
    done: dict[Key, bool] = {}
    order: list[Key] = []

    def visit(key: Key, path: tuple[Key, ...]) -> None:
        if done.get(key):
            return
        if key in path:
            raise PreconditionError("uses", [*path, key], "claims must not use each other")
        for premise in premises(REGISTRY[key]):
            visit(premise, (*path, key))
        done[key] = True
        order.append(key)

    for key in keys:
        visit(key, ())
    return order


OWN_STATUS = {
    Verdict.FAILS: "false",
    Verdict.GAP: "gap",
    Verdict.UNDECIDED: "undecided",
    Verdict.VACUOUS: "vacuous",
}
SOUND = ("proved", "supported", "holds with repaired premises")


def derive(results: Mapping[Key, Result]) -> dict[Key, Result]:
    """`results` with their derived status; must hold every premise. The statuses:

    false, gap, undecided, vacuous: its own verdict. Otherwise it holds, and is
    *proved* if evidence of kind "proved" covers the whole statement and every premise is proved;
    *supported* if the evidence is exact or statistical, or a premise only supported;
    *holds with repaired premises* if a printed premise is not sound but its repaired form is;
    *rests on LABEL* if a premise is not sound and has no sound repair.
    """
    derived: dict[Key, Result] = {}
    for key in in_order(results):
        derived[key] = replace(results[key], derived_status=_status(results[key], derived))
    return {key: derived[key] for key in results}


def _status(result: Result, derived: Mapping[Key, Result]) -> str:
    if result.verdict is not Verdict.HOLDS:
        return OWN_STATUS[result.verdict]
    whole = any(e.kind == "proved" and not e.step for e in result.evidence)
    status = "proved" if whole else "supported"
    for label, form in premises(result.claim):
        of_premise = derived[label, form].derived_status
        if of_premise in SOUND:
            status = max(status, of_premise, key=SOUND.index)
            continue
        repaired = derived.get((label, "repaired"))
        if form == "printed" and repaired and repaired.derived_status in SOUND:
            status = max(status, "holds with repaired premises", key=SOUND.index)
        else:
            return f"rests on {label}"
    return status


def with_repairs(keys: Iterable[Key]) -> list[Key]:
    """Everything `derive` needs for `keys`: premises, and the repaired forms of printed ones."""
    order = in_order(keys)
    while True:
        repaired = [(label, "repaired") for label, form in order if form == "printed"]
        larger = in_order([*order, *(key for key in repaired if key in REGISTRY)])
        if len(larger) == len(order):
            return larger
        order = larger
