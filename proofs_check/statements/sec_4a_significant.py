r"""The confidence sets and the occupancy measure are updated only when there are significant
improvements in the confidence sets (Sec. IV-A).

Updates happen when a pair has been visited 1, 2, 4, ... times, whatever the sets do. If
$\epsilon_i(x,a)\geq2$, the set $\mathcal P_i$ does not restrict the row $P(\cdot|x,a)$; if
$b_i(x,a)\geq1$, the bounds of $r(x,a)$ are 0 and 1. For $X_{h+1}=10$, $T=10^4$, $\delta=1/10$ and
the paper's $X=52$, $A=5$ this means $N\leq85$ and $N\leq34$. So the updates at $N=1,2,4,\dots,32$
change neither set at the pair."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:IV-A.1:significant",
    __doc__,
    part_of="",
    number="Sec. IV-A, significant",
    section="Sec. IV-A",
)

printed = statement.printed(
    "updates only when sets shrink",
    tex=(
        r"\text{update}\Rightarrow\mathcal P_{i+1}\text{ significantly smaller than }"
        r"\mathcal P_i"
    ),
    repair=(
        "updates happen when visits double; a pair's confidence sets restrict nothing before "
        r"$N_i(x,a)$ exceeds $\min\{X_{h+1}/2,2\}\Lambda$"
    ),
    no_claim="epochs",
    coq=(Coq("significant_false", "paper/SmallStatements.v", refutes=True),),
)


EPISODES, SIZE, DELTA, NEXT = 10**4, {"X": 52, "A": 5}, Q(1, 10), 10


@statement.numbers(14)
def before_the_sets() -> Mapping[str, Any]:
    Lam = lam(EPISODES, SIZE["X"], SIZE["A"], DELTA)
    last = 1 << int((2 * Lam).enclose(64).lo).bit_length() - 1  # the last update with b_i >= 1
    until = {"of_P": Q(NEXT, 2) * Lam, "of_r": 2 * Lam, "last": last}
    in_log = EPISODES * SIZE["X"] * SIZE["A"] / DELTA
    return {**SIZE, "X_next": NEXT, "delta": DELTA, "in_log": in_log, "Lam": Lam, **until}


@printed.check({"(false already: here one successor, $X_{h+1}=1$)": {"X_next": 1}})
def significant(suite: Suite, X_next: int = NEXT) -> Shown:
    # eps_i < 2 iff N > X_{h+1} Lam / 2, and b_i < 1 iff N > 2 Lam; at the updates of one pair
    T, Lam = EPISODES, lam(EPISODES, SIZE["X"], SIZE["A"], DELTA)
    note = r"is $\epsilon_i<2$ or $b_i<1$ at every update of a pair, $N=1,2,4,\dots$? $T=10^4$"
    tally = Tally("proved", note)
    for k in range(13):
        tally.leq(Lam * min(Q(X_next, 2), Q(2)), 1 << k, T=T, **SIZE, X_next=X_next, N=1 << k)
    return tally
