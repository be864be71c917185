"""What a person sees first, and what a drawing shows: the order of a trace's page, names that occur
once, arrowheads, bars as long as the measured ratios, planted variants."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from proofs_check.audit.audit import AuditResult, audit
from proofs_check.ledger.registry import Verdict
from proofs_check.report.html import audit_pages, graph, lemmas_page
from proofs_check.report.pages.statement import statement_page
from proofs_check.report.pages.statements import statements
from proofs_check.report.terminal import spoken, terminal_text
from reference.support.errors import FALSE, OK
from tests.called import Command
from tests.means import means
from tests.report.test_html import Page, report_pages, result

CELLS = (
    "Refuted in Coq: display_B3_63, under max{1,N_i}, the epoch after episode T does not count;"
    " and under max{1,N_i}, the epoch after episode T counts"
)
SLACK = ("lem:occ-term-2", "lem:bias", "lem:bias-term-2")  # whose sides every sampled run has


def in_order(text: str, *parts: str) -> bool:
    """Whether the parts stand in the text in this order, each for the first time."""
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def test_verdict_hint_and_divergence_come_first(
    tmp_path: Path, ucrl_lp: Command, proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that uses log2 and claims ln, as in README.md."""
    monkeypatch.setattr(lemmas_page, "_by_epoch", lambda results: [])  # pictures below that
    run, claimed = tmp_path / "run.jsonl", tmp_path / "claimed.jsonl"
    words = ("--env", "tiny", "--T", 60, "--reading", "log=log2", "--quiet", "--out", run)
    assert ucrl_lp("run", *words).status == OK
    claimed.write_text(run.read_text("utf-8").replace('"log2"', '"ln"'), "utf-8")
    parts = ("does not conform", "No: a rule is certainly broken", "log=log2 would conform",
             "The first divergence: look at line 16", "expected", "found")  # fmt: skip
    for file, status, first in (
        (claimed, FALSE, parts),
        (run, OK, ("conforms", "Yes: every rule")),
    ):
        out = tmp_path / file.stem
        assert proofs_check("trace", file, "--quiet", "--html", out).status == status
        page = (out / "index.html").read_text("utf-8")
        text = Page(re.sub("(?s)<details>.*?</details>", "", page)).text
        shown = text[text.index("Skip to the content") :]
        rest = ("The run", "Timeline of epochs", "Conformance: every rule")
        assert in_order(shown, f"{file.name} ", *first, *rest)
        assert len(shown[: shown.index("The run")].split()) < 150  # the first screen


def test_no_two_boxes_of_the_graph_or_of_a_section_are_alike() -> None:
    known = statements(result())
    for k in (0, 1):  # names on wide pages, on narrow ones
        names = Counter(graph.name_of(label)[k] for label in graph.layout()["wide"]["nodes"])
        assert max(names.values()) == 1, names.most_common(2)
    for _, members in audit_pages._sections(known.values()):
        for k in (1, 2):
            assert len({box[k] for box in audit_pages.unique_names(members)}) == len(members)
    numbers = Counter(statement.claim.number for statement in known.values())
    assert max(numbers.values()) == 1, numbers.most_common(3)
    drawn = Page(report_pages()["index.html"])
    assert "Def. 1 " in drawn.text and "$" not in drawn.text  # formulas are typeset
    lines = [number for number in numbers if re.search(r"(?<!Alg\. 1 )\bl\. \d", number)]
    assert lines == []  # lines of the source name nothing


def test_every_edge_of_the_graph_has_an_arrowhead() -> None:
    index = report_pages()["index.html"]
    for size in graph.SIZES:
        svg = index[index.index(f'<svg class="{size}"') :]
        svg = svg[: svg.index("</svg>")]
        edges = re.findall(r'<path class="edge"[^>]*>', svg)
        assert len(edges) == len(graph.edges()[1])
        assert all(f'marker-end="url(#to-{size})"' in edge for edge in edges)
        assert svg.count(f'<marker id="to-{size}"') == 1


@pytest.fixture(scope="module")
def audited() -> AuditResult:
    """These statements, checked on the real runs of the suite, with their planted faults."""
    return audit(SLACK, planted=True, means=means(1))


