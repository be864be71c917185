"""The findings as a letter to the authors: one text, as Markdown, as plain text and for a page."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from proofs_check.audit.audit import AuditResult
from proofs_check.ledger.findings import Correction, Finding
from proofs_check.ledger.registry import REGISTRY
from proofs_check.report.notation import pieces, unicode_text
from proofs_check.report.overview import overview, places, shown_in
from proofs_check.report.plain_text import wrapped
from reference.support.versions import source

WIDTH = 76
TITLE = (
    "Findings on “Online Reinforcement Learning in Markov Decision Process Using Linear "
    "Programming”"
)
TO = (
    "To Vincent Leon and S. Rasoul Etesami, Department of Industrial and Enterprise Systems "
    "Engineering and Coordinated Science Laboratory, University of Illinois at Urbana-Champaign, "
    "Urbana, IL 61801, USA"
)
READ = (
    "the LaTeX source of the extended version of [1], 48 984 bytes, SHA-256 `9b1d756a5194ab07863d"
    "734f0b2b43ba06313305fe04766a6f4e7f3120c225ad`. Numbers are those of the compiled source."
)
REPLY = (
    "to the contributors named in CITATION.cff of the repository. Corrections to this letter are "
    "welcome and will be listed in it."
)
COMMANDS = """\
python -m pip install .            # in a clone; Python 3.11 or newer
proofs-check                       # every statement, about a minute
proofs-check --explain "Lemma 9"   # one of them in full, seconds
proofs-check coq                   # what Coq has proved, and its axioms
make -C proofs_check/coq           # the Coq proofs themselves, minutes"""
GLOSSARY = (
    ("Lam", "log(TXA/delta), with the natural logarithm"),
    ("witness", "values for which the printed statement fails, all parameters given"),
    ("machine-checked", "a theorem in Coq, from the definitions of the paper"),
    ("underspecified", "true or false only once something unstated is chosen"),
    ("trivial", "a bound on the regret that is at least LT, the regret of any algorithm"),
    ("to complete a row", "to define P_i(.|x,a) where (5) divides by 0"),
)
BIBLIOGRAPHY = """\
V. Leon and S. R. Etesami. Online reinforcement learning in Markov decision process using linear \
programming. IEEE CDC, 2023; extended version.
T. Jaksch, R. Ortner and P. Auer. Near-optimal regret bounds for reinforcement learning. JMLR 11, \
2010 (UCRL2).
A. Rosenberg and Y. Mansour. Online convex optimization in adversarial Markov decision processes. \
ICML, 2019 (UC-O-REPS).
C. Jin, T. Jin, H. Luo, S. Sra and T. Yu. Learning adversarial Markov decision processes with \
bandit feedback and unknown transition. ICML, 2020 (UOB-REPS).
M. G. Azar, I. Osband and R. Munos. Minimax regret bounds for reinforcement learning. ICML, 2017 \
(UCBVI).
C. Jin, Z. Allen-Zhu, S. Bubeck and M. I. Jordan. Is Q-learning provably efficient? NeurIPS, 2018.
S. Agrawal and R. Jia. Optimistic posterior sampling for reinforcement learning: worst-case regret \
bounds. NeurIPS, 2017, and its corrected version.""".splitlines()
HEADINGS = {"h1": "=", "h2": "-", "h3": "."}  # and what underlines them in plain text


@dataclass(frozen=True)
class LetterPart:
    """A heading, a paragraph (`label`: the word before it), a display, code, a list or a table;
    `words` and `references` contain no mathematics."""

    kind: Literal["h1", "h2", "h3", "p", "words", "tex", "code", "list", "references", "table"]
    text: str = ""
    label: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    id: str = ""
    grade: str = ""


def letter_parts(result: AuditResult) -> list[LetterPart]:
    """The letter, as far as this audit covers the statements of the findings."""
    return [*_opening(result), *_findings(shown_in(result)), *_closing()]


