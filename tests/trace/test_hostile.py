"""A trace is untrusted: hostile files end in status 3 with file, line and rule, in bounded work.

Files that nobody thought of: tests/robustness/test_fuzz.py.
"""

from __future__ import annotations

import copy
import gzip
import io
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import Any

import pytest

from proofs_check.commands.trace import as_text
from proofs_check.conformance.replay import MAX_SUM_BITS, check
from reference.support.errors import MALFORMED, MalformedInput
from reference.trace.raw_lines import MAX_LINE
from reference.trace.reader import read_stream
from reference.trace.records import EpisodeRecord, EpochRecord, Record
from tests.called import Command
from tests.planted.faulty_producer import Setting, produce
from tests.planted.planted_runs import CONFORMS, SHORT, keep, run
from tests.robustness.fuzz.seeds import as_lines
from tests.trace.streams import Parts, peak

ONE = Setting(layers=(1, 2, 1), T=6)


def lines(**header: Any) -> list[bytes]:
    """The lines of a run, with some header fields set."""
    records = produce(ONE)
    return as_lines([{**records[0], **header}, *records[1:]])


def with_line(k: int, line: bytes) -> bytes:
    """A run whose line k is another one."""
    found = lines()
    found[k - 1] = line + b"\n"
    return b"".join(found)


def header_text(old: str, new: str) -> bytes:
    found = lines()[0].decode()
    assert found.count(old) == 1
    return with_line(1, found.replace(old, new).strip().encode())


def denominators(setting: Setting, digits: int, name: str) -> bytes:
    """A run whose second epoch holds ratios with ever new denominators."""
    rng = random.Random(0)

    def each(v: Any) -> Any:
        return [each(w) for w in v] if isinstance(v, list) else f"1/{rng.randrange(10**digits) | 1}"

    records = produce(setting)
    second = [record for record in records if record["record"] == "epoch"][1]
    second[name] = each(second[name])
    return b"".join(as_lines(records))


def rewards(numbers: Callable[[int], str], T: int) -> bytes:
    records = produce(Setting(layers=(1, 1), A=1, T=T, record=("q_hat",)))
    for record in records:
        if record["record"] == "episode":
            record["r"] = [numbers(record["t"])]
    return b"".join(as_lines(records))


def long_denominator(t: int) -> str:
    return f"1/{random.Random(t).getrandbits(3000) | 1}"


