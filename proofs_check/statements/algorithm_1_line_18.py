r"""At $t(i)$ the occupancy measure $\hat q_i$ is updated: it is a solution of LP1.

LP1 has whole faces of solutions, so $\hat q_i$ is not determined. A solver in floating point
returns a solution up to its tolerance."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/18",
    __doc__,
    kind="given",
    readings=("R-5", "R-6", "R-8"),
)

printed = statement.printed(
    r"update of $\hat q_i$",
    tex=r"\hat q_i\in\operatorname{arg\,max}_{q\in Q^{\mathcal P_i}}\langle q,\hat r_i\rangle",
    steps=(cited("LP1", "lp1", "algorithm_1_line_16", "algorithm_1_line_17"),),
    defined=(
        Defined("LP1_opt", "model/ConfidenceSets.v"),
        Defined("LP1_optimum", "challenge/Challenge.v"),
        Defined("update", "challenge/Challenge.v"),
    ),
)
