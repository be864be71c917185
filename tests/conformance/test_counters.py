"""The counters of a trace and their trigger (Alg. 1 l. 10-14, R-1)."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from proofs_check.arithmetic import Q
from proofs_check.conformance.counters import Counters
from proofs_check.conformance.divergence import (
    entries,
)
from tests.exact_lp1.lp1_cases import plant
from tests.planted.planted_runs import (
    CONFORMS,
    LONG,
    run,
    verdict,
)


@pytest.mark.parametrize("trigger", ["max1", "printed", "printed-without-x_L"])
@pytest.mark.parametrize("seed", range(4))
def test_counters_are_those_of_a_recount(trigger: str, seed: int) -> None:
    rng = random.Random(seed)
    layers, A = (1, 2, 3, 1), 2
    counters = Counters(layers, A, trigger)
    seen: list[tuple[list[int], list[int], list[Q]]] = []
    start = 0
    for _ in range(150):
        x = [rng.randrange(n) for n in layers[:-1]]
        a = [rng.randrange(A) for _ in x]
        r = [Q(rng.randint(0, 7), 7) for _ in x]
        seen.append((x, a, r))
        counters.see(x, a, r)
        pairs = [(h, y, b) for h, n in enumerate(layers[:-1]) for y in range(n) for b in range(A)]
        for h, y, b in pairs:
            at = [e for e in seen if (e[0][h], e[1][h]) == (y, b)]
            assert counters.all_N[h][y][b] == len(at)
            assert counters.S[h][y][b] == sum((e[2][h] for e in at), Q(0))
            before = [e for e in seen[:start] if (e[0][h], e[1][h]) == (y, b)]
            assert counters.N[h][y][b] == len(before)
        inside = {p: counters.all_N[p[0]][p[1]][p[2]] - counters.N[p[0]][p[1]][p[2]] for p in pairs}
        least = 1 if trigger == "max1" else 0
        found = any(inside[p] >= max(least, counters.N[p[0]][p[1]][p[2]]) for p in pairs)
        assert counters.triggered() == (found or trigger == "printed")
        if counters.triggered() and rng.random() < 0.8:
            counters.start_epoch()
            start = len(seen)
    triples = [
        sum(e[0][h] == y and e[1][h] == b and (*e[0], 0)[h + 1] == y1 for e in seen)
        for h, (n, n1) in enumerate(pairwise(layers))
        for y in range(n)
        for b in range(A)
        for y1 in range(n1)
    ]
    assert triples == [v for _, v in entries(counters.all_N3)]


@pytest.mark.parametrize(
    ("old", "new"),
    [("max(1, before)", "before"), ("self.doubled += 1", "pass"), ("+= r[h]", "= r[h]")],
)
def test_a_fault_in_the_counters_is_noticed(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, Counters, "see", old, new)
    assert verdict(run(LONG)) != CONFORMS


def test_counters_of_two_episodes() -> None:
    c = Counters((1, 2, 1), 2, "printed-without-x_L")
    c.start_epoch()
    assert c.triggered()  # nothing was visited: 0 >= 0
    c.see([0, 1], [1, 0], [Q(1, 3), Q(1)])
    assert c.all_N == [[[0, 1]], [[0, 0], [1, 0]]]
    assert c.all_N3 == [[[[0, 0], [0, 1]]], [[[0], [0]], [[1], [0]]]]
    assert c.S == [[[0, Q(1, 3)]], [[0, 0], [1, 0]]]
    assert c.N == [[[0, 0]], [[0, 0], [0, 0]]]
    assert (c.longest_sum, c.doubled, c.pairs_with_n_below_N) == (2, 2, 0)
    c.start_epoch()
    assert c.N == [[[0, 1]], [[0, 0], [1, 0]]] and c.N is not c.all_N
    assert (c.doubled, c.pairs_with_n_below_N) == (0, 2)
    c.see([0, 1], [1, 1], [Q(1, 4), Q(1, 2)])
    assert c.S == [[[0, Q(7, 12)]], [[0, 0], [1, Q(1, 2)]]]
    assert (c.longest_sum, c.doubled, c.pairs_with_n_below_N) == (4, 2, 1)
    assert [Counters((1, 2, 1), 2, how).triggered() for how in ("printed", "max1")] == [True, False]
