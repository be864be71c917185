"""REGAL: Bartlett and Tewari, "REGAL: a regularization based algorithm for reinforcement learning
in weakly communicating MDPs", UAI 2009. Cited as [BT].

Notation of [BT]: lambda the gain and h the bias of a policy, lambda + h(s) = r(s) + sum_s' P(s'|s)
h(s'); sp(h) = max h - min h; M_k the plausible MDPs of epoch k,

    ||P - P_hat||_1 <= sqrt(12 S ln(2 A t/delta) / max{1, N}),
    |r - r_hat| <= sqrt(2 ln(2 S A t/delta) / max{1, N}).

    l. 1  epoch k begins at step t_k: counts, estimates, M_k
    l. 2  relaxed-C: (M, pi) in M_k of largest lambda with sp(h) <= c, h the bias of pi
          REGAL.D: of largest lambda - C sp(h), C = c_k / sqrt(2^j), for 2^j steps, j = 0, 1, ...,
          c_k = 2 S sqrt(12 ln(2 A t_k/delta)) + sqrt(2 ln(1/delta))
    l. 3  play pi until some count has doubled

No algorithm is known that does line 2 in polynomial time (SCAL relaxes it). Here it is enumerated
on small MDPs: every deterministic policy, every vertex of the ball of every row that it uses.
R-35: all constants are from memory. Rewards are at their upper ends, at most 1.

REGAL.C of [BT] bounds the span of the optimal bias of M, that is the choice of M; here the bias of
pi is bounded, whatever is optimal in M, which is SCAL's relaxation: hence the name relaxed-C. Where
neither bound nor penalty binds, a vertex is optimal, since the gain is a quotient of two functions
linear in each row. Where one does, the optimum may lie inside a ball, and the enumeration, which
stays on the vertices, may miss it (test_chain.py has an instance: 0.638 for 0.728). Vertices whose
chain has several recurrent classes have no single gain and are left out. If no vertex has sp(h) <=
c, the one of least span is taken. The chain is UCRL2's (R-22), and c = L by default, as for SCAL.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, log, sqrt

import numpy as np

from reference.backward_induction import ball_maximiser
from reference.figure1.chain import Chain
from reference.figure1.learner import one_hot, one_of, positive
from reference.mdp import Array
from reference.support.errors import PreconditionError

MOST = 100_000
"""The largest number of pairs of policy and vertices."""
SINGULAR = 1e-9
"""A determinant of the equations of gain and bias below this counts as zero."""


def vertices(p_hat: Array, d: float) -> Array:
    """Return the vertices of {p : ||p - p_hat||_1 <= d} in the simplex, (V, S); p_hat (S,) may be
    0, where the ball is the simplex. Each is best for some order of the states."""
    radius = np.asarray(d)
    orders = map(np.array, permutations(range(len(p_hat))))
    return np.unique([ball_maximiser(p_hat, radius, order).round(15) for order in orders], axis=0)


def gain_and_bias(P: Array, r: Array) -> tuple[Array, Array]:
    """Return lambda (n,) and h (n, S) with h(0) = 0 of n chains P (n, S, S) and rewards r (n, S);
    nan where there is no single gain."""
    n, S = r.shape
    equations = np.zeros((n, S + 1, S + 1))
    equations[:, :S, :S] = np.eye(S) - P
    equations[:, :S, S] = 1.0
    equations[:, S, 0] = 1.0
    solved = np.full((n, S + 1), np.nan)
    unichain = abs(np.linalg.det(equations)) > SINGULAR
    right = np.zeros((int(unichain.sum()), S + 1, 1))
    right[:, :S, 0] = r[unichain]
    solved[unichain] = np.linalg.solve(equations[unichain], right)[:, :, 0]
    return solved[:, S], solved[:, :S]


@dataclass(frozen=True)
class Models:
    """Policies with vertices: pi (n, S), gain and span (n,)."""

    pi: Array
    gain: Array
    span: Array

    def constrained(self, c: float) -> int:
        """Carry out l. 2 of relaxed-C: return the first index of largest gain with span <= c, else
        of least span."""
        within = self.span <= c + 1e-12
        if not within.any():
            return int(np.argmin(self.span))
        return int(np.argmax(np.where(within, self.gain, -np.inf)))

    def penalised(self, C: float) -> int:
        """Carry out REGAL.D's l. 2."""
        return int(np.argmax(self.gain - C * self.span))


def models(p_hat: Array, d: Array, r: Array) -> Models:
    """Yield every deterministic policy with every vertex of its rows, where the gain is single.

    Shapes: p_hat (S, A, S), d and r (S, A)."""
    S, A = r.shape
    of = [[vertices(p_hat[s, a], d[s, a]) for a in range(A)] for s in range(S)]
    batches: list[tuple[Array, Array, Array]] = []
    for pi in product(range(A), repeat=S):
        rows = [of[s][a] for s, a in enumerate(pi)]
        which = np.indices([len(row) for row in rows]).reshape(S, -1)
        P = np.stack([row[k] for row, k in zip(rows, which, strict=True)], axis=1)
        reward = np.broadcast_to(r[np.arange(S), pi], (len(P), S))
        gain, h = gain_and_bias(P, reward)
        single = ~np.isnan(gain)
        pis = np.broadcast_to(np.array(pi), (int(single.sum()), S))
        batches.append((pis, gain[single], np.ptp(h[single], axis=1)))
    return Models(*map(np.concatenate, zip(*batches, strict=True)))


@dataclass(eq=False, kw_only=True)
class REGALChain(Chain):
    """[BT] by enumeration on the continuing chain. variant = "relaxed-C" or "D"; span = 0
    stands for c = L; `scale` multiplies c_k. Raises PreconditionError for more than MOST
    combinations."""

    variant: str = one_of("relaxed-C", "D")
    span: float = positive(0.0, zero=True)
    scale: float = positive()

    _doubled = True

    def _solve(self) -> None:
        if self._doubled:
            self._begin()
        if self.variant == "relaxed-C":
            best = self._models.constrained(float(self.span or self.L))
        else:
            best = self._models.penalised(self.c_k / sqrt(2**self.j))
            self._last = self.t + 2**self.j
        self._play(one_hot(self._models.pi[best], self.A))

    def _begin(self) -> None:
        """Carry out l. 1."""
        if self.S * log(self.A * factorial(self.S)) > log(MOST):
            rule = f"REGAL is enumerated: (A S!)^S must be at most {MOST}, S = X - 1"
            raise PreconditionError("layers", list(self.layers), rule)
        S, A, t, delta, n = self.S, self.A, self.t, self.delta, np.maximum(1, self.N)
        d = np.sqrt(12 * S * log(2 * A * t / delta) / n)
        r = self.R / n + np.sqrt(2 * log(2 * S * A * t / delta) / n)
        self._models = models(self.N3 / n[:, :, None], d, np.minimum(1.0, r))
        spread = 2 * S * sqrt(12 * log(2 * A * t / delta))
        self.c_k = self.scale * (spread + sqrt(2 * log(1 / delta)))
        self._limit, self.j, self._doubled = self.N + n, 0, False

    def _ended(self, s: int, a: int) -> bool:
        """Return whether l. 3 or a stretch of 2^j steps ends the epoch."""
        self._doubled = bool(self.N[s, a] >= self._limit[s, a])
        if self.variant == "D" and not self._doubled and self.t >= self._last:
            self.j += 1
            return True
        return self._doubled
