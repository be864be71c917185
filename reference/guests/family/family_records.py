"""The trace of FPOP, O-REPS, UC-O-REPS and UOB-REPS: UCRL-LP's format with one more record, a
`step` before every episode (README.md here).

These algorithms update after every episode, within epochs that only fix the confidence set. RowOf
[h][x][a] of a table is a pair, [h][x][a][x1] a triple, as in `records`. What each record may hold
is stated here once, as there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from reference.mdp import LayeredMDP  # noqa: F401  # of an inherited field: pdoc looks here
from reference.support.fields import (
    OMITTED,
    REQUIRED,
    Bounds,
    Choice,
    Const,
    Field,
    Fields,
    Later,
    RecordPlace,
    Refer,
    Schema,
    published,
    records_of_a_line,
)
from reference.trace.numbers import (
    NUMBER,
    OF_PAIRS,
    OF_TRIPLES,
    POSITIVE,
    ExactNumber,
    NumberAsWritten,
    RowOf,
    TableOf,
)
from reference.trace.records import (
    ALGORITHM,
    END_FIELDS,
    EPISODE_FIELDS,
    EPOCH_FIELDS,
    FORMAT,
    HEADER_FIELDS,
    MDP_FIELDS,
    VERSION,
    EpisodeRecord,
    Header,
    Nested,
    Number,
    as_json,
    episode_record,
    header_record,
    optional_table,
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
LOG_OF_ZERO = -1e300
"""What is written for ln 0."""
LARGEST = 10**6  # of eta, gamma and their factors
COARSEST = 1e-4  # the largest radius: a wrong step moves q by more

# ---- what each record holds ----------------------------------------------------------------------


@dataclass(frozen=True)
class Plain(NumberAsWritten):
    """JSON number, not "p/q", within bounds."""

    def row(self, values: list[Any], name: str, at: RecordPlace) -> None:
        super().row(values, name, at)
        least, most = self.bounds.least, self.bounds.most
        for k, v in enumerate(values):
            if isinstance(v, str):
                at.refuse(f"{name}[{k}]", v, "must be a JSON number")
            if not least <= v <= most:
                at.refuse(f"{name}[{k}]", v, f"must lie in {self.bounds}")

    def schema(self, refer: Refer) -> Schema:
        return {"type": "number", **self.bounds.schema()}


FACTOR = ExactNumber(Bounds(0, LARGEST, "(]"), f"must be positive, at most {LARGEST}")
DOUBLE = Plain(Bounds(-1e300, 1e300), "double")
LOG = Plain(Bounds(LOG_OF_ZERO, 1), "logarithm")
PRICE = Plain(Bounds(-1e6, 1e6), "price")
BOUND = Plain(Bounds(0, 1e300), "bound")
REWARD = Plain(Bounds(-LARGEST, LARGEST), "reward")


def family_header_fields(algorithm: str) -> Fields:
    """Return what a header of one of these algorithms holds."""
    options = {
        key: Field(Choice(of), default=of[0])
        if isinstance(of, tuple)
        else Field(FACTOR, default=REQUIRED if of is None else of)
        for key, of in OPTIONS[algorithm].items()
    }
    fields = {
        **HEADER_FIELDS.omitting("readings").fields,
        "algorithm": Field(Const(algorithm)),
        "options": Field(Fields("", options)),
    }
    if algorithm == O_REPS:
        fields["mdp"] = Field(Later(MDP_FIELDS), "The truth, whose P O-REPS knows.")
    if algorithm != PERTURBED:
        says = "Bounds the l1 distance of every recorded q from the optimum of its KL step."
        fields["radius"] = Field(ExactNumber(Bounds(0, COARSEST)), says)
    return replace(HEADER_FIELDS, fields=fields, entry=f"header-{algorithm}")


FAMILY_HEADERS = {algorithm: family_header_fields(algorithm) for algorithm in OPTIONS}
FAMILY_EPOCH_FIELDS = Fields(
    "The start of epoch i, which fixes the confidence set: L1 balls (P_bar, eps) or boxes (lo, "
    "hi).",
    {
        **EPOCH_FIELDS.picked(("i", "t"), ("N", "N3", "P_bar", "eps")).fields,
        "lo": optional_table(NUMBER, "", *OF_TRIPLES),
        "hi": optional_table(NUMBER, "", *OF_TRIPLES),
    },
    entry="epoch",
    record="epoch",
)
EPOCHS_OF_FAMILY = {
    PERTURBED: FAMILY_EPOCH_FIELDS.omitting("lo", "hi"),
    O_REPS: FAMILY_EPOCH_FIELDS.omitting("P_bar", "eps", "lo", "hi"),
    UC_O_REPS: FAMILY_EPOCH_FIELDS.omitting("lo", "hi"),
    UOB_REPS: FAMILY_EPOCH_FIELDS.omitting("P_bar", "eps"),
}
STEP_FIELDS = Fields(
    "What episode t plays, and how it came from episode t - 1.",
    {
        "t": Field(POSITIVE),
        "pi": Field(TableOf(OF_PAIRS, DOUBLE)),
        "Y": optional_table(DOUBLE, "FPOP's perturbation, where it was drawn.", *OF_PAIRS),
        "l_hat": optional_table(DOUBLE, "The estimated losses of episode t - 1.", *OF_PAIRS),
        "log_q": optional_table(LOG, "ln q_t; -1e300 stands for ln 0.", *OF_TRIPLES),
        "beta": optional_table(
            PRICE,
            "Multipliers of the flow constraints, [h][x] for h = 0..L: a hint.",
            "h_to_L",
            "x_to_L",
        ),
        "u": Field(
            RowOf("h", BOUND),
            "UOB-REPS: upper occupancy bounds of the pairs visited in episode t - 1.",
            OMITTED,
        ),
    },
    entry="step",
    record="step",
)


@cache
def step_of(algorithm: str, first: bool) -> Fields:
    """Return what a step of this algorithm holds, before its first episode or a later one."""
    if algorithm == PERTURBED:
        return STEP_FIELDS.picked(("t", "pi"), ("Y",))
    before = ("l_hat", "u") if algorithm == UOB_REPS else ("l_hat",)
    return STEP_FIELDS.picked(("t", "pi", "log_q", *(() if first else before)), ("beta",))


INFORMED_FIELDS = replace(
    EPISODE_FIELDS,
    says="Episode t under full information: with the reward table that was observed after it.",
    fields={**EPISODE_FIELDS.fields, "r_t": Field(TableOf(OF_PAIRS, REWARD))},
    entry="informed-episode",
)


def family_schema() -> str:
    """Return the text of family.schema.json."""
    says = (
        "Every line of such a trace is one such object (README.md here). What "
        "a schema of one record cannot say and the reader demands besides: what it demands of a "
        "trace of UCRL-LP; order (a step before every episode); which tables go with which "
        "algorithm and which t; that numbers written as p/q are as large as they may be."
    )
    title = f"{FORMAT}, version {VERSION}: one record of a trace of {', '.join(OPTIONS)}"
    head = {"$id": f"urn:{FORMAT}:{VERSION}:family", "title": title, "description": says}
    records = [
        *FAMILY_HEADERS.values(),
        FAMILY_EPOCH_FIELDS,
        STEP_FIELDS,
        EPISODE_FIELDS,
        INFORMED_FIELDS,
        END_FIELDS,
    ]
    return published(head, records_of_a_line(records))


# ---- as they are read ----------------------------------------------------------------------------


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
    return FAMILY_HEADERS[head.algorithm].written(record)


def step_record(
    t: int, tables: Mapping[str, Any], u: Sequence[float] | None = None
) -> dict[str, Any]:
    """Return a step as a JSON object; `tables` maps names to per-layer arrays."""
    record: dict[str, Any] = {"t": t}
    record.update({name: as_json(list(table)) for name, table in tables.items()})
    if u is not None:
        record["u"] = list(u)
    return STEP_FIELDS.written(record)


def informed_episode(t: int, x: list[int], a: list[int], r: list[Any], r_t: Any) -> dict[str, Any]:
    """Return an episode and its reward table as a JSON object."""
    return INFORMED_FIELDS.written({**episode_record(t, x, a, r), "r_t": as_json(list(r_t))})


def is_family(algorithm: object) -> bool:
    """Whether it is the name of an algorithm of this module."""
    return isinstance(algorithm, str) and algorithm != ALGORITHM and algorithm in OPTIONS
