r"""The confidence radius for $r$ is
$b_i(x,a)=\sqrt{\frac{2\log(TXA/\delta)}{\max\{1,N_i(x,a)\}}}$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:extra-term-r",
    __doc__,
    kind="given",
    readings=("R-10", "R-11"),
)

printed = statement.printed(
    "radius $b_i$",
    tex=r"b_i(x,a)=\sqrt{\frac{2\log(TXA/\delta)}{\max\{1,N_i(x,a)\}}}",
    steps=(cited("the counters", "algorithm_1_line_14"),),
    defined=(
        Defined("b", "model/Algorithm.v"),
        Defined("b", "challenge/Challenge.v"),
    ),
)
