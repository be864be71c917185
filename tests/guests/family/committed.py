"""Writes the committed runs of the family: `python -m tests.guests.family.committed`.

Last digits of a step depend on the machine's libraries; what is committed stays, whoever made it.
"""

from __future__ import annotations

from pathlib import Path

from proofs_check.guests.sampled_runs.family_runs import FAMILY_FILES
from reference.environments.random_layered import random_layered
from reference.guests.family.traced_run import run_traced

RUNS = {  # name -> layers, A, T, algorithm, rewards
    "fpop": ((1, 2, 2, 1), 2, 60, "fpop", "adversary-switch"),
    "o-reps": ((1, 2, 2, 1), 2, 80, "o-reps", "adversary-switch"),
    "o-reps-bandit": ((1, 3, 2, 1), 2, 60, "o-reps-bandit", "adversary-cyclic"),
    "uc-o-reps": ((1, 2, 2, 1), 2, 80, "uc-o-reps", "adversary-bait"),
    "uob-reps": ((1, 2, 2, 1), 2, 120, "uob-reps", "adversary-switch"),
    "uob-reps-fast": ((1, 3, 2, 1), 2, 60, "uob-reps:scale=10,exploration=10", "bernoulli"),
    "uob-reps-one-state": ((1, 1), 3, 60, "uob-reps:scale=4,exploration=1e-9", "bernoulli"),
}


def write(folder: Path = FAMILY_FILES, *names: str) -> list[Path]:
    """The files written."""
    files = []
    for name in names or tuple(RUNS):
        layers, A, T, algorithm, rewards = RUNS[name]
        mdp = random_layered(layers, A, seed=7)
        files.append(folder / f"{name}.jsonl.gz")
        run_traced(mdp, algorithm, T, delta=0.5, seed=5, rewards=rewards, out=files[-1], force=True)
    return files


if __name__ == "__main__":
    print("\n".join(file.name for file in write()))
