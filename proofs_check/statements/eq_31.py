r"""With probability at least $1-\delta$, $\hat r_{i(t)}-r\leq2b_{i(t)}$ for all $t$ and $(x,a)$;
then $\textsc{Bias-II}=\sum_{t=1}^T\langle q_{i(t)},\hat r_{i(t)}-r\rangle
\leq2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}q_{i(t)}b_{i(t)}
=2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}(q_{i(t)}-\mathbb{I}^{(t)})b_{i(t)}
+2\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}b_{i(t)}$.

The statement is true, but not "by Lemma 3", which gives $1-2\delta$. The proof needs only one side,
$\bar r_i-r\leq b_i$, which costs half of the union bound. That side fails with probability at most
$TXA\exp(-4\Lambda)=\delta(\delta/(TXA))^3$. Half the radius is enough (Lemma 3), and then
$\tfrac32$ replaces 2, as in the repaired Lemma 6. To repair Lemma 6, cut $\hat r_i-r$ at 1 here,
before the split."""

from proofs_check.statements.common.coins import COIN_DELTAS, ever_fails
from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:bias-decomp",
    __doc__,
    kind="on an event",
    part_of="lemma_06",
)

BY_BONUSES = let(r"\textsc{Bias-II}", bias_2) <= 2 * played(b)

printed = statement.printed(
    r"$\textsc{Bias-II}$ in two sums",
    (r_hat - r <= 2 * b).named("every pair").no_more_than(number(1)).with_probability(1 - delta),
    (r_hat - r <= 2 * b)
    .named("every pair with r_bar_i - r <= b_i")
    .no_more_than(number(1))
    .given(r_bar - r <= b),
    BY_BONUSES.named("Bias-II").no_more_than(L * T).with_probability(1 - delta),
    changes=(
        constant(Q(1, 2), 2),
        swap(b, per_root, r"without $\Lambda$"),
        constant(1, 2, of="every pair with r_bar_i - r <= b_i"),
        unconditional("every run, also off the event"),
    ),
    typed="the equation, a sum in two, says nothing that could be compared",
    tex=chain((BY_BONUSES, 2 * played(b) == 2 * martingale(b) + 2 * visited(b))),
    steps=(
        argued(
            r"$\hat r_i\leq\bar r_i+b_i$ and $\bar r_i-r\leq b_i$; "
            r"$q_{i(t)}=(q_{i(t)}-\mathbb{I}^{(t)})+\mathbb{I}^{(t)}$",
            "lemma_02_sampling",
            "eq_15",
            "eq_16",
        ),
    ),
    coq=(Coq("eq_31", "paper/AppendixB.v"),),
)


statement.on_runs(
    (r_bar - r <= Q(1, 2) * b).with_probability(1 - delta),  # one half of a union bound
    changes=(constant(Q(1, 8), Q(1, 2)),),
    is_event=True,
    printed_events=("lemma_03",),
    readings=ANY_LOG,
)


@printed.check({r"$\tfrac15b_i$ as the radius of $\bar r_i$": {"scale": Q(1, 5)}})
def eq_31(suite: Suite, scale: Q = ONE) -> Shown:
    radius = "b" if scale == ONE else f"({scale})b"
    note = (
        r"rewards 0 and 1 with mean $r$, $X=2$, $A=1$: "
        rf"$\lvert\bar r-r\rvert>{radius}$ for some $n\leq T$ with probability at most $\delta$"
    )
    event = Tally("exact probability", note)  # both sides of the radius, so one
    for T, delta, mean in product((4, 16, 64), COIN_DELTAS, (Q(1, 10), Q(1, 2), Q(9, 10))):
        fails = ever_fails(mean, T, lam(T, 2, 1, delta) * (2 * scale * scale))
        event.leq(fails, delta, T=T, delta=delta, r=mean)
    return event
