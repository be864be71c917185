"""Any bytes: a verdict with a line and a reason, in bounded time and memory, in every mode."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from typing import Any

import pytest

from proofs_check.commands.judge import JUDGE
from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED
from tests.fuzz.agreement import built, pi_alone
from tests.jsonl import jsonl

RIGHT = pi_alone("right-short-pi")
HEAD, FIRST, EPISODE = RIGHT[:3]
RAW, HEADER = jsonl(RIGHT), jsonl([HEAD])
LAYERS, A, L = HEAD["layers"], HEAD["A"], len(HEAD["layers"]) - 1
STATUS = {
    "accepted": OK, "refused": FALSE, "not covered": UNDECIDED, "vacuous": UNDECIDED,
    "malformed": MALFORMED,
}  # fmt: skip
MEMORY = 1 << 30
"""Bytes that the program may take for a line of 32 MiB."""


def header(**fields: Any) -> bytes:
    return jsonl([{**HEAD, **fields}, *RIGHT[1:]])


def epoch(**fields: Any) -> bytes:
    return jsonl([HEAD, {**FIRST, **fields}, *RIGHT[2:]])


def episode(**fields: Any) -> bytes:
    return jsonl([HEAD, FIRST, {**EPISODE, **fields}, *RIGHT[3:]])


def spelled(key: str, text: bytes) -> bytes:
    """The right trace, with this text as the first value of a key."""
    place = RAW.index(b'"%s"' % key.encode()) + len(key) + 2
    start = next(k for k in range(place, len(RAW)) if RAW[k] not in b": [")
    end = next(k for k in range(start, len(RAW)) if RAW[k] in b",]}")
    return RAW[:start] + text + RAW[end:]


def rows(entry: Any) -> list[Any]:
    """A table with one entry everywhere."""
    return [[[entry] * A] * n for n in LAYERS[:-1]]


def after_header(text: bytes) -> bytes:
    return HEADER + text + b"\n"


CASES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "malformed"),
    "a newline": (b"\n", "malformed"),
    "bytes 0": (bytes(10**6), "malformed"),
    "a byte order mark": (b"\xef\xbb\xbf" + RAW, "malformed"),
    "UTF-16": (RAW.decode().encode("utf-16"), "malformed"),
    "UTF-16, no mark": (RAW.decode().encode("utf-16-le"), "malformed"),
    "UTF-32": (RAW.decode().encode("utf-32"), "malformed"),
    "EBCDIC": (RAW.decode().encode("cp037"), "malformed"),
    "Latin-1": (after_header('{"record": "épisode"}'.encode("latin-1")), "malformed"),
    "overlong UTF-8": (after_header(b'{"record\xc0\x80": 1}'), "malformed"),
    "a surrogate in bytes": (after_header(b'{"x\xed\xb0\x80": 1}'), "malformed"),
    "a surrogate escaped": (after_header(b'{"x": "\\ud800"}'), "malformed"),
    "beyond Unicode": (after_header(b'{"x": "\xf4\x90\x80\x80"}'), "malformed"),
    "gzip": (gzip.compress(RAW), "malformed"),
    "a program": (JUDGE.read_bytes() if JUDGE.is_file() else b"", "malformed"),
    "lines end with CR": (RAW.replace(b"\n", b"\r"), "malformed"),
    "lines end with CR LF": (RAW.replace(b"\n", b"\r\n"), "accepted"),
    "no newline at the end": (RAW[:-1], "accepted"),
    "an empty line at the end": (RAW + b"\n", "malformed"),
    "spaces at the end": (RAW + b"   ", "malformed"),
    "an episode after the end": (RAW + jsonl([EPISODE]), "malformed"),
    "bytes after the end": (RAW + b"\xff\xfe", "malformed"),
    "two headers": (HEADER + RAW, "malformed"),
    "no header": (jsonl(RIGHT[1:]), "malformed"),
    "a header alone": (HEADER, "malformed"),
    "half of it": (RAW[: len(RAW) // 2], "malformed"),
    "a key twice": (HEADER[:-2] + b', "A": 2}\n' + jsonl(RIGHT[1:]), "malformed"),
    "a wide layer": (header(layers=[1, 10**9, 1]), "malformed"),
    "10^6 layers": (header(layers=[1] * 10**6), "not covered"),
    "10^6 triples": (header(layers=[1, 1000, 1000, 1]), "malformed"),
    "10^9 actions": (header(A=10**9), "malformed"),
    "10^400 actions": (header(A=10**400), "malformed"),
    "T = 10^400": (header(T=10**400), "malformed"),
    "T = -1": (header(T=-1), "malformed"),
    "T = 2.5": (header(T=2.5), "malformed"),
    "T = 1e999999999": (spelled("T", b"1e999999999"), "malformed"),
    "delta = 0": (header(delta=0), "malformed"),
    "delta = 1": (header(delta=1), "malformed"),
    "delta near 0": (header(delta="1/" + "9" * 999), "accepted"),
    "delta = 1e-400, 0 as a double": (spelled("delta", b"1e-400"), "malformed"),
    "tolerance = 1": (header(tolerance=1), "malformed"),
    "tolerance = 1/10": (header(tolerance="1/10"), "refused"),
    "tolerance = -1": (header(tolerance=-1), "malformed"),
    "a reward of NaN": (spelled("r", b"NaN"), "malformed"),
    "a reward of Infinity": (spelled("r", b"Infinity"), "malformed"),
    "a reward of 1e-999999999": (spelled("r", b"1e-999999999"), "accepted"),
    "a reward of 1e999999999": (spelled("r", b"1e999999999"), "malformed"),
    "a reward with 999 digits": (spelled("r", b"0." + b"1" * 998), "accepted"),
    "a reward with 10^6 digits": (spelled("r", b"0." + b"1" * 10**6), "malformed"),
    "an exponent with 999 digits": (spelled("r", b"1e-" + b"9" * 999), "accepted"),
    "rewards of -0.0": (episode(r=[-0.0] * L), "accepted"),
    "rewards above 1": (episode(r=[2] * L), "refused"),
    "rewards of 10^300": (episode(r=[10**300] * L), "malformed"),
    "rewards true": (episode(r=[True] * L), "malformed"),
    "rewards null": (episode(r=None), "malformed"),
    "rewards {}": (episode(r=[{}] * L), "malformed"),
    "no states": (episode(x=[]), "malformed"),
    "a state of 10^9": (episode(x=[0] + [10**9] * (L - 1)), "refused"),
    "states of -1": (episode(x=[-1] * L), "refused"),
    "actions of 10^18": (episode(a=[10**18] * L), "refused"),
    "no policy": (epoch(pi=[]), "malformed"),
    "a policy of empty layers": (epoch(pi=[[]] * L), "malformed"),
    "a policy too deep": (epoch(pi=[[[[[0.5]]]]] * L), "malformed"),
    "a policy 1/0": (epoch(pi=rows("1/0")), "malformed"),
    "a policy with a row of 10^6": (epoch(pi=[[[1] * 10**6]]), "not covered"),
    "a policy of many primes": (
        epoch(pi=[[[f"1/{10**900 + k}" for k in range(A)]] * n for n in LAYERS[:-1]]), "refused",
    ),
    "counts of -1": (epoch(N=rows(-1)), "malformed"),
    "q_hat = 7": (epoch(q_hat=7), "malformed"),
    "epoch 10^30": (epoch(i=10**30), "malformed"),
    "an end at once": (jsonl([HEAD, {"record": "end", "episodes": 0, "epochs": 0}]), "malformed"),
    "nothing played": (
        jsonl([HEAD, FIRST, {"record": "end", "episodes": 0, "epochs": 1}]), "vacuous",
    ),
    "arrays in arrays": (after_header(b"[" * 10**6 + b"]" * 10**6), "malformed"),
    "objects in objects": (after_header(b'{"a":' * 10**6), "malformed"),
    "a long key": (after_header(b'{"' + b"k" * 10**7 + b'": 1}'), "malformed"),
    "a long string": (after_header(b'{"record": "' + b"e" * 10**7 + b'"}'), "malformed"),
    "10^5 keys": (
        after_header(b"{" + b",".join(b'"k%d":0' % k for k in range(10**5)) + b"}"), "malformed",
    ),
    "a number of 10^6 digits": (after_header(b'{"t": 0' + b"0" * 10**6 + b"}"), "malformed"),
    "31 MiB of spaces": (after_header(b" " * (31 << 20)), "malformed"),
    "a line of 33 MiB": (after_header(b" " * (33 << 20)), "malformed"),
    "backslashes": (after_header(b'{"' + b"\\" * 10**6 + b'"}'), "malformed"),
    "an escape that is none": (after_header(b'{"\\x65": 1}'), "malformed"),
    "quotation marks": (after_header(b'"' * 10**6), "malformed"),
    "commas": (after_header(b"," * 10**6), "malformed"),
    "minus signs": (after_header(b"-" * 10**6), "malformed"),
    "HTML": (b"<html>\n" * 10**5, "malformed"),
    "CSV": (b"a,b,c\n" * 10**5, "malformed"),
}  # fmt: skip


def judged(data: bytes, *mode: str) -> tuple[int, list[dict[str, Any]], int]:
    """Exit status, lines of output and largest memory in bytes of the program."""
    pipe = subprocess.PIPE
    with subprocess.Popen([JUDGE, *mode], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        out, err = process.communicate(data, timeout=120)
    assert err == b""
    answers = [json.loads(line) for line in out.splitlines()]
    return process.returncode, answers, len(out)


@built
@pytest.mark.parametrize("name", CASES)
def test_any_bytes_have_a_verdict_with_line_and_reason(name: str) -> None:
    data, expected = CASES[name]
    for mode in ((), ("--epochs",)):
        status, answers, _ = judged(data, *mode)
        verdict = answers[-1]
        assert (status, verdict["verdict"]) == (STATUS[expected], expected)
        if expected in ("malformed", "refused"):
            assert 1 <= verdict["line"] <= data.count(b"\n") + 1
            assert verdict["rule"]
        if expected == "not covered":
            assert "stack" in verdict["limit"]
    assert sum("epoch" not in answer for answer in answers) == 1


@built
@pytest.mark.parametrize("name", CASES)
def test_every_line_is_answered_whatever_it_is(name: str) -> None:
    data, _ = CASES[name]
    status, answers, size = judged(data[: 1 << 20], "--lines")
    assert status in STATUS.values() and answers
    assert size < 10**8
    words = [answer["verdict"] for answer in answers]
    assert {*words} <= {"so far", *STATUS}
    assert "accepted" not in words[:-1] and (words[-1] == "accepted") == (status == OK)


@built
@pytest.mark.parametrize("name", ["a long string", "31 MiB of spaces", "a line of 33 MiB", "HTML"])
def test_memory_is_bounded(name: str) -> None:
    data, _ = CASES[name]
    process = subprocess.Popen([JUDGE], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin is not None
    try:
        process.stdin.write(data)
        process.stdin.close()
    except BrokenPipeError:
        pass
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    assert used.ru_maxrss * 1024 < MEMORY
