"""Lemma 6, eq. (22): Bias-II. A gap as printed; repaired by cutting r_hat - r at 1 before Azuma."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import ONE, Enclosure, Q, Real, b_radius, lam, ln, sqrt
from proofs_check.claims.common.bounds import CONSTANT, TENTH, vacuous
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Verdict, claim, planted
from proofs_check.sampled_runs.occupancy import inner, inner_enclosed
from proofs_check.sampled_runs.suite import Suite


@claim(
    "lem:bias",
    kind="asymptotic",
    title="Bias-II",
    covers=("eq:22",),
    expected="GAP",
    repair="use r_hat_i - r <= min{1, 3 b_i/2} before the split, so that an episode contributes at "
    "most L to the martingale: Bias-II <= (3 + 2 sqrt 2) sqrt(TLXA Lam)",
    tex=r"\text{Bias-II}\leq O(\sqrt{TLXA\Lambda})",
    argues=(
        "Lemma 3's upper half, the split of (31), then Lemmas 11 and 12",
        "eq:bias-decomp, lem:bias-term-1, lem:bias-term-2, lem:conf-set-rew",
    ),
    planted={
        "(the printed form has a gap: here the sum is claimed <= 14 sqrt(...))": {"claimed": (14,)},
    },
)
def lemma_6(suite: Suite, claimed: tuple[int, ...] = (20, 50, 100)) -> Iterator[Found]:
    """With probability at least 1 - 2 delta, Bias-II = sum_t <q_{i(t)}, r_hat_{i(t)} - r> is
    O(sqrt(TLXA Lam)), Lam = log(TXA/delta), by (31), Lemma 11 and Lemma 12.

    These add up to 4 L sqrt(T) Lam + 10 sqrt(TLXA Lam). The first term has Lam where the claim has
    sqrt(Lam): over sqrt(TLXA Lam) it is 4 sqrt(L Lam/(XA)), unbounded as T grows. With (33) in
    place of Lemma 11's last line it is 4 sqrt(L log(L/delta)/(XA)): bounded in T, but unbounded as
    delta falls and, for A = 1 and X = L + 1, as L grows. (In O~ the gap does not show.) Also, Lemma
    3 as stated costs 2 delta and Lemma 11 delta: together 3 delta, not 2 delta, unless only half of
    Lemma 3 is used (eq. (31))."""
    # With (33), 10 + 4 sqrt(L log(L/delta)/(XA)) <= K? delta = e^-k; and L = e^k, X = L + 1
    with_33 = Tally("proved", "with (33): the sum <= K sqrt(TLXA Lam)?", failing=Verdict.GAP)
    for K in claimed:
        k = K * K // 8  # log(1/delta), L = A = 1, X = 2
        left = sqrt(Q(k, 2)) * 4 + 10
        with_33.leq(left, K, K=K, L=1, X=2, A=1, delta=f"exp(-{k})", T="any")
        k = K * K  # log L <= log(L/delta); L/X >= 1/2
        left = sqrt(Q(k, 2)) * 4 + 10
        with_33.leq(left, K, K=K, L=f"exp({k})", X="L + 1", A=1, delta="any", T="any")
    yield with_33
    gap = Tally("proved", "as printed: the sum <= K sqrt(TLXA Lam)?", failing=Verdict.GAP)
    for K in claimed:  # over sqrt(T Lam); 8 Lam > (K - 10)^2 at T = 2^k
        k = int(((Q((K - 10) ** 2, 8) - ln(20)) / ln(2)).enclose(96).hi) + 1
        left = sqrt(lam(1 << k, 2, 1, TENTH)) * 4 + sqrt(2) * 10
        gap.leq(left, sqrt(2) * K, K=K, L=1, X=2, A=1, delta=TENTH, T=f"2^{k}")
    yield gap
    note = "probabilities of the lemmas used, in units of delta"
    books = Tally("proved", note, failing=Verdict.GAP)
    books.leq(2 + 1, 2, lemma_3=2, lemma_11=1, lemma_6=2)
    yield books
    yield from vacuous(
        lambda one, T, Lam: (
            Lam * sqrt(T) * (4 * one.L) + sqrt(Lam * (T * one.L * one.X * one.A)) * 10
        )
    )


@claim(
    "lem:bias",
    form="repaired",
    kind="probabilistic",
    title="Bias-II <= 5.83 sqrt(TLXA Lam)",
    readings=("R-1",),
    tex=r"\text{Bias-II}\leq\frac32(2+\sqrt2)\sqrt{TL(X-1)A\,\Lambda}+L\sqrt{\tfrac T2"
    r"\ln\tfrac1\delta}\leq(3+2\sqrt2)\sqrt{TLXA\Lambda}",
    argues=(
        "cut at 1 before the split; the visits by the pigeonhole; Azuma's interval form",
        (
            "lem:adaptive-sampling, eq:bias-decomp, lem:azuma-hoeffding, disp:App. B.2, "
            "disp:App. B.3, lem:bias-term-1:martingale, alg:main/12"
        ),
    ),
    planted={"constant 17/5, below 2 + sqrt 2": {"constant": Real.of(Q(17, 5))}},
)
def lemma_6_repaired(suite: Suite, constant: Real = CONSTANT) -> Iterator[Found]:
    """With probability at least 1 - 2 delta, Bias-II = sum_t <q_{i(t)}, r_hat_{i(t)} - r> <=
    (3 + 2 sqrt 2) sqrt(TLXA Lam) = 5.829 sqrt(TLXA Lam).

    The proof gives (3/2)(2 + sqrt 2) sqrt(TL(X-1)A Lam) + L sqrt(T ln(1/delta)/2). Put c_i =
    min{1, 3 b_i/2}. (a) With probability 1 - delta, r_bar_i - r <= b_i/2 always, so r_hat_i - r <=
    c_i. (b) D_t = sum q c - sum I^{(t)} c is a martingale difference in an interval of length L:
    sum D_t <= L sqrt(T ln(1/delta)/2) with probability 1 - delta. (c) sum I^{(t)} c <= (3/2)
    sqrt(2 Lam) (1 + sqrt 2) sqrt(TL(X-1)A). (d) L <= X - 1 and ln(1/delta) <= Lam. No constant
    below 2 + sqrt 2 = 3.414 is right (chain X_h = A = 1, rewards 0, T = 2^k, k and L large)."""
    # Layers 1, ..., 1, A = 1, all rewards 0: r_hat_i - r = min{1, b_i}, N_i = 0, 1, 2, 4, ...
    tally = Tally("exact on runs", "chain X_h = A = 1, rewards 0, T = 2^k, against LT")
    for L, k in product((1, 5, 30, 300), (0, 2, 5, 10, 20, 30, 40)):
        T, Lam = 1 << k, lam(1 << k, L + 1, 1, TENTH)
        radii = (b_radius(Lam, 1 << j).enclose(96).at_most(ONE) for j in range(k))
        left = L * (1 + Enclosure.sum((1 << j) * b for j, b in enumerate(radii)))
        right = (constant * sqrt(Lam * (T * L * (L + 1)))).enclose(96)
        tally.bounded(left, right, L * T, L=L, T=f"2^{k}")
    yield tally
    yield from vacuous(lambda one, T, Lam: CONSTANT * sqrt(Lam * (T * one.L * one.X * one.A)))


@planted(lemma_6_repaired, "constant 1 on the sampled runs, on the event")
def lemma_6_one(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "Bias-II <= sqrt(TLXA Lam)")
    for run in suite.runs:
        bias_2 = Enclosure.sum(
            (inner_enclosed(e.q_xa, e.r_hat) - inner(e.q_xa, run.r)) * e.length for e in run.epochs
        )
        tally.leq(bias_2, sqrt(run.Lam * (run.T * run.L * run.X * run.A)), run=run.name)
    return tally
