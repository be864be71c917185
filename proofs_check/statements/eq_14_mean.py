r"""The estimate satisfies $0\leq\bar r_i(x,a)\leq1$: it is the mean of $N_i(x,a)$ rewards, and 0
where there are none."""

from proofs_check.statements.common.algebra import never_above
from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:14:mean",
    __doc__,
    part_of="",
    kind="identity",
    number="(14), mean",
    section="Sec. IV-A",
)

printed = statement.printed(
    r"$\bar r_i\in[0,1]$",
    (r_bar <= 1 - unvisited).named("upper"),
    (-r_bar <= 0).named("lower"),
    not_printed="the paper defines it, without an argument",
    changes=(swap(r_bar, 2 * r_bar, "twice the mean", of="upper", left=True),),
    tex=chain((r_bar >= 0, r_bar <= 1)),
    typed="compared is the sharper one, which is 0 where N_i = 0",
    coq=(Coq("eq_14_mean", "paper/Estimates.v"),),
)


statement.on_runs()


@printed.check({"rewards up to 2": {"largest": 2}})
@printed.proves("a mean in $[0,1]$ stays there when a reward in $[0,1]$ is added", "eq_14")
def mean(suite: Suite, largest: int = 1) -> Shown:
    import sympy

    # the mean m = 1 - left of N rewards, and one more: r = largest - rest, or r = rest
    proof = Tally(
        "proved",
        r"$0\leq\frac{Nm+r}{N+1}\leq1$, for all $m\in[0,1]$, all $r$ in their range and $N\geq0$",
    )
    N, m, rest, left = sympy.symbols("N m rest left", nonnegative=True)
    never_above(proof, 0, N * m + rest, "N m + r >= 0")
    never_above(proof, N * (1 - left) + (largest - rest), N + 1, "N m + r <= N + 1")
    return proof
