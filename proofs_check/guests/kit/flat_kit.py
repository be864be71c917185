"""The kit for learners on flat states: an implementation runs on generated flat MDPs, every
trace is checked, and a failing case is made smaller.

An implementation is what it is for UCRL-LP: a callable that takes a `FlatCase` and returns its
trace, or a command line. Whoever runs the kit says which variant is tested (`options`), never the
tested program: a header that declares another fails, and an undeclared variant is named.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypedDict, Unpack

import numpy as np

from proofs_check.arithmetic import to_q
from proofs_check.conformance.statistics import ALPHA, Accumulated, Improbable, Statistics
from proofs_check.guests.flat.check import check_flat
from proofs_check.guests.flat.coverage import FLAT_CELLS, never, unacted, untested
from proofs_check.guests.flat.play import FlatStatistics
from proofs_check.guests.flat.replay import FlatConformance, FlatDivergence
from proofs_check.guests.flat.rules import FLAT_BY_ID, FLAT_RULES
from proofs_check.guests.flat.variants import explain_by_variants, written
from proofs_check.guests.kit import flat_seeds
from proofs_check.guests.kit.flat_cases import (
    TRIES,
    FlatCase,
    numbered_flat_case,
    smaller_flat_cases,
    special_flat_cases,
)
from proofs_check.kit import seeds
from proofs_check.kit.asked import OtherCase, as_given, asked_tolerance, refuse_laxer, refuse_other
from proofs_check.kit.implementations import (
    NO_VERDICT,
    Trace,
    ahead,
    attempted,
    command,
    told_case,
)
from reference.guests.flat.flat_reader import FlatParser
from reference.guests.flat.flat_records import (
    FLAT_TOLERANCE,
    UCB_VI,
    FlatHeader,
    FlatRecord,
    StepsRecord,
    flat_options,
)
from reference.support.console import hanging, number_of
from reference.support.errors import MalformedInput, PreconditionError, UcrlLpError
from reference.trace.raw_lines import lines
from reference.trace.reader import read_stream
from reference.trace.records import line_of

FlatImplementation = Callable[[FlatCase], Trace]
FLAT_PLACEHOLDERS = ("mdp", "T", "H", "delta", "seed", "out")
FLAT_RUNS = 60
"""Cases by default. From this number on, the special cases follow."""


@dataclass(frozen=True, eq=False)
class FlatFailure:
    """Why a case fails: the broken rule, or crashed, slow, malformed, case (the trace of another
    one) or possible (the MDP has no such step); where, and the trace."""

    rule: str
    text: str
    trace: bytes = b""
    divergence: FlatDivergence | None = None
    variants: tuple[str, ...] = ()
    options: tuple[str, ...] = ()  # of `proofs-check trace`
    accumulated: bool = False  # improbable only with the cases before it
    then: str = ""  # how the program ended after it: crashed, slow, no answer


class FlatEvidence:
    """E-values over the cases. The three cases of an MDP may share their noise: each third of the
    cases has evidence of its own, of which the mean is taken."""

    def __init__(self, cases: int, independent: bool = True) -> None:
        self.thirds = [Accumulated(cases, independent) for _ in range(3)]
        self.added = 0

    @property
    def runs(self) -> int:
        """Return how many cases were added."""
        return self.added

    def add(self, statistics: Statistics) -> None:
        """Multiply by the e-values of the next case."""
        self.thirds[self.added % 3].add(statistics)
        self.added += 1

    def found(self) -> Improbable | None:
        """Return what is too improbable in one of the thirds."""
        return next((f for third in self.thirds if (f := third.found(ALPHA / 3))), None)


@dataclass
class FlatKitResult:
    """Counts of a run of the kit; `failure` is None if every trace conforms."""

    algorithm: str
    cases: int = 0
    steps: int = 0
    undecided: int = 0
    cells: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    first_failure: int | None = None
    case: FlatCase | None = None  # the failing case, or the smallest that was found
    failure: FlatFailure | None = None
    believed: str = ""  # what the cases record, and nothing checks
    shrunk: bool = False  # a smaller failing case was looked for

    @property
    def vacuous(self) -> str:
        """Return why the cases say nothing, "" if they do."""
        reason = untested(self.algorithm, self.cells) or unacted(self.algorithm, self.cells)
        more = "; run more cases"
        if self.algorithm == UCB_VI:
            more += ", or ask for a smaller bonus (--option scale=0.02)"
        return reason and reason + more

    def report(self) -> str:
        """Return the counts; or the failing case and the rule that it breaks."""
        played = f"{number_of(self.cases, 'case')}, {number_of(self.steps, 'step')}"
        if self.failure is None:
            unused = [r.id for r in FLAT_RULES[self.algorithm] if not self.rules[r.id]]
            lines = [f"all cases pass: {played} of {self.algorithm}"]
            if self.believed:
                lines = [
                    f"all cases pass given what was recorded: {played} of {self.algorithm}",
                    hanging("unchecked: ", f"{self.believed} may explain any play"),
                ]
            if self.vacuous:
                lines = [
                    f"vacuous: {played} of {self.algorithm}, in which nothing was decided",
                    hanging("because: ", self.vacuous),
                ]
            if self.undecided:
                lines.append(f"undecided by the certificate: {number_of(self.undecided, 'case')}")
            lines.append(hanging("rules never applied: ", ", ".join(unused) or "none"))
            cells = never(self.algorithm, self.cells)
            lines.append(hanging("never decisive, so not tested: ", ", ".join(cells) or "no cell"))
            return "\n".join(lines)
        rule_of_it = self.failure.rule
        if rule_of_it in NO_VERDICT:  # nothing is said about the program, and nothing was shrunk
            passed = number_of(self.cases - 1, "case")
            kind = rule_of_it.replace("-", " ")
            lines = [f"{kind} in case {self.first_failure}; {passed} passed before"]
            lines.append(hanging("because: ", self.failure.text))
            return "\n".join([*lines, f"the case: {told_case(self.case)}"])
        word = rule_of_it if rule_of_it in ("improbable", "crashed") else "does not conform"
        lines = [f"{word} (first in case {self.first_failure}; {played} in all)"]
        if self.failure.divergence is not None:
            rule = FLAT_BY_ID[self.failure.rule]
            lines.append(hanging("broken: ", f"rule {rule.id} [{rule.equation}]: {rule.sentence}"))
        reason = "where" if self.failure.divergence is not None else self.failure.rule
        lines.append(hanging(f"{reason}: ", self.failure.text))
        if self.failure.variants:
            explanation = f"would conform with {' and '.join(self.failure.variants)}"
            lines.append(hanging("variants: ", explanation))
        if self.failure.accumulated:
            lines.append("repeat: only this command does; no case is improbable alone")
            return "\n".join([*lines, f"last case: {told_case(self.case)}"])
        which = "smallest failing case" if self.shrunk else "failing case"
        return "\n".join([*lines, f"{which}: {told_case(self.case)}"])

    def as_json(self) -> dict[str, Any]:
        """Return the result as data; `failure` and `case` are null if all cases pass."""
        f = self.failure
        return {
            "algorithm": self.algorithm,
            "cases": self.cases,
            "steps": self.steps,
            "undecided": self.undecided,
            "vacuous": self.vacuous or None,
            "believed": self.believed or None,
            "rules": dict(self.rules),
            "decisive": {cell: self.cells[cell] for cell in FLAT_CELLS[self.algorithm]},
            "never decisive": never(self.algorithm, self.cells),
            "first_failure": self.first_failure,
            "failure": f
            and {
                "rule": f.rule,
                "where": f.text,
                "variants": list(f.variants),
                "together": f.accumulated,
                "then": f.then or None,
            },
            "case": self.case and self.case.as_json(),
        }


class FlatNotConforming(AssertionError):
    """Failure of a case; `outcome` holds it."""

    def __init__(self, outcome: FlatKitResult) -> None:
        super().__init__(outcome.report())
        self.outcome = outcome


# ----------------------------------------------------------------------------- one case


def judge_flat(
    implementation: FlatImplementation,
    case: FlatCase,
    evidence: FlatEvidence | None = None,
    play: bool = True,
) -> tuple[FlatFailure | None, FlatConformance]:
    """Run one case and check its trace: the failure, if any, and the verdict. Its e-values multiply
    those of `evidence`, if `play` is tested. Raises PreconditionError for a wrong use of the
    kit."""
    verdict = FlatConformance()
    data = attempted(implementation, case)
    if isinstance(data, tuple):
        return _before_the_end(FlatFailure(*data), case), verdict
    watch = _Watch(case)
    try:
        statistics = FlatStatistics(case.mdp) if play else None
        verdict = check_flat(watch.seen(_records(data)), "trace", statistics=statistics)
    except UcrlLpError as e:
        return FlatFailure("malformed", str(e), data), verdict
    except OtherCase as e:
        return FlatFailure("case", str(e), data), verdict
    first = verdict.certain
    if watch.impossible and (first is None or watch.line < first.line):
        return FlatFailure("possible", watch.impossible, data), verdict
    if first is not None:

        def again(given: Callable[[FlatHeader], FlatHeader]) -> FlatConformance:
            records = _Watch(case).seen(_records(data))
            return check_flat(records, "trace", given=given)

        diagnosis = explain_by_variants(verdict, again)
        named = diagnosis.variants if diagnosis.explained else ()
        trace = _with_options(data, case)
        return FlatFailure(first.rule, first.difference(), trace, first, named), verdict
    played = verdict.episodes if case.H else verdict.steps
    if played != case.T:
        text = f"{played} {'episodes' if case.H else 'steps'} were played; the case has {case.T}"
        return FlatFailure("case", text, data), verdict
    if statistics is not None:
        evidence = FlatEvidence(1) if evidence is None else evidence
        evidence.add(statistics)
        if (improbable := evidence.found()) is not None:
            improbable = replace(improbable, player=f"a run of {case.algorithm}")
            return FlatFailure("improbable", str(improbable), data), verdict
    return None, verdict


def _before_the_end(ended: FlatFailure, case: FlatCase) -> FlatFailure:
    """Return the rule that is broken in what a program wrote before it ended, if there is one."""
    first = None
    if ended.trace:
        with contextlib.suppress(UcrlLpError, OtherCase, StopIteration):
            first = check_flat(_Watch(case).seen(_records(ended.trace)), "trace").certain
    if first is None:
        return ended
    then = {"crashed": "it crashed", "slow": "it was slow"}.get(ended.rule, "there was no answer")
    text = f"{first.difference()}; then {then}: {ended.text}"
    trace = ended.trace
    return FlatFailure(first.rule, text, trace, first, then=ended.rule)


def _records(data: bytes) -> Iterator[FlatRecord]:
    return read_stream(io.BytesIO(data), "trace", FlatParser)  # type: ignore[return-value]


def _with_options(data: bytes, case: FlatCase) -> bytes:
    """Return a trace whose header declares what the case asks for, so that it is checked alone as
    it was in the kit."""
    if not case.options:
        return data
    (_, first), *rest = lines(io.BytesIO(data), "trace")  # it may be gzipped
    header = json.loads(first)
    header["options"] = {**header.get("options", {}), **case.options}
    if case.knows_rewards:
        header["r"] = case.mdp.r.tolist()
    return line_of(header) + b"".join(line + b"\n" for _, line in rest)


class _Watch:
    """What the checker cannot know: the header is that of the case, and its MDP has the steps.
    `impossible`: the first that it has not, on `line`."""

    def __init__(self, case: FlatCase) -> None:
        self.case, self.impossible, self.line = case, "", 0
        self.h = 0  # steps of the running episode

    def seen(self, records: Iterable[FlatRecord]) -> Iterator[FlatRecord]:
        """Pass the records on. Raises OtherCase."""
        for k, record in enumerate(records):
            if isinstance(record, FlatHeader):
                self._header(record)
                r = self.case.mdp.r.tolist() if self.case.knows_rewards else None
                yield replace(record, options={**record.options, **self.case.options}, r=r)
                continue
            if isinstance(record, StepsRecord) and not self.impossible:
                self._steps(record, first=not self.h if self.case.H else k <= 2)
            yield record

    @property
    def at_once(self) -> bool:
        """Whether plans are made in the middle of an episode."""
        return str(self.case.options.get("plan", "")).endswith("at once")

    def _header(self, head: FlatHeader) -> None:
        case, K = self.case, self.case.T if self.case.H else 0
        wanted = (case.algorithm, case.mdp.S, case.mdp.A, to_q(case.delta), case.H, K)
        declared = (head.algorithm, head.S, head.A, to_q(head.delta), head.H, head.K)
        names = ("algorithm", "S", "A", "delta", "H", "K")
        for name, mine, theirs in zip(names, wanted, declared, strict=True):
            if mine != theirs and not (
                name == "delta" and as_given(to_q(case.delta), to_q(head.delta))
            ):
                mine, theirs = (float(v) if name == "delta" else v for v in (mine, theirs))  # type: ignore[arg-type]
                raise OtherCase(f"the header has {name} = {theirs}; the case has {mine}")
        asked = flat_options(case.algorithm, **case.options)
        for key in head.declared:
            if key != "terminal" and head.options[key] != asked[key]:
                refuse_other(key, written(head.options[key]), written(asked[key]))
        refuse_laxer(head.tolerance, case.tolerance)
        if head.r is not None:
            told: Any = np.broadcast_to(np.array(head.r, dtype=float), case.mdp.r.shape)
            for at in np.argwhere(told != case.mdp.r).tolist():
                where = "".join(f"[{k}]" for k in at)
                mine, theirs = float(case.mdp.r[tuple(at)]), float(told[tuple(at)])
                raise OtherCase(f"the header has r{where} = {theirs}; the case has {mine}")
        more = sorted(set(head.options.get("terminal", ())) - set(case.mdp.terminal))
        if more:
            raise OtherCase(f"the header calls state {more[0]} terminal; the case does not")

    def _steps(self, record: StepsRecord, first: bool) -> None:
        mdp, self.line = self.case.mdp, record.line
        begun = self.h
        self.h += len(record.s)
        if self.h >= self.case.H or record.s1[-1] in mdp.terminal or not self.at_once:
            self.h = 0
        if first and record.s[0] != mdp.start:
            self.impossible = f"line {record.line}: begins in state {record.s[0]}, not {mdp.start}"
        steps = zip(record.s, record.a, record.r, record.s1, strict=True)
        for h, (s, a, r, s1) in enumerate(steps, begun):
            if not (0 <= s < mdp.S and 0 <= a < mdp.A and 0 <= s1 < mdp.S) or self.impossible:
                return  # the checker says so
            P, means = mdp.of_step(min(h, mdp.stages - 1))
            mean, got = float(means[s, a]), float(to_q(r))
            if P[s, a, s1] == 0:
                self.impossible = f"line {record.line}: P({s1}|{s}, {a}) = 0"
            elif mdp.rewards == "deterministic" and got != mean:
                self.impossible = (
                    f"line {record.line}: the reward of ({s}, {a}) is {mean}, not {got}"
                )
            elif (mean == 0 < got) or (got < mean == 1):
                self.impossible = f"line {record.line}: a reward of {got}, its mean is {mean}"


def asked_options(algorithm: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as a header's are read. Raises PreconditionError for one that the algorithm
    does not have, for a value that it does not allow, and for `terminal`, which the cases have."""
    if "terminal" in options:
        raise PreconditionError("--option", "terminal", "is what each case says")
    try:
        read = FlatParser("--option").options_of(algorithm, dict(options), 1)
    except MalformedInput as e:
        raise PreconditionError(f"--option {e.field}", e.value, e.rule) from None
    return {key: read[key] for key in options}


