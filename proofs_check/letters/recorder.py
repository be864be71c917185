"""A trace as the epochs of a run, block by block: no episode is kept."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from proofs_check.arithmetic import Q, to_q
from proofs_check.arithmetic.limbs import limbs
from proofs_check.letters.balls import LARGEST, Balls
from proofs_check.letters.covered import refuse_uncovered
from proofs_check.letters.letters import EpochData
from proofs_check.letters.rows import on_grid
from proofs_check.letters.size import FlatSize
from reference.readings import ZERO_BELOW
from reference.support.errors import MalformedInput
from reference.trace.reader import read_stream
from reference.trace.records import EpisodeRecord, EpochRecord, Header

BLOCK = 100_000  # triples of the epochs whose tables are made at once
OnHeader = Callable[[Header], Callable[[Sequence[EpochData]], None]]


class Recorder:
    """Counts visits and rewards epoch by epoch. `on_header` returns what takes whole blocks of
    epochs; `end` passes on the last one. Raises MalformedInput for what no table could hold."""

    def __init__(self, file: str, on_header: OnHeader) -> None:
        self.file, self.on_header = file, on_header
        self.head: Header | None = None
        self.block: list[EpochData] = []
        self.now: EpochData | None = None
        self.t = self.i = 0
        self.tables: frozenset[str] = frozenset()

    def see(self, record: Any) -> None:
        """Take one record."""
        if isinstance(record, Header):
            self._header(record)
        elif isinstance(record, EpochRecord):
            self._epoch(record)
        elif isinstance(record, EpisodeRecord):
            x, a = np.array([record.x]), np.array([record.a])
            if all(type(v) is float for v in record.r):
                self._episodes(x, a, record.line, np.array([record.r]))
            else:
                self._episodes(x, a, record.line, exact=[[to_q(v) for v in record.r]])

    def see_block(self, x: Any, a: Any, r: Any, line: int) -> None:
        """Take a block of episodes, (k, L) each, whose first is at `line`."""
        self._episodes(x, a, line, r)

    def plausible(self, record: EpochRecord) -> bool:
        """Whether what looks like an epoch has the tables that are used, in shape."""
        used = {"pi": self.size.pairs, "q_hat": self.size.triples}
        given = [(record.tables[key], n) for key, n in used.items() if key in record.tables]
        return bool(given) and all(flat_table(table, n) is not None for table, n in given)

    def end(self) -> EpochData | None:
        """Pass on the last block; return the counts after the last episode."""
        if self.head is None or self.now is None:
            return None
        self._close(self.now)
        last = self.block[-1]
        self._flush()
        return EpochData(last.i, self.t + 1, self.N3, self.N, self.sums, self.rest, last.n)

    # ------------------------------------------------------------------ records

    def _header(self, head: Header) -> None:
        refuse_uncovered(head.choices, self.file)
        self.head, self.take = head, self.on_header(head)
        self.size = size = FlatSize(head.layers, head.A)
        self.step = max(1, BLOCK // size.triples)
        self.X, self.next = np.array(head.layers[:-1]), np.array(head.layers[1:])
        self.first_pair = np.array(size.first_pair[:-1])
        self.first_triple = np.array(size.first_triple[:-1])
        self.N3, self.N = np.zeros(size.triples, np.int64), np.zeros(size.pairs, np.int64)
        self.sums, self.rest = np.zeros((2, size.pairs), np.int64), dict[int, Q]()

    def _epoch(self, record: EpochRecord) -> None:
        if self.now is not None:
            self._close(self.now)
        if len(self.block) >= self.step or (self.block and _tables(record) != self.tables):
            self._flush()
        self.tables = _tables(record)
        self.i += 1
        self.now = EpochData(
            self.i, self.t + 1, self.N3.copy(), self.N.copy(), self.sums.copy(), dict(self.rest),
            np.zeros(self.size.pairs, np.int64),
        )  # fmt: skip
        self._played(self.now, record)

    def _close(self, now: EpochData) -> None:
        now.n, now.length = self.N - now.N, self.t + 1 - now.t
        self.block.append(now)
        self.now = None

    def _flush(self) -> None:
        if self.block:
            self._rows()
            self.take(self.block)
        self.block = []

    def _played(self, e: EpochData, record: EpochRecord) -> None:
        """What the record says of pi_i and q_hat_i."""
        if "q_hat" in record.tables:
            e.q_hat = self._bounded("q_hat", record, self.size.triples)
        if "pi" in record.tables:
            played = self._bounded("pi", record, self.size.pairs)
            if played is not None:
                self._distributions(played.mid.reshape(-1, self.size.A), record.line)
                e.pi = np.maximum(0.0, played.mid)  # until `_rows` makes distributions of it

    def _rows(self) -> None:
        """Make the rows of P_i and pi_i of what the records of a block say."""
        size, A = self.size, self.size.A
        given = [e for e in self.block if e.pi is not None]
        pi: Any = [e.pi for e in given]
        if solved := [e for e in self.block if e.q_hat is not None]:
            q_hat = np.maximum(0.0, np.stack([e.q_hat.mid for e in solved if e.q_hat is not None]))
            masses = np.add.reduceat(q_hat, size.first, axis=1)
            empty, rows = masses <= ZERO_BELOW, np.empty_like(q_hat)
            for h, n in enumerate(size.layers[1:]):
                at = size.triples_of(h)
                of_layer = q_hat[:, at].reshape(len(solved), -1, n).copy()
                of_layer[empty[:, size.pairs_of(h)]] = 1.0  # not used
                rows[:, at] = on_grid(of_layer).reshape(len(solved), -1)
            for k, e in enumerate(solved):
                e.open, e.rows = empty[k], rows[k]
            if "pi" not in self.tables:
                given, pi = solved, masses.reshape(len(solved), -1, A)
                pi[pi.sum(2) <= ZERO_BELOW] = 1.0
        if given:
            pi = np.reshape(pi, (len(given), -1, A))
            positive = (pi.sum(2) > 0).all(1)
            kept = iter(on_grid(pi[positive]))
            for e, held in zip(given, positive.tolist(), strict=True):
                e.pi = next(kept).ravel() if held else None

    def _distributions(self, pi: Any, line: int) -> None:
        """Refuse rows of a recorded pi that are no distributions, up to the header's tolerance.
        Raises MalformedInput."""
        slack = (float(self.head.tolerance) if self.head else 0.0) + 1e-9
        wrong = (pi.min(1) < -slack) | (np.abs(pi.sum(1) - 1.0) > slack * (1 + pi.shape[1]))
        if wrong.any():
            k = int(wrong.argmax())
            h = int(np.searchsorted(np.cumsum(self.size.layers[:-1]), k, side="right"))
            x = k - sum(self.size.layers[:h])
            row = [float(p) for p in pi[k]]
            rule = "must be a distribution: numbers of at least 0 whose sum is 1"
            raise MalformedInput(self.file, line, f"pi[{h}][{x}]", row, rule)

    def _bounded(self, name: str, record: EpochRecord, entries: int) -> Balls | None:
        table = flat_table(record.tables[name], entries)
        if table is not None and np.any(np.abs(table.mid) > LARGEST):
            wrong = float(np.abs(table.mid).max())
            raise MalformedInput(self.file, record.line, name, wrong, "must be below 2**53")
        return table

    # ------------------------------------------------------------------ episodes

    def _episodes(self, x: Any, a: Any, line: int, r: Any = None, exact: Any = None) -> None:
        if self.head is None or self.now is None:
            raise MalformedInput(self.file, line, "episode", self.t + 1, "must follow an epoch")
        self._possible("x", x, self.X, line)
        self._possible("a", a, self.head.A, line)
        self.t += len(x)
        if self.t > self.head.T:
            rule = f"no episode may follow episode T = {self.head.T}"
            raise MalformedInput(self.file, line, "episode", self.t, rule)
        pair = x * self.size.A + a
        triple = pair * self.next + self.first_triple
        triple[:, :-1] += x[:, 1:]  # x_L is state 0
        pair = (pair + self.first_pair).ravel()
        self.N += np.bincount(pair, minlength=self.size.pairs)
        self.N3 += np.bincount(triple.ravel(), minlength=self.size.triples)
        if exact is not None:
            r = np.array([[float(v) for v in row] for row in exact])
        self._possible("r", r, 1.0, line, 1)
        if exact is not None and any(to_q(float(v)) != v for row in exact for v in row):
            self._add_exactly(pair, [v for row in exact for v in row])
            return
        parts = limbs(r.ravel())
        if parts is None:
            self._add_exactly(pair, [to_q(v) for v in r.ravel().tolist()])
        else:
            for row, part in zip(self.sums, parts, strict=True):
                np.add.at(row, pair, part)

    def _add_exactly(self, pair: Any, rewards: Sequence[Q]) -> None:
        for p, v in zip(pair.tolist(), rewards, strict=True):
            self.rest[p] = self.rest.get(p, Q(0)) + v

    def _possible(self, name: str, numbers: Any, end: Any, line: int, closed: int = 0) -> None:
        wrong = (numbers < 0) | ((numbers > end) if closed else (numbers >= end))
        if wrong.any():
            k, h = np.argwhere(wrong)[0]
            most = np.broadcast_to(end, numbers.shape)[k, h]
            rule = f"must be at {'most' if closed else 'least 0 and below'} {most}"
            raise MalformedInput(self.file, line + int(k), f"{name}[{h}]", numbers[k, h], rule)


ReadInto = Callable[[BinaryIO, str, Recorder, Callable[[int], None]], None]


def read_into(
    raw: BinaryIO, file: str, recorder: Recorder, on_progress: Callable[[int], None]
) -> None:
    """Pass a whole trace to a recorder, record by record. Raises MalformedInput."""
    for record in read_stream(raw, file):
        recorder.see(record)
        on_progress(recorder.t)


class Recorded(Recorder):
    """Whole trace, read by `read`: its `blocks` of epochs, the counts after the last episode
    (`ended`), and the episodes, (i, x, a, r) of consecutive ones, r as doubles or exactly. Raises
    MalformedInput."""

    def __init__(self, file: str, trace: bytes, read: ReadInto = read_into) -> None:
        self.blocks: list[Sequence[EpochData]] = []
        self.played: list[tuple[int, Any, Any, Any]] = []
        super().__init__(file, lambda head: self.blocks.append)
        read(io.BytesIO(trace), file, self, lambda t: None)
        self.ended = self.end()

    def _episodes(self, x: Any, a: Any, line: int, r: Any = None, exact: Any = None) -> None:
        super()._episodes(x, a, line, r, exact)
        self.played.append((self.i, x, a, r if exact is None else exact))

    def one_by_one(self) -> Iterator[tuple[int, list[int], list[int], list[Any]]]:
        """Yield i, x_0..x_{L-1}, a and r of every episode."""
        for i, x, a, r in self.played:
            rewards = r.tolist() if isinstance(r, np.ndarray) else r
            yield from ((i, *of_t) for of_t in zip(x.tolist(), a.tolist(), rewards, strict=True))


def _tables(record: EpochRecord) -> frozenset[str]:
    """Return which tables an epoch has: no block has epochs with others."""
    return frozenset(record.tables) & {"pi", "q_hat"}


def flat_table(nested: Any, entries: int) -> Balls | None:
    """Return a table of all layers, flat; None if it has another shape or no numbers."""
    try:
        parts = [np.array(of_h, dtype=float).ravel() for of_h in nested]
        table = Balls(np.concatenate(parts), 0.0)
    except (TypeError, ValueError):
        try:
            flat = [v for of_h in nested for v in np.array(of_h, dtype=object).ravel()]
            table = Balls.read(flat)
        except Exception:  # of a line that was not read strictly
            return None
    return table if table.mid.shape == (entries,) and np.isfinite(table.mid).all() else None
