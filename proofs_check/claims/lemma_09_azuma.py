"""Lemma 9's second term: the visits of a layer against their conditional mean."""

from __future__ import annotations

from itertools import product
from math import isqrt

from proofs_check.arithmetic import ZERO, Enclosure, Q, ln, sqrt
from proofs_check.claims.common.azuma import compare_tail
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

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
)
def azuma(suite: Suite) -> Shown:
    """With probability at least 1 - delta, the sum over t, 1 <= h <= L, s < h and (x_s,a_s) of
    (q_{i(t)}(x_s,a_s) - I^{(t)}{x_s,a_s}) xi_{i(t)}(x_s,a_s) is at most
    2 LX sqrt(2T log(L/delta)).

    For a layer s, Y_t = sum (q_i - I^{(t)}) xi_i has conditional mean 0 and |Y_t| <= 2, as
    0 <= xi_i <= 2. Lemma 10 with delta/L gives 2 sqrt(2T log(L/delta)); the weights L - s add up to
    L(L+1)/2 and L + 1 <= X: half of what is printed, and L(L+1) for LX: no X is needed. One
    application to the sum over all layers needs no union: L(L+1) sqrt(2T log(1/delta)). And Y_t
    lies in an interval of length 2, which halves both once more (Lemma 10's interval form)."""
    return _tails(suite.full)


@planted(azuma, "an eighth of the threshold of a layer, worst martingale")
def azuma_eighth(suite: Suite) -> Shown:
    tally = Tally("exact probability", "tail of the worst martingale difference sequence")
    for T in (4, 16, 32):
        tally.leq(worst_tail(T, _threshold(T, Q(1, 10), Q(1, 8))), Q(1, 10), T=T)
    return tally


@planted(azuma, "q_hat_i in place of q_i: the mean is not 0")
def azuma_q_hat(suite: Suite) -> Shown:
    tally = Tally("exact probability", "conditional mean of sum (q_hat_i - I) xi_i, at most 0?")
    for run, e in suite.runs.epochs():
        for s, (q_s, q_hat_s, xi_s) in enumerate(zip(e.q_xa, e.q_hat_xa, e.xi, strict=True)):
            mean = ZERO
            for rows in zip(q_s, q_hat_s, xi_s, strict=True):
                mean += sum(((m_hat - m) * xi for m, m_hat, xi in zip(*rows, strict=True)), ZERO)
            tally.leq(mean, 0, run=run.name, i=e.i, s=s)
    return tally


# ------------------------------------------------------------------------- exact tails


def _tails(full: bool) -> Tally:
    """Pr{sum Y_t > threshold} for the worst Y_t = 2 (p_t - I_t), p_t in {1/4, 1/2, 3/4} chosen
    from the past, against delta/L; half of the threshold as printed."""
    horizons = (1, 4, 16, 64, 128) if full else (1, 4, 16, 40)
    note = f"worst of 3^histories, T <= {horizons[-1]}, half the threshold of a layer"
    tally = Tally("exact probability", note, step=True)
    for T, delta in product(horizons, TAILS):
        threshold = _threshold(T, delta, Q(1, 2))
        mass = worst_tail(T, threshold)
        compare_tail(tally, mass, delta, threshold, 2 * T, T=T, tail=delta)
    return tally


def _threshold(T: int, delta: Q, scale: Q) -> Enclosure:
    """scale 2 sqrt(2T ln(1/delta)), the bound of one layer."""
    return (sqrt(ln(1 / delta) * (2 * T)) * 2 * scale).enclose(64)


def worst_tail(T: int, threshold: Enclosure) -> Q:
    """max Pr{sum_{t<=T} Y_t > threshold}, by backward induction on the sum, in halves.

    Y_t = 2 (p - I), I = 1 with probability p: it is 2p - 2 with probability p, else 2p."""
    if isqrt(4 * T * T) < 2 * threshold.lo:  # the sum is below 2T
        return ZERO
    top = 3 * T  # |sum| <= 3T/2
    reach = [Q(1 if Q(k - top, 2) > threshold.lo else 0) for k in range(2 * top + 1)]
    # Integers over 4^t: value[k] is 4^t times the probability from the sum (k - top)/2
    value = [int(v) for v in reach]
    for t in range(1, T + 1):
        low, high = 3 * t, 2 * top - 3 * t
        value = [
            max(
                p * value[k + p - 4] + (4 - p) * value[k + p]  # p quarters: Y_t = (p - 4)/2 or p/2
                for p in (1, 2, 3)
            )
            if low <= k <= high
            else 0
            for k in range(2 * top + 1)
        ]
    return Q(value[top], 4**T)
