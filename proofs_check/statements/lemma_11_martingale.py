r"""For a layer $h$,
$Y_t=\sum_{x_h,a_h}(q_{i(t)}(x_h,a_h)-\mathbb{I}^{(t)}\{(x_h,a_h)\})/\sqrt{\max\{1,N_{i(t)}(x_h,a_h)\}}$
has conditional mean 0 given the episodes before $t$, and lies between $-1$ and 1.

Given the past, the epoch, the counts and the policy of episode $t$ are fixed. This holds for any
completion and any tie rule that looks only back or tosses coins of its own (R-3, R-8). Pair $j$ of
the layer is visited with probability $q(j)$. So $Y_t=S-w(j)$, where $w=1/\sqrt{\max\{1,N\}}$ and
$S=\sum_jq(j)w(j)$, and $Y_t$ lies in $[S-1,S]$, an interval of length 1. The values $\pm1$ are
approached but not attained. $Y_t=0$ in every layer where all pairs that can be reached have the
same $\max\{1,N\}$, for example in all of epoch 1."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "lem:bias-term-1:martingale",
    __doc__,
    kind="probabilistic",
    number="Lemma 11, $Y_t$",
    section="App. II",
    readings=("R-3", "R-8"),
    part_of="lemma_11",
)

S_LESS_1 = sum_over_pairs(q * (per_root - 1))  # S - 1, as q_i adds up to 1
HIGH, LOW = "Y_t <= 1", "Y_t >= -1"

printed = statement.printed(
    r"martingale difference, $\lvert Y_t\rvert\leq1$",
    (S_LESS_1 <= 0).named(HIGH),
    (per_root - 1 - at_pairs(S_LESS_1) <= 1).named(LOW),
    changes=(
        Change(r"$|Y_t|\leq\frac14$", lambda claim: claim.left <= claim.right - Q(3, 4)),
        Change(r"$|Y_t|\leq\frac9{10}$", lambda claim: claim.left <= claim.right - Q(1, 10)),
        swap(per_root, b, r"with $b_i$ for $1/\sqrt{\max\{1,N_i\}}$", left=True),
        Change(
            r"$\hat q_i$ in place of $q_i$: the mean is not 0",
            lambda claim: sum_over_pairs(per_root * (q_hat - q)) <= 0,
            part=HIGH,
        ),
    ),
    typed="an expectation; the comparisons are the ends of Y_t, a pair at a time",
    tex=r"\mathbb{E}[Y_t\mid\mathcal F_{t-1}]=0,\quad\lvert Y_t\rvert\leq1",
    steps=(
        argued(
            "given the past, the visited pair of a layer has distribution $q_i$",
            "lemma_02_sampling",
            "definition_1",
        ),
    ),
    coq=(Coq("martingale_11", "paper/AppendixB.v"),),
)


statement.on_runs()


@printed.check({r"$\lvert Y_t\rvert\leq\tfrac9{10}$": {"most": Q(9, 10)}})
def step_of_martingale(suite: Suite, most: Q = ONE) -> Shown:
    # Two pairs, one visited n times and one never: the largest |Y_t| tends to 1 on both sides.
    note = (
        r"two pairs with $N=4^k$ and $N=0$, one of them reached with probability $2^{-k}$, "
        r"$k=1,\dots,11$"
    )
    tally = Tally("enumerated", note, step=True)
    for k in range(1, 12):
        p, w = Q(1, 1 << k), Q(1, 1 << k)  # probability of the pair never visited; 1/sqrt(4^k)
        S = p + (1 - p) * w
        tally.leq(1 - S, most, k=k, Y="-(1 - S), the new pair is visited")
        S = (1 - p) + p * w  # the often visited pair has probability p instead
        tally.leq(S - w, most, k=k, Y="S - w, the often visited pair is visited")
    return tally
