"""UCRL2 of statisticalrl-learners: a recorder with the interface of its learners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from reference.guests.flat.flat_records import (
    UCRL2,
    FlatSetting,
    flat_end,
    flat_header,
    policy_record,
    steps_record,
)

Write = Callable[[Mapping[str, Any]], None]
DECLARED = {"stop": "1/t"}
"""What the package does on purpose otherwise than [JOA]."""


class RecordedUCRL2:
    """Package's `UCRL2` at play: use `reset`, `play` and `update` as those of the learner, then
    `close`. `write` receives the records of the trace.

    The last sweep of extended value iteration is seen by calling the learner's own `max_proba`; u
    is what the learner computes it from, summed in the same order."""

    def __init__(self, learner: Any, write: Write, *, version: str = "") -> None:
        self.learner, self.write = learner, write
        self.k = self.played = 0
        self.steps: list[tuple[int, int, float, int]] = []
        self._iterate, self._maximise = learner.EVI, learner.max_proba
        learner.EVI, learner.max_proba = self._iteration, self._row
        setting = FlatSetting(learner.nS, learner.nA, learner.delta)
        producer = {"name": "statisticalrl-learners", "version": version}
        write(flat_header(UCRL2, setting, options=DECLARED, producer=producer))

    def reset(self, state: int) -> None:
        """Begin in a state."""
        self.learner.reset(state)

    def play(self, state: int) -> int:
        """Return the learner's action."""
        return int(self.learner.play(state))

    def update(self, state: int, action: int, reward: float, observation: int) -> None:
        """Let the learner learn from a step."""
        self.learner.update(state, action, reward, observation)
        self.steps.append((state, action, float(reward), observation))

    def close(self) -> None:
        """Write what is left, and the end."""
        self._flush()
        self.write(flat_end(self.played))

    def _flush(self) -> None:
        if self.steps:
            self.write(steps_record(self.steps))
            self.played += len(self.steps)
            self.steps = []

    def _iteration(self, r_estimate: Any, p_estimate: Any, **how: Any) -> None:
        of = self.learner
        self.r, self.u = r_estimate, of.u - min(of.u)
        self.p_opt, self.seen = np.zeros((of.nS, of.nA, of.nS)), 0
        self.next = np.full(of.nS, -np.inf)
        self._iterate(r_estimate, p_estimate, **how)
        self._flush()
        self.k += 1
        self.write(
            policy_record(
                self.k, of.t, of.policy, N=of.Nk.astype(int), r_bar=r_estimate, p_bar=p_estimate,
                d_r=of.r_distances, d_p=of.p_distances, u=self.u, p_opt=self.p_opt,
            )
        )  # fmt: skip

    def _row(self, p_estimate: Any, sorted_indices: Any, s: int, a: int) -> Any:
        of = self.learner
        p = self._maximise(p_estimate, sorted_indices, s, a)
        if self.seen == of.nS * of.nA:  # the next sweep begins
            self.u, self.next = self.next - min(self.next), np.full(of.nS, -np.inf)
            self.seen = 0
        self.seen += 1
        self.p_opt[s, a] = p
        r = min(1, self.r[s, a] + of.r_distances[s, a])
        value = r + sum(u * p_y for u, p_y in zip(self.u, p, strict=True))
        self.next[s] = max(self.next[s], value)
        return p
