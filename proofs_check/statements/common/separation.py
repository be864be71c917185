r"""The factor sqrt X is that of the sets (12): the words for it, and the theorems behind them.

The page of Section VII takes these words from here."""

from __future__ import annotations

from proofs_check.arithmetic import Q
from proofs_check.ledger.statement import Coq
from proofs_check.letters.expressions import number
from proofs_check.letters.symbols import A, Lam, X
from proofs_check.statements.common import tightness
from proofs_check.statements.common.intervals import ABOVE_ONE_FROM
from proofs_check.statements.common.theorem_4 import LEADING, in_coq

OF_INTERVALS = Q(69, 10)  # the constant of intervals on any MDP, and those on the separating one
CONSTANT, PER_ROOT_L = Q(106, 10), Q(3, 10)
INTERVALS = Coq(
    "near_intervals_Gamma",
    "sharper/Intervals.v",
    part=True,
    stands=(f"{in_coq(OF_INTERVALS)} * sqrt (L ^ 3 * G * X S L * T * #|A| * Lam)",),
)
WITH_GAPS = Coq("separation_gaps", "tight/Separation.v", part=True)
ON_IT = f"({CONSTANT * 10} / 10 + {in_coq(PER_ROOT_L)} * sqrt L) * "
FROM_THERE = number(10) ** tightness.POWER * X**4 * A * Lam**3
THEOREM = Coq(
    "separation",
    "tight/Separation.v",
    part=True,
    says=(tightness.reached(Q(1, tightness.DIVISOR) * LEADING, FROM_THERE),),
    stands=(f"{ON_IT}sqrt (L * X0 * (T * #|A| * Lam))",),
)
FROM = FROM_THERE.tex().replace(r"\Lambda", r"\Lam")
"""The T from which on both bounds are proved."""
ABOVE_ONE = rf"LX>{ABOVE_ONE_FROM // 1000}\,{ABOVE_ONE_FROM % 1000:03}"
"""Where the quotient of the two bounds exceeds 1: nowhere else (`quotient_below_one`)."""
STAYS = (
    r"with the sets (12) Section VII's $\sqrt X$ stays; intervals for at most "
    r"$\Gamma$ successors make it $\sqrt{L\Gamma}$, less where $L\Gamma<X$ (machine-checked; "
    f"their quotient exceeds 1 only for ${ABOVE_ONE}$)"
)
"""The separation in short, and what it does not say, for the letter."""
IN_BRIEF = (
    r"Intervals for (12) put $\sqrt{L\Gamma}$ for $\sqrt X$ (machine-checked; gains only for "
    f"${ABOVE_ONE}$)"
)
"""The same for README."""
SAYS = (
    r"With R-37's interval for each successor in place of the ball (12), and nothing else changed, "
    rf"the regret is at most ${float(OF_INTERVALS)}\sqrt{{L^3\Gamma XTA\Lambda}}$ and a term that "
    r"grows as $\log T$, with probability at least $1-\delta$, where $\Gamma$ is the largest "
    r"number of successors: $\sqrt{L\Gamma}$ in place of $\sqrt X$. On one MDP and for "
    rf"$T\geq{FROM_THERE.tex()}$ the ball loses at "
    rf"least ${tightness.LEAST}LX\sqrt{{TA\Lambda}}$ and intervals lose at most "
    rf"$({float(CONSTANT)}+{float(PER_ROOT_L)}\sqrt L)\sqrt{{LXTA\Lambda}}$: two processes, a "
    "probability each. This is a theorem "
    rf"on rates: the quotient exceeds 1 only for ${ABOVE_ONE}$."
)
"""The separation in full, and what it does not say."""
