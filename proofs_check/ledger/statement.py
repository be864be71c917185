r"""What the module of a statement says: the one place where a statement of the paper is written.

A module of `proofs_check.statements` is one statement. Its docstring is the printed statement and
what is to be said about it, mathematics between dollars; `statement` says where it stands in the
paper, `printed` and `repaired` are its forms. `sides` yields both sides of its inequality, for
every run. Checks of other kinds, steps of proofs and planted faults are functions below, each
marked with the form that it belongs to:

    statement = Statement(LABEL, __doc__, kind="pathwise", readings=("R-1",))
    printed = statement.printed("bonuses at visited pairs", tex=r"...", coq=(Coq(...),))

    def sides(run: EvaluatedRun, constant: int = 5) -> Iterator[Line]:
        ...

    statement.evaluated(sides, false={"5 replaced by 3": {"constant": 3}})

    @printed.check()
    def chain(suite: Suite) -> Iterator[Found]:
        ...

Other statements are named by their modules: `argued("the chain (35)", "eq_35")`. Registry,
findings, lines by hand, names, the mapping to Coq, the graph and all pages are derived from these
objects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from typing import Any, Literal, TypedDict, TypeVar, Unpack, get_args

from reference.support.errors import PreconditionError

FormName = Literal["printed", "repaired"]
StepKind = Literal["proved", "argued", "cited"]
ClaimKind = Literal[
    "given", "definition", "identity", "pathwise", "on an event", "probabilistic", "asymptotic",
    "prose",
]  # fmt: skip
CLAIM_KINDS: tuple[ClaimKind, ...] = get_args(ClaimKind)
Affects = Literal["the theorem", "the algorithm", "the comparison with other work", "wording"]
AFFECTS = get_args(Affects)
Gravity = Literal["serious", "minor", "none"]
GRAVITIES = get_args(Gravity)
NO_WEIGHT = "nothing depends on it"
Check = Callable[[Any], Any]  # of the suite of sampled runs, to evidence
C = TypeVar("C", bound=Check)


@dataclass(frozen=True)
class ProofStep:
    """Step of a form's proof: what it states, the statements that it uses, and its check.

    "proved": the check covers all values, and only evidence of that kind is accepted from it.
    "argued": prose that no check here replaces, such as sampling at random times, an exchange of
    sums, the tower property; the check, if there is one, only supports it. "cited": a definition or
    a statement that the others rest on; alone it proves nothing. `uses`: modules of statements."""

    says: str
    uses: tuple[str, ...]
    kind: StepKind
    check: Check | None = None

    def __post_init__(self) -> None:
        if not self.says or (self.kind == "cited" and not self.uses):
            raise PreconditionError("step", self.says, f"needs words, and what is {self.kind}")


def argued(says: str, *uses: str) -> ProofStep:
    """Return a step of prose that uses the statements of these modules."""
    return ProofStep(says, uses, "argued")


def cited(says: str, *uses: str) -> ProofStep:
    """Return what a form refers to, or rests on. Raises PreconditionError if nothing is cited."""
    return ProofStep(says, uses, "cited")


@dataclass(frozen=True)
class Planted:
    """False variant of a form: what was changed, and the check that must refute it."""

    change: str
    check: Check


@dataclass(frozen=True)
class Coq:
    """Theorem of the Coq development that proves a form; `refutes`: that the form fails; `gap`:
    that the printed form does not follow from what it is inferred from.

    `part`: the theorem proves a part of the form. `under`: the choice of something unstated under
    which it holds."""

    theorem: str
    file: str
    refutes: bool = False
    part: bool = False
    under: str = ""
    gap: bool = False

    def __post_init__(self) -> None:
        if self.refutes and self.gap:
            raise PreconditionError("theorem", self.theorem, "shows a gap, or refutes, not both")


@dataclass(frozen=True)
class Defined:
    """Definition in Coq of what a statement assumes, defines or does: it asserts nothing, so that
    no theorem can carry it. `file`: below proofs_check/coq."""

    name: str
    file: str


@dataclass(frozen=True)
class Correction:
    """One change of the paper's LaTeX: `printed`, words that a line of the source has and no other
    printed line, become `corrected`."""

    printed: str
    corrected: str


@dataclass(frozen=True)
class Work:
    """Work of others that a finding rests on: `what` it states, and how far it was `read`."""

    title: str
    what: str
    read: str


@dataclass(frozen=True)
class Finding:
    """One cause of what does not hold as printed, in the module of the statement that has it.

    Two axes grade it by its consequence. `affects`: what it touches. `gravity`: "serious" if a
    claim of the abstract or the introduction, the proof of the theorem or the algorithm fails as
    printed; "minor" if a step, a constant or a definition has to be corrected and every result
    stays; "none" if nothing depends on it. Findings are numbered in this order, first by gravity,
    then by what they affect. `formerly`: the number n of F-n, in the edition before.

    Texts have LaTeX between dollars. `witness`: every parameter; `by_hand`: the line by which a
    reader recomputes it; `then`: what changes downstream. `works`: what it quotes of other works.
    `gone`: words that assert the refuted claim, as regular expressions: the corrected paper has
    none of them. `places`: label -> its corrections, or the label whose corrections serve it too;
    filled in from all modules (ledger/findings.py)."""

    number: int
    affects: Affects
    gravity: Gravity
    title: str
    cause: str
    witness: Mapping[str, str]
    by_hand: str
    then: str
    formerly: int | None = None
    gone: tuple[str, ...] = ()
    works: tuple[Work, ...] = ()
    places: Mapping[str, tuple[Correction, ...] | str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """E-1, E-2, ..."""
        return f"E-{self.number}"

    @property
    def former_name(self) -> str:
        """F-1, F-2, ...; "" for a finding that the edition before did not have."""
        return f"F-{self.formerly}" if self.formerly else ""

    @property
    def grade(self) -> str:
        """Both axes in words: "serious: the theorem"; "nothing depends on it" alone."""
        return f"{self.gravity}: {self.affects}" if self.gravity != "none" else NO_WEIGHT

    @property
    def corrections(self) -> dict[str, tuple[Correction, ...]]:
        """Return the corrections by the place where they are made."""
        return {place: c for place, c in self.places.items() if not isinstance(c, str)}


@dataclass
class Form:
    """Printed or repaired form of a statement. What is None is as in the printed form, and there
    as in the paper's inventory."""

    name: FormName
    title: str  # a few words for tables
    tex: str = ""
    says: str = ""
    kind: ClaimKind | None = None
    number: str | None = None
    section: str | None = None
    readings: tuple[str, ...] | None = None
    covers: tuple[str, ...] | None = None
    repair: str = ""  # what repairs it, in words
    implied_by_repaired: str = ""  # why the repaired form implies this one
    steps: list[ProofStep] = field(default_factory=list)
    coq: tuple[Coq, ...] = ()
    defined: tuple[Defined, ...] = ()  # where it is given: its definitions in Coq
    no_theorem: str = ""  # why it is none, if it is no mathematics
    checked_by: Check | None = None
    false: list[Planted] = field(default_factory=list)

    def check(
        self, planted: Mapping[str, Mapping[str, Any] | Check] | None = None
    ) -> Callable[[C], C]:
        """Mark the check of the form. `planted`: what a false variant changes, and the parameters
        of this check that change it, or another check. Raises PreconditionError for a second
        check."""

        def mark(check: C) -> C:
            if self.checked_by is not None:
                raise PreconditionError("check", self.title, "a form has one check")
            self.checked_by = check
            for change, variant in (planted or {}).items():
                other = variant if callable(variant) else partial(check, **variant)
                self.false.append(Planted(change, other))
            return check

        return mark

    def proves(self, says: str, *uses: str) -> Callable[[C], C]:
        """Mark the check of a step of the proof, for all values of what it states."""

        def mark(check: C) -> C:
            self.steps.append(ProofStep(says, uses, "proved", check))
            return check

        return mark

    def planted(self, change: str) -> Callable[[C], C]:
        """Mark the check of a false variant, which must be refuted with a witness."""

        def mark(check: C) -> C:
            self.false.append(Planted(change, check))
            return check

        return mark


