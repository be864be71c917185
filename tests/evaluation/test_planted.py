"""False variants of every statement: each is refuted on a run, on its event, where the statement
itself holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from proofs_check.arithmetic import Decision
from proofs_check.evaluation import statements as evaluated_statements
from proofs_check.evaluation.evaluate import Evaluation
from proofs_check.evaluation.statements import Evaluated, statements
from proofs_check.evaluation.suite import evaluation_of
from proofs_check.fast.recording import read_blocks_into
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.ledger.statement import unrefuted
from proofs_check.letters.compare import Each, Line
from proofs_check.letters.run import Run
from proofs_check.sampled_runs.suite import Entry, chosen_entries, suite
from proofs_check.vocabulary import HOLDS, VACUOUS
from reference.support.errors import BrokenSides
from tests.evaluation.runs import entry, evaluated

# Few runs that refute all of them together (`proofs-check lemmas --planted` takes all runs).
RUNS = (
    "unlucky-09", "fork-16384", "foreign-rational", "u-always", "u-always-xi", "arms-16",
    "fork-L6", "fork-L26", "L3", "ties-first", "one-step", "chain-6-4096", "last-solved",
    "unlucky-rewards", "fork-200000", "shrunk-both", "arms-32-intervals",
)  # fmt: skip
VARIANTS = [(name, words) for name, statement in statements().items() for words in statement.false]


@pytest.fixture(scope="module")
def evaluations() -> list[Evaluation]:
    return [evaluated(name, planted=True) for name in RUNS]


def test_every_statement_that_compares_has_false_variants() -> None:
    assert len(VARIANTS) > 130
    assert [name for name, statement in statements().items() if not statement.false] == []
    assert all("$" not in words or words.count("$") % 2 == 0 for _, words in VARIANTS)


@pytest.mark.parametrize(("name", "words"), VARIANTS)
def test_a_false_variant_is_refuted(evaluations: list[Evaluation], name: str, words: str) -> None:
    statement = statements()[name]
    form = statement.form_of(statement.false[words])
    refuted = [e for e in evaluations if e.planted()[name, words] is Decision.FALSE]
    assert refuted
    known = statement.may_fail(form)
    off = any(getattr(change, "anywhere", False) for change in statement.false[words].values())
    if not (statement.is_event or known or off):  # the statement holds where its variant fails
        held = [(e.result(name, form).verdict, on_its_own(e, name, words)) for e in refuted]
        assert any(verdict in (HOLDS, VACUOUS) or alone for verdict, alone in held), held


def on_its_own(e: Evaluation, name: str, words: str) -> bool:
    """Whether a run refutes a variant where a claim has other events than the statement, or a
    condition of its own, and all such claims of the statement hold there."""
    statement = statements()[name]
    variant = e.found[name, "planted", words]
    fails = [c for c in variant if c.decision is Decision.FALSE and c.line.events is not None]
    counted = e.result(name, statement.form_of(statement.false[words])).counted
    alone = [c.decision for c in counted if c.line.events is not None]
    return bool(fails) and bool(alone) and set(alone) == {Decision.TRUE}


def test_off_the_event_nothing_is_refuted() -> None:
    unlucky = evaluated("unlucky-09", planted=True)
    assert unlucky.event("lemma_02") is Decision.FALSE
    for name in ("lemma_04", "lemma_09", "eq_26"):
        decisions = {words: unlucky.planted()[name, words] for words in statements()[name].false}
        own = {
            w
            for w in decisions
            if any(c.line.events == () for c in unlucky.found[name, "planted", w])
        }
        assert {decisions[words] for words in decisions.keys() - own} == {None}
        # The claims of (26) in the epochs in which P is in the confidence set need no event.
        assert bool(own) == (name == "eq_26")
        for words in own:
            off = any(change.anywhere for change in statements()[name].false[words].values())
            assert decisions[words] is (Decision.FALSE if off else Decision.TRUE), words


def test_what_no_run_refutes_says_why() -> None:
    beyond = {
        (name, w): why
        for name, statement in statements().items()
        for w, why in statement.unrefuted.items()
    }
    assert len(beyond) == 5
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
    def two(run: Run) -> Iterator[Line]:
        yield Line(Each(lambda e: e.N), Each(right))

    def more(run: Run, constant: int) -> Iterator[Line]:
        yield Line(0, constant)

    statement = Evaluated(two if right else more, name="lemma_13")
    monkeypatch.setattr(evaluated_statements, "statements", lambda: {"lemma_13": statement})
    with pytest.raises(BrokenSides, match=f"^lemma_13 printed: .*{reason}.*a row for each epoch"):
        evaluation_of(entry("bandit"), only=["lemma_13"])


# ------------------------------------------------------------------- what no run refutes


def disagreements(
    monkeypatch: pytest.MonkeyPatch, runs: Iterable[Entry], only: Iterable[str] = ()
) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the variants that are refuted although they are listed in unrefuted.json, and those
    that are not, although they are not."""
    listed = set()
    names = set(only) or set(statements())
    for name, statement in STATEMENTS.items():
        if (two := statement.two_sides) is not None and name in names:
            listed |= {(name, words) for words in two.listed}
            monkeypatch.setattr(
                statement, "two_sides", replace(two, false={**two.false, **two.listed})
            )
    every = {(name, words) for name in names for words in statements()[name].false}
    left = set(every)
    for run in runs:
        if left:
            asked = {name for name, _ in left}
            decisions = evaluation_of(run, planted=True, only=asked).planted()
            left -= {key for key, decision in decisions.items() if decision is Decision.FALSE}
    return listed - left, left - listed


def test_the_list_of_what_no_run_refutes_is_of_derived_variants() -> None:
    """Sorted by label; each of its variants is one that the bound has by its form."""
    assert list(unrefuted()) == sorted(unrefuted())
    by_label = {statement.label: statement for statement in STATEMENTS.values()}
    for label, listed in unrefuted().items():
        two = by_label[label].two_sides
        assert two is not None and list(two.listed) and set(two.listed) == set(listed), label
        typed = {change.words for form in by_label[label].forms.values() for change in form.changes}
        assert not typed & {words.removeprefix("printed, ") for words in listed}, label


def test_a_variant_that_is_refuted_may_not_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    statement, words = STATEMENTS["lemma_12"], "without $L$"
    two = statement.two_sides
    assert two is not None
    left = {w: change for w, change in two.false.items() if w != words}
    planted = replace(two, false=left, listed={words: two.false[words]})
    monkeypatch.setattr(statement, "two_sides", planted)
    runs = [entry(name) for name in ("chain-6-4096", "arms-16", "one-step")]
    listed, unlisted = disagreements(monkeypatch, runs, ["lemma_12"])
    assert listed == {("lemma_12", words)} and not unlisted
    listed, unlisted = disagreements(monkeypatch, runs[2:], ["lemma_12"])
    assert not listed and unlisted  # one step of one episode refutes nothing


def test_exactly_what_no_run_refutes_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = (*suite(read=read_blocks_into).all.entries, *chosen_entries(read_blocks_into))
    assert disagreements(monkeypatch, runs) == (set(), set())
