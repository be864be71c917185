"""Algorithm 1, lines 11 and 15: the running mean r_bar_i, against eq. (14)."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, product

from proofs_check.arithmetic import ONE, ZERO, Q
from proofs_check.claims.common.algebra import same
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite

Pair = tuple[int, int, int]  # h, x, a


@claim(
    "alg:main/11",
    kind="identity",
    title="r_bar_i moves inside epoch i",
    covers=("disp:IV.4",),
    expected="FAILS",
    readings=("R-21", "R-9"),
    repair="two names: the running mean of line 11, and r_bar_i of eq. (14), its value at t(i)",
    tex=r"\bar r_i\leftarrow\bar r_i+(r^{(t)}_h-\bar r_i)/(N_i+n_i)",
    planted={
        "compared after line 15, divided by N_i + n_i + 1": {"after_line_15": True, "more": 1},
    },
)
def line_11(suite: Suite, after_line_15: bool = False, more: int = 0) -> Shown:
    """r_bar_i(x_h,a_h) <- r_bar_i(x_h,a_h) + (r_h^{(t)} - r_bar_i(x_h,a_h)) / (N_i(x_h,a_h) +
    n_i(x_h,a_h)) after every episode, and r_bar_i is the mean of eq. (14), over t < t(i).

    One symbol for two numbers: after the first reward that is not the mean so far they differ.
    Harmless, as lines 16-19 use r_bar_i only right after line 15, where the two agree."""
    tally = Tally("enumerated", "one pair, rewards in {0, 1/2, 1}, T <= 4, epochs at N = 1, 2, 4")
    sequences = (product((ZERO, Q(1, 2), ONE), repeat=T) for T in range(1, 5))
    for rewards in chain.from_iterable(sequences):
        mean = of_14 = ZERO
        N = n = 0
        for t, r in enumerate(rewards, 1):
            n += 1
            mean += (r - mean) / (N + n + more)
            ends = n >= max(1, N)
            if after_line_15 and ends:
                tally.equal(mean, sum(rewards[:t], ZERO) / t, t=t)
            elif not after_line_15:
                tally.equal(mean, of_14, rewards=list(rewards[:t]), t=t, epoch_ends=ends)
            if ends:
                N, n, of_14 = N + n, 0, mean
    return tally


@claim(
    "alg:main/11",
    form="repaired",
    title="line 11 is a running mean",
    tex=r"\bar r_i(x_h,a_h)=\frac1{N_i+n_i}\sum_{k=1}^{N_i+n_i}r_k,"
    r"\quad m_k=m_{k-1}+(r_k-m_{k-1})/k",
    proves=(
        "by induction over the visits of (x,a): the mean of k - 1 rewards becomes that of k",
        "alg:main/10",
    ),
    planted={"line 11 before line 10: N_i + n_i - 1": {"more": -1}},
)
def line_11_repaired(suite: Suite, more: int = 0) -> Shown:
    """After every episode the number that line 11 updates is the mean of all rewards seen at (x,a)
    so far, N_i(x,a) + n_i(x,a) of them. Needs line 10 before line 11: otherwise the first visit
    divides by 0."""
    import sympy

    tally = Tally("proved", "m + (r - m)/k = (S + r)/k for m = S/(k-1), k >= 2; and m = 0, k = 1")
    S, r, k = sympy.symbols("S r k", positive=True)
    mean = S / (k - 1)
    same(tally, mean + (r - mean) / (k + more), (S + r) / k, "k >= 2")
    same(tally, 0 + (r - 0) / (1 + more), r, "k = 1: m = 0")
    return tally


@claim(
    "alg:main/15",
    kind="identity",
    title="r_bar_i at t(i) is eq. (14)",
    covers=("disp:IV.7",),
    readings=("R-21", "R-9"),
    tex=r"\bar r_i\leftarrow\bar r_{i-1}",
    argues=(
        "the mean of all rewards before t(i) is eq. (14), as N_i counts them",
        "alg:main/11, eq:14, alg:main/14",
    ),
    planted={"the last episode of epoch i - 1 is not yet in the mean": {"stale": 1}},
)
def line_15(suite: Suite, stale: int = 0) -> Shown:
    """At the start of epoch i: r_bar_i(x,a) <- r_bar_{i-1}(x,a), the running mean after episode
    t(i) - 1. It is r_bar_i of eq. (14)."""
    tally = Tally("exact on runs", "line 11 step by step in rationals = eq. (14) at every t(i)")
    for run in suite.all:
        mean: defaultdict[Pair, Q] = defaultdict(lambda: ZERO)
        visits: Counter[Pair] = Counter()
        at = 0
        for e in run.epochs:
            end = max(0, e.t - 1 - stale)
            for p in run.episodes[at:end]:
                for h, (a, r) in enumerate(zip(p.a, p.r, strict=True)):
                    pair = h, p.x[h], a
                    visits[pair] += 1
                    mean[pair] += (r - mean[pair]) / visits[pair]
            at = end
            if e.i % max(1, len(run.epochs) // 8) == 0:
                r_bar = e.r_bar
                for h, x, a in pairs(e.N):
                    where = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a}
                    tally.equal(mean[h, x, a], r_bar[h][x][a], **where)
    return tally
