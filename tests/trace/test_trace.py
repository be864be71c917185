"""The trace: what is written is read again; what is malformed is named with file, line, field."""

from __future__ import annotations

import copy
import gzip
import io
import json
import os
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from reference import readings
from reference.environments import random_layered
from reference.environments.hypothesis_strategies import layered_mdps
from reference.mdp import LayeredMDP
from reference.running.driver import run
from reference.support.errors import (
    MALFORMED,
    USAGE,
    MalformedInput,
    PreconditionError,
    UnusablePath,
)
from reference.trace import raw_lines
from reference.trace import reader as trace_reader
from reference.trace import records as trace
from reference.trace.raw_lines import TruncatedTrace
from reference.trace.records import (
    MAX_COUNT,
    MAX_TRIPLES,
    PAIR_KEYS,
    STATE_KEYS,
    TRIPLE_KEYS,
    EndRecord,
    EpisodeRecord,
    EpochRecord,
    Header,
    TraceWriter,
)
from tests.trace.streams import Parts, peak

SCHEMA = json.loads(
    resources.files("reference.trace").joinpath("trace.schema.json").read_text("utf-8")
)
VALIDATOR = Draft202012Validator(SCHEMA)

# A whole trace: layers 1, 2, 1, A = 2. Every table, every way to write a number.
MDP = {
    "P": [[[["1/3", "2/3"], [1, 0]]], [[["1"], [1]], [[1.0], [1]]]],
    "r": [[["1/2", 0.25]], [[0, 1], ["1/7", 0]]],
}
HEADER: dict[str, Any] = {
    "record": "header", "format": "ucrl-lp-trace", "version": 1, "algorithm": "UCRL-LP",
    "layers": [1, 2, 1], "A": 2, "T": 10, "delta": "1/10", "readings": {"R-1": "max1"},
    "tolerance": 1e-7, "producer": {"name": "hand", "version": "1"}, "seed": 3, "mdp": MDP,
}  # fmt: skip
PAIRS: dict[str, Any] = {
    "N": [[[0, 0]], [[0, 0], [0, 0]]], "r_bar": [[[0, 0.0]], [["0", 0], [0, 0]]],
    "eps": [[[5.5, "11/2"]], [[4, 4], [4, 4]]], "b": [[[4, 4]], [[4, 4], [4, 4]]],
    "r_hat": [[[1, 1]], [[1, 1], [1, 1.0]]], "r_check": [[[0, 0]], [[0, 0], [0, 0]]],
    "pi": [[[0.5, 0.5]], [["1/2", "1/2"], [1, 0]]],
}  # fmt: skip
TRIPLES: dict[str, Any] = {
    "N3": [[[[0, 0], [0, 0]]], [[[0], [0]], [[0], [0]]]],
    "P_bar": [[[[0, 0], [0, 0]]], [[[0], [0]], [[0], [0]]]],
    "q_hat": [[[[0.25, 0.25], [0.25, "1/4"]]], [[[0.25], [0.25]], [[0.25], [0.25]]]],
}
EPOCH: dict[str, Any] = {"record": "epoch", "i": 1, "t": 1, **PAIRS, **TRIPLES, "value": 2.0}
SECOND_EPOCH: dict[str, Any] = {"record": "epoch", "i": 2, "t": 2, "pi": PAIRS["pi"]}
EPISODE: dict[str, Any] = {"record": "episode", "t": 1, "x": [0, 1], "a": [1, 0], "r": [0, "1/2"]}
END: dict[str, Any] = {"record": "end", "episodes": 2, "epochs": 2}
WHOLE = [HEADER, EPOCH, EPISODE, SECOND_EPOCH, {**EPISODE, "t": 2}, END]
# The line of each kind of record in WHOLE.
LINE = {"header": 1, "epoch": 2, "episode": 3, "end": 6}


def as_lines(records: list[Any]) -> list[bytes]:
    return [
        record if isinstance(record, bytes) else json.dumps(record).encode("utf-8") + b"\n"
        for record in records
    ]


def read_bytes(data: bytes, file: str = "run.jsonl") -> list[trace.Record]:
    raw: Any = io.BytesIO(data)
    return list(trace_reader.read_stream(raw, file))


