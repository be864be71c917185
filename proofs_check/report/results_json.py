"""JSON renderer: the results of an audit as `proofs-check audit --json` writes them.

What a result holds is stated here once: it is written by it, and audit.schema.json is made of it.
Numbers are {"exact": "p/q", "decimal": "..."}.
"""

from __future__ import annotations

import json
from typing import Any, get_args

from proofs_check.arithmetic.rational import show
from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.answers import ARGUMENT_WORDS, TRUE_WORDS, Answers
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.registry import EVIDENCE_KINDS, WRONG, Result, Verdict
from proofs_check.ledger.statement import CLAIM_KINDS, FormName, StepKind
from proofs_check.ledger.statement_graph import IF_REPAIRED, OWN_STATUS, SOUND
from proofs_check.report.pages.statement import code_place
from proofs_check.report.pages.statements import found_at, statements
from proofs_check.statements.common.orders import PUBLISHED
from reference.support.fields import (
    Anything,
    Choice,
    Field,
    Fields,
    ListOf,
    MapOf,
    Maybe,
    Text,
    Whole,
    published,
)

# ----------------------------------------------------------------------------- what it holds


TEXT, SENTENCE = Field(Text()), Field(Text(least=1))
TEXTS = Field(ListOf(Text()))
VERDICT = Field(Choice(tuple(v.value for v in Verdict), entry="verdict"))
NUMBER_FIELDS = Fields(
    "A rational, and the nearest decimal with 10 digits.",
    {"exact": Field(Text("^-?[0-9]+/[1-9][0-9]*$")), "decimal": TEXT},
    entry="number",
)
MAYBE_NUMBER = Maybe(NUMBER_FIELDS)
INSTANCE = Maybe(MapOf(Anything()))  # names -> JSON values


def where(field: str, values: list[str], *, then: dict[str, Any]) -> dict[str, Any]:
    """Return a condition of JSON Schema: where a field has one of these values."""
    return {"if": {"properties": {field: {"enum": values}}}, "then": {"properties": then}}


EVIDENCE_FIELDS = Fields(
    "",
    {
        "kind": Field(Choice(EVIDENCE_KINDS)),
        "verdict": VERDICT,
        "instances": Field(Whole(0), "Comparisons made."),
        "note": Field(Text(), "What was compared; for proofs, the range of values."),
        "step": Field(Choice((True, False)), "Covers a part of the statement only."),
        "of_step": Field(Text(), "The step of the proof that it belongs to."),
        "under": Field(Text(), "The choice of something unstated under which it was found."),
        "trivial": Field(
            Whole(0), "Instances at which the bound is at or above its trivial value: no support."
        ),
        "theorem": Field(Text(), "machine-checked: the statement as Coq prints it."),
        "slack": Field(MAYBE_NUMBER, "Least right side minus left side, rounded down."),
        "ratio": Field(MAYBE_NUMBER, "Largest left over right side, rounded up."),
        "worst": Field(INSTANCE, "The instance of the least slack."),
        "witness": Field(INSTANCE, "The first counterexample."),
    },
    entry="evidence",
    also={
        "allOf": [
            where(
                "verdict",
                [v.value for v in WRONG],
                then={"witness": {"type": "object", "minProperties": 1}},
            ),
            where("verdict", [Verdict.HOLDS.value], then={"instances": {"minimum": 1}}),
        ]
    },
)
STEP_OF_PROOF_FIELDS = Fields(
    "", {"says": SENTENCE, "kind": Field(Choice(get_args(StepKind))), "uses": TEXTS}
)
VACUITY_FIELDS = Fields("", {"instance": TEXT, "against": SENTENCE, "T": Field(Whole(1))})
PLANTED_FIELDS = Fields("", {"change": TEXT, "refuted": Field(Maybe(Choice((True, False))))})
STATUS = "|".join([*SOUND, IF_REPAIRED, *OWN_STATUS.values(), "rests on .+"])
CLAIM_FIELDS = Fields(
    "",
    {
        "label": Field(Text(), "The LaTeX label, or the id of inventory.json."),
        "form": Field(Choice(get_args(FormName))),
        "number": TEXT,
        "section": TEXT,
        "kind": Field(Choice(CLAIM_KINDS)),
        "title": TEXT,
        "statement": SENTENCE,
        "tex": TEXT,
        "is_true": Field(
            Choice(TRUE_WORDS), "Is the printed form true? The same on both forms of a statement."
        ),
        "printed_argument": Field(
            Choice(ARGUMENT_WORDS),
            "Does the printed argument show it? The same on both forms of a statement.",
        ),
        "verdict": VERDICT,
        "expected": VERDICT,
        "derived_status": Field(Text(f"^({STATUS})$")),
        "choices": Field(
            MapOf(VERDICT.kind), "The verdict under each choice of something unstated."
        ),
        "steps": Field(ListOf(STEP_OF_PROOF_FIELDS)),
        "uses": TEXTS,
        "covers": TEXTS,
        "readings": Field(ListOf(Text("^R-[0-9]+$"))),
        "repair": TEXT,
        "bounds": Field(
            MapOf(ListOf(Text(), 1)),
            "Bounds of other works that are its hypotheses, with their terms as stated.",
        ),
        "findings": Field(
            ListOf(Text("^E-[1-9][0-9]*$")), "The findings that show here: E-1, E-2, ..."
        ),
        "part_of": TEXT,
        "code": TEXT,
        "ratio": Field(MAYBE_NUMBER),
        "vacuous_until": Field(ListOf(VACUITY_FIELDS)),
        "evidence": Field(ListOf(EVIDENCE_FIELDS)),
        "planted": Field(ListOf(PLANTED_FIELDS)),
    },
    entry="claim",
    also={
        "allOf": [
            where(
                "kind", [k for k in CLAIM_KINDS if k != "given"], then={"evidence": {"minItems": 1}}
            )
        ]
    },
)

