r"""Every claim of a form that Coq proves, as a closed definition: `coq/statements/Statements.v`.

A claim is about all settings, and about all that it names: the radius Lam, the rule of line 12, the
learner, the best policy, with the hypotheses that the readings of Algorithm 1 leave (R-1: an epoch
ends at least as often as with max{1, N_i}; R-10: Lam >= ln(TXA/delta)). Around it stands its kind:
on every path (all lists of episodes); in every epoch and at every entry (all `hist`); with
probability 1 - k delta; of numbers. `proofs-check coq --write-statements` writes the file;
StatementsProved.v, by hand, has `Theorem n : Statements.n` for what holds, StatementsRefuted.v has
`Theorem not_n : ~ Statements.n` for what does not."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import Form
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import Expression, Symbol, log, number
from proofs_check.letters.quantities import BigO, InLayer, SumOverRun
from proofs_check.letters.symbols import A, Lam, T, X, delta, solver_gap
from proofs_check.machine_checked.terms import coq_term, coq_text
from reference.support.errors import PreconditionError

AS_COMPARED = "as it is compared on runs"
STATEMENTS_FILE = "statements/Statements.v"
PROVED_FILE, REFUTED_FILE = "statements/StatementsProved.v", "statements/StatementsRefuted.v"
TABLES, WIDTH = ("table", "total"), 108

HEAD = r"""(* What the paper states, as it is evaluated on runs, for all settings and learners.
   Written by `proofs-check coq --write-statements` from proofs_check/statements: do not edit.
   Each definition is closed. `hist` are the episodes before, the last one first, `v` those of the
   whole run; `st hist` those before the epoch; `pi hist` is the policy played next, `q_of hist` the
   solution of LP1 that it is read from. StatementsProved.v proves them, or their negations. *)
Require Import Previsions.Sums Previsions.Probability Previsions.Concentration
  UCRLLP.model.Model UCRLLP.model.Episodes UCRLLP.model.OccupancyMeasures
  UCRLLP.model.ConfidenceSets UCRLLP.model.Algorithm UCRLLP.paper.LayerSums UCRLLP.paper.GoodEvents
  UCRLLP.model.Setting UCRLLP.paper.Visits UCRLLP.paper.AppendixA UCRLLP.paper.AppendixB
  UCRLLP.paper.MainResults UCRLLP.paper.Trigger UCRLLP.paper.Epochs UCRLLP.paper.RepairedForms
  UCRLLP.paper.Propositions UCRLLP.sharper.ClippedRecursion UCRLLP.sharper.IntervalSets
  UCRLLP.model.Learner.
Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Import Letters.
Coercion INR : nat >-> R.
(* Visits of (x,a) and of (x,a,y) in the episodes s, and 1 if the episode e visits (x,a). *)
Notation N s x a := (INR (cnt x0 (mkp x a) s)).
Notation N3 s x a y := (\rsum_(e0 <- s) ind (visit3 x0 x a y e0)).
Notation max1_N s x a := (INR (maxn 1 (cnt x0 (mkp x a) s))).
Notation I_ e x a := (ind (visit x0 (mkp x a) e)).
Notation r := (@r S A Z P rho rv).
(* (10), (14), (11), (15), (16), (17), all of them of the episodes s. *)
Notation Pbar := (@Pbar S A Z x0 L).
Notation rbar := (@rbar S A Z x0 L rv).
Notation eps Lam s x a := (@Algorithm.eps S A Z x0 L Lam s _ x a).
Notation b Lam s x a := (@Algorithm.b S A Z x0 L Lam s _ x a).
Notation rhat Lam s x a := (@Algorithm.rhat S A Z x0 L rv Lam s _ x a).
Notation rcheck Lam s x a := (@Algorithm.rcheck S A Z x0 L rv Lam s _ x a).
(* P_i of (5), with the rows that R-4 leaves open, and its distance from P. *)
Notation P_ := (@P_ S A Z L).
Notation xi_ := (@xi_ S A Z L).
Notation regret pi pistar v := (@Algorithm.regret S A Z x0 L P rho rv pi pistar v).
(* The law of the next episode. *)
Notation K pi := (@Algorithm.K S A Z x0 L P rho pi).
(* `learner`, but the solution of LP1 that it takes may be worse than others by a gap g. *)
Definition near_learner (M : setting) (st : seq E -> seq E) (Lam : R) (pi : seq E -> policy S A)
  (q_of : seq E -> occ S A) (g : R) : Prop := forall hist, let Q :=
    polytope L (Pbar (st hist)) (@Algorithm.eps S A Z x0 L Lam (st hist)) in
  [/\ is_policy (pi hist), Q (q_of hist), plays L (q_of hist) (pi hist) & forall q, Q q ->
    inner L q (@Algorithm.rhat S A Z x0 L rv Lam (st hist)) <=
    inner L (q_of hist) (@Algorithm.rhat S A Z x0 L rv Lam (st hist)) + g].
