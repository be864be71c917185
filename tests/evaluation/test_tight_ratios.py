"""Left over right of Lemma 4, Lemma 9 and (25) on MDPs with a state that is never reached: what
their pages say is what the runs say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from proofs_check.statements import eq_25, lemma_04, lemma_09
from reference.support.errors import OK
from tests.called import Command

SIZES = (2, 4, 8)  # m
SAYS = re.compile(r"(0\.\d+), (0\.\d+) and\s+(0\.\d+)\s+times\s+[^.]*for\s+\$m=2\$,\s+4\s+and\s+8")
PAGES = {
    ("Lemma 4", ""): lemma_04.__doc__,
    ("(25)", ""): eq_25.__doc__,
    ("Lemma 9", "12 LX sqrt(TA Lam)"): lemma_09.__doc__,
}


@pytest.mark.parametrize("m", SIZES)
def test_the_pages_say_what_the_runs_say(
    m: int, tmp_path: Path, ucrl_lp: Command, proofs_check: Command
) -> None:
    T, run = 100 * (2 * m + 12) ** 2 * 2, tmp_path / "run.jsonl"
    played = ("--T", T, "--reading", "reward-law=deterministic", "--out", run, "--quiet")
    assert ucrl_lp("run", "--env", f"tight:m={m},L=6,T={T}", *played).status == OK
    evaluated = json.loads(proofs_check("lemmas", "--quiet", "--json", run).out)
    ratios = {
        (statement["number"], line["where"]): line["left"] / line["right"]
        for statement in evaluated["statements"]
        if statement["form"] == "printed" and statement["number"] in {number for number, _ in PAGES}
        for line in statement["lines"]
    }
    for page, text in PAGES.items():
        said = SAYS.search(text or "")
        assert said, page
        number = said[1 + SIZES.index(m)]
        assert f"{ratios[page]:.{len(number) - 2}f}" == number
