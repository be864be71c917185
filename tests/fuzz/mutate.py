"""Changes to JSON files, of bytes and of what the bytes mean.

Most changed bytes are no JSON any more, and a reader has more to it than its parser: so three of
four changes are made to the parsed value, in one place, and written back as JSON.
"""

from __future__ import annotations

import copy
import gzip
import json
import math
import random
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from tests.jsonl import jsonl

RATIO = re.compile(r"-?[0-9]{1,40}(/[1-9][0-9]{0,40})?", re.ASCII)
STEPS = (1, -1, 0.5, 1e-3, -1e-3, 1e-6, -1e-6, 3e-7, -3e-7, 1e-7, 9e-8, 1e-8, 1e-12, 1e-15)
ODD: tuple[Any, ...] = (
    0, 1, -1, 2, 3, 10**12, 10**12 + 1, -(10**400), 2**53 + 1, 0.0, 1.0, 0.5, -0.0, 1e308, 5e-324,
    1e-9, 1e-7, "1/3", "0", "1", "-1/7", "1/0", "", "x", "1e5", "9" * 999, "1/" + "7" * 999, True,
    False, None, [], [0], [[0]], [1, 2, 1], {}, {"P": 1}, {"R-3": "any"}, {"lo": 0, "hi": 1},
    {"subset_of": [0]},
)  # fmt: skip
BYTES = b'[]{}",:0123456789.eE+-/ \n\\tfnu\x00\xff'


def mutate(data: bytes, rng: random.Random, pool: Sequence[bytes]) -> bytes:
    """`data`, changed in one place; `pool` are files to borrow from."""
    zipped = data[:2] == b"\x1f\x8b"
    if zipped and rng.random() < 0.8:
        try:
            data = zlib.decompressobj(31).decompress(data, 1 << 20)
        except zlib.error:
            return changed_bytes(data, rng)
    values = parsed(data)
    if values is None or rng.random() < 0.25:
        data = changed_bytes(data, rng)
    else:
        if rng.random() < 0.9:
            changed_value(values, rng, pool)
        else:
            changed_records(values, rng, pool)
        data = jsonl(values)
    return gzip.compress(data, mtime=0) if rng.random() < (0.5 if zipped else 0.01) else data


def parsed(data: bytes) -> list[Any] | None:
    """The values of a JSON file or of JSON lines; None if it is neither."""
    for parts in ([data], data.removesuffix(b"\n").split(b"\n")):
        try:
            return [json.loads(part) for part in parts]
        except (ValueError, RecursionError):
            continue
    return None


def changed_bytes(data: bytes, rng: random.Random) -> bytes:
    """One change that knows nothing of JSON but its letters."""
    whole = bytearray(data or b"{}")
    place, other = rng.randrange(len(whole)), rng.randrange(len(whole))
    if rng.random() < 0.5:  # what is most likely to be read again
        digits = [k for k, c in enumerate(whole) if c in b"0123456789"] or [place]
        whole[rng.choice(digits)] = rng.choice(b"0123456789")
    else:
        some = bytes(rng.choice(BYTES) for _ in range(rng.randint(1, 4)))
        copied = whole[other : other + rng.randint(1, 300)]
        gone = rng.choice([0, 1, rng.randint(1, 30)])
        whole[place : place + gone] = rng.choice([b"", some, some, copied])
    return bytes(whole)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The paths, and the values, of everything inside a JSON value."""
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key), inner
            yield from places(inner, (*path, key))


def is_number(value: Any) -> bool:
    if isinstance(value, str):
        return RATIO.fullmatch(value) is not None
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def changed_value(values: list[Any], rng: random.Random, pool: Sequence[bytes]) -> None:
    """One value inside, or a key, is another one."""
    kind = rng.choice(["nudge"] * 6 + ["respell", "swap", "swap", "set", "drop", "key", "borrow"])
    numbers = kind in ("nudge", "respell", "swap")
    record = rng.randrange(len(values))
    paths = [path for path, v in places(values[record]) if not numbers or is_number(v)]
    if not paths:
        values[record] = rng.choice(ODD)
        return
    path = rng.choice(paths)
    inside: Any = values[record]
    for step in path[:-1]:
        inside = inside[step]
    old = inside[path[-1]]
    if kind == "nudge":
        inside[path[-1]] = nudged(old, rng)
    elif kind == "respell":
        inside[path[-1]] = respelled(old, rng)
    elif kind == "swap":
        keys = list(inside) if isinstance(inside, dict) else range(len(inside))
        inside[path[-1]] = inside[rng.choice(keys)]
    elif kind == "drop":
        del inside[path[-1]]
    elif kind in ("set", "borrow"):
        other = parsed(rng.choice(pool)) or [None]
        same = [v for p, v in places(other) if p[-1] == path[-1]]
        inside[path[-1]] = copy.deepcopy(rng.choice(same if same and kind == "borrow" else ODD))
    elif isinstance(inside, dict):
        inside[rng.choice(["x", *map(str, inside)])] = inside.pop(path[-1])
    else:
        inside.insert(path[-1], copy.deepcopy(old))


def nudged(value: Any, rng: random.Random) -> Any:
    """A number near `value`, written in the same way."""
    if isinstance(value, int):
        return value + rng.choice([1, -1, 1, -1, 2, 7])
    step = rng.choice(STEPS)
    return value + step if isinstance(value, float) else str(Fraction(value) + Fraction(step))


def respelled(value: Any, rng: random.Random) -> Any:
    """The same number, written in another way: both must mean the same to a reader."""
    if isinstance(value, float) and not math.isfinite(value):
        return value
    exact, k = Fraction(value), rng.choice([1, 1, 2, 3, 10])
    spellings: list[Callable[[], Any]] = [
        lambda: str(exact),
        lambda: f"{exact.numerator * k}/{exact.denominator * k}",
        lambda: float(exact) if abs(exact) < 2**1000 else value,
        lambda: int(exact) if exact.denominator == 1 else value,
    ]
    return rng.choice(spellings)()


def changed_records(values: list[Any], rng: random.Random, pool: Sequence[bytes]) -> None:
    """A record (or, in a file of one value, one of its lists) is gone, twice there, elsewhere,
    or the end comes early and counts what is left."""
    j, k = rng.randrange(len(values)), rng.randrange(len(values))
    kind = rng.choice(["drop", "twice", "move", "borrow", "table", "stop", "stop"])
    if kind == "drop" and len(values) > 1:
        del values[j]
    elif kind == "twice":
        values.insert(k, copy.deepcopy(values[j]))
    elif kind == "move":
        values.insert(k, values.pop(j))
    elif kind == "borrow":
        values[j] = rng.choice(parsed(rng.choice(pool)) or [None])
    elif kind == "table":  # one key less, everywhere
        key = rng.choice([key for v in values if isinstance(v, dict) for key in v] or [""])
        for value in values:
            if isinstance(value, dict) and value.get("record") != "header":
                value.pop(key, None)
    else:
        names = [v.get("record") if isinstance(v, dict) else None for v in values[: j + 1]]
        counted = {"episodes": names.count("episode"), "epochs": names.count("epoch")}
        values[j + 1 :] = [{"record": "end", **counted}]
