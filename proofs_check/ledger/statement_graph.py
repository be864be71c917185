"""The statement graph: what a claim rests on, and the status that follows from those of its
premises.

A status is never typed by hand: `derive` computes it from the verdicts. Every label names a printed
and perhaps a repaired claim; a claim may be read in the printed world, where each label it uses
means the printed form (the repaired one if there is no other), or in the repaired world, where it
means the repaired form (the printed one if nothing needed repair).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from proofs_check.ledger.registry import (
    REGISTRY,
    Claim,
    Key,
    Result,
    Verdict,
    committed_statuses,
)
from proofs_check.ledger.statement import FormName, Part
from reference.support.errors import PreconditionError

WORLDS: tuple[FormName, FormName] = ("printed", "repaired")
OWN_STATUS = {
    Verdict.FAILS: "false",
    Verdict.GAP: "gap",
    Verdict.UNDERSPECIFIED: "underspecified",
    Verdict.UNDECIDED: "undecided",
    Verdict.VACUOUS: "vacuous",
}
CITED = "from cited bounds"
SOUND = ("given", "machine-checked", "proved", "argued", CITED, "exact on runs")
IF_REPAIRED = "if repaired"


def premises(claim: Claim, world: FormName) -> list[Key]:
    """What a claim rests on. Raises PreconditionError for a label without claim."""
    other: FormName = "repaired" if world == "printed" else "printed"
    keys: list[Key] = []
    for label in claim.uses:
        forms = [(label, form) for form in (world, other) if (label, form) in REGISTRY]
        if not forms:
            raise PreconditionError("uses", label, f"{claim.label} uses a label without claim")
        keys.append(forms[0])
    return keys


def in_order(keys: Iterable[Key]) -> list[Key]:
    """`keys` and all they rest on in either world, premises first. Raises PreconditionError for a
    cycle."""
    rests_on: dict[Key, list[Key]] = {}
    todo = list(keys)
    while todo:
        key = todo.pop()
        if key not in rests_on:
            rests_on[key] = [p for world in WORLDS for p in premises(REGISTRY[key], world)]
            todo += rests_on[key]
    try:
        return list(TopologicalSorter(rests_on).static_order())
    except CycleError as e:
        raise PreconditionError("uses", e.args[1], "claims must not use each other") from None


def derive(results: Mapping[Key, Result]) -> dict[Key, Result]:
    """`results` with their derived status. A premise that is not among them has its committed own
    status (`committed_statuses`). The statuses:

    false, gap, underspecified, undecided, vacuous: its own verdict. Otherwise it holds, and is
    *given* if it is an assumption or a definition (kind "given"): there is nothing to prove, and
    what it refers to plays no part;
    *machine-checked* if a theorem of the Coq development proves it: such a theorem rests on nothing
    but definitions, so premises play no part;
    *from cited bounds* if its hypotheses are bounds of other works, as they state them: the
    comparison is proved, in Coq or here, and the bounds are not;
    *proved* if each step of its proof is a check for all values and every label that the steps use
    is proved, machine-checked or given; *argued* if a step, or a premise, is prose;
    *exact on runs* if its evidence, or a premise's, is exact on runs, enumerated or statistical;
    *if repaired* if it is printed and one of these only in the repaired world;
    *rests on LABEL* if that premise is neither, in its own world.

    A claim whose parts are known in different ways has the weakest of their statuses.
    """
    own = {key: own_status(result) for key, result in results.items()}
    statuses: dict[tuple[Key, FormName], str] = {}
    for key in in_order(results):
        for world in WORLDS:
            statuses[key, world] = _status(key, world, own, statuses)

    def status(key: Key) -> str:
        status_in_form = statuses[key, results[key].claim.form]
        if key[1] == "printed" and status_in_form.startswith("rests on"):
            return IF_REPAIRED if statuses[key, "repaired"] in SOUND else status_in_form
        return status_in_form

    def part_of(part: Part, key: Key) -> tuple[str, str]:
        world = REGISTRY[key].form
        return part.says, statuses[_key_of(part, key), world] if part.module else own[key]

    return {
        key: replace(
            result,
            derived_status=status(key),
            parts=tuple(part_of(part, key) for part in result.claim.parts),
        )
        for key, result in results.items()
    }


def _key_of(part: Part, key: Key) -> Key:
    """Return the claim that shows a part of another. Raises PreconditionError if no step of that
    one uses it."""
    for premise in premises(REGISTRY[key], REGISTRY[key].form):
        if premise[0] == part.module:
            return premise
    rule = "shows a part of a claim: a step must use it"
    raise PreconditionError("part", part.module, rule)


def own_status(result: Result) -> str:
    """Return the status that a claim would have if all its premises were given."""
    kinds = {e.kind for e in result.evidence if e.verdict is Verdict.HOLDS and not e.step}
    if result.verdict is Verdict.GAP and "machine-checked" in kinds:
        return "machine-checked"  # by another proof than the printed one
    if result.verdict is not Verdict.HOLDS:
        return OWN_STATUS[result.verdict]
    if result.claim.kind == "given":
        return "given"
    if CITED in kinds:
        return CITED
    if "machine-checked" in kinds:
        return "machine-checked"
    steps = {s.kind for s in result.claim.steps}
    if steps - {"cited"}:
        proved = CITED if result.claim.bounds else "proved"
        return "argued" if "argued" in steps else proved
    return "exact on runs"


def _status(
    key: Key, world: FormName, own: Mapping[Key, str], known: Mapping[tuple[Key, FormName], str]
) -> str:
    mine = own[key] if key in own else committed_statuses()[key][1]
    if mine in SOUND and REGISTRY[key].parts:
        shown = [known[_key_of(p, key), world] for p in REGISTRY[key].parts if p.module]
        unsound = [status for status in shown if status not in SOUND]
        return unsound[0] if unsound else max((mine, *shown), key=SOUND.index)
    if mine not in SOUND or mine in ("given", "machine-checked", CITED):
        return mine
    statuses = [mine]
    for premise in premises(REGISTRY[key], world):
        statuses.append(known[premise, world])
        if statuses[-1] not in SOUND:
            return f"rests on {premise[0]}"
    return max(statuses, key=SOUND.index)


def statuses_json(results: Iterable[Result]) -> str:
    """Return the text of the file of statuses, a line per claim."""
    rows = (json.dumps([*r.claim.key, r.verdict.value, own_status(r)]) for r in results)
    return "[\n" + ",\n".join(rows) + "\n]\n"
