r"""UCBVI has regret $\tilde O(L\sqrt{TXA})$, the best bound known (Sec. I-A, I-B).

Its theorem has three terms, $\sqrt{HSAn}+H^2S^2A+H\sqrt n$, with $H=L$, $S=X$ and $n=LT$. The first
is $L\sqrt{TXA}$. All terms together do not have this order: take the smaller of their sum and of
the trivial bound $LT$; at $T=LX^2A$ it is $\sqrt{LX}$ times $L\sqrt{TXA}$, so it exceeds
$KL\sqrt{TXA}$ for every $K$, and for every power of $\log(TXA)$ in place of $K$. The best known it
is not: Zhang, Chen, Lee and Du (July 2023) have $\min\{\sqrt{SAH^3K},HK\}$ up to logarithms for
every number $K$ of episodes, with a table for each step, which is $L\sqrt{TXA}$ for every $T$ where
$X=HS$, and MVP (2021) has UCBVI's order for $T\geq X^3A$ already."""

from proofs_check.statements.common.algebra import never_above
from proofs_check.statements.common.bounds import SIZES
from proofs_check.statements.common.orders import *
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:I-A.2",
    __doc__,
    number="Sec. I-A, UCBVI",
    covers=("inline:I-B.5",),
)

printed = statement.printed(
    r"UCBVI: $L\sqrt{TXA}$",
    tex=r"\tilde O(L\sqrt{TXA})",
    repair=r"for $T\geq L^2X^3A$; for smaller $T$ UCBVI's term $L^2X^2A$ decides",
    bounds=(UCBVI_2017,),
    no_claim="orders",
    coq=(Coq("UCBVI_gap", "systems/CitedGaps.v", gap=True),),
)

repaired = statement.repaired(
    r"UCBVI, $T\geq L^2X^3A$",
    tex=r"\tilde O(L\sqrt{TXA})\ \text{for}\ T\geq L^2X^3A",
    says=r"""For $T\geq L^2X^3A$ all three terms of UCBVI's bound are at most $L\sqrt{TXA}$.""",
    bounds=(UCBVI_2017,),
    no_claim="orders",
    coq=(Coq("UCBVI_terms", "systems/CitedBounds.v"),),
)

statement.counterexample(
    by_hand=(
        "$K=2$, $L=2$, $X=4$, $A=1$, $T=32$: the three terms add up to $22.6+64+16=102.6$, the "
        r"trivial bound is $LT=64$. The smaller of the two, 64, is above "
        r"$KL\sqrt{TXA}=4\sqrt{128}=45.2548$."
    ),
)


@printed.check({"(a gap already: here $n$ is read as $T$)": {"n": "T"}})
def ucbvi(suite: Suite, n: str = "L*T") -> Iterator[Found]:
    leading = (order(UCBVI_2017, n=n), "L*sqrt(T*X*A)")
    yield same_orders("the leading term, $S=X$", leading, step=True)
    note = (
        r"is the smaller of $LT$ and the sum of the terms at most $KL\sqrt{TXA}$? $L=2$, $A=1$, "
        "$T=LX^2A$"
    )
    gap = Tally("proved", note, failing=Verdict.GAP)
    for K in (2, 10, 100):
        X = next(X for X in (1 << k for k in range(2, 40)) if 2 * X > K * K)
        T, L, A = 2 * X * X, 2, 1
        least = min(L * T, L * L * X * X * A)  # of which all terms together are not less
        gap.leq(least, K * L * sqrt(T * X * A), K=K, L=L, X=X, T=T)
    yield gap
    least_T = first_T(order(UCBVI_2017, 1), order(UCBVI_2017))
    yield Vacuity(f"{SIZES[-1]}: the second term of the bound", "its first term", least_T)


@repaired.check({r"for $T\geq L^2X^2A$ already": {"power": 2}})
@repaired.proves("each term squared, against $L^2TXA$")
def ucbvi_repaired(suite: Suite, power: int = 3) -> Shown:
    return _below(UCBVI_2017, "L**2*T*X*A", f"L**2*X**{power}*A")


def _below(source: str, squared: str, start: str) -> Tally:
    """Compare each term squared with `squared`, at T = start + t, X = L + 1 + k, A = 1 + a."""
    import sympy

    k, a, t = sympy.symbols("k a t", nonnegative=True)
    values = [("T", parse(start) + t), ("X", parse("L") + 1 + k), ("A", 1 + a)]
    tally = Tally("proved", r"all $L$, $X\geq L+1$, $A$, and all $T$ of the range")
    for term in range(len(PUBLISHED[source])):
        sides = order(source, term) ** 2, parse(squared)
        for name, value in values:
            sides = sides[0].subs(parse(name), value), sides[1].subs(parse(name), value)
        never_above(tally, *sides, f"term {term + 1}")
    return tally
