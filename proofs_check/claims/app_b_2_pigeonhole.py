"""App. B, second display (in the proof of Lemma 12): the pigeonhole inequality for one pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proofs_check.arithmetic import ZERO, Enclosure, Q, Real, sqrt
from proofs_check.claims.common.azuma import BITS, inverse_root
from proofs_check.claims.common.visits import Visits, pigeonhole_bound, visits
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

Legal = Callable[[int], int]  # N_i -> the largest n_i that the trigger allows
MOST = 14  # visits N_m up to which all sequences are tried


def doubling(N: int) -> int:
    """n_i <= max{1, N_i}: what the trigger of Algorithm 1 allows, once repaired (R-1)."""
    return max(1, N)


@claim(
    "disp:App. B.2",
    number="App. B, display 2",
    kind="pathwise",
    title="pigeonhole",
    expected="FAILS",
    readings=("R-1",),
    repair="max{1, N_i} under the root and N_{m+1}, the visits after all m epochs, on the right: "
    "sum <= (1 + sqrt 2) sqrt(N_{m+1}) - sqrt 2; with N_m >= 1 the constant is 2 + sqrt 2, not 3",
    tex=r"\sum_{i=1}^m n_i/\sqrt{N_i}\leq(\sqrt2+1)\sqrt{N_m}\leq3\sqrt{N_m}",
    part_of="lem:bias-term-2",
)
def pigeonhole(suite: Suite) -> Iterator[Found]:
    """sum_{i=1}^m n_i(x,a) / sqrt(N_i(x,a)) <= (sqrt 2 + 1) sqrt(N_m(x,a)) <= 3 sqrt(N_m(x,a)),
    with N_i the visits before epoch i, n_i those inside it, n_i <= max{1, N_i}, m epochs.

    Literally n_1/sqrt(N_1) divides by N_1 = 0. With max{1, .} under the root, both inequalities
    are still false: N_m does not count the last epoch (the source has N_{m+1} there)."""
    first = Tally(
        "enumerated", f"N_m = 1..{MOST}, all n_1, ..., n_m: the constant sqrt 2 + 1, with max"
    )
    second = Tally("enumerated", f"N_m = 1..{MOST}, all n_1, ..., n_m: the constant 3, with max")
    for N_m in range(1, MOST + 1):
        root = sqrt(N_m)
        for n in sorted(sequences(N_m), key=lambda n: (len(n), n)):
            # The largest n_m makes the left side largest; n_i = 0 changes neither side.
            n_i = (*n, doubling(N_m))
            compare(first, with_counts(n_i), (sqrt(2) + 1) * root, n=n_i, N_m=N_m)
            compare(second, with_counts(n_i), 3 * root, n=n_i, N_m=N_m)
    yield from (first, second)
    unvisited = Tally("enumerated", "N_m = 0: one epoch, with max")
    unvisited.leq(1, 0, n=[1], N_m=0)
    yield unvisited
    literal = Tally("enumerated", "literally: is every denominator sqrt(N_i) positive?")
    literal.holds(False, i=1, N_i=0, n_i=1)
    yield literal
    seen = Tally("exact on runs", "the constant 3, with max, every pair of every run")
    for run in suite.all:
        last = run.epochs[-1].N
        for (h, x, a), found in visits(run).items():
            compare(seen, found, 3 * sqrt(last[h][x][a]), run=run.name, h=h, x=x, a=a)
    yield seen


@planted(pigeonhole, "3 replaced by 17/5, still below 2 + sqrt 2, n_i = N_i always")
def pigeonhole_17_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "N_m = 2^k")
    for k in range(20):
        n = (1, *(1 << j for j in range(k + 1)))
        tally.leq(exact_sum(with_counts(n)), Q(17, 5) * sqrt(1 << k), k=k, N_m=1 << k)
    return tally


@claim(
    "disp:App. B.2",
    form="repaired",
    title="pigeonhole, max{1, N_i}, N_{m+1}",
    tex=r"\sum_{i=1}^m n_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sqrt{N_{m+1}}-\sqrt2",
)
def pigeonhole_repaired(suite: Suite) -> Iterator[Found]:
    """If 0 <= n_i <= max{1, N_i}, N_1 = 0 and N_{i+1} = N_i + n_i, then
    sum_{i=1}^m n_i / sqrt(max{1, N_i}) <= (1 + sqrt 2) sqrt(N_{m+1}) - sqrt 2 if N_{m+1} >= 1,
    and the sum is 0 otherwise.

    Equality at N_{m+1} = 2^k (n = 1,1,2,4,...), so neither constant can be smaller. Consequence
    for N_m >= 1: sum <= (2 + sqrt 2) sqrt(N_m) - sqrt 2, also attained at N_m = 2^k; the factor
    sqrt 2 of eq. (35) then gives 2 + 2 sqrt 2 = 4.83 <= 5, so Lemma 12's 5 does not depend on
    which of the two is meant as long as N_m >= 1."""
    attained = Tally("enumerated", "N = 2^k, n = 1,1,2,4,...: both sides equal", step=True)
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        left, right = exact_sum(with_counts(n)), pigeonhole_bound(1 << k)
        attained.equal(left, right, k=k, N=1 << k)
        last = left + sqrt(1 << k)  # one more epoch with n_m = N_m
        attained.equal(last, (sqrt(2) + 2) * sqrt(1 << k) - sqrt(2), k=k, N_m=1 << k)
    yield attained
    most = 18 if suite.full else 13
    family = Tally("enumerated", f"all sequences with N_(m+1) = 1..{most}", step=True)
    for N in range(1, most + 1):
        for n in sequences(N):
            compare(family, with_counts(n), pigeonhole_bound(N), n=n, N=N)
    yield family
    yield _on_runs(suite, "with max{1, N_i} and N_(m+1), every pair of every run", pigeonhole_bound)


@planted(pigeonhole_repaired, "1 + sqrt 2 replaced by 12/5 (and no - sqrt 2)")
def pigeonhole_12_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "N = 2^k")
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        tally.leq(exact_sum(with_counts(n)), Q(12, 5) * sqrt(1 << k), k=k, N=1 << k)
    return tally


@planted(pigeonhole_repaired, "epochs may triple the count: n_i <= 2 N_i")
def pigeonhole_tripling(suite: Suite) -> Shown:
    tally = Tally("enumerated", "all sequences with n_i <= max{1, 2 N_i}")
    for N in range(1, MOST + 1):
        for n in sequences(N, lambda N_i: max(1, 2 * N_i)):
            compare(tally, with_counts(n), pigeonhole_bound(N), n=n, N=N)
    return tally


@planted(pigeonhole_repaired, "N_m on the right")
def pigeonhole_N_m(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "every pair of every run")
    for run in suite.runs:
        last = run.epochs[-1].N
        for (h, x, a), found in visits(run).items():
            compare(tally, found, pigeonhole_bound(last[h][x][a]), run=run.name, h=h, x=x, a=a)
    return tally


def _on_runs(suite: Suite, note: str, right: Callable[[int], Real]) -> Tally:
    tally = Tally("exact on runs", note)
    for run in suite.all:
        for (h, x, a), found in visits(run).items():
            compare(tally, found, right(run.N_end[h][x][a]), run=run.name, h=h, x=x, a=a)
    return tally


# ------------------------------------------------------------------- sums of n_i / sqrt(N_i)


def enclosed_sum(found: Visits) -> Enclosure:
    """sum of n_i / sqrt(max{1, N_i}), enclosed."""
    lo = hi = ZERO
    for N, n in found:
        root = inverse_root(N)
        lo += n * root.lo
        hi += n * root.hi
    return Enclosure(lo, hi)


def exact_sum(found: Visits) -> Real:
    """sum of n_i / sqrt(max{1, N_i}), exactly."""
    total = Real.of(0)
    for N, n in found:
        total = total + sqrt(Q(1, max(1, N))) * n
    return total


def compare(tally: Tally, found: Visits, right: Real, **where: object) -> None:
    """Count the sum <= right: by enclosures, exactly where they meet."""
    total = enclosed_sum(found)
    end = right.enclose(BITS)
    if total.hi <= end.lo or total.lo > end.hi:
        tally.leq(total, end, **where)
    else:
        tally.leq(exact_sum(found), right, **where)


def with_counts(n: Sequence[int]) -> Visits:
    """(N_i, n_i) of the sequence n_1, n_2, ..."""
    found, N = [], 0
    for n_i in n:
        found.append((N, n_i))
        N += n_i
    return tuple(found)


def sequences(N: int, legal: Legal = doubling) -> Iterator[tuple[int, ...]]:
    """All n_1, n_2, ... >= 1 with sum N and n_i <= legal(N_i)."""
    if N == 0:
        yield ()
    for last in range(1, N + 1):
        if last <= legal(N - last):
            for n in sequences(N - last, legal):
                yield (*n, last)
