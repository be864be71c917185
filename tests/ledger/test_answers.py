"""The two answers about a statement: derived from verdicts, for every kind of verdict."""

from __future__ import annotations

from typing import Any

import pytest

from proofs_check import statements
from proofs_check.audit.audit import select
from proofs_check.ledger.answers import ARGUMENT_WORDS, TRUE_WORDS, Answers, answers, implied
from proofs_check.ledger.registry import REGISTRY, Evidence, Key, Result, Verdict
from proofs_check.ledger.statement_graph import derive

statements.load()


def results(changed: dict[Key, Verdict] | None = None, machine: bool = True) -> list[Result]:
    """Every claim with its committed verdict, or another; `machine`: Theorem 4 and Lemma 6 are
    proved in their repaired forms."""
    outcomes = {}
    for key in select():
        claim = REGISTRY[key]
        verdict = (changed or {}).get(key, claim.expected)
        proved = machine and key in (("thm:main", "repaired"), ("lem:bias", "repaired"))
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
    assert {answer.printed_argument for answer in by_label.values()} == set(ARGUMENT_WORDS)


def test_theorem_4_is_true_although_its_printed_proof_has_a_gap() -> None:
    for label in ("thm:main", "lem:bias"):
        answer = of(label)
        assert (answer.is_true, answer.printed_argument) == ("yes", "gap")
        assert answer.known == "machine-checked" and answer.implied
        assert of(label, machine=False).is_true == "open"  # nothing proves the repaired form
    assert of("thm:main").because[0] == "lem:bias"


def test_lemma_12_is_true_although_its_proof_has_a_gap() -> None:
    answer = of("lem:bias-term-2")
    assert (answer.is_true, answer.printed_argument) == ("yes", "gap")
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
        (Verdict.UNDERSPECIFIED, "depends on a choice", "gap"),
        (Verdict.GAP, "open", "gap"),
        (Verdict.UNDECIDED, "open", "yes"),
    ],
)
def test_the_answers_follow_the_verdict(verdict: Verdict, is_true: str, argument: str) -> None:
    """Of a statement with an argument that uses nothing that does not hold."""
    answer = of("eq:14:mean", {("eq:14:mean", "printed"): verdict})
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


def test_only_a_proved_repaired_form_implies() -> None:
    outcomes = {r.claim.key: r for r in results(machine=False)}
    assert implied(REGISTRY["thm:main", "printed"], outcomes) == ""
    assert implied(REGISTRY["thm:main", "printed"], {})  # the committed status is machine-checked
    assert implied(REGISTRY["prop:1", "printed"], {}) == ""
