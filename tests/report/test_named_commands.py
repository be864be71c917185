"""Every command that a page or a text of the packages names exists, with these options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest

from proofs_check.__main__ import parser as checker
from reference.__main__ import parser as runner
from tests.paths import ROOT
from tests.report.markdown import blocks, spans

PROGRAMS = {"proofs-check": checker, "ucrl-lp": runner}
CALL = re.compile(r"(proofs-check|ucrl-lp|python -m proofs_check|python -m reference) (.+)")
MODULES = {"python -m proofs_check": "proofs-check", "python -m reference": "ucrl-lp"}
ENDS = {"|", "||", "&&", ">", ";", "#", "..."}


def in_page(text: str) -> Iterator[str]:
    """What a page has in code: spans, and lines of blocks without their prompt."""
    yield from spans(text)
    for _, _, block in blocks(text):
        yield from (line.removeprefix("$ ") for line in block.split("\n"))


def named() -> Iterator[tuple[str, str]]:
    """(file, command) of every page, and of every text of a module between backticks."""
    for page in ROOT.rglob("*.md"):
        if page.name != "CHANGELOG.md" and not {".git", "node_modules"} & set(page.parts):
            for code in in_page(page.read_text("utf-8")):
                yield page.name, code
    for package in ("proofs_check", "reference"):
        for module in (ROOT / package).rglob("*.py"):
            source = re.sub(r'"\n\s*f?"', "", module.read_text("utf-8"))
            for code in re.findall(r"`((?:proofs-check|ucrl-lp) [^`{}]*)`", source):
                yield str(module.relative_to(ROOT)), " ".join(code.split())


def wrong(code: str) -> str:
    """What is wrong with a command; "" for one that exists, and for what is none."""
    call = CALL.fullmatch(code.strip())
    if call is None:
        return ""
    program = MODULES.get(call[1], call[1])
    words = before_the_end(shlex.split(call[2], comments=True))
    if words[:1] == ["simulate"] and len(words) == 1:
        return ""  # the command, not a call of it
    command: click.Command | None = PROGRAMS[program]()
    while words and isinstance(command, click.Group):
        command, *words = command.get_command(click.Context(command), words[0]), *words[1:]
    if command is None:
        return "no such command"
    options = {"--help", *(name for param in command.params for name in param.opts)}
    unknown = {word.partition("=")[0] for word in words if word.startswith("--")} - options
    return f"no such option: {unknown}" if unknown else ""


def before_the_end(words: Sequence[str]) -> list[str]:
    """The words up to a pipe, a redirection or dots."""
    end = next((k for k, word in enumerate(words) if word in ENDS), len(words))
    return list(words[:end])


def test_every_command_that_is_named_exists() -> None:
    every = sorted(set(named()))
    assert [(where, code, said) for where, code in every if (said := wrong(code))] == []
    assert sum(CALL.fullmatch(code) is not None for _, code in every) > 100


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('proofs-check --explain "Lemma 6"', "no such command"),
        ("proofs-check docs SITE", "no such command"),
        ("proofs-check trcae run.jsonl", "no such command"),
        ("ucrl-lp env shwo tiny", "no such command"),
        ("proofs-check report DIR --sendr Me", "no such option: {'--sendr'}"),
        ("python -m reference simulate --T 10", "no such command"),
        ("proofs-check report DIR --sender Me | cat --x", ""),
        ("ucrl-lp is a program", "no such command"),
    ],
)
def test_what_is_wrong_is_said(code: str, said: str) -> None:
    assert wrong(code) == said


def test_pages_are_read(tmp_path: Path) -> None:
    page = "`proofs-check trace`\n\n```console\n$ ucrl-lp env list\ntiny\n```\n"
    assert {"proofs-check trace", "ucrl-lp env list"} <= set(in_page(page))
