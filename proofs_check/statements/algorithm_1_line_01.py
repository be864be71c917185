r"""The input of Algorithm 1 is the state space $\mathcal X$, the action space $\mathcal A$, the
time horizon $T$ and the confidence parameter $\delta$. By Sec. II only $\mathcal X$ and
$\mathcal A$ are known ahead of time.

These four do not determine what the algorithm computes. $\hat q_1$ (line 5), $\epsilon_i$ (eq.
(11)) and the polytope $Q$ (eq. (4)) depend on the layers. They differ between two layerings of
the same states, even when $x_0$ and $L$ are known."""

from __future__ import annotations

from itertools import combinations, product

from proofs_check.arithmetic import Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "alg:main/1",
    __doc__,
    kind="definition",
    readings=("R-18", "R-11"),
    sentences=("30e5fe0c6bc0", "955aadd0e943"),
    by_hand=(
        r"The states 0, 1 and 2 can form three layers in this order or in the order 0, 2, 1. Both "
        r"layerings have $X=3$, $A=1$, $x_0=0$ and the same $T$ and $\delta$. Line 5 puts the "
        "mass $1/(X_0AX_1)=1$ on $(0,a,1)$ in the first and on $(0,a,2)$ in the second."
    ),
    findings=(
        Finding(
            9,
            "underspecified",
            title="the layers are used but not given",
            cause=(
                "$X_h$ and $X_{h+1}$ enter (11), (12) and line 5, but the layers are no input. At "
                "$x_L$ there is no $X_{L+1}$. Line 5 is stated for all $(x,a,x')$, so it puts mass "
                "on triples that do not lead from one layer to the next."
            ),
            witness={"layers": "1, 1", "L": "1", "X": "2", "A": "1"},
            by_hand=(
                r"$\hat q_1(x_0,a,x_0)=\hat q_1(x_0,a,x_L)=1/(X_0AX_1)=1$, so layer 0 has mass 2."
            ),
            then=r"With the layers given, $\hat q_1$ is in $Q$ and solves LP1 for $N_1=0$.",
        ),
    ),
    corrections={
        9: Correction(
            r"State space $\mcx$,", r"State space $\mcx$ with its layers $\mcx_0, \cdots, \mcx_L$,"
        )
    },
)

printed = statement.printed(
    "input",
    tex=r"(\mathcal X,\mathcal A,T,\delta)",
    repair=r"the partition into layers $\mathcal X_0,\dots,\mathcal X_L$ is an input too",
)

repaired = statement.repaired(
    "input, layers included",
    tex=r"(\mathcal X_0,\dots,\mathcal X_L,\mathcal A,T,\delta)",
    says=r"""The input of Algorithm 1 is the partition of the states into layers $\mathcal
X_0,\dots,\mathcal X_L$, the action space $\mathcal A$, $T$ and $\delta$. This input determines
$\hat q_1$, $\Lambda$ and the index sets of eq. (10)-(13) and of LP1.""",
    kind="given",
)


Assigned = tuple[int, ...]  # h(x) for x = 0, ..., X - 1


@printed.check({"$L$ is an input as well": {"knows_L": True}})
def line_1(suite: Suite, knows_L: bool = False) -> Shown:
    tally = Tally(
        "proved", r"is $\hat q_1$ the same? pairs of layerings of $X\leq5$ states, $x_0=0$, $A=1$"
    )
    for X in range(2, 6):
        for one, other in combinations(all_layerings(X), 2):
            if not knows_L or max(one) == max(other):
                same = first_measure(one) == first_measure(other)
                tally.holds(same, X=X, A=1, h_of=list(one), other=list(other))
    return tally


def all_layerings(X: int) -> list[Assigned]:
    """Return every layering of states 0..X-1 with X_0 = {0} and one state in the last layer."""
    return [
        (0, *h_of)
        for L in range(1, X)
        for h_of in product(range(1, L + 1), repeat=X - 1)
        if set(h_of) == set(range(1, L + 1)) and h_of.count(L) == 1
    ]


def first_measure(h_of: Assigned) -> dict[tuple[int, int], Q]:
    """Return q_hat_1(x,a,x') = 1/(X_h A X_{h+1}) on consecutive layers, for A = 1."""
    return {
        (x, y): Q(1, h_of.count(h) * h_of.count(h + 1))
        for x, h in enumerate(h_of)
        for y, h1 in enumerate(h_of)
        if h1 == h + 1
    }