# ----------------------------------------------------------------------------- many cases


def written_flat_cases(
    algorithm: str, runs: int, seed: int, options: Mapping[str, Any]
) -> list[FlatCase]:
    """Return every case that `run_flat_cases` may ask a program. Raises PreconditionError."""
    if runs < 1:
        raise PreconditionError("runs", runs, "must be at least 1")
    tolerance = asked_tolerance(options, FLAT_TOLERANCE)
    named = {key: value for key, value in options.items() if key != "tolerance"}
    asked = asked_options(algorithm, named)
    staged = asked.get("stages") == "own"
    cases = [numbered_flat_case(algorithm, k, seed, staged) for k in range(1, runs + 1)]
    cases += special_flat_cases(algorithm, staged) if runs >= FLAT_RUNS else []
    noisy = next((case for case in cases if flat_seeds.flat_noisy(case)), None)
    cases += [seeds.reseeded(noisy)] if noisy is not None and runs > 1 else []
    return [replace(case, options=asked, tolerance=tolerance) for case in cases]


class Playing(TypedDict, total=False):
    """Whether play is tested against chance (it is), how many cases a command answers at once,
    whether a failing case is made smaller (it is), and whether the noise of the cases is
    independent."""

    play: bool
    workers: int
    shrink: bool
    independent: bool


