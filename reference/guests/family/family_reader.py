"""Reads a trace of FPOP, O-REPS, UC-O-REPS or UOB-REPS: form only, streaming, as `reader` does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from reference.guests.family.family_records import (
    EPOCH_KEYS,
    LOG_OF_ZERO,
    O_REPS,
    OPTIONS,
    PERTURBED,
    UOB_REPS,
    FamilyHeader,
    InformedEpisode,
    StepRecord,
    is_family,
)
from reference.support.guests import FAMILY
from reference.trace.algorithm import name_in_headers
from reference.trace.reader import RecordParser, named_entries, read
from reference.trace.records import (
    ALGORITHM,
    EpisodeRecord,
    EpochRecord,
    Header,
    Record,
    must_be_of,
)

LARGEST = 10**6  # of eta, gamma and their factors
COARSEST = 1e-4  # the largest radius: a wrong step moves q by more
NUMBERS = (-1e300, 1e300)  # between which the other numbers of a step lie: doubles, not "p/q"
LOGS = (LOG_OF_ZERO, 1.0)  # between which ln q lies
PRICES = (-1e6, 1e6)  # between which beta lies

FamilyRecord = Record | StepRecord


def read_family(path: str | os.PathLike[str]) -> Iterator[FamilyRecord]:
    """Stream a trace file of the family. Raises MalformedInput with file and line, TruncatedTrace
    if `end` is missing, UnusablePath if the file cannot be opened."""
    return read(path, FamilyParser)


class FamilyParser(RecordParser):
    """Turns lines into records, or refuses them naming the field."""

    triples = RecordParser.triples | {"lo", "hi", "log_q"}

    def parsed(self, value: Any) -> Any:
        kind = value.get("record") if isinstance(value, dict) else None
        if kind == "step" and self.head is not None:
            return self._step(value)
        if kind == "episode" and self._family.full_information:
            self._keys(value, {"record", "t", "x", "a", "r", "r_t"}, set())
            table = self._table("r_t", value["r_t"])
            self._all_between("r_t", table, -LARGEST, LARGEST)
            plain = super().parsed({k: v for k, v in value.items() if k != "r_t"})
            if isinstance(plain, EpisodeRecord):
                return InformedEpisode(**vars(plain), r_t=table)
        return super().parsed(value)

    def _header(self, value: dict[str, Any]) -> Header:
        name = str(name_in_headers(value.get("algorithm")))
        if not is_family(name):
            rule = must_be_of(value.get("algorithm"), dict.fromkeys(FAMILY.values()))
            self.refuse("algorithm", value.get("algorithm"), rule)
        wanted = {"options"} if name == PERTURBED else {"options", "radius"}
        for key in sorted(wanted - set(value)):
            self.refuse(key, "nothing", "is required")
        if "readings" in value:
            self.refuse("readings", value["readings"], "is not a key of this record")
        common = {k: v for k, v in value.items() if k not in wanted}
        head = super()._header({**common, "algorithm": ALGORITHM})
        if name == O_REPS and head.mdp is None:
            self.refuse("mdp", "nothing", f"is required: {O_REPS} knows P")
        radius = self._rational(value.get("radius", 0), "radius")
        if not 0 <= radius <= COARSEST:
            self.refuse("radius", value["radius"], f"must lie in [0, {COARSEST:g}]")
        options = self._options(name, value["options"])
        return FamilyHeader(**vars(head), algorithm=name, options=options, radius=radius)

    def _options(self, algorithm: str, given: Any) -> dict[str, Any]:
        if not isinstance(given, dict):
            self.refuse("options", given, "must be an object")
        known = OPTIONS[algorithm]
        self._keys(given, {k for k, default in known.items() if default is None}, set(known))
        options: dict[str, Any] = {}
        for key, default in known.items():
            field = f"options.{key}"
            if isinstance(default, tuple):
                options[key] = given.get(key, default[0])
                if options[key] not in default:
                    self.refuse(field, options[key], f"must be one of {', '.join(default)}")
                continue
            options[key] = number = self._rational(given.get(key, default), field)
            if not 0 < number <= LARGEST:
                self.refuse(field, given[key], f"must be positive, at most {LARGEST}")
        return options

    def _epoch(self, value: dict[str, Any]) -> EpochRecord:
        names = EPOCH_KEYS[self._family.algorithm]
        self._keys(value, {"record", "i", "t"}, set(names))
        tables = self._tables(value, names)
        i, t = self._count(value, "i"), self._count(value, "t")
        return EpochRecord(i, t, tables, None, self.line)

    def _step(self, value: dict[str, Any]) -> StepRecord:
        head, t = self._family, self._count(value, "t") if "t" in value else 0
        required, optional = {"record", "t", "pi"}, {"Y"}
        if head.mirror_descent:
            required, optional = required | {"log_q"}, {"beta"}
            if t > 1:
                required |= {"l_hat", "u"} if head.algorithm == UOB_REPS else {"l_hat"}
        self._keys(value, required, optional)
        tables = self._tables(value, ("pi", "Y", "l_hat", "log_q"))
        if "beta" in value:
            tables["beta"] = self._of_states("beta", value["beta"], head.layers)
        for name, table in tables.items():
            least, largest = {"log_q": LOGS, "beta": PRICES}.get(name, NUMBERS)
            self._all_between(name, table, least, largest)
        u = self._numbers(value["u"], "u", head.L) if "u" in value else None
        self._all_between("u", u or [], 0, NUMBERS[1])
        return StepRecord(t, tables, u, self.line)

    def _all_between(self, name: str, table: Any, least: float, largest: float) -> None:
        if table and isinstance(table[0], list):
            for k, inner in enumerate(table):
                self._all_between(f"{name}[{k}]", inner, least, largest)
            return
        if all(type(v) in (float, int) and least <= v <= largest for v in table):
            return
        for where, v in named_entries(name, table):
            if not isinstance(v, (int, float)):
                self.refuse(where, v, "must be a JSON number")
            if not least <= v <= largest:
                self.refuse(where, v, f"must lie in [{least:g}, {largest:g}]")

    @property
    def _family(self) -> FamilyHeader:
        if not isinstance(self.head, FamilyHeader):
            self.refuse("record", None, "`header` must come first")
        return self.head
