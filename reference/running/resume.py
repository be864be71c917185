"""Going on with a run of UCRL-LP whose trace ended early."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from reference import lp1
from reference.running.driver import PRODUCER, Progress, Run, Runner, closing
from reference.support.atomic_files import locked
from reference.support.errors import MalformedInput
from reference.trace import reader as trace_reader
from reference.trace import records as trace


def resume_run(
    path: str | os.PathLike[str],
    *,
    episodes: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Run:
    """Go on with a trace that this program wrote and that ended early, to episode `episodes` (T).

    The recorded epochs' q_hat_i are taken from the file instead of solving their LPs again; every
    recorded episode is played again from the seed and must come out the same. The file is
    replaced by the longer one only when all that was recorded is in it again.
    Raises MalformedInput if the file is not such a trace, UnusablePath if another process is
    writing it."""
    path = Path(path)
    with locked(path):
        header, recorded, played = _recorded(path)
        mdp = header.mdp
        if mdp is None or header.seed is None or header.producer != PRODUCER:
            rule = f"only a trace with mdp and seed, written by {PRODUCER}, can be resumed"
            raise MalformedInput(os.fspath(path), 1, "header", dict(header.producer), rule)
        # The reader gives exact rationals; this producer writes doubles.
        header = replace(header, delta=float(header.delta), tolerance=float(header.tolerance))
        unfinished = path.with_name(path.name.removesuffix(".gz") + ".resuming")
        unfinished = unfinished.with_name(unfinished.name + (".gz" if path.suffix == ".gz" else ""))
        runner = Runner(header, mdp, recorded, path)
        with closing(trace.TraceWriter(unfinished, force=True)) as writer:

            def caught_up() -> None:
                os.replace(unfinished, path)
                writer.path = path

            runner.expect, runner.when_caught_up = played, caught_up
            return runner.play(episodes, writer, on_progress, stop)


def _recorded(
    path: str | os.PathLike[str],
) -> tuple[trace.Header, dict[int, lp1.LP1Solution], list[Any]]:
    """Header, LP solutions by epoch and whole episodes of a trace that may be cut anywhere."""
    header: trace.Header | None = None
    solutions: dict[int, lp1.LP1Solution] = {}
    played: list[Any] = []
    with contextlib.suppress(trace_reader.TruncatedTrace):
        for record in _whole_records(path):
            if isinstance(record, trace.Header):
                header = record
            elif isinstance(record, trace.EpisodeRecord):
                played.append((record.x, record.a, _doubles(record.r)))
            elif isinstance(record, trace.EpochRecord) and "q_hat" in record.tables:
                q = tuple(
                    np.array(_doubles(q_h), dtype=np.float64) for q_h in record.tables["q_hat"]
                )
                value = _doubles(record.value or 0)
                solutions[record.i] = lp1.LP1Solution(q, value, 0.0, 0.0)
    if header is None:
        raise MalformedInput(os.fspath(path), 1, "record", "nothing", "no header to resume from")
    return header, solutions, played


def _doubles(value: Any) -> Any:
    """Nested lists of numbers and "p/q" as doubles: a trace may hold either."""
    if isinstance(value, list):
        return [_doubles(v) for v in value]
    return float(Fraction(value))


def _whole_records(path: str | os.PathLike[str]) -> Iterator[trace.Record]:
    """The records up to a last line that a killed writer left half written."""
    held: trace.Record | None = None
    try:
        for record in trace_reader.read(path):
            if held is not None:
                yield held
            held = record
    except MalformedInput as e:
        last = e.line is not None and e.line == _lines_in(path)
        if not (last or isinstance(e, trace_reader.TruncatedTrace)):
            raise
    if held is not None:
        yield held


def _lines_in(path: str | os.PathLike[str]) -> int:
    count = 0
    with open(path, "rb") as raw, contextlib.suppress(trace_reader.TruncatedTrace):
        for count, _ in trace_reader.lines(raw, os.fspath(path)):  # noqa: B007  # the last is used
            pass  # of a gzip file that was cut: what can be unpacked
    return count
