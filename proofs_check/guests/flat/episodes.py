"""What the episodic flat learners share: episodes of H steps, perhaps cut short at a terminal
state."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from proofs_check.guests.flat.replay import FlatReplay
from reference.guests.flat.flat_records import PlanRecord, StepsRecord
from reference.support.errors import MalformedInput


class EpisodicReplay(FlatReplay):
    """One check of a trace with one `steps` record for each episode."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        self.terminal = frozenset(self.head.options["terminal"])
        self.k = 0  # episodes in the records checked
        self.episodes = 0  # ... and in those read

    def counts(self, record: StepsRecord) -> None:
        """Refuse an episode after episode K. Raises MalformedInput."""
        self.episodes += 1
        if self.episodes > self.head.K:
            rule = f"flat-episode: no episode may follow episode K = {self.head.K}"
            raise MalformedInput(self.file, self.line, "steps", f"episode {self.episodes}", rule)

    def check(self, record: Any) -> None:
        if isinstance(record, PlanRecord):
            self.place = {"episode": self.k + 1}
            self.plan(record)
        elif isinstance(record, StepsRecord):
            self.k += 1
            self.place = {"episode": self.k}
            self.outcome.instances["flat-episode"] += 1
            self.now = None  # an episode may begin in any state
            sound = True
            for h in range(len(record.s)):
                sound &= self.step_is_possible(record, h)
            if sound:
                self._length(record)
                self.episode(record)
                self.outcome.episodes += 1

    def plan(self, record: PlanRecord) -> None:  # Q-learning has none
        """Check the plan of the next episode."""

    @abstractmethod
    def episode(self, record: StepsRecord) -> None:
        """Check an episode whose indices are right."""

    def _length(self, record: StepsRecord) -> None:
        """Check that the episode ends after H steps or, if not earlier, in a terminal state."""
        n, H = len(record.s), self.head.H
        after = next((h for h, s1 in enumerate(record.s1, 1) if s1 in self.terminal), H)
        found = f"{n} steps, the last one to state {record.s1[-1]}"
        self.apply("flat-H-steps", n == after, f"{after} steps", found)
