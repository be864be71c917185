"""One epoch of a sampled run: its confidence sets, its policy, its occupancy measures, exactly.

Only what was played is adopted (exact_rows.py): pi_i is the recorded policy, in exact rows.
The rows of the recorded q_hat_i become transitions P_i of the confidence set, exactly, completed by
R-4 where q_hat_i(x,a) = 0; and q_hat_i = q^{P_i,pi_i}. So q_hat_i is a rational point of Q^{P_i}
that induces pi_i, feasible for LP1 by construction; how far it is from LP1's optimum is `gap`.
Letters as in occupancy.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, to_q
from proofs_check.lp1.certify import NO_MASS
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import best_transition, policy_value, solve
from proofs_check.sampled_runs.exact_rows import Row, exact_distribution, row_in_ball
from proofs_check.sampled_runs.occupancy import (
    distance,
    inner,
    inner_enclosed,
    l1,
    occupancy_measure,
    pair_mass,
    pairs,
    value,
)
from proofs_check.sampled_runs.setting import (
    CountTable,
    CountTable3,
    Instance,
    PairTable,
    RowTable,
    SampledEpisode,
)
from reference.support.errors import PreconditionError
from reference.trace.records import EpochRecord, Nested


class SampledEpoch:
    """Epoch i: what is known at t(i), what is played, and its effect. All values exact or enclosed.

    N, N3, r_sum: counts and reward sums before t(i). Irrational entries are Enclosures of relative
    width about 2**-90; arithmetic.eps_radius(X_{h+1}, run.Lam, N) and b_radius are the exact
    numbers. `length`, `episodes` and `n` exist once the epoch has ended.
    """

    def __init__(
        self, run: Instance, record: EpochRecord, N: CountTable, N3: CountTable3, r_sum: PairTable
    ) -> None:
        self.run, self.i, self.t = run, record.i, record.t
        self.N, self.N3, self.r_sum = N, N3, r_sum
        self._played = record.tables

    def __repr__(self) -> str:
        return f"<epoch {self.i} of {self.run.name}, t(i) = {self.t}>"

    def end(self, after: CountTable, episodes: list[SampledEpisode]) -> None:
        """The run's next epoch begins, or the run ends: N_{i+1} and the episodes so far."""
        self._after, self.episodes = after, episodes[self.t - 1 :]
        self.length = len(self.episodes)  # t(i+1) - t(i); 0 if solved at the end, never played

    @cached_property
    def n(self) -> CountTable:
        """n_i(x,a): the visits inside epoch i, when it ends."""
        return [
            [[m - n for m, n in zip(*rows, strict=True)] for rows in zip(*layers, strict=True)]
            for layers in zip(self._after, self.N, strict=True)
        ]

    # ------------------------------------------------------------ eq. (10)-(17), from the counts

    @cached_property
    def _empirical(self) -> list[list[list[tuple[Row, Q]]]]:
        found = self.run.empirical
        return [
            [
                [found(h, x, a, n, n3) for a, (n, n3) in enumerate(zip(*rows, strict=True))]
                for x, rows in enumerate(zip(*layers, strict=True))
            ]
            for h, layers in enumerate(zip(self.N, self.N3, strict=True))
        ]

    @property
    def P_bar(self) -> RowTable:
        """Eq. (10); zero rows where nothing was seen."""
        return [[[p for p, _ in row] for row in layer] for layer in self._empirical]

    @cached_property
    def P_distance(self) -> PairTable:
        """||P(.|x,a) - P_bar_i(.|x,a)||_1; 1 where nothing was seen."""
        return [[[d for _, d in row] for row in layer] for layer in self._empirical]

    @cached_property
    def eps(self) -> list[list[list[Enclosure]]]:
        """Eq. (11)."""
        eps, layers = self.run.radii.eps, self.run.layers
        return [[[eps(layers[h + 1], n) for n in row] for row in N] for h, N in enumerate(self.N)]

    @cached_property
    def b(self) -> list[list[list[Enclosure]]]:
        """Eq. (15)."""
        return [[[self.run.radii.b(n) for n in row] for row in N_h] for N_h in self.N]

    @cached_property
    def r_bar(self) -> PairTable:
        """Eq. (14), exactly."""
        return [
            [[s / max(1, n) for s, n in zip(*rows, strict=True)] for rows in zip(*ls, strict=True)]
            for ls in zip(self.r_sum, self.N, strict=True)
        ]

    @cached_property
    def r_hat(self) -> list[list[list[Enclosure]]]:
        """Eq. (16): min{1, r_bar + b}."""
        return _bounds(self.r_bar, self.b, lambda v, b: _e(min(ONE, v + b.lo), min(ONE, v + b.hi)))

    @cached_property
    def r_check(self) -> list[list[list[Enclosure]]]:
        """Eq. (17): max{0, r_bar - b}."""
        return _bounds(
            self.r_bar, self.b, lambda v, b: _e(max(ZERO, v - b.hi), max(ZERO, v - b.lo))
        )

    @cached_property
    def event_P(self) -> Decision:
        """Eq. (12): P in P_i."""
        found = Decision.TRUE
        for distances, radii in zip(self.P_distance, self.eps, strict=True):
            for row, eps_x in zip(distances, radii, strict=True):
                for d, eps in zip(row, eps_x, strict=True):
                    if d > eps.hi:
                        return Decision.FALSE
                    if d > eps.lo:
                        found = Decision.UNDECIDED
        return found

    @cached_property
    def event_r(self) -> Decision:
        """r_check_i <= r <= r_hat_i at every pair."""
        r = self.run.r
        return Decision.all(
            Decision.all(
                [
                    self.r_check[h][x][a].leq(r[h][x][a]),
                    _e(*[r[h][x][a]] * 2).leq(self.r_hat[h][x][a]),
                ]
            )
            for h, x, a in pairs(r)
        )

    # --------------------------------------------------------------------- what was played

    @cached_property
    def data(self) -> tuple[LP1Data, LP1Data]:
        """LP1 with eps_i and r_hat_i rounded down, and with both rounded up."""
        run = self.run
        return enclosing_data(run.layers, run.A, self.N, self.N3, self.r_sum, run.radii)

    @cached_property
    def pi(self) -> PairTable:
        """pi_i as played; from q_hat_i and the uniform completion if it was not recorded."""
        if "pi" in self._played:
            return [[[*exact_distribution(row)] for row in pi_h] for pi_h in self._played["pi"]]
        uniform = [Q(1, self.run.A)] * self.run.A
        masses = [[[sum(map(to_q, w)) for w in v] for v in q_h] for q_h in self._played["q_hat"]]
        return [
            [exact_distribution(m) if sum(m) > NO_MASS else uniform for m in layer]
            for layer in masses
        ]

    @cached_property
    def P_i(self) -> RowTable:
        """P^{q_hat_i} of eq. (5), a member of the confidence set; R-4 where q_hat_i(x,a) = 0."""
        if "q_hat" not in self._played:
            data = self.data[0]
            best = policy_value(data, self.pi)
            return [
                [[best_transition(data, best, h, x, a) for a in range(data.A)] for x in range(X_h)]
                for h, X_h in enumerate(data.layers[:-1])
            ]
        q_hat: Nested = self._played["q_hat"]
        rows = [[[[*row] for row in w] for w in q_h] for q_h in q_hat]
        for h, x, a in pairs(rows):
            P_bar, _ = self._empirical[h][x][a]
            eps = self.eps[h][x][a].lo
            rows[h][x][a] = row_in_ball(q_hat[h][x][a], P_bar, self.N[h][x][a], eps)
        return rows

    @cached_property
    def q_hat(self) -> RowTable:
        """q_hat_i = q^{P_i,pi_i}: a feasible point of LP1 at most `gap` below its optimum."""
        return occupancy_measure(self.P_i, self.pi)

    @cached_property
    def q(self) -> RowTable:
        """q_i = q^{P,pi_i} (proof of Theorem 4)."""
        return occupancy_measure(self.run.P, self.pi)

    @cached_property
    def q_hat_xa(self) -> PairTable:
        """q_hat_i(x,a)."""
        return pair_mass(self.q_hat)

    @cached_property
    def q_xa(self) -> PairTable:
        """q_i(x,a)."""
        return pair_mass(self.q)

    @cached_property
    def xi(self) -> PairTable:
        """xi_i(x,a) = ||P_i(.|x,a) - P(.|x,a)||_1 (App. A)."""
        xi = [[list(row) for row in layer] for layer in self.P_distance]  # right where P_i = P_bar
        for h, x, a in pairs(xi):
            if self.P_i[h][x][a] is not self._empirical[h][x][a][0]:
                xi[h][x][a] = distance(self.P_i[h][x][a], self.run.P[h][x][a])
        return xi

    @cached_property
    def l1(self) -> Q:
        """||q_hat_i - q_i||_1, over triples."""
        return l1(self.q_hat, self.q)

    @cached_property
    def layer_l1(self) -> Row:
        """sum over (x_h, a_h) of |q_hat_i(x_h,a_h) - q_i(x_h,a_h)|, for h = 0..L-1."""
        return [
            sum((distance(u, v) for u, v in zip(*ls, strict=True)), ZERO)
            for ls in zip(self.q_hat_xa, self.q_xa, strict=True)
        ]

    @cached_property
    def layer_q_xi(self) -> Row:
        """sum over (x_h, a_h) of q_i(x_h,a_h) xi_i(x_h,a_h), for h = 0..L-1."""
        return [inner([q_h], [xi_h]) for q_h, xi_h in zip(self.q_xa, self.xi, strict=True)]

    @cached_property
    def V(self) -> Q:
        """V(pi_i), by backward induction on the true MDP."""
        return value(self.run.P, self.run.r, self.pi)

    @cached_property
    def optimistic(self) -> Enclosure:
        """<q_hat_i, r_hat_i>."""
        return inner_enclosed(self.q_hat_xa, self.r_hat)

    @cached_property
    def optimum(self) -> Enclosure:
        """LP1's optimum. Raises PreconditionError if it is infeasible."""
        lo, hi = (solve(data).value for data in self.data)
        if lo is None or hi is None:
            raise PreconditionError("LP1", f"epoch {self.i}", "must be feasible")
        return Enclosure(lo, hi)

    @cached_property
    def gap(self) -> Q:
        """An upper bound of LP1's optimum - <q_hat_i, r_hat_i>."""
        return max(ZERO, self.optimum.hi - self.optimistic.lo)


def _bounds(
    r_bar: PairTable, b: list[list[list[Enclosure]]], bound: Callable[[Q, Enclosure], Enclosure]
) -> list[list[list[Enclosure]]]:
    return [
        [[bound(v, e) for v, e in zip(*rows, strict=True)] for rows in zip(*layers, strict=True)]
        for layers in zip(r_bar, b, strict=True)
    ]


def _e(lo: Q, hi: Q) -> Enclosure:
    return Enclosure(lo, hi)
