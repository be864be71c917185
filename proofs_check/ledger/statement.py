r"""What the module of a statement says: the one place where a statement of the paper is written.

A module of `proofs_check.statements` is one statement. Its docstring is the printed statement and
what is to be said about it, mathematics between dollars; `statement` says where it stands in the
paper, `printed` and `repaired` are its forms, each with its claims, which are compared on every
run. Checks of other kinds, steps of proofs and planted faults are functions below, each marked with
the form that it belongs to:

    statement = Statement(LABEL, __doc__, kind="pathwise", readings=("R-1",))
    printed = statement.printed(
        "bonuses at visited pairs",
        visited(b) <= 5 * sqrt(T * L * X * A * Lam),
        changes=(constant(3, 5),),
        coq=(Coq(...),),
    )
    statement.on_runs(no_more_than=L * T * sqrt(2 * Lam))

    @printed.check()
    def chain(suite: Suite) -> Iterator[Found]:
        ...

Other statements are named by their modules: `argued("the chain (35)", "eq_35")`. Registry,
findings, lines by hand, names, the mapping to Coq, the graph and all pages are derived from these
objects.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from inspect import signature
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict, TypeVar, Unpack, get_args

from proofs_check.arithmetic import Enclosure, Q, Real
from proofs_check.letters.claim import Claim, chain, compared_lines
from proofs_check.letters.compare import Line
from proofs_check.letters.expressions import Expression, Place, number
from proofs_check.letters.probability import check_said, units, with_probability
from proofs_check.letters.run import Run
from proofs_check.letters.variants import Change, false_variants, under_change
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
NoClaim = Literal[
    "set", "step", "model", "epochs", "existence", "orders", "another algorithm", "counting",
    "elsewhere",
]  # fmt: skip
NO_CLAIM: dict[NoClaim, str] = {
    "set": "it is about every element of a set, of which a run shows one at most",
    "step": "it is a step of the algorithm on its lists, for which the claims have no letters",
    "model": "it is about the model and what is drawn from it, before any algorithm plays",
    "epochs": "it compares one epoch with another, and a claim is about one at a time",
    "existence": "it says that some MDP exists, and a claim is about every MDP",
    "orders": "it compares orders of bounds of other works, which are no numbers of a run",
    "another algorithm": "it is about another algorithm, which no run here records",
    "counting": "it counts what a program has or does, which no run records",
    "elsewhere": "what it says are the claims of other statements, on which it rests",
}
"""Why a form with theorems has no claim, in a word and in a sentence: no definition in Coq follows
from it, and its page shows what the theorems assume and conclude, for eyes."""
Gravity = Literal["serious", "minor", "none"]
GRAVITIES = get_args(Gravity)
NO_WEIGHT = "nothing depends on it"
Check = Callable[[Any], Any]  # of the suite of sampled runs, to evidence
C = TypeVar("C", bound=Check)
FindingNumber = str | int | Q | Real | Enclosure
N = TypeVar("N", bound=Callable[[], Mapping[str, FindingNumber]])


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

    `part`: the theorem proves a part of the form. `assumed`: the choice of something unstated under
    which it holds. `says`: what texts say that it states, bounds of the regret in the letters;
    `stands`: other pieces of its statement with numbers that texts say (machine_checked/quoted.py
    compares both with the theorem)."""

    theorem: str
    file: str
    refutes: bool = False
    part: bool = False
    assumed: str = ""
    gap: bool = False
    says: tuple[Claim, ...] = ()
    stands: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.refutes and self.gap:
            raise PreconditionError("theorem", self.theorem, "shows a gap, or refutes, not both")


@dataclass(frozen=True)
class OpenChoice:
    """Choice of something that the text leaves open, in words, and what a printed form claims under
    it; the first choice of a form is the one under which its own claims are compared on runs.
    `every`: an epoch ends in every episode. `no_letter`: in a line, why it has no claim."""

    words: str
    claims: tuple[Claim, ...] = ()
    every: bool = False
    no_letter: str = ""


@dataclass(frozen=True)
class Part:
    """Part of what a form says, in words, and how it is known: by the statement of this module,
    which a step of the form uses, or, without one, by the form's own evidence."""

    says: str
    module: str = ""


