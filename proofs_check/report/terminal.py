"""The audit on a terminal and as JSON: a table that fits a screen, the errata, one claim in full.

The JSON format is `audit.schema.json`; numbers are {"exact": "p/q", "decimal": "..."}.
"""

from __future__ import annotations

import inspect
import json
import shlex
import textwrap
from collections.abc import Sequence
from typing import Any

from proofs_check.arithmetic import Q
from proofs_check.arithmetic.rational import show
from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.registry import Claim, Evidence, Result, Verdict
from proofs_check.report.errata import errata, found_at
from proofs_check.report.plain_text import ascii_text

WIDTH = 80
LETTER = {
    "machine-checked": "M", "proved": "P", "argued": "A", "enumerated": "E", "exact on runs": "R",
    "exact probability": "X", "statistical": "S",
}  # fmt: skip
LEGEND = textwrap.fill(
    "evidence: " + ", ".join(f"{letter} {kind}" for kind, letter in LETTER.items()), WIDTH
)

# ----------------------------------------------------------------------------- table


def print_table(result: AuditResult) -> str:
    """The table: one line per statement, steps of its proof counted, both forms side by side.

    Columns: number; verdicts of the printed and the repaired form (! marks a surprise); derived
    status; largest ratio reached; steps of the proof that hold as printed; evidence kinds (by)."""
    lines = [_row("statement", "printed", "repaired", "status", "ratio", "steps", "by")]
    lines.append("-" * WIDTH)
    statements: dict[str, list[Result]] = {}
    steps: dict[str, list[Result]] = {}
    labels = {r.claim.label for r in result.results}
    for r in result.results:
        parent = r.claim.part_of
        if parent in labels:
            steps.setdefault(parent, []).append(r)
        else:
            statements.setdefault(r.claim.label, []).append(r)
    for label, forms in statements.items():
        lines.append(_statement_row(forms, _all_steps(label, steps)))
    lines.append("-" * WIDTH)
    return "\n".join([*lines, LEGEND, *_counts(result)])


def _all_steps(label: str, steps: dict[str, list[Result]]) -> list[Result]:
    found: list[Result] = []
    for r in steps.get(label, []):
        found.append(r)
        if r.claim.form == "printed" or not any(
            s.claim.key == (r.claim.label, "printed") for s in found
        ):
            found += _all_steps(r.claim.label, steps)
    return found


def _statement_row(forms: Sequence[Result], steps: Sequence[Result]) -> str:
    by_form = {r.claim.form: r for r in forms}
    last = by_form.get("repaired") or by_form["printed"]
    printed_steps = [s for s in steps if s.claim.form == "printed"]
    good = sum(s.verdict is Verdict.HOLDS for s in printed_steps)
    kinds = {e.kind for r in (*forms, *steps) for e in r.evidence}
    return _row(
        f"{last.claim.number} {last.claim.title}",
        _verdict(by_form.get("printed")),
        _verdict(by_form.get("repaired")),
        last.derived_status,
        decimal(last.ratio, 3) if last.ratio is not None else "",
        f"{good}/{len(printed_steps)}" if printed_steps else "",
        "".join(letter for kind, letter in LETTER.items() if kind in kinds),
    )


def _verdict(r: Result | None) -> str:
    return "" if r is None else r.verdict.value + ("" if r.as_expected else "!")


def _row(*cells: str) -> str:
    widths = (28, 10, 10, 13, 6, 5, 4)
    return " ".join(_fit(c, w) for c, w in zip(cells, widths, strict=True)).rstrip()


def _fit(text: str, width: int) -> str:
    return text.ljust(width) if len(text) <= width else text[: width - 1] + "~"


