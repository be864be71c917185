"""The vectors about UC-O-REPS, O-REPS and UOB-REPS: upper occupancy bounds, water-filling, KL steps
and the hedge step.

Optima are certified: an exactly feasible point whose gap to the dual bound is tiny lies, by
Pinsker's inequality, near the optimum. What is written is that point rounded, and an enclosure
wide enough for it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial, reduce
from itertools import pairwise
from math import log
from operator import getitem
from typing import Any

from flint import arb, ctx, fmpq

from proofs_check.arithmetic import Enclosure, Q, each, endpoints, show, to_q
from proofs_check.guests.kl.certificate import KLProblem, certify, feasible_point
from proofs_check.guests.kl.sets import BallP, BoxP, KnownP, PairSet, ball
from proofs_check.guests.kl.solver import solve_step
from proofs_check.guests.kl.upper_occupancy import upper_occupancy
from tests.vectors.units import Draft, check, draft, ends, row, shown

PLACES = 10**10  # to which the centre of an enclosure is rounded
RADIUS = Q(5, 10**8)  # of an enclosure of q or p
STEP_TOLERANCE = "1/1000000"  # of KL steps: programs minimise up to a small violation of flow
BITS = 200


def around(centre: Q, proved: Q, radius: Q = RADIUS) -> dict[str, str]:
    """An enclosure of what is proved to lie within `proved` of the centre."""
    rounded = Q(round(centre * PLACES), PLACES)
    if abs(rounded - centre) + proved > radius:
        raise ValueError(f"{float(proved):g} is too much")
    return {"lo": show(rounded - radius), "hi": show(rounded + radius)}


def point(v: Any) -> Enclosure:
    return Enclosure(to_q(v), to_q(v))


def pair_set(kind: str, given: dict[str, Any], *at: int) -> PairSet:
    """The set of one pair from a case's input."""

    def entry(name: str) -> Any:
        return reduce(getitem, at, given[name])

    if kind == "known":
        return KnownP([to_q(p) for p in entry("P")])
    if kind == "box":
        return BoxP([point(v) for v in entry("lo")], [point(v) for v in entry("hi")])
    return BallP([to_q(p) for p in entry("P_bar")], point(entry("eps")))


# ----------------------------------------------------------------------------- upper occupancy


def upper_occupancy_cases() -> Iterator[Draft]:
    """u(x, a), in rationals."""
    rng = random.Random(3)
    shapes = [("one-step", [1, 1], 2), ("fork", [1, 2, 1], 2), ("diamond", [1, 2, 2, 1], 2),
              ("wide", [1, 4, 3, 1], 2), ("chain", [1, 1, 1, 1], 1)]  # fmt: skip
    for name, layers, A in shapes:
        for kind in ("simplex", "narrow", "known"):
            pi = [[row(rng, A, False) for _ in range(X)] for X in layers[:-1]]
            P = [[[row(rng, Y, kind == "known") for _ in range(A)] for _ in range(X)] for X, Y in
                 pairwise(layers)]  # fmt: skip
            width = {"simplex": Q(1), "narrow": Q(1, 7), "known": Q(0)}[kind]
            lo, hi = box(P, width)
            h = len(layers) - 2
            x, a = layers[h] - 1, A - 1
            flags = ["exact-data", *(["single-state"] if max(layers) == 1 else [])]
            flags += ["single-action"] if A == 1 else []
            flags += ["cut"] if kind == "narrow" and max(layers) > 1 else []
            flags += ["saturated"] if kind == "simplex" else []
            u = upper_occupancy(pi, lo, hi, h, x, a)
            check(name, kind != "simplex" or u == pi[h][x][a])
            comment = f"layers {layers}, A = {A}; the sets: {kind}"
            given = {"pi": shown(pi), "lo": shown(lo), "hi": shown(hi), "h": h, "x": x, "a": a}
            yield draft("upper_occupancy", f"{name}-{kind}", flags, comment,
                        {"layers": layers, "A": A, **given}, {"u": show(u)})  # fmt: skip


def box(P: Any, width: Q) -> tuple[Any, Any]:
    """The ends of the entries of P -+ width, cut to [0, 1]."""
    return each(lambda p: max(Q(0), p - width), P), each(lambda p: min(Q(1), p + width), P)


