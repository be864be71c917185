"""Reads the CSV files of results that are committed here: what `results.to_csv` and `times_to_csv`
write."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields

from reference.experiments import trials
from reference.experiments.results import COLUMNS, TIME_COLUMNS
from reference.experiments.trial_store import outcome_of
from reference.experiments.trials import Outcome, Times, Trial
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath


def read_csv(path: str | os.PathLike[str]) -> dict[Trial, Outcome]:
    """What `to_csv` wrote. Raises UnusablePath, MalformedInput with the line."""
    name = os.fspath(path)
    results: dict[Trial, Outcome] = {}
    for line, row in _rows(name, COLUMNS):
        t = _trial(name, line, row)
        numbers = {f: _number(name, line, f, row[f]) for f in Outcome.__annotations__}
        if t in results:
            raise MalformedInput(name, line, "trial", str(t), "must occur once")
        results[t] = outcome_of(numbers, name)
    return results


def read_times(path: str | os.PathLike[str]) -> dict[Trial, Times]:
    """What `times_to_csv` wrote. Raises UnusablePath, MalformedInput."""
    name = os.fspath(path)
    return {
        _trial(name, line, row): Times(
            *(float(_number(name, line, f.name, row[f.name])) for f in fields(Times))
        )
        for line, row in _rows(name, TIME_COLUMNS)
    }


def _rows(name: str, columns: Sequence[str]) -> Iterable[tuple[int, dict[str, str]]]:
    try:
        with open(name, encoding="utf-8", newline="") as file:
            reader = csv.reader(file, strict=True)
            header = next(reader, [])
            if tuple(header) != tuple(columns):
                raise MalformedInput(name, 1, "header", header, f"must be {', '.join(columns)}")
            for cells in reader:
                if len(cells) != len(columns):
                    raise MalformedInput(
                        name, reader.line_num, "line", cells, f"must have {len(columns)} columns"
                    )
                yield reader.line_num, dict(zip(columns, cells, strict=True))
    except (csv.Error, UnicodeDecodeError) as e:
        raise MalformedInput(name, None, "text", str(e), "must be CSV in UTF-8") from None
    except OSError as e:
        raise UnusablePath(name, f"cannot be read: {e.strerror}") from None


def _number(name: str, line: int, field: str, text: str) -> int | float:
    try:
        return int(text) if Outcome.__annotations__.get(field) == "int" else float(text)
    except ValueError:
        raise MalformedInput(name, line, field, text, "must be a number") from None


def _trial(name: str, line: int, row: Mapping[str, str]) -> Trial:
    """The trial of a line. Raises MalformedInput."""
    choice = ":".join(filter(None, (row["algorithm"], row["options"].replace(";", ","))))
    text = "~".join(
        (row["env"], choice, f"T={row['T']}", f"delta={row['delta']}", row["reward_law"])
    )
    try:
        found = trials.parse(f"{text}~seed={row['seed']}")
    except PreconditionError as e:
        raise MalformedInput(name, line, e.field, e.value, e.rule) from None
    return found
