r"""That there are at most $XA\log T$ policy updates is cited from Jaksch, Ortner and Auer (2010)
(Sec. IV-A).

Their Proposition 18 has at most $SA\log_2(8n/(SA))$ epochs in $n\geq SA$ steps, with $S$ states,
for epochs that may end within an episode. With $S=X$ and $n=LT$ this exceeds $XA\ln T$ whenever
$XA<8LT^{1-\ln2}$, for any $X$ and $A$ from some $T$ on. So the proposition does not give the
printed figure."""

from __future__ import annotations

from proofs_check.arithmetic import Q, ln
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, Verdict
from proofs_check.ledger.statement import Coq, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "inline:IV-A.1:citation",
    __doc__,
    part_of="",
    number=r"$XA\log T$, citation",
    section="Sec. IV-A",
    sentences=("be3fa819f6b2",),
    by_hand=(
        r"$X=2$, $A=1$, $L=1$, $T=2$: Proposition 18 of the cited work gives "
        r"$XA\log_2(8LT/(XA))=2\log_28=6$, but $XA\ln T=2\ln2=1.38629$."
    ),
    corrections={
        2: "sec_4a_updates",
    },
)

printed = statement.printed(
    r"Jaksch et al. have $XA\log T$",
    tex=r"m\leq SA\log_2(8n/(SA)),\ n\geq SA",
    repair=(
        r"they have at most $XA\log_2(8n/(XA))$ epochs in $n\geq XA$ steps; the bound for "
        "layered MDPs needs a proof of its own"
    ),
    coq=(Coq("citation_gap", "CitedGaps.v", gap=True),),
)


@printed.check({"(a gap already: $L=6$, $X=52$, $A=5$)": {"X": 52, "A": 5, "L": 6}})
def citation(suite: Suite, X: int = 2, A: int = 1, L: int = 1) -> Shown:
    tally = Tally("proved", r"is $XA\log_2(8LT/(XA))\leq XA\ln T$?", failing=Verdict.GAP)
    for T in (X * A, 10**3, 10**6):
        left = ln(Q(8 * L * T, X * A)) / ln(2) * (X * A)
        tally.leq(left, ln(T) * (X * A), X=X, A=A, L=L, T=T)
    return tally
