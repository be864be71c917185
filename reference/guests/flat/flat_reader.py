"""Reads a trace of a learner on flat states: form only, streaming, as `reader` does."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from reference.guests.flat.flat_records import (
    FLAT_END_FIELDS,
    FLAT_HEADERS,
    KNOWN,
    KNOWN_REWARDS,
    LEARNED_STEPS_FIELDS,
    MAX_STAGED,
    MAX_TABLE,
    OPTION_FIELDS,
    PLANNING,
    STEPS_FIELDS,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCRL2,
    WORK,
    WORK_PER_BYTE,
    EpisodePolicyRecord,
    FlatEnd,
    FlatHeader,
    FlatRecord,
    PlanRecord,
    PolicyRecord,
    StepsRecord,
    is_flat,
    with_shape,
)
from reference.trace.algorithm import name_in_headers
from reference.trace.reader import RecordParser, read
from reference.trace.records import HEADER_NAMES


def read_flat(path: str | os.PathLike[str]) -> Iterator[FlatRecord]:
    """Stream a trace file of flat learners. Raises MalformedInput with file and line,
    TruncatedTrace if `end` is missing, UnusablePath if the file cannot be opened."""
    return read(path, FlatParser)  # type: ignore[return-value]  # the parser's own records


class FlatParser(RecordParser):
    """Turns lines into records, or refuses them naming the field."""

    last = FlatEnd
    page = "reference/guests/flat/README.md"
    flat: FlatHeader | None = None
    work = 0  # pairs of all epochs so far

    def parsed(self, value: Any) -> Any:
        kind = self._kind(value, self.flat)
        if kind == "header":
            self.flat = self._flat_header(value)
            return self.flat
        head = self._algorithm
        plans = {UCRL2: "epoch", **dict.fromkeys(PLANNING, "plan")}.get(head.algorithm, "")
        if kind == "steps":
            return self._steps(value)
        if kind == "end":
            return FlatEnd(**FLAT_END_FIELDS.read(value, "", self), line=self.line)
        if kind != plans or not plans:
            known = ", ".join(filter(None, (plans, "steps", "end")))
            self.refuse("record", kind, f"must be one of {known}")
        return self._plan(value, head)

    # ---- header ----

    def _flat_header(self, value: dict[str, Any]) -> FlatHeader:
        name = name_in_headers(value.get("algorithm"))
        if not is_flat(name):
            self.refuse("algorithm", name, f"must be one of {', '.join(HEADER_NAMES)}")
        name = str(name)
        told = FLAT_HEADERS[name].read({**value, "algorithm": name}, "", self)
        S, A, H, K = told["S"], told["A"], told.get("H", 0), told.get("K", 0)
        if S * A * max(S, H) > MAX_TABLE:
            self.refuse("S", S, f"S A max(S, H) must not exceed {MAX_TABLE}")
        options = self.options_of(name, told["options"], S)
        staged = H * S * A * S if options.get("stages") == "own" else 0
        if staged > MAX_STAGED:
            self.refuse("S", S, f"H S A S must not exceed {MAX_STAGED} with stages own")
        self.sizes = {"h": H, "s": S, "a": A}
        r = self._known_rewards(told.get("r"), options)
        return FlatHeader(
            name, S, A, told["delta"], options, H, K, told["tolerance"], told["producer"],
            told["seed"], self.line, tuple(told["options"]), r,
        )  # fmt: skip

    def _known_rewards(self, r: Any, options: Mapping[str, Any]) -> Any:
        """Return the mean rewards of a header, which has them if they are known."""
        known = options.get("rewards") == KNOWN
        if known != (r is not None):
            rule = "must be given if `rewards` is known" if known else "needs `rewards` known"
            self.refuse("r", r, rule)
        if not known:
            return None
        staged = options.get("stages") == "own" and self._deep(r, 3)
        return KNOWN_REWARDS.table(False, staged).read(r, "r", self)

    def options_of(self, algorithm: str, given: Any, S: int) -> dict[str, Any]:
        """Return every option of an algorithm, those `given` and defaults. Raises
        MalformedInput."""
        self.sizes = {"s": S}
        options: dict[str, Any] = OPTION_FIELDS[algorithm].read(given, "options", self)
        return options

    # ---- the other records ----

    def _costs(self, pairs: int) -> None:
        """Refuse an epoch of more pairs than the trace so far is long for; where every successor
        has a radius, it counts a tenth of a pair."""
        head = self._algorithm
        single = str(head.options.get("radius")).startswith("bernstein")
        self.work += pairs + (head.S * head.A * head.S // 10 if single else 0) * head.stages
        most = WORK + WORK_PER_BYTE * self.bytes
        if self.work > most:
            plan = "H S A of all plans" if self._algorithm.H else "S A of all epochs"
            rule = f"{plan} so far must not exceed {most} in a trace of this length"
            self.refuse("A", self.work, rule)

    def _plan(
        self, value: dict[str, Any], head: FlatHeader
    ) -> PolicyRecord | PlanRecord | EpisodePolicyRecord:
        """Return an epoch or a plan, whose policy or Q has been read."""
        if head.algorithm != UCB_VI:
            self._costs(max(1, head.H) * head.S * head.A)
        staged = head.options.get("stages") == "own"
        shape = with_shape(head.algorithm, self._wide(value, staged), staged)
        told = shape.read(value, "", self)
        k = told.pop("k")
        if head.algorithm == UCRL2:
            t, pi = told.pop("t"), told.pop("pi")
            return PolicyRecord(k, t, pi, told, self.line)
        if head.algorithm == UCB_VI:
            Q = told.pop("Q")
            return PlanRecord(k, Q, told, self.line)
        pi = told.pop("pi")
        return EpisodePolicyRecord(k, pi, told, self.line)

    def _wide(self, value: Mapping[str, Any], staged: bool) -> bool:
        """Whether radii are those of single probabilities: as declared, or if they are as recorded
        and the record has such."""
        radius = self._algorithm.options.get("radius")
        recorded = radius == "recorded" and self._deep(value.get("d_p"), 3 + staged)
        return recorded or radius == "bernstein"

    @staticmethod
    def _deep(table: Any, depth: int) -> bool:
        """Whether the first entries of lists are lists, to this depth."""
        for _ in range(depth):
            if not isinstance(table, list):
                return False
            table = table[0] if table else None
        return True

    def _steps(self, value: dict[str, Any]) -> StepsRecord:
        head = self._algorithm
        fields = LEARNED_STEPS_FIELDS if head.algorithm in (UCB_H, UCB_B) else STEPS_FIELDS
        fields.check_keys(value, self)
        n = len(value["s"]) if isinstance(value["s"], list) else 0
        if not 1 <= n <= (head.H or MAX_TABLE):
            self.refuse("s", n, f"must be a list of 1 to {head.H or MAX_TABLE} states")
        self.sizes["n"] = n
        told = fields.read(value, "", self)
        s, a, r, s1 = (told.pop(name) for name in STEPS_FIELDS.fields)
        return StepsRecord(s, a, r, s1, told, self.line)

    @property
    def _algorithm(self) -> FlatHeader:
        if self.flat is None:
            self.refuse("record", None, "`header` must come first")
        return self.flat
