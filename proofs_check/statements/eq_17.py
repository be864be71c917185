r"""The lower confidence bound for $r$ is $\check r_i(x,a)=\max\{0,\bar r_i(x,a)-b_i(x,a)\}$.

Algorithm 1 never computes $\check r_i$. It serves the analysis of Bias-II only."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:rew-lcb",
    __doc__,
    kind="given",
    readings=("R-21",),
)

printed = statement.printed(
    r"lower bound $\check r_i$",
    tex=r"\check r_i(x,a)=\max\{0,\bar r_i(x,a)-b_i(x,a)\}",
    steps=(cited("mean and radius", "eq_14", "eq_15"),),
    defined=(Defined("rcheck", "model/Algorithm.v"),),
)
