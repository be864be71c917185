r"""The posterior-sampling algorithm of Agrawal and Jia has regret $\tilde O(L\sqrt{TXA})$ (Sec.
I-A).

The version in the proceedings states $\tilde O(D\sqrt{SAn})$ for $n\geq S^5A$ steps, a condition
that the paper leaves out; the version on arXiv states $\tilde O(DS\sqrt{An})$. Here $S=X$, $n=LT$,
and the diameter of the MDP that restarts is $D\geq L$ if a layer has two states. The first is at
least $L^{3/2}\sqrt{TXA}$, larger than the printed bound by the factor $\sqrt L$. The second is at
least $L^{3/2}X\sqrt{TA}$, larger by the factor $\sqrt{LX}$. Neither factor is bounded."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Coq, Finding, Statement
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common import works
from proofs_check.statements.common.orders import OLD, order, same_orders

PROCEEDINGS, ARXIV = "Agrawal and Jia 2017, in the proceedings", "Agrawal and Jia 2017, on arXiv"

statement = Statement(
    "inline:I-A.4",
    __doc__,
    number="Sec. I-A, sampling",
    by_hand=(
        r"With the least diameter, $D=L$, the bound of the proceedings is $L^{3/2}\sqrt{TXA}$. "
        r"Its quotient by $L\sqrt{TXA}$ is $\sqrt L$ for all $T$, $X$ and $A$; for "
        r"$L=2$ it is $\sqrt2=1.41421>K=1$. The quotient of that on arXiv "
        r"is $\sqrt{LX}$. A larger $D$ gives more."
    ),
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
                r"Agrawal and Jia's bound is $\tilde O(D\sqrt{SAn})$ in the proceedings; the "
                r"version on arXiv (1705.07041) states $\tilde O(DS\sqrt{An})$. Here $n=LT$, and "
                r"the diameter is $D\geq L$ if a layer has two states. So they are at least "
                r"$L^{3/2}\sqrt{TXA}$, above the printed $L\sqrt{TXA}$ by $\sqrt L$, and "
                r"$L^{3/2}X\sqrt{TA}$. The rest are conditions. UCRL2's bound contains the "
                "diameter, too, which is not $L$ for every MDP that restarts. UCBVI's has "
                r"further terms: it is $L\sqrt{TXA}$ for $T\geq L^2X^3A$, and the best known only "
                "there, since Zhang, Chen, Lee and Du (2023) have it for every $T$ if all layers "
                r"have the same size. Q-learning's, $\sqrt{H^3SAn}$ with $S$ states at each step, "
                r"is $L^{3/2}\sqrt{TXA}$ if all layers have $X/L$ states, less than the printed "
                r"$L^2\sqrt{TXA}$ by $\sqrt L$; for other layers neither follows."
            ),
            witness={
                "algorithm": "Agrawal and Jia, in the proceedings",
                "$L$": "2",
                "$X$, $T$, $A$": "any, with two states in a layer",
            },
            by_hand=(
                r"With $D\geq L$ and $n=LT$, $D\sqrt{XAn}\geq L\sqrt{XA\cdot "
                r"LT}=L^{3/2}\sqrt{TXA}$. Its quotient by $L\sqrt{TXA}$ is $\sqrt L$; "
                r"for $L=2$ it is $\sqrt2=1.41421$."
            ),
            consequence=(
                r"Theorem 4 does not use these bounds. OPSRL (NeurIPS 2022), $\tilde "
                r"O(\sqrt{H^3SAT})$ in $T$ episodes with $S$ states at each step, has the printed "
                r"$L\sqrt{TXA}$ if all layers have $S=X/L$ states. With the bound on arXiv, "
                "posterior sampling has the order of UCRL2, and the sentence on it in Section "
                "I-A has to change. The other sentences hold under their conditions: a diameter "
                "of order $L$, large $T$, layers of equal size."
            ),
            refuted_words=(
                r"achieves a regret bound of \$\\wto\(L\\sqrt\{TXA\}\)\$",
                "UCRL2 algorithm achieves",
                "best-known regret bound so far",
                r"\\wto\(L\^2\\sqrt\{TXA\}\)\$\.",
                "we reduce the regret bound from",
            ),
            former_number=5,
            works=(
                works.SAMPLING,
                works.OPSRL,
                works.UCRL2,
                works.UCBVI,
                works.EVERY_K,
                works.Q_LEARNING,
            ),
        ),
    ),
)

printed = statement.printed(
    r"posterior sampling: $L\sqrt{TXA}$",
    tex=r"\tilde O(L\sqrt{TXA})",
    repair=(
        r"$\tilde O(L^{3/2}X\sqrt{TA})$ for $D\leq L$, UCRL2's order; in the proceedings "
        r"$\tilde O(L^{3/2}\sqrt{TXA})$"
    ),
    bounds=(PROCEEDINGS, ARXIV),
    coq=(Coq("sampling_false", "systems/CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    r"posterior sampling, $D\leq L$",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})\ \text{if}\ D\leq L",
    says=r"""For $D\leq L$ the bound of Agrawal and Jia on arXiv, $\tilde O(DS\sqrt{An})$, is at
most $\tilde O(L^{3/2}X\sqrt{TA})$, UCRL2's order.""",
    bounds=(ARXIV,),
    coq=(Coq("sampling_corrected", "systems/CitedBounds.v"),),
)


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
