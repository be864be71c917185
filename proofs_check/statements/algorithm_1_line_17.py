r"""At $t(i)$ the upper bound $\hat r_i$ is computed from $N_i$ and $\bar r_i$ by eq. (15) and
(16). It stays the same for the whole epoch $i$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/17",
    __doc__,
    kind="given",
)

printed = statement.printed(
    r"update of $\hat r_i$",
    tex=r"\hat r_i(x,a)\leftarrow\min\{1,\bar r_i(x,a)+b_i(x,a)\}",
    steps=(cited("the bound", "eq_16", "algorithm_1_line_15"),),
    defined=(
        Defined("rhat", "model/Algorithm.v"),
        Defined("r_hat", "challenge/Challenge.v"),
    ),
)
