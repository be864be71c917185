"""Planted violations, third family: certificates wrong by little; by less, they must pass."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from tests.planted import faulty_lp
from tests.planted.faulty_producer import Record, flat
from tests.planted.planted_fields import LAST, Change, add, both, changed, last, of_kind
from tests.planted.planted_runs import LONG, OPT, POPT, Planted, cases, run


def induced(q: Any) -> Any:
    """pi^q, uniform where q(x) = 0."""
    masses = [[[sum(row) for row in of_x] for of_x in of_h] for of_h in q]
    return [
        [[m / sum(at_x) if any(at_x) else 1 / len(at_x) for m in at_x] for at_x in of_h]
        for of_h in masses
    ]


def each(f: Callable[[float], Any], table: Any) -> Any:
    """f of every entry."""
    return [each(f, v) for v in table] if isinstance(table, list) else f(table)


def solved(record: Record, eps: Callable[[float], float], r_hat: Callable[[float], float]) -> Any:
    """q of LP1 with other radii or rewards than the recorded ones."""
    known = record["P_bar"], each(eps, record["eps"]), each(r_hat, record["r_hat"])
    lp1 = faulty_lp.Program(LONG.layers, LONG.A, *known)
    return faulty_lp.induction(lp1, "first", random.Random(0), False)[2]


def value(record: Record, q: Any) -> float:
    pairs = zip(flat(record["r_hat"]), flat(q), strict=True)
    return math.fsum(r * sum(row) for r, row in pairs)


def short_of(record: Record, shortfall: float) -> Any:
    """A feasible q whose objective is `shortfall` below the optimum: mixed with that of uniform
    play under P_bar, which is feasible since every pair has been visited."""
    uniform = each(lambda _: 1 / LONG.A, record["eps"])
    other = faulty_lp.occupancy(LONG.layers, record["P_bar"], uniform)
    gap = value(record, record["q_hat"]) - value(record, other)
    return faulty_lp.mixed(record["q_hat"], other, shortfall / gap)


def with_q(make: Callable[..., Any], *arguments: Any, policy: bool = True) -> Change:
    """The last epoch's q_hat is make(record, *arguments), and pi is induced by it (or stays)."""

    def change(records: list[Record]) -> None:
        record = of_kind(records, "epoch", LAST)
        full = of_kind(run(LONG), "epoch", LAST)
        q = make(full, *arguments)
        if "q_hat" in record:
            record["q_hat"] = q
        if policy:
            record["pi"] = induced(q)

    return change


def stepped(record: Record, steps: dict[Any, float]) -> Any:
    """q_hat with something added to some entries."""
    q = copy.deepcopy(record["q_hat"])
    for (h, x, a, x1), by in steps.items():
        q[h][x][a][x1] += by
    return q


def nudged(path: tuple[int, ...], by: float, *other: tuple[int, ...]) -> Change:
    """q_hat at `path` plus `by`, at `other` minus `by`; the recorded pi stays."""
    return with_q(stepped, {path: by, **dict.fromkeys(other, -by)}, policy=False)


def pi_nudged(by: float) -> Change:
    """`by` of pi's mass in x_0 moved to the other action."""

    def change(records: list[Record]) -> None:
        row = of_kind(records, "epoch", LAST)["pi"][0][0]
        a = row.index(max(row))
        row[a], row[1 - a] = row[a] - by, row[1 - a] + by

    return change


def each_entry(f: Callable[[float], Any]) -> Change:
    return with_q(lambda record: each(f, record["q_hat"]), policy=False)


def same(v: float) -> float:
    return v


def past_the_ball(by: float) -> Change:
    """P^q_hat(.|x,a) leaves its ball by 2 * by, and everything else fits."""
    steps = {(1, 1, 0, 0): by, (1, 1, 0, 1): -by, (2, 0, 1, 0): by, (2, 1, 1, 0): -by}
    return with_q(stepped, steps)


def trickle(mass: float, row: list[float], write: Callable[[float], Any] = float) -> Change:
    """A mass as small as `mass` reaches the state (1, 0), where pi is `row`."""
    ways = {(0, 0, 1, 0): mass, (1, 0, 0, 0): mass, (0, 0, 1, 1): -mass, (1, 1, 0, 0): -mass}
    q_hat = with_q(lambda record: each(write, stepped(record, ways)), policy=False)
    return both(q_hat, last("pi", 1, 0, row))


def ratio(v: float) -> str:
    return str(Fraction(v))


