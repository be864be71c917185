"""The reference and its faster customers side by side: `python -m tests.benchmark_twins [T]`.

One run each at the paper's size with a trace (the reference's with all tables, as `ucrl-lp run`
writes it; the twins' with policies), then the twins at 10 T. Seconds of wall-clock time, process
start not included for the Python two. Prints JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from reference.customers.numpy_twin import play
from reference.environments import make, mdp_text
from reference.play import run
from tests.faults import build, compiler


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    started = time.perf_counter()
    work()
    return round(time.perf_counter() - started, 3)


def main() -> None:
    """Run all, print the table."""
    T = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    mdp = make("paper").mdp
    figures: dict[str, float | str] = {"T": T}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = build(folder, optimise="-O2") if compiler() else None
        (folder / "mdp.json").write_text(mdp_text(mdp), encoding="utf-8")

        def cpp(episodes: int) -> None:
            with open(folder / "cpp.jsonl", "wb") as out:
                words = ["play", str(folder / "mdp.json"), str(episodes), "--pi-only"]
                subprocess.run([str(program), *words], stdout=out, check=True)

        def numpy(episodes: int) -> None:
            play(mdp, episodes, out=folder / "numpy.jsonl", force=True)

        for label, episodes in (("T", T), ("10 T", 10 * T)):
            figures[f"numpy twin, {label}"] = seconds(lambda n=episodes: numpy(n))  # type: ignore[misc]  # binds n
            figures[f"C++ twin, {label}"] = (
                seconds(lambda n=episodes: cpp(n)) if program else "no C++ compiler"  # type: ignore[misc]  # binds n
            )
        figures["reference, T"] = seconds(lambda: run(mdp, T, out=folder / "reference.jsonl"))
        figures["numpy twin again, T"] = seconds(lambda: numpy(T))
    slowest = max(float(figures["numpy twin, T"]), float(figures["numpy twin again, T"]))
    figures["reference / slower numpy run"] = round(float(figures["reference, T"]) / slowest, 1)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
