"""The rows of P_i and pi_i, as exact numbers: what was recorded, within the confidence set."""

from __future__ import annotations

from typing import Any

import numpy as np

from proofs_check.letters.size import FlatSize

GRID = 2.0**48
MARGIN = 2.0**-44  # of eps_i, for each successor: more than the rounding of a row


def on_grid(masses: Any) -> Any:
    """Return distributions along the last axis, in multiples of 1/GRID: ratios of masses >= 0, none
    of whose rows is 0."""
    share = np.floor(masses / masses.sum(-1, keepdims=True) * GRID)
    largest = share.argmax(-1)[..., None]
    rest = GRID - share.sum(-1, keepdims=True)
    np.put_along_axis(share, largest, np.take_along_axis(share, largest, -1) + rest, -1)
    return share / GRID


def pulled_inside(size: FlatSize, rows: Any, N: Any, N3: Any, eps: Any) -> Any:
    """Return recorded rows, by triples, within eps_i of P_bar_i: those outside by the solver's
    rounding move towards P_bar_i. Where N_i(x,a) = 0 every row is within eps_i."""
    P_bar = N3 / np.maximum(1, N)[size.pair_of]
    apart = np.add.reduceat(np.abs(rows - P_bar), size.first)
    inner = np.maximum(0, eps - size.next * MARGIN)
    outside = (apart > inner) & (N > 0)
    if not outside.any():
        return rows
    pull = np.where(outside, inner / np.where(outside, apart, 1), 1.0)[size.pair_of]
    nearer, rows = P_bar + pull * (rows - P_bar), rows.copy()
    for h, n in enumerate(size.layers[1:]):
        at, moved = size.triples_of(h), outside[size.pairs_of(h)]
        of_layer = rows[at].reshape(-1, n)
        of_layer[moved] = on_grid(np.maximum(0.0, nearer[at].reshape(-1, n)[moved]))
    return rows


def best_rows(size: FlatSize, pi: Any, N: Any, N3: Any, eps: Any, r_hat: Any) -> Any:
    """Return the transition within eps_i of P_bar_i that is best for pi_i and r_hat_i, up to
    rounding, by triples: a trace without q_hat_i leaves it to us."""
    V, rows = np.zeros(1), []
    for h in reversed(range(size.L)):
        pairs, n = size.pairs_of(h), size.layers[h + 1]
        order = np.argsort(V, kind="stable")
        visits = np.maximum(1, N[pairs])[:, None]
        P_bar = (N3[size.triples_of(h)].reshape(-1, n) / visits)[:, order]
        inner = np.maximum(0, eps[pairs] / 2 - n * MARGIN)
        moved = np.where(N[pairs] > 0, inner, 1.0)[:, None]
        kept = np.clip(P_bar.cumsum(1) - moved, 0, P_bar)
        kept[:, -1] = 0
        kept[:, -1] = np.maximum(0, 1 - kept.sum(1))
        row = np.empty_like(kept)
        row[:, order] = kept
        row = on_grid(row)
        rows.append(row.ravel())
        value = (row @ V + r_hat[pairs]) * pi[pairs]
        V = value.reshape(-1, size.A).sum(1)
    return np.concatenate(rows[::-1])
