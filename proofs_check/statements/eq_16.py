r"""The upper confidence bound for $r$ is $\hat r_i(x,a)=\min\{1,\bar r_i(x,a)+b_i(x,a)\}$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:rew-ucb",
    __doc__,
    kind="given",
    readings=("R-21",),
)

printed = statement.printed(
    r"upper bound $\hat r_i$",
    tex=r"\hat r_i(x,a)=\min\{1,\bar r_i(x,a)+b_i(x,a)\}",
    steps=(cited("mean and radius", "eq_14", "eq_15"),),
    defined=(
        Defined("rhat", "model/Algorithm.v"),
        Defined("r_hat", "challenge/Challenge.v"),
    ),
)
