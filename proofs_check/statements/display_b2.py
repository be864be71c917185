r"""$\sum_{i=1}^mn_i(x,a)/\sqrt{N_i(x,a)}\leq(\sqrt2+1)\sqrt{N_m(x,a)}\leq3\sqrt{N_m(x,a)}$, where
$m$ is the number of epochs, $N_i$ counts the visits before epoch $i$, and $n_i\leq\max\{1,N_i\}$
counts those in it.

Read literally, $n_1/\sqrt{N_1}$ divides by $N_1=0$. With $\max\{1,N_i\}$ under the root, it depends
on two readings (R-1, R-16). If an epoch ends in every episode, as line 12 is printed, and the epoch
that starts after episode $T$ counts, as line 13 is printed, the display holds, even with 2 for
$\sqrt2+1$. If visits double, the sum can exceed $(\sqrt2+1)\sqrt{N_m}$, as at $N_m=3$, and even
$3\sqrt{N_m}$, as at $N_m=14$, because $N_m$ does not count the last epoch. The source, Jaksch et
al., has $\max\{1,\cdot\}$ and $N_{m+1}$ there."""

from proofs_check.statements.common.prelude import *
from proofs_check.statements.common.visits import *

statement = Statement(
    "disp:App. II.2",
    __doc__,
    kind="pathwise",
    number="App. II, display 2",
    readings=("R-1", "R-16"),
    part_of="lemma_12",
)

PIGEONHOLE = 1 + sqrt(2)
SUM = over_i(n * per_root, by="pair")
LITERAL = over_i(n / sqrt(N), by="pair")  # 1/0 for i = 1: it is written, and has no value
MIDDLE = (number(sqrt(2)) + 1) * sqrt(N_m)
RIGHT = written(
    r"(1+\sqrt2)\sqrt{N_{m+1}(x,a)}-\sqrt2",
    sqrt(N_end) + sqrt(2) * (sqrt(N_end) - visited_pairs),
    "of a visited pair; 0 for a pair that never was",
)
AT_MOST = RIGHT.tex().replace("(x,a)", "")  # in prose

printed = statement.printed(
    "the pigeonhole inequality",
    SUM <= 3 * sqrt(N_m),
    choices=(
        OpenChoice(DEFAULT.words),
        OpenChoice(DOUBLING.words, (SUM <= 3 * sqrt(N_counted),)),
        OpenChoice(EVERY_BUT_THE_LAST.words, (SUM <= 3 * sqrt(N_m),), every=True),
        OpenChoice(EVERY.words, (SUM <= 3 * sqrt(N_counted),), every=True),
    ),
    changes=(constant(Q(17, 5), 3),),
    tex=chain((LITERAL <= MIDDLE, MIDDLE <= 3 * sqrt(N_m))),
    typed="compared at the ends, with the maximum under the first root",
    repair=(
        r"put $\max\{1,N_i\}$ under the root and $N_{m+1}$, the visits after all $m$ epochs, on "
        f"the right; then the sum is at most ${AT_MOST}$. "
        r"If $N_m\geq1$ "
        r"stays on the right, the constant is $2+\sqrt2$, not 3"
    ),
    coq=(
        Coq("pigeonhole_printed_0", "paper/Pigeonhole.v", refutes=True, assumed=DEFAULT.words),
        Coq("pigeonhole_printed_3", "paper/Pigeonhole.v", refutes=True, assumed=DEFAULT.words),
        Coq("pigeonhole_printed_14", "paper/Pigeonhole.v", refutes=True, assumed=DEFAULT.words),
        Coq(
            "pigeonhole_printed_63", "paper/PigeonholeCells.v", refutes=True, assumed=DOUBLING.words
        ),
        Coq(
            "display_B3_1",
            "paper/PigeonholeCells.v",
            refutes=True,
            assumed=EVERY_BUT_THE_LAST.words,
        ),
        Coq("display_B2_every", "paper/PigeonholeCells.v", assumed=EVERY.words),
    ),
)

