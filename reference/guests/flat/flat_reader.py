"""Reads a trace of a learner on flat states: form only, streaming, as `reader` does."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from reference.guests.flat.flat_records import (
    BONUS,
    EPISODIC,
    EPOCH_TABLES,
    FLAT,
    FLAT_TOLERANCE,
    FLAT_VERSION,
    MAX_STAGED,
    MAX_TABLE,
    OPTIONS_OF,
    PLAN_TABLES,
    PLANNING,
    POLICY_TABLES,
    PS_RL,
    STEP_LISTS,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCFH,
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
    default_of,
    is_flat,
)
from reference.trace.algorithm import name_in_headers
from reference.trace.reader import RecordParser, read
from reference.trace.records import HEADER_NAMES, MAX_COUNT

LARGEST_FACTOR = 10**6
"""Of every number among the options."""
ZERO_TOO = ("c", "c1", "c2", "scale", "prior", "mu0")
"""The options that may be 0; all others are positive."""
LARGEST_ENTRY = 1e100
"""Of every number in a table; what is computed with them stays within the range of a double."""


def read_flat(path: str | os.PathLike[str]) -> Iterator[FlatRecord]:
    """Stream a trace file of flat learners. Raises MalformedInput with file and line,
    TruncatedTrace if `end` is missing, UnusablePath if the file cannot be opened."""
    return read(path, FlatParser)  # type: ignore[return-value]  # the parser's own records


class FlatParser(RecordParser):
    """Turns lines into records, or refuses them naming the field."""

    last = FlatEnd
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
            self._keys(value, {"record", "steps"}, set())
            return FlatEnd(self._count(value, "steps", 0), self.line)
        if kind != plans or not plans:
            known = ", ".join(filter(None, (plans, "steps", "end")))
            self.refuse("record", kind, f"must be one of {known}")
        if kind == "epoch":
            return self._policy(value)
        return self._plan(value) if head.algorithm == UCB_VI else self._episode_policy(value)

    # ---- header ----

    def _flat_header(self, value: dict[str, Any]) -> FlatHeader:
        name = name_in_headers(value.get("algorithm"))
        if not is_flat(name):
            self.refuse("algorithm", name, f"must be one of {', '.join(HEADER_NAMES)}")
        required = {"record", "format", "version", "algorithm", "S", "A", "delta"}
        required |= {"H", "K"} if name in EPISODIC else set()
        self._keys(value, required, {"options", "tolerance", "producer", "seed"})
        self._format(value, FLAT, FLAT_VERSION)
        S, A = self._count(value, "S"), self._count(value, "A")
        H, K = (self._count(value, key) if name in EPISODIC else 0 for key in ("H", "K"))
        if S * A * max(S, H) > MAX_TABLE:
            self.refuse("S", S, f"S A max(S, H) must not exceed {MAX_TABLE}")
        delta, tolerance = self._delta_and_tolerance(value, FLAT_TOLERANCE)
        producer, seed = self._producer_and_seed(value)
        options = self.options_of(str(name), value.get("options", {}), S)
        staged = H * S * A * S if options.get("stages") == "own" else 0
        if staged > MAX_STAGED:
            self.refuse("S", S, f"H S A S must not exceed {MAX_STAGED} with stages own")
        declared = tuple(value.get("options", {}))
        return FlatHeader(
            str(name), S, A, delta, options, H, K, tolerance, producer, seed, self.line, declared
        )

    def options_of(self, algorithm: str, given: Any, S: int) -> dict[str, Any]:
        """Return every option of an algorithm, those `given` and defaults. Raises
        MalformedInput."""
        if not isinstance(given, dict):
            self.refuse("options", given, "must be an object")
        known = OPTIONS_OF[algorithm]
        self._keys(given, set(), set(known))
        return {
            key: self._option(key, given[key], of, S) if key in given else default_of(of)
            for key, of in known.items()
        }

    def _option(self, key: str, choice: Any, of: Any, S: int) -> Any:
        field = f"options.{key}"
        if key == "terminal":
            if not isinstance(choice, list) or not all(
                type(s) is int and 0 <= s < S for s in choice
            ):
                self.refuse(field, choice, f"must be a list of states 0..{S - 1}")
            return tuple(sorted(set(choice)))
        if isinstance(of, tuple):
            if any(choice is v or (isinstance(v, str) and choice == v) for v in of):
                return choice
            if key == "stop" and type(choice) in (int, float):
                return self._positive(field, choice)
            if key == "radius" and isinstance(choice, list | tuple) and len(choice) == 2:
                return tuple(self._positive(f"{field}[{k}]", v) for k, v in enumerate(choice))
            if key == "bonus" and isinstance(choice, dict) and "CH" in of:  # UCBVI's
                return self._bonus(field, choice)
            self.refuse(field, choice, f"must be one of {', '.join(str(v) for v in of)}")
        number = self._positive(field, choice, zero=key in ZERO_TOO)
        if key == "tau" and number > 1:
            self.refuse(field, choice, "must lie in (0, 1]")
        return number

    def _bonus(self, field: str, terms: dict[str, Any]) -> dict[str, Any]:
        self._keys(terms, set(), set(BONUS))
        bonus = {**BONUS, **terms}
        for key, v in bonus.items():
            words = ("H", "H-h", "none") if key == "most" else ("H", "H-h")
            if isinstance(v, str) and v not in words:
                self.refuse(f"{field}.{key}", v, f"must be a number or one of {', '.join(words)}")
            if not isinstance(v, str):
                bonus[key] = self._positive(f"{field}.{key}", v, zero=True)
        return bonus

    def _positive(self, field: str, number: Any, zero: bool = False) -> float:
        right = (
            type(number) in (int, float) and 0 <= number <= LARGEST_FACTOR and (zero or number > 0)
        )
        if not right:
            least = "at least 0" if zero else "positive"
            self.refuse(field, number, f"must be a number, {least}, at most {LARGEST_FACTOR}")
        return float(number)

    # ---- the other records ----

    def _costs(self, pairs: int) -> None:
        """Refuse an epoch of more pairs than the trace so far is long for; where every successor
        has a radius, it counts a tenth of a pair."""
        head = self._algorithm
        single = str(head.options.get("radius")).startswith("bernstein")
        self.work += pairs + (head.S * head.A * head.S // 10 if single else 0)
        most = WORK + WORK_PER_BYTE * self.bytes
        if self.work > most:
            plan = "H S A of all plans" if self._algorithm.H else "S A of all epochs"
            rule = f"{plan} so far must not exceed {most} in a trace of this length"
            self.refuse("A", self.work, rule)

    def _policy(self, value: dict[str, Any]) -> PolicyRecord:
        head = self._algorithm
        self._costs(head.S * head.A)
        self._keys(value, {"record", "k", "t", "pi"}, set(EPOCH_TABLES))
        rows = self._policy_rows("pi", value["pi"])
        tables = self._flat_tables(value, self._with_radii(value, EPOCH_TABLES))
        k, t = self._count(value, "k"), self._count(value, "t")
        return PolicyRecord(k, t, rows, tables, self.line)

    def _policy_rows(self, name: str, pi: Any) -> list[list[Any]]:
        """Read an action for every state, or [s][a] probabilities, as [s][a]."""
        head = self._algorithm
        if not isinstance(pi, list) or not all(type(a) is int for a in pi):
            rows: list[list[Any]] = self._array(name, pi, (head.S, head.A))
            return rows
        self._length(pi, name, head.S)
        for s, a in enumerate(pi):
            if not 0 <= a < head.A:
                self.refuse(f"{name}[{s}]", a, f"must be an action 0..{head.A - 1}")
        return [[int(a == b) for b in range(head.A)] for a in pi]

    def _with_radii(self, value: Mapping[str, Any], of: Mapping[str, str]) -> dict[str, str]:
        """Return the indices of the tables: d_p has one for each successor, if the radii are those
        of single probabilities, or if they are as recorded and the record has such."""
        radius, d_p = self._algorithm.options.get("radius"), value.get("d_p", ())
        try:
            single = radius == "recorded" and isinstance(d_p[0][0], list)
        except (TypeError, LookupError):  # refused where it is read
            single = False
        return {**of, "d_p": "sas"} if single or radius == "bernstein" else dict(of)

    def _episode_policy(self, value: dict[str, Any]) -> EpisodePolicyRecord:
        head = self._algorithm
        self._costs(head.H * head.S * head.A)
        drawn = {"P", "r_sampled"} if head.algorithm == PS_RL else set()
        of = dict(POLICY_TABLES[head.algorithm])
        if head.algorithm == UCFH:
            of = self._with_radii(value, of)
        self._keys(value, {"record", "k", "pi"} | drawn, set(of) - drawn)
        self._length(value["pi"], "pi", head.H)
        pi = [self._policy_rows(f"pi[{h}]", rows) for h, rows in enumerate(value["pi"])]
        tables = self._flat_tables(value, of)
        return EpisodePolicyRecord(self._count(value, "k"), pi, tables, self.line)

    def _plan(self, value: dict[str, Any]) -> PlanRecord:
        head = self._algorithm
        self._keys(value, {"record", "k", "Q"}, set(PLAN_TABLES))
        of = {
            name: f"h{kinds}" if head.options["stages"] == "own" and kinds[0] == "s" else kinds
            for name, kinds in PLAN_TABLES.items()
        }
        Q = self._array("Q", value["Q"], (head.H, head.S, head.A))
        tables = self._flat_tables(value, of)
        return PlanRecord(self._count(value, "k"), Q, tables, self.line)

    def _steps(self, value: dict[str, Any]) -> StepsRecord:
        head, names = self._algorithm, ("s", "a", "s1")
        learned = head.algorithm in (UCB_H, UCB_B)
        required = {"record", "r", *names} | ({"Q"} if learned else set())
        self._keys(value, required, set(STEP_LISTS) if learned else set())
        n = len(value["s"]) if isinstance(value["s"], list) else 0
        if not 1 <= n <= (head.H or MAX_TABLE):
            self.refuse("s", n, f"must be a list of 1 to {head.H or MAX_TABLE} states")
        for name in names:
            self._length(value[name], name, n)
            for k, v in enumerate(value[name]):
                if type(v) is not int:
                    self.refuse(f"{name}[{k}]", v, "must be a whole number")
        lists = {
            name: self._array(name, value[name], (n,))
            for name in ("Q", *STEP_LISTS)
            if name in value
        }
        r = self._numbers(value["r"], "r", n)
        return StepsRecord(value["s"], value["a"], r, value["s1"], lists, self.line)

    def _flat_tables(self, value: Mapping[str, Any], of: Mapping[str, str]) -> dict[str, Any]:
        """Read the tables that are there; counts are whole numbers."""
        head = self._algorithm
        size = {"h": head.H, "s": head.S, "a": head.A}
        tables = {}
        for name, kinds in of.items():
            if name in value:
                shape = tuple(size[kind] for kind in kinds)
                tables[name] = self._array(name, value[name], shape, whole=name == "N")
        return tables

    def _array(self, name: str, value: Any, shape: Sequence[int], whole: bool = False) -> Any:
        """Check nested lists of JSON numbers of this shape."""
        self._length(value, name, shape[0])
        if len(shape) > 1:
            for k, inner in enumerate(value):
                self._array(f"{name}[{k}]", inner, shape[1:], whole)
            return value
        for k, v in enumerate(value):
            if whole and not (type(v) is int and 0 <= v <= MAX_COUNT):
                rule = f"must be a whole number from 0 to {MAX_COUNT}"
                self.refuse(f"{name}[{k}]", v, rule)
            if type(v) not in (int, float) or not isfinite(v) or abs(v) > LARGEST_ENTRY:
                rule = f"must be a JSON number, at most {LARGEST_ENTRY:g} in size"
                self.refuse(f"{name}[{k}]", v, rule)
        return value

    @property
    def _algorithm(self) -> FlatHeader:
        if self.flat is None:
            self.refuse("record", None, "`header` must come first")
        return self.flat
