"""Lemma 9, eq. (27), step by step: the radii along the visits, Azuma's part, the constants."""

from __future__ import annotations

from itertools import pairwise, product

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real, ln, sqrt, zipped
from proofs_check.claims.common.azuma import compare_tail
from proofs_check.claims.common.shapes import shapes
from proofs_check.claims.common.transitions import weighted
from proofs_check.claims.common.visits import by_layers, pigeonhole_bound
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.occupancy import inner_enclosed
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite

# --------------------------------------------------- first term: the radii along the visits


@claim(
    "lem:occ-term-2:count",
    number="(27), term 1",
    kind="pathwise",
    title="2 eps along the visited pairs",
    readings=("R-1",),
    tex=r"\sum_t\sum_{h=1}^L\sum_{s<h}\sum_{x_s,a_s}I^{(t)}\{x_s,a_s\}2\epsilon_{i(t)}(x_s,a_s)"
    r"\leq6LX\sqrt{2TA\Lambda}",
    argues=(
        "each layer by the pigeonhole and Jensen steps, weights L - s",
        "eq:extra-term-P, disp:App. B.2, disp:App. B.3, lem:occ-term-2:layers",
    ),
    planted={
        "7/10 of the layered form: 4.78 in place of 6.83": {"share": Q(7, 10)},
        "X_{s+1} left out of the layered form": {"width": 0},
    },
)
def count(suite: Suite, share: Q = ONE, width: int = 1) -> Shown:
    """sum_t sum_{h=1}^L sum_{s<h} sum_{(x_s,a_s)} I^{(t)}{x_s,a_s} 2 eps_{i(t)}(x_s,a_s) <=
    6 LX sqrt(2TA Lam), Lam = log(TXA/delta).

    Layer s has the weight L - s and, by the pigeonhole and Jensen steps of App. B,
    sum n_i 2 eps_i <= 2 sqrt(2 X_{s+1} Lam) (1 + sqrt 2) sqrt(T X_s A). So the sum is at most
    (4 + 2 sqrt 2) sqrt(TA Lam) sum_{s<L} (L - s) sqrt(X_s X_{s+1}) <= (4 + 2 sqrt 2) L (X - 1)
    sqrt(TA Lam): the constant 6.83 for 8.49, and X - 1. As xi_i = 0 on layer L - 1, s <= L - 2 and
    X - 2 are enough for Lemma 9. On the chain (X = L + 1, A = 1) with T = 2^k the layered form is
    attained in the limit."""
    layered = Tally("exact on runs", "every run: the layered form")
    for run in suite.all:
        root = sqrt(run.Lam * (run.T * run.A))
        layered.leq(realised_eps(run), root * by_layers(run.layers, width=width), run=run.name)
    chain = Tally("enumerated", "chain, L <= 6, T = 2^k <= 2^40, over sqrt(Lam)", step=True)
    for L, k in product(range(1, 7), range(0, 41, 8)):
        left = pigeonhole_bound(1 << k) * sqrt(2) * (L * (L + 1))
        right = by_layers((1,) * (L + 1)) * sqrt(1 << k) * share
        chain.leq(left, right, L=L, T=1 << k)
    return layered, chain


def realised_eps(run: SampledRun) -> Enclosure:
    """sum_t sum_s (L - s) 2 eps_{i(t)}(x_s,a_s) along the pairs of episode t."""
    of_layers = (
        [inner_enclosed([n], [eps]) for n, eps in zip(e.n, e.eps, strict=True)] for e in run.epochs
    )
    return Enclosure.sum(2 * weighted(E) for E in of_layers)


# ------------------------------------------------------------- second term: Azuma's part

HALF = Q(1, 2)
TAILS = (Q(9, 10), Q(1, 2), Q(1, 10), Q(1, 100))  # delta/L


@claim(
    "lem:occ-term-2:azuma",
    number="(27), term 2",
    kind="probabilistic",
    title="(q - I) xi over all episodes",
    readings=("R-3", "R-4"),
    tex=r"\sum_t\sum_{h=1}^L\sum_{s<h}\sum_{x_s,a_s}(q_i(x_s,a_s)-I^{(t)}\{x_s,a_s\})"
    r"\xi_i(x_s,a_s)\leq2LX\sqrt{2T\ln(L/\delta)}",
    argues=(
        "Y_t has conditional mean 0; Lemma 10",
        "lem:adaptive-sampling, lem:azuma-hoeffding, lem:occ-1-norm:P_i, def:1",
    ),
    planted={"an eighth of the threshold of a layer, worst martingale": {"scale": Q(1, 8)}},
)
def azuma(suite: Suite, scale: Q = HALF) -> Shown:
    """With probability at least 1 - delta, the sum over t, 1 <= h <= L, s < h and (x_s,a_s) of
    (q_{i(t)}(x_s,a_s) - I^{(t)}{x_s,a_s}) xi_{i(t)}(x_s,a_s) is at most
    2 LX sqrt(2T log(L/delta)).

    For a layer s, Y_t = sum (q_i - I^{(t)}) xi_i has conditional mean 0 and |Y_t| <= 2, as
    0 <= xi_i <= 2. Lemma 10 with delta/L gives 2 sqrt(2T log(L/delta)); the weights L - s add up to
    L(L+1)/2 and L + 1 <= X: half of what is printed, and L(L+1) for LX: no X is needed. One
    application to the sum over all layers needs no union: L(L+1) sqrt(2T log(1/delta)). And Y_t
    lies in an interval of length 2, which halves both once more (Lemma 10's interval form)."""
    # Pr{sum Y_t > threshold} for the worst Y_t = 2 (p_t - I_t), p_t in {1/4, 1/2, 3/4} chosen from
    # the past, against delta/L; half of the threshold as printed.
    horizons = (1, 4, 16, 64, 128) if suite.full else (1, 4, 16, 40)
    note = f"worst of 3^histories, T <= {horizons[-1]}, {scale} of the threshold of a layer"
    tally = Tally("exact probability", note, step=True)
    for T, delta in product(horizons, TAILS):
        threshold = (sqrt(ln(1 / delta) * (2 * T)) * 2 * scale).enclose(64)
        mass = worst_tail(T, threshold)
        compare_tail(tally, mass, delta, threshold, 2 * T, T=T, tail=delta)
    return tally


