"""The expectation of the e-values of flat learners: at most 1, exactly; of draws, over [0, 1]."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from proofs_check.guests.flat.play import FlatStatistics, tilted_uniform
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_records import UCRL2, FlatHeader, PolicyRecord, StepsRecord
from tests.conformance.test_expectation import Expectation


def test_flat_states_are_betted_on_fairly() -> None:
    """Three steps of UCRL2 on two states, a mixed policy for each of two epochs."""
    flat = FlatMDP(np.array([[[0.25, 0.75], [0.625, 0.375]], [[0.5, 0.5], [0.875, 0.125]]]),
                   np.array([[0.25, 0.5], [0.375, 0.75]]))  # fmt: skip
    policies: Any = [[0.25, 0.75], [0.5, 0.5]], [[0.875, 0.125], [0.375, 0.625]]
    head = FlatHeader(UCRL2, 2, 2, 0.1, {}, tolerance=0.0)
    total = Expectation()
    for outcomes in product((0, 1), repeat=9):
        p, s, statistics = Fraction(1), 0, FlatStatistics(flat)
        statistics.record(head)
        for k, pi in enumerate(policies):
            statistics.record(PolicyRecord(k + 1, 1 + 2 * k, pi, {}, 2 + 2 * k))
            steps = outcomes[:6] if k == 0 else outcomes[6:]
            rows: list[Any] = []
            for a, r, s1 in zip(*[iter(steps)] * 3, strict=True):
                mean = Fraction(float(flat.r[s, a]))
                p *= Fraction(pi[s][a]) * Fraction(float(flat.P[s, a, s1]))
                p *= mean if r else 1 - mean
                rows.append([s, a, r, s1])
                s = s1
            of, actions, rewards, to = ([row[n] for row in rows] for n in range(4))
            statistics.record(StepsRecord(of, actions, rewards, to, {}, 3 + 2 * k))
        total.add(p, statistics)
    total.check({"actions", "even actions", "opening actions", "single transitions", "rewards",
                 "first-visit rewards", "first-visit transitions"})  # fmt: skip


def test_uniform_numbers_are_betted_on_fairly() -> None:
    """The factors of PSRL's draws: an upper sum of the integral over [0, 1] is at most 1."""
    cells = 1 << 22
    factors = np.exp(tilted_uniform(np.linspace(0, 1, cells + 1)))
    upper = np.maximum(factors[1:], factors[:-1]).sum(axis=0) / cells  # each is monotone
    assert (upper * (1 + 1e-12) <= 1).all() and (upper > 1 - 1e-5).all()
