r"""The posterior-sampling algorithm of Agrawal and Jia has regret $\tilde O(L\sqrt{TXA})$ (Sec.
I-A).

The version in the proceedings states $\tilde O(D\sqrt{SAn})$ for $n\geq S^5A$ steps, a condition
that the paper leaves out; the version on arXiv states $\tilde O(DS\sqrt{An})$. Here $S=X$, $n=LT$,
and the diameter of the MDP that restarts is $D\geq L$ if a layer has two states. The first is at
least $L^{3/2}\sqrt{TXA}$, larger than the printed bound by the factor $\sqrt L$. The second is at
least $L^{3/2}X\sqrt{TA}$, larger by the factor $\sqrt{LX}$. Neither factor is bounded."""

from proofs_check.statements.common.orders import OLD, order, same_orders
from proofs_check.statements.common.prelude import *

PROCEEDINGS, ARXIV = "Agrawal and Jia 2017, in the proceedings", "Agrawal and Jia 2017, on arXiv"

statement = Statement(
    "inline:I-A.4",
    __doc__,
    number="Sec. I-A, sampling",
)


printed = statement.printed(
    r"posterior sampling: $L\sqrt{TXA}$",
    tex=r"\tilde O(L\sqrt{TXA})",
    repair=(
        r"$\tilde O(L^{3/2}X\sqrt{TA})$ for $D\leq L$, UCRL2's order; in the proceedings "
        r"$\tilde O(L^{3/2}\sqrt{TXA})$"
    ),
    bounds=(PROCEEDINGS, ARXIV),
    no_claim="orders",
    coq=(Coq("sampling_false", "systems/CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    r"posterior sampling, $D\leq L$",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})\ \text{if}\ D\leq L",
    says=r"""For $D\leq L$ the bound of Agrawal and Jia on arXiv, $\tilde O(DS\sqrt{An})$, is at
most $\tilde O(L^{3/2}X\sqrt{TA})$, UCRL2's order.""",
    bounds=(ARXIV,),
    no_claim="orders",
    coq=(Coq("sampling_corrected", "systems/CitedBounds.v"),),
)

statement.counterexample(
    by_hand=(
        r"With the least diameter, $D=L$, the bound of the proceedings is $L^{3/2}\sqrt{TXA}$. "
        r"Its quotient by $L\sqrt{TXA}$ is $\sqrt L$ for all $T$, $X$ and $A$; for "
        r"$L=2$ it is $\sqrt2=1.41421>K=1$. The quotient of that on arXiv "
        r"is $\sqrt{LX}$. A larger $D$ gives more."
    ),
)


@statement.numbers(6)
def smallest() -> Mapping[str, Any]:
    L, X = 2, 4  # layers 1, 2, 1
    return {"L": L, "X": X, "LX": L * X, "quotient": sqrt(L), "arxiv": sqrt(L * X)}


@printed.check({"(false already: here $D=1$)": {"D": "1"}})
def sampling(suite: Suite, D: str = "L") -> Iterator[Found]:
    for version, source, factor, tex in (
        ("in the proceedings", PROCEEDINGS, "sqrt(L)", r"\sqrt{L}"),
        ("on arXiv", ARXIV, "sqrt(L*X)", r"\sqrt{LX}"),
    ):
        note = rf"{version}: the quotient by $L\sqrt{{TXA}}$ is ${tex}$"
        yield same_orders(note, (order(source, D=D), f"L*sqrt(T*X*A)*{factor}"), step=True)
        note = rf"{version}: is ${tex}\leq K$ for every $L$, with $X=L+1$?"
        tally = Tally("proved", note)
        for K in (1, 2, 10):
            for L in range(1, K * K + 2):
                value = sqrt(L) if factor == "sqrt(L)" else sqrt(L * (L + 1))
                if not tally.leq(value, K, K=K, L=L):
                    break
        yield tally


@repaired.check({"$n=T$, episodes taken for steps": {"n": "T"}})
@repaired.proves("the bound with $S=X$, $n=LT$, at the largest $D=L$ that it allows")
def sampling_repaired(suite: Suite, n: str = "L*T") -> Shown:
    return same_orders("the bound on arXiv with $S=X$, $n=LT$, if $D=L$", (order(ARXIV, n=n), OLD))
