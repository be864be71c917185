"""The letters of one run, epoch by epoch, as nested lists: for checks that are no inequality of a
run, such as LP1's optimum and enumerations.

Nothing is defined here: `NestedEpoch` has the tables of `Letters`, an entry for each [h][x][a] or
[h][x][a][x1]: exact numbers, and Enclosures of about the width of a double's rounding where they
are irrational.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, certainly_leq, to_q
from proofs_check.letters.balls import Balls
from proofs_check.letters.compare import decided, in_one_shape
from proofs_check.letters.letters import PLAYED, Completion, EpochData, Letters
from proofs_check.letters.occupancy import distance, inner, inner_enclosed
from proofs_check.letters.recorder import Recorded
from proofs_check.letters.run import Run
from proofs_check.letters.size import FlatSize, Missing
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import solve
from reference.support.errors import PreconditionError
from reference.trace.records import Header

CountTable3 = list[list[list[list[int]]]]  # [h][x][a][x1]
PairTable = list[list[list[Q]]]  # [h][x][a]
RowTable = list[list[list[list[Q]]]]  # [h][x][a][x1]
Bounds = list[list[list[Enclosure]]]  # [h][x][a], enclosed
COUNTS = frozenset({"N", "n", "N3"})
IRRATIONAL = frozenset({"eps", "b", "r_hat", "r_check"})
TRIPLES = frozenset({"N3", "P_bar", "by_estimates", "P", "q3", "q_hat3", "q_1"})


def nested(size: FlatSize, flat: Sequence[Any], triples: bool) -> list[Any]:
    """Return a flat table as [h][x][a], or [h][x][a][x1]."""
    entries, A = iter(flat), size.A
    return [
        [
            [[next(entries) for _ in range(n)] if triples else next(entries) for _ in range(A)]
            for _ in range(X_h)
        ]
        for X_h, n in zip(size.layers[:-1], size.layers[1:], strict=True)
    ]


class NestedEpisode(NamedTuple):
    """Episode t of epoch i: states x_0..x_L, actions and rewards of steps 0..L-1."""

    t: int
    i: int
    x: tuple[int, ...]
    a: tuple[int, ...]
    r: tuple[Q, ...]


class NestedEpoch:
    """Epoch i of a run: a letter of `Letters` by its name, exactly, as nested lists."""

    def __init__(self, run: NestedRun, data: EpochData) -> None:
        self.run, self.data = run, data
        self.i, self.t, self.length = data.i, data.t, data.length
        self.k = data.i - 1  # its row in tables of all epochs

    def __repr__(self) -> str:
        return f"<epoch {self.i} of {self.run.name}, t(i) = {self.t}>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(Letters, name):
            raise AttributeError(name)
        if name in COUNTS:
            flat: Any = getattr(self.data, name).tolist()
        elif name in IRRATIONAL:
            flat = self._row(getattr(self.run.enclosed, name)).all_ends()
        else:
            flat = self._row(getattr(self.run.exact, name))
        table = nested(self.run.run.size, flat, name in TRIPLES)
        self.__dict__[name] = table
        return table

    @cached_property
    def V(self) -> Q:
        """V(pi_i)."""
        value: Q = self.run.exact.V[self.k]
        return value

    def P_i(self, R4: Completion) -> RowTable:
        """P_i, completed (R-4)."""
        return nested(self.run.run.size, self._row(self.run.exact.P_i(R4)), True)

    def xi(self, R4: Completion) -> PairTable:
        """xi_i, with P_i completed (R-4)."""
        return nested(self.run.run.size, self._row(self.run.exact.xi(R4)), False)

    def q_xi_by_layer(self, R4: Completion) -> list[Q]:
        """Return sum over (x_h, a_h) of q_i xi_i, for h = 0..L-1."""
        return [inner([q_h], [xi_h]) for q_h, xi_h in zip(self.q, self.xi(R4), strict=True)]

    @cached_property
    def l1(self) -> Q:
        """||q_hat_i - q_i||_1, over triples."""
        return distance(self.q_hat3, self.q3)

    @cached_property
    def l1_by_layer(self) -> list[Q]:
        """sum over (x_h, a_h) of |q_hat_i(x_h,a_h) - q_i(x_h,a_h)|, for h = 0..L-1."""
        return [distance(u, v) for u, v in zip(self.q_hat, self.q, strict=True)]

    # ------------------------------------------------------------------ events

    @cached_property
    def in_confidence_set(self) -> Decision:
        """(12): P in P_i."""
        return self._all("P_error", "eps")

    @cached_property
    def rewards_inside(self) -> Decision:
        """r_check_i <= r <= r_hat_i at every pair."""
        return Decision.all((self._all("r_check", "r"), self._all("r", "r_hat")))

    def _all(self, low: str, high: str) -> Decision:
        """Whether one letter is at most another at every pair."""
        enclosed = self.run.enclosed
        sides = in_one_shape(*(self._row(getattr(enclosed, name)) for name in (low, high)))
        holds, fails = decided(*sides)
        if fails.any() or holds.all():
            return Decision.of(not fails.any(), fails.any())
        exact = zip(*(self._row(getattr(self.run.exact, n)) for n in (low, high)), strict=True)
        return Decision.all(certainly_leq(u, v) for u, v in exact)

    def _row(self, table: Any) -> Any:
        """Return the row of this epoch; one that is the same in every epoch stands alone."""
        rows = len(table.mid if isinstance(table, Balls) else table)
        return table[self.k if rows > 1 else 0]

    # ------------------------------------------------------------------ LP1

    @cached_property
    def lp1_lo(self) -> LP1Data:
        """LP1 with eps_i and r_hat_i rounded down."""
        return self._lp1("lo")

    @cached_property
    def lp1_hi(self) -> LP1Data:
        """LP1 with eps_i and r_hat_i rounded up."""
        return self._lp1("hi")

    def _lp1(self, end: str) -> LP1Data:
        eps, r_hat = (
            [[[getattr(v, end) for v in row] for row in of_h] for of_h in table]
            for table in (self.eps, self.r_hat)
        )
        return LP1Data(self.run.layers, self.run.A, self.N, self.N3, eps, r_hat)

    @cached_property
    def optimum_lo(self) -> Q:
        """Return a lower bound of LP1's optimum. Raises PreconditionError if it is infeasible."""
        return self._optimum(self.lp1_lo)

    @cached_property
    def optimum_hi(self) -> Q:
        """Return an upper bound of LP1's optimum. Raises PreconditionError if it is infeasible."""
        return self._optimum(self.lp1_hi)

    def _optimum(self, data: LP1Data) -> Q:
        value = solve(data).value
        if value is None:
            raise PreconditionError("LP1", f"epoch {self.i}", "must be feasible")
        return value

    @cached_property
    def optimistic(self) -> Enclosure:
        """<q_hat_i, r_hat_i>."""
        return inner_enclosed(self.q_hat, self.r_hat)

    @cached_property
    def gap(self) -> Q:
        """Return an upper bound of LP1's optimum - <q_hat_i, r_hat_i>."""
        return max(ZERO, self.optimum_hi - self.optimistic.lo)


