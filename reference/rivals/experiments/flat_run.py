"""A run of UCRL2, UCBVI, UCB-H or UCB-B on flat states that writes a trace which `proofs-check
trace` checks. A layered environment is also a flat one, x_L merged into x_0."""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import Any

from reference.environments.flat_mdp import FlatMDP, merged
from reference.mdp import LayeredMDP, check_delta, check_horizon
from reference.rivals.flat.flat_q_learning import flat_q_learning
from reference.rivals.flat.flat_ucbvi import flat_ucbvi
from reference.rivals.flat.flat_ucrl2 import flat_ucrl2
from reference.running.driver import PRODUCER, last_episode
from reference.running.outcome import Progress, as_recorded
from reference.simulator import REWARD_LAWS, check_seed
from reference.support.errors import PreconditionError
from reference.trace.flat_records import UCB_B, UCB_H, UCB_VI, UCRL2, flat_end, flat_header
from reference.trace.records import TraceWriter

FLAT_RUNS: dict[str, tuple[str, Callable[..., Any], dict[str, Any]]] = {
    "ucrl2": (UCRL2, flat_ucrl2, {}),
    "ucbvi": (UCB_VI, flat_ucbvi, {}),
    "ucb-h": (UCB_H, flat_q_learning, {"bonus": "H"}),
    "ucb-b": (UCB_B, flat_q_learning, {"bonus": "B"}),
}
"""Name on the command line: algorithm of the trace, function, and what is fixed."""
NO_OPTION = ("terminal", "start", "detailed")


def flat_choice(text: str) -> tuple[str, dict[str, Any]]:
    """Return (name, options) of NAME or NAME:KEY=VALUE,... Raises PreconditionError for an unknown
    option or a value that is none."""
    name, colon, words = text.partition(":")
    _, play, fixed = FLAT_RUNS[name]
    known = {
        p.name: p.default
        for p in inspect.signature(play).parameters.values()
        if p.kind is p.KEYWORD_ONLY and p.name not in (*fixed, *NO_OPTION)
    }
    if name in ("ucb-h", "ucb-b"):
        known = {k: v for k, v in known.items() if (k == "c") == (name == "ucb-h")}
    choices = {"bonus": ("CH", "BF"), "rewards": ("mean", "mean+bonus")}
    options: dict[str, Any] = {}
    for word in words.split(",") if colon else []:
        key, equals, value = word.partition("=")
        if not equals or key not in known or key in options:
            rule = f"options have the form KEY=VALUE, once each, KEY one of {', '.join(known)}"
            raise PreconditionError("algorithm", word, rule)
        options[key] = _value(f"{name}:{key}", value, known[key], choices.get(key, ()))
    return name, options


def _value(field: str, text: str, default: Any, choices: tuple[str, ...]) -> Any:
    if isinstance(default, bool):
        choices = ("true", "false")
    if choices:
        if text not in choices:
            raise PreconditionError(field, text, f"must be one of {', '.join(choices)}")
        return text == "true" if isinstance(default, bool) else text
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e6 or (field == "ucrl2:tau" and not 0 < number <= 1):
        raise PreconditionError(field, text, "must be a number from 0 to 1e6; tau in (0, 1]")
    return number


def run_flat(
    mdp: LayeredMDP | FlatMDP,
    algorithm: str,
    T: int,
    *,
    H: int = 0,
    delta: float = 0.1,
    seed: int = 0,
    rewards: str = "",
    episodes: int | None = None,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    detailed: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """Play `episodes` (default T) of `algorithm`, NAME or NAME:KEY=VALUE,... with a NAME of
    FLAT_RUNS, and write a trace to `out` if given. An episode of a layered MDP has H = L steps, of
    a flat one H (1); UCRL2 makes the steps of the episodes one after another. `rewards` is a law of
    REWARD_LAWS, of a flat MDP by default its own.

    Returns what `ucrl-lp run` prints; the regret is against V* and by the rewards received. Raises
    PreconditionError and UnusablePath."""
    name, options = flat_choice(algorithm)
    record, play, fixed = FLAT_RUNS[name]
    if isinstance(mdp, LayeredMDP):
        H, mdp = mdp.L, merged(as_recorded(mdp))
    rewards = rewards or mdp.rewards
    if rewards not in REWARD_LAWS:
        raise PreconditionError("--rewards", rewards, f"one of {', '.join(REWARD_LAWS)}")
    T, delta, seed, H = check_horizon(T), float(check_delta(delta)), check_seed(seed), H or 1
    last = last_episode(T, episodes)
    started, step = time.perf_counter(), mdp.simulator(seed, rewards)
    if record == UCRL2:
        records = play(mdp.S, mdp.A, delta, mdp.start, step, last * H, detailed=detailed, **options)
        head = flat_header(UCRL2, mdp.S, mdp.A, delta, seed=seed, producer=PRODUCER["name"],
                           version=PRODUCER["version"], options=options)  # fmt: skip
    else:
        declared = {} if name != "ucbvi" else {"bonus": options.get("bonus", "CH")}
        ends = {"terminal": mdp.terminal} if mdp.terminal else {}
        records = play(mdp.S, mdp.A, H, T, delta, step, detailed=detailed, **fixed, **options,
                       start=mdp.start, **ends)  # fmt: skip
        head = flat_header(record, mdp.S, mdp.A, delta, H=H, K=T, seed=seed,
                           producer=PRODUCER["name"], version=PRODUCER["version"],
                           options=declared | options | ends)  # fmt: skip
    steps, received, updates, played = 0, 0.0, 0, 0
    with closing(TraceWriter(out, force=force)) if out else nullcontext() as writer:
        write: Callable[[Any], None] = writer.write if writer else lambda record: None
        write(head)
        for one in records:
            write(one)
            if one["record"] != "steps":
                updates += 1
                continue
            steps += len(one["s"])
            received += sum(one["r"])
            played = steps // H if record == UCRL2 else played + 1
            if on_progress and (played % 1000 == 0 or played == last):
                seconds = time.perf_counter() - started
                on_progress(Progress(played, last, updates, None, seconds))
            if played >= last or (stop and stop()):
                break
        write(flat_end(steps))
    best = float(mdp.values(H)[0, mdp.start])
    return {
        "algorithm": record,
        "S": mdp.S,
        "A": mdp.A,
        "H": H,
        "T": T,
        "delta": delta,
        "seed": seed,
        "rewards": rewards,
        "episodes": played,
        "steps": steps,
        "interrupted": played < last,
        "V*": best,
        "realised regret": best * steps / H - received,
        "rewards received": received,
        "epochs" if record == UCRL2 else "plans": updates,
        "seconds": time.perf_counter() - started,
        **options,
    }
