"""Lines that the judge reads in one pass, as programs write them, and the same with a blank before
each, which it reads byte by byte: the verdicts are the same, whatever is wrong with the line."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from functools import cache

import pytest

from reference.support.errors import FALSE, MALFORMED, OK, UNDECIDED
from tests.fuzz.agreement import built, of_judge, of_python
from tests.fuzz.mutate import BYTES
from tests.planted.faulty_producer import Setting
from tests.planted.planted_runs import PI, keep
from tests.planted.planted_runs import run as produced

pytestmark = built
WIDE = Setting(layers=(1, 12, 3, 1), A=11, T=60)  # places of two digits
DECIMALS = Setting(T=60, law="uniform")  # rewards of 16 decimals
THIRDS = Setting(T=60, law="thirds", rationals=True)  # rewards that are no numbers but text
TOLD = (
    "verdict", "line", "field", "rule", "episodes", "epochs", "judged", "largest_gap",
    "sum_of_gaps", "gap",
)  # fmt: skip


@cache
def right(setting: Setting, blank: str = "") -> bytes:
    """A right trace with `pi` alone, `blank` after every comma and colon."""
    by = ("," + blank, ":" + blank)
    trace = keep(produced(setting), PI)
    return b"".join(json.dumps(record, separators=by).encode() + b"\n" for record in trace)


def blanks(data: bytes) -> bytes:
    """A blank before every line."""
    return b"".join(b" " + line for line in data.splitlines(keepends=True))


def told(data: bytes) -> tuple[int, dict[str, object]]:
    """Status and verdict, without what quotes the line or counts its bytes."""
    status, verdict = of_judge(data)
    verdict["rule"] = re.sub(r"byte \d+", "byte", verdict.get("rule", ""))
    return status, {key: verdict.get(key) for key in TOLD}


@pytest.mark.parametrize("setting", [WIDE, DECIMALS, THIRDS], ids=["wide", "decimals", "thirds"])
def test_right_traces(setting: Setting) -> None:
    data = right(setting)
    assert b'{"record":"episode","t":1,"x":[0,' in data
    assert (told(data)[0], of_python(data)[0]) == (OK, OK)
    for other in (blanks(data), right(setting, " "), right(setting, "  "), right(setting, "\t")):
        assert other != data and told(other) == told(data)


def changed(data: bytes, rng: random.Random) -> bytes:
    """Another byte, one more, or one less, in the line of an episode; or another digit."""
    lines = data.splitlines(keepends=True)
    k = rng.choice([k for k, line in enumerate(lines) if b'"episode"' in line])
    line = lines[k]
    if rng.random() < 0.4:
        at = rng.choice([at for at, c in enumerate(line) if chr(c).isdigit()])
        lines[k] = line[:at] + b"%d" % rng.randrange(10) + line[at + 1 :]
    else:
        at = rng.randrange(len(line))
        new = bytes([rng.choice(BYTES)]) if rng.random() < 0.8 else b""
        lines[k] = line[:at] + new + line[at + rng.choice((0, 1, 1)) :]
    return b"".join(lines)


def test_changed_bytes() -> None:
    rng, counts = random.Random(0), Counter[int]()
    for _ in range(120):
        data = changed(right(rng.choice((WIDE, DECIMALS)), rng.choice(("", " "))), rng)
        status, verdict = told(data)
        assert (status, verdict) == told(blanks(data)), data
        counts[status] += 1
    assert min(counts[status] for status in (OK, FALSE, MALFORMED)) >= 5, counts


@pytest.mark.parametrize(
    "old, new, status",
    [
        (b'"t":1,', b'"t":01,', MALFORMED),
        (b'"t":1,', b'"t":1.0,', UNDECIDED),  # a spelling that is not covered
        (b'"t":1,', b'"t":1.5,', MALFORMED),
        (b'"t":1,', b'"t":' + b"9" * 13 + b",", MALFORMED),
        (b'"t":1,', b'"t":2,', FALSE),
        (b'"x":[0,', b'"x":[00,', MALFORMED),
        (b'"x":[0,', b'"x":[0,0,', MALFORMED),
        (b'"x":[0,', b'"x":[12,', FALSE),
        (b'"x":[0,', b'"x":[-0,', OK),
        (b'"x":[0,', b'"x":[' + b"9" * 999 + b",", FALSE),
        (b'"a":[', b'"b":[', MALFORMED),
        (b'"a":[', b'"a":[11,', MALFORMED),
        (b'"r":[', b'"r":[1e0,', MALFORMED),
        (b'"r":[', b'"r":["1/2",', MALFORMED),
        (b"]}", b"]}}", MALFORMED),
        (b"]}", b"]} \t", OK),
        (b'{"record":"episode"', b'{"record":"epi\\u0073ode"', OK),
    ],
)
def test_what_ends_the_one_pass(old: bytes, new: bytes, status: int) -> None:
    """The first episode's line, changed: it is read byte by byte, and the verdict is that."""
    head, epoch, episode, *rest = right(WIDE).splitlines(keepends=True)
    assert episode.count(old) == 1
    data = b"".join([head, epoch, episode.replace(old, new), *rest])
    assert told(data)[0] == status, told(data)
    assert told(data) == told(blanks(data))
