r"""If the initial state is random or is chosen by an adversary, the model reduces to a layered one
by a dummy first layer $\{x_0\}$ (example after Remark 1, commented out in the source).

For an initial state that is drawn from one distribution in all episodes this is true (Remark 1,
repaired). If an adversary chooses it anew in each episode, no time-invariant $P(\cdot|x_0,a)$ gives
the same values. Take $A=1$, the reward 1 at $u$ and 0 at $v$, and the starts $u$, $v$: the two
episodes are worth 1 and 0, but in the layered model both are worth $P(u|x_0)$."""

from proofs_check.statements.common.drawn import fork
from proofs_check.statements.common.prelude import *

statement = Statement(
    "rem:1:initial",
    __doc__,
    part_of="",
    kind="identity",
    number="Remark 1, commented example",
    section="Sec. II",
)

printed = statement.printed(
    "$x_0$ random or adversarial",
    tex=r"\mathcal X_0=\{x_0\}\text{ as a dummy layer}",
    repair=(
        "the reduction, with one more layer, holds only if $x_0$ is drawn from one distribution in "
        "all episodes"
    ),
    no_claim="model",
    coq=(Coq("initial_false", "paper/SmallStatements.v", refutes=True),),
)

statement.counterexample(
    by_hand=(
        "The episode that starts at $u$ is worth 1, the one that starts at $v$ is worth 0; "
        "in the layered model both are worth $P(u|x_0)$."
    ),
    mdp=fork(
        r"The two starts $u$ and $v$, below the first layer $\{x_0\}$ that is put before them; "
        "$A=1$.",
        "P(u|x_0)",
        "P(v|x_0)",
        "reward 1",
        "reward 0",
    ),
)


@printed.check({"(false already: starts $u$, $u$, $v$)": {"values": (1, 1, 0)}})
def initial(suite: Suite, values: tuple[int, ...] = (1, 0)) -> Shown:
    tally = Tally("proved", "is one number, $V=P(u|x_0)$, the value of every episode?")
    for t, v in enumerate(values, 1):
        tally.equal(v, values[0], T=len(values), t=t, rewards="1 at u, 0 at v", A=1)
    return tally
