"""Every claim: verdict as committed, planted faults refuted, everything in the paper covered.

One audit, in this process, of the claims that are selected (-k LABEL), with their planted faults if
these are tested."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from proofs_check import statements
from proofs_check.audit.audit import AuditResult, audit, select
from proofs_check.ledger import inventory
from proofs_check.ledger.registry import (
    REGISTRY,
    STATEMENTS,
    WRONG,
    Key,
    Verdict,
    compared_forms,
)
from proofs_check.ledger.statement import Statement
from proofs_check.ledger.statement_graph import in_order
from proofs_check.report import spec_page
from proofs_check.report.plain_text import ascii_text
from proofs_check.report.results_json import results_json
from reference.readings import BY_ID
from reference.support.errors import MALFORMED, PreconditionError
from tests.called import Command
from tests.evaluation import sides
from tests.means import means
from tests.paths import ROOT

statements.load()
KEYS = select()
every_claim = pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key[0]}-{key[1]}")


@pytest.fixture(scope="session")
def result(request: pytest.FixtureRequest) -> AuditResult:
    items: list[Any] = request.session.items
    chosen = {i.callspec.params["key"][0] for i in items if hasattr(i, "callspec")
              and "key" in i.callspec.params and i.module.__name__ == __name__}  # fmt: skip
    faults = any(i.name.startswith("test_planted_faults") for i in items)
    return audit(sorted(chosen), planted=faults, means=means(1))


@every_claim
def test_verdict_is_the_committed_one(key: Key, result: AuditResult) -> None:
    (outcome,) = [r for r in result.results if r.claim.key == key]
    notes = [(e.kind, e.verdict.value, e.note, e.witness) for e in outcome.evidence]
    assert outcome.verdict is REGISTRY[key].expected, notes
    given = REGISTRY[key].kind == "given"
    assert given or outcome.instances > 0 or outcome.verdict in (Verdict.VACUOUS, Verdict.UNDECIDED)
    if outcome.verdict in WRONG:
        assert outcome.witness


@every_claim
def test_planted_faults_are_refuted_with_a_witness(key: Key, result: AuditResult) -> None:
    if REGISTRY[key].kind != "given":  # tests/ledger/test_definitions.py plants faults in those
        faults = (*REGISTRY[key].planted, *REGISTRY[key].variants)
        assert faults, "every claim ships at least one planted fault"
    planted = [entry for entry in result.planted if entry.key == key]
    assert len(planted) == len(REGISTRY[key].planted) + len(REGISTRY[key].variants)
    for fault in planted:
        notes = [(e.verdict.value, e.note) for e in fault.result.evidence]
        assert fault.refuted, (fault.key, notes)


@every_claim
def test_both_sides_on_the_runs_are_counted_as_each_run_counts_them(
    key: Key, result: AuditResult
) -> None:
    """The sum of what is committed of every run (tests/evaluation/sides.py)."""
    (outcome,) = [r for r in result.results if r.claim.key == key]
    statement = STATEMENTS[outcome.claim.module]
    forms = compared_forms(statement, outcome.claim.form)
    found = [e for e in outcome.evidence if e.note.startswith("both sides on the ")]
    for form, e in zip(forms, found, strict=True):
        fails = e.verdict is Verdict.FAILS
        assert (e.instances, e.trivial, fails) == sides.counted(outcome.claim.module, form)


@every_claim
def test_entry_is_complete(key: Key) -> None:
    claim = REGISTRY[key]
    assert len(claim.statement) > 40
    assert len(ascii_text(claim.title)) <= 56, ascii_text(claim.title)
    assert not re.search(r"[^\x20-\x7e\n]", claim.statement), "ASCII, as spec.md quotes it"
    assert set(claim.readings) <= set(BY_ID)
    assert claim.part_of == "" or (claim.part_of, "printed") in REGISTRY
    assert (
        claim.check is None or claim.check.__module__ == f"proofs_check.statements.{claim.module}"
    )
    if claim.form == "repaired":
        ours = claim.part_of != ""  # the proof needs it, the paper does not state it
        assert ours or (claim.label, "printed") in REGISTRY, "a repair repairs something printed"
    elif claim.expected in WRONG:
        assert claim.repair


def test_statement_graph_is_acyclic_and_closed() -> None:
    assert set(in_order(KEYS)) == set(KEYS)


def test_every_item_of_the_paper_has_a_claim() -> None:
    covered = {id for claim in REGISTRY.values() for id in claim.covers}
    items = {item.id for item in inventory.committed_items() if item.kind != "anchor"}
    missing = sorted(items - covered)
    assert not missing


def test_claims_cover_only_what_exists() -> None:
    items = {item.id for item in inventory.committed_items()}
    parents = {entry.label for entry in REGISTRY.values()}
    for claim in REGISTRY.values():
        assert set(claim.covers) - {claim.label} <= items, claim.label
        if claim.label not in items:
            parent = claim.label.rpartition(":")[0]
            assert {parent, claim.part_of} & (items | parents), claim.label


def test_parts_of_the_pages_are_what_the_audit_found(
    result: AuditResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regenerate with python -m proofs_check.report.spec_page."""
    if len(result.results) == len(KEYS):  # else -k selected some claims
        monkeypatch.chdir(ROOT)
        for page, parts in spec_page.parts_of_pages(result).items():
            text = page.read_text(encoding="utf-8")
            for name, content in parts.items():
                assert spec_page.part(text, name) == content, (page, name)


def test_number_of_workers_leaves_no_trace(result: AuditResult) -> None:
    labels = ["prop:1", "thm:final-decomposition"]
    alone = results_json(audit(labels, means=means(1)))
    of_all = [r for r in result.results if r.claim.label in labels]
    if len(of_all) == 3:  # else -k selected other claims
        assert results_json(AuditResult(tuple(of_all))) == alone


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ({}, "statement = Statement(LABEL"),
        ({"statement": "Lemma 13"}, "statement = Statement(LABEL"),
        ({"statement": Statement("lem:13", "A lemma.")}, "printed = statement.printed(TITLE"),
    ],
)
def test_a_module_that_says_nothing_is_refused(said: dict[str, Any], rule: str) -> None:
    module = ModuleType("proofs_check.statements.lemma_13")
    vars(module).update(said)
    with pytest.raises(PreconditionError, match="must define") as refused:
        statements.statement_of(module)
    assert refused.value.value == module.__name__ and rule in refused.value.rule


@pytest.mark.parametrize(
    ("source", "line", "what"),
    [
        ("x = 1\n\nstatement = (\n", 3, "SyntaxError: "),
        ("x = 1\nfrom proofs_check.ledger.statement import Nothing\n", 2, "ImportError: "),
        ("x = 1\n\n\nstatement = nothing\n", 4, "NameError: "),
    ],
)
def test_a_module_that_cannot_be_imported_is_named_with_its_line(
    source: str,
    line: int,
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    proofs_check: Command,
) -> None:
    """In one line, not in a traceback."""
    (tmp_path / "lemma_0.py").write_text(source)
    monkeypatch.setattr(statements, "__path__", [str(tmp_path)])
    statements.load.cache_clear()
    status, out, err = proofs_check("audit", "--quiet")
    assert (status, out, err.count("\n")) == (MALFORMED, "", 1)
    assert f"lemma_0.py:{line}: lemma_0: " in err and what in err


def test_the_list_of_unassigned_sentences_asks_for_a_source() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ledger.unassigned"],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr.startswith("usage: ") and not done.stdout
    assert done.stderr.count("\n") == 1
