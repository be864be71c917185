r"""At $t(i)$ the confidence set $\mathcal P_i$ is formed from $N_i$ by eq. (10)-(12). It stays
the same for the whole epoch $i$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/16",
    __doc__,
    kind="given",
    readings=("R-2",),
)

printed = statement.printed(
    r"update of $\mathcal P_i$",
    tex=(
        r"\mathcal P_i\leftarrow\{P:\lVert P(\cdot|x,a)-\bar P_i(\cdot|x,a)\rVert_1\leq"
        r"\epsilon_i(x,a)\ \forall x,a\}"
    ),
    steps=(cited("the set", "eq_12", "algorithm_1_line_14"),),
    defined=(
        Defined("in_conf", "model/ConfidenceSets.v"),
        Defined("polytope", "challenge/Challenge.v"),
    ),
)
