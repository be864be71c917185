"""An example consumer that answers the guests' kinds, too, in plain floating point: `proofs-check
vectors --against "python -m tests.guests.vectors.consumer"`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from reference.backward_induction import ball_maximiser
from reference.figure1.learner import Sizes
from reference.figure1.ucrl2 import reward_radius, transition_radius
from reference.guests.flat.flat_radii import bernstein_radius
from reference.guests.kl.pairs import NEVER, Pairs
from reference.guests.kl.sets import Ball, Box, Known, TransitionSet, inner_value
from reference.guests.kl.step import kl_step
from reference.guests.kl.upper_occupancy import upper_reach
from reference.guests.learners.q_learning import alpha, beta_B, bonus_H
from reference.guests.learners.ucbvi import bonus_BF, bonus_CH
from tests.vectors.consumer import ANSWERS as OF_UCRL_LP
from tests.vectors.consumer import main, number, tables


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
    optimum = kl_step(pairs, log_q, pairs.join_pairs(tables(q["c"])), transition_set(pairs, q))
    return {"q": [np.exp(t).tolist() for t in pairs.split(optimum.log_q)], "value": optimum.value}


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


def bernstein(q: dict[str, Any]) -> dict[str, Any]:
    """R-41's radius of one probability."""
    N, p = np.array([[q["N"]]]), np.array([[[number(q["p"])]]])
    d = bernstein_radius(q["S"], q["A"], q["t"], number(q["delta"]), N, p)
    return {"d": float(d[0, 0, 0])}


def inner_maximum(q: dict[str, Any]) -> dict[str, Any]:
    """UCRL2's optimistic row, in a ball or in a box."""
    p_bar, u = (np.array([number(v) for v in q[name]]) for name in ("p_bar", "u"))
    read = number if isinstance(q["d"], str) else lambda row: [number(v) for v in row]
    p = ball_maximiser(p_bar[None, None], np.array([[read(q["d"])]]), np.argsort(-u))
    return {"value": float(p[0, 0] @ u)}


def ucbvi_bonus(q: dict[str, Any]) -> dict[str, Any]:
    """UCBVI's bonus of one pair."""
    S, A, H, n = q["S"], q["A"], q["H"], np.array([[q["N"]]])
    left = H - q["h"] if q.get("length") == "H-h" else H
    Lg = math.log(5 * S * A * q["K"] * H / number(q["delta"]))
    if q["bonus"] == "CH":
        return {"b": float(bonus_CH(left, Lg, n)[0, 0])}
    P, V = np.array([[q["N3"]]]) / q["N"], np.array([number(v) for v in q["V"]])
    n_next = np.array(q["N_next"]) if q["h"] + 1 < H or q.get("last") == "H^2" else None
    return {"b": float(bonus_BF(Sizes(left, S, A), Lg, n, P, V, n_next)[0, 0])}


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
            beta = beta_B(number(q["c1"]), number(q["c2"]), Sizes(H, S, A), iota, t, W)
            b = (beta - (1 - alpha_t) * before) / (2 * alpha_t)
        Q = (1 - alpha_t) * Q + alpha_t * (number(r) + seen[-1] + b)
    return {"alpha": alpha_t, "bonus": b, "Q": Q}


def flat_trace(q: dict[str, Any]) -> dict[str, Any]:
    """A whole trace of a flat learner, by `proofs-check trace`."""
    from tests.guests.vectors.flat import flat_outcome

    expected, where, _ = flat_outcome(q["lines"])
    return {**where, **expected}


ANSWERS = OF_UCRL_LP | {
    "upper_occupancy": upper_occupancy, "water_filling": water_filling, "kl_step": step,
    "hedge_step": hedge, "ucrl2_radii": ucrl2_radii, "inner_maximum": inner_maximum,
    "bernstein_radius": bernstein,
    "ucbvi_bonus": ucbvi_bonus, "ucb_update": ucb_update, "flat_trace": flat_trace,
}  # fmt: skip

if __name__ == "__main__":
    main(ANSWERS)
