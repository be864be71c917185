r"""The computational complexity is reduced from $O(T)$ to $O(\log T)$ (Sec. VII).

In every episode $L$ counters and means are updated (lines 8 to 11), which takes $LT$ operations.
With the trigger as printed, $n_i\geq N_i$ also at pairs that were never visited, there are $T$
linear programs, too."""

from proofs_check.statements.common.bounds import SIZES, first_under
from proofs_check.statements.common.prelude import *
from proofs_check.statements.sec_4a_updates import BOUND, FROM_TWO, fewer_than_T

statement = Statement(
    "inline:VII.4",
    __doc__,
    number=r"Sec. VII, $O(\log T)$",
    covers=("inline:VII.5",),
    readings=("R-1",),
)

COUNTED = written(
    r"\#\{\text{updates of counters}\}", in_all(N_end), "line 9 changes one in every step"
)

printed = statement.printed(
    r"from $O(T)$ to $O(\log T)$",
    (COUNTED <= big_o(BOUND, BOUND)).no_more_than(L * T).where(FROM_TWO),
    changes=(swap(BOUND, sqrt(T), r"(false already: $\sqrt T$ updates of counters)"),),
    repair=(
        r"the number of updates is $O(\log T)$, for fixed $X$ and $A$ and the trigger "
        r"$n_i\geq\max\{1,N_i\}$; playing and counting still take $LT$ steps"
    ),
    coq=(Coq("operations_false", "paper/SmallStatements.v", refutes=True),),
)

repaired = statement.repaired(
    r"$O(\log T)$ updates instead of $T$",
    (updates <= BOUND).where(FROM_TWO),
    changes=(scaled(Q(1, 8), r"an eighth of $XA\log_2T$"),),
    says=r"""Confidence sets and policy are updated at most $XA\log_2T$ times for $T\geq2$, which
is $O(\log T)$ for fixed $X$ and $A$; an algorithm that updates after every episode makes $T$
updates.

The bound is below $T$ only from some $T$ on, at the paper's size from $T=3004$. The sharper sum of
$K_h\log_2(2T/K_h)$ over the layers (Sec. IV-A, repaired) is below $T$ from $T=1531$ on.""",
    readings=("R-1", "R-16"),
    steps=(argued(r"$XA\log_2 T$ is $O(\log T)$ for fixed $X$ and $A$", "sec_4a_updates"),),
    coq=(Coq("updates_log_T", "paper/SmallStatements.v"),),
)

statement.counterexample(
    by_hand=(
        r"$L=1$, $K=1$, $T=2$: lines 8 to 11 update $LT=2$ counters, and $K\log_2T=1$. For every "
        r"$K$, $LT>K\log_2T$ from some $T$ on."
    ),
)


statement.on_runs(no_more_than=T, readings=MAX1)

SHARPER = sum_over_layers(X_s * A * log2(2 * T / (X_s * A)))


@printed.check(
    {r"(false already: here $\sqrt T$ in place of $\log_2T$)": {"of_log2": lambda k: sqrt(1 << k)}}
)
def complexity(suite: Suite, of_log2: Callable[[int], int | Real] = int) -> Iterator[Found]:
    for what in (
        "$LT$ updates of counters, $L=1$",
        "$T$ linear programs, with the printed trigger",
    ):
        tally = Tally("proved", rf"{what}: at most $K\log_2T$ for all $T\geq2$?")
        for K in (1, 10, 1000):
            for k in range(1, 20):
                if not tally.leq(1 << k, K * of_log2(k), K=K, T=f"2^{k}"):
                    break
        yield tally


@repaired.check(
    {
        "the sharper sum, too, is below $T$ from $T=3004$ on only": {"least": 3004},
    }
)
def complexity_repaired(suite: Suite, least: int = 1531) -> Iterator[Found]:
    yield from fewer_than_T((4, 1), (4, 2), (52, 5))
    size = SIZES[-1]
    pairs = sum(size.layers[:-1]) * size.A  # where it is T, at least; it is concave in T
    T_0 = first_under(SHARPER, T, size, start=pairs)
    tally = Tally(
        "proved", r"the least $T$ with $\sum_{h<L}K_h\log_2(2T/K_h)<T$, at the paper's size"
    )
    tally.equal(T_0, least, layers=list(size.layers), A=size.A)
    yield tally
    yield Vacuity(rf"{size}: $\sum_{{h<L}}K_h\log_2(2T/K_h)$", "$T$", T_0)
