r"""Theorem 4 is tight for Algorithm 1: the words for it, and the theorem that they rest on.

Headline, README, letter and the pages of Theorem 4 and Sections I-B and VII take these words from
here."""

from __future__ import annotations

from proofs_check.arithmetic import Real
from proofs_check.ledger.statement import Coq
from proofs_check.statements.common.bounds import SIZES, TENTH, first_below

DIVISOR = 75
LEAST = rf"\tfrac1{{{DIVISOR}}}"
"""The factor of LX sqrt(TA Lam) that the regret of every run reaches on some MDP."""
THEOREM = Coq("theorem_4_tight", "tight/TightTheorem.v", part=True)
AS_STATED = Coq("theorem_4_tight", "tight/TightTheorem.v")  # of a form that says no more
WITH_GAPS = Coq("theorem_4_tight_gaps", "tight/TightTheorem.v", part=True)
PER_GAP = 210
"""How much of the sum of the gaps the lower bound loses where LP1 is solved up to gaps."""
FROM = r"10^7X^4A\Lam"
"""The T from which on it is reached."""
FACTOR = 10**7


def first_T(L: int, X: int, A: int) -> int:
    """Return the first T from which on T >= 10^7 X^4 A Lam, for delta = 1/10."""

    def bound(T: int, Lam: Real) -> Real:
        return Lam * (L * FACTOR * X**4 * A)

    return first_below(bound, L, X, A, TENTH)


def rounded_up(T: int) -> str:
    """Return a large number in LaTeX, rounded up to two digits."""
    power = len(str(T)) - 1
    digits = -(-T // 10 ** (power - 1))
    return rf"${digits // 10}.{digits % 10}\cdot10^{{{power}}}$"


LEAST_SIZE = (3, 6, 2)
"""The least L, X and A of the theorem."""
SMALLEST = rounded_up(first_T(*LEAST_SIZE))
AT_SECTION_6 = rounded_up(first_T(SIZES[-1].L, SIZES[-1].X, SIZES[-1].A))
"""The T from which on the lower bound speaks, in its smallest case and at the paper's size."""
RANGE = r"for all $L\geq3$, $A\geq2$, $X\geq2L$ and all large $T$"
IN_SHORT = (
    rf"It is tight: {RANGE} some MDP costs every run of Algorithm 1 at least "
    rf"${LEAST}LX\sqrt{{TA\log(TXA/\delta)}}$, with probability at least $1-\delta/T$"
)
SAYS = (
    rf"No analysis of Algorithm 1 gives a smaller order. F{RANGE[1:]} there is an MDP with "
    r"deterministic rewards on which $\mathrm{Reg}_T\geq"
    rf"{LEAST}LX\sqrt{{TA\log(TXA/\delta)}}$ with probability at least $1-\delta/T$, whatever "
    r"solution of LP1 is taken, however $P_i$ and $\pi_i$ are completed, and whenever epochs end "
    r"at least as often as with $\max\{1,N_i\}$. Where a solver leaves a gap of at most $g$ in LP1 "
    rf"it is ${PER_GAP}Tg$ less, which covers runs with rounded numbers. On that MDP a state of a "
    r"layer is never reached: its optimistic value stays maximal, and the $\ell_1$ ball moves mass "
    r"$\epsilon_i/2$ to it, whatever $P$ is. For $L=2$ the regret is at most "
    r"$14\sqrt{TXA\Lambda}$."
)
"""The lower bound in full, and why it holds."""
