r"""$Q^{P_i}$, the union of $Q^P$ over $P$ in $P_i$, is $a$ non-empty polytope: the set of the
$q$ in $Q$ for which there are $\epsilon(x,a,x')\geq0$ with $\lvert q(x,a,x')-\bar P_i(x')\rvert
x$,$a$) $\sum_yq(x,a,y)$| $\leq\epsilon(x,a,x')$ and
$\sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)\sum_{x'}q(x,a,x')$ for $x$ in $X_h$, $x'$ in
$X_{h+1}$, $h<L$.

As printed $q(x_L,\cdot,\cdot)$ is free, so the set is unbounded and holds points that are no
occupancy measures; $\epsilon(x,a,x')$ off the layers is free as well; and $Q$, a set of $q$'s,
is intersected with a set of pairs $(q,\epsilon)$."""

from __future__ import annotations

from dataclasses import replace

from proofs_check.arithmetic import ONE, Q, each
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Correction, Statement, cited
from proofs_check.lp1.printed_rows import PrintedLP1
from proofs_check.sampled_runs.occupancy import distance
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.shapes import refused_at_x_L
from proofs_check.statements.common.transitions import broken_row, chosen

statement = Statement(
    "lem:conf-set-polytope",
    __doc__,
    box=("Lemma 1", "L 1", "polytope (13)"),
    kind="definition",
    covers=("eq:13",),
    readings=("R-2", "R-20"),
    sentences=("dd007332a0fe", "ec59f8269737", "9eb01f7ba64b", "a641269082e6"),
    by_hand=(
        r"(13) constrains the layers $h\leq L-1$ only: with $q(x_0,a,x_L)=1$ every constraint "
        r"holds for every $q(x_L,a,x_0)\geq0$, here 2."
    ),
    corrections={
        8: Correction(
            r"q \in \mbr^{XAX}_+, \eps \in \mbr^{XAX}_+ \Big|",
            r"q \in \mbr^{XAX}_+ \Big| \exists \eps \in \mbr^{XAX}_+:",
        )
    },
)

printed = statement.printed(
    "$Q^{P_i}$ is the polytope (13)",
    tex=(
        r"Q^{\mathcal P_i}=Q\cap\{|q(x,a,x')-\bar P_i(x'|x,a)q(x,a)|\leq\epsilon(x,a,x'),"
        r"\ \sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)q(x,a)\}"
    ),
    repair=(
        r"$q(x_L,\cdot,\cdot)=0$, deviation variables on consecutive layers, projected onto "
        "$q$"
    ),
    coq=(Coq("lemma_1_printed_unbounded", "PrintedPolytope.v", refutes=True),),
)

repaired = statement.repaired(
    "$Q^{P_i}$ is (13), $x_L$-fix, in $q$",
    tex=(
        r"Q^{\mathcal P_i}=\{q\in Q:\ q(x_L,\cdot,\cdot)=0,\ \exists\epsilon\geq0:"
        r"\ |q(x,a,x')-\bar P_i(x'|x,a)q(x,a)|\leq\epsilon(x,a,x'),\ \sum_{x'}"
        r"\epsilon(x,a,x')\leq\epsilon_i(x,a)q(x,a)\}"
    ),
    says=r"""$Q^{P_i}$, the union of $Q^P$ over $P$ in $P_i$, is the non-empty polytope of all
$q$ in $Q$ ($x_L$-fix) for which some $\epsilon(x,a,x')\geq0$, $x'$ in $X_{h+1}$, satisfy $\lvert
q(x,a,x')-\bar P_i(x')\rvert x$,$a$) $q(x,a)$| $\leq\epsilon(x,a,x')$ and
$\sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)q(x,a)$, where $q(x,a)=\sum_yq(x,a,y)$.

The least choice is $\epsilon=\lvert q-\bar P_iq(x,a)\rvert$. If $q(x,a)>0$ the constraints say
that $P^q$ is in the ball; if $q(x,a)=0$ they say nothing, and $P^q$ is completed inside the
ball: by $\bar P_i$ if $(x,a)$ was visited, by any distribution if not, as then
$\epsilon_i>1=\lVert p-0\rVert_1$. (For a radius below 1 there, as $\log_{10}$ allows for
$TXA\leq3$, $P_i$ would be empty and (13) would not.)""",
    readings=("R-2", "R-10", "R-20"),
    steps=(cited("$Q$, $P^q$ and the ball", "prop_1", "prop_2", "eq_12"),),
    coq=(
        Coq("lemma_1", "LinearProgram.v"),
        Coq("lemma_1_history", "LinearProgram.v"),
    ),
)


CONSTRAINTS = (
    r"|q(x,a,x')-\bar P_i(x'|x,a)q(x,a)|\leq\epsilon(x,a,x'),"
    r"\ \sum_{x'}\epsilon(x,a,x')\leq\epsilon_i(x,a)q(x,a)\}"
)


@printed.check()
def lemma_1(suite: Suite) -> Shown:
    # (13) has no row for x_L: (4) decides.
    return refused_at_x_L("N = 0, smallest shapes first: is all of (4), (13) in [0,1]?")


@printed.planted("(false already: $x_L$-fix made, no radius row)")
def lemma_1_no_radius(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every $q_i$ is in $Q$: is $P$ in every $P_i$?")
    for run, e in suite.all.epochs():
        tally.holds(e.event_P, run=run.name, i=e.i)
    return tally


@repaired.check({r"(13) with $\epsilon_i/2$": {"scale": Q(1, 2)}})
def lemma_1_repaired(suite: Suite, scale: Q = ONE) -> Shown:
    tally = Tally(
        "exact on runs", r"$\hat q_i$, and $q_i$ iff $P^{q_i}$ is in the ball, against (13)"
    )
    for run in suite.all:
        for e in chosen(run):
            eps = e.data_lo.eps
            rows = PrintedLP1(replace(e.data_lo, eps=each(lambda v: v * scale, eps)))
            for name, q, P in (("q_hat_i", e.q_hat, e.P_i), ("q_i", e.q, run.P)):
                in_ball = all(
                    distance(P[h][x][a], e.P_bar[h][x][a]) <= eps[h][x][a]
                    for h, x, a in rows.pairs()
                    if e.N[h][x][a] and any(q[h][x][a])
                )
                fits = broken_row(rows, q) is None
                tally.holds(fits == in_ball, run=run.name, i=e.i, q=name, fits=fits)
    return tally
