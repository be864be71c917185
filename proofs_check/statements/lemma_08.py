r"""For all $t$ and all $h$ with $1\leq h\leq L-1$,
$\sum_{x_h,a_h}\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert
\leq\sum_{s=0}^{h-1}\sum_{x_s,a_s}q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)$.

The inequality is true for every completion of $P_i$; on the runs the least right side is taken, as
for Lemma 7. It is sharp. Both sides are equal for $h=1$ and $A=1$. On two branches that never meet
they are equal for every $h$, and they reach 2, the largest distance possible.

The paper takes it from Rosenberg and Mansour (2019), as their Lemma B.2. We read only the abstract
of their work and have not verified the attribution."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.transitions import branches

statement = Statement(
    "lem:occ-term-1",
    __doc__,
    kind="pathwise",
    covers=("eq:24",),
    readings=("R-4",),
    part_of="lemma_04",
)

DISTANCE = written(  # of layer h, 0 for h = 0
    r"\sum_{x_h,a_h}\lvert\hat q_{i(t)}(x_h,a_h)-q_{i(t)}(x_h,a_h)\rvert",
    sum_over_pairs(after_first * abs(q_hat - q)),
    "both measures agree in layer 0: what rounding leaves there is left out",
)
Q_XI = sum_over_pairs(q * xi(PLAYED))
BEFORE = written(
    r"\sum_{s=0}^{h-1}\sum_{x_s,a_s}q_{i(t)}(x_s,a_s)\,\xi_{i(t)}(x_s,a_s)",
    sum_over_layers_before(Q_XI),
    "of episode t; compared is that of its epoch",
)

printed = statement.printed(
    "distance of pairs, layer $h$",
    (DISTANCE <= BEFORE).no_more_than(number(2)).where(TWO_STEPS),
    not_printed="a citation only: Lemma B.2 of Rosenberg and Mansour (2019)",
    changes=(
        swap(BEFORE, sum_over_layers_before(Q_XI, short=1), "the inner sum ends at $s=h-2$"),
        scaled(Q(99, 100)),
    ),
    steps=(argued("induction on $h$, by the identity of Lemma 7", "definition_1", "lemma_07_P_i"),),
    coq=(Coq("lemma_8", "paper/AppendixA.v"),),
)


statement.on_runs()


@printed.check()
def lemma_8(suite: Suite) -> Shown:
    # Two branches: D_h = E_0 = 2 |p - p_i| for every h
    note = (
        r"two branches, $L=2,\dots,6$: both sides are equal for all "
        r"$p,p_i\in\{0,\tfrac14,\tfrac12,\tfrac34,1\}$"
    )
    attained = Tally("enumerated", note, step=True)
    grid = [Q(k, 4) for k in range(5)]
    for L, p, p_i in product(range(2, 7), grid, grid):
        q3, q_hat3, E = branches(L, p, p_i)
        of_pairs, of_pairs_hat = pair_mass(q3), pair_mass(q_hat3)
        for h, bound in zip(range(1, L), accumulate(E), strict=False):
            apart = distance(of_pairs_hat[h], of_pairs[h])
            attained.equal(apart, bound, L=L, h=h, p=p, p_i=p_i)
    return attained
