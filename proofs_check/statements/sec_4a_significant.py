r"""The confidence sets and the policy are updated only when there are significant improvements
in the confidence sets (Sec. IV-A).

Updates happen at $N=1$, 2, 4, ... visits of a pair whatever the sets do. A pair with
$\epsilon_i\geq2$ is not restricted at all: with $X_{h+1}=10$, $T=10^4$ and the paper's $X=52$,
$A=5$ nothing before $N=86$ is, and the updates at $N=1$, 2, 4, ..., 64 change no row of $P_i$."""

from __future__ import annotations

from proofs_check.arithmetic import (
    Q,
    lam,
)
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "inline:IV-A.1:significant",
    __doc__,
    number="Sec. IV-A, significant",
    section="Sec. IV-A",
    sentences=("194aa30e71b6",),
    findings=(
        Finding(
            12,
            "false as claimed",
            title="epochs end when visits double, not when sets improve",
            cause=(
                "Updates come when the visits of a pair double, not when the confidence sets "
                "improve; and that rare updates do not affect performance is not argued."
            ),
            witness={
                "X_{h+1}": "10",
                "T": "10^4",
                "X": "52",
                "A": "5",
                "delta": "1/10",
                "N": "1, 2, ..., 64",
            },
            by_hand=(
                r"$\Lambda=\log26000000=17.0736$, so $\epsilon_i\geq2$, no restriction, up to "
                r"$N=10\cdot17.0736/2=85.368$: seven updates, at $N=1,2,4,\dots,64$, come before."
            ),
            then="None: the proof uses that visits double.",
        ),
    ),
    corrections={
        12: Correction(
            (
                r"will be updated only when there are significant improvements in the "
                r"confidence sets"
            ),
            "will be updated only when the visits of some $(x,a)$-pair have doubled",
        )
    },
)

printed = statement.printed(
    "updates only when sets shrink",
    tex=(
        r"\text{update}\Rightarrow\mathcal P_{i+1}\text{ significantly smaller than }"
        r"\mathcal P_i"
    ),
    repair=(
        "updates happen when visits double; the sets restrict nothing before $N_i(x,a)$ "
        r"exceeds $X_{h+1}\Lambda/2$"
    ),
)


@printed.check({"(false already: here one successor, $X_{h+1}=1$)": {"X_next": 1}})
def significant(suite: Suite, X_next: int = 10) -> Shown:
    # eps_i < 2 iff N > X_{h+1} Lam / 2, at the counts N = 2^k of the updates of one pair
    T, Lam = 10**4, lam(10**4, 52, 5, Q(1, 10))
    tally = Tally("proved", r"$\epsilon_i<2$ at every update of a pair: $N=1$, 2, 4, ..., $T=10^4$")
    for k in range(13):
        tally.leq(Lam * Q(X_next, 2), 1 << k, T=T, X=52, A=5, X_next=X_next, N=1 << k)
    return tally
