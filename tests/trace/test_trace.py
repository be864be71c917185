"""The trace: what is written is read again; what is malformed is named with file, line, field."""

from __future__ import annotations

import copy
import gzip
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from reference import readings
from reference.environments import random_layered
from reference.environments.hypothesis_strategies import layered_mdps
from reference.mdp import LayeredMDP
from reference.regret import total_regret
from reference.running.driver import run
from reference.support.errors import (
    MALFORMED,
    UNDECIDED,
    MalformedInput,
    PreconditionError,
    TooLarge,
    UnusablePath,
)
from reference.trace import raw_lines
from reference.trace import reader as trace_reader
from reference.trace import records as trace
from reference.trace.numbers import MAX_COUNT
from reference.trace.raw_lines import TruncatedTrace
from reference.trace.records import (
    MAX_TRIPLES,
    PAIR_KEYS,
    STATE_KEYS,
    TRIPLE_KEYS,
    WIDTH,
    EndRecord,
    EpisodeRecord,
    EpochRecord,
    Header,
    TraceWriter,
)
from tests.jsonl import jsonl

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
DATA = jsonl(WHOLE)
LINES = DATA.splitlines(keepends=True)


def read_bytes(data: bytes, file: str = "run.jsonl") -> list[trace.Record]:
    raw: Any = io.BytesIO(data)
    return list(trace_reader.read_stream(raw, file))


def test_a_whole_trace_is_read() -> None:
    head, first, episode, second, _, end = read_bytes(DATA)
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
        (head, *_) = read_bytes(jsonl([head_json, *WHOLE[1:]]))
        assert isinstance(head, Header)
        assert (head.mdp, head.seed) == (None, None)
        assert head.producer == {"name": "unknown", "version": ""}
        assert head.tolerance == Fraction(trace.TOLERANCE)
        assert head.choices == readings.choose()


def test_form_that_is_allowed() -> None:
    """Spaces, CRLF, no newline at the end, ASCII or not, keys in any order, readings by key."""
    for data in (DATA.rstrip(b"\n"), DATA.replace(b"\n", b" \r\n")):
        assert len(read_bytes(data)) == 6
    named = {**HEADER, "producer": {"name": "größer", "version": "1"}, "readings": {"log": "ln"}}
    utf8 = json.dumps(dict(reversed(named.items())), ensure_ascii=False).encode("utf-8") + b"\n"
    (head, *_) = read_bytes(b"".join([utf8, *LINES[1:]]))
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
    delta = Fraction(1, 10) if mdp.exact else 0.1
    head, tables, x = written(path, mdp, delta)
    header, first, second, episode, end = trace_reader.read(path)
    assert isinstance(header, Header)
    assert (header.layers, header.A, header.T, header.seed) == (mdp.layers, mdp.A, 10**12, 2**70)
    assert header.delta == Fraction(delta)  # the double, exactly
    assert header.tolerance == Fraction(1, 2)
    assert header.choices == head.choices
    assert header.producer == head.producer
    assert header.mdp is not None
    exact = mdp.to_exact()
    for table, other in zip(header.mdp.P + header.mdp.r, exact.P + exact.r, strict=True):
        assert (table == other).all()
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


def test_the_same_records_are_the_same_bytes_whatever_the_file_is_called(tmp_path: Path) -> None:
    mdp = random_layered((1, 3, 1), 2, seed=1)
    names = [tmp_path / name for name in ("a.jsonl", "b.jsonl", "a.jsonl.gz", "other-name.gz")]
    for path in names:
        written(path, mdp)
    plain, second, gzipped, other = (path.read_bytes() for path in names)
    assert plain == second == gzip.decompress(gzipped) and gzipped == other
    assert plain[:1] == b"{" and plain.isascii()
    assert gzipped[:8] == b"\x1f\x8b\x08\0\0\0\0\0"  # no name, no time
    # The content says whether it is gzip, not the name.
    for path, content in zip(names, (gzipped, plain), strict=False):
        path.write_bytes(content)
        assert len(list(trace_reader.read(path))) == 5


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
        assert sum(item.episodes for item in outcome.epochs) == 30
        regret = total_regret(outcome.mdp, [(item.pi, item.episodes) for item in outcome.epochs])
        assert outcome.regret == outcome.regret_curve()[1][-1] == pytest.approx(regret)
        for played, epoch in zip(outcome.epochs, epochs, strict=True):
            assert epoch.tables["pi"] == [table.tolist() for table in played.pi]
        for line in lines_of(path):
            VALIDATOR.validate(json.loads(line))


