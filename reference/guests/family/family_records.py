"""The trace of FPOP, O-REPS, UC-O-REPS and UOB-REPS: UCRL-LP's format with one more record, a
`step` before every episode (README.md here).

These algorithms update after every episode, within epochs that only fix the confidence set. Row
[h][x][a] of a table is a pair, [h][x][a][x1] a triple, as in `records`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reference.mdp import LayeredMDP  # noqa: F401  # of an inherited field: pdoc looks here
from reference.trace.records import (
    ALGORITHM,
    EpisodeRecord,
    Header,
    Nested,
    Number,
    as_json,
    episode_record,
    header_record,
)

PERTURBED, O_REPS, UC_O_REPS, UOB_REPS = "FPOP", "O-REPS", "UC-O-REPS", "UOB-REPS"
OPTIONS: dict[str, dict[str, Any]] = {
    PERTURBED: {"eta": None, "scale": 1, "redraw": ("epoch", "episode")},
    O_REPS: {"eta": None, "scale": 1, "feedback": ("full", "bandit")},
    UC_O_REPS: {"eta": None, "scale": 1, "feedback": ("full", "bandit"), "floor": 1},
    UOB_REPS: {
        "eta": None, "scale": 1, "gamma": None, "exploration": 1, "box": ("N-1", "N"),
    },
}  # fmt: skip
"""What a header's `options` may hold: None is a number that is required, a number the default of
one that is not, and words are the choices, of which the first is the default."""
EPOCH_KEYS = {
    PERTURBED: ("N", "N3", "P_bar", "eps"),
    O_REPS: ("N", "N3"),
    UC_O_REPS: ("N", "N3", "P_bar", "eps"),
    UOB_REPS: ("N", "N3", "lo", "hi"),
}
"""The tables that an epoch record may hold."""
LOG_OF_ZERO = -1e300
"""What is written for ln 0."""


@dataclass(frozen=True)
class FamilyHeader(Header):
    """What the run was given. `options`: every key of OPTIONS. `radius` bounds the l1 distance, all
    layers together, of every recorded q from the optimum of its KL step."""

    algorithm: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    radius: Number = 0

    @property
    def full_information(self) -> bool:
        """Whether whole reward tables are observed, and so recorded."""
        return self.algorithm == PERTURBED or self.options.get("feedback") == "full"

    @property
    def mirror_descent(self) -> bool:
        """Whether its updates are KL steps."""
        return self.algorithm != PERTURBED


@dataclass(frozen=True)
class StepRecord:
    """What episode t plays, and how it came from episode t - 1. `tables`: `pi`; FPOP: `Y`, where it
    was drawn; the others: `log_q`, from t = 2 on `l_hat`, and perhaps the multipliers `beta`
    [h][x], h = 0..L. `u`: UOB-REPS' bounds at the pairs visited in episode t - 1."""

    t: int
    tables: Mapping[str, Nested]
    u: list[Number | str] | None
    line: int
    value: None = None


@dataclass(frozen=True)
class InformedEpisode(EpisodeRecord):
    """Episode with the reward table r_t that was observed after it."""

    r_t: Nested = field(default_factory=list)


def family_header(head: FamilyHeader) -> dict[str, Any]:
    """Return the header as a JSON object."""
    record = header_record(head)
    del record["readings"]
    record["algorithm"] = head.algorithm
    record["options"] = {key: as_json(value) for key, value in head.options.items()}
    if head.mirror_descent:
        record["radius"] = as_json(head.radius)
    return record


def step_record(
    t: int, tables: Mapping[str, Any], u: Sequence[float] | None = None
) -> dict[str, Any]:
    """Return a step as a JSON object; `tables` maps names to per-layer arrays."""
    record: dict[str, Any] = {"record": "step", "t": t}
    record.update({name: as_json(list(table)) for name, table in tables.items()})
    if u is not None:
        record["u"] = list(u)
    return record


def informed_episode(t: int, x: list[int], a: list[int], r: list[Any], r_t: Any) -> dict[str, Any]:
    """Return an episode and its reward table as a JSON object."""
    return {**episode_record(t, x, a, r), "r_t": as_json(list(r_t))}


def is_family(algorithm: object) -> bool:
    """Whether it is the name of an algorithm of this module."""
    return isinstance(algorithm, str) and algorithm != ALGORITHM and algorithm in OPTIONS
