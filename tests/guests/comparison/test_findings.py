"""The findings on the introduction's comparisons are those of the committed trials, and of no
others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from proofs_check.report.spec_page import part
from reference.figure1.results import Results
from tests.figure1.finding_sentences import manifest
from tests.figure1.test_findings import applies, linear, repeated
from tests.guests.comparison import findings
from tests.guests.comparison.committed import OF_GUESTS, comparison, experiment, outcomes


def test_the_page_is_what_the_trials_say() -> None:
    assert part(findings.PAGE.read_text(encoding="utf-8"), "findings") == findings.page()


def test_every_sentence_is_true_of_the_trials() -> None:
    sentences = list(comparison(outcomes("comparison")))
    assert len(sentences) >= 3
    assert [sentence.text for sentence in sentences if not sentence.true] == []


def test_the_trials_are_those_of_the_manifest() -> None:
    assert set(outcomes("comparison")) == set(experiment("comparison").plan())


def eager(kind: str, results: Results) -> Results:
    """Planted: UCRL-LP updates in every episode."""
    return {
        t: replace(o, updates=t.T - 1) if t.choice.algorithm.startswith("ucrl-lp") else o
        for t, o in results.items()
    }


@pytest.mark.parametrize(("change", "said"), [(eager, "XA log2 T"), (linear, "least regret")])
def test_other_trials_make_sentences_false(
    change: Callable[[str, Results], Results], said: str
) -> None:
    trials = change("comparison", outcomes("comparison"))
    false = [sentence.text for sentence in comparison(trials) if not sentence.true]
    assert any(said in text for text in false), false


OF_FAMILY = ["ucrl-lp:completion=greedy", "fpop", "o-reps", "uob-reps", "uc-o-reps", "scal-chain"]


@pytest.mark.parametrize(
    ("kind", "choice"), [("comparison", ""), *(("family", choice) for choice in OF_FAMILY)]
)
def test_a_committed_trial_repeats(kind: str, choice: str) -> None:
    applies(manifest(kind, OF_GUESTS))
    repeated({t: o for t, o in outcomes(kind).items() if choice in ("", str(t.choice))})
