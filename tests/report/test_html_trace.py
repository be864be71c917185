"""The page of a trace: verdict, first divergence, pictures, untrusted contents, refusals."""

from __future__ import annotations

import gzip
import json
import re
import shlex
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofs_check.conformance.replay import check
from proofs_check.conformance.rules import RULES
from proofs_check.letters.nested import NestedRun
from proofs_check.letters.recorder import Recorded
from proofs_check.report.html import algorithm, lemmas_page, trace_page
from proofs_check.report.html.chart import Chart, Series, figure, thinned
from proofs_check.sampled_runs.suite import FOREIGN
from reference.support.errors import FALSE, OK, USAGE
from reference.support.versions import source
from reference.trace.reader import read
from tests.called import Command
from tests.paths import ROOT
from tests.report.test_html import HOSTILE, Page, broken

RECORDS = [
    json.loads(line) for line in (FOREIGN / "foreign-rational.jsonl").read_text().splitlines()
]


Made = Callable[..., Page]
FIRST = next(k for k, r in enumerate(RECORDS) if r["record"] == "episode")
LAST = max(k for k, r in enumerate(RECORDS) if r["record"] == "episode")


BY_EPOCH = lemmas_page._by_epoch


@pytest.fixture
def made(tmp_path: Path, proofs_check: Command, monkeypatch: pytest.MonkeyPatch) -> Made:
    """The page of these records, after the structural checks; the command must end with status.
    Inequalities are not drawn epoch by epoch, which takes seconds."""
    monkeypatch.setattr(lemmas_page, "_by_epoch", lambda results: [])

    def make(records: list[dict[str, Any]], status: int, name: str = "run.jsonl") -> Page:
        data = "".join(json.dumps(r) + "\n" for r in records).encode()
        run, out = tmp_path / name, tmp_path / "report"
        run.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        assert proofs_check("trace", run, "--html", out, "--quiet", "--force").status == status
        assert [p.name for p in out.iterdir()] == ["index.html"]
        text = (out / "index.html").read_text("utf-8")
        page = Page(text)
        assert broken({"index.html": text}) == []
        assert "script" not in page.tags and page.handlers == [] and page.loads <= {"data:,"}
        assert str(tmp_path) not in text
        assert len(set(page.ids)) == len(page.ids)
        return page

    return make


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz", HOSTILE.replace("/", "") + ".jsonl"])
def test_a_trace_that_conforms(made: Made, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "run.jsonl":
        monkeypatch.setattr(lemmas_page, "_by_epoch", BY_EPOCH)
        monkeypatch.setattr(lemmas_page, "MOST", 2)
    page = made(RECORDS, OK, name)
    assert "conforms" in page.text and "first divergence" not in page.text
    assert {"timeline", "regret"} <= set(page.ids)
    assert "Reg_t" in page.text and name in page.text


def test_the_first_divergence_says_where_to_look(made: Made) -> None:
    rewards = RECORDS[FIRST] | {"r": [2 for _ in RECORDS[FIRST]["r"]]}
    page = made([*RECORDS[:FIRST], rewards, *RECORDS[FIRST + 1 :]], FALSE)
    assert "first divergence" in page.text and "rule-reward" in page.ids
    assert "#rule-reward" in page.links
    assert "every realised reward lies in [0, 1]" in page.text
    assert "look at line 9 of Algorithm 1" in page.text and page.text.count("look here") == 1
    assert re.search("obtain the trajectory.*← look here", page.text)
    assert "realised" in page.ids  # the regret curve needs rewards only
    assert f"line of the trace{FIRST + 1}" in page.text.replace("\n", "")
    assert "regret" not in page.ids  # not taken apart for a run that is none


def test_the_page_says_who_made_the_run(made: Made) -> None:
    head = RECORDS[0] | {"producer": {"name": "twin", "version": "7.1"}, "seed": 41}
    page = made([head, *RECORDS[1:]], OK)
    assert "twin 7.1" in page.text and "41" in page.text and source() in page.text


def test_the_page_offers_both_judges_and_the_certificate(
    made: Made, tmp_path: Path, proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = made(RECORDS, OK)
    assert "python -m proofs_check trace run.jsonl" in page.text
    monkeypatch.chdir(tmp_path)
    for command, right in (  # USAGE: the judge is not built
        (r"judge run\.jsonl", {OK, USAGE}),
        (r"certificate write .*? lp1\.vipr", {OK}),
    ):
        (words,) = re.findall(f"proofs-check ({command})", page.text)
        assert proofs_check(*shlex.split(words)).status in right
    assert "viprchk lp1.vipr" in page.text and Path("lp1.vipr").is_file()


def test_realised_regret_is_drawn_from_the_rewards() -> None:
    timeline = trace_page.Timeline()
    outcome = check(timeline.seen(read(str(FOREIGN / "foreign-rational.jsonl"))), file="x")
    chart = trace_page._realised(outcome, timeline)
    assert chart is not None
    (line,) = chart.series
    rewards = [sum(Fraction(v) for v in r["r"]) for r in RECORDS if "x" in r]
    recorded = Recorded("x", (FOREIGN / "foreign-rational.jsonl").read_bytes())
    best = float(NestedRun(recorded).best.value)
    assert len(line.points) == len(rewards) + 1
    assert line.points[-1][1] == pytest.approx(len(rewards) * best - float(sum(rewards)))


def test_every_rule_points_at_lines_that_spec_md_has() -> None:
    spec = (ROOT / "spec.md").read_text("utf-8")
    for number, text in algorithm.LINES.items():
        assert f"| {number} | {text} |" in spec
    ids = {id for named in algorithm.RULES_AT.values() for id in named.split()}
    assert ids <= {rule.id for rule in RULES}
    for rule in RULES:
        named = re.findall(r"Alg\. 1 l\. ([\d, ]+\d)", rule.equation)
        told = {int(n) for part in named for n in part.split(", ")}
        assert told <= set(algorithm.OF_RULE[rule.id]) <= set(algorithm.LINES), rule.id
        assert algorithm.OF_RULE[rule.id] or rule.equation.startswith(("trace", "R-"))
    assert algorithm.lines_of("N") == "Alg. 1 l. 10, 14" and algorithm.lines_of("end") == ""


def test_a_directory_is_refused_before_the_trace_is_read(
    tmp_path: Path, proofs_check: Command
) -> None:
    status, _, err = proofs_check("trace", tmp_path / "no-trace", "--html", tmp_path)
    assert status == USAGE and "use --force" in err


def test_a_chart_names_its_lines_and_numbers() -> None:
    series = [
        Series("a <b>", [(1.0, 2.0), (10.0, 0.0), (100.0, 4.0)]),
        Series("c", [(5.0, 3.0)]),
    ]
    text = figure(Chart("id", "title", "caption", "x", "y", series, log_x=True, log_y=True))
    page = Page(text)
    assert "a <b>" in page.text and "<b>" not in text
    assert "100" in page.text and "Numbers of this picture" in page.text
    assert "nothing to draw" in figure(Chart("id", "t", "c", "x", "y", [Series("a", [])]))
    flat = figure(Chart("id", "t", "c", "x", "y", [Series("a", [(0.0, 0.0)])]))
    assert "nan" not in flat and "inf" not in flat
    assert thinned([(float(k), 0.0) for k in range(1000)])[-1] == (999.0, 0.0)


# ----------------------------------------------------------------------------- what is not drawn


def test_what_is_not_drawn_has_its_reason(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    end = RECORDS[-1]
    nameless = {k: v for k, v in RECORDS[0].items() if k != "mdp"}
    page = made([nameless, *RECORDS[1:]], OK)
    assert "the regret is not known" in page.text and "realised" not in page.ids
    page = made([*RECORDS[:LAST], end | {"episodes": end["episodes"] - 1}], OK)
    assert "this trace ends before episode T" in page.text and "regret" not in page.ids
    no_double = RECORDS[FIRST] | {"r": ["9" * 308 for _ in RECORDS[FIRST]["r"]]}
    page = made([*RECORDS[:FIRST], no_double, *RECORDS[FIRST + 1 :]], FALSE)
    assert "drawn for traces that conform" in page.text and "regret" not in page.ids
    monkeypatch.setattr(trace_page, "MOST_EPISODES", 3)
    assert "drawn for at most 3 episodes" in made(RECORDS, OK).text


def test_a_run_that_is_gone_when_it_is_to_be_drawn(tmp_path: Path) -> None:
    outcome = check(read(str(FOREIGN / "foreign-rational.jsonl")))
    chart, why = trace_page._terms(outcome, str(tmp_path / "gone"), "run")
    assert chart is None and why.startswith("The regret could not be computed: ")
