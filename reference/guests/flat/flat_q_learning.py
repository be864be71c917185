"""UCB Q-learning on flat states: [JABJ] Alg. 1 (UCB-H) and Alg. 2 (UCB-B). Cited as
`reference.guests.learners.q_learning` does."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Any, NamedTuple

import numpy as np

from reference.figure1.learner import Sizes
from reference.guests.flat.flat_mdp import FlatStep
from reference.guests.flat.flat_records import FlatSetting, steps_record
from reference.guests.learners.q_learning import alpha, beta_B, bonus_H


class QLearningOptions(NamedTuple):
    """bonus = "H" has the constant c, "B" c1 and c2, which [JABJ] leaves open (R-40); length =
    "H-h" puts H - h, the steps that are left, for H into the bonus of step h = 0, 1, ..."""

    bonus: str = "H"
    c: float = 1.0
    c1: float = 2.0
    c2: float = 2.0
    length: str = "H"


DEFAULTS = QLearningOptions()


def flat_q_learning(
    setting: FlatSetting,
    step: FlatStep,
    options: QLearningOptions = DEFAULTS,
    *,
    detailed: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield the records of K episodes; `detailed` ones hold V, t, alpha_t, b_t."""
    S, A, delta, H, K, start, terminal, _ = setting
    bonus, c, c1, c2, length = options
    Q, V = np.full((H, S, A), float(H)), np.full((H + 1, S), float(H))
    V[H] = 0.0
    V[:, list(terminal)] = 0.0
    N, iota = np.zeros((H, S, A), dtype=np.int64), log(S * A * K * H / delta)
    mu, sigma, beta = np.zeros((H, S, A)), np.zeros((H, S, A)), np.zeros((H, S, A))
    for _ in range(K):
        s, played = start, []
        lists: dict[str, list[Any]] = {"Q": [], "V": [], "n": [], "alpha": [], "bonus": []}
        for h in range(H):
            a = int(Q[h, s].argmax())  # l. 4
            r, s1 = step(s, a)
            N[h, s, a] += 1  # l. 5
            t = int(N[h, s, a])
            left = H - h if length == "H-h" else H
            alpha_t, V_next = alpha(H, t), float(V[h + 1, s1])
            if bonus == "H":
                b = bonus_H(c, left, iota, t)
            else:  # Alg. 2 l. 6-8
                mu[h, s, a] += V_next
                sigma[h, s, a] += V_next**2
                W = max(0.0, float(sigma[h, s, a] / t - (mu[h, s, a] / t) ** 2))
                before, sizes = beta[h, s, a], Sizes(left, S, A)
                beta[h, s, a] = beta_B(c1, c2, sizes, iota, t, W)
                b = float(beta[h, s, a] - (1 - alpha_t) * before) / (2 * alpha_t)
            Q[h, s, a] = (1 - alpha_t) * Q[h, s, a] + alpha_t * (r + V_next + b)  # l. 6
            V[h, s] = min(float(H), float(Q[h, s].max()))  # l. 7
            played.append((s, a, r, s1))
            for name, v in zip(lists, (Q[h, s, a], V[h, s], t, alpha_t, b), strict=True):
                lists[name].append(float(v) if name != "n" else t)
            s = s1
            if s in terminal:
                break
        yield steps_record(played, **(lists if detailed else {"Q": lists["Q"]}))
