"""UCRL2 in the average-reward setting: [JOA] Fig. 1, the steps in their order. Cited as
`reference.figure1.ucrl2` does."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from reference.backward_induction import ball_maximiser, ball_maximum
from reference.figure1.chain import value_iteration
from reference.figure1.ucrl2 import optimistic_reward, reward_radius, transition_radius
from reference.guests.flat.flat_mdp import FlatStep
from reference.guests.flat.flat_radii import radii
from reference.guests.flat.flat_records import FlatSetting, policy_record, steps_record


class UCRL2Options(NamedTuple):
    """clip: r~ at most 1; tau: the aperiodicity transform; radius: eq. (3) and (4), two factors of
    them, or Bernstein's."""

    clip: bool = True
    tau: float = 1.0
    radius: str | tuple[float, float] = "JOA"


DEFAULTS = UCRL2Options()


def flat_ucrl2(
    setting: FlatSetting,
    step: FlatStep,
    steps: int,
    options: UCRL2Options = DEFAULTS,
    *,
    detailed: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield the records of `steps` steps. `detailed` epochs hold every quantity of
    steps 2-4 and the last u of extended value iteration, with its p_opt.

    Raises PreconditionError if extended value iteration does not stop."""
    S, A, delta, s = setting.S, setting.A, setting.delta, setting.start
    clip, tau, radius = options
    N, N3 = np.zeros((S, A), dtype=np.int64), np.zeros((S, A, S), dtype=np.int64)
    R, t, k = np.zeros((S, A)), 1, 0
    while t <= steps:
        k, t_k = k + 1, t  # step 1
        N_k, v_k = N.copy(), np.zeros((S, A), dtype=np.int64)  # step 2
        n = np.maximum(1, N_k)
        r_bar, p_bar = R / n, N3 / n[:, :, None]  # step 3
        d_r, d_p = reward_radius(S, A, t_k, delta, N_k), transition_radius(S, A, t_k, delta, N_k)
        if radius != "JOA":
            d_r, d_p = radii(radius, S, A, t_k, delta, N_k, p_bar)
        r = optimistic_reward(r_bar, d_r, clip)  # step 4
        Q, u = value_iteration(r, lambda u: ball_maximum(p_bar, d_p, u), 1 / sqrt(t_k), tau)  # noqa: B023  # step 5; called at once
        pi: list[int] = Q.argmax(axis=1).tolist()
        tables: dict[str, Any] = {}
        if detailed:
            p_opt = ball_maximiser(p_bar, d_p, np.argsort(-u, kind="stable"))
            tables = {"N": N_k, "r_bar": r_bar, "p_bar": p_bar, "d_r": d_r, "d_p": d_p, "u": u,
                      "p_opt": p_opt}  # fmt: skip
        yield policy_record(k, t_k, pi, **tables)
        played: list[tuple[int, int, float, int]] = []
        while t <= steps and v_k[s, pi[s]] < n[s, pi[s]]:  # step 6
            a = pi[s]
            reward, s1 = step(s, a)
            v_k[s, a] += 1
            N[s, a] += 1
            N3[s, a, s1] += 1
            R[s, a] += reward
            played.append((s, a, reward, s1))
            s, t = s1, t + 1
        yield steps_record(played)