def _counts(result: AuditResult) -> list[str]:
    counts: dict[str, int] = {}
    for r in result.results:
        counts[r.derived_status] = counts.get(r.derived_status, 0) + 1
    status = ", ".join(f"{n} {name}" for name, n in sorted(counts.items(), key=lambda c: -c[1]))
    instances = sum(r.instances for r in result.results)
    lines = [f"{len(result.results)} claims, {instances} comparisons: {status}."]
    if result.planted:
        refuted = sum(one.refuted for one in result.planted)
        lines.append(f"{refuted} of {len(result.planted)} planted faults refuted.")
    if result.unexpected:
        lines += [
            f"UNEXPECTED: {r.claim.label} ({r.claim.form}) is {r.verdict.value}, "
            f"expected {r.claim.expected.value}"
            for r in result.unexpected
        ]
    else:
        lines.append("Every verdict is the committed one.")
    return [piece for line in lines for piece in textwrap.wrap(line, WIDTH)]


# ----------------------------------------------------------------------------- errata


def errata_list(result: AuditResult) -> str:
    """The findings that show at what was checked: places, witness, correction, consequence."""
    lines: list[str] = []
    for one in errata(result):
        f = one.finding
        lines += textwrap.wrap(f"{f.name}, {f.grade}: {ascii_text(f.title)}.", WIDTH)
        at = ", ".join(f"{p.claim.number} ({p.derived_status})" for p in one.printed)
        lines += _indented(f"At: {at}")
        lines += _indented(ascii_text(f.cause))
        lines += _indented(f"Witness: {_fields(f.witness)}")
        lines += _indented(f"By hand: {ascii_text(f.by_hand)}")
        for place, change in f.corrections.items():
            lines += _indented(f"- {place}: {change.printed}")
            lines += _indented(f"+ {change.corrected}")
        lines += _indented(f"Then: {ascii_text(f.then)}")
    return "\n".join(lines) if lines else "No printed statement fails."


def _fields(witness: Any) -> str:
    return "; ".join(f"{k} = {v}" for k, v in (witness or {}).items())


def _indented(text: str, by: str = "   ") -> list[str]:
    hang = by if by == "  " else by + "  "
    return textwrap.wrap(text, WIDTH, initial_indent=by, subsequent_indent=hang)


# ----------------------------------------------------------------------------- one claim


def explained(result: AuditResult, *labels: str) -> str:
    """The claims with these labels, or all, in full: statement, uses, findings, evidence, code."""
    return "\n\n".join(
        _explained(r) for r in result.results if r.claim.label in labels or not labels
    )


def _explained(r: Result) -> str:
    one = r.claim
    lines = textwrap.wrap(
        f"{one.number}: {one.title} [{one.label}, {one.form}], {one.section}", WIDTH
    )
    for paragraph in one.statement.split("\n\n"):
        lines += ["", *_indented(" ".join(paragraph.split()), "  ")]
    lines.append("")
    surprise = "" if r.as_expected else f" (expected {one.expected.value})"
    facts = [
        ("verdict", f"{r.verdict.value}{surprise}; status: {r.derived_status}"),
        ("kind", one.kind),
        ("formula", one.tex),
        ("uses", ", ".join(one.uses)),
        ("step of", one.part_of),
        ("readings", ", ".join(one.readings)),
        ("repair", one.repair),
        *(
            (f.name, f"{f.grade}: {ascii_text(f.title)}. {ascii_text(f.by_hand)}")
            for f in found_at(r)
        ),
    ]
    for name, text in facts:
        if text:
            lines += _indented(f"{name}: {text}", "")
    for choice, verdict in r.choices.items():
        lines += _indented(f"under {choice}: {verdict.value}", "")
    for s in one.steps:
        using = f" (uses {', '.join(s.uses)})" if s.uses else ""
        lines += _indented(f"step, {s.kind}: {s.says}{using}", "")
    for e in r.evidence:
        if e.kind != "argued":
            lines += _evidence_lines(e)
    for v in r.vacuous_until:
        lines += _indented(f"vacuous until T = {v.T} (bound < {v.against}; {v.instance})", "")
    if r.ratio is not None:
        lines += _indented(f"least change noticed: a constant below {decimal(r.ratio)} of it", "")
    for p in one.planted:
        lines += _indented(f"planted fault: {p.change}", "")
    lines += _indented(f"code: {code_place(one)}", "")
    lines += _indented(f"repeat: python -m proofs_check --only {shlex.quote(one.label)}", "")
    return "\n".join(lines)


