"""The ledger: every statement of the paper with its verdict and its evidence.

A claim is a function registered with `@claim`; its docstring is the statement, what it returns or
yields is evidence. `step`, and `cites`, `argues` and `proves` of `@claim`, register the steps of
its proof, with the labels that each uses: the statement follows from its steps. `planted`, of
`@claim` or alone, registers a false variant, whose verdict must be FAILS with a witness. The
printed and the repaired form of a statement are two claims with one label.

Verdicts: HOLDS; FAILS (with a witness); GAP (does not follow as printed); UNDERSPECIFIED (true or
false only once something unstated is chosen: evidence `under` each choice); UNDECIDED; VACUOUS
(nothing was compared). Evidence kinds are never mixed: "machine-checked" (a theorem of the Coq
development), "proved" (for all values in the range that the note states), "argued" (prose),
"enumerated" (every case of the finite list in the note), "exact on runs", "exact probability",
"statistical".
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Literal, Protocol, TypeVar, get_args

from proofs_check.arithmetic import Q
from proofs_check.ledger.inventory import Item, committed_items
from reference.support.errors import PreconditionError

Form = Literal["printed", "repaired"]
EvidenceKind = Literal[
    "machine-checked", "proved", "argued", "enumerated", "exact on runs", "exact probability",
    "statistical",
]  # fmt: skip
EVIDENCE_KINDS = get_args(EvidenceKind)
StepKind = Literal["proved", "argued", "cited"]
ClaimKind = Literal[
    "given", "definition", "identity", "pathwise", "on an event", "probabilistic", "asymptotic",
    "prose",
]  # fmt: skip
CLAIM_KINDS: tuple[ClaimKind, ...] = get_args(ClaimKind)
Key = tuple[str, str]  # (label, form)
Witness = Mapping[str, Any]  # names -> JSON values, rationals as "p/q": enough to redo by hand


class Verdict(enum.Enum):
    """The verdict on a claim, or of one piece of evidence."""

    HOLDS = "HOLDS"
    FAILS = "FAILS"
    GAP = "GAP"
    UNDERSPECIFIED = "UNDERSPECIFIED"
    UNDECIDED = "UNDECIDED"
    VACUOUS = "VACUOUS"

    @staticmethod
    def of(verdicts: Iterable[Verdict]) -> Verdict:
        """The verdict of several pieces of evidence: one FAILS refutes, and so on down."""
        found = set(verdicts)
        for v in Verdict:
            if v in found and v is not Verdict.HOLDS:
                return v
        return Verdict.HOLDS if found else Verdict.UNDECIDED

    @staticmethod
    def under_choices(evidence: Iterable[Evidence]) -> tuple[Verdict, dict[str, Verdict]]:
        """The verdict of evidence, and that under each choice of something unstated: where these
        differ, the statement is underspecified."""
        found = list(evidence)
        under = {
            choice: Verdict.of(e.verdict for e in found if e.under in ("", choice))
            for choice in dict.fromkeys(e.under for e in found if e.under)
        }
        if len(set(under.values())) > 1:
            return Verdict.UNDERSPECIFIED, under
        return Verdict.of(e.verdict for e in found), under


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
    `of_step`: the step of the proof that it belongs to. `under`: the choice of something unstated
    under which it was found. `trivial`: how many of the instances have a bound at or above its
    trivial value; they support nothing. `theorem`: the statement as Coq prints it.
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
    under: str = ""
    trivial: int = 0
    theorem: str = ""

    def __post_init__(self) -> None:
        if self.kind not in EVIDENCE_KINDS:
            raise PreconditionError("kind", self.kind, f"one of {EVIDENCE_KINDS}")
        if self.instances - self.trivial < 1 and self.verdict is Verdict.HOLDS:
            object.__setattr__(self, "verdict", Verdict.VACUOUS)
        if self.verdict in WRONG and not self.witness:
            raise PreconditionError("witness", self.note, f"{self.verdict.value} needs a witness")


@dataclass(frozen=True)
class Vacuity:
    """The horizon from which a bound is informative: the first T with bound(T) < `against`(T)."""

    instance: str  # e.g. "X=2, A=1, delta=1/10"
    against: str  # "2LT", "LT" or "T"
    T: int


class Comparisons(Protocol):
    """What makes up a piece of evidence: a Tally (ledger/evidence.py)."""

    def evidence(self) -> Evidence:
        """The evidence that the comparisons make up."""


Found = Evidence | Vacuity | Comparisons
Shown = Found | Iterable[Found] | None
Check = Callable[[Any], Shown]  # of the suite of sampled runs
C = TypeVar("C", bound=Check)


def evidence_of(check: Check | None, suite: Any) -> Iterator[Evidence | Vacuity]:
    """What a check returns or yields, piece by piece."""
    found = check(suite) if check else None
    if isinstance(found, Iterable):
        pieces = iter(found)
    else:
        pieces = iter(() if found is None else (found,))
    for one in pieces:
        yield one if isinstance(one, (Evidence, Vacuity)) else one.evidence()


@dataclass(frozen=True)
class ProofStep:
    """A step of a claim's proof: what it states, the labels it uses, and its check.

    "proved": the check covers all values, and only evidence of that kind is accepted from it.
    "argued": prose that no check here replaces, such as sampling at random times, an exchange of
    sums, the tower property; the check, if there is one, only supports it. "cited": a definition or
    a statement that the others rest on; alone it proves nothing."""

    says: str
    uses: tuple[str, ...]
    kind: StepKind
    check: Check | None = None


@dataclass(frozen=True)
class Planted:
    """A false variant of a claim: what was changed, and the check that must refute it."""

    change: str
    check: Check


@dataclass(frozen=True)
class Claim:
    """One statement of the paper in one form. `statement` is the check's docstring."""

    label: str
    form: Form
    number: str  # as the source compiles: "Lemma 8", "(19)", "Alg. 1 l. 12"
    section: str
    kind: ClaimKind
    title: str  # a few words for tables
    check: Check
    covers: tuple[str, ...] = ()  # ids of inventory.json that this claim carries, label included
    expected: Verdict = Verdict.HOLDS
    readings: tuple[str, ...] = ()
    repair: str = ""  # printed forms: what repairs it, in words
    tex: str = ""
    part_of: str = ""  # label of the statement whose proof this is a step of
    steps: list[ProofStep] = field(default_factory=list, compare=False)
    planted: list[Planted] = field(default_factory=list, compare=False)

    def __reduce__(self) -> tuple[Callable[[Key], Claim], tuple[Key]]:
        """Between processes by its key: each registers the claims itself."""
        return _registered, (self.key,)

    @property
    def uses(self) -> tuple[str, ...]:
        """The labels that the steps of its proof use."""
        return tuple(dict.fromkeys(label for s in self.steps for label in s.uses))

    @property
    def key(self) -> Key:
        """(label, form)."""
        return self.label, self.form

    @property
    def statement(self) -> str:
        """The docstring of the check, without its indentation."""
        lines = (self.check.__doc__ or "").strip().splitlines()
        return "\n".join(line.strip() for line in lines)

    @property
    def position(self) -> tuple[int, str, str]:
        """Its place in the paper: at its label; a step of a proof right after its statement
        (`lem:4:azuma` after `lem:4`); or else at the first item it covers."""
        places = {id: k for k, id in enumerate(_inventory())}
        first = min(places.get(id, len(places)) for id in self.covers)
        parent = places.get(self.label.rpartition(":")[0], places.get(self.part_of, first))
        return places.get(self.label, parent), self.label, self.form


