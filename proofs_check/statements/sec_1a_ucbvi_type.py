r"""UCBVI combines upper confidence bounds with $a$ Q-learning-type algorithm (Sec. I-A), so
some Q-learning-based algorithm may remove the factor $\sqrt{X}$ (Sec. VII).

Q-learning is model-free: it keeps numbers $Q(h,x,a)$ and counts $N(h,x,a)$, no estimate of $P$,
as the next sentence of the paper says. UCBVI keeps the counts $N(x,a,x')$, estimates $P$ by them
and makes a backward induction. Counted here on one layered MDP."""

from __future__ import annotations

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "inline:I-A.2:q-learning-type",
    __doc__,
    number="Sec. I-A, Q-learning-type",
    section="Sec. I-A",
    sentences=("e302ec4e192e", "bbc66590555f"),
    findings=(
        Finding(
            13,
            "false as claimed",
            title="UCBVI is not of the Q-learning type",
            cause=(
                "It estimates $P$ and makes a backward induction in every episode: value iteration "
                "with a bonus. Q-learning keeps no model."
            ),
            witness={"layers": "1, 2, 2, 1", "A": "1"},
            by_hand=(
                "UCBVI keeps $N(x,a)$ and $N(x,a,x')$, $5+8=13$ numbers; Q-learning keeps "
                r"$2\cdot5=10$."
            ),
            then=(
                "The future direction of Section VII would combine occupancy measures with UCBVI's "
                "bonus."
            ),
        ),
    ),
    corrections={
        13: Correction(
            "with a Q-learning-type algorithm", "with value iteration on the estimated model"
        )
    },
)

printed = statement.printed(
    "UCBVI is of Q-learning type",
    tex=r"\text{UCBVI}=\text{UCB}+\text{Q-learning-type algorithm}",
    repair=(
        "UCBVI is value iteration on an estimated model, with a bonus; what Q-learning has "
        r"is UCB Q-learning's $L^2\sqrt{TXA}$, so Sec. VII's future direction should name "
        "UCBVI's bonus"
    ),
)


@printed.check({r"(false already: here UCRL-LP, which keeps $\bar r$)": {"algorithm": "UCRL-LP"}})
def q_learning_type(suite: Suite, algorithm: str = "UCBVI") -> Shown:
    # N(x,a), N(x,a,x') and, for UCRL-LP, r_bar(x,a); layers 1-2-2-1 and A = 1
    pairs, triples = 1 + 2 + 2, 1 * 2 + 2 * 2 + 2 * 1
    kept = pairs + triples + (pairs if algorithm == "UCRL-LP" else 0)
    tally = Tally("proved", r"numbers kept $\leq2$ per $(h,x,a)$, as for Q-learning?")
    tally.leq(kept, 2 * pairs, layers=[1, 2, 2, 1], A=1, algorithm=algorithm)
    return tally
