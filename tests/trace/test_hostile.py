"""A trace is untrusted: hostile files end in status 3 with file, line and rule, in bounded work.

What JSON itself lets pass: test_strict_json.py. Wrong records: test_trace.py. Files that nobody
thought of: tests/fuzz/test_fuzz.py. Files that unpack to gigabytes:
tests/robustness/test_hostile_input.py.
"""

from __future__ import annotations

import copy
import gzip
import io
import random
import re
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import Any

import pytest

from proofs_check.commands.trace import as_text
from proofs_check.conformance.replay import MAX_SUM_BITS, check
from reference.support.errors import MALFORMED, UNDECIDED, MalformedInput
from reference.trace.raw_lines import MAX_LINE
from reference.trace.reader import read_stream
from tests.called import Command
from tests.jsonl import jsonl
from tests.planted.faulty_producer import Record, Setting, produce
from tests.planted.planted_runs import SHORT, keep, outcome_of, run

RUN = produce(Setting(layers=(1, 2, 1), T=6))
LINES = jsonl(RUN).splitlines(keepends=True)


def with_header(**fields: Any) -> bytes:
    """The run, with some header fields set."""
    return jsonl([{**RUN[0], **fields}, *RUN[1:]])


def with_line(k: int, line: bytes) -> bytes:
    """The run, with another line k."""
    return b"".join([*LINES[: k - 1], line + b"\n", *LINES[k:]])


def header_text(old: str, new: str) -> bytes:
    header = LINES[0].decode()
    assert header.count(old) == 1
    return with_line(1, header.replace(old, new).strip().encode())


def each(change: Callable[[Any], Any], table: Any) -> Any:
    return [each(change, v) for v in table] if isinstance(table, list) else change(table)


def denominators(name: str) -> bytes:
    """A run whose second epoch holds ratios with ever new denominators."""
    rng = random.Random(0)
    records = produce(WIDE)
    second = [record for record in records if record["record"] == "epoch"][1]
    second[name] = each(lambda v: f"1/{rng.randrange(10**900) | 1}", second[name])
    return jsonl(records)


def rewards(number: Callable[[int], Any], T: int) -> list[Record]:
    """A run of one step, with these rewards."""
    records = produce(Setting(layers=(1, 1), A=1, T=T, record=("q_hat",)))
    for record in records:
        if record["record"] == "episode":
            record["r"] = [number(record["t"])]
    return records


def long_denominator(t: int) -> str:
    return f"1/{random.Random(t).getrandbits(3000) | 1}"


WIDE = Setting(layers=(1, 30, 30, 1), A=2, T=2, trigger="printed", record=("q_hat", "pi"))
DOUBLES = b'{"record":"epoch","i":1,"t":1,"q_hat":[' + b"1.5," * 1000
WHOLE = jsonl(RUN)
HOSTILE: dict[str, tuple[Callable[[], bytes], int, str]] = {  # file, line, rule
    # numbers
    "exponent": (lambda: header_text("0.1", "1e999999999"), 1, "range of a double"),
    "million digits": (lambda: header_text("0.1", "0." + "1" * 10**6), 1, "1000 digits"),
    "rational of a million digits": (
        lambda: header_text("0.1", '"1/' + "3" * 10**6 + '"'), 1, "2002 characters",
    ),
    "NaN": (lambda: header_text("0.1", "NaN"), 1, "finite"),
    "Infinity": (lambda: header_text("0.1", "-Infinity"), 1, "finite"),
    "a program": (lambda: header_text("0.1", '"__import__(1)"'), 1, "rational"),
    "rewards with ever new denominators": (
        lambda: jsonl(rewards(long_denominator, 40)), 29, f"exceeds {MAX_SUM_BITS} bits",
    ),
    "q_hat with ever new denominators": (lambda: denominators("q_hat"), 4, "common denominator"),
    "pi with ever new denominators": (lambda: denominators("pi"), 4, "common denominator"),
    # sizes
    "layers that are not the tables'": (lambda: with_header(layers=[1, 3, 1]), 2, "length 3"),
    "T too small": (lambda: with_header(T=5), len(RUN) - 1, "no episode may follow episode T = 5"),
    "an endless line": (lambda: LINES[0] + b"[" * (MAX_LINE + 10), 2, "longer than"),
    "a long line of doubles": (lambda: LINES[0] + DOUBLES + b"1]}\n", 2, "length"),
    # structure
    "nesting": (lambda: with_line(2, b"[" * 10**5 + b"]" * 10**5), 2, "deeper than 8"),
    "duplicate key": (lambda: header_text('"A": 2', '"A": 2, "A": 3'), 1, "twice"),
    "a million newlines": (lambda: b"\n" * 10**6, 1, "JSON"),
    "a million tiny records": (lambda: LINES[0] + b"{}\n" * 10**6, 2, "must be header, epoch"),
    "many ends": (lambda: WHOLE + LINES[-1] * 10**5, len(RUN) + 1, "may follow `end`"),
    # encodings
    "UTF-16": (lambda: WHOLE.decode().encode("utf-16"), 1, "UTF-8"),
    "UTF-16 without a mark": (lambda: WHOLE.decode().encode("utf-16-le"), 1, "JSON"),
    "Latin-1": (lambda: header_text("faulty", "\xe9").decode().encode("latin-1"), 1, "UTF-8"),
    "overlong UTF-8": (lambda: with_line(2, b'{"record": "\xc0\xaf"}'), 2, "UTF-8"),
    "NUL in a line": (lambda: with_line(3, b'{"record": "episode"\0}'), 3, "JSON"),
    "nothing": (lambda: b"", 1, "no `end` record"),
    "noise": (lambda: random.Random(1).randbytes(10**5), 1, "UTF-8"),
    "gzip's first bytes": (lambda: b"\x1f\x8b" + random.Random(2).randbytes(99), 1, "whole gzip"),
    "a gzip file in a gzip file": (lambda: gzip.compress(gzip.compress(b"x")), 1, "UTF-8"),
}  # fmt: skip