# ---- writing -------------------------------------------------------------------------------------


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
def test_a_disk_that_fills_up_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.symlink_to("/dev/full")
    writer = TraceWriter(path, force=True)
    writer.write(END)  # kept in the buffer
    attempts: list[Callable[[], None]] = [lambda: writer.write(EPOCH), writer.close]
    for attempt in attempts:
        with pytest.raises(UnusablePath) as refused:
            attempt()
        assert refused.value.path == str(path)
        assert refused.value.rule == "cannot be written: No space left on device"


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


class Case(NamedTuple):
    """One fault in WHOLE: the value at a place of a record, and what must be said about it."""

    record: str
    place: str  # "" is the whole record
    value: Any
    field: str
    rule: str
    in_schema: bool


GONE = object()
COUNTING = "must be a whole number from 1 to 1000000000000"
NUMBER = 'must be a number, or a rational written "p/q" with q > 0 and no leading zeros'
NOT_A_KEY = "is not a key of this record"
FIRST = "`header` must be the first line, once"
KINDS = "must be header, epoch, episode or end"
RANGE = "must lie in [0, 1]"
PRODUCER = "must be {name, version}, two strings"
SEED = "must be a whole number, at least 0"
FROM_0 = "must be a whole number from 0"
LENGTH_2 = "must be a list of length 2"


def replaced(record: str, place: str, value: Any) -> Any:
    whole: Any = {"": copy.deepcopy(WHOLE[LINE[record] - 1])}
    inner: Any = whole
    last: Any = ""
    for step in re.findall(r"\w+", place):
        inner = inner[last]
        last = int(step) if step.isdigit() else step
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return whole[""]


def put(record: str, rule: str, *changes: Any, passing: Sequence[Any] = ()) -> Iterator[Case]:
    """Cases with (place, value) or (place, value, field at fault), for one rule; `passing` the
    schema of one record, because it cannot say it."""
    for in_schema, group in ((False, changes), (True, passing)):
        for place, value, *field in group:
            yield Case(record, place, value, field[0] if field else place, rule, in_schema)


