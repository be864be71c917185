"""The ledger: every statement of the paper with its verdict and its evidence.

A claim is one form of a statement, as its module in `proofs_check.statements` has it
(ledger/statement.py): the two forms are two claims with one label. What its check returns or yields
is evidence; the statement follows from the steps of its proof. A planted fault is a false variant,
whose verdict must be FAILS with a witness.

Verdicts: HOLDS; FAILS (with a witness); GAP (does not follow as printed); UNDERSPECIFIED (true or
false only once something unstated is chosen: evidence `assumed` each choice); UNDECIDED; VACUOUS
(nothing was compared). Evidence kinds are never mixed: "machine-checked" (a theorem of the Coq
development about the paper's objects), "from cited bounds" (a theorem of it whose hypotheses are
bounds of other works, as they state them), "proved" (for all values in the range that the note
states), "argued" (prose), "enumerated" (every case of the finite list in the note), "exact on
runs", "exact probability", "statistical".
"""

from __future__ import annotations

import enum
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol, get_args

from proofs_check import vocabulary
from proofs_check.arithmetic import Q
from proofs_check.ledger.inventory import Item, committed_items
from proofs_check.ledger.statement import (
    NO_CLAIM,
    ButForWording,
    ClaimKind,
    Coq,
    Defined,
    Form,
    FormName,
    Part,
    Planted,
    ProofStep,
    Statement,
)
from reference.support.errors import PreconditionError

EvidenceKind = Literal[
    "machine-checked", "from cited bounds", "proved", "argued", "enumerated", "exact on runs",
    "exact probability", "statistical",
]  # fmt: skip
EVIDENCE_KINDS = get_args(EvidenceKind)
IN_COQ: tuple[EvidenceKind, ...] = ("machine-checked", "from cited bounds")
Key = tuple[str, str]  # (label, form)
Witness = Mapping[str, Any]  # names -> JSON values, rationals as "p/q": enough to redo by hand


class Verdict(enum.Enum):
    """Verdict on a claim, or of one piece of evidence."""

    HOLDS = vocabulary.HOLDS
    FAILS = vocabulary.FAILS
    GAP = vocabulary.GAP
    UNDERSPECIFIED = vocabulary.UNDERSPECIFIED
    UNDECIDED = vocabulary.UNDECIDED
    VACUOUS = vocabulary.VACUOUS

    @staticmethod
    def of(verdicts: Iterable[Verdict]) -> Verdict:
        """Return the verdict of several pieces of evidence: one FAILS refutes, and so on down."""
        distinct = set(verdicts)
        for v in Verdict:
            if v in distinct and v is not Verdict.HOLDS:
                return v
        return Verdict.HOLDS if distinct else Verdict.UNDECIDED

    @staticmethod
    def under_choices(evidence: Iterable[Evidence]) -> tuple[Verdict, dict[str, Verdict]]:
        """Return the verdict of evidence, and that under each choice of something unstated: where
        these differ, the statement is underspecified."""
        pieces = list(evidence)
        under = {
            choice: Verdict.of(e.verdict for e in pieces if e.assumed in ("", choice))
            for choice in dict.fromkeys(e.assumed for e in pieces if e.assumed)
        }
        if len(set(under.values())) > 1:
            return Verdict.UNDERSPECIFIED, under
        return Verdict.of(e.verdict for e in pieces), under


WRONG = {
    Verdict.FAILS: "false as printed",
    Verdict.GAP: "gap in the printed argument",
    Verdict.UNDERSPECIFIED: "underspecified",
}
"""The verdicts that make a printed form an erratum, in words."""


