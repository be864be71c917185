r"""The algorithm needs less computational effort than works of another framework with a slightly
tighter regret bound (abstract).

The paper compares no costs. UCBVI makes one backward induction in each episode, which reads each
triple $(x,a,x')$ once. Among the rows of LP1 as printed, those for
$\lvert q-\bar Pq\rvert\leq\epsilon$ alone have $2\sum_{h<L}X_hAX_{h+1}(X_{h+1}+1)$ coefficients,
none of them 0 where $0<\bar P<1$. At the paper's size these are more numbers for one linear program
than twenty backward inductions read triples. For $T=10^4$ the $XA\log_2T$ linear programs have
more coefficients than $T$ backward inductions read triples; from $T=92\,520$ on they have fewer."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:abstract:effort",
    __doc__,
    part_of="",
    number="abstract, effort",
    section="abstract",
)

printed = statement.printed(
    "less effort than UCBVI",
    tex=r"XA\log_2T\text{ linear programs}<T\text{ backward inductions}",
    repair=(
        r"the policy is updated less often: at most $XA\log_2T$ backward inductions with a greedy "
        r"inner maximum, where UCBVI makes $T$ backward inductions; fewer once $XA\log_2T<T$"
    ),
    no_claim="counting",
    coq=(Coq("effort_gap", "systems/CitedGaps.v", gap=True),),
)

statement.counterexample(
    by_hand=(
        r"$T=10^4$: $XA\log_2T=260\cdot13.2877=3454.8$, so there are 3454 "
        "linear programs. Each has "
        r"$2A(1\cdot10\cdot11+4\cdot10\cdot10\cdot11+10\cdot1\cdot2)=45300$ "
        "coefficients in these rows, 156466200 in all. $T$ backward "
        "inductions over $A(10+400+10)=2100$ triples read 21000000."
    ),
)


@printed.check({"(a gap already: here $T=52$, where $T<XA$)": {"T": 52}})
def effort(suite: Suite, T: int = 10**4) -> Iterator[Found]:
    XA, triples = sum(PAPER_LAYERS) * PAPER_A, _sum(lambda v: v)
    written = _sum(lambda v: 2 * v * (v + 1))  # coefficients of an LP's deviation rows

    def coefficients(T: int) -> int:
        """Return the coefficients in these rows of floor(XA log2 T) linear programs."""
        return (int(T**XA).bit_length() - 1) * written

    note = r"coefficients written $\leq$ triples read, at the paper's size"
    tally = Tally("proved", note, failing=Verdict.GAP)
    tally.leq(coefficients(T), T * triples, T=T, layers=list(PAPER_LAYERS), A=PAPER_A)
    yield tally
    # searched: counts of coefficients, of which no claim is an inequality in the letters
    T_few = next(T for T in count(90_000) if coefficients(T) < T * triples)
    yield Vacuity(
        r"$L=6$, $X=52$, $A=5$: coefficients of $XA\log_2T$ linear programs",
        "the triples that $T$ backward inductions read",
        T_few,
    )


def _sum(of_next: Callable[[int], int]) -> int:
    """Return sum_h X_h A f(X_{h+1}) at the paper's size."""
    return sum(u * PAPER_A * of_next(v) for u, v in pairwise(PAPER_LAYERS))