# What is wrong with the last epoch of LONG, and the rule with everything recorded, with q_hat and
# pi, and with pi alone. Steps of 5e-8 are within the tolerance of 1e-7, and must be accepted.
BELOW, NORM, FLOW = "q_hat-nonnegative", "q_hat-normalisation", "q_hat-flow"
BALL, INDUCED, COMPLETED = "q_hat-radius", "pi-induced", "completion"
NEAR: dict[str, tuple[Any, ...]] = {
    "q_hat, an entry up by 1e-6": (nudged((0, 0, 0, 0), 1e-6), NORM, NORM, ""),
    "q_hat, an entry down by 1e-6": (nudged((2, 0, 1, 0), -1e-6), NORM, NORM, ""),
    "q_hat, an entry up by 2e-7": (nudged((2, 0, 0, 0), 2e-7), NORM, NORM, ""),
    "q_hat, an entry up by 2e-8": (nudged((2, 0, 1, 0), 2e-8), "-", "-", ""),
    "q_hat, an entry below 0 by 2e-7": (
        nudged((2, 0, 0, 0), -2e-7, (2, 0, 1, 0)), BELOW, BELOW, "",
    ),
    "q_hat, an entry below 0 by 1e-12": (nudged((2, 0, 0, 0), -1e-12, (2, 0, 1, 0)), "-", "-", ""),
    "q_hat, 1e-6 from one successor to the other": (
        nudged((0, 0, 1, 0), 1e-6, (0, 0, 1, 1)), FLOW, FLOW, "",
    ),
    "q_hat, 1e-6 from one state to the other": (
        nudged((2, 0, 1, 0), 1e-6, (2, 1, 1, 0)), FLOW, FLOW, "",
    ),
    "q_hat, 1e-6 from one action to the other, pi not": (
        nudged((2, 0, 0, 0), 1e-6, (2, 0, 1, 0)), INDUCED, INDUCED, "",
    ),
    "q_hat, 1e-3 from one action to the other, pi too": (
        with_q(stepped, {(2, 0, 1, 0): -1e-3, (2, 0, 0, 0): 1e-3}), OPT, OPT, POPT,
    ),
    "q_hat, a transition 2e-6 outside its ball": (past_the_ball(1e-6), BALL, BALL, "-"),
    "q_hat, a transition 5e-8 outside its ball": (past_the_ball(2.5e-8), "-", "-", "-"),
    "q_hat times 1 + 1e-6": (each_entry(lambda v: v * (1 + 1e-6)), NORM, NORM, ""),
    "q_hat to 6 decimals": (each_entry(lambda v: round(v, 6)), BALL, BALL, ""),
    "q_hat to 12 decimals": (each_entry(lambda v: round(v, 12)), "-", "-", ""),
    "q_hat as exact ratios": (each_entry(ratio), "-", "-", ""),
    "q_hat as ratios, an entry up by 1e-6": (
        each_entry(lambda v: ratio(v + 1e-6 * (v == 0))), NORM, NORM, "",
    ),
    "q_hat optimal for radii larger by 1e-5": (
        with_q(solved, lambda e: e * (1 + 1e-5), same), BALL, BALL, "-",
    ),
    "q_hat optimal for radii smaller by 1e-5": (
        with_q(solved, lambda e: e * (1 - 1e-5), same), OPT, OPT, "-",
    ),
    "q_hat optimal for rewards without decimals": (with_q(solved, same, round), OPT, OPT, POPT),
    "q_hat 2e-7 below the optimum": (with_q(short_of, 2e-7), OPT, OPT, ""),
    "q_hat 5e-8 below the optimum": (with_q(short_of, 5e-8), "-", "-", "-"),
    "pi 1e-5 below the optimum": (with_q(short_of, 1e-5), OPT, OPT, POPT),
    "value 2e-7 too high": (last("value", add(2e-7)), "value", "", ""),
    "value 2e-7 too low": (last("value", add(-2e-7)), "value", "", ""),
    "value 5e-8 too high": (last("value", add(5e-8)), "-", "", ""),
    "pi, 2e-7 to the other action": (pi_nudged(2e-7), INDUCED, INDUCED, "-"),
    "pi, 1e-4 to the other action": (pi_nudged(1e-4), INDUCED, INDUCED, POPT),
    "pi, 5e-8 to the other action": (pi_nudged(5e-8), "-", "-", "-"),
    "r_bar of one pair 1e-13 off": (last("r_bar", 2, 0, 1, add(1e-13)), "r_bar", "", ""),
    "r_bar of one pair 1e-16 off": (
        last("r_bar", 2, 0, 1, lambda v: math.nextafter(v, 1)), "-", "", "",
    ),
    "eps 2e-7 too large": (last("eps", 0, 0, 0, add(2e-7)), "eps", "", ""),
    "eps 5e-8 too large": (last("eps", 0, 0, 0, add(5e-8)), "-", "", ""),
    "N3 of two successors exchanged": (last("N3", 0, 0, 0, lambda row: row[::-1]), "N3", "", ""),
    # A state that q_hat hardly reaches: up to the tolerance, 1e-7, a mass is none, and the
    # completion applies, whether it is a double or a ratio.
    "1e-12 into a state, pi by eq. (6)": (trickle(1e-12, [1, 0]), COMPLETED, COMPLETED, ""),
    "1e-12 into a state, pi completed": (trickle(1e-12, [0.5, 0.5]), "-", "-", ""),
    "1e-12 into a state as a ratio, pi by eq. (6)": (
        trickle(1e-12, [1, 0], ratio), COMPLETED, COMPLETED, "",
    ),
    "1e-8 into a state, pi by eq. (6)": (trickle(1e-8, [1, 0]), COMPLETED, COMPLETED, ""),
    "1e-8 into a state, pi completed": (trickle(1e-8, [0.5, 0.5]), "-", "-", ""),
    "1e-8 into a state, pi neither": (trickle(1e-8, [0, 1]), COMPLETED, COMPLETED, ""),
    "2e-7 into a state, pi by eq. (6)": (trickle(2e-7, [1, 0]), "-", "-", ""),
    "2e-7 into a state, pi completed": (trickle(2e-7, [0.5, 0.5]), INDUCED, INDUCED, ""),
}  # fmt: skip


def near() -> Iterator[Planted]:
    for name, (change, *rules) in NEAR.items():
        yield from cases("near", name, partial(changed, LONG, change), rules)
