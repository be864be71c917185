r"""The factor sqrt X is that of the sets (12): the words for it, and the theorems behind them.

The page of Section VII takes these words from here."""

from __future__ import annotations

from proofs_check.ledger.statement import Coq
from proofs_check.statements.common import tightness
from proofs_check.statements.common.intervals import ABOVE_ONE_FROM

INTERVALS = Coq("near_intervals_Gamma", "sharper/Intervals.v", part=True)
THEOREM = Coq("separation", "tight/Separation.v", part=True)
WITH_GAPS = Coq("separation_gaps", "tight/Separation.v", part=True)
FROM = r"10^7X^4A\Lam^3"
"""The T from which on both bounds are proved."""
ABOVE_ONE = rf"LX>{ABOVE_ONE_FROM // 1000}\,{ABOVE_ONE_FROM % 1000:03}"
"""Where the quotient of the two bounds exceeds 1: nowhere else (`quotient_below_one`)."""
STAYS = (
    r"with the sets (12) Section VII's $\sqrt X$ stays; with intervals for at most "
    r"$\Gamma$ successors it becomes $\sqrt{L\Gamma}$, less where $L\Gamma<X$ (machine-checked; "
    f"the bounds' quotient exceeds 1 only for ${ABOVE_ONE}$)"
)
"""The separation in short, and what it does not say, for README and letter."""
SAYS = (
    r"With R-37's interval for each successor in place of the ball (12), and nothing else changed, "
    r"the regret is at most $6.9\sqrt{L^3\Gamma XTA\Lambda}$ and a term that grows as "
    r"$\log T$, with probability at least $1-\delta$, where $\Gamma$ is the largest number of "
    r"successors: $\sqrt{L\Gamma}$ in place of $\sqrt X$. On one MDP and for "
    rf"$T\geq{FROM.replace('Lam', 'Lambda')}$ the ball loses at "
    rf"least ${tightness.LEAST}LX\sqrt{{TA\Lambda}}$ and intervals lose at most "
    r"$(10.6+0.3\sqrt L)\sqrt{LXTA\Lambda}$: two processes, a probability each. This is a theorem "
    rf"on rates: the quotient exceeds 1 only for ${ABOVE_ONE}$."
)
"""The separation in full, and what it does not say."""
