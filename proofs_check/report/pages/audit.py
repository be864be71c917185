"""Summary of an audit: the overview, then what is true and what is shown, then the findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.answers import ARGUMENT_WORDS, TRUE_WORDS
from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import WRONG, committed_statuses
from proofs_check.report.badges import ARGUMENT, LOOKS, TRUE
from proofs_check.report.document import (
    Block,
    Blocks,
    Cell,
    Grid,
    GridRow,
    Heading,
    Inlines,
    Listing,
    Paragraph,
    inlines,
    joined,
    words,
)
from proofs_check.report.pages.findings import finding_blocks
from proofs_check.report.pages.overview import overview
from proofs_check.report.pages.statements import (
    Audited,
    fate,
    found_at,
    shown_in,
    statements,
)
from reference.support.console import number_of
from reference.support.guests import NOT_HERE

QUESTION = "Is the printed statement true, how is it known, and does the printed argument show it?"


def audit_summary(result: AuditResult) -> Blocks:
    """Return what the terminal shows of an audit. One of some statements names them and shows their
    findings in full in place of the overview."""
    first = overview(result)
    known = list(statements(result).values())
    blocks: list[Block] = [*first]
    if known:
        blocks += [Heading(2, words(QUESTION)), answers_table(known, "" if first else "which")]
    blocks += _by_finding(known)
    for f in [] if first else shown_in(result):
        blocks += finding_blocks(f)
    return (*blocks, *comparisons_made(result))


def answers_table(known: Sequence[Audited], last: str = "meaning") -> Grid:
    """Return the statements, counted: a row for each answer to the first question and how it is
    known, a column for each answer to the second. What the source has in comments only is not
    counted. `last`: a column with meanings ("meaning"), with names, of those in comments too
    ("which"), or none."""
    rows = []
    for answer, status in _kinds():
        every = [s for s in known if (s.answers.is_true, s.answers.known) == (answer, status)
                or (answer != "yes" and s.answers.is_true == answer and not status)]  # fmt: skip
        if not every:
            continue
        here = [s for s in every if not s.commented]
        if not (here or last == "which"):
            continue
        meaning = words(LOOKS[status].meaning if status else TRUE[answer].meaning)
        named = joined(list(dict.fromkeys(inlines(s.claim.number) for s in every)))
        argued = [s.answers.printed_argument for s in here]
        shown = (
            Cell(words(str(argued.count(word) or "")), True, f"shown, {word}: ")
            for word in ARGUMENT_WORDS
        )
        label = words(f"{answer}, {status}" if status else answer)
        cells = (Cell(label, True), Cell(words(str(len(here)))), *shown)
        told = {"meaning": (Cell(meaning),), "which": (Cell(named),), "": ()}[last]
        rows.append(GridRow((*cells, *told)))
    shown_words = (f"shown: {word}" for word in ARGUMENT_WORDS)
    head = ("true as printed?", "statements", *shown_words)
    return Grid(tuple(words(cell) for cell in (*head, last) if cell), tuple(rows))


def _kinds() -> Iterable[tuple[str, str]]:
    """Answers to the first question; *yes* apart for each status."""
    for answer in TRUE_WORDS:
        yield from [(answer, status) for status in LOOKS] if answer == "yes" else [(answer, "")]


def _by_finding(known: Sequence[Audited]) -> list[Block]:
    """What does not hold, or is not shown by its verdict, by finding, with the status of its
    repair."""
    bad: dict[str, dict[str, list[Inlines]]] = {}
    for statement in known:
        finding = next((f.name for f in found_at(statement.first)), "")
        if finding or statement.first.verdict in WRONG or not statement.first.as_expected:
            bad.setdefault(finding, {}).setdefault(fate(statement), []).append(
                inlines(statement.claim.number)
            )
    order = [f.name for f in findings()]
    items = []
    for name in sorted(bad, key=lambda k: order.index(k) if k in order else -1):
        fates = [
            words(joined(list(dict.fromkeys(there))), f" ({fate})")
            for fate, there in bad[name].items()
        ]
        items.append(words(f"{name:6}" if name else "", joined(fates)))
    heading = Heading(2, words("What does not hold, or does not follow, as printed, by finding:"))
    return [heading, Listing(tuple(items))] if items else []


def comparisons_made(result: AuditResult) -> Blocks:
    """Return how much was compared, and what is unexpected."""
    instances = sum(r.instances for r in result.results)
    trivial = sum(r.trivial for r in result.results)
    nothing = f" ({trivial} with bounds above their trivial value, which support nothing)"
    made = f"{number_of(instances, 'comparison')}{nothing if trivial else ''}"
    apart = ", printed and repaired forms apart" if len(result.results) > 1 else ""
    lines: list[str | Inlines] = [f"{number_of(len(result.results), 'claim')}{apart}; {made}."]
    if result.planted:
        refuted = sum(fault.refuted for fault in result.planted)
        absent = sum(fault.absent for fault in result.planted)
        left = f"; {absent} could not be tried: {NOT_HERE}" if absent else ""
        lines.append(f"{refuted} of {len(result.planted)} planted faults refuted{left}.")
        lines += [
            words(f"NOT REFUTED: {r.claim.label} ({r.claim.form}): ", inlines(change))
            for r in result.results
            for k, change in enumerate(r.claim.planted_changes)
            if result.refuted(r.claim.key, k) is False
        ]
    new = [r for r in result.results if r.claim.key not in committed_statuses()]
    lines += [f"NEW: {r.claim.label} ({r.claim.form}): no verdict is committed." for r in new]
    lines += [
        f"UNEXPECTED: {r.claim.label} ({r.claim.form}) is {r.verdict.value}, "
        f"expected {r.claim.expected.value}"
        for r in result.unexpected
    ]
    lines += [
        f"CHANGED: {c.claim.says}: {c.changed} ({c.claim.name}); its form is machine-checked no "
        "longer. Build again: proofs-check coq"
        for c in result.changed
    ]
    lines += [
        f"CHANGED: {m.words}; the form is machine-checked no longer" for m in result.misquoted
    ]
    if not (new or result.unexpected or result.changed or result.misquoted):
        lines.append("Every verdict is the committed one.")
    full = f'proofs-check explain "{_in_full(result)}"'
    lines.append(f"One in full: {full}. As pages: proofs-check report DIR.")
    return tuple(
        Paragraph(words(line), style="small" + " apart" * (not k)) for k, line in enumerate(lines)
    )


def _in_full(result: AuditResult) -> str:
    """Return which statement to look at: the first with a surprise, the only one, or Lemma 9."""
    faults = [p.key for p in result.planted if not (p.refuted or p.absent)]
    keys = [r.claim.key for r in result.unexpected] + faults
    known = [r.claim for r in result.results if not keys or r.claim.key == keys[0]]
    if len({claim.label for claim in known}) != 1:
        return "Lemma 9"
    plain = known[0].number.isascii() and not set(known[0].number) & set('$\\"`')
    return known[0].number if plain else known[0].label


def legend() -> Blocks:
    """Return what the words of both answers mean."""
    true = [words(answer.badge, f" {answer.meaning}") for answer in TRUE.values()]
    argued = [words(answer.badge, f" {answer.meaning}") for answer in ARGUMENT.values()]
    return (
        Paragraph(words("Is it true? ", joined(true)), style="small"),
        Paragraph(words("Does the printed argument show it? ", joined(argued)), style="small"),
    )