repaired = statement.repaired(
    r"the pigeonhole inequality with $\max\{1,N_i\}$ and $N_{m+1}$",
    (SUM <= RIGHT).decided_early(),
    changes=(
        swap(RIGHT, Q(6, 10) * sqrt(N_end), r"$\frac14(1+\sqrt2)$ for $1+\sqrt2$"),
        swap(RIGHT, Q(12, 5) * sqrt(N_end), r"$\frac{12}5$ for $1+\sqrt2$, without $-\sqrt2$"),
        swap(
            RIGHT,
            (PIGEONHOLE - Q(3, 2)) * sqrt(N_end) + Q(3, 2) * (sqrt(N_end) - visited_pairs),
            r"$\frac32$ for $\sqrt2$",
        ),
        swap(
            RIGHT, PIGEONHOLE * visited_pairs - sqrt(2) * visited_pairs, r"without $\sqrt{N_{m+1}}$"
        ),
    ),
    says=r"""Let $N_1=0$, $0\leq n_i\leq\max\{1,N_i\}$ and $N_{i+1}=N_i+n_i$. If $N_{m+1}\geq1$,
then $\sum_{i=1}^mn_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sqrt{N_{m+1}}-\sqrt2$. Otherwise the sum
is 0.

Equality holds at $N_{m+1}=2^k$ with $n_i=1,1,2,4,\dots$, so neither constant can be smaller. If
$N_m\geq1$, the sum is also at most $(2+\sqrt2)\sqrt{N_m}-\sqrt2$, attained at $N_m=2^k$. The factor
$\sqrt2$ of (35) then gives $2+2\sqrt2=4.83\leq5$. So the 5 of Lemma 12 is right for $N_m$ and for
$N_{m+1}$, as long as $N_m\geq1$.""",
    coq=(
        Coq("display_B2", "paper/Visits.v"),
        Coq("pigeonhole_last", "paper/Pigeonhole.v"),
    ),
)

statement.counterexample(
    by_hand=(
        r"$n_i=1,1,1,3$ at $N_i=0,1,2,3$: $1+1+1/\sqrt2+3/\sqrt3=4.43916$ is "
        r"above $(\sqrt2+1)\sqrt3=4.18154$."
    ),
)


statement.on_runs(readings=MAX1)


Legal = Callable[[int], int]  # N_i -> the largest n_i that the trigger allows
MOST = 9  # visits N_m up to which all sequences are tried


def doubling(N: int) -> int:
    """Return max{1, N_i}, the largest n_i that Algorithm 1's repaired trigger allows (R-1)."""
    return max(1, N)


@cache
def exact_sum(n: tuple[int, ...]) -> Real:
    """Return the sum of n_i / sqrt(max{1, N_i}) for the sequence n_1, n_2, ..., exactly."""
    total, N = Real.of(0), 0
    for n_i in n:
        total, N = total + sqrt(Q(1, max(1, N))) * n_i, N + n_i
    return total


def sequences(N: int, legal: Legal = doubling) -> Iterator[tuple[int, ...]]:
    """Yield all n_1, n_2, ... >= 1 with sum N and n_i <= legal(N_i)."""
    if N == 0:
        yield ()
    for last in range(1, N + 1):
        if last <= legal(N - last):
            for n in sequences(N - last, legal):
                yield (*n, last)


LITERALLY = r"literally, $n_1/\sqrt{N_1}$ with $N_1=0$"


