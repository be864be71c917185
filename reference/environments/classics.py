"""Small known problems as finite-horizon layered MDPs, all exact: by Remark 1's reduction.

Letters: S original states, H steps of an episode, s and a; the rest as in `reference.mdp`.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from reference.environments.problem import Problem, RewardMap, unchanged
from reference.environments.random_layered import mdp_stream
from reference.environments.reduction import to_layered
from reference.mdp import Array, LayeredMDP, check_whole
from reference.support.errors import PreconditionError


def tiny() -> Problem:
    """Layers 1, 2, 1 and two actions: small enough to check every number by hand.

    V(pi*) = 7/8: in x_0 action 1 (1/4 * 1/2 + 3/4 * 1), against 1/8 + 3/4 * 1/2 + 1/4 * 1 = 3/4.
    """
    f = Fraction
    P = ([[[f(3, 4), f(1, 4)], [f(1, 4), f(3, 4)]]], [[[f(1)], [f(1)]], [[f(1)], [f(1)]]])
    r = ([[f(1, 8), f(0)]], [[f(1, 2), f(1, 4)], [f(1), f(0)]])
    mdp = LayeredMDP((1, 2, 1), 2, P, r)  # type: ignore[arg-type]  # nested lists are converted
    return Problem("tiny", mdp, unchanged(mdp), "layers 1, 2, 1, two actions; V(pi*) = 7/8")


def riverswim(H: int, S: int = 6) -> Problem:
    """RiverSwim of Osband, Van Roy and Russo (2013): swim right against the current.

    Left (0) always succeeds. Right (1) moves on with 7/20, slips back with 1/20, else stays;
    in the first state it moves on with 3/5, in the last it slips back with 2/5. Reward 5/1000 for
    left in the first state, 1 for right in the last. Starts in the first state.
    Raises PreconditionError.
    """
    check_whole("S", S, 2)
    P, r = _zeros(S, 2, S), _zeros(S, 2)
    for s in range(S):
        P[s, 0, max(0, s - 1)] = Fraction(1)
        if s == 0:
            P[s, 1, :2] = Fraction(2, 5), Fraction(3, 5)
        elif s == S - 1:
            P[s, 1, s - 1 :] = Fraction(2, 5), Fraction(3, 5)
        else:
            P[s, 1, s - 1 : s + 2] = Fraction(1, 20), Fraction(3, 5), Fraction(7, 20)
    r[0, 0], r[S - 1, 1] = Fraction(5, 1000), Fraction(1)
    mdp = to_layered(P, r, H, 0).mdp
    text = f"RiverSwim, {S} states, {H} steps: a small reward nearby, a large one upstream"
    return Problem("riverswim", mdp, unchanged(mdp), text)


def deepsea(N: int, shuffle_seed: int | None = None) -> Problem:
    """DeepSea (Osband, Van Roy, Russo and Wen 2019; bsuite): N x N, one row down in every step.

    Right (1) costs 1/(100 N), left (0) is free; right in the last cell of the bottom row pays 1
    as well. Only N rights in a row get there: V(pi*) = 99/100 in its own unit. Rewards lie in
    [-1/(100 N), 1 - 1/(100 N)] and are shifted by 1/(100 N) into [0, 1]. With `shuffle_seed`
    left and right are swapped in a random half of the cells. Raises PreconditionError.
    """
    check_whole("N", N)
    cost = Fraction(1, 100 * N)
    P, r = _zeros(N, N, 2, N), _zeros(N, N, 2)  # [row, column, a, column']
    right = np.ones((N, N), dtype=np.int64)
    if shuffle_seed is not None:
        right = mdp_stream(shuffle_seed).integers(0, 2, size=(N, N))
    reward_map = RewardMap(Fraction(1), -cost, N)
    for row, column in np.ndindex(N, N):
        go = int(right[row, column])
        P[row, column, go, min(N - 1, column + 1)] = Fraction(1)
        P[row, column, 1 - go, max(0, column - 1)] = Fraction(1)
        treasure = Fraction(int(row == column == N - 1))
        r[row, column, go] = reward_map.learner(treasure - cost)
        r[row, column, 1 - go] = reward_map.learner(Fraction(0))
    text = f"DeepSea {N} x {N}: one sequence of {N} actions in 2**{N} finds the treasure"
    return Problem("deepsea", to_layered(P, r, N, 0).mdp, reward_map, text)


def lock(H: int, A: int = 3, slip: Fraction = Fraction(0), *, seed: int = 0) -> Problem:
    """Return a combination lock: in each of H steps one secret action of A advances, the others
    fail.

    The right action also fails with probability `slip`. Failure is permanent and pays nothing; the
    right action in the last step pays 1: V(pi*) = (1 - slip)**(H - 1). Raises PreconditionError.
    """
    check_whole("horizon", H)
    check_whole("A", A)
    if not isinstance(slip, (int, Fraction)) or isinstance(slip, bool) or not 0 <= slip < 1:
        raise PreconditionError("slip", slip, "must be a rational in [0, 1)")
    P, r = _zeros(H, 2, A, 2), _zeros(H, 2, A)
    code = mdp_stream(seed).integers(0, A, size=H)
    P[:, :, :, 1] = Fraction(1)
    for h in range(H):
        P[h, 0, code[h]] = 1 - Fraction(slip), Fraction(slip)
    r[H - 1, 0, code[H - 1]] = Fraction(1)
    mdp = to_layered(P, r, H, 0).mdp
    text = f"combination lock: {H} steps, {A} actions, one right action in each step"
    return Problem("lock", mdp, unchanged(mdp), text)


def _zeros(*shape: int) -> Array:
    return np.full(shape, Fraction(0), dtype=object)
