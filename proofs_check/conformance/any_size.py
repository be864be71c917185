"""The check of a trace with more triples (x,a,x') than fit into a table: pi alone is recorded.

Counters and LP1 are kept where visits are; otherwise the rules are those of counters.py,
epoch_rules.py and policy_rules.py, in exact arithmetic, and a test compares the verdicts. What is
not covered at this size is said before an epoch is judged, with what would fit.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, cast

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, to_q
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import Divergence
from proofs_check.conformance.epoch_rules import BITS, EpochChecker
from proofs_check.conformance.policy_rules import Policy
from proofs_check.lp1.sparse import SparseValues, Visited, Visits, values
from reference.support.errors import TooLarge
from reference.trace.records import EpochRecord, Header, number_of_pairs

BALLS = ("printed", "union", "union-half")
"""Radii (R-37) whose sets are L1 balls, the only ones at this size."""
MOST_SECONDS, MOST_BYTES = 600, 2 * 10**9
OF_AN_ENTRY, OF_A_VISITED_PAIR = 1.2e-6, 4e-5
"""Seconds that an epoch takes for each entry of pi and for each visited pair, on the machine of the
benchmarks, rounded up."""
OF_A_LINE = 2.5
"""The fewest bytes that a recorded entry of pi has, comma and share of brackets included."""
MEMORY_OF_AN_ENTRY, MEMORY_OF_A_VISIT = 600, 900
"""Bytes that are held for an entry of pi and for a visited triple, rounded up."""


def refuse_costly(head: Header, file: str) -> None:
    """Say before a trace of this size is checked whether that fits. Raises TooLarge, with what
    would fit.

    The epochs are as many as T allows, and as the bytes of a regular file have room for; a file
    without end, such as a pipe, is taken for one of T episodes."""
    entries, L = number_of_pairs(head.layers, head.A), len(head.layers) - 1
    if head.choices["radii"] not in BALLS:
        rule = f"not covered: size: more triples than a table holds; radii={', '.join(BALLS)} fit"
        raise TooLarge(file, head.line, "readings.radii", head.choices["radii"], rule)
    episodes = head.T
    if os.path.isfile(file):
        episodes = min(episodes, max(1, round(_unpacked(file) / (OF_A_LINE * entries))))
    fits = _fitting(entries, L)
    if episodes > fits:
        seconds = _seconds(episodes, entries, L)
        rule = (
            f"not covered: size: at {entries} pairs (x,a) up to {episodes} epochs would take "
            f"{seconds:.0f} s; {fits} episodes would fit, in {MOST_SECONDS} s and "
            f"{MOST_BYTES // 10**9} GB"
        )
        raise TooLarge(file, head.line, "T", head.T, rule)


def _unpacked(file: str) -> int:
    """Return how many bytes a file has, unpacked; gzip tells them, modulo 2^32."""
    with open(file, "rb") as raw:
        if raw.read(2) != b"\x1f\x8b":
            return os.path.getsize(file)
        raw.seek(-4, os.SEEK_END)
        told = int.from_bytes(raw.read(4), "little")
    return max(told, os.path.getsize(file))


def _seconds(episodes: int, entries: int, L: int) -> float:
    """Return how long the check of so many episodes takes at most, an epoch each."""
    visited = min(entries, episodes * L)
    return episodes * (entries * OF_AN_ENTRY + visited / 2 * OF_A_VISITED_PAIR)


def _fitting(entries: int, L: int) -> int:
    """Return how many episodes, an epoch each, fit into MOST_SECONDS and MOST_BYTES."""
    room = MOST_BYTES - entries * MEMORY_OF_AN_ENTRY
    most = max(0, room // (L * MEMORY_OF_A_VISIT))
    low, high = 0, int(most)
    while low < high:
        middle = (low + high + 1) // 2
        if _seconds(middle, entries, L) <= MOST_SECONDS:
            low = middle
        else:
            high = middle - 1
    return low


class SparseCounters(Counters):
    """Counters that hold what is not 0."""

    def __init__(self, layers: Sequence[int], A: int, trigger: str) -> None:
        L = len(layers) - 1
        self.layers, self.A, self.trigger = layers, A, trigger
        self.N: Any = [_table(int) for _ in range(L)]
        self.all_N: Any = [_table(int) for _ in range(L)]
        self.all_N3: Any = [_table(lambda: defaultdict(int)) for _ in range(L)]
        self.S: Any = [_table(lambda: ZERO) for _ in range(L)]
        self.doubled = self.pairs_with_n_below_N = 0
        self.longest_sum = 1
        self.inside: set[tuple[int, int, int]] = set()  # pairs visited in the epoch

    def see(self, x: Sequence[int], a: Sequence[int], r: Sequence[Q]) -> None:
        """Count one episode. Indices have been checked."""
        super().see(x, a, r)
        self.inside.update(zip(range(len(x)), x, a, strict=True))

    def closest(self) -> tuple[int, int, int]:
        """Return the first pair (h, x, a) whose n is largest relative to max{1, N}; (0, 0, 0) where
        nothing was visited in the epoch."""
        return max(
            sorted(self.inside) or [(0, 0, 0)],
            key=lambda pair: Q(self.n(*pair), max(1, self.N[pair[0]][pair[1]][pair[2]])),
        )

    def start_epoch(self) -> None:
        """Alg. 1 l. 14: N_i = N_{i-1} + n_{i-1}, n_i = 0."""
        for h, x, a in self.inside:
            self.N[h][x][a] = self.all_N[h][x][a]
        self.inside, self.doubled = set(), 0
        self.pairs_with_n_below_N = sum(
            n > 0 for of_h in self.all_N for row in of_h.values() for n in row.values()
        )

    def visits(self) -> Visits:
        """Return the visited pairs, with what was seen there."""
        return [
            {
                x: {
                    a: Visited(n, self.S[h][x][a], self.all_N3[h][x][a])
                    for a, n in row.items()
                    if n
                }
                for x, row in of_h.items()
                if any(row.values())
            }
            for h, of_h in enumerate(self.all_N)
        ]


def _table(entry: Any) -> Any:
    """Return a table [x][a] of entries that appear when they are asked for."""
    return defaultdict(lambda: defaultdict(entry))


class SparseChecker(EpochChecker):
    """Checks the epochs of one trace of pi alone, at any number of triples.

    A row of pi is one of few, of A numbers each: every different row is looked at once."""

    counters: SparseCounters

    def __init__(self, header: Header, file: str, applied: Counter[str]) -> None:
        refuse_costly(header, file)
        super().__init__(header, file, applied)
        if self.radii[0].eps(min(header.layers[1:]), 0).lo < 1:
            rule = "not covered: size: a pair without visits must be usable; log=ln would fit"
            raise TooLarge(file, header.line, "readings.log", header.choices["log"], rule)
        self.rows: dict[tuple[Any, ...], tuple[list[Q], list[Q], bool]] = {}

    def check(
        self, record: EpochRecord, i: int, counters: Counters, previous: Policy | None
    ) -> Iterator[Divergence]:
        """Yield the rules that do not hold for this record, causes before consequences."""
        self.record, self.previous = record, previous
        self.counters = cast("SparseCounters", counters)
        self.gap, self.adopted = ZERO, None
        if record.Lam is not None:
            yield from self._within("Lam", (), record.Lam, self.run.Lam.enclose(BITS[-1]))
        self.later = i - 1
        yield from self._first_epoch() if i == 1 else self._lp1()

    def _lp1(self) -> Iterator[Divergence]:
        """Check that every row is a distribution, then what LP1 says, with more bits where
        something is open."""
        pi, sound = self._policy()
        yield from sound
        self.visits = self.counters.visits()
        for radii in self.radii:
            findings = list(self._at(radii, pi))
            if not any(f.undecided for f in findings):
                break
        yield from findings

    def _row(self, given: Any) -> tuple[list[Q], list[Q], bool]:
        """Return a recorded row exactly, as it is played, and whether it is a distribution."""
        key = tuple(given)
        if key not in self.rows:
            exact = [to_q(v) for v in given]
            off = max(abs(sum(exact, ZERO) - 1), -min(exact)) > self.tolerance
            kept = [max(ZERO, p) for p in exact]
            total = sum(kept, ZERO) or ONE
            self.rows[key] = exact, [p / total for p in kept], not off
        return self.rows[key]

    def _policy(self) -> tuple[list[list[list[Q]]], list[Divergence]]:
        """Return pi_i as it is played, adopted if its rows are distributions, and those that are
        not."""
        played: list[list[list[Q]]] = []
        exact: list[list[list[Q] | None]] = []
        found: list[Divergence] = []
        for h, of_h in enumerate(self.record.tables["pi"]):
            rows = [self._row(given) for given in of_h]
            exact.append([row for row, _, _ in rows])
            played.append([row for _, row, _ in rows])
            self.applied["pi-distribution"] += len(rows)
            for x, (row, _, right) in enumerate(rows):
                if not right:
                    shown = ", ".join(map(str, row[:8]))
                    found.append(Divergence("pi-distribution", (h, x), "a distribution", shown))
        self.adopted = None if found else exact
        return played, found

    def _at(self, radii: Any, pi: list[list[list[Q]]]) -> Iterator[Divergence]:
        """Compare with LP1 at radii enclosed with some bits."""
        layers, A, visits = self.head.layers, self.head.A, self.visits

        def both(row: Any = None) -> tuple[list[SparseValues], list[SparseValues]]:
            lo = values(layers, A, visits, radii, False, row)
            return lo, values(layers, A, visits, radii, True, row)

        self.sparse = low, high = both()
        optimum = Enclosure(low[0].value_at(0), high[0].value_at(0))
        self.applied["lp1-infeasible"] += 1
        if self.excluded is None:
            uniform = [Q(1, A)] * A
            _, most = both(lambda h, x: uniform)
            if optimum.lo - most[0].value_at(0) > self.tolerance:
                self.excluded = self.later + 1
        if self.record.value is not None:
            yield from self._within("value", (), self.record.value, optimum)
        if self.adopted is None:
            return
        least, most = both(lambda h, x: pi[h][x])
        value = Enclosure(least[0].value_at(0), most[0].value_at(0))
        short = Enclosure(max(ZERO, optimum.lo - value.hi), optimum.hi - value.lo)
        yield from self._reaches("pi-optimal", "optimistic value", optimum, value, short)
        yield from self.tied(self.adopted)

    def ends(self, h: int, x: int) -> tuple[Enclosure | None, list[Enclosure | None]]:
        """Return V(x), and the value of every pair of x, enclosed."""
        low, high = self.sparse[0][h], self.sparse[1][h]
        pairs_of_x: list[Enclosure | None] = [
            Enclosure(low.pair_at(x, a), high.pair_at(x, a)) for a in range(self.head.A)
        ]
        return Enclosure(low.value_at(x), high.value_at(x)), pairs_of_x

    def alike(self, h: int, x: int) -> bool:
        """Whether no pair of x was visited: every action is the best, by the same number."""
        return x not in self.visits[h]
