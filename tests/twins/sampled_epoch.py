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
from operator import attrgetter

from proofs_check.arithmetic import ONE, ZERO, Decision, Enclosure, Q, each, to_q, zipped
from proofs_check.letters.occupancy import (
    distance,
    distances,
    inner,
    inner_enclosed,
    occupancy_measure,
    pair_mass,
    value,
)
from proofs_check.lp1.certify import NO_MASS
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import best_transition, policy_value, solve
from reference.support.errors import PreconditionError
from reference.trace.records import EpochRecord
from tests.twins.exact_rows import Row, exact_distribution, row_in_ball
from tests.twins.setting import (
    CountTable,
    CountTable3,
    EnclosureTable,
    Instance,
    PairTable,
    RowTable,
    SampledEpisode,
    visits_of,
)


class SampledEpoch:
    """Epoch i: what is known at t(i), what is played, and its effect. All values exact or enclosed.

    N, N3, r_sum: counts and reward sums before t(i). Irrational entries are Enclosures of relative
    width about 2**-90; arithmetic.eps_radius(X_{h+1}, run.Lam, N) and b_radius are the exact
    numbers. The run sets what exists once the epoch has ended: `episodes`, `length` and `n`, its
    visits n_i(x,a).
    """

    episodes: list[SampledEpisode]
    length: int  # t(i+1) - t(i); 0 if solved at the end, never played
    n: CountTable

    def __init__(
        self, run: Instance, record: EpochRecord, N3: CountTable3, r_sum: PairTable
    ) -> None:
        self.run, self.i, self.t = run, record.i, record.t
        self.N = visits_of(N3)
        self.N3, self.r_sum = N3, r_sum
        self._played = record.tables

    def __repr__(self) -> str:
        return f"<epoch {self.i} of {self.run.name}, t(i) = {self.t}>"

    # ------------------------------------------------------------ eq. (10)-(17), from the counts

    @cached_property
    def _empirical(self) -> list[list[list[tuple[Row, Q]]]]:
        empirical = self.run.empirical
        return [
            [[empirical(h, x, a, n3) for a, n3 in enumerate(rows)] for x, rows in enumerate(N3_h)]
            for h, N3_h in enumerate(self.N3)
        ]

    @cached_property
    def P_bar(self) -> RowTable:
        """Eq. (10); zero rows where nothing was seen."""
        return [[[p for p, _ in row] for row in layer] for layer in self._empirical]

    @cached_property
    def P_distance(self) -> PairTable:
        """||P(.|x,a) - P_bar_i(.|x,a)||_1; 1 where nothing was seen."""
        return [[[d for _, d in row] for row in layer] for layer in self._empirical]

    @cached_property
    def eps(self) -> EnclosureTable:
        """Eq. (11)."""
        eps, layers = self.run.radii.eps, self.run.layers
        return [[[eps(layers[h + 1], n) for n in row] for row in N] for h, N in enumerate(self.N)]

    @cached_property
    def b(self) -> EnclosureTable:
        """Eq. (15)."""
        return each(self.run.radii.b, self.N)

    @cached_property
    def r_bar(self) -> PairTable:
        """Eq. (14), exactly."""
        return each(lambda s, n: s / max(1, n), self.r_sum, self.N)

    @cached_property
    def r_hat(self) -> EnclosureTable:
        """Eq. (16): min{1, r_bar + b}."""
        return each(lambda mean, b: (b + mean).at_most(ONE), self.r_bar, self.b)

    @cached_property
    def r_check(self) -> EnclosureTable:
        """Eq. (17): max{0, r_bar - b}."""
        return each(lambda mean, b: (-b + mean).at_least(ZERO), self.r_bar, self.b)

    @cached_property
    def event_P(self) -> Decision:
        """Eq. (12): P in P_i."""
        return Decision.all(eps.geq(d) for d, eps in zipped(self.P_distance, self.eps))

    @cached_property
    def event_r(self) -> Decision:
        """r_check_i <= r <= r_hat_i at every pair."""
        return Decision.all(
            decision
            for low, r, high in zipped(self.r_check, self.run.r, self.r_hat)
            for decision in (low.leq(r), high.geq(r))
        )

    # --------------------------------------------------------------------- what was played

    @cached_property
    def data_lo(self) -> LP1Data:
        """LP1 with eps_i and r_hat_i rounded down."""
        return self._data(attrgetter("lo"))

    @cached_property
    def data_hi(self) -> LP1Data:
        """LP1 with eps_i and r_hat_i rounded up."""
        return self._data(attrgetter("hi"))

    def _data(self, end: Callable[[Enclosure], Q]) -> LP1Data:
        eps, r_hat = each(end, self.eps), each(end, self.r_hat)
        return LP1Data(self.run.layers, self.run.A, self.N, self.N3, eps, r_hat)

    @cached_property
    def pi(self) -> PairTable:
        """pi_i as played; from q_hat_i and the uniform completion if it was not recorded."""
        if "pi" in self._played:
            return [[exact_distribution(row) for row in pi_h] for pi_h in self._played["pi"]]
        uniform = [Q(1, self.run.A)] * self.run.A
        return [
            [exact_distribution(m) if sum(m) > NO_MASS else uniform for m in layer]
            for layer in pair_mass(each(to_q, self._played["q_hat"]))
        ]

    @cached_property
    def P_i(self) -> RowTable:
        """P^{q_hat_i} of eq. (5), a member of the confidence set; R-4 where q_hat_i(x,a) = 0."""
        if q_hat := self._played.get("q_hat"):

            def row(h: int, x: int, a: int) -> Row:
                P_bar, eps = self._empirical[h][x][a][0], self.eps[h][x][a].lo
                return row_in_ball(q_hat[h][x][a], P_bar, self.N[h][x][a], eps)

        else:
            best = policy_value(self.data_lo, self.pi)

            def row(h: int, x: int, a: int) -> Row:
                return best_transition(self.data_lo, best, h, x, a)

        states, actions = self.run.layers[:-1], range(self.run.A)
        return [[[row(h, x, a) for a in actions] for x in range(n)] for h, n in enumerate(states)]

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
        """xi_i(x,a) = ||P_i(.|x,a) - P(.|x,a)||_1 (App. I)."""
        return distances(self.P_i, self.run.P)

    @cached_property
    def l1(self) -> Q:
        """||q_hat_i - q_i||_1, over triples."""
        return distance(self.q_hat, self.q)

    @cached_property
    def layer_l1(self) -> Row:
        """sum over (x_h, a_h) of |q_hat_i(x_h,a_h) - q_i(x_h,a_h)|, for h = 0..L-1."""
        return [
            distance(q_hat_h, q_h) for q_hat_h, q_h in zip(self.q_hat_xa, self.q_xa, strict=True)
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
    def optimum_lo(self) -> Q:
        """Return a lower bound of LP1's optimum. Raises PreconditionError if it is infeasible."""
        return self._optimum(self.data_lo)

    @cached_property
    def optimum_hi(self) -> Q:
        """Return an upper bound of LP1's optimum. Raises PreconditionError if it is infeasible."""
        return self._optimum(self.data_hi)

    def _optimum(self, data: LP1Data) -> Q:
        value = solve(data).value
        if value is None:
            raise PreconditionError("LP1", f"epoch {self.i}", "must be feasible")
        return value

    @cached_property
    def gap(self) -> Q:
        """Return an upper bound of LP1's optimum - <q_hat_i, r_hat_i>."""
        return max(ZERO, self.optimum_hi - self.optimistic.lo)
