r"""The posterior-sampling algorithm of Agrawal and Jia has regret $\tilde O(L\sqrt{TXA})$.

It is stated for $n\geq S^5A$ steps, which the paper leaves out. With $D=L$, the translation used
for UCRL2, its bound $D\sqrt{SAn}$ as first published is $L^{3/2}\sqrt{TXA}$, larger by
$\sqrt{L}$; as corrected by its authors, $DS\sqrt{An}$, it is $L^{3/2}X\sqrt{TA}$, larger by
$\sqrt{LX}$. Neither factor is bounded."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Correction, Statement
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import (
    OLD,
    order,
    same_orders,
)

statement = Statement(
    "inline:I-A.4",
    __doc__,
    number="Sec. I-A, sampling",
    sentences=("c5009fa1651b",),
    by_hand=(
        r"The bound first published, with $D=L$, is $L^{3/2}\sqrt{TXA}$: over $L\sqrt{TXA}$ "
        r"it is $\sqrt L=1.41421>K=1$, for all $T$, $X$ and $A$; as corrected it is "
        r"$\sqrt{LX}$."
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
        r"$\tilde O(L^{3/2}X\sqrt{TA})$ for $D\leq L$, as for UCRL2; $L^{3/2}\sqrt{TXA}$ as "
        "first published"
    ),
)

repaired = statement.repaired(
    r"posterior sampling, $D\leq L$",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})\ \text{if}\ D\leq L",
    says=r"""For $D\leq L$ and $LT\geq X^5A$ the corrected bound of Agrawal and Jia is $\tilde
O(L^{3/2}X\sqrt{TA})$, UCRL2's. (At the paper's size $X^5A/L$ is 316 836 693: $T$ of Figure 1 is
far below it.)""",
)


SAMPLING = "Agrawal and Jia 2017, corrected"


@printed.check({"(the printed form is false: here $D=1$)": {"D": "1"}})
def sampling(suite: Suite, D: str = "L") -> Iterator[Found]:
    for version, factor in (("as first published", "sqrt(L)"), ("corrected", "sqrt(L*X)")):
        source = f"Agrawal and Jia 2017, {version}"
        note = rf"{version}: the factor over $L\sqrt{{TXA}}$ is {factor}"
        yield same_orders(note, (order(source, D=D), f"L*sqrt(T*X*A)*{factor}"), step=True)
        tally = Tally(
            "proved", rf"{version}: is the factor ${factor}\leq K$ for every $L$, $X=L+1$?"
        )
        for K in (1, 2, 10):
            for L in range(1, K * K + 2):
                value = sqrt(L) if factor == "sqrt(L)" else sqrt(L * (L + 1))
                if not tally.leq(value, K, K=K, L=L):
                    break
        yield tally


@repaired.check({"$n=T$: steps taken for episodes": {"n": "T"}})
@repaired.proves("the bound with $S=X$, $D=L$, $n=LT$")
def sampling_repaired(suite: Suite, n: str = "L*T") -> Shown:
    return same_orders("$S=X$, $D=L$, $n=LT$", (order(SAMPLING, n=n), OLD))
