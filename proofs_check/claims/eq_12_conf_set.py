"""Eq. (12): the confidence set P_i."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import Q, certainly_leq, eps_radius, lam
from proofs_check.claims.common.algebra import at_most
from proofs_check.claims.common.radii import NO_LAYER, OUTSIDE, above_1
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted, step
from proofs_check.sampled_runs.occupancy import distance, one_hot, pairs
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:conf-set-P",
    kind="definition",
    title="confidence set P_i, all x in X",
    expected="UNDERSPECIFIED",
    readings=("R-2", "R-10"),
    repair="for all x in X_h, h < L",
    tex=r"\mathcal P_i=\{P:\|P(\cdot|x,a)-\bar P_i(\cdot|x,a)\|_1\leq\epsilon_i(x,a)\}",
    planted={"(underspecified; here X_{L+1} = 0)": lambda _: above_1((0,))},
)
def eq_12(suite: Suite) -> Iterator[Found]:
    """P_i = {P : ||P(.|x,a) - P_bar_i(.|x,a)||_1 <= eps_i(x,a) for all x in X, a in A}, a set of
    transition functions that is never empty.

    At x_L eps_i is not defined (eq. (11)). If only x outside X_L are meant, P_i is never empty. If
    x_L has a distribution P(.|x_L,a) like every state, P_bar_i(.|x_L,a) = 0 is at distance 1 of it,
    and X_{L+1} = 0 gives eps_i = 0: no P is in P_i."""
    yield above_1((1, 2, 10), OUTSIDE)  # ||p - 0||_1 = 1 is within eps_i
    yield above_1((0, 1, 2, 10), NO_LAYER)


@claim(
    "eq:conf-set-P",
    form="repaired",
    kind="identity",
    title="confidence set P_i, never empty",
    tex=r"\mathcal P_i=\{P:\|P(\cdot|x,a)-\bar P_i(\cdot|x,a)\|_1\leq\epsilon_i(x,a),"
    r"\ x\notin\mathcal X_L\}",
    cites=(
        "N = 0: the row is 0 and eps_i > 1; N >= 1: P_bar_i(.|x,a) itself is a distribution",
        "eq:empirical-transition:rows, eq:extra-term-P",
    ),
    planted={
        "radius halved: nothing is near a row of zeros": lambda _: above_1((1, 2), scale=Q(1, 2)),
    },
)
def eq_12_repaired(suite: Suite) -> Shown:
    """P_i is the set of the transition functions P with ||P(.|x,a) - P_bar_i(.|x,a)||_1 <=
    eps_i(x,a) for all x in X_h, h < L, and all a. It is never empty, and an unvisited pair is not
    restricted at all: its P_bar_i is a row of zeros, at distance 1 < eps_i from every distribution.
    A visited pair is restricted only if eps_i(x,a) < 2 (1 - min_x' P_bar_i(x'|x,a)).

    With log10 the radius of an unvisited pair can be below 1, but only if TXA <= 3: then A = 1,
    T = 1, all layers are singletons, and every pair is visited in episode 1. So P_i is not empty
    for i >= 2 with log10 either, and LP1 is feasible on every run of Algorithm 1."""
    tally = Tally("enumerated", "log10, N = 0: every (T, X, A) with an eps_i < 1: chains, A = 1")
    for T, X, A in product((1, 2, 3), repeat=3):
        if X >= 2 and 2 <= T * X * A <= 3:  # 2 X_{h+1} log10(TXA/delta) < 1: TXA < sqrt(10)
            tally.holds(T == A == 1, T=T, X=X, A=A)  # X <= 3 states: layers 1-1 and 1-1-1
    nearest = lam(1, 3, 1, Q(99, 100), "log10")  # an instance shows that the case exists
    tally.holds(certainly_leq(eps_radius(1, nearest, 0), 1), T=1, X=3, A=1, delta=Q(99, 100))
    return tally


@step(eq_12_repaired, "the distance is largest at a vertex of the simplex")
def farthest(suite: Suite) -> Shown:
    """||p - P_bar||_1 = 2 sum (p - P_bar)_+ and each part is at most 1 - P_bar(y) where p > P_bar;
    at the vertex y it is 2 (1 - P_bar(y))."""
    import sympy

    proof = Tally("proved", "sum over D of (p - P_bar) <= 1 - min P_bar, all p, P_bar, D not empty")
    least, more, p_out = sympy.symbols("least more p_out", nonnegative=True)
    at_most(proof, (1 - p_out) - (least + more), 1 - least, "p(D) - P_bar(D) <= 1 - P_bar(y)")
    return proof


@planted(eq_12_repaired, "no pair is restricted: P_i holds all P")
def eq_12_free(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "is every deterministic row within eps_i of P_bar_i?")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.N):
            row = e.P_bar[h][x][a]
            if e.N[h][x][a]:
                far = max(distance(one_hot(y, len(row)), row) for y in range(len(row)))
                tally.leq(far, e.eps[h][x][a], run=run.name, i=e.i, h=h, x=x, a=a)
    return tally


@claim(
    "eq:conf-set-P:hope",
    number="Sec. III, hope",
    kind="pathwise",
    part_of="",
    title="the sets shrink",
    expected="FAILS",
    repair="the radii of visited pairs shrink; the sets need not, and are not nested",
    tex=r"\mathcal P_{i+1}\subseteq\mathcal P_i",
    planted={"(false already: the same after 128 visits)": {"N": 128}},
)
def hope(suite: Suite, N: int = 64) -> Shown:
    """As learning proceeds, the hope is that the size of P_i (and of Q^{P_i}) shrinks, and that
    Q^{P_i} gets close to Q^P (Sec. III).

    A radius shrinks with every doubling, but the set of rows within it may grow. With two
    successors and P_bar at a vertex half of the ball is outside the simplex: 64 visits, all to u,
    allow the P(u) in an interval of length eps_i/2; 64 more, all to v, one of length eps_{i+1},
    larger by the factor sqrt 2. Pairs that are never visited are never restricted."""
    Lam = lam(1000, 4, 1, Q(1, 10))
    # P(u) in [1 - eps/2, 1] after N visits to u; in [(1 - eps')/2, (1 + eps')/2] after N to v
    tally = Tally("proved", "layers 1-2-1, A = 1: lengths of the intervals for P(u|x_0)")
    before, after = eps_radius(2, Lam, N) / 2, eps_radius(2, Lam, 2 * N)
    where = {"T": 1000, "delta": Q(1, 10), "P_bar": ["1, 0", "1/2, 1/2"], "N": [N, 2 * N]}
    tally.leq(after, before, **where)
    return tally
