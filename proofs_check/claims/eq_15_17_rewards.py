"""Eq. (15), (16), (17): the radius b_i and the confidence bounds of the rewards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, pairwise

from proofs_check.arithmetic import ONE, Decision, Q, certainly_leq, lam, ln
from proofs_check.claims.common.algebra import at_most
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, Vacuity, claim, step
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:extra-term-r",
    kind="given",
    title="radius b_i",
    readings=("R-10", "R-11"),
    tex=r"b_i(x,a)=\sqrt{2\log(TXA/\delta)/\max\{1,N_i(x,a)\}}",
    cites=("the counters", "alg:main/14"),
)
def eq_15(suite: Suite) -> None:
    """b_i(x,a) = sqrt(2 Lam / max{1, N_i(x,a)}), Lam = log(TXA/delta)."""


@claim(
    "eq:rew-ucb",
    kind="given",
    title="upper bound r_hat_i",
    readings=("R-21",),
    tex=r"\hat r_i=\min\{1,\bar r_i+b_i\}",
    cites=("mean and radius", "eq:14, eq:extra-term-r"),
)
def eq_16(suite: Suite) -> None:
    """r_hat_i(x,a) = min{1, r_bar_i(x,a) + b_i(x,a)}."""


@claim(
    "eq:rew-lcb",
    kind="given",
    title="lower bound r_check_i",
    readings=("R-21",),
    tex=r"\check r_i=\max\{0,\bar r_i-b_i\}",
    cites=("mean and radius", "eq:14, eq:extra-term-r"),
)
def eq_17(suite: Suite) -> None:
    """r_check_i(x,a) = max{0, r_bar_i(x,a) - b_i(x,a)}.

    Algorithm 1 never computes r_check_i: it serves the analysis of Bias-II only."""


@claim(
    "eq:rew-lcb:order",
    kind="identity",
    part_of="",
    title="r_check <= r_hat, width 2b",
    tex=r"0\leq\check r_i\leq\bar r_i\leq\hat r_i\leq1,\quad\hat r_i-\check r_i\leq\min\{1,2b_i\}",
    proves=("five cases say which of 0 and 1 cut", "eq:rew-ucb, eq:rew-lcb, eq:14:mean"),
    planted={"width at most b_i instead of 2 b_i": {"width": 1}},
)
def order_of_bounds(suite: Suite, width: int = 2) -> Iterator[Found]:
    """0 <= r_check_i <= r_bar_i <= r_hat_i <= 1 and r_hat_i - r_check_i <= min{1, 2 b_i}; where
    (x,a) is unvisited, or N_i(x,a) <= 2 Lam, b_i >= 1, so r_hat_i = 1 and r_check_i = 0."""
    import sympy

    note = "0 <= r_check <= r_bar <= r_hat <= 1, width <= 2b; all r_bar, b, 5 cases"
    tally = Tally("proved", note)
    # letters >= 0 fill each v = r_bar, w = 1 - v: every fact is a sum of them, coefficients >= 0
    p, q, s = sympy.symbols("p q s", nonnegative=True)
    cases = (  # v, w, b; cut at 1: b >= w, cut at 0: b >= v
        (s + p, s + q, s, False, False),
        (p + q + s, p, p + q, True, False),
        (p, p + q + s, p + q, False, True),
        (p, p + q, p + q + s, True, True),
        (p + q, p, p + q + s, True, True),
    )
    for v, w, b, up, down in cases:
        r_hat = v + w if up else v + b
        r_check = sympy.Integer(0) if down else v - b
        case = f"cut at 1: {up}, at 0: {down}"
        for low, high in pairwise((sympy.Integer(0), r_check, v, r_hat, v + w)):
            if low != high:
                at_most(tally, low, high, case)
        at_most(tally, r_hat - r_check, width * b, case)
    yield tally
    for X, A in ((2, 1), (4, 2), (52, 5)):
        for T in count(2):  # an epoch that starts by episode T can have b_i <= 1: T - 1 >= 2 Lam
            if certainly_leq(lam(T, X, A, Q(1, 10)) * 2, T - 1) is Decision.TRUE:
                break
        yield Vacuity(f"X={X}, A={A}, delta=1/10: some b_i", "1", T)


@step(
    order_of_bounds,
    "b_i^2 max{1, N_i} = 2 Lam, which is above 1 and, for N_i <= 2 Lam, at least N_i",
    uses="eq:extra-term-r",
)
def size_of_b(suite: Suite) -> Shown:
    proof = Tally("proved", "TXA/delta > 2")
    proof.leq(ONE, ln(2) * 2, says="2 Lam > 2 ln 2 > 1")
    return proof
