r"""$\sum_{i=1}^mn_i(x,a)/\sqrt{N_i(x,a)}\leq(\sqrt2+1)\sqrt{N_m(x,a)}\leq3\sqrt{N_m(x,a)}$,
with $N_i$ the visits before epoch $i$, $n_i$ those inside it, $n_i\leq\max\{1,N_i\}$, $m$
epochs.

Literally $n_1/\sqrt{N_1}$ divides by $N_1=0$. With $\max\{1,\cdot\}$ under the root, both
inequalities are still false: $N_m$ does not count the last epoch (the source has $N_{m+1}$
there)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown
from proofs_check.ledger.statement import Coq, Correction, Finding, Statement
from proofs_check.sampled_runs.suite import Suite
from proofs_check.statements.common.visits import pigeonhole_bound

statement = Statement(
    "disp:App. B.2",
    __doc__,
    box=("Pigeonhole", "App. B", "displays 2 and 3"),
    kind="pathwise",
    number="App. B, display 2",
    readings=("R-1",),
    part_of="lemma_12",
    sentences=("e17509fba56b",),
    by_hand=r"$N_i=0,1,2,3$: $1+1+1/\sqrt2+3/\sqrt3=4.43916>(\sqrt2+1)\sqrt3=4.18154$.",
    findings=(
        Finding(
            6,
            "constant or accounting",
            title="$N_m$ leaves out the last epoch",
            cause=(
                "$N_m$ counts the visits before epoch $m$, so sums over $m$ epochs end at "
                "$N_{m+1}$; "
                "and $N_1=0$ stands under a root in a denominator."
            ),
            witness={
                "L": "1",
                "X": "2",
                "A": "1",
                "T": "32",
                "n_1, n_2, ...": "1, 1, 2, 4, 8, 16",
                "N_m": "16",
            },
            by_hand=(
                r"$1+1+2/\sqrt2+4/2+8/\sqrt8+16/4=12.24>3\sqrt{16}=12$; and at $T=1$ the sum is 1, "
                r"with $3\sqrt{N_m}=0$."
            ),
            then=r"Lemma 12 holds as printed, with $2+\sqrt2$ for 5.",
        ),
    ),
    corrections={
        6: Correction(
            (
                r"\sum_{i=1}^m \frac{n_i(x,a)}{\sqrt{N_i(x,a)}} \leq (\sqrt{2}+1) \sqrt{N_m(x,a)} "
                r"\leq 3 \sqrt{N_m(x,a)},"
            ),
            (
                r"\sum_{i=1}^m \frac{n_i(x,a)}{\sqrt{\max\{1, N_i(x,a)\}}} \leq (\sqrt{2}+1) "
                r"\sqrt{N_{m+1}(x,a)} \leq 3 \sqrt{N_{m+1}(x,a)},"
            ),
        )
    },
)

printed = statement.printed(
    "pigeonhole",
    tex=r"\sum_{i=1}^m n_i/\sqrt{N_i}\leq(\sqrt2+1)\sqrt{N_m}\leq3\sqrt{N_m}",
    repair=(
        r"$\max\{1,N_i\}$ under the root and $N_{m+1}$, the visits after all $m$ epochs, on "
        r"the right: sum $\leq(1+\sqrt2)\sqrt{N_{m+1}}-\sqrt2$; with $N_m\geq1$ the constant "
        r"is $2+\sqrt2$, not 3"
    ),
    coq=(
        Coq("pigeonhole_printed_0", "Pigeonhole.v", refutes=True),
        Coq("pigeonhole_printed_3", "Pigeonhole.v", refutes=True),
        Coq("pigeonhole_printed_14", "Pigeonhole.v", refutes=True),
    ),
)

repaired = statement.repaired(
    r"pigeonhole, $\max\{1,N_i\}$, $N_{m+1}$",
    tex=r"\sum_{i=1}^m n_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sqrt{N_{m+1}}-\sqrt2",
    says=r"""If $0\leq n_i\leq\max\{1,N_i\}$, $N_1=0$ and $N_{i+1}=N_i+n_i$, then
$\sum_{i=1}^mn_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sqrt{N_{m+1}}-\sqrt2$ if $N_{m+1}\geq1$, and
the sum is 0 otherwise.

