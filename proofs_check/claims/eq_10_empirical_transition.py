"""Eq. (10): the empirical transition function P_bar_i."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
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
)
def rows(suite: Suite) -> Shown:
    """The row P_bar_i(.|x,a) sums to 1 where (x,a) was visited; it is a row of zeros, not a
    distribution, where it was not, at L1-distance 1 from every distribution: eq. (12) has to cope
    with it."""
    tally = Tally("exact on runs", "row sums, every row at about six t(i) of a run")
    for run in suite.all:
        for e in run.epochs[:: max(1, len(run.epochs) // 6)]:
            for h, x, a in pairs(e.N):
                wanted = Q(e.N[h][x][a] > 0)
                tally.equal(sum(e.P_bar[h][x][a], ZERO), wanted, run=run.name, i=e.i, h=h, x=x)
    return tally


@planted(rows, "denominator N_i(x,a) + 1")
def eq_10_smoothed(suite: Suite) -> Shown:
    tally = Tally("enumerated", "row sums with denominator N + 1, counts up to 2")
    for counts in product(range(3), repeat=2):
        N = sum(counts)
        tally.equal(Q(N, N + 1), Q(1 if N else 0), N3=list(counts))
    return tally
