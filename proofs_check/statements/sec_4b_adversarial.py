r"""In the adversarial setting the occupancy measure is updated in each round, although the
confidence set changes at most $XA\log_2T$ times (Sec. IV-B, commented out in the source, with
$\log$ in place of $\log_2$)."""

from proofs_check.statements.common.paths import epochs_at_most
from proofs_check.statements.common.prelude import *
from proofs_check.statements.sec_1b_updates import _one_step_per_episode

statement = Statement(
    "inline:IV-A.1:adversarial",
    __doc__,
    kind="pathwise",
    number="Sec. IV-B, adversarial",
    section="Sec. IV-B",
    readings=("R-1",),
    part_of="sec_4a_updates",
)

printed = statement.printed(
    r"$T$ steps, $XA\log_2 T$ sets",
    tex=r"T\text{ steps},\ XA\log_2T\text{ changes of the set}",
    no_claim="another algorithm",
    coq=(Coq("adversarial_steps", "systems/EveryRound.v"),),
)


@printed.check({"an eighth as many changes": {"share": lambda T: log2(T) / 8}})
def steps_and_sets(suite: Suite, share: Callable[[int], Real] = log2) -> Shown:
    note = r"changes of the confidence set $\leq XA\log_2T$; trivial where that is $T$ or more"
    return _one_step_per_episode(), epochs_at_most(note, share)
