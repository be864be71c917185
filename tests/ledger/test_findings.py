"""The findings: complete, numbered for good; names of statements; and lines by hand: their
arithmetic is right, and their figures are those of the counterexamples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain, pairwise
from operator import ge, gt, le, lt

import pytest
import sympy

from proofs_check import statements
from proofs_check.audit.audit import audit, select
from proofs_check.ledger.findings import (
    AFFECTS,
    GRAVITIES,
    Finding,
    by_gravity,
    by_hand,
    findings,
    findings_of,
    lines_by_hand,
)
from proofs_check.ledger.names import labels_of
from proofs_check.ledger.registry import REGISTRY, WRONG
from proofs_check.report.document import Heading, Listing, Paragraph
from proofs_check.report.pages.audit import audit_summary
from proofs_check.report.pages.overview import counted, errors
from proofs_check.report.plain_text import ascii_text
from proofs_check.report.terminal import in_words, terminal_text
from proofs_check.statements.common.paths import updates_of_path
from reference.support.errors import PreconditionError
from tests.ledger.test_claim_figures import FIGURES
from tests.ledger.test_inventory import paper
from tests.means import means

statements.load()
FINDINGS, BY_HAND = findings(), lines_by_hand()
every_finding = pytest.mark.parametrize("f", FINDINGS, ids=lambda f: f.name)
PLACES = {  # committed: number -> first place
    1: "lem:bias", 2: "alg:main/12", 3: "prop:1", 4: "sec:abstract", 5: "sec:I:trade",
    6: "inline:I-A.4", 7: "rem:1", 8: "lem:occ-1-norm:P_i", 9: "lem:bias", 10: "disp:App. II.2",
    11: "as:layered-mdp:independence", 12: "alg:main/5", 13: "alg:main/11",
    14: "inline:IV-A.1:significant", 15: "eq:conf-set-P:accurate",
    16: "inline:I-A.2:q-learning-type", 17: "eq:lp-occ-update:reference",
}  # fmt: skip


def test_numbers_are_those_committed() -> None:
    assert {f.number: next(iter(f.places)) for f in FINDINGS} == PLACES


def test_a_number_is_for_good_and_lists_are_sorted_by_grade() -> None:
    assert [f.number for f in FINDINGS] == list(range(1, len(FINDINGS) + 1))
    ranks = [(GRAVITIES.index(f.gravity), f.number) for f in by_gravity(FINDINGS)]
    assert ranks == sorted(ranks) != [(GRAVITIES.index(f.gravity), f.number) for f in FINDINGS]
    assert {f.gravity for f in FINDINGS} == set(GRAVITIES)


def test_the_headline_counts_no_finding_without_a_consequence() -> None:
    title, listed, rest = errors()
    serious, minor, none = (sum(f.gravity == g for f in FINDINGS) for g in GRAVITIES)
    assert isinstance(title, Heading) and isinstance(listed, Listing)
    assert in_words(title.says) == f"{counted(serious)} serious findings"
    assert len(listed.items) == serious
    assert isinstance(rest, Paragraph)
    said = in_words(rest.says)
    assert said.startswith(f"{counted(minor)} more") and f"{counted(none).lower()} others" in said


def test_every_statement_that_fails_has_a_finding() -> None:
    printed = [claim for claim in REGISTRY.values() if claim.form == "printed"]
    wrong = {claim.label for claim in printed if claim.expected in WRONG}
    places = {label for f in FINDINGS for label in f.places}
    assert wrong <= places <= {claim.label for claim in printed}
    assert all(wrong & set(f.places) for f in FINDINGS)


@every_finding
def test_a_finding_is_complete(f: Finding) -> None:
    assert f.gravity in GRAVITIES and f.affects in AFFECTS and f.witness and f.corrections
    for text in (f.title, f.cause, f.by_hand, f.consequence):
        assert text and not re.search(r"[\\$]", ascii_text(text)), ascii_text(text)
    for correction in f.places.values():
        assert not isinstance(correction, str) or correction in f.corrections
    for c in chain.from_iterable(f.corrections.values()):
        assert c.printed != c.corrected and "\n" not in c.printed + c.corrected
    for work in f.works:
        assert all((work.title, work.what, work.read))


@every_finding
def test_corrections_start_from_the_paper(f: Finding) -> None:
    source = re.sub(r"(?<!\\)%[^\n]*", "", paper())
    for place, several in f.corrections.items():
        assert all(source.count(c.printed) == 1 for c in several), place


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("lem:bias", ["lem:bias"]),
        ("Lemma 6", ["lem:bias"]),
        ("Theorem 4", ["thm:main"]),
        ("(26)", ["eq:26"]),
        ("eq. (26)", ["eq:26"]),
        ("(18)", ["thm:main"]),
        ("Alg. 1 l. 12", ["alg:main/12"]),
        ("Algorithm 1, line 12", ["alg:main/12"]),
        ("Proposition 1", ["prop:1"]),
        ("Prop. 1", ["prop:1"]),
        ("LP1", ["eq:lp-occ-update"]),
        ("E-10", ["disp:App. II.2", "lem:bias-term-2:total", "disp:App. II.3"]),
        ("App. B, display 2", ["disp:App. II.2"]),
        ("Appendix II, display 2", ["disp:App. II.2"]),
    ],
)
def test_the_names_of_the_paper_are_accepted(name: str, labels: list[str]) -> None:
    assert labels_of(name) == labels
    assert {label for label, _ in select(name)} == set(labels)


def test_other_names_are_refused() -> None:
    for name in ("Lemma 60", "(36)", "F-6", "F-99", "E-0", "E-18", ""):
        with pytest.raises(PreconditionError, match="unknown statement"):
            labels_of(name)


def test_numbers_do_not_depend_on_what_was_checked() -> None:
    page = terminal_text(audit_summary(audit("lem:bias-term-2:total", means=means(1))))
    assert "\nE-10. " in page and "E-1." not in page
    assert max(map(len, page.splitlines())) <= 80


# ------------------------------------------------------------------------ lines by hand

LABELS = [
    key[0] for key, claim in REGISTRY.items() if key[1] == "printed" and claim.expected in WRONG
]
LINES = {**{f.name: f.by_hand for f in FINDINGS}, **BY_HAND}
RELATIONS = {"=": None, "<": lt, ">": gt, r"\leq": le, r"\geq": ge}


def chains(text: str) -> Iterator[tuple[float, str, float, float]]:
    """Of each formula the neighbouring sides that are numbers, the relation, and what rounding may
    make of an equation."""
    for tex in re.findall(r"\$([^$]+)\$", text):
        sides = re.split(r"(\\[lg]eq(?![a-z])|[=<>])", tex)
        known = [(k, number(side)) for k, side in enumerate(sides) if k % 2 == 0]
        values = [(k, value) for k, value in known if value is not None]
        for (k, left), (m, right) in pairwise(values):
            between = {sides[j] for j in range(k + 1, m, 2)} - {"="}
            decimals = [len(s.partition(".")[2]) for s in (sides[k], sides[m]) if is_literal(s)]
            assert len(between) < 2
            yield left, (between or {"="}).pop(), right, 10.0 ** -min(decimals, default=9)


def is_literal(side: str) -> bool:
    return re.fullmatch(r"\d+(\.\d+)?", side) is not None


def number(tex: str) -> float | None:
    """The value of a formula without letters."""
    text = re.sub(r"\\sqrt(\d)", r"sqrt(\1)", tex).replace(r"\sqrt", "sqrt")
    text = re.sub(r"\\log_2(\d+)", r"log(\1, 2)", text)
    text = re.sub(
        r"\\(?:log|ln)(?:(\d+)|(?=\())", lambda m: f"log({m[1]})" if m[1] else "log", text
    )
    text = text.replace(r"\cdot", "*").replace(r"\max\{1,0\}", "1").replace("^", "**")
    text = text.replace("{", "(").replace("}", ")")
    text = re.sub(r"(?<=[\d)])(?=[a-z(])", "*", text)
    if not re.fullmatch(r"(?:[\d.+\-*/(), ]|sqrt|log)*\d(?:[\d.+\-*/(), ]|sqrt|log)*", text):
        return None
    if re.search(r",(?! 2\))|/0", text):
        return None  # a list, 0/0
    return float(sympy.sympify(text))


@pytest.mark.parametrize("name", LINES)
def test_the_arithmetic_of_a_line(name: str) -> None:
    assert not re.search(r"[\\$]", ascii_text(LINES[name]))
    for left, relation, right, rounding in chains(LINES[name]):
        compared = RELATIONS[relation]
        right_order = abs(left - right) <= rounding if compared is None else compared(left, right)
        assert right_order, (left, relation, right)


def test_wrong_arithmetic_is_noticed() -> None:
    assert sum(len(list(chains(text))) for text in LINES.values()) > 50
    ((left, relation, right, rounding),) = chains(r"$x=3\sqrt{16}/2=6.1$")
    assert (left, relation, right) == (6, "=", 6.1) and abs(left - right) > rounding / 2


@pytest.mark.parametrize("label", LABELS)
def test_a_line_has_both_sides_of_the_counterexample(label: str) -> None:
    rows = json.loads(FIGURES.read_text("utf-8"))[f"{label}, printed"]
    evidence = [row for row in rows if row[0] not in ("compared", "vacuous", "planted")]
    witness: dict[str, object] = next((row[6] for row in evidence if row[6]), {})
    line = by_hand(findings_of(label)[0], label)
    words = re.findall(r"\d+(?:\.\d+)?(?:/\d+)?", line)
    for side in ("left", "right"):
        if side in witness:
            value = float(sympy.Rational(str(witness[side]).removeprefix("about ")))
            assert any(near(word, value) for word in words), (side, value)


def near(word: str, value: float) -> bool:
    """Whether the word is the value, as far as it is written out."""
    if "/" in word:
        return word != "0/0" and float(sympy.Rational(word)) == value
    return abs(float(word) - value) <= 0.5 * 10.0 ** -len(word.partition(".")[2]) * ("." in word)


def test_every_line_is_shown() -> None:
    assert set(BY_HAND) <= set(LABELS)


def test_the_updates_of_the_path() -> None:
    assert updates_of_path(12, 12288) == 12 * 11
