r"""UCRL2 has regret $\tilde O(L^{3/2}X\sqrt{TA})$ on layered episodic MDPs.

The figure is that of the abstract of the UCBVI paper, $\tilde O(HS\sqrt{An})$ for UCRL2 with
episodes of $H=L$ steps, $n=LT$ steps and $S=X$; REGAL's bound $HS\sqrt{An}$ for a span of at
most $L$ gives the same. As published, UCRL2's bound $DS\sqrt{An}$ has the diameter $D$, and that
of the chain that restarts is not $O(L)$: it is infinite where a state cannot be reached, and
$L/p$ where one can be reached with probability at most $p$ per episode. Random MDPs as in Sec.
VI have $D>L$."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Verdict
from proofs_check.ledger.statement import Correction, Finding, Statement, argued
from proofs_check.sampled_runs.occupancy import Triples, one_hot
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import OLD, UCRL2, order, same_orders
from proofs_check.statements.common.transitions import State, diameter, hitting_times, states

statement = Statement(
    "inline:I-A.1",
    __doc__,
    number="Sec. I-A, UCRL2",
    covers=("inline:I-B.3",),
    sentences=("a4bdef244b7d",),
    by_hand=(
        "Under every policy an episode, of $L=2$ steps, reaches $u$ with probability "
        "$p=1/2$: the expected number of steps from $u$ back to $u$, and the diameter, is "
        r"$D=L/p=4>KL=2$. As $p\to0$ no $K$ is enough."
    ),
    findings=(
        Finding(
            5,
            "false as claimed",
            title="bounds quoted without their conditions",
            cause=(
                "UCRL2's bound has a diameter, which is not $L$ for every MDP that restarts; "
                "UCBVI's "
                "and Q-learning's have further terms, which decide for small $T$; posterior "
                "sampling "
                r"as corrected by its authors has $X$ where $\sqrt X$ was first published."
            ),
            witness={"algorithm": "UCBVI", "L": "2", "X": "4", "A": "1", "T": "32 = L X^2 A"},
            by_hand=(
                "Its term $L^2X^2A=64$ and the trivial $LT=64$ are both above "
                r"$L\sqrt{TXA}=2\sqrt{128}=22.6$; at $T=LX^2A$ the ratio is $\sqrt{LX}$, unbounded."
            ),
            then=(
                "Theorem 4 does not use these bounds; the comparisons of Section I hold under the "
                "conditions."
            ),
        ),
    ),
    corrections={
        5: Correction(
            "UCRL2 algorithm achieves a regret bound of",
            "UCRL2 algorithm, if it knows the restarts, achieves a regret bound of",
        )
    },
)

printed = statement.printed(
    r"UCRL2: $L^{3/2}X\sqrt{TA}$",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})",
    repair=(
        "for UCRL2 that knows the restarts: its values span at most $L$; on the chain that "
        r"restarts $\tilde O(DX\sqrt{LTA})$, $D\geq L$ its diameter if a layer has two states"
    ),
)

repaired = statement.repaired(
    r"UCRL2: $DX\sqrt{LTA}$",
    tex=r"\tilde O(DX\sqrt{LTA}),\quad D\geq L\text{ if some }X_h\geq2",
    says=r"""UCRL2's bound is $\tilde O(DX\sqrt{LTA})$ on the chain that restarts at $x_0$, $D$
= max over $s$, $s'$ of the least expected time from $s$ to $s'$. $D\geq L$ as soon as a layer
has two states, with equality iff from every state each state of a later layer can be reached
surely. So the printed bound is the least that the published one gives; knowing the restarts
(span at most $L$) gives it always.

