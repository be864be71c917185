r"""UCRL2 has regret $\tilde O(L^{3/2}X\sqrt{TA})$ (Sec. I-A, I-B), here on layered episodic
MDPs.

The abstract of the UCBVI paper has this figure for UCRL2, $\tilde O(HS\sqrt{An})$ for episodes of
$H=L$ steps, $n=LT$ steps and $S=X$; so has REGAL's bound $HS\sqrt{An}$ for a span of at most $H=L$
(its abstract; the span has to be known).
As published, UCRL2's bound is $DS\sqrt{An}$ with the diameter $D$. The diameter of the chain that
restarts at $x_0$ is not $O(L)$: it is infinite if some state cannot be reached, and at least $L/p$
if some state is reached with probability at most $p<1$ per episode. Random MDPs as in Sec. VI have
$D>L$; a table of diameters, seed by seed, is `common/diameters.json`. As $D\geq L$ if a layer has
two states, $L^{3/2}X\sqrt{TA}$ is the least that UCRL2's bound gives there."""

from proofs_check.statements.common.drawn import fork
from proofs_check.statements.common.orders import OLD, UCRL2, order, same_orders
from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.transitions import State, diameter, hitting_times, states

statement = Statement(
    "inline:I-A.1",
    __doc__,
    number="Sec. I-A, UCRL2",
    covers=("inline:I-B.3",),
)

printed = statement.printed(
    r"UCRL2: $L^{3/2}X\sqrt{TA}$",
    tex=r"\tilde O(L^{3/2}X\sqrt{TA})",
    repair=(
        "the order is that of REGAL, which knows that the optimal bias spans at most $L$; on the "
        "chain that restarts, of diameter $D$, the bound is "
        r"$\tilde O(DX\sqrt{LTA})$, and $D\geq L$ if a layer has two states"
    ),
    bounds=(UCRL2,),
    no_claim="orders",
    coq=(Coq("UCRL2_gap", "systems/Diameter.v", gap=True),),
)

repaired = statement.repaired(
    r"UCRL2: $DX\sqrt{LTA}$",
    tex=r"\tilde O(DX\sqrt{LTA}),\quad D\geq L\text{ if some }X_h\geq2",
    says=r"""UCRL2's bound on the chain that restarts at $x_0$ is $\tilde O(DX\sqrt{LTA})$. Its
diameter $D$ is the maximum over $s$, $s'$ of the least expected time from $s$ to $s'$. If a layer
has two states, $D\geq L$. Equality holds if and only if some policy reaches each state surely from
$x_0$, and from each state of layer $h$ some policy reaches each state of a later layer $k$ in the
same episode with probability at least $(k-h)/L$. So the printed bound is the least that the
published one gives. REGAL, which knows that the optimal bias spans at most $L$, has the printed
order always.

Let $\rho$ be the largest probability with which a policy reaches the state $y$ of layer $k$ in an
episode. The least expected time from $x_0$ to $y$ is $k+L(1-\rho)/\rho$, since a failure costs $L$
steps under any policy. It is not enough that each state can be reached surely from $x_0$. On layers
1-2-2-1 with $A=2$ let $x_0$ lead to $u$ or $v$, as chosen, and let $u$ lead to $w$ and $v$ to $z$,
surely. Then $D=4>L=3$: from $u$ to $z$ one more episode is needed. Nor is it necessary that $u$
leads to $z$ surely: if $u$ and $v$ lead to either of $w$ and $z$ with probability $1/2$ by their
second action, $D=3$.""",
    steps=(
        argued(
            (
                r"the chain is in layer $h$ at the times $h,h+L,\dots$, so the time from a state "
                r"to another one of its layer is a positive multiple of $L$, and $D\geq L$; from a "
                r"state of layer $h\geq k$ the chain passes $x_0$ before $y$ in layer $k$, so $y$ "
                r"has to be reached surely from $x_0$ if $y$ is not alone in its layer; then a "
                r"failure costs exactly $L$ steps, and the time from a state of layer $h<k$, with "
                r"probability $p$ of no failure, is $k-h+L(1-p)$"
            ),
            "assumption_1",
        ),
    ),
    bounds=(UCRL2,),
    no_claim="orders",
    coq=(Coq("diameter_L", "systems/Diameter.v"),),
)

statement.counterexample(
    by_hand=(
        "$K=1$: under every policy an episode, of $L=2$ steps, reaches $u$ "
        r"with probability $p=1/2$. The diameter is $D=L/p=4>KL=2$. As $p\to0$, "
        "no $K$ is large enough."
    ),
    mdp=fork(
        r"Layers 1, 2, 1, $A=1$, $L=2$; the chain starts again at $x_0$ after each episode.",
        "p",
        "1 - p",
    ),
)


