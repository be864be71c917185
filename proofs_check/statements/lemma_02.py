r"""For every $\delta\in(0,1)$, $\Pr\{P\in\mathcal P_i\text{ for all }i\}\geq1-\delta$.

The bound is far from tight. Put $z=\delta/(TXA)$ and $d=X_{h(x)+1}$. Weissman's inequality
bounds the failure at $(x,a)$ after $n$ visits by $(2^d-2)z^d$. Summed over $n\leq T$ and over
the pairs, the failure is at most $\frac{2(X-3)_+\delta^2}{TX^2A}\leq\frac{\delta^2}{6TA}$, and
it is 0 if every $d=1$. The radius $\sqrt{2(X_{h+1}\ln2+\Lambda)/N}$ would be enough.

If the logarithm has base $b$, the argument needs $2/\ln b\geq1$, that is $b\leq e^2$; otherwise
$z^{2/\ln b}>z$ for small $z$. This is not sufficient: on layers $1,2,\dots,2,1$ with nine layers
of two states the sum exceeds $\delta$ from about $b=5.5$ on.

The paper takes it from Rosenberg and Mansour (2019), as their Lemma 4.1. We read only the abstract
of their work and have not verified the attribution."""

from proofs_check.statements.common.coins import COIN_DELTAS, algorithm_fails, ever_fails
from proofs_check.statements.common.prelude import *

statement = Statement(
    "lem:conf-set-P-high-prob",
    __doc__,
    kind="probabilistic",
    readings=("R-2", "R-10", "R-11"),
)

printed = statement.printed(
    r"$P\in\mathcal P_i$ for all $i$ w.p. $#p$",
    (P_error <= eps).with_probability(1 - delta),
    not_printed="a citation only: Lemma 4.1 of Rosenberg and Mansour (2019)",
    changes=(
        scaled(Q(1, 4), r"$\frac14\epsilon_i$"),
        swap(eps, per_root, r"$1/\sqrt{\max\{1,N_i\}}$, without $X_{h+1}$ and $\Lambda$"),
    ),
    typed="a probability, of what (12) defines; the comparison is its event",
    tex=r"\Pr\{P\in\mathcal P_i\ \forall i\}\geq#p",
    steps=(
        cited(
            r"after $n$ visits the failure is at most $(2^d-2)e^{-n\epsilon_i^2/2}=(2^d-2)z^d$; "
            "the row of an unvisited pair is not restricted",
            "lemma_02_sampling",
            "eq_12",
            "eq_11",
            "algorithm_1_line_09",
            "algorithm_1_line_14",
        ),
        argued(
            r"the union over $n\leq T$ and $(x,a)$: each summand is $(2^d-2)z^d\leq z$, because "
            r"$X\geq4$ where $d\geq2$, and $(X-1)ATz<\delta$; $N_i\leq T$ is one of the $n$",
            "assumption_1",
        ),
    ),
    coq=(Coq("lemma_2", "paper/GoodEvents.v"),),
)


statement.on_runs(no_more_than=2, is_event=True, readings=ANY_LOG)


CHANCES = (Q(1, 2), Q(1, 3), Q(1, 10), Q(1, 50))  # P(u|x_0,a)


@printed.check({r"$\epsilon_i/4$ in place of $\epsilon_i$": {"share": Q(1, 4)}})
def lemma_2(suite: Suite, share: Q = ONE) -> Shown:
    note = (
        r"Algorithm 1 on layers 1, 2, 1, $A=1$: the probability of $P\notin\mathcal P_i$ for some "
        r"$i$ against that of failure after some $n\leq T$ visits, the union bound and $\delta$"
    )
    tally = Tally("exact probability", note)
    for T, delta, p in product((20, 60, 100) if suite.full else (20, 60), COIN_DELTAS, CHANCES):
        c, where = lam(T, 4, 1, delta) * share**2, {"T": T, "delta": delta, "p": p}
        fails, ever, union = algorithm_fails(p, T, c), ever_fails(p, T, c), delta**2 / (8 * T)
        tally.leq(fails, delta, **where)
        tally.holds(fails <= ever <= union, bound="2 (X-3) delta^2/(T X^2 A)", **where)
    return tally


@printed.planted("every base up to $e^2$ suffices for the union bound")
def lemma_2_base(suite: Suite) -> Shown:
    # Layers 1, 2, ..., 2, 1, T = A = 1: 17 pairs with d = 2, (2^2 - 2) z^(2 / ln b) each.
    note = r"is the sum of the bounds $\leq\delta$, for $b=2,2.7,5.4,5.6$, all below $e^2$?"
    tally = Tally("enumerated", note)
    X, pairs, delta = 20, 17, Q(999, 1000)
    for b in (Q(2), Q(27, 10), Q(54, 10), Q(56, 10)):  # ln(sum) <= ln(delta), times ln b
        left = ln(2 * pairs / delta) * ln(b)
        tally.leq(left, ln(X / delta) * 2, layers="1, 2 (9 times), 1", T=1, A=1, delta=delta, b=b)
    return tally
