"""Errata: the findings of an audit, as data and as Markdown for the authors."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import FINDINGS, Finding, findings_of
from proofs_check.ledger.registry import WRONG, Result
from reference.support.versions import source


@dataclass(frozen=True)
class Erratum:
    """A finding, with the results of the printed statements at its places that do not hold, and of
    their repaired forms."""

    finding: Finding
    printed: tuple[Result, ...]
    repaired: tuple[Result, ...]


def errata(result: AuditResult) -> list[Erratum]:
    """The findings that show in these results; their numbers do not depend on what was checked."""
    found = []
    for f in FINDINGS:
        there = [r for r in result.results if r.claim.label in f.places]
        wrong = tuple(r for r in there if r.claim.form == "printed" and r.verdict in WRONG)
        if wrong:
            found.append(Erratum(f, wrong, tuple(r for r in there if r.claim.form == "repaired")))
    return found


def found_at(r: Result) -> tuple[Finding, ...]:
    """The findings that show at a printed statement, if it does not hold."""
    printed = r.claim.form == "printed" and r.verdict in WRONG
    return findings_of(r.claim.label) if printed else ()


def markdown(result: AuditResult) -> str:
    """The numbered list, ready to send to the authors."""
    lines = [
        "<!-- ucrl-lp report -->",
        "",
        "# Findings: what does not hold as printed",
        "",
        (
            "Paper: Leon and Etesami, *Online Reinforcement Learning in Markov Decision Process "
            "Using Linear Programming*. Numbers are those of the compiled source."
        ),
        "",
    ]
    for one in errata(result):
        f = one.finding
        lines += [f"## {f.name}, {f.grade}: {f.title}", "", f.cause, ""]
        for r in (*one.printed, *one.repaired):
            place = f"{markdown_text(r.claim.number)}, {r.claim.form}"
            lines.append(f"- {place}: {markdown_text(r.derived_status)}")
        values = "; ".join(f"{name} = {value}" for name, value in f.witness.items())
        lines += ["", f"Witness: {markdown_text(values)}.", "", f"By hand: {f.by_hand}", ""]
        lines += ["```diff"]
        for change in f.corrections.values():
            lines += [f"- {change.printed}", f"+ {change.corrected}"]
        lines += ["```", "", f"Then: {f.then}", ""]
        lines += [f"Repeat: {code(f'python -m proofs_check --explain {f.name}')}", ""]
    return "\n".join([*lines, f"Made by {source()}.", ""])


def witness_text(v: Any) -> str:
    """A value of a witness as text."""
    return v if isinstance(v, str) else json.dumps(v, default=str, ensure_ascii=False)


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"([\\`*_{}\[\]<>#|$&~])", r"\\\1", text)


def code(text: str) -> str:
    """A code span, regardless of the back-ticks in it."""
    text = " ".join(text.split())
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"`{text}`"
