"""A producer that shares no code with `reference`: two UCRL-LP traces for the audit's suite.

    python -m tests.implementations.foreign_producer proofs_check/sampled_runs/foreign

Written from the paper and the trace format alone, in plain Python. LP1 is solved by backward
induction; ties go to the last action. `pi-only` records policies; `rational` records q_hat as
rationals "p/q" that are exactly feasible (rows moved by less than the radius).
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

F = Fraction
Counts = Counter[tuple[int, ...]]  # of (h, x, a) or (h, x, a, x1)
Random = Callable[[int], int]

MDPS: dict[str, dict[str, Any]] = {
    "pi-only": {
        "layers": [1, 2, 2, 1],
        "T": 150,
        "delta": "1/20",
        "P": [
            [[["1/4", "3/4"], ["1", "0"]]],
            [[["1/2", "1/2"], ["0", "1"]], [["3/5", "2/5"], ["1/10", "9/10"]]],
            [[["1"], ["1"]], [["1"], ["1"]]],
        ],
        "r": [[["1/2", "1/3"]], [["0", "1"], ["1/4", "1/2"]], [["2/3", "1/5"], ["1", "0"]]],
    },
    "rational": {
        "layers": [1, 3, 1],
        "T": 100,
        "delta": "1/3",
        "P": [[[["1/2", "1/4", "1/4"], ["0", "1/3", "2/3"]]], [[["1"], ["1"]]] * 3],
        "r": [[["1/10", "1/10"]], [["1/2", "3/4"], ["1", "0"], ["1/4", "2/5"]]],
    },
}


def congruential(seed: int) -> Random:
    """Whole numbers below n, from a 64-bit linear congruential generator."""
    state = seed

    def below(n: int) -> int:
        nonlocal state
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        return (state >> 33) * n >> 31

    return below


def draw(p: list[F], below: Random) -> int:
    """k with probability p[k]."""
    u = F(below(2**30), 2**30)
    for k, p_k in enumerate(p):
        u -= p_k
        if u < 0:
            return k
    return max(k for k, p_k in enumerate(p) if p_k)


def optimistic(layers: list[int], N: Counts, N3: Counts, R: Counts, Lam: float) -> tuple[Any, Any]:
    """The greedy policy and the optimistic rows of P_i: LP1 by backward induction."""
    V = [F(0)]
    pi: list[Any] = []
    P: list[Any] = []
    for h in reversed(range(len(layers) - 1)):
        *worst, best = (y for _, y in sorted((v, y) for y, v in enumerate(V)))
        rows: list[list[list[F]]] = [[] for _ in range(layers[h])]
        values: list[list[F]] = [[] for _ in range(layers[h])]
        for x, a in product(range(layers[h]), (0, 1)):
            n = max(1, N[h, x, a])
            p = [F(N3[h, x, a, y], n) for y in range(layers[h + 1])]
            if N[h, x, a] == 0:
                p[best] = F(1)
            eps, b = math.sqrt(2 * layers[h + 1] * Lam / n), math.sqrt(2 * Lam / n)
            add = min(F(int(eps / 2 * 10**10), 10**10), 1 - p[best])  # inside the ball
            p[best] += add
            for y in worst:
                take = min(add, p[y])
                p[y] -= take
                add -= take
            rows[x].append(p)
            r_hat = min(F(1), F(R[h, x, a]) / n + F(b))
            values[x].append(r_hat + sum(u * v for u, v in zip(p, V, strict=True)))
        V = [max(v) for v in values]
        pi.insert(0, [[F(a == (v[1] >= v[0])) for a in (0, 1)] for v in values])
        P.insert(0, rows)
    return pi, P


def records(name: str, seed: int) -> Iterator[dict[str, Any]]:
    """The whole trace of one run."""
    mdp = MDPS[name]
    layers, T, delta = mdp["layers"], mdp["T"], F(mdp["delta"])
    below = congruential(seed)
    P = [[[[F(p) for p in row] for row in rows] for rows in layer] for layer in mdp["P"]]
    r = [[[F(v) for v in row] for row in layer] for layer in mdp["r"]]
    Lam = math.log(T * sum(layers) * 2 / delta)
    N, n, N3, R = Counts(), Counts(), Counts(), Counts()
    yield {
        "record": "header", "format": "ucrl-lp-trace", "version": 1, "algorithm": "UCRL-LP",
        "layers": layers, "A": 2, "T": T, "delta": mdp["delta"],
        "readings": {"R-3": "any"}, "tolerance": "1/1000000",
        "producer": {"name": "foreign", "version": "1"}, "mdp": {"P": mdp["P"], "r": mdp["r"]},
    }  # fmt: skip
    pi: Any = [[[F(1, 2)] * 2] * X_h for X_h in layers[:-1]]
    rows: Any = [[[[F(1, u)] * u] * 2] * X_h for X_h, u in pairwise(layers)]
    i, due = 1, False
    yield epoch(name, i, 1, pi, rows)
    for t in range(1, T + 1):
        x, xs, actions, rewards = 0, [], [], []
        for h in range(len(layers) - 1):
            a = draw(pi[h][x], below)
            reward = draw([1 - r[h][x][a], r[h][x][a]], below)
            x1 = draw(P[h][x][a], below)
            n[h, x, a] += 1
            R[h, x, a] += reward
            N3[h, x, a, x1] += 1
            due = due or n[h, x, a] >= max(1, N[h, x, a])
            xs.append(x)
            actions.append(a)
            rewards.append(reward)
            x = x1
        yield {"record": "episode", "t": t, "x": xs, "a": actions, "r": rewards}
        if due and t < T:
            i, due, N, n = i + 1, False, N + n, Counts()
            pi, rows = optimistic(layers, N, N3, R, Lam)
            yield epoch(name, i, t + 1, pi, rows)
    yield {"record": "end", "episodes": T, "epochs": i}


def epoch(name: str, i: int, t: int, pi: Any, rows: Any) -> dict[str, Any]:
    """An epoch record: pi, or q_hat as rationals too."""
    record: dict[str, Any] = {"record": "epoch", "i": i, "t": t}
    policy = [[[str(p) for p in row] for row in layer] for layer in pi]
    if name == "pi-only":
        return {**record, "pi": policy}
    mass, q_hat = [F(1)], []
    for pi_h, P_h in zip(pi, rows, strict=True):
        q_h = [
            [[m * p_a * p for p in row] for p_a, row in zip(pi_x, P_x, strict=True)]
            for m, pi_x, P_x in zip(mass, pi_h, P_h, strict=True)
        ]
        mass = [sum((row[y] for q_x in q_h for row in q_x), F(0)) for y in range(len(P_h[0][0]))]
        q_hat.append([[[str(v) for v in row] for row in q_x] for q_x in q_h])
    return {**record, "q_hat": q_hat, "pi": policy}


def trace(name: str) -> bytes:
    """The trace as bytes, always the same."""
    lines = (json.dumps(record, separators=(",", ":")) + "\n" for record in records(name, 7))
    return "".join(lines).encode("ascii")


if __name__ == "__main__":
    p = argparse.ArgumentParser(
        prog="python -m tests.implementations.foreign_producer", description=__doc__
    )
    p.add_argument("folder", type=Path, metavar="DIR")
    folder = p.parse_args().folder
    for name in MDPS:
        (folder / f"foreign-{name}.jsonl").write_bytes(trace(name))
