"""UCRL2 for episodes of H steps, called UCFH here: the plausible MDPs of [JOA] Fig. 1, steps 2-4,
and backward induction in the place of extended value iteration (R-41)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from reference.backward_induction import ball_maximum
from reference.figure1.ucrl2 import optimistic_reward
from reference.guests.flat.flat_mdp import FlatStep
from reference.guests.flat.flat_radii import radii
from reference.guests.flat.flat_records import FlatSetting, episode_policy_record, steps_record
from reference.guests.flat.flat_triggers import due, due_at_once


class UCFHOptions(NamedTuple):
    """clip: r~ at most 1; plan: one of PLANS; radius: eq. (3) and (4), two factors of them, or
    Bernstein's; rewards: "optimistic", or "known", r itself, which is told. stages = "own" keeps
    counts for every step."""

    clip: bool = True
    plan: str = "doubling"
    radius: str | tuple[float, float] = "JOA"
    rewards: str = "optimistic"
    stages: str = "shared"


DEFAULTS = UCFHOptions()


def flat_ucfh(
    setting: FlatSetting,
    step: FlatStep,
    options: UCFHOptions = DEFAULTS,
    *,
    detailed: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield the records of K episodes. `detailed` plans hold every quantity."""
    S, A, delta, H, K, start, terminal, r_known = setting
    clip, plan, radius, rewards, stages = options
    own = stages == "own"
    G = H if own else 1  # tables of counts, of step h or of all steps
    N, N3 = np.zeros((G, S, A), dtype=np.int64), np.zeros((G, S, A, S), dtype=np.int64)
    R, N_plan, t = np.zeros((G, S, A)), np.zeros((G, S, A), dtype=np.int64), 1
    Q = np.zeros((H, S, A))
    for k in range(1, K + 1):
        s, begun = start, 0
        while begun < H:  # once, unless plans are made at once
            if t == 1 or due(plan, N, N_plan):
                N_plan, n = N.copy(), np.maximum(1, N)  # step 2
                r_bar, p_bar = R / n, N3 / n[..., None]  # step 3
                d_r, d_p = radii(radius, S, A, t, delta, N, p_bar)
                if rewards == "known":
                    r_bar, d_r = np.broadcast_to(r_known, N.shape), np.zeros(N.shape)
                r = optimistic_reward(r_bar, d_r, clip)  # step 4
                V = np.zeros((H + 1, S))
                for h in reversed(range(H)):  # step 5
                    g = h if own else 0
                    Q[h] = r[g] + ball_maximum(p_bar[g], d_p[g], V[h + 1])
                    V[h] = Q[h].max(axis=1)
                    V[h, list(terminal)] = 0.0
                tables = {"N": N, "r_bar": r_bar, "p_bar": p_bar, "d_r": d_r, "d_p": d_p}
                tables = {name: table if own else table[0] for name, table in tables.items()}
                tables = tables | {"V": V[:H]} if detailed else {}
                yield episode_policy_record(k, Q.argmax(axis=2), **tables)
            played = []
            for h in range(begun, H):  # step 6
                a = int(Q[h, s].argmax())
                reward, s1 = step(s, a)
                g = h if own else 0
                N[g, s, a] += 1
                N3[g, s, a, s1] += 1
                R[g, s, a] += reward
                t += 1
                played.append((s, a, reward, s1))
                s = s1
                if s in terminal or due_at_once(plan, N, N_plan):
                    break
            begun = H if s in terminal else h + 1
            yield steps_record(played)
