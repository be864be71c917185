"""UCBVI on flat states: [AOM] Alg. 1 and 2, with the bonuses of Alg. 3 and 4. Cited as
`reference.guests.learners.ucbvi` does."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import Any, NamedTuple

import numpy as np

from reference.figure1.learner import Sizes
from reference.guests.flat.flat_mdp import FlatStep
from reference.guests.flat.flat_records import FlatSetting, plan_record, steps_record
from reference.guests.flat.flat_triggers import due, due_at_once
from reference.guests.learners.ucbvi import bonus_BF, bonus_CH


class UCBVIOptions(NamedTuple):
    """scale multiplies every bonus; rewards = "mean+bonus" adds sqrt(Lg / (2 N)) for the unknown
    rewards, "known" takes r, which is told, as [AOM] does (R-39). plan is one of PLANS; prior is
    added to every count of P_hat; last = "H^2" gives BF's last step the largest N' term, which
    [AOM] leaves undefined there. update is one of WHICH_Q: which entries of Q a plan computes.
    length = "H-h" puts H - h,
    the steps that are left, for H into the bonus of step h = 0, 1, ... stages = "own" keeps counts
    for every step."""

    bonus: str = "CH"
    scale: float = 1.0
    rewards: str = "mean"
    plan: str = "every"
    prior: float = 0.0
    last: str = "none"
    update: str = "all"
    length: str = "H"
    stages: str = "shared"


DEFAULTS = UCBVIOptions()


def flat_ucbvi(
    setting: FlatSetting,
    step: FlatStep,
    options: UCBVIOptions = DEFAULTS,
    *,
    detailed: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield the records of K episodes. `detailed` plans hold every quantity."""
    S, A, delta, H, K, start, terminal, r = setting
    bonus, scale, rewards, plan, prior, last, update, length, stages = options
    own = stages == "own"
    G = H if own else 1  # tables of counts, of step h or of all steps
    N, N3 = np.zeros((G, S, A), dtype=np.int64), np.zeros((G, S, A, S), dtype=np.int64)
    R, visits = np.zeros((G, S, A)), np.zeros((H + 1, S), dtype=np.int64)
    Q, Lg = np.full((H, S, A), float(H)), log(5 * S * A * K * H / delta)
    N_plan = np.zeros_like(N)  # of the last plan
    since, V_plan = np.zeros((H, S, A), dtype=bool), np.zeros((H + 1, S))  # since it; its V
    for k in range(1, K + 1):
        s, begun = start, 0
        while begun < H:  # once, unless plans are made at once
            now = (k == 1 and begun == 0) or due(plan, N, N_plan)
            N_plan = N.copy() if now else N_plan
            n, V, b = np.maximum(1, N), np.zeros((H + 1, S)), np.zeros((H, S, A))
            r_bar, P = R / n, N3 / n[..., None]
            if rewards == "known":
                r_bar = np.broadcast_to(r, N.shape)
            if prior:
                P = (N3 + prior) / (N + prior * S)[..., None]
            for h in reversed(range(H if now else 0)):  # Alg. 2
                g = h if own else 0
                after = V_plan[h + 1] if update == "visited" else V[h + 1]
                left = H - h if length == "H-h" else H
                if bonus == "CH":
                    b[h] = bonus_CH(left, Lg, n[g])
                else:
                    n_next = visits[h + 1] if h + 1 < H else None
                    if h + 1 == H and last == "H^2":
                        n_next = np.zeros(S)
                    b[h] = bonus_BF(Sizes(left, S, A), Lg, n[g], P[g], after, n_next)
                b[h] *= scale
                known = r_bar[g] + P[g] @ after + b[h]
                if rewards == "mean+bonus":
                    known = known + scale * np.sqrt(Lg / (2 * n[g]))
                whole = np.where(N[g] > 0, np.minimum(Q[h], np.minimum(float(H), known)), float(H))
                Q[h] = whole if update == "all" else np.where(since[h], whole, Q[h])
                V[h] = Q[h].max(axis=1)
                V[h, list(terminal)] = 0.0
            tables = {"N": N, "r_bar": r_bar, "p_bar": P}
            tables = {name: table if own else table[0] for name, table in tables.items()}
            tables |= {"bonus": b, "V": V[:H]}
            if now:
                since[...], V_plan = False, V
                yield plan_record(k, Q, **(tables if detailed else {}))
            played = []
            for h in range(begun, H):  # Alg. 1
                a = int(Q[h, s].argmax())
                reward, s1 = step(s, a)
                g = h if own else 0
                N[g, s, a] += 1
                N3[g, s, a, s1] += 1
                R[g, s, a] += reward
                visits[h, s] += 1
                since[h, s, a] = True
                played.append((s, a, reward, s1))
                s = s1
                if s in terminal or due_at_once(plan, N, N_plan):
                    break
            begun = H if s in terminal else h + 1
            yield steps_record(played)
