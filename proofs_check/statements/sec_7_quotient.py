r"""On one MDP the ball (12) loses at least $\frac1{75}LX\sqrt{TA\Lambda}$ and R-37's intervals at
most $(10.6+0.3\sqrt L)\sqrt{LXTA\Lambda}$: how the two bounds compare.

The ball's bound is the one that grows with $A$, $\frac3{53}(A-1)/\sqrt{A+7}$ times
$LX\sqrt{T\Lambda}$, in the letters of Theorem 4. The quotient of the two is at least $\sqrt X/482$,
so that no constant bounds it: the factor $\sqrt X$ is that of the sets. It is a theorem on rates:
below $LX=695\,000$ the intervals' bound is the larger one, and says nothing of which sets lose
less there."""

from proofs_check.statements.common import tightness
from proofs_check.statements.common.intervals import ABOVE_ONE_FROM, ON_SEPARATING, RATE
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:VII.6:quotient",
    __doc__,
    kind="identity",
    number="Sec. VII, quotient",
    section="Sec. VII",
    part_of="sec_7_sqrt_X",
)

BALL = Q(1, tightness.DIVISOR) * (L * X) * sqrt(T * A * Lam)
WITH_ACTIONS = Q(3, 53) * (A - 1) / sqrt(A + 7) * (L * X) * sqrt(T * Lam)
LONG, CHOICE = L >= 3, A >= 2  # for shorter episodes and one action nothing is lost

repaired = statement.repaired(
    r"the quotient is $\sqrt X/482$ at least",
    (sqrt(X) / RATE * ON_SEPARATING <= BALL).named("the quotient").where(LONG),
    (BALL <= ON_SEPARATING)
    .named("no more than 1")
    .aside()
    .where(LONG)
    .where(L * X <= ABOVE_ONE_FROM),
    (BALL <= WITH_ACTIONS).named("with A").where(CHOICE),
    changes=(
        scaled(Q(9, 10), r"$\frac9{10}$ of the ball's bound", "the quotient"),
        scaled(Q(1, 100), r"$\frac1{100}$ of the intervals' bound", "no more than 1"),
    ),
    coq=(
        Coq("quotient_rate", "tight/Separation.v"),
        Coq("quotient_below_one", "tight/Separation.v", part=True),
        Coq("quotient_actions", "tight/Separation.v", part=True),
    ),
)


statement.on_runs(readings={**ANY_LOG, **UNSHRUNK})
