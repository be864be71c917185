r"""UCBVI combines upper confidence bounds with a Q-learning-type algorithm (Sec. I-A), and some
Q-learning-based algorithm may help to remove the factor $\sqrt X$ (Sec. VII).

Q-learning is model-free: it keeps the numbers $Q(h,x,a)$ and the counts $N(h,x,a)$, and no estimate
of $P$, as the next sentence of the paper says. UCBVI keeps the counts $N(x,a,x')$, estimates $P$
from them and makes a backward induction. The numbers that each of them keeps are counted here for
one layered MDP."""

from __future__ import annotations

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Correction, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "inline:I-A.2:q-learning-type",
    __doc__,
    part_of="",
    number="Sec. I-A, Q-learning-type",
    section="Sec. I-A",
    sentences=("e302ec4e192e", "bbc66590555f"),
    findings=(
        Finding(
            13,
            "false as claimed",
            title="UCBVI is not of the Q-learning type",
            cause=(
                "UCBVI estimates $P$ and makes a backward induction in every episode: it is value "
                "iteration with a bonus. Q-learning keeps no model."
            ),
            witness={"layers": "1, 2, 2, 1", "A": "1"},
            by_hand=(
                "UCBVI keeps all $N(x,a)$ and $N(x,a,x')$, $5+8=13$ numbers. Q-learning keeps all "
                r"$Q(h,x,a)$ and $N(h,x,a)$, $2\cdot5=10$ numbers."
            ),
            then=(
                "The direction of Section VII remains sound: a Q-learning-type algorithm with the "
                "order of UCBVI's bound exists (UCB-Advantage, Zhang, Zhou and Ji 2020)."
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
    repair=("UCBVI is value iteration on an estimated model, with a bonus"),
)


@printed.check(
    {r"(false already: here UCRL-LP, which keeps $\bar r$, too)": {"algorithm": "UCRL-LP"}}
)
def q_learning_type(suite: Suite, algorithm: str = "UCBVI") -> Shown:
    # N(x,a), N(x,a,x') and, for UCRL-LP, r_bar(x,a); layers 1-2-2-1 and A = 1
    pairs, triples = 1 + 2 + 2, 1 * 2 + 2 * 2 + 2 * 1
    kept = pairs + triples + (pairs if algorithm == "UCRL-LP" else 0)
    tally = Tally("proved", r"are at most 2 numbers kept per $(h,x,a)$, as by Q-learning?")
    tally.leq(kept, 2 * pairs, layers=[1, 2, 2, 1], A=1, algorithm=algorithm)
    return tally