def _opening(result: AuditResult) -> Iterator[LetterPart]:
    yield LetterPart("h1", TITLE)
    yield LetterPart("words", TO + ".")
    yield LetterPart("p", f"{_date()}. Made by {source()}.", "Date")
    yield LetterPart("p", READ, "Version read")
    yield LetterPart("p", REPLY, "Reply")
    yield LetterPart("p", "Dear Vincent Leon, dear Rasoul Etesami,")
    yield LetterPart(
        "p",
        "we implemented UCRL-LP line by line and checked each statement of your paper in exact "
        "arithmetic, many of them in Coq. We may have misread you in places, and would be glad to "
        "hear where.",
    )
    four = overview(result)
    if four is None:
        return
    yield LetterPart("p", four.claim)
    yield LetterPart("p", f"{four.headline} As printed, Theorem 4 states that")
    yield LetterPart("tex", four.printed_tex)
    yield LetterPart("p", f"{four.printed} Repaired ({four.known}), it states that")
    yield LetterPart("tex", four.repaired_tex)
    yield LetterPart("p", four.repaired)
    yield LetterPart("p", f"{four.errors}; each is given below with a witness and a correction.")
    yield LetterPart("list", rows=tuple((f"{f.name}. {line}.",) for f, line in four.serious))
    yield LetterPart("p", four.harmless)
    yield LetterPart("p", f"{four.informative} {four.figure_1} Your settings would settle it.")


def _findings(found: Sequence[Finding]) -> Iterator[LetterPart]:
    yield LetterPart("h2", "Findings by cause, worst first")
    if not found:
        yield LetterPart("p", "No printed statement fails.")
    for f in found:
        if f.grade != "notation":
            yield from _finding(f)
    harmless = [f for f in found if f.grade == "notation"]
    if harmless:
        yield LetterPart("h2", "Notation, harmless")
        head = ("", "place", "what, witness, and what changes", "as printed (-), suggested (+)")
        rows = ((f.name, places(f), _told(f), diff(f)) for f in harmless)
        yield LetterPart("table", rows=(head, *rows), id="notation")


def _finding(f: Finding) -> Iterator[LetterPart]:
    yield LetterPart(
        "h3", f"{f.name}. {f.title[:1].upper()}{f.title[1:]}", id=f.name, grade=f.grade
    )
    yield LetterPart("p", f"{places(f)}.", "Place")
    yield LetterPart("p", f.cause)
    yield LetterPart("p", _witness(f), "Witness")
    yield LetterPart("p", f.by_hand, "By hand")
    yield LetterPart("code", diff(f), "Correction")
    yield LetterPart("p", f.then, "Consequence")
    yield LetterPart("p", f"`proofs-check --explain {f.name}`", "Verify, in a minute")


def _witness(f: Finding) -> str:
    return "; ".join(f"{k} = {v}" for k, v in f.witness.items()) + "."


def _told(f: Finding) -> str:
    return f"{f.title}: {f.cause} Witness: {_witness(f)} {f.by_hand} Consequence: {f.then}"


def _closing() -> Iterator[LetterPart]:
    yield LetterPart("h2", "To check any of this")
    yield LetterPart("code", COMMANDS)
    yield LetterPart("p", "With thanks for a paper whose every step could be checked,")
    yield LetterPart("p", "the contributors of the UCRL-LP reference")
    yield LetterPart("h2", "Glossary")
    yield LetterPart("list", rows=tuple((f"{word}: {meaning}.",) for word, meaning in GLOSSARY))
    yield LetterPart("h2", "Bibliography")
    yield LetterPart(
        "references", rows=tuple((f"[{k}] {b}",) for k, b in enumerate(BIBLIOGRAPHY, 1))
    )


def diff(f: Finding, label: str = "") -> str:
    """The corrections in the paper's LaTeX, a removed line (-) and an added one (+) for each, each
    under its place (%) if there are several; with `label`, the one at this place."""
    chosen = f.places.get(label)
    one = f.places.get(chosen) if isinstance(chosen, str) else chosen
    if isinstance(one, Correction):
        return _changed(one)
    several = len(f.corrections) > 1
    return "\n".join(
        (f"% {unicode_text(REGISTRY[place, 'printed'].number)}\n" if several else "") + _changed(c)
        for place, c in f.corrections.items()
    )


