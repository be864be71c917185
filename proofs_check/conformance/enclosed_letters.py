"""The letters of an epoch as its record is compared with them: enclosed, from the counters alone.

A letter's name is the rule's id and the record's key.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from proofs_check.arithmetic import Radii
from proofs_check.conformance.counters import Counters
from proofs_check.letters.letters import EpochData, Letters
from proofs_check.letters.size import RunConstants, map_entries
from proofs_check.letters.tables import Ends
from reference.trace.records import EpochRecord

QUANTITIES = ("r_bar", "P_bar", "eps", "width", "b", "r_hat", "r_check")
"""Those of eq. (10), (11), (14)-(17) and R-37, in the order in which a record is checked: causes
before consequences."""


def known(record: EpochRecord, c: Counters) -> EpochData:
    """Return the counts at the start of an epoch; of its record only i and t."""
    tables: tuple[Any, ...] = (c.all_N3, c.all_N, c.S)
    N3, N, S = (np.concatenate([np.ravel(of_h) for of_h in table]) for table in tables)
    nothing = np.zeros_like(N)
    sums, rest = np.array([nothing, nothing]), dict(enumerate(S))
    return EpochData(record.i, record.t, N3, N, sums, rest, nothing)


class EnclosedLetters(Letters):
    """Letters of one epoch with the radii of R-37, as tables of Enclosures."""

    def __init__(self, run: RunConstants, data: EpochData, radii: Radii, b: Any = None) -> None:
        super().__init__(run, [data], Ends)
        self.radii, self._b = radii, b

    @cached_property
    def eps(self) -> Any:
        """(11), or R-37's."""
        return map_entries(self.radii.eps, self.size.next[None], self._stack("N"))

    @cached_property
    def b(self) -> Any:
        """(15), or R-37's: as the epoch records it, with radii=recorded."""
        if self._b is not None:
            recorded = np.empty((1, len(self._b)), object)
            recorded[0, :] = self._b
            return recorded
        return map_entries(self.radii.b, self._stack("N"))

    @cached_property
    def width(self) -> Any:
        """R-37, bernstein, by triples."""
        X_next, N = (self.of_triples(t) for t in (self.size.next[None], self._stack("N")))
        return map_entries(self.radii.width, X_next, self._stack("N3"), N)
