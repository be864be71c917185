"""The audit on a terminal and as JSON: two screens for the whole, one claim in full.

The JSON format is `audit.schema.json`; numbers are {"exact": "p/q", "decimal": "..."}.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from proofs_check.arithmetic.rational import show
from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.evidence import decimal
from proofs_check.ledger.findings import Finding, by_hand
from proofs_check.ledger.registry import WRONG, Claim, Evidence, Result, Verdict
from proofs_check.report.badges import LOOKS, look
from proofs_check.report.notation import unicode_text
from proofs_check.report.overview import found_at, overview, places, shown_in, worst_first
from proofs_check.report.plain_text import ascii_text, wrapped

WIDTH = 80
EVIDENCE = (
    "kind", "verdict", "instances", "note", "step", "of_step", "under", "trivial", "theorem",
    "slack", "ratio", "worst", "witness",
)  # fmt: skip


def spoken(text: str) -> str:
    """A text of the ledger for this terminal: in Unicode if possible, else in ASCII."""
    shown = unicode_text(text)
    try:
        shown.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ascii_text(text)
    return shown


def _indented(text: str, by: str = "  ") -> list[str]:
    return wrapped(text, WIDTH, by, by + "  ")


# ----------------------------------------------------------------------------- the whole


def print_audit(result: AuditResult) -> str:
    """The four things first, then what holds as printed and what does not, by name. An audit of
    some statements shows their findings in full in place of the four things."""
    four = overview(result)
    lines: list[str] = []
    if four is not None:
        lines += [four.headline, "", *_indented(spoken(four.claim), "")]
        for word, tex, rest in (
            ("As printed", four.printed_tex, four.printed),
            (f"Repaired ({four.known})", four.repaired_tex, four.repaired),
        ):
            lines += _indented(
                f"{word}, Theorem 4 states that {spoken(f'${tex}$')} {spoken(rest)}", ""
            )
        lines += ["", *_indented(f"{four.errors} ({_meaning('underspecified')}):", "")]
        for f, _ in four.serious:
            lines += _indented(f"{f.name:6}{spoken(f.title)} ({f.grade})")
        lines += [*_indented(four.harmless, ""), "", *_indented(spoken(four.informative), "")]
        lines += [*_indented(spoken(four.figure_1), ""), ""]
    lines += _by_status(result, names=four is None)
    if four is None:
        for f in shown_in(result):
            lines += ["", *_finding_lines(f)]
    return "\n".join([*lines, "", *_counts(result)])


def _by_status(result: AuditResult, names: bool) -> list[str]:
    """What holds as printed, by status, counted or with their `names`; then what does not, by
    finding, with the status of its repair."""
    forms: dict[str, list[Result]] = {}
    for r in result.results:
        forms.setdefault(r.claim.label, []).append(r)
    good: dict[str, list[str]] = {}
    bad: dict[str, dict[str, list[str]]] = {}
    added: list[str] = []
    for first, *others in forms.values():
        name = spoken(first.claim.number)
        if first.claim.form != "printed" and first.as_expected and not found_at(first):
            added.append(f"{name}: {_word(first)}")
        elif first.verdict in WRONG or first.claim.form != "printed" or not first.as_expected:
            fate = _word(first) + (f", repaired {_word(others[0])}" if others else "")
            finding = next((f.name for f in found_at(first)), "")
            bad.setdefault(finding, {}).setdefault(fate, []).append(name)
        else:
            good.setdefault(_word(first), []).append(name)
    lines = ["What holds as printed, and how it is known:"] if good else []
    for one in LOOKS.values():
        if found := good.get(one.word):
            lines += _indented(
                f"{one.word} ({one.meaning}): {_names(found) if names else len(found)}"
            )
    if bad:
        meanings = "; ".join(map(_meaning, ("gap", "false")))
        lines += ["", *_indented(f"What does not hold as printed, by finding ({meanings}):", "")]
    order = [f.name for f in worst_first()]
    for finding in sorted(bad, key=lambda k: order.index(k) if k in order else -1):
        fates = [f"{_names(there)} ({fate})" for fate, there in bad[finding].items()]
        lines += _indented(f"{finding:6}{'; '.join(fates)}")
    return lines + (_indented(f"Used but not stated there: {_names(added)}", "") if added else [])


def _meaning(status: str) -> str:
    return f"{status}: {LOOKS[status].meaning}"


def _names(names: Sequence[str]) -> str:
    return "; ".join(dict.fromkeys(names))


def _word(r: Result) -> str:
    return look(r.derived_status).word + ("" if r.as_expected else " (unexpected)")


def _counts(result: AuditResult) -> list[str]:
    instances = sum(r.instances for r in result.results)
    trivial = sum(r.trivial for r in result.results)
    nothing = f" ({trivial} with bounds above their trivial value, which support nothing)"
    lines = [
        (
            f"{len(result.results)} claims, printed and repaired forms apart; {instances} "
            f"comparisons{nothing if trivial else ''}."
        )
    ]
    if result.planted:
        refuted = sum(one.refuted for one in result.planted)
        lines.append(f"{refuted} of {len(result.planted)} planted faults refuted.")
    lines += [
        f"UNEXPECTED: {r.claim.label} ({r.claim.form}) is {r.verdict.value}, "
        f"expected {r.claim.expected.value}"
        for r in result.unexpected
    ] or ["Every verdict is the committed one."]
    lines.append('One in full: proofs-check --explain "Lemma 9". As pages: --html DIR.')
    return [piece for line in lines for piece in wrapped(line, WIDTH)]


def _finding_lines(f: Finding) -> list[str]:
    """A finding in full: places, witness, correction, consequence."""
    told = [
        f"At: {spoken(places(f))}",
        spoken(f.cause),
        f"Witness: {_fields(f.witness)}",
        f"By hand: {spoken(f.by_hand)}",
    ]
    for place, change in f.corrections.items():
        told += [f"- {place}: {change.printed}", f"+ {change.corrected}"]
    told.append(f"Consequence: {spoken(f.then)}")
    head = wrapped(f"{f.name}, {f.grade}: {spoken(f.title)}.", WIDTH)
    return head + [line for text in told for line in _indented(text)]


def _fields(witness: Any) -> str:
    return "; ".join(
        f"{spoken(str(k))} = {spoken(witness_text(v))}" for k, v in (witness or {}).items()
    )


def witness_text(v: Any) -> str:
    """A value of a witness as text."""
    return v if isinstance(v, str) else json.dumps(v, default=str, ensure_ascii=False)


# ----------------------------------------------------------------------------- one claim


def explained(result: AuditResult, *labels: str) -> str:
    """The claims with these labels, or all, in full: statement, uses, findings, evidence, code."""
    return "\n\n".join(
        _explained(r) for r in result.results if r.claim.label in labels or not labels
    )


def _explained(r: Result) -> str:
    one = r.claim
    lines = wrapped(
        f"{spoken(one.number)}: {spoken(one.title)} [{one.label}, {one.form}], {one.section}", WIDTH
    )
    for paragraph in one.statement.split("\n\n"):
        words = spoken(" ".join(paragraph.split()))
        lines += ["", *wrapped(words, WIDTH, "  ", "  ")]
    facts = [line for indent, text in _facts(r) for line in _indented(text, indent)]
    return "\n".join([*lines, "", *facts])


def _facts(r: Result) -> Iterator[tuple[str, str]]:
    """(indentation, text) of everything that is known of a claim."""
    one = r.claim
    surprise = "" if r.as_expected else f" (expected {one.expected.value})"
    meaning = look(r.derived_status).meaning
    named = [
        ("verdict", f"{r.verdict.value}{surprise}; status: {r.derived_status} ({meaning})"),
        ("kind", one.kind),
        ("uses", ", ".join(one.uses)),
        ("step of", one.part_of),
        ("readings", ", ".join(one.readings)),
        ("repair", spoken(one.repair)),
        *(
            (f.name, f"{f.grade}: {spoken(f.title)}. {spoken(by_hand(f, one.label))}")
            for f in found_at(r)
        ),
        *((f"under {spoken(choice)}", verdict.value) for choice, verdict in r.choices.items()),
    ]
    yield from (("", f"{name}: {text}") for name, text in named if text)
    for s in one.steps:
        using = f" (uses {', '.join(s.uses)})" if s.uses else ""
        yield "", f"step, {s.kind}: {spoken(s.says)}{using}"
    for e in r.evidence:
        if e.kind != "argued":
            yield from _evidence(e)
    for v in r.vacuous_until:
        where = f"there the bound falls below {v.against}; {spoken(v.instance)}"
        yield "", f"vacuous before T = {v.T} ({where})"
    if r.ratio is not None:
        yield "", f"least change noticed: a constant below {decimal(r.ratio)} of it"
    yield from (("", f"planted fault: {spoken(p.change)}") for p in one.planted)
    yield "", f"code: {code_place(one)}"
    yield "", f"repeat: python -m proofs_check --only {shlex.quote(one.label)}"


def _evidence(e: Evidence) -> Iterator[tuple[str, str]]:
    part = ", a step" if e.step else ""
    part += f", under {spoken(e.under)}" if e.under else ""
    trivial = f", {e.trivial} of them trivial" if e.trivial else ""
    yield "", f"evidence, {e.kind}{part}: {e.verdict.value}, {e.instances} instances{trivial}"
    yield "    ", spoken(e.note)
    for line in e.theorem.splitlines():  # as Coq prints it, in lines of up to 100
        words = line.lstrip()
        yield " " * min(6 + len(line) - len(words), 24), words
    measured = (("least slack", e.slack), ("largest ratio", e.ratio))
    yield "    ", "; ".join(f"{name} {decimal(q)}" for name, q in measured if q is not None)
    for name, found in (("worst instance", e.worst), ("witness", e.witness)):
        if found:
            yield "    ", f"{name}: {_fields(found)}"


def code_place(one: Claim) -> str:
    """Return the file of the statement's module, from the top of the project."""
    return f"proofs_check/statements/{one.module}.py"


