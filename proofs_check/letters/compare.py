"""One inequality on a run: decided by enclosures, exactly where these overlap; its worst entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from proofs_check.arithmetic import Decision, Enclosure, Q, certainly_equal, certainly_leq
from proofs_check.letters.balls import ROUNDOFF, UP, Balls
from proofs_check.letters.letters import Letters
from proofs_check.letters.run import Function, Run, Total
from proofs_check.letters.size import Missing, Per, TooLong, map_same


@dataclass(frozen=True)
class Each:
    """Table of every epoch: `table` is called with some epochs at once. Its entries are pairs,
    triples, layers, states, or one for each epoch (`entries`)."""

    table: Function
    entries: Per = "pair"


@dataclass(frozen=True)
class Line:
    """left <= right at every entry, or left = right (`equal`). `where` names the part of the
    statement. `step`: the line is on the way to the statement. `most`: what the left side cannot
    exceed on any run; a right side that is not below it says nothing. `cheap`: its sums are decided
    exactly on runs of medium length, too. `given`: the entries of some epochs that are compared,
    all others are passed over. `events`: the events that the line needs, where these are not those
    of its statement."""

    left: Any
    right: Any
    where: str = ""
    equal: bool = False
    step: bool = False
    most: Any = None
    entries: Per = "pair"  # the entries of a Total that is a row
    cheap: bool = False
    given: Callable[[Letters], Any] | None = None
    events: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Compared:
    """One line on a run. `left`, `right`: at the entry where left/right is largest, a failing one
    first, at `place`. `informative` comparisons have a right side below `most`; `ratio` is the
    largest left/right of these. `missing`: what the trace does not have."""

    line: Line
    decision: Decision
    comparisons: int
    informative: int
    left: Enclosure
    right: Enclosure
    ratio: float
    place: dict[str, int]
    missing: str = ""
    by_epoch: Sequence[tuple[int, float]] = ()

    @property
    def where(self) -> str:
        """Return the part of the statement, and the entry."""
        entry = ", ".join(f"{name} {k}" for name, k in self.place.items())
        return ": ".join(part for part in (self.line.where, entry) if part)


@dataclass
class Comparing:
    """Line that is being compared, block by block; `result` is for the end of the run."""

    run: Run
    line: Line
    most: Any = None  # of the statement
    pictured: bool = False
    decisions: set[Decision] = field(default_factory=set)
    comparisons: int = 0
    informative: int = 0
    worst: tuple[tuple[bool, float], Any] | None = None
    ratio: float = -np.inf
    exact_triples: int = 0
    missing: str = ""
    by_epoch: list[tuple[int, float]] = field(default_factory=list)

    @property
    def tabular(self) -> bool:
        """Whether the line compares tables of every epoch."""
        return isinstance(self.line.left, Each) or isinstance(self.line.right, Each)

    def fold(self, block: Letters) -> None:
        """Compare the entries of some epochs."""
        if not self.tabular or self.missing:
            return
        try:
            left, right = (_of(side, block) for side in (self.line.left, self.line.right))
            given = self.line.given(block) if self.line.given is not None else True
        except Missing as e:
            self.missing = str(e)
            return
        sides = self._masked(left, right, given)
        self._compare(*sides, self._entries(), block, lambda rows: self._exactly(block, rows))

    def result(self) -> Compared:
        """Return the line's decision on the whole run."""
        if not self.tabular:
            try:
                sides = [_final(side, False) for side in (self.line.left, self.line.right)]
                both = self._masked(sides[0], sides[1], True)
                self._compare(*both, self.line.entries, None, self._finally)
            except Missing as e:
                self.missing = str(e)
        none = Enclosure.of(0)
        _, (left, right, place) = self.worst or (None, (none, none, {}))
        decision = Decision.all(self.decisions)
        return Compared(
            self.line, decision, self.comparisons, self.informative, left, right, self.ratio,
            place, self.missing, self.by_epoch,
        )  # fmt: skip

    # ------------------------------------------------------------------ exact values

    def _exactly(self, block: Letters, rows: Any) -> tuple[Any, Any] | None:
        """Both sides of some epochs, exactly; None if that is too much."""
        self.exact_triples += len(rows) * self.run.size.triples
        run = self.run
        most = run.most_open if self.line.events is None else run.most_alone
        if self.exact_triples > most:
            return None
        try:
            return _rows(self.line.left, block, rows), _rows(self.line.right, block, rows)
        except TooLong:
            return None

    def _finally(self, rows: Any) -> tuple[Any, Any] | None:
        if not (self.run.small or self.line.cheap):
            return None
        try:
            return _final(self.line.left, True), _final(self.line.right, True)
        except TooLong:
            return None

    # ------------------------------------------------------------------ comparison

    def _entries(self) -> Per:
        sides = (s for s in (self.line.left, self.line.right) if isinstance(s, Each))
        return next(sides).entries

    def _masked(self, left: Any, right: Any, given: Any) -> tuple[Balls, Balls, Any]:
        """Return both sides in one shape, 0 where they are not compared, and where they are."""
        left, right = in_one_shape(left, right)
        if given is True:
            return left, right, np.ones(left.mid.shape, bool)
        of_epochs = left.mid.ndim == 1 and given.ndim == 2  # one entry for each epoch
        mask = np.broadcast_to(given[:, 0] if of_epochs else given, left.mid.shape)
        return left.where(mask), right.where(mask), mask

    def _compare(
        self,
        left: Balls,
        right: Balls,
        given: Any,
        per: Per,
        block: Letters | None,
        exactly: Callable[[Any], tuple[Any, Any] | None],
    ) -> None:
        if not given.any():
            return
        holds, fails = decided(left, right, self.line.equal)
        open_ = ~(holds | fails)
        if open_.any():
            holds, fails = np.array(holds), np.array(fails)
            self._settle(open_, holds, fails, exactly, block is not None)
            open_ = ~(holds | fails)
        masks = {Decision.TRUE: holds & given, Decision.FALSE: fails, Decision.UNDECIDED: open_}
        self.decisions |= {decision for decision, mask in masks.items() if mask.any()}
        self.comparisons += int(np.count_nonzero(given))
        informative = self._informative(right, given, block)
        self.informative += int(np.count_nonzero(informative))
        self._worst(left, right, fails, holds, informative, per, block)

    def _settle(
        self, open_: Any, holds: Any, fails: Any, exactly: Callable[[Any], Any], rows: bool
    ) -> None:
        """Decide exactly what the enclosures left open."""
        wanted = np.unique(np.argwhere(open_)[:, 0]) if rows else None
        sides = exactly(wanted)
        if sides is None:
            return
        shape = open_.shape if wanted is None else (len(wanted), *open_.shape[1:])
        left, right = (np.broadcast_to(np.asarray(v, object), shape) for v in sides)
        decide = certainly_equal if self.line.equal else certainly_leq
        at = open_ if wanted is None else open_[wanted]
        decisions = map_same(lambda u, v: decide(_number(u), _number(v)), left[at], right[at])
        holds[open_], fails[open_] = decisions == Decision.TRUE, decisions == Decision.FALSE

    def _informative(self, right: Balls, given: Any, block: Letters | None) -> Any:
        """Return which of the given entries say something."""
        most = self.line.most if self.line.most is not None else self.most
        if most is None or self.line.step or self.line.equal:
            return given
        limit = Balls.of(_of(most, block) if block is not None else _final(most, False))
        below = right.mid + right.rad * UP < limit.mid - limit.rad * UP  # certainly
        return below & given

    def _worst(
        self,
        left: Balls,
        right: Balls,
        fails: Any,
        holds: Any,
        informative: Any,
        per: Per,
        block: Letters | None,
    ) -> None:
        with np.errstate(all="ignore"):
            if self.line.equal:
                ratio = np.abs(left.mid - right.mid) + left.rad + right.rad
            else:
                top, low = left.mid + left.rad, right.mid - right.rad
                ratio, positive = top / low, low > 0
                if not positive.all():
                    ratio = np.where(positive, ratio, np.where(top > low, np.inf, -np.inf))
                    noise = (np.abs(left.mid) <= left.rad) & (np.abs(right.mid) <= right.rad)
                    ratio = np.where(noise & ~fails, 0.0, ratio)
                ratio = np.where(holds, np.minimum(ratio, 1.0), ratio)  # decided exactly
        if informative.any() and not self.line.equal:
            self.ratio = max(self.ratio, float(ratio[informative].max()))
        if self.pictured and block is not None:
            rows = ratio.reshape(len(ratio), -1).max(1)  # one, of what is the same in every epoch
            of_epochs = np.broadcast_to(rows, len(block.i))
            self.by_epoch += zip(block.t.tolist(), of_epochs.tolist(), strict=True)
        if fails.any():
            ratio = np.where(fails, ratio, -np.inf)
        at = np.unravel_index(int(np.argmax(ratio)), ratio.shape)
        key = bool(fails[at]), float(ratio[at])
        if self.worst is None or key > self.worst[0]:
            place: dict[str, int] = {}
            if block is not None:
                place = {"epoch": int(block.i[at[0]])}
            if ratio.ndim and per != "epoch":
                place |= self.run.size.place(per, int(at[-1]))
            self.worst = key, (left[at].ends, right[at].ends, place)