Arguments near_learner [M].
(* R-37: the width of an interval of the episodes s, with c for the factor of its second term; and
   `learner`, where LP1 has these intervals in place of the ball. *)
Notation width Lam c s x a y := (@IntervalSets.width S A Z x0 L Lam c s _ x a y).
Definition interval_learner (M : setting) (c : R) (st : seq E -> seq E) (Lam : R)
  (pi : seq E -> policy S A) (q_of : seq E -> occ S A) : Prop := forall hist,
  let Q := box L (Pbar (st hist)) (@IntervalSets.width S A Z x0 L Lam c (st hist)) in
  [/\ is_policy (pi hist), Q (q_of hist), plays L (q_of hist) (pi hist) & forall q, Q q ->
    inner L q (@Algorithm.rhat S A Z x0 L rv Lam (st hist)) <=
    inner L (q_of hist) (@Algorithm.rhat S A Z x0 L rv Lam (st hist))].
Arguments interval_learner [M].
"""
HEADS = (  # bound name, its type, what is known of it
    ("Lam", "R", "ln (TXA / delta) <= Lam"),
    ("c", "R", "1 <= c"),
    ("st", "seq E -> seq E", "schedule x0 st"),
    ("pi", "seq E -> policy S A", ""),
    ("q_of", "seq E -> occ S A", ""),
    ("g", "R", ""),
    ("pistar", "policy S A", "optimal x0 L P r pistar"),
)
OF_LEARNER = ("Lam", "st", "pi", "q_of")
NEEDS = {"pi": OF_LEARNER, "q_of": OF_LEARNER, "g": OF_LEARNER}
LEARNERS = {
    "c": "interval_learner c st Lam pi q_of ->",
    "g": "near_learner st Lam pi q_of g ->",
    "": "learner x0 rv pi st Lam q_of ->",
}
"""What is known of the learner: it solves LP1; with R-37's intervals, where a claim has the factor
c of their second term; or up to a gap g."""
SOME = Symbol("some constant", "C", lambda run: 1)
LOGARITHM = {log(T * X * A / delta).key: Lam}
"""What O(F) writes log(TXA/delta): Lam, which is at least that (R-10)."""
EVERY_EPISODE = "(forall w, st w = w)"
EVERY = {
    "pair": "forall h (x : S h) a, (h < L)%N -> ",
    "triple": "forall h (x : S h) a (y : S h.+1), (h < L)%N -> ",
    "layer": "forall h, (h < L)%N -> ",
    "state": "forall h (x1 : S h.+1), (h.+1 < L)%N -> ",
    "epoch": "",
}
DECIDED = {  # the same, decided
    "pair": "[forall h : 'I_L, [forall x : S h, [forall a : A, {}]]]",
    "layer": "[forall h : 'I_L, {}]",
    "triple": "[forall h : 'I_L, [forall x : S h, [forall a : A, [forall y : S h.+1, {}]]]]",
    "epoch": "{}",
}


@dataclass(frozen=True)
class Derived:
    """Claim as Coq states it: the name of its definition, the statement's label and form, which
    claim of the form, and what it says in a few words."""

    name: str
    label: str
    form: str
    number: int
    says: str
    stated: bool  # whether the form states it: it is no step, and not compared besides
    parts: tuple[str, ...]  # of the definition's right side: what it is about, and what it says
    how: str = AS_COMPARED
    choice: str = ""  # the choice of something unstated that it is under

    @property
    def definition(self) -> str:
        """Return its definition, as it stands in Statements.v."""
        lines = [line for part in self.parts for line in _wrapped(part)]
        return "\n".join((f"Definition {self.name} : Prop :=", *lines)) + "."

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the definition."""
        return hashlib.sha256(self.definition.encode()).hexdigest()


def derived_claims() -> list[Derived]:
    """Return the claims of the forms for which theorems are named, in the order of the modules.
    Raises PreconditionError for a claim that has no term in Coq."""
    return _derived(tuple(STATEMENTS))


@cache
def _derived(modules: tuple[str, ...]) -> list[Derived]:
    return [
        claim
        for module in sorted(modules)
        for form in STATEMENTS[module].forms.values()
        if form.coq
        for claim in derived_of(module, form)
    ]


