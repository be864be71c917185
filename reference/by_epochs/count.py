"""A run by epochs: one row an epoch, resumable, the same bytes however often it is interrupted.

Every epoch draws from streams of its own, which depend on the seed and on its number alone, so
that a run continues from its rows. The law is that of a played run with the same doubles of pi, P
and r (visits.py); the numbers drawn are not: the same seed played gives another run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from reference.by_epochs.planners import Knowledge, choices_by_epochs, planner, rooms
from reference.by_epochs.visits import (
    CountedEpoch,
    added,
    count_epoch,
    distributions,
    path_of,
    visits_of_pairs,
)
from reference.figure1.algorithms import AlgorithmSpec
from reference.mdp import Array, LayeredMDP, Tables, check_delta, check_whole
from reference.occupancy import occupancy_measure, optimal_policy, uniform_policy
from reference.simulator import check_seed
from reference.support.atomic_files import accessible
from reference.support.errors import MalformedInput, PreconditionError
from reference.support.versions import VERSION
from reference.trace.epoch_rows import (
    MOST_EPISODES,
    ROW,
    ROWS_END,
    EpochRow,
    RowsEnd,
    RowsHeader,
    read_rows,
    rows_header,
)
from reference.trace.raw_lines import TruncatedTrace
from reference.trace.records import MAX_TRIPLES, TraceWriter, as_json, triples

COUNTED, REWARDED = 11, 12
"""The numbers of the streams that draw the visits of an epoch and the sums of its rewards."""


@dataclass(frozen=True)
class Row:
    """Epoch that has ended: what was known before it, pi, its value, and what was counted."""

    known: Knowledge
    pi: Tables
    value: float
    counted: CountedEpoch
    regret: float
    """Of the episodes before it."""


@dataclass(frozen=True)
class TotalOfRun:
    """What all episodes together were."""

    known: Knowledge
    epochs: int
    regret: float


def told(
    mdp: LayeredMDP,
    spec: AlgorithmSpec,
    T: int,
    delta: float = 0.1,
    seed: int = 0,
    law: str = "bernoulli",
) -> RowsHeader:
    """Return the header of a run. Raises PreconditionError, also for what cannot go by epochs."""
    if check_whole("T", T) > MOST_EPISODES:
        raise PreconditionError("T", T, f"must not exceed {MOST_EPISODES}")
    if triples(mdp.layers, mdp.A) > MAX_TRIPLES:
        rule = f"a file of rows has at most {MAX_TRIPLES} triples (x,a,x')"
        raise PreconditionError("layers", list(mdp.layers), rule)
    choices = choices_by_epochs(spec, law)
    producer = {"name": str(spec), "version": VERSION}
    return RowsHeader(
        mdp.layers, mdp.A, T, float(check_delta(delta)), choices, producer=producer, mdp=mdp,
        seed=check_seed(seed), algorithm=spec.algorithm,
    )  # fmt: skip


def stream(seed: int, number: int, i: int) -> np.random.Generator:
    """Return the stream `number` of epoch i of the run `seed`."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, number, i])))


def advantages(mdp: LayeredMDP) -> Tables:
    """Return V*(x) - Q*(x,a), in doubles: exactly computed, so that regret, a sum of these with
    positive weights, has a relative error below 10^-12 however small it is."""
    exact = mdp.to_exact()
    V = optimal_policy(exact).V
    gaps: list[Array] = []
    for h in range(mdp.L):
        Q = exact.r[h] + exact.P[h] @ V[h + 1]
        gaps.append((V[h][:, None] - Q).astype(np.float64))
    return tuple(gaps)


def gap_of(P: Tables, pi: Tables, gaps: Tables) -> float:
    """Return V(pi*) - V(pi) = sum q^{P,pi}(x,a) (V*(x) - Q*(x,a))."""
    q = occupancy_measure(P, pi)
    return float(sum((q_h.sum(axis=2) * g).sum() for q_h, g in zip(q, gaps, strict=True)))