@dataclass(frozen=True)
class Evidence:
    """One piece of evidence. Success with zero instances becomes VACUOUS.

    `slack`: the least right side minus left side (0 for identities). `ratio`: the largest left
    over right side: the least constant in place of 1 that the instances allow. `worst`:
    the instance where the slack is least. `witness`: the counterexample of a FAILS or GAP.
    `step`: this covers a part or special case of the statement, named in `note`, not all of it.
    `of_step`: the step of the proof that it belongs to. `assumed`: the choice of something unstated
    under which it was found. `trivial`: how many of the instances have a bound at or above its
    trivial value; they support nothing. `theorem`: the statement as Coq prints it. `absent`: why
    nothing was compared: what the runs are of is not installed. It decides nothing.
    """

    kind: EvidenceKind
    verdict: Verdict
    instances: int
    note: str = ""
    slack: Q | None = None
    ratio: Q | None = None
    worst: Witness | None = None
    witness: Witness | None = None
    step: bool = False
    of_step: str = ""
    assumed: str = ""
    trivial: int = 0
    theorem: str = ""
    absent: str = ""

    def __post_init__(self) -> None:
        if self.kind not in EVIDENCE_KINDS:
            raise PreconditionError("kind", self.kind, f"one of {EVIDENCE_KINDS}")
        if self.absent and (self.instances or self.witness):
            raise PreconditionError("absent", self.absent, "is said where nothing was compared")
        if self.instances - self.trivial < 1 and self.verdict is Verdict.HOLDS:
            object.__setattr__(self, "verdict", Verdict.VACUOUS)
        if self.verdict in WRONG and not self.witness:
            raise PreconditionError("witness", self.note, f"{self.verdict.value} needs a witness")


def decisive(kind: ClaimKind, evidence: Iterable[Evidence]) -> Iterator[Evidence]:
    """Yield the evidence that decides a claim of this kind.

    A statement with a probability may fail with the rest of it. So it is refuted only by a witness
    whose probability exceeds what the statement allows (Tally.likely). A path or a step on which it
    fails refutes nothing; a check that offers no more than that is undecided. So are both sides
    that fail on a run on their own event: the argument is wrong there, whatever becomes of the
    statement."""
    for e in evidence:
        if e.absent:
            continue
        if kind not in PROBABLE or e.verdict is not Verdict.FAILS or _is_likely(e.witness):
            yield e
        elif not e.step and e.kind not in IN_COQ:
            yield replace(e, verdict=Verdict.UNDECIDED)


PROBABLE = ("probabilistic", "on an event")


def _is_likely(witness: Witness | None) -> bool:
    """Return whether a witness is likelier than its statement allows."""
    if not witness or not {"probability", "allowed"} <= witness.keys():
        return False
    probability, allowed = (
        Fraction(str(witness[name]).removeprefix("about ")) for name in ("probability", "allowed")
    )
    return probability > allowed


@dataclass(frozen=True)
class Vacuity:
    """Horizon from which a bound is informative: the first T with bound(T) < `trivial`(T)."""

    instance: str  # e.g. "$X=2$, $A=1$, $\delta=1/10$"
    trivial: str  # "$2LT$", "$LT$" or "$T$"
    T: int


class Comparisons(Protocol):
    """What makes up a piece of evidence: a Tally (ledger/evidence.py)."""

    def evidence(self) -> Evidence:
        """Return the evidence that the comparisons make up."""


Found = Evidence | Vacuity | Comparisons
Shown = Found | Iterable[Found] | None
Check = Callable[[Any], Shown]  # of the suite of sampled runs


def evidence_of(check: Check | None, suite: Any) -> Iterator[Evidence | Vacuity]:
    """What a check returns or yields, piece by piece."""
    shown = check(suite) if check else None
    if isinstance(shown, Iterable):
        pieces = iter(shown)
    else:
        pieces = iter(() if shown is None else (shown,))
    for piece in pieces:
        yield piece if isinstance(piece, (Evidence, Vacuity)) else piece.evidence()


