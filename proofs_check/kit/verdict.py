"""The verdict on an implementation: it runs on generated cases, and every trace is checked.

An implementation is a callable that takes a `Case` and returns its trace (the path of a file, or
the records as dicts or lines of JSON), or a command line (`command`) that writes it. The verdict is
that of `conformance.replay`; a failing case is shrunk. pytest has the fixture `ucrl_lp_kit`;
README.md, "Your implementation against the oracle", has a complete test file.
"""

from __future__ import annotations

import contextlib
import io
import json
import textwrap
from collections import Counter
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, TypedDict, Unpack

from proofs_check.arithmetic import to_q
from proofs_check.conformance.coverage import Coverage
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.other_readings import explaining
from proofs_check.conformance.replay import Conformance, Replay, Tier, TraceCheck, check
from proofs_check.conformance.rules import BY_ID, RULES
from proofs_check.conformance.statistics import Accumulated, Statistics
from proofs_check.kit import seeds
from proofs_check.kit.asked import (
    OtherCase,
    as_given,
    asked_readings,
    must_be_asked,
    refuse_laxer,
    refuse_other,
)
from proofs_check.kit.cases import Case, aimed_cases, numbered_case, special_cases
from proofs_check.kit.implementations import NO_VERDICT, ahead, attempted, told_case
from proofs_check.kit.implementations import Implementation as Implementation
from proofs_check.kit.implementations import command as command
from reference.mdp import LayeredMDP
from reference.support.console import number_of
from reference.support.errors import NotCovered, PreconditionError, UcrlLpError
from reference.trace.raw_lines import lines
from reference.trace.reader import read_stream
from reference.trace.records import TOLERANCE, Header, as_json, line_of

RUNS = 100
"""Cases by default. From this number on, the special cases follow."""
VARIED = ("episodes", "seed", "rewards")
"""What a case gives besides the MDP, T and delta; a command line may leave it out."""
OTHER = ("crashed", *NO_VERDICT, "malformed", "case", "improbable")
"""Reasons for failure besides the rules: the implementation raised an error, used more processor
time than it may, gave no answer by the clock (neither of the two is a verdict), produced no valid
trace, produced the trace of another case, or its play is improbable (statistics.py)."""


@dataclass(frozen=True, eq=False)
class CaseFailure:
    """Why a case fails: the broken rule (or one of OTHER), where, and the trace."""

    rule: str
    text: str
    trace: bytes = b""
    divergence: Divergence | None = None
    readings: tuple[str, ...] = ()  # that would explain the divergence
    accumulated: bool = False  # improbable only with the cases before it
    then: str = ""  # how the program ended after it: crashed, slow, no answer

    @property
    def options(self) -> tuple[str, ...]:
        """What `proofs-check trace` needs to see it in the trace."""
        return ()