def test_a_whole_trace_is_read() -> None:
    head, first, episode, second, _, end = read_bytes(b"".join(as_lines(WHOLE)))
    assert isinstance(head, Header)
    assert (head.layers, head.A, head.T, head.L, head.X) == ((1, 2, 1), 2, 10, 2, 4)
    assert (head.delta, head.tolerance) == (Fraction(1, 10), Fraction(1e-7))
    assert (head.seed, head.producer) == (3, {"name": "hand", "version": "1"})
    assert head.choices == readings.choose()
    assert head.mdp is not None
    assert head.mdp.P[0].tolist() == [[[Fraction(1, 3), Fraction(2, 3)], [1, 0]]]
    assert head.mdp.r[0].tolist() == [[Fraction(1, 2), Fraction(1, 4)]]
    assert isinstance(first, EpochRecord)
    assert (first.i, first.t, first.value, first.line) == (1, 1, 2.0, 2)
    assert first.tables == {**PAIRS, **TRIPLES}
    assert isinstance(episode, EpisodeRecord)
    assert episode == EpisodeRecord(1, [0, 1], [1, 0], [0, "1/2"], 3)
    assert isinstance(second, EpochRecord)
    assert (dict(second.tables), second.value) == ({"pi": PAIRS["pi"]}, None)
    assert end == EndRecord(2, 2, 6)


def test_what_a_header_leaves_out_has_its_default() -> None:
    required = ("record", "format", "version", "algorithm", "layers", "A", "T", "delta")
    bare = {key: HEADER[key] for key in required}
    for head_json in (bare, {**bare, "seed": None, "mdp": None}):
        (head, *_) = read_bytes(b"".join(as_lines([head_json, *WHOLE[1:]])))
        assert isinstance(head, Header)
        assert (head.mdp, head.seed) == (None, None)
        assert head.producer == {"name": "unknown", "version": ""}
        assert head.tolerance == Fraction(trace.TOLERANCE)
        assert head.choices == readings.choose()


def test_form_that_is_allowed() -> None:
    """Spaces, CRLF, no newline at the end, ASCII or not, keys in any order, readings by key."""
    lines = as_lines(WHOLE)
    assert len(read_bytes(b"".join(lines).rstrip(b"\n"))) == 6
    assert len(read_bytes(b"".join(line.replace(b"\n", b" \r\n") for line in lines))) == 6
    named = {**HEADER, "producer": {"name": "größer", "version": "1"}, "readings": {"log": "ln"}}
    utf8 = json.dumps(dict(reversed(named.items())), ensure_ascii=False).encode("utf-8") + b"\n"
    (head, *_) = read_bytes(b"".join([utf8, *lines[1:]]))
    assert isinstance(head, Header)
    assert head.producer["name"] == "größer"


# ---- what is written is read again ---------------------------------------------------------------


def written(path: Path, mdp: LayeredMDP, delta: Any = 0.1) -> list[Any]:
    """A small trace by the writer; what must be read again."""
    shapes = [(len(P), mdp.A, P.shape[2]) for P in mdp.P]
    rng = np.random.default_rng(0)
    pairs: dict[str, Any] = {key: [rng.random(shape[:2]) for shape in shapes] for key in PAIR_KEYS}
    triples: dict[str, Any] = {key: [rng.random(shape) for shape in shapes] for key in TRIPLE_KEYS}
    pairs["N"] = [rng.integers(0, 10**9, shape[:2]) for shape in shapes]
    triples["N3"] = [rng.integers(0, 10**9, shape) for shape in shapes]
    pairs["V"] = [rng.random(shape[0]) for shape in shapes]
    choices = readings.choose({"trigger": "printed", "completion": "any"})
    head = Header(mdp.layers, mdp.A, 10**12, delta, choices, 0.5, {"name": "ä", "version": "2"},
                  mdp, 2**70)  # fmt: skip
    x = [0] * mdp.L
    writer = TraceWriter(path)
    writer.write(trace.header_record(head))
    writer.write(trace.epoch_record(1, 1, {**pairs, **triples}, 1 / 3, 1 / 7))
    writer.write(trace.epoch_record(2, 1, {"pi": [np.asarray(mdp.r[h]) for h in range(mdp.L)]}))
    writer.write(trace.episode_record(1, x, x, [Fraction(1, 3)] * mdp.L))
    writer.write(trace.end_record(1, 2))
    writer.close()
    tables = {key: [t.tolist() for t in group] for key, group in {**pairs, **triples}.items()}
    return [head, tables, x]


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz"])
@settings(max_examples=25)
@given(mdp=layered_mdps(exact=True) | layered_mdps(exact=False))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, name: str, mdp: LayeredMDP
) -> None:
    path = tmp_path_factory.mktemp("trace") / name
    head, tables, x = written(path, mdp)
    found, first, second, episode, end = trace_reader.read(path)
    assert isinstance(found, Header)
    assert (found.layers, found.A, found.T, found.seed) == (mdp.layers, mdp.A, 10**12, 2**70)
    assert found.delta == Fraction(0.1)  # the double, exactly
    assert found.tolerance == Fraction(1, 2)
    assert found.choices == head.choices
    assert found.producer == head.producer
    assert found.mdp is not None
    exact = mdp.to_exact()
    for one, other in zip(found.mdp.P + found.mdp.r, exact.P + exact.r, strict=True):
        assert (one == other).all()
    assert isinstance(first, EpochRecord)
    assert first.tables == tables  # bit for bit: a double is written so that it comes back
    assert (first.value, first.Lam) == (1 / 3, 1 / 7)
    assert isinstance(second, EpochRecord)
    assert second.tables["pi"] == trace.as_json(list(mdp.r))
    assert episode == EpisodeRecord(1, x, x, ["1/3"] * mdp.L, 4)
    assert end == EndRecord(1, 2, 5)
    for line in lines_of(path):
        VALIDATOR.validate(json.loads(line))


