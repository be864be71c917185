"""Results on disk: one small JSON file per trial, each written whole or not at all.

DIR/manifest.json    the options, and the versions of what computes it
DIR/trials/*.json    trial, versions, outcome, digest: the same bytes in every repetition
DIR/times/*.json     the measured times
DIR/failed/*.json    trials that raised an error; run again when the work is resumed
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from typing import Any

from reference.figure1.trials import Outcome, Times, Trial
from reference.support.atomic_files import write_whole
from reference.support.errors import MalformedInput, UnusablePath
from reference.support.job_store import Format, JobStore, check_seal, parsed, plain, sealed, text_of
from reference.support.workers import computed_with
from reference.trace import strict_json

__all__ = ["TrialStore", "computed_by", "outcome_of", "plain", "record", "write_whole"]

LARGEST = sys.float_info.max

COMPUTES = (
    "*.py",
    "environments/*.py",
    "figure1/__init__.py",
    "figure1/algorithm.py",
    "figure1/algorithms.py",
    "figure1/chain.py",
    "figure1/learner.py",
    "figure1/trials.py",
    "figure1/ucrl2.py",
    "figure1/ucrl_lp_twin.py",
    "figure1/worlds.py",
    "guests/__init__.py",
    "guests/kl/*.py",
    "guests/learners/*.py",
    "running/*.py",
)
"""The sources that an outcome can depend on."""


@cache
def computed_by() -> dict[str, str]:
    """Return what outcomes depend on besides the trial: program, libraries, and a digest of the
    sources.

    Two results are comparable bit for bit only if these are equal.
    """
    return computed_with(("numpy", "ortools", "scipy"), Path(__file__).parents[1], COMPUTES)


class TrialStore(JobStore):
    """Store of trials. Raises UnusablePath, MalformedInput, PreconditionError."""

    FORMAT = Format(
        name="ucrl-lp-simulation",
        number=1,
        parts=("trials", "times", "failed"),
        versions=computed_by,
        occupied="is not empty; `ucrl-lp simulate resume {}` resumes a simulation",
    )

    def done(self, trial: Trial) -> bool:
        """Return whether its result is here."""
        return self.file("trials", trial.file_name).exists()

    def write(self, trial: Trial, outcome: Outcome, times: Times) -> None:
        """Store a result; a record of failure is removed."""
        write_whole(self.file("times", trial.file_name), plain(asdict(times)))
        write_whole(self.file("trials", trial.file_name), record(trial, outcome))
        self.file("failed", trial.file_name).unlink(missing_ok=True)

    def write_failure(self, trial: Trial, error: str) -> None:
        """Store why there is no result."""
        record = {"trial": str(trial), "seed": trial.seed, "error": error}
        write_whole(self.file("failed", trial.file_name), plain(record))

    def read(self, trial: Trial) -> Outcome:
        """Return a stored result, which must be of this trial and these versions, as it was
        stored. Raises MalformedInput."""
        file = self.file("trials", trial.file_name)
        entry = _read(file)
        if entry.get("trial") != str(trial) or entry.get("versions") != computed_by():
            rule = f"must be the trial {trial} by the manifest's versions"
            raise MalformedInput(str(file), None, "trial", entry.get("trial"), rule)
        outcome = outcome_of(entry.get("outcome"), str(file))
        check_seal(entry, str(file))
        return outcome

    def read_times(self, trial: Trial) -> Times | None:
        """Return the measured times, if known."""
        file = self.file("times", trial.file_name)
        try:
            return Times(**_read(file))
        except (TypeError, UnusablePath):
            return None


def record(trial: Trial, outcome: Outcome) -> str:
    """Return the file of one result."""
    content = {"trial": str(trial), "versions": computed_by(), "outcome": asdict(outcome)}
    return plain(sealed(content))


def outcome_of(value: Any, file: str) -> Outcome:
    """Return an Outcome from plain data: every field present, a number in its range. Raises
    MalformedInput."""
    fields: dict[str, str] = dict(Outcome.__annotations__)
    if not isinstance(value, dict) or set(value) != set(fields):
        raise MalformedInput(file, None, "outcome", value, f"must have {', '.join(fields)}")
    for name, number in value.items():
        whole = fields[name] == "int"
        if isinstance(number, bool) or not isinstance(number, int if whole else (int, float)):
            raise MalformedInput(file, None, name, number, "must be a number")
        if not -LARGEST <= number <= LARGEST:
            raise MalformedInput(file, None, name, number, "must be within the range of a double")
    if not 0 <= value["V_star"] <= value["L"] + 1e-9:
        rule = f"must lie in [0, L] = [0, {value['L']}]"
        raise MalformedInput(file, None, "V_star", value["V_star"], rule)
    numbers: Any = {n: v if fields[n] == "int" else float(v) for n, v in value.items()}
    return Outcome(**numbers)


def _read(file: Path) -> dict[str, Any]:
    return parsed(text_of(file), str(file), partial(strict_json.loads, file=str(file), line=None))
