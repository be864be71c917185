r"""Fix a pair $(x,a)$ and $n\geq1$, and let the policies depend on the past in any way. Then the
first $n$ samples $y_1,\dots,y_n$ at the pair deviate like independent ones. For every $f$ with
values in $[0,1]$, $\Pr\{N\geq n,\ \sum_{k\leq n}(f(y_k)-\mathbb E f)\geq s\}\leq e^{-2s^2/n}$,
where $N$ is the number of visits. With $d$ successors, $\Pr\{N\geq n,\ \lVert\bar
P-P\rVert_1\geq\epsilon\}\leq(2^d-2)e^{-n\epsilon^2/2}$, where $\bar P$ is the empirical
distribution of $y_1,\dots,y_n$.

The paper takes this for granted. A proof: let $S$ be the sum of the deviations so far. By
Hoeffding's lemma at each visit $\exp(cS-c^2\min\{n,N\}/8)$ is a supermartingale, and Markov's
inequality at $c=4s/n$ gives the bound. A count $N_i$ is a random time, so a bound for it needs
the union over all $n\leq T$."""

from proofs_check.statements.common.coins import COIN_DELTAS, ever_fails
from proofs_check.statements.common.prelude import *

statement = Statement(
    "lem:adaptive-sampling",
    __doc__,
    kind="probabilistic",
    number="Lemma 2, sampling",
    section="Sec. IV-A",
    readings=("R-13",),
    part_of="lemma_02",
)

repaired = statement.repaired(
    "samples at random times",
    tex=(
        r"\Pr\{N\geq n,\ \sum_{k\leq n}(f(y_k)-\mathbb E f)\geq s\}\leq e^{-2s^2/n},\quad "
        r"\Pr\{N\geq n,\ \lVert\bar P-P\rVert_1\geq\epsilon\}\leq(2^d-2)e^{-n\epsilon^2/2}"
    ),
    steps=(
        cited(
            "each visit draws a new sample",
            "assumption_1",
            "algorithm_1_line_08",
            "algorithm_1_line_09",
        ),
    ),
    no_claim="model",
    coq=(
        Coq("hoeffding_visits", "library/Concentration.v"),
        Coq("weissman_visits", "library/Concentration.v"),
    ),
)


@repaired.planted("the bound at a random count, without a union")
def without_union(suite: Suite) -> Shown:
    tally = Tally(
        "exact probability",
        r"is $\Pr\{\lvert\sum_{k\leq n}(y_k-p)\rvert>\sqrt{n\ln(2/\delta)/2}\text{ for some }"
        r"n\leq T\}\leq\delta$?",
    )
    for delta, T in product(COIN_DELTAS, (8, 32, 128)):
        tally.leq(ever_fails(Q(1, 2), T, ln(2 / delta) / 2), delta, T=T, delta=delta, p=Q(1, 2))
    return tally