@printed.check({"(a gap already: here $D=1$)": {"D": "1"}})
def ucrl2(suite: Suite, D: str = "L") -> Iterator[Found]:
    bounds = ((order(UCRL2, D=D), OLD), ("L*X*sqrt(A*(L*T))", OLD))  # and H S sqrt(An)
    yield same_orders("with span or diameter $L$: the printed bound", *bounds, step=True)
    note = r"is $D\leq KL$? layers 1-2-1, $A=1$, $P(u|x_0)=p$"
    gap = Tally("proved", note, failing=Verdict.GAP)
    for K in (1, 10, 1000):
        for k in range(1, 12):
            p = Q(1, 1 << k)
            of_chain = diameter([[[[p, 1 - p]]], [[[ONE]], [[ONE]]]])
            gap.leq(of_chain or ZERO, 2 * K, K=K, p=p)
    yield gap
    seen = Tally("enumerated", r"is $D\leq L$? every MDP of the suite", failing=Verdict.GAP)
    for run in suite.runs:
        D_of_run = diameter(run.P)
        if D_of_run is None:
            seen.holds(False, run=run.name, D="infinite", L=run.L)
        else:
            seen.leq(D_of_run, run.L, run=run.name, layers=list(run.layers))
    yield seen


@repaired.check(
    {
        r"$D\geq L+1$": {"more": 1},
        "times one step too short": {"short": 1},
        r"$D=L$ if each state is reached surely from $x_0$": lambda _: _equality(from_x0=True),
        r"$D=L$ only if each later state is reached surely": lambda _: _equality(surely=True),
    }
)
def ucrl2_repaired(suite: Suite, more: int = 0, short: int = 0) -> Iterator[Found]:
    least = Tally("enumerated", r"$D\geq L$, every MDP of the suite with two states in a layer")
    bellman = Tally(
        "enumerated",
        r"the times to a state satisfy $\tau(s)=1+\min_a\sum_{s'}P(s'|s,a)\tau(s')$, MDPs of the "
        r"suite with $X\leq9$",
    )
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
    least.note += f"; $D$ is infinite for {infinite} MDPs"
    yield from (least, bellman, _equality())


repaired.proves("UCRL2's bound with $S=X$ and $n=LT$, any $D$")(
    lambda _: same_orders(
        "UCRL2's bound, $S=X$, $n=LT$, any $D$", (order(UCRL2, D="D"), "D*X*sqrt(L*T*A)")
    )
)


HALF = Q(1, 2)


def _equality(from_x0: bool = False, surely: bool = False) -> Tally:
    """Count whether D = L if and only if every state is reached surely from x_0 and from every
    state of layer h every state of a later layer k with probability (k - h)/L at least, for every
    MDP with A = 2 and these transitions. `from_x0`: from x_0 alone. `surely`: with probability
    1."""
    note = (
        "$D=L$ if and only if every state is reached surely from $x_0$, and from every state of "
        "layer $h$ every state of a later layer $k$ with probability at least $(k-h)/L$; all "
        "deterministic MDPs on layers 1-2-1, 1-2-2-1 and 1-3-2-1, $A=2$, and all on layers "
        "1-2-2-1 with the probabilities 0, 1/2 and 1"
    )
    tally = Tally("enumerated", note)
    for layers, mixed in (
        ((1, 2, 1), False), ((1, 2, 2, 1), True), ((1, 3, 2, 1), False),
    ):  # fmt: skip
        L = len(layers) - 1
        choices = [
            [*(one_hot(i, n) for i in range(n)), *([[HALF, HALF]] if mixed and n == 2 else [])]
            for h, n in enumerate(layers[1:], 1)
            for _ in range(layers[h - 1] * 2)
        ]
        for chosen in product(*choices):
            goes = iter(chosen)
            P = [[[next(goes) for _ in range(2)] for _ in range(layers[h])] for h in range(L)]
            D = diameter(P)
            equal = D is not None and L == D
            enough = all(
                p >= (ONE if surely or (h, x) == (0, 0) else Q(k - h, L))
                for k, y in states(P)
                for (h, x), p in _greatest(P, (k, y)).items()
                if (h, x) == (0, 0) or not from_x0
            )
            tally.holds(equal == enough, layers=list(layers), P=chosen, D=str(D))
    return tally


def _greatest(P: Triples, target: State) -> dict[State, Q]:
    """Return the greatest probability of the target from every state of an earlier layer."""
    k, y = target
    after = [Q(x == y) for x in range(len(P[k]))]
    greatest: dict[State, Q] = {}
    for h in reversed(range(k)):
        after = [
            max(sum((p * q for p, q in zip(row, after, strict=True)), ZERO) for row in rows)
            for rows in P[h]
        ]
        greatest |= {(h, x): q for x, q in enumerate(after)}
    return greatest


def first_passage(P: Triples, target: State, times: dict[State, Q]) -> bool:
    """Return whether tau(s) = 1 + min_a sum P(s'|s,a) tau(s') for every s but the target, where
    tau = 0."""
    L = len(P)
    for h, x in states(P):
        after = [times[h + 1, x1] if h + 1 < L else times[0, 0] for x1 in range(len(P[h][x][0]))]
        least = min(sum((p * t for p, t in zip(row, after, strict=True)), ZERO) for row in P[h][x])
        if (h, x) != target and times[h, x] != 1 + least:
            return False
    return times[target] == 0
