r"""The number of steps for model estimation and policy update is reduced from $T$ to at most
$XA\log T$ (Sec. I-B, second contribution).

For policy updates this is true with $\log_2$. For model estimation it is false: lines 10 and 11
update counters and means after each of the $T$ episodes, and UCBVI does no more in an episode."""

from __future__ import annotations

from collections.abc import Callable

from proofs_check.arithmetic import Real, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Correction, Statement
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.paths import log2

statement = Statement(
    "inline:I-B.6:estimation",
    __doc__,
    part_of="",
    kind="pathwise",
    number="Sec. I-B, estimation",
    section="Sec. I-B",
    sentences=("9816bcce9e81",),
    by_hand=(
        "$T=500$, $X=2$, $A=3$: line 10 changes a counter after each of the 500 episodes, but "
        r"$XA\log_2T=6\cdot8.96578=53.7947$."
    ),
    corrections={
        2: Correction(
            (
                "reducing the number of steps for model estimation and policy update from "
                r"$T$ to at most $XA \log T$"
            ),
            (r"reducing the number of policy updates from $T$ to at most $XA \log_2 T$"),
        ),
    },
)

printed = statement.printed(
    r"model estimation $XA\log T$ times",
    tex=r"\#\{\text{steps of model estimation}\}\leq XA\log T",
    repair=(
        r"policy and confidence sets are updated at most $XA\log_2T$ times, counters and means "
        "$T$ times"
    ),
    coq=(Coq("estimation_false", "SmallStatements.v", refutes=True),),
)


Bound = Callable[[SampledRun], Real]


@printed.check({r"(false already: $\sqrt{T}$ steps)": {"bound": lambda run: sqrt(run.T)}})
def estimation(suite: Suite, bound: Bound = lambda run: log2(run.T) * (run.X * run.A)) -> Shown:
    note = (
        r"episodes after which line 10 changes a counter $\leq XA\log_2T$; trivial where that is "
        "$T$ or more"
    )
    tally = Tally("exact on runs", note)
    for run in suite.runs:
        if run.T >= 2:
            where = {"run": run.name, "T": run.T, "X": run.X, "A": run.A}
            tally.bounded(len(run.episodes), bound(run), run.T, **where)
    return tally
