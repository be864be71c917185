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

OFF = sum_over_next(abs(q3 - P_bar * at_triples(q)))  # the least of (13), of q_i

printed = statement.printed(
    r"$\mathcal P_1$ and $Q^{\mathcal P_1}$",
    (P_error <= eps).named("P is in P_1").in_epochs_with(FIRST_EPOCH),
    (OFF <= eps * q).named("q_1 is in Q^{P_1}").in_epochs_with(FIRST_EPOCH),
    changes=(
        swap(eps, Q(1, 2) * per_root, r"$\frac12/\sqrt{\max\{1,N_i\}}$ for $\epsilon_i$"),
        unconditional("every epoch, also off the event of Lemma 2", of="P is in P_1"),
    ),
    typed="two sets; the comparisons are of P, which any may be, and of q_1 = q^{P,pi_1}",
    not_printed="a line of the algorithm, without an argument",
    tex=r"\mathcal P_1=\text{set of all transition functions},\quad Q^{\mathcal P_1}=Q",
    steps=(
        argued(
            "eq. (12) restricts nothing at $N_1=0$, and $Q$ is the union of the $Q^{P^q}$",
            "eq_12",
            "prop_2",
        ),
    ),
    coq=(Coq("line_4", "paper/Estimates.v"),),
)


statement.on_runs(readings=ANY_LOG)


@printed.check({r"$\log_{10}$ in eq. (11)": {"log": "log10"}})
def line_4(suite: Suite, log: LogBase = "ln") -> Shown:
    return above_1(horizons=range(1, 11), log=log)