def test_bars_are_as_long_as_the_ratios_of_real_runs(audited: AuditResult) -> None:
    pages = audit_pages.audit_pages(audited)
    for label, statement in statements(audited).items():
        tables = re.findall(r'(?s)<table class="tight">(.*?)</table>', pages[statement.href])
        shown, table = tables[0], "".join(tables)  # of each form the largest; the others are folded
        bars = re.findall(r'<td class="bar"><span( class="above")? style="width:(\d+)%">', table)
        measured = [(r, float(e.ratio)) for r, e in statement.evidence if e.ratio is not None]
        ratios = sorted(q for _, q in measured)
        assert sorted(int(width) for _, width in bars) == [round(100 * min(q, 1)) for q in ratios]
        assert sum(bool(above) for above, _ in bars) == sum(q > 1 for q in ratios)
        of_bounds = [
            (r, float(e.ratio))
            for r, e in statement.evidence
            if e.ratio is not None and e.verdict is not Verdict.GAP
        ]
        assert {r.claim.form for r, _ in of_bounds} == {r.claim.form for r, _ in measured}
        largest = {r.claim.form: max(q for s, q in of_bounds if s is r) for r, _ in of_bounds}
        assert [f"({form}, " in shown for form in largest] == [True] * len(largest)
        assert shown.count('class="bar"') == len(largest)
        widths = {round(100 * min(q, 1)) for q in largest.values()}
        assert {int(width) for width in re.findall(r"width:(\d+)%", shown)} == widths
        runs = [
            e for _, e in statement.evidence if e.kind == "exact on runs" and e.ratio is not None
        ]
        assert runs and all(e.instances > 20 and 0 < e.ratio <= 1 for e in runs if e.ratio), label
        assert "runs on which it is claimed" in Page(table).text


def test_planted_variants_stand_on_the_page_with_their_fate(audited: AuditResult) -> None:
    known = statements(audited)
    for statement in known.values():
        text = terminal_text(statement_page(statement, known, audited).blocks)
        flat = " ".join(text.split())
        changes = [change for r in statement.forms for change in r.claim.planted_changes]
        assert changes and flat.count("): refuted") == len(changes)
        assert all(" ".join(spoken(change).split()) in flat for change in changes)


def test_what_is_tested_stands_before_its_numbers(audited: AuditResult) -> None:
    """It says what the letters of a witness are that are not the paper's: K."""
    known = statements(audited)
    tested = {}
    for label, statement in known.items():
        text = terminal_text(statement_page(statement, known, audited).blocks)
        tested[label] = text.partition(", in numbers\nTested: ")[2].partition("\n\n")[0]
        own = [e for e in statement.first.evidence if e.witness is statement.first.witness]
        if statement.first.witness and own[0].kind != "machine-checked":
            assert tested[label], label
    question = " ".join(tested["lem:bias"].split())
    assert question.startswith("with (33): is the sum at most K √(TLXAΛ)? K = 20")


def test_a_page_says_nothing_twice_and_leaves_no_blank(audited: AuditResult) -> None:
    """A theorem that proves both forms is shown once; a parameter without a value, not at all."""
    known = statements(audited)
    text = terminal_text(statement_page(known["lem:bias"], known, audited).blocks)
    assert text.count("Proved in Coq: lemma_6\n") == 1
    assert "= ;" not in text and not re.search(r"= -?\d+/1;", text)
    assert "not in this report" not in text and "Alg. 1 l. 12: trigger of a new epoch" in text


def test_a_theorem_names_every_choice_under_which_it_carries_a_statement() -> None:
    """display_B3_63 refutes two cells of display 3; eq_26 proves the printed form under a choice,
    the repaired one under none."""
    known = statements(result())
    for label, said in (
        ("disp:App. II.3", CELLS),
        ("eq:26", "Proved in Coq: eq_26, under P's own row (printed form)"),
    ):
        text = " ".join(terminal_text(statement_page(known[label], known, result()).blocks).split())
        assert text.count(said) == 1, label