TOO_LARGE: dict[str, dict[str, Any]] = {
    "A": {"A": 10**12},
    "a layer": {"layers": [1, 10**11, 1]},
    "a million layers": {"layers": [1] * 10**6},
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_size_beyond_every_memory_is_not_covered(
    name: str, tmp_path: Path, proofs_check: Command
) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(with_header(**TOO_LARGE[name]))
    for words in (("trace",), ("trace", "--plain"), ("lemmas",)):
        status, out, err = proofs_check(*words, path)
        assert status == UNDECIDED and not out and err.count("\n") == 1
        assert re.search(r"run.jsonl:1: (layers|T): not covered: size", err)
        assert len(err) < 600 + len(str(path))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_status_3(name: str, tmp_path: Path, proofs_check: Command) -> None:
    make, line, rule = HOSTILE[name]
    path = tmp_path / "run.jsonl"
    path.write_bytes(make())
    status, out, err = proofs_check("trace", path)
    assert status == MALFORMED
    if out:  # it diverges before
        assert name == "T too small" and "no episode may follow episode T = 5" in out
        return
    assert err.count("\n") == 1
    message = re.fullmatch(r"proofs-check: error: (.*):([0-9]+): ([^:]+): (.*)\n", err)
    assert message is not None, err
    assert message[1] == str(path) and int(message[2]) == line
    assert re.search(rule, err) and len(err) < 400 + len(str(path))


# ----------------------------------------------------------------- endless input


class Parts(io.RawIOBase):
    """The parts one after the other, perhaps without end; counts what is read."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.parts, self.left, self.bytes_read = parts, b"", 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.left = self.left or next(self.parts, b"")
        n = min(len(buffer), len(self.left))
        buffer[:n], self.left = self.left[:n], self.left[n:]
        self.bytes_read += n
        return n


def first_epoch(T: int, trigger: str = "max1") -> bytes:
    setting = Setting(layers=(1, 1), A=1, T=T, episodes=1, trigger=trigger)
    return jsonl(keep(produce(setting), ("pi",))[:2])


def episode(t: int) -> bytes:
    return b'{"record":"episode","t":%d,"x":[0],"a":[0],"r":[%s]}\n' % (t, (b"1", b'"1/3"')[t % 2])


ENDLESS: dict[str, tuple[bytes, Callable[[int], bytes], str]] = {
    "newlines": (b"", lambda n: b"\n" * 1000, "JSON"),
    "one line": (b"", lambda n: b" " * 10**6, "longer than"),
    "one number": (first_epoch(9), lambda n: b"1" * 10**6, "longer than"),
    "episodes": (first_epoch(9), episode, "no episode may follow episode T = 9"),
    "the same episode": (first_epoch(9), lambda n: episode(1), "no episode may follow"),
    "epochs": (first_epoch(9), lambda n: first_epoch(9).splitlines(True)[1], "more than 10 epochs"),
    "ends": (first_epoch(9) + b'{"record":"end","episodes":0,"epochs":1}\n',
             lambda n: b"{}\n", "may follow `end`"),
}  # fmt: skip


@pytest.mark.parametrize("everything", [False, True], ids=["first", "all"])
@pytest.mark.parametrize("name", ENDLESS)
def test_endless_input_is_refused_after_a_bounded_part(name: str, everything: bool) -> None:
    start, line, rule = ENDLESS[name]
    raw = Parts(chain([start], map(line, count(1))))
    try:
        refused = check(read_stream(raw, "endless"), everything=everything).malformed  # type: ignore[arg-type]  # BufferedReader takes it
    except MalformedInput as e:  # before any divergence
        refused = e
    assert refused is not None and rule in str(refused)
    assert raw.bytes_read < 2 * MAX_LINE


def long_run(episodes: int, trigger: str) -> Iterator[bytes]:
    """A conforming run, made while it is read: layers 1, 1; A = 1; a reward of 1/3 or 1."""
    yield first_epoch(10**9, trigger)
    i, inside = 1, 0
    for t in range(1, episodes + 1):
        yield episode(t)
        inside += 1
        if trigger == "printed" or inside >= max(1, t - inside):
            i, inside = i + 1, 0
            yield b'{"record":"epoch","i":%d,"t":%d,"pi":[[[1.0]]]}\n' % (i, t + 1)
    yield b'{"record":"end","episodes":%d,"epochs":%d}\n' % (episodes, i)


@pytest.mark.parametrize(("trigger", "short"), [("max1", 1000), ("printed", 60)])
def test_memory_does_not_grow_with_the_run(trigger: str, short: int) -> None:
    def peak(episodes: int) -> int:
        """Bytes in use at the highest point of reading and checking."""
        tracemalloc.start()
        raw: Any = io.BufferedReader(Parts(long_run(episodes, trigger)))
        outcome = check(read_stream(raw, "run"))
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert outcome.holds and outcome.episodes == episodes
        return highest

    peak(10)  # caches
    # what grows is a cache of radii, bounded, and integers
    assert peak(4 * short) < peak(short) + 2**18 + (trigger == "printed") * 2**19


def test_divergences_without_end_are_counted_not_kept() -> None:
    outcome = outcome_of(rewards(lambda t: 2, 3000), everything=True)
    assert outcome.total >= 3000
    assert len(outcome.divergences) == 1000
    assert f"and {outcome.total - 1} more" in as_text(outcome, False)


# ----------------------------------------------------------------- much exact work


@pytest.mark.parametrize(
    "make",
    [
        # 3000 layers do not make numbers of 3000 times the length
        lambda: produce(Setting(layers=(1, *[2] * 999, 1), A=1, T=3, record=("q_hat", "pi"))),
        lambda: rewards(lambda t: f"{10**900 // (2 + t % 3)}/{10**900 + t % 7}", 300),
    ],
    ids=["a long chain", "rewards with long denominators"],
)
def test_values_are_rounded_outward(make: Callable[[], list[Record]]) -> None:
    outcome = outcome_of(make())
    assert outcome.holds
    assert outcome.largest_gap.denominator.bit_length() < 2000


@pytest.mark.parametrize("value", [1.7e308, -1.7e308, 5e-324, 10**12])
def test_extreme_entries_are_judged(value: float) -> None:
    for name in ("q_hat", "pi", "r_hat", "eps", "P_bar", "r_bar", "value"):
        records = copy.deepcopy(run(SHORT))
        last = [record for record in records if record["record"] == "epoch"][-1]
        last[name] = each(lambda v: value, last[name])
        outcome = outcome_of(records)
        assert outcome.verdict == "does not conform"
        assert max(len(line) for line in as_text(outcome, True).splitlines()) < 400


LINE = '{"record":"header","format":"ucrl-lp-trace","version":1,"algorithm":"UCRL-LP",'
LINE += '"layers":[1,1],"A":2,"T":3,"delta":0.1}'


@pytest.mark.parametrize(
    ("line", "field", "says"),
    [
        ('{"record":["header"],"format":["ucrl-lp-trace"]}', "record", "auto_unbox = TRUE"),
        (LINE.replace('"A":2', '"A":[2]'), "A", "auto_unbox = TRUE"),
        (LINE + '\n{"record":"epoch","i":1,"t":1,"pi":[0.5,0.5]}', "pi", "MATLAB and Octave"),
        (LINE + '\n{"record":"epoch","i":1,"t":1,"pi":[0.5]}', "pi[0]", "MATLAB and Octave"),
        (LINE.replace("0.1", "NaN"), "delta", "R, Python and printf"),
        (LINE + '\n{"record":"epoch","i":1,"t":1,"pi":[[[NaN,1]]]}', "pi", "R, Python and printf"),
        (LINE.replace("0.1", "1e999"), "delta", "within the range of a double"),
    ],
)
def test_what_other_writers_do_is_named(line: str, field: str, says: str) -> None:
    with pytest.raises(MalformedInput) as refused:
        list(read_stream(io.BytesIO((line + "\n").encode()), "run.jsonl"))
    assert refused.value.field == field and says in refused.value.rule


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_named(encoding: str) -> None:
    data = ("\ufeff" if encoding == "utf-16-be" else "") + LINE
    with pytest.raises(MalformedInput, match="PowerShell"):
        list(read_stream(io.BytesIO(data.encode(encoding)), "run.jsonl"))
