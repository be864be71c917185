"""Eq. (12): the confidence set P_i."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import ONE, ZERO, Decision, Q, certainly_leq, eps_radius, lam, ln
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.occupancy import distance, one_hot, pairs
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:conf-set-P",
    kind="definition",
    title="confidence set P_i",
    uses=("eq:empirical-transition", "eq:extra-term-P"),
    readings=("R-2", "R-10"),
    tex=r"\mathcal P_i=\{P:\|P(\cdot|x,a)-\bar P_i(\cdot|x,a)\|_1\leq\epsilon_i(x,a)\}",
)
def eq_12(suite: Suite) -> Iterator[Evidence]:
    """P_i is the set of the transition functions P with ||P(.|x,a) - P_bar_i(.|x,a)||_1 <=
    eps_i(x,a) for all x in X_h, h < L, and all a. It is never empty. An unvisited pair is not
    restricted at all: its P_bar_i is a row of zeros, at distance 1 < eps_i from every distribution.
    A visited pair is restricted only if eps_i(x,a) < 2 (1 - min_x' P_bar_i(x'|x,a)).

    With log10 the radius of an unvisited pair can be below 1, but only if TXA <= 3: then A = 1,
    T = 1, all layers are singletons, and every pair is visited in episode 1. So P_i is not empty
    for i >= 2 with log10 either, and LP1 is feasible on every run of Algorithm 1."""
    proof = Tally("proved", "for all T, X, A, delta < 1, counts: P_i is not empty")
    proof.leq(ONE, ln(2) * 2, step="N = 0: ||p - 0||_1 = 1 and eps_i^2 = 2 X_{h+1} Lam > 2 ln 2")
    proof.equal(distance([ONE, ZERO], [ONE, ZERO]), ZERO, step="N > 0: P_bar_i is at distance 0")
    yield proof.evidence()
    yield _farthest()
    yield _log10()
    inside = Tally("exact on runs", "P_i = P^{q_hat_i} in the set; whether P is, decided")
    for run in suite.all:
        for e in run.epochs[:: max(1, len(run.epochs) // 8)]:
            inside.holds(e.event_P is not Decision.UNDECIDED, run=run.name, i=e.i)
            P_bar, P_i = e.P_bar, e.P_i
            for h, x, a in pairs(e.N):
                if P_i[h][x][a] is not P_bar[h][x][a]:
                    d = distance(P_i[h][x][a], P_bar[h][x][a])
                    inside.leq(d, e.eps[h][x][a], run=run.name, i=e.i, h=h, x=x, a=a)
    yield inside.evidence()


@planted("eq:conf-set-P", change="radius halved: no distribution is near a row of zeros")
def eq_12_halved(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "is the set non-empty at N = 0? smallest TXA first, delta = 9/10")
    for TXA, X_next in product(range(2, 12), (1, 2)):
        half = eps_radius(X_next, lam(TXA, 1, 1, Q(9, 10)), 0) / 2
        tally.leq(1, half, TXA=TXA, delta=Q(9, 10), X_next=X_next)
    yield tally.evidence()


@planted("eq:conf-set-P", change="no pair is restricted: P_i holds all transition functions")
def eq_12_free(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "is every deterministic row within eps_i of P_bar_i?")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.N):
            row = e.P_bar[h][x][a]
            if e.N[h][x][a]:
                far = max(distance(one_hot(y, len(row)), row) for y in range(len(row)))
                tally.leq(far, e.eps[h][x][a], run=run.name, i=e.i, h=h, x=x, a=a)
    yield tally.evidence()


def _farthest() -> Evidence:
    """The distance is convex, so its largest value over the simplex is at a vertex."""
    note = "max_p ||p - P_bar||_1 = 2 (1 - min P_bar), at a vertex; X_{h+1} <= 4, N <= 6"
    tally = Tally("proved", note, step=True)
    for d in (1, 2, 3, 4):
        for N3 in product(range(7), repeat=d):
            if 1 <= sum(N3) <= 6:
                row = [Q(n, sum(N3)) for n in N3]
                far = max(distance(one_hot(y, d), row) for y in range(d))
                tally.equal(far, 2 * (1 - min(row)), N3=list(N3))
    return tally.evidence()


def _log10() -> Evidence:
    """eps_i < 1 at N = 0 asks for 2 X_{h+1} log10(TXA/delta) < 1, so TXA < TXA/delta < sqrt(10)."""
    tally = Tally(
        "proved", "log10, N = 0: every (T, X, A) with an eps_i < 1 has only chains, A = 1"
    )
    tally.holds(4 * 4 > 10, step="TXA >= 4 > sqrt(10) is too large for every delta < 1")
    for T, X, A in product((1, 2, 3), repeat=3):
        if X >= 2 and 2 <= T * X * A <= 3:
            tally.holds(T == A == 1, T=T, X=X, A=A)  # X <= 3 states: layers 1-1 and 1-1-1
    nearest = lam(1, 3, 1, Q(99, 100), "log10")  # an instance shows that the case exists
    below = certainly_leq(eps_radius(1, nearest, 0), 1)
    tally.holds(below is Decision.TRUE, T=1, X=3, A=1, delta=Q(99, 100))
    return tally.evidence()
