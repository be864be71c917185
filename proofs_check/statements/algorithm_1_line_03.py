r"""Before episode 1 the epoch index is set to $i=1$.

Epochs are numbered $1,2,\dots$ in their order. Algorithm 1 does not set $t(1)$; Sec. IV-A says
that the first epoch starts at $t=1$."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/3",
    __doc__,
    kind="given",
    number="Alg. 1 l. 2-3",
    covers=("alg:main/2",),
)

printed = statement.printed(
    "epoch index",
    tex="i=1",
    defined=(
        Defined("start", "model/Algorithm.v"),
        Defined("start", "challenge/Challenge.v"),
    ),
)
