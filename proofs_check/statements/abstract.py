r"""The regret bound is tighter than those of existing works that use a similar confidence set
framework (abstract).

These works are UCRL2, UC-O-REPS, UOB-REPS and UCRL2B. UC-O-REPS and UOB-REPS keep confidence sets
for $P$ too, and their bounds are $\tilde O(LX\sqrt{TA})$, even for adversarial rewards: a tie. To
UC-O-REPS the paper ascribes its confidence sets and Lemmas 1, 2, 7, 8 and 9. (A sentence of the
LaTeX source states both bounds; it is commented out.) UCRL2B is UCRL2 with Bernstein's inequality
for its confidence sets. Its bound $\tilde O(\sqrt{D\Gamma SAn})$, where at most $\Gamma$ states can
follow a pair, is $\sqrt{D\Gamma LXAT}$ for $S=X$ and $n=LT$: below $LX\sqrt{TA}$ where
$D<LX/\Gamma$, and only there. The diameter $D$ of the MDP that restarts decides; at the size of
Section VI it is larger (the table of diameters, `common/diameters.json`)."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.ledger.registry import Found
from proofs_check.ledger.statement import Coq, Finding, Statement, cited
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common import works
from proofs_check.statements.common.diameters import KERNEL, at_section_6, draws
from proofs_check.statements.common.orders import (
    OLD,
    SAME_METHOD,
    UC_O_REPS,
    UCBVI_2017,
    UCRL2,
    UCRL2B_BELOW,
    UCRL_LP,
    UOB_REPS,
    below_all,
    below_if,
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
            title="UC-O-REPS and UOB-REPS have its order",
            cause=(
                "UC-O-REPS and UOB-REPS keep confidence sets for $P$ too. Their bounds, for "
                r"adversarial losses, are $\tilde O(LX\sqrt{TA})$, the order of Theorem 4: a tie. "
                "UCRL2B (2020), UCRL2 with Bernstein's inequality for its confidence sets, has "
                r"$\tilde O(\sqrt{D\Gamma SAn})$ in $n=LT$ steps, with at most $\Gamma$ next "
                r"states, which is less only where $D<LX/\Gamma$ (so for layers of one state). At "
                f"the size of Section VI it is more: {at_section_6()} in {draws()} ($D$ is the "
                f"diameter of the MDP that restarts, {KERNEL})."
            ),
            witness={
                "algorithm": "UOB-REPS (bandit feedback; fixed rewards are a special case)",
                "L, X, T, A": "any",
            },
            by_hand=(
                r"$H\lvert S\rvert\sqrt{\lvert A\rvert T}$ with $H=L$, $S=X$ is $LX\sqrt{TA}$: "
                r"the quotient is 1, not below 1. For UCRL2B, $\sqrt{D\Gamma XA\cdot "
                r"LT}<LX\sqrt{TA}$ if and only if $D\Gamma<LX$; at the size of Section VI that is "
                "$10D<312$."
            ),
            consequence=(
                r"The bound is below UCRL2's, as $D\geq L$ if a layer has two states. Against "
                "UC-O-REPS and UOB-REPS a simpler algorithm remains: it solves one linear "
                "program in each epoch, where they solve one convex program in each episode. "
                "Optimistic planning by linear programs is older (2007, 2020), and LP1 has the "
                "value of UCRL2's inner maximum by backward induction: UCRL-LP is UCRL2 that knows "
                "the layers."
            ),
            refuted_words=(
                "works that use a similar confidence set framework",
                "adopt the same method based on",
                "earlier works that deploy",
            ),
            former_number=4,
            works=(
                works.UOB_REPS,
                works.UC_O_REPS,
                works.UCRL2B,
                works.UCRL2,
                works.OLP,
                works.CONSTRAINED,
                works.SAMPLE_EFFICIENT,
                works.UNIFYING,
            ),
        ),
    ),
)

printed = statement.printed(
    "tighter than its own framework",
    tex=r"LX\sqrt{TA}<\text{bounds of the same framework}",
    repair=(
        r"the bound is below UCRL2's (by the factor $\sqrt L$ at least, if a layer has two "
        "states); it equals those of UC-O-REPS and UOB-REPS, which solve the harder adversarial "
        r"problem; it is above UCRL2B's where $D<LX/\Gamma$, and below where $D>LX/\Gamma$"
    ),
    bounds=(UOB_REPS, UC_O_REPS),
    coq=(Coq("not_below_UOB_REPS", "systems/CitedBounds.v", refutes=True),),
)

repaired = statement.repaired(
    "tighter than UCRL2; fewer updates",
    tex=r"L^{3/2}X\sqrt{TA}=\sqrt L\cdot LX\sqrt{TA}",
    says=r"""The bound $LX\sqrt{TA}$ is below UCRL2's by the factor $\sqrt L$ if its diameter is
$L$, by more if it is larger, and equals those of UC-O-REPS and UOB-REPS. UCBVI's leading term is
smaller by the factor $\sqrt X$; in return UCRL-LP updates its policy at most $XA\log_2T$ times
instead of $T$ times.

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
def tighter(suite: Suite, sources: tuple[str, ...] = SAME_METHOD) -> Iterator[Found]:
    yield below_all(sources)
    yield below_if(*UCRL2B_BELOW)


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
