"""UCBVI of rlberry-scool: records an agent while its own `fit` runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reference.guests.flat.flat_records import (
    UCB_VI,
    FlatSetting,
    flat_end,
    flat_header,
    plan_record,
    steps_record,
)

Write = Callable[[Mapping[str, Any]], None]


def recorded_fit(
    agent: Any, K: int, write: Write, *, delta: float = 0.1, version: str = ""
) -> None:
    """Run `agent.fit(K)` of a `UCBVIAgent`, and pass the records of its trace to `write`. `delta`
    is not used by its bonus. Rewards must lie in [0, 1].

    Declared: the package's own bonus and caps; pairs never seen have a uniform P_hat; the first
    episode is played before anything was planned."""
    H, (S, A) = agent.horizon, agent.B_sa.shape[1:]
    options = {
        "bonus": {"root": agent.bonus_scale_factor, "over": "H-h", "most": "H-h"},
        "cap": "none",
        "V": "min with H",
        "monotone": False,
        "unseen": "model",
        "first": "free",
        "stages": "own" if agent.stage_dependent else "shared",
    }
    producer = {"name": "rlberry-scool", "version": version}
    setting = FlatSetting(S, A, delta, H, K)
    write(flat_header(UCB_VI, setting, options=options, producer=producer))
    steps: list[tuple[int, int, float, int]] = []
    played = 0
    run_episode, update = agent._run_episode, agent._update

    def seen(state: int, action: int, next_state: int, reward: float, hh: int) -> None:
        update(state, action, next_state, reward, hh)
        steps.append((int(state), int(action), float(reward), int(next_state)))

    def episode() -> Any:
        nonlocal played
        k = agent.episode + 1
        if k > 1:
            write(plan_record(k, agent.Q, N=agent.N_sa.astype(int), r_bar=agent.R_hat,
                              p_bar=agent.P_hat, bonus=agent.B_sa, V=agent.V))  # fmt: skip
        total_reward = run_episode()
        write(steps_record(steps))
        played += len(steps)
        steps.clear()
        return total_reward

    agent._update, agent._run_episode = seen, episode
    try:
        agent.fit(K)
    finally:
        agent._update, agent._run_episode = update, run_episode
    write(flat_end(played))
