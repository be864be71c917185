"""Algorithm 1, lines 12 and 13: when a new epoch starts, and at which episode."""

from __future__ import annotations

from collections import Counter
from itertools import product

from proofs_check.claims.common.paths import Pair, trajectories_of
from proofs_check.claims.common.shapes import shapes
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Shown, claim
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite


@claim(
    "alg:main/12",
    kind="definition",
    title="trigger of a new epoch",
    expected="FAILS",
    readings=("R-1", "R-2"),
    repair="n_i(x,a) >= max{1, N_i(x,a)} for some (x,a) with x not in X_L",
    tex=r"\exists(x,a)\in\mathcal X\times\mathcal A:\ n_i(x,a)\geq N_i(x,a)",
    planted={"x_L left out, 0 >= 0 at unvisited pairs kept": {"without_x_L": True}},
)
def line_12(suite: Suite, without_x_L: bool = False) -> Shown:
    """An epoch ends after an episode iff n_i(x,a) >= N_i(x,a) for some (x,a) in X x A: iff the
    visits of some pair have doubled.

    As printed 0 >= 0 is true at (x_L,a) after every episode, on every instance, so there are T
    updates in T episodes. Without x_L the same holds as long as some pair is unvisited:
    indefinitely if it cannot be reached. The first wrong trigger is at t = 3."""
    note = "the printed trigger is true iff some visits have doubled"
    tally = Tally("enumerated", f"{note}; all paths, X <= 4, A <= 2, T <= 3")
    for layers, A in shapes(most_states=4, most_actions=2):
        of = [(h, x, a) for h, X_h in enumerate(layers) for x in range(X_h) for a in range(A)]
        seen = of[:-A] if without_x_L else of  # the pairs of x_L are last
        for path in product(trajectories_of(layers, A), repeat=3):
            N, n = Counter[Pair](), Counter[Pair]()
            for t, trajectory in enumerate(path, 1):
                n.update(trajectory)
                true = any(n[p] >= N[p] for p in seen)
                wanted = any(n[p] >= max(1, N[p]) for p in of[:-A])
                where = {"layers": list(layers), "A": A, "t": t, "N_x0": N.total()}
                tally.holds(true == wanted, trigger=true, visits_doubled=wanted, **where)
                if true:
                    N, n = N + n, Counter()
    return tally


@claim(
    "alg:main/12",
    form="repaired",
    kind="pathwise",
    title="trigger: n >= max{1,N}",
    tex=r"\exists(x,a),\ x\notin\mathcal X_L:\ n_i(x,a)\geq\max\{1,N_i(x,a)\}",
    cites=("a layer is passed once per episode; the counters", "as:layered-mdp, alg:main/10"),
    planted={"n_i <= N_i, without the max": {"floor": 0}},
)
def line_12_repaired(suite: Suite, floor: int = 1) -> Shown:
    """An epoch ends after an episode iff n_i(x,a) >= max{1, N_i(x,a)} for some (x,a), x not in X_L.
    Then n_i(x,a) <= max{1, N_i(x,a)} at every pair, with equality at some pair in every epoch that
    ends.

    By Assumption 1 a layer is passed once per episode, so an episode adds at most 1 to n_i(x,a),
    and before the last episode of an epoch n_i(x,a) <= max{1, N_i(x,a)} - 1. Without layers an
    episode could overshoot by L - 1."""
    tally = Tally("exact on runs", "n_i <= max{1,N_i}, every pair of every epoch")
    for run, e in suite.all.epochs():
        for h, x, a in pairs(e.N):
            if n := e.n[h][x][a]:
                most = max(floor, e.N[h][x][a])
                tally.leq(n, most, run=run.name, i=e.i, h=h, x=x, a=a)
    return tally


@claim(
    "alg:main/13",
    kind="given",
    title="start t(i) of an epoch",
    covers=("disp:IV.5",),
    readings=("R-16",),
    tex=r"i\leftarrow i+1,\quad t(i)\leftarrow t+1",
    cites=("the trigger", "alg:main/12"),
)
def line_13(suite: Suite) -> None:
    """After a trigger in episode t: i <- i + 1 and t(i) <- t + 1. So 1 = t(1) < t(2) < ..., and
    epoch i consists of the episodes t(i), ..., t(i+1) - 1.

    t(1) = 1 is set nowhere in Algorithm 1 (Sec. IV-A says it). A trigger in episode T starts an
    epoch with t(i) = T + 1 in which nothing is played: its LP is solved for nothing (R-16)."""
