r"""The regret bound is tighter than those of existing works that use a similar confidence set
framework (abstract).

Compared are UCRL2, UC-O-REPS, UOB-REPS and UCRL2B; E-4 has more. UC-O-REPS and UOB-REPS keep
confidence sets for $P$ too, and their bounds are $\tilde O(LX\sqrt{TA})$, even for adversarial
rewards: a tie. To UC-O-REPS the paper ascribes its confidence sets and Lemmas 1, 2, 7, 8 and 9.
(A sentence of the LaTeX source states both bounds; it is commented out, and not counted.)
Algorithms that are told that the optimal bias spans at most $L$ have less: EBF $\tilde
O(L\sqrt{TXA})$ (E-4). UCRL2B is UCRL2 with Bernstein's inequality for its confidence sets. Its
bound $\tilde O(\sqrt{D\Gamma SAn})$, where at most $\Gamma$ states can follow a pair, is
$\sqrt{D\Gamma LXAT}$ for $S=X$ and $n=LT$: this leading term is below $LX\sqrt{TA}$ where
$D<LX/\Gamma$, and only there. The diameter $D$ of the MDP that restarts decides; at the size of
Section VI it is larger (the table of diameters, `common/diameters.json`)."""

from proofs_check.statements.common import diameters
from proofs_check.statements.common.orders import *
from proofs_check.statements.common.prelude import *
from proofs_check.statements.sec_4a_updates import fewer_than_T

statement = Statement(
    "sec:abstract",
    __doc__,
)


printed = statement.printed(
    "tighter than its own framework",
    tex=r"LX\sqrt{TA}<\text{bounds of the same framework}",
    repair=(
        r"the bound is below UCRL2's (by the factor $\sqrt L$ at least, if a layer has two "
        "states); it equals those of UC-O-REPS and UOB-REPS, which solve the harder adversarial "
        r"problem; it is above UCRL2B's leading term where $D<LX/\Gamma$, and below where "
        r"$D>LX/\Gamma$"
    ),
    bounds=(UOB_REPS, UC_O_REPS),
    no_claim="orders",
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
    no_claim="orders",
    coq=(
        Coq("abstract_repaired", "systems/CitedBounds.v"),
        Coq("uc_o_reps", "systems/AdversarialLosses.v", part=True),
        Coq("uc_o_reps_rewards", "systems/AdversarialLosses.v", part=True),
    ),
)


@statement.numbers(4)
def of_ucrl2b() -> Mapping[str, Any]:
    of = diameters.paper()
    sizes = {"Gamma": of.Gamma, "LX": of.L * of.X}
    words = {"at_section_6": diameters.at_section_6(), "draws": diameters.draws()}
    return {**sizes, **words, "KERNEL": diameters.KERNEL}


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