@dataclass
class KitResult:
    """Counts of a run of the kit; `failure` is None if every trace is a run of Algorithm 1."""

    cases: int = 0
    episodes: int = 0
    epochs: int = 0
    undecided: int = 0
    believed: str = ""  # what the cases record, and nothing checks
    learned: int = 0  # cases in which LP1 excluded pi_1: one that never learns fails there
    rules: Counter[str] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    rewards_told: bool = True  # a case can ask for rewards other than 0 and 1
    independent: bool = True  # the cases' noise: their evidence of chance was multiplied
    first_failure: int | None = None  # the number of the first failing case
    case: Case | None = None  # the failing case, or the smallest that was found
    failure: CaseFailure | None = None
    shrunk: bool = False  # a smaller failing case was looked for

    @property
    def vacuous(self) -> str:
        """Why cases without failure show no learning, "" if they do."""
        if self.failure is not None or self.learned:
            return ""
        return "LP1 excluded pi_1 in no case; a program that never learns would pass"

    def report(self) -> str:
        """Return the counts; or the failing case and the rule that it breaks."""
        counted = ((self.cases, "case"), (self.episodes, "episode"), (self.epochs, "epoch"))
        played = ", ".join(number_of(n, noun) for n, noun in counted)
        if self.failure is None:
            never = [rule.id for rule in RULES if not self.rules[rule.id]]
            lines = [f"all cases pass: {played}"]
            if self.believed:
                lines = [f"all cases pass given what was recorded: {played}"]
                lines += _wrapped("unchecked: ", f"{self.believed} may explain any play")
            if self.vacuous:
                lines = [f"vacuous: {played}", *_wrapped("because: ", self.vacuous)]
            if self.undecided:
                lines.append(
                    f"undecided at the checker's precision: {number_of(self.undecided, 'case')}"
                )
            if not self.independent:
                lines.append("chance: tested in each case alone; with {seed} evidence multiplies")
            cells = self.coverage.never()
            if not self.rewards_told:
                told = "continuous rewards (with {rewards} in the command they are asked for)"
                cells = [told if cell == "continuous rewards" else cell for cell in cells]
            lines += _wrapped("rules never applied: ", ", ".join(never) or "none")
            lines += _wrapped("never decisive, so not tested: ", ", ".join(cells) or "no cell")
            return "\n".join(lines)
        rule_of_it = self.failure.rule
        if rule_of_it in NO_VERDICT:  # nothing is said about the program, and nothing was shrunk
            passed = number_of(self.cases - 1, "case")
            kind = rule_of_it.replace("-", " ")
            lines = [f"{kind} in case {self.first_failure}; {passed} passed before"]
            lines += _wrapped("because: ", self.failure.text)
            return "\n".join([*lines, f"the case: {told_case(self.case)}"])
        chance = rule_of_it == "improbable"  # no rule is broken
        verdict = "improbable" if chance else "does not conform"
        said = rule_of_it if rule_of_it == "crashed" else verdict
        lines = [f"{said} (first in case {self.first_failure}; {played} in all)"]
        if self.failure.divergence is not None:
            rule = BY_ID[self.failure.rule]
            lines += _wrapped("broken: ", f"rule {rule.id} [{rule.equation}]: {rule.sentence}")
        reason = "where" if self.failure.divergence is not None else self.failure.rule
        reason = "because" if chance else reason
        lines += _wrapped(f"{reason}: ", self.failure.text)
        lines += [f"reading: {reading}" for reading in self.failure.readings]
        if self.failure.accumulated:
            lines.append("repeat: only this command does; no case is improbable alone")
            return "\n".join([*lines, f"last case: {told_case(self.case)}"])
        if chance:
            lines.append(
                "repeat: proofs-check trace RUN, with RUN of --keep RUN;\n"
                "        with --no-play RUN conforms: no rule is broken"
            )
        which = "smallest failing case" if self.shrunk else "failing case"
        return "\n".join([*lines, f"{which}: {told_case(self.case)}"])


class KitError(Exception):
    """Error of the kit itself, not a verdict on the implementation."""


class NotConforming(AssertionError):
    """Failure of a case; `outcome` holds it."""

    def __init__(self, outcome: KitResult) -> None:
        super().__init__(outcome.report())
        self.outcome = outcome


# ----------------------------------------------------------------------------- one case


def judge(
    implementation: Implementation,
    case: Case,
    evidence: Accumulated | None = None,
    coverage: Coverage | None = None,
    tier: Tier = Replay,
    play: bool = True,
) -> tuple[CaseFailure | None, Conformance]:
    """Run one case and check its trace by `tier`: the failure, if any, and the verdict. If `play`
    is tested, the case's e-values multiply those of `evidence`, and correct play is ever called
    improbable with a probability below ALPHA; its cells are counted in `coverage`. Raises
    PreconditionError for a wrong use of the kit."""
    verdict, mdp = Conformance(), case.mdp.to_exact()
    statistics = Statistics(mdp) if play else None
    data = attempted(implementation, case)
    given = partial(_of_case, case, mdp)
    if isinstance(data, tuple):
        return _before_the_end(CaseFailure(*data), tier("trace", given=given)), verdict
    try:
        replay = tier("trace", given=given, statistics=statistics, coverage=coverage)
        verdict = replay.check(io.BytesIO(data))
    except NotCovered:
        raise
    except UcrlLpError as e:
        return CaseFailure("malformed", str(e), data), verdict
    except OtherCase as e:
        return CaseFailure("case", str(e), data), verdict
    first = verdict.first
    if first is not None and not first.undecided:
        return CaseFailure(first.rule, first.difference(), data, first), verdict
    if verdict.episodes != case.episodes:
        played = number_of(verdict.episodes, "episode")
        text = f"{played} {'was' if verdict.episodes == 1 else 'were'} played; "
        text += f"the case has {case.episodes}"
        return CaseFailure("case", text, data), verdict
    if statistics is None:
        return None, verdict
    evidence = Accumulated() if evidence is None else evidence
    evidence.add(statistics)
    improbable = evidence.found()
    if improbable is not None:
        return CaseFailure("improbable", str(improbable), data), verdict
    return None, verdict


def _before_the_end(ended: CaseFailure, replay: TraceCheck) -> CaseFailure:
    """Return the rule that is broken in what a program wrote before it ended, if there is one: the
    cause stands there. Otherwise the end itself."""
    first = None
    if ended.trace:
        with contextlib.suppress(UcrlLpError, OtherCase):
            first = replay.check(io.BytesIO(ended.trace)).certain
    if first is None:
        return ended
    then = {"crashed": "it crashed", "slow": "it was slow"}.get(ended.rule, "there was no answer")
    text = f"{first.difference()}; then {then}: {ended.text}"
    return CaseFailure(first.rule, text, ended.trace, first, then=ended.rule)


