"""A counterexample whose line by hand names states carries their MDP, with a picture."""

from __future__ import annotations

import re

import pytest

from proofs_check import statements
from proofs_check.ledger.findings import WitnessMDP, findings
from proofs_check.ledger.registry import STATEMENTS
from proofs_check.report.document import Paragraph, Source, inlines
from proofs_check.report.pages.findings import mdp_blocks
from proofs_check.report.terminal import for_terminal

statements.load()
STATE = re.compile(r"(?<![A-Za-z])[uvwz](?![A-Za-z])")
LINES = {
    **{s.label: (s.by_hand, s.mdp) for s in STATEMENTS.values() if s.by_hand},
    **{f.name: (f.by_hand, f.mdp) for f in findings()},
}


def states(text: str) -> set[str]:
    """The states with a letter of their own in the formulas of a text."""
    formulas = (re.sub(r"\\[A-Za-z]+", " ", m) for m in text.split("$")[1::2])
    return {state for m in formulas for state in STATE.findall(m)}


def missing(by_hand: str, mdp: WitnessMDP | None) -> set[str]:
    """The states that a line by hand names and no picture has."""
    return states(by_hand) - set(STATE.findall(mdp.picture if mdp else ""))


@pytest.mark.parametrize("name", LINES)
def test_every_state_that_a_line_by_hand_names_is_in_its_picture(name: str) -> None:
    assert not missing(*LINES[name])


def test_a_state_without_a_picture_is_seen() -> None:
    named = {name for name, (by_hand, _) in LINES.items() if states(by_hand)}
    assert {"E-8", "lem:occ-term-2", "eq:26", "alg:main/19"} <= named
    assert missing(LINES["lem:occ-term-2"][0], None) == {"u", "v"}
    assert missing("at $q(z)$", LINES["prop:2"][1]) == {"z"}


@pytest.mark.parametrize("name", [name for name, (_, mdp) in LINES.items() if mdp])
def test_a_picture_is_small_and_the_same_on_terminal_and_page(name: str) -> None:
    mdp = LINES[name][1]
    assert mdp is not None
    lines = mdp.picture.split("\n")
    assert 3 <= len(lines) <= 6 and max(map(len, lines)) <= 72 and mdp.picture.isascii()
    assert mdp_blocks(mdp) == (Paragraph(inlines(mdp.says), "MDP"), Source(mdp.picture))
    assert all(f"    {line}" in for_terminal(mdp_blocks(mdp)) for line in lines), name
    assert mdp_blocks(None) == ()
