"""Reads the CSV files of results that are committed here: what `results.to_csv` and `times_to_csv`
write. Trials of guests are left out where these are not installed."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from reference.figure1 import trials
from reference.figure1.algorithms import ALGORITHMS
from reference.figure1.results import COLUMNS, TIME_COLUMNS
from reference.figure1.trials import Outcome, Times, Trial
from reference.support.guests import LEARNERS


def read_csv(path: Path) -> dict[Trial, Outcome]:
    """What `to_csv` wrote."""
    kinds: list[Any] = [int if f.type == "int" else float for f in fields(Outcome)]
    return {
        trial: Outcome(*(kind(word) for kind, word in zip(kinds, words, strict=True)))
        for trial, words in _rows(path, COLUMNS)
    }


def read_times(path: Path) -> dict[Trial, Times]:
    """What `times_to_csv` wrote."""
    return {trial: Times(*map(float, words)) for trial, words in _rows(path, TIME_COLUMNS)}


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[Trial, list[str]]]:
    """The trial of every line, and what follows it."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, strict=True)
    assert header == list(columns)
    here = [row for row in rows if row[1] in ALGORITHMS or row[1] not in LEARNERS]
    for env, algorithm, options, T, delta, law, seed, *words in here:
        choice = ":".join(filter(None, (algorithm, options.replace(";", ","))))
        text = f"{env}~{choice}~T={T}~delta={delta}~{law}~seed={seed}"
        yield trials.parse(text), words
