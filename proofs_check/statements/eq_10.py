r"""$\bar P_i(x'|x,a)=\frac{N_i(x,a,x')}{\max\{1,N_i(x,a)\}}$ is the empirical estimate of $P$ in
epoch $i$, for $x\in\mathcal X_h$, $x'\in\mathcal X_{h+1}$ and $h<L$.

These are the relative frequencies of the successors of $(x,a)$ before $t(i)$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:empirical-transition",
    __doc__,
    kind="given",
    readings=("R-2",),
)

printed = statement.printed(
    r"$\bar P_i$",
    tex=r"\bar P_i(x'|x,a)=\frac{N_i(x,a,x')}{\max\{1,N_i(x,a)\}}",
    steps=(cited("the counters", "algorithm_1_line_14"),),
    defined=(
        Defined("Pbar", "model/Algorithm.v"),
        Defined("P_bar", "challenge/Challenge.v"),
    ),
)
