"""The environments by name: `list_environments()` lists them, `make()` builds one."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from reference.environments import classics, gym_tables
from reference.environments.problem import Problem, unchanged
from reference.environments.random_layered import (
    PAPER_A,
    PAPER_LAYERS,
    REWARDS,
    TRANSITIONS,
    random_layered,
)
from reference.support.errors import PreconditionError


@dataclass(frozen=True)
class EnvironmentInfo:
    """What is known about an environment without building it.

    `options` are the keyword arguments of `make` beyond horizon and seed, each with its meaning;
    `needs` is the extra that must be installed, or "".
    """

    name: str
    description: str
    default_horizon: int
    source: str
    needs: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def list_environments() -> list[EnvironmentInfo]:
    """Every environment that `make` knows, whether or not its extra is installed."""
    return [info for info, _ in _ENVIRONMENTS.values()]


def environment_info(name: str) -> EnvironmentInfo:
    """The entry of `name`. Raises PreconditionError naming the closest matches."""
    return _ENVIRONMENTS[_known(name)[0]][0]


def make(name: str, *, horizon: int | None = None, seed: int = 0, **options: Any) -> Problem:
    """The environment `name` over L = `horizon` steps (default: its own).

    After a random start (taxi) L is one more: the dummy x_0 of Remark 1. `seed` draws what is
    random in the MDP itself, and nothing else. "random:FAMILY/MEANS" combines any distribution of
    the transitions with any of the reward means. Same arguments, same bits. Raises
    PreconditionError for an unknown name or option and for values out of range.
    """
    key, means = _known(name)
    info, build = _ENVIRONMENTS[key]
    if means is not None:
        if "rewards" in options:
            raise PreconditionError("rewards", options["rewards"], f"is already given in {name}")
        options = {**options, "rewards": means}
    for option in options:
        if option not in info.options:
            known = ", ".join(info.options) or "none"
            raise PreconditionError("option", option, f"{key} has these options: {known}")
    H = info.default_horizon if horizon is None else horizon
    if isinstance(H, bool) or not isinstance(H, int) or H < 1:
        raise PreconditionError("horizon", H, "must be a whole number, at least 1")
    return build(name, H, seed, options)


_Build = Callable[[str, int, int, Mapping[str, Any]], Problem]


def _known(name: str) -> tuple[str, str | None]:
    """The registry's key for `name`, and the distribution of the means if `name` gives one."""
    key, slash, means = name.partition("/")
    if slash and key.startswith("random:") and key in _ENVIRONMENTS:
        if means in REWARDS:
            return key, means
        rule = f"{key}/MEANS must have MEANS one of {', '.join(REWARDS)}"
        raise PreconditionError("env", name, rule)
    if name in _ENVIRONMENTS:
        return name, None
    close = difflib.get_close_matches(name, _ENVIRONMENTS, n=3, cutoff=0.4)
    hint = f" (did you mean {' or '.join(close)}?)" if close else ""
    raise PreconditionError("env", name, f"must be one of {', '.join(_ENVIRONMENTS)}{hint}")


def _random(transitions: str) -> _Build:
    def build(name: str, H: int, seed: int, options: Mapping[str, Any]) -> Problem:
        width, A = options.get("width", PAPER_LAYERS[1]), options.get("A", PAPER_A)
        layers = (1, *[width] * (H - 1), 1)
        means = options.get("rewards")
        mdp = random_layered(layers, A, seed=seed, transitions=transitions, rewards=means)
        text = f"random layered MDP: {TRANSITIONS[transitions][1]}; layers {layers}, {A} actions"
        return Problem(name, mdp, unchanged(mdp), text)

    return build


def _tiny(_: str, H: int, seed: int, options: Mapping[str, Any]) -> Problem:
    if H != 2:
        raise PreconditionError("horizon", H, "tiny has layers 1, 2, 1: must be 2")
    return classics.tiny()


def _riverswim(_: str, H: int, seed: int, options: Mapping[str, Any]) -> Problem:
    return classics.riverswim(H, options.get("states", 6))


def _deepsea(_: str, H: int, seed: int, options: Mapping[str, Any]) -> Problem:
    return classics.deepsea(H, seed if options.get("shuffle", False) else None)


def _lock(_: str, H: int, seed: int, options: Mapping[str, Any]) -> Problem:
    A, slip = options.get("A", 3), options.get("slip", Fraction(0))
    return classics.lock(H, A, slip, seed=seed)


def _gym(name: str, H: int, seed: int, options: Mapping[str, Any]) -> Problem:
    return gym_tables.gym_problem(name, H, options.get("start"))


_MEANS = "distribution of the reward means: " + ", ".join(REWARDS)
_RANDOM_OPTIONS = {"width": "states per inner layer (10)", "A": "actions (5)", "rewards": _MEANS}
_CHAIN = "Osband, Van Roy and Russo 2013"


def _environments() -> dict[str, tuple[EnvironmentInfo, _Build]]:
    L = len(PAPER_LAYERS) - 1
    entries: list[tuple[EnvironmentInfo, _Build]] = [
        (
            EnvironmentInfo(
                "paper",
                "the simulation's size: L = 6, X = 52, A = 5; Dirichlet(1) rows, uniform means",
                L,
                "Sec. VI (the distribution of the MDPs is a reading)",
                options=_RANDOM_OPTIONS,
            ),
            _random("dirichlet"),
        ),
        (EnvironmentInfo("tiny", "layers 1, 2, 1, checkable by hand", 2, "made here"), _tiny),
        (
            EnvironmentInfo(
                "riverswim",
                "swim against the current to a large reward",
                20,
                _CHAIN,
                options={"states": "length of the river (6)"},
            ),
            _riverswim,
        ),
        (
            EnvironmentInfo(
                "deepsea",
                "N x N grid, N the horizon: one sequence of N actions pays",
                8,
                "Osband, Van Roy, Russo and Wen 2019; bsuite",
                options={"shuffle": "swap left and right in a random half of the cells (False)"},
            ),
            _deepsea,
        ),
        (
            EnvironmentInfo(
                "lock",
                "combination lock: one secret action per step",
                8,
                "folklore; the chain of Kakade 2003, chapter 8",
                options={"A": "actions (3)", "slip": "chance that the right action fails (0)"},
            ),
            _lock,
        ),
    ]
    for name, known in gym_tables.GYM.items():
        source = f"Gymnasium, {' or '.join(known.ids)}"
        options = {"start": "a fixed start state instead of the environment's own"}
        info = EnvironmentInfo(name, known.description, known.horizon, source, "gym", options)
        entries.append((info, _gym))
    for law, (_, text) in TRANSITIONS.items():
        info = EnvironmentInfo(f"random:{law}", text, L, "made here", options=_RANDOM_OPTIONS)
        entries.append((info, _random(law)))
    return {info.name: (info, build) for info, build in entries}


_ENVIRONMENTS = _environments()
