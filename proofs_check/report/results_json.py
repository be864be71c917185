"""JSON renderer: the results of an audit as `proofs-check audit --json` writes them.

The schema is audit.schema.json. Numbers are {"exact": "p/q", "decimal": "..."}.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from proofs_check.arithmetic.rational import show
from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.answers import Answers
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.registry import Result, Verdict
from proofs_check.report.pages.statement import code_place
from proofs_check.report.pages.statements import found_at, statements
from proofs_check.statements.common.orders import PUBLISHED

EVIDENCE = (
    "kind", "verdict", "instances", "note", "step", "of_step", "under", "trivial", "theorem",
    "slack", "ratio", "worst", "witness",
)  # fmt: skip

ATTRIBUTES = {"under": "assumed", "against": "trivial"}
"""What the file calls otherwise than the code does."""


def results_json(result: AuditResult) -> str:
    """Return the results as a JSON list, the same text for any number of workers."""
    known = statements(result)
    rows = [_as_json(r, known[r.claim.label].answers, result) for r in result.results]
    return json.dumps(rows, indent=1, default=in_json) + "\n"


def _as_json(r: Result, answered: Answers, result: AuditResult) -> dict[str, Any]:
    claim = r.claim
    return {
        **_chosen(
            claim, ("label", "form", "number", "section", "kind", "title", "statement", "tex")
        ),
        **_chosen(answered, ("is_true", "printed_argument")),
        "verdict": r.verdict,
        "expected": claim.expected,
        **_chosen(r, ("derived_status", "choices")),
        "steps": [_chosen(s, ("says", "kind", "uses")) for s in claim.steps],
        **_chosen(claim, ("uses", "covers", "readings", "repair")),
        "bounds": {work: PUBLISHED[work] for work in claim.bounds},
        "findings": [f.name for f in found_at(r)],
        "part_of": claim.part_of,
        "code": code_place(claim),
        "ratio": r.ratio,
        "vacuous_until": [_chosen(v, ("instance", "against", "T")) for v in r.vacuous_until],
        "evidence": [_chosen(e, EVIDENCE) for e in r.evidence],
        "planted": [
            {"change": p.change, "refuted": result.refuted(claim.key, k)}
            for k, p in enumerate(claim.planted)
        ],
    }


def _chosen(record: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(record, ATTRIBUTES.get(name, name)) for name in names}


def in_json(value: Any) -> Any:
    """Return a verdict or a rational as JSON."""
    if isinstance(value, Verdict):
        return value.value
    return {"exact": show(value), "decimal": decimal(value, 10)}
