"""The marker `slow` is put where tests/conftest.py says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import SLOW, pytest_collection_modifyitems
from tests.paths import ROOT


@pytest.mark.parametrize("name", SLOW)
def test_what_is_marked_exists(name: str) -> None:
    file, _, test = name.partition("::")
    path = ROOT / "tests" / file
    assert list(path.rglob("test_*.py")) if path.is_dir() else path.is_file()
    assert not test or f"\ndef {test}(" in path.read_text(encoding="utf-8")


class Item:
    """A test as pytest has it where it decides on markers."""

    def __init__(self, place: str, *markers: str) -> None:
        file, _, self.name = place.partition("::")
        self.path, self.markers = ROOT / "tests" / file, set(markers)

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.markers else None

    def iter_markers(self, name: str) -> list[str]:
        return []

    def add_marker(self, marker: pytest.MarkDecorator) -> None:
        self.markers.add(marker.name)


@pytest.mark.parametrize(
    ("place", "markers", "slow"),
    [
        ("judge/test_asking.py::test_x", (), True),  # a folder of them
        ("figure1/test_dask.py::test_x", (), True),  # a file
        ("kit/test_kit.py::test_smallest_game", (), True),
        ("kit/test_kit.py::test_x", (), False),
        ("structure/test_slow.py::test_x", (), False),
        ("structure/test_slow.py::test_x", ("long",), True),
        ("judges/test_asking.py::test_x", (), False),
    ],
)
def test_the_marker_is_put(place: str, markers: tuple[str, ...], slow: bool) -> None:
    item: Any = Item(place, *markers)
    pytest_collection_modifyitems([item])
    assert ("slow" in item.markers) is slow


def test_no_test_is_slow_by_a_mark_of_its_own() -> None:
    """README's line would leave it out, and .ci/changed.py would not know it."""
    written = "pytest.mark." + "slow"
    marked = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "tests").rglob("*.py")
        if written in file.read_text(encoding="utf-8")
    }
    assert marked == {"tests/conftest.py"}
