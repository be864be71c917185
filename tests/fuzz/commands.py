"""What must hold when a command does something with a stranger's file: resumes it, shows it as a
page, certifies its LP, or asks the program that wrote it."""

from __future__ import annotations

import gzip
import io
import json
import shlex
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from proofs_check.arithmetic import to_q
from proofs_check.certificate.checker import check_certificate
from proofs_check.certificate.writer import write_certificate
from proofs_check.commands.certificate import lp_of_counts
from proofs_check.conformance.replay import Conformance, check
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import solve
from proofs_check.report.html.trace_page import Timeline, trace_pages
from proofs_check.vectors.reader import Vector, release
from proofs_check.vectors.score import Program, score
from reference.backward_induction import optimistic_values
from reference.confidence import empirical_transition
from reference.running.resume import resume_run
from reference.support.errors import MalformedInput, PreconditionError, UcrlLpError
from reference.trace.reader import read_stream
from tests.report.test_html import Page

REFUSED = "refused"
EPISODES = 60  # a resumption is stopped after so many questions whether to stop
LARGEST_LP = 400  # triples: a certificate of more takes seconds


@contextmanager
def _file(data: bytes, suffix: str = "") -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, f"fuzz{suffix}")
        path.write_bytes(data)
        yield path


def refusal(e: UcrlLpError, lines: bool = False) -> str:
    """It names file, field and rule (and line, in a trace), on one line of bounded length."""
    if isinstance(e, MalformedInput):
        assert e.field and e.rule and "fuzz" in str(e.file)
        assert not lines if e.line is None else e.line >= 1
    assert "\n" not in str(e) and len(str(e)) < 1500
    return REFUSED


def judged(data: bytes, timeline: Timeline | None = None) -> Conformance | MalformedInput:
    """The verdict or the refusal. Any other exception is a finding."""
    try:
        records = read_stream(io.BytesIO(data), "fuzz")
        records = timeline.seen(records) if timeline else records
        return check(records, file="fuzz", everything=True)
    except MalformedInput as e:
        return e


# ----------------------------------------------------------------------------- ucrl-lp run --resume


def resumption(data: bytes) -> str:
    """A refusal leaves the file as it was. What is resumed begins with what there was, and it
    conforms: a wrong record is never continued."""
    with _file(data, ".jsonl.gz" if data[:2] == b"\x1f\x8b" else ".jsonl") as path:
        asked = count()
        try:
            resume_run(path, stop=lambda: next(asked) >= EPISODES)
        except UcrlLpError as e:
            assert path.read_bytes() == data
            assert [file.name for file in path.parent.iterdir()] == [path.name]
            return refusal(e)
        after = path.read_bytes()
    if after == data:
        return "as it was"
    judgement = judged(after)
    assert not isinstance(judgement, MalformedInput), f"resumed, but: {judgement}"
    assert judgement.verdict in ("conforms", "vacuous"), f"resumed, but: {judgement.first}"
    before, now = plain(data).split(b"\n")[:-1], plain(after).split(b"\n")
    kept = [json.loads(line) for line in before[:-1]]
    assert kept == [json.loads(line) for line in now[: len(kept)]]
    return "resumed"


def plain(data: bytes) -> bytes:
    """Unzipped as far as it can be."""
    if data[:2] != b"\x1f\x8b":
        return data
    unzipped = b""
    with gzip.open(io.BytesIO(data)) as stream, suppress(OSError, EOFError, zlib.error):
        while part := stream.read1(1 << 10):
            unzipped += part
    return unzipped


# ----------------------------------------------------------------------------- trace RUN --html


def page(data: bytes) -> str:
    """The page says the verdict; nothing of the trace becomes an element, a link or a script."""
    judgement, shown = _page(data)
    if isinstance(judgement, MalformedInput):
        return refusal(judgement)
    assert judgement.verdict in shown.text and not shown.handlers
    assert set(shown.tags) <= _tags() and set(shown.loads) <= {"data:,"}
    return judgement.verdict


def _page(data: bytes) -> tuple[Conformance | MalformedInput, Page]:
    timeline = Timeline()
    judgement = judged(data, timeline)
    if isinstance(judgement, MalformedInput):
        return judgement, Page("")
    with _file(data, ".jsonl") as path:
        (text,) = trace_pages(judgement, timeline, str(path)).values()
    return judgement, Page(text)  # every element is closed, in order


@cache
def _tags() -> set[str]:
    """The elements of a page with everything on it, and of one with a divergence."""
    from tests.fuzz.seeds import traces

    return {tag for data in traces() for tag in _page(data)[1].tags}