ATTRIBUTES = {"under": "assumed", "against": "trivial"}
"""What the file calls otherwise than the code does."""


def audit_schema() -> str:
    """Return the text of audit.schema.json."""
    head = {
        "title": "UCRL-LP audit, version 1",
        "description": "What `proofs-check audit --json` writes: one object per claim, in the "
        "order of the paper.",
    }
    return published(head, lambda refer: {"type": "array", "items": refer(CLAIM_FIELDS)})


# ----------------------------------------------------------------------------- as it is written


def results_json(result: AuditResult) -> str:
    """Return the results as a JSON list, the same text for any number of workers."""
    return json.dumps(_rows(result), indent=1, default=in_json) + "\n"


def results_rows(result: AuditResult) -> list[Any]:
    """Return that list as values of JSON."""
    rows: list[Any] = json.loads(json.dumps(_rows(result), default=in_json))
    return rows


def _rows(result: AuditResult) -> list[dict[str, Any]]:
    known = statements(result)
    return [_as_json(r, known[r.claim.label].answers, result) for r in result.results]


def _as_json(r: Result, answered: Answers, result: AuditResult) -> dict[str, Any]:
    claim = r.claim
    return _filled(
        CLAIM_FIELDS,
        claim,
        is_true=answered.is_true,
        printed_argument=answered.printed_argument,
        verdict=r.verdict,
        derived_status=r.derived_status,
        choices=r.choices,
        steps=[_filled(STEP_OF_PROOF_FIELDS, step) for step in claim.steps],
        bounds={work: PUBLISHED[work] for work in claim.bounds},
        findings=[f.name for f in found_at(r)],
        code=code_place(claim),
        ratio=r.ratio,
        vacuous_until=[_filled(VACUITY_FIELDS, v) for v in r.vacuous_until],
        evidence=[_filled(EVIDENCE_FIELDS, e) for e in r.evidence],
        planted=[
            PLANTED_FIELDS.written({"change": change, "refuted": result.refuted(claim.key, k)})
            for k, change in enumerate(claim.planted_changes)
        ],
    )


def _filled(fields: Fields, record: object, **told: Any) -> dict[str, Any]:
    """Return an object with these fields: what is `told`, else the record's attribute."""
    values = {
        name: told[name] if name in told else getattr(record, ATTRIBUTES.get(name, name))
        for name in fields.fields
    }
    return fields.written({**values, **told})


def in_json(value: Any) -> Any:
    """Return a verdict or a rational as JSON."""
    if isinstance(value, Verdict):
        return value.value
    return NUMBER_FIELDS.written({"exact": show(value), "decimal": decimal(value, 10)})
