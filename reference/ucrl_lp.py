"""Algorithm 1, UCRL-LP, line by line. Line numbers `Alg. 1 l. n` as listed in spec.md.

Letters: i epoch, t episode; N_i, N3_i visits before epoch i; n_i, n3_i visits inside it;
r_bar_i the running mean (it moves inside the epoch, R-21); q_hat_i, pi_i what is played.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from reference import confidence, lp1, readings
from reference.backward_induction import greedy_policy, optimistic_values
from reference.mdp import Tables, check_delta, check_horizon, check_layers, freeze
from reference.occupancy import induced_policy, uniform_policy
from reference.simulator import POLICY, cumulative, uniforms
from reference.support.errors import PreconditionError, SolverError

Trajectory = tuple[Sequence[int], Sequence[int], Sequence[float]]  # x_h, a_h, r_h for h < L
Solver = Callable[[Tables, Tables, Tables], lp1.LP1Solution]  # of (P_bar_i, eps_i, r_hat_i)


@dataclass(frozen=True)
class Epoch:
    """What is known and played in epoch i, from episode t = t(i) on. Nothing here is changed later.

    Shapes: N, r_bar, eps, b, r_hat, pi [h] are (X_h, A); N3, P_bar, q_hat [h] (X_h, A, X_{h+1})."""

    i: int
    t: int
    N: Tables
    N3: Tables
    r_bar: Tables
    P_bar: Tables
    eps: Tables
    b: Tables
    r_hat: Tables
    q_hat: Tables
    pi: Tables
    value: float  # <q_hat_i, r_hat_i>
    build_seconds: float = 0.0
    solve_seconds: float = 0.0

    def __post_init__(self) -> None:
        known = (self.N, self.N3, self.r_bar, self.P_bar, self.eps, self.b, self.r_hat)
        for tables in (*known, self.q_hat, self.pi):
            for table in tables:
                table.setflags(write=False)

    @property
    def unoccupied(self) -> int:
        """How many states have q_hat_i(x) = 0: there R-3 decides what is played."""
        return sum(int((q_h.sum(axis=(1, 2)) == 0).sum()) for q_h in self.q_hat)


class UCRL_LP:
    """Algorithm 1. The learner: it knows layers, A, T, delta and what it has seen, nothing else.

    `T` is the horizon constant of eq. (11) and (15) (R-11); any number of episodes up to T may be
    played. `solver` replaces LP1's solver (tests and `resume` do). `start` is the number of
    episodes whose policy draws are already used up.
    Raises PreconditionError for bad input, SolverError if LP1 cannot be solved.
    """

    name = "UCRL-LP"

    def __init__(
        self,
        layers: Sequence[int],
        A: int,
        T: int,
        delta: float = 0.1,
        seed: int = 0,
        choices: readings.Choices | None = None,
        *,
        solver: Solver | None = None,
    ) -> None:
        # Alg. 1 l. 1: input.
        check_layers(layers, A)
        self.layers = tuple(int(X_h) for X_h in layers)
        self.L, self.X = len(self.layers) - 1, sum(self.layers)
        self.A, self.T, self.delta = int(A), check_horizon(T), float(check_delta(delta))
        self.seed = seed
        self.choices = readings.choose(choices)
        if self.choices["completion"] == "any":
            raise PreconditionError("reading completion", "any", "is for foreign traces only")
        self.Lam = confidence.log_term(self.T, self.X, self.A, self.delta, self.choices["log"])
        self.solver: Solver = solver or self.solve_with_glop
        self.t = 0  # episodes learned from
        self.triggers = 0  # times the if of Alg. 1 l. 12 was true
        self.solves = 0  # LPs solved
        self._uniform = uniforms(seed, POLICY)

        # Alg. 1 l. 2-6: initialisation. N_i, n_i are Python ints: no overflow at any T.
        self._n, self._n3 = self._zero_counts()
        self._N, _ = self._zero_counts()
        self._r_bar = [[[0.0] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        self._r_sum = [[[0.0] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        shapes = list(pairwise(self.layers))
        q_hat_1 = tuple(
            np.full((X_h, self.A, X_next), 1.0 / (X_h * self.A * X_next)) for X_h, X_next in shapes
        )
        self._start_epoch(
            1,
            1,
            tuple(np.zeros((X_h, self.A), dtype=np.int64) for X_h, _ in shapes),
            tuple(np.zeros((X_h, self.A, X_next), dtype=np.int64) for X_h, X_next in shapes),
            lambda P_bar, eps, r_hat: lp1.LP1Solution(q_hat_1, float(self.L), 0.0, 0.0),
        )

    def act(self, h: int, x: int) -> int:
        """Alg. 1 l. 8, execute pi_i: a_h ~ pi_i(.|x), one double of the policy's own stream."""
        return bisect_right(self._cdf[h][x], self._uniform())

    def learn(self, trajectory: Trajectory) -> Epoch | None:
        """Alg. 1 l. 9-19: learn from one episode; the new epoch if one starts, else None.

        At t = T the LP of an epoch in which nothing is played is not solved (R-16); `triggers`
        counts it all the same."""
        # Alg. 1 l. 9: the trajectory {x_h, a_h, r_h}; x_L is implied.
        xs, actions, rewards = trajectory
        self.t += 1
        doubled = self.choices["trigger"] == "printed"  # 0 >= 0 holds at x_L, always
        for h, (x, a, r, x1) in enumerate(zip(xs, actions, rewards, [*xs[1:], 0], strict=True)):
            # Alg. 1 l. 10: update counters.
            self._n[h][x][a] += 1
            self._n3[h][x][a][x1] += 1
            # Alg. 1 l. 11: update the running mean; n_i is already raised.
            n, N = self._n[h][x][a], self._N[h][x][a]
            self._r_bar[h][x][a] += (r - self._r_bar[h][x][a]) / (N + n)
            self._r_sum[h][x][a] += r
            # Alg. 1 l. 12, n_i(x,a) >= max{1, N_i(x,a)}: it can have become true here only.
            doubled = doubled or n >= max(1, N)
        if self.choices["trigger"] == "printed-without-x_L":
            doubled = doubled or any(
                n >= N
                for n_h, N_h in zip(self._n, self._N, strict=True)
                for n_x, N_x in zip(n_h, N_h, strict=True)
                for n, N in zip(n_x, N_x, strict=True)
            )
        if not doubled:
            return None
        self.triggers += 1
        if self.t == self.T and self.choices["last-trigger"] == "skip":
            return None
        # Alg. 1 l. 13: start a new epoch. l. 14: N_i = N_{i-1} + n_{i-1}; n_i = 0.
        N_i = tuple(N + np.array(n) for N, n in zip(self.epoch.N, self._n, strict=True))
        N3_i = tuple(N3 + np.array(n3) for N3, n3 in zip(self.epoch.N3, self._n3, strict=True))
        self._N = [N.tolist() for N in N_i]
        self._n, self._n3 = self._zero_counts()
        self.solves += 1
        self._start_epoch(self.epoch.i + 1, self.t + 1, N_i, N3_i, self.solver)
        return self.epoch

    def _start_epoch(self, i: int, t_i: int, N: Tables, N3: Tables, solver: Solver) -> None:
        # Alg. 1 l. 15: r_bar_i = r_bar_{i-1}.
        r_bar = tuple(np.array(r) for r in self._r_bar)
        if self.choices["r_bar"] == "sum-over-N":  # eq. (14) itself
            r_bar = confidence.mean_reward(tuple(np.array(s) for s in self._r_sum), N)
        # Alg. 1 l. 16: the confidence set, eq. (10)-(12). l. 17: r_hat_i, eq. (15)-(16).
        P_bar = confidence.empirical_transition(N, N3)
        eps = confidence.transition_radius(N, self.layers, self.Lam)
        b = confidence.reward_radius(N, self.Lam)
        r_hat = confidence.reward_ucb(r_bar, b)
        # Alg. 1 l. 18: q_hat_i solves LP1 (l. 5, the uniform q_hat_1, in epoch 1).
        solution = solver(P_bar, eps, r_hat)
        q_hat = tuple(freeze(q_h) for q_h in solution.q)
        # Alg. 1 l. 19 (l. 6 in epoch 1): pi_i = pi^{q_hat_i}, completed where q_hat_i(x) = 0.
        pi = induced_policy(q_hat, self._completion(P_bar, eps, r_hat))
        self._cdf = [[cumulative(row) for row in pi_h] for pi_h in pi]
        self.epoch = Epoch(
            i,
            t_i,
            N,
            N3,
            r_bar,
            P_bar,
            eps,
            b,
            r_hat,
            q_hat,
            pi,
            solution.objective,
            solution.build_seconds,
            solution.solve_seconds,
        )

    def solve_with_glop(self, P_bar: Tables, eps: Tables, r_hat: Tables) -> lp1.LP1Solution:
        """LP1 by GLOP under the readings R-2, R-5, R-6 and R-7. Raises SolverError, with epoch."""
        try:
            solution = lp1.solve_lp1(
                self.layers,
                self.A,
                P_bar,
                eps,
                r_hat,
                form=self.choices["lp-form"],
                parameters=self.choices["glop"],
                free_x_L=self.choices["x_L"] == "printed",
            )
        except SolverError as e:
            detail = f"{e.detail}, in epoch {self.epoch.i + 1}"
            raise SolverError(e.status, e.lp_file, detail) from None
        return solution.cleaned(readings.ZERO_BELOW)

    def _completion(self, P_bar: Tables, eps: Tables, r_hat: Tables) -> Tables:
        """R-3: what is played at states where q_hat_i(x) = 0; known at t(i)."""
        rule = self.choices["completion"]
        if rule == "previous" and hasattr(self, "epoch"):
            return self.epoch.pi
        if rule == "greedy":
            return greedy_policy(optimistic_values(P_bar, eps, r_hat).Q)
        if rule == "first":
            return greedy_policy(tuple(np.zeros_like(e) for e in eps))
        return uniform_policy(self.layers, self.A)

    def _zero_counts(self) -> tuple[list[list[list[int]]], list[list[list[list[int]]]]]:
        n = [[[0] * self.A for _ in range(X_h)] for X_h in self.layers[:-1]]
        n3 = [
            [[[0] * X_next for _ in range(self.A)] for _ in range(X_h)]
            for X_h, X_next in pairwise(self.layers)
        ]
        return n, n3
