r"""The estimate becomes more and more accurate as learning proceeds (Sec. IV-A).

The confidence radii of a visited pair shrink, but the estimate itself moves about. For a reward
that is 0 or 1 with mean $1/2$, take $\lvert\bar r_i-r\rvert$ at the starts of the epochs
$N_i=1,2,4,\dots,256$. With probability 0.9508 it grows from one of them to the next. The same holds
of $\bar P_i$ for two successors."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:conf-set-P:accurate",
    __doc__,
    part_of="",
    kind="pathwise",
    number="Sec. IV-A, accurate",
    section="Sec. IV-A",
)

printed = statement.printed(
    "estimates improve all the time",
    tex=r"\lvert\bar r_{i+1}(x,a)-r(x,a)\rvert\leq\lvert\bar r_i(x,a)-r(x,a)\rvert",
    repair="the radii of visited pairs shrink; the estimates need not improve",
    no_claim="epochs",
    coq=(Coq("accurate_false", "paper/MovingSets.v", refutes=True),),
)

statement.counterexample(
    by_hand=(
        r"$T=512$: the error at $N_i=1,2,4,\dots,256$ grows somewhere with "
        "probability $0.950753$, not 0. Already between $N_i=2$ and 4: one "
        "reward 1 of the first two has no error, one or three of four have the "
        r"error $1/4$, with probability $\frac12\cdot\frac12$."
    ),
)

EPOCHS = 8  # N_i = 1, 2, 4, ..., 2**EPOCHS


@statement.numbers(15)
def grows() -> Mapping[str, Any]:
    return {"T": 2 << EPOCHS, "probability": error_grows(EPOCHS), "early": error_grows(2)}


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
    never, N = {0: 1, 1: 1}, 1  # heads -> sequences of N tosses in which it never grew
    for _ in range(epochs):
        after = Counter[int]()
        ways = [comb(N, more) for more in range(N + 1)]
        for k, sequences in never.items():
            far = abs(2 * k - N)  # |k'/(2N) - 1/2| <= |k/N - 1/2|
            for more in range(max(0, N - far - k), min(N, N + far - k) + 1):
                after[k + more] += sequences * ways[more]
        never, N = after, 2 * N
    return ONE - Q(sum(never.values()), 1 << N)
