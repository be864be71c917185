"""Lemma 5, eq. (21), and its proof, eq. (28): Error."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs_check.arithmetic import (
    ONE,
    ZERO,
    Decision,
    Enclosure,
    Q,
    Real,
    b_radius,
    eps_radius,
    lam,
    ln,
    sqrt,
)
from proofs_check.claims.common.bounds import TENTH, below
from proofs_check.claims.common.regret_terms import error_layers, left_side
from proofs_check.claims.common.transitions import branches
from proofs_check.ledger.evidence import Tally, each
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import (
    difference,
    inner,
    inner_enclosed,
    l1,
    occupancy_measure,
    pair_mass,
)
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:28",
    kind="probabilistic",
    title="Error <= sum l1 <= 12 LX sqrt(..)",
    uses=("lem:key-lem", "eq:rew-ucb"),
    part_of="lem:error",
    tex=r"\text{Error}\leq\sum_t\|\hat q_i-q_i\|_1\leq12LX\sqrt{TA\Lambda}",
)
def eq_28(suite: Suite) -> Iterator[Evidence]:
    """Error = sum_t <q_hat_{i(t)} - q_{i(t)}, r_hat_{i(t)}> is at most sum_t ||q_hat_{i(t)} -
    q_{i(t)}||_1 because r_hat_i <= 1 (surely), and that is at most 12 LX sqrt(TA log(TXA/delta))
    (Lemma 4, probability 1 - 2 delta).

    The first step needs 0 <= r_hat_i as well, which (16) gives; and it is wasteful. Both measures
    have sum 1 in a layer, so r_hat_i - 1/2 may take the place of r_hat_i: Error <= 1/2 sum_t
    sum_{h>=1} |q_hat_i(x_h,a_h) - q_i(x_h,a_h)|. And a layer's distance over pairs is at most that
    over the triples before it and after it, so Error <= (L-1)/(2L) sum_t ||q_hat_i - q_i||_1.
    Attained for every L (two branches, r_hat_i = 1 on one, 0 on the other): 6 (L-1) X for 12 LX."""
    yield _first_step()
    first = Tally("exact on runs", "first step, every epoch")
    half = Tally("exact on runs", "<= half the distance over pairs, every epoch")
    best = Tally("exact on runs", "<= (L-1)/(2L) of the distance over triples, every epoch")
    second = Tally("exact on runs", "second step, every run of Algorithm 1")
    for run in suite.all:
        for e in run.epochs:
            where = {"run": run.name, "i": e.i}
            error = error_of(e)
            first.leq(error, e.l1, **where)
            over_pairs = sum(e.layer_l1, ZERO) / 2
            half.leq(error, over_pairs, **where)
            best.leq(over_pairs, Q(run.L - 1, 2 * run.L) * e.l1, **where)
        if run.scale == 1:
            right = sqrt(run.Lam * (run.T * run.A)) * (12 * run.L * run.X)
            second.leq(left_side(run), right.enclose(96), run=run.name)
    yield from each(first, half, best, second)
    yield _attained(Q(1, 2))


@planted("eq:28", change="(L-1)/(6L) in place of (L-1)/(2L), two branches")
def eq_28_sixth(suite: Suite) -> Iterator[Evidence]:
    yield _attained(Q(1, 6))


@planted("eq:28", change="1/4 of the distance over pairs, on the runs")
def eq_28_quarter(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "every epoch")
    for run, e in suite.all.epochs():
        tally.leq(error_of(e), sum(e.layer_l1, ZERO) / 4, run=run.name, i=e.i)
    yield tally.evidence()


@claim(
    "lem:error",
    kind="asymptotic",
    title="Error <= O(LX sqrt(TA Lam))",
    uses=("eq:28",),
    covers=("eq:21",),
    tex=r"\text{Error}\leq O(LX\sqrt{TA\Lambda})",
)
def lemma_5(suite: Suite) -> Iterator[Evidence]:
    """With probability at least 1 - 2 delta, Error = sum_t <q_hat_{i(t)} - q_{i(t)}, r_hat_{i(t)}>
    is O(LX sqrt(TA log(TXA/delta))).

    The constant that the proof gives, and that is checked, is 12: eq. (28)."""
    yield _on_runs(suite, lambda run: _unit(run) * 12, "12 LX sqrt(TA Lam), runs of Algorithm 1")


@planted("lem:error", change="the constant 1/4, layers 1, 2, 1, P deterministic")
def lemma_5_small(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "T = 2^k")
    for k in range(4, 41, 4):
        T, Lam = 1 << k, lam(1 << k, 4, 1, TENTH)
        tally.leq(deterministic_error(2, k, Lam), sqrt(Lam * T) * 2, L=2, X=4, A=1, T=f"2^{k}")
    yield tally.evidence()


@claim(
    "lem:error",
    form="repaired",
    kind="probabilistic",
    title="Error, layer by layer",
    uses=("eq:28", "lem:occ-term-1", "lem:occ-term-2"),
    readings=("R-1", "R-4"),
    tex=r"\text{Error}\leq(2+\sqrt2)\sqrt{TA\Lambda}\sum_{s\leq L-2}(L-1-s)"
    r"\sqrt{X_sX_{s+1}}+L(L-1)\sqrt{\tfrac T2\ln\tfrac1\delta}\leq(2+\tfrac32"
    r"\sqrt2)LX\sqrt{TA\Lambda}",
)
def lemma_5_repaired(suite: Suite) -> Iterator[Evidence]:
    """With probability at least 1 - 2 delta, Error <= (2 + sqrt 2) sqrt(TA Lam) sum_{s=0}^{L-2}
    (L - 1 - s) sqrt(X_s X_{s+1}) + L(L-1) sqrt(T log(1/delta)/2) <= (2 + (3/2) sqrt 2) LX
    sqrt(TA Lam), Lam = log(TXA/delta): the constant 4.122 for 12.

    From Error <= 1/2 sum of the distances over pairs of layers 1..L-1 and Lemma 8, so layer s has
    the weight (L - 1 - s)/2, where (28) has L - s; Lemma 9's steps then give the rest."""
    import sympy

    L, s, x = sympy.symbols("L s x", positive=True)
    proof = Tally("proved", "weights and constants, all T, X, A, L, delta")
    weights = sympy.summation(2 * (L - 1 - s) / 2, (s, 0, L - 2)) - L * (L - 1) / 2
    proof.holds(sympy.expand(weights) == 0, step="|martingale difference| <= L(L-1)/2, xi <= 2")
    half = sympy.simplify(L * (L - 1) / 2 * sympy.sqrt(2 * x) - L * (L - 1) * sympy.sqrt(x / 2))
    proof.holds(half == 0, step="Lemma 10: L(L-1)/2 sqrt(2T log(1/delta))")
    proof.equal((sqrt(2) * 2 + 4) / 2, sqrt(2) + 2, step="half of Lemma 9's 4 + 2 sqrt 2")
    rest = sympy.expand(L * (L + 1 + x) - L * (L - 1))
    proof.holds(sympy.expand(rest - 2 * L - L * x) == 0, step="L(L-1) <= LX")
    proof.equal(sqrt(2) + 2 + sqrt(Q(1, 2)), sqrt(2) * Q(3, 2) + 2, step="2 + (3/2) sqrt 2")
    below(proof)
    yield proof.evidence()
    yield _on_runs(suite, sharp_error, "the first right side, runs of Algorithm 1")
    event = Tally("exact on runs", "Error <= sum_t sum_s (L-1-s) <q_i, min{1, eps_i}>, on Lemma 2")
    for run, e in suite.all.epochs():
        if e.event_P is Decision.TRUE:
            event.leq(error_of(e), clipped_eps(e), run=run.name, i=e.i)
    yield event.evidence()
    yield _deterministic(ONE)


