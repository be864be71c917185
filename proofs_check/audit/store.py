"""What an audit has found so far, on disk: runs and results.

DIR/manifest.json    versions of what computes, and which suite
DIR/runs/*.jsonl     the traces of the sampled runs
DIR/claims/*.json    a claim's evidence, or that of one of its planted faults
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
from proofs_check.workers import checked_with
from reference.support.atomic_files import write_whole
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath, shown
from reference.support.job_store import Format, JobStore, check_seal, parsed, sealed, text_of

RATIONAL = re.compile(r"-?[0-9]+(?:/[1-9][0-9]*)?", re.ASCII)


class AuditStore(JobStore):
    """Store of runs and results."""

    FORMAT = Format(
        name="proofs-check-audit",
        number=1,
        parts=("runs", "claims"),
        versions=checked_with,
        occupied="is not empty and holds no audit",
    )

    @classmethod
    def of(cls, directory: str | os.PathLike[str], full: bool) -> AuditStore:
        """Open the store of this suite, or make it if the directory has none. Raises UnusablePath,
        MalformedInput, and PreconditionError where versions or suite differ."""
        if not (Path(directory) / "manifest.json").exists():
            return cls.create(directory, {"full": full})
        kept = cls.open(directory)
        if kept.manifest["options"] != {"full": full}:
            rule = f"{directory} is of the other suite; results are never mixed"
            raise PreconditionError("full", full, rule)
        return kept

    def trace(self, name: str) -> bytes | None:
        """Return the trace of a run, if stored. Raises UnusablePath."""
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
        """Return the result of a claim, or of its k-th planted fault (-1: the claim), if stored.
        Raises MalformedInput."""
        file = self._claim(key, k)
        if not file.exists():
            return None
        stored = parsed(text_of(file), str(file))  # not strict_json: exact slacks have many digits
        try:
            if (stored["label"], stored["form"], stored["planted"]) != (*key, k):
                raise ValueError("another claim's result")
            evidence = tuple(_evidence(e) for e in stored["evidence"])
            vacuous = tuple(Vacuity(**v) for v in stored["vacuous_until"])
            result = Result(REGISTRY[key], Verdict(stored["verdict"]), evidence, vacuous)
        except (KeyError, TypeError, ValueError, PreconditionError) as e:
            rule = f"is not what was stored: {e}"
            raise MalformedInput(str(file), None, "result", list(key), rule) from None
        check_seal(stored, str(file))
        return result

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
        text = json.dumps(sealed(record), indent=1, allow_nan=False)  # a witness has its order
        write_whole(self._claim(key, k), text + "\n")

    def _run(self, name: str) -> Path:
        return self.file("runs", f"{name}.jsonl")

    def _claim(self, key: Key, k: int) -> Path:
        name = re.sub(r"[^A-Za-z0-9.-]", "_", f"{key[0]}~{key[1]}")
        return self.file("claims", f"{name}.json" if k < 0 else f"{name}~{k}.json")


def _plain(e: Evidence) -> dict[str, Any]:
    values = {f.name: getattr(e, f.name) for f in fields(e)}
    exact = {name: str(v) for name, v in values.items() if isinstance(v, Q)}
    return {**values, **exact, "verdict": e.verdict.value}


def _evidence(stored: Mapping[str, Any]) -> Evidence:
    exact = {name: _exact(stored[name]) for name in ("slack", "ratio") if stored[name] is not None}
    return Evidence(**{**stored, **exact, "verdict": Verdict(stored["verdict"])})


def _exact(text: object) -> Q:
    """Return "p" or "p/q", as `str` writes a rational; nothing that takes long to read. Raises
    ValueError."""
    if not isinstance(text, str) or not RATIONAL.fullmatch(text):
        raise ValueError(f"{shown(text, 40)} is not p/q")
    return Q(text)
