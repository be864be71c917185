r"""The input of Algorithm 1 is the state space $\mathcal X$, the action space $\mathcal A$, the
time horizon $T$ and the confidence parameter $\delta$. By Sec. II only $\mathcal X$ and
$\mathcal A$ are known ahead of time.

Under Assumption 1 the state space is partitioned into layers, and the partition is given with it.
Without it these four would not determine what the algorithm computes: $\hat q_1$ (line 5),
$\epsilon_i$ (eq. (11)) and the polytope $Q$ (eq. (4)) differ between two layerings of the same
states, even when $x_0$ and $L$ are known (R-18)."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/1",
    __doc__,
    kind="definition",
    readings=("R-18", "R-11"),
)

printed = statement.printed(
    "input",
    tex=r"(\mathcal X,\mathcal A,T,\delta),\quad\mathcal X=\mathcal X_0\cup\dots\cup\mathcal X_L",
    kind="given",
    defined=(
        Defined("X", "model/Algorithm.v"),
        Defined("setting", "challenge/Challenge.v"),
    ),
)

Assigned = tuple[int, ...]  # h(x) for x = 0, ..., X - 1
Known = Callable[[Assigned], object]  # what the learner knows of the layering


def partition(h_of: Assigned) -> Assigned:
    """Return the layer of each state."""
    return h_of


@printed.check(
    {"the states without their layers": {"known": len}, "$L$ in addition": {"known": max}}
)
def line_1(suite: Suite, known: Known = partition) -> Shown:
    note = r"what is known determines $\hat q_1$: pairs of layerings of $X\leq5$ states, $A=1$"
    tally = Tally("enumerated", note)
    for X in range(2, 6):
        for layering, other in combinations_with_replacement(all_layerings(X), 2):
            if known(layering) == known(other):
                same = first_measure(layering) == first_measure(other)
                tally.holds(same, X=X, A=1, h_of=list(layering), other=list(other))
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
