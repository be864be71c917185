"""Results on disk: one small JSON file per trial, each written whole or not at all.

    DIR/manifest.json    the options, and the versions of what computes it
    DIR/trials/*.json    trial, versions, outcome: the same bytes in every repetition
    DIR/times/*.json     the measured times
    DIR/failed/*.json    trials that raised an error; run again when the work is resumed

A file appears by renaming a complete one, so a killed process leaves at most a stray `*.tmp`.
Two processes may write to one directory: they would write the same bytes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from reference import VERSION
from reference.rivals.experiments.trials import Outcome, Times, Trial
from reference.support.atomic_files import write_whole
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath
from reference.support.workers import digest
from reference.trace import strict_json

__all__ = ["TrialStore", "computed_by", "outcome_of", "plain", "record", "write_whole"]

FORMAT, FORMAT_VERSION = "ucrl-lp-simulation", 1
LARGEST = sys.float_info.max

COMPUTES = (
    "*.py",
    "environments/*.py",
    "rivals/__init__.py",
    "rivals/baselines/*.py",
    "rivals/experiments/__init__.py",
    "rivals/experiments/algorithms.py",
    "rivals/experiments/trials.py",
    "rivals/experiments/worlds.py",
    "rivals/kl/*.py",
    "running/*.py",
)
"""The sources that an outcome can depend on."""


@cache
def computed_by() -> dict[str, str]:
    """What outcomes depend on besides the trial: program, libraries, and a digest of the sources.

    Two results are comparable bit for bit only if these are equal.
    """
    return {
        "ucrl-lp": VERSION,
        "numpy": version("numpy"),
        "ortools": version("ortools"),
        "scipy": version("scipy"),
        "sources": digest(Path(__file__).parents[2], COMPUTES),
    }


def plain(value: Any) -> str:
    """JSON text with sorted keys: the same value gives the same bytes."""
    return json.dumps(value, sort_keys=True, indent=1, allow_nan=False) + "\n"


class TrialStore:
    """A directory of results. Raises UnusablePath, MalformedInput, PreconditionError."""

    def __init__(self, directory: Path, manifest: Mapping[str, Any]) -> None:
        self.directory, self.manifest = directory, manifest

    @classmethod
    def create(cls, directory: str | os.PathLike[str], options: Mapping[str, Any]) -> TrialStore:
        """A new store for the experiment of `options` (plain data), in a new or empty directory.
        Raises UnusablePath."""
        path = Path(directory)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(file.suffix != ".tmp" for file in path.iterdir()):
                rule = f"is not empty; `ucrl-lp simulate resume {path}` resumes a simulation"
                raise UnusablePath(str(path), rule)
        except OSError as e:
            raise UnusablePath(str(path), f"cannot be used: {e.strerror}") from None
        manifest = {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "versions": computed_by(),
            "options": dict(options),
        }
        write_whole(path / "manifest.json", plain(manifest))  # first: from now on it is a store
        return cls.open(path)

    @classmethod
    def open(cls, directory: str | os.PathLike[str]) -> TrialStore:
        """A store made before, by the same versions of everything that computes. Raises
        UnusablePath and MalformedInput if it is not one, PreconditionError for other versions."""
        path = Path(directory)
        file = path / "manifest.json"
        manifest = _read(file)
        for key, expected in (("format", FORMAT), ("version", FORMAT_VERSION)):
            if manifest.get(key) != expected:
                raise MalformedInput(str(file), None, key, manifest.get(key), f"is not {expected}")
        found = manifest.get("versions")
        if not isinstance(found, dict) or not isinstance(manifest.get("options"), dict):
            raise MalformedInput(str(file), None, "manifest", sorted(manifest), "lacks entries")
        for name, now in computed_by().items():
            if found.get(name) != now:
                rule = f"{path} was computed with {found.get(name)}; results are never mixed"
                raise PreconditionError(f"version of {name}", now, rule)
        try:
            for part in ("trials", "times", "failed"):
                (path / part).mkdir(exist_ok=True)
        except OSError as e:
            raise UnusablePath(str(path), f"cannot be used: {e.strerror}") from None
        return cls(path, manifest)

    def done(self, trial: Trial) -> bool:
        """Whether its result is here."""
        return (self.directory / "trials" / trial.file_name).exists()

    def write(self, trial: Trial, outcome: Outcome, times: Times) -> None:
        """Store a result; a record of failure is removed."""
        write_whole(self.directory / "times" / trial.file_name, plain(asdict(times)))
        write_whole(self.directory / "trials" / trial.file_name, record(trial, outcome))
        (self.directory / "failed" / trial.file_name).unlink(missing_ok=True)

    def write_failure(self, trial: Trial, error: str) -> None:
        """Store why there is no result."""
        record = {"trial": str(trial), "seed": trial.seed, "error": error}
        write_whole(self.directory / "failed" / trial.file_name, plain(record))

    def read(self, trial: Trial) -> Outcome:
        """A stored result, which must be of this trial and these versions. Raises
        MalformedInput."""
        file = self.directory / "trials" / trial.file_name
        found = _read(file)
        if found.get("trial") != str(trial) or found.get("versions") != computed_by():
            rule = f"must be the trial {trial} by the manifest's versions"
            raise MalformedInput(str(file), None, "trial", found.get("trial"), rule)
        return outcome_of(found.get("outcome"), str(file))

    def read_times(self, trial: Trial) -> Times | None:
        """The measured times, if known."""
        file = self.directory / "times" / trial.file_name
        try:
            return Times(**_read(file))
        except (TypeError, UnusablePath):
            return None


def record(trial: Trial, outcome: Outcome) -> str:
    """The file of one result."""
    return plain({"trial": str(trial), "versions": computed_by(), "outcome": asdict(outcome)})


def outcome_of(value: Any, file: str) -> Outcome:
    """An Outcome from plain data: every field present, a number in its range. Raises
    MalformedInput."""
    fields: dict[str, str] = dict(Outcome.__annotations__)
    if not isinstance(value, dict) or set(value) != set(fields):
        raise MalformedInput(file, None, "outcome", value, f"must have {', '.join(fields)}")
    for name, found in value.items():
        whole = fields[name] == "int"
        if isinstance(found, bool) or not isinstance(found, int if whole else (int, float)):
            raise MalformedInput(file, None, name, found, "must be a number")
        if not -LARGEST <= found <= LARGEST:
            raise MalformedInput(file, None, name, found, "must be within the range of a double")
    if not 0 <= value["V_star"] <= value["L"] + 1e-9:
        rule = f"must lie in [0, L] = [0, {value['L']}]"
        raise MalformedInput(file, None, "V_star", value["V_star"], rule)
    numbers: Any = {n: v if fields[n] == "int" else float(v) for n, v in value.items()}
    return Outcome(**numbers)


def _read(file: Path) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise MalformedInput(str(file), None, "text", "bytes", "must be UTF-8") from None
    except OSError as e:
        raise UnusablePath(str(file), f"cannot be read: {e.strerror}") from None
    found = strict_json.loads(text, file=str(file), line=None)
    if not isinstance(found, dict):
        raise MalformedInput(str(file), None, "record", found, "must be a JSON object")
    return found
