"""App. B, displays 2 and 3 (in the proof of Lemma 12): the pigeonhole inequality for one pair, and
its bounds summed over a layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proofs_check.arithmetic import Q, Real, sqrt, zipped
from proofs_check.claims.common.visits import layer_sum, pigeonhole_bound
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

Legal = Callable[[int], int]  # N_i -> the largest n_i that the trigger allows
PIGEONHOLE = sqrt(2) + 1
MOST = 9  # visits N_m up to which all sequences are tried


def doubling(N: int) -> int:
    """n_i <= max{1, N_i}: what the trigger of Algorithm 1 allows, once repaired (R-1)."""
    return max(1, N)


def exact_sum(n: Sequence[int]) -> Real:
    """sum of n_i / sqrt(max{1, N_i}) for the sequence n_1, n_2, ..., exactly."""
    total, N = Real.of(0), 0
    for n_i in n:
        total, N = total + sqrt(Q(1, max(1, N))) * n_i, N + n_i
    return total


def sequences(N: int, legal: Legal = doubling) -> Iterator[tuple[int, ...]]:
    """All n_1, n_2, ... >= 1 with sum N and n_i <= legal(N_i)."""
    if N == 0:
        yield ()
    for last in range(1, N + 1):
        if last <= legal(N - last):
            for n in sequences(N - last, legal):
                yield (*n, last)


@claim(
    "disp:App. B.2",
    number="App. B, display 2",
    kind="pathwise",
    title="pigeonhole",
    expected="FAILS",
    readings=("R-1",),
    repair="max{1, N_i} under the root and N_{m+1}, the visits after all m epochs, on the right: "
    "sum <= (1 + sqrt 2) sqrt(N_{m+1}) - sqrt 2; with N_m >= 1 the constant is 2 + sqrt 2, not 3",
    tex=r"\sum_{i=1}^m n_i/\sqrt{N_i}\leq(\sqrt2+1)\sqrt{N_m}\leq3\sqrt{N_m}",
    part_of="lem:bias-term-2",
)
def pigeonhole(suite: Suite) -> Shown:
    """sum_{i=1}^m n_i(x,a) / sqrt(N_i(x,a)) <= (sqrt 2 + 1) sqrt(N_m(x,a)) <= 3 sqrt(N_m(x,a)),
    with N_i the visits before epoch i, n_i those inside it, n_i <= max{1, N_i}, m epochs.

    Literally n_1/sqrt(N_1) divides by N_1 = 0. With max{1, .} under the root, both inequalities
    are still false: N_m does not count the last epoch (the source has N_{m+1} there)."""
    first = Tally("enumerated", f"N_m = 1..{MOST}, all n_1, ..., n_m: sqrt 2 + 1, with max")
    second = Tally("enumerated", f"N_m = 1..{MOST}, all n_1, ..., n_m: 3, with max")
    for N_m in range(1, MOST + 1):
        for n in sorted(sequences(N_m), key=lambda n: (len(n), n)):
            # The largest n_m makes the left side largest; n_i = 0 changes neither side.
            n_i = (*n, doubling(N_m))
            first.leq(exact_sum(n_i), (sqrt(2) + 1) * sqrt(N_m), n=n_i, N_m=N_m)
            second.leq(exact_sum(n_i), 3 * sqrt(N_m), n=n_i, N_m=N_m)
    literal = Tally("enumerated", "literally: is every denominator sqrt(N_i) positive?")
    literal.holds(False, i=1, N_i=0, n_i=1)
    return first, second, literal


@planted(pigeonhole, "3 replaced by 17/5, still below 2 + sqrt 2, n_i = N_i always")
def pigeonhole_17_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "N_m = 2^k")
    for k in range(20):
        n = (1, *(1 << j for j in range(k + 1)))
        tally.leq(exact_sum(n), Q(17, 5) * sqrt(1 << k), k=k, N_m=1 << k)
    return tally


@claim(
    "disp:App. B.2",
    form="repaired",
    title="pigeonhole, max{1, N_i}, N_{m+1}",
    tex=r"\sum_{i=1}^m n_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sqrt{N_{m+1}}-\sqrt2",
    planted={
        "epochs may triple the count: n_i <= 2 N_i": {"legal": lambda N_i: max(1, 2 * N_i)},
        "N_m on the right": {"last_counts": False},
    },
)
def pigeonhole_repaired(
    suite: Suite, legal: Legal = doubling, last_counts: bool = True
) -> Iterator[Found]:
    """If 0 <= n_i <= max{1, N_i}, N_1 = 0 and N_{i+1} = N_i + n_i, then
    sum_{i=1}^m n_i / sqrt(max{1, N_i}) <= (1 + sqrt 2) sqrt(N_{m+1}) - sqrt 2 if N_{m+1} >= 1,
    and the sum is 0 otherwise.

    Equality at N_{m+1} = 2^k (n = 1,1,2,4,...), so neither constant can be smaller. Consequence
    for N_m >= 1: sum <= (2 + sqrt 2) sqrt(N_m) - sqrt 2, also attained at N_m = 2^k; the factor
    sqrt 2 of eq. (35) then gives 2 + 2 sqrt 2 = 4.83 <= 5, so Lemma 12's 5 does not depend on
    which of the two is meant as long as N_m >= 1."""
    attained = Tally("enumerated", "N = 2^k, n = 1,1,2,4,...: both sides equal", step=True)
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        left, right = exact_sum(n), pigeonhole_bound(1 << k)
        attained.equal(left, right, k=k, N=1 << k)
        last = left + sqrt(1 << k)  # one more epoch with n_m = N_m
        attained.equal(last, (sqrt(2) + 2) * sqrt(1 << k) - sqrt(2), k=k, N_m=1 << k)
    tally = Tally("enumerated", f"all sequences with N_(m+1) = 1..{MOST}", step=True)
    for N in range(1, MOST + 1):
        for n in sequences(N, legal):
            counted = N if last_counts else N - n[-1]
            tally.leq(exact_sum(n), pigeonhole_bound(counted), n=n, N=counted)
    yield tally
    yield attained


@planted(pigeonhole_repaired, "1 + sqrt 2 replaced by 12/5 (and no - sqrt 2)")
def pigeonhole_12_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "N = 2^k")
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        tally.leq(exact_sum(n), Q(12, 5) * sqrt(1 << k), k=k, N=1 << k)
    return tally


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
            roots = sum((sqrt(n) for (n,) in zipped(N_m[h])), Real.of(0))
            first.leq(layer_sum(run, h), 3 * roots, run=run.name, h=h)
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
    planted={
        "1 + sqrt 2 replaced by 12/5, chain with T = 2^k": {"constant": Real.of(Q(12, 5))},
    },
)
def jensen_repaired(suite: Suite, constant: Real = PIGEONHOLE) -> Shown:
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
            ends.leq(layer_sum(run, h), constant * whole, run=run.name, h=h)
    chain = Tally("enumerated", "one pair per layer, T = 2^k", step=True)
    for k in range(0, 40, 3):
        chain.leq(pigeonhole_bound(1 << k), constant * sqrt(1 << k), k=k)
    return ends, chain


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
        every = sum(n for (n,) in zipped(run.N_end))
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
        m = run.epochs[-1]
        for h, N_h in enumerate(m.N if last else run.N_end):
            where = {"run": run.name, "h": h, "T": run.T, "t(m)": m.t}
            tally.equal(sum(map(sum, N_h)), run.T, **where)
    return tally
