"""Sec. I-A: the published bounds in the paper's letters, and how they compare with LX sqrt(TA).

What can be checked is the translation: each bound as its source states it, H steps per episode, S
states, n = HT steps in all, D the diameter. The sources' theorems are taken as data. Orders
leave out constants and logarithms, as O~ does.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import sqrt
from proofs_check.claims.common.algebra import at_most
from proofs_check.claims.common.orders import (
    OLD,
    PUBLISHED,
    UCBVI_2017,
    order,
    parse,
    same_orders,
)
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, Verdict, claim
from proofs_check.sampled_runs.suite import Suite


@claim(
    "inline:I-A.2",
    number="Sec. I-A, UCBVI",
    title="UCBVI: L sqrt(TXA)",
    covers=("inline:I-B.5",),
    expected="GAP",
    repair="for T >= L^2 X^3 A; below it UCBVI's term L^2 X^2 A decides",
    tex=r"\tilde O(L\sqrt{TXA})",
    planted={"(the printed form has a gap: here n is read as T)": {"n": "T"}},
)
def ucbvi(suite: Suite, n: str = "L*T") -> Iterator[Found]:
    """UCBVI has regret O~(L sqrt(TXA)), the best bound known.

    Its theorem has three terms: sqrt(HSAn) + H^2 S^2 A + H sqrt(n). The first is L sqrt(TXA); the
    smaller of all three together and the trivial LT exceeds K L sqrt(TXA) for every K: at T =
    L X^2 A by the factor sqrt(LX). "Best known" is a statement about the literature and not
    decided here."""
    leading = (order(UCBVI_2017, n=n), "L*sqrt(T*X*A)")
    yield same_orders("the leading term, S = X", leading, step=True)
    gap = Tally("proved", "min{LT, all terms} <= K L sqrt(TXA)? L = 2, A = 1, T = L X^2 A",
                failing=Verdict.GAP)  # fmt: skip
    for K in (2, 10, 100):
        X = next(X for X in (1 << k for k in range(2, 40)) if 2 * X > K * K)
        T, L, A = 2 * X * X, 2, 1
        least = min(L * T, L * L * X * X * A)  # of which all terms together are not less
        gap.leq(least, K * L * sqrt(T * X * A), K=K, L=L, X=X, T=T)
    yield gap
    yield Vacuity("L=6, X=52, A=5", "its first term >= its second", 6**2 * 52**3 * 5)


@claim(
    "inline:I-A.2",
    form="repaired",
    title="UCBVI, T >= L^2 X^3 A",
    tex=r"\tilde O(L\sqrt{TXA})\ \text{for}\ T\geq L^2X^3A",
    proves=("each term squared, against L^2 TXA",),
    planted={"already for T >= L^2 X^2 A": {"power": 2}},
)
def ucbvi_repaired(suite: Suite, power: int = 3) -> Shown:
    """For T >= L^2 X^3 A all three terms of UCBVI's bound are at most L sqrt(TXA)."""
    return _below(UCBVI_2017, "L**2*T*X*A", f"L**2*X**{power}*A")


def _below(source: str, squared: str, start: str) -> Tally:
    """Each term squared, against `squared`, at T = start + t, X = L + 1 + k and A = 1 + a."""
    import sympy

    k, a, t = sympy.symbols("k a t", nonnegative=True)
    values = [("T", parse(start) + t), ("X", parse("L") + 1 + k), ("A", 1 + a)]
    tally = Tally("proved", "all L, X >= L + 1, A and T in the range")
    for term in range(len(PUBLISHED[source])):
        sides = order(source, term) ** 2, parse(squared)
        for name, value in values:
            sides = sides[0].subs(parse(name), value), sides[1].subs(parse(name), value)
        at_most(tally, *sides, f"term {term + 1}")
    return tally


SAMPLING = "Agrawal and Jia 2017, corrected"
BERNSTEIN = "UCB Q-learning, Bernstein (Jin et al. 2018)"
HOEFFDING = "UCB Q-learning, Hoeffding (Jin et al. 2018)"


@claim(
    "inline:I-A.3",
    number="Sec. I-A, Q-learning",
    title="UCB Q-learning: L^2 sqrt(TXA)",
    expected="GAP",
    repair="for T >= L^5 X^2 A^2; below it the Bernstein bound's second term decides",
    tex=r"\tilde O(L^2\sqrt{TXA})",
    planted={"(the printed form has a gap: Hoeffding bound with S = X)": {"S": "X"}},
)
def q_learning(suite: Suite, S: str = "X/L") -> Iterator[Found]:
    """UCB Q-learning has regret O~(L^2 sqrt(TXA)).

    The Bernstein bound's leading term sqrt(H^3 SAn) with S = X is that, and so is the Hoeffding
    bound sqrt(H^4 SAn) if every layer has S = X/L states. But layers need not be equal: with L
    singletons and one layer of L states, A = 1, X = 2L and T = L^4, the least of LT, the Hoeffding
    bound with S = L and all of the Bernstein bound is sqrt(L/2) times L^2 sqrt(TXA). (The same
    test as for UCBVI.)"""
    found = (order(BERNSTEIN), order(HOEFFDING, S=S))
    note = "the leading terms, Bernstein for S = X, Hoeffding for S = X/L"
    yield same_orders(note, *((each, "L**2*sqrt(T*X*A)") for each in found), step=True)
    gap = Tally("proved", "min{LT, both bounds} <= K L^2 sqrt(TXA)? A = 1, X = 2L, T = L^4",
                failing=Verdict.GAP)  # fmt: skip
    for K, L in ((4, 50), (9, 200), (19, 800)):
        T, X = L**4, 2 * L
        bounds = (L * T, L**5, L**6)  # LT; sqrt(L^4 L LT); not less than sqrt(L^9 L^3)
        gap.leq(min(bounds), K * L * L * sqrt(T * X), K=K, L=L, X=X, A=1, T=T, S=L)
    yield gap
    yield Vacuity("L=6, X=52, A=5", "its first term >= its second", 6**5 * 52**2 * 5**2)


