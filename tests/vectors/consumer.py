"""An example consumer: `proofs-check vectors --against "python -m tests.vectors.consumer"`.

The unit kinds in plain floating point, as any implementation would; q_hat, pi and trace by the
checker of this project, which is the only one that has to answer them.
"""

from __future__ import annotations

import json
import math
import sys
from fractions import Fraction
from typing import Any

LOG = {"ln": math.log, "log2": math.log2, "log10": math.log10}


def number(value: Any) -> float:
    """A JSON number, or "p/q"."""
    return float(Fraction(value))


def confidence(q: dict[str, Any]) -> dict[str, Any]:
    """Eq. (10), (11), (14)-(17)."""
    log, n = LOG[q["log"]], max(1, q["N"])
    Lam = log(q["T"] * q["X"] * q["A"]) - log(number(q["delta"]))
    b, r_bar = math.sqrt(2 * Lam / n), number(q["r_sum"]) / n
    return {
        "Lam": Lam,
        "P_bar": [k / n for k in q["N3"]],
        "eps": math.sqrt(2 * len(q["N3"]) * Lam / n),
        "b": b,
        "r_bar": r_bar,
        "r_hat": min(1, r_bar + b),
        "r_check": max(0, r_bar - b),
    }


def epochs(q: dict[str, Any]) -> dict[str, Any]:
    """Alg. 1 l. 10-15."""
    layers, T, trigger = q["layers"], q["T"], q["trigger"]
    N = [[[0] * q["A"] for _ in range(X_h)] for X_h in layers[:-1]]
    n = [[[0] * q["A"] for _ in range(X_h)] for X_h in layers[:-1]]
    t, starts = 0, [1]
    for run in q["episodes"]:
        for _ in range(run["times"]):
            t += 1
            due = trigger == "printed"
            for h, (x, a) in enumerate(zip(run["x"], run["a"], strict=True)):
                n[h][x][a] += 1
                due = due or n[h][x][a] >= max(1, N[h][x][a])
            if trigger == "printed-without-x_L":
                due = any(
                    inside >= before
                    for n_h, N_h in zip(n, N, strict=True)
                    for n_x, N_x in zip(n_h, N_h, strict=True)
                    for inside, before in zip(n_x, N_x, strict=True)
                )
            if due and (t < T or q["last-trigger"] == "solve"):
                starts.append(t + 1)
                for N_h, n_h in zip(N, n, strict=True):
                    for N_x, n_x in zip(N_h, n_h, strict=True):
                        N_x[:] = [u + v for u, v in zip(N_x, n_x, strict=True)]
                        n_x[:] = [0] * len(n_x)
    return {"t": starts, "N": N}


def occupancy(q: dict[str, Any]) -> dict[str, Any]:
    """Eq. (3), (8)."""
    mass, value, measure = [1.0], 0.0, []
    for P_h, r_h, pi_h in zip(q["P"], q["r"], q["pi"], strict=True):
        layer = [
            [[m * number(p) * number(v) for v in row] for p, row in zip(pi_x, P_x, strict=True)]
            for m, pi_x, P_x in zip(mass, pi_h, P_h, strict=True)
        ]
        value += sum(
            m * number(p) * number(r)
            for m, pi_x, r_x in zip(mass, pi_h, r_h, strict=True)
            for p, r in zip(pi_x, r_x, strict=True)
        )
        mass = [sum(row[y] for rows in layer for row in rows) for y in range(len(layer[0][0]))]
        measure.append(layer)
    return {"q": measure, "value": value}


def induced(q: dict[str, Any]) -> dict[str, Any]:
    """Eq. (5), (6)."""
    pi, P = [], []
    for q_h in q["q"]:
        masses = [[sum(map(number, row)) for row in rows] for rows in q_h]
        pi.append([[m / sum(at_x) for m in at_x] if sum(at_x) else None for at_x in masses])
        P.append(
            [
                [
                    [number(v) / m for v in row] if m else None
                    for row, m in zip(rows, at_x, strict=True)
                ]
                for rows, at_x in zip(q_h, masses, strict=True)
            ]
        )
    return {"pi": pi, "P": P}


def lp1(q: dict[str, Any]) -> dict[str, Any]:
    """Backward induction with the L1-ball inner maximum."""
    layers, log = q["layers"], LOG[q["log"]]
    Lam = log(q["T"] * sum(layers) * q["A"]) - log(number(q["delta"]))
    V = [0.0]
    values: list[list[float]] = []
    argmax: list[list[list[int]]] = []
    for h in reversed(range(len(layers) - 1)):
        best_first = sorted(range(layers[h + 1]), key=lambda y, V=V: -V[y])  # type: ignore[misc]  # binds V
        at_h, actions = [], []
        for N_x, N3_x, r_x in zip(q["N"][h], q["N3"][h], q["r_sum"][h], strict=True):
            Q = []
            for N, N3, r_sum in zip(N_x, N3_x, r_x, strict=True):
                n = max(1, N)
                eps = math.sqrt(2 * layers[h + 1] * Lam / n)
                if N == 0 and eps < 1:
                    return {"status": "infeasible"}  # enough for the vectors: x_0 is dead
                r_hat = min(1.0, number(r_sum) / n + math.sqrt(2 * Lam / n))
                room, mean = (1.0 if N == 0 else eps / 2), 0.0
                total = 0.0
                for y in best_first:
                    upto = min(1.0, total + N3[y] / n + room)
                    mean, total, room = mean + (upto - total) * V[y], upto, 0.0
                Q.append(r_hat + mean)
            at_h.append(max(Q))
            actions.append([Q.index(max(Q))])
        V = at_h
        values.insert(0, at_h)
        argmax.insert(0, actions)
    return {"status": "optimal", "value": V[0], "V": values, "argmax": argmax}


def certify(q: dict[str, Any]) -> dict[str, Any]:
    """q_hat and pi, by `proofs-check optimum`."""
    from tests.vectors.verdicts import verdict

    return verdict(q)


def trace(q: dict[str, Any]) -> dict[str, Any]:
    """A whole trace, by `proofs-check trace`."""
    from tests.vectors.traces import outcome

    expected, where, _ = outcome(q["lines"])
    return {**where, **expected}


ANSWERS = {
    "confidence": confidence, "epochs": epochs, "occupancy": occupancy, "induced": induced,
    "lp1": lp1, "q_hat": certify, "pi": certify, "trace": trace,
}  # fmt: skip


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one vector."""
    found = ANSWERS.get(question["kind"])
    if found is None:
        return {"id": question["id"], "skip": "not implemented"}
    return {"id": question["id"], "output": found(question["input"])}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
