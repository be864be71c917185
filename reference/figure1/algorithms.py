"""The algorithms by name: `ucrl-lp` and those that Sec. I and VI compare it with.

An `AlgorithmSpec` is an algorithm with its readings, written `ucrl-lp` or `ucrl2-chain:clip=false`.
An option left out has its default; one that is spelt out but equals the default gives the same
`AlgorithmSpec`. Options of `ucrl-lp` are the readings of `reference.readings`; those of the others
are the keyword arguments of their classes.

`ucrl-lp` is the generator `reference.ucrl_lp`, which `reference.figure1.trials`
iterates, and `ucrl-lp-twin` is the same with LP1 solved by backward induction; the others are
`Learner`s.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reference import readings
from reference.figure1.algorithm import OURS, TWIN, Algorithm
from reference.figure1.ucrl_lp_twin import TWIN_TIES, check_ties
from reference.support.errors import NotInstalled, PreconditionError
from reference.support.guests import LEARNERS, guest, installed

if TYPE_CHECKING:
    from reference.figure1.learner import Learner


HERE = (
    Algorithm(OURS, "UCRL-LP", "", {}, 1.5e-4, 0.4),
    Algorithm(TWIN, "UCRL-LP twin", "", {}, 6e-5, 0.04),
    Algorithm("ucrl2-chain", "UCRL2 (chain)", "reference.figure1.ucrl2:UCRL2Chain", {}, 6e-5),
    Algorithm(
        "ucrl2-fh", "UCRL2 (finite horizon)", "reference.figure1.ucrl2:UCRL2Layers", {}, 6e-5
    ),
)
"""What Figure 1, its sensitivity and the tight family need."""
_GUESTS: tuple[Algorithm, ...] = guest("learners") if installed("learners") else ()
ALGORITHMS: Mapping[str, Algorithm] = {a.name: a for a in (*HERE, *_GUESTS)}
"""By name; those of the guests where they are installed."""


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
        make = ALGORITHMS[self.algorithm].learner_class
        learner: Learner = make(layers, A, T, delta, seed, **given)
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
    PreconditionError naming what is wrong, NotInstalled for a guest that is not here."""
    name, colon, words = text.partition(":")
    if name not in ALGORITHMS and name in LEARNERS:
        raise NotInstalled("algorithm", name, ALGORITHMS)
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
