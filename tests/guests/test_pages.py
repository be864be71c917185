"""The pages of the guests stay true: commands, options, links (tests/report)."""

from __future__ import annotations

import pytest

from tests.called import Command
from tests.paths import ROOT
from tests.report.markdown import blocks
from tests.report.test_readme import in_lines, names_options_that_exist
from tests.report.test_spec import resolves

PAGE = (ROOT / "proofs_check/guests/kit/guests.md").read_text(encoding="utf-8")
ELSEWHERE = {
    "proofs-check explain rules": "tests/cli/test_console.py",
    "ucrl-lp run --algorithm ucrl2": "tests/guests/flat/test_commands.py",
    "proofs-check kit": "tests/guests/flat/test_flat_kit.py",
    "proofs-check kit --algorithm ucb-h --option c=0.1 "
    '--against "./mine {mdp} {T} {H} {delta} {seed}"': "tests/guests/flat/test_flat_kit.py",
    "proofs-check trace RUN.jsonl": "tests/guests/flat/test_flat_reader.py",
    "proofs-check trace run.jsonl --coverage": "tests/guests/flat/test_flat_reader.py",
    "ucrl-lp run --mdp FILE.npz": "tests/environments/test_arrays.py",
    "python -m tests.guests.vectors.consumer": "tests/guests/vectors/test_vectors.py",
}
"""Every command of the page, and the test that runs it or something like it."""


def test_every_command_is_run_elsewhere() -> None:
    assert not blocks(PAGE, "console") and not blocks(PAGE, "pycon")
    assert in_lines(PAGE) == ELSEWHERE.keys()
    assert all((ROOT / where).exists() for where in ELSEWHERE.values())


def test_options_and_modules_named_on_the_page_exist(
    ucrl_lp: Command, proofs_check: Command
) -> None:
    names_options_that_exist([PAGE], ucrl_lp, proofs_check)


@pytest.mark.parametrize(
    "page",
    [
        "reference/guests/README.md",
        "reference/guests/adapters/README.md",
        "reference/guests/family/README.md",
        "reference/guests/flat/README.md",
        "reference/guests/learners/README.md",
        "reference/guests/comparison/committed/comparison.md",
        "proofs_check/guests/kit/guests.md",
    ],
)
def test_links_and_anchors_resolve(page: str) -> None:
    resolves(page)