# ----------------------------------------------------------------------------- water-filling


def water_case(
    name: str, flags: Sequence[str], comment: str, w: list[float], **given: Any
) -> Draft:
    """The p of one set with the largest sum p (w - ln p)."""
    kind = "box" if "lo" in given else "ball"
    P = pair_set(kind, given)
    with ctx.workprec(BITS):
        balls = [arb(v) for v in w]
        p = P.point([log(v) if v else -1e300 for v in P.maximiser(w)])
        reached = sum(
            (ball(v) * (w_y - ball(v).log()) for v, w_y in zip(p, balls, strict=True) if v), arb(0)
        )
        gap = endpoints(P.bound(balls) - reached).hi
        away = endpoints(ball(2 * max(gap, Q(0))).sqrt()).hi
        s = endpoints(reached).lo
    return draft("water_filling", name, flags, comment, {"set": kind, "w": w, **given},
                 {"p": [around(v, away) for v in p], "s": around(s, gap)})  # fmt: skip


def water_cases() -> Iterator[Draft]:
    """Boxes and balls, cut nowhere, at one end, at both."""
    w = [-0.5, -1.0, -2.5]
    yield water_case("box-free", [], "the box cuts nothing: e^w normalised", w,
                     lo=[0, 0, 0], hi=[1, 1, 1])  # fmt: skip
    yield water_case("box-high", ["cut"], "the largest entry is cut", w,
                     lo=[0, 0, 0], hi=["2/5", 1, 1])  # fmt: skip
    yield water_case("box-low", ["cut"], "the smallest entry is raised", w,
                     lo=[0, 0, "1/5"], hi=[1, 1, 1])  # fmt: skip
    yield water_case("box-both", ["cut"], "one is cut, one raised, one is left", w,
                     lo=[0, "3/10", "1/5"], hi=["2/5", 1, 1])  # fmt: skip
    yield water_case("box-cascade", ["cut"], "what is cut off lifts the next one over its end",
                     [0.0, -0.1, -3.0, -3.0], lo=[0] * 4, hi=["3/10", "2/5", 1, 1])  # fmt: skip
    yield water_case("box-point", ["cut"], "only one distribution", w,
                     lo=["1/4", "1/4", "1/2"], hi=["1/4", "1/4", "1/2"])  # fmt: skip
    yield water_case("box-one", ["single-state"], "one successor", [-4.0], lo=[0], hi=[1])
    yield water_case("box-far", ["cut"], "e^-20 is raised to 1/100", [0.0, -20.0],
                     lo=[0, "1/100"], hi=[1, 1])  # fmt: skip
    P_bar = ["1/2", "1/4", "1/4"]
    yield water_case("ball-unseen", ["unvisited"], "P_bar = 0: every distribution", w,
                     P_bar=[0, 0, 0], eps="3/1")  # fmt: skip
    yield water_case("ball-slack", [], "e^w normalised lies inside", w, P_bar=P_bar, eps="3/2")
    yield water_case("ball-tight", ["cut"], "some mass is moved", w, P_bar=P_bar, eps="1/10")
    yield water_case("ball-kept", ["cut"], "the middle entry keeps P_bar", [0.0, -1.0, -2.5],
                     P_bar=["1/3", "1/3", "1/3"], eps="1/5")  # fmt: skip
    yield water_case("ball-zero", ["cut"], "a successor never seen gains mass",
                     [-3.0, 0.0, -1.0], P_bar=["3/4", 0, "1/4"], eps="1/2")  # fmt: skip
    yield water_case("ball-ties", ["ties", "cut"], "equal w: equal ends", [-1.0] * 4,
                     P_bar=["1/10", "1/5", "3/10", "2/5"], eps="1/5")  # fmt: skip


# ----------------------------------------------------------------------------- KL steps


