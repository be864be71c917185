"""Implementations of UCRL-LP as the kit runs them: callables and command lines."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from proofs_check.kit.cases import Case
from reference.support.atomic_files import scratch
from reference.support.errors import PreconditionError, shown
from reference.support.process_groups import MOST_WRITTEN, ended, processor_seconds, started
from reference.trace.records import line_of

TIMEOUT = 60.0  # seconds of processor time per case of a command
PATIENCE = 10  # times as long by the clock
NO_VERDICT = ("slow", "no-answer")  # about the machine perhaps, not about the program
SMALL_CASE = 3000  # characters of a case that is printed whole
PLACEHOLDERS = ("mdp", "T", "delta", "seed", "episodes", "rewards", "out")
Trace = bytes | str | os.PathLike[str] | Iterable[str | Mapping[str, Any]]
Implementation = Callable[[Case], Trace]


class Ended(Exception):
    """End of a program that wrote no whole trace: the kind, what happened, what it wrote before."""

    def __init__(self, kind: str, text: str, trace: bytes = b"") -> None:
        super().__init__(text)
        self.kind, self.text, self.trace = kind, text, trace


class Attempt(NamedTuple):
    """Why there is no whole trace, and what there is of it."""

    rule: str
    text: str
    trace: bytes = b""


def command(
    template: str,
    timeout: float = TIMEOUT,
    placeholders: Sequence[str] = PLACEHOLDERS,
    clock: float | None = None,
) -> Callable[[Any], bytes]:
    """Return an implementation that runs a command. {mdp} is an MDP file, {T}, {delta},
    {seed} and {episodes} are numbers, {rewards} is bernoulli or deterministic; the
    trace is its standard output, or the file {out}.
    `timeout`: seconds of processor time for a case, of the program and all that it starts; `clock`:
    seconds by the clock, PATIENCE times as many by default.

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

    most = PATIENCE * timeout if clock is None else clock

    def play(case: Any) -> bytes:
        with scratch() as folder:
            mdp, out = Path(folder, "mdp.json"), Path(folder, "run.jsonl")
            mdp.write_text(case.mdp_file(), encoding="utf-8")
            values = vars(case) | {"mdp": mdp, "out": out}
            printed, said = Path(folder, "stdout"), Path(folder, "stderr")
            trace = out if "{out}" in template else printed
            line = [_filled(word, values) for word in words]
            try:
                status = _run(line, (printed, said, out), timeout, most)
            except Ended as e:
                raise Ended(e.kind, e.text, _written(trace)) from None
            if status != 0:
                text = _last_words(said.read_bytes().decode("utf-8", "replace"))
                how = f"exit status {status}" if status > 0 else signal.strsignal(-status)
                said_so = f": {text}" if text else ", and it said nothing"
                raise Ended("crashed", f"RuntimeError: {how}{said_so}", _written(trace))
            if not trace.is_file():
                raise RuntimeError("the command ended with status 0, but {out} is not a file")
            return trace.read_bytes()

    return play


def _written(trace: Path) -> bytes:
    """Return what a program wrote before it ended."""
    return trace.read_bytes() if trace.is_file() and not trace.is_symlink() else b""


def _last_words(text: str) -> str:
    """Return the end of what a program said, from the beginning of a line or word."""
    text = text.strip()
    if len(text) <= 400:
        return text
    tail = text[-400:]
    for end in ("\n", " "):
        if end in tail[:200]:
            tail = tail.partition(end)[2]
            break
    return f"... {tail}"