def run_flat_cases(
    algorithm: str,
    implementation: FlatImplementation,
    *,
    runs: int = FLAT_RUNS,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    on_progress: Callable[[str], None] = lambda text: None,
    **playing: Unpack[Playing],
) -> FlatKitResult:
    """Run cases 1, ..., `runs` of `seed`, then the special ones, until one fails; then make it
    smaller (unless it timed out). `options`: the variant that every case asks for. Raises
    PreconditionError if runs < 1, or for an option that the algorithm does not have."""
    play = playing.get("play", True)
    if runs < 1:
        raise PreconditionError("runs", runs, "must be at least 1")
    tolerance = asked_tolerance(options or {}, FLAT_TOLERANCE)
    named = {key: value for key, value in (options or {}).items() if key != "tolerance"}
    asked = asked_options(algorithm, named)
    staged = asked.get("stages") == "own"
    special = special_flat_cases(algorithm, staged) if runs >= FLAT_RUNS else []
    numbered = (numbered_flat_case(algorithm, k, seed, staged) for k in range(1, runs + 1))
    outcome = FlatKitResult(algorithm)
    independent, compared = playing.get("independent", True), False
    evidence = FlatEvidence(runs + len(special), independent)
    known = (replace(case, options=asked, tolerance=tolerance) for case in chain(numbered, special))
    for k, (case, answer) in enumerate(ahead(implementation, known, playing.get("workers", 1)), 1):
        on_progress(f"case {k}/{runs + len(special)}")
        outcome.failure, verdict = judge_flat(answer, case, evidence, play)
        outcome.cases = k
        outcome.steps += verdict.steps
        outcome.cells.update(verdict.cells)
        outcome.rules.update(verdict.instances)
        outcome.believed = verdict.believed or outcome.believed
        if outcome.failure is not None:
            outcome.first_failure, outcome.case = k, case
            if outcome.failure.rule == "improbable" and evidence.runs > 1:
                alone = judge_flat(implementation, case)[0]
                if alone is None or alone.rule != "improbable":  # there is nothing to make smaller
                    outcome.failure = replace(outcome.failure, accumulated=True)
                    break
                outcome.failure = alone
            if outcome.failure.rule not in NO_VERDICT and playing.get("shrink", True):
                on_progress(f"case {k} fails; looking for a smaller one")
                seen, outcome.shrunk = verdict.episodes if case.H else verdict.steps, True
                outcome.case, outcome.failure = _smallest(
                    implementation, case, outcome.failure, seen
                )
            break
        outcome.undecided += verdict.verdict == "undecided"
        if play and independent and not compared and runs > 1 and flat_seeds.flat_noisy(case):
            compared = True
            on_progress("one case with two seeds")
            if why := flat_seeds.flat_ignored(implementation, case):
                outcome.failure = FlatFailure("improbable", why, accumulated=True)
                outcome.first_failure, outcome.case = k, case
                break
    return outcome


