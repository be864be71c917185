r"""UC-O-REPS with full information and UOB-REPS with bandit feedback have regret
$\tilde O(LX\sqrt{TA})$, with $P$ unknown (Sec. I-A, commented out in the source).

UCRL-LP's bound is of the same order, and theirs holds for rewards that an adversary chooses.
UOB-REPS needs no more feedback than UCRL-LP.

UC-O-REPS' bound is proved in Coq: at losses in $[0,1]$ that may depend on what was seen before,
with $\eta=\sqrt{\ln(X^2A/L^2)/T}$, its regret against every policy is at most
$(2+\sqrt2)LX\sqrt{TA\Lambda}$ with probability at least $1-\delta$; and it can make all its steps,
in every MDP. UOB-REPS' bound is taken from its abstract."""

from proofs_check.statements.common.orders import *
from proofs_check.statements.common.prelude import *

statement = Statement(
    "sec:I:uob-reps",
    __doc__,
    number="Sec. I-A, UOB-REPS",
    section="Sec. I-A",
    part_of="sec_1b_best",
)

printed = statement.printed(
    "UC-O-REPS, UOB-REPS: same bound",
    not_printed="the introduction compares, without an argument",
    tex=r"\tilde O(LX\sqrt{TA})",
    steps=(cited("UCRL-LP's bound", "theorem_4"),),
    bounds=(UC_O_REPS, UOB_REPS),
    no_claim="orders",
    coq=(
        Coq("same_as_UOB_REPS", "systems/CitedBounds.v"),
        Coq("uc_o_reps_exists", "systems/AdversarialRuns.v", part=True),
        Coq("uc_o_reps", "systems/AdversarialLosses.v", part=True),
        Coq("uc_o_reps_layered", "systems/AdversarialLosses.v", part=True),
        Coq("uc_o_reps_rewards", "systems/AdversarialLosses.v", part=True),
        Coq("uc_o_reps_runs", "systems/AdversarialLosses.v", part=True),
        Coq("uc_o_reps_one_state", "systems/AdversarialLosses.v", part=True),
        Coq("uc_o_reps_from_steps", "systems/AdversarialLosses.v", part=True),
    ),
)


@printed.check({"UOB-REPS has UCBVI's order": {"of_uob_reps": "L*sqrt(T*X*A)"}})
@printed.proves("the published bounds in the paper's letters")
def uob_reps(suite: Suite, of_uob_reps: str = UCRL_LP) -> Shown:
    note = "orders without logarithms, from the published bounds"
    _, uc_o_reps, uob_reps = map(order, SAME_METHOD)
    return same_orders(note, (uc_o_reps, UCRL_LP), (uob_reps, of_uob_reps))
