"""Eq. (19): the regret as Bias-I + Diff + Error + Bias-II."""

from __future__ import annotations

from collections.abc import Sequence

from proofs_check.arithmetic import ZERO, Enclosure, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.occupancy import PairValues, difference, inner
from proofs_check.sampled_runs.run import SampledRun
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
)
def eq_19(suite: Suite) -> Shown:
    """Reg_T = sum_t <q* - q_{i(t)}, r> is the sum over t of <q*, r - r_hat> (Bias-I),
    <q* - q_hat, r_hat> (Diff), <q_hat - q, r_hat> (Error) and <q, r_hat - r> (Bias-II), each of
    epoch i(t).

    An identity in all its letters, so r_hat may be any number: on the runs, the lower end of its
    enclosure."""
    tally = Tally("exact on runs", "every run, r_hat at the lower end of its enclosure")
    for run in suite.all:
        tally.equal(run.regret, sum(four_terms(run), ZERO), run=run.name)
    return tally


@planted(eq_19, "Bias-II with q_hat_i instead of q_i")
def eq_19_wrong_measure(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every run")
    for run in suite.runs:
        bias_1, diff, error, _ = four_terms(run)
        wrong = sum(
            (e.length * inner(e.q_hat_xa, difference(_lower(e.r_hat), run.r)) for e in run.epochs),
            ZERO,
        )
        tally.equal(run.regret, bias_1 + diff + error + wrong, run=run.name)
    return tally


def four_terms(run: SampledRun) -> list[Q]:
    """Bias-I, Diff, Error and Bias-II of a run, with r_hat_i at the lower end of its enclosure."""
    q_star = run.best.q_xa
    totals = [ZERO] * 4
    for e in run.epochs:
        r_hat = _lower(e.r_hat)
        terms = (
            inner(q_star, difference(run.r, r_hat)),
            inner(difference(q_star, e.q_hat_xa), r_hat),
            inner(difference(e.q_hat_xa, e.q_xa), r_hat),
            inner(e.q_xa, difference(r_hat, run.r)),
        )
        totals = [total + e.length * term for total, term in zip(totals, terms, strict=True)]
    return totals


def _lower(table: Sequence[Sequence[Sequence[Enclosure]]]) -> PairValues:
    return [[[v.lo for v in row] for row in layer] for layer in table]
