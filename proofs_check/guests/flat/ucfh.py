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
        known = self.head.known or [None] * self.head.stages
        self.sets = [
            PlausibleSets(self, self.prefix, counts, r, self.place_of(g))
            for g, (counts, r) in enumerate(zip(self.counts_so_far, known, strict=True))
        ]

    def untaught(self, h: int, s: int, a: int) -> bool:
        """Whether an action may be best before anything was seen: every row of P is then all of
        the simplex, so that r alone decides, if it is known."""
        known = self.sets[h if self.own else 0].known
        return known is None or known[s][a] == max(known[s])

    def models(self, record: EpisodePolicyRecord) -> list[PlausibleMDPs]:
        """Check the sets that are recorded, and count the cells that they decide."""
        return [self._model(record, g) for g in range(self.head.stages)]

    def _model(self, record: EpisodePolicyRecord, g: int) -> PlausibleMDPs:
        tables = {k: self.of_stage(v, g) for k, v in record.tables.items() if k != "V"}
        model = self.sets[g].model(tables, self.t, self.next)
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