RECORD_FAULTS = [
    *put("header", "every line must be a JSON object",
         ("", [HEADER], "record"), ("", "header", "record"), ("", None, "record")),
    *put("header", FIRST, ("", {}, "record"), passing=[("", EPISODE, "record")]),
    *put("epoch", FIRST, passing=[("", HEADER, "record")]),
    *put("epoch", KINDS, ("record", "Epoch"), ("record", None), ("record", ["epoch"]),
         ("record", GONE)),
    *put("header", "is required", ("mdp.r", GONE, "r"), *((key, GONE) for key in (
        "format", "version", "algorithm", "layers", "A", "T", "delta"))),
    *put("header", NOT_A_KEY, ("comment", "hi"), ("mdp.q", 1, "q")),
    *put("header", "must be 'ucrl-lp-trace'", ("format", "trace")),
    *put("header", "must be 'UCRL-LP'", ("algorithm", "UCRL2")),
    *put("header", "must be 1", ("version", 2), ("version", "1"), ("version", True),
         ("layers[0]", 2), ("version", 1.5), passing=[("layers[2]", 2)]),
    *put("header", "must be a list of whole numbers", ("layers", 3)),
    *put("header", "at least two layers", ("layers", [1])),
    *put("header", "must be a whole number, at least 1", ("layers[1]", 0), ("layers[1]", 2.5),
         ("layers[1]", True), ("layers[1]", None)),
    *put("header", "more than 300000",
         passing=[("layers", [1, 400, 400, 1]), ("layers", [1, 10**300, 1])]),
    *put("header", COUNTING, ("A", 0), ("A", True), ("T", 0), ("T", -5), ("T", MAX_COUNT + 1),
         ("T", "10"), ("A", 2.5), ("T", 1e13), ("T", 1e300)),
    *put("header", "must lie in (0, 1)", ("delta", 0), ("delta", 1.0), ("delta", -0.1),
         passing=[("delta", "11/10"), ("delta", "0")]),
    *put("header", "must lie in [0, 1)", ("tolerance", -1e-9), ("tolerance", 1)),
    *put("header", NUMBER, ("tolerance", "small"), ("mdp.P[1][0][0][0]", "1/00"),
         ("mdp.r[1][1][0]", None),
         *(("delta", delta) for delta in ("1/0", "0.1", " 1/10", None, True))),
    *put("header", "must map R-ids (or keys) to choices", ("readings", []),
         ("readings", {"R-1": 1})),
    *put("header", "did you mean R-7", ("readings", {"R-77": "x"}, "readings.reading")),
    *put("header", "must be one of max1",
         ("readings", {"R-1": "max"}, "readings.reading trigger")),
    *put("header", "belongs to", ("readings", {"R-23": "free"}, "readings.reading ucrl2-clip")),
    *put("header", "is chosen twice",
         passing=[("readings", {"R-10": "ln", "log": "ln"}, "readings.reading log")]),
    *put("header", PRODUCER, ("producer", "me"), ("producer", {"name": "me"}),
         ("producer", {"name": "me", "version": 1}), ("producer.host", "", "producer")),
    *put("header", SEED, ("seed", -1), ("seed", 1.5), ("seed", True)),
    *put("header", "must be an object with P and r", ("mdp", [])),
    *put("header", "must sum to 1 exactly",
         passing=[("mdp.P[0][0][0]", ["1/3", "1/3"]), ("mdp.P[0][0][0]", [0.1, 0.90000001])]),
    *put("header", RANGE, ("mdp.P[0][0][0]", [-1, 2], "mdp.P[0][0][0][0]"), ("mdp.r[1][1][0]", 1.5),
         passing=[("mdp.P[0][0][0]", ["-1/3", "4/3"], "mdp.P[0][0][0][0]"),
                  ("mdp.r[1][1][0]", "8/7")]),
    *put("header", LENGTH_2, passing=[("mdp.P[0][0][0]", [1])]),
    *put("epoch", "is required", ("i", GONE), ("t", GONE)),
    *put("epoch", NOT_A_KEY, ("Q", [])),
    *put("epoch", "must hold at least one of q_hat and pi", ("", {
        k: v for k, v in EPOCH.items() if k not in ("q_hat", "pi")}, "epoch")),
    *put("epoch", COUNTING, ("i", 0), ("i", True), ("t", "1")),
    *put("epoch", LENGTH_2, ("pi", {}), ("pi", None), ("pi", []), ("r_check[0][0]", 0),
         passing=[("pi", PAIRS["pi"][:1]), ("pi[1]", [[1, 0]]), ("eps[1][1]", [4]),
                  ("q_hat[0][0][0]", [0.25]), ("V", [[1], [1]], "V[1]"), ("V", [[1]])]),
    *put("epoch", "must be a list of length 1", ("q_hat[1][0][1]", 0.25),
         ("V", [3, [1, 1]], "V[0]")),
    *put("epoch", NUMBER, ("eps[1][1][0]", [4]), ("b[0][0][1]", False),
         ("r_hat[0][0][1]", "1/2/3"), ("P_bar[1][1][1][0]", None), ("N3[1][1][1][0]", True),
         ("value", "two"), ("value", False), ("value", [2]),
         ("V", [[None], [1, "x"]], "V[1][1]")),
    *put("epoch", "must not exceed 1000000000000", passing=[("r_bar[0][0][0]", MAX_COUNT + 1)]),
    *put("epoch", FROM_0, ("N[0][0][0]", 1.5), ("N[1][1][1]", -1), ("N[1][1][1]", "1"),
         ("N3[1][1][1][0]", -1), ("N3[1][1][1][0]", 1e13)),
    *put("episode", "is required", ("t", GONE), ("x", GONE), ("a", GONE), ("r", GONE)),
    *put("episode", NOT_A_KEY, ("x1", [0])),
    *put("episode", COUNTING, ("t", 0), ("t", 1.5)),
    *put("episode", LENGTH_2, ("x", "01"), passing=[("x", [0]), ("x", [0, 1, 0]), ("r", [0])]),
    *put("episode", "must be a whole number", ("x[1]", True), ("a[1]", None), ("a[0]", [0]),
         ("x[0]", 0.5), ("x[0]", 2**63), ("x[0]", "0")),
    *put("episode", "beyond 2^53, write it without a fraction or exponent",
         passing=[("x[0]", 2.0**53 + 2), ("a[0]", -1e18)]),
    *put("episode", NUMBER, ("r[1]", None), ("r[0]", True), ("r[1]", "0.5"), ("r[1]", "+1/2")),
    *put("episode", "must not exceed", passing=[("r[1]", 10**13)]),
    *put("end", "is required", ("episodes", GONE), ("epochs", GONE)),
    *put("end", FROM_0, ("episodes", -1)),
    *put("end", COUNTING, ("epochs", 0), ("epochs", None)),
    *put("end", NOT_A_KEY, ("time", 0.1)),
]  # fmt: skip


def refused(data: bytes, file: str = "run.jsonl") -> MalformedInput:
    """What the reader says, after the checks that hold for everything it says."""
    with pytest.raises(MalformedInput) as error:
        read_bytes(data, file)
    refusal = error.value
    assert refusal.exit_status == (UNDECIDED if isinstance(refusal, TooLarge) else MALFORMED)
    assert (refusal.file, refusal.line is not None) == (file, True)
    assert str(refusal).startswith(
        f"{file}:{refusal.line}: {refusal.field}: {refusal.rule}; found "
    )
    assert "\n" not in str(refusal)
    assert len(str(refusal)) < 600
    return refusal


