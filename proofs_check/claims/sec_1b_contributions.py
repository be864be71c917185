"""Sec. I-B: what LX sqrt(TA) gains on UCRL2's bound and loses to UCBVI's, by the orders."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.claims.common.algebra import same
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
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, claim, step
from proofs_check.sampled_runs.suite import Suite


@claim(
    "inline:I-B.4",
    number="Sec. I-B, sqrt L",
    title="L^(3/2) X sqrt(TA) to LX sqrt(TA)",
    tex=r"L^{3/2}X\sqrt{TA}\to LX\sqrt{TA}",
    cites=("LX sqrt(TA) is a bound", "thm:main, inline:I-A.1"),
    proves=("the quotient of the two bounds; sum_h sqrt(X_h X_{h+1}) <= X",),
    planted={"the factor is L": {"factor": "L"}},
)
def gain(suite: Suite, factor: str = "sqrt(L)") -> Shown:
    """Against L^(3/2) X sqrt(TA), the bound LX sqrt(TA) is smaller by the factor sqrt(L).

    Where the factor comes from: the radius eps_i has X_{h+1}, not X, under its root, because the
    layers are known. sum_h sqrt(X X_h) <= sqrt(L) X becomes sum_h sqrt(X_{h+1} X_h) <= X. Linear
    programming has no part in it."""
    import sympy

    tally = same_orders(
        "all L, X, T, A; 2 sqrt(uv) <= u + v, and each X_h is in two terms",
        (OLD, f"{factor}*{UCRL_LP}"),
    )
    u, v = sympy.symbols("root_u root_v", nonnegative=True)
    same(tally, u**2 + v**2 - 2 * u * v, (u - v) ** 2, "2 sqrt(uv) <= u + v")
    return tally


@claim(
    "inline:I-B.7",
    number="Sec. I-B, sqrt X",
    title="a factor sqrt X above UCBVI",
    tex=r"LX\sqrt{TA}=\sqrt X\cdot L\sqrt{TXA}",
    cites=("both are bounds", "thm:main, inline:I-A.2"),
    proves=("the quotients of the bounds",),
    planted={"the factor is X": {"factor": "X"}},
)
def loss(suite: Suite, factor: str = "sqrt(X)") -> Iterator[Found]:
    """Against L sqrt(TXA), the bound LX sqrt(TA) is larger by the factor sqrt(X).

    For the leading terms. With all terms of UCBVI's theorem it is the other way round for small T:
    LX sqrt(TA) <= L^2 X^2 A as long as T <= L^2 X^2 A, at the paper's size up to T = 486720. The
    factor sqrt(X) itself is right from T = L^2 X^3 A on."""
    yield same_orders(
        "the factor; UCRL-LP's order against UCBVI's second term",
        (UCRL_LP, f"{factor}*L*sqrt(T*X*A)"),
        (order(UCBVI_2017, 1), f"{UCRL_LP}*sqrt(L**2*X**2*A/T)"),
    )
    yield Vacuity("L=6, X=52, A=5", "UCBVI's L^2 X^2 A", 6**2 * 52**2 * 5 + 1)


@claim(
    "sec:I",
    title="best of the same method",
    expected="FAILS",
    repair="smaller than UCRL2's bound only; UC-O-REPS and UOB-REPS have LX sqrt(TA) already, for "
    "adversarial rewards",
    tex=r"\tilde O(LX\sqrt{TA})<\text{every earlier bound by confidence sets}",
    planted={"(the printed form is false: here against UCBVI)": {"sources": (UCBVI_2017,)}},
)
def best_of_method(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Shown:
    """The regret O~(LX sqrt(TA)) is below the best bound of all earlier algorithms that keep
    confidence sets for P; the best of these is O~(L^(3/2) X sqrt(TA)).

    UC-O-REPS and UOB-REPS, from which the method is taken, keep the same confidence sets and have
    O~(LX sqrt(TA)) in the harder adversarial setting (the source says so in a sentence that it
    comments out). Fixed rewards are a special case."""
    return below_all(sources)


@claim(
    "sec:I",
    form="repaired",
    title="below UCRL2's, sublinear in T",
    tex=r"\tilde O(LX\sqrt{TA})<\tilde O(L^{3/2}X\sqrt{TA})",
    cites=("the regret", "thm:main, inline:I-A.1"),
    proves=("its quotient by UCRL2's bound, D = L, falls to 0 with L",),
    planted={"UCRL2 with D = 1": {"D": "1"}},
)
def below_ucrl2(suite: Suite, D: str = "L") -> Shown:
    """The regret LX sqrt(TA Lam), up to a constant, is below UCRL2's bound with D >= L by the
    factor sqrt(L), sublinear in T and polynomial in L, X, A."""
    return below_all((UCRL2,), D)


@step(below_ucrl2, "Lam/T, so LX sqrt(TA Lam)/T, falls to 0 with T")
def sublinear(suite: Suite) -> Shown:
    import sympy

    u, c = sympy.symbols("u c", positive=True)  # T, and everything that does not depend on T
    tally = Tally("proved", "C LX sqrt(TA Lam)/T -> 0")
    tally.holds(sympy.limit(sympy.log(c * u) / u, u, sympy.oo) == 0, says="ln(cT)/T -> 0")
    return tally
