"""The NumPy twin on the family `tight`, each trace checked as it is played.

    python -m tests.implementations.tight_runs [--m 32]

plays every size of `ucrl-lp simulate tight` (and, with growing X, each m that is named) with the
paper's L1 balls and with intervals (R-37, bernstein), seed 0, and writes
reference/figure1/committed/tight-certified.json: the checker's verdict on the trace,
which goes through a pipe and is never stored, and the regret, eq. (2). The twin meets the same
episodes as the trial `ucrl-lp-twin` of the same seed, and so has its regret.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from proofs_check.fast.check import Tiers
from reference.environments import make
from reference.figure1.tight import CERTIFIED, LOWER, UPPER, Size, Tight
from tests.implementations.numpy.numpy_twin import play

RADII = ("printed", "bernstein")
MORE = (32,)
"""m of the larger X, which the trials do not reach."""


def sizes(more: Iterable[int] = ()) -> list[Size]:
    """The sizes of the experiment, each once, and more with growing X."""
    whole = Tight()
    grown = replace(whole, m=(*whole.m, *more))
    return list(dict.fromkeys((*grown.of_X(), *grown.of_L())))


def certified(size: Size, radii: str) -> dict[str, Any]:
    """One run: what was played, the verdict on its trace, and the regret over both units."""
    mdp = make(size.env).mdp
    choices = {"radii": radii, "reward-law": "deterministic"}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as other:
        pipe = os.path.join(folder, "run.jsonl")
        os.mkfifo(pipe)
        running = other.submit(
            play, mdp, size.T, delta=size.delta, choices=choices, out=pipe, force=True
        )
        with open(pipe, "rb") as raw:
            outcome = Tiers("run", everything=True).check(cast("BinaryIO", raw))
        played = running.result()
    return {
        **size._asdict(),
        "X": size.X,
        "radii": radii,
        "seed": 0,
        "verdict": outcome.verdict,
        "episodes": outcome.episodes,
        "epochs": outcome.epochs,
        "largest_gap": float(outcome.largest_gap),
        "regret": played.regret,
        UPPER: played.regret / size.unit(UPPER),
        LOWER: played.regret / size.unit(LOWER),
    }


def main() -> None:
    """Write the file, the smaller sizes first."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.implementations.tight_runs", description=__doc__
    )
    parser.add_argument("--m", type=int, nargs="*", default=list(MORE))
    options = parser.parse_args()
    entries = []
    for size in sorted(sizes(options.m), key=lambda size: size.T):
        for radii in RADII:
            entries.append(certified(size, radii))
            print(json.dumps(entries[-1]), flush=True)
    Path(str(CERTIFIED)).write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def committed() -> list[dict[str, Any]]:
    """The runs of the file."""
    entries: list[dict[str, Any]] = json.loads(CERTIFIED.read_text("utf-8"))
    return entries


if __name__ == "__main__":
    main()
