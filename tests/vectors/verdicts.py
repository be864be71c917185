"""The vectors for checkers: a q_hat and a pi to be accepted, and changed in one place refused."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from proofs_check.arithmetic import Q, show, to_q
from proofs_check.conformance.epoch_rules import FAMILY
from proofs_check.conformance.rules import BY_ID
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.optimum import Optimum, best_transition, primal, solve
from proofs_check.lp1.query import answer
from tests.vectors.lp1 import Question, counted, enclosed


def verdict(question: Question) -> dict[str, Any]:
    """Accepted, or the rule that refuses: what `proofs-check optimum` finds."""
    reply = answer(json.dumps(question))
    tolerance = to_q(question["tolerance"])
    if "pi" in question:
        found = reply["pi"]
        if to_q(found["row_error"]) > tolerance:
            return {"verdict": "refuse", "rule": "pi-distribution"}
        if found["optimal"] == "true":
            return {"verdict": "accept"}
        return {"verdict": "refuse", "rule": "pi-optimal"}
    found = reply["q_hat"]
    for family, residual in found["residuals"].items():
        if to_q(residual["violation"][0]) > tolerance:
            return {"verdict": "refuse", "rule": FAMILY[family]}
    if found["optimal"] == "true":
        return {"verdict": "accept"}
    return {"verdict": "refuse", "rule": "q_hat-optimal"}


def verdict_cases() -> Iterator[dict[str, Any]]:
    """An optimal q_hat and pi, each then changed in one place."""
    rng = random.Random(4)
    question = counted(rng, [1, 3, 2, 1], 2, 3000, T=20_000, empty=0)
    question["tolerance"] = "1/10000000"
    lo, _ = enclosed(question)
    best = solve(lo, -1)
    q = [[[[show(v) for v in row] for row in rows] for rows in layer] for layer in primal(lo, best)]
    doubles = [[[[float(to_q(v)) for v in row] for row in rows] for rows in layer] for layer in q]
    a0 = best.argmax[0][0][0]
    x1 = max(range(3), key=lambda y: doubles[0][0][a0][y])

    def with_q(name: str, flags: list[str], comment: str, table: Any, rule: str) -> dict[str, Any]:
        return _verdict("q_hat", name, flags, comment, {**question, "q_hat": table}, rule)

    yield with_q("exact", ["right", "exact-data"], "an exact optimum", q, "")
    yield with_q("doubles", ["right"], "the same, rounded to doubles", doubles, "")
    changes: list[tuple[str, str, float, str]] = [
        ("mass-missing", "one entry smaller by 1e-3", -1e-3, "q_hat-normalisation"),
        ("mass-added", "one entry larger by 1e-6", 1e-6, "q_hat-normalisation"),
        ("mass-below-tolerance", "one entry larger by 1e-9: within the tolerance", 1e-9, ""),
    ]
    for name, comment, step, rule in changes:
        moved_q: Any = copy.deepcopy(doubles)
        moved_q[0][0][a0][x1] += step
        yield with_q(name, ["one-fault"] if rule else ["right"], comment, moved_q, rule)
    table: Any = copy.deepcopy(doubles)
    table[0][0][a0][x1] += 1e-3
    table[0][0][1 - a0][x1] -= 1e-3
    yield with_q("negative", ["one-fault"], "a negative entry", table, "q_hat-nonnegative")
    table = copy.deepcopy(doubles)
    y = (x1 + 1) % 3
    moved = table[0][0][a0][x1] / 2
    table[0][0][a0][x1] -= moved
    table[0][0][a0][y] += moved
    yield with_q("flow", ["one-fault"], "half of the flow into a state goes elsewhere", table,
                 "q_hat-flow")  # fmt: skip
    mass = [sum(sum(r) for r in rows) for rows in doubles[2]]
    table = copy.deepcopy(doubles)
    heavy = max(range(2), key=lambda z: mass[z])
    table[2][heavy].reverse()
    yield with_q("suboptimal", ["one-fault"], "feasible, but with the worse action in one state",
                 table, "q_hat-optimal")  # fmt: skip
    worst = min(range(3), key=lambda z: question["N3"][0][0][a0][z])
    yield with_q("radius", ["one-fault"], "x_0 leads with certainty to a successor outside of the "
                 "ball; the rest follows from it",
                 _outside(lo, best, worst), "q_hat-radius")  # fmt: skip

    pi = [[[1.0 if a == actions[0] else 0.0 for a in range(2)] for actions in layer]
          for layer in best.argmax]  # fmt: skip

    def with_pi(name: str, flags: list[str], comment: str, table: Any, rule: str) -> dict[str, Any]:
        return _verdict("pi", name, flags, comment, {**question, "pi": table}, rule)

    yield with_pi("greedy", ["right"], "the optimistically best action everywhere", pi, "")
    for h, x, name in (
        (0, 0, "worse-in-x0"),
        (1, x1, "worse-in-layer-1"),
        (2, heavy, "worse-in-last"),
    ):
        table = copy.deepcopy(pi)
        table[h][x].reverse()
        yield with_pi(name, ["one-fault"], "the other action in one state", table, "pi-optimal")
    table = copy.deepcopy(pi)
    table[0][0] = [0.5, 0.5]
    yield with_pi("mixed-in-x0", ["one-fault"], "both actions in x_0, one of them worse", table,
                  "pi-optimal")  # fmt: skip
    table = copy.deepcopy(pi)
    table[0][0][1 - a0] = 1e-9
    yield with_pi("almost-a-distribution", ["right"], "a row sum of 1 + 1e-9, within the tolerance",
                  table, "")  # fmt: skip
    table = copy.deepcopy(pi)
    table[0][0][1 - a0] = 0.25
    yield with_pi("no-distribution", ["one-fault"], "a row sum of 5/4", table, "pi-distribution")


def _outside(lo: LP1Data, best: Optimum, y: int) -> Any:
    """The optimum's actions and transitions, but x_0 leads to state y with certainty."""
    mass, q = [Q(1)], []
    for h in range(lo.L):
        n = lo.layers[h + 1]
        layer = [[[Q(0)] * n for _ in range(lo.A)] for _ in range(lo.layers[h])]
        for x, m in enumerate(mass):
            a = best.argmax[h][x][0]
            p = [Q(z == y) for z in range(n)] if h == 0 else best_transition(lo, best, h, x, a)
            layer[x][a] = [m * v for v in p]
        mass = [
            sum((layer[x][a][z] for x in range(len(mass)) for a in range(lo.A)), Q(0))
            for z in range(n)
        ]
        q.append(layer)
    return [[[[show(v) for v in row] for row in rows] for rows in layer] for layer in q]


def _verdict(
    kind: str, name: str, flags: list[str], comment: str, question: Question, rule: str
) -> dict[str, Any]:
    expected = verdict(question)
    if rule and expected.get("rule") != rule:
        raise ValueError(f"{kind}/{name}: {expected}, not {rule}")
    if flags == ["right"] and expected["verdict"] != "accept":
        raise ValueError(f"{kind}/{name}: {expected}")
    case: dict[str, Any] = {"kind": kind, "name": name, "flags": flags, "comment": comment,
                            "input": question, "expected": expected}  # fmt: skip
    if expected["verdict"] == "refuse":
        found = BY_ID[expected["rule"]]
        case["reason"] = f"{found.id} [{found.equation}]: {found.sentence}"
    return case
