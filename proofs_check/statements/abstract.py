r"""The regret bound is tighter than those of existing works that use a similar confidence set
framework (abstract).

These works are UCRL2, UCRL2B, UC-O-REPS and UOB-REPS. UCRL2B is UCRL2 with Bernstein's inequality
for its confidence sets; its bound, translated as that of UCRL2 ($D=L$, which E-6 says when it is
right, and $n=LT$), is $L\sqrt{\Gamma XAT}$ if at most $\Gamma$ states can follow a pair. That is
below $LX\sqrt{TA}$ by $\sqrt{X/\Gamma}$, and $\Gamma\leq\max_hX_{h+1}$. UC-O-REPS and UOB-REPS keep
confidence sets for $P$ too, and their bounds are $\tilde O(LX\sqrt{TA})$, even for adversarial
rewards. To UC-O-REPS the paper ascribes its confidence sets and Lemmas 1, 2, 7, 8 and 9. (A
sentence of the LaTeX source states both bounds; it is commented out.)"""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Coq, Finding, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common import works
from proofs_check.statements.common.orders import (
    OLD,
    SAME_METHOD,
    UC_O_REPS,
    UCBVI_2017,
    UCRL2,
    UCRL_LP,
    UOB_REPS,
    WITH_CONFIDENCE_SETS,
    below_all,
    order,
    same_orders,
)
from proofs_check.statements.sec_4a_updates import fewer_than_T

statement = Statement(
    "sec:abstract",
    __doc__,
    findings=(
        Finding(
            4,
            "the comparison with other work",
            "serious",
            title="UCRL2B's bound is smaller, and UOB-REPS and UC-O-REPS have the same",
            cause=(
                "UCRL2B (2020) is UCRL2 with Bernstein's inequality for its confidence sets; its "
                r"bound is $\tilde O(\sqrt{D\Gamma SAn})$ in $n$ steps, with at most $\Gamma$ next "
                "states. Translated as Section I-B translates UCRL2's ($D=L$, $n=LT$; E-6 says "
                r"when it is right) it is $L\sqrt{\Gamma XAT}$, below Theorem 4's by "
                r"$\sqrt{X/\Gamma}$. UC-O-REPS and UOB-REPS keep confidence sets for $P$ too, and "
                r"have $\tilde O(LX\sqrt{TA})$ for adversarial losses."
            ),
            witness={
                "algorithm": "UCRL2B",
                "L": "6",
                "X": "52",
                "Gamma": r"$\max_hX_{h+1}=10$",
                "T, A": "any",
            },
            by_hand=(
                r"$\sqrt{L\Gamma XA\cdot LT}=L\sqrt{\Gamma XAT}$, and $LX\sqrt{TA}$ over it is "
                r"$\sqrt{X/\Gamma}=\sqrt{52/10}=2.28$. For UOB-REPS the quotient is 1."
            ),
            consequence=(
                "The bound is below UCRL2's. Against UC-O-REPS and UOB-REPS a simpler algorithm "
                "remains: it solves one linear program in each epoch, where they solve one convex "
                "program in each episode."
            ),
            refuted_words=(
                "works that use a similar confidence set framework",
                "adopt the same method based on",
                "earlier works that deploy",
            ),
            former_number=4,
            works=(works.UCRL2B, works.UOB_REPS, works.UC_O_REPS, works.UCRL2),
        ),
    ),
)

printed = statement.printed(
    "tighter than its own framework",
    tex=r"LX\sqrt{TA}<\text{bounds of the same framework}",
    repair=(
        r"the bound is below UCRL2's (by the factor $\sqrt L$, if the diameter is $L$); it equals "
        "those of UC-O-REPS and UOB-REPS, which solve the harder adversarial problem, and is above "
        r"UCRL2B's by $\sqrt{X/\Gamma}$"
    ),
    bounds=(UOB_REPS, UC_O_REPS),
    coq=(Coq("not_below_UOB_REPS", "systems/CitedBounds.v", refutes=True),),
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
    bounds=(UCRL2, UC_O_REPS, UOB_REPS, UCBVI_2017),
    coq=(
        Coq("abstract_repaired", "systems/CitedBounds.v"),
        Coq("uc_o_reps", "systems/AdversarialLosses.v", part=True),
        Coq("uc_o_reps_rewards", "systems/AdversarialLosses.v", part=True),
    ),
)


@printed.check(
    {"(false already) tighter than UCBVI, of another framework": {"sources": (UCBVI_2017,)}}
)
def tighter(suite: Suite, sources: tuple[str, ...] = WITH_CONFIDENCE_SETS) -> Shown:
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
    yield from fewer_than_T((2, 1), (4, 2), (52, 5))