@dataclass(frozen=True, eq=False)
class TwoSides:
    """Both sides of a statement, as they are compared on every run (proofs_check.evaluation).

    `sides(run)`: its lines, in the form that holds; `printed_sides`: those of the printed form, if
    that is another; `form`: the form that `sides` are of, where they are the only ones. `on`: the
    statements whose events it needs (`printed_on`: the printed form); `event`: its own, of
    probability at least 1 - `costs` delta; `is_event`: it says only that `sides` have that
    probability. It claims 1 - `claims` delta, 0: on every path (`printed_claims`: the printed form,
    if it differs); `together`: the units of delta of all of `on`, where they are fewer than their
    sum. `requires`: the readings under which it is claimed. `trivial`: what no run can exceed.
    `printed_under`: the choice of something unstated under which `printed_sides` are taken.
    `false`: planted variants, words -> parameters of `sides` or `printed_sides`; `beyond`: those
    that no run of the suite could refute, and why.
    """

    sides: Callable[..., Any]
    printed_sides: Callable[..., Any] | None = None
    form: FormName = "printed"
    event: Callable[..., Any] | None = None
    trivial: Callable[..., Any] | None = None
    on: tuple[str, ...] = ()
    printed_on: tuple[str, ...] = ()
    printed_under: str = ""
    claims: int = 0
    printed_claims: int = 0
    costs: int = 0
    together: int | None = None
    requires: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_event: bool = False
    false: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    beyond: Mapping[str, str] = field(default_factory=dict)

    @property
    def forms(self) -> tuple[FormName, ...]:
        """Return the forms that are compared."""
        return ("printed", "repaired") if self.printed_sides else (self.form,)

    def form_of(self, variant: Mapping[str, Any]) -> FormName:
        """Return the form whose sides have these parameters."""
        if self.printed_sides is None:
            return self.form
        named = (set(signature(f).parameters) for f in (self.sides, self.printed_sides))
        first, second = (set(variant) <= names for names in named)
        return "printed" if second and not first else "repaired"

    def variants(self, form: FormName) -> tuple[str, ...]:
        """Return the false variants of a form."""
        return tuple(words for words, change in self.false.items() if self.form_of(change) == form)


