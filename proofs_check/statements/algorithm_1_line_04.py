r"""$\mathcal P_1$ is the set of all transition functions, and $Q^{\mathcal P_1}=Q$.

Eq. (12) gives the same set for $N_1=0$, because every distribution is at distance $1<\epsilon_1$
from a row of zeros. Every $q\in Q$ is in $Q^{P^q}$ (Prop. 2), so the union of these sets is $Q$.

The line agrees with eq. (12) for every base $b\leq4$ of the logarithm, as $2\log_b2\geq1$. With
$\log_{10}$ eq. (12) would give the empty set if $TXA/\delta<\sqrt{10}$."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.radii import above_1

statement = Statement(
    "alg:main/4",
    __doc__,
    kind="identity",
    covers=("disp:IV.1",),
    readings=("R-2", "R-10"),
)

printed = statement.printed(
    r"$\mathcal P_1$ and $Q^{\mathcal P_1}$",
    not_printed="a line of the algorithm, without an argument",
    tex=r"\mathcal P_1=\text{set of all transition functions},\quad Q^{\mathcal P_1}=Q",
    steps=(
        argued(
            "eq. (12) restricts nothing at $N_1=0$, and $Q$ is the union of the $Q^{P^q}$",
            "eq_12",
            "prop_2",
        ),
    ),
    no_claim="set",
    coq=(Coq("line_4", "paper/Estimates.v"),),
)


@printed.check({r"$\log_{10}$ in eq. (11)": {"log": "log10"}})
def line_4(suite: Suite, log: LogBase = "ln") -> Shown:
    return above_1(horizons=range(1, 11), log=log)