# ----------------------------------------------------------------------------- certificate --counts


def question(data: bytes) -> str:
    """The certificate of an accepted question passes the checker, and its optimum is that of
    backward induction in floats."""
    with _file(data, ".json") as path:
        try:
            lo, hi = lp_of_counts(str(path))
        except MalformedInput as e:
            return refusal(e)
        best = solve(lo).value, solve(hi).value
        if sum(X * lo.A * Y for X, Y in zip(lo.layers, lo.layers[1:], strict=False)) > LARGEST_LP:
            return "large"
        try:
            value = write_certificate(lo, str(path.with_suffix(".vipr")))
        except PreconditionError as e:
            assert best[0] is None
            return refusal(e)
        verdict = check_certificate(str(path.with_suffix(".vipr")), lo)
    assert verdict.holds and verdict.optimum == value == best[0]
    assert best[1] is not None and value <= best[1]
    again, exact = _plain_optimum(lo), float(value)
    assert abs(again - exact) <= 1e-9 * max(1.0, abs(again)), (again, exact)
    return "certified"


def _plain_optimum(data: LP1Data) -> float:
    N, N3, eps, r_hat = (
        tuple(np.array(table, dtype=float) for table in tables)
        for tables in (data.N, data.N3, data.eps, data.r_hat)
    )
    return float(optimistic_values(empirical_transition(N, N3), eps, r_hat).V[0][0])


# ----------------------------------------------------------------------------- vectors --against


@cache
def asked() -> tuple[Vector, ...]:
    """Two of each kind: every form of an expected value is among them. None of kl_step, whose
    answers are judged by their distance to the optimum, which `_near` does not compute."""
    by_kind: dict[str, list[Vector]] = {}
    for case in release():
        if case.kind != "kl_step" and len(str(case.expected)) < 3000:
            by_kind.setdefault(case.kind, []).append(case)
    return tuple(case for of_kind in by_kind.values() for case in of_kind[:2])


REPEATING = """
import sys
for line, _ in zip(open(sys.argv[1], 'rb'), sys.stdin.buffer):
    sys.stdout.buffer.write(line), sys.stdout.buffer.flush()
"""


def answers(data: bytes) -> str:
    """A program that answers with the lines of `data`: every question is counted once, and what
    counts as right is an answer that is in the data and near what is expected."""
    cases = asked()
    with _file(data) as path:
        words = [sys.executable, "-I", "-S", "-c", REPEATING, str(path)]
        with Program(shlex.join(words), timeout=20) as program:
            card = score(program, cases)
    columns = (card.right, card.wrong, card.skipped, card.unanswered)
    assert sum(sum(column.values()) for column in columns) == len(cases)
    assert "\x1b" not in card.report() and card.exit_status in (0, 1, 2)
    printed = []
    for line in data.decode("utf-8", "replace").split("\n"):
        try:
            printed.append(json.loads(line))
        except (ValueError, RecursionError):
            continue
    outputs = [(v.get("id"), v.get("output")) for v in printed if isinstance(v, dict)]
    for kind, right in card.right.items():
        near = [c for c in cases if c.kind == kind
                and any(i == c.id and _near(c.expected, o) for i, o in outputs)]  # fmt: skip
        assert right <= len(near), f"a right answer to {kind} that nobody gave"
    return "some right" if any(card.right.values()) else "none right"


def _near(expected: Any, answer: Any) -> bool:
    """In floats: every number that is expected is there, give or take 3e-9."""
    match expected:
        case {"lo": lo, "hi": hi}:
            return _number(answer, to_q(lo), to_q(hi))
        case {"subset_of": allowed}:
            return isinstance(answer, list) and bool(answer) and all(v in allowed for v in answer)
        case dict():
            shared = isinstance(answer, dict) and expected.keys() <= answer.keys()
            return shared and all(_near(v, answer[key]) for key, v in expected.items())
        case list():
            as_long = isinstance(answer, list) and len(answer) == len(expected)
            return as_long and all(map(_near, expected, answer))
        case str() if expected.replace("/", "").lstrip("-").isdigit():
            return _number(answer, Fraction(expected), Fraction(expected))
    return bool(expected == answer)


def _number(answer: Any, lo: Any, hi: Any) -> bool:
    try:
        v = float(Fraction(answer))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return False
    slack = 3e-9 * max(1.0, abs(float(hi)))
    return float(lo) - slack <= v <= float(hi) + slack
