"""Lemma 4, eq. (20): the distance of q_hat_i and q_i, summed over all episodes."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import (
    Decision,
    Enclosure,
    Q,
    Real,
    certainly_leq,
    eps_radius,
    lam,
    sqrt,
)
from proofs_check.claims.common.azuma import azuma_bound, martingale
from proofs_check.claims.common.bounds import SIZES, TENTH, Size, below, vacuous
from proofs_check.claims.common.regret_terms import left_side, sharp
from proofs_check.claims.common.visits import by_layers
from proofs_check.ledger.evidence import Tally, each
from proofs_check.ledger.registry import Evidence, Vacuity, claim, planted
from proofs_check.sampled_runs.suite import Suite

USES = ("eq:occ-1-norm-comb", "lem:occ-term-2")


@claim(
    "lem:key-lem",
    kind="probabilistic",
    title="sum l1 <= 12 LX sqrt(TA Lam)",
    uses=USES,
    covers=("eq:20",),
    tex=r"\sum_{t=1}^T\|\hat q_{i(t)}-q_{i(t)}\|_1\leq12LX\sqrt{TA\Lambda}",
)
def lemma_4(suite: Suite) -> Iterator[Evidence | Vacuity]:
    """With probability at least 1 - 2 delta, sum_t ||q_hat_{i(t)} - q_{i(t)}||_1 <=
    12 LX sqrt(TA log(TXA/delta)).

    True: the left side does not depend on the completion of P_i, so the completion may be chosen
    in the proof. It says nothing until T > 36 X^2 A Lam: before, the trivial 2LT is smaller."""
    tally = Tally("exact on runs", "every run of Algorithm 1")
    for run in suite.runs:
        right = sqrt(run.Lam * (run.T * run.A)) * (12 * run.L * run.X)
        tally.leq(left_side(run), right.enclose(96), run=run.name)
    yield tally.evidence()
    yield _deterministic(suite.full, sharper=False)
    yield from vacuous(lambda one, T, Lam: sqrt(Lam * (T * one.A)) * (6 * one.L * one.X), "2LT")


@planted("lem:key-lem", change="1 in place of 12, layers 1, 2, 1, P deterministic")
def lemma_4_one(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "T = 2^k")
    for k in range(4, 25, 4):
        T, Lam = 1 << k, lam(1 << k, 4, 1, TENTH)
        tally.leq(on_deterministic_mdps(2, k, Lam), sqrt(Lam * T) * 8, L=2, X=4, A=1, T=T)
    yield tally.evidence()


@planted("lem:key-lem", change="X left out: 12 L sqrt(TA Lam)/5 on the runs")
def lemma_4_no_X(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "every run")
    for run in suite.all:
        right = sqrt(run.Lam * (run.T * run.A)) * (12 * run.L) / 5
        tally.leq(left_side(run), right.enclose(96), run=run.name)
    yield tally.evidence()


@claim(
    "lem:key-lem",
    form="repaired",
    title="sum l1, layer by layer",
    readings=("R-1",),
    tex=r"\sum_t\|\hat q_i-q_i\|_1\leq(4+2\sqrt2)\sqrt{TA\Lambda}\sum_{s\leq L-2}(L-s)"
    r"\sqrt{X_sX_{s+1}}+L(L+1)\sqrt{2T\ln(1/\delta)}\leq(4+3\sqrt2)LX\sqrt{TA\Lambda}",
)
def lemma_4_repaired(suite: Suite) -> Iterator[Evidence | Vacuity]:
    """With probability at least 1 - 2 delta, sum_t ||q_hat_{i(t)} - q_{i(t)}||_1 <=
    (4 + 2 sqrt 2) sqrt(TA Lam) sum_{s=0}^{L-2} (L - s) sqrt(X_s X_{s+1})
    + L(L+1) sqrt(2T log(1/delta)) <= (4 + 3 sqrt 2) LX sqrt(TA Lam), Lam = log(TXA/delta).

    The constant 8.243 for 12; layer by layer it says something much sooner. On the event of Lemma 2
    and on every path the left side is at most the first term plus the martingale of Lemma 9's
    second part. The deterministic fork (layers 1, 2, 1, never at v) reaches the ratio in the
    report: what is lost is xi_i <= 2 eps_i, where P_bar_i = P there."""
    yield _sharper()
    tally = Tally("exact on runs", "every run of Algorithm 1, the first right side")
    event = Tally("exact on runs", "on the event of Lemma 2: <= first term + the martingale")
    for run in suite.all:
        if run.scale == 1:
            tally.leq(left_side(run), sharp(run).enclose(96), run=run.name)
        if run.event_P is Decision.TRUE:
            right = by_layers(run.layers, last=1) * sqrt(run.Lam * (run.T * run.A))
            event.leq(left_side(run), (right + martingale(run)).enclose(96), run=run.name)
    yield from each(tally, event)
    yield _deterministic(suite.full, sharper=True)
    yield from vacuous(_half_of_layers, "2LT", SIZES[1:])


def _half_of_layers(size: Size, T: int, Lam: Real) -> Real:
    visits = by_layers(size.layers, last=1) * sqrt(Lam * (T * size.A))
    return (visits + azuma_bound(size.L, T, TENTH)) / 2


@planted("lem:key-lem", form="repaired", change="2/5 of the visits' term, deterministic fork")
def lemma_4_less(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "T = 2^k, delta = 1/10, layers 1, 2, 1, without Azuma's term")
    for k in range(4, 25, 4):
        T, Lam = 1 << k, lam(1 << k, 4, 1, TENTH)
        right = by_layers((1, 2, 1), last=1) * sqrt(Lam * T) * Q(2, 5)
        tally.leq(on_deterministic_mdps(2, k, Lam), right, L=2, X=4, A=1, T=T)
    yield tally.evidence()


def on_deterministic_mdps(L: int, k: int, Lam: Real) -> Enclosure:
    """sum over T = 2^k episodes of ||q_hat_i - q_i||_1 on two branches that never meet, A = 1,
    P(u|x_0) = 1, r = 0 at u and 1 at v: LP1 moves min{1, eps_i/2} to v, never visited, and
    ||.||_1 = L min{2, eps_i}. Epochs start at N(x_0) = 1, 2, 4, ...; q_hat_1 is uniform."""
    lo = hi = Q(L)  # t = 1: half on each branch
    for N in (1 << j for j in range(k)):
        eps = eps_radius(2, Lam, N).enclose(96)
        lo, hi = lo + N * L * min(Q(2), eps.lo), hi + N * L * min(Q(2), eps.hi)
    return Enclosure(lo, hi)


def _deterministic(full: bool, sharper: bool) -> Evidence:
    note = "runs of probability 1: two branches, P deterministic, L = 2..5, T = 2^k, 4 deltas"
    tally = Tally("proved", note, step=True)
    for L in range(2, 9 if full else 6):
        for k in range(2, 41 if full else 31, 4):
            for delta in (Q(9, 10), Q(1, 2), TENTH, Q(1, 10**6)):
                layers, T = (1, *[2] * (L - 1), 1), 1 << k
                Lam = lam(T, 2 * L, 1, delta)
                right = sqrt(Lam * T) * (24 * L * L)
                if sharper:
                    right = by_layers(layers, last=1) * sqrt(Lam * T) + azuma_bound(L, T, delta)
                tally.leq(on_deterministic_mdps(L, k, Lam), right, L=L, X=2 * L, T=T, delta=delta)
    return tally.evidence()


def _sharper() -> Evidence:
    """The repaired Lemma 9 after (25), and its layers in units of LX sqrt(TA Lam)."""
    import sympy

    X, L, x = sympy.symbols("X L x", positive=True)
    tally = Tally("proved", "the first right side <= (4 + 3 sqrt 2) LX sqrt(TA Lam), all values")
    tally.holds(
        sympy.expand(L * X - L * (X - 2)) == 2 * L, step="L - s <= L, sum of roots <= X - 2"
    )
    tally.holds(sympy.expand(L * (L + 1 + x) - L * (L + 1)) == L * x, step="L(L+1) <= LX")
    tally.equal(sqrt(2) * 2 + 4 + sqrt(2), sqrt(2) * 3 + 4, step="4 + 2 sqrt 2 + sqrt 2")
    tally.holds(certainly_leq(sqrt(2) * 3 + 4, 12), step="4 + 3 sqrt 2 <= 12")
    below(tally)
    return tally.evidence()
