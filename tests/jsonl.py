"""Records as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any


def jsonl(records: Iterable[Any]) -> bytes:
    """One line of ASCII for each."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)
