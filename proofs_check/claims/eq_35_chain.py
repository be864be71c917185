"""Eq. (35), proof of Lemma 12: the chain from the bonuses to 5 sqrt(TLXA Lam), line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs_check.arithmetic import Q, Real, b_radius, sqrt
from proofs_check.claims.common.shapes import shapes
from proofs_check.claims.common.visits import layer_sum, visits
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim
from proofs_check.sampled_runs.suite import Suite

Bound = tuple[str, Callable[[int, int], Real]]  # of L and X


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
    planted={
        "line 4 with 3 replaced by 2": {"factor": 2},
        "line 2 without the max: 1/sqrt(N_i) read as 1/sqrt(N_i + 1)": {"more": 1},
    },
)
def eq_35(suite: Suite, factor: int = 3, more: int = 0) -> Shown:
    """Six lines: (1) sum_t sum_h sum over (x_h,a_h) of I^{(t)} b_{i(t)} = (2) the same with b
    written out as sqrt(2 Lam)/sqrt(max{1, N_{i(t)}}) = (3) sqrt(2 Lam) sum_h sum over (x_h,a_h)
    of sum_i n_i / sqrt(max{1, N_i}) <= (4) 3 sqrt(2 Lam) sum_h sqrt(T X_h A)
    <= (5) 3 sqrt(2 TLXA Lam) <= (6) 5 sqrt(TLXA Lam).

    Each line is right. Line 4 is drawn from the third display, which is false as printed, but
    follows from its repaired form since 1 + sqrt 2 <= 3."""
    second = Tally("exact on runs", "lines 1 = 2")
    fourth = Tally("exact on runs", "lines 3 <= 4, over sqrt(2 Lam)")
    for run in suite.all:
        for N in sorted({max(1, N) for found in visits(run).values() for N, _ in found}):
            root = sqrt(run.Lam * 2) * sqrt(Q(1, N + more))
            second.equal(b_radius(run.Lam, N), root, run=run.name, N=N)
        third = sum((layer_sum(run, h) for h in range(run.L)), Real.of(0))
        of_layers = sum((sqrt(run.T * X_h * run.A) for X_h in run.layers[:-1]), Real.of(0))
        fourth.leq(third, factor * of_layers, run=run.name)
    return second, fourth


@claim(
    "lem:bias-term-2:jensen-2",
    number="(35), line 5",
    kind="identity",
    title="Jensen over the layers",
    tex=r"\sum_{h<L}\sqrt{TX_hA}\leq\sqrt{TLXA}",
    planted={
        "L inside the root left out": {"right": ("sqrt(X)", lambda L, X: sqrt(X))},
        "X replaced by X - 2": {"right": ("sqrt(L(X-2))", lambda L, X: sqrt(L * (X - 2)))},
    },
)
def jensen_2(
    suite: Suite, right: Bound = ("sqrt(LX)", lambda L, X: sqrt(L * X))
) -> Iterator[Found]:
    """sum_{h<L} sqrt(T X_h A) <= sqrt(TLXA) for all layers with X_0 + ... + X_L = X.

    Never an equality: the X_h, h < L, add up to X - 1. With X - 1 it is one for the chain X_h = 1.
    Since X_0 = 1 even 1 + sqrt((L-1)(X-2)) bounds sum_h sqrt(X_h)."""
    sharper = "1 + sqrt((L-1)(X-2))", lambda L, X: sqrt((L - 1) * (X - 2)) + 1
    for says, bound in (right, sharper):
        tally = Tally("enumerated", f"sum_h sqrt(X_h) <= {says}, all layers with X <= 7", step=True)
        for layers, _ in shapes(most_states=7, most_actions=1):
            left = sum((sqrt(X_h) for X_h in layers[:-1]), Real.of(0))
            tally.leq(left, bound(len(layers) - 1, sum(layers)), layers=list(layers))
        yield tally
