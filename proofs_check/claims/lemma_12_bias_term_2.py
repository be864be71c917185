"""Lemma 12, eq. (34): the bonuses at the visited pairs add up to O(sqrt(TLXA Lam))."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import Q, sqrt
from proofs_check.claims.common.bounds import SIZES
from proofs_check.claims.common.visits import pigeonhole_bound
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, claim
from proofs_check.sampled_runs.suite import Suite


@claim(
    "lem:bias-term-2",
    kind="pathwise",
    title="bonuses at visited pairs",
    covers=("eq:34",),
    readings=("R-1",),
    tex=r"\sum_t\sum_{h,x_h,a_h}I^{(t)}\{(x_h,a_h)\}b_{i(t)}(x_h,a_h)\leq5\sqrt{TLXA"
    r"\Lambda}",
    part_of="lem:bias",
    argues=("the chain (35), whose two ends are in order", "eq:35, alg:main/12"),
    planted={
        "5 replaced by 17/5 < 2 + sqrt 2": {"constant": Q(17, 5)},
        "factor L inside the root left out": {"power": 0},
    },
)
def lemma_12(suite: Suite, constant: int | Q = 5, power: int = 1) -> Iterator[Found]:
    """sum_t sum_{h<L} sum over (x_h,a_h) of I^{(t)}{(x_h,a_h)} b_{i(t)}(x_h,a_h) <= 5 sqrt(TLXA
    Lam) on every path, Lam = log(TXA/delta).

    True, although its proof has two false steps. Sharper: the left side is at most (2 + sqrt 2)
    sqrt(TL(X-1)A Lam), X - 1 because x_L has no pairs. 2 + sqrt 2 = 3.414 cannot be improved, not
    even with X for X - 1: on the chain X_h = A = 1, T = 2^k the ratio tends to it as k and L grow.
    Both sides are divided by sqrt(Lam) > 0, which cancels. Trivial (>= LT sqrt(2 Lam), as
    b <= sqrt(2 Lam)) until T > 25XA/(2L)."""
    # Layers 1, ..., 1 and A = 1: every pair is visited in every episode, N doubles.
    tally = Tally("enumerated", "chain X_h = A = 1, T = 2^k, exactly (directed search)", step=True)
    for L, k in product((1, 2, 3, 5, 10, 30, 100, 300), (0, 1, 2, 4, 8, 14, 20)):
        T = 1 << k  # the left side is exact (App. B.2)
        right = (constant * sqrt(T * L**power * (L + 1))).enclose(96)
        left = (sqrt(2) * L * pigeonhole_bound(T)).enclose(96)
        tally.bounded(left, right, (sqrt(2) * (L * T)).enclose(96), L=L, T=T)
    yield tally
    for one in SIZES:
        T = 25 * one.X * one.A // (2 * one.L) + 1
        yield Vacuity(str(one), "LT sqrt(2 Lam)", T)


@claim(
    "lem:bias-term-2:constant",
    number="(35), line 6",
    kind="identity",
    title="3 sqrt 2 <= 5",
    tex=r"3\sqrt2\leq5",
    planted={"5 replaced by 21/5": {"five": Q(21, 5)}},
)
def constant(suite: Suite, five: int | Q = 5) -> Shown:
    """3 sqrt 2 <= 5, the last step of eq. (35): 18 <= 25.

    4.243 in place of 5 would do; with the repaired pigeonhole bound 2 + sqrt 2 = 3.414."""
    proof = Tally("proved", "two numbers")
    proof.leq(3 * sqrt(2), five)
    proof.leq(sqrt(2) * (sqrt(2) + 1), 3 * sqrt(2))
    return proof