@dataclass(frozen=True)
class Claim:
    """Statement of the paper in one form, as its module says it."""

    label: str
    form: FormName
    module: str  # of proofs_check.statements
    number: str  # as the source compiles: "Lemma 8", "(19)", "Alg. 1 l. 12"
    section: str
    kind: ClaimKind
    title: str  # a few words for tables
    statement: str
    check: Check | None = None
    covers: tuple[str, ...] = ()  # ids of inventory.json that this claim carries, label included
    readings: tuple[str, ...] = ()
    repair: str = ""  # printed forms: what repairs it, in words
    tex: str = ""
    part_of: str = ""  # label of the statement whose proof this is a step of
    implied_by_repaired: str = ""  # printed forms: why the repaired form implies it
    coq: tuple[Coq, ...] = ()
    bounds: tuple[str, ...] = ()  # of other works, as they state them: its hypotheses
    defined: tuple[Defined, ...] = ()  # what is given: its definitions in Coq
    no_theorem: str = ""  # why it is none, if it is no mathematics
    wording: ButForWording | None = None  # printed forms: the correction that makes it true
    not_printed: str = ""  # printed forms: what stands in place of an argument; steps are ours
    parts: tuple[Part, ...] = ()  # known in different ways; module: label
    variants: tuple[str, ...] = ()  # false variants of its two sides, refuted by runs
    steps: tuple[ProofStep, ...] = field(default=(), compare=False)  # uses: labels
    planted: tuple[Planted, ...] = field(default=(), compare=False)
    no_claim: str = ""  # with theorems, why no definition in Coq follows from it

    def __reduce__(self) -> tuple[Callable[[Key], Claim], tuple[Key]]:
        """Between processes by its key: each registers the claims itself."""
        return _registered, (self.key,)

    @property
    def uses(self) -> tuple[str, ...]:
        """Return the labels that the steps of its proof use."""
        return tuple(dict.fromkeys(label for s in self.steps for label in s.uses))

    @property
    def planted_changes(self) -> tuple[str, ...]:
        """Return every planted fault in words: those that a check of its own refutes, then the
        variants that the runs refute (`AuditResult.refuted` counts them so)."""
        return (*(p.change for p in self.planted), *self.variants)

    @property
    def key(self) -> Key:
        """(label, form)."""
        return self.label, self.form

    @property
    def expected(self) -> Verdict:
        """Return the verdict that the last complete audit found; HOLDS for a new claim."""
        verdict, _ = committed_statuses().get(self.key, ("HOLDS", ""))
        return Verdict(verdict)

    @property
    def position(self) -> tuple[int, str, str]:
        """Its place in the paper: at its label; a step of a proof right after its statement
        (`lem:4:azuma` after `lem:4`); or else at the first item it covers."""
        places = _places()
        first = min(places.get(id, len(places)) for id in self.covers)
        parent = places.get(self.label.rpartition(":")[0], places.get(self.part_of, first))
        return places.get(self.label, parent), self.label, self.form


REGISTRY: dict[Key, Claim] = {}
STATEMENTS: dict[str, Statement] = {}
"""Module -> statement, as registered."""
STATUSES = Path(__file__).with_name("statuses.json")


def _registered(key: Key) -> Claim:
    return REGISTRY[key]


@cache
def committed_statuses() -> dict[Key, tuple[str, str]]:
    """Return verdict and own status of every claim as the last complete audit found them
    (`python -m proofs_check.report.spec_page` writes them, a test compares)."""
    rows = json.loads(STATUSES.read_text(encoding="utf-8"))
    return {(label, form): (verdict, status) for label, form, verdict, status in rows}


def register(named: Mapping[str, Statement]) -> None:
    """Register the forms of all statements, each under the name of its module.

    Raises PreconditionError for a label that two modules have, a statement without a form, and a
    step that uses a module that does not exist."""
    STATEMENTS.clear()
    REGISTRY.clear()
    STATEMENTS.update(named)
    for module, statement in named.items():
        if not statement.forms:
            raise PreconditionError("statement", module, "needs a form")
        for form in statement.forms.values():
            claim = _claim(module, statement, form)
            if claim.key in REGISTRY:
                raise PreconditionError("statement", claim.key, "is registered twice")
            REGISTRY[claim.key] = claim


