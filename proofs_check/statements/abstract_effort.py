r"""It improves computational effort compared to works of another framework with a slightly
tighter regret bound (abstract).

Nothing in the paper costs either side. UCBVI makes a backward induction per episode, which reads
each triple $(x,a,x')$ once. LP1 as printed has the nonzeros of its $2S$ rows $\lvert q-\bar
Pq\rvert\leq\epsilon$ alone, $2\sum_hX_hAX_{h+1}(X_{h+1}+1)$, so writing one linear program down
costs more than ten backward inductions at the paper's size. For $T=10^4$ the $XA\log_2 T$
programs have more nonzeros than $T$ backward inductions read triples; from $T=92\,600$ on it is
fewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, pairwise

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Vacuity, Verdict
from proofs_check.ledger.statement import Correction, Statement
from proofs_check.sampled_runs.specs import PAPER_A, PAPER_LAYERS
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "sec:abstract:effort",
    __doc__,
    number="abstract, effort",
    section="abstract",
    sentences=("62d6d58b7daf",),
    by_hand=(
        r"$XA\log_2T=260\cdot13.288$, so 3454 programs; each has "
        r"$2A(1\cdot10\cdot11+4\cdot10\cdot10\cdot11+10\cdot1\cdot2)=45300$ nonzeros in these "
        "rows: 156466200 in all. $T$ backward inductions over $A(10+400+10)=2100$ triples "
        "read 21000000."
    ),
    corrections={
        3: Correction(
            "improves computational effort compared to those",
            "needs fewer policy updates than those",
        )
    },
)

printed = statement.printed(
    "less effort than UCBVI",
    tex=r"XA\log_2T\text{ linear programs}<T\text{ backward inductions}",
    repair=(
        r"fewer updates: $XA\log_2 T$ backward inductions with a greedy inner maximum, "
        r"against UCBVI's $T$ backward inductions, once $XA\log_2 T<T$"
    ),
)


@printed.check({"(a gap already: here $T=52$, where $T<XA$)": {"T": 52}})
def effort(suite: Suite, T: int = 10**4) -> Iterator[Found]:
    XA, triples = sum(PAPER_LAYERS) * PAPER_A, _sum(lambda v: v)
    written = _sum(lambda v: 2 * v * (v + 1))  # nonzeros of an LP's deviation rows

    def nonzeros(T: int) -> int:
        """Of floor(XA log2 T) linear programs."""
        return (int(T**XA).bit_length() - 1) * written

    note = "nonzeros written <= triples read, the paper's size"
    tally = Tally("proved", note, failing=Verdict.GAP)
    tally.leq(nonzeros(T), T * triples, T=T, layers=list(PAPER_LAYERS), A=PAPER_A)
    yield tally
    T_few = next(T for T in count(90_000) if nonzeros(T) < T * triples)
    yield Vacuity(
        "L=6, X=52, A=5: nonzeros of XA log2 T programs", "$T$ backward inductions", T_few
    )


def _sum(of_next: Callable[[int], int]) -> int:
    """sum_h X_h A f(X_{h+1}), the paper's size."""
    return sum(u * PAPER_A * of_next(v) for u, v in pairwise(PAPER_LAYERS))