REGISTRY: dict[Key, Claim] = {}


def _registered(key: Key) -> Claim:
    return REGISTRY[key]


def claim(
    label: str,
    *,
    title: str,
    form: Form = "printed",
    number: str = "",
    section: str = "",
    kind: ClaimKind | None = None,
    covers: Iterable[str] | None = None,
    expected: str = "HOLDS",
    readings: Iterable[str] | None = None,
    repair: str = "",
    tex: str = "",
    part_of: str | None = None,
    cites: tuple[str, str] | None = None,
    argues: tuple[str, ...] | None = None,
    proves: tuple[str, ...] | None = None,
    planted: Mapping[str, Mapping[str, Any] | Check] | None = None,
) -> Callable[[C], C]:
    """Register a claim. Steps of its proof: `cites`, what the statement refers to or rests on,
    `argues`, prose alone, and `proves`, whose check is the claim's own, each in words and with the
    labels that it uses ("lem:1, eq:2"). `planted`: what is changed in a false variant, and the
    parameters of the claim's own check that change it, or another check. Number and section are by
    default those of the paper's inventory, the kind is prose, and `lem:4:azuma` is a step of
    `lem:4` unless part_of is ""; what a repaired form leaves out is as in its printed form,
    registered before it. Raises PreconditionError for a repeated (label, form), no docstring, a
    printed form expected not to hold without `repair`, unknown kinds or forms, a step without
    words, and one that cites nothing."""

    def register(check: C) -> C:
        if (label, form) in REGISTRY:
            raise PreconditionError("claim", (label, form), "is registered twice")
        if not (check.__doc__ or "").strip():
            raise PreconditionError(
                "claim", (label, form), "needs a docstring, the statement; -OO removes it"
            )
        before = REGISTRY.get((label, "printed"))
        of_kind = kind or (before.kind if before else "prose")
        if of_kind not in CLAIM_KINDS or form not in ("printed", "repaired"):
            raise PreconditionError("claim", (label, form, kind), "has an unknown kind or form")
        if Verdict(expected) in WRONG and form == "printed" and not repair:
            raise PreconditionError("claim", (label, form), "needs `repair`: what repairs it")
        paper = _inventory()
        parent = label.rpartition(":")[0]
        stem = parent if parent in paper else ""
        home = part_of if part_of is not None else before.part_of if before else stem
        item = paper.get(label) or paper.get(home or stem) or Item(label, "", "", "", 0)
        printed = before or Claim(
            label, "printed", item.number.replace("/", " l. "), item.section, of_kind, title, check
        )

        def given(words: Iterable[str] | None, of_printed: tuple[str, ...]) -> tuple[str, ...]:
            return of_printed if words is None else tuple(words)

        REGISTRY[label, form] = Claim(
            label, form, number or printed.number, section or printed.section, of_kind, title,
            check, tuple(dict.fromkeys((label, *given(covers, printed.covers)))), Verdict(expected),
            given(readings, printed.readings), repair, tex, home,
        )  # fmt: skip
        if cites is not None:
            _add(REGISTRY[label, form], "cited", None, *cites)
        if argues is not None:
            _add(REGISTRY[label, form], "argued", None, *argues)
        if proves is not None:
            _add(REGISTRY[label, form], "proved", check, *proves)
        for change, false in (planted or {}).items():
            other = false if callable(false) else partial(check, **false)
            REGISTRY[label, form].planted.append(Planted(change, other))
        return check

    return register


