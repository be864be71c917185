r"""The number of steps for model estimation and policy update is reduced from $T$ to at most
$XA\log T$ (Sec. I-B, second contribution).

For policy updates this is true with $\log_2$. For model estimation it is false: lines 10 and 11
update counters and means after each of the $T$ episodes, and UCBVI does no more in an episode."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.sec_4a_updates import BOUND, FROM_TWO, PRINTED

statement = Statement(
    "inline:I-B.6:estimation",
    __doc__,
    part_of="",
    kind="pathwise",
    number="Sec. I-B, estimation",
    section="Sec. I-B",
)

STEPS = written(
    r"\#\{\text{steps of model estimation}\}", T_played, "line 10 changes a counter every episode"
)

printed = statement.printed(
    r"model estimation $XA\log T$ times",
    (STEPS <= BOUND).named("episodes after which line 10 changes a counter").where(FROM_TWO),
    changes=(swap(BOUND, sqrt(T), r"(false already: $\sqrt{T}$ steps)"),),
    tex=chain((STEPS <= PRINTED,)),
    typed="compared with the logarithm to base 2, which is larger",
    repair=(
        r"policy and confidence sets are updated at most $XA\log_2T$ times, counters and means "
        "$T$ times"
    ),
    coq=(Coq("estimation_false", "paper/SmallStatements.v", refutes=True),),
)

statement.counterexample(
    by_hand=(
        "$T=500$, $X=2$, $A=3$: line 10 changes a counter after each of the 500 episodes, but "
        r"$XA\log_2T=6\cdot8.96578=53.7947$."
    ),
)


statement.on_runs(no_more_than=T, known_false=True)
