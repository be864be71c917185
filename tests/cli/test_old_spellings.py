"""Spellings of the version before: they do the same as today's, and say how these are written."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from proofs_check.commands import spellings
from reference.support.errors import OK
from tests.called import Command

NOW = [  # the words after proofs-check, and how they are spelt now
    ("", "audit"),
    ("--planted --full", "audit --planted --full"),
    ("--only '(14)' --json", "audit --only '(14)' --json"),
    ("--explain 'Lemma 6'", "explain 'Lemma 6'"),
    ("--explain='Lemma 6' --planted", "explain 'Lemma 6' --planted"),
    ("--workers 1 --only E-1 --explain E-1", "explain E-1 --workers 1"),
    ("--explain", "explain"),
    ("--html pages --sender Me --url here", "report pages --sender Me --url here"),
    ("--quiet --explain 'Lemma 6' --html=pages", "report pages --only 'Lemma 6' --quiet"),
    ("--html", "report"),
    ("docs site --force", "site site --force"),
    ("trace --explain eps --json", "explain eps --json"),
    ("trace --explain=all", "explain rules"),
    ("trace --explain", "explain"),
    ("--print-completion zsh", "completion zsh"),
]
SAME = ("--help", "-h", "--version", "audit --only E-1", "trace run.jsonl --html page", "explain x",
        "lemmas --planted", "kit --help", "trcae")  # fmt: skip


@pytest.mark.parametrize(("old", "new"), NOW)
def test_an_old_spelling_is_read_and_the_new_one_said(old: str, new: str) -> None:
    words, notice = spellings.spelt(shlex.split(old))
    assert words == shlex.split(new)
    assert (f"proofs-check: now spelt `proofs-check {new}`" in notice) is bool(old)


@pytest.mark.parametrize("line", SAME)
def test_what_is_spelt_as_today_is_unchanged(line: str) -> None:
    assert spellings.spelt(shlex.split(line)) == (shlex.split(line), "")


def test_both_spellings_print_the_same(proofs_check: Command, ucrl_lp: Command) -> None:
    for program, called, old, new in (
        (
            "proofs-check",
            proofs_check,
            "--only '(14)' --workers 1",
            "audit --only '(14)' --workers 1",
        ),
        ("proofs-check", proofs_check, "--explain '(14)' --quiet", "explain '(14)' --quiet"),
        ("proofs-check", proofs_check, "trace --explain eps", "explain eps"),
        ("ucrl-lp", ucrl_lp, "--print-completion fish", "completion fish"),
    ):
        before, now = called(*shlex.split(old)), called(*shlex.split(new))
        assert (before.status, now.status, before.out) == (OK, OK, now.out), old
        assert before.err.splitlines()[0] == (
            f"{program}: now spelt `{program} {new}`; the next version reads this alone"
        )
        assert "now spelt" not in now.err


def test_a_wrong_call_in_an_old_spelling_is_one_line(proofs_check: Command, tmp_path: Path) -> None:
    for words in (("--html", tmp_path, "--only"), ("--nothing",)):
        status, out, err = proofs_check(*words)
        assert (status, out, len(err.splitlines())) == (4, "", 1) and "now spelt" not in err
