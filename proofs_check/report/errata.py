"""Errata: the printed statements that do not hold, as data and as Markdown for the authors."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from typing import Any

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.registry import WRONG, Result, Verdict
from reference.support.versions import source


@dataclass(frozen=True)
class Erratum:
    """A printed statement that is false or does not follow, and its repaired form, if there is."""

    number: int
    printed: Result
    repaired: Result | None

    @property
    def word(self) -> str:
        """What is wrong."""
        return WRONG[self.printed.verdict]


def errata(result: AuditResult) -> list[Erratum]:
    """In the order of the paper."""
    of = {r.claim.key: r for r in result.results}
    wrong = [r for r in result.results if r.claim.form == "printed" and r.verdict in WRONG]
    return [
        Erratum(k, r, of.get((r.claim.label, "repaired"))) for k, r in enumerate(wrong, start=1)
    ]


def markdown(result: AuditResult) -> str:
    """The numbered list, ready to send to the authors."""
    lines = [
        "<!-- ucrl-lp report -->",
        "",
        "# Errata: what does not hold as printed",
        "",
        (
            "Paper: Leon and Etesami, *Online Reinforcement Learning in Markov Decision Process "
            "Using Linear Programming*. Numbers are those of the compiled source."
        ),
        "",
    ]
    for f in errata(result):
        one = f.printed.claim
        lines += [
            f"## {f.number}. {markdown_text(one.number)}, {markdown_text(one.title)}: {f.word}",
            "",
            f"{markdown_text(one.section)}, label {code(one.label)}.",
            "",
            f"$${one.tex}$$",
            "",
            *(f"{markdown_text(' '.join(p.split()))}\n" for p in one.statement.split("\n\n")),
        ]
        gap = f.printed.verdict is Verdict.GAP
        lines += ["Where the argument breaks:" if gap else "Counterexample:", ""]
        lines += [
            f"- {markdown_text(k)} = {code(witness_text(v))}"
            for k, v in (f.printed.witness or {}).items()
        ]
        lines += ["", f"Repair: {markdown_text(one.repair)}.", ""]
        if f.repaired:
            status = f.repaired.derived_status or f.repaired.verdict.value
            lines += [
                f"$${f.repaired.claim.tex}$$",
                "",
                f"The repaired form: {markdown_text(status)}.",
                "",
            ]
        lines += [f"Repeat: {code(f'python -m proofs_check --only {shlex.quote(one.label)}')}", ""]
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
