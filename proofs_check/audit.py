"""The audit: make the sampled runs, check every claim, derive every status. Parallel processes.

The result does not depend on the number of workers, on scheduling or on the time it takes: every
claim is a function of the suite, and results are put in the order of the registry.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TypeVar

from proofs_check import claims, runs
from proofs_check.inventory import committed
from proofs_check.ledger import REGISTRY, Claim, Key, Result, evaluate, refute
from proofs_check.status import derive, in_order
from reference.errors import FALSE, OK, UNDECIDED, USAGE, PreconditionError


@dataclass(frozen=True)
class Progress:
    """Where the audit stands: `done` of `total` in this `phase`, the last one being `what`."""

    phase: str  # "runs" or "claims"
    done: int
    total: int
    what: str
    seconds: float


@dataclass(frozen=True)
class Tooth:
    """What became of a planted false variant."""

    key: Key
    change: str
    result: Result

    @property
    def bites(self) -> bool:
        """It was refuted, with a witness."""
        return self.result.verdict.value == "FAILS" and bool(self.result.witness)


@dataclass(frozen=True)
class AuditResult:
    """The selected claims with their results, in the order of the paper; seconds per claim."""

    results: tuple[Result, ...]
    teeth: tuple[Tooth, ...] = ()
    full: bool = False
    seconds: float = 0.0
    seconds_of: tuple[tuple[Key, float], ...] = ()  # for tuning; not part of any report

    @property
    def unexpected(self) -> tuple[Result, ...]:
        """Results whose verdict is not the committed one."""
        return tuple(r for r in self.results if not r.as_expected)

    @property
    def exit_status(self) -> int:
        """0 all as committed and every tooth bites; 1 something is false that was not known to be,
        or no longer false; 2 undecided or vacuous beyond that; 4 nothing was checked."""
        if not self.results:
            return USAGE
        if not all(tooth.bites for tooth in self.teeth):
            return FALSE
        verdicts = {r.verdict.value for r in self.unexpected}
        if verdicts - {"UNDECIDED", "VACUOUS"}:
            return FALSE
        return UNDECIDED if verdicts else OK


def audit(
    only: str | Iterable[str] | None = None,
    full: bool = False,
    workers: int = 2,
    on_progress: Callable[[Progress], None] | None = None,
    *,
    teeth: bool = False,
) -> AuditResult:
    """Check the claims with label `only` (default: all) in both forms, and what they rest on.

    `full`: the larger suite. `teeth`: also check that every planted false variant is refuted.
    `workers` processes; 1 stays in this one. Raises PreconditionError for an unknown label.

    >>> found = audit("eq:14", workers=1)
    >>> [(r.claim.number, r.verdict.value, r.derived_status) for r in found.results]
    [('(14)', 'HOLDS', 'proved')]
    >>> found.exit_status
    0
    """
    if workers < 1:
        raise PreconditionError("workers", workers, "must be at least 1")
    started = time.perf_counter()
    selected = select(only)
    keys = in_order(selected)
    planted = [(key, k) for key in selected for k in range(len(REGISTRY[key].planted))]

    def tell(phase: str, done: int, total: int, what: str) -> None:
        if on_progress:
            on_progress(Progress(phase, done, total, what, time.perf_counter() - started))

    made = _run(
        "runs", _make, [(full, k) for k in range(len(runs.specs(full)))], workers, None, tell
    )
    suite = (*(made[k] for k in sorted(made)), *runs.foreign()), full
    jobs = [(key, WHOLE) for key in keys] + (planted if teeth else [])
    found = _run("claims", _check, jobs, workers, suite, tell)
    results = derive({key: found[key, WHOLE][0] for key in keys})
    return AuditResult(
        tuple(results[key] for key in selected),
        tuple(
            Tooth(key, REGISTRY[key].planted[k].change, found[key, k][0])
            for key, k in (planted if teeth else [])
        ),
        full,
        time.perf_counter() - started,
        tuple((key, found[key, WHOLE][1]) for key in keys),
    )


def select(only: str | Iterable[str] | None = None) -> list[Key]:
    """The keys of the claims with these labels, in the order of the paper. Raises PreconditionError
    for an unknown one."""
    claims.load()
    everything = sorted(REGISTRY.values(), key=position)
    if only is None:
        return [one.key for one in everything]
    labels = [only] if isinstance(only, str) else list(only)
    known = {one.label for one in everything}
    for label in labels:
        if label not in known:
            near = get_close_matches(label, sorted(known), n=3, cutoff=0.4)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            raise PreconditionError("label", label, f"no such claim{hint}")
    return [one.key for one in everything if one.label in labels]


def position(one: Claim) -> tuple[int, str, str]:
    """Where a claim stands in the paper: at its label; a step of a proof right after its statement
    (`lem:4:azuma` after `lem:4`); or else at the first item it covers."""
    places = _places()
    parent = one.label.rpartition(":")[0]
    first = min(places.get(id, len(places)) for id in one.covers)
    return places.get(one.label, places.get(parent, first)), one.label, one.form


@cache
def _places() -> dict[str, int]:
    return {item.id: k for k, item in enumerate(committed())}


# ----------------------------------------------------------------------------- processes

WHOLE = -1  # the claim, not a planted variant
Tell = Callable[[str, int, int, str], None]
Argument = TypeVar("Argument", bound=Hashable)
Outcome = TypeVar("Outcome")
Shipped = tuple[tuple[runs.Made, ...], bool] | None  # a suite on its way to a worker
_suite: list[runs.Suite] = []  # of this process: built when the first claim asks for it


def _start(shipped: Shipped) -> None:
    claims.load()
    _suite[:] = [runs.Suite(*shipped)] if shipped else []


def _make(argument: tuple[bool, int]) -> runs.Made:
    full, k = argument
    return runs.make_named(runs.specs(full)[k])


def _check(job: tuple[Key, int]) -> tuple[Result, float]:
    """The claim itself, or its k-th planted variant."""
    key, k = job
    one, started = REGISTRY[key], time.perf_counter()
    result = evaluate(one, _suite[0]) if k == WHOLE else refute(one, one.planted[k], _suite[0])
    return result, time.perf_counter() - started


def _run(
    phase: str,
    task: Callable[[Argument], Outcome],
    arguments: Sequence[Argument],
    workers: int,
    shipped: Shipped,
    tell: Tell,
) -> dict[Argument, Outcome]:
    """task(argument) for every argument, in this process or in `workers` others."""
    outcomes: dict[Argument, Outcome] = {}
    total = len(arguments)
    if workers == 1 or total == 0:
        _start(shipped)
        for argument in arguments:
            outcomes[argument] = task(argument)
            tell(phase, len(outcomes), total, _name(argument))
        return outcomes
    with ProcessPoolExecutor(min(workers, total), initializer=_start, initargs=(shipped,)) as pool:
        futures = {pool.submit(task, argument): argument for argument in arguments}
        try:
            for future in as_completed(futures):
                outcomes[futures[future]] = future.result()
                tell(phase, len(outcomes), total, _name(futures[future]))
        except BaseException:  # Ctrl-C, or a worker that died: start nothing more
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return outcomes


def _name(argument: object) -> str:
    if isinstance(argument, tuple) and isinstance(argument[0], tuple):
        (label, form), k = argument
        return f"{label} ({form})" + ("" if k == WHOLE else ", a planted fault")
    return ""
