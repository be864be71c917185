"""The two answers about a statement: derived from verdicts, for every kind of verdict."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.audit.audit import select
from proofs_check.ledger.answers import (
    ARGUMENT_WORDS,
    BEFORE,
    TRUE_WORDS,
    Answers,
    answers,
    but_for_wording,
    implied,
)
from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import (
    REGISTRY,
    STATEMENTS,
    Evidence,
    Key,
    Result,
    Verdict,
    committed_statuses,
)
from proofs_check.ledger.statement import ButForWording
from proofs_check.ledger.statement_graph import derive

statements.load()


def results(changed: dict[Key, Verdict] | None = None, machine: bool = True) -> list[Result]:
    """Every claim with its committed verdict, or another; `machine`: the repaired forms are proved
    that are so in the committed audit, such as those of Theorem 4 and Lemma 6."""
    outcomes = {}
    for key in select():
        claim = REGISTRY[key]
        verdict = (changed or {}).get(key, claim.expected)
        status = committed_statuses()[key][1]
        proved = machine and key[1] == "repaired" and status == "machine-checked"
        kind: Any = "machine-checked" if proved else "exact on runs"
        e = Evidence(kind, verdict, 1, witness={"T": 1})
        outcomes[key] = Result(claim, verdict, (e,))
    return list(derive(outcomes).values())


def of(label: str, changed: dict[Key, Verdict] | None = None, machine: bool = True) -> Answers:
    return answers(results(changed, machine))[label]


def test_every_statement_has_both_answers() -> None:
    by_label = answers(results())
    assert set(by_label) == {label for label, _ in select()}
    assert {answer.is_true for answer in by_label.values()} == set(TRUE_WORDS)
    shown = {answer.printed_argument for answer in by_label.values()}
    assert shown == set(ARGUMENT_WORDS) - {"wrong step"}  # no printed proof has one


def test_theorem_4_is_true_although_its_printed_proof_has_a_gap() -> None:
    for label in ("thm:main", "lem:bias"):
        answer = of(label)
        assert (answer.is_true, answer.printed_argument) == ("yes", "gap")
        assert answer.known == "machine-checked" and answer.implied
        assert of(label, machine=False).is_true == "open"  # nothing proves the repaired form
    assert of("thm:main").because[0] == "lem:bias"


def test_lemma_12_is_true_although_its_proof_depends_on_a_choice() -> None:
    answer = of("lem:bias-term-2")
    assert (answer.is_true, answer.printed_argument) == ("yes", "depends on a choice")
    assert "disp:App. II.2" in answer.because  # a step of a step
    repaired: dict[Key, Verdict] = {
        (label, "printed"): Verdict.HOLDS
        for label in ("disp:App. II.2", "disp:App. II.3", "lem:bias-term-2:total", "alg:main/12")
    }
    assert of("lem:bias-term-2", repaired).printed_argument == "yes"


@pytest.mark.parametrize(
    ("verdict", "is_true", "argument"),
    [
        (Verdict.HOLDS, "yes", "yes"),
        (Verdict.FAILS, "no", "wrong step"),
        (Verdict.UNDERSPECIFIED, "depends on a choice", "depends on a choice"),
        (Verdict.GAP, "open", "gap"),
        (Verdict.UNDECIDED, "open", "yes"),
    ],
)
def test_the_answers_follow_the_verdict(verdict: Verdict, is_true: str, argument: str) -> None:
    """Of a statement with an argument that uses nothing that does not hold."""
    answer = of("eq:bias-decomp", {("eq:bias-decomp", "printed"): verdict})
    assert (answer.is_true, answer.printed_argument) == (is_true, argument)


def test_a_used_statement_decides_the_argument_not_the_truth() -> None:
    label, used = "lem:conf-set-rew", ("eq:rew-lcb:order", "printed")
    assert of(label).printed_argument == "yes"
    for verdict, argument in ((Verdict.FAILS, "wrong step"), (Verdict.GAP, "gap")):
        answer = of(label, {used: verdict})
        assert (answer.printed_argument, answer.because) == (argument, (used[0],))


def test_nothing_is_shown_of_a_definition_or_by_a_citation() -> None:
    assert of("as:layered-mdp").printed_argument == "not needed"
    assert of("lem:azuma-hoeffding").printed_argument == "none given"


def test_what_the_paper_only_cites_has_no_gap() -> None:
    """Lemmas 1, 2 and 7 to 9 are citations, and so is the proof of what stands in our own steps."""
    for label in (
        "lem:conf-set-polytope", "lem:conf-set-P-high-prob", "lem:occ-1-norm", "lem:occ-term-1",
        "lem:occ-term-2", "lem:occ-term-2:azuma", "lem:occ-term-2:count", "lem:occ-term-2:layers",
    ):  # fmt: skip
        assert of(label).printed_argument == "none given", label
    assert all(REGISTRY[f"lem:occ-{k}", "printed"].not_printed for k in ("term-1", "term-2"))


def test_the_one_gap_of_the_letter_is_the_one_gap_of_the_table() -> None:
    """Theorem 4, its count of probabilities and Lemma 6, by the same sentence (E-1)."""
    by_label = answers(results())
    gaps = [label for label, a in by_label.items() if a.printed_argument == "gap"]
    assert gaps == ["thm:main", "thm:main:delta", "lem:bias"]
    assert all("lem:bias" in (label, *by_label[label].because) for label in gaps)
    own = [label for label in gaps if not by_label[label].because]
    assert own == ["lem:bias"]


def test_one_slip_has_one_answer() -> None:
    """h < L (E-3, E-12) is a slip of wording wherever it stands; what uses it is not at fault."""
    by_label = answers(results())
    for number in (3, 12, 11, 13):
        (f,) = (f for f in findings() if f.number == number)
        assert {by_label[label].is_true for label in f.places} == {"but for wording"}
        assert {by_label[label].correction for label in f.places} == {number}
    assert by_label["thm:main:diff"].printed_argument == "yes"
    for number in (8, 10):
        (f,) = (f for f in findings() if f.number == number)
        assert {by_label[label].is_true for label in f.places} == {"depends on a choice"}


def test_only_a_named_correction_and_a_proof_make_it_wording() -> None:
    """Planted: no correction there, no proof of the corrected form, a choice that no theorem has,
    a verdict that is neither; and what has no correction of its words alone stays *no*."""
    by_key = {r.claim.key: r for r in results()}
    key = ("prop:1", "printed")
    assert but_for_wording(key, by_key) and not but_for_wording(("rem:1", "printed"), by_key)
    unproved = {r.claim.key: r for r in results(machine=False)}
    assert not but_for_wording(key, unproved)
    assert not but_for_wording(key, {key: replace(by_key[key], verdict=Verdict.GAP)})
    claim = REGISTRY[key]
    try:
        for wrong in (ButForWording(4), ButForWording(99), ButForWording(3, "no such choice")):
            REGISTRY[key] = replace(claim, wording=wrong)
            assert not but_for_wording(key, by_key)
    finally:
        REGISTRY[key] = claim


def test_the_table_of_answers_is_held_to_the_audit() -> None:
    """Old and new answer of every statement that was *no* or *depends on a choice*."""
    rows = [(STATEMENTS[name].label, old) for name, old in json.loads(BEFORE.read_text("utf-8"))]
    assert [old for _, old in rows].count("no") == 19  # one of them in a comment of the source
    assert [old for _, old in rows].count("depends on a choice") == 15
    by_label = answers(results())
    assert {label for label, _ in rows} == {
        label
        for label, a in by_label.items()
        if a.is_true in ("no", "depends on a choice", "but for wording")
    }
    for label, old in rows:
        new = by_label[label].is_true
        assert new in (old, "but for wording"), label


def test_only_a_proved_repaired_form_implies() -> None:
    outcomes = {r.claim.key: r for r in results(machine=False)}
    assert implied(REGISTRY["thm:main", "printed"], outcomes) == ""
    assert implied(REGISTRY["thm:main", "printed"], {})  # the committed status is machine-checked
    assert implied(REGISTRY["prop:1", "printed"], {}) == ""
