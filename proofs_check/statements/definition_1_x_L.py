r"""$q^{P,\pi}$ is defined on all of $\mathcal X\times\mathcal A\times\mathcal X$, $x_L$ included,
and $\langle q^{P,\pi},r\rangle$ is the expected reward of an episode (Definition 1, eq. (8)).

At $x_L$ the definition refers to $x_{L+1}$, which no episode has. If the episode ends at $x_L$, $q$
is 0 there and (8) is true. If the restart counts as a transition, $\langle q,1\rangle=L+1$,
although an episode has $L$ rewards."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.shapes import shapes, uniform_measure

ENDS = r"the episode ends at $x_L$: $q(x_L,\cdot,\cdot)=0$ (R-2)"
RESTARTS = r"the next episode follows: $x_{L+1}=x_0$ and $q(x_L,a,x_0)=\pi(a|x_L)$"

statement = Statement(
    "def:1:x_L",
    __doc__,
    part_of="",
    kind="identity",
    number="Definition 1, $x_L$",
    section="Sec. III",
    readings=("R-2", "R-19"),
)

printed = statement.printed(
    "$q$ at $x_L$",
    wording=ButForWording(3, choice=r"the episode ends at $x_L$: $q(x_L,\cdot,\cdot)=0$ (R-2)"),
    tex=r"q^{P,\pi}(x_L,a,x')=\Pr\{x_L,a_L,x_{L+1}\mid P,\pi\}",
    repair=r"define $q$ for $x\notin\mathcal X_L$ only, or say that $q(x_L,\cdot,\cdot)=0$",
    no_claim="model",
    coq=(
        Coq("x_L_restarts", "paper/Readings.v", refutes=True, assumed=RESTARTS),
        Coq("x_L_ends", "paper/Readings.v", assumed=ENDS),
    ),
)

statement.counterexample(
    by_hand=(
        "If the restart counts as a transition, each of the $L+1=2$ layers has mass 1. With the "
        r"reward 1 everywhere $\langle q,r\rangle=2$, but an episode has $L=1$ reward."
    ),
)


CHOICES = {ENDS: 0, RESTARTS: 1}  # -> q(x_L)


@printed.check(
    {"(underspecified already: here with the mass 1 at $x_L$)": {"choices": {RESTARTS: 1}}}
)
def at_x_L(suite: Suite, choices: Mapping[str, int] = CHOICES) -> Iterator[Found]:
    for under, of_x_L in choices.items():
        tally = Tally(
            "enumerated",
            r"is $\langle q,r\rangle=L$ for $r=1$? all layers with $X\leq4$, $A\leq2$",
            under=under,
        )
        for layers, A in shapes(most_states=4, most_actions=2):
            q = uniform_measure(layers, A)
            total = sum((sum(row, Q(0)) for q_h in q for rows in q_h for row in rows), Q(of_x_L))
            tally.equal(total, len(layers) - 1, layers=list(layers), A=A)
        yield tally
