"""The long series of the two pictures by epochs: which runs, and the table of what came out.

`python -m reference.by_epochs.series DIR` counts what DIR does not have yet, the shortest series
first, and writes the tables. Every run is a file of rows in DIR, which continues where it was
interrupted; its name is what is run.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields
from itertools import product
from pathlib import Path

from reference.by_epochs.count import TotalOfRun, continue_rows, told, write_rows
from reference.environments import make
from reference.figure1.algorithms import AlgorithmSpec, parse
from reference.support.atomic_files import write_whole
from reference.support.interrupts import stop_on_interrupt

WITH_BALL, WITH_INTERVALS = (
    "ucrl-lp-twin",
    "ucrl-lp-twin:radii=bernstein",
)
KNOWS_HORIZON = "ucrl2-fh"
GLOP_BALL, GLOP_INTERVALS = "ucrl-lp", "ucrl-lp:radii=bernstein"
CONTINUED = (WITH_BALL, WITH_INTERVALS, KNOWS_HORIZON, GLOP_BALL, GLOP_INTERVALS)
"""The lines of Figure 1 continued."""
HORIZONS = {10**3: 10, 10**4: 10, 10**5: 10, 10**6: 10, 10**7: 3, 10**8: 3}
"""T -> trials."""
SEEDS_OF_CHAIN = 3
CHAIN_T, SMALLER_T = 10**14, (10**10, 10**11, 10**12, 10**13)
OVER_T = ((3, 2), (6, 3))
"""(L, k) of tight-chain that are counted at every T."""
CHAIN_SIZES = (
    *((6, k) for k in (3, 5, 9, 17, 33)),  # growing X
    *((L, 3) for L in (3, 4, 9, 12, 18)),  # growing L
    (3, 2), (3, 4), (3, 5),  # with the former the sizes that the issue of a T asks for
)  # fmt: skip
"""(L, k) of tight-chain; X = k (L - 1) + 2, A = 2."""


@dataclass(frozen=True)
class Planned:
    """Run of a series; `env` has T in its name where it is made for T."""

    env: str
    algorithm: str
    T: int
    seed: int
    law: str

    @property
    def file(self) -> str:
        """Return the name of its file of rows."""
        words = (self.env, self.algorithm, f"T={self.T}", f"seed={self.seed}")
        return "~".join(words).replace(":", "_").replace("/", "_") + ".jsonl.gz"


@dataclass(frozen=True)
class LongRun:
    """Run that has ended: a row of a table."""

    env: str
    algorithm: str
    L: int
    X: int
    A: int
    T: int
    delta: float
    seed: int
    law: str
    regret: float
    epochs: int


def figure1_runs() -> Iterator[Planned]:
    """Yield the runs of Figure 1 continued: trial k has the MDP and the noise of seed k."""
    every = [
        Planned("paper", algorithm, T, seed, "bernoulli")
        for algorithm in CONTINUED
        for T, trials in HORIZONS.items()
        for seed in range(trials)
        if T >= 10**6 or algorithm in (WITH_BALL, WITH_INTERVALS)  # else figure1.csv has it
    ]
    glop = (GLOP_BALL, GLOP_INTERVALS)
    yield from sorted(every, key=lambda r: (r.algorithm in glop, r.seed >= 3, -r.T, r.seed))


def chain_runs() -> Iterator[Planned]:
    """Yield the runs of the picture of the lower bound."""
    sizes = [(CHAIN_T, L, k) for L, k in CHAIN_SIZES]
    sizes += [(T, L, k) for T in SMALLER_T for L, k in OVER_T]
    for (T, L, k), seed, algorithm in product(
        sizes, range(SEEDS_OF_CHAIN), (WITH_BALL, WITH_INTERVALS)
    ):
        yield Planned(f"tight-chain:L={L},k={k},T={T}", algorithm, T, seed, "deterministic")


def outcome(planned: Planned, directory: Path, stop: object = None) -> LongRun | None:
    """Count a run, or what is left of it; None if it was stopped."""
    asked = stop if callable(stop) else lambda: False
    file = directory / planned.file
    random = planned.env == "paper"
    mdp = make(planned.env, seed=planned.seed if random else 0).mdp
    spec: AlgorithmSpec = parse(planned.algorithm)
    head = told(mdp, spec, planned.T, seed=planned.seed, law=planned.law)
    total: TotalOfRun | None
    if file.exists():
        total = continue_rows(file, stop=asked)
    else:
        total = write_rows(file, head, spec, stop=asked)
    if total is None:
        return None
    return LongRun(
        planned.env, planned.algorithm, mdp.L, mdp.X, mdp.A, planned.T, float(head.delta),
        planned.seed, planned.law, total.regret, total.epochs,
    )  # fmt: skip


def as_csv(outcomes: Iterable[LongRun]) -> str:
    """Return a table: a row a run, in the order of its columns."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [f.name for f in fields(LongRun)], lineterminator="\n")
    writer.writeheader()
    for row in sorted(outcomes, key=lambda o: (o.env, o.algorithm, o.T, o.seed)):
        writer.writerow(asdict(row))
    return text.getvalue()


def from_csv(text: str) -> list[LongRun]:
    """Return the rows of a table."""
    kinds = {"L": int, "X": int, "A": int, "T": int, "seed": int, "epochs": int}
    kinds |= {"delta": float, "regret": float}  # type: ignore[dict-item]
    rows = csv.DictReader(io.StringIO(text))
    return [LongRun(**{k: kinds.get(k, str)(v) for k, v in row.items()}) for row in rows]  # type: ignore[arg-type]


def count_all(runs: Sequence[Planned], directory: Path, table: Path, workers: int) -> None:
    """Count the runs, in their order, and write their table after each: the same bytes in the end
    on any number of workers."""
    known: dict[tuple[str, str, int, int], LongRun] = {}
    if table.exists():
        known = {(o.env, o.algorithm, o.T, o.seed): o for o in from_csv(table.read_text("utf-8"))}
    left = [r for r in runs if (r.env, r.algorithm, r.T, r.seed) not in known]
    with stop_on_interrupt() as stop:

        def take(done: LongRun | None) -> None:
            if done is not None:
                known[done.env, done.algorithm, done.T, done.seed] = done
                write_whole(table, as_csv(known.values()))
                print(done.env, done.algorithm, done.T, done.seed, done.regret, flush=True)

        if workers == 1:
            for planned in left:
                if stop():
                    return
                take(outcome(planned, directory, stop))
        else:
            with ProcessPoolExecutor(workers) as pool:
                for future in [pool.submit(outcome, r, directory) for r in left]:
                    take(future.result())


def main(arguments: Sequence[str] | None = None) -> int:
    """Count the series of a picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("series", choices=("figure1", "chain"))
    parser.add_argument("directory", type=Path)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args(arguments)
    asked.directory.mkdir(parents=True, exist_ok=True)
    runs = [*(figure1_runs() if asked.series == "figure1" else chain_runs())]
    started = time.monotonic()
    count_all(runs, asked.directory, asked.directory / f"{asked.series}.csv", asked.workers)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
