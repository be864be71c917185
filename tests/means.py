"""How the tests carry out an audit: they read its runs as the commands do, by blocks."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from proofs_check.audit.audit import Means
from proofs_check.fast.recording import read_blocks_into


def means(workers: int = 2, executor: Executor | None = None, store: Path | None = None) -> Means:
    """Means with these workers, executor and store."""
    return Means(workers, executor, store, read_blocks_into)
