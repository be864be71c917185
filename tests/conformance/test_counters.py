"""The counters of a trace and their trigger (Alg. 1 l. 10-14, R-1)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

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
    pairs = [(h, y, b) for h, n in enumerate(layers[:-1]) for y in range(n) for b in range(A)]
    before, inside, N3, S = (Counter[Any]() for _ in range(4))
    for _ in range(150):
        x = [rng.randrange(n) for n in layers[:-1]]
        a = [rng.randrange(A) for _ in x]
        r = [Q(rng.randint(0, 7), 7) for _ in x]
        counters.see(x, a, r)
        for h, (y, b, y1) in enumerate(zip(x, a, [*x[1:], 0], strict=True)):
            inside[h, y, b] += 1
            N3[h, y, b, y1] += 1
            S[h, y, b] += r[h]  # type: ignore[assignment]  # a counter of rationals
        for table, expected in (
            (counters.N, before), (counters.all_N, before + inside), (counters.S, S),
            (counters.all_N3, N3),
        ):  # fmt: skip
            assert all(v == expected[where] for where, v in entries(table))
        least = 1 if trigger == "max1" else 0
        due = trigger == "printed" or any(inside[p] >= max(least, before[p]) for p in pairs)
        assert counters.triggered() == due
        if due and rng.random() < 0.8:
            counters.start_epoch()
            before, inside = before + inside, Counter()


@pytest.mark.parametrize(
    ("old", "new"),
    [("max(1, before)", "before"), ("self.doubled += 1", "pass"), ("+= r[h]", "= r[h]")],
)
def test_a_fault_in_the_counters_is_noticed(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, Counters, "see", old, new)
    assert verdict(run(LONG)) != CONFORMS