class TwoSidesFacts(TypedDict, total=False):
    """Fields of `TwoSides` that a statement's module may give."""

    printed_sides: Callable[..., Any]
    form: FormName
    event: Callable[..., Any]
    trivial: Callable[..., Any]
    on: tuple[str, ...]
    printed_on: tuple[str, ...]
    printed_under: str
    claims: int
    printed_claims: int
    costs: int
    together: int
    requires: Mapping[str, tuple[str, ...]]
    is_event: bool
    false: Mapping[str, Mapping[str, Any]]
    beyond: Mapping[str, str]


class Facts(TypedDict, total=False):
    """Fields of a form that its statement's module may give."""

    tex: str
    kind: ClaimKind
    number: str
    section: str
    readings: tuple[str, ...]
    covers: tuple[str, ...]
    repair: str
    implied_by_repaired: str
    coq: tuple[Coq, ...]
    defined: tuple[Defined, ...]
    no_theorem: str


class Statement:
    """Statement of the paper: its label in the source, and what holds of both forms.

    `covers`: further ids of the inventory that it carries. `part_of`: the module of the statement
    whose proof it is a step of; by default `lem:4:azuma` is a step of `lem:4`. `sentences`: hashes
    of the sentences that say it. `corrections`: finding's number -> its correction here, or
    several, or the module whose corrections serve it too. `box`: in the graph of what Theorem 4
    rests on, its name wide and narrow and a caption, or the module in whose box it stands. Raises
    PreconditionError without a docstring, or for an unknown kind."""

    def __init__(
        self,
        label: str,
        says: str | None,
        *,
        kind: ClaimKind = "prose",
        number: str = "",
        section: str = "",
        covers: tuple[str, ...] = (),
        readings: tuple[str, ...] = (),
        part_of: str | None = None,
        sentences: tuple[str, ...] = (),
        findings: tuple[Finding, ...] = (),
        corrections: Mapping[int, Correction | tuple[Correction, ...] | str] | None = None,
        by_hand: str = "",
        box: tuple[str, str, str] | str = "",
    ) -> None:
        if not (says or "").strip():
            raise PreconditionError("statement", label, "needs a docstring; -OO removes it")
        if kind not in CLAIM_KINDS:
            rule = f"has an unknown kind; must be one of {', '.join(CLAIM_KINDS)}"
            raise PreconditionError("statement", (label, kind), rule)
        self.label, self.says, self.kind = label, str(says), kind
        self.number, self.section, self.covers, self.readings = number, section, covers, readings
        self.part_of, self.sentences, self.by_hand = part_of, sentences, by_hand
        self.box = box
        self.findings, self.corrections = findings, dict(corrections or {})
        self.forms: dict[FormName, Form] = {}
        self.two_sides: TwoSides | None = None

    def printed(
        self,
        title: str,
        *,
        says: str = "",
        steps: tuple[ProofStep, ...] = (),
        **facts: Unpack[Facts],
    ) -> Form:
        """Add the printed form. Raises PreconditionError for a second one, or one that does not
        say what it states where the docstring is that of the other form."""
        return self._form("printed", title, says, steps, facts)

    def repaired(
        self,
        title: str,
        *,
        says: str = "",
        steps: tuple[ProofStep, ...] = (),
        **facts: Unpack[Facts],
    ) -> Form:
        """Add the repaired form. Raises PreconditionError for a second one, or one that does
        not say what it states where the docstring is that of the other form."""
        return self._form("repaired", title, says, steps, facts)

    def _form(
        self, name: FormName, title: str, says: str, steps: tuple[ProofStep, ...], facts: Facts
    ) -> Form:
        if name in self.forms:
            raise PreconditionError("statement", (self.label, name), "has this form twice")
        if self.forms and not says:
            raise PreconditionError("statement", (self.label, name), "must say what the form is")
        form = Form(name, title, says=says or self.says, steps=list(steps), **facts)
        self.forms[name] = form
        return form

    def evaluated(self, sides: Callable[..., Any], **facts: Unpack[TwoSidesFacts]) -> None:
        """Say what a run compares: both sides, and on which events they are claimed."""
        self.two_sides = TwoSides(sides, **facts)