def _run(line: list[str], files: tuple[Path, Path, Path], timeout: float, clock: float) -> int:
    """Run a command and return its exit status. It is ended if it is late, or writes too much:
    raises Ended."""
    printed, said, out = files
    with printed.open("ab") as stdout, said.open("ab") as stderr:
        try:
            process = started(line, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        except OSError as e:
            raise PreconditionError("command", line[0], f"cannot be run: {e.strerror}") from None
    start, status, look = time.monotonic(), None, min(1.0, timeout)
    try:
        while status is None:
            passed = time.monotonic() - start
            if passed > min(look, clock):
                used, look = processor_seconds(process), passed + 1.0
                if used > timeout:
                    raise Ended("slow", f"no result after {timeout:g} seconds of processor time")
                if passed > clock:
                    text = f"no result after {clock:g} seconds by the clock, {used:.1f} of "
                    raise Ended(
                        "no-answer", f"{text}processor time: the machine may have been busy"
                    )
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = process.wait(0.1)
            written = [file.stat().st_size for file in (printed, said, out) if file.exists()]
            if max(written) > MOST_WRITTEN:
                text = f"RuntimeError: the command wrote more than {MOST_WRITTEN} bytes"
                raise Ended("crashed", text)
    finally:
        ended(process)
    return status


def _filled(word: str, words: Mapping[str, object]) -> str:
    for name, value in words.items():
        word = word.replace("{" + name + "}", str(value))
    return word


def attempted(implementation: Callable[[Any], Trace], case: Any) -> bytes | Attempt:
    """Return the trace of a case; where there is no whole one, the rule, what happened, and what
    was written before. Raises PreconditionError for a wrong use of the kit."""
    try:
        return trace_of(implementation, case)
    except PreconditionError:
        raise
    except Ended as e:
        text = f"the implementation raised {e.text}" if e.kind == "crashed" else e.text
        return Attempt(e.kind, shown(" ".join(text.split()), 800), e.trace)
    except Exception as e:  # whatever the tested program raises
        text = f"the implementation raised {type(e).__name__}: {e}"
        return Attempt("crashed", shown(" ".join(text.split()), 800))


def trace_of(implementation: Callable[[Any], Trace], case: Any) -> bytes:
    """Return the trace that an implementation produces for a case."""
    trace = implementation(case)
    if isinstance(trace, bytes):
        return trace
    if isinstance(trace, (str, os.PathLike)):
        return Path(trace).read_bytes()
    written: list[bytes] = []
    try:
        for line in trace:
            text = isinstance(line, str)
            written.append(
                line.encode("utf-8", "surrogateescape") + b"\n" if text else line_of(line)  # type: ignore[union-attr,arg-type]
            )
    except PreconditionError:
        raise
    except Exception as e:  # what a generator wrote before is part of the answer
        raise Ended("crashed", f"{type(e).__name__}: {e}", b"".join(written)) from e
    return b"".join(written)


def ahead(
    implementation: Callable[[Any], Trace], cases: Iterable[Any], workers: int
) -> Iterator[tuple[Any, Callable[[Any], Trace]]]:
    """Yield every case, in order, with what answers it: the implementation itself, or what it has
    answered meanwhile in one of `workers` threads."""
    if workers <= 1:
        yield from ((case, implementation) for case in cases)
        return
    pool = ThreadPoolExecutor(workers)
    waiting: deque[tuple[Any, Future[bytes]]] = deque()
    try:
        for case in cases:
            waiting.append((case, pool.submit(trace_of, implementation, case)))
            if len(waiting) > workers:
                yield _answered(*waiting.popleft())
        while waiting:
            yield _answered(*waiting.popleft())
    finally:
        pool.shutdown(cancel_futures=True)


def _answered(case: Any, answer: Future[bytes]) -> tuple[Any, Callable[[Any], Trace]]:
    return case, lambda _: answer.result()


def told_case(case: Any) -> str:
    """Return a case as text; a large one is written to a file, which is named."""
    text = str(case)
    if len(text) <= SMALL_CASE:
        return text
    name = f"ucrl-lp-case-{sha256(text.encode()).hexdigest()[:12]}.json"
    file = Path(tempfile.gettempdir(), name)
    file.write_text(json.dumps(case.as_json()) + "\n", encoding="utf-8")
    return f"{text.partition(' on' + chr(10))[0]} on the MDP in {file}"