def _of_case(case: Case, mdp: LayeredMDP, head: Header) -> Header:
    """Return the header with the case's MDP (rule `possible`), if it is that of the case and
    declares what the case asks for."""
    wanted: tuple[Any, ...] = (list(mdp.layers), mdp.A, case.T, to_q(case.delta))
    stated: tuple[Any, ...] = (list(head.layers), head.A, head.T, to_q(head.delta))
    for name, mine, theirs in zip(("layers", "A", "T", "delta"), wanted, stated, strict=True):
        if mine != theirs and not (name == "delta" and as_given(mine, theirs)):
            if name == "delta" and float(mine) != float(theirs):
                mine, theirs = float(mine), float(theirs)  # easier to read
            raise OtherCase(f"the header has {name} = {theirs}; the case has {mine}")
    for key, choice in case.readings.items():
        declared = head.choices[key]
        if declared != choice and (key in case.options or must_be_asked(key, declared)):
            refuse_other(key, declared, choice)
    refuse_laxer(head.tolerance, case.options.get("tolerance", TOLERANCE))
    return replace(head, mdp=mdp)


def kept(failure: CaseFailure, case: Case, tier: Tier = Replay) -> CaseFailure:
    """Return the failure with the trace that shows it to `proofs-check trace` (--statistics, if it
    is improbable): the header receives the case's MDP. Raises KitError if that trace shows another
    failure, or none."""
    improbable = failure.rule == "improbable"
    if failure.divergence is None and not improbable:
        return failure
    (_, first), *rest = lines(io.BytesIO(failure.trace), "trace")  # it may be gzipped
    mdp = case.mdp.to_exact()
    header = {**json.loads(first), "mdp": {"P": as_json(mdp.P), "r": as_json(mdp.r)}}
    trace = line_of(header) + b"".join(line + b"\n" for _, line in rest)
    statistics = Statistics()
    outcome = check(statistics.seen(read_stream(io.BytesIO(trace), "trace")), file="trace")
    if improbable and outcome.first is None and statistics.found() is not None:
        return replace(failure, trace=trace)
    if improbable or outcome.first is None or outcome.first.rule != failure.rule:
        raise KitError(f"The kept trace does not break rule {failure.rule}, but {outcome.first}")
    readings = tuple(explaining(outcome, lambda: io.BytesIO(trace), tier=tier))
    return replace(failure, trace=trace, readings=readings)


