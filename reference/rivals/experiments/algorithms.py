"""The algorithms by name: `ucrl-lp` and those that Sec. I and VI compare it with.

An `AlgorithmSpec` is an algorithm with its readings, written `ucrl-lp` or `ucrl2-chain:clip=false`.
An option left out has its default; one that is spelt out but equals the default gives the same
`AlgorithmSpec`. Options of `ucrl-lp` are the readings of `reference.readings`; those of the others
are the keyword arguments of their classes.

`ucrl-lp` is the generator `reference.ucrl_lp`, which `reference.rivals.experiments.trials`
iterates, and `ucrl-lp-twin` is the same with LP1 solved by backward induction; the others are
`Learner`s.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from reference import readings
from reference.rivals.baselines.ucrl_lp_twin import TWIN_OPTIONS, TWIN_TIES, check_ties
from reference.support.errors import PreconditionError

if TYPE_CHECKING:
    from reference.rivals.baselines.learner import Learner


@dataclass(frozen=True)
class Algorithm:
    """One entry of the registry. `episode` and `doubling` are rough seconds at the paper's size,
    per episode and per doubling of T: used only to order trials and to estimate the time left."""

    name: str
    label: str
    learner: str
    """module:class below `reference.rivals.baselines`"""
    fixed: Mapping[str, Any]
    episode: float
    doubling: float = 0.0

    @property
    def defaults(self) -> dict[str, Any]:
        """Return its options and their defaults."""
        if self.name == OURS:
            # The distribution of rewards belongs to a trial, not to the learner.
            full = readings.choose()
            open_ = {k for k, reading in readings.BY_KEY.items() if len(reading.choices) > 1}
            return {k: v for k, v in full.items() if k in open_ and k != "reward-law"}
        if self.name == TWIN:
            return TWIN_OPTIONS
        parameters = inspect.signature(_class(self.name)).parameters.values()
        return {
            p.name: p.default
            for p in parameters
            if p.kind is p.KEYWORD_ONLY and p.name not in self.fixed
        }


OURS, TWIN = "ucrl-lp", "ucrl-lp-twin"
FULL, BANDIT = {"feedback": "full"}, {"feedback": "bandit"}
_REGISTRY = (
    Algorithm(OURS, "UCRL-LP", "", {}, 1.5e-4, 0.4),
    Algorithm(TWIN, "UCRL-LP twin", "", {}, 6e-5, 0.04),
    Algorithm("ucrl2-chain", "UCRL2 (chain)", "ucrl2:UCRL2Chain", {}, 6e-5),
    Algorithm("ucrl2-fh", "UCRL2 (finite horizon)", "ucrl2:UCRL2Layers", {}, 6e-5),
    Algorithm("ucbvi-ch", "UCBVI-CH", "ucbvi:UCBVI", {"bonus": "CH"}, 4e-4),
    Algorithm("ucbvi-bf", "UCBVI-BF", "ucbvi:UCBVI", {"bonus": "BF"}, 4e-4),
    Algorithm("ucb-q-h", "UCB-Q, Hoeffding", "q_learning:UCBQLearning", {"bonus": "H"}, 2e-4),
    Algorithm("ucb-q-b", "UCB-Q, Bernstein", "q_learning:UCBQLearning", {"bonus": "B"}, 2e-4),
    Algorithm("psrl", "PSRL", "psrl:PSRL", {}, 5e-4),
    Algorithm("fpop", "FPOP", "fpop:FPOP", {}, 6e-4),
    Algorithm("o-reps", "O-REPS", "o_reps:OREPS", {"P": None, **FULL}, 2.4e-3),
    Algorithm("o-reps-bandit", "O-REPS (bandit)", "o_reps:OREPS", {"P": None, **BANDIT}, 1.6e-3),
    Algorithm("uc-o-reps", "UC-O-REPS", "uc_o_reps:UCOREPS", {}, 5e-3),
    Algorithm(
        "uc-o-reps-bandit", "UC-O-REPS (bandit)", "floored_uc_o_reps:FlooredUCOREPS", {}, 2e-3
    ),
    Algorithm("uob-reps", "UOB-REPS", "uob_reps:UOBREPS", {}, 4e-3),
    Algorithm("regal-chain", "REGAL (chain)", "regal:REGALChain", {}, 5e-3),
    Algorithm("scal-chain", "SCAL (chain)", "scal:SCALChain", {}, 6e-5),
    Algorithm("ucrl-chain", "UCRL (chain)", "ucrl:UCRLChain", {}, 1.5e-4),
    Algorithm("ucrl-layers", "UCRL (layers)", "ucrl:UCRLLayers", {}, 2e-4),
    Algorithm("jhl", "JHL", "best_of_both_worlds:BestOfBothWorlds", FULL, 3e-3),
    Algorithm("jhl-bandit", "JHL (bandit)", "best_of_both_worlds:BestOfBothWorlds", BANDIT, 2.5e-3),
    Algorithm("opsrl", "optimistic PSRL", "optimistic_psrl:OptimisticPSRL", {}, 6e-5, 0.3),
)
ALGORITHMS: Mapping[str, Algorithm] = {a.name: a for a in _REGISTRY}


@cache
def _class(algorithm: str) -> Any:
    module, _, name = ALGORITHMS[algorithm].learner.partition(":")
    return getattr(importlib.import_module(f"reference.rivals.baselines.{module}"), name)


@dataclass(frozen=True, order=True)
class AlgorithmSpec:
    """Algorithm and those of its options that differ from the default, sorted."""

    algorithm: str
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        words = ",".join(f"{key}={_written(value)}" for key, value in self.options)
        return f"{self.algorithm}:{words}" if words else self.algorithm

    @property
    def label(self) -> str:
        """Return its name for legends and tables."""
        words = ", ".join(
            f"{key} {value:g}" if isinstance(value, float) else f"{key} {_written(value)}"
            for key, value in self.options
        )
        label = ALGORITHMS[self.algorithm].label
        return f"{label}, {words}" if words else label

    @property
    def full(self) -> dict[str, Any]:
        """Return every option with its value, defaults included, as recorded in results."""
        return {**ALGORITHMS[self.algorithm].defaults, **dict(self.options)}

    def choices(self) -> readings.Choices:
        """Return the readings of Algorithm 1 under which OURS or TWIN plays. Raises
        PreconditionError for one that is no choice."""
        if self.algorithm == OURS:
            return readings.to_play(self.full)
        chosen = {key: self.full[key] for key in ("completion", "log", "radii")}
        return readings.to_play({**chosen, "r_bar": "sum-over-N"})

    def learner(
        self, layers: Sequence[int], A: int, T: int, delta: float, seed: int, P: Any = None
    ) -> Learner:
        """Return a fresh learner; OURS and TWIN have none, and only one made for known P receives
        `P`. Raises PreconditionError for an option out of range."""
        given = {**ALGORITHMS[self.algorithm].fixed, **dict(self.options)}
        if "P" in given:
            given["P"] = P
        learner: Learner = _class(self.algorithm)(layers, A, T, delta, seed, **given)
        return learner

    def check(self) -> None:
        """Check the options in microseconds. Raises PreconditionError for one out of range."""
        if self.algorithm in (OURS, TWIN):
            self.choices()
            check_ties(self.full.get("ties", TWIN_TIES[0]))
        else:
            self.learner((1, 1), 1, 1, 0.1, 0)

    def seconds(self, T: int) -> float:
        """Return a rough estimate of a run's time at the paper's size."""
        algorithm = ALGORITHMS[self.algorithm]
        return algorithm.episode * T + algorithm.doubling * T.bit_length()

    def having(self, option: str, value: Any) -> AlgorithmSpec:
        """Return the same with one more option, if this algorithm has it and it is not chosen
        yet."""
        defaults = ALGORITHMS[self.algorithm].defaults
        if option not in defaults or option in dict(self.options):
            return self
        return _choice(self.algorithm, {**dict(self.options), option: value})


def parse(text: str) -> AlgorithmSpec:
    """Return the algorithm that `NAME` or `NAME:KEY=VALUE,KEY=VALUE` describes. Raises
    PreconditionError naming what is wrong."""
    name, colon, words = text.partition(":")
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name, ALGORITHMS, n=2, cutoff=0.4) or list(ALGORITHMS)
        raise PreconditionError("algorithm", name, f"unknown; did you mean {', '.join(near)}?")
    defaults = ALGORITHMS[name].defaults
    options: dict[str, Any] = {}
    for word in words.split(",") if colon else []:
        key, equals, value = word.partition("=")
        if not equals:
            raise PreconditionError("algorithm", text, "options have the form KEY=VALUE,KEY=VALUE")
        if key not in defaults or key in options:
            rule = "is given twice" if key in options else f"one of {', '.join(defaults)}"
            raise PreconditionError(f"option of {name}", key, rule)
        options[key] = _read(f"{name}:{key}", value, defaults[key])
    choice = _choice(name, options)
    choice.check()
    return choice


def having_readings(
    choices: Iterable[AlgorithmSpec], chosen: dict[str, str]
) -> list[AlgorithmSpec]:
    """Return the algorithms under the readings of the command line. Raises PreconditionError."""
    kept = list(choices)
    for key, value in chosen.items():
        reading = readings.find(key)
        if value not in reading.choices:
            rule = f"must be one of {', '.join(reading.choices)}"
            raise PreconditionError(f"reading {key}", value, rule)
        if key == "ucrl2-clip":
            kept = [c.having("clip", value == "clipped") for c in kept]
        elif key == "ucrl2-setting":
            unwanted = "ucrl2-fh" if value == "chain" else "ucrl2-chain"
            kept = [c for c in kept if c.algorithm != unwanted]
        elif key != "reward-law" and len(reading.choices) > 1:
            ours = [c for c in kept if c.algorithm in (OURS, TWIN)]
            if reading.scope != "UCRL-LP" or not any(key in c.full for c in ours):
                raise PreconditionError(f"reading {key}", value, "has no effect here")
            kept = [c.having(key, value) if c in ours else c for c in kept]
    return [parse(str(choice)) for choice in kept]


def _choice(name: str, options: Mapping[str, Any]) -> AlgorithmSpec:
    defaults = ALGORITHMS[name].defaults
    return AlgorithmSpec(
        name, tuple(sorted((k, v) for k, v in options.items() if v != defaults[k]))
    )


def _read(field: str, text: str, default: Any) -> Any:
    """Return the value that `text` stands for, of the type of the option's default."""
    if isinstance(default, bool):
        if text not in ("true", "false"):
            raise PreconditionError(field, text, "must be true or false")
        return text == "true"
    if isinstance(default, str):
        return text
    for number in (float,) if isinstance(default, float) else (int, float):
        with suppress(ValueError):
            return number(text)
    raise PreconditionError(field, text, "must be a number")


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
