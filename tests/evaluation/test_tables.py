"""Exact tables: what stands in many rows is computed once, and nothing is taken for another."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

from proofs_check.arithmetic import Decision, Q, certainly_equal, certainly_leq, sqrt
from proofs_check.arithmetic.exact_real import sign
from proofs_check.letters.size import map_entries, map_same, objects, product

THIRD, ROOT = Q(1, 3), sqrt(2)
TABLES = {
    "doubles": np.arange(30_000.0),  # more than NumPy makes objects of at a time
    "large whole numbers": np.arange(10**6, 10**6 + 30_000),
    "three objects": objects([THIRD, ROOT, Q(1, 3)] * 10_000),
}


@pytest.mark.parametrize("name", TABLES)
def test_what_is_computed_once_is_what_is_computed_for_every_entry(name: str) -> None:
    table, seen = TABLES[name], []

    def twice(v: Any) -> Any:
        seen.append(v)
        return v * 2

    found = map_same(twice, table).tolist()
    assert len(seen) == (3 if name == "three objects" else 30_000)
    assert found == map_entries(twice, table).tolist()
    row = objects([ROOT, THIRD, Q(5), ROOT + 1] if name == "three objects" else [2, 0.5])[:, None]
    every = map_entries(operator.mul, row, table.astype(object))
    assert map_same(product, row, table[None]).tolist() == every.tolist()


@pytest.mark.parametrize("c", [1, -1, Q(-3, 7)])
def test_one_root_has_the_sign_of_its_coefficient(c: Q | int) -> None:
    assert sign(ROOT * c) == (1 if c > 0 else -1) == sign(ROOT * c + Q(1, 10**9))
    assert certainly_leq(ROOT * c, 0) is Decision.of(c < 0, c > 0)


def test_numbers_that_a_double_cannot_tell_apart_are_told_apart() -> None:
    near = Q(1, 10**40)
    for u, v, leq in ((ROOT, ROOT + near, True), (ROOT + near, ROOT, False)):
        assert certainly_leq(u, v) is Decision.of(leq, not leq)
        assert certainly_equal(u, v) is Decision.FALSE
    below = Q(14142135623730950488016887242096980785696, 10**40)  # of sqrt(2) to 40 digits
    assert certainly_leq(below, ROOT) is Decision.TRUE
    assert certainly_leq(ROOT, below) is Decision.FALSE
    assert certainly_equal(ROOT * ROOT, 2) is Decision.TRUE
