"""How a run on a chosen path is made: LP1 by the producer, whole epochs of episodes at once."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from proofs_check.sampled_runs.chosen import Chosen
from reference import confidence
from reference.backward_induction import ball_maximiser, ball_maximum
from reference.figure1.learner import greedy
from reference.figure1.ucrl_lp_twin import best_first
from reference.mdp import LayeredMDP
from reference.occupancy import induced_policy, occupancy_measure, uniform_policy
from reference.readings import ZERO_BELOW, choose
from reference.simulator import UPDATES, generator
from reference.trace import records as trace

MOST = 1 << 14  # episodes that are made at once


def play_chosen(chosen: Chosen) -> bytes:
    """Play one run and return its trace. The same bytes every time."""
    layers, A, T = chosen.layers, chosen.A, chosen.T
    delta = Fraction(chosen.delta)
    choices = choose({"reward-law": "bernoulli", **chosen.choices})
    Lam = confidence.log_term(T, sum(layers), A, float(delta), choices["log"])
    mdp = LayeredMDP(layers, A, tuple(map(_exact, chosen.P)), tuple(map(_exact, chosen.r)))
    head = trace.Header(
        layers, A, T, delta, choices, producer={"name": "chosen path", "version": "suite"}, mdp=mdp
    )
    lines = [trace.line_of(trace.header_record(head))]
    noise = _Noise(chosen, mdp)
    N3 = [np.zeros((X_h, A, n), int) for X_h, n in pairwise(layers)]
    sums = [np.zeros((X_h, A)) for X_h in layers[:-1]]
    q_hat: Any = [np.full(table.shape, 1.0 / table.size) for table in N3]
    pi: Any = uniform_policy(layers, A)
    t, i = 1, 1
    while t <= T:
        lines.append(trace.line_of(trace.epoch_record(i, t, {"q_hat": q_hat, "pi": pi})))
        N = [table.sum(2) for table in N3]
        x, a, r = noise.epoch(pi, N, t)
        for h in range(len(layers) - 1):
            x1 = x[:, h + 1] if h < len(layers) - 2 else np.zeros(len(x), int)
            np.add.at(N3[h], (x[:, h], a[:, h], x1), 1)
            np.add.at(sums[h], (x[:, h], a[:, h]), r[:, h])
        lines.append(_episodes(t, x, a, r))
        t, i = t + len(x), i + 1
        N = [table.sum(2) for table in N3]
        P_bar = confidence.empirical_transition(tuple(N), tuple(N3))
        r_hat = confidence.reward_ucb(
            confidence.mean_reward(tuple(sums), tuple(N)), confidence.reward_radius(tuple(N), Lam)
        )
        exact = _lp1(P_bar, confidence.transition_radius(tuple(N), layers, Lam), r_hat, chosen.ties)
        q_hat = [np.where(q < ZERO_BELOW, 0.0, q) for q in exact]
        pi = induced_policy(tuple(q_hat), uniform_policy(layers, A))
    lines.append(trace.line_of(trace.end_record(T, i - 1)))
    return b"".join(lines)


def _exact(table: Any) -> Any:
    return np.vectorize(Fraction, otypes=[object])(np.array(table, dtype=object))


def _lp1(P_bar: Any, eps: Any, r_hat: Any, ties: str) -> Any:
    """LP1 by backward induction."""
    V: Any = np.zeros(1)
    pi: list[Any] = []
    P: list[Any] = []
    random = generator(0, UPDATES)
    for h in reversed(range(len(P_bar))):
        order = best_first(V, ties, 0.0, random)
        Q = r_hat[h] + ball_maximum(P_bar[h], eps[h], V, order)
        pi.insert(0, greedy(Q, ties, 0.0, random))
        P.insert(0, ball_maximiser(P_bar[h], eps[h], order))
        V = Q.max(axis=1)
    return occupancy_measure(tuple(P), tuple(pi))


class _Noise:
    """Episodes of an epoch: actions by pi_i, states and rewards as chosen."""

    def __init__(self, chosen: Chosen, mdp: LayeredMDP) -> None:
        self.chosen, self.mdp = chosen, mdp.to_float()
        self.random = np.random.default_rng(chosen.seed)

    def epoch(self, pi: Any, N: Any, t: int) -> tuple[Any, Any, Any]:
        """x, a and r from episode t on, up to the first whose visits end the epoch, or to T."""
        most = int(min(self.chosen.T - t + 1, MOST))
        left = [np.maximum(1, N_h) for N_h in N]
        parts: list[tuple[Any, Any, Any]] = []
        while True:
            x, a, r = self._play(pi, t + sum(len(p[0]) for p in parts), most)
            ends = [self._end(x[:, h], a[:, h], left[h]) for h in range(len(left))]
            stop = min(ends)
            done = stop < len(x)
            parts.append((x[: stop + 1], a[: stop + 1], r[: stop + 1]))
            played = t - 1 + sum(len(p[0]) for p in parts)
            if done or played >= self.chosen.T:
                x, a, r = (np.concatenate(rows) for rows in zip(*parts, strict=True))
                return x, a, r
            most = int(min(self.chosen.T - played, MOST))
            for h, left_h in enumerate(left):
                np.subtract.at(left_h, (x[:, h], a[:, h]), 1)

    def _end(self, x: Any, a: Any, left: Any) -> int:
        """Return the first episode in which some pair of a layer has been visited `left` times."""
        pair = x * self.chosen.A + a
        first = len(x)
        for p, missing in enumerate(left.ravel().tolist()):
            visits = np.flatnonzero(pair == p)
            if len(visits) >= missing:
                first = min(first, int(visits[missing - 1]))
        return first

    def _play(self, pi: Any, t: int, k: int) -> tuple[Any, Any, Any]:
        chosen = self.chosen
        L = len(chosen.layers) - 1
        x, a, r = np.zeros((k, L), int), np.zeros((k, L), int), np.zeros((k, L))
        for h in range(L):
            if h:
                x[:, h] = self._states(
                    (*chosen.path, *[0] * L)[h - 1], h, x[:, h - 1], a[:, h - 1], t
                )
            a[:, h] = self._drawn(pi[h][x[:, h]])
            mean = self.mdp.r[h][x[:, h], a[:, h]]
            r[:, h] = mean if chosen.rewards == "mean" else self.random.random(k) < mean
        return x, a, r

    def _states(self, rule: int | str, h: int, x: Any, a: Any, t: int) -> Any:
        if rule == "law":
            return self._drawn(self.mdp.P[h - 1][x, a])
        if rule == "turn":
            return np.arange(t - 1, t - 1 + len(x)) % self.chosen.layers[h]
        return np.full(len(x), rule)

    def _drawn(self, rows: Any) -> Any:
        """One index for each distribution; none of probability 0."""
        u = self.random.random(len(rows))[:, None]
        index = (u >= rows.cumsum(1)).sum(1)
        last = rows.shape[1] - 1 - (rows[:, ::-1] > 0).argmax(1)
        return np.minimum(index, last)


def _episodes(t: int, x: Any, a: Any, r: Any) -> bytes:
    """Return the lines of some episodes; few of them differ in more than t."""
    L, known = x.shape[1], dict[bytes, str]()
    raw = np.hstack([x, a, r.astype(int)]).astype(np.uint16).tobytes()
    width, lines = len(raw) // len(x), []
    for k in range(len(x)):
        row = raw[k * width : (k + 1) * width]
        if row not in known:
            known[row] = _rest_of_line(np.frombuffer(row, np.uint16).tolist(), L)
        lines.append(f'{{"record":"episode","t":{t + k}{known[row]}')
    return "".join(lines).encode("ascii")


def _rest_of_line(row: list[int], L: int) -> str:
    """Return x, a and r of an episode, as its line ends."""
    parts = zip("xar", (row[:L], row[L : 2 * L], row[2 * L :]), strict=True)
    return "".join(f',"{key}":{v}' for key, v in parts).replace(" ", "") + "}\n"
