r"""$\mathrm{Reg}_T=\sum_t\langle q^*-q_{i(t)},r\rangle$ is the sum over $t$ of $\langle
q^*,r-\hat r\rangle$ (Bias-I), $\langle q^*-\hat q,\hat r\rangle$ (Diff), $\langle\hat q-q,\hat
r\rangle$ (Error) and $\langle q,\hat r-r\rangle$ (Bias-II), each of epoch $i(t)$.

An identity in all its letters, so $\hat r$ may be any number: on the runs, the lower end of its
enclosure."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Coq, Statement, argued
from proofs_check.sampled_runs.occupancy import difference, inner, pair_mass
from proofs_check.sampled_runs.suite import Suite

statement = Statement(
    "thm:final-decomposition",
    __doc__,
    box=("(19)", "(19)", "four terms"),
    kind="identity",
    part_of="theorem_4",
    sentences=("73c6ccc1a2d5", "f529eddd9ea8", "3ed760f096eb"),
)

printed = statement.printed(
    "regret in four terms",
    tex=(
        r"\mathrm{Reg}_T=\sum_t\langle q^*,r-\hat r_i\rangle+\langle q^*-\hat q_i,\hat r_i"
        r"\rangle+\langle\hat q_i-q_i,\hat r_i\rangle+\langle q_i,\hat r_i-r\rangle"
    ),
    steps=(
        argued(
            (
                r"add and subtract $\langle q^*,\hat r\rangle$, $\langle\hat q,\hat r\rangle$ and "
                r"$\langle q,\hat r\rangle$"
            ),
            "eq_09",
        ),
    ),
    coq=(Coq("final_decomposition", "MainResults.v"),),
)


@printed.check({r"Bias-II with $\hat q_i$ instead of $q_i$": {"of_bias_2": "q_hat_xa"}})
def eq_19(suite: Suite, of_bias_2: str = "q_xa") -> Shown:
    tally = Tally("exact on runs", r"every run, $\hat r$ at the lower end of its enclosure")
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
