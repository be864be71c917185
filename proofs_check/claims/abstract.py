"""The abstract: its bound, and its two comparisons with earlier work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, pairwise

from proofs_check.arithmetic import certainly_less, sqrt
from proofs_check.claims.common.algebra import at_most, same
from proofs_check.claims.common.orders import (
    OLD,
    SAME_METHOD,
    UCBVI_2017,
    UCRL_LP,
    below_all,
    order,
    same_orders,
)
from proofs_check.claims.common.paths import updates_below_T
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, Verdict, claim
from proofs_check.sampled_runs.specs import PAPER_A, PAPER_LAYERS
from proofs_check.sampled_runs.suite import Suite


@claim(
    "inline:abstract.1",
    number="abstract, bound",
    kind="asymptotic",
    title="regret O~(LX sqrt(TA)) w.h.p.",
    covers=("inline:I-B.1", "inline:VII.1"),
    tex=r"\mathrm{Reg}_T\leq\tilde O(LX\sqrt{TA})",
    cites=("Reg_T is at most the printed chain, w.h.p.", "thm:main"),
    proves=("the printed chain is at most 12 (1 + Lam) LX sqrt(TA)",),
    planted={
        "11 (1 + Lam) LX sqrt(TA)": {"constant": 11},
        "the order L sqrt(TXA)": lambda _: same_orders(
            "is 12 LX sqrt(TA) of the order L sqrt(TXA)?", (UCRL_LP, "L*sqrt(T*X*A)")
        ),
    },
)
def bound_of_abstract(suite: Suite, constant: int = 12) -> Shown:
    """With high probability the regret is O~(LX sqrt(TA)), that is, LX sqrt(TA) up to a constant
    and powers of logarithms (abstract, Sec. I-B, Sec. VII).

    This much follows even from the printed chain, whose gap is a factor sqrt(Lam), Lam =
    log(TXA/delta): 12 LX sqrt(TA Lam) + 10 sqrt(TLXA Lam) + 4 L sqrt(T) Lam <= 12 (1 + Lam)
    LX sqrt(TA), which is what is checked here."""
    import sympy

    Lam, l, x, a = sympy.symbols("Lam l x a", nonnegative=True)
    root = sympy.Symbol("s", nonnegative=True)  # s**2 = Lam
    tally = Tally("proved", "the printed chain over LX sqrt(TA), all T, X, A, L, delta")
    same(tally, (1 + root**2) / 2 - root, (1 - root) ** 2 / 2, "sqrt(Lam) <= (1 + Lam)/2")
    at_most(tally, 2, (1 + l) * (2 + l + x), "L = 1 + l, X = L + 1 + x: LX >= 2")
    tally.holds(certainly_less(sqrt(50), 8), says="so 10/sqrt(LX) <= 10/sqrt 2 <= 8")
    at_most(tally, 4, (2 + l + x) ** 2 * (1 + a), "4/(X sqrt A) <= 2, A = 1 + a")
    # (12 + 8)(1 + Lam)/2 + 4 Lam/(X sqrt A) <= 10 (1 + Lam) + 2 Lam
    at_most(tally, 10 * (1 + Lam) + 2 * Lam, constant * (1 + Lam), "the sum")
    return tally


@claim(
    "sec:abstract",
    title="tighter than its own framework",
    expected="FAILS",
    repair="tighter than UCRL2 only (by sqrt(L), if its diameter is L); equal to UC-O-REPS and "
    "UOB-REPS, which solve the harder adversarial problem",
    tex=r"LX\sqrt{TA}<\text{bounds of the same framework}",
    planted={"(false already) tighter than UCBVI, another framework": {"sources": (UCBVI_2017,)}},
)
def tighter(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Shown:
    """The regret bound is tighter than those of existing works that use a similar confidence set
    framework.

    Those works, with the bounds their authors state: UCRL2, UC-O-REPS, UOB-REPS. The last two,
    from which the paper takes its confidence sets and Lemmas 1, 2, 7, 8, 9, already have
    LX sqrt(TA), for adversarial rewards. (A sentence that says so stands in the LaTeX source,
    commented out.)"""
    return below_all(sources)


@claim(
    "sec:abstract",
    form="repaired",
    title="tighter than UCRL2; fewer updates",
    readings=("R-1",),
    tex=r"L^{3/2}X\sqrt{TA}=\sqrt L\cdot LX\sqrt{TA}",
    cites=(
        "the regret is LX sqrt(TA), the updates are at most XA log2 T",
        "inline:abstract.1, inline:IV-A.1",
    ),
    proves=("the quotients of the published bounds",),
    planted={"UC-O-REPS has L^(3/2) X sqrt(TA), as UCRL2": {"of_uc_o_reps": OLD}},
)
def tighter_repaired(suite: Suite, of_uc_o_reps: str = UCRL_LP) -> Iterator[Found]:
    """LX sqrt(TA) is smaller than UCRL2's bound by sqrt(L) (diameter L) and the same as that of
    UC-O-REPS and UOB-REPS; UCBVI's leading term is smaller by sqrt(X), for which the policy is
    updated at most XA log2 T times instead of T.

    The number of updates is what is saved, once XA log2 T < T; an update solves one LP (or one
    backward induction), where UCBVI makes one backward induction."""
    ucrl2, uc_o_reps, uob_reps = map(order, SAME_METHOD)
    yield same_orders(
        "orders without logarithms, from the published bounds",
        (ucrl2, f"sqrt(L)*{UCRL_LP}"),
        (uc_o_reps, of_uc_o_reps),
        (uob_reps, UCRL_LP),
        (UCRL_LP, f"sqrt(X)*({order(UCBVI_2017)})"),
    )
    for X, A in ((2, 1), (4, 2), (52, 5)):
        yield Vacuity(f"X={X}, A={A}: XA log2 T", "T", updates_below_T(X * A))


@claim(
    "sec:abstract:effort",
    number="abstract, effort",
    part_of="",
    title="less effort than UCBVI",
    expected="GAP",
    repair="fewer updates: XA log2 T backward inductions with a greedy inner maximum, against "
    "UCBVI's T backward inductions, once XA log2 T < T",
    tex=r"XA\log_2T\text{ linear programs}<T\text{ backward inductions}",
    planted={"(a gap already: here T = 52, where T < XA)": {"T": 52}},
)
def effort(suite: Suite, T: int = 10**4) -> Iterator[Found]:
    """It improves computational effort compared to works of another framework with a slightly
    tighter regret bound (abstract).

    Nothing in the paper costs either side. UCBVI makes a backward induction per episode, which
    reads each triple (x,a,x') once. LP1 as printed has the nonzeros of its 2S rows |q - P_bar q| <=
    eps alone, 2 sum_h X_h A X_{h+1} (X_{h+1} + 1), so writing one linear program down costs more
    than ten backward inductions at the paper's size. For T = 10^4 the XA log2 T programs have more
    nonzeros than T backward inductions read triples; from T = 92 600 on it is fewer."""
    XA, triples = sum(PAPER_LAYERS) * PAPER_A, _sum(lambda v: v)
    written = _sum(lambda v: 2 * v * (v + 1))  # nonzeros of an LP's deviation rows

    def nonzeros(T: int) -> int:
        """Of floor(XA log2 T) linear programs."""
        return (int(T**XA).bit_length() - 1) * written

    note = "nonzeros written <= triples read, the paper's size"
    tally = Tally("proved", note, failing=Verdict.GAP)
    tally.leq(nonzeros(T), T * triples, T=T, layers=list(PAPER_LAYERS), A=PAPER_A)
    yield tally
    T_few = next(T for T in count(90_000) if nonzeros(T) < T * triples)
    yield Vacuity("L=6, X=52, A=5: nonzeros of XA log2 T programs", "T backward inductions", T_few)


def _sum(of_next: Callable[[int], int]) -> int:
    """sum_h X_h A f(X_{h+1}), the paper's size."""
    return sum(u * PAPER_A * of_next(v) for u, v in pairwise(PAPER_LAYERS))
