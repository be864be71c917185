"""Who checks a trace: the plain checker, or the fast tier before it.

Here alone the commands reach what is there for speed; nothing below them imports it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs_check.conformance.replay import Replay, Tier

if TYPE_CHECKING:
    from proofs_check.letters.recorder import ReadInto


def tier(plain: bool) -> Tier:
    """Return the checker: the specification if `plain`, else both tiers."""
    if plain:
        return Replay
    from proofs_check.fast.check import Tiers

    return Tiers


def reading_into(plain: bool) -> ReadInto:
    """Return what passes a trace to a recorder: record by record if `plain`, else in blocks."""
    if plain:
        from proofs_check.letters.recorder import read_into

        return read_into
    from proofs_check.fast.recording import read_blocks_into

    return read_blocks_into
