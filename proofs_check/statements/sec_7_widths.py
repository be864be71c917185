r"""With probability at least $1-\delta$ every $P(x'|x,a)$ is within R-37's width of $\bar
P_i(x'|x,a)$, in every epoch: an interval for each successor in place of the ball (12).

With $p=\bar P_i(x'|x,a)$, $n=\max\{1,N_i(x,a)\}$ and $\ell=\Lambda+\log(2X_{h(x)+1})$ the width is
$\sqrt{2\min\{p,1-p\}\ell/n}+c\ell/n$; $c=1$ is enough, and compared. The logarithm of a coin's
deviation (Chernoff) gives each of the $2X_{h+1}$ ends of the intervals of a pair a probability of
at most $e^{-\ell}$ to fail, and the union over pairs and visits leaves $(1-1/X)\delta$. The term
$\ell/n$ is needed: without it an end is missed as soon as $p$ is 0."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "inline:VII.6:widths",
    __doc__,
    kind="probabilistic",
    number="Sec. VII, widths",
    section="Sec. VII",
    readings=("R-10", "R-37"),
    part_of="sec_7_sqrt_X",
)

repaired = statement.repaired(
    r"$P$ in an interval for each successor w.p. $#p$",
    (abs(P - P_bar) <= width).with_probability(1 - delta),
    steps=(
        cited("each visit draws a new sample", "assumption_1", "lemma_02_sampling"),
        argued(
            r"an end of an interval fails with probability at most $e^{-\ell}$ after $n$ visits; "
            r"the union over $x'$, $(x,a)$ and $n\leq T$; a pair never seen has a width of at "
            "least 1",
            "eq_10",
        ),
    ),
    coq=(
        Coq("Pr_bad_I", "sharper/IntervalSets.v", part=True),
        Coq("good_I", "sharper/IntervalSets.v", part=True),
        Coq("widths_hold", "sharper/Intervals.v"),
    ),
)


statement.on_runs(no_more_than=1, is_event=True, readings=ANY_LOG)
