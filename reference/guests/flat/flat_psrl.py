"""PSRL on flat states: [ORV] Alg. 1, with the priors of `reference.guests.learners.psrl`, cited as
there. The MDP that was drawn is recorded, so that its draw can be tested (R-42)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from reference.guests.flat.flat_mdp import FlatStep
from reference.guests.flat.flat_records import FlatSetting, episode_policy_record, steps_record
from reference.guests.flat.flat_triggers import due, due_at_once
from reference.guests.learners.psrl import dirichlet
from reference.simulator import UPDATES, generator


class PSRLOptions(NamedTuple):
    """rewards: "beta", Beta(a0, b0) where a reward r counts as r of a success; "normal", N(mu0,
    sigma0^2) with noise of the standard deviation sigma; "mean", the mean of those seen; "known", r
    itself, which is told. alpha0: of the Dirichlet prior. plan: one of PLANS. seed: of the draws.
    stages = "own": counts, P and r for every step."""

    rewards: str = "beta"
    alpha0: float = 1.0
    a0: float = 1.0
    b0: float = 1.0
    mu0: float = 0.0
    sigma0: float = 1.0
    sigma: float = 1.0
    plan: str = "every"
    seed: int = 0
    stages: str = "shared"


DEFAULTS = PSRLOptions()


def flat_psrl(
    setting: FlatSetting,
    step: FlatStep,
    options: PSRLOptions = DEFAULTS,
    *,
    detailed: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield the records of K episodes. `detailed` plans hold every quantity."""
    S, A, _, H, K, start, terminal, r_known = setting
    rewards, alpha0, a0, b0, mu0, sigma0, sigma, plan, seed, stages = options
    random = generator(seed, UPDATES)
    own = stages == "own"
    G = H if own else 1  # tables of counts, of step h or of all steps
    N, N3 = np.zeros((G, S, A), dtype=np.int64), np.zeros((G, S, A, S), dtype=np.int64)
    R, N_plan = np.zeros((G, S, A)), np.zeros((G, S, A), dtype=np.int64)
    Q = np.zeros((H, S, A))
    for k in range(1, K + 1):
        s, begun = start, 0
        while begun < H:  # once, unless plans are made at once
            if (k == 1 and begun == 0) or due(plan, N, N_plan):
                N_plan = N.copy()
                P = dirichlet(alpha0 + N3, random)
                if rewards == "beta":
                    r = random.beta(a0 + R, b0 + N - R)
                elif rewards == "normal":
                    precision = 1 / sigma0**2 + N / sigma**2
                    mean = (mu0 / sigma0**2 + R / sigma**2) / precision
                    r = mean + random.standard_normal(N.shape) / np.sqrt(precision)
                elif rewards == "known":
                    r = np.broadcast_to(r_known, N.shape)
                else:
                    r = R / np.maximum(1, N)
                V = np.zeros((H + 1, S))
                for h in reversed(range(H)):
                    g = h if own else 0
                    Q[h] = r[g] + P[g] @ V[h + 1]
                    V[h] = Q[h].max(axis=1)
                    V[h, list(terminal)] = 0.0
                drawn = {"P": P, "r_sampled": r, **({"N": N} if detailed else {})}
                drawn = {name: table if own else table[0] for name, table in drawn.items()}
                drawn |= {"V": V[:H]} if detailed else {}
                yield episode_policy_record(k, Q.argmax(axis=2), **drawn)
            played = []
            for h in range(begun, H):
                a = int(Q[h, s].argmax())
                reward, s1 = step(s, a)
                g = h if own else 0
                N[g, s, a] += 1
                N3[g, s, a, s1] += 1
                R[g, s, a] += reward
                played.append((s, a, reward, s1))
                s = s1
                if s in terminal or due_at_once(plan, N, N_plan):
                    break
            begun = H if s in terminal else h + 1
            yield steps_record(played)
