"""Eq. (14): the empirical mean reward r_bar_i."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:14",
    kind="definition",
    title="r_bar_i",
    readings=("R-2", "R-21"),
    tex=r"\bar r_i(x,a)=\sum_{t<t(i)}I^{(t)}\{(x,a)\}r^{(t)}_h/\max\{1,N_i(x,a)\}",
)
def eq_14(suite: Suite) -> Iterator[Evidence]:
    """r_bar_i(x,a) is the sum of the rewards r_h^{(t)}, h = h(x), over the episodes t < t(i) that
    visit (x,a), divided by max{1, N_i(x,a)}: their mean, in [0,1], and 0 if there are none.

    A pair is visited at most once in an episode (its layer is passed once), so the indicator
    counts every visit. Algorithm 1 calls another number r_bar_i too: see lines 11 and 15."""
    import sympy

    proof = Tally("proved", "0 <= mean <= 1 for rewards in [0,1], any N >= 1: one more reward")
    mean, r, N, left = sympy.symbols("mean r N left", nonnegative=True)
    after = (N * mean + r) / (N + 1)
    proof.holds(bool(after.is_nonnegative), step="(N mean + r)/(N + 1) >= 0")
    room = sympy.cancel((1 - after).subs({mean: 1 - left, r: 1 - r}))  # left, 1 - r in [0, 1]
    proof.holds(bool(room.is_nonnegative), step="1 - (N mean + r)/(N + 1) >= 0, mean = 1 - left")
    yield proof.evidence()
    yield _on_runs(suite, 0)


@planted("eq:14", change="rewards of t <= t(i): the first episode of epoch i too")
def eq_14_one_more(suite: Suite) -> Iterator[Evidence]:
    yield _on_runs(suite, 1)


def _on_runs(suite: Suite, more: int) -> Evidence:
    tally = Tally("exact on runs", "against the rewards listed in the episodes before t(i)")
    for run in suite.all:
        sums: dict[tuple[int, int, int], tuple[Q, int]] = {}
        at = 0
        for e in run.epochs:
            end = min(e.t - 1 + more, run.T)
            for episode in run.episodes[at:end]:
                for h, (a, r) in enumerate(zip(episode.a, episode.r, strict=True)):
                    total, n = sums.get((h, episode.x[h], a), (Q(0), 0))
                    sums[h, episode.x[h], a] = total + r, n + 1
            at = end
            if e.i % max(1, len(run.epochs) // 8) == 0:
                r_bar = e.r_bar
                for h, x, a in pairs(e.N):
                    total, n = sums.get((h, x, a), (Q(0), 0))
                    mean = total / n if n else total
                    tally.equal(r_bar[h][x][a], mean, run=run.name, i=e.i, h=h, x=x, a=a)
    return tally.evidence()
