r"""After every episode $\bar r_i(x_h,a_h)\leftarrow\bar r_i(x_h,a_h)+\frac{r^{(t)}_h-\bar
r_i(x_h,a_h)}{N_i(x_h,a_h)+n_i(x_h,a_h)}$ for all $h$. By eq. (14) $\bar r_i$ is the mean over
the episodes $t<t(i)$.

So one symbol stands for two numbers, which differ after the first reward that is not equal to
the mean so far. This is harmless: lines 16-19 use $\bar r_i$ only right after line 15, where the
two agree."""

from itertools import chain as chained

from proofs_check.statements.common.algebra import same
from proofs_check.statements.common.prelude import *

statement = Statement(
    "alg:main/11",
    __doc__,
    kind="identity",
    covers=("disp:IV.4",),
    readings=("R-21", "R-9"),
)

printed = statement.printed(
    r"$\bar r_i$ moves inside epoch $i$",
    wording=ButForWording(13),
    tex=r"\bar r_i\leftarrow\bar r_i+\frac{r^{(t)}_h-\bar r_i}{N_i+n_i}",
    repair=(
        r"two names: one for the running mean of line 11, and $\bar r_i$ for its value at $t(i)$, "
        "which is eq. (14)"
    ),
    no_claim="step",
    coq=(Coq("line_11_printed_false", "paper/Estimates.v", refutes=True),),
)

repaired = statement.repaired(
    "line 11 is a running mean",
    tex=(
        r"m_k=m_{k-1}+\frac{r_k-m_{k-1}}k,\quad m_k=\frac1k\sum_{j=1}^kr_j,\quad "
        r"k=N_i(x_h,a_h)+n_i(x_h,a_h)"
    ),
    says=r"""After every episode the number that line 11 updates is the mean of the
$k$ rewards seen at $(x,a)$ so far. Line 10 has to come before line 11: otherwise the first visit
divides by 0.""",
    no_claim="step",
    coq=(Coq("line_11", "paper/Estimates.v"),),
)


@printed.check({"after line 15, with the divisor $N_i+n_i+1$": {"after_line_15": True, "more": 1}})
def line_11(suite: Suite, after_line_15: bool = False, more: int = 0) -> Shown:
    tally = Tally(
        "enumerated", r"one pair, rewards in $\{0,\tfrac12,1\}$, $T\leq4$, epochs at $N_i=1,2,4$"
    )
    sequences = (product((ZERO, Q(1, 2), ONE), repeat=T) for T in range(1, 5))
    for rewards in chained.from_iterable(sequences):
        mean = of_14 = ZERO
        N = n = 0
        for t, r in enumerate(rewards, 1):
            n += 1
            mean += (r - mean) / (N + n + more)
            ends = n >= max(1, N)
            if after_line_15 and ends:
                tally.equal(mean, sum(rewards[:t], ZERO) / t, t=t)
            elif not after_line_15:
                tally.equal(mean, of_14, rewards=list(rewards[:t]), t=t, epoch_ends=ends)
            if ends:
                N, n, of_14 = N + n, 0, mean
    return tally


@repaired.check({"line 11 before line 10, with the divisor $N_i+n_i-1$": {"more": -1}})
@repaired.proves(
    "by induction over the visits to $(x,a)$: the mean of $k-1$ rewards becomes the mean of $k$",
    "algorithm_1_line_10",
)
def line_11_repaired(suite: Suite, more: int = 0) -> Shown:
    import sympy

    tally = Tally(
        "proved", r"$m+(r-m)/k=(S+r)/k$, for $m=S/(k-1)$, $k\geq2$, and for $m=S=0$, $k=1$"
    )
    S, r, k = sympy.symbols("S r k", positive=True)
    mean = S / (k - 1)
    same(tally, mean + (r - mean) / (k + more), (S + r) / k, "k >= 2")
    same(tally, 0 + (r - 0) / (1 + more), r, "k = 1: m = 0")
    return tally