def _changed(c: Correction) -> str:
    return f"- {c.printed}\n+ {c.corrected}"


def _date() -> str:
    """Today, or the day of SOURCE_DATE_EPOCH."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    day = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now()
    return f"{day.day} {day:%B %Y}"


# ----------------------------------------------------------------------------- as text


def markdown(result: AuditResult) -> str:
    """findings.md: mathematics between dollars, as GitHub and most editors show it."""
    lines = ["<!-- ucrl-lp report -->", ""]
    for b in letter_parts(result):
        lines += [*_markdown(b), ""]
    return "\n".join(lines)


def _markdown(b: LetterPart) -> Iterator[str]:
    shown = escaped if b.kind in ("words", "references") else markdown_text
    label = f"**{b.label}.**" if b.label else ""
    if b.kind in HEADINGS:
        yield f"{'#' * int(b.kind[1])} {shown(b.text)}{_graded(b)}"
    elif b.kind in ("p", "words"):
        yield f"{label} {shown(b.text)}".lstrip()
    elif b.kind == "tex":
        yield f"$${standard(b.text)}$$"
    elif b.kind == "code":
        yield from [label, "", "```diff"] if label else ["```"]
        yield from (b.text, "```")
    elif b.kind in ("list", "references"):
        yield from (f"- {shown(row[0])}" for row in b.rows)
    else:
        head, *rows = ([_cell(c) for c in row] for row in b.rows)
        yield from (f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def _graded(b: LetterPart) -> str:
    return f" ({b.grade})" if b.grade else ""


def markdown_text(text: str) -> str:
    """A text of the ledger in Markdown."""
    shown = ""
    for kind, part in pieces(text):
        if kind == "math":
            shown += f"${standard(part)}$"
        else:
            shown += f"`{part}`" if kind == "code" else escaped(unicode_text(part))
    return shown


def escaped(text: str) -> str:
    """Text that Markdown shows unchanged."""
    return re.sub(r"([\\`*_{}\[\]<>#|$&~])", r"\\\1", text)


def _cell(text: str) -> str:
    if text.startswith(("- ", "% ")):
        return "<br>".join(f"`{line.replace('|', chr(92) + '|')}`" for line in text.split("\n"))
    return markdown_text(text)


def standard(tex: str) -> str:
    """TeX without the pages' own macros."""
    tex = tex.replace(r"\Reg", r"\mathrm{Reg}_T").replace(r"\wto", r"\tilde O")
    return re.sub(r"\\Lam(?![a-z])", r"\\Lambda", tex)


def plain_letter(result: AuditResult) -> str:
    """findings.txt: for a mail, 76 columns, Unicode for the mathematics."""
    return "\n".join(line for b in letter_parts(result) for line in _plain(b))[1:] + "\n"


def _plain(b: LetterPart) -> Iterator[str]:
    label = f"{b.label}: " if b.label else ""
    if b.kind in HEADINGS:
        heading = wrapped(unicode_text(b.text) + _graded(b), WIDTH)
        yield from ("", *heading, HEADINGS[b.kind] * max(map(len, heading)))
    elif b.kind in ("p", "words"):
        yield from ("", *wrapped(label + unicode_text(b.text).replace("`", ""), WIDTH))
    elif b.kind == "tex":
        yield from ("", *wrapped(unicode_text(f"${b.text}$"), WIDTH, "    "))
    elif b.kind == "code":
        yield from ["", label.rstrip()] if label else []
        yield from ("", textwrap.indent(b.text, "    "))
    elif b.kind in ("list", "references"):
        for (text,) in b.rows:
            yield from wrapped(unicode_text(text), WIDTH, "  - ", "    ")
    else:
        for name, where, what, change in b.rows[1:]:
            yield from ("", *wrapped(unicode_text(f"{name}, {where}: {what}"), WIDTH))
            yield textwrap.indent(change, "    ")
