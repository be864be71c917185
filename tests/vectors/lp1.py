"""The vectors about LP1: optima from counts, and q_hat and pi to be accepted or refused."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from proofs_check.arithmetic import Enclosure, Q, Radii, each, lam, to_q
from proofs_check.conformance.epoch_rules import FAMILY
from proofs_check.conformance.rules import BY_ID
from proofs_check.lp1.data import LP1Data
from proofs_check.lp1.enclosure import enclosing_data
from proofs_check.lp1.optimum import Optimum, Play, best_transition, occupancy, primal, solve
from proofs_check.lp1.query import answer
from tests.vectors.units import Draft, check, draft, ends, shown

PAPER = [1, 10, 10, 10, 10, 10, 1]
Question = dict[str, Any]


def counted(
    rng: random.Random, layers: Sequence[int], A: int, most: int, *,
    empty: float = 0.2, equal: bool = False,
) -> Question:  # fmt: skip
    """Counts up to `most` and reward sums, as a question of `proofs-check optimum`."""
    N3 = [[[_visits(rng, Y, most, empty) for _ in range(A)] for _ in range(X)] for X, Y in
          pairwise(layers)]  # fmt: skip
    if equal:  # every action of a state has seen the same
        N3 = [[[rows[0]] * A for rows in layer] for layer in N3]
    N = [[[sum(v) for v in rows] for rows in layer] for layer in N3]
    r_sum = [[[rng.randint(0, n) for n in rows] for rows in layer] for layer in N]
    if equal:
        r_sum = [[[rows[0]] * A for rows in layer] for layer in r_sum]
    return {"layers": list(layers), "A": A, "T": 10**5, "delta": 0.1, "log": "ln", "N": N, "N3": N3,
            "r_sum": r_sum}  # fmt: skip


def _visits(rng: random.Random, n: int, most: int, empty: float) -> list[int]:
    if most == 0 or rng.random() < empty:
        return [0] * n
    return [rng.choice((0, rng.randint(0, most))) for _ in range(n - 1)] + [rng.randint(1, most)]


def lp1_case(name: str, flags: list[str], comment: str, question: Question) -> Draft:
    """The optimum of LP1 at these counts; `ties` is added where an argmax has several actions."""
    reply = answer(json.dumps(question))
    if reply["status"] == "infeasible":
        return draft("lp1", name, flags, comment, question, {"status": "infeasible"})
    _check_argmax(name, question, reply)
    if any(len(actions) > 1 for layer in reply["argmax"] for actions in layer):
        flags = [*flags, *({"ties"} - set(flags))]
    values = reply["values"]
    expected = {
        "status": "optimal",
        "value": between(reply["lower"], reply["upper"]),
        "V": between(values["lower"], values["upper"]),
        "argmax": [[{"subset_of": actions} if actions else None for actions in layer]
                   for layer in reply["argmax"]],
    }  # fmt: skip
    if sum(question["layers"]) >= 20:
        return draft("lp1", name, flags, comment, question, expected)
    lo, hi = enclosed(question)
    eps, r_hat = between(lo.eps, hi.eps), between(lo.r_hat, hi.r_hat)
    more = {"intermediates": {"eps": eps, "r_hat": r_hat}}
    return draft("lp1", name, flags, comment, question, expected, **more)


def between(lo: Any, hi: Any) -> Any:
    """Nested tables of ends as enclosures."""
    if isinstance(lo, (list, tuple)):
        return [between(u, v) for u, v in zip(lo, hi, strict=True)]
    return None if lo is None else ends(Enclosure(to_q(lo), to_q(hi)))


def enclosed(question: Question) -> tuple[LP1Data, LP1Data]:
    """LP1 with radii and rewards rounded down, and with both rounded up."""
    sums = each(to_q, question["r_sum"])
    layers, A = question["layers"], question["A"]
    Lam = lam(question["T"], sum(layers), A, to_q(question["delta"]), question["log"])
    return enclosing_data(layers, A, question["N"], question["N3"], sums, Radii(Lam, 160))


def _check_argmax(name: str, question: Question, reply: dict[str, Any]) -> None:
    """Whoever computes in doubles must be able to tell: no action is worse by less than 1e-9."""
    best = solve(enclosed(question)[0], -1)
    for h, layer in enumerate(reply["argmax"]):
        for x, actions in enumerate(layer):
            for a, value in enumerate(best.pairs[h][x]):
                top = best.V[h][x]
                if top is not None and value is not None:
                    off = top - value
                    certain = off < Q(1, 10**20) if a in actions else off >= Q(1, 10**9)
                    check(f"{name}: action {a} of ({h}, {x})", certain)


def lp1_cases() -> Iterator[Draft]:
    """From empty counts to a million, small shapes to the paper's."""
    rng = random.Random(3)
    for name, layers, A, flags in (
        ("one-step", [1, 1], 3, ["single-state"]), ("chain", [1, 1, 1], 2, ["single-state"]),
        ("fork", [1, 2, 1], 1, ["single-action"]), ("diamond", [1, 2, 2, 1], 2, []),
        ("wide", [1, 4, 1], 3, []), ("deep", [1, 2, 3, 2, 1], 2, []),
    ):  # fmt: skip
        drawn: list[tuple[str, list[str], str, Question]] = [
            ("unvisited", ["unvisited", "saturated", "ties"],
             "nothing was seen: the optimum is L and every action is optimal",
             counted(rng, layers, A, 0)),
            *((f"upto-{most}", [], f"up to {most} visits to each triple",
               counted(rng, layers, A, most)) for most in (3, 100, 10**4, 10**6)),
            ("equal-actions", ["ties"], "all actions of a state are equal",
             counted(rng, layers, A, 5000, empty=0, equal=True)),
            ("huge-delta", ["huge-delta"], "delta = 1 - 2^-53",
             counted(rng, layers, A, 300) | {"T": 500, "delta": 1 - 2**-53}),
            ("tiny-delta", ["tiny-delta"], "delta = 1e-300",
             counted(rng, layers, A, 10**5) | {"delta": 1e-300}),
            ("beyond-2pow31", ["large-count"], "counts beyond 2^31",
             counted(rng, layers, A, 2**33, empty=0.1)),
        ]  # fmt: skip
        for what, more, comment, question in drawn:
            yield lp1_case(f"{name}-{what}", [*flags, *more], comment, question)
    yield lp1_case("log10-infeasible", ["dead-state", "log-reading"],
                   "log10, T = 1, delta = 9/10: eps < 1 at N = 0, so no transition is allowed",
                   {"layers": [1, 1], "A": 1, "T": 1, "delta": "9/10", "log": "log10",
                    "N": [[[0]]], "N3": [[[[0]]]], "r_sum": [[[0]]]})  # fmt: skip
    for most in (40, 20_000):
        comment = f"up to {most} visits to each triple"
        yield lp1_case(f"paper-upto-{most}", ["paper-size"], comment, counted(rng, PAPER, 5, most))


