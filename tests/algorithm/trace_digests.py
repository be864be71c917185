"""Digests of traces made by `ucrl-lp run`, each stopped and resumed at ten places.

`python -m tests.algorithm.trace_digests` writes tests/data/traces/digests.json. The first ten
digests of a case are those of the trace at each stop, the last one that of the whole run. A trace
depends on
the optimal vertex that GLOP returns and on NumPy's random streams, so the versions are recorded.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import tempfile
from importlib.metadata import version
from pathlib import Path

from reference import __main__ as runner
from reference import readings
from reference.environments import TRANSITIONS
from tests.paths import ROOT

DIGESTS = ROOT / "tests" / "data" / "traces" / "digests.json"
STOPS = 10


def cases() -> dict[str, tuple[list[str], int]]:
    """Name -> (options of `ucrl-lp run`, T)."""
    made: dict[str, tuple[list[str], int]] = {
        "paper": (["--env", "paper"], 3000),
        "riverswim": (["--env", "riverswim"], 300),
        "frozenlake": (["--env", "frozenlake-4x4", "--horizon", "8"], 300),
    }
    for family in TRANSITIONS:
        made[f"random:{family}"] = (["--env", f"random:{family}", "--mdp-seed", "3"], 60)
    for reading in readings.READINGS:
        if reading.scope != "UCRL-LP":
            continue
        for choice in reading.choices[1:]:
            if choice != "any":  # for foreign traces only
                words = ["--env", "riverswim", "--horizon", "6"]
                words += ["--reading", f"{reading.key}={choice}"]
                made[f"{reading.key}={choice}"] = (words, 120)
    return made


def digests(options: list[str], T: int) -> list[str]:
    """SHA-256 of the trace at each of ten stops and at the end. A run that LP1 stops has the
    digest of what it wrote, and no other."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run.jsonl"
        hashes: list[str] = []
        command = ["run", *options, "--T", str(T), "--seed", "7", "--out", str(out)]
        for k in range(1, STOPS + 2):
            episodes = T * k // (STOPS + 1)
            with (
                contextlib.redirect_stdout(io.StringIO()),
                contextlib.redirect_stderr(io.StringIO()),
            ):
                status = runner.main([*command, "--episodes", str(episodes), "--quiet"])
            hashes.append(hashlib.sha256(out.read_bytes()).hexdigest())
            if status:
                break
            command = ["run", "--resume", str(out)]
        return hashes


def versions() -> dict[str, str]:
    """The libraries that decide the bytes of a trace."""
    return {name: version(name) for name in ("numpy", "ortools")}


if __name__ == "__main__":
    made = {name: digests(*case) for name, case in cases().items()}
    DIGESTS.write_text(json.dumps({"versions": versions(), "traces": made}, indent=1) + "\n")
