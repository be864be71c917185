"""Lemma 6, eq. (22): Bias-II. A gap as printed; repaired by cutting r_hat - r at 1 before Azuma."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, Enclosure, Q, Real, lam, sqrt
from proofs_check.claims.common.bounds import CONSTANT, TENTH, vacuous
from proofs_check.claims.common.visits import bias_2
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Verdict, claim, planted, step
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
)
def lemma_6(suite: Suite) -> Iterator[Found]:
    """With probability at least 1 - 2 delta, Bias-II = sum_t <q_{i(t)}, r_hat_{i(t)} - r> is
    O(sqrt(TLXA Lam)), Lam = log(TXA/delta), by (31), Lemma 11 and Lemma 12.

    These add up to 4 L sqrt(T) Lam + 10 sqrt(TLXA Lam). The first term has Lam where the claim has
    sqrt(Lam): over sqrt(TLXA Lam) it is 4 sqrt(L Lam/(XA)), unbounded as T grows. With (33) in
    place of Lemma 11's last line it is 4 sqrt(L log(L/delta)/(XA)): bounded in T, but unbounded as
    delta falls and, for A = 1 and X = L + 1, as L grows. (In O~ the gap does not show.) Also, Lemma
    3 as stated costs 2 delta and Lemma 11 delta: together 3 delta, not 2 delta, unless only half of
    Lemma 3 is used (eq. (31))."""
    yield _with_33()
    gap = Tally("proved", "as printed: the sum <= K sqrt(TLXA Lam)?", failing=Verdict.GAP)
    for K in (20, 50, 100):
        T = _first_above(K)
        left, right = chain(T, 1, 2, 1, TENTH)
        power = f"2^{T.bit_length() - 1}"
        gap.leq(left, K * right, K=K, L=1, X=2, A=1, delta=TENTH, T=power)
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


@planted(lemma_6, "(the printed form has a gap: here the sum is claimed <= 14 sqrt(...))")
def lemma_6_14(suite: Suite) -> Shown:
    tally = Tally("enumerated", "L=1, X=2, A=1, delta=1/10, T = 2^k")
    for k in range(40):
        left, right = chain(1 << k, 1, 2, 1, TENTH)
        tally.leq(left, 14 * right, T=f"2^{k}")
    return tally


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
)
def lemma_6_repaired(suite: Suite) -> Iterator[Found]:
    """With probability at least 1 - 2 delta, Bias-II = sum_t <q_{i(t)}, r_hat_{i(t)} - r> <=
    (3 + 2 sqrt 2) sqrt(TLXA Lam) = 5.829 sqrt(TLXA Lam).

    The proof gives (3/2)(2 + sqrt 2) sqrt(TL(X-1)A Lam) + L sqrt(T ln(1/delta)/2). Put c_i =
    min{1, 3 b_i/2}. (a) With probability 1 - delta, r_bar_i - r <= b_i/2 always, so r_hat_i - r <=
    c_i. (b) D_t = sum q c - sum I^{(t)} c is a martingale difference in an interval of length L:
    sum D_t <= L sqrt(T ln(1/delta)/2) with probability 1 - delta. (c) sum I^{(t)} c <= (3/2)
    sqrt(2 Lam) (1 + sqrt 2) sqrt(TL(X-1)A). (d) L <= X - 1 and ln(1/delta) <= Lam. No constant
    below 2 + sqrt 2 = 3.414 is right (chain X_h = A = 1, rewards 0, T = 2^k, k and L large)."""
    yield attaining(CONSTANT, "chain X_h = A = 1, rewards 0, T = 2^k, against LT")
    yield from vacuous(lambda one, T, Lam: CONSTANT * sqrt(Lam * (T * one.L * one.X * one.A)))


planted(
    lemma_6_repaired,
    "constant 17/5, below 2 + sqrt 2",
    lambda _: attaining(Real.of(Q(17, 5)), "chain X_h = A = 1, rewards 0, T = 2^k"),
)


@planted(lemma_6_repaired, "constant 1 on the sampled runs, on the event")
def lemma_6_one(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "Bias-II <= sqrt(TLXA Lam)")
    for run in suite.runs:
        tally.leq(bias_2(run), sqrt(run.Lam * (run.T * run.L * run.X * run.A)), run=run.name)
    return tally


# ------------------------------------------------------------------------------- as printed


def chain(T: int, L: int, X: int, A: int, delta: Q) -> tuple[Real, Real]:
    """4 L sqrt(T) Lam + 10 sqrt(TLXA Lam), and sqrt(TLXA Lam), both over sqrt(T Lam)."""
    return 4 * L * sqrt(lam(T, X, A, delta)) + 10 * sqrt(L * X * A), sqrt(L * X * A)


def _with_33() -> Tally:
    """10 + 4 sqrt(L log(L/delta)/(XA)) <= K, for every T? delta = e^-k; and L = e^k, X = L + 1."""
    tally = Tally("proved", "with (33): the sum <= K sqrt(TLXA Lam)?", failing=Verdict.GAP)
    for K in (20, 50, 100):
        k = K * K // 8  # log(1/delta), L = A = 1, X = 2
        tally.leq(sqrt(Q(k, 2)) * 4 + 10, K, K=K, L=1, X=2, A=1, delta=f"exp(-{k})", T="any")
        k = K * K  # log L <= log(L/delta); L/X >= 1/2
        left = sqrt(Q(k, 2)) * 4 + 10
        tally.leq(left, K, K=K, L=f"exp({k})", X="L + 1", A=1, delta="any", T="any")
    return tally


def _first_above(K: int) -> int:
    """The least T = 2^k where the sum exceeds K sqrt(TLXA Lam), L=1, X=2, A=1, delta=1/10."""
    low, high = 0, 1 << 12
    while high - low > 1:
        k = (low + high) // 2
        left, right = chain(1 << k, 1, 2, 1, TENTH)
        low, high = (low, k) if (left - K * right).enclose(128).lo > 0 else (k, high)
    return 1 << high


# ------------------------------------------------------------------------------- repaired


@step(lemma_6_repaired, "(a) to (d), for all values")
def _repair(suite: Suite) -> Shown:
    import sympy

    T, L, log_1 = sympy.symbols("T L l", positive=True)
    k, a = sympy.symbols("k a", nonnegative=True)
    root = sympy.sqrt(2)
    proof = Tally("proved", "steps (a) to (d), all T, L, X >= L + 1, A, delta")
    proof.leq(ONE, sqrt(lam(1, 2, 1, ONE) * 2) * Q(3, 2), step="(a) N_i = 0: 1 <= 3 b_i/2")
    eps = L * sympy.sqrt(T * log_1 / 2)
    exponent = sympy.simplify(2 * eps**2 / (T * L**2) - log_1)
    proof.holds(exponent == 0, step="(b) interval of length L: exp(-l) = delta")
    count = sympy.expand(sympy.Rational(3, 2) * root * (1 + root))
    proof.holds(count - (3 + 3 * root / 2) == 0, step="(c) (3/2) sqrt 2 (1 + sqrt 2)")
    # (d): L sqrt(T l/2) <= sqrt(1/2) sqrt(TL(X-1)A Lam) as L <= (X-1)A, with X - 1 = L + k.
    rest = sympy.Poly(sympy.expand((L + k) * (1 + a) - L), L, k, a)
    proof.holds(all(c >= 0 for c in rest.coeffs()), step="(d) (X-1)A - L >= 0")
    proof.holds(
        sympy.expand(count + root / 2) - (3 + 2 * root) == 0,
        step="(d) 3 + (3/2) sqrt 2 + sqrt(1/2) = 3 + 2 sqrt 2",
    )
    return proof


def attaining(constant: Real, note: str) -> Tally:
    """Layers 1, ..., 1, A = 1, all rewards 0: r_hat_i - r = min{1, b_i}, N_i = 0, 1, 2, 4, ..."""
    tally = Tally("exact on runs", note)
    for L in (1, 5, 30, 300):
        for k in (0, 2, 5, 10, 20, 30, 40):
            T, Lam = 1 << k, lam(1 << k, L + 1, 1, TENTH)
            total = Enclosure(ONE, ONE)  # the first episode
            for N in (1 << j for j in range(k)):
                b = sqrt(Lam * Q(2, N)).enclose(96)
                low, high = min(ONE, b.lo), min(ONE, b.hi)
                total = Enclosure(total.lo + N * low, total.hi + N * high)
            left = Enclosure(L * total.lo, L * total.hi)
            right = (constant * sqrt(Lam * (T * L * (L + 1)))).enclose(96)
            tally.bounded(left, right, L * T, L=L, T=f"2^{k}")
    return tally