@pytest.mark.parametrize("case", RECORD_FAULTS, ids=lambda c: f"{c.record}-{c.field}-{c.rule[:24]}")
def test_a_malformed_record_is_named(case: Case) -> None:
    line, record = LINE[case.record], replaced(case.record, case.place, case.value)
    refusal = refused(lines_with(line, jsonl([record])))
    assert (refusal.line, refusal.field) == (line, case.field)
    assert case.rule in refusal.rule
    assert VALIDATOR.is_valid(record) is case.in_schema


def test_the_limits_are_those_of_the_specification() -> None:
    assert (raw_lines.MAX_LINE, MAX_TRIPLES, MAX_COUNT) == (32 * 1024**2, 300_000, 10**12)


def lines_with(number: int, line: bytes) -> bytes:
    return b"".join([*LINES[: number - 1], line, *LINES[number:]])


@pytest.mark.parametrize("more", [b"\n", b"{}\n", b"\x00", *LINES[2:3], *LINES[:1], LINES[-1]])
def test_nothing_may_follow_end(more: bytes) -> None:
    refusal = refused(DATA + more)
    assert (refusal.line, refusal.field, refusal.rule) == (7, "record", "nothing may follow `end`")


@pytest.mark.parametrize("kept", range(6))
def test_a_trace_without_end_is_truncated_after_what_was_whole(kept: int) -> None:
    """The records before the cut are yielded first: `--resume` uses them."""
    raw: Any = io.BytesIO(b"".join(LINES[:kept]))
    records: list[trace.Record] = []
    with pytest.raises(TruncatedTrace) as cut:
        records.extend(trace_reader.read_stream(raw, "run.jsonl"))
    assert len(records) == kept
    assert (cut.value.line, cut.value.field) == (max(1, kept), "record")
    assert "no `end` record" in str(cut.value)


def test_a_file_cut_anywhere_is_refused() -> None:
    for length in range(len(DATA) - 1):
        refusal = refused(DATA[:length])
        # Cut behind a whole line it is truncated, cut within one that line is no JSON.
        whole = DATA[:length].count(b"\n") + (DATA[length : length + 1] == b"\n")
        behind_a_line = not DATA[:length] or DATA[length - 1 : length + 1].count(b"\n") > 0
        assert isinstance(refusal, TruncatedTrace) is behind_a_line
        assert refusal.line == max(1, whole + (not behind_a_line))


def test_a_cut_or_damaged_gzip_file_is_refused() -> None:
    data = gzip.compress(DATA, mtime=0)
    assert len(read_bytes(data)) == 6
    for length in range(2, len(data)):
        refusal = refused(data[:length])
        assert isinstance(refusal, TruncatedTrace)
        assert (refusal.field, refusal.rule) == ("gzip", "must be a whole gzip file")
    for damaged in (data[:-8] + b"\0\0\0\0" + data[-4:], data + b"more", data[:20] + data[40:]):
        assert refused(damaged).field == "gzip"
    assert len(read_bytes(gzip.compress(DATA[:50]) + gzip.compress(DATA[50:]))) == 6


def test_a_line_that_is_too_long_is_not_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_lines, "MAX_LINE", 2000)
    long = json.dumps(EPISODE).encode("ascii") + b" " * 2000 + b"\n"
    for data in (lines_with(3, long), gzip.compress(lines_with(3, long))):
        refusal = refused(data)
        assert (refusal.line, refusal.field, refusal.rule) == (
            3,
            "line",
            "is longer than 2000 bytes",
        )
    exact = json.dumps(EPISODE).encode("ascii").ljust(1999) + b"\n"
    assert len(read_bytes(lines_with(3, exact))) == 6


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "missing", tmp_path, tmp_path / "file" / "below"):
        with pytest.raises(UnusablePath, match="cannot be read: ") as unusable:
            list(trace_reader.read(path))
        assert unusable.value.path == str(path)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(v, v) for v in ('"2"', "true", "null")] + [(r'"a\nb\u001b[31m"', r'"a\nb\x1b[31m"')],
)
def test_a_value_is_shown_as_json_writes_it_on_one_line(value: str, shown: str) -> None:
    header = LINES[0].replace(b'"A": 2', b'"A": ' + value.encode())
    rule = f"must be a whole number from 1 to {MAX_COUNT}"
    assert str(refused(lines_with(1, header))).endswith(f"A: {rule}; found {shown}")


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
    assert set(properties) == {"record", *numbers, *PAIR_KEYS, *TRIPLE_KEYS, *STATE_KEYS, WIDTH}
    for key in ("format", "version", "algorithm"):
        assert SCHEMA["$defs"]["header"]["properties"][key] == {
            "const": getattr(trace, key.upper())
        }
    for record in WHOLE:
        VALIDATOR.validate(record)
