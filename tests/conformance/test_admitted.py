"""The fast tier's language: on it the fast reader is the strict one, off it the fast one is silent.

The enumeration behind the page `proofs_check/fast/README.md`: every short string in
every place of a number, every width of a number, every order, absence, repetition and misspelling
of the keys, every way to delete, insert or replace one byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from proofs_check.fast.admitted import (
    MOST_DECIMALS,
    MOST_DIGITS,
    MOST_WHOLE,
    admitted_episode,
    admitted_epoch,
)
from proofs_check.fast.episode_lines import Layout
from proofs_check.fast.epoch_lines import EpochLayout
from reference.support.errors import MalformedInput
from reference.trace.reader import RecordParser
from reference.trace.records import EpisodeRecord, EpochRecord, Record

HEADER = (
    b'{"record":"header","format":"ucrl-lp-trace","version":1,"algorithm":"UCRL-LP",'
    b'"layers":[1,2,1],"A":1,"T":99999,"delta":0.1}'
)
LETTERS = b'0159.-+eE"/,] \\u'  # of the strings that stand for a number
LONGEST = 3
ODD = (
    b"1e0", b"1E-05", b"0x1", b"1_0", b"true", b"null", b"NaN", b"-Infinity", b"\xd9\xa1", b'"1/2"',
    b"[0]", b"0.5e1", b"00.5", b".5", b"5.", b"1.0.0", b"- 1", b"1 ", b"\t1",
)  # fmt: skip
Line = tuple[bytes, tuple[bytes, ...]]  # with %s for numbers, and numbers that are right
WHOLE: Line = (
    b'{"record":"episode","t":%s,"x":[0,%s],"a":[%s,0],"r":[1,%s]}\n',
    (b"12", b"1", b"0", b"0"),
)
DECIMAL: Line = (
    b'{"r": [0.5, %s], "x": [0, %s], "t": %s,"a": [%s, 0], "record": "episode"}\n',
    (b"0.25", b"1", b"12", b"0"),
)
_OF_EPOCH = (
    b'{"record":"epoch","i":%s,"t":%s,"N":[[[%s]],[[0],[1]]],"N3":[[[[1,%s]]],[[[0]],[[1]]]],'
    b'"b":[[[%s]],[[0.5],[1]]],"pi":[[[1]],[[1],[%s]]],"value":%s}\n'
)
EPOCH: Line = (_OF_EPOCH, (b"2", b"2", b"1", b"0", b"0.5", b"1", b"2.5"))


def strictly(line: bytes) -> Record | None:
    """What the strict reader has for a line, None if it refuses it."""
    parser = RecordParser("trace")
    parser.record(1, HEADER)
    try:
        return parser.record(2, line.removesuffix(b"\n"))
    except MalformedInput:
        return None


def texts() -> Iterator[bytes]:
    """Every short string, and numbers of every width: digits, a point, digits."""
    for n in range(LONGEST + 1):
        yield from map(bytes, product(LETTERS, repeat=n))
    for whole, part in product(range(1, MOST_DIGITS + 3), range(MOST_DIGITS + 3)):
        for first, rest in product(b"019", repeat=2):
            digits = bytes([first]) + bytes([rest]) * (whole - 1)
            yield digits + (b"." + bytes([rest]) * part if part else b"")
    yield from ODD


def lines_of(line: Line) -> Iterator[bytes]:
    """The line with every text in the place of every number."""
    pattern, right = line
    for k, text in product(range(len(right)), texts()):
        yield pattern % (*right[:k], text, *right[k + 1 :])


def as_read(layout: Layout, line: bytes) -> EpisodeRecord | None:
    """What the fast reader has for one line of a block."""
    block = layout.episodes(line, line.count(b"\n"))
    if block is None:
        return None
    ((t,), (x,), (a,), (r,)) = (v.tolist() for v in (block.t, block.x, block.a, block.r))
    if block.decimals is not None:
        r = [v / 10.0**d for v, d in zip(r, block.decimals[0].tolist(), strict=True)]
    return EpisodeRecord(t, x, a, r, 2)


def compared(layout: Layout, line: bytes) -> bool:
    """Whether the fast reader reads a line; if so it is admitted, and read as the strict reader
    reads it."""
    episode = as_read(layout, line)
    if episode is None:
        return False
    assert admitted_episode(line), line
    record = strictly(line)
    assert isinstance(record, EpisodeRecord), line
    assert (episode.t, episode.x, episode.a) == (record.t, record.x, record.a), line
    assert [float(v).hex() for v in episode.r] == [float(v).hex() for v in record.r], line
    return True


def layout_of(line: bytes) -> Layout | None:
    """The layout learned from a line, if the strict reader accepts it."""
    record = strictly(line)
    return Layout.of(line, record) if isinstance(record, EpisodeRecord) else None


@pytest.mark.parametrize("line", [WHOLE, DECIMAL], ids=["whole", "decimal"])
def test_every_token_in_every_place_of_an_episode(line: Line) -> None:
    """A line is read if and only if it is admitted and has the layout: never otherwise, and always
    as the strict reader reads it."""
    layout = layout_of(line[0] % line[1])
    assert layout is not None
    read = 0
    for text in lines_of(line):
        is_read = compared(layout, text)
        assert is_read == (admitted_episode(text) and layout.fits(text)), text
        assert is_read or layout_of(text) is None or not layout.fits(text), text
        read += is_read
    assert read > 300


PAIRS = (
    b'"record":"episode"', b'"t": 3', b'"x":[0, 1]', b'"a":[0,0]', b'"r":[0,1]', b'"r":[0.0,1.5]',
    b'"x" :[0,1]', b'"\\u0078":[0,1]', b'"y":[0,1]', b'"record":"end"', b'"r":[0,0.5]', b'"t":-0',
    b'"a":[0,[0]]', b'"r":[1e0,1]',
)  # fmt: skip


def test_every_order_of_keys() -> None:
    """Each of five pairs at every place, absent, twice, misspelt: admitted are the orders of the
    five keys, and the strict reader reads all of them."""
    admitted = set()
    for n in (4, 5, 6):
        for pairs in product(PAIRS, repeat=n) if n < 5 else _mixed(n):
            line = b"{" + b",".join(pairs) + b"}\n"
            if admitted_episode(line):
                layout = layout_of(line)
                assert layout is not None and compared(layout, line)
                admitted.add(line)
            else:
                assert layout_of(line) is None
    assert len(admitted) == 2 * 120


def _mixed(n: int) -> Iterator[tuple[bytes, ...]]:
    """The orders of n pairs, without and with some twice."""
    right = PAIRS[:5]
    yield from (p for p in permutations(PAIRS[:6], 5) if n == 5)
    for other in PAIRS:
        for k in range(5):
            yield (*right[:k], other, *right[k + (n == 5) :])


@pytest.mark.parametrize("line", [WHOLE, DECIMAL, EPOCH], ids=["whole", "decimal", "epoch"])
def test_every_line_one_byte_away(line: Line) -> None:
    """A byte deleted, inserted or replaced, anywhere."""
    right = line[0] % line[1]
    layout, epoch = layout_of(right), EpochLayout.of(right)
    assert (layout is None) == (line is EPOCH) and (epoch is None) == (line is not EPOCH)
    near: set[bytes] = {right[:k] + right[k + 1 :] for k in range(len(right))}
    for k, c in product(range(len(right)), b'0159.-+eE"/,[]{}: \\u\t\n\r\xc2x'):
        near |= {right[:k] + bytes([c]) + right[k + gone :] for gone in (0, 1)}
    seen = 0
    for text in near:
        if b"\n" in text[:-1]:
            continue
        if layout is not None:
            is_read = compared(layout, text)
            assert is_read == (admitted_episode(text) and layout.fits(text)), text
        elif epoch is not None:
            is_read = same_epoch(epoch, text)
        seen += is_read
    assert seen > 20


def same_epoch(layout: EpochLayout, line: bytes) -> bool:
    """Whether the fast reader reads an epoch line; if so, as the strict one does."""
    epoch = layout.read(line, 2)
    if epoch is None:
        return False
    assert admitted_epoch(line)
    record = strictly(line)
    assert isinstance(record, EpochRecord) and epoch == record, line
    assert json.dumps(epoch.tables, sort_keys=True) == json.dumps(record.tables, sort_keys=True), (
        "1 and 1.0 are equal"
    )
    return True


def test_every_token_in_every_place_of_an_epoch() -> None:
    layout = EpochLayout.of(EPOCH[0] % EPOCH[1])
    assert layout is not None
    read = sum(same_epoch(layout, line) for line in lines_of(EPOCH))
    assert read > 300
    assert not same_epoch(layout, EPOCH[0] % (*EPOCH[1][:-1], b"0." + b"1" * (MOST_DECIMALS + 1)))
    assert not same_epoch(layout, EPOCH[0] % (*EPOCH[1][:-1], b"1" * (MOST_WHOLE + 1)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"[[1],[", b"[[],["), (b"[[[1]],[[1],[1]]]", b"[[[1],[1]],[[1]]]"), (b"[[0.5],", b"[0.5,"),
        (b',"value":2.5', b""), (b'"pi"', b'"b"'), (b'"b"', b'"eps"'), (b'"pi"', b'"p\\u0069"'),
        (b'"record":"epoch",', b'"record":"epoch","record":"epoch",'), (b"2.5}", b"2.5}}"),
    ],
)  # fmt: skip
def test_epochs_of_other_shapes_are_not_read(old: bytes, new: bytes) -> None:
    right = EPOCH[0] % EPOCH[1]
    layout = EpochLayout.of(right)
    assert layout is not None and same_epoch(layout, right) and old in right
    assert layout.read(right.replace(old, new, 1), 2) is None
