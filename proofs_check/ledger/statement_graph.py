"""The statement graph: what a claim rests on, and the status that follows from its premises'.

A status is never typed by hand: `derive` computes it from the verdicts. Every label names a printed
and perhaps a repaired claim; a claim may be read in the printed world, where each label it uses
means the printed form (the repaired one if there is no other), or in the repaired world, where it
means the repaired form (the printed one if nothing needed repair).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from proofs_check.ledger.registry import REGISTRY, Claim, Form, Key, Result, Verdict
from reference.support.errors import PreconditionError

WORLDS: tuple[Form, Form] = ("printed", "repaired")
OWN_STATUS = {
    Verdict.FAILS: "false",
    Verdict.GAP: "gap",
    Verdict.UNDECIDED: "undecided",
    Verdict.VACUOUS: "vacuous",
}
SOUND = ("given", "proved", "supported")
REPAIRED_PREMISES = "holds with repaired premises"


def premises(one: Claim, world: Form) -> list[Key]:
    """What a claim rests on. Raises PreconditionError for a label without claim."""
    other: Form = "repaired" if world == "printed" else "printed"
    keys: list[Key] = []
    for label in one.uses:
        found = [form for form in (world, other) if (label, form) in REGISTRY]
        if not found:
            raise PreconditionError("uses", label, f"{one.label} uses a label without claim")
        keys.append((label, found[0]))
    return keys


def in_order(keys: Iterable[Key]) -> list[Key]:
    """`keys` and all they rest on in either world, premises first. Raises PreconditionError for a
    cycle."""
    order: dict[Key, None] = {}

    def visit(key: Key, path: tuple[Key, ...]) -> None:
        if key in path:
            raise PreconditionError("uses", [*path, key], "claims must not use each other")
        if key not in order:
            for world in WORLDS:
                for premise in premises(REGISTRY[key], world):
                    visit(premise, (*path, key))
            order[key] = None

    for key in keys:
        visit(key, ())
    return list(order)


def derive(results: Mapping[Key, Result]) -> dict[Key, Result]:
    """`results` with their derived status; must hold every premise (`in_order`). The statuses:

    false, gap, undecided, vacuous: its own verdict. Otherwise it holds, and is
    *given* if it is an assumption or a definition (kind "given"): there is nothing to prove, its
    evidence says that the runs satisfy it and that our computation of it is right;
    *proved* if evidence of kind "proved" covers the whole statement and every premise is proved or
    given;
    *supported* if its evidence, or a premise's, is exact on runs or statistical;
    *holds with repaired premises* if it is printed and only so in the repaired world;
    *rests on LABEL* if that premise is neither, in its own world.
    """
    known: dict[tuple[Key, Form], str] = {}
    for key in in_order(results):
        for world in WORLDS:
            known[key, world] = _status(results[key], world, known)

    def status(key: Key) -> str:
        one = results[key].claim
        found = known[key, one.form]
        if one.form == "printed" and found.startswith("rests on"):
            return REPAIRED_PREMISES if known[key, "repaired"] in SOUND else found
        return found

    return {key: replace(result, derived_status=status(key)) for key, result in results.items()}


def _status(result: Result, world: Form, known: Mapping[tuple[Key, Form], str]) -> str:
    if result.verdict is not Verdict.HOLDS:
        return OWN_STATUS[result.verdict]
    found = ["supported"]
    if result.claim.kind == "given":
        found = ["given"]
    elif any(
        e.kind == "proved" and e.verdict is Verdict.HOLDS and not e.step for e in result.evidence
    ):
        found = ["proved"]
    for premise in premises(result.claim, world):
        of_premise = known[premise, world]
        if of_premise not in SOUND:
            return f"rests on {premise[0]}"
        found.append(of_premise)
    return max(found, key=SOUND.index)
