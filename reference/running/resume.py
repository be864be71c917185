"""Resumption of a run of UCRL-LP whose trace ended early.

The recorded answers of LP1's solver are reused, every recorded episode is replayed from the seed,
and the result is compared with the record.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from reference.mdp import Tables
from reference.running.choose import solver_of
from reference.running.driver import PRODUCER, Recording, last_episode
from reference.running.outcome import Progress, Run
from reference.support.atomic_files import locked
from reference.support.errors import MalformedInput, PreconditionError, of_format
from reference.support.guests import TRACE_PAGE
from reference.trace import raw_lines, reader, records


@of_format(TRACE_PAGE)
def resume_run(
    path: str | os.PathLike[str],
    *,
    episodes: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Run:
    """Resume a trace that this program wrote and that ended early, up to episode `episodes` (T).

    The recorded epochs' q_hat_i are taken from the file instead of solving their LPs again; each
    must solve its LP1. Everything is replayed and recomputed from the seed, and every record must
    be the same. The longer file replaces it only once it holds all that was recorded. Raises
    MalformedInput if the file is not such a trace, naming the first line at fault;
    PreconditionError for fewer episodes than it has; UnusablePath if another process is writing
    it."""
    path = Path(path).resolve()  # a link stays: the file it leads to is replaced
    with locked(path):
        header, solutions, played, kept, detailed = _recorded(path)
        mdp = header.mdp
        if mdp is None or header.seed is None or header.producer != PRODUCER:
            rule = f"only a trace with mdp and seed, written by {PRODUCER}, can be resumed"
            origin = {"mdp": mdp is not None, "seed": header.seed, "producer": header.producer}
            raise MalformedInput(os.fspath(path), 1, "header", origin, rule)
        if header.tolerance != Fraction(records.TOLERANCE):
            rule = f"this program's traces declare {records.TOLERANCE}"
            raise MalformedInput(os.fspath(path), 1, "tolerance", float(header.tolerance), rule)
        # The reader returns exact rationals; this producer writes doubles.
        header = replace(header, delta=float(header.delta), tolerance=float(header.tolerance))
        last = last_episode(header.T, episodes)
        if last < played:
            rule = f"the trace already has {played} episodes, which resumption does not remove"
            raise PreconditionError("episodes", last, rule)
        solver = solver_of(mdp.layers, mdp.A, header.choices, path, solutions)
        writer = _Replacing(path, kept)
        return Recording(header, mdp, solver, last, writer, detailed).play(on_progress, stop)


class _Replacing(records.TraceWriter):
    """Writes next to `path`. The new file replaces the old one at the first flush (an epoch, or the
    end) after the `kept` records of the old one: an extra flush would change a gzip file."""

    def __init__(self, path: Path, kept: int) -> None:
        name = path.name.removesuffix(".gz") + ".resuming"
        unfinished = path.with_name(name + (".gz" if path.suffix == ".gz" else ""))
        unfinished.unlink(missing_ok=True)  # of a resumption that was killed; no link is followed
        super().__init__(unfinished)
        shutil.copymode(path, unfinished)
        self.target, self.missing = path, kept
        self.recorded = islice(_lines(path), kept)
        self.line = 0

    def write(self, record: Mapping[str, Any]) -> None:
        if record["record"] == "end" and self.missing > 0:
            return  # stopped before it had caught up: the old file stays
        self._same(record)
        super().write(record)
        self.missing -= 1
        if record["record"] == "epoch":
            self._replace()

    def _same(self, record: Mapping[str, Any]) -> None:
        """Raise MalformedInput where the recorded trace has another record."""
        self.line += 1
        recorded = next(self.recorded, None)
        if recorded is None:
            return
        original = json.loads(recorded)
        expected = json.loads(records.line_of(record))
        if original != expected:
            keys = [
                key for key in {**expected, **original} if original.get(key) != expected.get(key)
            ]
            file, kind = os.fspath(self.target), record["record"]
            rule = f"this run would record another {kind}: {', '.join(map(str, keys))} differ"
            raise MalformedInput(file, self.line, kind, original.get(keys[0]), rule)

    def close(self) -> None:
        super().close()
        self._replace()
        if self.path != self.target:
            self.path.unlink(missing_ok=True)

    def _replace(self) -> None:
        if self.missing <= 0 and self.path != self.target:
            os.replace(self.path, self.target)
            self.path = self.target


def _recorded(
    path: str | os.PathLike[str],
) -> tuple[records.Header, dict[int, tuple[Tables, float]], int, int, bool]:
    """Return header and LP solutions by epoch of a trace that may be truncated anywhere; how many
    episodes and, apart from the end, records are whole; and whether epochs record Lam."""
    kept, played, detailed = 0, 0, False
    header: records.Header | None = None
    solutions: dict[int, tuple[Tables, float]] = {}
    for record in _whole_records(path):
        kept += not isinstance(record, records.EndRecord)
        if isinstance(record, records.Header):
            header = record
        elif isinstance(record, records.EpisodeRecord):
            played += 1
        elif isinstance(record, records.EpochRecord):
            detailed |= record.Lam is not None
            if "q_hat" in record.tables:
                q = tuple(np.array(_doubles(q_h)) for q_h in record.tables["q_hat"])
                solutions[record.i] = q, _doubles(record.value or 0)
        else:
            counts, true = (record.episodes, record.epochs), (played, kept - played - 1)
            if counts != true:
                rule = f"must count {true[0]} episodes, {true[1]} epochs"
                raise MalformedInput(os.fspath(path), record.line, "end", counts, rule)
    if header is None:
        raise MalformedInput(os.fspath(path), 1, "record", "nothing", "no header to resume from")
    return header, solutions, played, kept, detailed


def _doubles(value: Any) -> Any:
    """Return nested lists of numbers and "p/q" as doubles: a trace may hold either."""
    if isinstance(value, list):
        return [_doubles(v) for v in value]
    return float(Fraction(value))


def _whole_records(path: str | os.PathLike[str]) -> Iterator[records.Record]:
    """Yield the records up to a last line that a killed writer left half written."""
    try:
        yield from reader.read(path)
    except MalformedInput as e:
        if not (isinstance(e, raw_lines.TruncatedTrace) or e.line == _half_line(path)):
            raise


def _lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield the lines of a trace as far as they can be read."""
    with open(path, "rb") as raw, contextlib.suppress(raw_lines.TruncatedTrace):
        for _, line in raw_lines.lines(raw, os.fspath(path)):
            yield line


def _half_line(path: str | os.PathLike[str]) -> int | None:
    """Return the number of the last line if it has no newline."""
    number, data = 0, b"\n"
    with open(path, "rb") as raw, contextlib.suppress(*raw_lines.NOT_GZIP):
        source = raw_lines.unzipped(raw)
        while more := source.readline(raw_lines.MAX_LINE):
            number += data.endswith(b"\n")
            data = more
    return None if data.endswith(b"\n") else number
