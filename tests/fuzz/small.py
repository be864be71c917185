"""`python -m tests.fuzz.small [--runs N] [--seed S]`: inputs below 1 kB that cost most.

Traces of UCRL-LP are made from a grammar of what makes a checker compute: sizes near the limits,
options, short records, and one change of a byte or a number. Each is checked in a process of its
own, whose processor time and memory are measured. Ends with a line of JSON: the worst of both and
the inputs. Status 1 if one is above SECONDS or MEGABYTES. The guests' traces have such a tool in
their room.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import random
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from proofs_check.commands.any_trace import check_any_trace
from reference.support.errors import UcrlLpError

SMALL, SECONDS, MEGABYTES = 1000, 2.0, 500
SIZES = (1, 2, 3, 9, 40, 160, 700, 1000, 10_000, 149_999, 10**6, 10**12, 10**13)
NUMBERS = (0, 1, 0.5, 1e-300, 1e-9, 1e6, 1e100, 5e-324, "1/3")
Trace = Callable[[random.Random], list[dict[str, Any]]]
"""Makes the records of a random trace."""


@dataclass(frozen=True)
class Cost:
    """What the check of one input took, in seconds of processor time and megabytes."""

    seconds: float
    megabytes: float


def data_of(lines: Iterable[dict[str, Any]]) -> bytes:
    """Return the records as bytes, as short as JSON has them."""
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()


def trace(rng: random.Random, records: Trace) -> bytes:
    """Return a random trace below SMALL bytes."""
    text = data_of(records(rng)).decode()
    if rng.random() < 0.3:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice('0123456789[]{},:"-e.') + text[at + 1 :]
    return text.encode()[:SMALL]


def of_ucrl_lp(rng: random.Random) -> list[dict[str, Any]]:
    """Return a trace of UCRL-LP."""
    return layered(rng, {"algorithm": "UCRL-LP"})


def layered(rng: random.Random, more: dict[str, Any], step: bool = False) -> list[dict[str, Any]]:
    """Return a trace on layers with `more` in its header, and a step in every episode if asked."""
    inner = [
        rng.choice(SIZES[: rng.choice((3, 6, 10))]) for _ in range(rng.choice((0, 1, 1, 2, 5)))
    ]
    layers, A = [1, *inner, 1], rng.choice((1, 1, 2, 40))
    head = {"record": "header", "format": "ucrl-lp-trace", "version": 1}
    head |= {"layers": layers, "A": A, "T": rng.choice(SIZES), "delta": 0.1, **more}
    lines, L = [head], len(layers) - 1
    for t in range(1, rng.randint(1, 6)):
        pi = [[[1 / A] * A] * n for n in layers[:-1]] if sum(layers) * A < 60 else [[[1]]]
        epoch = {"record": "epoch", "i": t, "t": t}
        lines.append(epoch | ({"pi": pi} if rng.random() < 0.8 else {}))
        if step:
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


def main(
    arguments: list[str] | None = None, records: Trace = of_ucrl_lp, room: str = "tests.fuzz"
) -> int:
    """Check `--runs` random inputs; print the worst."""
    p = argparse.ArgumentParser(prog=f"python -m {room}.small", description=__doc__)
    p.add_argument("--runs", type=int, default=300)
    p.add_argument("--seed", type=int, default=0)
    options = p.parse_args(arguments)
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        inputs = [trace(rng, records) for _ in range(options.runs)]
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
