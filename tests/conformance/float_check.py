"""A second, slow opinion on a trace, for the tests: is it a run of Algorithm 1, roughly?

Plain floats and sums over all episodes, nothing of proofs_check, tolerances doubled. What the exact
checker accepts must pass here; what passes here may still be wrong by little.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.planted import faulty_lp
from tests.planted.faulty_producer import R_ID
from tests.vectors.consumer import confidence

DEFAULTS = {"R-1": "max1", "R-2": "no-pairs", "R-3": "uniform", "R-10": "ln", "R-16": "skip"}
Table = Any


class Wrong(Exception):
    """Why the trace is no run of Algorithm 1."""


def demand(holds: object, reason: str) -> None:
    if not holds:
        raise Wrong(reason)


def numbers(value: Any) -> Any:
    """Strings "p/q" as floats, everywhere."""
    if isinstance(value, list):
        return [numbers(v) for v in value]
    return float(Fraction(value)) if isinstance(value, str) else value


def reason(lines: Sequence[bytes]) -> str | None:
    """Why the trace is refused, None if it is not."""
    records = [json.loads(line) for line in lines]
    try:
        _Slow(records).check()
    except Wrong as e:
        return str(e)
    return None


class _Slow:
    def __init__(self, records: list[dict[str, Any]]) -> None:
        self.records = records
        self.head = head = records[0]
        self.layers, self.A, self.T = head["layers"], head["A"], head["T"]
        self.L = len(self.layers) - 1
        given = {R_ID.get(key, key): choice for key, choice in head.get("readings", {}).items()}
        self.readings = {**DEFAULTS, **given}
        self.tolerance = numbers(head.get("tolerance", 1e-7))
        self.slack = 2 * self.tolerance + 1e-9

    def pairs(self) -> list[tuple[int, int, int]]:
        return [
            (h, x, a) for h in range(self.L) for x in range(self.layers[h]) for a in range(self.A)
        ]

    def check(self) -> None:
        demand(self.tolerance <= 1.01e-6, "tolerance")
        demand(self.readings["R-2"] == "no-pairs", "x_L")
        self.seen: list[dict[str, Any]] = []  # episodes
        self.starts: list[int] = []  # t(i) - 1 of every epoch
        self.pi: Table = None
        for record in self.records[1:-1]:
            if record["record"] == "epoch":
                self.epoch(record)
            else:
                self.episode(record)
        if self.readings["R-16"] == "solve" and len(self.seen) == self.T:
            demand(not self.due(), "no last epoch")
        end = self.records[-1]
        counted = (end["episodes"], end["epochs"])
        demand(counted == (len(self.seen), len(self.starts)), "end")
        demand(self.starts, "no epoch")

    def visits(self, episodes: list[dict[str, Any]]) -> Counter[tuple[int, ...]]:
        found: Counter[tuple[int, ...]] = Counter()
        for e in episodes:
            for h, xs in enumerate(zip(e["x"], e["a"], [*e["x"][1:], 0], strict=True)):
                found.update([(h, *xs[:2]), (h, *xs)])
        return found

    def due(self) -> bool:
        """Alg. 1 l. 12, counted from nothing."""
        start = self.starts[-1]
        if len(self.seen) == start:
            return False
        before, inside = self.visits(self.seen[:start]), self.visits(self.seen[start:])
        trigger = self.readings["R-1"]
        least = 1 if trigger == "max1" else 0
        return trigger == "printed" or any(inside[p] >= max(least, before[p]) for p in self.pairs())

    def episode(self, record: dict[str, Any]) -> None:
        demand(self.starts, "episode before epoch")
        demand(not self.due(), "epoch missing")
        demand(record["t"] == len(self.seen) + 1 <= self.T, "t")
        for h, (x, a, r) in enumerate(zip(record["x"], record["a"], record["r"], strict=True)):
            demand(0 <= x < self.layers[h] and 0 <= a < self.A, "index")
            demand(0 <= Fraction(r) <= 1, "reward")
            if self.pi is not None and self.pi[h][x] is not None:
                demand(self.pi[h][x][a] > 0, "played")
        if self.head.get("mdp"):
            self.possible(record, self.head["mdp"])
        self.seen.append(record)

    def possible(self, record: dict[str, Any], mdp: dict[str, Any]) -> None:
        """In exact numbers: a mean may be too small for a double."""
        for h, (x, a, r) in enumerate(zip(record["x"], record["a"], record["r"], strict=True)):
            mean = Fraction(mdp["r"][h][x][a])
            demand(mean not in (0, 1) or Fraction(r) == mean, "possible reward")
        for h, (x, x1) in enumerate(pairwise(record["x"])):
            demand(Fraction(mdp["P"][h][x][record["a"][h]][x1]) > 0, "possible")

    def epoch(self, record: dict[str, Any]) -> None:
        i, t = len(self.starts) + 1, len(self.seen) + 1
        if i > 1:
            demand(self.due(), "epoch early")
            demand(t <= self.T or self.readings["R-16"] == "solve", "last epoch")
        demand((record["i"], record["t"]) == (i, t), "epoch number")
        demand(i > 1 or t == 1, "first epoch")
        self.starts.append(t - 1)
        n = self.visits(self.seen)
        known = self.estimates(n)
        for name in known.keys() & record.keys():
            slack = {"N": 0, "N3": 0, "r_bar": 1e-12}.get(name, self.slack)
            self.near(record[name], known[name], slack, name)
        for key in ("q_hat", "pi"):
            if key in record:
                demand(self.flat(numbers(record[key])), key)
        if i == 1:
            self.first(record)
        else:
            self.later(record, known)

    def flat(self, table: Any) -> list[float]:
        return [w for v in table for w in self.flat(v)] if isinstance(table, list) else [table]

    def near(self, found: Any, expected: Any, slack: float, name: str) -> None:
        pairs = zip(self.flat(numbers(found)), self.flat(expected), strict=True)
        demand(all(abs(u - v) <= slack for u, v in pairs), name)

    def estimates(self, n: dict[tuple[int, ...], int]) -> dict[str, Table]:
        rewards: dict[tuple[int, ...], list[float]] = {}
        for e in self.seen:
            for h, (x, a, r) in enumerate(zip(e["x"], e["a"], e["r"], strict=True)):
                rewards.setdefault((h, x, a), []).append(numbers(r))
        head, known = self.head, {}
        for p in self.pairs():
            N, N3 = n.get(p, 0), [n.get((*p, y), 0) for y in range(self.layers[p[0] + 1])]
            known[p] = {"N": N, "N3": N3} | confidence({
                "T": self.T, "X": sum(self.layers), "A": self.A, "delta": head["delta"], "N": N,
                "N3": N3, "log": self.readings["R-10"], "r_sum": math.fsum(rewards.get(p, [])),
            })  # fmt: skip
        return {
            name: [[[known[h, x, a][name] for a in range(self.A)] for x in range(self.layers[h])]
                   for h in range(self.L)]
            for name in known[0, 0, 0].keys() - {"Lam"}
        }  # fmt: skip

    def first(self, record: dict[str, Any]) -> None:
        layers, A = self.layers, self.A
        q = [[[[1 / (X * A * Y)] * Y] * A] * X for X, Y in pairwise(layers)]
        self.pi = [[[1 / A] * A for _ in range(n)] for n in layers[:-1]]
        for name, expected in (("q_hat", q), ("pi", self.pi), ("value", [self.L])):
            found = record.get(name)
            if found is not None:
                self.near(found if name != "value" else [found], expected, self.slack, f"{name}_1")

    def later(self, record: dict[str, Any], known: dict[str, Table]) -> None:
        V, Q, _ = faulty_lp.induction(
            tuple(self.layers), self.A, known["P_bar"], known["eps"], known["r_hat"],
            "first", random.Random(0), False,
        )  # fmt: skip
        best = V[0][0]
        if record.get("value") is not None:
            demand(abs(numbers(record["value"]) - best) <= self.slack, "value")
        pi = numbers(record["pi"]) if "pi" in record else None
        if pi is not None:
            for row in (row for of_h in pi for row in of_h):
                demand(abs(sum(row) - 1) <= self.slack and min(row) >= -self.slack, "pi row")
        if "q_hat" in record:
            q = numbers(record["q_hat"])
            self.feasible(q, known)
            total = sum(sum(q[h][x][a]) * known["r_hat"][h][x][a] for h, x, a in self.pairs())
            demand(total >= best - self.slack, "q_hat optimal")
            self.policy(q, pi, Q)
        elif pi is not None:
            demand(self.value(pi, known) >= best - self.slack, "pi optimal")
            self.pi = pi

    def feasible(self, q: Table, known: dict[str, Table]) -> None:
        slack = self.slack
        demand(min(self.flat(q)) >= -slack, "nonnegative")
        for h in range(self.L):
            demand(abs(sum(self.flat(q[h])) - 1) <= slack, "normalisation")
            for x in range(self.layers[h] if h else 0):
                into = sum(row[x] for of_x in q[h - 1] for row in of_x)
                demand(abs(into - sum(self.flat(q[h][x]))) <= slack, "flow")
        for h, x, a in self.pairs():
            mass, P_bar = sum(q[h][x][a]), known["P_bar"][h][x][a]
            off = sum(abs(v - p * mass) for v, p in zip(q[h][x][a], P_bar, strict=True))
            demand(off <= known["eps"][h][x][a] * mass + slack, "radius")

    def policy(self, q: Table, pi: Table, Q: Table) -> None:
        """eq. (6) where q(x) > 2 tolerance, the completion where it is 0, either in between."""
        adopted: Table = []
        for h in range(self.L):
            adopted.append([])
            for x in range(self.layers[h]):
                mass = [max(0.0, sum(row)) for row in q[h][x]]
                total = sum(mass)
                row = [m / total for m in mass] if total > self.slack else None
                if total == 0:
                    row = self.completion(h, x, Q[h][x])
                if pi is not None and row is not None:
                    close = 2 * self.tolerance + 1e-9 * (1 + len(self.flat(q[h][x])) / (total or 1))
                    demand(
                        all(abs(u - v) <= close for u, v in zip(pi[h][x], row, strict=True))
                        or (total == 0 and self.readings["R-3"] == "greedy"
                            and self.greedy(pi[h][x], Q[h][x])),
                        "pi of q_hat",
                    )  # fmt: skip
                adopted[h].append(pi[h][x] if pi is not None else row)
        self.pi = adopted

    def completion(self, h: int, x: int, Q_x: list[float]) -> list[float] | None:
        rule = self.readings["R-3"]
        if rule == "previous":
            found: list[float] | None = self.pi[h][x]
            return found
        if rule == "greedy":
            return [float(v >= max(Q_x) - self.slack) for v in Q_x]
        if rule == "any":
            return None
        return [1 / self.A] * self.A if rule == "uniform" else [1.0] + [0.0] * (self.A - 1)

    def greedy(self, row: list[float], Q_x: list[float]) -> bool:
        return all(
            p <= self.slack or v >= max(Q_x) - self.slack for p, v in zip(row, Q_x, strict=True)
        )

    def value(self, pi: Table, known: dict[str, Table]) -> float:
        """The optimistic value of pi."""
        V: list[float] = [0.0]
        for h in reversed(range(self.L)):
            order = sorted(range(self.layers[h + 1]), key=V.__getitem__, reverse=True)
            values = []
            for x in range(self.layers[h]):
                total = 0.0
                for a in range(self.A):
                    row = faulty_lp.inner(known["P_bar"][h][x][a], known["eps"][h][x][a], order, V)
                    p = max(0.0, pi[h][x][a])
                    if row is None:
                        total += -math.inf if p > self.slack else 0.0
                    elif p:
                        after = sum(u * v for u, v in zip(row, V, strict=True) if u)
                        total += p * (known["r_hat"][h][x][a] + after)
                values.append(total)
            V = values
        return V[0]
