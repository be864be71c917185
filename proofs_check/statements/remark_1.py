r"""Any episodic MDP, whether $P$ and $r$ vary with time or not, reduces to a layered one: $L$
identical copies of its state space are the layers. So the algorithm and the results apply to it, up
to a factor that depends on the length of an episode (Remark 1).

$L$ copies make $L$ layers, but Assumption 1 needs $L+1$, and the first and the last must be
singletons. This is a slip. The rate matters more: the factor depends on $L$ alone, but with $S$
states it turns $LX\sqrt{TA}$ into $L^2S\sqrt{TA}$. This exceeds the $L^{3/2}S\sqrt{TA}$ that Sec.
I-B claims to improve, as Azar et al. quote it for UCRL2."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "rem:1",
    __doc__,
    kind="definition",
    readings=("R-18",),
)


printed = statement.printed(
    "layering by $L$ identical copies",
    tex=(
        r"\mathcal X_h=\mathcal S\times\{h\},\ h=0,\dots,L-1,\text{ are the layers of Assumption 1}"
    ),
    repair=(
        r"for a fixed $x_0$ take $L-1$ copies and the singletons $\{x_0\}$, $\{x_L\}$, so "
        "$X=(L-1)S+2$; for a random $x_0$ take $L$ copies, so $X=LS+2$ and an episode has $L+1$ "
        "steps"
    ),
    no_claim="model",
    coq=(Coq("remark_1_printed_false", "paper/SmallStatements.v", refutes=True),),
)

repaired = statement.repaired(
    "layering, $X=(L-1)S+2$",
    tex=(
        r"\mathcal X_0=\{x_0\},\quad\mathcal X_h=\mathcal S\times\{h\}\text{ for }1"
        r"\leq h<L,\quad\mathcal X_L=\{x_L\},\quad X=(L-1)S+2"
    ),
    says=r"""An episodic MDP with $S$ states, $L$ steps, a fixed $x_0$, and $P$ and $r$ that may
vary with time becomes a layered one with $X$ states and $L$ steps: each layer but the
first and the last holds a copy of every state. If $x_0$ is drawn from one distribution in
all episodes, the MDP becomes a layered one with $X=LS+2$ states and $L+1$ steps, in which the first
reward is 0. Policies correspond to each other, visits of (state, action, time) keep their
probabilities, and $V(\pi)$ and the regret keep their values.