@planted("lem:error", form="repaired", change="2/5 of the first right side, the same instance")
def lemma_5_less(suite: Suite) -> Iterator[Evidence]:
    yield _deterministic(Q(2, 5))


@planted("lem:error", form="repaired", change="the weight L - 2 - s")
def lemma_5_weights(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "every epoch on the event of Lemma 2")
    for run, e in suite.all.epochs():
        if e.event_P is Decision.TRUE:
            tally.leq(error_of(e), clipped_eps(e, 2), run=run.name, i=e.i)
    yield tally.evidence()


# ------------------------------------------------------------------------------ both sides


def error_of(e: SampledEpoch) -> Enclosure:
    """<q_hat_i - q_i, r_hat_i>, one episode's part of Error."""
    return inner_enclosed(difference(e.q_hat_xa, e.q_xa), e.r_hat)


def error(run: SampledRun) -> Enclosure:
    """Error."""
    lo = hi = ZERO
    for e in run.epochs:
        of_e = error_of(e)
        lo, hi = lo + e.length * of_e.lo, hi + e.length * of_e.hi
    return Enclosure(lo, hi)


def deterministic_error(L: int, k: int, Lam: Real) -> Enclosure:
    """Error over T = 2^k episodes of the two branches of lemma_04's `deterministic`: r_hat_i is
    1 on the branch of v and min{1, b_i} on that of u, so Error_i = (L-1) min{1, eps_i/2} (1 - b_i)
    if b_i < 1, else 0."""
    lo = hi = ZERO
    for N in (1 << j for j in range(k)):
        eps, b = eps_radius(2, Lam, N).enclose(96), b_radius(Lam, N).enclose(96)
        lo += N * (L - 1) * min(ONE, eps.lo / 2) * max(ZERO, 1 - b.hi)
        hi += N * (L - 1) * min(ONE, eps.hi / 2) * max(ZERO, 1 - b.lo)
    return Enclosure(lo, hi)


