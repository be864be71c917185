"""False variants of every statement: each is refuted on a run, on its event, where the statement
itself holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from proofs_check.arithmetic import Decision
from proofs_check.evaluation import statements as evaluated_statements
from proofs_check.evaluation.evaluate import Evaluation
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.evaluation.statements import Evaluated, statements
from proofs_check.evaluation.suite import evaluation_of
from reference.support.errors import BrokenSides
from tests.evaluation.runs import entry, evaluated

# Few runs that refute all of them together (`proofs-check lemmas --planted` takes all runs).
RUNS = (
    "unlucky-09", "fork-16384", "foreign-rational", "u-always", "u-always-xi", "arms-16",
    "fork-L6", "fork-L26", "L3", "ties-first", "one-step", "chain-6-4096",
)  # fmt: skip
VARIANTS = [(name, words) for name, one in statements().items() for words in one.false]


@pytest.fixture(scope="module")
def evaluations() -> list[Evaluation]:
    return [evaluated(name, planted=True) for name in RUNS]


def test_every_statement_that_compares_has_false_variants() -> None:
    assert len(VARIANTS) > 130
    assert [name for name, one in statements().items() if not one.false] == []
    assert all("$" not in words or words.count("$") % 2 == 0 for _, words in VARIANTS)


@pytest.mark.parametrize(("name", "words"), VARIANTS)
def test_a_false_variant_is_refuted(evaluations: list[Evaluation], name: str, words: str) -> None:
    one = statements()[name]
    form = one.form_of(one.false[words])
    refuted = [e for e in evaluations if e.planted()[name, words] is Decision.FALSE]
    assert refuted
    known = form == "printed" and one.printed_sides is not None  # may be false itself
    if not one.is_event and not known:  # the statement holds where its variant fails
        held = [e.result(name, form).verdict for e in refuted]
        assert any(verdict in ("HOLDS", "TRIVIAL") for verdict in held), held


def test_off_the_event_nothing_is_refuted(evaluations: list[Evaluation]) -> None:
    unlucky = evaluations[RUNS.index("unlucky-09")]
    assert unlucky.event("lemma_02") is Decision.FALSE
    for name in ("lemma_04", "lemma_09", "eq_26"):
        assert {unlucky.planted()[name, words] for words in statements()[name].false} == {None}


def test_what_no_run_refutes_says_why() -> None:
    beyond = {(name, w): why for name, one in statements().items() for w, why in one.beyond.items()}
    assert len(beyond) == 4
    assert all(any(c.isdigit() for c in why) for why in beyond.values())


@pytest.mark.parametrize(
    ("right", "reason"),
    [
        (lambda e: e.t - 1, "shape mismatch"),  # no column for the pairs
        (lambda e: e.visits, "no attribute 'visits'"),
        (None, "missing 1 required positional argument"),
    ],
)
def test_sides_that_cannot_be_compared_name_their_statement(
    right: Any, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(run: EvaluatedRun) -> Iterator[Line]:
        yield Line(Each(lambda e: e.N), Each(right))

    def more(run: EvaluatedRun, constant: int) -> Iterator[Line]:
        yield Line(0, constant)

    one = Evaluated(two if right else more, name="lemma_13")
    monkeypatch.setattr(evaluated_statements, "statements", lambda: {"lemma_13": one})
    with pytest.raises(BrokenSides, match=f"^lemma_13 printed: .*{reason}.*a row for each epoch"):
        evaluation_of(entry("bandit"), only=["lemma_13"])
