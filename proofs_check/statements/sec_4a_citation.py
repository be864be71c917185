r"""That there are at most $XA\log T$ policy updates is cited from Jaksch, Ortner and Auer (2010)
(Sec. IV-A).

Their Proposition 18 has at most $SA\log_2(8n/(SA))$ epochs in $n\geq SA$ steps, with $S$ states,
for epochs that may end within an episode. With $S=X$ and $n=LT$ this is at most $XA\log_2T$ if
$XA\geq8L$ (at Section VI's size $260\geq48$). So with base 2 the citation supports the count, for
$XA\geq8L$ and $LT\geq XA$. It exceeds $XA\ln T$ whenever $XA<8LT^{1-\ln2}$, for any $X$ and $A$
from some $T$ on, and $XA\log_2T$ whenever $XA<8L$: for the natural logarithm, or for few states, it
does not give the printed figure."""

from proofs_check.statements.common.orders import EPOCHS_2010
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:IV-A.1:citation",
    __doc__,
    part_of="",
    number=r"$XA\log T$, citation",
    section="Sec. IV-A",
)

printed = statement.printed(
    r"Jaksch et al. have $XA\log T$",
    tex=r"m\leq SA\log_2(8n/(SA)),\ n\geq SA",
    repair=(
        r"with base 2 it is at most $XA\log_2T$ for $XA\geq8L$ and $LT\geq XA$; the correction has "
        "a proof for layered MDPs of every size"
    ),
    bounds=(EPOCHS_2010,),
    no_claim="orders",
    coq=(Coq("citation_gap", "systems/CitedGaps.v", gap=True),),
)

statement.counterexample(
    by_hand=(
        r"$X=2$, $A=1$, $L=1$, $T=2$: Proposition 18 of the cited work gives "
        r"$XA\log_2(8LT/(XA))=2\log_28=6$, but $XA\ln T=2\ln2=1.38629$."
    ),
)


@printed.check({"(a gap already: $L=6$, $X=52$, $A=5$)": {"X": 52, "A": 5, "L": 6}})
def citation(suite: Suite, X: int = 2, A: int = 1, L: int = 1) -> Iterator[Found]:
    tally = Tally("proved", r"is $XA\log_2(8LT/(XA))\leq XA\ln T$?", failing=Verdict.GAP)
    for T in (X * A, 10**3, 10**6):
        left = ln(Q(8 * L * T, X * A)) / ln(2) * (X * A)
        tally.leq(left, ln(T) * (X * A), X=X, A=A, L=L, T=T)
    yield tally
    note = r"base 2: $8LT/(XA)\leq T$ at the size of Section VI, so the citation supports the count"
    base_2 = Tally("enumerated", note, step=True)
    base_2.leq(Q(8 * (len(PAPER_LAYERS) - 1), sum(PAPER_LAYERS) * PAPER_A), 1)
    yield base_2
