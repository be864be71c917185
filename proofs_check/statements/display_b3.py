r"""For every layer $h<L$, $\sum_{x_h,a_h}\sum_{i=1}^mn_i/\sqrt{N_i}\leq3\sum_{x_h,a_h}\sqrt{N_m}
\leq3\sqrt{X_hA\sum_{x_h,a_h}N_m}=3\sqrt{TX_hA}$.

It is taken with $\max\{1,N_i\}$ under the first root, and depends on the readings of display 2
(R-1, R-16). If an epoch ends in every episode and the epoch after episode $T$ counts, it holds. If
visits double, the first step fails with the pigeonhole inequality, and the last one too, because
the $N_m$ of a layer add up to $t(m)-1$. The inequality between the two ends is right all the same,
as the repaired form shows."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Enclosure, Q, Real, sqrt, zipped
from proofs_check.evaluation.instance import HALF
from proofs_check.evaluation.line import Line
from proofs_check.evaluation.run import EvaluatedRun, Total
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Coq, Correction, Statement, argued
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.visits import (
    CELLS,
    DEFAULT,
    DOUBLING,
    EVERY,
    EVERY_BUT_THE_LAST,
    PATHS,
    epochs_of,
    layer_sum,
    pigeonhole_bound,
    short_paths,
)
from proofs_check.statements.display_b2 import PIGEONHOLE, enclosed_sum

statement = Statement(
    "disp:App. II.3",
    __doc__,
    box="display_b2",
    kind="pathwise",
    number="App. II, display 3",
    readings=("R-1", "R-16"),
    part_of="lemma_12",
    sentences=("ce4d78bebc99",),
    by_hand=(
        r"At $T=1$, with one state and one action, the left side is $1/\sqrt{\max\{1,0\}}=1$, and "
        r"the first right side is $3\sqrt{N_1}=0$."
    ),
    corrections={
        10: (
            Correction(
                (
                    r"& \sum_{x_h\in \mcx_h} \sum_{a_h\in \mca} \sum_{i=1}^m "
                    r"\frac{n_i(x_h,a_h)}{\sqrt{N_i(x_h,a_h)}} \\"
                ),
                (
                    r"& \sum_{x_h\in \mcx_h} \sum_{a_h\in \mca} \sum_{i=1}^m "
                    r"\frac{n_i(x_h,a_h)}{\sqrt{\max\{1, N_i(x_h,a_h)\}}} \\"
                ),
            ),
            Correction(
                (r"\leq & 3 \sum_{x_h\in \mcx_h} \sum_{a_h\in \mca} \sqrt{N_m(x_h,a_h)} \\"),
                (
                    r"\leq & 3 \sum_{x_h\in \mcx_h} \sum_{a_h\in \mca} \sqrt{N_{m+1}(x_h,a_h)} "
                    r"\\"
                ),
            ),
            Correction(
                (
                    r"\leq & 3 \sqrt{X_h A \sum_{x_h\in \mcx_h} \sum_{a_h\in \mca} "
                    r"N_m(x_h,a_h)} \\"
                ),
                (
                    r"\leq & 3 \sqrt{X_h A \sum_{x_h\in \mcx_h} \sum_{a_h\in \mca} "
                    r"N_{m+1}(x_h,a_h)} \\"
                ),
            ),
        ),
    },
)

printed = statement.printed(
    "Jensen over the pairs of a layer",
    tex=(
        r"\sum_{x_h,a_h}\sum_{i=1}^m\frac{n_i}{\sqrt{N_i}}\leq3\sum_{x_h,a_h}\sqrt{N_m}"
        r"\leq3\sqrt{X_hA\sum_{x_h,a_h}N_m}=3\sqrt{TX_hA}"
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
        Coq("display_B3_63", "PigeonholeCells.v", refutes=True, under=DEFAULT.words),
        Coq("display_B3_63", "PigeonholeCells.v", refutes=True, under=DOUBLING.words),
        Coq("display_B3_1", "PigeonholeCells.v", refutes=True, under=EVERY_BUT_THE_LAST.words),
        Coq("display_B3_every", "PigeonholeCells.v", under=EVERY.words),
    ),
)

repaired = statement.repaired(
    "Jensen over the pairs of a layer, with $N_{m+1}$",
    tex=(
        r"\sum_{x_h,a_h}\sum_{i=1}^m\frac{n_i}{\sqrt{\max\{1,N_i\}}}"
        r"\leq(1+\sqrt2)\sum_{x_h,a_h}\sqrt{N_{m+1}}"
        r"\leq(1+\sqrt2)\sqrt{X_hA\sum_{x_h,a_h}N_{m+1}}=(1+\sqrt2)\sqrt{TX_hA}"
    ),
    says=r"""For every layer $h<L$,
$\sum_{x_h,a_h}\sum_{i=1}^mn_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sum_{x_h,a_h}\sqrt{N_{m+1}}
\leq(1+\sqrt2)\sqrt{X_hA\sum_{x_h,a_h}N_{m+1}}=(1+\sqrt2)\sqrt{TX_hA}$.

