r"""An optimal policy $\pi^*\in\operatorname{arg\,max}_\pi V(\pi)$ exists (Sec. II).

The paper says "the policy" and proves neither existence nor uniqueness. By backward induction there
is a deterministic optimal policy. It need not be unique: with equal rewards every policy is
optimal."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "eq:regret-occ:pi-star",
    __doc__,
    part_of="",
    kind="identity",
    number=r"(9), $\pi^*$",
    section="Sec. III",
)


def reversed_(claim: Claim) -> Claim:
    """Return V(pi_i) >= V(pi*)."""
    return V_star <= V


printed = statement.printed(
    "an optimal policy exists",
    V <= V_star,
    changes=(Change("the worst action at every state is optimal", reversed_),),
    typed="that one exists; the comparison is of the policies that are played",
    tex=r"\exists\pi^*\in\operatorname{arg\,max}_\pi V(\pi)",
    coq=(Coq("optimal_policy_exists", "paper/Propositions.v"),),
)

statement.on_runs()


MOST = 512  # deterministic policies of an MDP that are tried


@printed.check({"the worst action at every state is optimal": {"sign": -1}})
def pi_star(suite: Suite, sign: int = 1) -> Shown:
    note = rf"$V(\pi)\leq V(\pi^*)$, every deterministic $\pi$ of the MDPs with at most {MOST} such"
    every = Tally("enumerated", note)
    for run in suite.all:
        states = sum(run.layers[:-1])
        if run.A**states <= MOST:
            for actions in product(range(run.A), repeat=states):
                chosen = iter(actions)
                pi = [[one_hot(next(chosen), run.A) for _ in range(n)] for n in run.layers[:-1]]
                worth = value(run.P, run.r, pi)
                every.leq(sign * worth, sign * run.best.value, run=run.name)
    return every
