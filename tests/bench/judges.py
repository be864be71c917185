"""The proved judge beside `proofs-check trace` and the C++ twin, on one trace.

    python -m tests.bench.judges [--long] [--commit]

The C++ twin plays the paper's size and writes the trace, with `pi` alone, into a pipe; at the other
end nobody looks at it, or `proofs-check trace`, or the proved judge. Nothing is kept on the disk.
T = 10^5 and 10^6, three times in turn; --long: 10^7, too, once (about two minutes). Processor
seconds are those of the process itself, whatever else the machine does; "wall" is the time until
the pipe is empty, the twin's work included; "MB" is the process's peak memory. --commit writes
judges.json beside this file, with --long only; `python -m tests.bench.committed` prints it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import IO, Any, cast

from proofs_check.commands.judge import JUDGE
from tests.bench import Missing, machine, tables
from tests.bench.measure import Answer
from tests.bench.whole import NO_COMPILER, write_mdp
from tests.mutation.apply_faults import build, compiler

PAPER = ([1, 10, 10, 10, 10, 10, 1], 5)
TWIN, CHECK, PROVED = "C++ twin", "proofs-check trace", "proved judge"
TIMES = {100_000: 3, 1_000_000: 3}
LONG = {10_000_000: 1}
FILE = Path(__file__).with_suffix(".json")
CHECKER = [sys.executable, "-m", "proofs_check", "trace", "/dev/stdin", "--json", "--quiet"]


def measured(times: dict[int, int] | None = None, size: Any = PAPER, optimise: str = "-O2") -> Any:
    """Return what is committed: by T, for each of the three, its answers, and where.

    Raises Missing without a C++ compiler or the built judge, ArithmeticError where one of the
    judges does not accept the twin's run."""
    if compiler() is None:
        raise Missing(NO_COMPILER)
    if not JUDGE.is_file():
        raise Missing("the judge is not built: make -C proofs_check/coq judge")
    load, runs = [machine.load()], []
    with tempfile.TemporaryDirectory() as name:
        twin, mdp = build(Path(name), optimise=optimise), Path(name) / "mdp.json"
        layers, A = size
        write_mdp(layers, A, str(mdp))
        for T, repetitions in (TIMES if times is None else times).items():
            play = [str(twin), "play", str(mdp), str(T), "--pi-only"]
            answers: dict[str, list[Answer]] = {TWIN: [], CHECK: [], PROVED: []}
            for _ in range(repetitions):
                answers[TWIN].append(alone(play))
                answers[CHECK].append(fed(play, CHECKER, "conforms", T))
                answers[PROVED].append(fed(play, [str(JUDGE)], "accepted", T))
            runs.append({"T": T, "answers": answers})
    where = {"processor": machine.description()["processor"], "cores": os.cpu_count()}
    return {**where, "load": [*load, machine.load()], "runs": runs}


def alone(play: list[str]) -> Answer:
    """The twin, whose trace nobody looks at; "trace MB" is the length of that trace."""
    started = time.perf_counter()
    with subprocess.Popen(play, stdout=subprocess.PIPE) as twin:
        out, size, peak = cast(IO[bytes], twin.stdout), 0, 0.0
        while chunk := out.read(2**16):
            size, peak = size + len(chunk), max(peak, _peak(twin))
        spent = _spent(twin)
    return {**spent, "wall": time.perf_counter() - started, "MB": peak, "trace MB": size / 2**20}


def fed(play: list[str], program: list[str], verdict: str, T: int) -> Answer:
    """A judge that is given the twin's trace."""
    started = time.perf_counter()
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(play, stdout=pipe) as twin,
        subprocess.Popen(program, stdin=pipe, stdout=pipe) as judge,
    ):
        stdin, stdout = cast(IO[bytes], judge.stdin), cast(IO[bytes], judge.stdout)
        shutil.copyfileobj(cast(IO[bytes], twin.stdout), stdin, 2**16)
        stdin.flush()
        peak = _peak(judge)
        stdin.close()
        report = json.loads(stdout.read())
        spent = _spent(judge)
    if (report["verdict"], report["episodes"]) != (verdict, T):
        raise ArithmeticError(f"the benchmark's own trace: {report}")
    return {**spent, "wall": time.perf_counter() - started, "MB": peak, "epochs": report["epochs"]}


def _spent(process: subprocess.Popen[bytes]) -> Answer:
    """Wait for the end of the process: its processor seconds. It must end with status 0."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise ArithmeticError(f"{process.args!r}: status {process.returncode}")
    return {"seconds": usage.ru_utime + usage.ru_stime}


def _peak(process: subprocess.Popen[bytes]) -> float:
    """MB so far: what the kernel reports at the end is not less than the parent's."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return round(int(status.split("VmHWM:")[1].split()[0]) / 1024, 1) if "VmHWM" in status else 0.0


def page(figures: Any) -> str:
    """The figures as Markdown."""
    before, after = figures["load"]
    header = "T | who | processor seconds | / C++ twin | wall, with the twin | MB"
    return (
        "The trace goes through a pipe. Median (least .. greatest); processor seconds are those of "
        "the process alone, the ratio is of them.\n"
        f"{figures['processor']}, {figures['cores']} cores, shared: load {before:g}, then "
        f"{after:g}.\n\n{tables.markdown(header, _rows(figures))}\n"
    )


def _rows(figures: Any) -> Iterator[list[str]]:
    for run in figures["runs"]:
        twin = run["answers"][TWIN]
        for who, given in run["answers"].items():
            against = [a["seconds"] / b["seconds"] for a, b in zip(given, twin, strict=True)]
            yield [
                f"{run['T']:,}", who, _spread(answer["seconds"] for answer in given),
                tables.spread(against), _spread(answer["wall"] for answer in given),
                f"{max(answer['MB'] for answer in given):.1f}",
            ]  # fmt: skip


def _spread(values: Iterator[float]) -> str:
    known = list(values)
    return f"{median(known):.2f} ({min(known):.2f} .. {max(known):.2f})"


def sentence(figures: Any) -> str:
    """The sentences on the kit's page about the twin and the two judges."""
    parts = []
    for run in figures["runs"]:
        if run["T"] >= 10**6:
            cost = {
                who: f"{median(answer['seconds'] for answer in given):.1f} s"
                for who, given in run["answers"].items()
            }
            peak = max(answer["MB"] for answer in run["answers"][PROVED])
            parts.append(
                f"at T = 10^{len(str(run['T'])) - 1} the C++ twin {cost[TWIN]}, `proofs-check "
                f"trace` on its trace, with `pi` alone, {cost[CHECK]}, the proved judge "
                f"{cost[PROVED]} in {peak:.1f} MB"
            )
    return "Processor time: " + "; ".join(parts)


def committed() -> Any:
    """The committed figures."""
    return json.loads(FILE.read_text("utf-8"))


def main() -> int:
    """Print the figures, or write them, too."""
    p = argparse.ArgumentParser(
        prog="python -m tests.bench.judges", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    p.add_argument("--long", action="store_true")
    p.add_argument("--commit", action="store_true")
    options = p.parse_args()
    if options.commit and not options.long:
        p.error("--commit goes with --long")
    try:
        figures = measured(TIMES | LONG if options.long else TIMES)
    except (Missing, ArithmeticError) as e:
        print(f"stopped: {e}", file=sys.stderr)
        return 1
    if options.commit:
        FILE.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(page(figures), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