@dataclass(frozen=True)
class ButForWording:
    """What makes a printed form true but for wording: the correction of the finding with this
    number makes it the form that is proved, which is the repaired one, or what a theorem proves
    under this `choice`, which the correction writes into the paper."""

    finding: int
    choice: str = ""


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
class WitnessMDP:
    """MDP of a counterexample whose states have names: what it is, with LaTeX between dollars, and
    its picture in plain ASCII text, of at most 6 lines and 72 columns."""

    says: str
    picture: str


@dataclass(frozen=True)
class Finding:
    """One cause of what does not hold as printed: a page (ledger/finding_pages.py).

    Two axes grade it by its consequence. `affects`: what it touches. `gravity`: "serious" if a
    claim of the abstract or the introduction has to change; "minor" if a step, a constant, a
    definition or a sentence has to be corrected and every result stays; "none" if nothing depends
    on it. Lists are sorted by gravity; a finding keeps its number when its grade changes.

    Texts have LaTeX between dollars. `witness`: every parameter; `by_hand`: the line by which a
    reader recomputes it; `mdp`: the MDP whose states it names; `consequence`: what changes
    downstream; `proved`: the modules of the statements that it says hold, of which its page tells
    whether Coq has them. `works`: what it quotes of other works. `refuted_words`: words that assert
    the refuted claim, as regular expressions: the corrected paper has none of them. `places`: label
    -> its corrections, or the label whose corrections serve it too; filled in from all modules
    (ledger/findings.py)."""

    number: int
    affects: Affects
    gravity: Gravity
    title: str
    cause: str
    witness: Mapping[str, str]
    by_hand: str
    consequence: str
    proved: tuple[str, ...] = ()
    refuted_words: tuple[str, ...] = ()
    works: tuple[Work, ...] = ()
    mdp: WitnessMDP | None = None
    places: Mapping[str, tuple[Correction, ...] | str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """E-1, E-2, ..."""
        return f"E-{self.number}"

    @property
    def grade(self) -> str:
        """Both axes in words: "serious: the theorem"; "nothing depends on it" alone."""
        return f"{self.gravity}: {self.affects}" if self.gravity != "none" else NO_WEIGHT

    @property
    def corrections(self) -> dict[str, tuple[Correction, ...]]:
        """Return the corrections by the place where they are made."""
        return {place: c for place, c in self.places.items() if not isinstance(c, str)}


class FindingPage(Protocol):
    """Page of a finding whose numbers are still to be filled in."""

    @property
    def number(self) -> int: ...

    def finding(self, numbers: Mapping[str, FindingNumber]) -> Finding:
        """Return the finding with its numbers."""


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
    bounds: tuple[str, ...] = ()  # of other works, its hypotheses (statements/common/orders.py)
    defined: tuple[Defined, ...] = ()  # where it is given: its definitions in Coq
    no_theorem: str = ""  # why it has none: no mathematics, or not proved in Coq
    no_claim: NoClaim | None = None  # with theorems, why it has no claim
    parts: tuple[Part, ...] = ()  # if they are known in different ways: the weakest decides
    wording: ButForWording | None = None  # printed: what makes it the form that is proved
    not_printed: str = ""  # printed: what the paper gives in place of an argument; steps are ours
    checked_by: Check | None = None
    false: list[Planted] = field(default_factory=list)
    claims: tuple[Claim, ...] = ()  # compared on every run
    typed: str = ""  # in a line, why its LaTeX is another than that which follows from its claims
    changes: tuple[Change, ...] = ()  # false variants of the claims, besides those by their form
    choices: tuple[OpenChoice, ...] = ()  # of something unstated, on which its truth depends

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
    that is another; `form`: the form that `sides` are of, where they are the only ones. `events`:
    the statements whose events it needs (`printed_events`: the printed form); `own_event`: its own,
    of probability at least 1 - `own_units` delta; `is_event`: it says only that `sides` have that
    probability. It claims 1 - `units` delta, 0: on every path (`printed_units`: the printed form,
    if it differs); `shared_units`: of all of `events` together, where that is less than their sum.
    `readings`: those under which it is claimed. `no_more_than`: what no run can exceed.
    `printed_under`: the choice of something unstated under which `printed_sides` are taken.
    `false`: planted variants, words -> parameters of `sides` or `printed_sides`; `unrefuted`: those
    that no run of the suite could refute, and why; `listed`: those of `unrefuted.json`.
    `line_events`: statements whose events single lines need. `known_false`: the printed form, the
    only one, is false, which runs show.
    """

    sides: Callable[..., Any]
    printed_sides: Callable[..., Any] | None = None
    form: FormName = "printed"
    own_event: Callable[..., Any] | None = None
    no_more_than: Callable[..., Any] | None = None
    events: tuple[str, ...] = ()
    printed_events: tuple[str, ...] = ()
    printed_under: str = ""
    units: int = 0
    printed_units: int = 0
    own_units: int = 0
    shared_units: int | None = None
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_event: bool = False
    false: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    unrefuted: Mapping[str, str] = field(default_factory=dict)
    listed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    line_events: tuple[str, ...] = ()
    known_false: bool = False

    def may_fail(self, form: FormName) -> bool:
        """Return whether a form may be false: a printed one that is repaired, or known to be."""
        return form == "printed" and (self.printed_sides is not None or self.known_false)

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


class OnRuns(TypedDict, total=False):
    """Fields of `TwoSides` that a statement's module may give."""

    events: tuple[str, ...]
    printed_events: tuple[str, ...]
    shared_units: int
    readings: Mapping[str, tuple[str, ...]]
    is_event: bool
    unrefuted: Mapping[str, str]
    known_false: bool


class Facts(TypedDict, total=False):
    """Fields of a form that its statement's module may give."""

    tex: str
    typed: str
    kind: ClaimKind
    number: str
    section: str
    readings: tuple[str, ...]
    covers: tuple[str, ...]
    repair: str
    implied_by_repaired: str
    coq: tuple[Coq, ...]
    bounds: tuple[str, ...]
    defined: tuple[Defined, ...]
    no_theorem: str
    no_claim: NoClaim
    parts: tuple[Part, ...]
    wording: ButForWording
    not_printed: str
    changes: tuple[Change, ...]
    choices: tuple[OpenChoice, ...]


class AboutStatement(TypedDict, total=False):
    """What a module may say of its statement besides its label and its words."""

    kind: ClaimKind
    number: str
    section: str
    covers: tuple[str, ...]
    readings: tuple[str, ...]
    part_of: str | None


class Statement:
    """Statement of the paper: its label in the source, and what holds of both forms.

    `covers`: further ids of the inventory that it carries. `part_of`: the module of the statement
    whose proof it is a step of; by default `lem:4:azuma` is a step of `lem:4`. `mdp`: the MDP whose
    states its line by hand names. Raises
    PreconditionError without a docstring, or for an unknown kind.

    What data files say is added when the modules are loaded (ledger/statement_data.py): `pages`,
    its findings', without their numbers; `sentences`, the hashes of the sentences that say it;
    `corrections`, finding's number -> its
    corrections here, or the module whose corrections serve it too; `box`, in the picture of what
    Theorem 4 rests on, its name wide and narrow and a caption, or the module in whose box it
    stands."""

    def __init__(self, label: str, says: str | None, **facts: Unpack[AboutStatement]) -> None:
        if not (says or "").strip():
            raise PreconditionError("statement", label, "needs a docstring; -OO removes it")
        kind = facts.get("kind", "prose")
        if kind not in CLAIM_KINDS:
            rule = f"has an unknown kind; must be one of {', '.join(CLAIM_KINDS)}"
            raise PreconditionError("statement", (label, kind), rule)
        self.label, self.says, self.kind = label, str(says), kind
        self.number, self.section = facts.get("number", ""), facts.get("section", "")
        self.covers, self.readings = facts.get("covers", ()), facts.get("readings", ())
        self.part_of, self.by_hand = facts.get("part_of"), ""
        self.mdp: WitnessMDP | None = None
        self.sentences: tuple[str, ...] = ()
        self.corrections: dict[int, tuple[Correction, ...] | str] = {}
        self.pages: list[FindingPage] = []
        self.numbers_of: dict[int, Callable[[], Mapping[str, FindingNumber]]] = {}
        self.box: tuple[str, str, str] | str = ""
        self.forms: dict[FormName, Form] = {}
        self.two_sides: TwoSides | None = None

    def counterexample(self, by_hand: str, mdp: WitnessMDP | None = None) -> None:
        """Say the line by which a reader recomputes the counterexample to the printed form, and the
        MDP whose states it names."""
        self.by_hand, self.mdp = by_hand, mdp

    def numbers(self, finding: int) -> Callable[[N], N]:
        """Mark what computes the numbers of the finding with this number, by the names that stand
        for them on its page. Raises PreconditionError for a second one."""

        def mark(compute: N) -> N:
            if finding in self.numbers_of:
                raise PreconditionError("finding", finding, "has its numbers already")
            self.numbers_of[finding] = compute
            return compute

        return mark

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Return the findings whose cause it has, with their numbers. Raises PreconditionError for
        numbers of a finding that has no page here."""
        of = {page.number: page for page in self.pages}
        if strange := self.numbers_of.keys() - of.keys():
            raise PreconditionError("finding", sorted(strange), f"has no page of {self.label}")
        return tuple(
            page.finding(self.numbers_of[n]() if n in self.numbers_of else {})
            for n, page in of.items()
        )

    def printed(
        self,
        title: str,
        *claims: Claim,
        says: str = "",
        steps: tuple[ProofStep, ...] = (),
        **facts: Unpack[Facts],
    ) -> Form:
        """Add the printed form. Raises PreconditionError for a second one, for one that does not
        say what it states where the docstring is that of the other form, and for LaTeX that does
        not follow from its claims and does not say why."""
        return self._form("printed", title, claims, says, steps, facts)

    def repaired(
        self,
        title: str,
        *claims: Claim,
        says: str = "",
        steps: tuple[ProofStep, ...] = (),
        **facts: Unpack[Facts],
    ) -> Form:
        """Add the repaired form. Raises PreconditionError for a second one, for one that does not
        say what it states where the docstring is that of the other form, and for LaTeX that does
        not follow from its claims and does not say why."""
        return self._form("repaired", title, claims, says, steps, facts)

    def _form(
        self,
        name: FormName,
        title: str,
        claims: tuple[Claim, ...],
        says: str,
        steps: tuple[ProofStep, ...],
        facts: Facts,
    ) -> Form:
        if name in self.forms:
            raise PreconditionError("statement", (self.label, name), "has this form twice")
        if self.forms and not says:
            raise PreconditionError("statement", (self.label, name), "must say what the form is")
        title = with_probability(title, claims)
        form = Form(name, title, says=says or self.says, steps=list(steps), claims=claims, **facts)
        form.tex = with_probability(form.tex, claims) or chain(claims)
        self._explained(form, bool(facts.get("tex")))
        self._chosen(form)
        self._unclaimed(form)
        self.forms[name] = form
        return form

    def _explained(self, form: Form, given: bool) -> None:
        """Raise PreconditionError for LaTeX that does not follow from the form's claims and does
        not say in a line why; for a line that explains nothing."""
        other = bool(form.claims) and form.tex != chain(form.claims)
        line = bool(form.typed.strip()) and "\n" not in form.typed and len(form.typed) <= 100
        if other != line or (form.claims and other != given) or other != bool(form.typed):
            rule = "does not follow from its claims: must say why in a line of at most 100 letters"
            rule = rule if other else "follows from its claims: must be neither typed nor explained"
            raise PreconditionError("tex", (self.label, form.name), rule)

    def _unclaimed(self, form: Form) -> None:
        """Raise PreconditionError for a form that says why it has no claim where it has one, or no
        theorem; for a reason that is not in the table."""
        if form.no_claim is None:
            return
        if form.claims or not form.coq:
            rule = "is said of a form with theorems and without claims alone"
            raise PreconditionError("no_claim", (self.label, form.name), rule)
        if form.no_claim not in NO_CLAIM:
            raise PreconditionError("no_claim", form.no_claim, f"one of {', '.join(NO_CLAIM)}")

    def _chosen(self, form: Form) -> None:
        """Raise PreconditionError for a form with claims whose theorems are under a choice that it
        does not name, and for a choice, but the first, that neither has a claim nor says why."""
        if not form.claims:
            return
        named = {choice.words for choice in form.choices}
        if other := {t.assumed for t in form.coq if t.assumed} - named:
            rule = "is under a choice: the form must name it among its choices"
            raise PreconditionError("theorem", (self.label, form.name, *sorted(other)), rule)
        for k, choice in enumerate(form.choices):
            if (k > 0) != bool(choice.claims or choice.no_letter):
                rule = "must have claims, but the first, whose claims are the form's"
                raise PreconditionError("choice", (self.label, choice.words), rule)

    def on_runs(
        self,
        *claims: Claim,
        no_more_than: Expression | int | None = None,
        own_event: tuple[Claim, ...] = (),
        changes: tuple[Change, ...] = (),
        **facts: Unpack[OnRuns],
    ) -> None:
        """Say how the claims of the forms are compared on every run: what no left side exceeds, the
        events that they need, the readings under which they are claimed.

        `claims`: of the statement where it says only that they have a probability, in place of a
        repaired form; `changes`: their false variants. `own_event`: an event that the claims need
        besides those of other statements. How many delta all of this costs, the claims say
        (letters/probability.py). Raises PreconditionError for claims that need events and say no
        probability, or the other way round."""
        compared = [(name, f.claims, f.changes) for name, f in self.forms.items() if f.claims]
        if claims:
            compared.append(("repaired", claims, changes))
        (form, claims, changes), printed = compared[-1], compared[0] if len(compared) == 2 else None
        false = _false(claims, changes, "", "change")
        if printed:
            bounds = {c.right.key for c in claims}
            new = tuple(c for c in printed[1] if c.right.key not in bounds)
            false |= _false(new, printed[2], "printed, ", "printed_change")
        on_events = bool(own_event or facts.get("events") or facts.get("is_event"))
        for _, of_form, _ in compared:
            check_said(self.label, of_form, on_events)
        of_printed = units(printed[1]) if printed else 0
        choices = [f.choices for f in self.forms.values() if f.choices]
        listed = unrefuted().get(self.label, ())
        needed = (c.events or () for _, of_form, _ in compared for c in of_form)
        self.two_sides = TwoSides(
            partial(_lines, claims),
            printed_sides=partial(_printed_lines, printed[1]) if printed else None,
            form=form,
            own_event=partial(compared_lines, own_event) if own_event else None,
            no_more_than=None if no_more_than is None else partial(_value, number(no_more_than)),
            printed_under=choices[0][0].words if choices else "",
            units=units(claims),
            printed_units=of_printed if of_printed != units(claims) else 0,
            own_units=units(claims if facts.get("is_event") else own_event),
            false={
                words: change
                for words, change in false.items()
                if words not in listed and words not in facts.get("unrefuted", ())
            },
            listed={words: change for words, change in false.items() if words in listed},
            line_events=tuple(dict.fromkeys(name for names in needed for name in names)),
            **facts,
        )


def _lines(claims: tuple[Claim, ...], run: Run, change: Change | None = None) -> Iterator[Line]:
    return compared_lines(under_change(claims, change), run)


def _printed_lines(
    claims: tuple[Claim, ...], run: Run, printed_change: Change | None = None
) -> Iterator[Line]:
    return compared_lines(under_change(claims, printed_change), run)


def _value(expression: Expression, run: Run) -> Any:
    return expression.value(Place(run))


def _false(
    claims: tuple[Claim, ...], typed: tuple[Change, ...], prefix: str, parameter: str
) -> dict[str, Mapping[str, Any]]:
    """Return the false variants of a form, by their words."""
    variants = false_variants(claims, typed)
    return {prefix + words: {parameter: change} for words, change in variants.items()}


@cache
def unrefuted() -> Mapping[str, list[str]]:
    """Return, by label, the variants that bounds have by their form and that no run of the suite
    refutes: they may be true."""
    text = Path(__file__).with_name("unrefuted.json").read_text(encoding="utf-8")
    variants: dict[str, list[str]] = json.loads(text)
    return variants