@claim(
    "inline:I-A.3",
    form="repaired",
    title="UCB Q-learning, T >= L^5 X^2 A^2",
    tex=r"\tilde O(L^2\sqrt{TXA})\ \text{for}\ T\geq L^5X^2A^2",
    proves=("each term squared, against L^4 TXA",),
    planted={"already for T >= L^5 X A^2": {"power": 1}},
)
def q_learning_repaired(suite: Suite, power: int = 2) -> Shown:
    """For T >= L^5 X^2 A^2 both terms of the Bernstein bound of UCB Q-learning, with S = X, are at
    most L^2 sqrt(TXA)."""
    return _below(BERNSTEIN, "L**4*T*X*A", f"L**5*X**{power}*A**2")


@claim(
    "inline:I-A.4",
    number="Sec. I-A, sampling",
    title="posterior sampling: L sqrt(TXA)",
    expected="FAILS",
    repair="O~(L^(3/2) X sqrt(TA)) for D <= L, as for UCRL2; L^(3/2) sqrt(TXA) as first published",
    tex=r"\tilde O(L\sqrt{TXA})",
    planted={"(the printed form is false: here D = 1)": {"D": "1"}},
)
def sampling(suite: Suite, D: str = "L") -> Iterator[Found]:
    """The posterior-sampling algorithm of Agrawal and Jia has regret O~(L sqrt(TXA)).

    It is stated for n >= S^5 A steps, which the paper leaves out. With D = L, the translation used
    for UCRL2, its bound D sqrt(SAn) as first published is
    L^(3/2) sqrt(TXA), larger by sqrt(L); as corrected by its authors, D S sqrt(An), it is
    L^(3/2) X sqrt(TA), larger by sqrt(LX). Neither factor is bounded."""
    for version, factor in (("as first published", "sqrt(L)"), ("corrected", "sqrt(L*X)")):
        source = f"Agrawal and Jia 2017, {version}"
        note = f"{version}: the factor over L sqrt(TXA) is {factor}"
        yield same_orders(note, (order(source, D=D), f"L*sqrt(T*X*A)*{factor}"), step=True)
        tally = Tally("proved", f"{version}: is the factor {factor} <= K for every L, X = L + 1?")
        for K in (1, 2, 10):
            for L in range(1, K * K + 2):
                value = sqrt(L) if factor == "sqrt(L)" else sqrt(L * (L + 1))
                if not tally.leq(value, K, K=K, L=L):
                    break
        yield tally


@claim(
    "inline:I-A.4",
    form="repaired",
    title="posterior sampling, D <= L",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})\ \text{if}\ D\leq L",
    proves=("the bound with S = X, D = L, n = LT",),
    planted={"n = T: steps taken for episodes": {"n": "T"}},
)
def sampling_repaired(suite: Suite, n: str = "L*T") -> Shown:
    """For D <= L and LT >= X^5 A the corrected bound of Agrawal and Jia is O~(L^(3/2) X sqrt(TA)),
    UCRL2's. (At the paper's size X^5 A / L is 316 836 693: T of Figure 1 is far below it.)"""
    return same_orders("S = X, D = L, n = LT", (order(SAMPLING, n=n), OLD))


@claim(
    "inline:I-A.2:q-learning-type",
    number="Sec. I-A, Q-learning-type",
    part_of="",
    title="UCBVI is of Q-learning type",
    expected="FAILS",
    repair="UCBVI is value iteration on an estimated model, with a bonus; what Q-learning has is "
    "UCB Q-learning's L^2 sqrt(TXA), so Sec. VII's future direction should name UCBVI's bonus",
    tex=r"\text{UCBVI}=\text{UCB}+\text{Q-learning-type algorithm}",
    planted={"(false already: here UCRL-LP, which keeps r_bar)": {"algorithm": "UCRL-LP"}},
)
def q_learning_type(suite: Suite, algorithm: str = "UCBVI") -> Shown:
    """UCBVI combines upper confidence bounds with a Q-learning-type algorithm (Sec. I-A), so some
    Q-learning-based algorithm may remove the factor sqrt(X) (Sec. VII).

    Q-learning is model-free: it keeps numbers Q(h,x,a) and counts N(h,x,a), no estimate of P, as
    the next sentence of the paper says. UCBVI keeps the counts N(x,a,x'), estimates P by them and
    makes a backward induction. Counted here on one layered MDP."""
    # N(x,a), N(x,a,x') and, for UCRL-LP, r_bar(x,a); layers 1-2-2-1 and A = 1
    pairs, triples = 1 + 2 + 2, 1 * 2 + 2 * 2 + 2 * 1
    kept = pairs + triples + (pairs if algorithm == "UCRL-LP" else 0)
    tally = Tally("proved", "numbers kept <= 2 per (h,x,a), as for Q-learning?")
    tally.leq(kept, 2 * pairs, layers=[1, 2, 2, 1], A=1, algorithm=algorithm)
    return tally