def compared_forms(statement: Statement, form: FormName) -> tuple[FormName, ...]:
    """Return the forms whose two sides say something of a form: itself, and the other one where the
    statement has only this form."""
    compared = statement.two_sides.forms if statement.two_sides else ()
    return tuple(name for name in compared if name == form or name not in statement.forms)


def main_theorem() -> str:
    """Return the label of Theorem 4; "" if it is not registered."""
    return STATEMENTS["theorem_4"].label if "theorem_4" in STATEMENTS else ""


def _claim(module: str, statement: Statement, form: Form) -> Claim:
    paper = _inventory()
    parent = statement.label.rpartition(":")[0]
    home = parent if parent in paper else ""
    if statement.part_of is not None:
        home = _label(statement.part_of) if statement.part_of else ""
    item = paper.get(statement.label) or paper.get(home) or Item(statement.label, "", "", "", 0)
    covers = statement.covers if form.covers is None else form.covers
    return Claim(
        statement.label,
        form.name,
        module,
        form.number or statement.number or item.number.replace("/", " l. "),
        form.section or statement.section or item.section,
        form.kind or statement.kind,
        form.title,
        form.says.strip(),
        form.checked_by,
        tuple(dict.fromkeys((statement.label, *covers))),
        statement.readings if form.readings is None else form.readings,
        form.repair,
        form.tex,
        home,
        form.implied_by_repaired,
        form.coq,
        form.bounds,
        form.defined,
        form.no_theorem,
        form.wording,
        form.not_printed,
        tuple(
            replace(part, module=_label(part.module)) if part.module else part
            for part in form.parts
        ),
        tuple(
            v
            for name in compared_forms(statement, form.name)
            for v in statement.two_sides.variants(name)
        )
        if statement.two_sides
        else (),
        tuple(replace(s, uses=tuple(map(_label, s.uses))) for s in form.steps),
        tuple(form.false),
        NO_CLAIM[form.no_claim] if form.no_claim else "",
    )


def _label(module: str) -> str:
    """Return the label of the statement that a module has."""
    if module not in STATEMENTS:
        raise PreconditionError("uses", module, "must be a module of proofs_check.statements")
    return STATEMENTS[module].label


@cache
def _inventory() -> dict[str, Item]:
    return {item.id: item for item in committed_items()}


@cache
def _places() -> dict[str, int]:
    """Return the place of every item of the paper."""
    return {id: k for k, id in enumerate(_inventory())}


# ----------------------------------------------------------------------------- results


@dataclass(frozen=True)
class Result:
    """Outcome of a claim. `derived_status` also depends on what the claim uses; of several `parts`
    it is the weakest."""

    claim: Claim
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    vacuous_until: tuple[Vacuity, ...] = ()
    derived_status: str = ""
    parts: tuple[tuple[str, str], ...] = ()  # of what it says: words and status

    @property
    def as_expected(self) -> bool:
        """Return whether the verdict is the committed one."""
        return self.verdict is self.claim.expected

    @property
    def ratio(self) -> Q | None:
        """Return the largest ratio of all evidence: a smaller constant would be refuted."""
        return max((e.ratio for e in self.evidence if e.ratio is not None), default=None)

    @property
    def instances(self) -> int:
        """Comparisons made."""
        return sum(e.instances for e in self.evidence)

    @property
    def trivial(self) -> int:
        """Of these, those of a bound at or above its trivial value: they support nothing."""
        return sum(e.trivial for e in self.evidence)

    @property
    def choices(self) -> dict[str, Verdict]:
        """Return the verdict under each choice of something unstated; empty if all is stated."""
        return Verdict.under_choices(decisive(self.claim.kind, self.evidence))[1]

    @property
    def witness(self) -> Witness | None:
        """Return the first counterexample."""
        return next((e.witness for e in self.evidence if e.witness), None)
