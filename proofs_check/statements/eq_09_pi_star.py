r"""There is a policy $\pi^*$ that maximises $V(\pi)$ (Sec. II says "the policy", and proves
neither existence nor uniqueness).

By backward induction it may be taken deterministic. It need not be unique: with equal rewards
every policy is optimal."""

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
    kind="identity",
    number="(9)",
    section="Sec. III",
    sentences=("0e2529554630",),
)

printed = statement.printed(
    "an optimal policy exists",
    tex=r"\exists\pi^*\in\operatorname{arg\,max}_\pi V(\pi)",
    coq=(Coq("optimal_policy_exists", "Propositions.v"),),
)


MOST = 512  # deterministic policies that are tried


@printed.check({"the worst action at every state is optimal": {"sign": -1}})
def pi_star(suite: Suite, sign: int = 1) -> Shown:
    note = rf"$V(\pi^*)\geq V$ of $\pi_i$ and all ($\leq{MOST}$) deterministic policies"
    tally = Tally("exact on runs", note)
    for run, e in suite.all.epochs(about=6):
        tally.leq(sign * e.V, sign * run.best.value, run=run.name, i=e.i)
    for run in suite.all:
        states = sum(run.layers[:-1])
        if run.A**states <= MOST:
            for actions in product(range(run.A), repeat=states):
                chosen = iter(actions)
                pi = [[one_hot(next(chosen), run.A) for _ in range(n)] for n in run.layers[:-1]]
                worth = value(run.P, run.r, pi)
                tally.leq(sign * worth, sign * run.best.value, run=run.name)
    return tally
