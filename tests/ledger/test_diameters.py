"""The table of diameters is what the environments give, and every page that sets a competitor's
diameter says under which condition."""

from __future__ import annotations

import re
from math import sqrt

import pytest

from proofs_check import statements
from proofs_check.arithmetic import ONE, Q
from proofs_check.ledger.findings import findings
from proofs_check.ledger.registry import STATEMENTS, Verdict
from proofs_check.report.pages import letter
from proofs_check.report.spec_page import diameters_part
from proofs_check.statements.common import diameters
from proofs_check.statements.common.orders import UCRL2B_BELOW, below_if
from proofs_check.statements.common.transitions import diameter
from tests.ledger.diameters import computed, environments

statements.load()
ROWS = {row.environment: row for row in diameters.diameters()}


def test_every_environment_of_the_registry_has_its_row() -> None:
    assert list(ROWS) == environments()


@pytest.mark.parametrize("name", ROWS)
def test_the_first_seeds_give_the_committed_diameters(name: str) -> None:
    """All seeds: `python -m tests.ledger.diameters` and `git diff`."""
    pytest.importorskip("gymnasium" if name in ("frozenlake-4x4", "cliffwalking") else "json")
    row = ROWS[name]
    found, most = computed(name, range(len(row.D[:2])))
    assert [None if D is None else Q(D) for D in found] == list(row.D[:2])
    assert most <= row.Gamma and row.Gamma <= 10


def test_the_numbers_in_words_are_those_of_the_table() -> None:
    paper = ROWS["paper"]
    assert (paper.L, paper.X, paper.A, len(paper.D)) == (6, 52, 5, 20)
    said = diameters.at_section_6()
    assert said == r"there $LX/\Gamma=31.2$, and $D$ is 43 to 151"
    (e_4,) = (f for f in findings() if f.number == 4)
    assert said in e_4.cause and said in letter.works() and diameters.draws() in e_4.cause
    assert round(sqrt(43.3 / 31.2), 1) == 1.2 and round(sqrt(150.59 / 31.2), 1) == 2.2
    (row,) = (line for line in diameters_part().split("\n") if line.startswith("| `paper`"))
    assert row.endswith(" | 0 to 19 | 43.3 | 79.3 | 150.6 | 31.2 | 0 of 20 |")


def test_diameters_on_both_sides_of_the_threshold_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(diameters, "paper", lambda: ROWS["tiny"])  # D = 8/3 < 4
    with pytest.raises(ValueError, match="do not lie above"):
        diameters.at_section_6()


def test_the_threshold_is_that_of_the_bound() -> None:
    assert below_if(*UCRL2B_BELOW).evidence().verdict is Verdict.HOLDS
    assert below_if(UCRL2B_BELOW[0], "L*X").evidence().verdict is Verdict.FAILS


def test_layers_of_one_state_have_a_diameter_below_the_threshold() -> None:
    """L states in a circle: D = L - 1 < LX/Gamma with Gamma = 1."""
    for L in range(2, 9):
        D = diameter([[[[ONE]]]] * L)
        assert D == L - 1 and Q(L * (L + 1), 1) > D


SETS = re.compile(r"D\s*=\s*L(?![/\w])")
CONDITION = re.compile(r"\bif\b|\bleast\b|\blargest\b|only if|when", re.IGNORECASE)


def test_a_competitor_s_diameter_is_set_to_L_under_a_condition_only() -> None:
    """Of UCRL2, UCRL2B and posterior sampling: a sentence with D = L has an "if", or says that it
    is the least (or the largest allowed) diameter."""
    said = {f.name: f"{f.title}. {f.cause} {f.by_hand} {f.consequence}" for f in findings()}
    said |= {"letter": f"{letter.works()} {letter.SAMPLING}"}
    for s in STATEMENTS.values():
        texts = [s.says, s.by_hand or "", *(form.says for form in s.forms.values())]
        texts += [form.repair or "" for form in s.forms.values()]
        said[s.label] = ". ".join(map(str, texts))
    assert not unconditional("UCRL2B, if $D=L$, has less.")
    assert unconditional("Translated ($D=L$, $n=LT$), it is $x$.")
    for place, text in said.items():
        assert not unconditional(text), place


def unconditional(text: str) -> list[str]:
    """Return the sentences that set D = L without a condition."""
    sentences = re.split(r"(?<=[.;:])\s", " ".join(text.split()))
    return [s for s in sentences if SETS.search(s) and not CONDITION.search(s)]
