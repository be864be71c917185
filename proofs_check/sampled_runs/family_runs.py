"""Runs of O-REPS, UC-O-REPS, UOB-REPS and FPOP, recomputed from committed traces.

They are data, not replayed: a solver's last digits differ from machine to machine. Each conforms by
`proofs-check trace`, which a test applies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from flint import arb, ctx

from proofs_check.arithmetic import Decision, Enclosure, Q, Radii, endpoints, lam, to_q
from proofs_check.kl.certificate import KLProblem, certify, dual_value
from proofs_check.kl.sets import BallP, BoxP, KnownP, PairSet, ball, box_enclosures
from proofs_check.kl.solver import solve_step
from proofs_check.sampled_runs.occupancy import distance
from reference.support.errors import PreconditionError
from reference.trace.family_reader import read_family
from reference.trace.family_records import (
    O_REPS,
    UC_O_REPS,
    FamilyHeader,
    InformedEpisode,
    StepRecord,
)
from reference.trace.records import EpisodeRecord, EpochRecord

FAMILY_FILES = Path(__file__).with_name("family")
BITS = 128
Sets = list[list[list[PairSet]]]  # [h][x][a]


@dataclass(frozen=True)
class SampledStep:
    """What episode t plays: ln q_t, pi_t and the multipliers recorded; l_hat of episode t - 1, and
    P_i, the set of the step."""

    t: int
    i: int
    tables: dict[str, Any]
    P_i: Sets | None


class FamilyRun:
    """All T episodes of a run on a known, exact MDP. Raises PreconditionError for a trace without
    MDP, MalformedInput for one that cannot be read."""

    def __init__(self, file: Path) -> None:
        records = read_family(file)
        head = next(records)
        if not isinstance(head, FamilyHeader) or head.mdp is None:
            raise PreconditionError("trace", file.name, "must have a header with an MDP")
        self.name, self.head = file.name.partition(".")[0], head
        self.layers, self.A, self.L, self.X, self.T = head.layers, head.A, head.L, head.X, head.T
        self.P = [[[[to_q(p) for p in w] for w in v] for v in P_h] for P_h in head.mdp.to_exact().P]
        self.eta: Q = to_q(head.options["eta"])
        self.steps: list[SampledStep] = []
        self.epochs: list[Sets | None] = []
        N3 = [[[[0] * len(w) for w in v] for v in P_h] for P_h in self.P]
        for record in records:
            if isinstance(record, EpochRecord):
                self.epochs.append(self._sets(N3) if head.mirror_descent else None)
            elif isinstance(record, StepRecord):
                given = dict(record.tables)
                self.steps.append(SampledStep(record.t, len(self.epochs), given, self.epochs[-1]))
            elif isinstance(record, (EpisodeRecord, InformedEpisode)):
                for h, (x, a, x1) in enumerate(
                    zip(record.x, record.a, [*record.x[1:], 0], strict=True)
                ):
                    N3[h][x][a][x1] += 1

    def _sets(self, N3: Any) -> Sets:
        head = self.head
        Lam = lam(self.T, self.X, self.A, to_q(head.delta))
        radii = Radii(Lam, BITS)

        def pair_set(h: int, x: int, a: int) -> PairSet:
            counts = N3[h][x][a]
            N = sum(counts)
            if head.algorithm == O_REPS:
                return KnownP(self.P[h][x][a])
            if head.algorithm == UC_O_REPS:
                P_bar = [Q(n, max(1, N)) for n in counts]
                return BallP(P_bar, radii.eps(self.layers[h + 1], N))
            with ctx.workprec(BITS):
                minus = 1 if head.options["box"] == "N-1" else 0
                return BoxP(*box_enclosures(N, counts, Lam.ball(), minus))

        return [
            [[pair_set(h, x, a) for a in range(self.A)] for x in range(X_h)]
            for h, X_h in enumerate(self.layers[:-1])
        ]

    @cached_property
    def event_P(self) -> Decision:
        """P in P_i for all epochs i."""
        return Decision.all(
            _holds(P_i[h][x][a], self.P[h][x][a])
            for P_i in self.epochs
            if P_i is not None
            for h, X_h in enumerate(self.layers[:-1])
            for x in range(X_h)
            for a in range(self.A)
        )

    def kl_steps(self) -> Iterator[tuple[SampledStep, KLProblem]]:
        """Every step but the first, with its problem."""
        for last, step in zip(self.steps, self.steps[1:], strict=False):
            c = [
                [[ball(self.eta * to_q(v)) for v in row] for row in of_h]
                for of_h in step.tables["l_hat"]
            ]
            yield step, KLProblem(last.tables["log_q"], c, step.P_i or [])

    def gap(self, step: SampledStep, problem: KLProblem) -> Q:
        """Of the recorded step, proved by the recorded multipliers."""
        return certify(problem, step.tables["beta"], step.tables["log_q"], BITS).gap

    @cached_property
    def mirror_descent(self) -> tuple[Enclosure, Enclosure, Enclosure]:
        """Of the T - 1 estimates: sum_t <q_t, l_hat_t>, sum_t <q_t, l_hat_t^2>, and an enclosure
        whose lower end is below <q, sum_t l_hat_t> + D(q || q_1)/eta for every q of Delta(P)."""
        first, squares = arb(0), arb(0)
        total = [[[Q(0)] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        with ctx.workprec(BITS):
            for last, step in zip(self.steps, self.steps[1:], strict=False):
                for h, of_h in enumerate(step.tables["l_hat"]):
                    for x, row in enumerate(of_h):
                        for a, v in enumerate(row):
                            if v:
                                logs = last.tables["log_q"][h][x][a]
                                mass = sum((arb(w).exp() for w in logs), arb(0))
                                loss = to_q(v)
                                first += mass * ball(loss)
                                squares += mass * ball(loss * loss)
                                total[h][x][a] += loss
            c = [[[ball(self.eta * v) for v in row] for row in of_h] for of_h in total]
            known: Sets = [[[KnownP(p) for p in rows] for rows in P_h] for P_h in self.P]
            problem = KLProblem(self.steps[0].tables["log_q"], c, known)
            least = dual_value(problem, solve_step(problem)[0]) / ball(self.eta)
            return endpoints(first), endpoints(squares), endpoints(least)


def _holds(P_i: PairSet, p: list[Q]) -> Decision:
    """Whether p is in the set."""
    if isinstance(P_i, BoxP):
        return Decision.all(
            d
            for v, lo, hi in zip(p, P_i.lo, P_i.hi, strict=True)
            for d in (lo.leq(v), Enclosure(v, v).leq(hi))
        )
    if isinstance(P_i, BallP) and any(P_i.P_bar):
        away = distance(p, list(P_i.P_bar))
        return Enclosure(away, away).leq(P_i.eps)
    return Decision.TRUE  # known, or the whole simplex


@cache
def family_runs() -> tuple[FamilyRun, ...]:
    """Every committed run, by name."""
    return tuple(FamilyRun(file) for file in sorted(FAMILY_FILES.glob("*.jsonl.gz")))


def mirror_descent_runs() -> tuple[FamilyRun, ...]:
    """Those whose updates are KL steps."""
    return tuple(run for run in family_runs() if run.head.mirror_descent)
