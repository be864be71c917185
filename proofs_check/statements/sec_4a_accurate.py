r"""The estimate becomes more and more accurate as learning proceeds (Sec. IV-A).

The confidence radii of a visited pair shrink, but the estimate itself moves about. For a reward
that is 0 or 1 with mean $1/2$, take $\lvert\bar r_i-r\rvert$ at the starts of the epochs
$N_i=1,2,4,\dots,256$. With probability 0.9508 it grows from one of them to the next. The same holds
of $\bar P_i$ for two successors."""

from __future__ import annotations

from math import comb

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Finding, Statement
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "eq:conf-set-P:accurate",
    __doc__,
    part_of="",
    kind="pathwise",
    number="Sec. IV-A, accurate",
    section="Sec. IV-A",
    by_hand=(
        r"$T=512$: the error at $N_i=1,2,4,\dots,256$ grows somewhere with "
        "probability $0.950753$, not 0. Already between $N_i=2$ and 4: one "
        "reward 1 of the first two has no error, one or three of four have the "
        r"error $1/4$, with probability $\frac12\cdot\frac12$."
    ),
    findings=(
        Finding(
            15,
            "wording",
            "none",
            title="radii shrink; estimates and confidence sets need not",
            cause=(
                "The text asserts that the estimate becomes more and more accurate. "
                "Its mean square error shrinks, but on a path the error grows at some "
                "epoch with probability near 1; only the radius shrinks. That the sets "
                "of transition functions shrink is called a hope, rightly: they may "
                "grow. For a pair with two successors, $P(u|x_0)=1/2$, $T=1000$ and "
                r"$\delta=1/10$ the set ever grows with probability below $0.01$."
            ),
            witness={
                "layers": "1, 1",
                "A": "1",
                "T": "512",
                "rewards": "0 or 1, mean 1/2",
                "probability": "0.9508",
            },
            by_hand=(
                "Already between $N_i=2$ and $N_i=4$: with one reward 1 of the first "
                r"two, $\bar r_i=1/2$ has no error, and one or three of four give the "
                r"error $1/4$: probability $\frac12\cdot\frac12=0.25$."
            ),
            consequence="Nothing changes downstream: the proof uses the radii.",
            refuted_words=("more and more accurate",),
            former_number=15,
        ),
    ),
)

printed = statement.printed(
    "estimates improve all the time",
    tex=r"\lvert\bar r_{i+1}(x,a)-r(x,a)\rvert\leq\lvert\bar r_i(x,a)-r(x,a)\rvert",
    repair="the radii of visited pairs shrink; the estimates need not improve",
    coq=(Coq("accurate_false", "paper/MovingSets.v", refutes=True),),
)

EPOCHS = 8  # N_i = 1, 2, 4, ..., 2**EPOCHS


@printed.check({r"the error at $N_i=4$ never exceeds that at $N_i=2$": {"epochs": 2}})
def accurate(suite: Suite, epochs: int = EPOCHS) -> Shown:
    note = (
        r"layers 1-1, $A=1$, rewards 0 or 1 with mean $1/2$: the probability that "
        rf"$\lvert\bar r_i-r\rvert$ grows at some $N_i\leq{1 << epochs}$ is 0"
    )
    tally = Tally("exact probability", note)
    tally.leq(error_grows(epochs), ZERO, T=2 << epochs, N=f"2^{epochs}", r=Q(1, 2))
    return tally


def error_grows(epochs: int) -> Q:
    """Return the probability that |k/N - 1/2| grows between N = 1, 2, 4, ..., 2**epochs, where k
    counts the heads of N tosses of a fair coin."""
    never, N = {0: Q(1, 2), 1: Q(1, 2)}, 1  # heads -> probability that it never grew
    for _ in range(epochs):
        after: dict[int, Q] = {}
        for k, p in never.items():
            for more in range(N + 1):
                if abs(k + more - N) <= abs(2 * k - N):  # |k'/(2N) - 1/2| <= |k/N - 1/2|
                    share = p * Q(comb(N, more), 1 << N)
                    after[k + more] = after.get(k + more, ZERO) + share
        never, N = after, 2 * N
    return ONE - sum(never.values(), ZERO)
