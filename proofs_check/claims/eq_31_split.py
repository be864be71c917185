"""Eq. (31): Bias-II against the bonuses, on an event, and its split into two sums."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from proofs_check.arithmetic import (
    ONE,
    ZERO,
    Enclosure,
    Q,
)
from proofs_check.claims.common.regret_terms import HALF, bias_2, crossing, limits, one_sided
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import inner_enclosed, pairs
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:bias-decomp",
    kind="on an event",
    title="Bias-II in two sums",
    tex=r"\sum_t\langle q_{i(t)},\hat r-r\rangle\leq2\sum_t\langle q_{i(t)},b\rangle"
    r"=2\sum_t\sum(q-I^{(t)})b+2\sum_t\sum I^{(t)}b",
    part_of="lem:bias",
    argues=(
        "r_hat_i <= r_bar_i + b_i and r_bar_i - r <= b_i; q = (q - I) + I",
        "lem:adaptive-sampling, eq:extra-term-r, eq:rew-ucb",
    ),
)
def eq_31(suite: Suite) -> Iterator[Found]:
    """With probability at least 1 - delta, for all t and (x,a), r_hat_{i(t)} - r <= 2 b_{i(t)}; and
    then Bias-II = sum_t <q_{i(t)}, r_hat_{i(t)} - r> <= 2 sum_t sum_h sum q_{i(t)} b_{i(t)}
    = 2 sum_t sum_h sum (q_{i(t)} - I^{(t)}) b_{i(t)} + 2 sum_t sum_h sum I^{(t)} b_{i(t)}.

    True, but not "by Lemma 3", which as stated gives 1 - 2 delta: only one side, r_bar_i - r <=
    b_i, is needed, and that is the half of its union bound. It fails with probability at most
    TXA exp(-4 Lam) = delta (delta/TXA)^3, and half the radius is enough (Lemma 3), by which the 2
    becomes 3/2 (used for Lemma 6, repaired). Cutting r_hat - r at 1 here, before the split, is
    what repairs Lemma 6."""
    yield one_sided(ONE)
    yield _least_radius()
    step = Tally("exact on runs", "r_hat_i - r <= 2 b_i wherever r_bar_i - r <= b_i")
    sums = Tally("exact on runs", "Bias-II <= 2 sum <q_i, b_i>, runs on the event")
    split = Tally("exact on runs", "the split, with the rational ends of b_i, every run")
    off = 0
    for run in suite.all:
        on_event = True
        for e in run.epochs:
            for h, x, a in pairs(e.N):
                r, b, r_hat = run.r[h][x][a], e.b[h][x][a], e.r_hat[h][x][a]
                if e.r_bar[h][x][a] - r <= b.lo:
                    step.leq(r_hat.hi - r, 2 * b.lo, run=run.name, i=e.i, h=h, x=x, a=a)
                else:
                    on_event = False
        if on_event:
            of_q = [(e.length, inner_enclosed(e.q_xa, e.b)) for e in run.epochs]
            bonuses = sum((n * v.lo for n, v in of_q), ZERO)
            sums.leq(bias_2(run), Enclosure(2 * bonuses, 2 * bonuses), run=run.name)
        off += not on_event
        _split(split, run)
    yield from (step, sums, split)
    yield off_event(suite, f"{off} runs off the event, {{}} pairs with r_hat_i - r > 2 b_i there")


@planted(eq_31, "b_i in place of 2 b_i on the event")
def eq_31_single(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "r_hat_i - r <= b_i wherever r_bar_i - r <= b_i")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.N):
            r, b = run.r[h][x][a], e.b[h][x][a]
            if e.r_bar[h][x][a] - r <= b.lo:
                where = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a}
                tally.leq(e.r_hat[h][x][a].lo - r, b.hi, **where)
    return tally


planted(eq_31, "the radius a fifth of b_i", lambda _: one_sided(Q(1, 5)))


@planted(eq_31, "without the event: every run")
def eq_31_off_event(suite: Suite) -> Shown:
    tally = Tally("exact on runs", "r_hat_i - r <= 2 b_i, every run")
    for run, e in suite.all.epochs():
        for h, x, a in pairs(e.N):
            where = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a}
            tally.leq(e.r_hat[h][x][a].lo - run.r[h][x][a], 2 * e.b[h][x][a].hi, **where)
    return tally


# ------------------------------------------------------------------------------- the event


def _least_radius() -> Tally:
    """The least multiple k/16 of b_i for which the event still has probability 1 - delta."""
    tally = Tally("exact probability", "least sufficient multiple of b_i (ratio)", step=True)
    T = 32
    for delta in (Q(1, 100), Q(1, 10), Q(9, 10)):
        for r in (Q(1, 10), HALF):
            mean, low, high = tuple(n * r for n in range(T + 1)), 0, 16
            while high - low > 1:
                k = (low + high) // 2
                enough = crossing(T, r, mean, limits(T, delta, Q(k, 16))) <= delta
                low, high = (low, k) if enough else (k, high)
            tally.leq(Q(high, 16), ONE, T=T, delta=delta, r=r)
    return tally


# -------------------------------------------------------------------------------- on runs


def _split(tally: Tally, run: SampledRun) -> None:
    """sum q b = sum (q - I) b + sum I b, the I summed over the episodes of an epoch: n_i."""
    first = second = whole = ZERO
    for e in run.epochs:
        for h, x, a in pairs(e.N):
            q, b, n = e.q_xa[h][x][a], e.b[h][x][a].lo, e.n[h][x][a]
            if q or n:
                whole += e.length * q * b
                first += (e.length * q - n) * b
                second += visited(e, h, x, a) * b
    tally.equal(whole, first + second, run=run.name)


@cache
def visits_in(e: SampledEpoch) -> dict[tuple[int, int, int], int]:
    """sum of I^{(t)} over the episodes of epoch e, counted from the trajectories."""
    found: dict[tuple[int, int, int], int] = {}
    for episode in e.episodes:
        for h, a in enumerate(episode.a):
            key = h, episode.x[h], a
            found[key] = found.get(key, 0) + 1
    return found


def visited(e: SampledEpoch, h: int, x: int, a: int) -> int:
    """The number of visits to (h,x,a) in epoch e."""
    return visits_in(e).get((h, x, a), 0)


def off_event(suite: Suite, note: str) -> Tally:
    """The inequality is conditional: off the event it is seen to fail."""
    above = 0
    for run, e in suite.all.epochs():
        for h, x, a in pairs(e.N):
            above += e.r_hat[h][x][a].lo - run.r[h][x][a] > 2 * e.b[h][x][a].hi
    tally = Tally("exact on runs", note.format(above), step=True)
    tally.holds(above > 0, pairs=above)
    return tally
