"""The score of an implementation, in any language, on the test vectors.

Vectors are JSON lines, a file for each kind (reader.py). An implementation communicates in JSON
lines: it reads {"id", "kind", "input"} and answers {"id", "output"} or {"id", "skip": reason}. In
`expected` a string "p/q" is that rational, {"lo", "hi"} encloses a number, {"subset_of"} asks for a
list of some of its entries; numbers may be off by `tolerance`, relative above 1.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TextIO

from proofs_check.arithmetic import ONE, Q, to_q
from proofs_check.arithmetic.rational import RATIO
from proofs_check.vectors.reader import KINDS, Vector
from reference.support.errors import (
    FALSE,
    OK,
    UNDECIDED,
    PreconditionError,
    UnusablePath,
    shown,
)
from reference.support.process_groups import ended, started

TIMEOUT = 60.0  # seconds for one answer
MAX_ANSWER = 1 << 24  # characters
MOST_STARTS = 5
MAX_PENDING = 16  # unsolicited answers

# ----------------------------------------------------------------------------- comparison


def differences(case: Vector, output: object) -> list[str]:
    """Return where an answer differs from what the case expects; empty if it is right."""
    if not isinstance(output, dict):
        return ["output: must be an object"]
    problems = list(_differ("", case.expected, output, case.tolerance))
    known = {key: value for key, value in case.intermediates.items() if key in output}
    return problems + list(_differ("", known, output, case.tolerance))


def _differ(where: str, expected: Any, answer: Any, tolerance: Q) -> Iterator[str]:
    """Yield each entry of `expected` that `answer` lacks or misses, by its place `where`."""
    right: bool
    match expected:
        case {"lo": lo, "hi": hi, **rest} if not rest:
            right = _near(to_q(lo), to_q(hi), answer, tolerance)
            rule = f"{float(to_q(lo)):.17g}"
        case {"subset_of": allowed, **rest} if not rest:
            right = isinstance(answer, list) and answer != [] and all(v in allowed for v in answer)
            rule = f"some of {allowed}"
        case dict():
            for key, value in expected.items():
                name = f"{where}.{key}" if where else key
                if isinstance(answer, dict) and key in answer:
                    yield from _differ(name, value, answer[key], tolerance)
                else:
                    yield f"{name}: missing"
            return
        case list():
            right = isinstance(answer, list) and len(answer) == len(expected)
            rule = f"a list of {len(expected)}"
            for k, value in enumerate(expected if right else ()):
                yield from _differ(f"{where}[{k}]", value, answer[k], tolerance)
        case str() if RATIO.fullmatch(expected):
            right = _near(to_q(expected), to_q(expected), answer, tolerance)
            rule = expected
        case _:
            right = expected == answer and isinstance(expected, bool) == isinstance(answer, bool)
            rule = str(expected)
    if not right:
        yield f"{where}: expected {rule}, found {_text(answer)}"


def _near(lo: Q, hi: Q, answer: object, tolerance: Q) -> bool:
    if isinstance(answer, bool) or not isinstance(answer, (int, float, str)):
        return False
    try:
        v = to_q(answer)
    except PreconditionError:
        return False
    slack = tolerance * max(ONE, abs(hi))
    return bool(lo - slack <= v <= hi + slack)


def _text(value: object) -> str:
    try:
        text = json.dumps(value, default=str)
    except RecursionError:
        text = "something nested too deep to be shown"
    return text if len(text) <= 60 else text[:60] + "..."


# ----------------------------------------------------------------------------- the score


@dataclass
class Card:
    """Score: per kind what was right, wrong and skipped, and what was wrong."""

    right: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    wrong: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    skipped: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    unanswered: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    failures: list[tuple[Vector, list[str]]] = field(default_factory=list)

    @property
    def exit_status(self) -> int:
        """Return 0 if something was answered and all of it is right, 1 if something is wrong or
        unanswered, 2 if all was skipped."""
        if self.failures:
            return FALSE
        return OK if any(self.right.values()) else UNDECIDED

    def report(self) -> str:
        """Return a table, and for every wrong answer where it differs and why the vector exists;
        consecutive equal problems are listed once."""
        columns = {"right": self.right, "wrong": self.wrong, "skipped": self.skipped}
        if any(self.unanswered.values()):
            columns["unanswered"] = self.unanswered
        width = max(map(len, KINDS))
        lines = [f"{'kind':<{width}}" + "".join(f"{name:>{len(name) + 2}}" for name in columns)]
        for kind in KINDS:
            if any(counts[kind] for counts in columns.values()):
                row = (f"{counts[kind]:>{len(name) + 2}}" for name, counts in columns.items())
                lines.append(f"{kind:<{width}}" + "".join(row))
        for _, alike in groupby(self.failures, key=lambda failure: failure[1]):
            (case, problems), *others = alike
            lines.append(f"{case.id}: {case.comment}")
            lines += [f"    {problem}" for problem in problems[:3]]
            if len(problems) > 3:
                lines.append(f"    and {len(problems) - 3} more")
            if others:
                lines.append(f"    the same for {len(others)} more, to {others[-1][0].id}")
            elif case.reason:
                lines.append(f"    reason: {case.reason}")
            else:
                lines += [f"    {n['bug']}: {n['effect']}" for n in case.notes.values()]
        return "\n".join(lines)


Consumer = Callable[[dict[str, Any]], dict[str, Any]]  # a question to an answer


def score(consumer: Consumer, cases: Iterable[Vector]) -> Card:
    """Ask every case. An exception in the consumer counts as a wrong answer."""
    card = Card()
    for case in cases:
        try:
            answer = consumer({"id": case.id, "kind": case.kind, "input": case.input})
        except (PreconditionError, UnusablePath):
            raise  # our own: the command cannot be run
        except Unanswered as e:
            card.unanswered[case.kind] += 1
            card.failures.append((case, [str(e)]))
            continue
        except Exception as e:
            answer = {"id": case.id, "error": f"{type(e).__name__}: {e}"}
        if "skip" in answer and "output" not in answer:
            card.skipped[case.kind] += 1
            continue
        if "error" in answer:
            problems = [shown(answer["error"])]
        elif answer.get("id") != case.id or "output" not in answer:
            problems = [f"the answer must have this id and an output, found {_text(answer)}"]
        else:
            problems = differences(case, answer["output"])
        if problems:
            card.failures.append((case, problems))
        (card.wrong if problems else card.right)[case.kind] += 1
    return card


class Unanswered(Exception):
    """Question without an answer: the program hung or ended."""


class Program:
    """Command that speaks JSON lines, started once. Use as a context manager."""

    def __init__(self, line: str, timeout: float = TIMEOUT) -> None:
        try:
            self.words = shlex.split(line)
        except ValueError as e:
            raise PreconditionError("--against", line, f"must be a command: {e}") from None
        if not self.words:
            raise PreconditionError("--against", line, "must name a command")
        self.timeout, self.starts = timeout, 0
        self.answered = self.hung = False
        self._start()

    def _start(self) -> None:
        try:
            self._process = started(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                text=True, encoding="utf-8", errors="replace",
            )  # fmt: skip
        except OSError as e:
            rule = f"cannot be run: {e.strerror}"
            raise PreconditionError("--against", self.words[0], rule) from None
        self.starts += 1
        self._lines: queue.Queue[str] = queue.Queue(MAX_PENDING)
        listen = (self._process.stdout, self._lines)
        threading.Thread(target=_listen, args=listen, daemon=True).start()

    def __call__(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask one question. Raises Unanswered if the program ends or does not answer in time; it is
        restarted for the next question, up to MOST_STARTS starts in all."""
        if self._process.poll() is not None:
            if self.starts == MOST_STARTS:
                raise Unanswered(f"not asked: the program has failed {MOST_STARTS} times")
            if self.hung and not self.answered:  # it would cost a minute each time
                raise Unanswered("not asked: the program has not answered anything")
            self._start()
        late = threading.Event()

        def end() -> None:
            late.set()
            ended(self._process)

        timer = threading.Timer(self.timeout, end)
        timer.start()
        try:
            if self._process.stdin is not None:
                self._process.stdin.write(json.dumps(question) + "\n")
                self._process.stdin.flush()
            line = self._lines.get(timeout=self.timeout + 1)
        except (BrokenPipeError, queue.Empty):  # empty: its children hold its output open
            line = ""
        finally:
            timer.cancel()
        if not line:
            status = self._status()  # waits: a killed program that is not reaped still looks alive
            self.hung = late.is_set()
            if self.hung:
                raise Unanswered(f"no answer in {self.timeout:g} seconds")
            raise Unanswered(f"the program has ended with status {status}")
        self.answered = True
        if len(line) > MAX_ANSWER:
            ended(self._process)
            raise ValueError(f"an answer must have at most {MAX_ANSWER} characters")
        try:
            answer = json.loads(line)
        except json.JSONDecodeError as e:
            raise ValueError(f"an answer must be JSON: {e.msg}; found {_text(line)}") from None
        if not isinstance(answer, dict):
            raise ValueError(f"an answer must be a JSON object, found {_text(answer)}")
        return answer

    def _status(self) -> int:
        """Return the exit status of a program that no longer answers."""
        try:
            return self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:  # it closed its output, but still runs
            return ended(self._process)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        ended(self._process)


def _listen(out: TextIO, lines: queue.Queue[str]) -> None:
    """Queue its lines, then an empty one; at most MAX_ANSWER + 1 characters of each."""
    while line := out.readline(MAX_ANSWER + 1):
        lines.put(line)
    lines.put("")
