"""Epoch rows, version 1: a run whose episodes were counted, not played (EPOCH_ROWS.md here).

JSON Lines: `header`, a row for every epoch when it has ended, `end`. What each may hold is stated
here once: the reader reads by it, the writer of `reference.by_epochs` writes by it, and
epoch_rows.schema.json is made of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reference import readings
from reference.support.fields import (
    Choice,
    Const,
    Field,
    Fields,
    ListOf,
    Whole,
    published,
    records_of_a_line,
)
from reference.trace.numbers import (
    NUMBER,
    OF_PAIRS,
    OF_TRIPLES,
    POSITIVE,
    LayerSizes,
    TableOf,
)
from reference.trace.reader import RecordParser, read
from reference.trace.records import (
    HEADER_FIELDS,
    Header,
    as_json,
)

ROWS_FORMAT, ROWS_VERSION = "ucrl-lp-epoch-rows", 1
MOST_EPISODES = 10**14
"""Of a run: counts and sums of Bernoulli rewards stay below 2^53, where doubles are exact."""
ALGORITHMS_BY_EPOCHS = ("ucrl-lp", "ucrl-lp-twin", "ucrl2-fh")
LAWS = ("bernoulli", "deterministic")
"""Distributions of the rewards: the sum of n of them is binomial, or n times the mean."""
VISITS = Whole(0, MOST_EPISODES, "visits")
EPISODES = Whole(1, MOST_EPISODES, "episodes")

_shared = HEADER_FIELDS.omitting("format", "version", "algorithm", "T").fields
ROWS_HEADER = Fields(
    "The first line: what was told to the run, and what was played.",
    {
        "format": Field(Const(ROWS_FORMAT)),
        "version": Field(Const(ROWS_VERSION)),
        "algorithm": Field(Choice(ALGORITHMS_BY_EPOCHS)),
        "layers": Field(LayerSizes(), "X_0, ..., X_L. X_0 = X_L = 1."),
        "A": Field(POSITIVE, "How many actions."),
        "T": Field(EPISODES, "The horizon constant of eq. (11) and (15)."),
        **{name: of for name, of in _shared.items() if name not in ("layers", "A")},
    },
    entry="header",
    record="header",
)
ROW = Fields(
    "An epoch that has ended: what was known before it, what was played, how long.",
    {
        "i": Field(EPISODES, "Which epoch."),
        "t": Field(EPISODES, "t(i), its first episode."),
        "K": Field(EPISODES, "How many episodes it has."),
        "N": Field(TableOf(OF_PAIRS, VISITS), "N_i(x,a), the visits before it."),
        "N3": Field(TableOf(OF_TRIPLES, VISITS), "N_i(x,a,x'), the same by successors."),
        "R": Field(TableOf(OF_PAIRS, NUMBER), "The sums of the rewards seen before it."),
        "pi": Field(TableOf(OF_PAIRS, NUMBER), "pi_i, the policy played."),
        "value": Field(NUMBER, "LP1's optimum as computed; in epoch 1 it is L."),
        "x": Field(ListOf(VISITS), "The states x_0, ..., x_{L-1} of its last episode."),
        "a": Field(ListOf(VISITS), "The actions of its last episode."),
        "regret": Field(NUMBER, "The regret of the episodes before it, eq. (2)."),
    },
    entry="epoch",
    record="epoch",
)
ROWS_END = Fields(
    "The last line: what all episodes together were.",
    {
        "episodes": Field(EPISODES, "How many were counted, T."),
        "epochs": Field(EPISODES, "How many epochs there were."),
        "N": Field(TableOf(OF_PAIRS, VISITS), "All visits."),
        "N3": Field(TableOf(OF_TRIPLES, VISITS), "All visits, by successors."),
        "R": Field(TableOf(OF_PAIRS, NUMBER), "The sums of all rewards."),
        "regret": Field(NUMBER, "The regret, eq. (2)."),
    },
    entry="end",
    record="end",
)


@dataclass(frozen=True)
class EpochRow:
    """Epoch, as a row has it; `tables` are N, N3, R and pi as nested lists."""

    i: int
    t: int
    K: int
    tables: Mapping[str, Any] = field(repr=False)
    value: Any
    x: list[int]
    a: list[int]
    regret: Any
    line: int


@dataclass(frozen=True)
class RowsEnd:
    """Last line; `tables` are N, N3 and R of all episodes."""

    episodes: int
    epochs: int
    tables: Mapping[str, Any] = field(repr=False)
    regret: Any
    line: int


@dataclass(frozen=True)
class RowsHeader(Header):
    """Header, with the algorithm by its name in `ALGORITHMS_BY_EPOCHS`."""

    algorithm: str = ALGORITHMS_BY_EPOCHS[0]


def rows_header(head: RowsHeader) -> dict[str, Any]:
    """Return the header as a JSON object."""
    exact = None if head.mdp is None else head.mdp.to_exact()
    record = {
        "algorithm": head.algorithm,
        "layers": list(head.layers),
        "A": head.A,
        "T": head.T,
        "delta": as_json(head.delta),
        "readings": readings.header(head.choices),
        "tolerance": as_json(head.tolerance),
        "producer": dict(head.producer),
        "seed": head.seed,
    }
    if exact is not None:
        record["mdp"] = {"P": as_json(exact.P), "r": as_json(exact.r)}
    return ROWS_HEADER.written(record)


class RowsParser(RecordParser):
    """Turns the lines of a file of epoch rows, in their order, into records."""

    last = RowsEnd
    page = "reference/trace/EPOCH_ROWS.md"

    def parsed(self, value: Any) -> Any:
        """Return the record that a line's JSON value is. Raises MalformedInput."""
        kind = self._kind(value, self.head)
        if kind == "header":
            return self._rows_header(value)
        if kind not in ("epoch", "end"):
            self.refuse("record", kind, "must be header, epoch or end")
        told = (ROW if kind == "epoch" else ROWS_END).read(value, "", self)
        tables = {name: told.pop(name) for name in ("N", "N3", "R", "pi") if name in told}
        return (EpochRow if kind == "epoch" else RowsEnd)(**told, tables=tables, line=self.line)

    def _rows_header(self, value: dict[str, Any]) -> RowsHeader:
        told = ROWS_HEADER.read(value, "", self)
        base = self._layered(told)
        law = base.choices["reward-law"]
        if law not in LAWS:
            self.refuse("readings.reward-law", law, f"must be one of {', '.join(LAWS)}")
        return RowsHeader(**vars(base), algorithm=told["algorithm"])


def read_rows(path: str | os.PathLike[str]) -> Iterator[RowsHeader | EpochRow | RowsEnd]:
    """Stream a file of epoch rows. Raises MalformedInput, TruncatedTrace without `end`,
    UnusablePath."""
    yield from read(path, RowsParser)  # type: ignore[misc]  # the records of this parser


def epoch_rows_schema() -> str:
    """Return the text of epoch_rows.schema.json."""
    says = (
        "Every line of a file of epoch rows is one such object (EPOCH_ROWS.md here). The reader "
        "demands besides: header first, nothing after end; shapes, which follow from layers and "
        "A; at most 300 000 triples; readings whose reward-law is bernoulli or deterministic."
    )
    title = f"{ROWS_FORMAT}, version {ROWS_VERSION}: one record"
    head = {"$id": f"urn:{ROWS_FORMAT}:{ROWS_VERSION}", "title": title, "description": says}
    return published(head, records_of_a_line([ROWS_HEADER, ROW, ROWS_END]))
