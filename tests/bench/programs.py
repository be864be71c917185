"""Exact LP solvers of others, as programs that read a file. Standard library only: the peak
memory of a program (`ru_maxrss`) counts from that of the process that started it."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import time
from fractions import Fraction
from typing import Any

from tests.bench import Missing

SOPLEX_MISSING = (
    "no `soplex` program. Tried: Debian bookworm has no package of it, PyPI neither `soplex` nor"
    " `pysoplex`; PyPI's `pyscipopt` 6.3.0 holds SoPlex 8.0.2 but is compiled without exact solving"
)


def _run(words: list[str]) -> tuple[float, str]:
    started = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    spent = time.perf_counter() - started
    if done.returncode:
        raise OSError(f"{words[0]} ended with status {done.returncode}: {done.stderr[-200:]}")
    return spent, done.stdout


def _said(seconds: float, optimum: Fraction) -> dict[str, Any]:
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return {
        "seconds": {"whole process": seconds},
        "optimum": str(optimum),
        "peak MB": round(peak, 1),
    }


def qsopt_ex(file: str) -> dict[str, Any]:
    """QSopt_ex's `esolver`: reads the LP file, solves, writes the solution."""
    if shutil.which("esolver") is None:
        raise Missing("no `esolver` program (Debian's qsopt-ex)")
    out = f"{file}.sol"
    spent, _ = _run(["esolver", "-L", "-O", out, file])
    with open(out, encoding="ascii") as solution:
        said = re.search(r"status = OPTIMAL\s.*?Value = (-?\d+(?:/\d+)?)\s", solution.read(), re.S)
    os.remove(out)
    if said is None:
        raise OSError("esolver found no optimum")
    return _said(spent, Fraction(said[1]))


def soplex(file: str) -> dict[str, Any]:
    """SoPlex in exact mode (its documentation's settings), the optimum summed from its solution."""
    if shutil.which("soplex") is None:
        raise Missing(SOPLEX_MISSING)
    exact = ["--readmode=1", "--solvemode=2", "--int:syncmode=1", "--int:checkmode=2"]
    spent, printed = _run(["soplex", *exact, "-f0", "-o0", "-X", file])
    if "[optimal]" not in printed:
        raise OSError("soplex found no optimum")
    solution = dict(re.findall(r"^([qd](?:_\d+)+)\s+(-?\d+(?:/\d+)?)$", printed, re.M))
    with open(file, encoding="ascii") as lp:
        goal = lp.read().split("obj:", 1)[1].split("Subject To", 1)[0]
    terms = re.findall(r"([+-]) (?:(\d+(?:/\d+)?) )?(q(?:_\d+)+)", goal)
    optimum = sum(
        (Fraction(sign + (size or "1")) * Fraction(solution.get(name, "0")))
        for sign, size, name in terms
    )
    return _said(spent, Fraction(optimum))
