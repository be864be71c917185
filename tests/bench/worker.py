"""A child process of a benchmark: `python -m tests.bench.worker JOB QUESTIONS BYTES`.

QUESTIONS is a JSON list of the job's arguments; printed is the last answer, or the first that is
none. BYTES limits the memory (0: no limit). See measure.py.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

from tests.bench import Missing

# What may be absent, and what provides it.
OPTIONAL = {
    "highspy": "highspy (extra `bench`)",
    "cvxpy": "cvxpy (extra `bench`)",
    "statisticalrl_learners": "statisticalRL-learners (pyproject.toml says how)",
}


def answer(job: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Run the job; what it returns, or why it could not."""
    module, _, function = job.partition(":")
    try:
        home = importlib.import_module(f"tests.bench.{module}")
        before = peak_mb()
        said: dict[str, Any] = getattr(home, function)(**arguments)
    except Missing as e:
        return {"missing": str(e)}
    except Exception as e:  # the parent reports it and ends with an error
        name = str(e.name).partition(".")[0] if isinstance(e, ModuleNotFoundError) else ""
        absent = {"missing": f"{OPTIONAL.get(name)} is not installed"}
        return absent if name in OPTIONAL else {"failed": repr(e)[:500]}
    return {"start MB": before, "peak MB": peak_mb(), **said}


def peak_mb() -> float:
    """The largest memory of this process so far. On Linux VmHWM: `ru_maxrss` would start from the
    memory of the process that started this one."""
    status = Path("/proc/self/status")
    if status.exists():
        kilobytes = int(status.read_text(encoding="ascii").split("VmHWM:")[1].split()[0])
    else:
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(kilobytes / 1024, 1)


def main() -> None:
    """Answer; whatever a solver prints goes nowhere."""
    job, questions, limit = sys.argv[1:]
    if int(limit):
        resource.setrlimit(resource.RLIMIT_AS, (int(limit), int(limit)))
    reply = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    outcome: dict[str, Any] = {"seconds": {}}
    for arguments in json.loads(questions):
        if "seconds" in outcome:
            outcome = answer(job, arguments)
    print(json.dumps(outcome), file=reply, flush=True)


if __name__ == "__main__":
    main()
