"""An example consumer: `proofs-check vectors --against "python -m tests.vectors.consumer"`.

The unit kinds in plain floating point, by the reference where it has a function for them; q_hat, pi
and trace by the checker, which is the only one that has to answer them. The guests' kinds it skips;
tests.guests.vectors.consumer answers them, too.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from reference import confidence as radii
from reference.backward_induction import optimistic_values
from reference.mdp import Tables
from reference.occupancy import inner, occupancy_measure


def number(value: Any) -> float:
    """A JSON number, or "p/q"."""
    return float(Fraction(value))


def confidence(
    q: dict[str, Any],
    exact: Callable[[Any], Any] = number,
    log: dict[str, Callable[[Any], Any]] = radii.LOG,
    sqrt: Callable[[Any], Any] = math.sqrt,
) -> dict[str, Any]:
    """Eq. (10), (11), (14)-(17), in doubles or in longer numbers."""
    n = max(1, q["N"])
    Lam = log[q["log"]](q["T"] * q["X"] * q["A"]) - log[q["log"]](exact(q["delta"]))
    b, r_bar = sqrt(2 * Lam / n), exact(q["r_sum"]) / n
    return {
        "Lam": Lam,
        "P_bar": [k / n for k in q["N3"]],
        "eps": sqrt(2 * len(q["N3"]) * Lam / n),
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


def tables(value: Any) -> Tables:
    """Nested lists as one array per layer."""

    def floats(v: Any) -> Any:
        return [floats(w) for w in v] if isinstance(v, list) else number(v)

    return tuple(np.array(floats(layer)) for layer in value)


def occupancy(q: dict[str, Any]) -> dict[str, Any]:
    """Eq. (3), (8)."""
    measure = occupancy_measure(tables(q["P"]), tables(q["pi"]))
    return {"q": [q_h.tolist() for q_h in measure], "value": float(inner(measure, tables(q["r"])))}


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
    layers, N = tuple(q["layers"]), tables(q["N"])
    Lam = radii.log_term(q["T"], sum(layers), q["A"], number(q["delta"]), q["log"])
    P_bar = radii.empirical_transition(N, tables(q["N3"]))
    r_bar, b = radii.mean_reward(tables(q["r_sum"]), N), radii.reward_radius(N, Lam)
    r_hat, eps = radii.reward_ucb(r_bar, b), radii.transition_radius(N, layers, Lam)
    values = optimistic_values(P_bar, eps, r_hat)
    V = values.of_states()
    if V[0][0] is None:
        return {"status": "infeasible"}
    argmax = [Q_h.argmax(axis=1)[:, None].tolist() for Q_h in values.Q]
    return {"status": "optimal", "value": V[0][0], "V": V, "argmax": argmax}


def certify(q: dict[str, Any]) -> dict[str, Any]:
    """q_hat and pi, by `proofs-check optimum`."""
    from tests.vectors.lp1 import verdict

    return verdict(q)


def trace(q: dict[str, Any]) -> dict[str, Any]:
    """A whole trace, by `proofs-check trace`."""
    from tests.vectors.traces import outcome

    expected, where, _ = outcome(q["lines"])
    return {**where, **expected}


Answers = dict[str, Callable[[dict[str, Any]], dict[str, Any]]]
ANSWERS: Answers = {
    "confidence": confidence, "epochs": epochs, "occupancy": occupancy, "induced": induced,
    "lp1": lp1, "q_hat": certify, "pi": certify, "trace": trace,
}  # fmt: skip


def answer(question: dict[str, Any], answers: Answers = ANSWERS) -> dict[str, Any]:
    """The answer to one vector, by the function for its kind."""
    function = answers.get(question["kind"])
    if function is None:
        return {"id": question["id"], "skip": "not implemented"}
    return {"id": question["id"], "output": function(question["input"])}


def main(answers: Answers) -> None:
    """Answer every line of standard input."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), answers)), flush=True)


if __name__ == "__main__":
    main(ANSWERS)
