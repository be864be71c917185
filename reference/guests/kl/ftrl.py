"""One step of "follow the regularised leader" with known P and the log-barrier of Jin, Huang and
Luo 2021:

    q = argmin over Delta(P) of <q, l> - (1/eta) sum sqrt(q(x,a)) + beta sum ln(1/q(x,a)).

With a price v(x) per state, price(x,a) = l(x,a) + v(x) - sum_y P(y|x,a) v(y), v(x_L) = 0, each pair
separately solves price = 1 / (2 eta sqrt(q)) + beta / q, a quadratic in 1/sqrt(q). The dual is
smooth and convex where all prices are positive; damped Newton steps solve it.
"""

from __future__ import annotations

import numpy as np

from reference.guests.kl.pairs import Pairs
from reference.mdp import Array, Tables
from reference.support.errors import StepError

ROUNDS = 200
RESIDUAL = 1e-6


def barrier_step(pairs: Pairs, P: Tables, l_sum: Array, eta: float, beta: float) -> Array:
    """Return q(x,a), (K,), for the summed losses l_sum (K,). Raises StepError if it stops too
    early."""
    M = pairs.differences(pairs.join(P))[:, :-1]  # x_L has no price
    v = _start(pairs, l_sum, eta, beta)
    for _ in range(ROUNDS):
        q, z = _occupancy(l_sum + M @ v, eta, beta)
        gradient = M.T @ q
        gradient[0] -= 1.0
        if abs(gradient).sum() <= RESIDUAL:
            return q
        slope = 1 / (z**3 * (beta * z + 1 / (4 * eta)))  # -dq/dprice
        direction = np.linalg.solve((M.T * slope) @ M, gradient)
        ascent, size = gradient @ direction, 1.0
        here = _dual(l_sum + M @ v, v, eta, beta)
        while _dual(l_sum + M @ (v + size * direction), v + size * direction, eta, beta) < (
            here + 0.1 * size * ascent - 1e-12 * abs(here)
        ):
            size /= 2
            if size < 1e-12:
                raise StepError(float(abs(gradient).sum()), RESIDUAL, ROUNDS)
        v = v + size * direction
    raise StepError(float(abs(gradient).sum()), RESIDUAL, ROUNDS)


def _dual(price: Array, v: Array, eta: float, beta: float) -> float:
    """Return the min over q > 0 of the Lagrangian; -inf where a price is not positive."""
    if (price <= 0).any():
        return -np.inf
    q, z = _occupancy(price, eta, beta)
    return float((q * price - 1 / (eta * z) + 2 * beta * np.log(z)).sum() - v[0])


def _start(pairs: Pairs, l_sum: Array, eta: float, beta: float) -> Array:
    """Return prices at which every layer holds about 1: v falls from layer to layer by the same
    amount, which exceeds every loss."""
    width = pairs.K / pairs.L
    step = float(abs(l_sum).max()) + beta * width + np.sqrt(width) / (2 * eta)
    layer = np.repeat(np.arange(pairs.L), pairs.layers[:-1])
    v: Array = step * (pairs.L - layer).astype(np.float64)
    return v


def _occupancy(price: Array, eta: float, beta: float) -> tuple[Array, Array]:
    """Return q and z = 1/sqrt(q) with beta z^2 + z / (2 eta) = price."""
    half = 1 / (4 * eta)
    z = price / (half + np.sqrt(half * half + beta * price)) if beta else price / (2 * half)
    return 1 / z**2, z
