"""The trace of learners on flat states (README.md here): JSON Lines, what
was played and what was computed from it.

Records: `header`; then, in the order in which they happen, `epoch` (UCRL2: a policy) or `plan`
(UCBVI: the Q of an episode; UCFH, PSRL: its policy) and `steps` (UCRL2: any number of steps; the
others: one episode, or what is played of it between two plans); then `end`. What each may hold is
stated here once: `flat_reader` reads by it, this module writes by it, and flat.schema.json is made
of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from reference.readings import BY_KEY
from reference.support.errors import PreconditionError
from reference.support.fields import (
    OMITTED,
    Bounds,
    Choice,
    Const,
    Field,
    Fields,
    Later,
    ListOf,
    RecordPlace,
    Refer,
    Schema,
    ValueKind,
    Whole,
    published,
    records_of_a_line,
    whole,
)
from reference.trace.numbers import (
    COUNT,
    INDEX,
    NUMBER,
    POSITIVE,
    ExactNumber,
    RowOf,
    TableOf,
    check_length,
)
from reference.trace.records import DELTA_FIELD, PRODUCER_FIELD, SEED_FIELD, Number, as_json

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
KNOWN = BY_KEY["rewards"].choices[1]
"""R-43: the choice of `rewards` with which a learner is told the mean rewards r, in the header."""
PLANS = ("every", "doubling", "powers", "doubling at once", "powers at once")
"""When a new plan is made: before every episode; where the visits of some pair since the last plan
are as many as before it; where the visits of some pair have become a power of 2 since; the last two
at once, in the middle of an episode too."""

WHICH_Q = BY_KEY["update"].choices
"""R-44: which entries of Q a plan of UCBVI computes: all; those of the steps since the last plan,
with the V of the last plan, or from the last step to the first, with the V of this one."""
STAGES = BY_KEY["stages"].choices
"""R-46: whether all steps h of an episode have one model, and so one table of counts, or each its
own: P is then P[h, s, a, s']. UCB-H and UCB-B have a Q of each step anyway; UCRL2 has no
episodes."""
LENGTHS = BY_KEY["length"].choices
"""R-45: what stands for H in the bonus of step h = 0, ..., H - 1, but in its logarithm: H, or the
steps that are left."""

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
        "length": LENGTHS,
        "monotone": (True, False),
        "plan": PLANS,
        "prior": 0.0,
        "rewards": ("mean", "mean+bonus", KNOWN),
        "scale": 1.0,
        "stages": STAGES,
        "terminal": (),
        "unseen": ("cap", "model"),
        "update": WHICH_Q,
        "V": ("max", "min with H", "min with remaining"),
    },
    UCB_H: {
        "bonus": ("JABJ", "recorded"),
        "c": 1.0,
        "cap": ("H", "remaining"),
        "length": LENGTHS,
        "order": ("forward", "backward"),
        "terminal": (),
    },
    UCB_B: {
        "bonus": ("JABJ", "recorded"),
        "c1": 2.0,
        "c2": 2.0,
        "cap": ("H", "remaining"),
        "length": LENGTHS,
        "order": ("forward", "backward"),
        "terminal": (),
    },
    UCFH: {
        "clip": (True, False),
        "delta": CLOCKED,
        "plan": (PLANS[1], PLANS[0], *PLANS[2:]),
        "radius": RADII,
        "rewards": ("optimistic", KNOWN),
        "stages": STAGES,
        "terminal": (),
        "V": ("max", "min with H", "min with remaining"),
    },
    PS_RL: {
        "a0": 1.0,
        "alpha0": 1.0,
        "b0": 1.0,
        "mu0": 0.0,
        "plan": PLANS,
        "rewards": ("beta", "normal", "mean", KNOWN),
        "sigma": 1.0,
        "sigma0": 1.0,
        "stages": STAGES,
        "terminal": (),
    },
}
"""What a header's `options` may hold: choices, of which the first is the default and that of the
paper; a number; `terminal`, a list of states. `stop` may be a number, `radius` two factors of eq.
(3) and (4), `bonus` of UCBVI an object {root, over, most}."""
# ---- what each record holds ----------------------------------------------------------------------

LARGEST_FACTOR = 10**6
"""Of every number among the options."""
ZERO_TOO = ("c", "c1", "c2", "scale", "prior", "mu0")
"""The options that may be 0; all others are positive."""
LARGEST_ENTRY = 1e100
"""Of every number in a table; what is computed with them stays within the range of a double."""


@dataclass(frozen=True)
class Factor(ValueKind):
    """JSON number among the options: positive, or `zero` too."""

    zero: bool = False
    most: int = LARGEST_FACTOR

    def read(self, value: Any, name: str, at: RecordPlace) -> float:
        right = type(value) in (int, float) and 0 <= value <= self.most
        if not right or not (self.zero or value > 0):
            least = "at least 0" if self.zero else "positive"
            at.refuse(name, value, f"must be a number, {least}, at most {self.most}")
        return float(value)

    def schema(self, refer: Refer) -> Schema:
        return {"type": "number", **Bounds(0, self.most, "[]" if self.zero else "(]").schema()}


class TwoFactors(ValueKind):
    """Two factors."""

    def read(self, value: Any, name: str, at: RecordPlace) -> tuple[float, ...]:
        if len(value) != 2:
            at.refuse(name, value, "must be two numbers")
        return tuple(Factor().read(v, f"{name}[{k}]", at) for k, v in enumerate(value))

    def schema(self, refer: Refer) -> Schema:
        return {"type": "array", "minItems": 2, "maxItems": 2, "items": refer(Factor())}


class Terminal(ValueKind):
    """States that end an episode, read in their order."""

    def read(self, value: Any, name: str, at: RecordPlace) -> tuple[int, ...]:
        S = at.sizes["s"]
        states = [whole(s) for s in value] if isinstance(value, list) else [None]
        if any(s is None or not 0 <= s < S for s in states):
            at.refuse(name, value, f"must be a list of states 0..{S - 1}")
        return tuple(sorted({s for s in states if s is not None}))

    def schema(self, refer: Refer) -> Schema:
        return {"type": "array", "items": {"type": "integer", "minimum": 0}}


class FlatNumber(ValueKind):
    """JSON number in a table."""

    entry = "entry"

    def row(self, values: list[Any], name: str, at: RecordPlace) -> None:
        for k, v in enumerate(values):
            if type(v) not in (int, float) or not abs(v) <= LARGEST_ENTRY:
                rule = f"must be a JSON number, at most {LARGEST_ENTRY:g} in size"
                at.refuse(f"{name}[{k}]", v, rule)

    def schema(self, refer: Refer) -> Schema:
        return {"type": "number", **Bounds(-LARGEST_ENTRY, LARGEST_ENTRY).schema()}


class MeanReward(FlatNumber):
    """Mean reward, in [0, 1]."""

    entry = "mean-reward"

    def row(self, values: list[Any], name: str, at: RecordPlace) -> None:
        super().row(values, name, at)
        for k, v in enumerate(values):
            if not 0 <= v <= 1:
                at.refuse(f"{name}[{k}]", v, "must lie in [0, 1]")

    def schema(self, refer: Refer) -> Schema:
        return {"type": "number", **Bounds(0, 1).schema()}


class PolicyRows(ValueKind):
    """Action for every state, or [s][a] probabilities; read as [s][a]."""

    def read(self, value: Any, name: str, at: RecordPlace) -> list[list[Any]]:
        actions = [whole(a) for a in value] if isinstance(value, list) else [None]
        if None in actions:
            rows: list[list[Any]] = table_on_states("sa").read(value, name, at)
            return rows
        S, A = at.sizes["s"], at.sizes["a"]
        check_length(value, name, S, at)
        for s, a in enumerate(actions):
            if a is None or not 0 <= a < A:
                at.refuse(f"{name}[{s}]", value[s], f"must be an action 0..{A - 1}")
        return [[int(a == b) for b in range(A)] for a in actions]

    def schema(self, refer: Refer) -> Schema:
        return {"anyOf": [refer(ListOf(Whole(0), 1)), refer(table_on_states("sa"))]}


class EpisodePolicies(ValueKind):
    """Policy for each step h of an episode, of either form."""

    def read(self, value: Any, name: str, at: RecordPlace) -> list[list[list[Any]]]:
        H = at.sizes["h"]
        check_length(value, name, H, at)
        return [PolicyRows().read(rows, f"{name}[{h}]", at) for h, rows in enumerate(value)]

    def schema(self, refer: Refer) -> Schema:
        return ListOf(PolicyRows(), 1).schema(refer)


@dataclass(frozen=True)
class Shapes(ValueKind):
    """Table whose indices the header, or the record, decides: `narrow` or `wide`, and with stages
    of their own either behind an index h."""

    narrow: str
    wide: str
    kind: ValueKind

    def table(self, wide: bool, staged: bool) -> TableOf:
        """Return the table of one of these shapes."""
        return table_on_states("h" * staged + (self.wide if wide else self.narrow), self.kind)

    def schema(self, refer: Refer) -> Schema:
        each = ((False, False), (True, False), (False, True), (True, True))
        tables = [self.table(*shape) for shape in each]
        return {"anyOf": [refer(table) for table in dict.fromkeys(tables)]}


FLAT_NUMBER = FlatNumber()


def table_on_states(indices: str, of: ValueKind = FLAT_NUMBER) -> TableOf:
    """Return a table with indices h (step), s (state), a (action), s (next state)."""
    return TableOf(tuple(indices), of)


def flat_field(
    indices: str, says: str = "", *, wide: str = "", staged: bool = False,
    of: ValueKind = FLAT_NUMBER,
) -> Field:  # fmt: skip
    """Return the field of a table that a record may hold, with these indices or with `wide`, and,
    if `staged`, with a leading h where stages are their own."""
    shapes = Shapes(indices, wide or indices, of)
    return Field(shapes if staged or wide else shapes.table(False, False), says, OMITTED)


KNOWN_REWARDS = Shapes("sa", "sa", MeanReward())
"""With stages of their own they may differ from step to step, [h][s][a]."""


def flat_header_fields(algorithm: str) -> Fields:
    """Return what a header of an algorithm holds."""
    episodes = {"H": Field(POSITIVE, "Steps of an episode."), "K": Field(POSITIVE, "Episodes.")}
    says = "The mean rewards, with `rewards` known and only then."
    known = {"r": Field(Later(KNOWN_REWARDS), says, OMITTED)}
    tolerance = Field(
        ExactNumber(Bounds(0, 1, "[)")),
        f"Relative above 1. Default {FLAT_TOLERANCE:g}.",
        FLAT_TOLERANCE,
    )
    return Fields(
        f"The first line of a trace of {algorithm}.",
        {
            "format": Field(Const(FLAT)),
            "version": Field(Const(FLAT_VERSION)),
            "algorithm": Field(Const(algorithm)),
            "S": Field(POSITIVE, "How many states."),
            "A": Field(POSITIVE, "How many actions."),
            "delta": DELTA_FIELD,
            **(episodes if algorithm in EPISODIC else {}),
            "tolerance": tolerance,
            "options": Field(Later(OPTION_FIELDS[algorithm]), default={}),
            **(known if KNOWN in OPTIONS_OF[algorithm].get("rewards", ()) else {}),
            "producer": PRODUCER_FIELD,
            "seed": SEED_FIELD,
        },
        entry=f"header-{algorithm}",
        record="header",
    )


def option_field(key: str, of: Any) -> Field:
    """Return the field of an option, from its entry in OPTIONS_OF."""
    if key == "terminal":
        return Field(Terminal(), "States that end an episode.", [])
    if not isinstance(of, tuple):
        return Field(Factor(key in ZERO_TOO, 1 if key == "tau" else LARGEST_FACTOR), default=of)
    kind = Choice(of)
    if key == "stop":
        kind = Choice(of, Factor(), (int, float), "a number")
    if key == "radius":
        kind = Choice(of, TwoFactors(), (list, tuple), "two numbers")
    if key == "bonus" and "CH" in of:  # UCBVI's
        kind = Choice(of, BONUS_FIELDS, (dict,), "an object")
    return Field(kind, default=of[0])


def term(default: Any, *words: str) -> Field:
    """Return the field of a term of BONUS_FIELDS."""
    number = Factor(zero=True)
    return Field(Choice(("H", "H-h", *words), number, (int, float), "a number"), default=default)


BONUS_FIELDS = Fields(
    "min{most, root / sqrt(n) + over / n}",
    {"root": term(1.0), "over": term(0.0), "most": term("none", "none")},
)
OPTION_FIELDS = {
    algorithm: Fields(
        "Variants; the first choice is the default.",
        {key: option_field(key, of) for key, of in known.items()},
    )
    for algorithm, known in OPTIONS_OF.items()
}
FLAT_HEADERS = {algorithm: flat_header_fields(algorithm) for algorithm in OPTIONS_OF}

SHAPE_OF_RADII = "[s][a][s'] with radii of single probabilities."
OF_STAGES = "With stages of their own, [h][s][a]."


def seen(staged: bool) -> dict[str, Field]:
    """Return the fields of counts and means."""
    return {
        "N": flat_field("sa", OF_STAGES * staged, staged=staged, of=COUNT),
        "r_bar": flat_field("sa", staged=staged),
        "p_bar": flat_field("sas", staged=staged),
    }


def sets(staged: bool) -> dict[str, Field]:
    """Return the fields of radii."""
    d_p = flat_field("sa", SHAPE_OF_RADII, wide="sas", staged=staged)
    return {"d_r": flat_field("sa", staged=staged), "d_p": d_p}


FLAT_EPOCH_FIELDS = Fields(
    "Epoch k of UCRL2 begins at step t.",
    {
        "k": Field(POSITIVE),
        "t": Field(POSITIVE),
        "pi": Field(PolicyRows(), "An action for every state, or [s][a]."),
        **seen(False),
        **sets(False),
        "u": flat_field("s", "The vector from which pi was computed."),
        "p_opt": flat_field("sas"),
    },
    entry="epoch",
    record="epoch",
)
PLAN_FIELDS = Fields(
    "The Q of episode k of UCBVI, before it is played.",
    {
        "k": Field(POSITIVE),
        "Q": Field(table_on_states("hsa")),
        **seen(True),
        "bonus": flat_field("hsa"),
        "V": flat_field("hs"),
    },
    entry="plan",
    record="plan",
)
UCFH_PLAN_FIELDS = Fields(
    "The policy of episode k of UCFH, or of what is left of it.",
    {
        "k": Field(POSITIVE),
        "pi": Field(EpisodePolicies(), "[h][s], an action, or [h][s][a]."),
        **seen(True),
        **sets(True),
        "V": flat_field("hs"),
    },
    entry="ucfh-plan",
    record="plan",
)
PSRL_PLAN_FIELDS = Fields(
    "The policy of episode k of PSRL, or of what is left of it: P and r_sampled are the MDP that "
    "was drawn.",
    {
        **UCFH_PLAN_FIELDS.picked(("k", "pi")).fields,
        "P": Field(Shapes("sas", "sas", FLAT_NUMBER)),
        "r_sampled": Field(Shapes("sa", "sa", FLAT_NUMBER)),
        **UCFH_PLAN_FIELDS.picked((), ("N", "V")).fields,
    },
    entry="psrl-plan",
    record="plan",
)
PLANS_OF = {
    UCRL2: FLAT_EPOCH_FIELDS,
    UCB_VI: PLAN_FIELDS,
    UCFH: UCFH_PLAN_FIELDS,
    PS_RL: PSRL_PLAN_FIELDS,
}
STEPS_FIELDS = Fields(
    "Steps in their order; of the others one episode, or what is played of it between two plans.",
    {
        "s": Field(RowOf("n", INDEX)),
        "a": Field(RowOf("n", INDEX)),
        "r": Field(RowOf("n", NUMBER)),
        "s1": Field(RowOf("n", INDEX)),
    },
    entry="steps",
    record="steps",
)
STEP_LISTS = {
    name: Field(RowOf("n", FLAT_NUMBER), "", OMITTED) for name in ("V", "n", "alpha", "bonus")
}
LEARNED_STEPS_FIELDS = Fields(
    "An episode of UCB-H or UCB-B: Q, V, n, alpha and bonus after the update of each step.",
    {**STEPS_FIELDS.fields, "Q": Field(RowOf("n", FLAT_NUMBER)), **STEP_LISTS},
    entry="learned-steps",
    record="steps",
)
FLAT_END_FIELDS = Fields("The last line.", {"steps": Field(COUNT)}, entry="end", record="end")


@cache
def with_shape(algorithm: str, wide: bool, staged: bool) -> Fields:
    """Return what an epoch or plan of an algorithm holds, each table in the one shape that it
    has."""
    plan = PLANS_OF[algorithm]
    fields = {
        name: replace(of, kind=of.kind.table(wide, staged)) if isinstance(of.kind, Shapes) else of
        for name, of in plan.fields.items()
    }
    return replace(plan, fields=fields)


def flat_schema() -> str:
    """Return the text of flat.schema.json."""
    says = (
        "Every line of such a trace is one such object (README.md here). "
        "What a schema of one record cannot say and the reader demands besides: order (header "
        "first and once, nothing after end; at most K episodes); which records and lists go with "
        "which algorithm; shapes, which follow from the header's S, A and H; that S A max(S, H) is "
        "at most 10^6; states and actions of `pi` and `terminal` that exist; whole numbers beyond "
        "2^53 written without a fraction or exponent."
    )
    title = f"{FLAT}, version {FLAT_VERSION}: one record of a trace of {', '.join(OPTIONS_OF)}"
    head = {"$id": f"urn:{FLAT}:{FLAT_VERSION}", "title": title, "description": says}
    records = [
        *FLAT_HEADERS.values(),
        *PLANS_OF.values(),
        STEPS_FIELDS,
        LEARNED_STEPS_FIELDS,
        FLAT_END_FIELDS,
    ]
    return published(head, records_of_a_line(records))


# ---- as they are read ----------------------------------------------------------------------------

UNKNOWN: Mapping[str, str] = {"name": "unknown", "version": ""}  # a producer


@dataclass(frozen=True)
class FlatHeader:
    """What the learner was given. `options`: every key of OPTIONS_OF; `declared`: those that the
    trace names. `delta` is p of UCB-H and UCB-B; H steps an episode and K episodes, both 0 for
    UCRL2; r the mean rewards, if they are known."""

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
    r: Any = None

    @property
    def episodic(self) -> bool:
        """Whether it plays K episodes of H steps."""
        return self.algorithm in EPISODIC

    @property
    def stages(self) -> int:
        """Return how many tables of counts there are: one, or one for each step."""
        return self.H if self.options.get("stages") == "own" else 1

    @property
    def known(self) -> list[Any]:
        """Return the known rewards [s][a] of every stage, an empty list if they are not known."""
        if self.r is None:
            return []
        return list(self.r) if isinstance(self.r[0][0], list) else [self.r] * self.stages

    @property
    def T(self) -> int:
        """Return the steps that are played, KH; 0 where no end is given."""
        return self.K * self.H


@dataclass(frozen=True)
class PolicyRecord:
    """Epoch k of UCRL2 begins at step t: its policy pi [s][a], and any table of its
    fields."""

    k: int
    t: int
    pi: list[list[Number]]
    tables: Mapping[str, Any]
    line: int


@dataclass(frozen=True)
class PlanRecord:
    """Q [h][s][a] of UCBVI's episode k, and any table of PLAN_FIELDS."""

    k: int
    Q: Any
    tables: Mapping[str, Any]
    line: int


@dataclass(frozen=True)
class EpisodePolicyRecord:
    """pi [h][s][a] of episode k of UCFH or PSRL, and any table of its plan."""

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
    steps from `start`, which the states `terminal` end; the mean rewards r (S, A) or (H, S, A), if
    they are known. UCRL2 begins in `start`."""

    S: int
    A: int
    delta: float
    H: int = 0
    K: int = 0
    start: int = 0
    terminal: tuple[int, ...] = ()
    r: Any = None


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
        "S": setting.S,
        "A": setting.A,
        "delta": as_json(setting.delta),
        "tolerance": tolerance,
        "options": {key: as_json(value) for key, value in options.items()},
        "producer": dict(producer),
    }
    if algorithm in EPISODIC:
        record |= {"H": setting.H, "K": setting.K}
    if options.get("rewards") == KNOWN:
        if setting.r is None:
            raise PreconditionError("r", setting.r, "must be given where rewards are known")
        record["r"] = as_json(setting.r)
    if seed is not None:
        record["seed"] = seed
    return FLAT_HEADERS[algorithm].written(record)


def policy_record(k: int, t: int, pi: Any, **tables: Any) -> dict[str, Any]:
    """Return an epoch of UCRL2 as a JSON object; arrays become lists."""
    return FLAT_EPOCH_FIELDS.written({"k": k, "t": t, "pi": as_json(pi), **_lists(tables)})


def plan_record(k: int, Q: Any, **tables: Any) -> dict[str, Any]:
    """Return a plan of UCBVI as a JSON object; arrays become lists."""
    return PLAN_FIELDS.written({"k": k, "Q": as_json(Q), **_lists(tables)})


def episode_policy_record(k: int, pi: Any, **tables: Any) -> dict[str, Any]:
    """Return a plan of UCFH, or of PSRL with its P, as a JSON object; arrays become lists."""
    plan = PSRL_PLAN_FIELDS if "P" in tables else UCFH_PLAN_FIELDS
    return plan.written({"k": k, "pi": as_json(pi), **_lists(tables)})


def steps_record(
    steps: Sequence[tuple[int, int, float, int]], **lists: Sequence[Any]
) -> dict[str, Any]:
    """Return steps (s, a, r, s1), and lists of the same length, as a JSON object."""
    named = {
        name: [as_json(step[k]) for step in steps] for k, name in enumerate(STEPS_FIELDS.fields)
    }
    return (LEARNED_STEPS_FIELDS if lists else STEPS_FIELDS).written({**named, **_lists(lists)})


def flat_end(steps: int) -> dict[str, Any]:
    """Return the end of a trace as a JSON object."""
    return FLAT_END_FIELDS.written({"steps": steps})


def _lists(tables: Mapping[str, Any]) -> dict[str, Any]:
    return {name: as_json(table) for name, table in tables.items()}


def is_flat(algorithm: object) -> bool:
    """Whether it is the name of an algorithm of this module."""
    return isinstance(algorithm, str) and algorithm in OPTIONS_OF
