r"""In every layer $h<L$, $\sum_{x_h,a_h}N_m(x_h,a_h)=T$, where $N_m$ counts the visits before the
last epoch $m$.

They add up to $t(m)-1$. This is $T$ if the epoch that starts after episode $T$ counts, as line 13
is printed, and an epoch ends in episode $T$, as line 12 as printed always has it. If that epoch
does not count, or the trigger is $\max\{1,N_i\}$ and does not fire in episode $T$, the episodes of
the last epoch are missing (R-1, R-16). At $T=1$ all episodes are."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.visits import *

statement = Statement(
    "lem:bias-term-2:total",
    __doc__,
    kind="identity",
    number="App. II, totals",
    section="App. II",
    readings=("R-1", "R-16"),
    part_of="lemma_12",
)

printed = statement.printed(
    "the visits of a layer add up to $T$",
    (in_layer(N_m) == T_played).in_each_layer(),
    choices=(
        OpenChoice(DEFAULT.words),
        OpenChoice(DOUBLING.words, ((in_layer(N_counted) == T_played).in_each_layer(),)),
        OpenChoice(
            EVERY_BUT_THE_LAST.words, ((in_layer(N_m) == T_played).in_each_layer(),), every=True
        ),
        OpenChoice(EVERY.words, ((in_layer(N_counted) == T_played).in_each_layer(),), every=True),
    ),
    changes=(
        Change(
            "$N_{m+1}$ summed over all layers in place of one",
            lambda claim: (in_all(N_end) == T_played).where(TWO_STEPS),
            anywhere=True,
        ),
    ),
    repair="put $N_{m+1}$, the visits after the last epoch; the $N_m$ add up to $t(m)-1$",
    coq=(
        Coq("total_printed_false", "paper/Pigeonhole.v", refutes=True, assumed=DEFAULT.words),
        Coq(
            "total_doubling_false", "paper/PigeonholeCells.v", refutes=True, assumed=DOUBLING.words
        ),
        Coq(
            "total_every_false",
            "paper/PigeonholeCells.v",
            refutes=True,
            assumed=EVERY_BUT_THE_LAST.words,
        ),
        Coq("total_every", "paper/PigeonholeCells.v", assumed=EVERY.words),
    ),
)

repaired = statement.repaired(
    "the visits $N_{m+1}$ of a layer add up to $T$",
    (in_layer(N_end) == T_played).in_each_layer(),  # a trace that was cut has fewer than T
    (sum_over_pairs(N) == t_before).named("before epoch i"),
    changes=(
        swap(T_played, T_played + 1, "$T+1$ for $T$"),
        swap(t_before, t_before + 1, "$t(i)$ in place of $t(i)-1$"),
    ),
    says=r"""In every layer $h<L$, $\sum_{x_h,a_h}N_{m+1}(x_h,a_h)=T$, where $N_{m+1}$ counts the
visits in all $T$ episodes. The visits before epoch $i$ satisfy
$\sum_{x_h,a_h}N_i(x_h,a_h)=t(i)-1$.

The reason is that an episode visits exactly one pair of each layer $h<L$.""",
    coq=(Coq("layer_total", "model/Algorithm.v"),),
)

statement.counterexample(
    by_hand=(
        "At $T=1$ there is one epoch, and $N_1=0$ does not count its visit: the sum is $t(m)-1=0$, "
        "not $T=1$."
    ),
)


statement.on_runs()


@printed.check()
def total(suite: Suite) -> Iterator[Found]:
    for cell in CELLS:
        tally = Tally("enumerated", PATHS, under=cell.words)
        for K, path in short_paths():
            N_m, _ = epochs_of(path, cell)[-1]
            tally.equal(N_m.total(), len(path), K=K, T=len(path), path=path[:8])
        yield tally