def derived_of(module: str, form: Form) -> Iterator[Derived]:
    """Yield what Coq states of a form: each claim; of a claim of O(F) that some constant times F
    is a bound; and the claims that share an event, all at once. Raises PreconditionError for a
    claim that has no term in Coq."""
    yield from (derived_claim(module, form, number) for number in range(len(form.claims)))
    yield from _under_choices(module, form)
    for k, claim in enumerate(form.claims):
        if isinstance(claim.right, BigO):
            own = derived_claim(module, form, k)
            some = proposition(replace(claim, right=SOME * claim.right.inner.replaced(LOGARITHM)))
            parts = ("exists C : R,", *closed(some))
            yield replace(own, name=f"{own.name}_O", parts=parts, how="with some constant")
    for k, numbers in enumerate(sharing(form)):
        first = derived_claim(module, form, numbers[0])
        claims = [form.claims[number] for number in numbers]
        events = " && ".join(f"({_event(claim)})" for claim in claims)
        together = _with_probability(part_of_probability(claims[0]), f"(fun v => {events})")
        yield replace(
            first,
            name=f"{module}_{form.name}_together" + (f"_{k}" if k else ""),
            says=f"{first.says}, and the others on its event",
            stated=any(derived_claim(module, form, number).stated for number in numbers),
            parts=closed(together),
            how="all at once",
        )


def _under_choices(module: str, form: Form) -> Iterator[Derived]:
    """Yield what a printed form claims under each choice but that under which it is compared."""
    for k, choice in enumerate(form.choices):
        chosen = replace(form, claims=choice.claims)
        for n, claim in enumerate(choice.claims):
            own, text = derived_claim(module, chosen, n), proposition(claim)
            yield replace(
                own,
                name=f"{own.name}_under_{k}",
                says=f"{own.says}, under: {choice.words}",
                stated=False,
                parts=closed(f"{EVERY_EPISODE} -> {text}" if choice.every else text),
                how="under another choice",
                choice=choice.words,
            )


def sharing(form: Form) -> list[list[int]]:
    """Return which claims of a form share an event: those of one probability, on the events of the
    same statements, for the same learners."""
    groups: dict[object, list[int]] = {}
    for k, claim in enumerate(form.claims):
        if claim.probability is not None:
            exact = not (claim.left.contains(solver_gap) or claim.right.contains(solver_gap))
            groups.setdefault((claim.probability.key, claim.events, exact), []).append(k)
    return [numbers for numbers in groups.values() if len(numbers) > 1]


def part_of_probability(claim: Claim) -> Expression:
    """Return the probability of a claim. Raises PreconditionError if it has none."""
    return number(claim.probability)


def derived_claim(module: str, form: Form, number: int) -> Derived:
    """Return a claim as Coq states it, whether or not a theorem is named. Raises PreconditionError
    for one that has no term in Coq."""
    statement, claim = STATEMENTS[module], form.claims[number]
    title = REGISTRY[statement.label, form.name].number
    says = ": ".join(filter(None, (f"{title}, {form.name}", claim.name or form.title)))
    text = closed(proposition(claim))
    stated = not claim.is_step and not claim.is_aside and claim.events != ()
    name = f"{module}_{form.name}_{number}"
    under = form.choices[0].words if form.choices else ""
    return Derived(name, statement.label, form.name, number, says, stated, text, choice=under)


