"""Implementations of UCRL-LP as the kit runs them: callables and command lines."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from proofs_check.kit.cases import Case
from reference.support.errors import PreconditionError
from reference.trace.records import line_of

TIMEOUT = 60.0  # seconds per case of a command
PLACEHOLDERS = ("mdp", "T", "delta", "seed", "episodes", "out")
Implementation = Callable[[Case], str | os.PathLike[str] | Iterable[str | Mapping[str, Any]]]


def command(template: str, timeout: float = TIMEOUT) -> Implementation:
    """An implementation that runs a command. {mdp} is an MDP file (spec.md), {T}, {delta}, {seed}
    and {episodes} are numbers; the trace is its standard output, or the file {out}.

    Without {episodes} the command can run only cases with episodes = T. Raises PreconditionError if
    {mdp} or {T} is missing."""
    for name in ("{mdp}", "{T}"):
        if name not in template:
            raise PreconditionError("command", template, f"must contain {name}")
    for name in re.findall(r"\{\w*\}", template):
        if name[1:-1] not in PLACEHOLDERS:
            rule = f"must be one of {', '.join(PLACEHOLDERS)}; braces of other words need a script"
            raise PreconditionError("command", name, rule)

    def play(case: Case) -> list[str]:
        with tempfile.TemporaryDirectory(prefix="ucrl-lp-") as folder:
            mdp, out = Path(folder, "mdp.json"), Path(folder, "run.jsonl")
            mdp.write_text(case.mdp_file(), encoding="utf-8")
            words = {
                "mdp": mdp,
                "T": case.T,
                "delta": case.delta,
                "seed": case.seed,
                "episodes": case.episodes,
                "out": out,
            }
            line = [_filled(word, words) for word in shlex.split(template)]
            try:
                done = subprocess.run(
                    line,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=timeout,
                    check=False,
                )
            except OSError as e:
                raise PreconditionError(
                    "command", line[0], f"cannot be run: {e.strerror}"
                ) from None
            if done.returncode != 0:
                said = done.stderr.decode("utf-8", "replace").strip()[-400:]
                raise RuntimeError(f"exit status {done.returncode}: {said}")
            data = out.read_bytes() if "{out}" in template else done.stdout
        return data.decode("utf-8", "surrogateescape").splitlines()

    return play


def _filled(word: str, words: Mapping[str, object]) -> str:
    for name, value in words.items():
        word = word.replace("{" + name + "}", str(value))
    return word


def trace_of(implementation: Implementation, case: Case) -> bytes:
    """The trace that an implementation produces for a case."""
    found = implementation(case)
    if isinstance(found, (str, os.PathLike)):
        return Path(found).read_bytes()
    return b"".join(
        line.encode("utf-8", "surrogateescape") + b"\n" if isinstance(line, str) else line_of(line)
        for line in found
    )