def _of(side: Any, block: Letters) -> Any:
    return side.table(block) if isinstance(side, Each) else block.number(side)


def _rows(side: Any, block: Letters, rows: Any) -> Any:
    """Return one side of several epochs, exactly."""
    return block.exactly(rows.tolist(), side.table) if isinstance(side, Each) else side


def _final(side: Any, exact: bool) -> Any:
    return side.value(exact) if isinstance(side, Total) else side


def in_one_shape(left: Any, right: Any) -> tuple[Balls, Balls]:
    """Return both sides enclosed, in one shape."""
    u, v = Balls.of(left), Balls.of(right)
    if np.ndim(u.mid) and np.shape(u.mid) == np.shape(v.mid):
        return u, v
    shape = np.broadcast_shapes(np.shape(u.mid), np.shape(v.mid))
    return Balls(np.broadcast_to(u.mid, shape), u.rad), Balls(np.broadcast_to(v.mid, shape), v.rad)


def decided(left: Balls, right: Balls, equal: bool = False) -> tuple[Any, Any]:
    """Where left <= right, or left = right, certainly holds, and where it certainly fails."""
    exact = (left.rad == 0) & (right.rad == 0)
    apart = right.mid - left.mid
    error = (left.rad + right.rad + (np.abs(left.mid) + np.abs(right.mid)) * (2 * ROUNDOFF)) * UP
    error = np.where(np.isfinite(error), error, np.nan)  # an overflow decides nothing
    if equal:
        holds = exact & (left.mid == right.mid)
        return holds, np.where(exact, left.mid != right.mid, np.abs(apart) > error)
    holds = np.where(exact, left.mid <= right.mid, apart >= error)
    return holds, np.where(exact, left.mid > right.mid, apart < -error)


def _number(v: Any) -> Any:
    return (
        int(v)
        if isinstance(v, (float, np.floating, np.integer))
        else Q(v)
        if isinstance(v, int)
        else v
    )