def step_cases() -> Iterator[Draft]:
    """q_new for the three sets, from uniform and from other q_old."""
    rng = random.Random(5)
    shapes = [("diamond", [1, 2, 2, 1], 2), ("wide", [1, 3, 2, 1], 2), ("chain", [1, 1, 1], 3)]
    for name, layers, A in shapes:
        for kind in ("known", "box", "ball"):
            P = [[[row(rng, Y, False) for _ in range(A)] for _ in range(X)] for X, Y in
                 pairwise(layers)]  # fmt: skip

            def log_of(p: Q, pairs: int, Y: int, known: bool = kind == "known") -> float:
                if known:
                    return round(log(float(p) / pairs), 6)
                return round(-log(pairs * Y) + rng.uniform(-0.5, 0.5), 6)

            log_q = [each(partial(log_of, pairs=X * A, Y=Y), P_h)
                     for P_h, (X, Y) in zip(P, pairwise(layers), strict=True)]  # fmt: skip
            c = [[[round(rng.random() * 2 * (rng.random() < 0.7), 3) for _ in range(A)]
                  for _ in range(X_h)] for X_h in layers[:-1]]  # fmt: skip
            sets: dict[str, Any] = {"P": shown(P)}
            if kind == "box":
                sets = dict(zip(("lo", "hi"), map(shown, box(P, Q(1, 8))), strict=True))
            elif kind == "ball":
                sets = {"P_bar": shown(P), "eps": shown([[[Q(1, 5)] * A for _ in s] for s in P])}
            given = {"set": kind, "layers": layers, "A": A, "log_q": log_q, "c": c, **sets}
            yield step_case(f"{kind}-{name}", given)


def step_case(name: str, given: dict[str, Any]) -> Draft:
    layers, A = given["layers"], given["A"]
    problem = KLProblem(
        given["log_q"], given["c"],
        [[[pair_set(given["set"], given, h, x, a) for a in range(A)] for x in range(X_h)]
         for h, X_h in enumerate(layers[:-1])],
    )  # fmt: skip
    beta, log_q = solve_step(problem)
    proof = certify(problem, beta, log_q, BITS)
    away = endpoints(ball(2 * (len(layers) - 1) * max(proof.gap, Q(0))).sqrt()).hi
    q = feasible_point(problem, log_q)
    flags = ["single-state"] if max(layers) == 1 else []
    comment = f"layers {layers}, A = {A}: the minimum over the set, flow included"
    expected = {"q": each(lambda v: around(v, away), q), "value": around(proof.upper, proof.gap)}
    return draft("kl_step", name, flags, comment, given, expected)


# ----------------------------------------------------------------------------- hedge


def hedge_cases() -> Iterator[Draft]:
    """q_new(a) is q_old(a) e^(-eta l(a)), normalised: the KL step of one state."""
    third, eighths = ["1/3", "1/3", "1/3"], ["1/8", "1/8", "3/4"]
    for name, flags, comment, q, eta, loss in (
        ("two", [], "two actions, losses 0 and 1", ["1/2", "1/2"], 0.5, [0, 1]),
        ("three", [], "from uniform", third, 1.0, [0.25, 0.5, 1]),
        ("not-uniform", ["exact-data"], "from another q", eighths, "1/3", ["1/7", 0, 1]),
        ("equal", ["ties"], "equal losses change nothing", eighths, 2.0, [0.5, 0.5, 0.5]),
        ("one", ["single-action"], "one action", [1], 3.0, [1]),
        ("large", [], "e^-800 is 0 in doubles: the best action still has mass 1",
         ["1/2", "1/2"], 1.0, [1000.0, 1800.0]),
    ):  # fmt: skip
        with ctx.workprec(BITS):
            costs = [to_q(eta) * to_q(v) for v in loss]
            logs = [_arb(to_q(v)).log() - _arb(c) for v, c in zip(q, costs, strict=True)]
            most = max(logs, key=float)
            weights = [(v - most).exp() for v in logs]
            new = [endpoints(v / sum(weights, arb(0))) for v in weights]
        given = {"q": q, "eta": eta, "l": loss}
        yield draft("hedge_step", name, flags, comment, given, {"q": [ends(v) for v in new]})


def _arb(q: Q) -> arb:
    return arb(fmpq(int(q.numerator), int(q.denominator)))


def family_cases() -> Iterator[Draft]:
    """Every kind of this module."""
    yield from upper_occupancy_cases()
    yield from water_cases()
    yield from step_cases()
    yield from hedge_cases()