@cache
def _inventory() -> dict[str, Item]:
    return {item.id: item for item in committed_items()}


def step(
    claimed: Check, says: str, check: Check | None = None, *, uses: str = ""
) -> Callable[..., Any]:
    """Register a step of the proof of a claim, for all values: with its check as an argument, or
    as a decorator of it. Raises PreconditionError if the claim is unknown or `says` is empty."""
    if check is None:
        return partial(step, claimed, says, uses=uses)
    _add(_of(claimed), "proved", check, says, uses)
    return check


def planted(claimed: Check, change: str, check: Check | None = None) -> Callable[..., Any]:
    """Register a false variant of a claim: with its check as an argument, or as a decorator of it.
    Raises PreconditionError if the claim is unknown."""
    if check is None:
        return partial(planted, claimed, change)
    _of(claimed).planted.append(Planted(change, check))
    return check


def _of(claimed: Check) -> Claim:
    for one in REGISTRY.values():
        if one.check is claimed:
            return one
    raise PreconditionError("claim", claimed, "unknown claim")


def _add(one: Claim, kind: StepKind, check: Check | None, says: str, uses: str = "") -> None:
    if not says or (kind == "cited" and not uses):
        raise PreconditionError("step", one.key, f"needs words, and what is {kind}")
    one.steps.append(ProofStep(says, tuple(uses.split(", ")) if uses else (), kind, check))


# ----------------------------------------------------------------------------- results


@dataclass(frozen=True)
class Result:
    """A claim's outcome. `derived_status` also depends on what the claim uses."""

    claim: Claim
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    vacuous_until: tuple[Vacuity, ...] = ()
    derived_status: str = ""

    @property
    def as_expected(self) -> bool:
        """The verdict is the committed one."""
        return self.verdict is self.claim.expected

    @property
    def ratio(self) -> Q | None:
        """The largest ratio any evidence reached: a smaller constant would be refuted."""
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
        """The verdict under each choice of something unstated; empty if all is stated."""
        return Verdict.under_choices(self.evidence)[1]

    @property
    def witness(self) -> Witness | None:
        """The first counterexample."""
        return next((e.witness for e in self.evidence if e.witness), None)
