r"""Six lines: (1) $\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}b_{i(t)}$;
(2) $=\sum_{t=1}^T\sum_{h<L}\sum_{x_h,a_h}\mathbb{I}^{(t)}
\sqrt{2\Lambda}/\sqrt{\max\{1,N_{i(t)}\}}$;
(3) $=\sqrt{2\Lambda}\sum_{h<L}\sum_{x_h,a_h}\sum_{i=1}^mn_i/\sqrt{\max\{1,N_i\}}$;
(4) $\leq3\sqrt{2\Lambda}\sum_{h<L}\sqrt{TX_hA}$; (5) $\leq3\sqrt{2TLXA\Lambda}$;
(6) $\leq5\sqrt{TLXA\Lambda}$.

Each line is right. Line 4 is drawn from the third display of the proof. That display is false as
printed, but line 4 follows from its repaired form because $1+\sqrt2\leq3$."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.visits import visits

statement = Statement(
    "eq:35",
    __doc__,
    kind="pathwise",
    readings=("R-1",),
    part_of="lemma_12",
)

SECOND = sqrt(2 * Lam) * visited(per_root)
THIRD = sqrt(2 * Lam) * in_all(over_i(n * per_root, by="layer"))
FOURTH = 3 * sqrt(2 * Lam) * sum_over_layers(sqrt(T * (X_s * A)), index="h")
FIFTH = 3 * sqrt(2 * T * L * X * A * Lam)

printed = statement.printed(
    "the six lines of Lemma 12's proof",
    (visited(b) == SECOND).named("lines 1 and 2"),
    (SECOND == THIRD).named("lines 2 and 3"),
    (THIRD <= FOURTH).named("lines 3 and 4"),
    (FOURTH <= FIFTH).named("lines 4 and 5").step(),
    (FIFTH <= 5 * sqrt(T * L * X * A * Lam)).named("lines 5 and 6").step(),
    changes=(
        constant(Q(3, 4), 3, "lines 3 and 4", " in line 4"),
        constant(2, 3, "lines 3 and 4", " in line 4"),
        swap(per_root, per_visit, r"$1/N_i$ for $1/\sqrt{N_i}$", "lines 1 and 2"),
        swap(
            per_root,
            per_next_root,
            r"$1/\sqrt{N_i+1}$ for $1/\sqrt{\max\{1,N_i\}}$",
            "lines 1 and 2",
        ),
        swap(X_s * A, 1, r"without $X_hA$ in line 4"),
        swap(T, sqrt(T), r"$T^{1/4}$ for $\sqrt T$ in line 4", "lines 3 and 4"),
    ),
    steps=(
        argued(
            "the pigeonhole and Jensen steps, summed over the layers",
            "display_b3",
            "lemma_12_jensen",
            "lemma_12_constant",
        ),
    ),
    coq=(Coq("eq_35", "paper/AppendixB.v"),),
)


statement.on_runs(no_more_than=L * T * sqrt(2 * Lam), readings=MAX1)


@printed.check(
    {r"$\max\{1,N_i\}+1$ in place of $\max\{1,N_i\}$ in line 2": {"more": 1}},
)
def lines_1_and_2(suite: Suite, more: int = 0) -> Shown:
    tally = Tally("exact on runs", "line 1 equals line 2, every count of every run")
    for run in suite.all:
        for N in sorted({max(1, N) for of_pair in visits(run).values() for N, _ in of_pair}):
            root = sqrt(run.Lam * 2) * sqrt(Q(1, N + more))
            tally.equal(b_radius(run.Lam, N), root, run=run.name, N=N)
    return tally
