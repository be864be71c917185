"""Bounds up to constants: letters, exponents, and the bounds of the literature."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from proofs_check.ledger.evidence import Tally
from proofs_check.statements.common.bounds import SIZES, Size

__all__ = [
    "ADVANTAGE",
    "EPOCHS_2010",
    "MVP",
    "OLD",
    "PUBLISHED",
    "SAME_METHOD",
    "SWITCHES",
    "UCBVI_2017",
    "UCRL2",
    "UCRL2B_BELOW",
    "UCRL_LP",
    "UC_O_REPS",
    "UOB_REPS",
    "below_all",
    "below_if",
    "first_T",
    "given_bounds",
    "order",
    "parse",
    "same_orders",
]

PUBLISHED = {  # source -> its bound in its own letters, every term that was read
    # (the leading one alone: UCRL2B, UCB-Advantage, both of Agrawal and Jia, UC-O-REPS, UOB-REPS)
    "UCRL2 (Jaksch et al. 2010)": ("D*S*sqrt(A*n)",),
    "UCRL2, its epochs (Jaksch et al. 2010)": ("S*A*log(8*n/(S*A), 2)",),
    "UCRL2B (Fruit et al. 2020)": ("sqrt(D*G*S*A*n)",),  # at most G states can follow a pair
    "UCBVI (Azar et al. 2017)": ("sqrt(H*S*A*n)", "H**2*S**2*A", "H*sqrt(n)"),
    "UCB Q-learning, Hoeffding (Jin et al. 2018)": ("sqrt(H**4*S*A*n)",),
    "UCB Q-learning, Bernstein (Jin et al. 2018)": ("sqrt(H**3*S*A*n)", "sqrt(H**9*S**3*A**3)"),
    "Agrawal and Jia 2017, in the proceedings": ("D*sqrt(S*A*n)",),
    "Agrawal and Jia 2017, on arXiv": ("D*S*sqrt(A*n)",),
    "O-REPS, full information (Zimin and Neu 2013)": ("H*sqrt(T)",),
    "O-REPS, bandit (Zimin and Neu 2013)": ("sqrt(H*S*A*T)",),
    "UC-O-REPS (Rosenberg and Mansour 2019)": ("H*S*sqrt(A*T)",),
    "UOB-REPS (Jin et al. 2020)": ("H*S*sqrt(A*T)",),
    "UCB-Advantage (Zhang et al. 2020)": ("sqrt(H**2*S*A*n)",),  # S states at each step
    "switches of the policy (Bai et al. 2019)": ("H**3*S*A*log(T)",),
    "MVP (Zhang et al. 2021)": ("H*sqrt(S*A*T)", "H*S**2*A"),  # its rewards add up to at most 1
}

UCRL_LP, OLD = "L*X*sqrt(T*A)", "L**(3/2)*X*sqrt(T*A)"

UCRL2, UCBVI_2017 = "UCRL2 (Jaksch et al. 2010)", "UCBVI (Azar et al. 2017)"
UCRL2B, EPOCHS_2010 = "UCRL2B (Fruit et al. 2020)", "UCRL2, its epochs (Jaksch et al. 2010)"
UOB_REPS, UC_O_REPS = "UOB-REPS (Jin et al. 2020)", "UC-O-REPS (Rosenberg and Mansour 2019)"
ADVANTAGE, MVP = "UCB-Advantage (Zhang et al. 2020)", "MVP (Zhang et al. 2021)"
SWITCHES = "switches of the policy (Bai et al. 2019)"

SAME_METHOD = (UCRL2, UOB_REPS, UC_O_REPS)  # confidence sets for P; UCRL2B's bound depends on D
UCRL2B_BELOW = (UCRL2B, "L*X/G")
"""UCRL2B's bound, and the diameter below which its leading term is below LX sqrt(TA)."""

LETTERS = ("L", "X", "A", "T", "D", "S", "H", "n", "G")


def given_bounds(works: Iterable[str]) -> str:
    """Return the hypotheses of a comparison in words: each work with its bound, the terms of it
    that were read."""
    return "; ".join(f"{work}: {' + '.join(PUBLISHED[work])}" for work in works)


def order(source: str, term: int = 0, *, S: str = "X", D: str = "L", n: str = "L*T") -> Any:
    """Return a term of a published bound in the paper's letters: H = L, n steps, S states, diameter
    D."""
    replaced = {"H": "L", "n": n, "S": S, "D": D}
    return parse(PUBLISHED[source][term]).subs({parse(k): parse(v) for k, v in replaced.items()})


@cache
def parse(text: Any) -> Any:
    """Return the expression of a text, every letter positive."""
    import sympy

    return sympy.sympify(text, locals={k: sympy.Symbol(k, positive=True) for k in LETTERS})


def first_T(smaller: Any, larger: Any, size: Size = SIZES[-1]) -> int:
    """Return the first T, at a size, with smaller < larger, which are roots of monomials: larger
    grows as sqrt T, smaller does not depend on it."""
    least = (smaller / larger) ** 2 * parse("T")
    at_size = {parse("L"): size.L, parse("X"): size.X, parse("A"): size.A}
    return int(least.subs(at_size)) + 1


def same_orders(note: str, *bounds: tuple[Any, str], step: bool = False) -> Tally:
    """Count whether each translated bound is the printed one."""
    import sympy

    tally = Tally("proved", note, step=step)
    for translated, printed in bounds:
        ratio = sympy.simplify(parse(translated) / parse(printed))
        tally.holds(bool(ratio == 1), printed=printed, ratio=str(ratio))
    return tally


def below_if(source: str, least: str) -> Tally:
    """Count whether a leading term with the diameter D is LX sqrt(TA) times sqrt(D/least), so that
    it is below LX sqrt(TA) if and only if D < least."""
    import sympy

    name = source.partition(" ")[0]
    note = rf"the leading term of {name} is below $LX\sqrt{{TA}}$ where $D<LX/\Gamma$"
    tally = Tally("proved", note, step=True)
    square = sympy.simplify((order(source, D="D") / parse(UCRL_LP)) ** 2 - parse(f"D/({least})"))
    tally.holds(bool(square == 0), source=source, least=least)
    return tally


def below_all(sources: Sequence[str], D: str = "L") -> Tally:
    """Count whether LX sqrt(TA), divided by each bound, falls to 0 as L grows, X = L + 1; a
    diameter is taken as `D`, which is the least that UCRL2's bound allows."""
    import sympy

    note = r"$LX\sqrt{TA}$ divided by the bound tends to 0 as $L$ grows, with $X=L+1$"
    tally = Tally("proved", note)
    for source in sources:
        ratio = sympy.simplify(parse(UCRL_LP) / order(source, D=D))
        limit = sympy.limit(ratio.subs(parse("X"), parse("L + 1")), parse("L"), sympy.oo)
        tally.holds(limit == 0, source=source, ratio=str(ratio), limit=str(limit))
    return tally
