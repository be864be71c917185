"""The findings of the simulation are those of the committed trials, and of no others."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from statistics import fmean
from typing import Any

import pytest

from proofs_check.report.figure_1 import figure_1
from proofs_check.report.spec_page import SPEC, part
from reference.figure1 import trials
from reference.figure1.paired_tests import HOLDS
from reference.figure1.results import Results
from reference.figure1.trial_store import computed_by
from tests.figure1 import findings
from tests.figure1.finding_sentences import SENTENCES, experiment, manifest, outcomes
from tests.paths import RESULTS, ROOT


def test_the_page_is_what_the_trials_say() -> None:
    assert part(findings.PAGE.read_text(encoding="utf-8"), "findings") == findings.page()
    assert (RESULTS / "claims.md").read_text(encoding="utf-8") == findings.claims_page()
    assert (RESULTS / "claims.csv").read_text(encoding="utf-8") == findings.claims_csv()


def test_measured_effects_are_figures_of_the_table() -> None:
    """Readings that refer to the table of settings quote no other regret."""
    known = {cell for row in findings.effects().rows for cell in row[1:]}
    text = SPEC.read_text(encoding="utf-8")
    effects = re.findall(r"- \*Measured effect:\*(.*?)(?=\n\n)", text, re.DOTALL)
    quoting = [effect for effect in effects if "findings.md#what-the-paper-leaves-open)" in effect]
    assert len(quoting) == 9
    for effect in quoting:
        quoted = set(re.findall(r"\b\d{4,5}\b", effect)) - {"1000"}
        assert quoted and quoted <= known, effect


def test_the_page_of_the_reference_says_the_same() -> None:
    settings = experiment("sensitivity").findings(outcomes("sensitivity"))
    last, middle = (
        sum(all(dict(duels)[T].verdict == HOLDS for duels in f.better.values()) for f in settings)
        for T in (100_000, 10_000)
    )
    of = f"of {len(settings)} settings (`ucrl-lp simulate sensitivity`) it holds"
    page = " ".join((ROOT / "reference/README.md").read_text(encoding="utf-8").split())
    late, early = (figure_1().on_average[T] for T in (100_000, 10_000))
    assert f"{of} on average in {late}, in every trial in {last}, at T = 10^5" in page
    assert f"and in {early} and {middle} at T = 10^4" in page
    assert f'"Both sublinear" holds in all {len(settings)}' in page


def test_the_page_of_the_reference_compares_posterior_sampling_as_the_trials_do() -> None:
    """Of mean regrets at the paper's size, T = 10^4."""
    file = ROOT / "reference/guests/comparison/committed/comparison.csv"
    regret: dict[str, list[float]] = {}
    for x in csv.DictReader(file.read_text(encoding="utf-8").splitlines()):
        if (x["env"], x["options"], x["T"]) == ("paper", "", "10000"):
            regret.setdefault(x["algorithm"], []).append(float(x["regret"]))
    psrl, ours, *ucrl2 = (
        fmean(regret[name]) for name in ("psrl", "ucrl-lp", "ucrl2-chain", "ucrl2-fh")
    )
    page = " ".join((ROOT / "reference/README.md").read_text(encoding="utf-8").split())
    for theirs in ucrl2:
        said = f"it has {psrl / ours:.2f} of UCRL-LP's regret and {psrl / theirs:.2f} of UCRL2's"
        assert f"at T = 10^4 {said}" in page


@pytest.mark.parametrize("kind", SENTENCES)
def test_every_sentence_is_true_of_the_trials(kind: str) -> None:
    sentences = list(SENTENCES[kind](outcomes(kind)))
    assert len(sentences) >= 3
    assert [sentence.text for sentence in sentences if not sentence.true] == []


@pytest.mark.parametrize("kind", SENTENCES)
def test_the_trials_are_those_of_the_manifest(kind: str) -> None:
    assert set(outcomes(kind)) == set(experiment(kind).plan())


def worse(algorithm: str) -> Callable[[str, Results], Results]:
    """Planted: trials in which `algorithm` has ten times the regret at the largest T."""

    def change(kind: str, results: Results) -> Results:
        last = max(t.T for t in results)
        return {
            t: replace(o, regret=10 * o.regret)
            if t.choice.algorithm.startswith(algorithm) and t.T == last
            else o
            for t, o in results.items()
        }

    return change


def linear(kind: str, results: Results) -> Results:
    """Planted: the same regret in every episode."""
    return {t: replace(o, regret=1.0 * t.T) for t, o in results.items()}


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("figure1", worse("ucrl-lp"), "Significantly better"),
        ("figure1", worse("ucrl2"), "Both sublinear"),
        ("figure1", linear, "Both sublinear"),
        ("sensitivity", worse("ucrl-lp"), "better than both"),
        ("sensitivity", linear, "Both sublinear"),
    ],
)
def test_other_trials_make_sentences_false(
    kind: str, change: Callable[[str, Results], Results], said: str
) -> None:
    false = [
        sentence.text
        for sentence in SENTENCES[kind](change(kind, outcomes(kind)))
        if not sentence.true
    ]
    assert any(said in text for text in false), false


@pytest.mark.parametrize("kind", SENTENCES)
def test_a_committed_trial_repeats(kind: str) -> None:
    applies(manifest(kind))
    repeated(outcomes(kind))


def applies(of: dict[str, Any]) -> None:
    """Skip where other versions of NumPy, SciPy or OR-Tools than those of a manifest may end at
    another vertex."""
    versions, here = of["versions"], computed_by()
    for name in ("numpy", "scipy", "ortools"):
        if versions.get(name, here[name]) != here[name]:
            pytest.skip(f"made by {name} {versions[name]}; here is {here[name]}")


def repeated(played: Results) -> None:
    """The quickest trial of each algorithm at the smallest T, every count, and every regret within
    1e-9 of its size: processors differ in the last bits of NumPy's exp, which mirror descent
    takes."""
    smallest = min(t.T for t in played)
    picked = {t.choice.algorithm: t for t in sorted(played, reverse=True) if t.T == smallest}
    for t in picked.values():
        again, committed = asdict(trials.run_trial(t)[0]), asdict(played[t])
        assert again == pytest.approx(committed, rel=1e-9), str(t)
