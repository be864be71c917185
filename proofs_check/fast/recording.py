"""A trace read in blocks into a recorder of its epochs, alone or while both tiers check it."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from proofs_check.evaluation.reading import Beside
from proofs_check.fast.episode_lines import Episodes
from proofs_check.fast.reader import Reader
from proofs_check.fast.vouching import rewards_of
from proofs_check.letters.recorder import Recorder
from reference.trace.records import Record


def read_blocks_into(
    raw: BinaryIO, file: str, recorder: Recorder, on_progress: Callable[[int], None]
) -> None:
    """Pass a whole trace to a recorder, as `read_into` does. Raises MalformedInput, as it does."""
    for piece in Reader(raw, file).pieces():
        if piece.episodes is not None:
            _see_block(recorder, piece.episodes, piece.line)
        elif piece.epoch is not None and recorder.plausible(piece.epoch):
            recorder.see(piece.epoch)
        else:
            for record in piece.records():
                recorder.see(record)
        on_progress(recorder.t)


def _see_block(recorder: Recorder, block: Episodes, line: int) -> None:
    recorder.see_block(block.x, block.a, rewards_of(block), line)


class ToRecorder:
    """Listener of a check by both tiers that passes all to a recorder beside it."""

    def __init__(self, beside: Beside) -> None:
        self.partner = beside

    def record(self, record: Record) -> None:
        """Record what was checked. Raises MalformedInput."""
        self.partner.take(self.partner.recorder.see, record)

    def block(self, block: Episodes, line: int) -> None:
        """Record a block that was vouched for."""
        self.partner.take(_see_block, self.partner.recorder, block, line)
