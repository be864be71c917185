r"""The row $\bar P_i(\cdot|x,a)$ sums to 1 if $(x,a)$ was visited before $t(i)$, and is a row of
zeros if not: $\sum_{x'}\bar P_i(x'|x,a)=\mathbb I\{N_i(x,a)\geq1\}$.

A row of zeros is no distribution. It has $\ell_1$-distance 1 from every distribution, and eq.
(12) has to allow for this."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:empirical-transition:rows",
    __doc__,
    part_of="",
    kind="identity",
    number="(10), rows",
    section="Sec. IV-A",
)

SEEN = written(r"\mathbb I\{N_i(x,a)\geq1\}", 1 - unvisited, "1 minus that of N_i = 0")

printed = statement.printed(
    r"rows of $\bar P_i$: sum 1, or zeros",
    (sum_over_next(N3) == N).named("rows"),
    (sum_over_pairs(N) == t_before).named("layers"),
    not_printed="the paper defines it, without an argument",
    changes=(
        swap(N3, 2 * N3, "each triple counted twice", left=True),
        swap(t_before, t_before + 1, r"$t(i)$ in place of $t(i)-1$"),
    ),
    typed="compared are the counts, in whole numbers",
    tex=chain((sum_over_next(P_bar) == SEEN,)),
    steps=(
        argued(
            r"$\sum_{x'}N_i(x,a,x')=N_i(x,a)$, divided by $\max\{1,N_i(x,a)\}$",
            "eq_10",
            "algorithm_1_line_14_sums",
        ),
    ),
    coq=(Coq("eq_10_rows", "paper/Estimates.v"),),
)


statement.on_runs()


@printed.check({r"$N_i(x,a)+1$ in place of $\max\{1,N_i(x,a)\}$": {"more": 1}})
def rows(suite: Suite, more: int = 0) -> Shown:
    tally = Tally("exact on runs", "the sum of every row at about six $t(i)$ of every run")
    for run, e in suite.all.epochs(about=6):
        for h, x, a in pairs(e.N):
            N = max(1, e.N[h][x][a])
            total = sum(e.P_bar[h][x][a], ZERO) * Q(N, N + more)
            tally.equal(total, Q(e.N[h][x][a] > 0), run=run.name, i=e.i, h=h, x=x)
    return tally
