"""A run of a learner on flat states that writes a trace which `proofs-check trace` checks. A
layered environment is also a flat one, x_L merged into x_0."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from typing import Any, Unpack

from reference.guests.flat.flat_mdp import FlatMDP, merged
from reference.guests.flat.flat_psrl import PSRLOptions, flat_psrl
from reference.guests.flat.flat_q_learning import QLearningOptions, flat_q_learning
from reference.guests.flat.flat_records import (
    EPISODIC,
    KNOWN,
    LENGTHS,
    OPTIONS_OF,
    PLANS,
    PS_RL,
    STAGES,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCFH,
    UCRL2,
    WHICH_Q,
    FlatSetting,
    flat_end,
    flat_header,
)
from reference.guests.flat.flat_ucbvi import UCBVIOptions, flat_ucbvi
from reference.guests.flat.flat_ucfh import UCFHOptions, flat_ucfh
from reference.guests.flat.flat_ucrl2 import UCRL2Options, flat_ucrl2
from reference.mdp import LayeredMDP, check_delta, check_horizon
from reference.running.driver import PRODUCER, Session, SessionOptions, last_episode
from reference.running.outcome import Progress, as_recorded
from reference.simulator import REWARD_LAWS, check_seed
from reference.support.errors import PreconditionError

FLAT_RUNS: dict[str, tuple[str, Callable[..., Any], Any]] = {
    "ucrl2": (UCRL2, flat_ucrl2, UCRL2Options()),
    "ucbvi": (UCB_VI, flat_ucbvi, UCBVIOptions()),
    "ucb-h": (UCB_H, flat_q_learning, QLearningOptions("H")),
    "ucb-b": (UCB_B, flat_q_learning, QLearningOptions("B")),
    "ucfh": (UCFH, flat_ucfh, UCFHOptions()),
    "psrl": (PS_RL, flat_psrl, PSRLOptions()),
}
"""Name on the command line: algorithm of the trace, function, default options."""
OFFERED = {"ucb-h": ("c", "length"), "ucb-b": ("c1", "c2", "length"),
           "psrl": ("rewards", "alpha0", "a0", "b0", "mu0", "sigma0", "sigma", "plan",
                    "stages")}  # fmt: skip
"""The options that can be chosen, where not all can: which bonus it is, the name says; the seed has
an option of its own."""
AS_POSITIVE = (":tau", ":radius")
CHOICES = {
    "bonus": ("CH", "BF"), "rewards": OPTIONS_OF[UCB_VI]["rewards"], "plan": PLANS,
    "stages": STAGES, "last": ("none", "H^2"), "update": WHICH_Q, "length": LENGTHS,
    "radius": ("JOA", "bernstein", "bernstein-sum"),
    "psrl:rewards": OPTIONS_OF[PS_RL]["rewards"], "ucfh:rewards": OPTIONS_OF[UCFH]["rewards"],
}  # fmt: skip


def flat_choice(text: str) -> tuple[str, dict[str, Any]]:
    """Return (name, options) of NAME or NAME:KEY=VALUE,... Raises PreconditionError for an unknown
    option or a value that is none."""
    name, colon, words = text.partition(":")
    defaults = FLAT_RUNS[name][2]._asdict()
    known = {key: defaults[key] for key in OFFERED.get(name, defaults)}
    options: dict[str, Any] = {}
    for word in words.split(",") if colon else []:
        key, equals, value = word.partition("=")
        if not equals or key not in known or key in options:
            rule = f"options have the form KEY=VALUE, once each, KEY one of {', '.join(known)}"
            raise PreconditionError("algorithm", word, rule)
        choices = CHOICES.get(f"{name}:{key}", CHOICES.get(key, ()))
        options[key] = _value(f"{name}:{key}", value, known[key], choices)
    return name, options


def _value(field: str, text: str, default: Any, choices: tuple[str, ...]) -> Any:
    if isinstance(default, bool):
        choices = ("true", "false")
    if choices and not (field.endswith(":radius") and text not in choices):
        if text not in choices:
            raise PreconditionError(field, text, f"must be one of {', '.join(choices)}")
        return text == "true" if isinstance(default, bool) else text
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    positive = field != "psrl:mu0" and (field.startswith("psrl:") or field.endswith(AS_POSITIVE))
    if not 0 <= number <= (1 if field == "ucrl2:tau" else 1e6) or (positive and not number):
        rule = "must be a number from 0 to 1e6; tau in (0, 1]; of a prior or radius, above 0"
        if choices:
            rule = f"must be one of {', '.join(choices)}, or a factor of both radii"
        raise PreconditionError(field, text, rule)
    return (number, number) if field.endswith(":radius") else number


def _steps(mdp: FlatMDP, H: int, name: str, options: Mapping[str, Any]) -> int:
    """Return H of an MDP that has a P of its own for every step. Raises PreconditionError for
    another H, and for a learner that has one table for all steps."""
    if options.get("stages", "own" if FLAT_RUNS[name][0] in EPISODIC else "") != "own":
        rule = "has P[h, s, a, s1]: choose stages=own of ucbvi, ucfh or psrl, or ucb-h or ucb-b"
        raise PreconditionError("--mdp", f"{mdp.stages} steps", rule)
    if H not in (0, mdp.stages):
        raise PreconditionError("--horizon", H, f"must be {mdp.stages}, as P has it, or left out")
    return mdp.stages


def run_flat(
    mdp: LayeredMDP | FlatMDP,
    algorithm: str,
    T: int,
    *,
    H: int = 0,
    delta: float = 0.1,
    seed: int = 0,
    rewards: str = "",
    **options: Unpack[SessionOptions],
) -> dict[str, Any]:
    """Play T episodes of `algorithm`, NAME or NAME:KEY=VALUE,... with a NAME of FLAT_RUNS. An
    episode of a layered MDP has H = L steps, of a flat one H (1); UCRL2 makes the steps of the
    episodes one after another. `rewards` is a law of REWARD_LAWS, of a flat MDP by default its own;
    `options` are those of a `Session`.

    Returns what `ucrl-lp run` prints; the regret is against V* and by the rewards received. Raises
    PreconditionError and UnusablePath."""
    session, (name, chosen) = Session(**options), flat_choice(algorithm)
    record, play, defaults = FLAT_RUNS[name]
    if isinstance(mdp, LayeredMDP):
        H, mdp = mdp.L, merged(as_recorded(mdp))
    if mdp.stages:
        H = _steps(mdp, H, name, {**defaults._asdict(), **chosen})
    rewards = rewards or mdp.rewards
    if rewards not in REWARD_LAWS:
        raise PreconditionError("--rewards", rewards, f"one of {', '.join(REWARD_LAWS)}")
    T, delta, seed, H = check_horizon(T), float(check_delta(delta)), check_seed(seed), H or 1
    last = last_episode(T, session.episodes)
    started, step = time.perf_counter(), mdp.simulator(seed, rewards)
    r = mdp.r if chosen.get("rewards") == KNOWN else None
    setting = FlatSetting(mdp.S, mdp.A, delta, H, T, mdp.start, mdp.terminal, r)
    how, declared = defaults._replace(**chosen), chosen
    if record == UCRL2:
        records = play(setting, step, last * H, how, detailed=session.detailed)
    else:
        how = how._replace(seed=seed) if record == PS_RL else how
        records = play(setting, step, how, detailed=session.detailed)
        if record == UCB_VI:
            declared = {"bonus": how.bonus} | declared
        if mdp.terminal:
            declared = declared | {"terminal": mdp.terminal}
    head = flat_header(record, setting, producer=PRODUCER, seed=seed, options=declared)
    steps, received, updates, played = 0, 0.0, 0, 0
    with closing(session.writer(T)) if session.out else nullcontext() as writer:
        write: Callable[[Any], None] = writer.write if writer else lambda record: None
        write(head)
        for each in records:
            write(each)
            if each["record"] != "steps":
                updates += 1
                continue
            steps += len(each["s"])
            received += sum(each["r"])
            played = steps // H if record == UCRL2 else played + 1
            if session.on_progress and (played % 1000 == 0 or played == last):
                seconds = time.perf_counter() - started
                session.on_progress(Progress(played, last, updates, None, seconds))
            if played >= last or (session.stop and session.stop()):
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
        **chosen,
    }
