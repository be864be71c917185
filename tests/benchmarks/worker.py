"""A child process of a benchmark: answers questions on standard input, one JSON line each.

`python -m tests.benchmarks.worker BYTES` (0: no limit of memory); see measure.py.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

from tests.benchmarks import Missing

# What may be absent, and what provides it.
OPTIONAL = {
    "highspy": "highspy (extra `bench`)",
    "cvxpy": "cvxpy (extra `bench`)",
    "statisticalrl_learners": "statisticalRL-learners (pyproject.toml says how)",
}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Run the job; what it returns, or why it could not."""
    module, _, function = question["job"].partition(":")
    try:
        home = importlib.import_module(f"tests.benchmarks.{module}")
        before = peak_mb()
        said: dict[str, Any] = getattr(home, function)(**question["arguments"])
    except Missing as e:
        return {"missing": str(e)}
    except ModuleNotFoundError as e:
        name = (e.name or "").split(".")[0]
        if name not in OPTIONAL:
            return {"failed": repr(e)}
        return {"missing": f"{OPTIONAL[name]} is not installed"}
    except MemoryError:
        return {"failed": "MemoryError"}
    except Exception as e:  # the parent reports it and ends with an error
        return {"failed": repr(e)[:500]}
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
    """Answer until standard input ends. Whatever a solver prints goes nowhere."""
    limit = int(sys.argv[1])
    if limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        replies.write(json.dumps(answer(json.loads(line))) + "\n")
        replies.flush()


if __name__ == "__main__":
    main()
