"""The audit's pictures: what they draw agrees with the claims they illustrate; same bytes."""

from __future__ import annotations

import re

import pytest

from proofs_check.arithmetic import ZERO, Q
from proofs_check.audit.audit import AuditResult
from proofs_check.letters.nested import NestedRun
from proofs_check.report.html import audit_pages, pictures
from proofs_check.report.html.regret_chart import regret_chart
from proofs_check.report.html.waterfall import Step, waterfall
from tests.report.test_html import Page, broken

NAME = "L3"


@pytest.fixture(scope="module")
def run() -> NestedRun:
    return pictures.replayed([NAME])[NAME]


def test_slack_is_never_negative_and_is_the_difference(run: NestedRun) -> None:
    slack, left, right = pictures.slack(run).series
    assert len(slack.points) == len(run.epochs) > 5
    for (_, s), (_, a), (_, b) in zip(slack.points, left.points, right.points, strict=True):
        assert s >= -1e-12 and abs(s - (b - a)) < 1e-12


def test_the_chain_never_falls(run: NestedRun) -> None:
    values = [step.value for step in pictures.lemma_9_steps(run)]
    assert len(values) == 6
    assert values == sorted(values)


def test_the_regret_is_the_sum_of_its_terms(run: NestedRun) -> None:
    chart = regret_chart(run, NAME)
    (total,), terms = chart.series, chart.stack
    assert len(terms) == 4
    assert abs(total.points[-1][1] - float(run.regret)) < 1e-9
    for k, (_, value) in enumerate(total.points):
        assert abs(value - sum(term.points[k][1] for term in terms)) < 1e-6
    assert total.points[-1][0] == run.T


def test_failure_stays_below_delta_and_more_with_wider_radii() -> None:
    printed, halved, allowed = pictures.failure().series
    for (_, a), (_, b), (_, d) in zip(printed.points, halved.points, allowed.points, strict=True):
        assert a <= b and a <= d
    assert halved.points[-1][1] > 0


def test_updates_stay_below_the_bounds_that_are_true(run: NestedRun) -> None:
    seen, _, log2, sharp = pictures.epochs_chart(run).series
    assert seen.points[-1][1] == len(run.epochs) - 1
    assert seen.points[-1][1] <= sharp.points[-1][1] <= log2.points[-1][1]


def test_lemma_4_is_vacuous_where_the_audit_says_so(run: NestedRun) -> None:
    chart = pictures.meaningful([run])
    of_2_1 = dict(chart.series[1].points)
    assert all((value > 1) == (T < 1483) for T, value in of_2_1.items())
    (_, ratio), *_ = chart.series[0].points
    left = float(sum((e.length * e.l1 for e in run.epochs), ZERO))
    assert 0 < ratio < left and ratio < 1


def test_the_page(run: NestedRun) -> None:
    figures = pictures.pictures()
    pages = audit_pages.audit_pages(AuditResult(()), figures)
    assert broken(pages) == []
    page = Page(pages["pictures.html"])
    names = {"slack", "meaningful", "waterfall", "failure", "regret", "epochs"}
    assert names <= set(page.ids) and len(set(page.ids)) == len(page.ids)
    assert not re.search(r"\b(nan|inf)\b", pages["pictures.html"])
    assert figures == pictures.pictures()


def test_a_waterfall_writes_its_factors() -> None:
    text = Page(waterfall("w", "t", "c", [Step("a <b>", 2.0), Step("b", 3.0)])).text
    assert "a <b>" in text and "(\u00d7 1.5)" in text
    assert "nan" not in waterfall("w", "t", "c", [Step("a", float(Q(0)))])
