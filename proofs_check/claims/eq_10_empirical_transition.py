"""Eq. (10): the empirical transition function P_bar_i."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:empirical-transition",
    kind="given",
    title="P_bar_i",
    readings=("R-2",),
    tex=r"\bar P_i(x'|x,a)=N_i(x,a,x')/\max\{1,N_i(x,a)\}",
    cites=("the counters", "alg:main/14"),
)
def eq_10(suite: Suite) -> None:
    """P_bar_i(x'|x,a) = N_i(x,a,x') / max{1, N_i(x,a)} for x in X_h, x' in X_{h+1}, h < L: the
    relative frequencies of the successors of (x,a) before t(i)."""


@claim(
    "eq:empirical-transition:rows",
    kind="identity",
    part_of="",
    title="rows of P_bar_i: sum 1, or zeros",
    tex=r"\sum_{x'}\bar P_i(x'|x,a)=1\{N_i(x,a)\geq1\}",
    argues=(
        "sum_x' N_i(x,a,x') = N_i(x,a), over max{1, N_i(x,a)}",
        "eq:empirical-transition, alg:main/14:sums",
    ),
    planted={"denominator N_i(x,a) + 1": {"more": 1}},
)
def rows(suite: Suite, more: int = 0) -> Shown:
    """The row P_bar_i(.|x,a) sums to 1 where (x,a) was visited; it is a row of zeros, not a
    distribution, where it was not, at L1-distance 1 from every distribution: eq. (12) has to cope
    with it."""
    tally = Tally("exact on runs", "row sums, every row at about six t(i) of a run")
    for run, e in suite.all.epochs(about=6):
        for h, x, a in pairs(e.N):
            N = max(1, e.N[h][x][a])
            total = sum(e.P_bar[h][x][a], ZERO) * Q(N, N + more)
            tally.equal(total, Q(e.N[h][x][a] > 0), run=run.name, i=e.i, h=h, x=x)
    return tally
