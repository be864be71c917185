"""What the episodic flat learners share: episodes of H steps, perhaps cut short at a terminal
state, and the plans before them."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import Any

from proofs_check.arithmetic import ONE, ZERO, to_q
from proofs_check.guests.flat.replay import FlatDivergence, FlatReplay
from reference.guests.flat.flat_records import EpisodePolicyRecord, PlanRecord, StepsRecord
from reference.support.errors import MalformedInput


class Trigger:
    """Whether a new plan is due, by the header's `plan`: before every episode; where the visits of
    some pair since the last plan are as many as before it; where those of some pair have become a
    power of 2 since. Before the first plan one is."""

    def __init__(self, plan: str = "every") -> None:
        self.plan, self.at_once = plan.removesuffix(" at once"), plan.endswith("at once")
        self.due = True
        self.fresh: Counter[Any] = Counter()  # visits since the last plan
        self.doubled = False  # some count of at least 2 has

    def visited(self, pair: Any, n: int) -> None:
        """Take a visit, after which the pair has n."""
        self.fresh[pair] += 1
        before = n - self.fresh[pair]
        power = self.plan == "powers" and n & (n - 1) == 0
        double = self.plan == "doubling" and self.fresh[pair] >= max(1, before)
        self.due = self.due or self.plan == "every" or power or double
        self.doubled = self.doubled or (before >= 2 and self.fresh[pair] >= before)

    def planned(self) -> None:
        """Take a new plan."""
        self.due, self.doubled = False, False
        self.fresh.clear()


class EpisodicReplay(FlatReplay):
    """One check of a trace with one `steps` record for each episode, or for each part of one
    between two plans, if these are made at once."""

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        self.terminal = frozenset(self.head.options["terminal"])
        self.trigger = Trigger(self.head.options.get("plan", "every"))
        self.k = 0  # the episode in the records checked
        self.h = 0  # ... and its steps that have been played, 0 where it has ended
        self.episodes = 0  # in the records read
        self.h_read = 0

    @property
    def next(self) -> int:
        """Return the episode to which the next step belongs."""
        return self.k if self.h else self.k + 1

    def counts(self, record: StepsRecord) -> None:
        """Refuse an episode after episode K. Raises MalformedInput."""
        self.episodes += self.h_read == 0
        self.h_read += len(record.s)
        whole = self.h_read >= self.head.H or record.s1[-1] in self.terminal
        if whole or not self.trigger.at_once:
            self.h_read = 0
        if self.episodes > self.head.K:
            rule = f"flat-episode: no episode may follow episode K = {self.head.K}"
            raise MalformedInput(self.file, self.line, "steps", f"episode {self.episodes}", rule)

    def check(self, record: Any) -> None:
        if isinstance(record, PlanRecord | EpisodePolicyRecord):
            self.place = {"episode": self.next}
            self.plan(record)
        elif isinstance(record, StepsRecord):
            self._steps(record)

    def _steps(self, record: StepsRecord) -> None:
        """Check an episode, or its next part."""
        if not self.h:
            self.k += 1
            self.now = None  # an episode may begin in any state
            self.outcome.instances["flat-episode"] += 1
        self.place = {"episode": self.k}
        sound = True
        for h in range(len(record.s)):
            sound &= self.step_is_possible(record, h)
        begun, self.h = self.h, 0
        if not sound or not self._fits(record, begun):
            return
        self._as_known(record, begun)
        self.episode(record, begun)
        if not self._ended(record, begun) and self.trigger.due:  # planned at once
            self.h = begun + len(record.s)
        elif self.trigger.at_once:
            self._length(record, begun)
        self.outcome.episodes += self.h == 0

    def _as_known(self, record: StepsRecord, begun: int) -> None:
        """Check that a reward whose known mean is 0 or 1 is that: no other has this mean."""
        if not (known := self.head.known):
            return
        for h, (s, a, r) in enumerate(zip(record.s, record.a, record.r, strict=True), begun):
            mean = to_q(known[h if len(known) > 1 else 0][s][a])
            if mean in (ZERO, ONE):
                told = f"{mean}, which is its known mean"
                self.apply("flat-reward", to_q(r) == mean, told, str(r), step=h, state=s, action=a)

    def _fits(self, record: StepsRecord, begun: int) -> bool:
        """Check the length of an episode that is one record; of a part, that it is not too long.
        Return whether its steps can be checked."""
        if not self.trigger.at_once:
            return self._length(record, begun) or len(record.s) <= self.head.H
        if len(record.s) <= self._left(record, begun):
            return True
        return self._length(record, begun)

    def _ended(self, record: StepsRecord, begun: int) -> bool:
        """Whether the episode is over after these steps."""
        return not self.trigger.at_once or len(record.s) == self._left(record, begun)

    def _left(self, record: StepsRecord, begun: int) -> int:
        """Return how many steps there are to the end of the episode."""
        most = self.head.H - begun
        ends = (h for h, s1 in enumerate(record.s1, 1) if s1 in self.terminal)
        return min(most, next(ends, most))

    def _length(self, record: StepsRecord, begun: int) -> bool:
        """Check that the episode ends after H steps or, if not earlier, in a terminal state."""
        n, left = len(record.s), self._left(record, begun)
        ending = f"{n} steps, the last one to state {record.s1[-1]}"
        rule = "flat-H-steps"
        self.outcome.instances[rule] += 1
        if n != left:
            self.report(FlatDivergence(rule, {}, f"{left} steps", ending, ended_in=record.s1[-1]))
        return n == left

    def ends(self) -> None:
        """Refuse an episode that was not played to its end."""
        if self.h:
            self.apply("flat-H-steps", False, f"{self.head.H} steps", f"{self.h}, then the end")

    def plan(self, record: Any) -> None:  # Q-learning has none
        """Check the plan of the next episode, or of what is left of it."""

    @abstractmethod
    def episode(self, record: StepsRecord, begun: int) -> None:
        """Check steps whose indices are right, the first of them step h = `begun`."""