def sums_of_rewards(rng: np.random.Generator, n: Tables, r: Tables, law: str) -> Tables:
    """Draw the sums of n(x,a) rewards: binomial, or n(x,a) r(x,a), one rounding."""
    if law == "deterministic":
        return tuple(n_h * r_h for n_h, r_h in zip(n, r, strict=True))
    return tuple(rng.binomial(n_h, r_h).astype(float) for n_h, r_h in zip(n, r, strict=True))


def nothing_known(head: RowsHeader) -> Knowledge:
    """Return what is known before the first episode."""
    shapes = [(X_h, head.A, Y) for X_h, Y in zip(head.layers, head.layers[1:], strict=False)]
    N3 = tuple(np.zeros(shape, dtype=np.int64) for shape in shapes)
    R = tuple(np.zeros(shape[:2]) for shape in shapes)
    return Knowledge(1, 1, visits_of_pairs(N3), N3, R, uniform_policy(head.layers, head.A))


def count(
    head: RowsHeader,
    spec: AlgorithmSpec,
    *,
    since: tuple[Knowledge, float] | None = None,
    stop: Callable[[], bool] = lambda: False,
    out: str | None = None,
) -> Iterator[Row | TotalOfRun]:
    """Yield every epoch when it has ended, then the total; ends early once `stop()`. `since`: what
    is known before the epoch with which to continue, and the regret until then.

    Raises PreconditionError, SolverError."""
    if head.mdp is None:
        raise PreconditionError("mdp", "nothing", "is needed to count episodes")
    P, r = distributions(head.mdp.to_float().P), head.mdp.to_float().r
    gaps, plan, law = advantages(head.mdp), planner(spec, head, out), head.choices["reward-law"]
    seed = head.seed or 0
    known, regret = since or (nothing_known(head), 0.0)
    while known.t <= head.T and not stop():
        pi, value = plan(known)
        played = distributions(pi)
        most = head.T - known.t + 1
        counted = count_epoch(
            stream(seed, COUNTED, known.i), P, played, rooms(head.choices, known.N), most
        )
        rng, n = stream(seed, REWARDED, known.i), visits_of_pairs(counted.n3)
        yield Row(known, pi, value, counted, regret)
        regret += counted.K * gap_of(P, played, gaps)
        N3 = added(known.N3, counted.n3)
        R = added(known.R, sums_of_rewards(rng, n, r, law))
        known = Knowledge(known.i + 1, known.t + counted.K, visits_of_pairs(N3), N3, R, pi)
    if known.t > head.T:
        yield TotalOfRun(known, known.i - 1, regret)


def row_record(row: Row | TotalOfRun) -> dict[str, Any]:
    """Return a row, or the total, as a JSON object."""
    known = row.known
    tables: dict[str, Any] = {k: as_json(list(getattr(known, k))) for k in ("N", "N3", "R")}
    if isinstance(row, TotalOfRun):
        head = {"episodes": known.t - 1, "epochs": row.epochs}
        return ROWS_END.written({**head, **tables, "regret": row.regret})
    x, a = path_of(row.counted.last)
    pi = as_json(list(row.pi))
    rest = {"pi": pi, "value": row.value, "x": x, "a": a, "regret": row.regret}
    return ROW.written({"i": known.i, "t": known.t, "K": row.counted.K, **tables, **rest})


def write_rows(
    path: str | os.PathLike[str],
    head: RowsHeader,
    spec: AlgorithmSpec,
    *,
    force: bool = False,
    stop: Callable[[], bool] = lambda: False,
    seen: Callable[[Row | TotalOfRun], None] = lambda row: None,
) -> TotalOfRun | None:
    """Count a run into a new file; return the total, None once stopped. Raises UnusablePath,
    SolverError."""
    return _write(path, [rows_header(head)], count(head, spec, stop=stop, out=os.fspath(path)),
                  force, seen)  # fmt: skip


