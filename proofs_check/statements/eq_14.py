r"""The empirical estimate of $r$ in epoch $i$ is $\bar r_i(x,a)=\frac{\sum_{t=1}^{t(i)-1}\mathbb
I^{(t)}\{(x,a)\}r^{(t)}_h}{\max\{1,N_i(x,a)\}}$ with $h=h(x)$.

An episode passes each layer once, so it visits a pair at most once, and the indicator counts
every visit. Algorithm 1 also calls another number $\bar r_i$: see lines 11 and 15."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:14",
    __doc__,
    kind="given",
    readings=("R-2", "R-21"),
)

printed = statement.printed(
    r"$\bar r_i$",
    tex=(
        r"\bar r_i(x,a)=\frac{\sum_{t=1}^{t(i)-1}\mathbb I^{(t)}\{(x,a)\}r^{(t)}_h}"
        r"{\max\{1,N_i(x,a)\}}"
    ),
    steps=(cited("rewards and counters", "algorithm_1_line_09", "algorithm_1_line_14"),),
    defined=(
        Defined("rbar", "model/Algorithm.v"),
        Defined("observe", "challenge/Challenge.v"),
    ),
)
