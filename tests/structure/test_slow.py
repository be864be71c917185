"""The marker `slow` is put where tests/conftest.py says."""

from __future__ import annotations

import pytest

from tests.conftest import SLOW
from tests.paths import ROOT


@pytest.mark.parametrize("name", SLOW)
def test_what_is_marked_exists(name: str) -> None:
    file, _, test = name.partition("::")
    path = ROOT / "tests" / file
    assert list(path.rglob("test_*.py")) if path.is_dir() else path.is_file()
    assert not test or f"\ndef {test}(" in path.read_text(encoding="utf-8")


def test_every_test_of_a_slow_file_is_marked(request: pytest.FixtureRequest) -> None:
    items = request.session.items
    for item in {(i.path, getattr(i, "originalname", i.name)): i for i in items}.values():
        where = item.path.relative_to(ROOT / "tests")
        name = f"{where.as_posix()}::{getattr(item, 'originalname', item.name)}"
        if any(where.is_relative_to(slow) or name == slow for slow in SLOW):
            assert item.get_closest_marker("slow") is not None, item.nodeid
