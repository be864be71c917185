r"""For every $\delta$ in (0,1), $\Pr\{P\in P_i\text{ for}\text{ all}\text{
epochs}i\}\geq1-\delta$.

Far from tight. With $z=\delta/(TXA)$, Weissman's inequality bounds the failure of $(x,a)$ after
$n$ visits by $(2^d-2)z^d$, $d=X_{h+1}$; summed over $n\leq T$ and the pairs, the failure is at
most $2(X-3)_+\delta^2/(TX^2A)\leq\delta^2/(6TA)$, and 0 if every $d=1$. The radius
$\sqrt{2(X_{h+1}\ln2+\Lambda)/N}$ would do. Of a base $b$ of the logarithm the argument needs
$2/\ln b\geq1$ (else $z^{2/\ln b}>z$ for small $z$), so $b\leq e^2$; but that does not suffice:
on layers 1, 2, ..., 2, 1 with nine layers of two states the sum exceeds $\delta$ from $b=5.5$ or
so on."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import ONE, Q, lam, ln
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.coins import COIN_DELTAS, algorithm_fails, ever_fails

statement = Statement(
    "lem:conf-set-P-high-prob",
    __doc__,
    box=("Lemma 2", "L 2", "$P$ in its set"),
    kind="probabilistic",
    readings=("R-2", "R-10", "R-11"),
    sentences=("cb22175e0521", "734c47043ef0", "1d4332b0cad3"),
)

printed = statement.printed(
    r"$P$ in all $P_i$ w.p. $1-\delta$",
    tex=r"\Pr\{P\in\mathcal P_i\ \forall i\}\geq 1-\delta",
    steps=(
        cited(
            (r"after $n$ visits $(2^d-2)\exp(-n\epsilon^2/2)=(2^d-2)z^d$; rows of unvisited pairs"),
            "lemma_02_sampling",
            "eq_12",
            "eq_11",
            "algorithm_1_line_09",
            "algorithm_1_line_14",
        ),
        argued(
            (
                r"the union over $n\leq T$ and $(x,a)$: $(2^d-2)z^d\leq z$ for each, as $X\geq4$ "
                r"where $d\geq2$, and $(X-1)ATz<\delta$; $N_i\leq T$ is one of the $n$"
            ),
            "assumption_1",
        ),
    ),
    coq=(Coq("lemma_2", "GoodEvents.v"),),
)


CHANCES = (Q(1, 2), Q(1, 3), Q(1, 10), Q(1, 50))  # P(u|x_0,a)


@printed.check({"radius a quarter of eq. (11)": {"share": Q(1, 4)}})
def lemma_2(suite: Suite, share: Q = ONE) -> Shown:
    note = (
        "Algorithm 1 on layers 1-2-1, $A=1$: $P$ outside some $P_i$, outside after any "
        r"$n\leq T$"
    )
    tally = Tally("exact probability", rf"{note}, the union bound, $\delta$")
    for T, delta, p in product((20, 60, 100) if suite.full else (20, 60), COIN_DELTAS, CHANCES):
        c, where = lam(T, 4, 1, delta) * share**2, {"T": T, "delta": delta, "p": p}
        fails, ever, union = algorithm_fails(p, T, c), ever_fails(p, T, c), delta**2 / (8 * T)
        tally.leq(fails, delta, **where)
        tally.holds(fails <= ever <= union, bound="2 (X-3) delta^2/(T X^2 A)", **where)
    return tally


@printed.planted("a base up to $e^2$ suffices for the union bound")
def lemma_2_base(suite: Suite) -> Shown:
    """Layers 1, 2, ..., 2, 1, T = A = 1: 17 pairs with d = 2, (2^2 - 2) z^(2 / ln b) each."""
    tally = Tally("proved", r"the sum of the bounds $\leq\delta$ for $b=2$, e, 5.4, $5.6\leq e^2$")
    X, pairs, delta = 20, 17, Q(999, 1000)
    for b in (Q(2), Q(27, 10), Q(54, 10), Q(56, 10)):  # ln(sum) <= ln(delta), times ln b
        left = ln(2 * pairs / delta) * ln(b)
        tally.leq(left, ln(X / delta) * 2, layers="1, 2 (9 times), 1", T=1, A=1, delta=delta, b=b)
    return tally
