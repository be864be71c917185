"""The marker `slow` is put where tests/conftest.py says."""

from __future__ import annotations

import pytest

from tests.conftest import SLOW
from tests.paths import ROOT


@pytest.mark.parametrize("name", SLOW)
def test_what_is_marked_exists(name: str) -> None:
    path = ROOT / "tests" / name
    assert list(path.rglob("test_*.py")) if path.is_dir() else path.is_file()


def test_every_test_of_a_slow_file_is_marked(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        where = item.path.relative_to(ROOT / "tests")
        if any(where.is_relative_to(name) for name in SLOW):
            assert item.get_closest_marker("slow") is not None, item.nodeid