class NestedRun:
    """All T episodes of one run on a known, exact MDP; `scale`: see Run.

    Raises PreconditionError for a trace without MDP or with fewer than T episodes."""

    def __init__(self, recorded: Recorded, scale: Q = ONE, tags: Iterable[str] = ()) -> None:
        self.name = name = recorded.file
        self.scale, self.tags, self._recorded = scale, frozenset(tags), recorded
        end, head = recorded.ended, recorded.head
        if not isinstance(head, Header) or head.mdp is None or end is None:
            raise PreconditionError("trace", name, "must have a header with an MDP")
        if recorded.t != head.T:
            raise PreconditionError("trace", recorded.t, f"must have T = {head.T} episodes")
        self.run = run = Run(head, name, scale)
        self.layers, self.A, self.L, self.X = run.layers, run.A, run.L, run.X
        self.T, self.delta, self.Lam, self.choices = run.T, run.delta, run.Lam, run.choices
        self.best = run.best
        P, r = run.mdp
        self.P: RowTable = nested(run.size, P, True)
        self.r: PairTable = nested(run.size, r, False)
        self.N_end: list[list[list[int]]] = nested(run.size, end.N.tolist(), False)
        kept = list(chain(*recorded.blocks))
        self.epochs = [NestedEpoch(self, data) for data in kept]
        self.enclosed = Letters(run, kept)

    def __repr__(self) -> str:
        return f"<run {self.name}: layers {self.layers}, A={self.A}, T={self.T}>"

    @cached_property
    def exact(self) -> Letters:
        """Return the letters of all epochs, exactly."""
        with suppress(Missing):  # of a trace that has no policies
            self.enclosed.P_i(PLAYED)  # brings all rows within eps_i, at once
        return self.enclosed.exact

    @cached_property
    def episodes(self) -> list[NestedEpisode]:
        """Return all episodes, each decoded."""
        exactly = lru_cache(maxsize=1024)(to_q)  # rewards are few numbers, or all differ
        return [
            NestedEpisode(t, i, (*x, 0), tuple(a), tuple(map(exactly, r)))
            for t, (i, x, a, r) in enumerate(self._recorded.one_by_one(), 1)
        ]

    @cached_property
    def regret(self) -> Q:
        """Reg_T of (2)."""
        return sum((e.length * (self.best.value - e.V) for e in self.epochs), ZERO)

    @cached_property
    def in_confidence_sets(self) -> Decision:
        """Return the event of Lemma 2: P in P_i for all epochs i."""
        return Decision.all(e.in_confidence_set for e in self.epochs)

    @cached_property
    def rewards_inside(self) -> Decision:
        """Return the event of Lemma 3: r_check_i <= r <= r_hat_i for all epochs i."""
        return Decision.all(e.rewards_inside for e in self.epochs)
