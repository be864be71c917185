r"""$\bar P_i(x'|x,a)=N_i(x,a,x')/\max\{1,N_i(x,a)\}$ for $x$ in $X_h$, $x'$ in $X_{h+1}$,
$h<L$: the relative frequencies of the successors of $(x,a)$ before $t(i)$."""

from __future__ import annotations

from proofs_check.ledger.statement import Statement, cited

statement = Statement(
    "eq:empirical-transition",
    __doc__,
    box=("(10) to (12)", "10-12", "set of $P$"),
    kind="given",
    readings=("R-2",),
    sentences=("a643f4746841", "f46cb42264a5"),
)

printed = statement.printed(
    r"$\bar P_i$",
    tex=r"\bar P_i(x'|x,a)=N_i(x,a,x')/\max\{1,N_i(x,a)\}",
    steps=(cited("the counters", "algorithm_1_line_14"),),
)
