"""The trace of learners on flat states (README.md here): JSON Lines, what
was played and what was computed from it.

Records: `header`; then, in the order in which they happen, `epoch` (UCRL2: a policy) or `plan`
(UCBVI: the Q of an episode; UCFH, PSRL: its policy) and `steps` (UCRL2: any number of steps; the
others: one episode, or what is played of it between two plans); then `end`. This module defines the
records and writes them; `flat_reader` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reference.support.errors import PreconditionError
from reference.trace.records import Number, as_json

FLAT, FLAT_VERSION = "flat-trace", 1
UCRL2, UCB_VI, UCB_H, UCB_B = "UCRL2", "UCBVI", "UCB-H", "UCB-B"
UCFH, PS_RL = "UCFH", "PSRL"
EPISODIC = (UCB_VI, UCB_H, UCB_B, UCFH, PS_RL)
PLANNING = (UCB_VI, UCFH, PS_RL)
"""Those that plan whole episodes, in `plan` records."""
FLAT_TOLERANCE = 1e-9
"""Default of the header's `tolerance`, relative above 1."""
MAX_TABLE = 1_000_000
"""S A S, and with episodes also H S A: entries of a table."""
MAX_STAGED = 4_000_000
"""H S A S with stages "own": entries of the largest table that is really allocated."""
WORK, WORK_PER_BYTE = 20_000, 20
"""Pairs (s, a) that all epochs of a trace of UCRL2 may have together, or (h, s, a) all plans of
UCFH and PSRL, and more for each of its bytes: what a short record makes a checker compute is
bounded."""
RADII = ("JOA", "bernstein", "bernstein-sum", "recorded")
CLOCKED = ("fixed", "1/sqrt(t)", "1/t", "1/sqrt(k)")
PLANS = ("every", "doubling", "powers", "doubling at once", "powers at once")
"""When a new plan is made: before every episode; where the visits of some pair since the last plan
are as many as before it; where the visits of some pair have become a power of 2 since; the last two
at once, in the middle of an episode too."""

OPTIONS_OF: dict[str, dict[str, Any]] = {
    UCRL2: {
        "clip": (True, False),
        "delta": CLOCKED,
        "radius": RADII,
        "stop": ("1/sqrt(t)", "1/t"),
        "tau": 1.0,
        "trigger": ("lazy", "eager"),
    },
    UCB_VI: {
        "bonus": ("CH", "BF", "recorded"),
        "cap": ("H", "remaining", "none"),
        "first": ("planned", "free"),
        "last": ("none", "H^2"),
        "monotone": (True, False),
        "plan": PLANS,
        "prior": 0.0,
        "rewards": ("mean", "mean+bonus"),
        "scale": 1.0,
        "stages": ("shared", "own"),
        "terminal": (),
        "unseen": ("cap", "model"),
        "V": ("max", "min with H", "min with remaining"),
    },
    UCB_H: {
        "bonus": ("JABJ", "recorded"),
        "c": 1.0,
        "cap": ("H", "remaining"),
        "order": ("forward", "backward"),
        "terminal": (),
    },
    UCB_B: {
        "bonus": ("JABJ", "recorded"),
        "c1": 2.0,
        "c2": 2.0,
        "cap": ("H", "remaining"),
        "order": ("forward", "backward"),
        "terminal": (),
    },
    UCFH: {
        "clip": (True, False),
        "delta": CLOCKED,
        "plan": (PLANS[1], PLANS[0], *PLANS[2:]),
        "radius": RADII,
        "terminal": (),
        "V": ("max", "min with H", "min with remaining"),
    },
    PS_RL: {
        "a0": 1.0,
        "alpha0": 1.0,
        "b0": 1.0,
        "mu0": 0.0,
        "plan": PLANS,
        "rewards": ("beta", "normal", "mean"),
        "sigma": 1.0,
        "sigma0": 1.0,
        "terminal": (),
    },
}
"""What a header's `options` may hold: choices, of which the first is the default and that of the
paper; a number; `terminal`, a list of states. `stop` may be a number, `radius` two factors of eq.
(3) and (4), `bonus` of UCBVI an object {root, over, most}."""
BONUS = {"root": 1.0, "over": 0.0, "most": "none"}
"""min{most, root / sqrt(n) + over / n}: each a number, "H" or "H-h", `most` perhaps "none"."""

EPOCH_TABLES = {"N": "sa", "r_bar": "sa", "p_bar": "sas", "d_r": "sa", "d_p": "sa", "u": "s",
                "p_opt": "sas"}  # fmt: skip
"""The optional tables of an `epoch` and their indices: state, action, next state."""
PLAN_TABLES = {"N": "sa", "r_bar": "sa", "p_bar": "sas", "bonus": "hsa", "V": "hs"}
"""Those of a `plan` of UCBVI; N, r_bar and p_bar have a leading h with stages "own"."""
POLICY_TABLES = {
    UCFH: {"N": "sa", "r_bar": "sa", "p_bar": "sas", "d_r": "sa", "d_p": "sa", "V": "hs"},
    PS_RL: {"P": "sas", "r_sampled": "sa", "N": "sa", "V": "hs"},
}
"""Those of a `plan` of UCFH and PSRL, which has `pi`; PSRL's must have P and r_sampled, the MDP
that was drawn. d_p is [s][a][s'] where the radii are those of single probabilities."""
STEP_LISTS = ("V", "n", "alpha", "bonus")
"""The optional lists of `steps` of UCB-H and UCB-B; `Q` is required."""

UNKNOWN: Mapping[str, str] = {"name": "unknown", "version": ""}  # a producer


