"""Bounds of other works are hypotheses: what follows from them is not called machine-checked, and
Theorem 4's gap is told in words of one place."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from proofs_check import statements
from proofs_check.audit.audit import evaluate
from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import REGISTRY, STATEMENTS, Claim, committed_statuses
from proofs_check.ledger.statement import Work
from proofs_check.ledger.statement_graph import CITED, own_status
from proofs_check.machine_checked.record import mapped, read_record
from proofs_check.report.pages.letter import gap as gap_of_letter
from proofs_check.report.pages.statement import explained, shown_theorems
from proofs_check.report.pages.statements import statements as audited
from proofs_check.report.results_json import results_json
from proofs_check.report.terminal import terminal_text
from proofs_check.sampled_runs.suite import suite
from proofs_check.statements.common import gap, works
from proofs_check.statements.common.orders import PUBLISHED, given_bounds
from tests.paths import ROOT
from tests.report.test_html import few, result

statements.load()
BOUND = re.compile(
    r"_bound\b|8 \* \(L \* T\)"
)  # of another work, in a statement of systems/CitedGaps.v


def without_hypotheses(claims: dict[tuple[str, str], Claim]) -> set[str]:
    """The theorems on bounds of other works that carry all of a form that names no bound."""
    theorems = read_record().theorems
    return {
        m.theorem
        for m in mapped()
        if not m.part and not claims[m.key].bounds
        and (m.file == "systems/CitedBounds.v"
             or (m.file == "systems/CitedGaps.v" and BOUND.search(theorems[m.theorem].statement)))
    }  # fmt: skip


def test_algebra_on_cited_bounds_names_its_hypotheses() -> None:
    assert without_hypotheses(REGISTRY) == set()
    bare = {key: replace(claim, bounds=()) for key, claim in REGISTRY.items()}
    theorems = without_hypotheses(bare)
    assert {"same_as_UOB_REPS", "above_UCBVI", "UCBVI_gap", "citation_gap"} <= theorems
    assert not theorems & {"effort_gap", "performance_gap"}  # about LP1, and about a run


def test_every_hypothesis_is_a_published_bound() -> None:
    for claim in REGISTRY.values():
        assert set(claim.bounds) <= PUBLISHED.keys(), claim.key


def test_no_comparison_with_a_cited_bound_is_called_machine_checked() -> None:
    known = committed_statuses()
    cited = {key for key, claim in REGISTRY.items() if claim.bounds}
    assert len(cited) >= 20
    assert not [key for key in cited if known[key][1] in ("machine-checked", "proved")]
    assert {key for key, (_, own) in known.items() if own == CITED} <= cited


def test_the_status_follows_from_the_hypotheses() -> None:
    claim = next(c for c in REGISTRY.values() if c.module == "sec_1b_sqrt_X")
    outcome = evaluate(claim, suite())
    assert own_status(outcome) == CITED
    (coq,) = (e for e in outcome.evidence if e.theorem)
    assert coq.kind == "from cited bounds" and given_bounds(claim.bounds) in coq.note
    bare = evaluate(replace(claim, bounds=()), suite())
    assert own_status(bare) == "machine-checked"  # the planted fault
    proved = tuple(e for e in outcome.evidence if not e.theorem)
    assert own_status(replace(outcome, evidence=proved)) == CITED  # by algebra here, too


def test_page_and_json_name_the_hypotheses() -> None:
    claim = REGISTRY["inline:I-B.7", "printed"]
    text = " ".join(terminal_text(explained(few(claim.label), claim.label)).split())
    assert "in Coq, from bounds of other works: above_UCBVI" in text
    assert "Bounds of other works that it takes" in text and "UCBVI (Azar et al. 2017)" in text
    assert "As printed it uses what does not hold" not in text
    rows = json.loads(results_json(few(claim.label)))
    (row,) = (row for row in rows if row["form"] == "printed")
    assert row["derived_status"] == CITED
    assert row["bounds"] == {w: list(PUBLISHED[w]) for w in claim.bounds}


# ------------------------------------------------------------------------ the theorem and its gap


def test_theorem_4s_page_shows_the_theorem_for_the_constant_3() -> None:
    main = audited(result())[STATEMENTS["theorem_4"].label]
    (first, carries), *_ = shown_theorems(main)
    assert first.name == "theorem_4_three" and [m.form for m in carries] == ["repaired"]
    assert "3 * (L * X S L)" in first.statement


def test_the_gap_has_one_place() -> None:
    said = gap.LAST_SENTENCE
    home = ROOT / "proofs_check" / "statements" / "common" / "gap.py"
    named = [p for p in (ROOT / "proofs_check").rglob("*.py") if said in p.read_text("utf-8")]
    assert named == [home]
    (first, *_) = findings()
    assert first.cause == gap.SAYS and first.gravity == "minor"
    for module in ("lemma_06", "theorem_4"):
        assert gap.FOR_STATEMENTS in STATEMENTS[module].says
    assert said in gap_of_letter() and f"{gap.TERM} beside {gap.REST}" in gap_of_letter()
    assert said in (ROOT / "README.md").read_text("utf-8")
    overview = (ROOT / "proofs_check/README.md").read_text("utf-8")
    assert said in overview and gap.IN_SHORT in overview


# ------------------------------------------------------------------------ grades and works


@pytest.mark.parametrize(
    ("number", "grade"),
    [
        (1, "minor: the theorem"), (2, "minor: the algorithm"), (3, "minor: wording"),
        (4, "serious: the comparison with other work"),
        (5, "serious: the comparison with other work"),
        (6, "serious: the comparison with other work"),
        (7, "minor: the comparison with other work"), (11, "nothing depends on it"),
        (12, "minor: wording"),
    ],
)  # fmt: skip
def test_grades_are_fair(number: int, grade: str) -> None:
    assert {f.number: f.grade for f in findings()}[number] == grade


def test_a_work_is_written_once() -> None:
    named = {w.title: w for w in vars(works).values() if isinstance(w, Work)}
    quoted = [w for f in findings() for w in f.works]
    assert all(named[w.title] is w for w in quoted)
    assert {w.title for w in quoted} == named.keys()
    for w in quoted:
        assert not re.search(r"quote|not read", w.read)  # what was not read is not in the letter
