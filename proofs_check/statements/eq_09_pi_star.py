r"""An optimal policy $\pi^*\in\operatorname{arg\,max}_\pi V(\pi)$ exists (Sec. II).

The paper says "the policy" and proves neither existence nor uniqueness. By backward induction there
is a deterministic optimal policy. It need not be unique: with equal rewards every policy is
optimal."""

from __future__ import annotations

from itertools import product

from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement
from proofs_check.sampled_runs.occupancy import one_hot, value
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "eq:regret-occ:pi-star",
    __doc__,
    part_of="",
    kind="identity",
    number=r"(9), $\pi^*$",
    section="Sec. III",
    sentences=("0e2529554630",),
)

printed = statement.printed(
    "an optimal policy exists",
    tex=r"\exists\pi^*\in\operatorname{arg\,max}_\pi V(\pi)",
    coq=(Coq("optimal_policy_exists", "Propositions.v"),),
)


MOST = 512  # deterministic policies of an MDP that are tried


@printed.check({"the worst action at every state is optimal": {"sign": -1}})
def pi_star(suite: Suite, sign: int = 1) -> Shown:
    played = Tally("exact on runs", r"$V(\pi_i)\leq V(\pi^*)$, about 6 epochs of every run")
    for run, e in suite.all.epochs(about=6):
        played.leq(sign * e.V, sign * run.best.value, run=run.name, i=e.i)
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
    return played, every