@planted(azuma, "q_hat_i in place of q_i: the mean is not 0")
def azuma_q_hat(suite: Suite) -> Shown:
    tally = Tally("exact probability", "conditional mean of sum (q_hat_i - I) xi_i, at most 0?")
    for run, e in suite.runs.epochs():
        for s, of_layer in enumerate(zip(e.q_xa, e.q_hat_xa, e.xi, strict=True)):
            mean = sum(((m_hat - m) * xi for m, m_hat, xi in zipped(*of_layer)), ZERO)
            tally.leq(mean, 0, run=run.name, i=e.i, s=s)
    return tally


def worst_tail(T: int, threshold: Enclosure) -> Q:
    """max Pr{sum_{t<=T} Y_t > threshold}, by backward induction on the sum, in halves.

    Y_t = 2 (p - I), I = 1 with probability p: it is 2p - 2 with probability p, else 2p."""
    top = 3 * T  # |sum| <= 3T/2
    # Integers over 4^t: value[k] is 4^t times the probability from the sum (k - top)/2
    value = [int(Q(k - top, 2) > threshold.lo) for k in range(2 * top + 1)]
    for t in range(1, T + 1):
        value = [
            max(
                p * value[k + p - 4] + (4 - p) * value[k + p]  # p quarters: Y_t = (p - 4)/2 or p/2
                for p in (1, 2, 3)
            )
            if 3 * t <= k <= 2 * top - 3 * t
            else 0
            for k in range(2 * top + 1)
        ]
    return Q(value[top], 4**T)


# ------------------------------------------------------------------------- the constants


@claim(
    "lem:occ-term-2:layers",
    number="(27), layers",
    kind="identity",
    title="sum sqrt(X_h X_{h+1}) <= X",
    tex=r"\sum_{h=0}^{L-1}\sqrt{X_hX_{h+1}}\leq X",
    argues=(
        "a geometric mean is at most the arithmetic one; the layers are a partition",
        "as:layered-mdp",
    ),
    planted={"X - 2 in place of X": {"short": 2}},
)
def layers_of_X(suite: Suite, short: int = 1) -> Shown:
    """sum_{h=0}^{L-1} sqrt(X_h X_{h+1}) <= X: how eps_i's X_{h+1} and the X_h A pairs of a layer
    add up to the factor X of Lemma 9.

    True with X - 1, attained if and only if every layer is a single state; and the layer L-1, on
    which xi_i = 0, may be left out: sum_{h=0}^{L-2} <= X - 2 for L >= 2, attained likewise."""
    tally = Tally("enumerated", f"every shape with X <= 7: at most X - {short}", step=True)
    for layers, _ in shapes(most_states=7, most_actions=1):
        left = sum((sqrt(X_h * X_next) for X_h, X_next in pairwise(layers)), Real.of(0))
        tally.leq(left, sum(layers) - short, layers=list(layers))
    return tally


@claim(
    "lem:occ-term-2:constant",
    number="(27), line 2",
    kind="identity",
    title="6 sqrt 2 + 2 sqrt 2 <= 12",
    tex=r"6LX\sqrt{2TA\Lambda}+2LX\sqrt{2T\ln(L/\delta)}\leq12LX\sqrt{TA\Lambda}",
    planted={"11 in place of 12": {"twelve": 11}},
)
def constant(suite: Suite, twelve: int = 12) -> Shown:
    """6 LX sqrt(2TA log(TXA/delta)) + 2 LX sqrt(2T log(L/delta)) <= 12 LX sqrt(TA log(TXA/delta)).

    Because L <= X - 1 <= TXA and A >= 1, the second root is at most the first, and 6 sqrt 2 +
    2 sqrt 2 = 11.31... <= 12. What the steps of the proof really give, (4 + 2 sqrt 2) for the
    visits and sqrt 2 for Azuma's part, is 4 + 3 sqrt 2 = 8.24..."""
    sharp = Tally("proved", "the constants, printed and sharper", step=True)
    sharp.leq(sqrt(2) * 8, twelve, step="6 sqrt 2 + 2 sqrt 2 <= 12")
    sharp.equal((sqrt(2) + 1) * sqrt(2) * 2, sqrt(2) * 2 + 4, step="2 sqrt 2 (1 + sqrt 2)")
    sharp.equal(sqrt(2) * 2 + 4 + sqrt(2), sqrt(2) * 3 + 4, step="4 + 2 sqrt 2 + sqrt 2")
    sharp.leq(sqrt(2) * 3 + 4, Q(33, 4), step="4 + 3 sqrt 2 <= 8.25")
    return sharp
