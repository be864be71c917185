"""The vectors about one pair's estimates and about occupancy measures."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from proofs_check.arithmetic import (
    Enclosure,
    Q,
    Radii,
    Real,
    b_radius,
    each,
    eps_radius,
    lam,
    show,
    to_q,
)
from proofs_check.letters.occupancy import induced_policy, occupancy_measure, value

GRID = 10**24  # ends of enclosures are rounded outward to multiples of 1/GRID

Draft = dict[str, Any]


class Told(NamedTuple):
    """What a vector is called and for; `because` is checked when it is made."""

    name: str
    flags: Sequence[str]
    comment: str
    because: bool = True


def draft(
    kind: str, name: str, flags: Sequence[str], comment: str, input: Any, expected: Any, **more: Any
) -> Draft:
    """A case as make.py finishes it."""
    case = {"kind": kind, "name": name, "flags": list(flags), "comment": comment}
    return {**case, "input": input, "expected": expected, **more}


def ends(number: Real | Enclosure) -> dict[str, str]:
    """An enclosure as {"lo", "hi"}, rounded outward."""
    e = number.enclose(160) if isinstance(number, Real) else number
    return {"lo": show(Q(e.lo * GRID // 1, GRID)), "hi": show(Q(-(-e.hi * GRID // 1), GRID))}


# ----------------------------------------------------------------------------- one pair


def pair_case(
    told: Told, known: tuple[int, int, int, Any], N3: Sequence[int], r_sum: Any, log: str = "ln"
) -> Draft:
    """eq. (10)-(17) for one pair whose successors were seen N3 times; T, X, A, delta are known."""
    (name, flags, comment, because), (T, X, A, delta) = told, known
    check(name, because)
    N, Lam = sum(N3), lam(T, X, A, to_q(delta), log)  # type: ignore[arg-type]  # a log base
    radii, n = Radii(Lam, 200), max(1, sum(N3))
    r_bar = to_q(r_sum) / n
    b = radii.b(N)
    r_hat = Enclosure(min(Q(1), r_bar + b.lo), min(Q(1), r_bar + b.hi))
    r_check = Enclosure(max(Q(0), r_bar - b.hi), max(Q(0), r_bar - b.lo))
    given = {"T": T, "X": X, "A": A, "delta": delta, "log": log, "N": N, "N3": list(N3)}
    return draft("confidence", name, flags, comment, given | {"r_sum": r_sum}, {
        "Lam": ends(Lam), "P_bar": [show(Q(k, n)) for k in N3],
        "eps": ends(eps_radius(len(N3), Lam, N)), "b": ends(b_radius(Lam, N)),
        "r_bar": show(r_bar), "r_hat": ends(r_hat), "r_check": ends(r_check),
    })  # fmt: skip


def confidence_cases() -> Iterator[Draft]:
    """Radii and bounds, from nothing seen to counts beyond 2^53."""
    paper, P = (10**5, 52, 5), (10**5, 52, 5, 0.1)
    lowest = 2 * lam(*paper, to_q(0.1)).enclose(64).lo
    below_1 = eps_radius(1, lam(1, 2, 1, to_q("9/10"), "log10"), 0).enclose(64).hi < 1
    beyond_doubles = Fraction(10**12 * 1000 * 100) / Fraction(5e-324) > Fraction(sys.float_info.max)
    beyond_31, log, once = "counts beyond 31 bits", "log-reading", 2**31
    rows: list[tuple[Any, ...]] = [
        ("unvisited", ["unvisited", "clipped"], "nothing was seen: eps beyond 2, r_hat 1",
         True, *P, [0] * 10, 0),
        ("unvisited-one-successor", ["unvisited", "single-state"], "X_{h+1} = 1 and nothing seen",
         True, *P, [0], 0),
        ("once", ["clipped"], "one visit: the same radii as none", True, *P, [0, 1, 0], 1),
        ("one-successor-state", ["single-state"], "P_bar can only be 1", True, *P, [700], "1400/3"),
        ("b-just-above-1", ["clipped"], "the last N with b > 1", 38 < lowest < 39, *P, [38, 0], 0),
        ("b-just-below-1", [], "the first N with b < 1", True, *P, [39, 0], 0),
        ("both-inside", [], "neither eq. (16) nor (17) is cut off", True, *P, [500, 500, 0], 500),
        ("r_check-clipped", ["clipped"], "r_bar < b: r_check is 0", True, *P, [400, 0], 3),
        ("r_hat-clipped", ["clipped"], "r_bar + b > 1: r_hat is 1", True, *P, [400, 0], 399),
        ("thirds", ["exact-data"], "1/3 is no double", True, 1000, 4, 2, "1/3", [1, 1, 1], "2/3"),
        ("tiny-delta", ["tiny-delta"], "TXA/delta overflows a double: use differences",
         beyond_doubles, 10**12, 1000, 100, 5e-324, [3, 4], 2),
        ("small-delta", ["tiny-delta"], "delta = 1e-300", True, 1000, 6, 2, 1e-300, [10, 20], 12),
        ("huge-delta", ["huge-delta"], "delta one ulp below 1, T = 1: Lam = ln 2",
         True, 1, 2, 1, 1 - 2**-53, [0], 0),
        ("TXA-beyond-2pow31", ["large-horizon"], "TXA does not fit 32 bits",
         10**8 * 52 * 5 > 2**31, 10**8, 52, 5, 0.1, [9, 16], 5),
        ("TXA-beyond-2pow53", ["large-horizon"], "TXA does not fit 53 bits",
         10**12 * 10**3 * 10**2 > 2**53, 10**12, 1000, 100, 0.1, [90, 160], 50),
        ("count-2pow31", ["large-count"], beyond_31, True, *P, [once, 1], (once + 1) // 3),
        ("count-2pow33-minus-2", ["large-count"], beyond_31, True, *P, [2 * once - 1] * 2,
         (4 * once - 2) // 3),
        ("count-10pow12", ["large-count"], beyond_31, 10**12 > once, *P, [10**12 - 7, 7],
         10**12 // 3),
        ("count-2pow24-plus-1", ["large-count"], "2^24 + 1 is no single-precision number",
         True, *P, [2**24, 1], 2**23),
        ("log2", [log], "the base of log2", True, *P, [10, 20, 30], 7, "log2"),
        ("log10", [log], "the base of log10", True, *P, [10, 20, 30], 7, "log10"),
        ("log10-unvisited", [log, "unvisited"], "log10: eps < 1 at N = 0",
         bool(below_1), 1, 2, 1, "9/10", [0], 0, "log10"),
        ("log2-exact", [log], "log2(64) = 6 and 2*6*3/36 = 1: eps is exactly 1",
         lam(4, 4, 2, to_q("1/2"), "log2").rational == 6, 4, 4, 2, "1/2", [12, 12, 12], 6, "log2"),
    ]  # fmt: skip
    rng = random.Random(1)
    for k in range(12):
        N3 = [rng.choice((0, rng.randint(0, 10 ** rng.randint(1, 6)))) for _ in range(k % 5 + 1)]
        T, X, A, delta = 10 ** (k % 7 + 1), 4 + 3 * k, k % 4 + 1, rng.choice((0.1, 0.05, "1/7"))
        r_sum = rng.randint(0, sum(N3))
        rows.append((f"drawn-{k:02d}", [], "drawn at random", True, T, X, A, delta, N3, r_sum))
    for name, flags, comment, because, T, X, A, delta, *seen in rows:
        yield pair_case(Told(name, flags, comment, because), (T, X, A, delta), *seen)


# ----------------------------------------------------------------------------- occupancy measures


def occupancy_cases() -> Iterator[Draft]:
    """Def. 1 and eq. (5), (6), in rationals."""
    rng = random.Random(2)
    shapes: list[tuple[str, list[int], int, list[str]]] = [
        ("one-step", [1, 1], 2, ["single-state"]), ("chain", [1, 1, 1, 1], 1, ["single-action"]),
        ("fork", [1, 2, 1], 2, []), ("diamond", [1, 2, 2, 1], 2, []),
        ("wide", [1, 5, 3, 1], 3, []), ("long", [1, 2, 3, 2, 3, 2, 1], 2, []),
    ]  # fmt: skip
    for name, layers, A, flags in shapes:
        for kind, zeros in (("dense", False), ("sparse", True)):
            P = [[[row(rng, Y, zeros) for _ in range(A)] for _ in range(X)] for X, Y in
                 pairwise(layers)]  # fmt: skip
            pi = [[row(rng, A, zeros) for _ in range(X)] for X in layers[:-1]]
            r = [[[Q(rng.randint(0, 7), 7) for _ in range(A)] for _ in range(X)]
                 for X in layers[:-1]]  # fmt: skip
            q = occupancy_measure(P, pi)
            unreached = any(sum(sum(v, Q(0)) for v in rows) == 0 for q_h in q for rows in q_h)
            marks = ["exact-data", *flags, *(["no-mass"] if unreached else [])]
            given, id = {"layers": layers, "A": A}, f"{name}-{kind}"
            yield draft("occupancy", id, marks, f"layers {layers}, A = {A}, {kind} rows",
                        {**given, "P": shown(P), "r": shown(r), "pi": shown(pi)},
                        {"q": shown(q), "value": show(value(P, r, pi))})  # fmt: skip
            none = [[[Q(-1)] * A for _ in range(X)] for X in layers[:-1]]
            comment = "the policy and transitions that this occupancy measure induces"
            yield draft("induced", id, marks, comment, {**given, "q": shown(q)}, {
                "pi": [[None if p[0] < 0 else shown(p) for p in pi_h]
                       for pi_h in induced_policy(q, none)],
                "P": [[[shown([v / sum(m) for v in m]) if sum(m) else None for m in rows]
                       for rows in q_h] for q_h in q],
            })  # fmt: skip


def little_mass_cases() -> Iterator[Draft]:
    """States of mass 5e-8 and 5e-9: more than the tolerance."""
    for mass in (Q(5, 10**8), Q(5, 10**9)):
        P = [[[[1 - mass, mass]] * 2], [[[Q(1, 3), Q(2, 3)]] * 2] * 2, [[[Q(1)]] * 2] * 2]
        pi = [[[Q(1, 4), Q(3, 4)]] * X for X in (1, 2, 2)]
        r = [[[Q(1, 10), Q(7, 10)]] * X for X in (1, 2, 2)]
        q = occupancy_measure(P, pi)
        name = f"little-mass-{float(mass):.0e}".replace("e-0", "e-")
        yield draft("occupancy", name, ["exact-data", "little-mass"], f"a state of mass {mass}",
                    {"layers": [1, 2, 2, 1], "A": 2, "P": shown(P), "r": shown(r), "pi": shown(pi)},
                    {"q": shown(q), "value": show(value(P, r, pi))})  # fmt: skip


def decimal_rewards() -> Iterator[Draft]:
    """Sums of rewards such as 0.1, which single precision loses."""
    paper = (10**5, 52, 5, 0.1)
    for name, N3, r_sum in (
        ("rewards-of-a-tenth", [600_000, 400_000], 100_000.1),
        ("rewards-of-thirds", [2**24, 2**24 + 1], "11184810/1"),
        ("sum-beyond-2pow24", [2**25, 3], 2**24 + 1),
    ):
        comment = "the sum of the rewards is no number of single precision, or its mean is not"
        told = Told(name, ["exact-data", "large-count"], comment)
        yield pair_case(told, paper, N3, r_sum)


def row(rng: random.Random, n: int, zeros: bool) -> list[Q]:
    """A distribution in small rationals."""
    weights = [
        rng.randint(0 if zeros else 1, 5) * (not zeros or rng.random() < 0.6) for _ in range(n)
    ]
    weights[rng.randrange(n)] += 1
    return [Q(w, sum(weights)) for w in weights]


def shown(table: Any) -> Any:
    """Nested lists with every rational as "p/q"."""
    return each(show, table)


def check(name: str, because: bool) -> None:
    """A vector whose reason to exist does not hold is not written."""
    if not because:
        raise ValueError(f"{name}: this case is not what its comment says")
