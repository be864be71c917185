r"""After every episode $n_i(x_h,a_h)$ and $n_i(x_h,a_h,x_{h+1})$ grow by 1 for $h=0,\dots,L-1$.
They count the visits to $(x,a)$ and to $(x,a,x')$ in the episodes of epoch $i$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/10",
    __doc__,
    kind="given",
    covers=("disp:IV.3",),
)

printed = statement.printed(
    "$n_i$ counts the visits in epoch $i$",
    tex=(
        r"n_i(x_h,a_h)\leftarrow n_i(x_h,a_h)+1,\quad "
        r"n_i(x_h,a_h,x_{h+1})\leftarrow n_i(x_h,a_h,x_{h+1})+1"
    ),
    steps=(cited("what is counted", "algorithm_1_line_09"),),
    defined=(
        Defined("cnt", "model/Algorithm.v"),
        Defined("observe", "challenge/Challenge.v"),
    ),
)
