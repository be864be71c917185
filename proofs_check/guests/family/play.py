"""Play against chance for the family: a policy before every episode, rewards of an adversary."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from proofs_check.conformance.statistics import Statistics, table_in_doubles
from reference.guests.family.family_records import StepRecord
from reference.trace.records import EpochRecord, Header

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


class FamilyStatistics(Statistics):
    """Counts the records of a trace of the family. Rewards have no mean, and are not tested."""

    def record(self, record: object) -> None:
        """Count one record."""
        if isinstance(record, EpochRecord):
            self.take_rows()
            self.in_first, self.opening = False, True
        elif isinstance(record, StepRecord):
            self._policy([table_in_doubles(of_h) for of_h in record.tables["pi"]])
        else:
            super().record(record)

    def header(self, head: Header) -> None:
        """Take what the trace is about."""
        super().header(head)
        self.r, self.in_first = None, False

    def _shared(self, h: int, x: int, row: Doubles, a: Ints, x1: Ints, r: Doubles) -> None:
        """Bet nothing: a policy of one episode has too few actions."""
