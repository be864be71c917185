r"""$Q$, the set of all occupancy measures, is a non-empty polytope. It consists of all $q\geq0$ in
$\mathbb{R}^{XAX}$ with sum 1 in every layer $h<L$, with equal inflow and outflow at every
$x\in\mathcal X_h$, $1\leq h<L$, and with $q(x,a,x')=0$ for $x\in\mathcal X_h$,
$x'\notin\mathcal X_{h+1}$, $h<L$ (Proposition 1, eq. (4)).

As printed, no constraint mentions $q(x_L,a,x')$: any $c\geq0$ can be added there, so the set is not
bounded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofs_check.evaluation.epochs import Epochs
from proofs_check.evaluation.line import Each, Line
from proofs_check.evaluation.run import EvaluatedRun
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Correction, Finding, Statement, cited
from proofs_check.sampled_runs.occupancy import violation_of_Q
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.shapes import refused_at_x_L

statement = Statement(
    "prop:1",
    __doc__,
    box=("Prop. 1", "P 1", "$Q$"),
    kind="definition",
    covers=("eq:plyh-all-occ-mea",),
    readings=("R-2",),
    sentences=(
        "94bca541c49d",
        "c1878ce2bb55",
        "b15dbf85f278",
        "125f0617559b",
        "01c3ccf7e975",
        "28895129dce5",
    ),
    by_hand=(
        r"(4) constrains the layers $h\leq L-1$ only: with $q(x_0,a,x_L)=1$ "
        r"every constraint holds for every $q(x_L,a,x_0)\geq0$, here 1000000."
    ),
    findings=(
        Finding(
            3,
            "the algorithm",
            "serious",
            title=(r"$q(x_L,\cdot,\cdot)$ is left unconstrained, so LP1 has no optimum"),
            cause=(
                r"The constraints of (4), (7) and (13) are stated for $h\leq L-1$, so "
                "the entries at $x_L$ are free. The sets are not bounded, and LP1 as "
                r"printed has no optimum in any epoch. In (13) the pair $(q,\epsilon)$ "
                "stands where $q$ is meant."
            ),
            witness={
                "layers": "1, 1",
                "L": "1",
                "X": "2",
                "A": "1",
                "q(x_0,a,x_L)": "1",
                "q(x_L,a,x_0)": "M, any number >= 0",
            },
            by_hand=(
                r"Every constraint of (4) holds; with $\hat r_1=1$ the objective of LP1 "
                "is $1+M$."
            ),
            then=("Once corrected, Propositions 1 and 3, Lemma 1 and LP1 hold."),
            gone=(
                r"\\eps \\in \\mbr\^\{XAX\}_\+ \\Big",
                r"h\\in \[L-1\] \\Bigg\\\}\. \\label\{eq:plyh-all",
                r"where \$h\(x\)\$ is the index",
            ),
            formerly=8,
        ),
    ),
    corrections={
        3: Correction(
            (
                r"\forall x\in \mcx_h, a\in \mca, x'\notin \mcx_{h+1}, h\in [L-1] "
                r"\Bigg\}. \label{eq:plyh-all-occ-mea}"
            ),
            (
                r"\forall x\in \mcx_h, a\in \mca, x'\notin \mcx_{h+1}, h\in [L] "
                r"\Bigg\}, \notag \\ & \quad \quad \text{where } \mcx_{L+1} = "
                r"\emptyset. \label{eq:plyh-all-occ-mea}"
            ),
        ),
    },
)

printed = statement.printed(
    "$Q$ is the polytope (4)",
    tex=(
        r"Q=\{q\geq0:\ \sum_{x\in\mathcal X_h}\sum_{a,x'}q(x,a,x')=1,\ "
        r"\sum_{a,x'}q(x,a,x')=\sum_{y,a}q(y,a,x),\ q(x,a,x')=0\text{ for }x\in"
        r"\mathcal X_h,\ x'\notin\mathcal X_{h+1},\ h<L\}"
    ),
    repair=(
        r"the $x_L$-fix: say that $q(x_L,\cdot,\cdot)=0$, or define $q$ for $x\notin\mathcal X_L$ "
        "only"
    ),
    coq=(
        Coq("prop_1_printed_unbounded", "PrintedPolytope.v", refutes=True),
        Coq("prop_1_printed_false", "PrintedPolytope.v", refutes=True),
    ),
)

repaired = statement.repaired(
    "$Q$ is the polytope (4), $x_L$-fix",
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
        Coq("prop_1", "Propositions.v"),
        Coq("layers_follow", "RepairedForms.v"),
        Coq("printed_QE", "PrintedPolytope.v"),
    ),
)


def sides(run: EvaluatedRun, layer: int = 1, shift: int = 0) -> Iterator[Line]:
    """Yield the constraints."""
    inner = sum(run.layers[1:-1])

    def flow(e: Epochs) -> Any:
        into = e.into(e.recorded)[:, :inner]
        out = e.out(e.by_pair(e.recorded))[:, 1 + shift :]
        return abs(into[:, : inner - shift] - out)

    sums = Each(lambda e: abs(e.by_layer(e.by_pair(e.recorded)) - layer), per="layer")
    yield Line(sums, run.tolerance, "sums")
    yield Line(Each(lambda e: -e.recorded, per="triple"), run.tolerance, "signs")
    if inner > shift:
        yield Line(Each(flow, per="state"), run.tolerance, "flow")


statement.evaluated(
    sides,
    false={
        "each layer's sum is 2": {"layer": 2},
        "the outflow of the next state": {"shift": 1},
    },
    form="repaired",
)


@printed.check({r"(false already: $q(x_L,\cdot,\cdot)=1$ is outside)": {"value": 1}})
def prop_1(suite: Suite, value: int = 10**6) -> Shown:
    return refused_at_x_L(value=value)


@repaired.check({"the outflow of the next state of the layer": {"shift": 1}})
def prop_1_repaired(suite: Suite, shift: int = 0) -> Shown:
    inside = Tally(
        "exact on runs", r"$q_i$ and $\hat q_i$ satisfy (4), about 20 epochs of every run"
    )
    for run, e in suite.all.epochs(about=20):
        for name, q in (("q_i", e.q), ("q_hat_i", e.q_hat)):
            found = violation_of_Q([[*q_h[shift:], *q_h[:shift]] for q_h in q])
            inside.holds(found is None, run=run.name, i=e.i, q=name, violated=found)
    return inside
