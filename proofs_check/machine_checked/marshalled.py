"""Compiled Coq files (`.vo`) as their bytes are: OCaml's marshalled values, in Python alone.

An integer is an int, a string bytes, a block a list [tag, field, ...]; shared values stay shared.
Every length, count and digest that a file states is compared with what is there. Whatever this
reader does not know, another version of Coq above all, it refuses."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VERSIONS = {81601: "8.16.1"}
"""The versions whose layout is known here, by the number in the files."""
MAGIC = 0x436F7121
Value = Any
"""int, bytes, float, or a block: [tag, field, ...]."""


class OtherLayout(Exception):
    """Compiled file that is not laid out as this reader knows it."""


def segments(file: Path) -> dict[str, Value]:
    """Return the segments of a compiled file that hold terms: "library" and "opaques".

    Raises OtherLayout for another version, by its number, and for bytes that are not as stated."""
    try:
        return _segments(file.read_bytes())
    except (struct.error, IndexError, ValueError, TypeError) as e:
        raise OtherLayout(f"ends or goes on otherwise than it says: {e}") from None


def _segments(data: bytes) -> dict[str, Value]:
    magic, version, summary = struct.unpack_from(">IIQ", data, 0)
    if magic != MAGIC:
        raise OtherLayout(f"begins with {magic:#x}, not with {MAGIC:#x}: it is no compiled file")
    if version not in VERSIONS:
        known = ", ".join(f"{number} ({name})" for number, name in VERSIONS.items())
        raise OtherLayout(f"is of version {version}; known here: {known}")
    (count,) = struct.unpack_from(">I", data, summary)
    at, found = summary + 4, {}
    for _ in range(count):
        (n,) = struct.unpack_from(">I", data, at)
        name = data[at + 4 : at + 4 + n].decode()
        start, length = struct.unpack_from(">QQ", data, at + 4 + n)
        digest = data[at + 20 + n : at + 36 + n]
        at += 36 + n
        if hashlib.md5(data[start : start + length], usedforsecurity=False).digest() != digest:
            raise OtherLayout(f"segment {name} is not the one that the summary names")
        if name in ("library", "opaques"):
            found[name], end = unmarshal(data, start)
            if end != start + length:
                raise OtherLayout(f"segment {name} ends elsewhere than the summary says")
    if found.keys() != {"library", "opaques"}:
        raise OtherLayout(f"has the segments {sorted(found)} alone")
    return found


_FIXED = {
    0x00: (">b", 1, "int"), 0x01: (">h", 2, "int"), 0x02: (">i", 4, "int"), 0x03: (">q", 8, "int"),
    0x04: (">B", 1, "shared"), 0x05: (">H", 2, "shared"), 0x06: (">I", 4, "shared"),
    0x14: (">Q", 8, "shared"), 0x0B: (">d", 8, "double"), 0x0C: ("<d", 8, "double"),
}  # fmt: skip
_LENGTHS = {0x09: (">B", 1), 0x0A: (">I", 4), 0x15: (">Q", 8)}
_HEADERS = {0x08: (">I", 4), 0x13: (">Q", 8)}


def unmarshal(data: bytes, start: int) -> tuple[Value, int]:
    """Return the value that begins there, and where it ends. Raises OtherLayout."""
    unpack = struct.unpack_from
    (magic,) = unpack(">I", data, start)
    if magic == 0x8495A6BE:
        length, count = unpack(">II", data, start + 4)
        at = start + 20
    elif magic == 0x8495A6BF:
        length, count = unpack(">QQ", data, start + 8)
        at = start + 32
    else:
        raise OtherLayout("has a segment that is no marshalled value")
    end = at + length
    seen: list[Value] = []
    root: list[Value] = [0]
    todo: list[tuple[list[Value], int]] = [(root, 1)]  # block, fields still to read
    while todo:
        block, left = todo.pop()
        while left:
            code = data[at]
            at += 1
            left -= 1
            if 0x40 <= code < 0x80:
                block.append(code & 63)
                continue
            if 0x20 <= code < 0x40 or code in _LENGTHS:
                n = code & 31
                if code < 0x20:
                    form, wide = _LENGTHS[code]
                    (n,), at = unpack(form, data, at), at + wide
                text = data[at : at + n]
                at += n
                seen.append(text)
                block.append(text)
                continue
            if code in _FIXED:
                form, wide, kind = _FIXED[code]
                (value,), at = unpack(form, data, at), at + wide
                if kind == "shared":
                    if not 0 < value <= len(seen):
                        raise OtherLayout("refers to a value that it has not")
                    value = seen[-value]
                elif kind == "double":
                    seen.append(value)
                block.append(value)
                continue
            if code in (0x12, 0x19):
                stop = data.index(b"\0", at)
                if data[at:stop] != b"_j":
                    raise OtherLayout(f"has a custom block {data[at:stop]!r}")
                (value,), at = unpack(">q", data, stop + 1), stop + 9
                seen.append(value)
                block.append(value)
                continue
            if code >= 0x80:
                tag, size = code & 15, code >> 4 & 7
            elif code in _HEADERS:
                form, wide = _HEADERS[code]
                (header,), at = unpack(form, data, at), at + wide
                tag, size = header & 255, header >> 10
            else:
                raise OtherLayout(f"has the code {code:#x}, which no marshalled value has")
            fresh: list[Value] = [tag]
            block.append(fresh)
            if size:
                seen.append(fresh)
                if left:
                    todo.append((block, left))
                block, left = fresh, size
    if at != end or len(seen) != count:
        raise OtherLayout("has a value that ends elsewhere, or has more objects, than it says")
    return root[1], end


def elements_of(cell: Value) -> Iterator[Value]:
    """Yield the elements of an OCaml list."""
    while cell != 0:
        yield cell[1]
        cell = cell[2]
