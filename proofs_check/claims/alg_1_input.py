"""Algorithm 1, line 1: what the algorithm is given."""

from __future__ import annotations

from itertools import combinations, product

from proofs_check.arithmetic import Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.suite import Suite

Assigned = tuple[int, ...]  # h(x) for x = 0, ..., X - 1


@claim(
    "alg:main/1",
    kind="definition",
    title="input",
    tex=r"\text{input: }\mathcal X,\ \mathcal A,\ T,\ \delta",
    expected="FAILS",
    readings=("R-18", "R-11"),
    repair="the partition into layers X_0, ..., X_L is an input too",
    planted={"L is an input as well": {"knows_L": True}},
)
def line_1(suite: Suite, knows_L: bool = False) -> Shown:
    """The input of Algorithm 1 is the state space X, the action space A, T and delta (Sec. II: only
    X and A are known): what it starts with is a function of them.

    It is not: q_hat_1 (line 5), eps_i (eq. (11)) and the polytope Q (eq. (4)) differ between
    layerings of the same states, even when x_0 is known and even when L is known."""
    tally = Tally("proved", "pairs of layerings of the same states, x_0 = 0, A = 1, X <= 5")
    for X in range(2, 6):
        for one, other in combinations(all_layerings(X), 2):
            if not knows_L or max(one) == max(other):
                same = first_measure(one) == first_measure(other)
                tally.holds(same, X=X, A=1, h_of=list(one), other=list(other))
    return tally


@claim(
    "alg:main/1",
    form="repaired",
    kind="given",
    title="input, layers included",
    tex=r"\text{input: }\mathcal X_0,\dots,\mathcal X_L,\ \mathcal A,\ T,\ \delta",
)
def line_1_repaired(suite: Suite) -> None:
    """The input of Algorithm 1 is the partition of the states into layers X_0, ..., X_L, the action
    space A, T and delta: q_hat_1, Lam, and the index sets of eq. (10)-(13) and of LP1 are functions
    of it."""


def all_layerings(X: int) -> list[Assigned]:
    """Every layering of states 0..X-1 with X_0 = {0} and one state in the last layer."""
    return [
        (0, *h_of)
        for L in range(1, X)
        for h_of in product(range(1, L + 1), repeat=X - 1)
        if set(h_of) == set(range(1, L + 1)) and h_of.count(L) == 1
    ]


def first_measure(h_of: Assigned) -> dict[tuple[int, int], Q]:
    """q_hat_1(x,a,x') = 1/(X_h A X_{h+1}) on consecutive layers, A = 1."""
    return {
        (x, y): Q(1, h_of.count(h) * h_of.count(h + 1))
        for x, h in enumerate(h_of)
        for y, h1 in enumerate(h_of)
        if h1 == h + 1
    }
