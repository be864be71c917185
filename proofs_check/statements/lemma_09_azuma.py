r"""With probability at least $1-\delta$,
$\sum_{t=1}^T\sum_{h=1}^L\sum_{s=0}^{h-1}\sum_{x_s,a_s}
(q_{i(t)}(x_s,a_s)-\mathbb{I}^{(t)}\{(x_s,a_s)\})\,\xi_{i(t)}(x_s,a_s)
\leq2LX\sqrt{2T\log(L/\delta)}$.

For a layer $s$, $Y_t=\sum_{x_s,a_s}(q_{i(t)}-\mathbb{I}^{(t)})\,\xi_{i(t)}$ has conditional mean 0,
and $\lvert Y_t\rvert\leq2$ because $0\leq\xi_i\leq2$. Lemma 10 with $\delta/L$ gives
$2\sqrt{2T\log(L/\delta)}$ for each layer. The weights $L-s$ add up to $L(L+1)/2$, and $L+1\leq X$.
This is half of what is printed, with $L(L+1)$ in place of $LX$, so no $X$ is needed. One
application to the sum over all layers needs no union bound and gives
$L(L+1)\sqrt{2T\log(1/\delta)}$. Moreover, $Y_t$ lies in an interval of length 2, and the interval
form of Lemma 10 halves both bounds once more."""

from proofs_check.statements.common.azuma import compare_tail
from proofs_check.statements.common.prelude import *

statement = Statement(
    "lem:occ-term-2:azuma",
    __doc__,
    kind="probabilistic",
    number="(27), term 2",
    section="App. I",
    readings=("R-3", "R-4"),
    part_of="lemma_09",
)

AZUMA = 2 * L * X * sqrt(2 * T * log(L / delta))
INTERVAL = L * (L + 1) * sqrt(T / 2 * log(1 / delta))  # of all layers at once

printed = statement.printed(
    r"$(q_i-\mathbb{I}^{(t)})\,\xi_i$ over all episodes",
    (drift(PLAYED) <= AZUMA).with_probability(1 - delta),
    not_printed="Lemma 9 has a citation only",
    changes=(
        Change(
            r"$\hat q_i$ in place of $q_i$: the mean is not 0",
            lambda _: sum_over_pairs((q_hat - q) * xi(ESTIMATED)) <= 0,
            anywhere=True,
        ),
    ),
    steps=(
        argued(
            "$Y_t$ has conditional mean 0, and Lemma 10 applies",
            "lemma_02_sampling",
            "lemma_10",
            "lemma_07_P_i",
            "definition_1",
        ),
    ),
    coq=(Coq("azuma_27", "paper/AppendixA.v"),),
)


statement.on_runs(
    no_more_than=T * (L * (L + 1) - 2),  # xi_i <= 2, and 0 in the last layer
    is_event=True,
)


HALF = Q(1, 2)
TAILS = (Q(9, 10), Q(1, 2), Q(1, 10), Q(1, 100))  # delta/L


@printed.check({r"$\tfrac18$ of a layer's threshold, worst martingale": {"scale": Q(1, 8)}})
def azuma(suite: Suite, scale: Q = HALF) -> Shown:
    # Pr{sum Y_t > threshold} for the worst Y_t = 2 (p_t - I_t), p_t in {1/4, 1/2, 3/4} chosen from
    # the past, against delta/L; half of the threshold as printed.
    horizons = (1, 4, 16, 64, 128) if suite.full else (1, 4, 16, 40)
    note = (
        r"the worst martingale $Y_t=2(p_t-\mathbb{I}^{(t)})$ with $p_t\in\{\tfrac14,\tfrac12,"
        rf"\tfrac34\}}$ chosen from the past, $T\leq{horizons[-1]}$, against {scale} of a layer's "
        "threshold"
    )
    tally = Tally("exact probability", note, step=True)
    for T, delta in product(horizons, TAILS):
        threshold = (sqrt(ln(1 / delta) * (2 * T)) * 2 * scale).enclose(64)
        mass = worst_tail(T, threshold)
        compare_tail(tally, mass, delta, threshold, Q(3 * T, 2), T=T, tail=delta)
    return tally


def worst_tail(T: int, threshold: Enclosure) -> Q:
    """Return the largest Pr{sum_{t<=T} Y_t > threshold}, by backward induction on the sum.

    Y_t = 2 (p - I), I = 1 with probability p: it is 2p - 2 with probability p, else 2p. Sums
    are counted in halves."""
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
