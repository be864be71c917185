"""Looks of answers, statuses and grades: a word, with a border and a fill that repeat it."""

from __future__ import annotations

from dataclasses import dataclass

from proofs_check.ledger.answers import WORDING_MEANS, Answers
from proofs_check.ledger.findings import GRAVITIES, Finding
from proofs_check.ledger.statement_graph import CITED, IF_REPAIRED
from proofs_check.report.document import Badge


@dataclass(frozen=True)
class Look:
    """Word, meaning, and the class of the style sheet: `k-` a fill, `p-` a border."""

    word: str
    meaning: str
    style: str = "k-open"

    @property
    def badge(self) -> Badge:
        """Return the word with its look."""
        return Badge(self.word, f"chip {self.style}")


LOOKS = {
    "given": Look("given", "an assumption or a definition: nothing to prove", "k-given"),
    "machine-checked": Look(
        "machine-checked", "a theorem of the Coq development proves it", "k-coq"
    ),
    CITED: Look(
        CITED,
        "it follows from bounds of other works as they state them, which are not proved here",
        "k-cited",
    ),
    "proved": Look("proved", "every step is checked for all values, premises too", "k-proved"),
    "argued": Look("argued", "proved but for steps that are prose, here or below", "k-argued"),
    "exact on runs": Look(
        "exact on runs",
        "holds in every exact comparison on the sampled runs; no proof",
        "k-runs",
    ),
    IF_REPAIRED: Look(
        "if repaired", "holds as printed once the statements it uses are repaired", "k-cond"
    ),
    "rests on": Look("rests on a gap", "itself holds, but rests on one that does not"),
    "gap": Look("gap", "does not follow by the printed argument"),
    "underspecified": Look(
        "underspecified", "true or false only once something unstated is chosen", "k-under"
    ),
    "false": Look("false", "there is a counterexample", "k-false"),
    "undecided": Look("undecided", "the precision or the check did not decide it"),
    "vacuous": Look("vacuous", "nothing was compared"),
}
TRUE = {
    "yes": Look("yes", "it is true as printed; the colour says how that is known", "k-coq"),
    "but for wording": Look(
        "but for wording",
        WORDING_MEANS,
        "k-cond",
    ),
    "depends on a choice": Look(
        "depends", "it is true or false only once something unstated is chosen", "k-under"
    ),
    "no": Look("no", "there is a counterexample", "k-false"),
    "open": Look("open", "it is neither proved nor refuted"),
}
ARGUMENT = {
    "yes": Look("yes", "every step of it holds", "p-ok"),
    "depends on a choice": Look(
        "depends", "it holds or not once something unstated is chosen", "p-under"
    ),
    "gap": Look("gap", "it leaves out something that it needs", "p-gap"),
    "wrong step": Look("wrong step", "it uses, or claims, something false", "p-false"),
    "none given": Look("none given", "the paper gives no argument, or only a citation", "p-cond"),
    "not needed": Look("not needed", "an assumption or a definition needs no argument", "p-given"),
}


def look(status: str) -> Look:
    """Return the look of a derived status, "rests on LABEL" included."""
    return LOOKS["rests on" if status.startswith("rests on") else status or "undecided"]


def true_look(answers: Answers) -> Look:
    """Return the look of the first answer; a *yes* has the fill of how it is known."""
    answer = TRUE[answers.is_true]
    return (
        Look(answer.word, answer.meaning, look(answers.known).style)
        if answer.word == "yes"
        else answer
    )


def argument_look(answers: Answers) -> Look:
    """Return the look of the second answer."""
    return ARGUMENT[answers.printed_argument]


TONES = dict(zip(GRAVITIES, ("false", "gap", "note"), strict=True))
"""The class of the style sheet for the gravity of a finding."""


def grade_badge(f: Finding) -> Badge:
    """Return both grades of a finding with their look: how grave, and what it affects."""
    return Badge(f.grade, f"grade g-{TONES[f.gravity]}")
