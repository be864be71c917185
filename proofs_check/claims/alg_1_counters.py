"""Algorithm 1, lines 10 and 14: the counters n_i and N_i."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite


@claim(
    "alg:main/10",
    kind="definition",
    title="n_i counts the visits in epoch i",
    uses=("alg:main/9",),
    covers=("disp:IV.3",),
    tex=r"n_i(x_h,a_h)\leftarrow n_i(x_h,a_h)+1,\quad n_i(x_h,a_h,x_{h+1})\leftarrow\dots+1",
)
def line_10(suite: Suite) -> Iterator[Evidence]:
    """After every episode n_i(x_h,a_h) and n_i(x_h,a_h,x_{h+1}) grow by 1 for h = 0, ..., L-1. So
    n_i(x,a) is the number of episodes of epoch i that visit (x,a), sum_x' n_i(x,a,x') = n_i(x,a),
    and the n_i of every layer add up to the number of episodes of epoch i so far."""
    yield _inside(suite, 0)


@planted("alg:main/10", change="the last step of the episode, h = L - 1, is not counted")
def line_10_short(suite: Suite) -> Iterator[Evidence]:
    yield _inside(suite, 1)


def _inside(suite: Suite, left_out: int) -> Evidence:
    tally = Tally("exact on runs", "n_i recounted from the episodes of epoch i; sums over layers")
    for run, e in suite.all.epochs():
        n = Counter(
            (h, p.x[h], a) for p in e.episodes for h, a in enumerate(p.a[: run.L - left_out])
        )
        same = all(e.n[h][x][a] == n[h, x, a] for h, x, a in pairs(e.N))
        tally.holds(same, run=run.name, i=e.i)
        for h, layer in enumerate(e.n):
            total = sum(map(sum, layer))
            tally.equal(total, e.length, run=run.name, i=e.i, h=h)
    return tally.evidence()


@claim(
    "alg:main/14",
    kind="definition",
    title="N_i counts the visits before",
    uses=("alg:main/10", "alg:main/13"),
    covers=("disp:IV.6",),
    tex=r"N_i\leftarrow N_{i-1}+n_{i-1},\quad n_i\leftarrow 0",
)
def line_14(suite: Suite) -> Iterator[Evidence]:
    """At the start of epoch i: N_i(x,a) = N_{i-1}(x,a) + n_{i-1}(x,a), N_i(x,a,x') likewise, and
    n_i = 0. So N_i counts the visits in the episodes before t(i): N_i = n_1 + ... + n_{i-1},
    sum_x' N_i(x,a,x') = N_i(x,a), the N_i of every layer add up to t(i) - 1, and the N_i(x,a,x')
    into an inner x' add up to the N_i(x',b) out of it."""
    yield _at_start(suite, 1)


@planted("alg:main/14", change="N_i = N_{i-2} + n_{i-2}: one epoch late")
def line_14_late(suite: Suite) -> Iterator[Evidence]:
    yield _at_start(suite, 2)


def _at_start(suite: Suite, back: int) -> Evidence:
    tally = Tally(
        "exact on runs", "N_i against N_{i-1} + n_{i-1}, the episodes, layer sums and flow"
    )
    for run in suite.all:
        for e, before in zip(run.epochs[back:], run.epochs, strict=False):
            added = all(
                e.N[h][x][a] == before.N[h][x][a] + before.n[h][x][a] for h, x, a in pairs(e.N)
            )
            tally.holds(added, run=run.name, i=e.i)
        for e in run.epochs[:: max(1, len(run.epochs) // 6)]:
            N3 = Counter(
                (h, p.x[h], a, p.x[h + 1])
                for p in run.episodes[: e.t - 1]
                for h, a in enumerate(p.a)
            )
            seen = sum(v for layer in e.N3 for rows in layer for row in rows for v in row)
            same = all(e.N3[h][x][a][x1] == v for (h, x, a, x1), v in N3.items())
            tally.holds(same and seen == N3.total(), run=run.name, i=e.i)
            for h, layer in enumerate(e.N):
                tally.equal(sum(map(sum, layer)), e.t - 1, run=run.name, i=e.i, h=h)
            tally.holds(_rows_and_flow(e), run=run.name, i=e.i)
    return tally.evidence()


def _rows_and_flow(e: SampledEpoch) -> bool:
    rows = all(sum(e.N3[h][x][a]) == e.N[h][x][a] for h, x, a in pairs(e.N))
    flow = all(
        sum(row[x] for of_state in e.N3[h - 1] for row in of_state) == sum(e.N[h][x])
        for h in range(1, len(e.N))
        for x in range(len(e.N[h]))
    )
    return rows and flow
