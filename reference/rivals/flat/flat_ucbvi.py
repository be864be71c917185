"""UCBVI on flat states: [AOM] Alg. 1 and 2, with the bonuses of Alg. 3 and 4. Cited as
`reference.rivals.baselines.ucbvi` does."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Any

import numpy as np

from reference.environments.flat_mdp import FlatStep
from reference.rivals.baselines.ucbvi import bonus_BF, bonus_CH
from reference.trace.flat_records import plan_record, steps_record


def flat_ucbvi(
    S: int, A: int, H: int, K: int, delta: float, step: FlatStep, *,
    bonus: str = "CH", scale: float = 1.0, rewards: str = "mean", terminal: tuple[int, ...] = (),
    start: int = 0, detailed: bool = False,
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """Yield the records of K episodes from state `start`. `detailed` plans hold every quantity.

    scale multiplies every bonus; rewards = "mean+bonus" adds sqrt(Lg / (2 N)) for the unknown
    rewards, which [AOM] takes as known (R-39)."""
    N, N3 = np.zeros((S, A), dtype=np.int64), np.zeros((S, A, S), dtype=np.int64)
    R, visits = np.zeros((S, A)), np.zeros((H + 1, S), dtype=np.int64)
    Q, Lg = np.full((H, S, A), float(H)), log(5 * S * A * K * H / delta)
    for k in range(1, K + 1):
        n, V, b = np.maximum(1, N), np.zeros((H + 1, S)), np.zeros((H, S, A))
        r_bar, P = R / n, N3 / n[:, :, None]
        for h in reversed(range(H)):  # Alg. 2
            if bonus == "CH":
                b[h] = bonus_CH(H, Lg, n)
            else:
                n_next = visits[h + 1] if h + 1 < H else None
                b[h] = bonus_BF(H, S, A, Lg, n, P, V[h + 1], n_next)
            b[h] *= scale
            known = r_bar + P @ V[h + 1] + b[h]
            if rewards == "mean+bonus":
                known = known + scale * np.sqrt(Lg / (2 * n))
            Q[h] = np.where(N > 0, np.minimum(Q[h], np.minimum(float(H), known)), float(H))
            V[h] = Q[h].max(axis=1)
            V[h, list(terminal)] = 0.0
        tables = {"N": N, "r_bar": r_bar, "p_bar": P, "bonus": b, "V": V[:H]} if detailed else {}
        yield plan_record(k, Q, **tables)
        s, played = start, []
        for h in range(H):  # Alg. 1
            a = int(Q[h, s].argmax())
            r, s1 = step(s, a)
            N[s, a] += 1
            N3[s, a, s1] += 1
            R[s, a] += r
            visits[h, s] += 1
            played.append((s, a, r, s1))
            s = s1
            if s in terminal:
                break
        yield steps_record(played)
