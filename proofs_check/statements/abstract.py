r"""The regret bound is tighter than those of existing works that use a similar confidence set
framework (abstract).

These works are UCRL2, UC-O-REPS and UOB-REPS. The last two also keep confidence sets for $P$, and
their bounds are $\tilde O(LX\sqrt{TA})$ already, even for adversarial rewards. From UC-O-REPS the
paper takes its confidence sets and Lemmas 1, 2, 7, 8 and 9. (A sentence of the LaTeX source states
both bounds; it is commented out.)"""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.ledger.registry import Found, Shown, Vacuity
from proofs_check.ledger.statement import Coq, Correction, Finding, Statement, Work, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.orders import (
    OLD,
    SAME_METHOD,
    UCBVI_2017,
    UCRL_LP,
    below_all,
    order,
    same_orders,
)
from proofs_check.statements.common.paths import updates_below_T

statement = Statement(
    "sec:abstract",
    __doc__,
    sentences=("62d6d58b7daf",),
    findings=(
        Finding(
            4,
            "the comparison with other work",
            "serious",
            title=("UOB-REPS and UC-O-REPS keep confidence sets and have the same bound"),
            cause=(
                "UOB-REPS (bandit feedback, as here) keeps confidence sets for $P$ and "
                r"has the bound $\tilde O(LX\sqrt{TA})$ already, for adversarial "
                "rewards, which stochastic ones are up to "
                r"$O(L\sqrt{T\log(1/\delta)})$; so has UC-O-REPS, with full "
                "information. The bound of Theorem 4 is below UCRL2's, but not below "
                "that of all works with confidence sets."
            ),
            witness={"algorithm": "UOB-REPS (bandit feedback)", "$L$, $X$, $T$, $A$": "any"},
            by_hand=(
                r"UOB-REPS has $LX\sqrt{TA}$ too, and so has UC-O-REPS: the ratio of "
                "the two bounds is 1, not below 1."
            ),
            then=(
                "What remains is a simpler algorithm: it solves one linear program in "
                "each epoch, where UC-O-REPS and UOB-REPS solve one convex program in "
                "each episode."
            ),
            gone=(
                "works that use a similar confidence set framework",
                "adopt the same method based on",
                "earlier works that deploy",
            ),
            formerly=4,
            works=(
                Work(
                    "Jin, Jin, Luo, Sra and Yu, ICML 2020 (UOB-REPS)",
                    (
                        r"$\tilde O(L\lvert X\rvert\sqrt{\lvert A\rvert T})$ with high "
                        "probability, unknown transitions, bandit feedback, adversarial losses"
                    ),
                    "abstract",
                ),
                Work(
                    "Rosenberg and Mansour, ICML 2019 (UC-O-REPS)",
                    "the same bound with full information",
                    (
                        "as the abstract of UOB-REPS says it; its own text was not read, but the "
                        "bound is proved here, in Coq (`uc_o_reps`)"
                    ),
                ),
            ),
        ),
    ),
    corrections={
        4: Correction(
            (
                "It achieves a tighter regret bound compared to the existing works "
                "that use a similar confidence set framework"
            ),
            (
                "It achieves a tighter regret bound than UCRL2, the same as UC-O-REPS "
                "and UOB-REPS in the harder adversarial setting,"
            ),
        ),
    },
)

printed = statement.printed(
    "tighter than its own framework",
    tex=r"LX\sqrt{TA}<\text{bounds of the same framework}",
    repair=(
        r"the bound is below UCRL2's only (by the factor $\sqrt L$, if the diameter is $L$); it "
        "equals those of UC-O-REPS and UOB-REPS, which solve the harder adversarial problem"
    ),
    coq=(Coq("not_below_UOB_REPS", "CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    "tighter than UCRL2; fewer updates",
    tex=r"L^{3/2}X\sqrt{TA}=\sqrt L\cdot LX\sqrt{TA}",
    says=r"""The bound $LX\sqrt{TA}$ is below UCRL2's by the factor $\sqrt L$, if the diameter is
$L$, and equals those of UC-O-REPS and UOB-REPS. UCBVI's leading term is smaller by the factor
$\sqrt X$; in return UCRL-LP updates its policy at most $XA\log_2T$ times instead of $T$ times.

The updates are fewer once $XA\log_2T<T$. An update solves one linear program (or makes one backward
induction); UCBVI makes one backward induction in each episode.""",
    readings=("R-1",),
    steps=(
        cited(
            r"the regret is $\tilde O(LX\sqrt{TA})$, and there are at most $XA\log_2T$ updates",
            "abstract_bound",
            "sec_4a_updates",
            "sec_1a_ucrl2",
        ),
    ),
    coq=(
        Coq("abstract_repaired", "CitedBounds.v"),
        Coq("uc_o_reps", "AdversarialLosses.v", part=True),
        Coq("uc_o_reps_rewards", "AdversarialLosses.v", part=True),
    ),
)


@printed.check(
    {"(false already) tighter than UCBVI, of another framework": {"sources": (UCBVI_2017,)}}
)
def tighter(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Shown:
    return below_all(sources)


@repaired.check({r"UC-O-REPS has $L^{3/2}X\sqrt{TA}$, as UCRL2": {"of_uc_o_reps": OLD}})
@repaired.proves("the quotients of the published bounds")
def tighter_repaired(suite: Suite, of_uc_o_reps: str = UCRL_LP) -> Iterator[Found]:
    ucrl2, uob_reps, uc_o_reps = map(order, SAME_METHOD)
    yield same_orders(
        "orders without logarithms, from the published bounds",
        (ucrl2, f"sqrt(L)*{UCRL_LP}"),
        (uc_o_reps, of_uc_o_reps),
        (uob_reps, UCRL_LP),
        (UCRL_LP, f"sqrt(X)*({order(UCBVI_2017)})"),
    )
    for X, A in ((2, 1), (4, 2), (52, 5)):
        yield Vacuity(rf"$X={X}$, $A={A}$: $XA\log_2T$", "$T$", updates_below_T(X * A))
