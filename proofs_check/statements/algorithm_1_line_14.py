r"""At the start of epoch $i$ the counters become $N_i(x,a)=N_{i-1}(x,a)+n_{i-1}(x,a)$,
$N_i(x,a,x')=N_{i-1}(x,a,x')+n_{i-1}(x,a,x')$ and $n_i=0$. So $N_i$ counts the visits in the
episodes before $t(i)$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/14",
    __doc__,
    kind="given",
    covers=("disp:IV.6",),
)

printed = statement.printed(
    "$N_i$ counts the visits before $t(i)$",
    tex=r"N_i\leftarrow N_{i-1}+n_{i-1},\quad n_i\leftarrow 0",
    steps=(cited("what is added, and when", "algorithm_1_line_10", "algorithm_1_line_13"),),
    defined=(
        Defined("cnt", "model/Algorithm.v"),
        Defined("visit3", "model/Algorithm.v"),
        Defined("new_epoch", "challenge/Challenge.v"),
    ),
)
