"""A test that its planted faults must fail."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest


def planted(right: Any, *faults: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test with f = `right`; with each fault in its place, the test must fail."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(f: Any, **others: Any) -> None:
            if f is right:
                test(f=f, **others)
            else:
                with pytest.raises(AssertionError):
                    test(f=f, **others)

        names = ["right", *(getattr(fault, "__name__", "fault") for fault in faults)]
        cases: Callable[..., None] = pytest.mark.parametrize("f", [right, *faults], ids=names)(run)
        return cases

    return decorate
