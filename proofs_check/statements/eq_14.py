r"""$\bar r_i(x,a)$ is the sum of the rewards $r_h^{(t)}$, $h=h(x)$, over the episodes $t<t(i)$
that visit $(x,a)$, divided by $\max\{1,N_i(x,a)\}$.

A pair is visited at most once in an episode (its layer is passed once), so the indicator counts
every visit. Algorithm 1 calls another number $\bar r_i$ too: see lines 11 and 15."""

from __future__ import annotations

from proofs_check.ledger.statement import Statement, cited

statement = Statement(
    "eq:14",
    __doc__,
    box=("(14) to (17)", "14-17", "bounds of $r$"),
    kind="given",
    readings=("R-2", "R-21"),
    sentences=("7b964d43c1f6", "fdc694d8638d"),
)

printed = statement.printed(
    r"$\bar r_i$",
    tex=r"\bar r_i(x,a)=\sum_{t<t(i)}I^{(t)}\{(x,a)\}r^{(t)}_h/\max\{1,N_i(x,a)\}",
    steps=(cited("rewards and counters", "algorithm_1_line_09", "algorithm_1_line_14"),),
)
