"""The verdict on every statement on one run: its event, whether its lines hold, whether they say
anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from proofs_check.arithmetic import Decision, Q
from proofs_check.evaluation.statements import Evaluated, statements, with_events
from proofs_check.ledger.statement import FormName
from proofs_check.letters.compare import Compared, Comparing
from proofs_check.letters.letters import EpochData
from proofs_check.letters.recorder import Recorder
from proofs_check.letters.run import SMALL, Run
from proofs_check.vocabulary import (
    FAILS,
    HOLDS,
    NOT_CLAIMED,
    NOT_EVALUATED,
    VACUOUS,
)
from proofs_check.vocabulary import (
    UNDECIDED as OPEN,
)
from reference.support.errors import FALSE, OK, UNDECIDED, BrokenSides, UcrlLpError
from reference.trace.records import Header

BOUND_TOO_LARGE = "no bound is below what no run can exceed"
NOTHING = "nothing to compare"
OFF = "off its event"
KNOWN = "known to be false as printed"

TABLES = "a table has a row for each epoch and a column for each entry, as e.N; see e.counts"


@dataclass(frozen=True)
class Judged:
    """Form of a statement on a run. `verdict`: a word of vocabulary.py, `reason`: why it is not
    HOLDS. `event`: whether the events that it needs hold, None if it needs none. `counted`:
    the lines on whose events the run is."""

    statement: Evaluated
    form: FormName
    event: Decision | None
    lines: tuple[Compared, ...]
    verdict: str
    reason: str = ""
    counted: tuple[Compared, ...] = ()

    @property
    def worst(self) -> Compared | None:
        """Return the line with the largest left/right that is no step, a failing one first; of an
        undecided form one that is not decided."""
        candidates = [c for c in self.lines if c.comparisons]
        if self.verdict == OPEN:
            candidates = [c for c in candidates if c.decision is Decision.UNDECIDED] or candidates

        def key(c: Compared) -> tuple[bool, bool, bool, float]:
            right = float(c.right.lo)
            size = float(c.left.hi) / right if right > 0 else float(c.left.hi - c.right.lo)
            return c.decision is Decision.FALSE, not c.line.step, not c.line.equal, size

        return max(candidates, key=key, default=None)

    @property
    def failing(self) -> bool:
        """Whether something fails that should hold: a printed form known to be false may."""
        may_fail = self.statement.may_fail(self.form)
        return self.verdict == FAILS and not may_fail and not self.statement.is_event

    @property
    def informative(self) -> bool:
        """Whether the run says anything about the statement."""
        return self.verdict in (HOLDS, FAILS)


Variant = tuple[str, str]  # statement and words of a planted variant; "" for the statement itself


class Evaluation:
    """All statements on one run, or those of `only`, compared as its epochs are folded in.
    `planted`: their false variants, too."""

    def __init__(
        self,
        run: Run,
        planted: bool = False,
        pictured: bool = False,
        only: Iterable[str] | None = None,
    ) -> None:
        self.run, self.known = run, with_events(only)
        self.lines: dict[tuple[str, str, str], list[Comparing]] = {}
        self.missing: dict[tuple[str, str, str], str] = {}
        for name, statement in self.known.items():
            most = statement.no_more_than(run) if statement.no_more_than else None
            for form in statement.forms:
                self._plan((name, form, ""), statement.of_form(form), most, pictured)
            if statement.own_event:
                self._plan((name, "event", ""), statement.own_event, None, pictured)
            for words, change in statement.false.items() if planted else ():
                sides = statement.of_form(statement.form_of(change))
                self._plan((name, "planted", words), sides, None, False, change)
        self._decisions: dict[tuple[str, FormName], Decision] = {}

    def _plan(
        self,
        key: tuple[str, str, str],
        sides: Any,
        most: Any,
        pictured: bool,
        variant: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        with _named(key):
            lines = sides(self.run, **variant)
            self.lines[key] = [Comparing(self.run, line, most, pictured) for line in lines]

    def fold(self, epochs: Sequence[EpochData]) -> None:
        """Compare some consecutive epochs."""
        block = self.run.fold(epochs)
        for key, lines in self.lines.items():
            with _named(key):
                for comparison in lines:
                    comparison.fold(block)

    # ------------------------------------------------------------------ verdicts

    def results(self) -> list[Judged]:
        """Return every form of every statement, after the last epoch."""
        self.found = {
            key: tuple(c.result() for c in comparisons) for key, comparisons in self.lines.items()
        }
        return [
            self._result(statement, form)
            for statement in self.known.values()
            for form in statement.forms
        ]

    def result(self, name: str, form: FormName) -> Judged:
        """Return one form of one statement, after `results`."""
        return self._result(self.known[name], form)

    def planted(self) -> dict[Variant, Decision | None]:
        """Return whether each false variant holds on the run; None off its event."""
        decisions: dict[Variant, Decision | None] = {}
        for name, statement in self.known.items():
            for words, change in statement.false.items():
                form = statement.form_of(change)
                claimed = not self._other_readings(statement)
                lines = self.found[name, "planted", words]
                if not _anywhere(change):
                    lines = self._counted(statement, form, lines)
                decision = Decision.all(c.decision for c in lines)
                decisions[name, words] = decision if claimed and lines else None
        return decisions

    def event(self, name: str) -> Decision:
        """Return whether all events that a statement needs hold, its own included."""
        statement = self.known[name]
        form = statement.forms[-1]
        if (name, form) not in self._decisions:
            decisions = [self.event(other) for other in statement.events]
            own = (name, form, "") if statement.is_event else (name, "event", "")
            for c in self.found.get(own, ()):
                fails = c.decision is Decision.FALSE  # in some epoch, whatever the others lack
                decisions.append(Decision.UNDECIDED if c.missing and not fails else c.decision)
            self._decisions[name, form] = Decision.all(decisions)
        return self._decisions[name, form]

    def _needed(self, statement: Evaluated, form: FormName) -> Decision | None:
        """Whether the events of a form hold; None if it needs none."""
        if statement.is_event:
            return None
        names = statement.events_of(form)
        printed = form == "printed" and statement.printed_sides is not None
        own = statement.own_event is not None and not (printed and statement.printed_events)
        if not names and not own:
            return None
        if self.run.scale != 1:
            return Decision.FALSE  # shrunk radii are not those of the paper
        decisions = [self.event(name) for name in names]
        if own:
            decisions.append(self.event(statement.name))
        return Decision.all(decisions)

    def _counted(
        self, statement: Evaluated, form: FormName, lines: Sequence[Compared]
    ) -> tuple[Compared, ...]:
        """Return the lines that are claimed on this run: those on whose events it is."""
        on_event = statement.is_event or self._needed(statement, form) in (None, Decision.TRUE)
        return tuple(c for c in lines if self._on_its_own(c, on_event))

    def _on_its_own(self, c: Compared, on_event: bool) -> bool:
        names = c.line.events
        if names is None:
            return on_event
        events = Decision.all(self.event(name) for name in names) if names else Decision.TRUE
        return events is Decision.TRUE and (not names or self.run.scale == 1)

    def _other_readings(self, statement: Evaluated) -> str:
        """Return the first reading of the run under which the statement, or an event of it, is not
        claimed."""
        chosen = {**self.run.choices, "scale": str(self.run.scale)}
        for key, allowed in statement.readings.items():
            if chosen[key] not in allowed:
                return f"{key}={chosen[key]}"
        others = (self._other_readings(self.known[name]) for name in statement.events)
        return next((reading for reading in others if reading), "")

    def _result(self, statement: Evaluated, form: FormName) -> Judged:
        comparisons = self.found[statement.name, form, ""]
        event = self._needed(statement, form)
        counted = self._counted(statement, form, comparisons)
        lines = tuple(c for c in comparisons if c.line.events is None) or comparisons
        alone = [c for c in counted if c.line.events is not None]
        lacking = next((c.missing for c in lines if c.missing), "")
        reading = self._other_readings(statement)
        compared = [
            c for c in lines if c.comparisons and (not c.missing or c.decision is Decision.FALSE)
        ]
        held = Decision.all(c.decision for c in compared)
        informative = any(c.informative for c in compared if not c.line.step)
        verdict, reason = HOLDS, ""
        if lacking and (not compared or held is not Decision.FALSE):
            verdict, reason = NOT_EVALUATED, lacking
        elif not compared:
            verdict, reason = VACUOUS, NOTHING
        elif reading:
            verdict, reason = NOT_CLAIMED, reading
        elif self.run.scale != 1 and statement.is_event:
            verdict, reason = NOT_CLAIMED, "scale"
        elif any(c.decision is Decision.FALSE for c in alone):
            verdict, reason = FAILS, KNOWN if statement.may_fail(form) else ""
        elif event is Decision.FALSE:
            verdict, reason = NOT_CLAIMED, OFF
        elif event is Decision.UNDECIDED:
            verdict, reason = OPEN, "its event is undecided"
        elif held is Decision.UNDECIDED:
            verdict, reason = OPEN, _undecided(compared)
        elif held is Decision.FALSE:
            verdict, reason = FAILS, KNOWN if statement.may_fail(form) else ""
        elif not informative:
            verdict, reason = VACUOUS, BOUND_TOO_LARGE
        return Judged(statement, form, event, comparisons, verdict, reason, counted)


def _anywhere(variant: Mapping[str, Any]) -> bool:
    return any(getattr(change, "anywhere", False) for change in variant.values())


@contextmanager
def _named(key: tuple[str, str, str]) -> Iterator[None]:
    """Name the statement whose sides cannot be compared. Raises BrokenSides."""
    try:
        yield
    except (UcrlLpError, MemoryError, OSError):
        raise
    except Exception as e:  # whatever a statement's own code raises
        raise BrokenSides(" ".join(filter(None, key)), f"{type(e).__name__}: {e}", TABLES) from e


def _undecided(lines: Sequence[Compared]) -> str:
    """Return which lines the enclosures leave open, and how wide these are."""
    left = [c for c in lines if c.decision is Decision.UNDECIDED]
    names = ", ".join(dict.fromkeys(c.line.where for c in left if c.line.where))
    width = f"within {float(max(c.left.width + c.right.width for c in left)):.0e}"
    return f"{names} {width}" if names else width


def status(results: Sequence[Judged]) -> int:
    """Return the exit status: 1 if something fails that should hold, 2 if nothing says anything."""
    if any(r.failing for r in results):
        return FALSE
    return OK if any(r.informative for r in results) else UNDECIDED


class EvaluatedTrace:
    """Evaluation of a trace while it is read: `recorder` takes its records; `given` may complete
    the header."""

    def __init__(
        self,
        file: str,
        name: str,
        scale: Q | int = 1,
        planted: bool = False,
        pictured: bool = False,
        most_exact: float | None = SMALL,
        only: Iterable[str] | None = None,
    ) -> None:
        self.evaluation: Evaluation | None = None
        self.given: Callable[[Header], Header] = lambda head: head

        def begin(head: Header) -> Any:
            run = Run(self.given(head), name, scale, most_exact)
            self.evaluation = Evaluation(run, planted, pictured, only)
            return self.evaluation.fold

        self.recorder = Recorder(file, begin)

    def results(self) -> list[Judged]:
        """Return the verdicts on what has been read; none if no episode was."""
        if self.evaluation is None or self.recorder.t == 0:
            return []
        ended = self.recorder.end()
        if ended is None:
            return []
        self.evaluation.run.ended = ended
        return self.evaluation.results()


def accounts() -> Mapping[tuple[str, FormName], tuple[int, dict[str, int]]]:
    """Return, for every statement that claims a probability, the units of delta that it claims and
    those of the events that it needs."""
    return {
        (statement.name, form): (
            statement.printed_units
            if form == "printed" and statement.printed_units
            else statement.units,
            statement.account(form),
        )
        for statement in statements().values()
        for form in statement.forms
        if statement.units
    }
