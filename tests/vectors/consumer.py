"""An example consumer: `proofs-check vectors --against "python -m tests.vectors.consumer"`.

The unit kinds in plain floating point, by the reference where it has a function for them; q_hat, pi
and trace by the checker, which is the only one that has to answer them.
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
from reference.backward_induction import ball_maximiser, optimistic_values
from reference.mdp import Tables
from reference.occupancy import inner, occupancy_measure
from reference.rivals.baselines.q_learning import alpha, beta_B, bonus_H
from reference.rivals.baselines.ucbvi import bonus_BF, bonus_CH
from reference.rivals.baselines.ucrl2 import reward_radius, transition_radius
from reference.rivals.kl.pairs import NEVER, Pairs
from reference.rivals.kl.sets import Ball, Box, Known, TransitionSet, inner_value
from reference.rivals.kl.step import kl_step
from reference.rivals.kl.upper_occupancy import upper_reach


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
    found = optimistic_values(P_bar, eps, r_hat)
    V = found.of_states()
    if V[0][0] is None:
        return {"status": "infeasible"}
    argmax = [Q_h.argmax(axis=1)[:, None].tolist() for Q_h in found.Q]
    return {"status": "optimal", "value": V[0][0], "V": V, "argmax": argmax}


def upper_occupancy(q: dict[str, Any]) -> dict[str, Any]:
    """UOB-REPS' bound on the mass of one pair."""
    pi, lo, hi = (tables(q[name]) for name in ("pi", "lo", "hi"))
    reach = upper_reach(pi, lo, hi, q["h"], q["x"])
    return {"u": number(q["pi"][q["h"]][q["x"]][q["a"]]) * reach}


def transition_set(pairs: Pairs, q: dict[str, Any]) -> TransitionSet:
    """The set of a case's input."""
    if q["set"] == "known":
        return Known(pairs, tables(q["P"]))
    if q["set"] == "box":
        return Box(pairs, tables(q["lo"]), tables(q["hi"]))
    return Ball(pairs, tables(q["P_bar"]), tables(q["eps"]))


def water_filling(q: dict[str, Any]) -> dict[str, Any]:
    """One row: layers 1, Y, 1 with one action, of which only the first counts."""
    Y = len(q["w"])
    pairs = Pairs((1, Y, 1), 1)
    last = {"eps": [[2]] * Y} | dict.fromkeys(("lo", "hi", "P_bar"), [[[1]]] * Y)
    given = {name: [[[q[name]]], last[name]] for name in last.keys() & q.keys()}
    w = np.full((pairs.K, pairs.Y), -1e300)
    w[0], w[1:, 0] = q["w"], 0.0
    p, log_p = transition_set(pairs, given | {"set": q["set"]}).maximiser(w)
    return {"p": p[0].tolist(), "s": float(inner_value(w, p, log_p)[0])}


def step(q: dict[str, Any]) -> dict[str, Any]:
    """The KL step."""
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


def ucrl2_radii(q: dict[str, Any]) -> dict[str, Any]:
    """UCRL2's confidence radii."""
    given, N = (q["S"], q["A"], q["t"], number(q["delta"])), np.array(q["N"])
    return {"d_r": float(reward_radius(*given, N)), "d_p": float(transition_radius(*given, N))}


def inner_maximum(q: dict[str, Any]) -> dict[str, Any]:
    """UCRL2's optimistic row."""
    p_bar, u = (np.array([number(v) for v in q[name]]) for name in ("p_bar", "u"))
    p = ball_maximiser(p_bar[None, None], np.array([[number(q["d"])]]), np.argsort(-u))
    return {"value": float(p[0, 0] @ u)}


def ucbvi_bonus(q: dict[str, Any]) -> dict[str, Any]:
    """UCBVI's bonus of one pair."""
    S, A, H, n = q["S"], q["A"], q["H"], np.array([[q["N"]]])
    Lg = math.log(5 * S * A * q["K"] * H / number(q["delta"]))
    if q["bonus"] == "CH":
        return {"b": float(bonus_CH(H, Lg, n)[0, 0])}
    P, V = np.array([[q["N3"]]]) / q["N"], np.array([number(v) for v in q["V"]])
    n_next = np.array(q["N_next"]) if q["h"] + 1 < H else None
    return {"b": float(bonus_BF(H, S, A, Lg, n, P, V, n_next)[0, 0])}


def ucb_update(q: dict[str, Any]) -> dict[str, Any]:
    """UCB-H's or UCB-B's updates of one pair."""
    S, A, H = q["S"], q["A"], q["H"]
    iota, Q, seen, beta = math.log(S * A * q["K"] * H / number(q["p"])), float(H), [], 0.0
    for t, (r, V) in enumerate(q["visits"], 1):
        alpha_t = alpha(H, t)
        seen.append(number(V))
        if q["algorithm"] == "UCB-H":
            b = bonus_H(number(q["c"]), H, iota, t)
        else:
            W, before = float(np.var(seen)), beta
            beta = beta_B(number(q["c1"]), number(q["c2"]), H, S, A, iota, t, W)
            b = (beta - (1 - alpha_t) * before) / (2 * alpha_t)
        Q = (1 - alpha_t) * Q + alpha_t * (number(r) + seen[-1] + b)
    return {"alpha": alpha_t, "bonus": b, "Q": Q}


def flat_trace(q: dict[str, Any]) -> dict[str, Any]:
    """A whole trace of a flat learner, by `proofs-check trace`."""
    from tests.vectors.flat import flat_outcome

    expected, where, _ = flat_outcome(q["lines"])
    return {**where, **expected}


def certify(q: dict[str, Any]) -> dict[str, Any]:
    """q_hat and pi, by `proofs-check optimum`."""
    from tests.vectors.lp1 import verdict

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
    "hedge_step": hedge, "ucrl2_radii": ucrl2_radii, "inner_maximum": inner_maximum,
    "ucbvi_bonus": ucbvi_bonus, "ucb_update": ucb_update, "flat_trace": flat_trace,
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
