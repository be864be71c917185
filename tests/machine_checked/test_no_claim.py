"""Forms with theorems and without claims: why, in a word, and what their pages show of these;
LaTeX that follows from no claim says why, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import pytest

from proofs_check import statements
from proofs_check.ledger.registry import REGISTRY, STATEMENTS
from proofs_check.ledger.statement import NO_CLAIM, Coq, Form, NoClaim, Statement
from proofs_check.letters.claim import chain
from proofs_check.letters.symbols import T, regret
from proofs_check.machine_checked.record import Mapped, Theorem, machine_checked
from proofs_check.report import side_by_side
from proofs_check.report.document import Block, Details, Paragraph, Source
from proofs_check.report.pages import statement as page
from reference.support.errors import PreconditionError

statements.load()
BY_COQ = (Coq("lemma_6", "paper/AppendixB.v"),)
REASONS = 52
"""Forms with theorems and without claims; one that gets a claim makes it less."""

Named = tuple[str, Form]


def forms() -> list[Named]:
    return [(name, form) for name, s in STATEMENTS.items() for form in s.forms.values()]


def unexplained(of: Iterable[Named]) -> list[str]:
    """Return the forms with theorems that have neither a claim nor a reason for it."""
    return [
        f"{name}, {form.name}"
        for name, form in of
        if form.coq and not (form.claims or form.no_claim)
    ]


def unexplained_latex(of: Iterable[Named]) -> list[str]:
    """Return the forms whose LaTeX follows from no claim and that do not say why: in a line
    (`typed`), or because nothing of them is an expression."""
    return [
        f"{name}, {form.name}"
        for name, form in of
        if form.tex
        and not (form.claims and form.tex == chain(form.claims))
        and not (form.typed or form.no_claim or form.defined or form.no_theorem)
    ]


# ----------------------------------------------------------------------------- reasons


def test_a_form_with_theorems_has_a_claim_or_says_why_not() -> None:
    assert unexplained(forms()) == []
    assert sum(bool(form.no_claim) for _, form in forms()) <= REASONS
    silent = Statement("thm:planted", "Planted.").printed("planted", coq=BY_COQ)
    assert unexplained([("planted", silent)]) == ["planted, printed"]


def test_latex_follows_from_claims_or_says_why_not() -> None:
    assert unexplained_latex(forms()) == []
    silent = Statement("thm:planted", "Planted.").printed("planted", tex="R", coq=BY_COQ)
    assert unexplained_latex([("planted", silent)]) == ["planted, printed"]


@pytest.mark.parametrize(
    ("claims", "facts", "rule"),
    [
        ((), {"no_claim": "because", "coq": BY_COQ}, "one of set, step, "),
        ((), {"no_claim": "set"}, "with theorems and without claims"),
        ((regret <= T,), {"no_claim": "set", "coq": BY_COQ}, "with theorems and without claims"),
    ],
)
def test_other_reasons_are_refused(claims: Any, facts: Any, rule: str) -> None:
    with pytest.raises(PreconditionError, match=rule):
        Statement("thm:planted", "Planted.").printed("planted", *claims, **facts)


def test_reasons_are_few_and_used() -> None:
    assert tuple(NO_CLAIM) == get_args(NoClaim) and len(NO_CLAIM) <= 12
    assert {form.no_claim for _, form in forms()} - {None} == {*NO_CLAIM}


def test_reasons_are_true_of_what_they_are_said_of() -> None:
    """As far as the modules say it."""
    claimed = {name for name, form in forms() if form.claims}
    for name, form in forms():
        if not form.no_claim:
            continue
        assert (form.no_claim == "orders") == bool(form.bounds), name
        kind = form.kind or STATEMENTS[name].kind
        if form.no_claim == "set":
            assert kind in ("definition", "identity"), name
        if form.no_claim == "elsewhere":
            assert claimed & {used for step in form.steps for used in step.uses}, name


# ----------------------------------------------------------------------------- pages


def shown(blocks: Iterable[Block]) -> tuple[list[str], list[str], str]:
    """Return what is listed, what is concluded, and what Coq prints of a theorem, folded or not."""
    parts: dict[str, list[str]] = {"assumes": [], "concludes": [], "prints": []}
    said = ""
    for block in flat(blocks):
        if isinstance(block, Paragraph):
            (said,) = [part for part in parts if part in str(block.says)]
        elif isinstance(block, Source):
            parts[said].append(block.code)
    return parts["assumes"], parts["concludes"], "".join(parts["prints"])


def flat(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Details):
            yield from flat(block.blocks)
        else:
            yield block


def of(label: str, form: str) -> list[Mapped]:
    return [Mapped(label, form, "planted", "paper/AppendixB.v")]


STATED = "forall (n : nat) (w : seq E),\n n = n -> P (a -> b) ->\n Q w, R"
PLANTED = Theorem("planted", "paper/AppendixB.v", STATED, ())


def test_a_page_shows_what_a_theorem_assumes_and_concludes() -> None:
    blocks = page._stated(PLANTED, of("lem:conf-set-polytope", "refutation"))
    assert shown(blocks) == (["n = n", "P (a -> b)"], ["Q w, R"], STATED)
    assert Source("Q w, R") in blocks and Source("n = n") not in blocks
    long = Theorem("planted", "paper/AppendixB.v", STATED.replace("R", "R " * 200), ())
    (folded,) = page._stated(long, of("lem:conf-set-polytope", "refutation"))
    assert isinstance(folded, Details) and shown([folded])[1] == ["Q w, " + ("R " * 200).strip()]
    with_claims = page._stated(PLANTED, of("lem:bias", "printed"))
    assert with_claims == (Source(STATED),)


def test_a_page_says_that_a_theorem_assumes_nothing() -> None:
    theorem = Theorem("planted", "paper/AppendixB.v", "2 = 2", ())
    listed, concluded, folded = shown(page._stated(theorem, of("def:1", "printed")))
    assert (listed, concluded, folded) == ([], ["2 = 2"], "2 = 2")


def test_every_page_shows_it_as_the_page_side_by_side_does() -> None:
    for key, claim in REGISTRY.items():
        for mapped, theorem in machine_checked()[key] if claim.no_claim else ():
            listed, concluded, folded = shown(page._stated(theorem, [mapped]))
            assert [*listed, *concluded] == side_by_side.hypotheses(theorem.statement)
            assert folded == theorem.statement, mapped.theorem
