"""App. B, third display (in the proof of Lemma 12): the pigeonhole bounds of a layer, summed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.claims.common.visits import layer_sum, pigeonhole_bound
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

Counts = list[list[list[int]]]


@claim(
    "disp:App. B.3",
    number="App. B, display 3",
    kind="pathwise",
    title="Jensen over the pairs of a layer",
    expected="FAILS",
    readings=("R-1",),
    repair="N_{m+1} for N_m and 1 + sqrt 2 for 3; then the last line is an equality",
    tex=r"\sum_{x_h,a_h}\sum_i n_i/\sqrt{N_i}\leq3\sum\sqrt{N_m}\leq3\sqrt{X_hA\sum N_m}"
    r"=3\sqrt{TX_hA}",
    part_of="lem:bias-term-2",
    argues=(
        "the pigeonhole for each pair, then Cauchy-Schwarz in the layer",
        "disp:App. B.2, lem:bias-term-2:total",
    ),
)
def jensen(suite: Suite) -> Iterator[Found]:
    """For every layer h: sum over (x_h,a_h) of sum_i n_i / sqrt(N_i) <= 3 sum over (x_h,a_h) of
    sqrt(N_m) <= 3 sqrt(X_h A sum over (x_h,a_h) of N_m) = 3 sqrt(T X_h A).

    With max{1, .} under the first root. The first step fails with the pigeonhole inequality, the
    last because the N_m of a layer add up to t(m) - 1; the middle one is right. The two ends of
    the chain are in the right order all the same: see the repaired form."""
    first = Tally("exact on runs", "left <= 3 sum sqrt(N_m), every layer of every run")
    last = Tally("exact on runs", "3 sqrt(X_h A sum N_m) = 3 sqrt(T X_h A), every layer")
    for run in suite.all:
        N_m = run.epochs[-1].N
        for h, X_h in enumerate(run.layers[:-1]):
            first.leq(layer_sum(run, h), 3 * sum_of_roots(N_m, h), run=run.name, h=h)
            in_layer = sum(map(sum, N_m[h]))
            left, right = sqrt(X_h * run.A * in_layer), sqrt(run.T * X_h * run.A)
            last.equal(3 * left, 3 * right, run=run.name, h=h, sum_N_m=in_layer, T=run.T)
    yield first
    yield last


@planted(jensen, "the two ends only, X_h A outside the root left out")
def jensen_without_pairs(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "left <= 3 sqrt(T)")
    for run in suite.runs:
        for h in range(run.L):
            tally.leq(layer_sum(run, h), 3 * sqrt(run.T), run=run.name, h=h, K_h=run.layers[h])
    return tally


@claim(
    "disp:App. B.3",
    form="repaired",
    title="Jensen over a layer, N_{m+1}",
    tex=r"\sum_{x_h,a_h}\sum_i n_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sum\sqrt{N_{m+1}}"
    r"\leq(1+\sqrt2)\sqrt{X_hA\sum N_{m+1}}=(1+\sqrt2)\sqrt{TX_hA}",
)
def jensen_repaired(suite: Suite) -> Shown:
    """For every layer h: sum over (x_h,a_h) of sum_i n_i / sqrt(max{1, N_i}) is at most
    (1 + sqrt 2) sum over (x_h,a_h) of sqrt(N_{m+1}), which is at most (1 + sqrt 2) sqrt(X_h A sum
    over (x_h,a_h) of N_{m+1}) = (1 + sqrt 2) sqrt(T X_h A).

    Jensen is an equality where all pairs of the layer are visited equally often. The suite would
    notice a constant below the ratio in the report in place of 1 + sqrt 2 (deterministic chain,
    T = 2^k: (1 + sqrt 2) - sqrt(2/T), so 1 + sqrt 2 cannot be improved)."""
    ends = Tally("exact on runs", "every layer: left <= (1 + sqrt 2) sqrt(T X_h A)")
    for run in suite.all:
        for h, X_h in enumerate(run.layers[:-1]):
            whole = sqrt(run.T * X_h * run.A)
            ends.leq(layer_sum(run, h), (sqrt(2) + 1) * whole, run=run.name, h=h)
    chain = Tally("enumerated", "one pair per layer, T = 2^k", step=True)
    for k in range(0, 40, 3):
        chain.leq(pigeonhole_bound(1 << k), (sqrt(2) + 1) * sqrt(1 << k), k=k)
    return ends, chain


@planted(jensen_repaired, "1 + sqrt 2 replaced by 12/5, chain with T = 2^k")
def jensen_12_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "one pair per layer, T = 2^k")
    for k in range(24):
        tally.leq(pigeonhole_bound(1 << k), Q(12, 5) * sqrt(1 << k), k=k, T=1 << k)
    return tally


@claim(
    "lem:bias-term-2:total",
    number="App. B, display 3",
    kind="identity",
    title="the visits of a layer add up to T",
    expected="FAILS",
    repair="N_{m+1}, the visits after the last epoch; the N_m add up to t(m) - 1",
    tex=r"\sum_{x_h\in X_h}\sum_{a_h}N_m(x_h,a_h)=T",
)
def total(suite: Suite) -> Shown:
    """In every layer h < L the numbers of visits N_m(x_h,a_h) at the start of the last epoch m add
    up to T.

    They add up to t(m) - 1 < T: the episodes of epoch m are missing, at T = 1 all of them."""
    return _totals(suite, last=True)


@planted(total, "sum over all layers instead of one (of N_{m+1})")
def total_of_all_layers(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "all layers together")
    for run in suite.runs:
        every = sum(n for layer in run.N_end for row in layer for n in row)
        if run.L > 1:
            tally.equal(every, run.T, run=run.name, L=run.L)
    return tally


@claim(
    "lem:bias-term-2:total",
    form="repaired",
    title="visits of a layer, N_{m+1}",
    tex=r"\sum_{x_h\in X_h}\sum_{a_h}N_{m+1}(x_h,a_h)=T,\quad\sum N_m=t(m)-1",
)
def total_repaired(suite: Suite) -> Shown:
    """In every layer h < L the visits N_{m+1}(x_h,a_h) after all T episodes add up to T; those at
    the start of epoch i, N_i(x_h,a_h), to t(i) - 1.

    Layers make it so: an episode visits exactly one pair of each layer h < L."""
    return _totals(suite, last=False)


@planted(total_repaired, "t(i) in place of t(i) - 1")
def total_shifted(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every layer of every epoch")
    for run, e in suite.runs.epochs():
        for h, layer in enumerate(e.N):
            tally.equal(sum(map(sum, layer)), e.t, run=run.name, i=e.i, h=h)
    return tally


def _totals(suite: Suite, last: bool) -> Tally:
    tally = Tally("exact on runs", "every layer")
    for run in suite.all:
        t_m, N = run.epochs[-1].t, run.epochs[-1].N if last else run.N_end
        for h in range(run.L):
            where = {"run": run.name, "h": h, "T": run.T, "t(m)": t_m}
            tally.equal(sum(map(sum, N[h])), run.T, **where)
    return tally


# --------------------------------------------------------------------- shared with eq. (35)


def sum_of_roots(N: Counts, h: int) -> Real:
    """sum over (x_h,a_h) of sqrt(N(x_h,a_h))."""
    total = Real.of(0)
    for n, times in sorted(Counter(n for row in N[h] for n in row).items()):
        total = total + sqrt(n) * times
    return total
