"""A whole run with its trace, and the whole check of a trace, split by phase.

The split is made by clocks around the parts (no change to the code measured): a few microseconds
for each of the records, which the phases "episodes" and "replay" contain.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from proofs_check.commands.judge import JUDGE
from tests.bench import Laps, Missing
from tests.bench.worker import peak_mb

CLOCK = time.perf_counter
NO_COMPILER = "no C++ compiler (c++, g++, clang++)"


def _demand(file: str | Path, otherwise: str) -> None:
    if not Path(file).exists():
        raise Missing(otherwise)


def mdp(layers: list[int], A: int) -> Any:
    """The random layered MDP that is played: seed 0, Dirichlet(1) rows."""
    from reference.environments import random_layered

    return random_layered(tuple(layers), A, seed=0)


class Clock:
    """Adds up the seconds that the wrapped functions take."""

    def __init__(self) -> None:
        self.spent = 0.0

    def around(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """`work` with a clock around each call."""

        def timed(*positional: Any, **named: Any) -> Any:
            started = CLOCK()
            try:
                return work(*positional, **named)
            finally:
                self.spent += CLOCK() - started

        return timed

    def along(self, items: Iterator[Any]) -> Iterator[Any]:
        """`items`, of which none is None, with a clock around each next()."""
        return iter(self.around(lambda: next(items, None)), None)


def run(layers: list[int], A: int, T: int, file: str | None = None) -> dict[str, Any]:
    """`reference.run`: build, solve (GLOP), policy (the check of GLOP's solution and the regret
    of pi_i), writing the trace, episodes (what is left: playing, counting, radii, pi_i)."""
    from reference import occupancy
    from reference.running import driver as play
    from reference.running import solver
    from reference.trace import records as trace

    world = mdp(layers, A)
    epochs, value, written = Clock(), Clock(), Clock()
    with (
        patch.object(solver.Glop, "__call__", epochs.around(solver.Glop.__call__)),
        patch("reference.running.driver.value", value.around(occupancy.value)),
        patch.object(trace.TraceWriter, "write", written.around(trace.TraceWriter.write)),
        patch.object(trace, "epoch_record", written.around(trace.epoch_record)),
        patch.object(trace, "episode_record", written.around(trace.episode_record)),
    ):
        started = CLOCK()
        outcome = play.run(world, T, out=file, force=True)
        total = CLOCK() - started
    build = sum(e.build_seconds for e in outcome.epochs)
    solve = sum(e.solve_seconds for e in outcome.epochs)
    policy = epochs.spent - build - solve + value.spent
    parts = {"build": build, "solve": solve, "policy": policy, "trace": written.spent}
    parts["episodes"] = total - sum(parts.values())
    size = os.path.getsize(file) / 2**20 if file else 0.0
    return {"seconds": parts, "epochs": len(outcome.epochs), "trace MB": round(size, 2)}


def check(file: str) -> dict[str, Any]:
    """`proofs-check trace`: read (bytes to records), certify (the rules of an epoch, LP1's exact
    optimum among them), replay (the episodes' rules and counters)."""
    from proofs_check.conformance import replay
    from proofs_check.conformance.epoch_rules import EpochChecker
    from reference.trace.reader import read

    reading, certifying = Clock(), Clock()
    original = EpochChecker.check

    def timed(self: Any, *arguments: Any) -> Iterator[Any]:
        return certifying.along(original(self, *arguments))

    with patch.object(EpochChecker, "check", timed):
        started = CLOCK()
        outcome = replay.check(reading.along(read(file)))
        total = CLOCK() - started
    if not outcome.holds:
        raise ArithmeticError(f"the benchmark's own trace: {outcome.first}")
    parts = {"read": reading.spent, "certify": certifying.spent}
    parts["replay"] = total - sum(parts.values())
    return {"seconds": parts, "epochs": outcome.epochs, "episodes": outcome.episodes}


def whole_check(file: str) -> dict[str, Any]:
    """`proofs-check trace` by both tiers, the whole process with its start."""
    _demand(file, "no trace: there is no C++ compiler")
    command = [sys.executable, "-m", "proofs_check", "trace", file, "--json", "--quiet"]
    seconds = Laps()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds.over("check")
    report = json.loads(done.stdout)
    if report["verdict"] not in ("conforms", "vacuous"):  # a short one decides nothing
        raise ArithmeticError(f"the benchmark's own trace: {report['first']}")
    return {"seconds": seconds, "episodes": report["episodes"]}


def proved_judge(file: str) -> dict[str, Any]:
    """The judge that is proved in Coq: the whole process, and its own peak of memory."""
    _demand(JUDGE, "the judge is not built: make -C proofs_check/coq judge")
    _demand(file, "no trace: there is no C++ compiler")
    seconds = Laps()
    with (
        open(file, "rb") as trace,
        subprocess.Popen([JUDGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process,
    ):
        assert process.stdin is not None and process.stdout is not None
        shutil.copyfileobj(trace, process.stdin, 2**16)
        process.stdin.flush()
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        process.stdin.close()
        report = json.loads(process.stdout.read())
    seconds.over("judge")
    if report["verdict"] != "accepted":
        raise ArithmeticError(f"the benchmark's own trace: {report}")
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
    return {
        "seconds": seconds,
        "episodes": report["episodes"],
        "epochs": report["epochs"],
        "program MB": round(peak, 1),
    }


def audit(layers: list[int], A: int, T: int, labels: list[str] | None) -> dict[str, Any]:
    """The audit of all claims (or those with the labels) on one run, with backward induction in
    place of GLOP, without what it costs on no run at all.

    Many claims cost the same on any run: the smallest run is audited twice before, the first time
    to fill caches, and the second time's seconds are "fixed", not part of "claims"."""
    from proofs_check import statements
    from proofs_check.audit.audit import evaluate, select
    from proofs_check.ledger.registry import REGISTRY
    from proofs_check.sampled_runs.specs import Spec
    from proofs_check.sampled_runs.suite import Entry, Suite, make_trace

    statements.load()
    smallest = Spec("smallest", (1, 1), 1, 1, solver="first")

    def seconds(spec: Spec) -> float:
        suite = Suite([Entry(spec, make_trace(spec))])
        started = CLOCK()
        for key in select(labels):
            evaluate(REGISTRY[key], suite)
        return CLOCK() - started

    _, fixed = seconds(smallest), seconds(smallest)
    started = peak_mb()
    spent = seconds(Spec("benchmark", tuple(layers), A, T, solver="first"))
    # peak memory is not less than before; what is above it is the run's
    return {"seconds": {"claims": spent - fixed}, "fixed": fixed, "start MB": started}


def hoard(file: str) -> dict[str, Any]:
    """A check that does not stream: it keeps every record. For the memory test."""
    from proofs_check.conformance import replay
    from reference.trace.reader import read

    records = list(read(file))
    return {"seconds": {}, "episodes": replay.check(records).episodes}


def numpy_twin(layers: list[int], A: int, T: int, file: str) -> dict[str, Any]:
    """The NumPy twin, policies in its trace."""
    from tests.implementations.numpy.numpy_twin import play

    world = mdp(layers, A)
    seconds = Laps()
    play(world, T, out=file, force=True)
    seconds.over("run")
    return {"seconds": seconds}


def build_cpp(folder: str, optimise: str) -> dict[str, Any]:
    """Compile the C++ twin."""
    from tests.mutation.apply_faults import build, compiler

    if compiler() is None:
        raise Missing(NO_COMPILER)
    program = build(Path(folder), optimise=optimise)
    return {"seconds": {}, "program": str(program)}


def write_mdp(layers: list[int], A: int, file: str) -> dict[str, Any]:
    """The MDP file that the C++ twin reads."""
    from reference.environments import mdp_text

    Path(file).write_text(mdp_text(mdp(layers, A)), encoding="utf-8")
    return {"seconds": {}}


def cpp_twin(program: str, mdp_file: str, T: int, file: str) -> dict[str, Any]:
    """The C++ twin, policies in its trace; the whole process."""
    _demand(program, NO_COMPILER)
    seconds = Laps()
    with open(file, "wb") as out:
        subprocess.run([program, "play", mdp_file, str(T), "--pi-only"], stdout=out, check=True)
    seconds.over("run")
    return {"seconds": seconds, "trace MB": os.path.getsize(file) / 2**20}