@printed.check({"under every reading $N_m$ counts all visits": {"constant": 2}})
def pigeonhole(suite: Suite, constant: int = 3) -> Iterator[Found]:
    literal = Tally("enumerated", r"is every denominator $\sqrt{N_i}$ positive?", under=LITERALLY)
    literal.holds(False, i=1, N_i=0, n_i=1)
    yield literal
    for cell in CELLS:
        note = rf"at most $(\sqrt2+1)\sqrt{{N_m}}$ and $3\sqrt{{N_m}}$, {PATHS}"
        tally = Tally("enumerated", note, under=cell.words)
        for K, path in short_paths():
            epochs = epochs_of(path, cell)
            for x in range(K):
                n = tuple(of[x] for _, of in epochs)
                N_m, where = epochs[-1][0][x], {"K": K, "T": len(path), "n": n}
                left = enclosed_sum(n)
                tally.leq(left, ((sqrt(2) + 1) * sqrt(N_m)).enclose(96), N_m=N_m, **where)
                tally.leq(left, (constant * sqrt(N_m)).enclose(96), N_m=N_m, **where)
        yield tally
    family = rf"all $n_1,\dots,n_m$ with $1\leq N_m\leq{MOST}$, the last epoch full"
    first = Tally("enumerated", rf"at most $(\sqrt2+1)\sqrt{{N_m}}$, {family}", under=DEFAULT.words)
    note = rf"at most $3\sqrt{{N_m}}$, {family}, and $n_i=1,1,2,3,7,14$"
    second = Tally("enumerated", note, under=DEFAULT.words)
    for N_m in range(1, MOST + 1):
        for n in sorted(sequences(N_m), key=lambda n: (len(n), n)):
            # The largest n_m makes the left side largest; n_i = 0 changes neither side.
            n_i = (*n, doubling(N_m))
            first.leq(exact_sum(n_i), (sqrt(2) + 1) * sqrt(N_m), n=n_i, N_m=N_m)
            second.leq(exact_sum(n_i), 3 * sqrt(N_m), n=n_i, N_m=N_m)
    n_i = (1, 1, 2, 3, 7, 14)
    second.leq(exact_sum(n_i), 3 * sqrt(14), n=n_i, N_m=14)
    yield from (first, second)


@cache
def enclosed_sum(n: tuple[int, ...]) -> Enclosure:
    """Return an enclosure of the sum of n_i / sqrt(max{1, N_i})."""
    before = accumulate(n[:-1], initial=0)
    return Enclosure.sum(_per_root(N) * n_i for N, n_i in zip(before, n, strict=True))


@cache
def _per_root(N: int) -> Enclosure:
    return sqrt(Q(1, max(1, N))).enclose(96)


@statement.numbers(10)
def last_epoch_left_out() -> Mapping[str, Any]:
    T = 63
    epochs = epochs_of((0,) * T, DOUBLING)
    n, N_m = tuple(of[0] for _, of in epochs), epochs[-1][0][0]
    of_n = {"n": ", ".join(map(str, n)), "last": n[-1], "sum": enclosed_sum(n)}
    return {"T": T, "N_m": N_m, **of_n, "bound": 3 * sqrt(N_m)}


@printed.planted(r"$\tfrac{17}5$ in place of 3, still below $2+\sqrt2$; $n_i=\max\{1,N_i\}$ always")
def pigeonhole_17_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "$N_m=2^k$, $k<20$")
    for k in range(20):
        n = (1, *(1 << j for j in range(k + 1)))
        tally.leq(exact_sum(n), Q(17, 5) * sqrt(1 << k), k=k, N_m=1 << k)
    return tally


@repaired.check(
    {
        r"epochs may triple the count: $n_i\leq\max\{1,2N_i\}$": {
            "legal": lambda N_i: max(1, 2 * N_i)
        },
        "$N_m$ on the right": {"last_counts": False},
    }
)
def pigeonhole_repaired(
    suite: Suite, legal: Legal = doubling, last_counts: bool = True
) -> Iterator[Found]:
    note = r"$n_i=1,1,2,4,\dots$, $N_{m+1}=2^k$ and $N_m=2^k$, $k<24$: both sides are equal"
    attained = Tally("enumerated", note, step=True)
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        left, right = exact_sum(n), pigeonhole_bound(1 << k)
        attained.equal(left, right, k=k, N=1 << k)
        last = left + sqrt(1 << k)  # one more epoch with n_m = N_m
        attained.equal(last, (sqrt(2) + 2) * sqrt(1 << k) - sqrt(2), k=k, N_m=1 << k)
    note = rf"all $n_1,\dots,n_m$ with $1\leq N_{{m+1}}\leq{MOST}$"
    tally = Tally("enumerated", note, step=True)
    for N in range(1, MOST + 1):
        for n in sequences(N, legal):
            counted = N if last_counts else N - n[-1]
            tally.leq(exact_sum(n), pigeonhole_bound(counted), n=n, N=counted)
    yield tally
    yield attained


@repaired.planted(r"$\tfrac{12}5\sqrt{N_{m+1}}$ as the right side, $\tfrac{12}5<1+\sqrt2$")
def pigeonhole_12_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "$N_{m+1}=2^k$, $k<24$")
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        tally.leq(exact_sum(n), Q(12, 5) * sqrt(1 << k), k=k, N=1 << k)
    return tally
