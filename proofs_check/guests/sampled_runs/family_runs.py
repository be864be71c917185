"""Runs of O-REPS, UC-O-REPS, UOB-REPS and FPOP, recomputed from committed traces.

They are data, not replayed: a solver's last digits differ from machine to machine. Each conforms by
`proofs-check trace`, which a test applies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from operator import add
from pathlib import Path
from typing import Any

from flint import arb, ctx

from proofs_check.arithmetic import (
    ZERO,
    Decision,
    Enclosure,
    Q,
    Radii,
    each,
    endpoints,
    lam,
    to_q,
    zipped,
)
from proofs_check.guests.kl.certificate import KLProblem, certify, dual_value
from proofs_check.guests.kl.sets import BallP, BoxP, KnownP, PairSet, ball, box_enclosures
from proofs_check.guests.kl.solver import solve_step
from proofs_check.letters.nested import CountTable3, RowTable
from proofs_check.letters.occupancy import distance
from reference.guests.family.family_reader import read_family
from reference.guests.family.family_records import (
    O_REPS,
    UC_O_REPS,
    FamilyHeader,
    InformedEpisode,
    StepRecord,
)
from reference.support.errors import PreconditionError
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
        self.P: RowTable = each(to_q, [P_h.tolist() for P_h in head.mdp.to_exact().P])
        self.eta: Q = to_q(head.options["eta"])
        self.steps: list[SampledStep] = []
        self.epochs: list[Sets | None] = []
        N3: CountTable3 = each(lambda p: 0, self.P)
        for record in records:
            if isinstance(record, EpochRecord):
                self.epochs.append(self._sets(N3) if head.mirror_descent else None)
            elif isinstance(record, StepRecord):
                given = dict(record.tables)
                self.steps.append(SampledStep(record.t, len(self.epochs), given, self.epochs[-1]))
            elif isinstance(record, (EpisodeRecord, InformedEpisode)):
                path = zip(record.x, record.a, [*record.x[1:], 0], strict=True)
                for h, (x, a, x1) in enumerate(path):
                    N3[h][x][a][x1] += 1

    def _sets(self, N3: CountTable3) -> Sets:
        head = self.head
        radii = Radii(lam(self.T, self.X, self.A, to_q(head.delta)), BITS)

        def pair_set(P: Sequence[Q], counts: Sequence[int]) -> PairSet:
            N = sum(counts)
            if head.algorithm == O_REPS:
                return KnownP(P)
            if head.algorithm == UC_O_REPS:
                return BallP([Q(n, max(1, N)) for n in counts], radii.eps(len(counts), N))
            with ctx.workprec(BITS):
                minus = 1 if head.options["box"] == "N-1" else 0
                return BoxP(*box_enclosures(N, counts, radii.Lam.ball(), minus))

        return [
            [[*map(pair_set, *rows)] for rows in zip(*layers, strict=True)]
            for layers in zip(self.P, N3, strict=True)
        ]

    @cached_property
    def in_confidence_sets(self) -> Decision:
        """P in P_i for all epochs i."""
        return Decision.all(
            _holds(P_i, row) for sets in self.epochs if sets for P_i, row in zipped(sets, self.P)
        )

    def kl_steps(self) -> Iterator[tuple[SampledStep, KLProblem]]:
        """Yield every step but the first, with its problem."""
        for last, step in pairwise(self.steps):
            c = each(lambda v: ball(self.eta * to_q(v)), step.tables["l_hat"])
            yield step, KLProblem(last.tables["log_q"], c, step.P_i or [])

    def gap(self, step: SampledStep, problem: KLProblem, beta: list[list[float]]) -> Q:
        """Of the recorded step, proved by these multipliers."""
        return certify(problem, beta, step.tables["log_q"], BITS).gap

    @cached_property
    def mirror_descent(self) -> tuple[Enclosure, Enclosure, Enclosure]:
        """Of the T - 1 estimates: sum_t <q_t, l_hat_t>, sum_t <q_t, l_hat_t^2>, and an enclosure
        whose lower end is below <q, sum_t l_hat_t> + D(q || q_1)/eta for every q of Delta(P)."""
        first, squares = arb(0), arb(0)
        total = [[[ZERO] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        with ctx.workprec(BITS):
            for last, step in pairwise(self.steps):
                losses = each(to_q, step.tables["l_hat"])
                total = each(add, total, losses)
                for loss, logs in zipped(losses, last.tables["log_q"]):
                    if loss:
                        mass = sum((arb(w).exp() for w in logs), arb(0))
                        first += mass * ball(loss)
                        squares += mass * ball(loss * loss)
            c = each(lambda v: ball(self.eta * v), total)
            known: Sets = [[[KnownP(p) for p in rows] for rows in P_h] for P_h in self.P]
            problem = KLProblem(self.steps[0].tables["log_q"], c, known)
            least = dual_value(problem, solve_step(problem)[0]) / ball(self.eta)
            return endpoints(first), endpoints(squares), endpoints(least)


def _holds(P_i: PairSet, p: list[Q]) -> Decision:
    """Whether p is in the set."""
    if isinstance(P_i, BoxP):
        return Decision.all(
            d for v, lo, hi in zip(p, P_i.lo, P_i.hi, strict=True) for d in (lo.leq(v), hi.geq(v))
        )
    if isinstance(P_i, BallP) and any(P_i.P_bar):
        return P_i.eps.geq(distance(p, P_i.P_bar))
    return Decision.TRUE  # known, or the whole simplex


@cache
def family_runs() -> tuple[FamilyRun, ...]:
    """Return every committed run, by name."""
    return tuple(FamilyRun(file) for file in sorted(FAMILY_FILES.glob("*.jsonl.gz")))


def mirror_descent_runs() -> tuple[FamilyRun, ...]:
    """Return the runs whose updates are KL steps."""
    return tuple(run for run in family_runs() if run.head.mirror_descent)
