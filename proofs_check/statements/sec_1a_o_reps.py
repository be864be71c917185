r"""O-REPS, for known $P$, has regret $\tilde O(L\sqrt T)$ with full information and
$\tilde O(\sqrt{TLXA})$ with bandit feedback (Sec. I-A, commented out in the source).

These are the orders in its abstract. They follow from the inequality of mirror descent, since
$D(q\|q_1)\leq\sum_{h<L}\ln(X_hA)\leq L\ln(XA/L)$, and since $\sum_t\langle q_t,\hat l_t^2\rangle$
is at most $LT$ with full information and at most $XAT$ in expectation with bandit feedback. The
learning rates $\eta=\sqrt{\ln(XA/L)/T}$ and $\eta=\sqrt{L\ln(XA/L)/(TXA)}$ make both terms
equal."""

from proofs_check.statements.common.orders import order, parse, same_orders
from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:I:o-reps",
    __doc__,
    number="Sec. I-A, O-REPS",
    section="Sec. I-A",
    readings=("R-27",),
    part_of="sec_1b_best",
)

printed = statement.printed(
    r"O-REPS: $L\sqrt{T}$ and $\sqrt{TLXA}$",
    not_printed="the introduction compares, without an argument",
    tex=r"\tilde O(L\sqrt T),\quad\tilde O(\sqrt{TLXA})",
    steps=(
        argued(
            "the inequality of mirror descent, with these bounds on $D$ and on the sum of squares",
            "sec_1a_mirror_descent",
        ),
    ),
    no_claim="another algorithm",
    coq=(
        Coq("o_reps_full", "systems/MirrorDescent.v"),
        Coq("o_reps_bandit", "systems/Bandit.v"),
        Coq("o_reps_full_exists", "systems/EveryStep.v"),
        Coq("o_reps_bandit_exists", "systems/EveryStep.v"),
    ),
)


FULL = "O-REPS, full information (Zimin and Neu 2013)"
BANDIT = "O-REPS, bandit (Zimin and Neu 2013)"


@printed.check({"the second term twice as large": {"factor": 2}})
@printed.proves(r"the orders of its abstract; both terms at the $\eta$ of R-27")
def o_reps(suite: Suite, factor: int = 1) -> Shown:
    # D/eta + eta S for D = L ln(XA/L) and the sums of squares S = LT, XAT: published as 2 sqrt(D S)
    import sympy

    L, X, A, T = map(parse, ("L", "X", "A", "T"))
    k = sympy.Symbol("ln(XA/L)", positive=True)
    tally = Tally("proved", r"the two terms add up to the published bound, at these $\eta$")
    for S, eta, bound in (
        (L * T, sympy.sqrt(k / T), 2 * L * sympy.sqrt(T * k)),
        (X * A * T, sympy.sqrt(L * k / (T * X * A)), 2 * sympy.sqrt(L * X * A * T * k)),
    ):
        rest = sympy.simplify(L * k / eta + factor * eta * S - bound)
        tally.holds(bool(rest == 0), bound=str(bound), rest=str(rest))
    orders = ((order(FULL), "L*sqrt(T)"), (order(BANDIT), "sqrt(T*L*X*A)"))
    return same_orders("the orders of its abstract", *orders), tally
