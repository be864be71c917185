r"""O-REPS, with $P$ known, has regret $\tilde O(L\sqrt{T})$ with full information and $\tilde
O(\sqrt{TLXA})$ with bandit feedback. (Commented out in the source.)

These are the orders of its abstract. They follow from the inequality of mirror descent:
$D(q\|q_1)\leq\sum_h\ln(X_hA)\leq L\ln(XA/L)$, and $\sum_t\langle q_t,\hat l_t^2\rangle$ is at
most $LT$ with full information, $XAT$ in expectation with bandit feedback; eta
$=\sqrt{\ln(XA/L)/T}$, or $\sqrt{L\ln(XA/L)/(TXA)}$, makes both terms equal."""

from __future__ import annotations

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import (
    order,
    parse,
    same_orders,
)

statement = Statement(
    "sec:I:o-reps",
    __doc__,
    number="Sec. I-A, l. 101",
    section="Sec. I-A",
    readings=("R-27",),
    part_of="sec_1b_best",
    sentences=("7c6783d68424",),
)

printed = statement.printed(
    r"O-REPS: $L\sqrt{T}$ and $\sqrt{TLXA}$",
    tex=r"\tilde O(L\sqrt T),\quad\tilde O(\sqrt{TLXA})",
    steps=(
        argued(
            "the inequality of mirror descent at these $D$ and sums of squares",
            "sec_1a_mirror_descent",
        ),
    ),
)


FULL, BANDIT = (
    "O-REPS, full information (Zimin and Neu 2013)",
    "O-REPS, bandit (Zimin and Neu 2013)",
)


@printed.check({r"the second term twice as large: $2L\sqrt{T\text{ ln}}$ fails": {"factor": 2}})
@printed.proves("the orders of its abstract; both terms at the eta of R-27")
def o_reps(suite: Suite, factor: int = 1) -> Shown:
    # D/eta + eta S for D = L ln(XA/L) and S = LT, XAT: the published 2 sqrt(D S)
    import sympy

    L, X, A, T = map(parse, ("L", "X", "A", "T"))
    k = sympy.Symbol("ln(XA/L)", positive=True)
    tally = Tally("proved", "$D$/eta + eta $S$ is the published bound")
    for S, eta, bound in (
        (L * T, sympy.sqrt(k / T), 2 * L * sympy.sqrt(T * k)),
        (X * A * T, sympy.sqrt(L * k / (T * X * A)), 2 * sympy.sqrt(L * X * A * T * k)),
    ):
        rest = sympy.simplify(L * k / eta + factor * eta * S - bound)
        tally.holds(bool(rest == 0), bound=str(bound), rest=str(rest))
    orders = ((order(FULL), "L*sqrt(T)"), (order(BANDIT), "sqrt(T*L*X*A)"))
    return same_orders("the orders of its abstract", *orders), tally
