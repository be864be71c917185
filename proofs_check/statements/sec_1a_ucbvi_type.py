r"""UCBVI combines upper confidence bounds with a Q-learning-type algorithm (Sec. I-A), and some
Q-learning-based algorithm may help to remove the factor $\sqrt X$ (Sec. VII).

Q-learning is model-free: it keeps the numbers $Q(h,x,a)$ and the counts $N(h,x,a)$, and no estimate
of $P$, as the next sentence of the paper says. UCBVI keeps the counts $N(x,a,x')$, estimates $P$
from them and makes a backward induction. Section VII is sound: UCB-Advantage is a Q-learning
algorithm of the order of UCBVI's bound (Sec. I-B, price). This is a question of words."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:I-A.2:q-learning-type",
    __doc__,
    part_of="",
    number="Sec. I-A, Q-learning-type",
    section="Sec. I-A",
)

printed = statement.printed(
    "UCBVI is of Q-learning type",
    tex=r"\text{UCBVI}=\text{UCB}+\text{Q-learning-type algorithm}",
    repair=("UCBVI is value iteration on an estimated model, with a bonus"),
    no_theorem="it names a kind of algorithm, and no definition of that kind is given",
)


READS = {
    "UCBVI": "an estimate of P, by backward induction",
    "UCRL-LP": "an estimate of P, by a linear program",
    "UCB Q-learning": "one transition",
}
"""What an update of the values reads."""


@printed.check({"(false already: here UCRL-LP)": {"algorithm": "UCRL-LP"}})
def q_learning_type(suite: Suite, algorithm: str = "UCBVI") -> Shown:
    tally = Tally("argued", "does an update read one transition, as one of Q-learning does?")
    reads = READS[algorithm]
    tally.holds(reads == READS["UCB Q-learning"], algorithm=algorithm, an_update_reads=reads)
    return tally
