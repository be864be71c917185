"""Reads a trace: form only (keys, types, shapes, limits), streaming.

Whether the content is a run of Algorithm 1 is for `proofs_check` to decide. A trace is untrusted
input: memory is bounded by one line, regardless of the file's length, and every refusal names file
and line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from json import dumps
from typing import Any, BinaryIO, NoReturn

from reference import readings
from reference.mdp import LayeredMDP, check_layers
from reference.support.atomic_files import accessible
from reference.support.errors import MalformedInput, PreconditionError, TooLarge, of_format
from reference.support.guests import TRACE_PAGE
from reference.trace import strict_json
from reference.trace.numbers import sizes_of_layers
from reference.trace.raw_lines import TruncatedTrace, lines
from reference.trace.records import (
    ALGORITHM,
    END_FIELDS,
    EPISODE_FIELDS,
    EPOCH_FIELDS,
    HEADER_FIELDS,
    MAX_TRIPLES,
    MDP_FIELDS,
    WIDTH,
    EndRecord,
    EpisodeRecord,
    EpochRecord,
    Header,
    Record,
    must_be_of,
    too_many_pairs,
    triples,
)

WITH_WIDTH, WITH_EPS = EPOCH_FIELDS.omitting("eps"), EPOCH_FIELDS.omitting(WIDTH)

MAX_LISTS, MAX_VALUES = 2_000_000, 4_000_000  # of one line: what they become in memory is larger

BOXED = "; R's jsonlite puts single values into lists: toJSON(..., auto_unbox = TRUE) does not"

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
    with of_format(records.page):
        for line, data in lines(raw, file):
            yield records.record(line, data)
        records.end(line)


def normalised(row: list[Fraction]) -> list[Fraction]:
    """Return a row of decimal numbers divided by its sum, if that is within 1e-9 of 1 as in an MDP
    file; else the row."""
    total = sum(row, Fraction(0))
    return [p / total for p in row] if 0 < abs(total - 1) <= DECIMALS else row


class RecordParser:
    """Turns the lines of one trace, in their order, into records, or refuses them naming the
    field."""

    last: type = EndRecord
    page = TRACE_PAGE
    any_size = False
    """Whether a trace with more triples than MAX_TRIPLES is read, which records pi alone."""

    def __init__(self, file: str) -> None:
        self.file, self.line = file, 1
        self.head: Header | None = None
        self.ended = False
        self.bytes = 0  # of the lines so far
        self.sizes: dict[str, Any] = {}  # of the indices of tables

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
        if isinstance(value, list) and len(value) == 1 and not isinstance(value[0], (list, dict)):
            rule += BOXED if "list" not in rule else ""
        elif isinstance(value, str):
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
            return EpisodeRecord(**EPISODE_FIELDS.read(value, "", self), line=self.line)
        if kind == "end":
            return EndRecord(**END_FIELDS.read(value, "", self), line=self.line)
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
        return self._layered(HEADER_FIELDS.read(value, "", self))

    def _layered(self, told: dict[str, Any]) -> Header:
        """Return the header that was `told` by its fields, which fit together."""
        layers, A, given = told["layers"], told["A"], told.get("readings", {})
        with self._refusing(""):
            check_layers(layers, A)
        if triples(layers, A) > MAX_TRIPLES:
            self._large(layers, A, told)
        self.sizes = sizes_of_layers(layers, A)
        if not isinstance(given, dict) or not all(isinstance(c, str) for c in given.values()):
            self.refuse("readings", given, "must map R-ids (or keys) to choices")
        with self._refusing("readings."):
            choices = readings.choose(given)
        mdp = None if told["mdp"] is None else self._mdp(told["mdp"], layers, A)
        return Header(
            layers, A, told["T"], told["delta"], choices, told["tolerance"], told["producer"], mdp,
            told["seed"], self.line,
        )  # fmt: skip

    def _large(self, layers: tuple[int, ...], A: int, told: dict[str, Any]) -> None:
        """Refuse a trace that is too large for who reads it. Raises TooLarge."""
        fits = f"not covered: size: more than {MAX_TRIPLES} triples (x,a,x')"
        if not self.any_size:
            rule = fits + "; `proofs-check trace` alone reads such a trace, of pi alone"
        elif told["mdp"] is not None:
            rule = fits + ", and an mdp in the header: without it, it would fit"
        else:
            rule = too_many_pairs(layers, A)
        if rule:
            raise TooLarge(self.file, self.line, "layers", list(layers), rule)

    def _mdp(self, value: Any, layers: tuple[int, ...], A: int) -> LayeredMDP:
        def exact(v: Any, name: str) -> Any:
            if not isinstance(v, list):
                return strict_json.rational(v, self.file, self.line, name)
            entries = [exact(w, name) for w in v]
            decimal = name.startswith("mdp.P") and any(type(w) is float for w in v)
            return normalised(entries) if decimal else entries

        tables = (
            tuple(exact(table, f"mdp.{name}[{h}]") for h, table in enumerate(of_layers))
            for name, of_layers in MDP_FIELDS.read(value, "mdp", self).items()
        )
        with self._refusing("mdp."):
            return LayeredMDP(layers, A, *tables)

    def _epoch(self, value: dict[str, Any]) -> EpochRecord:
        radii = self._head.choices["radii"]
        width = radii in readings.INTERVALS or (radii == readings.RECORDED and WIDTH in value)
        told = (WITH_WIDTH if width else WITH_EPS).read(value, "", self)
        if "q_hat" not in told and "pi" not in told:
            self.refuse("epoch", sorted(value), "must hold at least one of q_hat and pi")
        self._of_pi_alone(told)
        i, t, optimum, Lam = (told.pop(name) for name in ("i", "t", "value", "Lam"))
        return EpochRecord(i, t, told, optimum, self.line, Lam)

    def _of_pi_alone(self, told: dict[str, Any]) -> None:
        """Refuse tables other than pi in a trace with too many triples. Raises TooLarge."""
        others = [name for name, table in told.items() if isinstance(table, list) and name != "pi"]
        head = self._head
        if others and triples(head.layers, head.A) > MAX_TRIPLES:
            rule = f"not covered: size: more than {MAX_TRIPLES} triples (x,a,x') with {others[0]}; "
            rule += "an epoch of pi alone, with value and Lam, would fit"
            raise TooLarge(self.file, self.line, others[0], "a table", rule)

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


class AnySizeParser(RecordParser):
    """Reads a trace of any size: for those who need no table of triples."""

    any_size = True
