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
    found = {}
    for key in select():
        one = REGISTRY[key]
        verdict = (changed or {}).get(key, one.expected)
        proved = machine and key in (("thm:main", "repaired"), ("lem:bias", "repaired"))
        kind: Any = "machine-checked" if proved else "exact on runs"
        e = Evidence(kind, verdict, 1, witness={"T": 1})
        found[key] = Result(one, verdict, (e,))
    return list(derive(found).values())


def of(label: str, changed: dict[Key, Verdict] | None = None, machine: bool = True) -> Answers:
    return answers(results(changed, machine))[label]


def test_every_statement_has_both_answers() -> None:
    found = answers(results())
    assert set(found) == {label for label, _ in select()}
    assert {one.is_true for one in found.values()} == set(TRUE_WORDS)
    assert {one.printed_argument for one in found.values()} == set(ARGUMENT_WORDS)


def test_theorem_4_is_true_although_its_printed_proof_has_a_gap() -> None:
    for label in ("thm:main", "lem:bias"):
        one = of(label)
        assert (one.is_true, one.printed_argument) == ("yes", "gap")
        assert one.known == "machine-checked" and one.implied
        assert of(label, machine=False).is_true == "open"  # nothing proves the repaired form
    assert of("thm:main").because[0] == "lem:bias"


def test_lemma_12_is_true_although_its_proof_has_a_gap() -> None:
    one = of("lem:bias-term-2")
    assert (one.is_true, one.printed_argument) == ("yes", "gap")
    assert "disp:App. II.2" in one.because  # a step of a step
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
    one = of("eq:14:mean", {("eq:14:mean", "printed"): verdict})
    assert (one.is_true, one.printed_argument) == (is_true, argument)


def test_a_used_statement_decides_the_argument_not_the_truth() -> None:
    label, used = "lem:conf-set-rew", ("eq:rew-lcb:order", "printed")
    assert of(label).printed_argument == "yes"
    for verdict, argument in ((Verdict.FAILS, "wrong step"), (Verdict.GAP, "gap")):
        one = of(label, {used: verdict})
        assert (one.printed_argument, one.because) == (argument, (used[0],))


def test_nothing_is_shown_of_a_definition_or_by_a_citation() -> None:
    assert of("as:layered-mdp").printed_argument == "not needed"
    assert of("lem:azuma-hoeffding").printed_argument == "none given"


def test_only_a_proved_repaired_form_implies() -> None:
    found = {r.claim.key: r for r in results(machine=False)}
    assert implied(REGISTRY["thm:main", "printed"], found) == ""
    assert implied(REGISTRY["thm:main", "printed"], {})  # the committed status is machine-checked
    assert implied(REGISTRY["prop:1", "printed"], {}) == ""
