"""The environments by name: `list_environments()` lists them, `make()` builds one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from reference.environments import classics
from reference.environments.gym_tables import GYM, REGISTERED, gym_problem, registered_problem
from reference.environments.mdp_file import mdp_file_text, read_mdp
from reference.environments.options import option_words
from reference.environments.problem import Problem, unchanged
from reference.environments.random_layered import (
    PAPER_A,
    PAPER_LAYERS,
    REWARDS,
    TRANSITIONS,
    random_layered,
)
from reference.environments.tight import tight, tight_chain
from reference.mdp import check_whole
from reference.support.errors import PreconditionError, meant


@dataclass(frozen=True)
class EnvironmentInfo:
    """What is known about an environment without building it.

    `options` are the keyword arguments of `make` beyond horizon and seed, each with its meaning;
    `needs` is the extra that must be installed, or "". `build` takes name, horizon, seed, options.
    """

    name: str
    description: str
    default_horizon: int
    source: str
    build: Callable[..., Problem] = field(repr=False)
    needs: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def list_environments() -> list[EnvironmentInfo]:
    """Return every environment that `make` knows, whether or not its extra is installed."""
    return list(_ENVIRONMENTS.values())


def environment_info(name: str) -> EnvironmentInfo:
    """Return the entry of `name`, whose options may follow it. Raises PreconditionError naming the
    closest matches."""
    return _known(option_words(name)[0])[0]


MOST_STEPS = 10**6
"""The longest horizon that is built: with one state per layer its tables have some 100 MB."""


def make(name: str, *, horizon: int | None = None, seed: int = 0, **options: Any) -> Problem:
    """Return the environment `name` over L = `horizon` steps (default: its own).

    After a random start (taxi) L is one more: the dummy x_0 of Remark 1. `seed` draws what is
    random in the MDP itself, and nothing else. "random:FAMILY/MEANS" combines any distribution of
    the transitions with any of the reward means; "NAME:KEY=VALUE,..." names options, and L. Same
    arguments, same bits. Raises PreconditionError for an unknown name or option and for values out
    of range.
    """
    base, words = option_words(name)
    info, means = _known(base)
    for key, value in words.items():
        if key in options or (key == "L" and horizon is not None):
            raise PreconditionError(key, value, f"is already given in {name}")
    horizon = words.pop("L", horizon)
    options = {**words, **options}
    if means is not None:
        if "rewards" in options:
            raise PreconditionError("rewards", options["rewards"], f"is already given in {name}")
        options = {**options, "rewards": means}
    for option in options:
        if option not in info.options and not base.startswith(REGISTERED):
            known = ", ".join(info.options) or "none"
            raise PreconditionError("option", option, f"{info.name} has these options: {known}")
    H = check_whole("horizon", info.default_horizon if horizon is None else horizon, least=0)
    check_whole("horizon", H, least=int(info is not _FILE))
    if H > MOST_STEPS:
        raise PreconditionError("horizon", H, f"must be at most {MOST_STEPS}")
    return info.build(base, H, seed, **options)


def _known(name: str) -> tuple[EnvironmentInfo, str | None]:
    """Return the entry of `name`, and the distribution of the means if `name` gives one."""
    key, slash, means = name.partition("/")
    if slash and key.startswith("random:") and key in _ENVIRONMENTS:
        if means in REWARDS:
            return _ENVIRONMENTS[key], means
        rule = f"{key}/MEANS must have MEANS one of {', '.join(REWARDS)}"
        raise PreconditionError("env", name, rule)
    if name in _ENVIRONMENTS:
        return _ENVIRONMENTS[name], None
    if name.startswith(REGISTERED):
        return _registered(name), None
    if name.startswith(FILED):
        return _FILE, None
    known = meant(name, _ENVIRONMENTS)
    if re.fullmatch(r"\w[\w/-]*-v[0-9]+", name):
        known = f"; an environment that Gymnasium registers is {REGISTERED}{name}"
    raise PreconditionError("env", name, f"unknown{known}")


def _registered(name: str) -> EnvironmentInfo:
    """Return the entry of an environment that Gymnasium registers."""
    return EnvironmentInfo(
        name,
        "an environment that Gymnasium registers, if its spaces are discrete and its table known",
        20,
        "Gymnasium",
        lambda name, H, seed, **options: registered_problem(name, H, **options),
        "gym",
        {
            "start": "a fixed start state instead of the environment's own",
            "...": "every other option is one of Gymnasium's: map_name=8x8, is_slippery=false",
        },
    )


FILED = "mdp:"
"""Begins the name of an MDP file, mdp:FILE; with `digest` the file must still have that one."""


def filed(path: str) -> str:
    """Return the name under which `make` builds the MDP of a file as it is now: results that are
    stored under this name are never mixed with those of another. Raises PreconditionError,
    MalformedInput, UnusablePath."""
    if "~" in path or ":" in path:
        raise PreconditionError("mdp", path, "must have no ~ or : in its path")
    make(f"{FILED}{path}")
    return f"{FILED}{path}:digest={_digest(path)}"


def _digest(path: str) -> str:
    return "sha256-" + hashlib.sha256(mdp_file_text(path).encode()).hexdigest()[:16]


def _of_file(name: str, H: int, seed: int, digest: str = "") -> Problem:
    path = name.removeprefix(FILED)
    mdp = read_mdp(path)
    if H not in (0, mdp.L):
        raise PreconditionError("horizon", H, f"an MDP file has its own, {mdp.L}")
    if digest and digest != _digest(path):
        rule = f"must be as it was, with the digest {digest}: results are never mixed"
        raise PreconditionError("mdp", path, rule)
    return Problem(name, mdp, unchanged(mdp), "an MDP from a file")


_FILE = EnvironmentInfo(
    FILED + "FILE", "the MDP of a file", 0, "a file", _of_file, options={"digest": "of the file"}
)


def _tiny(name: str, H: int, seed: int) -> Problem:
    if H != 2:
        raise PreconditionError("horizon", H, "tiny has layers 1, 2, 1: must be 2")
    return classics.tiny()


def _random(
    transitions: str,
    name: str,
    H: int,
    seed: int,
    width: int = PAPER_LAYERS[1],
    A: int = PAPER_A,
    rewards: str | None = None,
) -> Problem:
    layers = (1, *[width] * (H - 1), 1)
    mdp = random_layered(layers, A, seed=seed, transitions=transitions, rewards=rewards)
    text = f"random layered MDP: {TRANSITIONS[transitions][1]}; layers {layers}, {A} actions"
    return Problem(name, mdp, unchanged(mdp), text)


_L = len(PAPER_LAYERS) - 1
_OF_T = {
    "A": "actions (2)",
    "T": "number of episodes that the rewards are made for",
    "factor": "on the reward of the best action (1)",
    "delta": "in the logarithm of that reward (0.1)",
}
_RANDOM_OPTIONS = {
    "width": "states per inner layer (10)",
    "A": "actions (5)",
    "rewards": "distribution of the reward means: " + ", ".join(REWARDS),
}
_ALL = [
    EnvironmentInfo(
        "paper",
        "the simulation's size: L = 6, X = 52, A = 5; Dirichlet(1) rows, uniform means",
        _L,
        "Sec. VI (the distribution of the MDPs is a reading)",
        partial(_random, "dirichlet"),
        options=_RANDOM_OPTIONS,
    ),
    EnvironmentInfo("tiny", "layers 1, 2, 1, checkable by hand", 2, "made here", _tiny),
    EnvironmentInfo(
        "riverswim",
        "swim against the current to a large reward",
        20,
        "Osband, Van Roy and Russo 2013",
        lambda name, H, seed, states=6: classics.riverswim(H, states),
        options={"states": "length of the river (6)"},
    ),
    EnvironmentInfo(
        "deepsea",
        "N x N grid, N the horizon: one sequence of N actions pays",
        8,
        "Osband, Van Roy, Russo and Wen 2019; bsuite",
        lambda name, H, seed, shuffle=False: classics.deepsea(H, seed if shuffle else None),
        options={"shuffle": "swap left and right in a random half of the cells (False)"},
    ),
    EnvironmentInfo(
        "lock",
        "combination lock: one secret action per step",
        8,
        "folklore; the chain of Kakade 2003, chapter 8",
        lambda name, H, seed, **options: classics.lock(H, seed=seed, **options),
        options={"A": "actions (3)", "slip": "chance that the right action fails (0)"},
    ),
    EnvironmentInfo(
        "tight",
        "one good action, and a state that is never reached: regret grows with X",
        6,
        "made here: a lower bound for UCRL-LP",
        lambda name, H, seed, **options: tight(H, **options),
        options={"m": "states of layers 1 and 2 (4)", **_OF_T},
    ),
    EnvironmentInfo(
        "tight-chain",
        "the family of the lower bound: a good action in each layer, state 0 never reached",
        3,
        "made here: a lower bound for UCRL-LP",
        lambda name, H, seed, **options: tight_chain(H, **options),
        options={"k": "states of each inner layer (3)", **_OF_T},
    ),
    *(
        EnvironmentInfo(
            name,
            known.description,
            known.horizon,
            f"Gymnasium, {' or '.join(known.ids)}",
            lambda name, H, seed, start=None: gym_problem(name, H, start),
            "gym",
            {"start": "a fixed start state instead of the environment's own"},
        )
        for name, known in GYM.items()
    ),
    *(
        EnvironmentInfo(
            f"random:{law}", text, _L, "made here", partial(_random, law), options=_RANDOM_OPTIONS
        )
        for law, (_, text) in TRANSITIONS.items()
    ),
]
_ENVIRONMENTS = {info.name: info for info in _ALL}
