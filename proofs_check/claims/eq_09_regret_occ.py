"""Eq. (9), with eq. (2): the regret as a sum of inner products with occupancy measures."""

from __future__ import annotations

from itertools import product

from proofs_check.arithmetic import ZERO
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import difference, inner, one_hot, value
from proofs_check.sampled_runs.suite import Suite

MOST = 512  # deterministic policies that are tried


@claim(
    "eq:regret-occ",
    kind="identity",
    title="regret by occupancy measures",
    covers=("eq:regret",),
    readings=("R-15",),
    tex=r"\mathrm{Reg}_T=T\langle q^*,r\rangle-\sum_t\langle q^{P,\pi_t},r\rangle=\sum_t"
    r"\langle q^*-q^{P,\pi_t},r\rangle",
    cites=("values and Q^P", "eq:8, prop:3, eq:regret-occ:pi-star"),
    planted={"one episode of epoch 1 not counted": {"uncounted": 1}},
)
def eq_9(suite: Suite, uncounted: int = 0) -> Shown:
    """With q* in argmax_{q in Q^P} <q, r>: Reg_T = T V(pi*) - sum_t V(pi_t), eq. (2), equals
    T <q*, r> - sum_t <q^{P,pi_t}, r> = sum_t <q* - q^{P,pi_t}, r>."""
    regret = Tally("exact on runs", "both right sides = eq. (2), values by backward induction")
    for run in suite.all:
        q_star = run.best.q_xa
        top = inner(q_star, run.r)
        played = [(e.length - uncounted * (e.i == 1), e) for e in run.epochs]
        of_q = sum((n * inner(e.q_xa, run.r) for n, e in played), ZERO)
        terms = sum((n * inner(difference(q_star, e.q_xa), run.r) for n, e in played), ZERO)
        by_value = run.T * value(run.P, run.r, run.best.pi)
        by_value -= sum((e.length * e.V for e in run.epochs), ZERO)
        regret.equal(run.T * top - of_q, by_value, run=run.name)
        regret.equal(terms, by_value, run=run.name)
        regret.leq(0, by_value, run=run.name)
    return regret


@claim(
    "eq:regret-occ:pi-star",
    kind="identity",
    part_of="",
    title="an optimal policy exists",
    tex=r"\exists\pi^*\in\operatorname{arg\,max}_\pi V(\pi)",
    planted={"the worst action at every state is optimal": {"sign": -1}},
)
def pi_star(suite: Suite, sign: int = 1) -> Shown:
    """There is a policy pi* that maximises V(pi) (Sec. II says "the policy", and proves neither
    existence nor uniqueness).

    By backward induction it may be taken deterministic. It need not be unique: with equal rewards
    every policy is optimal."""
    note = f"V(pi*) >= V of pi_i and all (<= {MOST}) deterministic policies"
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
