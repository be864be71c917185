"""How a derived status looks: a word and a sign that carry it, and a colour that repeats it."""

from __future__ import annotations

from dataclasses import dataclass

from proofs_check.ledger.registry import Result
from proofs_check.ledger.statement_graph import IF_REPAIRED, SOUND


@dataclass(frozen=True)
class Look:
    """`sign` and `word` say it, `colour` (a class of the style sheet) only repeats it."""

    sign: str
    word: str
    colour: str
    meaning: str


LOOKS = {
    "given": Look("≡", "given", "dim", "an assumption or a definition: nothing to prove"),
    "machine-checked": Look(
        "✔", "machine-checked", "ok", "a theorem of the Coq development proves it"
    ),
    "proved": Look("✓", "proved", "ok", "every step is checked for all values, premises too"),
    "argued": Look("✎", "argued", "ok", "proved but for steps that are prose, here or below"),
    "exact on runs": Look(
        "●", "exact on runs", "run", "holds in every exact comparison on the sampled runs; no proof"
    ),
    IF_REPAIRED: Look(
        "◐", "if repaired", "rep", "holds as printed once the statements it uses are repaired"
    ),
    "rests on": Look("↯", "rests on a gap", "rep", "itself holds, but rests on one that does not"),
    "gap": Look("△", "gap", "rep", "does not follow by the printed argument"),
    "underspecified": Look(
        "◇", "underspecified", "rep", "true or false only once something unstated is chosen"
    ),
    "false": Look("✗", "false", "bad", "there is a counterexample"),
    "undecided": Look("?", "undecided", "dim", "the precision or the check did not decide it"),
    "vacuous": Look("∅", "vacuous", "dim", "nothing was compared"),
}


def look(status: str) -> Look:
    """The look of a derived status, "rests on LABEL" included."""
    return LOOKS["rests on" if status.startswith("rests on") else status or "undecided"]


def sound(r: Result) -> bool:
    """It holds, and all it rests on."""
    return r.derived_status in SOUND