def rare_cases() -> Iterator[Draft]:
    """Ten worst successors of P_bar = 10^-k each: passed over, they move V by 10 * 10^-k * (1 - b),
    which is more than the tolerance."""
    for k in range(3, 10):
        n, rare, T = 400 * 10**k, 400, 10**12
        first = [n - 10 * rare, *[rare] * 10]
        question = {
            "layers": [1, 11, 1], "A": 1, "T": T, "delta": 0.1, "log": "ln",
            "N": [[[n]], [[n - 10 * rare], *[[rare]] * 10]],
            "N3": [[[first]], [[[n - 10 * rare]], *[[[rare]]] * 10]],
            "r_sum": [[[n // 3]], [[n - 10 * rare], *[[0]] * 10]],
        }  # fmt: skip
        lo, hi = enclosed(question)
        loss = 10 * Q(rare, n) * (1 - hi.r_hat[1][1][0])
        check(f"little-P_bar-1e-{k}", bool(lo.eps[0][0][0] / 2 > 10 * Q(rare, n)))
        check(f"little-P_bar-1e-{k}", bool(loss > 2 * Q(2, 10**9)))
        flags = ["little-P_bar", "single-action"]
        comment = f"ten worst successors of P_bar = 1e-{k} each, all emptied"
        yield lp1_case(f"little-P_bar-1e-{k}", flags, comment, question)


def large_cases() -> Iterator[Draft]:
    """Layers of 10 states and 5 actions, rewards that are no binary fractions: the best action of
    some state is the fifth, and the inner maximum stops beyond the fourth worst successor."""
    rng = random.Random(11)
    for most in (100, 3000):
        question = counted(rng, [1, 10, 10, 1], 5, most, empty=0)
        question["r_sum"] = [
            [[str(Q(10 * s + 1, 10 * n + 7) * n) for s, n in zip(*rows, strict=True)]
             for rows in zip(*of_h, strict=True)]
            for of_h in zip(question["r_sum"], question["N"], strict=True)
        ]  # fmt: skip
        best = solve(enclosed(question)[0], -1)
        actions = [a for of_h in best.argmax for state in of_h for a in state]
        stops = [k for of_x in best.k[0] + best.k[1] for k in of_x if k is not None]
        check(f"ten-by-five-upto-{most}", max(actions) == 4 and max(stops) >= 4)
        comment = f"best actions and emptied successors beyond the fourth; up to {most} visits"
        flags = ["paper-size", "exact-data"]
        yield lp1_case(f"ten-by-five-upto-{most}", flags, comment, question)


def sized_cases() -> Iterator[Draft]:
    """50 and 200 states, once each."""
    for layers in ([1, 16, 16, 16, 1], [1, 66, 66, 66, 1]):
        X = sum(layers)
        question = counted(random.Random(X), layers, 2, 400)
        yield lp1_case(f"states-{X}", [], f"{X} states, up to 400 visits to each triple", question)


# ----------------------------------------------------------------------------- verdicts


def verdict(question: Question) -> dict[str, Any]:
    """Accepted, or the rule that refuses: what `proofs-check optimum` finds."""
    reply = answer(json.dumps(question))
    tolerance = to_q(question["tolerance"])
    kind = "pi" if "pi" in question else "q_hat"
    part = reply[kind]
    if kind == "pi":
        off = {"pi-distribution": part["row_error"]}
    else:
        residuals = part["residuals"].items()
        off = {FAMILY[family]: residual["violation"][0] for family, residual in residuals}
    broken = [rule for rule, size in off.items() if to_q(size) > tolerance]
    broken += [f"{kind}-optimal"] if part["optimal"] != "true" else []
    return {"verdict": "refuse", "rule": broken[0]} if broken else {"verdict": "accept"}


def verdict_cases() -> Iterator[Draft]:
    """An optimal q_hat and pi, each then changed in one place."""
    rng = random.Random(4)
    question = counted(rng, [1, 3, 2, 1], 2, 3000, empty=0) | {"T": 20_000}
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
        entry = BY_ID[rule]
        more["reason"] = f"{entry.id} [{entry.equation}]: {entry.sentence}"
    return draft(kind, name, flags, comment, question, expected, **more)
