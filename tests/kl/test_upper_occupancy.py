"""The upper occupancy bound: in doubles, exactly, and as the occupancy LP that GLOP solves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import arb, ctx
from scipy import sparse

from proofs_check.arithmetic import Q, to_q
from proofs_check.kl.sets import box_enclosures
from proofs_check.kl.upper_occupancy import enclosed, greedy_maximum, upper_occupancy
from reference import lp1
from reference.kl.boxes import bernstein_box, box_maximum
from reference.kl.upper_occupancy import upper_occupancy as in_doubles
from reference.mdp import Array, Tables
from reference.support.errors import PreconditionError
from tests.kl.instances import LAM, Instance, instance

CASES = [(h, seed) for h in range(3) for seed in range(5)]


def random_policy(given: Instance, seed: int) -> Tables:
    random = np.random.default_rng([seed, 2])
    return tuple(random.dirichlet(np.ones(r.shape[1]), size=len(r)) for r in given.mdp.r)


def by_glop(given: Instance, pi: Tables, lo: Tables, hi: Tables, h: int, x: int, a: int) -> float:
    """max q(x, a) over the occupancy measures of pi and the boxes."""
    layers, A = given.pairs.layers, given.pairs.A
    S = lp1.sum_over_next(layers, A).toarray()
    at = np.repeat(np.arange(len(S)), [int(row.sum()) for row in S])
    low = np.concatenate([t.ravel() for t in lo])[:, None] * S[at]
    high = np.concatenate([t.ravel() for t in hi])[:, None] * S[at]
    one = np.eye(S.shape[1])
    below, above = low - one, one - high
    states = np.repeat(np.arange(sum(layers[:-1])), A)
    of_state = np.array([S[states == s].sum(axis=0) for s in states])
    follow = S - np.concatenate([p.ravel() for p in pi])[:, None] * of_state
    rows = [_rows(below, -np.inf), _rows(above, -np.inf), _rows(follow, 0.0)]
    rows += [_bare(lp1.normalisation(layers, A)), _bare(lp1.flow(layers, A))]
    k = given.pairs.first[h] * A + x * A + a
    model = lp1.glop_model(S[k], lp1.stack(rows))
    return lp1.maximise(model)[1]


def _rows(matrix: Array, least: float) -> lp1.Rows:
    bound = np.zeros(len(matrix))
    return _bare(lp1.Rows(sparse.csr_matrix(matrix), None, bound + least, bound))


def _bare(rows: lp1.Rows) -> lp1.Rows:
    return lp1.Rows(rows.on_q, sparse.csr_matrix((rows.on_q.shape[0], 1)), rows.lower, rows.upper)


@pytest.mark.parametrize("h, seed", CASES)
def test_exact_greedy_equals_the_occupancy_lp(h: int, seed: int) -> None:
    given = instance("box", seed, n=8)
    lo, hi = bernstein_box(given.N, given.N3, 0.3)
    pi = random_policy(given, seed)
    x, a = seed % given.pairs.layers[h], seed % 2
    exact = upper_occupancy(_exact(pi), _exact(lo), _exact(hi), h, x, a)
    assert by_glop(given, pi, lo, hi, h, x, a) == pytest.approx(float(exact), abs=1e-8)
    path = [x if k == h else 0 for k in range(3)]
    acts = [a if k == h else 0 for k in range(3)]
    assert in_doubles(pi, lo, hi, path, acts)[h] == pytest.approx(float(exact), abs=1e-14)
    assert exact <= 1 and exact >= to_q(float(pi[h][x, a])) * 0


def test_irrational_boxes_are_enclosed_narrowly_and_the_doubles_lie_within() -> None:
    given = instance("box", 7)
    pi = random_policy(given, 7)
    with ctx.workprec(128):
        boxes = [
            [
                [
                    box_enclosures(int(given.N[h][x, a]), [int(v) for v in row], arb(LAM))
                    for a, row in enumerate(state)
                ]
                for x, state in enumerate(layer)
            ]
            for h, layer in enumerate(given.N3)
        ]
    lo = [[[pair[0] for pair in state] for state in layer] for layer in boxes]
    hi = [[[pair[1] for pair in state] for state in layer] for layer in boxes]
    found = enclosed(_exact(pi), lo, hi, 2, 1, 0)
    assert 0 <= float(found.width) < 1e-25
    doubles = in_doubles(pi, *bernstein_box(given.N, given.N3, LAM), [0, 0, 1], [0, 0, 0])[2]
    assert doubles == pytest.approx(float(found.lo), abs=1e-14)


def test_known_transitions_leave_the_occupancy_itself() -> None:
    given = instance("box", 1)
    pi = random_policy(given, 1)
    u = in_doubles(pi, given.mdp.P, given.mdp.P, [0, 2, 1], [1, 0, 1])
    reach = pi[0][0, :] @ given.mdp.P[0][0]
    assert u[0] == pi[0][0, 1]
    assert u[1] == pytest.approx(pi[1][2, 0] * reach[2])
    after = np.einsum("x,xa,xay->y", reach, pi[1], given.mdp.P[1])
    assert u[2] == pytest.approx(pi[2][1, 1] * after[1])


def test_a_larger_box_and_n_for_n_minus_one_change_the_bound() -> None:
    """What a planted fault would do: the two readings of the box are told apart."""
    given = instance("box", 9, n=40)
    pi = random_policy(given, 9)
    published = in_doubles(pi, *bernstein_box(given.N, given.N3, 0.3), [0, 1, 1], [0, 0, 0])
    other = in_doubles(pi, *bernstein_box(given.N, given.N3, 0.3, 0), [0, 1, 1], [0, 0, 0])
    assert other[1] < published[1] and other[0] == published[0]


def test_the_greedy_maximum_by_hand_and_an_empty_box() -> None:
    lo, hi = [Q(1, 10), Q(1, 5), Q(0)], [Q(1, 2), Q(3, 5), Q(1)]
    assert greedy_maximum(lo, hi, [Q(1), Q(3), Q(2)]) == Q(1, 10) + 3 * Q(3, 5) + 2 * Q(3, 10)
    found = box_maximum(
        np.array([0.1, 0.2, 0.0]), np.array([0.5, 0.6, 1.0]), np.array([1.0, 3.0, 2.0])
    )
    assert found == pytest.approx(0.1 + 3 * 0.6 + 2 * 0.3)
    with pytest.raises(PreconditionError):
        greedy_maximum([Q(2, 3), Q(2, 3)], [Q(1), Q(1)], [Q(0), Q(1)])
    with pytest.raises(PreconditionError):
        greedy_maximum([Q(0), Q(0)], [Q(1, 3), Q(1, 3)], [Q(0), Q(1)])


def _exact(tables: Tables) -> Any:
    def deep(value: object) -> object:
        return [deep(v) for v in value] if isinstance(value, list) else to_q(value)

    return [deep(table.tolist()) for table in tables]