The time is least under the policy that reaches $s'=(k,y)$ most likely, with probability $\rho$,
in each episode: $k+L(1-\rho)/\rho$ from $x_0$, since a failure costs $L$ steps under any policy.
That each state can be reached surely from $x_0$ is not enough: on layers 1-2-2-1 with $A=2$,
$x_0$ choosing $u$ or $v$ and $u\to w$, $v\to z$ surely, $D=4>L=3$ (from $u$ to $z$ takes an
episode more).""",
    steps=(
        argued(
            (
                "the chain is in layer $h$ at times $h$, $h+L$, ..., so from $(h,x)$ to another "
                r"$(h,y)$ takes a positive multiple of $L$: $D\geq L$. From $(h,x)$ to $(k,y)$ "
                r"takes "
                "$k-h$ modulo $L$: at most $L$ for $k>h$ iff $y$ is reached surely in the same "
                r"episode, for $k\leq h$ iff surely from $x_0$ in the next"
            ),
            "assumption_1",
        ),
    ),
)


@printed.check({"(the printed form has a gap: here $D=1$)": {"D": "1"}})
def ucrl2(suite: Suite, D: str = "L") -> Iterator[Found]:
    bounds = ((order(UCRL2, D=D), OLD), ("L*X*sqrt(A*(L*T))", OLD))  # and H S sqrt(An)
    yield same_orders("span or diameter $L$: the printed bound", *bounds, step=True)
    gap = Tally("proved", r"is $D\leq KL$? layers (1,2,1), $A=1$, $P=(p,1-p)$",
                failing=Verdict.GAP)  # fmt: skip
    for K in (1, 10, 1000):
        for k in range(1, 12):
            p = Q(1, 1 << k)
            of_chain = diameter([[[[p, 1 - p]]], [[[ONE]], [[ONE]]]])
            gap.leq(of_chain or ZERO, 2 * K, K=K, p=p)
    yield gap
    seen = Tally("exact on runs", r"is $D\leq L$? every MDP of the suite", failing=Verdict.GAP)
    for run in suite.runs:
        found = diameter(run.P)
        if found is None:
            seen.holds(False, run=run.name, D="infinite", L=run.L)
        else:
            seen.leq(found, run.L, run=run.name, layers=list(run.layers))
    yield seen


@repaired.check(
    {
        r"$D\geq L+1$": {"more": 1},
        "times one step too short": {"short": 1},
        "$D=L$ iff each state is surely reached from $x_0$": lambda _: _equality(from_x0=True),
    }
)
def ucrl2_repaired(suite: Suite, more: int = 0, short: int = 0) -> Iterator[Found]:
    least = Tally("exact on runs", r"$D\geq L$, every MDP with two states in a layer")
    bellman = Tally("exact on runs", r"times satisfy $h(s)=1+\min_a$ sum $Ph$, MDPs with $X\leq9$")
    infinite = 0
    for run in suite.runs:
        D = diameter(run.P)
        infinite += D is None
        if max(run.layers) >= 2 and D is not None:
            least.leq(run.L + more, D, run=run.name)
        for target in states(run.P) if run.X <= 9 else ():
            if (times := hitting_times(run.P, target)) is not None:
                times = {s: t - short * (s != target) for s, t in times.items()}
                bellman.holds(first_passage(run.P, target, times), run=run.name, to=str(target))
    least.note += f"; {infinite} MDPs with D infinite"
    yield from (least, bellman, _equality())


repaired.proves("UCRL2's bound with $S=X$ and $n=LT$, any $D$")(
    lambda _: same_orders("$S=X$, $n=LT$, any $D$", (order(UCRL2, D="D"), "D*X*sqrt(L*T*A)"))
)


def _equality(from_x0: bool = False) -> Tally:
    """D = L iff from every state (or, wrongly, from x_0) each state of a later layer is reached
    surely, on every deterministic MDP with A = 2 on some shapes."""
    tally = Tally("enumerated", "$D=L$ iff ..., every deterministic MDP on three shapes, $A=2$")
    for layers in ((1, 2, 1), (1, 2, 2, 1), (1, 3, 2, 1)):
        choices = [range(n) for h, n in enumerate(layers[1:], 1) for _ in range(layers[h - 1] * 2)]
        for chosen in product(*choices):
            goes = iter(chosen)
            P = [
                [[one_hot(next(goes), n) for _ in range(2)] for _ in range(layers[h])]
                for h, n in enumerate(layers[1:])
            ]
            D = diameter(P)
            equal = D is not None and len(layers) - 1 == D
            starts = [(0, 0)] if from_x0 else states(P)
            surely = all(
                _reached(P, (h, x)) == {(k, y) for k, y in states(P) if k > h} for h, x in starts
            )
            tally.holds(equal == surely, layers=list(layers), P=chosen, D=str(D))
    return tally


def _reached(P: Triples, start: State) -> set[State]:
    """The states of later layers, x_L left out, that deterministic transitions reach."""
    found: set[State] = set()
    edge = {start}
    for h in range(start[0], len(P) - 1):
        edge = {
            (h + 1, x1) for k, x in edge for row in P[k][x] for x1, p in enumerate(row) if p == ONE
        }
        found |= edge
    return found


def first_passage(P: Triples, target: State, times: dict[State, Q]) -> bool:
    """h(s) = 1 + min_a sum P(s'|s,a) h(s') for s other than the target, h = 0 at it."""
    L = len(P)
    for h, x in states(P):
        after = [times[h + 1, x1] if h + 1 < L else times[0, 0] for x1 in range(len(P[h][x][0]))]
        least = min(sum((p * t for p, t in zip(row, after, strict=True)), ZERO) for row in P[h][x])
        if (h, x) != target and times[h, x] != 1 + least:
            return False
    return times[target] == 0
