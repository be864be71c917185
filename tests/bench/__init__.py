"""What the project costs, beside others: `python -m tests.bench` (tests/README.md)."""

from __future__ import annotations

import time


class Missing(Exception):
    """A program or package that a job compares with is not installed; the text names it."""


class Laps(dict[str, float]):
    """Seconds by part, since this was made or the part before was over."""

    def __init__(self) -> None:
        super().__init__()
        self.since = time.perf_counter()

    def over(self, part: str) -> None:
        """The part ends here."""
        now = time.perf_counter()
        self[part], self.since = now - self.since, now