def _deterministic(share: Q) -> Evidence:
    note = "runs of probability 1: two branches, P deterministic, L = 2..5, T = 2^k"
    tally = Tally("proved", note, step=True)
    for L in range(2, 6):
        for k in range(4, 41, 4):
            layers, T = (1, *[2] * (L - 1), 1), 1 << k
            Lam = lam(T, 2 * L, 1, TENTH)
            azuma = sqrt(ln(1 / TENTH) * Q(T, 2)) * (L * (L - 1))
            right = (error_layers(layers) * sqrt(Lam * T) + azuma) * share
            tally.leq(deterministic_error(L, k, Lam), right, L=L, X=2 * L, A=1, T=f"2^{k}")
    return tally.evidence()


def clipped_eps(e: SampledEpoch, short: int = 1) -> Enclosure:
    """sum_s (L - short - s) sum q_i(x_s,a_s) min{1, eps_i(x_s,a_s)}."""
    lo = hi = ZERO
    for s in range(e.run.L - short):
        for q_x, eps_x in zip(e.q_xa[s], e.eps[s], strict=True):
            for m, eps in zip(q_x, eps_x, strict=True):
                if m:
                    lo += (e.run.L - short - s) * m * min(ONE, eps.lo)
                    hi += (e.run.L - short - s) * m * min(ONE, eps.hi)
    return Enclosure(lo, hi)


def sharp_error(run: SampledRun) -> Real:
    """The first right side of the repaired lemma."""
    azuma = sqrt(ln(1 / run.delta) * Q(run.T, 2)) * (run.L * (run.L - 1))
    return error_layers(run.layers) * sqrt(run.Lam * (run.T * run.A)) + azuma


def _unit(run: SampledRun) -> Real:
    return sqrt(run.Lam * (run.T * run.A)) * (run.L * run.X)


def _on_runs(suite: Suite, bound: Callable[[SampledRun], Real], note: str) -> Evidence:
    tally = Tally("exact on runs", note)
    for run in suite.runs:
        tally.leq(error(run), bound(run).enclose(96), run=run.name)
    return tally.evidence()


def _first_step() -> Evidence:
    """Each inequality entry by entry; the weights of the triples before and after a layer."""
    import sympy

    r, L, h = sympy.symbols("r L h", positive=True)
    tally = Tally("proved", "0 <= r_hat <= 1; 1/2; (L-1)/(2L), for all L and all measures")
    tally.holds(sympy.expand(r - (r - sympy.Rational(1, 2))) == sympy.Rational(1, 2),
                step="sum of q_hat - q over a layer is 0: r - 1/2 for r")  # fmt: skip
    quarter = sympy.expand(sympy.Rational(1, 4) - (r - sympy.Rational(1, 2)) ** 2 - r * (1 - r))
    tally.holds(quarter == 0, step="|r - 1/2| <= 1/2 as r (1 - r) >= 0; |r| <= 1 likewise")
    # D_h <= T_{h-1} and D_h <= T_h (sums of entries), so D_h <= w_h T_{h-1} + (1 - w_h) T_h.
    w = (L - h) / L
    of_T = sympy.simplify((1 - w) + w.subs(h, h + 1) - (L - 1) / L)
    tally.holds(of_T == 0, step="weight of T_h, 0 < h < L-1: (1 - w_h) + w_{h+1} = (L-1)/L")
    ends = (
        sympy.simplify(w.subs(h, 1) - (L - 1) / L),
        sympy.simplify(1 - w.subs(h, L - 1) - 1 + 1 / L),
    )
    tally.holds(ends == (0, 0), step="weights of T_0 and T_{L-1}: (L-1)/L")
    return tally.evidence()


def _attained(share: Q) -> Evidence:
    """P goes to one branch, P_i to the other, where r_hat_i = 1: <q_hat - q, r_hat> = L - 1."""
    tally = Tally(
        "proved", "two branches, L = 2..12: Error = (L-1)/(2L) ||q_hat - q||_1", step=True
    )
    for L in range(2, 13):
        P, P_i, pi = branches(L, ONE, ZERO)
        q, q_hat = occupancy_measure(P, pi), occupancy_measure(P_i, pi)
        r_hat = [[[ONE]], *[[[ZERO], [ONE]]] * (L - 1)]
        left = inner(difference(pair_mass(q_hat), pair_mass(q)), r_hat)
        tally.leq(left, share * Q(L - 1, L) * l1(q_hat, q), L=L, layers=[1, *[2] * (L - 1), 1], A=1)
    return tally.evidence()