def _wrapped(lead: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, 80, initial_indent=lead, subsequent_indent=" " * len(lead),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


# ----------------------------------------------------------------------------- many cases


class Checking(TypedDict, total=False):
    """How `run_cases` checks: whether a failing case is shrunk (it is), how many cases a command
    answers at once, whether play is tested against chance (it is), the tier that checks the traces,
    and who is told of progress."""

    shrink: bool
    workers: int
    play: bool
    tier: Tier
    on_progress: Callable[[str], None]


def written_cases(runs: int, seed: int, options: Mapping[str, Any]) -> list[Case]:
    """Return every case that `run_cases` may ask a program, once. Raises PreconditionError."""
    if runs < 1:
        raise PreconditionError("runs", runs, "must be at least 1")
    asked = asked_readings(options, TOLERANCE)
    cases = [numbered_case(k, seed) for k in range(1, runs + 1)]
    if runs >= RUNS:
        cases += special_cases() + [case for _, case in aimed_cases()]
    noisy = next((case for case in cases if seeds.noisy(case)), None)
    cases += [seeds.reseeded(noisy)] if noisy is not None and runs > 1 else []
    return [replace(case, options=asked) for case in cases]


def run_cases(
    implementation: Implementation,
    *,
    runs: int = RUNS,
    seed: int = 0,
    told: Container[str] = VARIED,
    options: Mapping[str, Any] | None = None,
    **checking: Unpack[Checking],
) -> KitResult:
    """Run cases 1, 2, ..., `runs` of `seed` until one fails; then shrink it (unless it timed out:
    that would take hours). `told`: what of VARIED the implementation learns. If not "episodes", T
    is their number; if not "seed", the noise of one case may be that of another, and evidence of
    chance does not multiply; if not "rewards", no case asks for other rewards than it likes.
    `options`: the readings and the tolerance that every case asks for.

    Raises PreconditionError if runs < 1, or for an option that is none."""
    shrink, tier = checking.get("shrink", True), checking.get("tier", Replay)
    on_progress: Callable[[str], None] = checking.get("on_progress", lambda text: None)
    play = checking.get("play", True)
    horizon, independent = "episodes" in told, "seed" in told
    if runs < 1:
        raise PreconditionError("runs", runs, "must be at least 1")
    asked = asked_readings(options or {}, TOLERANCE)
    special = special_cases(horizon=horizon) if runs >= RUNS else []
    goals = aimed_cases() if runs >= RUNS else []
    if "rewards" not in told:
        goals = [goal for goal in goals if goal[1].rewards == "bernoulli"]
    outcome = KitResult(independent=independent, rewards_told="rewards" in told)
    evidence = Accumulated(runs + len(special) + len(goals), independent)
    numbered = (numbered_case(k, seed, horizon=horizon) for k in range(1, runs + 1))
    aimed = (
        case for cells, case in goals
        if any(not outcome.coverage.hit[cell] for cell in cells)
    )  # fmt: skip
    noisy: Case | None = None  # the first that is long enough to compare two seeds
    known = (replace(case, options=asked) for case in chain(numbered, special))
    rest = ((replace(case, options=asked), implementation) for case in aimed)
    workers = checking.get("workers", 1)
    for k, (case, answer) in enumerate(chain(ahead(implementation, known, workers), rest), 1):
        on_progress(f"case {k}/{runs + len(special)}" if k <= runs + len(special) else f"case {k}")
        outcome.failure, verdict = judge(answer, case, evidence, outcome.coverage, tier, play)
        outcome.cases = k
        outcome.episodes += verdict.episodes
        outcome.epochs += verdict.epochs
        outcome.rules.update(verdict.instances)
        if outcome.failure is not None:
            outcome.first_failure, outcome.case = k, case
            if outcome.failure.rule == "improbable" and evidence.runs > 1:
                alone = judge(implementation, case, tier=tier)[0]
                if alone is None or alone.rule != "improbable":  # there is nothing to make smaller
                    outcome.failure = replace(outcome.failure, accumulated=True)
                    break
                outcome.failure = alone
            if outcome.failure.rule not in NO_VERDICT:
                on_progress(f"case {k} fails; looking for a smaller one")
                rule = outcome.failure.rule
                outcome.case = case
                if shrink:
                    outcome.case = _smallest(implementation, case, rule, horizon, tier)
                again, outcome.shrunk = judge(implementation, outcome.case, tier=tier)[0], shrink
                if again is None or again.rule != rule:
                    text = f"{outcome.failure.text} (but not in a second run)"
                    outcome.case, again = case, replace(outcome.failure, text=text)
                    outcome.shrunk = False
                outcome.failure = again
            outcome.failure = kept(outcome.failure, outcome.case, tier)
            break
        outcome.undecided += verdict.verdict == "undecided"
        outcome.learned += not verdict.untested
        outcome.believed = verdict.believed or outcome.believed
        if play and independent and noisy is None and runs > 1 and seeds.noisy(case):
            noisy = case
            on_progress("one case with two seeds")
            if why := seeds.ignored(implementation, noisy):
                outcome.failure = CaseFailure("improbable", why, accumulated=True)
                outcome.first_failure, outcome.case = k, noisy
                break
    return outcome


def _smallest(
    implementation: Implementation,
    case: Case,
    rule: str,
    horizon: bool,
    tier: Tier = Replay,
) -> Case:
    """Return the smallest case found that fails for the same rule."""
    from proofs_check.kit.shrink import smallest

    def fails(smaller: Case) -> int | None:
        failure, verdict = judge(implementation, smaller, tier=tier)
        return verdict.episodes + 1 if failure is not None and failure.rule == rule else None

    return smallest(case, fails, horizon=horizon)


def told_by(implementation: Implementation | str) -> list[str]:
    """Return what of VARIED an implementation learns: a command, what stands in it in braces."""
    text = isinstance(implementation, str)
    return [name for name in VARIED if not text or f"{{{name}}}" in str(implementation)]


def check_implementation(
    implementation: Implementation | str,
    *,
    runs: int = RUNS,
    seed: int = 0,
    told: Container[str] | None = None,
    options: Mapping[str, Any] | None = None,
    **checking: Unpack[Checking],
) -> KitResult:
    """`run_cases` for a callable or a command line. Raises NotConforming with the smallest failing
    case, its divergence and the broken equation."""
    outcome = run_cases(
        command(implementation) if isinstance(implementation, str) else implementation,
        told=told_by(implementation) if told is None else told,
        runs=runs,
        seed=seed,
        options=options,
        **checking,
    )
    if outcome.failure is not None:
        raise NotConforming(outcome)
    return outcome
