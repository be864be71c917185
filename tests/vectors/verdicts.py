"""The vectors for checkers: a q_hat and a pi to be accepted, and changed in one place refused."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q, each, to_q
from proofs_check.conformance.epoch_rules import FAMILY
from proofs_check.conformance.rules import BY_ID
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import Optimum, Play, best_transition, occupancy, primal, solve
from proofs_check.lp1.query import answer
from tests.vectors.lp1 import Question, counted, enclosed
from tests.vectors.units import Draft, check, draft, shown


def verdict(question: Question) -> dict[str, Any]:
    """Accepted, or the rule that refuses: what `proofs-check optimum` finds."""
    reply = answer(json.dumps(question))
    tolerance = to_q(question["tolerance"])
    kind = "pi" if "pi" in question else "q_hat"
    found = reply[kind]
    if kind == "pi":
        off = {"pi-distribution": found["row_error"]}
    else:
        residuals = found["residuals"].items()
        off = {FAMILY[family]: one["violation"][0] for family, one in residuals}
    broken = [rule for rule, size in off.items() if to_q(size) > tolerance]
    broken += [f"{kind}-optimal"] if found["optimal"] != "true" else []
    return {"verdict": "refuse", "rule": broken[0]} if broken else {"verdict": "accept"}


def verdict_cases() -> Iterator[Draft]:
    """An optimal q_hat and pi, each then changed in one place."""
    rng = random.Random(4)
    question = counted(rng, [1, 3, 2, 1], 2, 3000, T=20_000, empty=0)
    question["tolerance"] = "1/10000000"
    lo, _ = enclosed(question)
    best = solve(lo, -1)
    exact = shown(primal(lo, best))
    q: Any = each(lambda v: float(to_q(v)), exact)
    a0 = best.argmax[0][0][0]
    x1 = max(range(3), key=lambda y: q[0][0][a0][y])
    mass = [sum(sum(r) for r in rows) for rows in q[2]]
    heavy = max(range(2), key=lambda z: mass[z])
    worst = min(range(3), key=lambda z: question["N3"][0][0][a0][z])
    pi: Any = [[[float(a == actions[0]) for a in range(2)] for actions in of_h]
               for of_h in best.argmax]  # fmt: skip

    def moved(*steps: tuple[int, int, float]) -> Any:
        """q with entries (a, y) of x_0 changed."""
        table = copy.deepcopy(q)
        for a, y, step in steps:
            table[0][0][a][y] += step
        return table

    def reversed_at(table: Any, h: int, x: int) -> Any:
        return [[rows[::-1] if (k, z) == (h, x) else rows for z, rows in enumerate(of_h)]
                for k, of_h in enumerate(table)]  # fmt: skip

    def in_x_0(other: float) -> Any:
        """pi with another probability of the worse action of x_0."""
        table = copy.deepcopy(pi)
        table[0][0][1 - a0] = other
        return table

    half, outside = q[0][0][a0][x1] / 2, _outside(lo, best, worst)
    outside_comment = (
        "x_0 leads with certainty to a successor outside of the ball; the rest follows from it"
    )
    flow = moved((a0, x1, -half), (a0, (x1 + 1) % 3, half))
    mixed = [[[0.5, 0.5]], *pi[1:]]
    rows: list[tuple[str, str, str, Any, str]] = [
        ("q_hat", "exact", "an exact optimum", exact, ""),
        ("q_hat", "doubles", "the same, rounded to doubles", q, ""),
        ("q_hat", "mass-missing", "one entry smaller by 1e-3", moved((a0, x1, -1e-3)),
         "q_hat-normalisation"),
        ("q_hat", "mass-added", "one entry larger by 1e-6", moved((a0, x1, 1e-6)),
         "q_hat-normalisation"),
        ("q_hat", "mass-below-tolerance", "one entry larger by 1e-9: within the tolerance",
         moved((a0, x1, 1e-9)), ""),
        ("q_hat", "negative", "a negative entry", moved((a0, x1, 1e-3), (1 - a0, x1, -1e-3)),
         "q_hat-nonnegative"),
        ("q_hat", "flow", "half of the flow into a state goes elsewhere", flow, "q_hat-flow"),
        ("q_hat", "suboptimal", "feasible, but with the worse action in one state",
         reversed_at(q, 2, heavy), "q_hat-optimal"),
        ("q_hat", "radius", outside_comment, outside, "q_hat-radius"),
        ("pi", "greedy", "the optimistically best action everywhere", pi, ""),
        *(("pi", name, "the other action in one state", reversed_at(pi, h, x), "pi-optimal")
          for h, x, name in ((0, 0, "worse-in-x0"), (1, x1, "worse-in-layer-1"),
                             (2, heavy, "worse-in-last"))),
        ("pi", "mixed-in-x0", "both actions in x_0, one of them worse", mixed, "pi-optimal"),
        ("pi", "almost-a-distribution", "a row sum of 1 + 1e-9, within the tolerance",
         in_x_0(1e-9), ""),
        ("pi", "no-distribution", "a row sum of 5/4", in_x_0(0.25), "pi-distribution"),
    ]  # fmt: skip
    for kind, name, comment, table, rule in rows:
        flags = ["one-fault"] if rule else ["right", *(["exact-data"] if table is exact else [])]
        yield _verdict(kind, name, flags, comment, {**question, kind: table}, rule)


def _outside(lo: LP1Data, best: Optimum, y: int) -> Any:
    """The optimum's actions and transitions, but x_0 leads to state y with certainty."""

    def play(h: int, x: int) -> Play:
        a = best.argmax[h][x][0]
        row = [Q(z == y) for z in range(lo.layers[1])]
        yield a, Q(1), best_transition(lo, best, h, x, a) if h else row

    return shown(occupancy(lo, play))


def _verdict(
    kind: str, name: str, flags: list[str], comment: str, question: Question, rule: str
) -> dict[str, Any]:
    expected = verdict(question)
    check(f"{kind}/{name}", expected.get("rule", "") == rule)
    more = {}
    if rule:
        found = BY_ID[rule]
        more["reason"] = f"{found.id} [{found.equation}]: {found.sentence}"
    return draft(kind, name, flags, comment, question, expected, **more)
