"""A second, slow opinion on a trace, for the tests: is it a run of Algorithm 1, roughly?

The reference's formulas in doubles, sums over all episodes, nothing of proofs_check, tolerances
doubled. What the exact checker accepts must pass here; what passes here may still be wrong by
little.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from reference import backward_induction, confidence
from tests.planted.faulty_producer import R_ID

DEFAULTS = {"R-1": "max1", "R-2": "no-pairs", "R-3": "uniform", "R-10": "ln", "R-16": "skip"}
Record = dict[str, Any]
Tables = tuple[Any, ...]  # one array per layer


class Wrong(Exception):
    """Why the trace is no run of Algorithm 1."""


def demand(holds: Any, reason: str) -> None:
    if not np.all(holds):
        raise Wrong(reason)


def number(value: Any) -> float:
    return float(Fraction(value))


def arrays(value: Any) -> Tables:
    """Strings "p/q" as floats, everywhere."""

    def floats(v: Any) -> Any:
        return [floats(w) for w in v] if isinstance(v, list) else number(v)

    return tuple(np.array(floats(layer)) for layer in value)


def reason(lines: Sequence[bytes]) -> str | None:
    """Why the trace is refused, None if it is not."""
    head, *records = (json.loads(line, parse_float=_spelt) for line in lines)
    try:
        _Slow(head).check(records)
    except Wrong as e:
        return str(e)
    return None


def _spelt(digits: str) -> float:
    """A whole number may be written as 1.0, also where it counts or is an index."""
    value = float(digits)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


class _Slow:
    def __init__(self, head: Record) -> None:
        self.head, self.layers, self.A, self.T = head, tuple(head["layers"]), head["A"], head["T"]
        given = {R_ID.get(key, key): choice for key, choice in head.get("readings", {}).items()}
        self.readings = {**DEFAULTS, **given}
        self.tolerance = number(head.get("tolerance", 1e-7))
        self.Lam = confidence.log_term(
            self.T, sum(self.layers), self.A, number(head["delta"]), self.readings["R-10"]
        )
        self.slack = 2 * self.tolerance + 1e-9
        self.seen: list[Record] = []  # episodes
        self.starts: list[int] = []  # t(i) - 1 of every epoch
        self.pi: Any = None  # [h][x]: a row, None where it is not known

    def check(self, records: list[Record]) -> None:
        demand(self.tolerance <= 1.01e-6, "tolerance")
        demand(self.readings["R-2"] == "no-pairs", "x_L")
        *records, end = records
        for record in records:
            (self.epoch if record["record"] == "epoch" else self.episode)(record)
        demand(len(self.starts) > 0, "no epoch")
        if self.readings["R-16"] == "solve" and len(self.seen) == self.T:
            demand(not self.due(), "no last epoch")
        counted = (end["episodes"], end["epochs"])
        demand(counted == (len(self.seen), len(self.starts)), "end")

    def N3(self, episodes: list[Record]) -> Tables:
        """The transitions of some episodes."""
        counts = tuple(np.zeros((X, self.A, Y)) for X, Y in pairwise(self.layers))
        for e in episodes:
            for N3, x, a, x1 in zip(counts, e["x"], e["a"], [*e["x"][1:], 0], strict=True):
                N3[x, a, x1] += 1
        return counts

    def due(self) -> bool:
        """Alg. 1 l. 12, counted from nothing."""
        start, trigger = self.starts[-1], self.readings["R-1"]
        if len(self.seen) == start:
            return False
        least = 1 if trigger == "max1" else 0
        both = zip(self.N3(self.seen[start:]), self.N3(self.seen[:start]), strict=True)
        return trigger == "printed" or any(
            (n.sum(axis=2) >= np.maximum(least, N.sum(axis=2))).any() for n, N in both
        )

    def episode(self, record: Record) -> None:
        demand(len(self.starts) > 0, "episode before epoch")
        demand(not self.due(), "epoch missing")
        demand(record["t"] == len(self.seen) + 1 <= self.T, "t")
        xs, mdp = record["x"], self.head.get("mdp")
        for h, (x, a, r) in enumerate(zip(xs, record["a"], record["r"], strict=True)):
            demand(0 <= x < self.layers[h] and 0 <= a < self.A, "index")
            demand(0 <= Fraction(r) <= 1, "reward")
            if self.pi is not None and self.pi[h][x] is not None:
                demand(self.pi[h][x][a] > 0, "played")
            if mdp:  # in exact numbers: a mean may be too small for a double
                mean, x1 = Fraction(mdp["r"][h][x][a]), [*xs, 0][h + 1]
                demand(mean not in (0, 1) or Fraction(r) == mean, "possible reward")
                demand(Fraction(mdp["P"][h][x][a][x1]) > 0, "possible")
        self.seen.append(record)

    def epoch(self, record: Record) -> None:
        i, t = len(self.starts) + 1, len(self.seen) + 1
        if i > 1:
            demand(self.due(), "epoch early")
            demand(t <= self.T or self.readings["R-16"] == "solve", "last epoch")
        demand((record["i"], record["t"]) == (i, t), "epoch number")
        demand(i > 1 or t == 1, "first epoch")
        self.starts.append(t - 1)
        known = self.estimates(record)
        for name in known.keys() & record.keys():
            slack = {"N": 0, "N3": 0, "r_bar": 1e-12}.get(name, self.slack)
            self.near(record, name, known[name], slack)
        if i == 1:
            pairs = list(pairwise(self.layers))
            q = tuple(np.full((X, self.A, Y), 1 / (X * self.A * Y)) for X, Y in pairs)
            self.pi = [np.full((X, self.A), 1 / self.A) for X, _ in pairs]
            self.near(record, "q_hat", q)
            self.near(record, "pi", tuple(self.pi))
            self.near_value(record, len(pairs))
        else:
            self.later(record, known)

    def near(self, record: Record, name: str, expected: Tables, slack: float | None = None) -> None:
        if name in record:
            slack = self.slack if slack is None else slack
            for u, v in zip(arrays(record[name]), expected, strict=True):
                demand(abs(u - v) <= slack, name)

    def near_value(self, record: Record, expected: float) -> None:
        if record.get("value") is not None:
            demand(abs(number(record["value"]) - expected) <= self.slack, "value")

    def estimates(self, record: Record) -> dict[str, Tables]:
        N3 = self.N3(self.seen)
        N = tuple(n.sum(axis=2) for n in N3)
        S = tuple(np.zeros(n.shape) for n in N)
        for e in self.seen:
            for S_h, x, a, r in zip(S, e["x"], e["a"], e["r"], strict=True):
                S_h[x, a] += number(r)
        r_bar, b = confidence.mean_reward(S, N), confidence.reward_radius(N, self.Lam)
        eps = confidence.transition_radius(N, self.layers, self.Lam)
        if self.readings.get("R-37") == "recorded":
            b, eps = arrays(record["b"]), arrays(record["eps"])
        return {
            "N": N, "N3": N3, "r_bar": r_bar, "b": b,
            "P_bar": confidence.empirical_transition(N, N3),
            "eps": eps,
            "r_hat": confidence.reward_ucb(r_bar, b), "r_check": confidence.reward_lcb(r_bar, b),
        }  # fmt: skip

    def later(self, record: Record, known: dict[str, Tables]) -> None:
        P_bar, eps, r_hat = (known[name] for name in ("P_bar", "eps", "r_hat"))
        optimistic = backward_induction.optimistic_values(P_bar, eps, r_hat)
        best = float(optimistic.V[0][0])
        self.near_value(record, best)
        pi = arrays(record["pi"]) if "pi" in record else None
        for p in pi or ():
            demand(abs(p.sum(axis=1) - 1) <= self.slack, "pi row")
            demand(p >= -self.slack, "pi row")
        if "q_hat" in record:
            q = arrays(record["q_hat"])
            self.feasible(q, P_bar, eps)
            total = sum((q_h.sum(axis=2) * r).sum() for q_h, r in zip(q, r_hat, strict=True))
            demand(total >= best - self.slack, "q_hat optimal")
            self.pi = self.policy(q, pi, optimistic.Q)
        elif pi is not None:
            V = np.zeros(1)
            for h in reversed(range(len(pi))):
                Q = r_hat[h] + backward_induction.inner_maximum(P_bar[h], eps[h], V)
                p = np.where(np.isneginf(Q) & (pi[h] <= self.slack), 0, np.maximum(0, pi[h]))
                V = np.where(p > 0, p * np.where(p > 0, Q, 0), 0).sum(axis=1)
            demand(V[0] >= best - self.slack, "pi optimal")
            self.pi = pi

    def feasible(self, q: Tables, P_bar: Tables, eps: Tables) -> None:
        into = None
        for q_h, P, e in zip(q, P_bar, eps, strict=True):
            mass = q_h.sum(axis=2)
            demand(q_h >= -self.slack, "nonnegative")
            demand(abs(q_h.sum() - 1) <= self.slack, "normalisation")
            demand(into is None or abs(into - mass.sum(axis=1)) <= self.slack, "flow")
            into = q_h.sum(axis=(0, 1))
            off = abs(q_h - P * mass[..., None]).sum(axis=2)
            demand(off <= e * mass + self.slack, "radius")

    def policy(self, q: Tables, pi: Tables | None, Q: Tables) -> Any:
        """eq. (6) where q(x) > 2 tolerance, the completion where it is 0, either in between."""
        return [
            [self.row(h, x, np.maximum(0, q[h][x].sum(axis=1)), q[h][x].size,
                      None if pi is None else pi[h][x], Q[h][x]) for x in range(len(q[h]))]
            for h in range(len(q))
        ]  # fmt: skip

    def row(self, h: int, x: int, mass: Any, size: int, recorded: Any, Q: Any) -> Any:
        """The row of pi_i at one state; `recorded` is what the trace has."""
        total, best = mass.sum(), Q >= Q.max() - self.slack
        row = mass / total if total > self.slack else None
        if total == 0:
            row = {
                "previous": self.pi[h][x], "greedy": best.astype(float), "any": None,
                "uniform": np.full(self.A, 1 / self.A), "first": np.eye(self.A)[0],
            }[self.readings["R-3"]]  # fmt: skip
        if recorded is None:
            return row
        if row is not None:
            close = 2 * self.tolerance + 1e-9 * (1 + size / (total or 1))
            greedy = total == 0 and self.readings["R-3"] == "greedy"
            right = (abs(recorded - row) <= close).all()
            demand(right or (greedy and ((recorded <= self.slack) | best).all()), "pi of q_hat")
        return recorded
