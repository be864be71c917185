"""Two answers about every statement: is it true, and does the printed argument show it?

A statement's truth and its printed argument are two things: printed Theorem 4 is true although its
printed proof has a gap. Both answers follow from the verdicts; neither is typed.

Is the printed form true? *yes* if it holds (machine-checked, proved, or in every comparison); *no*
if it fails; *depends on a choice* if it is underspecified; *but for wording* if it fails or is
underspecified, and one named correction makes it the form that is proved. A GAP says that it does
not follow by the printed argument: the answer is *yes* if other evidence proves the printed form or
its repaired form implies it (`implied`), else *open*. A statement that holds only with premises
that do not is *open*, too.

Does the printed argument show it? *none given* if the paper prints none (what is registered is
then our own: `not_printed`), or if no step of a proof is registered but citations; *wrong step* if
it uses a statement that is false as printed, or shows a statement that is false; *gap* if the
verdict is GAP, or that of a statement used, or if it uses a definition that is false as printed;
*depends on a choice* if the verdict is UNDERSPECIFIED, or that of a statement used; else *yes*. A
step of the same proof counts with what it uses, and a slip of wording where it stands only: what
uses a statement that is true but for wording is not at fault for it. Nothing has to be shown for an
assumption or a definition (*not needed*).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from proofs_check import vocabulary
from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import (
    REGISTRY,
    Claim,
    Key,
    Result,
    Verdict,
    committed_statuses,
)
from proofs_check.ledger.statement_graph import IF_REPAIRED, SOUND

IsTrue = Literal["yes", "but for wording", "no", "depends on a choice", "open"]
PrintedArgument = Literal[
    "yes", "depends on a choice", "gap", "wrong step", "none given", "not needed"
]
TRUE_WORDS: tuple[IsTrue, ...] = get_args(IsTrue)
ARGUMENT_WORDS: tuple[PrintedArgument, ...] = get_args(PrintedArgument)
WORDING_MEANS = vocabulary.MEANINGS[vocabulary.BUT_FOR_WORDING]
PROVED = ("machine-checked", "proved")
BEFORE = Path(__file__).with_name("answers_before.json")
"""What the edition before answered about the statements that it called false, or left to a choice:
rows of a module and an answer."""


@dataclass(frozen=True)
class Answers:
    """Two answers, and what they rest on.

    `known`: how the truth of the printed form is known, a status. `because`: the labels that are
    false, open or left to a choice in the printed argument. `implied`: why the repaired form
    implies the printed one, where this decides. `correction`: the number of the finding whose
    correction makes it true, where only its wording is wrong."""

    is_true: IsTrue
    printed_argument: PrintedArgument
    known: str
    because: tuple[str, ...] = ()
    implied: str = ""
    correction: int | None = None


def answers(results: Iterable[Result]) -> dict[str, Answers]:
    """Return the answers about every statement of an audit, by label: about its printed form, or
    about its only form. What the audit did not check counts with its committed verdict."""
    result_of = {r.claim.key: r for r in results}
    labels = dict.fromkeys(label for label, _ in result_of)
    return {label: _answers(label, result_of) for label in labels}


def implied(claim: Claim, results: Mapping[Key, Result]) -> str:
    """Return why the repaired form of a printed claim, which is proved, implies it; "" if it is not
    known to."""
    return claim.implied_by_repaired if _repaired_status(claim, results) in PROVED else ""


def _repaired_status(claim: Claim, results: Mapping[Key, Result]) -> str:
    """Return the status of the repaired form of a claim, here or as committed; "" without one."""
    key = (claim.label, "repaired")
    if key in results:
        return results[key].derived_status
    return committed_statuses().get(key, ("", ""))[1]


def _answers(label: str, result_of: Mapping[Key, Result]) -> Answers:
    result = result_of.get((label, "printed")) or result_of[label, "repaired"]
    reason = implied(result.claim, result_of) if result.claim.form == "printed" else ""
    is_true, status = _truth(result, reason)
    wording = result.claim.wording if but_for_wording(result.claim.key, result_of) else None
    is_true = "but for wording" if wording else is_true
    argument, because = _argument(result.claim, result.verdict, result_of)
    decides = result.verdict is Verdict.GAP and is_true == "yes"
    correction = wording.finding if wording else None
    return Answers(is_true, argument, status, because, reason * decides, correction)


def but_for_wording(key: Key, results: Mapping[Key, Result]) -> bool:
    """Return whether a printed form does not hold by its wording alone: the correction that it
    names has a place at it, and the corrected form is proved, as the repaired form or under the
    choice that the correction makes."""
    claim = REGISTRY.get(key)
    if claim is None or claim.wording is None:
        return False
    verdict = results[key].verdict if key in results else claim.expected
    if verdict not in (Verdict.FAILS, Verdict.UNDERSPECIFIED):
        return False
    finding = next((f for f in findings() if f.number == claim.wording.finding), None)
    if finding is None or claim.label not in finding.places:
        return False
    if under := claim.wording.choice:
        choices = results[key].choices if key in results else {}
        theorems = [c for c in claim.coq if c.assumed == under and not (c.refutes or c.part)]
        return bool(theorems) and choices.get(under, Verdict.HOLDS) is Verdict.HOLDS
    return _repaired_status(claim, results) in PROVED


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
    cited = all(s.kind == "cited" for s in claim.steps)
    if claim.form != "printed" or claim.not_printed or cited:
        return "none given", ()
    if but_for_wording(claim.key, result_of):
        verdict = Verdict.HOLDS
    used = {label: _verdict(label, result_of) for label in _used(claim)}
    false = [label for label, v in used.items() if v is Verdict.FAILS]
    wrong = [label for label in false if REGISTRY[label, "printed"].kind != "definition"]
    if wrong or verdict is Verdict.FAILS:
        return "wrong step", tuple(wrong)
    gaps = [label for label, v in used.items() if v is Verdict.GAP]
    choices = [label for label, v in used.items() if v is Verdict.UNDERSPECIFIED]
    because = (*gaps, *choices, *false)
    if verdict is Verdict.GAP or gaps or false:
        return "gap", because
    if verdict is Verdict.UNDERSPECIFIED or choices:
        return "depends on a choice", because
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
    """Return the verdict of a printed form; HOLDS where nothing is printed, or where only its
    wording is wrong."""
    if but_for_wording((label, "printed"), result_of):
        return Verdict.HOLDS
    if (label, "printed") in result_of:
        return result_of[label, "printed"].verdict
    claim = REGISTRY.get((label, "printed"))
    return claim.expected if claim else Verdict.HOLDS
