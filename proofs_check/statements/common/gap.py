r"""Gap of the printed proof of Theorem 4: where it is, how large its term is, what closes it.

Headline, README, terminal, report, letter and the pages of Lemma 6 and Theorem 4 take these words
from here, and from the page of finding E-1."""

from __future__ import annotations

from proofs_check.arithmetic import Q, Real, ln, sqrt
from proofs_check.ledger.finding_pages import FINDINGS, decimals, read_page, with_numbers
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


_term, _rest = term_and_rest()
TERM, REST = decimals(_term, 2), decimals(_rest, 1)
SAYS = with_numbers(
    read_page(FINDINGS / "E-01.toml", {}).texts["cause"], {"term": _term, "rest": _rest}
)
"""The gap in full, and both ways to close it."""
FOR_STATEMENTS = SAYS.translate(str.maketrans("“”", '""'))
"""The same in ASCII, as statements are written."""
