"""A kept audit that is not ours: whatever its bytes are, the page is found anew, or read as it
is, and nothing ends in an error of ours."""

from __future__ import annotations

import gzip
import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from proofs_check.audit import kept

PAGE = {"text": "a", "ascii": "a", "rows": ["b"], "status": 0, "when": "now"}
WRONG: tuple[Any, ...] = (None, True, 7, 1e400, "\x1b[2J", [], [[]], {}, {"a": {}})


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UCRL_LP_CACHE", str(tmp_path))
    return kept.kept_file()


def content() -> dict[str, Any]:
    versions = kept.found_with()
    return {
        "format": kept.FORMAT,
        "versions": versions,
        "names": {"a": ["a"]},
        "pages": {"a": PAGE},
    }


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in it, by the keys that lead there."""
    found, below = [path] if path else [], list[Any]()
    if isinstance(value, (dict, list)):
        below = list(value.items() if isinstance(value, dict) else enumerate(value))
    for key, of in below:
        found += places(of, (*path, key))
    return found


def test_every_field_of_another_type(file: Path) -> None:
    file.write_bytes(gzip.compress(json.dumps(content()).encode()))
    there, _ = kept.last_audit()
    assert there is not None and there.pages_of("a") is not None
    refused = 0
    for *path, last in places(content()):
        for wrong in WRONG:
            changed = content()
            at = changed
            for key in path:
                at = at[key]
            at[last] = deepcopy(wrong)
            file.write_bytes(gzip.compress(json.dumps(changed).encode()))
            there, why = kept.last_audit()
            refused += there is None
            assert (there is None) == bool(why)
            if there is not None:
                there.pages_of("a")
    assert refused > 50


def test_damaged_bytes(file: Path) -> None:
    """Cut short, changed, nested a hundred thousand deep."""
    right, rng = gzip.compress(json.dumps(content()).encode()), random.Random(1)
    damaged = [right[:k] for k in range(0, len(right), 7)]
    for _ in range(200):
        k = rng.randrange(len(right))
        damaged.append(right[:k] + bytes([rng.randrange(256)]) + right[k + 1 :])
    damaged += [gzip.compress(b"[" * 100_000), gzip.compress(b"\xff"), b""]
    refused = 0
    for data in damaged:
        file.write_bytes(data)
        there, why = kept.last_audit()
        refused += there is None
        assert (there is None) == bool(why)
    assert refused > len(damaged) // 2
