"""The findings: complete, numbered for good, recomputable; names of statements."""

from __future__ import annotations

import re

import pytest

from proofs_check import claims
from proofs_check.audit.audit import audit, select
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
        with pytest.raises(PreconditionError, match="unknown statement"):
            labels_of(name)


def test_numbers_do_not_depend_on_what_was_checked() -> None:
    found = print_audit(audit("lem:bias-term-2:total", workers=1))
    assert "\nF-6, constant or accounting" in found and "F-1" not in found
    assert max(map(len, found.splitlines())) <= 80
