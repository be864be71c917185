"""The upper occupancy bound: in doubles, exactly, and as the occupancy LP that GLOP solves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import arb, ctx
from scipy import sparse

from proofs_check.arithmetic import Q, each, to_q
from proofs_check.guests.kl.sets import box_enclosures
from proofs_check.guests.kl.upper_occupancy import enclosed, greedy_maximum, upper_occupancy
from reference import glop, lp1_sparse_rows
from reference.guests.kl.boxes import bernstein_box
from reference.guests.kl.upper_occupancy import upper_occupancy as in_doubles
from reference.mdp import Tables
from reference.support.errors import PreconditionError
from tests.guests.kl.instances import LAM, Instance, instance

CASES = [(h, seed) for h in range(3) for seed in range(5)]


def exact(tables: Tables) -> Any:
    return each(to_q, [table.tolist() for table in tables])


def random_policy(given: Instance, seed: int) -> Tables:
    random = np.random.default_rng([seed, 2])
    return tuple(random.dirichlet(np.ones(r.shape[1]), size=len(r)) for r in given.mdp.r)


def by_glop(given: Instance, pi: Tables, lo: Tables, hi: Tables, h: int, x: int, a: int) -> float:
    """max q(x, a) over the occupancy measures of pi and the boxes."""
    layers, A = given.pairs.layers, given.pairs.A
    S = lp1_sparse_rows.sum_over_next(layers, A).toarray()
    at = np.repeat(np.arange(len(S)), [int(row.sum()) for row in S])
    low = np.concatenate([t.ravel() for t in lo])[:, None] * S[at]
    high = np.concatenate([t.ravel() for t in hi])[:, None] * S[at]
    identity = np.eye(S.shape[1])
    below, above = low - identity, identity - high
    states = np.repeat(np.arange(sum(layers[:-1])), A)
    of_state = np.array([S[states == s].sum(axis=0) for s in states])
    follow = S - np.concatenate([p.ravel() for p in pi])[:, None] * of_state
    known = lp1_sparse_rows.normalisation(layers, A), lp1_sparse_rows.flow(layers, A)
    matrix = np.vstack([below, above, follow, *(rows.on_q.toarray() for rows in known)])
    least, zero = np.full(len(below) + len(above), -np.inf), np.zeros(len(follow))
    lower = np.concatenate([least, zero, *(rows.lower for rows in known)])
    upper = np.concatenate([0 * at, 0 * at, zero, *(rows.upper for rows in known)])
    no_dev = sparse.csr_matrix((len(matrix), 1))
    rows = lp1_sparse_rows.Rows(sparse.csr_matrix(matrix), no_dev, lower, upper)
    k = given.pairs.first[h] * A + x * A + a
    return glop.maximise(lp1_sparse_rows.glop_model(S[k], rows))[1]


@pytest.mark.parametrize("h, seed", CASES)
def test_exact_greedy_equals_the_occupancy_lp(h: int, seed: int) -> None:
    given = instance("box", seed, n=8)
    lo, hi = bernstein_box(given.N, given.N3, 0.3)
    pi = random_policy(given, seed)
    x, a = seed % given.pairs.layers[h], seed % 2
    u = float(upper_occupancy(exact(pi), exact(lo), exact(hi), h, x, a))
    assert by_glop(given, pi, lo, hi, h, x, a) == pytest.approx(u, abs=1e-8)
    path = [x if k == h else 0 for k in range(3)]
    acts = [a if k == h else 0 for k in range(3)]
    assert in_doubles(pi, lo, hi, path, acts)[h] == pytest.approx(u, abs=1e-14)
    assert u <= 1


def test_irrational_boxes_are_enclosed_narrowly_and_the_doubles_lie_within() -> None:
    given = instance("box", 7)
    pi = random_policy(given, 7)
    with ctx.workprec(128):
        boxes = [
            [[box_enclosures(sum(row), row, arb(LAM)) for row in state] for state in N3.tolist()]
            for N3 in given.N3
        ]
    lo, hi = (
        [[[pair[end] for pair in state] for state in layer] for layer in boxes] for end in (0, 1)
    )
    bounds = enclosed(exact(pi), lo, hi, 2, 1, 0)
    assert 0 <= float(bounds.width) < 1e-25
    doubles = in_doubles(pi, *bernstein_box(given.N, given.N3, LAM), [0, 0, 1], [0, 0, 0])[2]
    assert doubles == pytest.approx(float(bounds.lo), abs=1e-14)


def test_an_empty_box_is_refused() -> None:
    with pytest.raises(PreconditionError):
        greedy_maximum([Q(2, 3), Q(2, 3)], [Q(1), Q(1)], [Q(0), Q(1)])
    with pytest.raises(PreconditionError):
        greedy_maximum([Q(0), Q(0)], [Q(1, 3), Q(1, 3)], [Q(0), Q(1)])
