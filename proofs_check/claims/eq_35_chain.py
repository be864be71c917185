"""Eq. (35), proof of Lemma 12: the chain from the bonuses to 5 sqrt(TLXA Lam), line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from proofs_check.arithmetic import Q, Real, b_radius, sqrt
from proofs_check.claims.common.visits import layer_sum, visits
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:35",
    kind="pathwise",
    title="chain of Lemma 12",
    readings=("R-1",),
    tex=r"\sum I^{(t)}b=\sqrt{2\Lambda}\sum_h\sum_{x_h,a_h}\sum_i n_i/\sqrt{\max\{1,N_i"
    r"\}}\leq3\sqrt{2\Lambda}\sum_h\sqrt{TX_hA}\leq3\sqrt{2TLXA\Lambda}\leq5"
    r"\sqrt{TLXA\Lambda}",
    part_of="lem:bias-term-2",
    argues=(
        "the pigeonhole and Jensen steps of the layers, summed",
        "disp:App. B.3, lem:bias-term-2:jensen-2, lem:bias-term-2:constant",
    ),
)
def eq_35(suite: Suite) -> Shown:
    """Six lines: (1) sum_t sum_h sum over (x_h,a_h) of I^{(t)} b_{i(t)} = (2) the same with b
    written out as sqrt(2 Lam)/sqrt(max{1, N_{i(t)}}) = (3) sqrt(2 Lam) sum_h sum over (x_h,a_h)
    of sum_i n_i / sqrt(max{1, N_i}) <= (4) 3 sqrt(2 Lam) sum_h sqrt(T X_h A)
    <= (5) 3 sqrt(2 TLXA Lam) <= (6) 5 sqrt(TLXA Lam).

    Each line is right. Line 4 is drawn from the third display, which is false as printed, but
    follows from its repaired form since 1 + sqrt 2 <= 3."""
    written = Tally("exact on runs", "lines 1 = 2: b_i = sqrt(2 Lam)/sqrt(max{1, N_i}), every N_i")
    grouped = Tally("exact on runs", "lines 2 = 3: the visits by episode are those by epoch")
    fourth = Tally("exact on runs", "lines 3 <= 4, over sqrt(2 Lam)")
    fifth = Tally("exact on runs", "lines 4 <= 5 <= 6, over sqrt(Lam)")
    for run in suite.all:
        by_episode, by_epoch = counts_met(run), Counter[int]()
        for found in visits(run).values():
            for N, n in found:
                by_epoch[max(1, N)] += n
        for N in sorted(by_episode)[:40]:
            written.equal(
                b_radius(run.Lam, N), sqrt(run.Lam * 2) * sqrt(Q(1, N)), run=run.name, N=N
            )
        grouped.holds(by_episode == by_epoch, run=run.name, values=len(by_epoch))
        third = sum((layer_sum(run, h) for h in range(run.L)), Real.of(0))
        of_layers = sum((sqrt(run.T * X_h * run.A) for X_h in run.layers[:-1]), Real.of(0))
        whole = sqrt(run.T * run.L * run.X * run.A)
        fourth.leq(third, 3 * of_layers, run=run.name)
        fifth.leq(3 * sqrt(2) * of_layers, 3 * sqrt(2) * whole, run=run.name, line=5)
        fifth.leq(3 * sqrt(2) * whole, 5 * whole, run=run.name, line=6)
    return (t.evidence() for t in (written, grouped, fourth, fifth))


@planted(eq_35, "line 2 without the max: 1/sqrt(N_i) read as 1/sqrt(N_i + 1)")
def eq_35_plus_one(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "lines 1 = 2")
    for run in suite.runs:
        for N in sorted(counts_met(run)):
            left, right = b_radius(run.Lam, N), sqrt(run.Lam * 2) * sqrt(Q(1, N + 1))
            tally.equal(left, right, run=run.name, N=N)
    return tally


@planted(eq_35, "line 4 with 3 replaced by 2")
def eq_35_two(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "lines 3 <= 4")
    for run in suite.runs:
        third = sum((layer_sum(run, h) for h in range(run.L)), Real.of(0))
        of_layers = sum((sqrt(run.T * X_h * run.A) for X_h in run.layers[:-1]), Real.of(0))
        tally.leq(third, 2 * of_layers, run=run.name)
    return tally


def counts_met(run: SampledRun) -> Counter[int]:
    """How often a step t, h meets a pair with max{1, N_{i(t)}} = N, by N: episode by episode."""
    met: Counter[int] = Counter()
    for e in run.epochs:
        for episode in e.episodes:
            for h, a in enumerate(episode.a):
                met[max(1, e.N[h][episode.x[h]][a])] += 1
    return met


@claim(
    "lem:bias-term-2:jensen-2",
    number="(35), line 5",
    kind="identity",
    title="Jensen over the layers",
    tex=r"\sum_{h<L}\sqrt{TX_hA}\leq\sqrt{TLXA}",
)
def jensen_2(suite: Suite) -> Iterator[Found]:
    """sum_{h<L} sqrt(T X_h A) <= sqrt(TLXA) for all layers with X_0 + ... + X_L = X.

    Never an equality: the X_h, h < L, add up to X - 1. With X - 1 it is one for the chain X_h = 1.
    Since X_0 = 1 even 1 + sqrt((L-1)(X-2)) bounds sum_h sqrt(X_h)."""
    family = Tally("enumerated", "T = A = 1, all layers with X <= 12", step=True)
    sharper = Tally("enumerated", "1 + sqrt((L-1)(X-2)), all layers with X <= 12", step=True)
    for layers in layers_up_to(12):
        X, L = sum(layers), len(layers) - 1
        left = sum((sqrt(X_h) for X_h in layers[:-1]), Real.of(0))
        family.leq(left, sqrt(L * X), layers=layers)
        if len(set(layers[1:-1])) > 1:  # equal inner layers: both sides are the same number
            sharper.leq(left, sqrt((L - 1) * (X - 2)) + 1, layers=layers)
    yield from (family, sharper)
    long_chain = Tally("enumerated", "chains up to L = 2^20: the ratio tends to 1", step=True)
    for k in range(21):
        long_chain.leq(1 << k, sqrt((1 << k) * ((1 << k) + 1)), L=1 << k)
    yield long_chain


@planted(jensen_2, "L inside the root left out")
def jensen_2_without_L(suite: Suite) -> Shown:
    tally = Tally("enumerated", "sum_h sqrt(X_h) <= sqrt(X), all layers with X <= 12")
    for layers in layers_up_to(12):
        left = sum((sqrt(X_h) for X_h in layers[:-1]), Real.of(0))
        tally.leq(left, sqrt(sum(layers)), layers=layers)
    return tally


@planted(jensen_2, "X replaced by X - 2")
def jensen_2_X_minus_2(suite: Suite) -> Shown:
    tally = Tally("enumerated", "sum_h sqrt(X_h) <= sqrt(L(X - 2)), all layers with X <= 12")
    for layers in layers_up_to(12):
        left = sum((sqrt(X_h) for X_h in layers[:-1]), Real.of(0))
        tally.leq(left, sqrt((len(layers) - 1) * (sum(layers) - 2)), layers=layers)
    return tally


def layers_up_to(most: int) -> Iterator[list[int]]:
    """All layers 1, X_1, ..., X_{L-1}, 1 with X <= most; the order within does not matter here:
    X_1 <= X_2 <= ... Smallest X first."""

    def ascending(total: int, least: int) -> Iterator[list[int]]:
        if total == 0:
            yield []
        for first in range(least, total + 1):
            for rest in ascending(total - first, first):
                yield [first, *rest]

    for X in range(2, most + 1):
        for inner in ascending(X - 2, 1):
            yield [1, *inner, 1]