def continue_rows(
    path: str | os.PathLike[str],
    *,
    stop: Callable[[], bool] = lambda: False,
    seen: Callable[[Row | TotalOfRun], None] = lambda row: None,
) -> TotalOfRun | None:
    """Continue an interrupted file of rows: its last row is drawn again, and must be the same.

    Return the total, also of a file that has its end. Raises MalformedInput for rows that this
    program would not have written, UnusablePath, SolverError."""
    from reference.figure1.algorithms import parse

    file = os.fspath(path)
    head, rows, end = _read(file)
    spec = parse(head.producer["name"])
    head = replace(head, delta=float(head.delta), tolerance=float(head.tolerance))
    if head.choices != choices_by_epochs(spec, head.choices["reward-law"]):
        raise MalformedInput(file, 1, "readings", dict(head.choices), f"must be those of {spec}")
    if end is not None:
        known = _known(end.episodes + 1, end.epochs + 1, end.tables, head)
        return TotalOfRun(known, end.epochs, float(end.regret))
    records, since = [rows_header(head)], None
    for row in rows[:-1]:
        records.append(_same(row))
    if rows:
        last = rows[-1]
        known = _known(last.t, last.i, last.tables, head)
        if len(rows) > 1:
            known = replace(known, pi=_arrays(rows[-2].tables["pi"], float))
        since = known, float(last.regret)
    source = count(head, spec, since=since, stop=stop, out=file)
    if rows:
        again = next(source, None)
        if again is None:
            return None  # stopped at once: the file is as it was
        if row_record(again) != _same(last):
            rule = "is not what this program draws: rows of another version cannot be continued"
            raise MalformedInput(file, last.line, "epoch", last.i, rule)
        records.append(row_record(again))
    return _write(path, records, source, True, seen)


def _read(file: str) -> tuple[RowsHeader, list[EpochRow], RowsEnd | None]:
    head: RowsHeader | None = None
    rows: list[EpochRow] = []
    end: RowsEnd | None = None
    try:
        for record in read_rows(file):
            if isinstance(record, RowsHeader):
                head = record
            elif isinstance(record, EpochRow):
                rows.append(record)
            else:
                end = record
    except TruncatedTrace:
        pass
    if head is None:
        raise MalformedInput(file, 1, "record", "nothing", "`header` must be the first line, once")
    return head, rows, end


def _write(
    path: str | os.PathLike[str],
    records: Iterable[dict[str, Any]],
    source: Iterator[Row | TotalOfRun],
    force: bool,
    seen: Callable[[Row | TotalOfRun], None],
) -> TotalOfRun | None:
    writer, total = TraceWriter(Path(path), force=force), None
    with accessible(os.fspath(path), "written"):
        try:
            for record in records:
                writer.put(record)
            for row in source:
                writer.put(row_record(row))
                seen(row)
                total = row if isinstance(row, TotalOfRun) else None
        finally:
            writer.close()
    return total


def _same(row: EpochRow) -> dict[str, Any]:
    """Return a row as it was read."""
    t, rest = row.tables, {"value": row.value, "x": row.x, "a": row.a, "regret": row.regret}
    of = {"i": row.i, "t": row.t, "K": row.K, "N": t["N"], "N3": t["N3"], "R": t["R"]}
    return ROW.written({**of, "pi": t["pi"], **rest})


def _arrays(table: Any, kind: type) -> Tables:
    return tuple(np.array(of_h, dtype=kind) for of_h in table)


def _known(t: int, i: int, tables: Any, head: RowsHeader) -> Knowledge:
    N, N3 = _arrays(tables["N"], np.int64), _arrays(tables["N3"], np.int64)
    pi = uniform_policy(head.layers, head.A)
    return Knowledge(i, t, N, N3, _arrays(tables["R"], float), pi)
