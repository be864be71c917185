r"""A policy update solves a linear program, which standard solvers do efficiently (Sec. I-B, IV-B,
VII).

Its size is polynomial. With $S=\sum_{h<L}X_hAX_{h+1}$ triples LP1 has $2S$ variables and
$L+(X-2)+2S+(X-1)A$ constraints besides the signs. At the paper's size these are 4200 variables and
4511 constraints. (No solver is needed: by Lemma 1 a backward induction solves LP1.)"""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:VII",
    __doc__,
    readings=("R-2", "R-7"),
)

printed = statement.printed(
    "an update is one LP, its size",
    not_printed="the conclusion states it",
    tex=(
        r"2S\text{ variables},\quad L+(X-2)+2S+(X-1)A\text{ constraints},\quad S="
        r"\sum_{h<L}X_hAX_{h+1}"
    ),
    steps=(
        argued(
            (
                "LP1 has $L$ rows for the sums of the layers, $X-2$ rows for the flows at inner "
                "states, two rows for each of the $S$ deviations and one row for the radius of "
                r"each of the $(X-1)A$ pairs; $q$ and $\epsilon$ have $S$ entries each"
            ),
            "lp1",
            "algorithm_1_line_18",
        ),
    ),
    no_claim="counting",
    coq=(Coq("LP1_size", "paper/ProgramSize.v"),),
)


@printed.check({"one row for each deviation instead of two": {"rows_per_triple": 1}})
def size_of_lp(suite: Suite, rows_per_triple: int = 2) -> Shown:
    tally = Tally("exact on runs", "LP1 as printed, built for one epoch of every run")
    for run in suite.runs:
        lp = PrintedLP1(run.epochs[-1].lp1_lo)
        S = sum(run.layers[h] * run.A * run.layers[h + 1] for h in range(run.L))
        where = {"run": run.name, "layers": list(run.layers), "A": run.A}
        tally.equal(len(lp.variables()), 2 * S, **where)
        rows = run.L + (run.X - 2) + rows_per_triple * S + (run.X - 1) * run.A
        written = sum(not row.label.startswith("nonneg") for row in lp.constraints())
        tally.equal(written, rows, **where)
    return tally
