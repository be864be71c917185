"""The trace, version 1: JSON Lines, what was known, played and seen (README.md here).

One record per line: `header`, then `epoch` and `episode` records in the order in which they
happened, then `end`. This module defines the records and writes them; `reader` reads them.
"""

from __future__ import annotations

import gzip
import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from reference import readings
from reference.mdp import LayeredMDP
from reference.support.atomic_files import accessible, open_alone
from reference.support.errors import PreconditionError, UnusablePath
from reference.support.guests import FAMILY, FLAT
from reference.support.versions import TRACE_FORMAT

FORMAT, VERSION, ALGORITHM = "ucrl-lp-trace", TRACE_FORMAT, "UCRL-LP"
TOLERANCE = 1e-7  # default of the header's `tolerance`: optimality and feasibility
MAX_TRIPLES = 300_000  # sum of X_h A X_{h+1}: entries of one q_hat
HEADER_NAMES = (ALGORITHM, *FLAT.values(), *dict.fromkeys(FAMILY.values()))
"""Every name that a header may have; the command line writes them in lower case."""
MAX_COUNT = 10**12  # T, t, i, counters

PAIR_KEYS = ("N", "r_bar", "eps", "b", "r_hat", "r_check", "pi")  # [h][x][a]
TRIPLE_KEYS = ("N3", "P_bar", "q_hat")  # [h][x][a][x1]
STATE_KEYS = ("V",)  # [h][x]
WIDTH = "width"  # [h][x][a][x1], in place of eps with radii=bernstein, and only there

Number = int | float | Fraction
Nested = list[Any]  # nested lists as read, indexed h, x, a(, x1); entries int, float or "p/q"


def must_be_of(name: object, own: Iterable[str]) -> str:
    """Return what a reader of these algorithms says of another name: its own, where the name is
    that of another reader's, else all."""
    names = list(own) if name in HEADER_NAMES else HEADER_NAMES
    return f"must be {names[0]!r}" if len(names) == 1 else f"must be one of {', '.join(names)}"


@dataclass(frozen=True)
class Header:
    """What the run was given. `choices` maps every UCRL-LP reading's key to its choice."""

    layers: tuple[int, ...]
    A: int
    T: int
    delta: Number
    choices: Mapping[str, str]
    tolerance: Number = TOLERANCE
    producer: Mapping[str, str] = field(default_factory=lambda: {"name": "unknown", "version": ""})
    mdp: LayeredMDP | None = None
    seed: int | None = None
    line: int = 1

    @property
    def L(self) -> int:
        return len(self.layers) - 1

    @property
    def X(self) -> int:
        return sum(self.layers)


@dataclass(frozen=True)
class EpochRecord:
    """Start of epoch i at episode t = t(i). `tables` holds what the producer wrote, any of
    PAIR_KEYS, TRIPLE_KEYS, STATE_KEYS and WIDTH, with right shapes; `value` is the claimed optimum
    of LP1, `Lam` the claimed log(TXA/delta)."""

    i: int
    t: int
    tables: Mapping[str, Nested] = field(repr=False)
    value: Number | str | None
    line: int
    Lam: Number | str | None = None


@dataclass(frozen=True)
class EpisodeRecord:
    """Episode t: states x_0..x_{L-1}, actions, rewards; the last state x_L is implied."""

    t: int
    x: list[int]
    a: list[int]
    r: list[Number | str]
    line: int


@dataclass(frozen=True)
class EndRecord:
    """Last line: how many episodes were played and epochs started."""

    episodes: int
    epochs: int
    line: int


Record = Header | EpochRecord | EpisodeRecord | EndRecord


ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


def as_json(value: Any) -> Any:
    """Return numbers as the format requires: rationals "p/q", doubles and whole numbers as they
    are."""
    if type(value) in (float, int):  # most are, and isinstance(value, Fraction) is slow
        return value
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else str(value)
    if isinstance(value, (list, tuple)):
        return [as_json(v) for v in value]
    if hasattr(value, "tolist"):
        return value.tolist() if value.dtype != object else as_json(value.tolist())
    return value


