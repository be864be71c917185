"""Two answers about every statement: is it true, and does the printed argument show it?

A statement's truth and its printed argument are two things: printed Theorem 4 is true although its
printed proof has a gap. Both answers follow from the verdicts; neither is typed.

Is the printed form true? *yes* if it holds (machine-checked, proved, or in every comparison); *no*
if it fails; *depends on a choice* if it is underspecified. A GAP says that it does not follow by
the printed argument: the answer is *yes* if other evidence proves the printed form or its repaired
form implies it (`implied`), else *open*. A statement that holds only with premises that do not is
*open*, too.

Does the printed argument show it? *none given* if no step of a proof is registered but citations;
*wrong step* if it uses a statement that is false as printed, or shows a statement that is false;
*gap* if the verdict is GAP or UNDERSPECIFIED, or that of a statement used, or if it uses a
definition that is false as printed; else *yes*. A step of the same proof counts with what it uses.
Nothing has to be shown for an assumption or a definition (*not needed*).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from proofs_check.ledger.registry import (
    REGISTRY,
    Claim,
    Key,
    Result,
    Verdict,
    committed_statuses,
)
from proofs_check.ledger.statement_graph import IF_REPAIRED, SOUND

IsTrue = Literal["yes", "no", "depends on a choice", "open"]
PrintedArgument = Literal["yes", "gap", "wrong step", "none given", "not needed"]
TRUE_WORDS: tuple[IsTrue, ...] = get_args(IsTrue)
ARGUMENT_WORDS: tuple[PrintedArgument, ...] = get_args(PrintedArgument)
PROVED = ("machine-checked", "proved")


@dataclass(frozen=True)
class Answers:
    """Two answers, and what they rest on.

    `known`: how the truth of the printed form is known, a status. `because`: the labels that are
    false, open or left to a choice in the printed argument. `implied`: why the repaired form
    implies the printed one, where this decides."""

    is_true: IsTrue
    printed_argument: PrintedArgument
    known: str
    because: tuple[str, ...] = ()
    implied: str = ""


def answers(results: Iterable[Result]) -> dict[str, Answers]:
    """Return the answers about every statement of an audit, by label: about its printed form, or
    about its only form. What the audit did not check counts with its committed verdict."""
    result_of = {r.claim.key: r for r in results}
    labels = dict.fromkeys(label for label, _ in result_of)
    return {label: _answers(label, result_of) for label in labels}


def implied(claim: Claim, results: Mapping[Key, Result]) -> str:
    """Return why the repaired form of a printed claim, which is proved, implies it; "" if it is not
    known to."""
    repaired = results.get((claim.label, "repaired"))
    status = (
        repaired.derived_status
        if repaired
        else committed_statuses().get((claim.label, "repaired"), ("", ""))[1]
    )
    return claim.implied_by_repaired if status in PROVED else ""


def _answers(label: str, result_of: Mapping[Key, Result]) -> Answers:
    result = result_of.get((label, "printed")) or result_of[label, "repaired"]
    reason = implied(result.claim, result_of) if result.claim.form == "printed" else ""
    is_true, status = _truth(result, reason)
    argument, because = _argument(result.claim, result.verdict, result_of)
    decides = result.verdict is Verdict.GAP and is_true == "yes"
    return Answers(is_true, argument, status, because, reason * decides)


def _truth(result: Result, reason: str) -> tuple[IsTrue, str]:
    status = result.derived_status
    if result.verdict is Verdict.HOLDS:
        return ("yes" if status in (*SOUND, IF_REPAIRED) else "open"), status
    if result.verdict is Verdict.GAP:
        kinds = [
            e.kind for e in result.evidence
            if e.verdict is Verdict.HOLDS and e.kind in PROVED and not e.step
        ]  # fmt: skip
        if kinds or reason:
            return "yes", min(kinds, default="machine-checked")
    decided: dict[Verdict, IsTrue] = {
        Verdict.FAILS: "no",
        Verdict.UNDERSPECIFIED: "depends on a choice",
    }
    return decided.get(result.verdict, "open"), status


def _argument(
    claim: Claim, verdict: Verdict, result_of: Mapping[Key, Result]
) -> tuple[PrintedArgument, tuple[str, ...]]:
    """Return the second answer, and the labels that decide it."""
    if claim.kind == "given":
        return "not needed", ()
    if claim.form != "printed" or all(s.kind == "cited" for s in claim.steps):
        return "none given", ()
    used = {label: _verdict(label, result_of) for label in _used(claim)}
    false = [label for label, v in used.items() if v is Verdict.FAILS]
    wrong = [label for label in false if REGISTRY[label, "printed"].kind != "definition"]
    if wrong or verdict is Verdict.FAILS:
        return "wrong step", tuple(wrong)
    missing = (Verdict.GAP, Verdict.UNDERSPECIFIED)
    gaps = [label for v in missing for label in used if used[label] is v] + false
    if verdict in missing or gaps:
        return "gap", tuple(gaps)
    return "yes", ()


def _used(claim: Claim) -> list[str]:
    """Return the labels that a printed proof uses, those used by its own steps included."""
    used: dict[str, None] = {}
    todo = list(claim.uses)
    while todo:
        label = todo.pop(0)
        if label not in used:
            used[label] = None
            step = REGISTRY.get((label, "printed"))
            if step and step.part_of == claim.label:
                todo += step.uses
    return list(used)


def _verdict(label: str, result_of: Mapping[Key, Result]) -> Verdict:
    """Return the verdict of a printed form; HOLDS where nothing is printed."""
    if (label, "printed") in result_of:
        return result_of[label, "printed"].verdict
    claim = REGISTRY.get((label, "printed"))
    return claim.expected if claim else Verdict.HOLDS
