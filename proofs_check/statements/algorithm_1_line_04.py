r"""$P_1$ is the set of all transition functions and $Q^{P_1}=Q$. This is what eq. (12) gives
for $N_1=0$, where every distribution is at distance $1<\epsilon_1$ from the row of zeros; and
every $q$ in $Q$ is in $Q^{P^q}$ (Prop. 2).

It agrees with eq. (12) for every base of the logarithm up to 4, as $2\log_b2\geq1$; with
$\log_{10}$ eq. (12) would give the empty set if $TXA/\delta<\sqrt{10}$."""

from __future__ import annotations

from proofs_check.arithmetic import LogBase
from proofs_check.ledger.registry import Shown
from proofs_check.ledger.statement import Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.radii import above_1

statement = Statement(
    "alg:main/4",
    __doc__,
    box="lp1",
    kind="identity",
    covers=("disp:IV.1",),
    readings=("R-2", "R-10"),
    sentences=("835e7dea3c8d", "31cf8592803e"),
)

printed = statement.printed(
    "$P_1$ and $Q^{P_1}$",
    tex=r"\mathcal P_1=\text{all transition functions},\ Q^{\mathcal P_1}=Q",
    steps=(
        argued(
            "eq. (12) at $N=0$ is no restriction; $Q$ is the union of the $Q^{P^q}$",
            "eq_12",
            "prop_2",
        ),
    ),
)


@printed.check({r"$\log_{10}$ in eq. (11)": {"log": "log10"}})
def line_4(suite: Suite, log: LogBase = "ln") -> Shown:
    return above_1(horizons=range(1, 11), log=log)
