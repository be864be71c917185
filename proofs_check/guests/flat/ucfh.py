"""UCRL2 for episodes of H steps ("UCFH" here): [JOA] Fig. 1, steps 2-5, with backward induction in
the place of extended value iteration (R-41)."""

from __future__ import annotations

from typing import Any

import numpy as np

from proofs_check.arithmetic import ONE
from proofs_check.guests.flat.optimistic_gain import PlausibleMDPs, leaves_room, needs_order
from proofs_check.guests.flat.planned import PolicyReplay
from proofs_check.guests.flat.plausible import PlausibleSets
from reference.guests.flat.flat_records import EpisodePolicyRecord


class UCFHReplay(PolicyReplay):
    """One check of a trace of UCFH."""

    prefix = "ucfh"

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        self.sets = PlausibleSets(self, self.prefix, self.counts_so_far)

    def untaught(self, h: int, s: int, a: int) -> bool:
        """Whether an action may be best before anything was seen: every row of P is then all of
        the simplex, so that r alone decides, if it is known."""
        return self.head.r is None or self.head.r[s][a] == max(self.head.r[s])

    def model(self, record: EpisodePolicyRecord) -> PlausibleMDPs:
        """Check the sets that are recorded, and count the cells that they decide."""
        model = self.sets.model(record.tables, self.t, self.next)
        self.cell("reward clipped", any(e.hi == ONE for row in model.r for e in row))
        self.cell("reward below 1", any(e.hi < ONE for row in model.r for e in row))
        cells = self.outcome.cells
        if not (cells["room"] and cells["unsorted"]):
            of = model.floats()
            u = np.asarray(of[0].max(axis=1))  # V with two steps to go, without what follows
            self.cell("room", leaves_room(of, u))
            if self.head.H > 1:
                self.cell("unsorted", needs_order(of, u, float(self.tolerance)))
        return model
