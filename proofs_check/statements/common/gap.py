r"""Gap of the printed proof of Theorem 4: where it is, how large its term is, what closes it.

Headline, README, terminal, report, letter, finding E-1 and the pages of Lemma 6 and Theorem 4 take
these words from here."""

from __future__ import annotations

from proofs_check.arithmetic import Q, Real, ln, sqrt
from proofs_check.sampled_runs.specs import PAPER_A, PAPER_LAYERS

LAST_SENTENCE = "“Combining Lemma 11 and Lemma 12 finishes the proof”"
"""The sentence of the paper, its last, at which the printed proof has its gap."""
IN_SHORT = (
    r"Lemmas 11 and 12 add up to a term in $\Lambda$ where the theorem has $\sqrt\Lambda$; stopped "
    r"at (33), Lemma 11 suffices for fixed $\delta$ as $T$ grows."
)


def term_and_rest() -> tuple[Real, Real]:
    """Return what the proof adds up to at the paper's size and delta = 1/10, over
    LX sqrt(TA Lam): the term of Lemma 11 stopped at (33), 4 L sqrt(T ln(L/delta) Lam), and the
    rest, of Lemmas 5 and 12."""
    L, X, delta = len(PAPER_LAYERS) - 1, sum(PAPER_LAYERS), Q(1, 10)
    term = sqrt(ln(L / delta) / PAPER_A) * Q(4, X)
    return term, 10 / sqrt(L * X) + 12


def to_digits(x: Real, digits: int) -> str:
    """Return a number, rounded."""
    enclosed = x.enclose(64)
    low, high = (f"{float(end):.{digits}f}" for end in (enclosed.lo, enclosed.hi))
    if low != high:
        raise ArithmeticError(f"{low} or {high}")
    return low


_term, _rest = term_and_rest()
TERM, REST = to_digits(_term, 2), to_digits(_rest, 1)
SAYS = (
    rf"The proof of Lemma 6, and with it that of Theorem 4, ends with {LAST_SENTENCE}. Both lemmas "
    r"are true, but Lemma 11 is too weak there: it has a term in $\Lambda=\log(TXA/\delta)$, and "
    r"Lemma 6 has $\sqrt\Lambda$. If Lemma 11 stops at (33), its term is "
    r"$4L\sqrt{T\log(L/\delta)\Lambda}$, which proves Lemma 6 and Theorem 4 for fixed $\delta$, "
    r"$L$, $X$ and $A$ as $T\to\infty$. It is not uniform: for Lemma 6 the ratio is unbounded as "
    r"$\delta\to0$, and as $L\to\infty$ with $A=1$, $X=L+1$. With $c_i=\min\{1,2b_i\}$ in place of "
    r"$2b_i$ both follow for all parameters. At the size of Section VI and $\delta=1/10$ the term "
    rf"is ${TERM}$ beside ${REST}$, in units of $LX\sqrt{{TA\Lambda}}$."
)
"""The gap in full, and both ways to close it."""
FOR_STATEMENTS = SAYS.translate(str.maketrans("“”", '""'))
"""The same in ASCII, as statements are written."""
