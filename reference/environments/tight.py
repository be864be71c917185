"""Two families of MDPs on which UCRL-LP explores more than it must. On `tight-chain`, the family of
the theorem, its regret is of the order LX sqrt(TA Lam) of Theorem 4. On `tight` it is of the order
(L - 2) m sqrt((A - 1) T Lam) with X = 2m + 2L - 4: of that order in X for a fixed L, not in L.

One state of a layer is never reached, so that it looks as good as it may. The L1 ball of eq. (12)
moves eps/2 of the mass there, whatever the truth: an action played N times looks sqrt(X_{h+1} Lam /
(2N)) times the remaining steps better than it is, and is played until that is at most what the best
action pays. Lam = ln(TXA/delta); rewards are deterministic (`reward-law=deterministic`, R-13), and
depend on the T that the learner is told.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import log, sqrt

from reference.environments.problem import Problem, unchanged
from reference.mdp import LayeredMDP, check_delta, check_horizon, check_whole
from reference.support.errors import PreconditionError

Number = int | float | Fraction
DECIMALS = 10**6
"""A reward of `tight` is a multiple of 1 / DECIMALS, so that files and reports can show it."""
FINER = 10**15
"""A reward of `tight-chain` is a multiple of 1 / FINER: at T = 10^15 it is of the order 10^-6."""
RHO = 0.998
"""The share of the visits that the proof for the chain grants a state (TightConstants.v)."""


def tight(
    L: int, m: int = 4, A: int = 2, T: int = 100_000, factor: Number = 1, delta: float = 0.1
) -> Problem:
    """Return layers 1, m, m, 2, .., 2, 1; X = 2m + 2L - 4.

    Every action of x_0 leads to each state of layer 1 with probability 1/m; from there on every
    action leads to state 0. Action 0 in layer 1 pays D = factor (L - 2) m sqrt((A - 1) Lam / T),
    all else nothing: V(pi*) = D. Raises PreconditionError.
    """
    layers = (1, check_whole("m", m, 2), m, *[2] * (check_whole("horizon", L, 3) - 3), 1)
    Lam = _log_term(layers, A, T, delta)
    D = _reward(factor, (L - 2) * m * sqrt((A - 1) * Lam / T), T)
    P = [[[[Fraction(1, m)] * m] * A]]
    P += [[[_certain(0, X_next)] * A] * X_h for X_h, X_next in pairwise(layers[1:])]
    r = _nothing(layers, A)
    r[1] = [[D] + [Fraction(0)] * (A - 1)] * m
    return _problem("tight", layers, P, r, f"action 0 in layer 1 pays {D}; for T = {T}")


def tight_chain(
    L: int, k: int = 3, A: int = 2, T: int = 1_000_000, factor: Number = 1, delta: float = 0.1
) -> Problem:
    """Return layers 1, k, .., k, 1; X = k (L - 1) + 2.

    Every action of x_0 leads to each of the states 1..k-1 with probability 1/(k - 1); from there
    on every action leads to the state of the same number, and so state 0 is never reached. In layer
    h = 1..L-2 action 0 pays D_h = factor w_h sqrt(k (k - 1) (A + 7) Lam / (8 rho T)) in the
    states that are reached, where w_h = 99 (L - 1 - h)/100 + 2/sqrt(k) and rho = 998/1000; all
    else nothing. This is the family of the theorem (`pay` in TightConstants.v) where X - 2 is a
    multiple of L - 1. Raises PreconditionError.
    """
    layers = (1, *[check_whole("k", k, 2)] * (check_whole("horizon", L, 3) - 1), 1)
    Lam = _log_term(layers, A, T, delta)
    scale = sqrt(k * (k - 1) * (A + 7) * Lam / (8 * RHO * T))
    chance = [Fraction(0)] + [Fraction(1, k - 1)] * (k - 1)
    P = [[[chance] * A]] + [[[_certain(x, k)] * A for x in range(k)] for _ in range(L - 2)]
    P.append([[[Fraction(1)]] * A for _ in range(k)])
    r, none = _nothing(layers, A), [Fraction(0)] * A
    for h in range(1, L - 1):
        D_h = _reward(factor, (0.99 * (L - 1 - h) + 2 / sqrt(k)) * scale, T, FINER)
        r[h] = [none] + [[D_h, *none[1:]]] * (k - 1)
    text = f"action 0 pays {float(r[1][1][0]):.6g} in layer 1, less later; for T = {T}"
    return _problem("tight-chain", layers, P, r, text)


Rows = list[list[Fraction]]


def _log_term(layers: tuple[int, ...], A: int, T: int, delta: float) -> float:
    return log(check_horizon(T) * sum(layers) * check_whole("A", A, 2) / check_delta(delta))


def _reward(factor: Number, unscaled: float, T: int, decimals: int = DECIMALS) -> Fraction:
    """Return what the best action pays. Raises PreconditionError unless it lies in (0, 1]."""
    number = isinstance(factor, (int, float, Fraction)) and not isinstance(factor, bool)
    if not number or not 0 < factor < DECIMALS:
        raise PreconditionError("factor", factor, f"must lie in (0, {DECIMALS})")
    D = Fraction(round(float(factor) * unscaled * decimals), decimals)
    if not 0 < D <= 1:
        rule = f"is too {'small' if D else 'large'}: the best action would pay {float(D)}"
        raise PreconditionError("T", T, rule)
    return D


def _certain(x: int, X_next: int) -> list[Fraction]:
    return [Fraction(int(y == x)) for y in range(X_next)]


def _nothing(layers: tuple[int, ...], A: int) -> list[Rows]:
    return [[[Fraction(0)] * A for _ in range(X_h)] for X_h in layers[:-1]]


def _problem(
    name: str, layers: tuple[int, ...], P: list[list[Rows]], r: list[Rows], pays: str
) -> Problem:
    mdp = LayeredMDP(layers, len(r[0][0]), P, r)  # type: ignore[arg-type]  # nested lists are converted
    sizes = f"layers {' '.join(map(str, layers))}, {mdp.A} actions"
    return Problem(name, mdp, unchanged(mdp), f"a state that is never reached: {sizes}; {pays}")
