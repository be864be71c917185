"""Reads a trace of FPOP, O-REPS, UC-O-REPS or UOB-REPS: form only, streaming, as `reader` does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from reference.guests.family.family_records import (
    EPOCHS_OF_FAMILY,
    FAMILY_HEADERS,
    INFORMED_FIELDS,
    O_REPS,
    FamilyHeader,
    InformedEpisode,
    StepRecord,
    is_family,
    step_of,
)
from reference.support.guests import FAMILY
from reference.trace.algorithm import name_in_headers
from reference.trace.reader import RecordParser, read
from reference.trace.records import EpochRecord, Header, Record, must_be_of

FamilyRecord = Record | StepRecord


def read_family(path: str | os.PathLike[str]) -> Iterator[FamilyRecord]:
    """Stream a trace file of the family. Raises MalformedInput with file and line, TruncatedTrace
    if `end` is missing, UnusablePath if the file cannot be opened."""
    return read(path, FamilyParser)


class FamilyParser(RecordParser):
    """Turns lines into records, or refuses them naming the field."""

    page = "reference/guests/family/README.md"

    def parsed(self, value: Any) -> Any:
        kind = value.get("record") if isinstance(value, dict) else None
        if kind == "step" and self.head is not None:
            return self._step(value)
        if kind == "episode" and self._family.full_information:
            return InformedEpisode(**INFORMED_FIELDS.read(value, "", self), line=self.line)
        return super().parsed(value)

    def _header(self, value: dict[str, Any]) -> Header:
        name = str(name_in_headers(value.get("algorithm")))
        if not is_family(name):
            rule = must_be_of(value.get("algorithm"), dict.fromkeys(FAMILY.values()))
            self.refuse("algorithm", value.get("algorithm"), rule)
        told = FAMILY_HEADERS[name].read({**value, "algorithm": name}, "", self)
        head = self._layered(told)
        if name == O_REPS and head.mdp is None:
            self.refuse("mdp", "nothing", f"is required: {O_REPS} knows P")
        radius = told.get("radius", Fraction(0))
        return FamilyHeader(**vars(head), algorithm=name, options=told["options"], radius=radius)

    def _epoch(self, value: dict[str, Any]) -> EpochRecord:
        told = EPOCHS_OF_FAMILY[self._family.algorithm].read(value, "", self)
        return EpochRecord(told.pop("i"), told.pop("t"), told, None, self.line)

    def _step(self, value: dict[str, Any]) -> StepRecord:
        told = step_of(self._family.algorithm, value.get("t") == 1).read(value, "", self)
        t, u = told.pop("t"), told.pop("u", None)
        return StepRecord(t, told, u, self.line)

    @property
    def _family(self) -> FamilyHeader:
        if not isinstance(self.head, FamilyHeader):
            self.refuse("record", None, "`header` must come first")
        return self.head
