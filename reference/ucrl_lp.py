"""Algorithm 1, UCRL-LP, from input to output. `# l. n` is line n of the box, as spec.md lists them.

Letters: i epoch, t episode; N, N3 visits before epoch i; n, n3 visits inside it; r_bar the running
mean (it moves inside the epoch, R-21); q_hat, pi what is played. Tables as in `reference.mdp`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from reference import confidence, readings
from reference.backward_induction import greedy_policy, optimistic_values
from reference.mdp import Tables, check_delta, check_horizon, check_layers, freeze
from reference.occupancy import induced_policy, uniform_policy
from reference.readings import EMPTY


def ucrl_lp(
    known: Input,
    execute: Execute,
    solve_lp1: SolveLP1,
    choices: readings.Choices | None = None,
    Lam: float | None = None,
) -> Iterator[Epoch | Episode]:
    """Yield every Epoch of Algorithm 1 when it starts and every Episode when it ends.

    T, the constant of eq. (11) and (15), is known in advance (R-11); `Lam` replaces log(TXA/delta)
    there. Raises PreconditionError for bad input, and what `execute` and `solve_lp1` raise."""
    # l. 1: input
    layers, A, T, delta = known.checked()
    choices = readings.to_play(choices)
    L, X = len(layers) - 1, sum(layers)
    Lam = confidence.log_term(T, X, A, delta, choices["log"]) if Lam is None else Lam
    trigger, mean = TRIGGERS[choices["trigger"]], MEANS[choices["r_bar"]]
    completion = COMPLETIONS[choices["completion"]]
    transition_radius, reward_radius = confidence.RADII[choices["radii"]]

    # l. 2: initialisation
    i, t_i = 1, 1  # l. 3
    # l. 4: P_1 is the set of all transition functions, which is eq. (12) at N = 0; Q^{P_1} = Q
    N, n = _zeros(layers, A, int), _zeros(layers, A, int)  # l. 5
    N3, n3 = _zeros3(layers, A), _zeros3(layers, A)
    P_bar = confidence.empirical_transition(N, N3)
    eps = transition_radius(N, P_bar, layers, Lam)
    q_hat = tuple(np.full(N3_h.shape, 1.0 / N3_h.size) for N3_h in N3)
    r_bar, r_sum = _zeros(layers, A, float), _zeros(layers, A, float)
    r_hat, b = tuple(np.ones(N_h.shape) for N_h in N), reward_radius(N, Lam)
    pi = induced_policy(q_hat, uniform_policy(layers, A))  # l. 6
    yield Epoch(i, t_i, N, N3, mean(r_bar, r_sum, N), P_bar, eps, b, r_hat, q_hat, pi, float(L))

    for t in range(1, T + 1):  # l. 7
        x, a, r = execute(pi)  # l. 8-9
        for h, (x_h, a_h, r_h, x1) in enumerate(zip(x, a, r, [*x[1:], 0], strict=True)):
            pair = x_h, a_h
            n[h][pair] += 1  # l. 10
            n3[h][x_h, a_h, x1] += 1
            r_bar[h][pair] += (r_h - r_bar[h][pair]) / (N[h][pair] + n[h][pair])  # l. 11
            r_sum[h][pair] += r_h  # eq. (14), for R-9

        doubled = trigger(n, N, x, a)  # l. 12: n_i(x,a) >= N_i(x,a) for some (x,a)
        ends_epoch = doubled and (t < T or choices["last-trigger"] == "solve")
        yield Episode(t, x, a, r, doubled, ends_epoch, n)
        if ends_epoch:
            i, t_i = i + 1, t + 1  # l. 13
            N, n = _sum(N, n), _zeros(layers, A, int)  # l. 14
            N3, n3 = _sum(N3, n3), _zeros3(layers, A)
            r_bar_i = mean(r_bar, r_sum, N)  # l. 15
            P_bar = confidence.empirical_transition(N, N3)  # l. 16, eq. (10)
            eps = transition_radius(N, P_bar, layers, Lam)  # l. 16, eq. (11)-(12)
            b = reward_radius(N, Lam)  # l. 17, eq. (15)
            r_hat = confidence.reward_ucb(r_bar_i, b)  # l. 17, eq. (16)
            q_hat, value = solve_lp1(P_bar, eps, r_hat)  # l. 18, LP1
            q_hat = tuple(freeze(q_h) for q_h in q_hat)
            pi = induced_policy(q_hat, completion(pi, P_bar, eps, r_hat), EMPTY)  # l. 19, eq. (6)
            yield Epoch(i, t_i, N, N3, r_bar_i, P_bar, eps, b, r_hat, q_hat, pi, value)


# ---- The page ends here. What follows: what goes in and comes out, readings, tables. -------------

Trajectory = tuple[Sequence[int], Sequence[int], Sequence[float]]  # x_h, a_h, r_h for h < L
Execute = Callable[[Tables], Trajectory]  # plays one episode under pi_i
SolveLP1 = Callable[[Tables, Tables, Tables], tuple[Tables, float]]
"""(P_bar_i, eps_i, r_hat_i) -> (q_hat_i, <q_hat_i, r_hat_i>), an optimum of LP1."""


@dataclass(frozen=True)
class Input:
    """Line 1: the state space X, as the sizes X_0..X_L of its layers, A, T and delta."""

    layers: Sequence[int]
    A: int
    T: int
    delta: float

    def checked(self) -> tuple[tuple[int, ...], int, int, float]:
        """Return layers, A, T, delta. Raises PreconditionError."""
        check_layers(self.layers, self.A)
        sizes = tuple(int(X_h) for X_h in self.layers)
        return sizes, int(self.A), check_horizon(self.T), float(check_delta(self.delta))


@dataclass(frozen=True)
class Epoch:
    """What is known and played in epoch i, from episode t = t(i) on. Nothing in it changes later.

    Shapes: N, r_bar, eps, b, r_hat, pi [h] are (X_h, A); N3, P_bar, q_hat [h] (X_h, A, X_{h+1}).
    With radii=bernstein (R-37) eps is the width of each interval and has the shape of P_bar."""

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

    def __post_init__(self) -> None:
        known = (self.N, self.N3, self.r_bar, self.P_bar, self.eps, self.b, self.r_hat)
        for tables in (*known, self.q_hat, self.pi):
            for table in tables:
                table.setflags(write=False)

    def __repr__(self) -> str:
        return f"<Epoch {self.i}, from episode {self.t} on: LP1's value {self.value:.4g}>"

    @property
    def unoccupied(self) -> int:
        """Return the number of states with q_hat_i(x) = 0, where R-3 decides what is played."""
        return sum(int((q_h.sum(axis=(1, 2)) == 0).sum()) for q_h in self.q_hat)


@dataclass(frozen=True)
class Episode:
    """Episode t: x_0..x_{L-1}, a_0.., r_0..; x_L is implied.

    `doubled`: the condition of line 12. `ends_epoch`: lines 13-19 follow and yield an Epoch.
    `n` are the visits n_i(x,a) so far; the next episode of the epoch changes these arrays."""

    t: int
    x: Sequence[int]
    a: Sequence[int]
    r: Sequence[float]
    doubled: bool
    ends_epoch: bool
    n: Tables


def _doubled(n: Tables, N: Tables) -> bool:
    return any(bool((n_h >= N_h).any()) for n_h, N_h in zip(n, N, strict=True))


def _visited_doubled(n: Tables, N: Tables, x: Sequence[int], a: Sequence[int]) -> bool:
    """Whether n_i(x,a) >= max{1, N_i(x,a)} for a pair of this episode: n changes at no other, and
    an earlier one would have ended the epoch."""
    visited = zip(n, N, x, a, strict=True)
    return any(n_h[x_h, a_h] >= max(1, N_h[x_h, a_h]) for n_h, N_h, x_h, a_h in visited)


# As printed, 0 >= 0 holds at x_L, always; without x_L, at every pair that was never visited.
TRIGGERS: dict[str, Callable[[Tables, Tables, Sequence[int], Sequence[int]], bool]] = {
    "max1": _visited_doubled,
    "printed": lambda n, N, x, a: True,
    "printed-without-x_L": lambda n, N, x, a: _doubled(n, N),
}
# r_bar_i at t(i) is the running mean of line 11, or eq. (14) itself.
MEANS: dict[str, Callable[[Tables, Tables, Tables], Tables]] = {
    "running-mean": lambda r_bar, r_sum, N: tuple(r.copy() for r in r_bar),
    "sum-over-N": lambda r_bar, r_sum, N: confidence.mean_reward(r_sum, N),
}
# what is played at states where q_hat_i(x) = 0; pi is pi_{i-1}.
COMPLETIONS: dict[str, Callable[[Tables, Tables, Tables, Tables], Tables]] = {
    "uniform": lambda pi, P_bar, eps, r_hat: tuple(np.full_like(p, 1 / p.shape[1]) for p in pi),
    "first": lambda pi, P_bar, eps, r_hat: greedy_policy(tuple(map(np.zeros_like, r_hat))),
    "previous": lambda pi, P_bar, eps, r_hat: pi,
    "greedy": lambda pi, P_bar, eps, r_hat: greedy_policy(optimistic_values(P_bar, eps, r_hat).Q),
}


def _zeros(layers: tuple[int, ...], A: int, kind: type) -> Tables:
    return tuple(np.zeros((X_h, A), dtype=kind) for X_h in layers[:-1])


def _zeros3(layers: tuple[int, ...], A: int) -> Tables:
    shapes = pairwise(layers)
    return tuple(np.zeros((X_h, A, X_next), dtype=int) for X_h, X_next in shapes)


def _sum(N: Tables, n: Tables) -> Tables:
    return tuple(N_h + n_h for N_h, n_h in zip(N, n, strict=True))
