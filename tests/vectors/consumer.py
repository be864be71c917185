"""An example consumer: `proofs-check vectors --against "python -m tests.vectors.consumer"`.

The unit kinds in plain floating point, as any implementation would, sets and KL steps by the
reference; q_hat, pi and trace by the checker, which is the only one that has to answer them.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from fractions import Fraction
from typing import Any

import numpy as np

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
    pairs = [(h, x, a) for h, X in enumerate(layers[:-1]) for x in range(X) for a in range(q["A"])]
    N, n, starts, t = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0), [1], 0
    for run in q["episodes"]:
        played = list(zip(itertools.count(), run["x"], run["a"]))
        for _ in range(run["times"]):
            t += 1
            for pair in played:
                n[pair] += 1
            due = trigger == "printed" or any(n[p] >= max(1, N[p]) for p in played)
            if trigger == "printed-without-x_L":
                due = any(n[p] >= N[p] for p in pairs)
            if due and (t < T or q["last-trigger"] == "solve"):
                starts.append(t + 1)
                N, n = {p: N[p] + n[p] for p in pairs}, dict.fromkeys(pairs, 0)
    actions = range(q["A"])
    table = [[[N[h, x, a] for a in actions] for x in range(X)] for h, X in enumerate(layers[:-1])]
    return {"t": starts, "N": table}


def tables(value: Any) -> Any:
    """Nested lists as one array per layer."""

    def floats(v: Any) -> Any:
        return [floats(w) for w in v] if isinstance(v, list) else number(v)

    return tuple(np.array(floats(layer)) for layer in value)


def occupancy(q: dict[str, Any]) -> dict[str, Any]:
    """Eq. (3), (8)."""
    mass, value, measure = np.ones(1), 0.0, []
    for P, r, pi in zip(tables(q["P"]), tables(q["r"]), tables(q["pi"]), strict=True):
        pairs = mass[:, None] * pi
        value += float((pairs * r).sum())
        measure.append((pairs[..., None] * P).tolist())
        mass = np.einsum("xa,xay->y", pairs, P)
    return {"q": measure, "value": value}


def induced(q: dict[str, Any]) -> dict[str, Any]:
    """Eq. (5), (6)."""

    def rows(table: Any) -> Any:
        """Divided by their sums, null where these are 0."""
        if table.ndim > 1:
            return [rows(row) for row in table]
        return (table / table.sum()).tolist() if table.any() else None

    q_h = tables(q["q"])
    return {"pi": [rows(m.sum(axis=-1)) for m in q_h], "P": [rows(m) for m in q_h]}


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


def upper_occupancy(q: dict[str, Any]) -> dict[str, Any]:
    """UOB-REPS' bound: backward from (h, x), filling the best successors first."""
    f = [float(y == q["x"]) for y in range(q["layers"][q["h"]])]
    for k in reversed(range(q["h"])):
        best_first = sorted(range(len(f)), key=lambda y, f=f: -f[y])  # type: ignore[misc]  # binds f
        before = []
        for pi_x, lo_x, hi_x in zip(q["pi"][k], q["lo"][k], q["hi"][k], strict=True):
            reach = 0.0
            for p, lo, hi in zip(pi_x, lo_x, hi_x, strict=True):
                most = [number(v) for v in lo]
                rest = 1 - sum(most)
                for y in best_first:
                    more = min(rest, number(hi[y]) - most[y])
                    most[y] += more
                    rest -= more
                reach += number(p) * sum(v * w for v, w in zip(most, f, strict=True))
            before.append(reach)
        f = before
    return {"u": number(q["pi"][q["h"]][q["x"]][q["a"]]) * f[0]}


def transition_set(pairs: Any, q: dict[str, Any]) -> Any:
    """The reference's set for a case's input."""
    from reference.kl.sets import Ball, Box, Known

    if q["set"] == "known":
        return Known(pairs, tables(q["P"]))
    if q["set"] == "box":
        return Box(pairs, tables(q["lo"]), tables(q["hi"]))
    return Ball(pairs, tables(q["P_bar"]), tables(q["eps"]))


def water_filling(q: dict[str, Any]) -> dict[str, Any]:
    """One row, by the reference: layers 1, Y, 1 with one action, of which only the first counts."""
    from reference.kl.pairs import Pairs
    from reference.kl.sets import inner_value

    Y = len(q["w"])
    pairs = Pairs((1, Y, 1), 1)
    last = {"eps": [[2]] * Y} | dict.fromkeys(("lo", "hi", "P_bar"), [[[1]]] * Y)
    given = {name: [[[q[name]]], last[name]] for name in last.keys() & q.keys()}
    w = np.full((pairs.K, pairs.Y), -1e300)
    w[0], w[1:, 0] = q["w"], 0.0
    p, log_p = transition_set(pairs, given | {"set": q["set"]}).maximiser(w)
    return {"p": p[0].tolist(), "s": float(inner_value(w, p, log_p)[0])}


def step(q: dict[str, Any]) -> dict[str, Any]:
    """The KL step, by the reference."""
    from reference.kl.pairs import NEVER, Pairs
    from reference.kl.step import kl_step

    pairs = Pairs(q["layers"], q["A"])
    log_q = np.where(pairs.real, pairs.join(tables(q["log_q"])), NEVER)
    found = kl_step(pairs, log_q, pairs.join_pairs(tables(q["c"])), transition_set(pairs, q))
    return {"q": [np.exp(t).tolist() for t in pairs.split(found.log_q)], "value": found.value}


def hedge(q: dict[str, Any]) -> dict[str, Any]:
    """q(a) e^(-eta l(a)), normalised after the largest exponent was taken off."""
    eta = number(q["eta"])
    logs = [
        math.log(number(v)) - eta * number(loss) for v, loss in zip(q["q"], q["l"], strict=True)
    ]
    weights = [math.exp(v - max(logs)) for v in logs]
    return {"q": [v / sum(weights) for v in weights]}


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
    "upper_occupancy": upper_occupancy, "water_filling": water_filling, "kl_step": step,
    "hedge_step": hedge,
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
