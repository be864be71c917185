r"""For every $\delta\in(0,1)$, $\Pr\{\check r_i(x,a)\leq r(x,a)\leq\hat r_i(x,a)\text{ for all
}i\text{ and all }(x,a)\}\geq1-2\delta$.

The bound is far from tight. Put $z=\delta/(TXA)$. Hoeffding's inequality bounds the failure of
each side at $(x,a)$ after $n$ visits by $z^4$. Summed over $n\leq T$, $(X-1)A$ pairs and two
sides, the failure is at most $\frac{2(X-1)\delta^4}{X(TXA)^3}<\frac\delta4$. The radius
$\sqrt{\Lambda/(2N)}$, half of $b_i$, gives the claimed $2\delta$, and
$\sqrt{(\Lambda+\ln2)/(2N)}$ gives $\delta$. The argument works for every base of the logarithm
up to $e^4$, so for $\log_{10}$ too.

At $x_L$, and where $N_i=0$, $b_i>1$ and nothing can fail. For $\textsc{Bias-I}\leq0$ one side is
enough, and the bound for its failure is half as large."""

from proofs_check.statements.common.coins import COIN_DELTAS, ever_fails
from proofs_check.statements.common.prelude import *

statement = Statement(
    "lem:conf-set-rew",
    __doc__,
    kind="probabilistic",
    readings=("R-2", "R-10", "R-11"),
)

printed = statement.printed(
    r"$\check r_i\leq r\leq\hat r_i$ w.p. $#p$",
    (r <= at_most(1, r_bar + b)).named("upper").with_probability(1 - 2 * delta),
    (1 - r <= 1 - at_least(0, r_bar - b)).named("lower").with_probability(1 - 2 * delta),
    changes=(
        swap(b, Q(1, 4) * b, r"$\frac14b_i$"),
        swap(b, per_root, r"$1/\sqrt{\max\{1,N_i\}}$, without $\Lambda$"),
    ),
    typed="a probability, of what (16) and (17) define; the comparison is its event",
    tex=r"\Pr\{\check r_i(x,a)\leq r(x,a)\leq\hat r_i(x,a)\ \forall i,x,a\}\geq#p",
    steps=(
        cited(
            r"after $n$ visits the failure of each side is at most $e^{-2nb_i^2}=z^4$; where "
            "$N_i=0$, $b_i>1$",
            "lemma_02_sampling",
            "eq_16",
            "eq_17",
            "eq_17_order",
            "algorithm_1_line_09",
            "algorithm_1_line_14",
        ),
        argued(
            r"the union over $n\leq T$, $(x,a)$ and two sides: $2(X-1)ATz^4<2\delta$",
            "assumption_1",
        ),
    ),
    coq=(Coq("lemma_3", "paper/GoodEvents.v"),),
)


statement.on_runs(no_more_than=1, is_event=True, readings=ANY_LOG)


MEANS = (Q(1, 2), Q(1, 3), Q(9, 10), Q(1, 50))  # r(x_0,a), Bernoulli rewards


@printed.check({r"$b_i/5$ in place of $b_i$": {"share": Q(1, 5)}})
def lemma_3(suite: Suite, share: Q = ONE) -> Shown:
    note = (
        r"Algorithm 1 on layers 1, 1 with $A=1$: the probability of failure in some epoch against "
        r"that after some $n\leq T$ visits, the union bound and $2\delta$"
    )
    tally = Tally("exact probability", note)
    for T, delta, mean in product((20, 64, 200), COIN_DELTAS, MEANS):
        # Letters start with N = 1, 2, 4, ...; n (r_bar - r)^2 > n b^2 = c = 2 Lam is a failure.
        c, where = lam(T, 2, 1, delta) * (2 * share**2), {"T": T, "delta": delta, "r": mean}
        fails = ever_fails(mean, T - 1, c, frozenset(1 << k for k in range(T.bit_length())))
        ever, union = ever_fails(mean, T, c), delta**4 / (2 * T) ** 3
        tally.leq(fails, 2 * delta, **where)
        tally.holds(fails <= ever <= union, bound="2 (X-1)/X delta^4/(TXA)^3", **where)
    return tally


@printed.planted(r"radius $\sqrt{\Lambda/(8N)}$: the union bound of the proof")
def lemma_3_union(suite: Suite) -> Shown:
    note = r"is $2T(X-1)Ae^{-\Lambda/4}\leq2\delta$? $X=4$, $A=1$, $\delta=1/10$, $T=1,10,100$"
    tally = Tally("enumerated", note)
    for T in (1, 10, 100):  # T z^(1/4) <= delta iff ln(T (X-1)/delta) <= Lam/4
        delta = Q(1, 10)
        tally.leq(ln(3 * T / delta), lam(T, 4, 1, delta) / 4, T=T, delta=delta)
    return tally
