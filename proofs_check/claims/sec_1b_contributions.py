"""Sec. I-B: what LX sqrt(TA) gains on UCRL2's bound and loses to UCBVI's, by the orders."""

from __future__ import annotations

from itertools import pairwise

from proofs_check.arithmetic import Real, sqrt
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
from proofs_check.ledger.registry import Shown, Vacuity, claim, step
from proofs_check.sampled_runs.suite import Suite


@claim(
    "inline:I-B.4",
    number="Sec. I-B, sqrt L",
    kind="prose",
    title="L^(3/2) X sqrt(TA) to LX sqrt(TA)",
    tex=r"L^{3/2}X\sqrt{TA}\to LX\sqrt{TA}",
    cites=("LX sqrt(TA) is a bound", "thm:main, inline:I-A.1"),
    planted={
        "the factor is L": lambda _: same_orders(
            "L^(3/2) X sqrt(TA) = L LX sqrt(TA)?", (OLD, f"L*{UCRL_LP}")
        ),
    },
)
def gain(suite: Suite) -> Shown:
    """Against L^(3/2) X sqrt(TA), the bound LX sqrt(TA) is smaller by the factor sqrt(L).

    Where the factor comes from: the radius eps_i has X_{h+1}, not X, under its root, because the
    layers are known. sum_h sqrt(X X_h) <= sqrt(L) X becomes sum_h sqrt(X_{h+1} X_h) <= X; both are
    attained up to the two ends by layers of equal size. Linear programming has no part in it."""
    with_X = Tally("enumerated", "sum_h sqrt(X X_h) <= sqrt(L) X: layers 1, k, ..., k, 1")
    layered = Tally("enumerated", "sum_h sqrt(X_h X_{h+1}) <= X: layers 1, k, ..., k, 1")
    for L in (2, 3, 6, 20):
        for k in (1, 2, 10, 100, 10**6):
            layers = [1, *[k] * (L - 1), 1]
            X = sum(layers)
            far = sum((sqrt(X * X_h) for X_h in layers[:-1]), Real.of(0))
            near = sum((sqrt(u * v) for u, v in pairwise(layers)), Real.of(0))
            with_X.leq(far, sqrt(L) * X, L=L, k=k)
            layered.leq(near, X, L=L, k=k)
    return with_X, layered


@step(gain, "the quotient of the two bounds; sum_h sqrt(X_h X_{h+1}) <= X")
def gain_factor(suite: Suite) -> Shown:
    import sympy

    tally = same_orders(
        "all L, X, T, A; 2 sqrt(uv) <= u + v, and each X_h is in two terms",
        (OLD, f"sqrt(L)*{UCRL_LP}"),
    )
    u, v = sympy.symbols("root_u root_v", nonnegative=True)
    same(tally, u**2 + v**2 - 2 * u * v, (u - v) ** 2, "2 sqrt(uv) <= u + v")
    return tally


@claim(
    "inline:I-B.7",
    number="Sec. I-B, sqrt X",
    kind="prose",
    title="a factor sqrt X above UCBVI",
    tex=r"LX\sqrt{TA}=\sqrt X\cdot L\sqrt{TXA}",
    cites=("both are bounds", "thm:main, inline:I-A.2"),
    planted={
        "the factor is X": lambda _: same_orders(
            "LX sqrt(TA) = X L sqrt(TXA)?", (UCRL_LP, "X*L*sqrt(T*X*A)")
        ),
    },
)
def loss(suite: Suite) -> Shown:
    """Against L sqrt(TXA), the bound LX sqrt(TA) is larger by the factor sqrt(X).

    For the leading terms. With all terms of UCBVI's theorem it is the other way round for small T:
    LX sqrt(TA) <= L^2 X^2 A as long as T <= L^2 X^2 A, at the paper's size up to T = 486720. The
    factor sqrt(X) itself is right from T = L^2 X^3 A on."""
    return Vacuity("L=6, X=52, A=5", "UCBVI's L^2 X^2 A", 6**2 * 52**2 * 5 + 1)


step(
    loss,
    "the quotients of the bounds",
    lambda _: same_orders(
        "the factor; UCRL-LP's order against UCBVI's second term",
        (UCRL_LP, "sqrt(X)*L*sqrt(T*X*A)"),
        (order(UCBVI_2017, 1), f"{UCRL_LP}*sqrt(L**2*X**2*A/T)"),
    ),
)


@claim(
    "sec:I",
    kind="prose",
    title="best of the same method",
    expected="FAILS",
    repair="smaller than UCRL2's bound only; UC-O-REPS and UOB-REPS have LX sqrt(TA) already, for "
    "adversarial rewards",
    tex=r"\tilde O(LX\sqrt{TA})<\text{every earlier bound by confidence sets}",
    planted={"(the printed form is false: here against UCBVI)": lambda _: below_all((UCBVI_2017,))},
)
def best_of_method(suite: Suite) -> Shown:
    """The regret O~(LX sqrt(TA)) is below the best bound of all earlier algorithms that keep
    confidence sets for P; the best of these is O~(L^(3/2) X sqrt(TA)).

    UC-O-REPS and UOB-REPS, from which the method is taken, keep the same confidence sets and have
    O~(LX sqrt(TA)) in the harder adversarial setting (the source says so in a sentence that it
    comments out). Fixed rewards are a special case."""
    return below_all(SAME_METHOD)


@claim(
    "sec:I",
    form="repaired",
    title="below UCRL2's, sublinear in T",
    tex=r"\tilde O(LX\sqrt{TA})<\tilde O(L^{3/2}X\sqrt{TA})",
    cites=("the regret", "thm:main, inline:I-A.1"),
    proves=("its quotient by UCRL2's bound, D = L, falls to 0 with L",),
    planted={"UCRL2 with D = 1": lambda _: below_all((UCRL2,), D="1")},
)
def below_ucrl2(suite: Suite) -> Shown:
    """The regret LX sqrt(TA Lam), up to a constant, is below UCRL2's bound with D >= L by the
    factor sqrt(L), sublinear in T and polynomial in L, X, A."""
    return below_all((UCRL2,))


@step(below_ucrl2, "Lam/T, so LX sqrt(TA Lam)/T, falls to 0 with T")
def sublinear(suite: Suite) -> Shown:
    import sympy

    u, c = sympy.symbols("u c", positive=True)  # T, and everything that does not depend on T
    tally = Tally("proved", "C LX sqrt(TA Lam)/T -> 0")
    tally.holds(sympy.limit(sympy.log(c * u) / u, u, sympy.oo) == 0, says="ln(cT)/T -> 0")
    return tally
