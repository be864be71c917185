"""What an audit has found so far, on disk: runs and results, each file whole or not at all.

    DIR/manifest.json    versions of what computes, and which suite
    DIR/runs/*.jsonl     the traces of the sampled runs
    DIR/claims/*.json    a claim's evidence, or that of one of its planted faults

The same bytes in every repetition, so two processes may fill one directory.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from proofs_check.arithmetic import Q
from proofs_check.ledger.registry import REGISTRY, Evidence, Key, Result, Vacuity, Verdict
from proofs_check.workers import computed_with
from reference.support.atomic_files import write_whole
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath

FORMAT, FORMAT_VERSION = "proofs-check-audit", 1


class AuditStore:
    """A directory of runs and results; created if missing.

    Raises UnusablePath, MalformedInput, and PreconditionError where versions or suite differ."""

    def __init__(self, directory: str | os.PathLike[str], full: bool) -> None:
        self.directory = Path(directory)
        file = self.directory / "manifest.json"
        now = {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "full": full,
            "versions": computed_with(),
        }
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                if any(other.suffix != ".tmp" for other in self.directory.iterdir()):
                    raise UnusablePath(str(directory), "is not empty and holds no audit")
                write_whole(file, _text(now))  # first: from now on it is a store
            for part in ("runs", "claims"):
                (self.directory / part).mkdir(exist_ok=True)
        except OSError as e:
            raise UnusablePath(str(directory), f"cannot be used: {e.strerror}") from None
        found = _read(file)
        for key, value in now.items():
            if found.get(key) != value:
                rule = f"{directory} was computed with {found.get(key)}; results are never mixed"
                raise PreconditionError(key, value, rule)

    def trace(self, name: str) -> bytes | None:
        """The trace of a run, if stored. Raises UnusablePath."""
        try:
            return self._run(name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as e:
            raise UnusablePath(str(self._run(name)), f"cannot be read: {e.strerror}") from None

    def write_trace(self, name: str, trace: bytes) -> None:
        """Store a run."""
        write_whole(self._run(name), trace)

    def result(self, key: Key, k: int) -> Result | None:
        """The result of a claim, or of its k-th planted fault (-1: the claim), if stored. Raises
        MalformedInput."""
        file = self._claim(key, k)
        if not file.exists():
            return None
        found = _read(file)
        try:
            if (found["label"], found["form"], found["planted"]) != (*key, k):
                raise ValueError("another claim's result")
            evidence = tuple(_evidence(e) for e in found["evidence"])
            vacuous = tuple(Vacuity(**v) for v in found["vacuous_until"])
            return Result(REGISTRY[key], Verdict(found["verdict"]), evidence, vacuous)
        except (KeyError, TypeError, ValueError, PreconditionError) as e:
            rule = f"is not what was stored: {e}"
            raise MalformedInput(str(file), None, "result", list(key), rule) from None

    def write_result(self, key: Key, k: int, result: Result) -> None:
        """Store a result."""
        record = {
            "label": key[0],
            "form": key[1],
            "planted": k,
            "verdict": result.verdict.value,
            "evidence": [_plain(e) for e in result.evidence],
            "vacuous_until": [asdict(v) for v in result.vacuous_until],
        }
        write_whole(self._claim(key, k), _text(record))

    def _run(self, name: str) -> Path:
        return self.directory / "runs" / f"{name}.jsonl"

    def _claim(self, key: Key, k: int) -> Path:
        name = re.sub(r"[^A-Za-z0-9.-]", "_", f"{key[0]}~{key[1]}")
        return self.directory / "claims" / (f"{name}.json" if k < 0 else f"{name}~{k}.json")


def _plain(e: Evidence) -> dict[str, Any]:
    found = {f.name: getattr(e, f.name) for f in fields(e)}
    exact = {name: str(v) for name, v in found.items() if isinstance(v, Q)}
    return {**found, **exact, "verdict": e.verdict.value}


def _evidence(found: Mapping[str, Any]) -> Evidence:
    exact = {name: Q(found[name]) for name in ("slack", "ratio") if found[name] is not None}
    return Evidence(**{**found, **exact, "verdict": Verdict(found["verdict"])})


def _text(record: Mapping[str, Any]) -> str:
    return json.dumps(record, indent=1, allow_nan=False) + "\n"


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_bytes())  # not strict_json: exact slacks have many digits
    except OSError as e:
        raise UnusablePath(str(file), f"cannot be read: {e.strerror}") from None
    except (ValueError, RecursionError) as e:
        raise MalformedInput(str(file), None, "text", "bytes", f"must be JSON: {e}") from None
    if not isinstance(found, dict):
        raise MalformedInput(str(file), None, "record", found, "must be a JSON object")
    return found
