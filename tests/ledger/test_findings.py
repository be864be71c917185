"""The findings: complete, numbered for good, recomputable; names of statements."""

from __future__ import annotations

import re
from math import log, sqrt

import pytest

from proofs_check import claims
from proofs_check.audit.audit import audit, select
from proofs_check.claims.common.paths import updates_of_path
from proofs_check.ledger.findings import FINDINGS, GRADES, Finding
from proofs_check.ledger.names import labels_of
from proofs_check.ledger.registry import REGISTRY, WRONG
from proofs_check.report.plain_text import ascii_text
from proofs_check.report.terminal import print_audit
from reference.support.errors import PreconditionError
from tests.ledger.test_inventory import paper

claims.load()
every_finding = pytest.mark.parametrize("f", FINDINGS, ids=lambda f: f.name)
NUMBERS = {  # committed: a number keeps its cause for good
    1: "lem:bias", 2: "lem:occ-1-norm:P_i", 3: "alg:main/12", 4: "sec:abstract", 5: "inline:I-A.1",
    6: "disp:App. B.2", 7: "rem:1", 8: "prop:1", 9: "alg:main/1", 10: "alg:main/11", 11: "lem:bias",
    12: "inline:IV-A.1:significant", 13: "inline:I-A.2:q-learning-type",
    14: "as:layered-mdp:independence", 15: "eq:conf-set-P:hope", 16: "eq:lp-occ-update:reference",
}  # fmt: skip


def test_numbers_are_those_committed() -> None:
    assert {f.number: next(iter(f.places)) for f in FINDINGS} == NUMBERS


def test_every_statement_that_fails_has_a_finding() -> None:
    printed = [one for one in REGISTRY.values() if one.form == "printed"]
    wrong = {one.label for one in printed if one.expected in WRONG}
    places = {label for f in FINDINGS for label in f.places}
    assert wrong <= places <= {one.label for one in printed}
    assert all(wrong & set(f.places) for f in FINDINGS)


@every_finding
def test_a_finding_is_complete(f: Finding) -> None:
    assert f.grade in GRADES and f.witness and f.corrections
    for text in (f.title, f.cause, f.by_hand, f.then):
        assert text and not re.search(r"[\\$]", ascii_text(text)), ascii_text(text)
    for correction in f.places.values():
        assert not isinstance(correction, str) or correction in f.corrections
    for c in f.corrections.values():
        assert c.printed != c.corrected and "\n" not in c.printed + c.corrected


@every_finding
def test_corrections_start_from_the_paper(f: Finding) -> None:
    source = re.sub(r"(?<!\\)%[^\n]*", "", paper())
    squeezed = re.sub(r"[\s&]|\\notag|\\\\|\\quad", "", source)
    for place, c in f.corrections.items():
        words = re.sub(r"[\s&]|\\notag|\\\\|\\quad", "", c.printed)
        assert words in squeezed, place


LAM = log(9120)
BY_HAND: dict[int, list[float]] = {
    1: [10 + 4 * sqrt(log(1e9) / 2), 20],
    2: [37 / 151, sqrt(4 * LAM / 151) / 2, 2 * sqrt(4 * LAM / 37), 2],
    3: [updates_of_path(12, 12288), 14 * log(12288)],
    4: [1],
    5: [2**2 * 4**2, 2 * 32, 2 * sqrt(32 * 4)],
    6: [1 + 1 + 2 / sqrt(2) + 4 / 2 + 8 / sqrt(8) + 16 / 4, 3 * sqrt(16)],
    7: [3 * ((3 - 1) * 2 + 2), 3 * 2],
    8: [1],
    9: [1 / (1 * 1 * 1), 2],
    10: [0],
    11: [2 + 1, 2],
    12: [log(26e6), 10 * log(26e6) / 2],
    13: [5 + 8, 2 * 5],
    14: [log(2560), 0.5, sqrt(2 * log(2560) / 64)],
    15: [sqrt(4 * log(4e4) / 128), sqrt(4 * log(4e4) / 64) / 2],
    16: [1, 9],
}  # number -> figures of its line, recomputed


@every_finding
def test_figures_of_the_line_by_hand(f: Finding) -> None:
    for figure in BY_HAND[f.number]:
        words = re.findall(r"\d+(?:\.\d+)?", f.by_hand)
        near = min(words, key=lambda word: abs(float(word) - figure))
        assert abs(float(near) - figure) <= 0.5 * 10.0 ** -len(near.partition(".")[2]), figure


def test_the_order_of_the_figures() -> None:
    """What the lines say of them."""
    for k in (1, 3, 6, 7, 11):
        greater, smaller = BY_HAND[k]
        assert greater > smaller, k
    P_bar, half_eps, two_eps, xi = BY_HAND[2]
    assert P_bar < half_eps and two_eps < xi
    assert min(BY_HAND[5][:2]) > 2 * BY_HAND[5][2]


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
        ("F-6", ["disp:App. B.2", "disp:App. B.3", "lem:bias-term-2:total"]),
    ],
)
def test_the_names_of_the_paper_are_accepted(name: str, labels: list[str]) -> None:
    assert labels_of(name) == labels
    assert {label for label, _ in select(name)} == set(labels)


def test_other_names_are_refused() -> None:
    for name in ("Lemma 60", "(36)", "F-99", "F-0", ""):
        with pytest.raises(PreconditionError, match="no such claim"):
            labels_of(name)


def test_numbers_do_not_depend_on_what_was_checked() -> None:
    found = print_audit(audit("lem:bias-term-2:total", workers=1))
    assert "\nF-6, constant or accounting" in found and "F-1" not in found
    assert max(map(len, found.splitlines())) <= 80
