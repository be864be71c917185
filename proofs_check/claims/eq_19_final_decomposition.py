"""Eq. (19): the regret as Bias-I + Diff + Error + Bias-II."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import difference, inner, pair_mass
from proofs_check.sampled_runs.suite import Suite


@claim(
    "thm:final-decomposition",
    kind="identity",
    title="regret in four terms",
    part_of="thm:main",
    tex=r"\mathrm{Reg}_T=\sum_t\langle q^*,r-\hat r_i\rangle+\langle q^*-\hat q_i,"
    r"\hat r_i\rangle+\langle\hat q_i-q_i,\hat r_i\rangle+\langle q_i,\hat r_i-r"
    r"\rangle",
    argues=("add and subtract <q*, r_hat>, <q_hat, r_hat> and <q, r_hat>", "eq:regret-occ"),
    planted={"Bias-II with q_hat_i instead of q_i": {"of_bias_2": "q_hat_xa"}},
)
def eq_19(suite: Suite, of_bias_2: str = "q_xa") -> Shown:
    """Reg_T = sum_t <q* - q_{i(t)}, r> is the sum over t of <q*, r - r_hat> (Bias-I),
    <q* - q_hat, r_hat> (Diff), <q_hat - q, r_hat> (Error) and <q, r_hat - r> (Bias-II), each of
    epoch i(t).

    An identity in all its letters, so r_hat may be any number: on the runs, the lower end of its
    enclosure."""
    tally = Tally("exact on runs", "every run, r_hat at the lower end of its enclosure")
    for run in suite.all:
        q_star, total = pair_mass(run.best.q), ZERO
        for e in run.epochs:
            r_hat = [[[v.lo for v in row] for row in layer] for layer in e.r_hat]
            terms = (
                inner(q_star, difference(run.r, r_hat)),
                inner(difference(q_star, e.q_hat_xa), r_hat),
                inner(difference(e.q_hat_xa, e.q_xa), r_hat),
                inner(getattr(e, of_bias_2), difference(r_hat, run.r)),
            )
            total += e.length * sum(terms, ZERO)
        tally.equal(run.regret, total, run=run.name)
    return tally
