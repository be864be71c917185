"""`python -m tests.fuzz.small [--runs N] [--seed S]`: inputs below 1 kB that cost most.

Traces of every algorithm are made from a grammar of what makes a checker compute: sizes near the
limits, options, short records, and one change of a byte or a number. Each is checked in a process
of its own, whose processor time and memory are measured. Ends with a line of JSON: the worst of
both and the inputs. Status 1 if one is above SECONDS or MEGABYTES.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import random
import sys
import tempfile
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from proofs_check.commands.any_trace import check_any_trace
from reference.support.errors import UcrlLpError

SMALL, SECONDS, MEGABYTES = 1000, 2.0, 500
SIZES = (1, 2, 3, 9, 40, 160, 700, 1000, 10_000, 149_999, 10**6, 10**12, 10**13)
NUMBERS = (0, 1, 0.5, 1e-300, 1e-9, 1e6, 1e100, 5e-324, "1/3")
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


@dataclass(frozen=True)
class Cost:
    """What the check of one input took, in seconds of processor time and megabytes."""

    seconds: float
    megabytes: float


def trace(rng: random.Random) -> bytes:
    """Return a random trace below SMALL bytes."""
    kind = rng.random()
    lines = _flat(rng) if kind < 0.6 else _layered(rng, "UCRL-LP" if kind < 0.85 else "")
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    if rng.random() < 0.3:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice('0123456789[]{},:"-e.') + text[at + 1 :]
    return text.encode()[:SMALL]


def _flat(rng: random.Random) -> list[dict[str, Any]]:
    algorithm = rng.choice(FLAT)
    S, A, H = (rng.choice(SIZES[: rng.choice((3, 6, 11))]) for _ in range(3))
    head = {"record": "header", "format": "flat-trace", "version": 1, "algorithm": algorithm}
    head |= {"S": S, "A": A, "delta": rng.choice((0.1, 1e-300, 0.9999999999999999))}
    known = [key for key in OPTIONS if rng.random() < 0.15]
    head["options"] = {key: rng.choice(OPTIONS[key]) for key in known}
    if rng.random() < 0.8:
        from reference.guests.flat.flat_records import OPTIONS_OF

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


def _layered(rng: random.Random, algorithm: str) -> list[dict[str, Any]]:
    algorithm = algorithm or rng.choice(FAMILY)
    inner = [
        rng.choice(SIZES[: rng.choice((3, 6, 10))]) for _ in range(rng.choice((0, 1, 1, 2, 5)))
    ]
    layers, A = [1, *inner, 1], rng.choice((1, 1, 2, 40))
    head = {"record": "header", "format": "ucrl-lp-trace", "version": 1, "algorithm": algorithm}
    head |= {"layers": layers, "A": A, "T": rng.choice(SIZES), "delta": 0.1}
    if algorithm != "UCRL-LP":
        head["options"] = {"eta": rng.choice(NUMBERS)}
        if algorithm != "FPOP":
            head["radius"] = 1e-6
    lines, L = [head], len(layers) - 1
    for t in range(1, rng.randint(1, 6)):
        pi = [[[1 / A] * A] * n for n in layers[:-1]] if sum(layers) * A < 60 else [[[1]]]
        epoch = {"record": "epoch", "i": t, "t": t}
        lines.append(epoch | ({"pi": pi} if rng.random() < 0.8 else {}))
        if algorithm != "UCRL-LP":
            lines.append({"record": "step", "t": t, "pi": pi})
        lines.append({"record": "episode", "t": t, "x": [0] * L, "a": [0] * L, "r": [0.5] * L})
    return [*lines, {"record": "end", "episodes": len(lines) // 2, "epochs": len(lines) // 2}]


def cost(data: bytes, folder: Path) -> Cost:
    """Check one input in a process of its own, as `proofs-check trace` does."""
    file = folder / "small.jsonl"
    file.write_bytes(data)
    clean = multiprocessing.get_context("forkserver")  # which has nothing of this process's memory
    clean.set_forkserver_preload(["tests.fuzz.small"])
    told, tells = clean.Pipe(duplex=False)
    process = clean.Process(target=_check, args=(str(file), tells))
    process.start()
    process.join()
    if process.exitcode:
        raise RuntimeError(f"status {process.exitcode} of {data!r}")
    return Cost(*told.recv())


def _check(file: str, tells: Connection) -> None:
    """Check a trace, and send what this process has used until then."""
    import resource  # of POSIX

    with contextlib.suppress(UcrlLpError, OSError):
        check_any_trace(file, everything=True)
    used = resource.getrusage(resource.RUSAGE_SELF)
    tells.send((used.ru_utime + used.ru_stime, used.ru_maxrss / 1024))


def main(arguments: list[str] | None = None) -> int:
    """Check `--runs` random inputs; print the worst."""
    p = argparse.ArgumentParser(prog="python -m tests.fuzz.small", description=__doc__)
    p.add_argument("--runs", type=int, default=300)
    p.add_argument("--seed", type=int, default=0)
    options = p.parse_args(arguments)
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        inputs = [trace(rng) for _ in range(options.runs)]
        costs = [(cost(data, Path(folder)), data) for data in inputs]
    slowest = max(costs, key=lambda pair: pair[0].seconds)
    largest = max(costs, key=lambda pair: pair[0].megabytes)
    print(json.dumps({
        "inputs": len(costs),
        "seconds": slowest[0].seconds, "slowest": slowest[1].decode("utf-8", "replace"),
        "megabytes": largest[0].megabytes, "largest": largest[1].decode("utf-8", "replace"),
    }))  # fmt: skip
    return int(slowest[0].seconds > SECONDS or largest[0].megabytes > MEGABYTES)


if __name__ == "__main__":
    sys.exit(main())
