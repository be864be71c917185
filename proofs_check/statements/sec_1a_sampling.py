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
from proofs_check.ledger.statement import Coq, Correction, Finding, Statement, Work
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import OLD, order, same_orders

statement = Statement(
    "inline:I-A.4",
    __doc__,
    number="Sec. I-A, sampling",
    sentences=("c5009fa1651b",),
    by_hand=(
        r"With $D=L$ the bound first published is $L^{3/2}\sqrt{TXA}$. Its "
        r"quotient by $L\sqrt{TXA}$ is $\sqrt L$ for all $T$, $X$ and $A$; for "
        r"$L=2$ it is $\sqrt2=1.41421>K=1$. The quotient of the corrected bound "
        r"is $\sqrt{LX}$."
    ),
    corrections={
        6: Correction(
            r"achieves a regret bound of $\wto(L\sqrt{TXA})$.",
            (
                "achieves, as corrected (arXiv:1705.07041) and if the diameter of the "
                "MDP is of order $L$, a regret bound of "
                r"$\wto(L^{\frac{3}{2}}X\sqrt{TA})$."
            ),
        ),
    },
    findings=(
        Finding(
            6,
            "the comparison with other work",
            "serious",
            title=(
                r"posterior sampling has lost a factor $\sqrt L$; other bounds have "
                "lost their conditions"
            ),
            cause=(
                "Translated as the paper translates UCRL2's bound ($D=L$, $n=LT$ "
                r"steps), Agrawal and Jia's bound is $L^{3/2}\sqrt{TXA}$ as first "
                r"published, above the printed $L\sqrt{TXA}$ by $\sqrt L$, and "
                r"$L^{3/2}X\sqrt{TA}$ as corrected by its authors. UCRL2's bound "
                "contains the diameter, which is not $L$ for every MDP that restarts. "
                "UCBVI's and Q-learning's bounds have further terms, which decide for "
                "small $T$."
            ),
            witness={
                "algorithm": "Agrawal and Jia, as first published",
                "$L$": "2",
                "$X$, $T$, $A$": "any",
            },
            by_hand=(
                r"With $D=L$ and $n=LT$, $D\sqrt{XAn}=L\sqrt{XA\cdot "
                r"LT}=L^{3/2}\sqrt{TXA}$. Its quotient by $L\sqrt{TXA}$ is $\sqrt L$; "
                r"for $L=2$ it is $\sqrt2=1.41421$."
            ),
            then=(
                "Theorem 4 does not use these bounds. With the corrected bound, "
                "posterior sampling has the order of UCRL2, and the sentence on it in "
                "Section I-A has to change. The other comparisons of Section I hold "
                "under the conditions: a diameter of order $L$, and large $T$."
            ),
            gone=(
                r"achieves a regret bound of \$\\wto\(L\\sqrt\{TXA\}\)\$",
                "UCRL2 algorithm achieves",
                r"this bound to \$\\wto\(L\\sqrt\{TXA\}\)\$ and",
                r"\\wto\(L\^2\\sqrt\{TXA\}\)\$\.",
            ),
            formerly=5,
            works=(
                Work(
                    ("Agrawal and Jia, NeurIPS 2017, and its corrected version (arXiv 1705.07041)"),
                    (
                        r"$\tilde O(DS\sqrt{AT})$ for $T$ steps; as first published $\tilde "
                        r"O(D\sqrt{SAT})$ for $T\geq S^5A$"
                    ),
                    ("abstract of the corrected version; the first one as other papers quote it"),
                ),
                Work(
                    "Jaksch, Ortner and Auer, JMLR 11, 2010 (UCRL2)",
                    r"$\tilde O(DS\sqrt{AT})$",
                    "as other papers quote it",
                ),
                Work(
                    "Azar, Osband and Munos, ICML 2017 (UCBVI)",
                    (r"$\sqrt{HSAT}+H^2S^2A+H\sqrt T$ up to logarithms, for $T$ steps"),
                    "abstract",
                ),
                Work(
                    "Jin, Allen-Zhu, Bubeck and Jordan, NeurIPS 2018",
                    r"$\sqrt{H^3SAT}$ and a term without $T$, up to logarithms",
                    "abstract; the second term as other papers quote it",
                ),
            ),
        ),
    ),
)

printed = statement.printed(
    r"posterior sampling: $L\sqrt{TXA}$",
    tex=r"\tilde O(L\sqrt{TXA})",
    repair=(
        r"$\tilde O(L^{3/2}X\sqrt{TA})$ for $D\leq L$, UCRL2's order; as first published "
        r"$\tilde O(L^{3/2}\sqrt{TXA})$"
    ),
    coq=(Coq("sampling_false", "CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    r"posterior sampling, $D\leq L$",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})\ \text{if}\ D\leq L",
    says=r"""For $D\leq L$ and $LT\geq X^5A$ the corrected bound of Agrawal and Jia is
$\tilde O(L^{3/2}X\sqrt{TA})$, UCRL2's order. (At the paper's size the condition is
$T\geq316\,836\,694$, far more episodes than our simulations play.)""",
    coq=(Coq("sampling_corrected", "CitedBounds.v"),),
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
