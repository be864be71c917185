r"""$Q$, the set of all occupancy measures, is a non-empty polytope. It consists of all $q\geq0$ in
$\mathbb{R}^{XAX}$ with sum 1 in every layer $h<L$, with equal inflow and outflow at every
$x\in\mathcal X_h$, $1\leq h<L$, and with value 0 where $x\in\mathcal X_h$, $h<L$, and $x'$ is not
in the next layer (Proposition 1, eq. (4)).

As printed, no constraint mentions $q(x_L,a,x')$: any $c\geq0$ can be added there, so the set is not
bounded."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import refused_at_x_L

statement = Statement(
    "prop:1",
    __doc__,
    kind="definition",
    covers=("eq:plyh-all-occ-mea",),
    readings=("R-2",),
)

printed = statement.printed(
    "$Q$ is the polytope (4)",
    wording=ButForWording(3),
    tex=(
        r"Q=\{q\geq0:\ \sum_{x\in\mathcal X_h}\sum_{a,x'}q(x,a,x')=1,\ "
        r"\sum_{a,x'}q(x,a,x')=\sum_{y,a}q(y,a,x),\ q(x,a,x')=0\text{ for }x\in"
        r"\mathcal X_h,\ x'\notin\mathcal X_{h+1},\ h<L\}"
    ),
    repair=(
        r"the $x_L$-fix: say that $q(x_L,\cdot,\cdot)=0$, or define $q$ for $x\notin\mathcal X_L$ "
        "only"
    ),
    no_claim="set",
    coq=(
        Coq("prop_1_printed_unbounded", "paper/PrintedPolytope.v", refutes=True),
        Coq("prop_1_printed_false", "paper/PrintedPolytope.v", refutes=True),
    ),
)


def flow(e: Letters, shift: int) -> Any:
    """Return |inflow - outflow| of the recorded q_hat_i at each state of layers 1..L-1, or with the
    outflow of the state `shift` later."""
    inside = sum(e.size.layers[1:-1])
    into = e.inflow(e.q_hat_recorded)[:, :inside]
    out = e.outflow(e.by_pair(e.q_hat_recorded))[:, 1 + shift :]
    return abs(into[:, : inside - shift] - out)


FLOW, FLOW_OF_NEXT = (
    Table(
        f"flow, {shift}",
        r"|\sum_{y,a}\hat q#i(y,a,x)-\sum_{a,x'}\hat q#i(x,a,x')|",
        partial(flow, shift=shift),
        "state",
    )
    for shift in (0, 1)
)

repaired = statement.repaired(
    "$Q$ is the polytope (4), $x_L$-fix",
    (
        abs(sum_over_pairs(sum_over_next(q_hat_recorded)) - 1) <= with_slack(number(0), tolerance)
    ).named("sums"),
    (-q_hat_recorded <= with_slack(number(0), tolerance)).named("signs"),
    (FLOW <= with_slack(number(0), tolerance)).named("flow").where(TWO_STEPS),
    changes=(
        swap(number(1), 2, "each layer's sum is 2", of="sums", left=True),
        swap(FLOW, FLOW_OF_NEXT, "the outflow of the next state", left=True),
    ),
    typed="a set; the comparisons are what a member of it satisfies",
    tex=(
        r"Q=\{q\geq0:\ q(x_L,\cdot,\cdot)=0,\ \sum_{a,x'}q(x_0,a,x')=1,\ "
        r"\sum_{a,x'}q(x,a,x')=\sum_{y,a}q(y,a,x),\ q(x,a,x')=0\text{ for }x\in"
        r"\mathcal X_h,\ x'\notin\mathcal X_{h+1}\}"
    ),
    says=r"""$Q$, the set of all occupancy measures, is a non-empty polytope. It consists of all
$q\geq0$ on the triples $(x,a,x')$ of consecutive layers with sum 1 in layer 0 and with equal inflow
and outflow at every $x\in\mathcal X_h$, $1\leq h<L$. Then the sums of the other layers are 1,
too.""",
    steps=(cited("layers, Definition 1", "assumption_1", "definition_1"),),
    coq=(
        Coq("prop_1", "paper/Propositions.v"),
        Coq("layers_follow", "paper/RepairedForms.v"),
        Coq("printed_QE", "paper/PrintedPolytope.v"),
    ),
)

statement.counterexample(
    by_hand=(
        r"(4) constrains the layers $h\leq L-1$ only: with $q(x_0,a,x_L)=1$ "
        r"every constraint holds for every $q(x_L,a,x_0)\geq0$, here 1000000."
    ),
)


statement.on_runs()


@printed.check({r"(false already: $q(x_L,\cdot,\cdot)=1$ is outside)": {"value": 1}})
def prop_1(suite: Suite, value: int = 10**6) -> Shown:
    return refused_at_x_L(value=value)


@repaired.check({"the outflow of the next state of the layer": {"shift": 1}})
def prop_1_repaired(suite: Suite, shift: int = 0) -> Shown:
    inside = Tally(
        "exact on runs", r"$q_i$ and $\hat q_i$ satisfy (4), about 20 epochs of every run"
    )
    for run, e in suite.all.epochs(about=20):
        for name, q in (("q_i", e.q3), ("q_hat_i", e.q_hat3)):
            violated = violation_of_Q([[*q_h[shift:], *q_h[:shift]] for q_h in q])
            inside.holds(violated is None, run=run.name, i=e.i, q=name, violated=violated)
    return inside