WIDE = Setting(layers=(1, 30, 30, 1), A=2, T=2, trigger="printed", record=("q_hat", "pi"))
DOUBLES = b'{"record":"epoch","i":1,"t":1,"q_hat":[' + b"1.5," * 1000
COUNT = len(lines())
HOSTILE: dict[str, tuple[Callable[[], bytes], int | None, str]] = {  # file, line, rule
    # numbers
    "exponent": (lambda: header_text("0.1", "1e999999999"), 1, "range of a double"),
    "negative exponent": (lambda: header_text("0.1", "1e-999999999"), 1, r"\(0, 1\)"),
    "million digits": (lambda: header_text("0.1", "0." + "1" * 10**6), 1, "1000 digits"),
    "rational of a million digits": (
        lambda: header_text("0.1", '"1/' + "3" * 10**6 + '"'), 1, "2002 characters",
    ),
    "NaN": (lambda: header_text("0.1", "NaN"), 1, "finite"),
    "Infinity": (lambda: header_text("0.1", "-Infinity"), 1, "finite"),
    "a program": (lambda: header_text("0.1", '"__import__(1)"'), 1, "rational"),
    "rewards with ever new denominators": (
        lambda: rewards(long_denominator, 40), 29, f"exceeds {MAX_SUM_BITS} bits",
    ),
    "q_hat with ever new denominators": (
        lambda: denominators(WIDE, 900, "q_hat"), 4, "common denominator",
    ),
    "pi with ever new denominators": (
        lambda: denominators(WIDE, 900, "pi"), 4, "common denominator",
    ),
    # sizes
    "A": (lambda: b"".join(lines(A=10**12)), 1, "300000 triples"),
    "A beyond any count": (lambda: b"".join(lines(A=10**20)), 1, "from 1 to"),
    "a layer": (lambda: b"".join(lines(layers=[1, 10**11, 1])), 1, "300000 triples"),
    "two layers": (lambda: b"".join(lines(layers=[1, 500, 500, 1])), 1, "300000 triples"),
    "a million layers": (lambda: b"".join(lines(layers=[1] * 10**6)), 1, "300000 triples"),
    "layers that are not the tables'": (lambda: b"".join(lines(layers=[1, 3, 1])), 2, "length 3"),
    "T too small": (lambda: b"".join(lines(T=5)), COUNT - 1, "no episode may follow episode T = 5"),
    "T beyond any count": (lambda: b"".join(lines(T=10**13)), 1, "from 1 to"),
    "an endless line": (lambda: lines()[0] + b"[" * (MAX_LINE + 10), 2, "longer than"),
    "a long line of doubles": (lambda: lines()[0] + DOUBLES + b"1]}\n", 2, "length"),
    "epochs without episodes": (
        lambda: b"".join([*lines()[:2], *[lines()[1]] * 20]), 9, "more than 7 epochs",
    ),
    # structure
    "nesting": (lambda: with_line(2, b"[" * 10**5 + b"]" * 10**5), 2, "deeper than 8"),
    "nested objects": (lambda: with_line(2, b'{"a":' * 10**5), 2, "deeper than 8"),
    "duplicate key": (lambda: header_text('"A": 2', '"A": 2, "A": 3'), 1, "twice"),
    "an array": (lambda: with_line(2, b"[1, 2]"), 2, "JSON object"),
    "half a line": (lambda: b"".join(lines())[:-5], COUNT, "JSON"),
    "two records on a line": (lambda: with_line(2, b"{} {}"), 2, "JSON"),
    "an empty line": (lambda: with_line(3, b""), 3, "JSON"),
    "only newlines": (lambda: b"\n" * 10**6, 1, "JSON"),
    "a million tiny records": (lambda: lines()[0] + b"{}\n" * 10**6, 2, "must be header, epoch"),
    "many ends": (
        lambda: b"".join(lines()) + lines()[-1] * 10**5, COUNT + 1, "may follow `end`",
    ),
    "a single quote": (lambda: with_line(2, b"{'record': 'epoch'}"), 2, "JSON"),
    # encodings
    "UTF-16": (lambda: b"".join(lines()).decode().encode("utf-16"), 1, "UTF-8"),
    "UTF-16 without a mark": (lambda: b"".join(lines()).decode().encode("utf-16-le"), 1, "JSON"),
    "UTF-8 with a mark": (lambda: b"\xef\xbb\xbf" + b"".join(lines()), 1, "JSON"),
    "Latin-1": (lambda: header_text("faulty", "\xe9").decode().encode("latin-1"), 1, "UTF-8"),
    "overlong UTF-8": (lambda: with_line(2, b'{"record": "\xc0\xaf"}'), 2, "UTF-8"),
    "a lone surrogate": (lambda: with_line(2, b'{"record": "\\ud800"}'), 2, "UTF-8"),
    "NUL": (lambda: b"\0" * 10**5, 1, "JSON"),
    "NUL in a line": (lambda: with_line(3, b'{"record": "episode"\0}'), 3, "JSON"),
    "nothing": (lambda: b"", 1, "no `end` record"),
    "noise": (lambda: random.Random(1).randbytes(10**5), 1, "UTF-8"),
    "a gzip file cut": (lambda: gzip.compress(b"".join(lines()))[:-9], None, "whole gzip"),
    "a gzip file with more behind": (lambda: gzip.compress(lines()[0]) + b"x", 2, "whole gzip"),
    "gzip's first bytes": (lambda: b"\x1f\x8b" + random.Random(2).randbytes(99), 1, "whole gzip"),
    "a gzip file in a gzip file": (lambda: gzip.compress(gzip.compress(b"x")), 1, "UTF-8"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_status_3(name: str, tmp_path: Path, proofs_check: Command) -> None:
    make, line, rule = HOSTILE[name]
    path = tmp_path / "run.jsonl"
    path.write_bytes(make())
    status, out, err = proofs_check("trace", path)
    assert (status, out, err.count("\n")) == (MALFORMED, "", 1)
    found = re.fullmatch(r"proofs-check: error: (.*):([0-9]+): ([^:]+): (.*)\n", err)
    assert found is not None, err
    assert found[1] == str(path) and int(found[2]) == (line or int(found[2]))
    assert re.search(rule, err) and len(err) < 400 + len(str(path))


# ----------------------------------------------------------------- endless input


def first_epoch(T: int) -> bytes:
    return b"".join(as_lines(keep(produce(Setting(layers=(1, 1), A=1, T=T)), ("pi",))[:2]))


def episode(t: int) -> bytes:
    return b'{"record":"episode","t":%d,"x":[0],"a":[0],"r":[1]}\n' % t


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
    with pytest.raises(MalformedInput, match=re.escape(rule)):
        check(read_stream(raw, "endless"), everything=everything)  # type: ignore[arg-type]  # BufferedReader takes it
    assert raw.bytes_read < 2 * MAX_LINE


def endless_run(episodes: int, trigger: str) -> Iterator[Record]:
    """A conforming run, made while it is checked: layers 1, 1; A = 1; a reward of 1/3 or 1."""
    records = produce(Setting(layers=(1, 1), A=1, T=10**9, episodes=1, trigger=trigger))
    yield from list(read_stream(io.BytesIO(b"".join(as_lines(records))), "run"))[:2]
    tables = {"pi": [[[1.0]]]}
    i, inside = 1, 0
    for t in range(1, episodes + 1):
        yield EpisodeRecord(t, [0], [0], ["1/3" if t % 2 else 1], t)
        inside += 1
        if trigger == "printed" or inside >= max(1, t - inside):
            i, inside = i + 1, 0
            yield EpochRecord(i, t + 1, tables, None, t)


@pytest.mark.parametrize(("trigger", "short"), [("max1", 1000), ("printed", 60)])
def test_memory_does_not_grow_with_the_run(trigger: str, short: int) -> None:
    def check_run(episodes: int) -> None:
        outcome = check(endless_run(episodes, trigger))
        assert (outcome.verdict, outcome.episodes) == (CONFORMS, episodes)

    check_run(10)
    once = peak(lambda: check_run(short))
    # what grows is a cache of radii, bounded, and integers
    assert peak(lambda: check_run(4 * short)) < once + 2**18 + (trigger == "printed") * 2**19


def test_divergences_without_end_are_counted_not_kept() -> None:
    records = produce(Setting(layers=(1, 1), A=1, T=3000, record=("pi",)))
    for record in records:
        if record["record"] == "episode":
            record["r"] = [2]
    outcome = check(read_stream(io.BytesIO(b"".join(as_lines(records))), "run"), everything=True)
    assert outcome.total >= 3000
    assert len(outcome.divergences) == 1000
    assert f"and {outcome.total - 1} more" in as_text(outcome, False)


BOMBS = """
import gzip, sys
from pathlib import Path
from proofs_check.__main__ import main

folder = Path(sys.argv[1])
start = (folder / "start").read_bytes()
for name, unit, times in (
    ("line", b"[" * 2**20, 512),
    ("newlines", b"\\n" * 2**20, 512),
    ("spaces", b" " * 2**20, 512),
    ("zeros", bytes(2**20), 512),
    ("episodes", b'{"record":"episode","t":1,"x":[0],"a":[0],"r":[1]}\\n' * 10000, 50),
):
    path = folder / f"{name}.jsonl.gz"
    path.write_bytes(gzip.compress(start) + gzip.compress(unit) * times)
    status = main(["trace", str(path), "--quiet"])
    # VmHWM is this program's own; ru_maxrss would start from the size of the process that forked.
    status_of = Path("/proc/self/status").read_text()
    memory = int(status_of.split("VmHWM:")[1].split()[0]) // 1024
    print(name, path.stat().st_size, status, memory, flush=True)
"""


def test_gzip_bombs_cost_no_memory(tmp_path: Path) -> None:
    """Half a gigabyte out of half a megabyte: refused at the first line that is wrong."""
    (tmp_path / "start").write_bytes(first_epoch(9))
    command = [sys.executable, "-c", BOMBS, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [(name, int(status)) for name, _, status, _ in rows] == [
        (name, MALFORMED) for name in ("line", "newlines", "spaces", "zeros", "episodes")
    ]
    assert all(int(size) < 2**20 for _, size, _, _ in rows)
    assert int(rows[-1][3]) < 400  # MiB, the interpreter and numpy included
    assert done.stderr.count("proofs-check: error: ") == done.stderr.count("\n") == 5


# ----------------------------------------------------------------- much exact work


def test_a_long_chain_is_checked_in_work_that_grows_like_its_length() -> None:
    """Values are rounded outward: 3000 layers do not make numbers of 3000 times the length."""
    layers = (1, *[2] * 999, 1)
    setting = Setting(layers=layers, A=1, T=3, record=("q_hat", "pi"))
    data = b"".join(as_lines(produce(setting)))
    outcome = check(read_stream(io.BytesIO(data), "run"))
    assert outcome.verdict == CONFORMS
    assert outcome.largest_gap.denominator.bit_length() < 2000


def test_rewards_with_long_denominators_are_checked_rounded_outward() -> None:
    data = rewards(lambda t: f"{10**900 // (2 + t % 3)}/{10**900 + t % 7}", 300)
    outcome = check(read_stream(io.BytesIO(data), "run"))
    assert outcome.verdict == CONFORMS
    assert outcome.largest_gap.denominator.bit_length() < 2000


@pytest.mark.parametrize("value", [1.7e308, -1.7e308, 5e-324, 10**12])
def test_extreme_entries_are_judged(value: float) -> None:
    def change(v: Any) -> Any:
        return [change(w) for w in v] if isinstance(v, list) else value

    for name in ("q_hat", "pi", "r_hat", "eps", "P_bar", "r_bar", "value"):
        records = copy.deepcopy(run(SHORT))
        last = [record for record in records if record["record"] == "epoch"][-1]
        last[name] = change(last[name])
        outcome = check(read_stream(io.BytesIO(b"".join(as_lines(records))), "run"))
        assert outcome.verdict == "does not conform"
        assert max(len(line) for line in as_text(outcome, True).splitlines()) < 400
