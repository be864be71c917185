r"""For every layer $h<L$, $\sum_{x_h,a_h}\sum_{i=1}^mn_i/\sqrt{N_i}\leq3\sum_{x_h,a_h}\sqrt{N_m}
\leq3\sqrt{X_hA\sum_{x_h,a_h}N_m}=3\sqrt{TX_hA}$.

It is taken with $\max\{1,N_i\}$ under the first root, and depends on the readings of display 2
(R-1, R-16). If an epoch ends in every episode and the epoch after episode $T$ counts, it holds. If
visits double, the first step fails with the pigeonhole inequality, and the last one too, because
the $N_m$ of a layer add up to $t(m)-1$. The inequality between the two ends is right all the same,
as the repaired form shows."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.visits import *
from proofs_check.statements.display_b2 import PIGEONHOLE, enclosed_sum

statement = Statement(
    "disp:App. II.3",
    __doc__,
    kind="pathwise",
    number="App. II, display 3",
    readings=("R-1", "R-16"),
    part_of="lemma_12",
)

SUMS = over_i(n * per_root, by="layer")
LITERAL = over_i(n / sqrt(N), by="layer")  # 1/0 for i = 1: it is written, and has no value
ROOTS = 3 * in_layer(sqrt(N_m))
JENSEN = 3 * sqrt(X_s * A * in_layer(N_m))
ENDS = PIGEONHOLE * sqrt(T * (X_s * A))


def both(N: Expression) -> tuple[Claim, ...]:
    """Return both inequalities, with these visits for N_m."""
    roots = 3 * in_layer(sqrt(N))
    first = (SUMS <= roots).named("first inequality").in_each_layer()
    return first, (roots <= 3 * sqrt(T * X_s * A)).named("second").in_each_layer()


printed = statement.printed(
    "Jensen over the pairs of a layer",
    (SUMS <= ROOTS).named("first inequality").in_each_layer(),
    (ROOTS <= 3 * sqrt(T * X_s * A)).named("second").step().in_each_layer(),
    choices=(
        OpenChoice(DEFAULT.words),
        OpenChoice(DOUBLING.words, both(N_counted)),
        OpenChoice(EVERY_BUT_THE_LAST.words, both(N_m), every=True),
        OpenChoice(EVERY.words, both(N_counted), every=True),
    ),
    changes=(
        Change(
            "the two ends, with $X_hA$ left out under the last root",
            lambda claim: (SUMS <= 3 * sqrt(T)).in_each_layer(),
            part="first inequality",
        ),
    ),
    typed="compared with the maximum under the first root, and the last two steps as one",
    tex=chain(
        claim.in_each_layer()
        for claim in (LITERAL <= ROOTS, ROOTS <= JENSEN, JENSEN == 3 * sqrt(T * X_s * A))
    ),
    repair=(r"put $N_{m+1}$ for $N_m$ and $1+\sqrt2$ for 3; then the last step is an equality"),
    steps=(
        argued(
            "the pigeonhole inequality for each pair, then Cauchy-Schwarz in the layer",
            "display_b2",
            "display_b3_total",
        ),
    ),
    coq=(
        Coq("display_B3_63", "paper/PigeonholeCells.v", refutes=True, assumed=DEFAULT.words),
        Coq("display_B3_63", "paper/PigeonholeCells.v", refutes=True, assumed=DOUBLING.words),
        Coq(
            "display_B3_1",
            "paper/PigeonholeCells.v",
            refutes=True,
            assumed=EVERY_BUT_THE_LAST.words,
        ),
        Coq("display_B3_every", "paper/PigeonholeCells.v", assumed=EVERY.words),
    ),
)

repaired = statement.repaired(
    "Jensen over the pairs of a layer, with $N_{m+1}$",
    (SUMS <= ENDS).in_each_layer(),
    (SUMS <= PIGEONHOLE * in_layer(sqrt(N_end))).named("pair by pair").step().in_each_layer(),
    (PIGEONHOLE * in_layer(sqrt(N_end)) <= ENDS).named("Jensen").step().in_each_layer(),
    changes=(
        swap(number(PIGEONHOLE), Q(6, 10), r"$\frac14(1+\sqrt2)$ for $1+\sqrt2$"),
        constant(Q(12, 5), PIGEONHOLE),
        swap(X_s * A, 1, r"without $X_hA$"),
    ),
    says=r"""For every layer $h<L$,
$\sum_{x_h,a_h}\sum_{i=1}^mn_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sum_{x_h,a_h}\sqrt{N_{m+1}}
\leq(1+\sqrt2)\sqrt{X_hA\sum_{x_h,a_h}N_{m+1}}=(1+\sqrt2)\sqrt{TX_hA}$.

Jensen's inequality is an equality where all pairs of the layer are visited equally often. The
constant $1+\sqrt2$ cannot be improved: on a deterministic chain with $T=2^k$ the left side over
$\sqrt{TX_hA}$ is $1+\sqrt2-\sqrt{2/T}$.""",
    coq=(Coq("display_B3", "paper/Visits.v"),),
)

statement.counterexample(
    by_hand=(
        r"At $T=1$, with one state and one action, the left side is $1/\sqrt{\max\{1,0\}}=1$, and "
        r"the first right side is $3\sqrt{N_1}=0$."
    ),
)


statement.on_runs(no_more_than=T, readings=MAX1)


@printed.check()
def jensen(suite: Suite) -> Iterator[Found]:
    for cell in CELLS:
        note = (
            rf"the left side is at most $3\sum\sqrt{{N_m}}$, and the $N_m$ add up to $T$; {PATHS}"
        )
        tally = Tally("enumerated", note, under=cell.words)
        for K, path in short_paths():
            epochs, T = epochs_of(path, cell), len(path)
            N_m = [epochs[-1][0][x] for x in range(K)]
            left = Enclosure.sum(enclosed_sum(tuple(of[x] for _, of in epochs)) for x in range(K))
            right = 3 * sum((sqrt(n) for n in N_m), Real.of(0))
            where = {"K": K, "T": T, "path": path[:8], "N_m": N_m}
            tally.leq(left, right.enclose(96), **where)
            tally.equal(3 * sqrt(K * sum(N_m)), 3 * sqrt(K * T), **where)
        yield tally
    yield _on_runs(suite)


def _on_runs(suite: Suite) -> Found:
    """Compare the last step on the runs, whose last trigger does not count."""
    note = r"$3\sqrt{X_hA\sum_{x_h,a_h}N_m}=3\sqrt{TX_hA}$, every layer of every run"
    last = Tally("exact on runs", note, under=DEFAULT.words)
    for run in suite.runs:
        for h, (X_h, N_m) in enumerate(zip(run.layers[:-1], run.epochs[-1].N, strict=True)):
            visits = sum(map(sum, N_m))
            left, right = sqrt(X_h * run.A * visits), sqrt(run.T * X_h * run.A)
            last.equal(3 * left, 3 * right, run=run.name, h=h, sum_N_m=visits, T=run.T)
    return last


@repaired.check({r"$1+\sqrt2$ replaced by $\tfrac{12}5$": {"constant": Real.of(Q(12, 5))}})
def jensen_repaired(suite: Suite, constant: Real = PIGEONHOLE) -> Shown:
    note = r"deterministic chain, one pair per layer, $T=2^0,2^3,\dots,2^{39}$"
    chain = Tally("enumerated", note, step=True)
    for k in range(0, 40, 3):
        chain.leq(pigeonhole_bound(1 << k), constant * sqrt(1 << k), k=k)
    return chain