Equality at $N_{m+1}=2^k(n=1,1,2,4,\dots)$, so neither constant can be smaller. Consequence for
$N_m\geq1$: sum $\leq(2+\sqrt2)\sqrt{N_m}-\sqrt2$, also attained at $N_m=2^k$; the factor
$\sqrt2$ of eq. (35) then gives $2+2\sqrt2=4.83\leq5$, so Lemma 12's 5 does not depend on which
of the two is meant as long as $N_m\geq1$.""",
    coq=(
        Coq("display_B2", "Visits.v"),
        Coq("pigeonhole_last", "Pigeonhole.v"),
    ),
)


Legal = Callable[[int], int]  # N_i -> the largest n_i that the trigger allows


MOST = 9  # visits N_m up to which all sequences are tried


def doubling(N: int) -> int:
    """n_i <= max{1, N_i}: what the trigger of Algorithm 1 allows, once repaired (R-1)."""
    return max(1, N)


def exact_sum(n: Sequence[int]) -> Real:
    """sum of n_i / sqrt(max{1, N_i}) for the sequence n_1, n_2, ..., exactly."""
    total, N = Real.of(0), 0
    for n_i in n:
        total, N = total + sqrt(Q(1, max(1, N))) * n_i, N + n_i
    return total


def sequences(N: int, legal: Legal = doubling) -> Iterator[tuple[int, ...]]:
    """All n_1, n_2, ... >= 1 with sum N and n_i <= legal(N_i)."""
    if N == 0:
        yield ()
    for last in range(1, N + 1):
        if last <= legal(N - last):
            for n in sequences(N - last, legal):
                yield (*n, last)


@printed.check()
def pigeonhole(suite: Suite) -> Shown:
    first = Tally("enumerated", rf"$N_m=1$..{MOST}, all $n_1$, ..., $n_m$: $\sqrt2+1$, with max")
    second = Tally("enumerated", f"$N_m=1$..{MOST}, all $n_1$, ..., $n_m$: 3, with max")
    for N_m in range(1, MOST + 1):
        for n in sorted(sequences(N_m), key=lambda n: (len(n), n)):
            # The largest n_m makes the left side largest; n_i = 0 changes neither side.
            n_i = (*n, doubling(N_m))
            first.leq(exact_sum(n_i), (sqrt(2) + 1) * sqrt(N_m), n=n_i, N_m=N_m)
            second.leq(exact_sum(n_i), 3 * sqrt(N_m), n=n_i, N_m=N_m)
    literal = Tally("enumerated", r"literally: is every denominator $\sqrt{N_i}$ positive?")
    literal.holds(False, i=1, N_i=0, n_i=1)
    return first, second, literal


@printed.planted(r"3 replaced by 17/5, still below $2+\sqrt2$, $n_i=N_i$ always")
def pigeonhole_17_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "$N_m=2^k$")
    for k in range(20):
        n = (1, *(1 << j for j in range(k + 1)))
        tally.leq(exact_sum(n), Q(17, 5) * sqrt(1 << k), k=k, N_m=1 << k)
    return tally


@repaired.check(
    {
        r"epochs may triple the count: $n_i\leq2N_i$": {"legal": lambda N_i: max(1, 2 * N_i)},
        "$N_m$ on the right": {"last_counts": False},
    }
)
def pigeonhole_repaired(
    suite: Suite, legal: Legal = doubling, last_counts: bool = True
) -> Iterator[Found]:
    attained = Tally("enumerated", "$N=2^k$, $n=1$,1,2,4,...: both sides equal", step=True)
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        left, right = exact_sum(n), pigeonhole_bound(1 << k)
        attained.equal(left, right, k=k, N=1 << k)
        last = left + sqrt(1 << k)  # one more epoch with n_m = N_m
        attained.equal(last, (sqrt(2) + 2) * sqrt(1 << k) - sqrt(2), k=k, N_m=1 << k)
    tally = Tally("enumerated", f"all sequences with $N_{{m+1}}=1$..{MOST}", step=True)
    for N in range(1, MOST + 1):
        for n in sequences(N, legal):
            counted = N if last_counts else N - n[-1]
            tally.leq(exact_sum(n), pigeonhole_bound(counted), n=n, N=counted)
    yield tally
    yield attained


@repaired.planted(r"$1+\sqrt2$ replaced by 12/5 (and no - $\sqrt2$)")
def pigeonhole_12_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "$N=2^k$")
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        tally.leq(exact_sum(n), Q(12, 5) * sqrt(1 << k), k=k, N=1 << k)
    return tally