Jensen's inequality is an equality where all pairs of the layer are visited equally often. The
constant $1+\sqrt2$ cannot be improved: on a deterministic chain with $T=2^k$ the left side over
$\sqrt{TX_hA}$ is $1+\sqrt2-\sqrt{2/T}$.""",
    coq=(Coq("display_B3", "Visits.v"),),
)


def left(run: EvaluatedRun) -> Total:
    """Return the sums of display 2, in every layer."""
    return run.over_i(lambda e: e.root * e.n, by="layer")


def in_layers(run: EvaluatedRun, row: Total) -> list[Total]:
    """Return the sum of a row of pairs in every layer."""
    return [row[run.size.pairs_of(h)].sum() for h in range(run.L)]


def sides(
    run: EvaluatedRun, constant: Real | Q = PIGEONHOLE, pairs: int = 1, T: Q = HALF
) -> Iterator[Line]:
    """Yield the sums, through the roots of N_{m+1}."""
    for h, roots in enumerate(in_layers(run, run.N_end.sqrt())):
        right = constant * run.bound(sqrt((run.layers[h] * run.A) ** pairs), T=T, A=0, Lam=0)
        where = f"layer {h}"
        yield Line(left(run)[h], right, where)
        if pairs == 1 and constant == PIGEONHOLE and T == HALF:
            yield Line(left(run)[h], roots * constant, f"{where}, pair by pair", step=True)
            yield Line(roots * constant, right, f"{where}, Jensen", step=True)


def printed_sides(run: EvaluatedRun, three: Q | int = 3) -> Iterator[Line]:
    """Yield the first inequality with N_m, and the last."""
    for h, roots in enumerate(in_layers(run, run.N_m.sqrt())):
        yield Line(left(run)[h], roots * three, f"layer {h}, first inequality")
        right = 3 * sqrt(run.T * run.layers[h] * run.A)
        yield Line(roots * three, right, f"layer {h}, second", step=True)


def trivial(run: EvaluatedRun) -> int:
    """Return T."""
    return run.T


statement.evaluated(
    sides,
    printed_sides=printed_sides,
    printed_under=DEFAULT.words,
    trivial=trivial,
    requires={"trigger": ("max1",)},
    false={
        r"$\frac14(1+\sqrt2)$ for $1+\sqrt2$": {"constant": Q(6, 10)},
        r"$\frac{12}5$ for $1+\sqrt2$": {"constant": Q(12, 5)},
        r"without $X_hA$": {"pairs": 0},
        r"$T^{1/4}$ for $\sqrt T$": {"T": Q(1, 4)},
    },
)


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
            left = Enclosure.sum(enclosed_sum([of[x] for _, of in epochs]) for x in range(K))
            right = 3 * sum((sqrt(n) for n in N_m), Real.of(0))
            where = {"K": K, "T": T, "path": path[:8], "N_m": N_m}
            tally.leq(left, right.enclose(96), **where)
            tally.equal(3 * sqrt(K * sum(N_m)), 3 * sqrt(K * T), **where)
        yield tally
    yield from _on_runs(suite)


def _on_runs(suite: Suite) -> Iterator[Found]:
    """Compare the steps on the runs, whose last trigger does not count."""
    note = (
        r"the left side is at most $3\sum_{x_h,a_h}\sqrt{N_m}$, every layer of every run; trivial "
        "from $T$ on"
    )
    first = Tally("exact on runs", note, under=DEFAULT.words)
    note = r"$3\sqrt{X_hA\sum_{x_h,a_h}N_m}=3\sqrt{TX_hA}$, every layer of every run"
    last = Tally("exact on runs", note, under=DEFAULT.words)
    for run in suite.runs:
        N_m = run.epochs[-1].N
        for h, X_h in enumerate(run.layers[:-1]):
            roots = sum((sqrt(n) for (n,) in zipped(N_m[h])), Real.of(0))
            first.bounded(layer_sum(run, h), 3 * roots, run.T, run=run.name, h=h)
            in_layer = sum(map(sum, N_m[h]))
            left, right = sqrt(X_h * run.A * in_layer), sqrt(run.T * X_h * run.A)
            last.equal(3 * left, 3 * right, run=run.name, h=h, sum_N_m=in_layer, T=run.T)
    yield from (first, last)


@printed.planted("the two ends, with $X_hA$ left out under the last root")
def jensen_without_pairs(suite: Suite) -> Shown:
    note = r"the left side is at most $3\sqrt T$, every layer of every run"
    tally = Tally("exact on runs", note)
    for run in suite.runs:
        for h in range(run.L):
            tally.leq(layer_sum(run, h), 3 * sqrt(run.T), run=run.name, h=h, K_h=run.layers[h])
    return tally


@repaired.check({r"$1+\sqrt2$ replaced by $\tfrac{12}5$": {"constant": Real.of(Q(12, 5))}})
def jensen_repaired(suite: Suite, constant: Real = PIGEONHOLE) -> Shown:
    note = (
        r"the left side is at most $(1+\sqrt2)\sqrt{TX_hA}$, every layer of every run; trivial "
        "from $T$ on"
    )
    ends = Tally("exact on runs", note)
    for run in suite.all:
        for h, X_h in enumerate(run.layers[:-1]):
            whole = sqrt(run.T * X_h * run.A)
            ends.bounded(layer_sum(run, h), constant * whole, run.T, run=run.name, h=h)
    note = r"deterministic chain, one pair per layer, $T=2^0,2^3,\dots,2^{39}$"
    chain = Tally("enumerated", note, step=True)
    for k in range(0, 40, 3):
        chain.leq(pigeonhole_bound(1 << k), constant * sqrt(1 << k), k=k)
    return ends, chain
