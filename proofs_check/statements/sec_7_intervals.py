r"""With R-37's intervals in place of the ball (12), and nothing else of Algorithm 1 changed, the
regret is at most $6.9\sqrt{L^3\Gamma XTA\Lambda}$ and a term that grows as $\log T$, with
probability at least $1-\delta$.

$\Gamma$ is the largest number of successors of positive probability of a pair, $\Gamma'_h$ that of
layer $h$, or 0 if it is 1: one successor costs nothing. By layers the bound has four terms: the
transitions, their second order, the rewards, and one martingale. It holds for every width with
$c\geq1$, every trigger at least as frequent as $n_i\geq\max\{1,N_i\}$, every completion and every
exact solver; where a solver leaves gaps these add up. R-37 has $c=2$ in `bernstein` and $c=1$ in
`bernstein-1`."""

from proofs_check.statements.common.intervals import BY_LAYERS, RADII
from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:VII.6:intervals",
    __doc__,
    kind="probabilistic",
    number="Sec. VII, intervals",
    section="Sec. VII",
    readings=("R-1", "R-10", "R-37"),
    part_of="sec_7_sqrt_X",
)

repaired = statement.repaired(
    r"no factor $\sqrt X$ with intervals, w.p. $#p$",
    (regret <= BY_LAYERS).named("by layers").with_probability(1 - delta).where(T * A >= 2),
    steps=(
        argued(
            "the argument of Theorem 4 with a radius of its own for each successor: optimism on "
            "the events, value functions cut at $L-s$, the pigeonhole along the visits, and one "
            "martingale",
            "sec_7_widths",
            "lemma_03",
            "theorem_4",
        ),
    ),
    coq=(
        Coq("near_intervals", "sharper/Intervals.v"),
        Coq("near_intervals_2", "sharper/Intervals.v", part=True),
        Coq("near_intervals_3", "sharper/Intervals.v", part=True),
        Coq("near_intervals_Gamma", "sharper/Intervals.v", part=True),
        Coq("interval_learner_exists", "sharper/IntervalOptimum.v", part=True),
    ),
)


statement.on_runs(
    no_more_than=L * T,
    events=("sec_7_widths", "lemma_03"),
    shared_units=1,
    readings={**MAX1, **ANY_LOG, **RADII},
)
