"""Spellings of the version before, read for one more version: options that name an experiment."""

from __future__ import annotations

from collections.abc import Sequence

from reference.support.command_line import now_spelt, taken

EXPERIMENT = {"--sensitivity": "sensitivity", "--compare": "compare", "--family": "compare"}
"""Flags that named an experiment, too."""


def spelt(words: Sequence[str]) -> tuple[list[str], str]:
    """Return the words of a call as they are spelt now, and a line that says so if they differ.

    >>> spelt(["simulate", "--resume", "out", "--workers", "2"])[0]
    ['simulate', 'resume', 'out', '--workers', '2']
    """
    now = _now(words)
    return now, now_spelt("ucrl-lp", words, now)


def _now(words: Sequence[str]) -> list[str]:
    command, rest = list(words[:1]), list(words[1:])
    shell, more = taken(words, "--print-completion")
    if shell is not None:
        return ["completion", shell, *more]
    named = rest[:1] and (rest[0] in ("-h", "--help") or not rest[0].startswith("-"))
    if command != ["simulate"] or named:
        return list(words)
    for flag, name in (("--resume", "resume"), ("--only", "trial")):
        value, more = taken(rest, flag)
        if value is not None:
            return [*command, name, *filter(None, [value]), *more]
    for flag, name in EXPERIMENT.items():
        if flag in rest:
            rest.remove(flag)
            return [*command, name, *rest]
    return [*command, "figure1", *rest]
