"""Eq. (10): the empirical transition function P_bar_i."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite

Seen = dict[tuple[int, int, int], Counter[int]]  # (h, x, a) -> successor -> times


@claim(
    "eq:empirical-transition",
    kind="definition",
    title="P_bar_i",
    readings=("R-2",),
    tex=r"\bar P_i(x'|x,a)=N_i(x,a,x')/\max\{1,N_i(x,a)\}",
)
def eq_10(suite: Suite) -> Iterator[Evidence]:
    """P_bar_i(x'|x,a) = N_i(x,a,x') / max{1, N_i(x,a)} for x in X_h, x' in X_{h+1}, h < L: the
    relative frequencies of the successors of (x,a) before t(i), which sum to 1, where (x,a) was
    visited, and a row of zeros, not a distribution, where it was not.

    The row of zeros is at L1-distance 1 from every distribution: eq. (12) has to cope with it."""
    import sympy

    proof = Tally("proved", "sum of the row = N/max{1,N}, by induction over successors; all counts")
    part, n, N = sympy.symbols("part n N", positive=True)
    one_more = sympy.cancel(part / N + n / N - (part + n) / N)
    proof.holds(one_more == 0, identity="S_d/N + n/N = (S_d + n)/N")
    proof.holds(bool((N / N) == 1), row="N > 0: sum = N/N = 1")
    proof.equal(Q(0, max(1, 0)), 0, row="N = 0: sum = 0/1")
    yield proof.evidence()
    yield _on_runs(suite, inside=False)


@planted("eq:empirical-transition", change="denominator N_i(x,a) + 1")
def eq_10_smoothed(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "row sums with denominator N + 1, counts up to 2")
    for counts in product(range(3), repeat=2):
        N = sum(counts)
        tally.equal(Q(N, N + 1), Q(1 if N else 0), N3=list(counts))
    yield tally.evidence()


@planted("eq:empirical-transition", change="the transitions inside epoch i are counted too")
def eq_10_late(suite: Suite) -> Iterator[Evidence]:
    yield _on_runs(suite, inside=True)


def _on_runs(suite: Suite, inside: bool) -> Evidence:
    """P_bar_i against the successors in the episodes before t(i), or (wrongly) before t(i+1)."""
    tally = Tally("exact on runs", "against the successors listed in the episodes before t(i)")
    for run in suite.all:
        seen: Seen = {}
        at = 0
        for e in run.epochs:
            end = e.t - 1 + (e.length if inside else 0)
            _count(run, at, end, seen)
            at = end
            if e.i % max(1, len(run.epochs) // 20):
                continue
            P_bar = e.P_bar
            for (h, x, a), row in seen.items():
                N = row.total()
                shares = [Q(row[x1], N) for x1 in range(run.layers[h + 1])]
                same = shares == P_bar[h][x][a]
                tally.holds(same, run=run.name, i=e.i, h=h, x=x, a=a, shares=shares)
            rows = (P_bar[h][x][a] for h, x, a in pairs(e.N) if (h, x, a) not in seen)
            zero = not any(map(any, rows))
            tally.holds(zero, run=run.name, i=e.i, rows="of unvisited pairs are 0")
    return tally.evidence()


def _count(run: SampledRun, start: int, end: int, seen: Seen) -> None:
    for episode in run.episodes[start:end]:
        for h, a in enumerate(episode.a):
            seen.setdefault((h, episode.x[h], a), Counter())[episode.x[h + 1]] += 1
