"""Sec. IV-A: the confidence sets of P and r, eq. (10)-(17).

Letters: N_i[h][x, a] and N3_i[h][x, a, x1] are N_i(x,a) and N_i(x,a,x'), the visits before
epoch i. float64 throughout; `proofs_check` recomputes all of it rigorously.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import numpy as np

from reference.mdp import Array, Tables

LOG: dict[str, Callable[[float], float]] = {"ln": math.log, "log2": math.log2, "log10": math.log10}


def log_term(T: int, X: int, A: int, delta: float, base: str = "ln") -> float:
    """log(TXA/delta), called Lam in spec.md: eq. (11) and (15). The base is not printed (R-10).

    T is the horizon given to the learner (R-11); X counts x_0 and x_L (R-2). Where the quotient is
    not representable as a double (a tiny delta, a huge T), the difference of the logarithms is
    used."""
    log = LOG[base]
    with suppress(OverflowError):  # raised for a TXA beyond the doubles
        quotient = T * X * A / delta
        if math.isfinite(quotient):
            return log(quotient)
    return log(T * X * A) - log(delta)


def empirical_transition(N_i: Tables, N3_i: Tables) -> Tables:
    """Eq. (10): P_bar_i(x'|x,a) = N_i(x,a,x') / max{1, N_i(x,a)}; a zero row if never visited."""
    return tuple(N3 / np.maximum(1, N)[:, :, None] for N, N3 in zip(N_i, N3_i, strict=True))


def transition_radius(N_i: Tables, layers: tuple[int, ...], Lam: float) -> Tables:
    """Eq. (11): eps_i(x,a) = sqrt(2 X_{h(x)+1} log(TXA/delta) / max{1, N_i(x,a)}).

    Shape: eps_i[h] is (X_h, A), h < L. Unit: probability, an L1 distance."""
    return tuple(np.sqrt(2 * layers[h + 1] * Lam / np.maximum(1, N)) for h, N in enumerate(N_i))


def union_radius(N_i: Tables, layers: tuple[int, ...], Lam: float) -> Tables:
    """In place of eq. (11): sqrt(2 (X_{h(x)+1} ln 2 + Lam) / max{1, N_i(x,a)}) (R-37), Weissman's
    inequality with one union over the 2^X subsets of the next layer. Not above eps_i where X_{h+1}
    >= 2."""
    return tuple(
        np.sqrt(2 * (layers[h + 1] * math.log(2) + Lam) / np.maximum(1, N))
        for h, N in enumerate(N_i)
    )


def interval_width(
    N_i: Tables, P_bar_i: Tables, layers: tuple[int, ...], Lam: float, c: int = 2
) -> Tables:
    """In place of eq. (11): the width of an interval for each successor, |P(x'|x,a) - p| <=
    sqrt(2 min{p, 1 - p} l / n) + c l / n, where p = P_bar_i(x'|x,a), l = Lam + ln(2 X_{h(x)+1}), n
    = max{1, N_i(x,a)}, and c is 2 or 1 (R-37; 1 suffices): Chernoff's inequality for a coin, one
    union over both sides of every successor. At N = 0 it exceeds 1 and excludes nothing.

    Shape: the result [h] is (X_h, A, X_{h+1}), h < L. Unit: probability."""
    widths = []
    for N, P_bar, X_next in zip(N_i, P_bar_i, layers[1:], strict=True):
        l_over_n = ((Lam + math.log(2 * X_next)) / np.maximum(1, N))[:, :, None]
        widths.append(np.sqrt(2 * np.minimum(P_bar, 1 - P_bar) * l_over_n) + c * l_over_n)
    return tuple(widths)


def box_width(N_i: Tables, P_bar_i: Tables, layers: tuple[int, ...], Lam: float) -> Tables:
    """In place of eps: the box of UOB-REPS (R-29), as an example of widths that a trace records
    (R-37), 2 sqrt(P_bar_i Lam / n) + 14 Lam / (3 n), n = max{1, N_i(x,a) - 1}.

    Shape and unit as of `interval_width`."""
    n_i = tuple(np.maximum(1, N - 1)[:, :, None] for N in N_i)
    return tuple(
        2 * np.sqrt(P_bar * Lam / n) + 14 * Lam / (3 * n)
        for n, P_bar in zip(n_i, P_bar_i, strict=True)
    )


def in_confidence_set(P: Tables, P_bar_i: Tables, eps_i: Tables) -> tuple[int, int, int] | None:
    """Eq. (12): the first (h, x, a) with ||P(.|x,a) - P_bar_i(.|x,a)||_1 > eps_i(x,a), or None.

    Float comparison: an instance at the boundary is for `proofs_check` to decide."""
    for h, (P_h, P_bar, eps) in enumerate(zip(P, P_bar_i, eps_i, strict=True)):
        outside = np.argwhere(~(abs(P_h - P_bar).sum(axis=2) <= eps))
        if len(outside):
            return h, int(outside[0][0]), int(outside[0][1])
    return None


def mean_reward(reward_sum: Tables, N_i: Tables) -> Tables:
    """Eq. (14): r_bar_i(x,a) = (sum of the rewards seen at (x,a) before t(i)) / max{1, N_i(x,a)}.

    Algorithm 1 keeps a running mean instead; the two differ in rounding only (R-9)."""
    return tuple(s / np.maximum(1, N) for s, N in zip(reward_sum, N_i, strict=True))


def reward_radius(N_i: Tables, Lam: float) -> Tables:
    """Eq. (15): b_i(x,a) = sqrt(2 log(TXA/delta) / max{1, N_i(x,a)}). Unit: reward."""
    return tuple(np.sqrt(2 * Lam / np.maximum(1, N)) for N in N_i)


def half_radius(N_i: Tables, Lam: float) -> Tables:
    """In place of eq. (15): sqrt(Lam / (2 max{1, N_i(x,a)})) = b_i(x,a)/2 (R-37): what Hoeffding's
    inequality needs. Unit: reward."""
    return tuple(np.sqrt(Lam / (2 * np.maximum(1, N))) for N in N_i)


def reward_ucb(r_bar_i: Tables, b_i: Tables) -> Tables:
    """Eq. (16): r_hat_i(x,a) = min{1, r_bar_i(x,a) + b_i(x,a)}."""
    return tuple(np.minimum(1.0, r + b) for r, b in zip(r_bar_i, b_i, strict=True))


def reward_lcb(r_bar_i: Tables, b_i: Tables) -> Tables:
    """Eq. (17): r_check_i(x,a) = max{0, r_bar_i(x,a) - b_i(x,a)}."""
    return tuple(np.maximum(0.0, r - b) for r, b in zip(r_bar_i, b_i, strict=True))


def visited_or_uniform(P_bar_i: Tables, N_i: Tables) -> Tables:
    """Return the completion of P^q that keeps P_i in the confidence set (R-4): P_bar_i(.|x,a) where
    (x,a) was visited, else the uniform distribution on the next layer."""
    completed: list[Array] = []
    for P_bar, N in zip(P_bar_i, N_i, strict=True):
        completed.append(np.where(N[:, :, None] > 0, P_bar, 1.0 / P_bar.shape[2]))
    return tuple(completed)


BallRadius = Callable[[Tables, tuple[int, ...], float], Tables]  # of N_i, layers, Lam
TransitionRadius = Callable[[Tables, Tables, tuple[int, ...], float], Tables]  # ... P_bar_i second
RewardRadius = Callable[[Tables, float], Tables]


def _of_pairs(radius: BallRadius) -> TransitionRadius:
    """Return `radius`, which does not depend on P_bar_i."""
    return lambda N_i, P_bar_i, layers, Lam: radius(N_i, layers, Lam)


RADII: dict[str, tuple[TransitionRadius, RewardRadius]] = {
    "printed": (_of_pairs(transition_radius), reward_radius),
    "union": (_of_pairs(union_radius), reward_radius),
    "union-half": (_of_pairs(union_radius), half_radius),
    "bernstein": (interval_width, reward_radius),
    "bernstein-1": (partial(interval_width, c=1), reward_radius),
    "recorded": (box_width, reward_radius),
}
"""R-37: eps_i and b_i as printed, or smaller, so that Theorem 4 is informative from a smaller T; or
intervals in place of the L1 ball, which are not the paper's sets at all."""
