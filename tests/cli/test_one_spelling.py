"""A thing is asked for in one way: spellings of versions that were never published are refused."""

from __future__ import annotations

import shlex

import pytest

from reference.support.errors import USAGE
from tests.called import Command

OLD = (
    "--planted --full", "--only '(14)'", "--explain 'Lemma 6'", "--explain", "--html pages",
    "docs site", "trace --explain eps", "--print-completion zsh", "explain F-6",
)  # fmt: skip
OLD_OF_RUNS = (
    "--print-completion fish", "simulate --T 5", "simulate --sensitivity", "simulate --compare",
    "simulate --family", "simulate --resume out", "simulate --only t",
)  # fmt: skip


@pytest.mark.parametrize("line", OLD)
def test_an_old_spelling_is_refused_in_a_line(proofs_check: Command, line: str) -> None:
    is_refused(proofs_check, line)


@pytest.mark.parametrize("line", OLD_OF_RUNS)
def test_an_old_spelling_of_runs_is_refused_in_a_line(ucrl_lp: Command, line: str) -> None:
    is_refused(ucrl_lp, line)


def is_refused(called: Command, line: str) -> None:
    status, out, err = called(*shlex.split(line))
    assert (status, out, len(err.splitlines())) == (USAGE, "", 1)
    assert "now spelt" not in err and "error" in err
