r"""If each of $L$ layers fails with probability at most $\delta/L$, some layer fails with
probability at most $\delta$; and $L\sqrt{2T\log(L/\delta)}\sqrt{2\Lambda}\leq2L\sqrt T\,\Lambda$.

The second part needs $\log(L/\delta)\leq\log(TXA/\delta)$, that is $L\leq TXA$. The paper does not
say so, but $L$ layers before $x_L$ give $X\geq L+1$. It also needs $\log$ to be $\ln$ or $\log_2$
(R-10). With $\log_{10}$ the right side of Lemma 11 can be smaller than the bound that (33) gives:
$L=T=A=1$, $\delta=1/10$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "lem:bias-term-1:union",
    __doc__,
    kind="probabilistic",
    number="Lemma 11, end",
    section="App. II",
    readings=("R-10",),
    part_of="lemma_11",
)

BOUNDS = L * sqrt(2 * T * log(L / delta)) * sqrt(2 * Lam) <= 2 * L * sqrt(T) * Lam

printed = statement.printed(
    "union over the layers",
    BOUNDS,
    changes=(
        scaled(Q(1, 4), r"$\frac12L\sqrt T\Lambda$"),
        swap(Lam, sqrt(Lam), r"$\sqrt\Lambda$ for $\Lambda$"),
    ),
    tex=r"L\cdot\tfrac\delta L=\delta,\quad " + BOUNDS.tex,
    typed="the equation is of probabilities, and compares nothing on runs",
    coq=(Coq("union_11", "paper/SmallStatements.v"),),
)


statement.on_runs(readings={**ANY_LOG, **UNSHRUNK})


@printed.check(
    {
        r"fewer states than layers allowed: $X\geq L-2$": {"more": -2},
        r"$\log(TXA/\delta)$ replaced by $\log(T/\delta)$": {"with_XA": False},
    }
)
@printed.proves(r"$L\leq TXA$, for all values", "assumption_1")
def union(suite: Suite, more: int = 1, with_XA: bool = True) -> Shown:
    # X = L + more + k with k, T - 1, A - 1 >= 0: TXA - L has no negative coefficient
    import sympy

    L, k, t, a = sympy.symbols("L k t a", nonnegative=True)
    Lam, T, log_L = sympy.symbols("Lam T log_L", positive=True)
    proof = Tally("proved", r"all $L$, $X\geq L+1$, $T\geq1$, $A\geq1$, $\delta$")
    TXA = (1 + t) * ((L + more + k) * (1 + a) if with_XA else 1)
    for monomial, coefficient in sympy.Poly(TXA - L, L, k, t, a).terms():
        proof.holds(bool(coefficient >= 0), monomial=list(monomial), of="TXA - L in L, k, t, a")
    left = (sympy.sqrt(2 * T * log_L) * sympy.sqrt(2 * Lam)) ** 2 - (2 * sympy.sqrt(T) * Lam) ** 2
    same = sympy.expand(left - 4 * T * Lam * (log_L - Lam)) == 0
    proof.holds(bool(same), step="squares differ by 4 T Lam (ln(L/delta) - Lam) <= 0")
    return proof
