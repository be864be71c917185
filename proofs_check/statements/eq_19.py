r"""The regret is the sum of four terms: $\mathrm{Reg}_T=\sum_{t=1}^T\langle
q^*-q_{i(t)},r\rangle=\textsc{Bias-I}+\textsc{Diff}+\textsc{Error}+\textsc{Bias-II}$ with
$\textsc{Bias-I}=\sum_{t=1}^T\langle q^*,r-\hat r_{i(t)}\rangle$,
$\textsc{Diff}=\sum_{t=1}^T\langle q^*-\hat q_{i(t)},\hat r_{i(t)}\rangle$,
$\textsc{Error}=\sum_{t=1}^T\langle\hat q_{i(t)}-q_{i(t)},\hat r_{i(t)}\rangle$ and
$\textsc{Bias-II}=\sum_{t=1}^T\langle q_{i(t)},\hat r_{i(t)}-r\rangle$.

The identity holds for all values of its letters, so $\hat r_i$ may be any numbers. On the runs
it is the lower end of its enclosure."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "thm:final-decomposition",
    __doc__,
    kind="identity",
    part_of="theorem_4",
)

TERMS = {"Bias-I": bias_1, "Diff": diff, "Error": error, "Bias-II": bias_2}

printed = statement.printed(
    "regret in four terms",
    regret == bias_1 + diff + error + bias_2,
    changes=(
        *(swap(term, 0, f"without {name}") for name, term in TERMS.items()),
        swap(
            bias_2,
            over_t(inner(q_hat, r_hat - r)),
            r"Bias-II with $\hat q_i$ in place of $q_i$",
        ),
    ),
    steps=(
        argued(
            r"add and subtract $\langle q^*,\hat r_i\rangle$, $\langle\hat q_i,\hat r_i\rangle$ "
            r"and $\langle q_i,\hat r_i\rangle$ for $i=i(t)$",
            "eq_09",
        ),
    ),
    coq=(Coq("final_decomposition", "paper/MainResults.v"),),
)
statement.on_runs()
