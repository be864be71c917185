"""Random small instances for the KL step: layers, counts, sets for the solver and the checker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from flint import arb, ctx

from proofs_check.arithmetic import Q, endpoints, to_q
from proofs_check.guests.kl.certificate import KLProblem
from proofs_check.guests.kl.sets import BallP, BoxP, KnownP, PairSet, box_enclosures
from reference.environments.random_layered import random_layered
from reference.guests.kl.boxes import bernstein_box
from reference.guests.kl.pairs import NEVER, Pairs
from reference.guests.kl.sets import Ball, Box, Known, TransitionSet
from reference.guests.kl.step import uniform_log_q
from reference.mdp import Array, LayeredMDP, Tables

KINDS = ("known", "box", "ball")
LAM = 2.0


@dataclass(frozen=True)
class Instance:
    """One pair of sets (for the solver, for the checker) and a place to step from."""

    mdp: LayeredMDP
    pairs: Pairs
    N: Tables
    N3: Tables
    solver: TransitionSet
    checker: list[list[list[PairSet]]]
    log_q: Array

    def problem(self, c: Array) -> KLProblem:
        log_q = [table.tolist() for table in self.pairs.split(self.log_q)]
        return KLProblem(log_q, [t.tolist() for t in self.pairs.split_pairs(c)], self.checker)

    def beta(self, beta: Array) -> list[list[float]]:
        first = self.pairs.first
        return [beta[f : f + X_h].tolist() for f, X_h in zip(first, self.pairs.layers, strict=True)]


def instance(
    kind: str, seed: int, layers: tuple[int, ...] = (1, 3, 2, 1), A: int = 2, n: int = 20
) -> Instance:
    """Counts with about n visits per pair, some without any."""
    random = np.random.default_rng(seed)
    mdp = random_layered(layers, A, seed=seed).to_float()
    N = tuple(random.integers(0, n + 1, size=r.shape) for r in mdp.r)
    N3 = tuple(
        np.array(
            [[random.multinomial(N_h[x, a], P_h[x, a]) for a in range(A)] for x in range(len(P_h))]
        )
        for N_h, P_h in zip(N, mdp.P, strict=True)
    )
    pairs = Pairs(layers, A)
    log_q, log_w = uniform_log_q(pairs)
    solver: TransitionSet
    if kind == "known":
        known = Known(pairs, mdp.P)
        solver, log_q = known, np.where(pairs.real, log_w[:, None] + known.log_P, NEVER)
    elif kind == "box":
        solver = Box(pairs, *bernstein_box(N, N3, LAM))
    else:
        P_bar = tuple(
            N3_h / np.maximum(1, N_h)[:, :, None] for N_h, N3_h in zip(N, N3, strict=True)
        )
        eps = tuple(np.sqrt(2 * LAM / np.maximum(1, N_h)) for N_h in N)
        solver = Ball(pairs, P_bar, eps)
    exact = mdp.to_exact().P

    def pair_set(h: int, x: int, a: int) -> PairSet:
        count, counts = int(N[h][x, a]), [int(v) for v in N3[h][x, a]]
        if kind == "known":
            return KnownP([to_q(p) for p in exact[h][x, a]])
        with ctx.workprec(128):
            if kind == "box":
                return BoxP(*box_enclosures(count, counts, arb(LAM)))
            eps = endpoints((arb(2 * LAM) / max(1, count)).sqrt())
        return BallP([Q(v, max(1, count)) for v in counts], eps)

    checker = [
        [[pair_set(h, x, a) for a in range(A)] for x in range(X_h)]
        for h, X_h in enumerate(layers[:-1])
    ]
    return Instance(mdp, pairs, N, N3, solver, checker, log_q)


def losses(pairs: Pairs, seed: int, largest: float = 2.0) -> Array:
    """Sparse losses, as bandit estimates are."""
    random = np.random.default_rng([seed, 1])
    c: Array = largest * random.random(pairs.K) * (random.random(pairs.K) < 0.4)
    return c


def objective(pairs: Pairs, log_q: Array, log_q_old: Array, c: Array) -> float:
    """<q, c> + sum q ln(q / q_old), in doubles."""
    q = np.where(pairs.real, np.exp(log_q), 0.0)
    entropy = np.where(q > 0, q * (log_q - log_q_old), 0.0).sum()
    return float((q.sum(axis=1) * c).sum() + entropy)
