"""A trace read in blocks into a recorder of its epochs, alone or while both tiers check it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO

from proofs_check.evaluation.reading import Beside
from proofs_check.fast.check import Tiers
from proofs_check.fast.episode_lines import Episodes
from proofs_check.fast.reader import Piece, Reader
from proofs_check.fast.vouching import rewards_of
from proofs_check.letters.recorder import Recorder
from reference.trace.reader import RecordParser


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


class Listening(Tiers):
    """Check of a trace by both tiers, and a recorder beside it, which needs tables of triples."""

    PARSER = RecordParser

    def __init__(self, file: str, beside: Beside, **how: Any) -> None:
        super().__init__(file, **how)
        self.listener = beside

    def see(self, record: Any) -> None:
        """One record, checked and then recorded. Raises MalformedInput."""
        super().see(record)
        self.listener.take(self.listener.recorder.see, record)

    def _vouched(self, piece: Piece) -> bool:
        vouched = super()._vouched(piece)
        if vouched:
            self.listener.take(_see_block, self.listener.recorder, piece.episodes, piece.line)
        return vouched
