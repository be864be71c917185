"""Optimistic Q-learning of rlberry-research: records an agent while its own `fit` runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reference.guests.flat.flat_records import (
    UCB_H,
    FlatSetting,
    flat_end,
    flat_header,
    steps_record,
)

Write = Callable[[Mapping[str, Any]], None]


def recorded_learning(
    agent: Any, K: int, write: Write, *, terminal: Sequence[int] = (), version: str = ""
) -> None:
    """Run `agent.fit(K)` of an `OptQLAgent`, and pass the records of its trace to `write`. Rewards
    must lie in [0, 1].

    Declared: a bonus of the package's own, min{H - h, scale / sqrt(t) + (H - h) / t}, taken as
    recorded; Q at most H - h before the first visit; the states that end an episode."""
    H, S, A = agent.Q.shape
    options = {"bonus": "recorded", "cap": "remaining", "terminal": tuple(terminal)}
    producer = {"name": "rlberry-research", "version": version}
    setting = FlatSetting(S, A, 0.1, H, K)
    write(flat_header(UCB_H, setting, options=options, producer=producer))
    steps: list[tuple[int, int, float, int]] = []
    lists: dict[str, list[Any]] = {"Q": [], "V": [], "n": [], "bonus": []}
    played = 0
    run_episode, update = agent._run_episode, agent._update

    def seen(state: int, action: int, next_state: int, reward: float, hh: int) -> None:
        update(state, action, next_state, reward, hh)
        steps.append((int(state), int(action), float(reward), int(next_state)))
        n = int(agent.N_sa[hh, state, action])
        bonus = float(agent._compute_bonus(n, hh))
        entries = (float(agent.Q[hh, state, action]), float(agent.V[hh, state]), n, bonus)
        for name, v in zip(lists, entries, strict=True):
            lists[name].append(v)

    def episode() -> Any:
        nonlocal played
        total_reward = run_episode()
        write(steps_record(steps, **lists))
        played += len(steps)
        for known in (steps, *lists.values()):
            known.clear()
        return total_reward

    agent._update, agent._run_episode = seen, episode
    try:
        agent.fit(K)
    finally:
        agent._update, agent._run_episode = update, run_episode
    write(flat_end(played))