For $S\geq2$ the bound $LX\sqrt{TA\log(TXA/\delta)}$ of the layered MDP is at most $c(L)$ times
$LS\sqrt{TA\log(TSA/\delta)}$, where $c(L)=L\sqrt{1+\log_2L}$, or
$c(L)=\frac{(L+1)^2}{L}\sqrt{1+\log_2(L+1)}$ for a random $x_0$. For every $S$ and every $L\geq3$,
$LX\sqrt{TA}$ exceeds $L^{3/2}S\sqrt{TA}$, the figure for UCRL2 that Sec. I-B claims to improve:
copies share no samples. The improvement needs an MDP that is layered already.""",
    kind="identity",
    readings=("R-18", "R-19"),
    steps=(cited("layers and paths", "assumption_1", "definition_1"),),
    no_claim="model",
    coq=(
        Coq("remark_1", "paper/Layering.v"),
        Coq("remark_1_random", "paper/Layering.v"),
        Coq("remark_1_rate", "paper/Layering.v"),
        Coq("remark_1_ucrl2", "paper/Layering.v"),
    ),
)

statement.counterexample(
    by_hand=(
        "2 copies of 2 states are 2 layers of 2 states; Assumption 1 needs "
        "$L+1=3$ layers, of sizes 1, 2, 1."
    ),
)


@statement.numbers(7)
def rates() -> Mapping[str, Any]:
    S, L = 2, 3
    X = (L - 1) * S + 2
    return {"S": S, "L": L, "X": X, "LX": L * X, "UCRL2": L * sqrt(L) * S, "LS": L * S}


Rows = Sequence[Sequence[Sequence[Q]]]  # P[s][a][s1] of a step

UP_TO = 6  # S and L of the tables below


@printed.check(
    {
        "$L+1$ identical copies": {"extra": 1},
        "$S=L=1$ taken for a witness": lambda _: straw_man(),
    }
)
def remark_1(suite: Suite, extra: int = 0) -> Shown:
    tally = Tally(
        "enumerated",
        rf"are layers of sizes $S,\dots,S$ those of Assumption 1? $2\leq S,L\leq{UP_TO}$",
    )
    for L, S in product(range(1, UP_TO + 1), repeat=2):
        if not genuine(S, L):
            continue
        layers = [S] * (L + extra)
        layered = len(layers) == L + 1 and layers[0] == layers[-1] == 1
        tally.holds(layered, S=S, L=L, layers=layers, needed=L + 1)
    return tally


def genuine(S: int, L: int) -> bool:
    """Return whether there is something to copy: not with one state or one step."""
    return min(S, L) >= 2


def straw_man() -> Tally:
    """Count S = L = 1 as a counterexample, which it is not."""
    tally = Tally("proved", "a witness has something to copy")
    tally.holds(genuine(S=1, L=1), S=1, L=1)
    return tally


@repaired.check({"every copy gets the transitions of step 0": {"vary": False}})
def remark_1_repaired(suite: Suite, vary: bool = True) -> Iterator[Found]:
    yield _visits(vary)
    tally = Tally(
        "enumerated",
        r"for $L\leq2$ and $S<20$, $LX\sqrt{TA}$ exceeds $L^{3/2}S\sqrt{TA}$ just for $L=S=1$ "
        r"and for $L=2$, $S\leq4$",
    )
    exceeds = [
        (L, S)
        for L, S in product((1, 2), range(1, 20))
        if certainly_less(sqrt(L) * S, (L - 1) * S + 2) is Decision.TRUE
    ]
    tally.holds(exceeds == [(1, 1), *((2, S) for S in range(1, 5))], exceeds=str(exceeds))
    yield tally


def layered(P: Sequence[Rows], start: int | None) -> list[Rows]:
    """Return the transitions of the layered MDP, A = 1. `start`: x_0, or None for a uniform one."""
    S = len(P[0])
    last = [[[ONE]]] * S
    if start is None:
        return [[[[Q(1, S)] * S]], *P[:-1], last]
    return [[P[0][start]], *P[1:-1], last] if len(P) > 1 else [[[[ONE]]]]


def _visits(vary: bool) -> Tally:
    """Compare the visits of the MDP and of its layered form. With a fixed policy an MDP is one with
    A = 1. There the probability of a visit is affine in every row of P, and a path uses each row
    (h,s) once: if both sides agree for all deterministic rows, they agree for all rows."""
    note = (
        r"visits for all deterministic $P$ with $A=1$ (hence for all $P$, $\pi$, $r$), a fixed and "
        "a random start; $S$ states and $H$ steps, $(S,H)$ up to $(3,3)$"
    )
    tally = Tally("enumerated", note)
    for S, H in ((2, 1), (2, 2), (2, 3), (3, 3)):
        for before in product(product(range(S), repeat=S), repeat=H - 1):
            goes = [*before, (0,) * S]  # the last step leads to x_L whatever P says
            P = [[[one_hot(s1, S)] for s1 in of_step] for of_step in goes]
            for start in (0, None):
                X = layered(P if vary else [P[0]] * H, start)
                h0 = len(X) - H
                q = pair_mass(occupancy_measure(X, [[[ONE]] * len(layer) for layer in X]))
                where = {"S": S, "H": H, "P": before, "start": start}
                tally.holds(1 + sum(map(len, X)) == (H - 1 + h0) * S + 2, **where)
                mass = [ONE if s == start else Q(start is None, S) for s in range(S)]
                seen = True
                for h in range(H):
                    seen &= [q_s for (q_s,) in q[h + h0]] == (mass if h + h0 else [ONE])
                    moves = list(zip(mass, goes[h], strict=True))
                    mass = [sum((m for m, s1 in moves if s1 == s), ZERO) for s in range(S)]
                tally.holds(seen, **where)
    return tally
