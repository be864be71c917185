"""The marker `slow` is put where tests/conftest.py says, and nowhere else."""

from __future__ import annotations

import pytest

from tests.conftest import SLOW
from tests.paths import ROOT


@pytest.mark.parametrize("name", SLOW)
def test_what_is_marked_exists(name: str) -> None:
    path = ROOT / "tests" / name
    assert list(path.rglob("test_*.py")) if path.is_dir() else path.is_file()


def test_markers_are_on_the_tests_of_slow_files_only(request: pytest.FixtureRequest) -> None:
    for item in request.session.items:
        where = item.path.relative_to(ROOT / "tests")
        slow = any(where.is_relative_to(name) for name in SLOW)
        assert (item.get_closest_marker("slow") is not None) == slow, item.nodeid
