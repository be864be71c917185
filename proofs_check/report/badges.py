"""The look of a derived status: a word, with a border and a fill that repeat it."""

from __future__ import annotations

from dataclasses import dataclass

from proofs_check.ledger.findings import GRADES
from proofs_check.ledger.statement_graph import IF_REPAIRED


@dataclass(frozen=True)
class Look:
    """Classes of the style sheet: `edge` is the border of a printed form, `fill` how a form is
    known."""

    word: str
    meaning: str
    edge: str = "ok"
    fill: str = "open"


LOOKS = {
    "given": Look("given", "an assumption or a definition: nothing to prove", "given", "given"),
    "machine-checked": Look(
        "machine-checked", "a theorem of the Coq development proves it", fill="coq"
    ),
    "proved": Look("proved", "every step is checked for all values, premises too", fill="proved"),
    "argued": Look("argued", "proved but for steps that are prose, here or below", fill="argued"),
    "exact on runs": Look(
        "exact on runs",
        "holds in every exact comparison on the sampled runs; no proof",
        fill="runs",
    ),
    IF_REPAIRED: Look(
        "if repaired", "holds as printed once the statements it uses are repaired", "cond"
    ),
    "rests on": Look("rests on a gap", "itself holds, but rests on one that does not", "gap"),
    "gap": Look("gap", "does not follow by the printed argument", "gap"),
    "underspecified": Look(
        "underspecified", "true or false only once something unstated is chosen", "under"
    ),
    "false": Look("false", "there is a counterexample", "false"),
    "undecided": Look("undecided", "the precision or the check did not decide it", "open"),
    "vacuous": Look("vacuous", "nothing was compared", "open"),
}


def look(status: str) -> Look:
    """The look of a derived status, "rests on LABEL" included."""
    return LOOKS["rests on" if status.startswith("rests on") else status or "undecided"]


TONES = dict(zip(GRADES, ("false", "under", "gap", "cond", "note"), strict=True))
"""The class of the style sheet for the grade of a finding."""