@dataclass(frozen=True)
class FlatHeader:
    """What the learner was given. `options`: every key of OPTIONS_OF; `declared`: those that the
    trace names. `delta` is p of UCB-H and UCB-B; H steps an episode and K episodes, both 0 for
    UCRL2."""

    algorithm: str
    S: int
    A: int
    delta: Number
    options: Mapping[str, Any]
    H: int = 0
    K: int = 0
    tolerance: Number = FLAT_TOLERANCE
    producer: Mapping[str, str] = field(default_factory=lambda: dict(UNKNOWN))
    seed: int | None = None
    line: int = 1
    declared: tuple[str, ...] = ()

    @property
    def episodic(self) -> bool:
        """Whether it plays K episodes of H steps."""
        return self.algorithm in EPISODIC

    @property
    def T(self) -> int:
        """Return the steps that are played, KH; 0 where no end is given."""
        return self.K * self.H


@dataclass(frozen=True)
class PolicyRecord:
    """Epoch k of UCRL2 begins at step t: its policy pi [s][a], and any of EPOCH_TABLES."""

    k: int
    t: int
    pi: list[list[Number]]
    tables: Mapping[str, Any]
    line: int


@dataclass(frozen=True)
class PlanRecord:
    """Q [h][s][a] of UCBVI's episode k, and any of PLAN_TABLES."""

    k: int
    Q: Any
    tables: Mapping[str, Any]
    line: int


@dataclass(frozen=True)
class EpisodePolicyRecord:
    """pi [h][s][a] of episode k of UCFH or PSRL, and any of POLICY_TABLES."""

    k: int
    pi: Any
    tables: Mapping[str, Any]
    line: int


@dataclass(frozen=True)
class StepsRecord:
    """Steps in their order: states, actions, rewards, next states. `lists`: of UCB-H and UCB-B, Q
    of the pair after its update, and any of STEP_LISTS."""

    s: list[int]
    a: list[int]
    r: list[Number | str]
    s1: list[int]
    lists: Mapping[str, list[Any]]
    line: int


@dataclass(frozen=True)
class FlatEnd:
    """Last line: how many steps were played."""

    steps: int
    line: int


FlatRecord = FlatHeader | PolicyRecord | PlanRecord | EpisodePolicyRecord | StepsRecord | FlatEnd


def default_of(known: Any) -> Any:
    """Return the default of an entry of OPTIONS_OF."""
    return (known[0] if known else ()) if isinstance(known, tuple) else known


def flat_options(algorithm: str, **given: Any) -> dict[str, Any]:
    """Return every option of an algorithm: `given`, and defaults. Raises PreconditionError for an
    unknown one."""
    known = OPTIONS_OF[algorithm]
    for key in sorted(set(given) - set(known)):
        raise PreconditionError("options", key, f"must be one of {', '.join(known)}")
    return {key: given.get(key, default_of(of)) for key, of in known.items()}


class FlatSetting(NamedTuple):
    """What a learner on flat states is told: S states, A actions, delta; with episodes, K of H
    steps from `start`, which the states `terminal` end. UCRL2 begins in `start`."""

    S: int
    A: int
    delta: float
    H: int = 0
    K: int = 0
    start: int = 0
    terminal: tuple[int, ...] = ()


def flat_header(
    algorithm: str,
    setting: FlatSetting,
    *,
    producer: Mapping[str, str] = UNKNOWN,
    seed: int | None = None,
    tolerance: float = FLAT_TOLERANCE,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the header as a JSON object; only the options given are written, `terminal` among
    them. `producer` has a name and a version. Raises PreconditionError for an unknown option."""
    options = options or {}
    flat_options(algorithm, **options)
    record: dict[str, Any] = {
        "record": "header",
        "format": FLAT,
        "version": FLAT_VERSION,
        "algorithm": algorithm,
        "S": setting.S,
        "A": setting.A,
        "delta": as_json(setting.delta),
        "tolerance": tolerance,
        "options": {key: as_json(value) for key, value in options.items()},
        "producer": dict(producer),
    }
    if algorithm in EPISODIC:
        record |= {"H": setting.H, "K": setting.K}
    if seed is not None:
        record["seed"] = seed
    return record


def policy_record(k: int, t: int, pi: Any, **tables: Any) -> dict[str, Any]:
    """Return an epoch of UCRL2 as a JSON object; arrays become lists."""
    return {"record": "epoch", "k": k, "t": t, "pi": as_json(pi), **_lists(tables)}


def plan_record(k: int, Q: Any, **tables: Any) -> dict[str, Any]:
    """Return a plan of UCBVI as a JSON object; arrays become lists."""
    return {"record": "plan", "k": k, "Q": as_json(Q), **_lists(tables)}


def episode_policy_record(k: int, pi: Any, **tables: Any) -> dict[str, Any]:
    """Return a plan of UCFH or PSRL as a JSON object; arrays become lists."""
    return {"record": "plan", "k": k, "pi": as_json(pi), **_lists(tables)}


def steps_record(
    steps: Sequence[tuple[int, int, float, int]], **lists: Sequence[Any]
) -> dict[str, Any]:
    """Return steps (s, a, r, s1), and lists of the same length, as a JSON object."""
    names = ("s", "a", "r", "s1")
    named = {name: [as_json(step[k]) for step in steps] for k, name in enumerate(names)}
    return {"record": "steps", **named, **_lists(lists)}


def flat_end(steps: int) -> dict[str, Any]:
    """Return the end of a trace as a JSON object."""
    return {"record": "end", "steps": steps}


def _lists(tables: Mapping[str, Any]) -> dict[str, Any]:
    return {name: as_json(table) for name, table in tables.items()}


def is_flat(algorithm: object) -> bool:
    """Whether it is the name of an algorithm of this module."""
    return isinstance(algorithm, str) and algorithm in OPTIONS_OF
