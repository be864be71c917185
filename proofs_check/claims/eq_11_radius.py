"""Eq. (11): the confidence radius eps_i of the transition function."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from proofs_check.arithmetic import ONE, Decision, Q, certainly_less, eps_radius, lam, ln
from proofs_check.claims.common.algebra import same
from proofs_check.claims.common.radii import NO_LAYER, OUTSIDE, above_1
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Vacuity, claim
from proofs_check.sampled_runs.suite import Suite

INSTANCES = (((1, 2, 1), 1), ((1, 2, 2, 1), 2), ((1, 10, 10, 10, 10, 10, 1), 5))


@claim(
    "eq:extra-term-P",
    kind="definition",
    title="radius eps_i, for all (x,a)",
    expected="UNDERSPECIFIED",
    readings=("R-2", "R-10", "R-11"),
    repair="for x in X_h, h < L",
    tex=r"\epsilon_i(x,a)=\sqrt{2X_{h(x)+1}\log(TXA/\delta)/\max\{1,N_i(x,a)\}}",
    planted={"(underspecified; here X_{L+1} = 0)": lambda _: above_1((0,))},
)
def eq_11(suite: Suite) -> Iterator[Found]:
    """eps_i(x,a) = sqrt(2 X_{h(x)+1} Lam / max{1, N_i(x,a)}) with Lam = log(TXA/delta), a positive
    radius for all x in X and a in A, above 1 where (x,a) is unvisited.

    At x_L it is not defined: there is no X_{L+1}. Eq. (12) asks for it "for all x in X"."""
    yield above_1((1, 2, 10), OUTSIDE)
    yield above_1((0, 1, 2, 10), NO_LAYER)


@claim(
    "eq:extra-term-P",
    form="repaired",
    kind="identity",
    title="radius eps_i, x outside X_L",
    tex=r"\epsilon_i(x,a)=\sqrt{2X_{h+1}\log(TXA/\delta)/\max\{1,N_i(x,a)\}},"
    r"\ x\in\mathcal X_h,h<L",
    proves=(
        "its square 2 d Lam / N falls in N, is 4 at N = d Lam / 2, above 1 at N = 1",
        "alg:main/14",
    ),
    planted={"log to base 10: eps > 1 where nothing was seen": lambda _: above_1(log="log10")},
)
def eq_11_repaired(suite: Suite) -> Iterator[Found]:
    """eps_i(x,a) = sqrt(2 X_{h+1} Lam / max{1, N_i(x,a)}) with Lam = log(TXA/delta), for x in X_h,
    h < L. It is above 1 where (x,a) is unvisited, does not grow with i, and is below 2, the largest
    L1-distance of two distributions, only when N_i(x,a) > X_{h+1} Lam / 2.

    T, X, A are integers >= 1, X >= 2, delta < 1, so TXA/delta > 2 and Lam > log 2: "above 1" holds
    for every base of the logarithm up to 4."""
    import sympy

    proof = Tally("proved", "for all d = X_{h+1} >= 1, N >= 1, Lam > ln 2")
    d, N, Lam, up = sympy.symbols("d N Lam up", positive=True)
    square = 2 * d * Lam / N  # eps**2 for N >= 1
    falls = sympy.cancel(square - square.subs(N, N + up)).is_positive
    proof.holds(bool(falls), says="eps falls when N grows")
    same(proof, 2 * d * Lam, 4 * (d * Lam / 2), "eps = 2 at N = d Lam / 2")
    proof.holds(certainly_less(ONE, ln(2) * 2), says="2 d Lam > 2 ln 2 > 1: eps > 1 at N = 0")
    yield proof
    delta = Q(1, 10)
    for layers, A in INSTANCES:
        fewest = min(X_next for X_next in layers[1:] if X_next >= 2)
        for T in count(2):  # visited in all T - 1 episodes before
            eps = eps_radius(fewest, lam(T, sum(layers), A, delta), T - 1)
            if certainly_less(eps, 2) is Decision.TRUE:
                break
        name = f"layers {'-'.join(map(str, layers))}, A={A}, delta={delta}: some eps_i"
        yield Vacuity(name, "2", T)
