"""The verdict on every statement on one run: its event, whether its lines hold, whether they say
anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from proofs_check.arithmetic import Decision, Q
from proofs_check.evaluation.epochs import EpochData
from proofs_check.evaluation.line import Compared, Comparing
from proofs_check.evaluation.reading import Recorder
from proofs_check.evaluation.run import SMALL, EvaluatedRun
from proofs_check.evaluation.statements import Evaluated, statements, with_events
from proofs_check.ledger.statement import FormName
from reference.support.errors import FALSE, OK, UNDECIDED, BrokenSides, UcrlLpError
from reference.trace.records import Header

HOLDS, FAILS, TRIVIAL, OFF = "HOLDS", "FAILS", "TRIVIAL", "NOT ON THE EVENT"
OPEN, NOTHING, MISSING = "undecided", "nothing compared", "not evaluated"

TABLES = "a table has a row for each epoch and a column for each entry, as e.N; see e.counts"


@dataclass(frozen=True)
class Judged:
    """Form of a statement on a run. `event`: whether the events that it needs hold, None if it
    needs none. `note`: the reading under which it is not claimed, or what the trace lacks."""

    statement: Evaluated
    form: FormName
    event: Decision | None
    lines: tuple[Compared, ...]
    verdict: str
    note: str = ""

    @property
    def worst(self) -> Compared | None:
        """Return the line with the largest left/right that is no step, a failing one first."""
        known = [c for c in self.lines if c.comparisons]

        def key(c: Compared) -> tuple[bool, bool, bool, float]:
            right = float(c.right.lo)
            size = float(c.left.hi) / right if right > 0 else float(c.left.hi - c.right.lo)
            return c.decision is Decision.FALSE, not c.line.step, not c.line.equal, size

        return max(known, key=key, default=None)

    @property
    def failing(self) -> bool:
        """Whether something fails that should hold: a printed form known to be false may."""
        known = self.form == "printed" and self.statement.printed_sides is not None
        return self.verdict == FAILS and not known and not self.statement.is_event

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
        run: EvaluatedRun,
        planted: bool = False,
        pictured: bool = False,
        only: Iterable[str] | None = None,
    ) -> None:
        self.run, self.known = run, with_events(only)
        self.lines: dict[tuple[str, str, str], list[Comparing]] = {}
        self.missing: dict[tuple[str, str, str], str] = {}
        for name, one in self.known.items():
            most = one.trivial(run) if one.trivial else None
            for form in one.forms:
                self._plan((name, form, ""), one.of_form(form), most, pictured)
            if one.event:
                self._plan((name, "event", ""), one.event, None, pictured)
            for words, change in one.false.items() if planted else ():
                sides = one.of_form(one.form_of(change))
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
                for one in lines:
                    one.fold(block)

    # ------------------------------------------------------------------ verdicts

    def results(self) -> list[Judged]:
        """Return every form of every statement, after the last epoch."""
        self.found = {key: tuple(c.result() for c in found) for key, found in self.lines.items()}
        return [self._result(one, form) for one in self.known.values() for form in one.forms]

    def result(self, name: str, form: FormName) -> Judged:
        """Return one form of one statement, after `results`."""
        return self._result(self.known[name], form)

    def planted(self) -> dict[Variant, Decision | None]:
        """Return whether each false variant holds on the run; None off its event."""
        found: dict[Variant, Decision | None] = {}
        for name, one in self.known.items():
            for words, change in one.false.items():
                form = one.form_of(change)
                on = one.is_event or self._needed(one, form) in (None, Decision.TRUE)
                lines = self.found[name, "planted", words]
                claimed = not self._other_readings(one)
                decision = Decision.all(c.decision for c in lines)
                found[name, words] = decision if on and claimed and lines else None
        return found

    def event(self, name: str) -> Decision:
        """Return whether all events that a statement needs hold, its own included."""
        one = self.known[name]
        form = one.forms[-1]
        if (name, form) not in self._decisions:
            decisions = [self.event(other) for other in one.on]
            own = (name, form, "") if one.is_event else (name, "event", "")
            for c in self.found.get(own, ()):
                fails = c.decision is Decision.FALSE  # in some epoch, whatever the others lack
                decisions.append(Decision.UNDECIDED if c.missing and not fails else c.decision)
            self._decisions[name, form] = Decision.all(decisions)
        return self._decisions[name, form]

    def _needed(self, one: Evaluated, form: FormName) -> Decision | None:
        """Whether the events of a form hold; None if it needs none."""
        if one.is_event:
            return None
        names = one.events_of(form)
        printed = form == "printed" and one.printed_sides is not None
        own = one.event is not None and not (printed and one.printed_on)
        if not names and not own:
            return None
        if self.run.scale != 1:
            return Decision.FALSE  # shrunk radii are not those of the paper
        decisions = [self.event(name) for name in names]
        if own:
            decisions.append(self.event(one.name))
        return Decision.all(decisions)

    def _other_readings(self, one: Evaluated) -> str:
        """Return the first reading of the run under which the statement, or an event of it, is not
        claimed."""
        chosen = {**self.run.choices, "scale": str(self.run.scale)}
        for key, allowed in one.requires.items():
            if chosen[key] not in allowed:
                return f"{key}={chosen[key]}"
        found = (self._other_readings(self.known[name]) for name in one.on)
        return next((reading for reading in found if reading), "")

    def _result(self, one: Evaluated, form: FormName) -> Judged:
        lines = self.found[one.name, form, ""]
        event = self._needed(one, form)
        lacking = next((c.missing for c in lines if c.missing), "")
        reading = self._other_readings(one)
        compared = [
            c for c in lines if c.comparisons and (not c.missing or c.decision is Decision.FALSE)
        ]
        held = Decision.all(c.decision for c in compared)
        informative = any(c.informative for c in compared if not c.line.step)
        note = ""
        if lacking and (not compared or held is not Decision.FALSE):
            verdict, note = MISSING, lacking
        elif not compared:
            verdict = NOTHING
        elif reading:
            verdict, note = f"not claimed ({reading})", reading
        elif self.run.scale != 1 and one.is_event:
            verdict, note = "not claimed (scale)", "scale"
        elif event is Decision.FALSE:
            verdict = OFF
        elif event is Decision.UNDECIDED:
            verdict, note = OPEN, "its event is undecided"
        elif held is Decision.UNDECIDED:
            verdict, note = OPEN, _within(compared)
        elif held is Decision.FALSE:
            verdict = FAILS
        else:
            verdict = HOLDS if informative else TRIVIAL
        return Judged(one, form, event, lines, verdict, note)


@contextmanager
def _named(key: tuple[str, str, str]) -> Iterator[None]:
    """Name the statement whose sides cannot be compared. Raises BrokenSides."""
    try:
        yield
    except (UcrlLpError, MemoryError, OSError):
        raise
    except Exception as e:  # whatever a statement's own code raises
        raise BrokenSides(" ".join(filter(None, key)), f"{type(e).__name__}: {e}", TABLES) from e


def _within(lines: Sequence[Compared]) -> str:
    widths = [c.left.width + c.right.width for c in lines if c.decision is Decision.UNDECIDED]
    return f"within {float(max(widths)):.0e}"


def status(results: Sequence[Judged]) -> int:
    """Return the exit status: 1 if something fails that should hold, 2 if nothing says anything."""
    if any(r.failing for r in results):
        return FALSE
    return OK if any(r.informative for r in results) else UNDECIDED


class EvaluatedTrace:
    """Evaluation of a trace while it is read: `recorder` takes its records."""

    def __init__(
        self,
        file: str,
        name: str,
        scale: Q | int = 1,
        planted: bool = False,
        pictured: bool = False,
        most_exact: float = SMALL,
        only: Iterable[str] | None = None,
    ) -> None:
        self.evaluation: Evaluation | None = None

        def begin(head: Header) -> Any:
            run = EvaluatedRun(head, name, scale, most_exact)
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
        (one.name, form): (
            one.printed_claims if form == "printed" and one.printed_claims else one.claims,
            one.account(form),
        )
        for one in statements().values()
        for form in one.forms
        if one.claims
    }
