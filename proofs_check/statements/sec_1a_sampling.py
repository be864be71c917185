r"""The posterior-sampling algorithm of Agrawal and Jia has regret $\tilde O(L\sqrt{TXA})$ (Sec.
I-A).

Their bound is stated for $n\geq S^5A$ steps, a condition that the paper leaves out. Translate it as
UCRL2's bound is translated, with $D=L$, $S=X$ and $n=LT$. As first published, $D\sqrt{SAn}$, it is
$L^{3/2}\sqrt{TXA}$, larger by the factor $\sqrt L$. As corrected by its authors, $DS\sqrt{An}$, it
is $L^{3/2}X\sqrt{TA}$, larger by the factor $\sqrt{LX}$. Neither factor is bounded."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Correction, Statement
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import OLD, order, same_orders

statement = Statement(
    "inline:I-A.4",
    __doc__,
    number="Sec. I-A, sampling",
    sentences=("c5009fa1651b",),
    by_hand=(
        r"With $D=L$ the bound first published is $L^{3/2}\sqrt{TXA}$. Its quotient by "
        r"$L\sqrt{TXA}$ is $\sqrt L$ for all $T$, $X$ and $A$; for $L=2$ it is "
        r"$\sqrt2=1.41421>K=1$. The quotient of the corrected bound is $\sqrt{LX}$."
    ),
    corrections={
        5: Correction(
            r"achieves a regret bound of $\wto(L\sqrt{TXA})$.",
            r"achieves a regret bound of $\wto(L^{\frac{3}{2}}X\sqrt{TA})$.",
        )
    },
)

printed = statement.printed(
    r"posterior sampling: $L\sqrt{TXA}$",
    tex=r"\tilde O(L\sqrt{TXA})",
    repair=(
        r"$\tilde O(L^{3/2}X\sqrt{TA})$ for $D\leq L$, UCRL2's order; as first published "
        r"$\tilde O(L^{3/2}\sqrt{TXA})$"
    ),
)

repaired = statement.repaired(
    r"posterior sampling, $D\leq L$",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})\ \text{if}\ D\leq L",
    says=r"""For $D\leq L$ and $LT\geq X^5A$ the corrected bound of Agrawal and Jia is
$\tilde O(L^{3/2}X\sqrt{TA})$, UCRL2's order. (At the paper's size the condition is
$T\geq316\,836\,694$, far more episodes than our simulations play.)""",
)


SAMPLING = "Agrawal and Jia 2017, corrected"


@printed.check({"(false already: here $D=1$)": {"D": "1"}})
def sampling(suite: Suite, D: str = "L") -> Iterator[Found]:
    for version, factor, tex in (
        ("as first published", "sqrt(L)", r"\sqrt{L}"),
        ("corrected", "sqrt(L*X)", r"\sqrt{LX}"),
    ):
        source = f"Agrawal and Jia 2017, {version}"
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
@repaired.proves("the bound with $S=X$, $D=L$, $n=LT$")
def sampling_repaired(suite: Suite, n: str = "L*T") -> Shown:
    return same_orders("the corrected bound with $S=X$, $D=L$, $n=LT$", (order(SAMPLING, n=n), OLD))
