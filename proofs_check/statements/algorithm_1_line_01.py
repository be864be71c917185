r"""The input of Algorithm 1 is the state space $X$, the action space $A$, $T$ and $\delta$
(Sec. II: only $X$ and $A$ are known): what it starts with is a function of them.

It is not: $\hat q_1$ (line 5), $\epsilon_i$ (eq. (11)) and the polytope $Q$ (eq. (4)) differ
between layerings of the same states, even when $x_0$ is known and even when $L$ is known."""

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
        r"Both layerings have $X=3$, $A=1$, $x_0=0$ and the same $T$ and $\delta$. Line 5 "
        "puts the mass $1/(X_0AX_1)=1$ on $(0,a,1)$ in the first and on $(0,a,2)$ in the "
        "second."
    ),
    findings=(
        Finding(
            9,
            "underspecified",
            title="the layers are used but not given",
            cause=(
                "$X_h$ and $X_{h+1}$ enter (11), (12) and line 5, but the layers are no input; at "
                "$x_L$ there is no $X_{L+1}$; and line 5, for all $(x,a,x')$, puts mass on triples "
                "that do not go from one layer to the next."
            ),
            witness={"layers": "1, 1", "L": "1", "X": "2", "A": "1"},
            by_hand=(
                r"$\hat q_1(x_0,a,x_0)=\hat q_1(x_0,a,x_L)=1/(X_0AX_1)=1$: the mass of layer 0 "
                r"is 2."
            ),
            then="Line 5 is then in $Q$ and solves LP1 at $N=0$.",
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
    tex=r"\text{input: }\mathcal X,\ \mathcal A,\ T,\ \delta",
    repair="the partition into layers $X_0$, ..., $X_L$ is an input too",
)

repaired = statement.repaired(
    "input, layers included",
    tex=r"\text{input: }\mathcal X_0,\dots,\mathcal X_L,\ \mathcal A,\ T,\ \delta",
    says=r"""The input of Algorithm 1 is the partition of the states into layers $X_0$, ...,
$X_L$, the action space $A$, $T$ and $\delta$: $\hat q_1$, $\Lambda$, and the index sets of eq.
(10)-(13) and of LP1 are functions of it.""",
    kind="given",
)


Assigned = tuple[int, ...]  # h(x) for x = 0, ..., X - 1


@printed.check({"$L$ is an input as well": {"knows_L": True}})
def line_1(suite: Suite, knows_L: bool = False) -> Shown:
    tally = Tally("proved", r"pairs of layerings of the same states, $x_0=0$, $A=1$, $X\leq5$")
    for X in range(2, 6):
        for one, other in combinations(all_layerings(X), 2):
            if not knows_L or max(one) == max(other):
                same = first_measure(one) == first_measure(other)
                tally.holds(same, X=X, A=1, h_of=list(one), other=list(other))
    return tally


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
