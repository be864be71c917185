"""Implementations of UCRL-LP as the kit runs them: callables and command lines."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from proofs_check.kit.cases import Case
from reference.support.errors import PreconditionError, shown
from reference.support.process_groups import MOST_WRITTEN, ended, started
from reference.trace.records import line_of

TIMEOUT = 60.0  # seconds per case of a command
PLACEHOLDERS = ("mdp", "T", "delta", "seed", "episodes", "out")
Trace = bytes | str | os.PathLike[str] | Iterable[str | Mapping[str, Any]]
Implementation = Callable[[Case], Trace]


def command(
    template: str, timeout: float = TIMEOUT, placeholders: Sequence[str] = PLACEHOLDERS
) -> Callable[[Any], bytes]:
    """Return an implementation that runs a command. {mdp} is an MDP file, {T}, {delta},
    {seed} and {episodes} are numbers; the trace is its standard output, or the file {out}.

    Without {episodes} the command can run only cases with episodes = T. Raises PreconditionError if
    {mdp} or {T} is missing, or a quote is not closed."""
    for name in ("{mdp}", "{T}"):
        if name not in template:
            raise PreconditionError("command", template, f"must contain {name}")
    for name in re.findall(r"\{\w*\}", template):
        if name[1:-1] not in placeholders:
            rule = f"must be one of {', '.join(placeholders)}; braces of other words need a script"
            raise PreconditionError("command", name, rule)
    try:
        words = shlex.split(template)
    except ValueError as e:
        raise PreconditionError("command", template, f"must be a command: {e}") from None

    def play(case: Any) -> bytes:
        with tempfile.TemporaryDirectory(prefix="ucrl-lp-") as folder:
            mdp, out = Path(folder, "mdp.json"), Path(folder, "run.jsonl")
            mdp.write_text(case.mdp_file(), encoding="utf-8")
            values = vars(case) | {"mdp": mdp, "out": out}
            printed, said = Path(folder, "stdout"), Path(folder, "stderr")
            status = _run([_filled(word, values) for word in words], printed, said, out, timeout)
            if status != 0:
                text = said.read_bytes().decode("utf-8", "replace").strip()[-400:]
                how = f"exit status {status}" if status > 0 else signal.strsignal(-status)
                raise RuntimeError(f"{how}: {text}")
            trace = out if "{out}" in template else printed
            if not trace.is_file():
                raise RuntimeError("the command ended with status 0, but {out} is not a file")
            return trace.read_bytes()

    return play


def _run(line: list[str], printed: Path, said: Path, out: Path, timeout: float) -> int:
    """Run a command and return its exit status. It is ended if it is late, or writes too much."""
    with printed.open("ab") as stdout, said.open("ab") as stderr:
        try:
            process = started(line, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        except OSError as e:
            raise PreconditionError("command", line[0], f"cannot be run: {e.strerror}") from None
    end, status = time.monotonic() + timeout, None
    try:
        while status is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(line, timeout)
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = process.wait(0.1)
            written = [file.stat().st_size for file in (printed, said, out) if file.exists()]
            if max(written) > MOST_WRITTEN:
                raise RuntimeError(f"the command wrote more than {MOST_WRITTEN} bytes")
    finally:
        ended(process)
    return status


def _filled(word: str, words: Mapping[str, object]) -> str:
    for name, value in words.items():
        word = word.replace("{" + name + "}", str(value))
    return word


def attempted(implementation: Callable[[Any], Trace], case: Any) -> bytes | tuple[str, str]:
    """Return the trace of a case; where there is none, the rule and what happened. Raises
    PreconditionError for a wrong use of the kit."""
    try:
        return trace_of(implementation, case)
    except PreconditionError:
        raise
    except subprocess.TimeoutExpired as e:
        return "slow", f"no result after {e.timeout:g} seconds"
    except Exception as e:  # whatever the tested program raises
        text = f"the implementation raised {type(e).__name__}: {e}"
        return "crashed", shown(" ".join(text.split()), 800)


def trace_of(implementation: Callable[[Any], Trace], case: Any) -> bytes:
    """Return the trace that an implementation produces for a case."""
    trace = implementation(case)
    if isinstance(trace, bytes):
        return trace
    if isinstance(trace, (str, os.PathLike)):
        return Path(trace).read_bytes()
    return b"".join(
        line.encode("utf-8", "surrogateescape") + b"\n" if isinstance(line, str) else line_of(line)
        for line in trace
    )