def lines_of(path: Path) -> list[bytes]:
    data = path.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).splitlines()


def test_a_rational_delta_is_written_as_one(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", random_layered((1, 2, 1), 1, seed=0), Fraction(1, 10))
    (head, *_) = trace_reader.read(tmp_path / "a.jsonl")
    assert isinstance(head, Header)
    assert head.delta == Fraction(1, 10)


def test_the_same_records_are_the_same_bytes_whatever_the_file_is_called(tmp_path: Path) -> None:
    mdp = random_layered((1, 3, 1), 2, seed=1)
    for names in (("a.jsonl", "b.jsonl"), ("a.jsonl.gz", "other-name.gz")):
        for name in names:
            written(tmp_path / name, mdp)
        assert (tmp_path / names[0]).read_bytes() == (tmp_path / names[1]).read_bytes()
    assert lines_of(tmp_path / "a.jsonl") == lines_of(tmp_path / "a.jsonl.gz")
    assert (tmp_path / "a.jsonl").read_bytes()[:1] == b"{"
    gzipped = (tmp_path / "a.jsonl.gz").read_bytes()
    assert gzipped[:10] == b"\x1f\x8b\x08\0\0\0\0\0" + gzipped[8:10]  # no name, no time
    assert all(line.isascii() for line in lines_of(tmp_path / "a.jsonl"))
    # The content says whether it is gzip, not the name.
    (tmp_path / "a.jsonl.gz").rename(tmp_path / "c.jsonl")
    (tmp_path / "a.jsonl").rename(tmp_path / "c.gz")
    assert len(list(trace_reader.read(tmp_path / "c.jsonl"))) == 5
    assert len(list(trace_reader.read(tmp_path / "c.gz"))) == 5


def test_a_real_run_is_read_and_is_in_the_schema(tmp_path: Path) -> None:
    for choices in ({}, {"R-1": "printed", "reward-law": "uniform"}):
        path = tmp_path / f"{len(choices)}.jsonl"
        outcome = run(random_layered((1, 3, 2, 1), 2, seed=1), 30, choices=choices, out=path)
        head, *records, end = trace_reader.read(path)
        assert isinstance(head, Header)
        assert head.choices == readings.choose(choices)
        epochs = [record for record in records if isinstance(record, EpochRecord)]
        assert end == EndRecord(30, len(epochs), len(records) + 2)
        assert len(epochs) == len(outcome.epochs) == outcome.solves + 1 > 3
        assert [int(N.sum()) for N in outcome.N] == [30] * outcome.mdp.L
        for one, epoch in zip(outcome.epochs, epochs, strict=True):
            assert epoch.tables["pi"] == [table.tolist() for table in one.pi]
        for line in lines_of(path):
            VALIDATOR.validate(json.loads(line))


# ---- writing -------------------------------------------------------------------------------------


def test_an_existing_file_is_kept_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"precious")
    with pytest.raises(UnusablePath) as refused:
        TraceWriter(path)
    assert (refused.value.path, refused.value.exit_status) == (str(path), USAGE)
    assert refused.value.rule == "exists; use --force to overwrite it"
    assert path.read_bytes() == b"precious"
    writer = TraceWriter(path, force=True)
    writer.write(trace.end_record(1, 1))
    writer.close()
    assert path.read_bytes() == b'{"record":"end","episodes":1,"epochs":1}\n'


@pytest.mark.parametrize("force", [False, True])
def test_paths_that_cannot_be_written(tmp_path: Path, force: bool) -> None:
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "no" / "such" / "folder.jsonl", tmp_path / "file" / "below.jsonl"):
        with pytest.raises(UnusablePath, match="cannot be written: N"):  # No such, Not a directory
            TraceWriter(path, force=force)
    with pytest.raises(UnusablePath, match=r"exists|cannot be written: Is a directory"):
        TraceWriter(tmp_path, force=force)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz"])
