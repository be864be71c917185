r"""UOB-REPS updates its policy after every episode, UCRL-LP at most $XA\log_2T$ times (Sec. I-B,
commented out in the source, with $\log$ in place of $\log_2$).

UOB-REPS makes $T-1$ updates in $T$ episodes, and so do O-REPS, UC-O-REPS and FPOP. UCRL-LP makes
fewer once $XA\log_2T<T$, at the paper's size from $T=3004$ on."""

from proofs_check.statements.common.guest_runs import family_runs
from proofs_check.statements.common.prelude import *
from proofs_check.statements.sec_4a_updates import BOUND, FROM_TWO, fewer_than_T

statement = Statement(
    "sec:I:updates",
    __doc__,
    kind="pathwise",
    number="Sec. I-B, updates",
    section="Sec. I-B",
    readings=("R-1", "R-16"),
    part_of="sec_1b_best",
)

printed = statement.printed(
    r"$T$ updates to $XA\log_2 T$",
    (updates <= BOUND).named("UCRL-LP").where(FROM_TWO),
    typed="a change of numbers; the comparison is the second one as a bound",
    tex=r"T-1\to XA\log_2T",
    steps=(cited("UCRL-LP's updates", "sec_4a_updates"),),
    coq=(
        Coq("updates_fewer", "systems/EveryRound.v"),
        Coq("updates_fewer_VI", "systems/EveryRound.v"),
    ),
)


statement.on_runs(no_more_than=T, readings=MAX1)


@printed.check({"UOB-REPS makes one update fewer": {"less": 1}})
def fewer_updates(suite: Suite, less: int = 0) -> Iterator[Found]:
    yield _one_step_per_episode(less)
    yield from fewer_than_T((52, 5))


def _one_step_per_episode(less: int = 0) -> Tally:
    tally = Tally("exact on runs", "the other algorithms: $T-1$ programs after the first policy")
    for run in family_runs(tally):
        tally.equal(len(run.steps) - 1, run.T - 1 - less, run=run.name)
    return tally
