"""Eq. (14): the empirical mean reward r_bar_i."""

from __future__ import annotations

from proofs_check.claims.common.algebra import at_most
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:14",
    kind="given",
    title="r_bar_i",
    readings=("R-2", "R-21"),
    tex=r"\bar r_i(x,a)=\sum_{t<t(i)}I^{(t)}\{(x,a)\}r^{(t)}_h/\max\{1,N_i(x,a)\}",
    cites=("rewards and counters", "alg:main/9, alg:main/14"),
)
def eq_14(suite: Suite) -> None:
    """r_bar_i(x,a) is the sum of the rewards r_h^{(t)}, h = h(x), over the episodes t < t(i) that
    visit (x,a), divided by max{1, N_i(x,a)}.

    A pair is visited at most once in an episode (its layer is passed once), so the indicator
    counts every visit. Algorithm 1 calls another number r_bar_i too: see lines 11 and 15."""


@claim(
    "eq:14:mean",
    kind="identity",
    part_of="",
    title="r_bar_i is in [0,1]",
    tex=r"0\leq\bar r_i(x,a)\leq1",
    proves=(
        "one more reward in [0,1] keeps a mean in [0,1]",
        "eq:14",
    ),
    planted={"rewards up to 2": {"largest": 2}},
)
def mean(suite: Suite, largest: int = 1) -> Shown:
    """r_bar_i(x,a) is in [0,1]: the mean of N_i(x,a) rewards, and 0 where there are none."""
    import sympy

    # the mean m = 1 - left of N rewards, and one more: r = largest - rest, or r = rest
    proof = Tally("proved", "0 <= (N m + r)/(N + 1) <= 1 for m in [0,1], r in its range, N >= 0")
    N, m, rest, left = sympy.symbols("N m rest left", nonnegative=True)
    at_most(proof, 0, N * m + rest, "N m + r >= 0")
    at_most(proof, N * (1 - left) + (largest - rest), N + 1, "N m + r <= N + 1")
    return proof
