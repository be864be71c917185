"""Spellings of the version before, read for one more version: options that are commands now."""

from __future__ import annotations

from collections.abc import Sequence

from reference.support.command_line import now_spelt, taken

ENDING = ("-h", "--help", "--version")


def spelt(words: Sequence[str]) -> tuple[list[str], str]:
    """Return the words of a call as they are spelt now, and a line that says so if they differ. A
    call without any is the audit.

    >>> spelt(["--explain", "Lemma 6"])[0], spelt(["--html", "pages", "--quiet"])[0]
    (['explain', 'Lemma 6'], ['report', 'pages', '--quiet'])
    """
    if not words:
        return ["audit"], ""
    now = _now(words)
    return now, now_spelt("proofs-check", words, now)


def _now(words: Sequence[str]) -> list[str]:
    first, rest = words[0], list(words[1:])
    if first == "docs":
        return ["site", *rest]
    if first == "trace":
        rule, rest = taken(rest, "--explain")
        named = {"": [], "all": ["rules"]}.get(rule or "", [rule or ""])
        return list(words) if rule is None else ["explain", *named, *rest]
    if not first.startswith("-") or first in ENDING:
        return list(words)
    shell, rest = taken(words, "--print-completion")
    if shell is not None:
        return ["completion", shell, *rest]
    directory, rest = taken(words, "--html")
    name, rest = taken(rest, "--explain")
    if directory is not None:
        only = ["--only", name] if name else []
        return ["report", *filter(None, [directory]), *only, *rest]
    if name is not None:
        only_name, without = taken(rest, "--only")
        rest = without if only_name == name else rest
        return ["explain", *filter(None, [name]), *rest]
    return ["audit", *rest]
