r"""$\sum_{t=1}^T\lVert\hat q_{i(t)}-q_{i(t)}\rVert_1\leq\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}
(\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert
+q_{i(t)}(x_h,a_h)\,\xi_{i(t)}(x_h,a_h))$.

The inequality is true for every pair and for every completion of $P_i$. On the runs the right side
is taken with $\xi_i=0$ where $\hat q_i(x,a)=0$. No completion gives less, and $P$ itself gives
this.

The paper takes it from Rosenberg and Mansour (2019), as their Lemma B.1. We read only the abstract
of their work and have not verified the attribution."""

from proofs_check.statements.common.prelude import *

statement = Statement(
    "lem:occ-1-norm",
    __doc__,
    kind="pathwise",
    covers=("eq:23",),
    readings=("R-4",),
    part_of="lemma_04",
)

OVER_PAIRS = over_t(norm(q_hat - q))
Q_XI = played(xi(PLAYED))  # of all completions the least

printed = statement.printed(
    r"$\ell_1$ over triples by pairs and $\xi_i$",
    l1_distance <= OVER_PAIRS + Q_XI,
    (norm(q_hat3 - q3) <= norm(q_hat - q) + inner(q, xi(PLAYED)))
    .named("every epoch")
    .no_more_than(2 * L)
    .on_events(),
    not_printed="a citation only: Lemma B.1 of Rosenberg and Mansour (2019)",
    changes=(
        swap(Q_XI, Q(1, 4) * Q_XI, r"$\frac14$ of the sum of $q_i\xi_i$"),
        swap(OVER_PAIRS, 0, "without the distance over pairs"),
        swap(xi(PLAYED), 0 * xi(PLAYED), r"the term with $\xi_i$ left out", of="every epoch"),
        swap(
            xi(PLAYED),
            Q(1, 2) * xi(PLAYED),
            r"$\tfrac12\xi_i$, the total variation distance, in place of $\xi_i$",
            of="every epoch",
        ),
    ),
    steps=(
        argued(
            r"$\hat q_i(x,a,x')-q_i(x,a,x')=(\hat q_i-q_i)(x,a)\,P_i(x'|x,a)"
            r"+q_i(x,a)\,(P_i-P)(x'|x,a)$, and the rows of $P_i$ have sum 1",
            "definition_1",
            "lemma_07_P_i",
        ),
    ),
    coq=(Coq("lemma_7", "paper/AppendixA.v"),),
)


statement.on_runs(no_more_than=2 * L * T)  # two measures of mass 1 in every layer
