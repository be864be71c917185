r"""The counts satisfy $\sum_{x\in\mathcal X_h}\sum_aN_i(x,a)=t(i)-1$ for every layer $h<L$, and
$\sum_{x'}N_i(x,a,x')=N_i(x,a)$ for every pair. For a state $x'$ of an inner layer
$\sum_{x,a}N_i(x,a,x')=\sum_bN_i(x',b)$: as many visits lead into $x'$ as out of it.

An episode passes each layer once (Assumption 1), with one action and one successor. For the same
reason the $n_i(x,a)$ of a layer add up to the number of episodes that epoch $i$ has had so far."""

from __future__ import annotations

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, cited
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "alg:main/14:sums",
    __doc__,
    part_of="",
    kind="identity",
    number="Alg. 1 l. 14, sums",
    section="Sec. IV",
)

printed = statement.printed(
    "sums of $N_i$ over layers and rows",
    tex=r"\sum_{x\in\mathcal X_h}\sum_aN_i(x,a)=t(i)-1,\quad\sum_{x'}N_i(x,a,x')=N_i(x,a)",
    steps=(
        cited(
            "an episode adds the same to both sides, 1 or 0",
            "assumption_1",
            "algorithm_1_line_09",
            "algorithm_1_line_10",
            "algorithm_1_line_14",
        ),
    ),
    coq=(
        Coq("layer_total", "Algorithm.v"),
        Coq("visit3_sum", "Algorithm.v"),
    ),
)


@printed.check({"the $N_i$ of a layer add up to $t(i)$": {"less": 0}})
def sums(suite: Suite, less: int = 1) -> Shown:
    tally = Tally(
        "exact on runs",
        "the sums over layers and rows, and the flow, at about six $t(i)$ of every run",
    )
    for run, e in suite.all.epochs(about=6):
        for h, layer in enumerate(e.N):
            tally.equal(sum(map(sum, layer)), e.t - less, run=run.name, i=e.i, h=h)
        rows = all(sum(e.N3[h][x][a]) == e.N[h][x][a] for h, x, a in pairs(e.N))
        flow = all(
            sum(row[x] for of_state in before for row in of_state) == sum(of_x)
            for before, layer in zip(e.N3, e.N[1:], strict=False)
            for x, of_x in enumerate(layer)
        )
        tally.holds(rows and flow, run=run.name, i=e.i)
    return tally
