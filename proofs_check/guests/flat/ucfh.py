"""UCRL2 for episodes of H steps ("UCFH" here): [JOA] Fig. 1, steps 2-5, with backward induction in
the place of extended value iteration (R-41)."""

from __future__ import annotations

from typing import Any

import numpy as np

from proofs_check.arithmetic import ONE
from proofs_check.guests.flat.optimistic_gain import PlausibleMDPs, set_values
from proofs_check.guests.flat.planned import PolicyReplay
from proofs_check.guests.flat.plausible import PlausibleSets
from reference.guests.flat.flat_records import EpisodePolicyRecord


class UCFHReplay(PolicyReplay):
    """One check of a trace of UCFH."""

    prefix = "ucfh"

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        self.sets = PlausibleSets(self, self.prefix, self.counts_so_far)

    def model(self, record: EpisodePolicyRecord) -> PlausibleMDPs:
        """Check the sets that are recorded, and count the cells that they decide."""
        model = self.sets.model(record.tables, self.t, self.next)
        self.cell("reward clipped", any(e.hi == ONE for row in model.r for e in row))
        self.cell("reward below 1", any(e.hi < ONE for row in model.r for e in row))
        cells = self.outcome.cells
        if not (cells["room"] and cells["unsorted"]):
            self._rows(model)
        return model

    def _rows(self, model: PlausibleMDPs) -> None:
        """Count the cells of the inner maximum, of which a V with two steps to go shows enough."""
        r, p_bar, d = model.floats()
        u = np.asarray(r.max(axis=1))
        best, known = int(u.argmax()), p_bar.sum(axis=2) > 0
        most = d[:, :, best] if d.ndim == 3 else d / 2
        self.cell("room", (known & (most < 1 - p_bar[:, :, best])).any())
        right = set_values(p_bar, d, u, np.argsort(u, kind="stable"))
        wrong = set_values(p_bar, d, u, np.arange(len(u)))
        slack = float(self.tolerance) * max(1.0, float(np.abs(u).max()))
        self.cell("unsorted", (known & (wrong < right - slack)).any() and self.head.H > 1)