def _evidence_lines(e: Evidence) -> list[str]:
    part = ", a step" if e.step else ""
    part += f", under {e.under}" if e.under else ""
    trivial = f", {e.trivial} of them trivial" if e.trivial else ""
    counted = f"{e.verdict.value}, {e.instances} instances{trivial}"
    lines = _indented(f"evidence, {e.kind}{part}: {counted}", "")
    lines += _indented(e.note, "    ")
    lines += [f"      {line}" for line in e.theorem.splitlines()]
    numbers = [
        f"{name} {decimal(q)}" for name, q in (("least slack", e.slack), ("largest ratio", e.ratio))
        if q is not None
    ]  # fmt: skip
    if numbers:
        lines += _indented("; ".join(numbers), "    ")
    if e.worst:
        lines += _indented(f"worst instance: {_fields(e.worst)}", "    ")
    if e.witness:
        lines += _indented(f"witness: {_fields(e.witness)}", "    ")
    return lines


def code_place(one: Claim) -> str:
    """proofs_check/claims/FILE.py:LINE of the check."""
    _, line = inspect.getsourcelines(one.check)
    return f"{one.check.__module__.replace('.', '/')}.py:{line} ({one.check.__name__})"


# ----------------------------------------------------------------------------- JSON


def results_json(result: AuditResult) -> str:
    """The results as a JSON list (audit.schema.json), the same text for any number of workers."""
    return json.dumps([_as_json(r, result) for r in result.results], indent=1) + "\n"


def _as_json(r: Result, result: AuditResult) -> dict[str, Any]:
    one = r.claim
    return {
        "label": one.label,
        "form": one.form,
        "number": one.number,
        "section": one.section,
        "kind": one.kind,
        "title": one.title,
        "statement": one.statement,
        "tex": one.tex,
        "verdict": r.verdict.value,
        "expected": one.expected.value,
        "derived_status": r.derived_status,
        "choices": {choice: verdict.value for choice, verdict in r.choices.items()},
        "steps": [{"says": s.says, "kind": s.kind, "uses": list(s.uses)} for s in one.steps],
        "uses": list(one.uses),
        "covers": list(one.covers),
        "readings": list(one.readings),
        "repair": one.repair,
        "findings": [f.name for f in found_at(r)],
        "part_of": one.part_of,
        "code": code_place(one),
        "ratio": rational_json(r.ratio),
        "vacuous_until": [
            {"instance": v.instance, "against": v.against, "T": v.T} for v in r.vacuous_until
        ],
        "evidence": [
            {
                "kind": e.kind,
                "verdict": e.verdict.value,
                "instances": e.instances,
                "note": e.note,
                "step": e.step,
                "of_step": e.of_step,
                "under": e.under,
                "trivial": e.trivial,
                "theorem": e.theorem,
                "slack": rational_json(e.slack),
                "ratio": rational_json(e.ratio),
                "worst": e.worst,
                "witness": e.witness,
            }
            for e in r.evidence
        ],
        "planted": [
            {"change": p.change, "refuted": _refuted(result, one, k)}
            for k, p in enumerate(one.planted)
        ],
    }


def _refuted(result: AuditResult, one: Claim, k: int) -> bool | None:
    planted = [p for p in result.planted if p.key == one.key]
    return planted[k].refuted if planted else None


def rational_json(q: Q | None) -> dict[str, str] | None:
    """A rational as JSON."""
    return None if q is None else {"exact": show(q), "decimal": decimal(q, 10)}
