r"""The loop runs over the episodes $t=1,\dots,T$. Each episode is played within one epoch
$i(t)$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/7",
    __doc__,
    kind="given",
)

printed = statement.printed(
    r"episodes $1,\dots,T$",
    tex=r"t=1,\dots,T",
    defined=(
        Defined("Ex", "library/Probability.v"),
        Defined("run", "challenge/Challenge.v"),
    ),
)
