r"""The counts satisfy $\sum_{x\in\mathcal X_h}\sum_aN_i(x,a)=t(i)-1$ for every layer $h<L$, and
$\sum_{x'}N_i(x,a,x')=N_i(x,a)$ for every pair. For a state $x'$ of an inner layer
$\sum_{x,a}N_i(x,a,x')=\sum_bN_i(x',b)$: as many visits lead into $x'$ as out of it.

An episode passes each layer once (Assumption 1), with one action and one successor. For the same
reason the $n_i(x,a)$ of a layer add up to the number of episodes that epoch $i$ has had so far."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/14:sums",
    __doc__,
    part_of="",
    kind="identity",
    number="Alg. 1 l. 14, sums",
    section="Sec. IV",
)


def into(e: Letters) -> Any:
    """Return the visits into each state of layers 1..L-1."""
    return e.inflow(e.N3)[:, : sum(e.size.layers[1:-1])]


INTO = Table("visits into x", r"\sum_{y,a}N#i(y,a,x)", into, "state")
OUT = Table("visits of x", r"\sum_aN#i(x,a)", lambda e: e.outflow(e.N)[:, 1:], "state")

printed = statement.printed(
    "sums of $N_i$ over layers and rows",
    (sum_over_pairs(N) == t_before).named("layers"),
    (sum_over_next(N3) == N).named("rows"),
    (INTO == OUT).named("flow").aside().where(TWO_STEPS),
    changes=(swap(t_before, t_before + 1, "the $N_i$ of a layer add up to $t(i)$"),),
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
        Coq("layer_total", "model/Algorithm.v"),
        Coq("visit3_sum", "model/Algorithm.v"),
    ),
)


statement.on_runs()