# ----------------------------------------------------------------------------- JSON


def results_json(result: AuditResult) -> str:
    """The results as a JSON list (audit.schema.json), the same text for any number of workers."""
    found = [_as_json(r, result) for r in result.results]
    return json.dumps(found, indent=1, default=in_json) + "\n"


def _as_json(r: Result, result: AuditResult) -> dict[str, Any]:
    one = r.claim
    return {
        **_chosen(one, ("label", "form", "number", "section", "kind", "title", "statement", "tex")),
        "verdict": r.verdict,
        "expected": one.expected,
        **_chosen(r, ("derived_status", "choices")),
        "steps": [_chosen(s, ("says", "kind", "uses")) for s in one.steps],
        **_chosen(one, ("uses", "covers", "readings", "repair")),
        "findings": [f.name for f in found_at(r)],
        "part_of": one.part_of,
        "code": code_place(one),
        "ratio": r.ratio,
        "vacuous_until": [_chosen(v, ("instance", "against", "T")) for v in r.vacuous_until],
        "evidence": [_chosen(e, EVIDENCE) for e in r.evidence],
        "planted": [
            {"change": p.change, "refuted": result.refuted(one.key, k)}
            for k, p in enumerate(one.planted)
        ],
    }


def _chosen(found: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(found, name) for name in names}


def in_json(value: Any) -> Any:
    """A verdict or a rational as JSON."""
    if isinstance(value, Verdict):
        return value.value
    return {"exact": show(value), "decimal": decimal(value, 10)}