def test_a_disk_that_fills_up_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    class Full(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def fileno(self) -> int:
            return pipe  # not a regular file, which would have to be there at the end

        def write(self, data: Any) -> int:
            raise OSError(28, "No space left on device")

    pipe, _ = os.pipe()
    full = io.BufferedWriter(Full())
    monkeypatch.setattr(trace, "open_alone", lambda *_, **__: full)
    writer = TraceWriter(tmp_path / name)
    writer.write(END)  # kept in the buffer
    attempts: list[Callable[[], None]] = [lambda: writer.write(EPOCH), writer.close]
    for attempt in attempts:
        with pytest.raises(UnusablePath) as refused:
            attempt()
        assert refused.value.path == str(tmp_path / name)
        assert refused.value.rule == "cannot be written: No space left on device"
    assert full.closed


def test_a_trace_that_could_not_be_read_again_is_not_begun(tmp_path: Path) -> None:
    for field, layers, T in (("layers", (1, 388, 388, 1), 10), ("T", (1, 1), 10**12 + 1)):
        writer = TraceWriter(tmp_path / field)
        head = Header(layers, 2, T, 0.1, readings.choose())
        with pytest.raises(PreconditionError) as refused:
            writer.write(trace.header_record(head))
        assert refused.value.field == field
        writer.close()
        assert (tmp_path / field).read_bytes() == b""
    assert 2 * 388 * 388 + 4 * 388 > MAX_TRIPLES


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_json_has_no_number_for_is_never_written(value: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        trace.line_of(trace.episode_record(1, [0], [0], [value]))


def test_an_epoch_is_on_the_disk_when_it_has_begun(tmp_path: Path) -> None:
    """A killed run leaves whole lines."""
    writer = TraceWriter(tmp_path / "run.jsonl")
    for record in (HEADER, EPOCH):
        writer.write(record)
    with pytest.raises(TruncatedTrace) as cut:
        list(trace_reader.read(tmp_path / "run.jsonl"))
    assert cut.value.line == 2
    writer.close()


# ---- what is malformed ---------------------------------------------------------------------------


class Case:
    """One fault in WHOLE: what to write instead, and what must be said about it.

    `in_schema`: the schema of one record lets it pass, because it cannot say it."""

    def __init__(
        self, record: str, change: Any, field: str, rule: str, *, in_schema: bool = False
    ) -> None:
        self.record, self.change, self.field, self.rule = record, change, field, rule
        self.in_schema = in_schema

    @property
    def replaced(self) -> Any:
        original = copy.deepcopy(WHOLE[LINE[self.record] - 1])
        if callable(self.change):
            return self.change(original)
        return {**original, **self.change}


def without(key: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda record: {k: v for k, v in record.items() if k != key}


def at(*place: Any, value: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The record with the entry at `place` replaced."""

    def change(record: dict[str, Any]) -> dict[str, Any]:
        inner: Any = record
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] = value
        return record

    return change


COUNTING = "must be a whole number from 1 to 1000000000000"
NUMBER = 'must be a number, or a rational written "p/q" with q > 0 and no leading zeros'
NOT_A_KEY = "is not a key of this record"

RECORD_FAULTS = [
    Case("header", lambda _: [HEADER], "record", "every line must be a JSON object"),
    Case("header", lambda _: "header", "record", "every line must be a JSON object"),
    Case("header", lambda _: None, "record", "every line must be a JSON object"),
    Case("header", lambda _: EPISODE, "record", "`header` must be the first", in_schema=True),
    Case("header", lambda _: {}, "record", "`header` must be the first line, once"),
    Case("epoch", lambda _: HEADER, "record", "`header` must be the first", in_schema=True),
    Case("epoch", {"record": "Epoch"}, "record", "must be header, epoch, episode or end"),
    Case("epoch", {"record": None}, "record", "must be header, epoch, episode or end"),
    Case("epoch", {"record": ["epoch"]}, "record", "must be header, epoch, episode or end"),
    Case("epoch", without("record"), "record", "must be header, epoch, episode or end"),
    *(
        Case("header", without(key), key, "is required")
        for key in ("format", "version", "algorithm", "layers", "A", "T", "delta")
    ),
    Case("header", {"comment": "hi"}, "comment", NOT_A_KEY),
    Case("header", {"format": "trace"}, "format", "must be 'ucrl-lp-trace'"),
    Case("header", {"version": 2}, "version", "must be 1"),
    Case("header", {"version": "1"}, "version", "must be 1"),
    Case("header", {"version": True}, "version", "must be 1"),
    Case("header", {"version": 1.0}, "version", "must be 1", in_schema=True),
    Case("header", {"algorithm": "UCRL2"}, "algorithm", "must be 'UCRL-LP'"),
    Case("header", {"layers": 3}, "layers", "must be a list of whole numbers"),
    Case("header", {"layers": [1]}, "layers", "at least two layers"),
    Case("header", {"layers": [2, 2, 1]}, "layers[0]", "must be 1"),
    Case("header", {"layers": [1, 2, 2]}, "layers[2]", "must be 1", in_schema=True),
    Case("header", {"layers": [1, 0, 1]}, "layers[1]", "at least 1"),
    Case("header", {"layers": [1, 2.5, 1]}, "layers[1]", "must be a whole number"),
    Case("header", {"layers": [1, 2.0, 1]}, "layers[1]", "whole number", in_schema=True),
    Case("header", {"layers": [1, True, 1]}, "layers[1]", "must be a whole number"),
    Case("header", {"layers": [1, None, 1]}, "layers[1]", "must be a whole number"),
    Case("header", {"layers": [1, 400, 400, 1]}, "layers", "more than 300000", in_schema=True),
    Case("header", {"layers": [1, 10**300, 1]}, "layers", "more than 300000", in_schema=True),
    Case("header", {"A": 0}, "A", COUNTING),
    Case("header", {"A": True}, "A", COUNTING),
    Case("header", {"A": 2.0}, "A", COUNTING, in_schema=True),
    Case("header", {"T": 0}, "T", COUNTING),
    Case("header", {"T": -5}, "T", COUNTING),
    Case("header", {"T": MAX_COUNT + 1}, "T", COUNTING),
    Case("header", {"T": "10"}, "T", COUNTING),
    Case("header", {"T": 1e3}, "T", COUNTING, in_schema=True),
    Case("header", {"delta": 0}, "delta", "must lie in (0, 1)"),
    Case("header", {"delta": 1.0}, "delta", "must lie in (0, 1)"),
    Case("header", {"delta": -0.1}, "delta", "must lie in (0, 1)"),
    Case("header", {"delta": "11/10"}, "delta", "must lie in (0, 1)", in_schema=True),
    Case("header", {"delta": "0"}, "delta", "must lie in (0, 1)", in_schema=True),
    Case("header", {"delta": "1/0"}, "delta", NUMBER),
    Case("header", {"delta": "0.1"}, "delta", NUMBER),
    Case("header", {"delta": " 1/10"}, "delta", NUMBER),
    Case("header", {"delta": None}, "delta", NUMBER),
    Case("header", {"delta": True}, "delta", NUMBER),
    Case("header", {"tolerance": -1e-9}, "tolerance", "must lie in [0, 1)"),
    Case("header", {"tolerance": 1}, "tolerance", "must lie in [0, 1)"),
    Case("header", {"tolerance": "small"}, "tolerance", NUMBER),
    Case("header", {"readings": []}, "readings", "must map R-ids (or keys) to choices"),
    Case("header", {"readings": {"R-1": 1}}, "readings", "must map R-ids (or keys) to choices"),
    Case("header", {"readings": {"R-77": "x"}}, "readings.reading", "did you mean R-7"),
    Case("header", {"readings": {"R-1": "max"}}, "readings.reading trigger", "must be one of max1"),
    Case("header", {"readings": {"R-23": "free"}}, "readings.reading ucrl2-clip", "belongs to"),
    Case("header", {"readings": {"R-10": "ln", "log": "ln"}}, "readings.reading log",
         "is chosen twice", in_schema=True),
    Case("header", {"producer": "me"}, "producer", "must be {name, version}, two strings"),
    Case("header", {"producer": {"name": "me"}}, "producer", "must be {name, version}"),
    Case("header", {"producer": {"name": "me", "version": 1}}, "producer", "must be {name, ver"),
    Case("header", {"producer": {**HEADER["producer"], "host": ""}}, "producer", "must be {name"),
    Case("header", {"seed": -1}, "seed", "must be a whole number, at least 0"),
    Case("header", {"seed": 1.5}, "seed", "must be a whole number, at least 0"),
    Case("header", {"seed": True}, "seed", "must be a whole number, at least 0"),
    Case("header", {"mdp": []}, "mdp", "must be an object with P and r"),
    Case("header", {"mdp": {"P": MDP["P"]}}, "r", "is required"),
    Case("header", {"mdp": {**MDP, "q": 1}}, "q", NOT_A_KEY),
    Case("header", at("mdp", "P", 0, 0, 0, value=["1/3", "1/3"]), "mdp.P[0][0][0]",
         "must sum to 1 exactly", in_schema=True),
    Case("header", at("mdp", "P", 0, 0, 0, value=[0.1, 0.9]), "mdp.P[0][0][0]",
         "must sum to 1 exactly", in_schema=True),
    Case("header", at("mdp", "P", 0, 0, 0, value=["-1/3", "4/3"]), "mdp.P[0][0][0][0]",
         "must lie in [0, 1]", in_schema=True),
    Case("header", at("mdp", "P", 0, 0, 0, value=[-1, 2]), "mdp.P[0][0][0][0]",
         "must lie in [0, 1]"),
    Case("header", at("mdp", "P", 0, 0, 0, value=[1]), "mdp.P[0][0][0]",
         "must be a list of length 2", in_schema=True),
    Case("header", at("mdp", "P", 1, 0, 0, 0, value="1/00"), "mdp.P[1][0][0][0]", NUMBER),
    Case("header", at("mdp", "r", 1, 1, 0, value="8/7"), "mdp.r[1][1][0]", "must lie in [0, 1]",
         in_schema=True),
    Case("header", at("mdp", "r", 1, 1, 0, value=1.5), "mdp.r[1][1][0]", "must lie in [0, 1]"),
    Case("header", at("mdp", "r", 1, 1, 0, value=None), "mdp.r[1][1][0]", NUMBER),
    Case("epoch", without("i"), "i", "is required"),
    Case("epoch", without("t"), "t", "is required"),
    Case("epoch", {"Q": []}, "Q", NOT_A_KEY),
    Case("epoch", lambda e: {k: v for k, v in e.items() if k not in ("q_hat", "pi")}, "epoch",
         "must hold at least one of q_hat and pi"),
    Case("epoch", {"i": 0}, "i", COUNTING),
    Case("epoch", {"i": True}, "i", COUNTING),
    Case("epoch", {"t": "1"}, "t", COUNTING),
    Case("epoch", {"pi": {}}, "pi", "must be a list of length 2"),
    Case("epoch", {"pi": None}, "pi", "must be a list of length 2"),
    Case("epoch", {"pi": []}, "pi", "must be a list of length 2"),
    Case("epoch", {"pi": PAIRS["pi"][:1]}, "pi", "must be a list of length 2", in_schema=True),
    Case("epoch", at("pi", 1, value=[[1, 0]]), "pi[1]", "must be a list of length 2",
         in_schema=True),
    Case("epoch", at("eps", 1, 1, value=[4]), "eps[1][1]", "must be a list of length 2",
         in_schema=True),
    Case("epoch", at("eps", 1, 1, 0, value=[4]), "eps[1][1][0]", NUMBER),
    Case("epoch", at("b", 0, 0, 1, value=False), "b[0][0][1]", NUMBER),
    Case("epoch", at("r_hat", 0, 0, 1, value="1/2/3"), "r_hat[0][0][1]", NUMBER),
    Case("epoch", at("r_check", 0, 0, value=0), "r_check[0][0]", "must be a list of length 2"),
    Case("epoch", at("r_bar", 0, 0, 0, value=MAX_COUNT + 1), "r_bar[0][0][0]",
         "must not exceed 1000000000000", in_schema=True),
    Case("epoch", at("q_hat", 0, 0, 0, value=[0.25]), "q_hat[0][0][0]",
         "must be a list of length 2", in_schema=True),
    Case("epoch", at("q_hat", 1, 0, 1, value=0.25), "q_hat[1][0][1]",
         "must be a list of length 1"),
    Case("epoch", at("P_bar", 1, 1, 1, 0, value=None), "P_bar[1][1][1][0]", NUMBER),
    Case("epoch", at("N", 0, 0, 0, value=1.5), "N[0][0][0]", "must be a whole number from 0"),
    Case("epoch", at("N", 0, 0, 0, value=1.0), "N[0][0][0]", "must be a whole number from 0",
         in_schema=True),
    Case("epoch", at("N", 1, 1, 1, value=-1), "N[1][1][1]", "must be a whole number from 0"),
    Case("epoch", at("N", 1, 1, 1, value="1"), "N[1][1][1]", "must be a whole number from 0"),
    Case("epoch", at("N3", 1, 1, 1, 0, value=-1), "N3[1][1][1][0]", "must be a whole number"),
    Case("epoch", at("N3", 1, 1, 1, 0, value=True), "N3[1][1][1][0]", NUMBER),
    Case("epoch", {"value": "two"}, "value", NUMBER),
    Case("epoch", {"value": False}, "value", NUMBER),
    Case("epoch", {"value": [2]}, "value", NUMBER),
    *(Case("episode", without(key), key, "is required") for key in ("t", "x", "a", "r")),
    Case("episode", {"x1": [0]}, "x1", NOT_A_KEY),
    Case("episode", {"t": 0}, "t", COUNTING),
    Case("episode", {"t": 1.5}, "t", COUNTING),
    Case("episode", {"x": [0]}, "x", "must be a list of length 2", in_schema=True),
    Case("episode", {"x": [0, 1, 0]}, "x", "must be a list of length 2", in_schema=True),
    Case("episode", {"x": [0, True]}, "x[1]", "must be a whole number"),
    Case("episode", {"x": [0.0, 1]}, "x[0]", "must be a whole number", in_schema=True),
    Case("episode", {"x": "01"}, "x", "must be a list of length 2"),
    Case("episode", {"a": [0, None]}, "a[1]", "must be a whole number"),
    Case("episode", {"a": [[0], 0]}, "a[0]", "must be a whole number"),
    Case("episode", {"r": [0]}, "r", "must be a list of length 2", in_schema=True),
    Case("episode", {"r": [0, None]}, "r[1]", NUMBER),
    Case("episode", {"r": [True, 0]}, "r[0]", NUMBER),
    Case("episode", {"r": [0, "0.5"]}, "r[1]", NUMBER),
    Case("episode", {"r": [0, "+1/2"]}, "r[1]", NUMBER),
    Case("episode", {"r": [0, 10**13]}, "r[1]", "must not exceed", in_schema=True),
    *(Case("end", without(key), key, "is required") for key in ("episodes", "epochs")),
    Case("end", {"episodes": -1}, "episodes", "must be a whole number from 0"),
    Case("end", {"epochs": 0}, "epochs", COUNTING),
    Case("end", {"epochs": None}, "epochs", COUNTING),
    Case("end", {"time": 0.1}, "time", NOT_A_KEY),
]  # fmt: skip


def refused(data: bytes, file: str = "run.jsonl") -> MalformedInput:
    """What the reader says, after the checks that hold for everything it says."""
    with pytest.raises(MalformedInput) as error:
        read_bytes(data, file)
    found = error.value
    assert found.exit_status == MALFORMED
    assert (found.file, found.line is not None) == (file, True)
    assert str(found).startswith(f"{file}:{found.line}: {found.field}: {found.rule}; found ")
    assert "\n" not in str(found)
    assert len(str(found)) < 600
    return found


@pytest.mark.parametrize("case", RECORD_FAULTS, ids=lambda c: f"{c.record}-{c.field}-{c.rule[:24]}")
def test_a_malformed_record_is_named(case: Case) -> None:
    records = [*WHOLE]
    line = LINE[case.record]
    records[line - 1] = case.replaced
    found = refused(b"".join(as_lines(records)))
    assert (found.line, found.field) == (line, case.field)
    assert case.rule in found.rule
    assert VALIDATOR.is_valid(case.replaced) is case.in_schema


def test_the_limits_are_those_of_the_specification() -> None:
    assert (raw_lines.MAX_LINE, MAX_TRIPLES, MAX_COUNT) == (32 * 1024**2, 300_000, 10**12)


def test_there_are_enough_kinds() -> None:
    assert len({(case.record, case.field, case.rule) for case in RECORD_FAULTS}) >= 90


def lines_with(number: int, line: bytes) -> bytes:
    lines = as_lines(WHOLE)
    lines[number - 1] = line
    return b"".join(lines)


@pytest.mark.parametrize("more", [b"\n", b"{}\n", b"\x00", *as_lines([EPISODE, END, HEADER])])
def test_nothing_may_follow_end(more: bytes) -> None:
    found = refused(b"".join(as_lines(WHOLE)) + more)
    assert (found.line, found.field, found.rule) == (7, "record", "nothing may follow `end`")


@pytest.mark.parametrize("kept", range(6))
def test_a_trace_without_end_is_truncated_after_what_was_whole(kept: int) -> None:
    """The records before the cut are yielded first: `--resume` uses them."""
    raw: Any = io.BytesIO(b"".join(as_lines(WHOLE)[:kept]))
    found: list[trace.Record] = []
    with pytest.raises(TruncatedTrace) as cut:
        found.extend(trace_reader.read_stream(raw, "run.jsonl"))
    assert len(found) == kept
    assert (cut.value.line, cut.value.field) == (max(1, kept), "record")
    assert "no `end` record" in str(cut.value)


def test_a_file_cut_anywhere_is_refused() -> None:
    data = b"".join(as_lines(WHOLE))
    for length in range(len(data) - 1):
        found = refused(data[:length])
        # Cut behind a whole line it is truncated, cut within one that line is no JSON.
        whole = data[:length].count(b"\n") + (data[length : length + 1] == b"\n")
        behind_a_line = not data[:length] or data[length - 1 : length + 1].count(b"\n") > 0
        assert isinstance(found, TruncatedTrace) is behind_a_line
        assert found.line == max(1, whole + (not behind_a_line))


def test_a_cut_or_damaged_gzip_file_is_refused() -> None:
    plain = b"".join(as_lines(WHOLE))
    data = gzip.compress(plain, mtime=0)
    assert len(read_bytes(data)) == 6
    for length in range(2, len(data)):
        found = refused(data[:length])
        assert isinstance(found, TruncatedTrace)
        assert (found.field, found.rule) == ("gzip", "must be a whole gzip file")
    for damaged in (data[:-8] + b"\0\0\0\0" + data[-4:], data + b"more", data[:20] + data[40:]):
        assert refused(damaged).field == "gzip"
    assert len(read_bytes(gzip.compress(plain[:50]) + gzip.compress(plain[50:]))) == 6


def test_a_line_that_is_too_long_is_not_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_lines, "MAX_LINE", 2000)
    long = json.dumps(EPISODE).encode("ascii") + b" " * 2000 + b"\n"
    for data in (lines_with(3, long), gzip.compress(lines_with(3, long))):
        found = refused(data)
        assert (found.line, found.field, found.rule) == (3, "line", "is longer than 2000 bytes")
    exact = json.dumps(EPISODE).encode("ascii").ljust(1999) + b"\n"
    assert len(read_bytes(lines_with(3, exact))) == 6


def test_a_gzip_bomb_costs_no_more_than_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_lines, "MAX_LINE", 2**16)
    bomb = gzip.compress(as_lines(WHOLE)[0] + b"[" * 2**26)  # 64 MiB in 64 KiB
    assert peak(lambda: refused(bomb)) < 2 * 2**20


def of_length(episodes: int) -> Iterator[bytes]:
    """A trace of so many episodes, made while it is read."""
    head, epoch = as_lines([HEADER, EPOCH])
    yield head
    for t in range(1, episodes + 1):
        if t % 100 == 1:
            yield epoch
        yield b'{"record":"episode","t":%d,"x":[0,1],"a":[1,0],"r":[0.125,"1/3"]}\n' % t
    yield b'{"record":"end","episodes":%d,"epochs":1}\n' % episodes


def test_reading_streams_in_the_memory_of_a_line() -> None:
    def stream(episodes: int) -> Iterator[trace.Record]:
        raw: Any = io.BufferedReader(Parts(of_length(episodes)))
        return trace_reader.read_stream(raw, "run.jsonl")

    def count(episodes: int) -> None:
        assert sum(isinstance(r, EpisodeRecord) for r in stream(episodes)) == episodes

    bound = 2**17
    count(10)  # caches
    assert peak(lambda: count(1_000)) < bound
    assert peak(lambda: count(3_000)) < bound
    assert peak(lambda: list(stream(3_000))) > 8 * bound  # keeping the records would be noticed


@pytest.mark.parametrize("kind", ["missing", "folder", "below a file"])
def test_paths_that_cannot_be_read(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    path = {"missing": tmp_path / "no", "folder": tmp_path, "below a file": tmp_path / "file" / "x"}
    with pytest.raises(UnusablePath, match="cannot be read: ") as found:
        list(trace_reader.read(path[kind]))
    assert found.value.path == str(path[kind])


@pytest.mark.parametrize("value", ['"2"', "true", "null"])
def test_a_value_is_shown_as_json_writes_it(value: str) -> None:
    header = re.sub(rb'"A": 2', b'"A": ' + value.encode(), as_lines(WHOLE)[0])
    rule = f"must be a whole number from 1 to {MAX_COUNT}"
    assert str(refused(lines_with(1, header))).endswith(f"A: {rule}; found {value}")


def test_a_hostile_value_is_shown_on_one_short_line() -> None:
    found = refused(
        lines_with(3, json.dumps({"record": "a\nb\x1b[31m" + "x" * 1500}).encode() + b"\n")
    )
    assert "a\\nb\\x1b[31m" in str(found)


# ---- the schema ----------------------------------------------------------------------------------


def test_the_schema_is_a_schema_and_in_step_with_the_code() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    of_ucrl_lp = [r for r in readings.READINGS if r.scope == "UCRL-LP"]
    assert SCHEMA["$defs"]["readings"]["properties"] == {
        name: {"enum": list(r.choices)} for r in of_ucrl_lp for name in (r.id, r.key)
    }
    for name, least in (("positive", 1), ("count", 0)):
        whole = {"type": "integer", "minimum": least, "maximum": MAX_COUNT}
        assert SCHEMA["$defs"][name] == whole
    properties = SCHEMA["$defs"]["epoch"]["properties"]
    numbers = {"i", "t", "value", "Lam"}
    assert set(properties) == {"record", *numbers, *PAIR_KEYS, *TRIPLE_KEYS, *STATE_KEYS}
    for key in ("format", "version", "algorithm"):
        assert SCHEMA["$defs"]["header"]["properties"][key] == {
            "const": getattr(trace, key.upper())
        }
    for record in WHOLE:
        VALIDATOR.validate(record)
