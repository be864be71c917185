"""Sums over the visits to the pairs (proof of Lemma 12), and their bounds by layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from proofs_check.arithmetic import Real, sqrt
from proofs_check.letters.nested import NestedRun
from proofs_check.letters.occupancy import pairs

__all__ = [
    "CELLS",
    "DEFAULT",
    "DOUBLING",
    "EVERY",
    "EVERY_BUT_THE_LAST",
    "PATHS",
    "Cell",
    "epochs_of",
    "pigeonhole_bound",
    "short_paths",
    "visits",
]

Visits = tuple[tuple[int, int], ...]  # (N_i, n_i) of one pair, in the epochs with n_i >= 1


def pigeonhole_bound(N: int) -> Real:
    """Return (1 + sqrt 2) sqrt(N) - sqrt 2, and 0 for a pair never visited."""
    return (sqrt(2) + 1) * sqrt(N) - sqrt(2) if N else Real.of(0)


@cache
def visits(run: NestedRun) -> dict[tuple[int, int, int], Visits]:
    """Return (N_i, n_i) of every pair (h, x, a) of a run, in the epochs in which it is visited."""
    return {
        (h, x, a): tuple((e.N[h][x][a], e.n[h][x][a]) for e in run.epochs if e.n[h][x][a])
        for h, x, a in pairs(run.r)
    }


@dataclass(frozen=True)
class Cell:
    """Choice of R-1 and R-16: an epoch ends in every episode (line 12 as printed), or if visits
    have doubled; the epoch that starts after episode T counts (line 13 as printed), or not."""

    every: bool
    counted: bool

    @property
    def words(self) -> str:
        """Return the choice in words."""
        trigger = "an epoch ends in every episode" if self.every else r"$\max\{1,N_i\}$"
        last = "counts" if self.counted else "does not count"
        return f"{trigger}, the epoch after episode $T$ {last}"


CELLS = tuple(Cell(every, counted) for every, counted in product((True, False), repeat=2))
DEFAULT = Cell(every=False, counted=False)
DOUBLING, EVERY = Cell(every=False, counted=True), Cell(every=True, counted=True)
EVERY_BUT_THE_LAST = Cell(every=True, counted=False)
Epoch = tuple[Counter[int], Counter[int]]  # N_i and n_i of the states of the wide layer


def epochs_of(path: Sequence[int], cell: Cell) -> list[Epoch]:
    """Return the epochs of a path on layers 1, K, 1 with A = 1, up to the last one that counts."""
    N, n, epochs = Counter[int](), Counter[int](), list[Epoch]()
    x_0 = -1
    for t, state in enumerate(path, 1):
        n.update((x_0, state))
        ends = cell.every or any(n[x] >= max(1, N[x]) for x in n)
        if ends and (t < len(path) or cell.counted):
            epochs.append((N, n))
            N, n = N + n, Counter()
    epochs.append((N, n))
    for of_epoch in epochs:
        for counts in of_epoch:
            del counts[x_0]
    return epochs


def short_paths() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield K and the states visited: all paths with K = 2, T <= 7, and the only one with K = 1 for
    T <= 40 and T = 127."""
    for T in (*range(1, 41), 127):
        yield 1, (0,) * T
    for T in range(1, 8):
        for path in product(range(2), repeat=T):
            yield 2, path


PATHS = r"layers 1-$K$-1, $A=1$: $K=1$, $T\leq40$ and $T=127$; $K=2$, all paths with $T\leq7$"
