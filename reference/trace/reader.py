"""Reads a trace: form only (keys, types, shapes, limits), streaming.

Whether the content is a run of Algorithm 1 is for `proofs_check` to decide. A trace is untrusted
input: memory is bounded by one line, regardless of the file's length, and every refusal names file
and line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from json import dumps
from typing import Any, BinaryIO, NoReturn

from reference import readings
from reference.mdp import LayeredMDP, check_layers
from reference.support.atomic_files import accessible
from reference.support.errors import MalformedInput, PreconditionError
from reference.trace import strict_json
from reference.trace.raw_lines import TruncatedTrace, lines
from reference.trace.records import (
    ALGORITHM,
    FORMAT,
    MAX_COUNT,
    MAX_TRIPLES,
    PAIR_KEYS,
    STATE_KEYS,
    TOLERANCE,
    TRIPLE_KEYS,
    VERSION,
    WIDTH,
    EndRecord,
    EpisodeRecord,
    EpochRecord,
    Header,
    Nested,
    Record,
    must_be_of,
    triples,
)

MAX_LISTS, MAX_VALUES = 2_000_000, 4_000_000  # of one line: what they become in memory is larger

DECIMALS = Fraction(1, 10**9)
"""So far may the sum of a row of decimal numbers be from 1."""


def read(
    path: str | os.PathLike[str], parser: type[RecordParser] | None = None
) -> Iterator[Record]:
    """Stream a trace file, plain or gzipped (by content, not by name); `parser`: of another format.

    Raises MalformedInput with file and line; TruncatedTrace after the last whole record if `end`
    is missing. Raises UnusablePath if the file cannot be opened."""
    file = os.fspath(path)
    with accessible(file, "read"), open(file, "rb") as raw:
        yield from read_stream(raw, file, parser)


def read_stream(
    raw: BinaryIO, file: str, parser: type[RecordParser] | None = None
) -> Iterator[Record]:
    """`read` for an open binary file; `file` is its name in messages. Raises MalformedInput;
    TruncatedTrace if the end is missing."""
    records = (parser or RecordParser)(file)
    line = 0
    for line, data in lines(raw, file):
        yield records.record(line, data)
    records.end(line)


def normalised(row: list[Fraction]) -> list[Fraction]:
    """Return a row of decimal numbers divided by its sum, if that is within 1e-9 of 1 as in an MDP
    file; else the row."""
    total = sum(row, Fraction(0))
    return [p / total for p in row] if 0 < abs(total - 1) <= DECIMALS else row


def named_entries(name: str, table: Any) -> Iterator[tuple[str, Any]]:
    """(field, number) of every entry of nested lists."""
    if isinstance(table, list):
        for k, inner in enumerate(table):
            yield from named_entries(f"{name}[{k}]", inner)
    else:
        yield name, table


class RecordParser:
    """Turns the lines of one trace, in their order, into records, or refuses them naming the
    field. `triples`: the tables indexed [h][x][a][x1]; the others have no x1."""

    triples = frozenset({"mdp.P", *TRIPLE_KEYS, WIDTH})
    last: type = EndRecord

    def __init__(self, file: str) -> None:
        self.file, self.line = file, 1
        self.head: Header | None = None
        self.ended = False
        self.bytes = 0  # of the lines so far

    def record(self, line: int, data: bytes) -> Record:
        """Return the record of the next line, without its newline. Raises MalformedInput."""
        self.line = line
        self.bytes += len(data)
        if self.ended:
            self.refuse("record", data[:40], "nothing may follow `end`")
        record = self.parsed(self.value(data))
        if isinstance(record, Header):
            self.head = record
        self.ended = isinstance(record, self.last)
        return record

    def value(self, data: bytes) -> Any:
        """Return the JSON value of a line, within the limits. Raises MalformedInput."""
        for marks, most, what in ((b"[{", MAX_LISTS, "lists"), (b",", MAX_VALUES, "values")):
            if sum(data.count(bytes([mark])) for mark in marks) > most:
                self.refuse("line", data[:40], f"must not hold more than {most} {what}")
        text = strict_json.decode(data, file=self.file, line=self.line)
        return strict_json.loads(text, file=self.file, line=self.line)

    def end(self, line: int) -> None:
        """Raise TruncatedTrace if the last line, number `line`, was not `end`."""
        if not self.ended:
            rule = "the trace has no `end` record"
            raise TruncatedTrace(self.file, max(1, line), "record", "end of file", rule)

    def refuse(self, name: str, value: object, rule: str) -> NoReturn:
        """Raise MalformedInput at the current line; a value is shown as JSON writes it, so that
        "1" and 1 look different."""
        if isinstance(value, str):
            value = f'"{value}"'
        elif value is None or isinstance(value, bool):
            if value is None and "number" in rule and "whole" not in rule:
                rule += strict_json.NULL
            value = dumps(value)
        raise MalformedInput(self.file, self.line, name, value, rule)

    def parsed(self, value: Any) -> Record:
        """Return the record that a line's JSON value is. Raises MalformedInput."""
        kind = self._kind(value, self.head)
        if kind == "header":
            return self._header(value)
        if kind == "epoch":
            return self._epoch(value)
        if kind == "episode":
            self._keys(value, {"record", "t", "x", "a", "r"}, set())
            t, x, a = self._count(value, "t"), self._indices(value, "x"), self._indices(value, "a")
            return EpisodeRecord(t, x, a, self._numbers(value["r"], "r", self._head.L), self.line)
        if kind == "end":
            self._keys(value, {"record", "episodes", "epochs"}, set())
            episodes, epochs = self._count(value, "episodes", 0), self._count(value, "epochs")
            return EndRecord(episodes, epochs, self.line)
        self.refuse("record", kind, "must be header, epoch, episode or end")

    def _kind(self, value: Any, head: object) -> Any:
        """Return what a line's record calls itself; `head` is what the first one was."""
        if not isinstance(value, dict):
            self.refuse("record", value, "every line must be a JSON object")
        kind = value.get("record")
        if (kind == "header") != (head is None):
            self.refuse("record", kind, "`header` must be the first line, once")
        return kind

    def _header(self, value: dict[str, Any]) -> Header:
        if value.get("algorithm", ALGORITHM) != ALGORITHM:  # its other keys may be right for it
            name = value["algorithm"]
            self.refuse("algorithm", name, must_be_of(name, [ALGORITHM]))
        required = {"record", "format", "version", "algorithm", "layers", "A", "T", "delta"}
        self._keys(value, required, {"readings", "tolerance", "producer", "mdp", "seed"})
        self._format(value, FORMAT, VERSION)
        layers, A = value["layers"], self._count(value, "A")
        if not isinstance(layers, list):
            self.refuse("layers", layers, "must be a list of whole numbers")
        with self._refusing(""):
            check_layers(layers, A)
        if triples(layers, A) > MAX_TRIPLES:
            self.refuse("layers", layers, f"more than {MAX_TRIPLES} triples (x,a,x')")
        delta, tolerance = self._delta_and_tolerance(value, TOLERANCE)
        given = value.get("readings", {})
        if not isinstance(given, dict) or not all(isinstance(c, str) for c in given.values()):
            self.refuse("readings", given, "must map R-ids (or keys) to choices")
        with self._refusing("readings."):
            choices = readings.choose(given)
        producer, seed = self._producer_and_seed(value)
        self.head = Header(
            tuple(layers), A, self._count(value, "T"), delta, choices, tolerance, producer,
            None, seed, self.line,
        )  # fmt: skip
        mdp = value.get("mdp")
        return self.head if mdp is None else replace(self.head, mdp=self._mdp(mdp, self.head))

    def _format(self, value: dict[str, Any], form: str, version: int) -> None:
        for name, expected in (("format", form), ("version", version)):
            if value[name] != expected or isinstance(value[name], (bool, float)):
                self.refuse(name, value[name], f"must be {expected!r}")

    def _delta_and_tolerance(self, value: dict[str, Any], default: float) -> tuple[Any, Any]:
        delta = self._rational(value["delta"], "delta")
        if not 0 < delta < 1:
            self.refuse("delta", value["delta"], "must lie in (0, 1)")
        tolerance = self._rational(value.get("tolerance", default), "tolerance")
        if not 0 <= tolerance < 1:
            self.refuse("tolerance", value["tolerance"], "must lie in [0, 1)")
        return delta, tolerance

    def _producer_and_seed(self, value: dict[str, Any]) -> tuple[dict[str, str], int | None]:
        producer = value.get("producer", {"name": "unknown", "version": ""})
        if not (
            isinstance(producer, dict)
            and set(producer) == {"name", "version"}
            and all(isinstance(v, str) for v in producer.values())
        ):
            self.refuse("producer", producer, "must be {name, version}, two strings")
        seed = value.get("seed")
        if seed is not None and (type(seed) is not int or seed < 0):
            self.refuse("seed", seed, "must be a whole number, at least 0")
        return producer, seed

    def _mdp(self, value: Any, head: Header) -> LayeredMDP:
        if not isinstance(value, dict):
            self.refuse("mdp", value, "must be an object with P and r")
        self._keys(value, {"P", "r"}, set())
        P, r = self._table("mdp.P", value["P"]), self._table("mdp.r", value["r"])

        def exact(v: Any, name: str) -> Any:
            if not isinstance(v, list):
                return self._rational(v, name)
            entries = [exact(w, name) for w in v]
            decimal = name.startswith("mdp.P") and any(type(w) is float for w in v)
            return normalised(entries) if decimal else entries

        tables = (
            tuple(exact(table, f"mdp.{name}[{h}]") for h, table in enumerate(of_layers))
            for name, of_layers in (("P", P), ("r", r))
        )
        with self._refusing("mdp."):
            return LayeredMDP(head.layers, head.A, *tables)

    def _epoch(self, value: dict[str, Any]) -> EpochRecord:
        names = [*PAIR_KEYS, *TRIPLE_KEYS]
        if self._head.choices["radii"] == "bernstein":
            names[names.index("eps")] = WIDTH
        optional = {*names, *STATE_KEYS, "value", "Lam"}
        self._keys(value, {"record", "i", "t"}, optional)
        if "q_hat" not in value and "pi" not in value:
            self.refuse("epoch", sorted(value), "must hold at least one of q_hat and pi")
        tables = self._tables(value, names)
        if "V" in value:  # null where no feasible q has mass
            tables["V"] = self._of_states("V", value["V"], self._head.layers[:-1])
        for name in ("value", "Lam"):
            if value.get(name) is not None:
                self._rational(value[name], name)
        i, t = self._count(value, "i"), self._count(value, "t")
        return EpochRecord(i, t, tables, value.get("value"), self.line, value.get("Lam"))

    def _of_states(self, name: str, value: Any, layers: Sequence[int]) -> Nested:
        """Read a table of shape [h][x], entries numbers or null."""
        self._length(value, name, len(layers))
        for h, (of_layer, X_h) in enumerate(zip(value, layers, strict=True)):
            self._length(of_layer, f"{name}[{h}]", X_h)
            self._numbers([0 if v is None else v for v in of_layer], f"{name}[{h}]", X_h)
        return value  # type: ignore[no-any-return]  # checked just above

    def _tables(self, value: dict[str, Any], names: Sequence[str]) -> dict[str, Nested]:
        """Read the tables that are there."""
        return {name: self._table(name, value[name]) for name in names if name in value}

    def _table(self, name: str, value: Any) -> Nested:
        """Read a table of shape [h][x][a] or [h][x][a][x1], entries numbers (counters: whole
        numbers)."""
        head, indices = self._head, 3 if name in self.triples else 2
        self._length(value, name, head.L)
        for h, (X_h, X_next) in enumerate(pairwise(head.layers)):
            self._rows(f"{name}[{h}]", value[h], (X_h, head.A, X_next)[:indices])
        for where, n in named_entries(name, value) if name in ("N", "N3") else ():
            if not (isinstance(n, int) and 0 <= n <= MAX_COUNT):
                self.refuse(where, n, f"must be a whole number from 0 to {MAX_COUNT}")
        return value  # type: ignore[no-any-return]  # checked just above

    def _rows(self, name: str, value: Any, shape: tuple[int, ...]) -> None:
        if len(shape) == 1:
            self._numbers(value, name, shape[0])
        else:
            self._length(value, name, shape[0])
            for k, inner in enumerate(value):
                self._rows(f"{name}[{k}]", inner, shape[1:])

    @property
    def _head(self) -> Header:
        if self.head is None:
            self.refuse("record", None, "`header` must come first")
        return self.head

    @contextmanager
    def _refusing(self, where: str) -> Iterator[None]:
        """Raise MalformedInput, with the line, for what breaks a precondition."""
        try:
            yield
        except PreconditionError as e:
            self.refuse(where + e.field, e.value, e.rule)

    def _keys(self, value: dict[str, Any], required: set[str], optional: set[str]) -> None:
        for key in sorted(required - set(value)):
            raise MalformedInput(self.file, self.line, key, "nothing", "is required")
        if rest := set(value) - required - optional:
            key = min(rest)
            self.refuse(key, value[key], "is not a key of this record")

    def _length(self, value: Any, name: str, length: int) -> None:
        if not isinstance(value, list) or len(value) != length:
            size = len(value) if isinstance(value, list) else value
            self.refuse(name, size, f"must be a list of length {length}")

    def _count(self, value: dict[str, Any], name: str, least: int = 1) -> int:
        n = value[name]
        if isinstance(n, bool) or not isinstance(n, int) or not least <= n <= MAX_COUNT:
            self.refuse(name, n, f"must be a whole number from {least} to {MAX_COUNT}")
        return n

    def _indices(self, value: dict[str, Any], name: str) -> list[int]:
        indices = value[name]
        self._length(indices, name, self._head.L)
        for h, k in enumerate(indices):
            if type(k) is not int:
                self.refuse(f"{name}[{h}]", k, "must be a whole number")
        return indices  # type: ignore[no-any-return]  # checked just above

    def _numbers(self, value: Any, name: str, length: int) -> list[Any]:
        self._length(value, name, length)
        for k, v in enumerate(value):
            if type(v) is not float and type(v) is not int:
                self._rational(v, f"{name}[{k}]")
            elif type(v) is int and abs(v) > MAX_COUNT:
                self.refuse(f"{name}[{k}]", v, f"must not exceed {MAX_COUNT}")
        return value  # type: ignore[no-any-return]  # checked just above

    def _rational(self, value: Any, name: str) -> Fraction:
        return strict_json.rational(value, self.file, self.line, name)
