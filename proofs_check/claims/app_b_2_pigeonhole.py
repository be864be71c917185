"""App. B, second display (in the proof of Lemma 12): the pigeonhole inequality for one pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proofs_check.arithmetic import Q, Real, sqrt
from proofs_check.claims.common.visits import pigeonhole_bound
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim, planted
from proofs_check.sampled_runs.suite import Suite

Legal = Callable[[int], int]  # N_i -> the largest n_i that the trigger allows
MOST = 9  # visits N_m up to which all sequences are tried


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
def pigeonhole(suite: Suite) -> Shown:
    """sum_{i=1}^m n_i(x,a) / sqrt(N_i(x,a)) <= (sqrt 2 + 1) sqrt(N_m(x,a)) <= 3 sqrt(N_m(x,a)),
    with N_i the visits before epoch i, n_i those inside it, n_i <= max{1, N_i}, m epochs.

    Literally n_1/sqrt(N_1) divides by N_1 = 0. With max{1, .} under the root, both inequalities
    are still false: N_m does not count the last epoch (the source has N_{m+1} there)."""
    first = Tally("enumerated", f"N_m = 1..{MOST}, all n_1, ..., n_m: sqrt 2 + 1, with max")
    second = Tally("enumerated", f"N_m = 1..{MOST}, all n_1, ..., n_m: 3, with max")
    for N_m in range(1, MOST + 1):
        for n in sorted(sequences(N_m), key=lambda n: (len(n), n)):
            # The largest n_m makes the left side largest; n_i = 0 changes neither side.
            n_i = (*n, doubling(N_m))
            first.leq(exact_sum(n_i), (sqrt(2) + 1) * sqrt(N_m), n=n_i, N_m=N_m)
            second.leq(exact_sum(n_i), 3 * sqrt(N_m), n=n_i, N_m=N_m)
    literal = Tally("enumerated", "literally: is every denominator sqrt(N_i) positive?")
    literal.holds(False, i=1, N_i=0, n_i=1)
    return first, second, literal


@planted(pigeonhole, "3 replaced by 17/5, still below 2 + sqrt 2, n_i = N_i always")
def pigeonhole_17_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "N_m = 2^k")
    for k in range(20):
        n = (1, *(1 << j for j in range(k + 1)))
        tally.leq(exact_sum(n), Q(17, 5) * sqrt(1 << k), k=k, N_m=1 << k)
    return tally


@claim(
    "disp:App. B.2",
    form="repaired",
    title="pigeonhole, max{1, N_i}, N_{m+1}",
    tex=r"\sum_{i=1}^m n_i/\sqrt{\max\{1,N_i\}}\leq(1+\sqrt2)\sqrt{N_{m+1}}-\sqrt2",
)
def pigeonhole_repaired(suite: Suite) -> Shown:
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
        left, right = exact_sum(n), pigeonhole_bound(1 << k)
        attained.equal(left, right, k=k, N=1 << k)
        last = left + sqrt(1 << k)  # one more epoch with n_m = N_m
        attained.equal(last, (sqrt(2) + 2) * sqrt(1 << k) - sqrt(2), k=k, N_m=1 << k)
    return attained, _all_sequences()


@planted(pigeonhole_repaired, "1 + sqrt 2 replaced by 12/5 (and no - sqrt 2)")
def pigeonhole_12_5(suite: Suite) -> Shown:
    tally = Tally("enumerated", "N = 2^k")
    for k in range(24):
        n = (1, *(1 << j for j in range(k)))
        tally.leq(exact_sum(n), Q(12, 5) * sqrt(1 << k), k=k, N=1 << k)
    return tally


planted(
    pigeonhole_repaired,
    "epochs may triple the count: n_i <= 2 N_i",
    lambda _: _all_sequences(lambda N_i: max(1, 2 * N_i)),
)
planted(pigeonhole_repaired, "N_m on the right", lambda _: _all_sequences(last=0))


def _all_sequences(legal: Legal = doubling, last: int = 1) -> Tally:
    """The bound at N_(m+1), or at N_m if the last epoch does not count."""
    tally = Tally("enumerated", f"all sequences with N_(m+1) = 1..{MOST}", step=True)
    for N in range(1, MOST + 1):
        for n in sequences(N, legal):
            counted = N if last else N - n[-1]
            tally.leq(exact_sum(n), pigeonhole_bound(counted), n=n, N=counted)
    return tally


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
