"""`python -m tests.guests.fuzz.small [--runs N] [--seed S]`: inputs below 1 kB that cost most,
traces of the guests (tests/fuzz/small.py)."""

from __future__ import annotations

import random
import sys
from typing import Any

from reference.guests.flat.flat_records import OPTIONS_OF
from tests.fuzz.small import NUMBERS, SIZES, layered, main

FLAT = ("UCRL2", "UCBVI", "UCB-H", "UCB-B", "UCFH", "PSRL")
FAMILY = ("FPOP", "O-REPS", "UC-O-REPS", "UOB-REPS")
OPTIONS: dict[str, tuple[Any, ...]] = {
    "stop": (1e-300, 1e-12, 1e6, "1/t"), "stages": ("own", "shared"), "bonus": ("recorded", "BF"),
    "clip": (False,), "tau": (1e-9, 0.5), "c": (0, 1e6),
    "unseen": ("model",), "cap": ("none", "remaining"), "scale": (0, 1e6), "c1": (0,),
    "radius": ("recorded", [1e-6, 1e6], "bernstein", "bernstein-sum"), "alpha0": (1e-9, 1e6),
    "plan": ("every", "doubling", "powers at once"), "rewards": ("normal", "mean", "beta"),
    "trigger": ("eager",), "delta": ("1/t",), "monotone": (False,), "first": ("free",),
}  # fmt: skip


def of_a_guest(rng: random.Random) -> list[dict[str, Any]]:
    """Return a trace of a flat learner, or of the family."""
    return of_flat(rng) if rng.random() < 0.8 else of_family(rng)


def of_flat(rng: random.Random) -> list[dict[str, Any]]:
    """Return a trace of a flat learner."""
    algorithm = rng.choice(FLAT)
    S, A, H = (rng.choice(SIZES[: rng.choice((3, 6, 11))]) for _ in range(3))
    head = {"record": "header", "format": "flat-trace", "version": 1, "algorithm": algorithm}
    head |= {"S": S, "A": A, "delta": rng.choice((0.1, 1e-300, 0.9999999999999999))}
    known = [key for key in OPTIONS if rng.random() < 0.15]
    head["options"] = {key: rng.choice(OPTIONS[key]) for key in known}
    if rng.random() < 0.8:
        own = OPTIONS_OF[algorithm]
        head["options"] = {k: v for k, v in head["options"].items() if k in own}  # type: ignore[attr-defined]
    if algorithm != "UCRL2":
        head |= {"H": H, "K": rng.choice(SIZES)}
    lines: list[dict[str, Any]] = [head]
    t = 1
    for k in range(1, rng.randint(1, 9)):
        n = 2 ** max(0, k - 2) if algorithm == "UCRL2" else min(H, 3)
        n = min(n, 24)
        step = {"record": "steps", "s": [0] * n, "a": [0] * n, "r": [rng.choice(NUMBERS[:4])] * n}
        step["s1"] = [0] * n
        if algorithm == "UCRL2":
            pi = [0] * S if S < 200 else [0]
            lines.append({"record": "epoch", "k": k, "t": t, "pi": pi})
        elif algorithm == "UCBVI":
            Q = [[[min(H, 5)] * A] * S] * H if S * A * H < 100 else [[[1]]]
            lines.append({"record": "plan", "k": k, "Q": Q})
        elif algorithm in ("UCFH", "PSRL"):
            plan = {"record": "plan", "k": k, "pi": [[0] * S] * H if S * H < 200 else [[0]]}
            if algorithm == "PSRL":
                small = S * S * A < 100
                plan["P"] = [[[1] + [0] * (S - 1)] * A] * S if small else [[[1]]]
                plan["r_sampled"] = [[0.5] * A] * S if small else [[1]]
            lines.append(plan)
        else:
            step["Q"] = [1] * n
        lines.append(step)
        t += n
    return [*lines, {"record": "end", "steps": t - 1}]


def of_family(rng: random.Random) -> list[dict[str, Any]]:
    """Return a trace of the family."""
    algorithm = rng.choice(FAMILY)
    head = {"algorithm": algorithm, "options": {"eta": rng.choice(NUMBERS)}}
    return layered(rng, head if algorithm == "FPOP" else {**head, "radius": 1e-6}, step=True)


if __name__ == "__main__":
    sys.exit(main(records=of_a_guest, room="tests.guests.fuzz"))
