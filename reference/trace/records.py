"""The trace, version 1: JSON Lines, what was known, played and seen (README.md here).

One record per line: `header`, then `epoch` and `episode` records in the order in which they
happened, then `end`. What each may hold is stated here once: `reader` reads by it, this module
writes by it, and trace.schema.json is made of it.
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
from math import inf
from pathlib import Path
from typing import Any

from reference import readings
from reference.mdp import LayeredMDP
from reference.support.atomic_files import accessible, open_alone
from reference.support.errors import PreconditionError, UnusablePath
from reference.support.fields import (
    OMITTED,
    Bounds,
    Choice,
    Const,
    Field,
    Fields,
    Later,
    Maybe,
    Strings,
    ValueKind,
    Whole,
    published,
    records_of_a_line,
)
from reference.support.guests import FAMILY, FLAT
from reference.support.versions import TRACE_FORMAT
from reference.trace.numbers import (
    COUNT,
    COUNTED,
    INDEX,
    MAX_COUNT,
    NUMBER,
    OF_PAIRS,
    OF_STATES,
    OF_TRIPLES,
    OR_NULL,
    POSITIVE,
    UNIT,
    ExactNumber,
    LayerSizes,
    RowOf,
    TableOf,
)

FORMAT, VERSION, ALGORITHM = "ucrl-lp-trace", TRACE_FORMAT, "UCRL-LP"
TOLERANCE = 1e-7  # default of the header's `tolerance`: optimality and feasibility
MAX_BYTES = 2**28
"""Of memory for the tables of one epoch: what a header may ask for, however short its file is."""
BYTES_OF_A_PAIR = 128  # a policy as it is read, as rationals and as doubles
MAX_PAIRS = MAX_BYTES // BYTES_OF_A_PAIR
MAX_TRIPLES = 300_000
"""Sum of X_h A X_{h+1}: entries of one q_hat, about MAX_BYTES where it is checked exactly (900
bytes an entry). A larger trace records pi alone, and its counts are kept where they are not 0."""
HEADER_NAMES = (ALGORITHM, *FLAT.values(), *dict.fromkeys(FAMILY.values()))
"""Every name that a header may have; the command line writes them in lower case."""


# ---- what each record holds ----------------------------------------------------------------------

_of_ucrl_lp = [reading for reading in readings.READINGS if reading.scope == "UCRL-LP"]
READINGS_OF_HEADER = Fields(
    'What was chosen where the paper leaves a choice (spec.md, "Readings"), by R-id or key; what '
    "is left out has its default.",
    {
        name: Field(Choice(reading.choices), default=OMITTED)
        for reading in _of_ucrl_lp
        for name in (reading.id, reading.key)
    },
    entry="readings",
)
DELTA_FIELD = Field(ExactNumber(Bounds(0, 1, "()")), "The confidence parameter, in (0, 1).")
PRODUCER_FIELD = Field(
    Strings(("name", "version"), "must be {name, version}, two strings"),
    default={"name": "unknown", "version": ""},
)
SEED_FIELD = Field(Maybe(Whole(0, inf)), default=None)
MDP_FIELDS = Fields(
    "",
    {"P": Field(TableOf(OF_TRIPLES, UNIT)), "r": Field(TableOf(OF_PAIRS, UNIT))},
    rule="must be an object with P and r",
)
HEADER_FIELDS = Fields(
    "The first line: what the run was told.",
    {
        "format": Field(Const(FORMAT)),
        "version": Field(Const(VERSION)),
        "algorithm": Field(Const(ALGORITHM)),
        "layers": Field(
            LayerSizes(), "X_0, ..., X_L: how many states each layer has. X_0 = X_L = 1."
        ),
        "A": Field(POSITIVE, "How many actions."),
        "T": Field(POSITIVE, "The horizon constant of eq. (11) and (15)."),
        "delta": DELTA_FIELD,
        "tolerance": Field(
            ExactNumber(Bounds(0, 1, "[)")),
            "Of feasibility, optimality and recorded quantities, in [0, 1). "
            f"Default {TOLERANCE:g}.",
            TOLERANCE,
        ),
        "readings": Field(Later(READINGS_OF_HEADER), default={}),
        "producer": PRODUCER_FIELD,
        "seed": SEED_FIELD,
        "mdp": Field(Later(Maybe(MDP_FIELDS)), "The truth: P[h][x][a][x1] and r[h][x][a].", None),
    },
    entry="header",
    record="header",
)


def optional_table(of: ValueKind, says: str, *indices: str) -> Field:
    """Return the field of a table that a record may hold."""
    return Field(TableOf(indices, of), says, OMITTED)


EPOCH_FIELDS = Fields(
    "The start of epoch i at episode t = t(i). All tables but one of q_hat and pi are optional.",
    {
        "i": Field(POSITIVE),
        "t": Field(POSITIVE),
        "N": optional_table(COUNTED, "N_i(x,a): visits before the epoch.", *OF_PAIRS),
        "r_bar": optional_table(NUMBER, "Eq. (14).", *OF_PAIRS),
        "eps": optional_table(NUMBER, "Eq. (11).", *OF_PAIRS),
        "b": optional_table(NUMBER, "Eq. (15).", *OF_PAIRS),
        "r_hat": optional_table(NUMBER, "Eq. (16).", *OF_PAIRS),
        "r_check": optional_table(NUMBER, "Eq. (17).", *OF_PAIRS),
        "pi": optional_table(NUMBER, "The policy played.", *OF_PAIRS),
        "N3": optional_table(COUNTED, "N_i(x,a,x').", *OF_TRIPLES),
        "P_bar": optional_table(NUMBER, "Eq. (10).", *OF_TRIPLES),
        "q_hat": optional_table(NUMBER, "LP1's solution.", *OF_TRIPLES),
        "width": optional_table(
            NUMBER, "R-37: with intervals, and only there, in place of eps.", *OF_TRIPLES
        ),
        "V": optional_table(
            OR_NULL,
            "The optimistic values of the states of layers 0..L-1; null where no feasible q has "
            "mass.",
            *OF_STATES,
        ),
        "value": Field(Maybe(NUMBER), "The optimum of LP1, as the producer found it.", None),
        "Lam": Field(Maybe(NUMBER), "log(TXA/delta), to the base of reading R-10.", None),
    },
    entry="epoch",
    record="epoch",
    also={"anyOf": [{"required": ["q_hat"]}, {"required": ["pi"]}]},
)
EPISODE_FIELDS = Fields(
    "Episode t: x_0, ..., x_{L-1}; the last state is implied.",
    {
        "t": Field(POSITIVE),
        "x": Field(RowOf("h", INDEX)),
        "a": Field(RowOf("h", INDEX)),
        "r": Field(RowOf("h", NUMBER)),
    },
    entry="episode",
    record="episode",
)
END_FIELDS = Fields(
    "The last line: how many episodes were played and epochs started.",
    {"episodes": Field(COUNT), "epochs": Field(POSITIVE)},
    entry="end",
    record="end",
)
WIDTH = "width"


def tables_of(record: Fields, *indices: str) -> tuple[str, ...]:
    """Return the tables with these indices that a record may hold."""
    fields = record.fields.items()
    return tuple(k for k, f in fields if isinstance(f.kind, TableOf) and f.kind.indices == indices)


PAIR_KEYS = tables_of(EPOCH_FIELDS, *OF_PAIRS)
TRIPLE_KEYS = tuple(key for key in tables_of(EPOCH_FIELDS, *OF_TRIPLES) if key != WIDTH)
STATE_KEYS = tables_of(EPOCH_FIELDS, *OF_STATES)


def trace_schema() -> str:
    """Return the text of trace.schema.json."""
    says = (
        "Every line of a trace is one such object (README.md here). What a schema of one "
        "record cannot say and the reader demands besides: order (header first and once, nothing "
        "after end); shapes, which follow from the header's layers and A; the last layer is 1; the "
        "limits on triples, line length, digits and nesting; no duplicate keys; whole numbers "
        "beyond 2^53 without a fraction or exponent; whole numbers in tables and rewards not above "
        '10^12; rationals "p/q" of delta and tolerance in their range; probabilities and rewards '
        'of mdp given as "p/q" in [0, 1]; rows of mdp.P that sum to 1, exactly or, of decimal '
        "numbers, within 1e-9; a reading given once, by its id or by its key; width in place of "
        "eps where, and only where, the header has radii=bernstein."
    )
    title = f"{FORMAT}, version {VERSION}: one record"
    head = {"$id": f"urn:{FORMAT}:{VERSION}", "title": title, "description": says}
    return published(
        head, records_of_a_line([HEADER_FIELDS, EPOCH_FIELDS, EPISODE_FIELDS, END_FIELDS])
    )


# ---- as they are read ----------------------------------------------------------------------------

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

    def __init__(
        self, path: str | os.PathLike[str], *, force: bool = False, pi_alone: bool = False
    ) -> None:
        if not os.fspath(path):
            raise UnusablePath("", "must be the name of a file")
        self.path, self.pi_alone = Path(path), pi_alone
        self._raw = open_alone(self.path, force=force)
        self._out: Any = self._raw
        if self.path.suffix == ".gz":
            self._out = gzip.GzipFile("", "wb", compresslevel=6, fileobj=self._raw, mtime=0)

    def write(self, record: Mapping[str, Any]) -> None:
        """Write one line. Raises UnusablePath when the disk is full or gone, PreconditionError for
        a header beyond the limits within which a trace can be read again."""
        if record["record"] == "header" and "layers" in record:
            check_limits(record["layers"], record["A"], record["T"], self.pi_alone)
        if record["record"] == "header" and record.get("K", 0) > MAX_COUNT:
            raise PreconditionError("T", record["K"], f"must not exceed {MAX_COUNT}")
        self.put(record)

    def put(self, record: Mapping[str, Any]) -> None:
        """Write one line of any format. Raises UnusablePath when the disk is full or gone."""
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


def number_of_pairs(layers: Sequence[int], A: int) -> int:
    """Return how many pairs (x, a) there are: entries of one pi."""
    return sum(layers[:-1]) * A


def too_many_pairs(layers: Sequence[int], A: int) -> str:
    """Return why no policy may be so large, "" if it may."""
    if (n := number_of_pairs(layers, A)) <= MAX_PAIRS:
        return ""
    return (
        f"not covered: size: {n} pairs (x,a) need {n * BYTES_OF_A_PAIR >> 20} MiB a policy; "
        f"{MAX_PAIRS} pairs, {MAX_BYTES >> 20} MiB, would fit"
    )


def check_limits(layers: Sequence[int], A: int, T: int, pi_alone: bool = False) -> None:
    """Raise PreconditionError where a trace would be refused by its reader; `pi_alone`: of one that
    records no table of triples."""
    if pi_alone and (rule := too_many_pairs(layers, A)):
        raise PreconditionError("layers", list(layers), rule)
    if not pi_alone and triples(layers, A) > MAX_TRIPLES:
        rule = f"a trace records at most {MAX_TRIPLES} triples (x,a,x')"
        rule += "; with --reading glop=backward-induction it records pi alone, of any number"
        raise PreconditionError("layers", list(layers), rule)
    if T > MAX_COUNT:
        raise PreconditionError("T", T, f"must not exceed {MAX_COUNT}")


def line_of(record: Mapping[str, Any]) -> bytes:
    """Return one record as a line of ASCII JSON with a newline."""
    return (ENCODER.encode(record) + "\n").encode("ascii")


def header_record(head: Header) -> dict[str, Any]:
    """Return the header as a JSON object."""
    record: dict[str, Any] = {
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
    return HEADER_FIELDS.written(record)


def epoch_record(
    i: int,
    t: int,
    tables: Mapping[str, Any],
    value: Any = None,
    Lam: Any = None,
    of: Fields = EPOCH_FIELDS,
) -> dict[str, Any]:
    """Return an epoch as a JSON object; `tables` maps names of the format `of` to per-layer
    arrays."""
    record: dict[str, Any] = {"i": i, "t": t}
    record.update({name: as_json(list(table)) for name, table in tables.items()})
    for name, number in (("value", value), ("Lam", Lam)):
        if number is not None:
            record[name] = as_json(number)
    return of.written(record)


def episode_record(t: int, x: list[int], a: list[int], r: list[Any]) -> dict[str, Any]:
    """Return an episode as a JSON object."""
    return EPISODE_FIELDS.written({"t": t, "x": x, "a": a, "r": as_json(r)})


def end_record(episodes: int, epochs: int) -> dict[str, Any]:
    """Return the end of a trace as a JSON object."""
    return END_FIELDS.written({"episodes": episodes, "epochs": epochs})
