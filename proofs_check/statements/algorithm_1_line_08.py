r"""The learner executes the policy $\pi_i$ in every episode of epoch $i$.

In every step $h$ the action is drawn from $\pi_i(\cdot|x_h)$, afresh and independently of
everything before. $\pi_i$ stays the same within the epoch."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/8",
    __doc__,
    kind="given",
    readings=("R-3",),
)

printed = statement.printed(
    r"execute $\pi_i$",
    tex=r"a_h\sim\pi_i(\cdot|x_h)",
    steps=(cited("the episodes and epochs", "algorithm_1_line_07"),),
    defined=(
        Defined("law", "model/Episodes.v"),
        Defined("law", "challenge/Challenge.v"),
    ),
)