def _smallest(
    implementation: FlatImplementation, case: FlatCase, failure: FlatFailure, seen: int
) -> tuple[FlatCase, FlatFailure]:
    """Return a case that fails for the same rule, and that no single step makes smaller."""
    tried: set[str] = set()
    again = True
    while again and len(tried) < TRIES:
        again = False
        for smaller in smaller_flat_cases(case, seen):
            if str(smaller) in tried or len(tried) >= TRIES:
                continue
            tried.add(str(smaller))
            smaller_failure, verdict = judge_flat(implementation, smaller)
            if smaller_failure is not None and smaller_failure.rule == failure.rule:
                case, failure, again = smaller, smaller_failure, True
                seen = verdict.episodes if case.H else verdict.steps
                break
    return case, failure


def check_flat_implementation(
    algorithm: str, implementation: FlatImplementation | str, **how: Any
) -> FlatKitResult:
    """`run_flat_cases` for a callable or a command line. Raises FlatNotConforming with the smallest
    failing case, its divergence and the broken equation."""
    if isinstance(implementation, str):
        how["independent"] = "{seed}" in implementation
        implementation = command(implementation, placeholders=FLAT_PLACEHOLDERS)
    outcome = run_flat_cases(algorithm, implementation, **how)
    if outcome.failure is not None:
        raise FlatNotConforming(outcome)
    return outcome
