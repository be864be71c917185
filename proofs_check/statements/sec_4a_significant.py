r"""The confidence sets and the occupancy measure are updated only when there are significant
improvements in the confidence sets (Sec. IV-A).

Updates happen when a pair has been visited 1, 2, 4, ... times, whatever the sets do. If
$\epsilon_i(x,a)\geq2$, the set $\mathcal P_i$ does not restrict the row $P(\cdot|x,a)$; if
$b_i(x,a)\geq1$, the bounds of $r(x,a)$ are 0 and 1. For $X_{h+1}=10$, $T=10^4$, $\delta=1/10$ and
the paper's $X=52$, $A=5$ this means $N\leq85$ and $N\leq34$. So the updates at $N=1,2,4,\dots,32$
change neither set at the pair."""

from __future__ import annotations

from proofs_check.arithmetic import Q, lam
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "inline:IV-A.1:significant",
    __doc__,
    part_of="",
    number="Sec. IV-A, significant",
    section="Sec. IV-A",
    findings=(
        Finding(
            14,
            "wording",
            "none",
            title="epochs end when visits double, not when sets improve",
            cause=(
                "Updates come when the visits of a pair double, not when the "
                "confidence sets improve. That rare updates do not affect performance "
                "is not argued."
            ),
            witness={
                "$X_{h+1}$": "10",
                "L": "6",
                "X": "52",
                "A": "5",
                "T": "$10^4$",
                "delta": "1/10",
                "N": "1, 2, ..., 32",
            },
            by_hand=(
                r"$\Lambda=\log26000000=17.0736$. The row of $P$ is not restricted up "
                r"to $N=10\cdot17.0736/2=85.368$, the reward not up to "
                r"$N=2\cdot17.0736=34.1472$. Six updates, at $N=1,2,4,\dots,32$, come "
                "before."
            ),
            consequence=("Nothing changes downstream: the proof uses that visits double."),
            refuted_words=(
                "significant improvements",
                "without negatively affecting",
            ),
            former_number=12,
        ),
    ),
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
    coq=(Coq("significant_false", "paper/SmallStatements.v", refutes=True),),
)


@printed.check({"(false already: here one successor, $X_{h+1}=1$)": {"X_next": 1}})
def significant(suite: Suite, X_next: int = 10) -> Shown:
    # eps_i < 2 iff N > X_{h+1} Lam / 2, and b_i < 1 iff N > 2 Lam; at the updates of one pair
    T, Lam = 10**4, lam(10**4, 52, 5, Q(1, 10))
    note = r"is $\epsilon_i<2$ or $b_i<1$ at every update of a pair, $N=1,2,4,\dots$? $T=10^4$"
    tally = Tally("proved", note)
    for k in range(13):
        tally.leq(Lam * min(Q(X_next, 2), Q(2)), 1 << k, T=T, X=52, A=5, X_next=X_next, N=1 << k)
    return tally
