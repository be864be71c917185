r"""At the start of epoch $i$ the algorithm sets $\bar r_i(x,a)\leftarrow\bar r_{i-1}(x,a)$ for
all $(x,a)$.

This is the running mean after episode $t(i)-1$, and it is $\bar r_i$ of eq. (14)."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/15",
    __doc__,
    kind="identity",
    covers=("disp:IV.7",),
    readings=("R-21", "R-9"),
)

printed = statement.printed(
    r"$\bar r_i$ at $t(i)$ is eq. (14)",
    not_printed="a line of the algorithm, without an argument",
    tex=r"\bar r_i\leftarrow\bar r_{i-1}",
    steps=(
        argued(
            "the mean of all rewards before $t(i)$ is eq. (14), because $N_i$ counts them",
            "algorithm_1_line_11",
            "eq_14",
            "algorithm_1_line_14",
        ),
    ),
    no_claim="epochs",
    coq=(Coq("line_15", "paper/Estimates.v"),),
)


Pair = tuple[int, int, int]  # h, x, a


@printed.check({"the mean misses the last episode of epoch $i-1$": {"stale": 1}})
def line_15(suite: Suite, stale: int = 0) -> Shown:
    tally = Tally(
        "exact on runs",
        "line 11, step by step in rationals, against eq. (14), at about eight $t(i)$ of every run",
    )
    for run in suite.all:
        mean: defaultdict[Pair, Q] = defaultdict(lambda: ZERO)
        visits: Counter[Pair] = Counter()
        at = 0
        for e in run.epochs:
            end = max(0, e.t - 1 - stale)
            for p in run.episodes[at:end]:
                for h, (a, r) in enumerate(zip(p.a, p.r, strict=True)):
                    pair = h, p.x[h], a
                    visits[pair] += 1
                    mean[pair] += (r - mean[pair]) / visits[pair]
            at = end
            if e.i % max(1, len(run.epochs) // 8) == 0:
                r_bar = e.r_bar
                for h, x, a in pairs(e.N):
                    where = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a}
                    tally.equal(mean[h, x, a], r_bar[h][x][a], **where)
    return tally
