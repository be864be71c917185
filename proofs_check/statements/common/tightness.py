r"""Theorem 4 is tight for Algorithm 1: the words for it, and the theorem that they rest on.

Headline, README, letter and the pages of Theorem 4 and Sections I-B and VII take these words from
here."""

from __future__ import annotations

from dataclasses import replace

from proofs_check.arithmetic import Q, Real
from proofs_check.ledger.statement import Coq
from proofs_check.letters.claim import Claim
from proofs_check.letters.expressions import Expression, number, sqrt
from proofs_check.letters.probability import tex_in_line
from proofs_check.letters.symbols import A, L, Lam, T, X, delta, regret
from proofs_check.statements.common.bounds import SIZES, TENTH, first_below
from proofs_check.statements.common.theorem_4 import LEADING, TWO_STEPS

DIVISOR = 75
LEAST = rf"\tfrac1{{{DIVISOR}}}"
"""The factor of LX sqrt(TA Lam) that the regret of every run reaches on some MDP."""
LEAST_SIZE = (3, 6, 2)
"""The least L, X and A of the theorem."""
POWER = 7
FACTOR = 10**POWER
HOLDS = 1 - delta / T
FROM_THERE = number(10) ** POWER * X**4 * A * Lam
OF_ACTIONS = Q(3, 53)
ACTIONS = OF_ACTIONS * ((A - 1) / sqrt(A * (A + 7)))


def reached(least: Expression, start: Expression = FROM_THERE) -> Claim:
    """Return that the regret is at least this, for the sizes and from the T of the theorem on."""
    least_L, least_X, least_A = LEAST_SIZE
    sizes = (L >= least_L, A >= least_A, X >= least_X // least_L * L, start <= T)
    claim = (regret >= least).with_probability(HOLDS)
    for size in sizes:
        claim = claim.where(size)
    return claim


REACHED = reached(Q(1, DIVISOR) * LEADING)
THEOREM = Coq("theorem_4_tight", "tight/TightTheorem.v", part=True, says=(REACHED,))
AS_STATED = replace(THEOREM, part=False)  # of a form that says no more
PER_GAP = 210
"""How much of the sum of the gaps the lower bound loses where LP1 is solved up to gaps."""
WITH_GAPS = Coq(
    "theorem_4_tight_gaps",
    "tight/TightTheorem.v",
    part=True,
    stands=(f"- {PER_GAP} * total_gap gap v <= regret",),
)
MORE_ACTIONS = Coq(
    "theorem_4_tight_actions", "tight/TightTheorem.v", part=True, says=(reached(ACTIONS * LEADING),)
)
FROM = FROM_THERE.tex().replace(r"\Lambda", r"\Lam")
"""The T from which on it is reached."""
FROM_T = rf"T\geq{FROM_THERE.tex()}"
PROBABILITY = tex_in_line(HOLDS)
PER_ACTIONS = (
    rf"\frac{{{OF_ACTIONS.numerator}}}{{{OF_ACTIONS.denominator}}}{tex_in_line(ACTIONS.parts[1])}"
)
_L, _X, _A = LEAST_SIZE
SIZES_OF = rf"$L\geq{_L}$, $A\geq{_A}$, $X\geq{_X // _L}L$"


def first_T(L: int, X: int, A: int) -> int:
    """Return the first T from which on T >= 10^7 X^4 A Lam, for delta = 1/10."""

    def bound(T: int, Lam: Real) -> Real:
        return Lam * Q(L * FACTOR * X**4 * A)

    return first_below(bound, L, X, A, TENTH)


def rounded_up(T: int) -> str:
    """Return a large number in LaTeX, rounded up to two digits."""
    power = len(str(T)) - 1
    digits = -(-T // 10 ** (power - 1))
    return rf"${digits // 10}.{digits % 10}\cdot10^{{{power}}}$"


SMALLEST = rounded_up(first_T(*LEAST_SIZE))
AT_SECTION_6 = rounded_up(first_T(SIZES[-1].L, SIZES[-1].X, SIZES[-1].A))
"""The T from which on the lower bound speaks, in its smallest case and at the paper's size."""
RANGE = f"for all {SIZES_OF} and all large $T$"
IN_SHORT = (
    rf"It is tight: {RANGE} some MDP costs every run of Algorithm 1 at least "
    rf"${LEAST}LX\sqrt{{TA\log(TXA/\delta)}}$, with probability at least ${PROBABILITY}$"
)
SAYS = (
    rf"No analysis of Algorithm 1 gives a smaller order. F{RANGE[1:]} there is an MDP with "
    r"deterministic rewards on which $\mathrm{Reg}_T\geq"
    rf"{LEAST}LX\sqrt{{TA\log(TXA/\delta)}}$ with probability at least ${PROBABILITY}$, whatever "
    r"solution of LP1 is taken, however $P_i$ and $\pi_i$ are completed, and whenever epochs end "
    r"at least as often as with $\max\{1,N_i\}$. Where a solver leaves a gap of at most $g$ in LP1 "
    rf"it is ${PER_GAP}Tg$ less, which covers runs with rounded numbers. On that MDP a state of a "
    r"layer is never reached: its optimistic value stays maximal, and the $\ell_1$ ball moves mass "
    r"$\epsilon_i/2$ to it, whatever $P$ is. For $L=2$ the regret is at most "
    f"${TWO_STEPS.right.tex()}$."
)
"""The lower bound in full, and why it holds."""