class TraceWriter:
    """Writes a trace; `.gz` in the name gzips it (without time or name inside: same bytes).

    An existing file is refused unless `force`; one that another process is writing is always
    refused. Raises UnusablePath. Records are flushed at every epoch: no LP is solved twice after a
    kill."""

    def __init__(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        if not os.fspath(path):
            raise UnusablePath("", "must be the name of a file")
        self.path = Path(path)
        self._raw = open_alone(self.path, force=force)
        self._out: Any = self._raw
        if self.path.suffix == ".gz":
            self._out = gzip.GzipFile("", "wb", compresslevel=6, fileobj=self._raw, mtime=0)

    def write(self, record: Mapping[str, Any]) -> None:
        """Write one line. Raises UnusablePath when the disk is full or gone, PreconditionError for
        a header beyond the limits within which a trace can be read again."""
        if record["record"] == "header" and "layers" in record:
            check_limits(record["layers"], record["A"], record["T"])
        if record["record"] == "header" and record.get("K", 0) > MAX_COUNT:
            raise PreconditionError("T", record["K"], f"must not exceed {MAX_COUNT}")
        try:
            self._out.write(line_of(record))
            if record["record"] == "epoch":
                self._out.flush()
        except OSError as e:
            raise UnusablePath(os.fspath(self.path), f"cannot be written: {e.strerror}") from None

    def close(self) -> None:
        """Write what is left and close the file. Raises UnusablePath, also when the file is no
        longer where it was."""
        with accessible(os.fspath(self.path), "written"):
            here = None if self._raw.closed else os.fstat(self._raw.fileno())
            try:
                self._out.close()
            finally:
                self._raw.close()
            if here and stat.S_ISREG(here.st_mode) and not os.path.samestat(here, self.path.stat()):
                raise UnusablePath(os.fspath(self.path), "was replaced while it was written")


def triples(layers: Sequence[int], A: int) -> int:
    """Return how many triples (x, a, x') there are: entries of one q_hat."""
    return sum(X_h * A * X_next for X_h, X_next in pairwise(layers))


def check_limits(layers: Sequence[int], A: int, T: int) -> None:
    """Raise PreconditionError where a trace would be refused by its reader."""
    if triples(layers, A) > MAX_TRIPLES:
        rule = f"a trace records at most {MAX_TRIPLES} triples (x,a,x')"
        raise PreconditionError("layers", list(layers), rule)
    if T > MAX_COUNT:
        raise PreconditionError("T", T, f"must not exceed {MAX_COUNT}")


def line_of(record: Mapping[str, Any]) -> bytes:
    """Return one record as a line of ASCII JSON with a newline."""
    return (ENCODER.encode(record) + "\n").encode("ascii")


def header_record(head: Header) -> dict[str, Any]:
    """Return the header as a JSON object."""
    record: dict[str, Any] = {
        "record": "header",
        "format": FORMAT,
        "version": VERSION,
        "algorithm": ALGORITHM,
        "layers": list(head.layers),
        "A": head.A,
        "T": head.T,
        "delta": as_json(head.delta),
        "readings": readings.header(head.choices),
        "tolerance": as_json(head.tolerance),
        "producer": dict(head.producer),
    }
    if head.seed is not None:
        record["seed"] = head.seed
    if head.mdp is not None:
        exact = head.mdp.to_exact()
        record["mdp"] = {"P": as_json(exact.P), "r": as_json(exact.r)}
    return record


def epoch_record(
    i: int, t: int, tables: Mapping[str, Any], value: Any = None, Lam: Any = None
) -> dict[str, Any]:
    """Return an epoch as a JSON object; `tables` maps PAIR_KEYS, TRIPLE_KEYS and STATE_KEYS to
    per-layer arrays."""
    record: dict[str, Any] = {"record": "epoch", "i": i, "t": t}
    record.update({name: as_json(list(table)) for name, table in tables.items()})
    for name, number in (("value", value), ("Lam", Lam)):
        if number is not None:
            record[name] = as_json(number)
    return record


def episode_record(t: int, x: list[int], a: list[int], r: list[Any]) -> dict[str, Any]:
    """Return an episode as a JSON object."""
    return {"record": "episode", "t": t, "x": x, "a": a, "r": as_json(r)}


def end_record(episodes: int, epochs: int) -> dict[str, Any]:
    """Return the end of a trace as a JSON object."""
    return {"record": "end", "episodes": episodes, "epochs": epochs}
