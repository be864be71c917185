r"""After a trigger in episode $t$ the algorithm sets $i\leftarrow i+1$ and $t(i)\leftarrow t+1$.
So $1=t(1)<t(2)<\dots$, and epoch $i$ consists of the episodes $t(i),\dots,t(i+1)-1$.

Algorithm 1 does not set $t(1)=1$; Sec. IV-A does. A trigger in episode $T$ starts an epoch with
$t(i)=T+1$, in which no episode is played: its LP is solved for nothing (R-16)."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/13",
    __doc__,
    kind="given",
    covers=("disp:IV.5",),
    readings=("R-16",),
)

printed = statement.printed(
    "start $t(i)$ of an epoch",
    tex=r"i\leftarrow i+1,\quad t(i)\leftarrow t+1",
    steps=(cited("the trigger", "algorithm_1_line_12"),),
    defined=(
        Defined("start", "model/Algorithm.v"),
        Defined("new_epoch", "challenge/Challenge.v"),
    ),
)