def _wrapped(text: str) -> list[str]:
    """Return a text in lines; what stands in the innermost brackets stays together."""
    kept = re.sub(r"\([^()]{,40}\)", lambda m: m[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(kept, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"  {line}".replace("\0", " ") for line in lines]


def statements_text() -> str:
    """Return the text of Statements.v."""
    parts = [HEAD]
    for claim in derived_claims():
        says = claim.says.replace("(*", "( *").replace("*)", "* )").replace('"', "''")
        parts.append(f"(* {says} *)\n{claim.definition}\n")
    return "\n".join(parts)


# ----------------------------------------------------------------------------- around a claim


def closed(text: str) -> tuple[str, ...]:
    """Return a proposition for all settings and all that it names, with what is known of these, in
    parts."""
    words = set(re.findall(r"(?<![\w'@.])[A-Za-z_][\w']*", text))
    needed = {name for name, _, _ in HEADS if name in words}
    for name, needs in NEEDS.items():
        needed |= set(needs) if name in words else set()
    bound = [f"({name} : {of})" for name, of, _ in HEADS if name in needed]
    known = [f"{said} ->" for name, _, said in HEADS if said and name in needed]
    if "q_of" in needed:
        at = len([name for name in ("Lam", "c", "st") if name in needed])
        known.insert(at, LEARNERS[next((name for name in ("c", "g") if name in needed), "")])
    about = f"forall {' '.join(('(M : setting)', *bound))},"
    return tuple(filter(None, (about, " ".join(known), text)))


def proposition(claim: Claim) -> str:
    """Return a claim with its kind around it, of one setting. Raises PreconditionError for one that
    has no term in Coq."""
    kinds, says = {claim.left.kind, claim.right.kind}, relation(claim)
    runs = _runs(claim)
    if not kinds & {"table", "total"}:
        return runs + (EVERY["layer"] if "layers" in kinds else "") + says
    at = _entries(claim)
    if "total" in kinds:
        if claim.probability is None:
            return f"{runs}forall v : seq E, size v = T -> {EVERY[at]}{says}"
        return f"{runs}{_with_probability(claim.probability, f'(fun v => {_event(claim)})')}"
    next_ = " (e : E)" if _uses(claim, "n") else ""
    every = f"{runs}forall (hist : seq E){next_}, "
    if claim.condition is not None:
        if claim.everywhere:
            return f"{every}{_given(claim)}{EVERY[at]}{says}"
        inner = claim.condition
        return f"{every}{_given(inner)}{EVERY[at]}{relation(inner)} -> {says}"
    if claim.probability is None:
        return f"{every}{EVERY[at]}{says}"
    return runs + _with_probability(claim.probability, f"(fun v => {_event(claim)})")


def _event(claim: Claim) -> str:
    """Return what a claim says of the whole run v, decided. Raises PreconditionError for one that
    has no such term."""
    kinds, at = {claim.left.kind, claim.right.kind}, _entries(claim)
    if "total" in kinds:
        if "table" in kinds:
            raise PreconditionError("claim", claim.name, "compares a table with a total")
        return _decided(claim, at)
    return f"[forall t : 'I_T.+1, let hist := drop t v in {_decided(claim, at)}]"


def relation(claim: Claim) -> str:
    """Return left <= right, or left = right."""
    left, right = coq_text(claim.left), coq_text(claim.right)
    return f"{left} {'=' if claim.equal else '<='} {right}"


def _with_probability(least: Expression, event: str) -> str:
    """Return that an event has this probability, at least."""
    return f"{coq_text(least)} <= Prl (K pi) T [::] {event}"


def _decided(claim: Claim, at: str) -> str:
    if claim.equal or at not in DECIDED:
        raise PreconditionError("claim", claim.name, "has no event that Coq decides")
    left, right = (coq_term(side).bracketed(0) for side in (claim.left, claim.right))
    return DECIDED[at].format(f"Rleb {left} {right}")


def _runs(claim: Claim) -> str:
    """Return which runs a claim is for, as hypotheses."""
    return "".join(f"{relation(of)} -> " for of in claim.given_numbers)


def _given(claim: Claim) -> str:
    """Return what is known of the epoch of a claim, as hypotheses."""
    if claim.condition is None:
        return ""
    inner = claim.condition
    every = EVERY[_entries(inner)]
    said = f"({every}{relation(inner)})" if claim.everywhere else relation(inner)
    return f"{_given(inner)}{said} -> "


def _entries(claim: Claim) -> str:
    """Return at what entries a claim is."""
    sides = claim.left, claim.right
    if claim.by_layer:
        return "layer"
    if totals := [side for side in sides if side.kind == "total"]:
        single = [side.entries for side in totals if side.entries in ("pair", "triple")]
        return str((*single, "layer" if any(map(_layered, totals)) else "epoch")[0])
    for side in sides:
        if side.kind == "table" and side.entries != "epoch":
            return str(side.entries)
    return "epoch"


def _layered(of: Expression) -> bool:
    """Whether a total is one of each layer."""
    if isinstance(of, SumOverRun):
        return of.grouping == "layer"
    return not isinstance(of, InLayer) and any(map(_layered, of.parts))


def _uses(claim: Claim, name: str) -> bool:
    def within(of: Expression) -> bool:
        return getattr(of, "name", None) == name or any(map(within, of.parts))

    return within(claim.left) or within(claim.right)


def definitions_of(label: str) -> list[str]:
    """Return the claims of a statement as definitions of Coq, whether or not theorems are named.
    Raises PreconditionError for an unknown label, and a claim that has no term in Coq."""
    modules = [module for module, statement in STATEMENTS.items() if statement.label == label]
    if not modules:
        raise PreconditionError("label", label, "is of no statement")
    return [
        derived_claim(module, form, number).definition
        for module in modules
        for form in STATEMENTS[module].forms.values()
        for number in range(len(form.claims))
    ]
