"""Sec. VII: what the conclusion sums up, quantity by quantity."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from proofs_check.arithmetic import Decision, Q, Real, certainly_less, ln, sqrt
from proofs_check.claims.common.orders import (
    OLD,
    SAME_METHOD,
    UCBVI_2017,
    UCRL2,
    UCRL_LP,
    below_all,
    order,
    same_orders,
)
from proofs_check.claims.common.paths import epochs_at_most, log2, updates_below_T
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, claim
from proofs_check.lp1.printed_rows import PrintedLP1
from proofs_check.sampled_runs.specs import PAPER_A, PAPER_LAYERS
from proofs_check.sampled_runs.suite import Suite


@claim(
    "sec:VII",
    title="an update is one LP, its size",
    readings=("R-2", "R-7"),
    tex=r"2S\text{ variables},\quad L+(X-2)+2S+(X-1)A\text{ constraints},\quad S="
    r"\sum_{h<L}X_hAX_{h+1}",
    argues=(
        (
            "the rows of LP1, counted: L sums of layers, X - 2 flows at inner states, two rows for "
            "each of the S deviations, one radius for each of the (X - 1)A pairs; q and eps: S each"
        ),
        "eq:lp-occ-update, alg:main/18",
    ),
    planted={"S + (X - 1)A constraints: one row per absolute value": {"rows_per_triple": 1}},
)
def size_of_lp(suite: Suite, rows_per_triple: int = 2) -> Shown:
    """A policy update solves one linear program of polynomial size, as standard solvers can: with
    S = sum_{h<L} X_h A X_{h+1} triples, LP1 has 2S variables and L + (X - 2) + 2S + (X - 1)A
    constraints besides the signs.

    At the paper's size 4200 variables and 4511 constraints. (No solver is needed: Lemma 1 turns LP1
    into a backward induction.)"""
    tally = Tally("exact on runs", "LP1 as printed, built for one epoch of every run")
    for run in suite.runs:
        lp = PrintedLP1(run.epochs[-1].data_lo)
        S = sum(run.layers[h] * run.A * run.layers[h + 1] for h in range(run.L))
        where = {"run": run.name, "layers": list(run.layers), "A": run.A}
        tally.equal(len(lp.variables()), 2 * S, **where)
        rows = run.L + (run.X - 2) + rows_per_triple * S + (run.X - 1) * run.A
        found = sum(not row.label.startswith("nonneg") for row in lp.constraints())
        tally.equal(found, rows, **where)
    return tally


@claim(
    "inline:VII.3",
    number="Sec. VII, sqrt L",
    title="a factor sqrt L less",
    expected="FAILS",
    repair="less than UCRL2's bound with D = L; UC-O-REPS and UOB-REPS have LX sqrt(TA) already",
    tex=r"\sqrt L\cdot LX\sqrt{TA}=\text{bounds of the earlier works by confidence sets}",
    planted={
        "(the printed form is false: here UCBVI, another method, first)": {
            "sources": (UCBVI_2017, UCRL2)
        }
    },
)
def factor_L(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Shown:
    """The regret bound is smaller by a factor sqrt(L) than those of the earlier works that use
    confidence sets.

    Than that of UCRL2 (with D = L), not than those of UC-O-REPS and UOB-REPS: the same."""
    return below_all(sources)


@claim(
    "inline:VII.3",
    form="repaired",
    title="a factor sqrt L below UCRL2",
    tex=r"L^{3/2}X\sqrt{TA}=\sqrt L\cdot LX\sqrt{TA}",
    cites=("both bounds", "thm:main, inline:I-A.1"),
    proves=("their quotient",),
    planted={"steps taken for episodes in UCRL2's bound": {"n": "T"}},
)
def factor_L_repaired(suite: Suite, n: str = "L*T") -> Shown:
    """LX sqrt(TA) is smaller by the factor sqrt(L) than UCRL2's bound D X sqrt(LTA) with D = L, and
    by more where D > L."""
    bounds = (order(UCRL2, n=n), OLD), (order(UCRL2, D="D", n=n), f"D/L*{OLD}")
    return same_orders("UCRL2's bound with D = L, and with any D", *bounds)


@claim(
    "inline:VII.4",
    number="Sec. VII, O(log T)",
    title="from O(T) to O(log T)",
    covers=("inline:VII.5",),
    expected="FAILS",
    readings=("R-1",),
    repair="O(log T) counts updates, for fixed X and A and the trigger n_i >= max{1, N_i}; playing "
    "and counting still take LT steps",
    tex=r"O(T)\to O(\log T)",
    planted={
        "(the printed form is false: here sqrt(T) operations claimed)": {
            "of_log2": lambda k: sqrt(1 << k)
        },
    },
)
def complexity(suite: Suite, of_log2: Callable[[int], int | Real] = int) -> Iterator[Found]:
    """The computational complexity is reduced from O(T) to O(log T).

    Every episode still updates L counters and means (lines 8 to 11): LT operations. And with the
    trigger as printed, n_i >= N_i at pairs never visited, there are T linear programs too."""
    for what in ("L T counter updates, L = 1", "linear programs with the printed trigger: T"):
        tally = Tally("proved", f"{what} <= K log2 T for all T >= 2?")
        for K in (1, 10, 1000):
            for k in range(1, 20):
                if not tally.leq(1 << k, K * of_log2(k), K=K, T=f"2^{k}"):
                    break
        yield tally


@claim(
    "inline:VII.4",
    form="repaired",
    title="O(log T) updates instead of T",
    readings=("R-1", "R-16"),
    tex=r"\#\text{updates}\leq XA\log_2T,\ T\geq2",
    argues=("XA log2 T is O(log T) for fixed X and A", "inline:IV-A.1"),
    planted={
        "3004 is the least T by any bound of the ledger": {"least": 3004},
        "an eighth of XA log2 T": {"share": lambda T: log2(T) / 8},
    },
)
def complexity_repaired(
    suite: Suite, least: int = 1531, share: Callable[[int], Real] = log2
) -> Iterator[Found]:
    """The number of updates of confidence sets and policy is at most XA log2 T for T >= 2, which is
    O(log T) for fixed X and A, against T updates of an algorithm that updates after every episode.

    It is less than T only from some T on: at the paper's size from T = 3004, and by the sharper sum
    of K_h log2(2T/K_h) over the layers (inline:IV-A.1) from T = 1531."""
    for X, A in ((4, 1), (4, 2), (52, 5)):
        yield Vacuity(f"X={X}, A={A}: XA log2 T", "T", updates_below_T(X * A))
    yield epochs_at_most("updates <= XA log2 T, where that is below T", suite.runs, share)
    K = [X_h * PAPER_A for X_h in PAPER_LAYERS[:-1]]
    for T in count(sum(K)):  # the left side is concave in T, so it stays below from there on
        left = sum((ln(Q(2 * T, k)) * k for k in K), Real.of(0))
        if certainly_less(left, ln(2) * T) is Decision.TRUE:
            break
    tally = Tally("proved", "the least T >= K with sum_h K_h log2(2T/K_h) < T, the paper's size")
    tally.equal(T, least, layers=list(PAPER_LAYERS), A=PAPER_A)
    yield tally
    yield Vacuity("L=6, X=52, A=5: sum of K_h log2(2T/K_h)", "T", T)


@claim(
    "inline:VII.6",
    number="Sec. VII, sqrt X",
    title="sqrt X is what could be removed",
    tex=r"LX\sqrt{TA}/\sqrt X=L\sqrt{TXA}",
    cites=("LX sqrt(TA) is a bound", "thm:main"),
    proves=("the quotient, UCBVI's leading term and the lower bound",),
    planted={"the factor sqrt(X A)": {"factor": "sqrt(X*A)"}},
)
def removable(suite: Suite, factor: str = "sqrt(X)") -> Shown:
    """Removing a factor sqrt(X) from LX sqrt(TA) gives L sqrt(TXA).

    That is UCBVI's leading term, and the order of the lower bound sqrt(HSAn) for H steps per
    episode, S states and n = HT steps: no more than sqrt(X) can be removed."""
    left = f"{UCRL_LP}/{factor}"
    return same_orders(
        "the quotient, UCBVI's leading term, the lower bound",
        (left, "L*sqrt(T*X*A)"),
        (order(UCBVI_2017), left),
        ("sqrt(L*X*A*(L*T))", left),
    )
