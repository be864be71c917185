"""Assumption 1 (Sec. II): what a layered episodic MDP is, and that every sampled run is one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs_check.arithmetic import ZERO, Q
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite

FlatEdges = dict[tuple[int, int, int], Q]  # the positive entries of P over X x A x X


@claim(
    "as:layered-mdp",
    kind="given",
    title="layered MDP",
    readings=("R-2", "R-18", "R-19"),
    tex=r"P(x'|x,a)>0 \text{ only if } x\in X_h,\ x'\in X_{h+1}",
)
def assumption_1(suite: Suite) -> Iterator[Evidence]:
    """The states fall into layers X_0, ..., X_L; X_0 = {x_0} and X_L = {x_L};
    P(x'|x,a) > 0 only if x is in X_h and x' in X_{h+1} for some h < L; P and r do not change.

    The layers are an input (R-18). At x_L no transition exists: P(.|x_L,a) = 0 (R-19)."""
    yield _layered(suite, flat_edges)


@planted("as:layered-mdp", change="one transition skips a layer")
def assumption_1_skipping(suite: Suite) -> Iterator[Evidence]:
    def skipping(run: SampledRun) -> FlatEdges:
        P = flat_edges(run)
        if run.L >= 2:  # x_0 goes straight to x_L
            P = {key: p for key, p in P.items() if key[:2] != (0, 0)} | {(0, 0, run.X - 1): Q(1)}
        return P

    yield _layered(suite, skipping)


def _layered(suite: Suite, P_of: Callable[[SampledRun], FlatEdges]) -> Evidence:
    tally = Tally("exact on runs", "every MDP of the suite, every step of every run")
    for run in suite.all:
        P = P_of(run)
        h_of = [h for h, X_h in enumerate(run.layers) for _ in range(X_h)]
        singletons = run.layers[0] == run.layers[-1] == 1
        tally.holds(singletons, run=run.name, layers=list(run.layers))
        mass = dict.fromkeys(((x, a) for x in range(run.X) for a in range(run.A)), ZERO)
        for (x, a, x1), p in P.items():
            consecutive = h_of[x1] == h_of[x] + 1
            tally.holds(consecutive, run=run.name, x=x, a=a, x1=x1, h=h_of[x], h1=h_of[x1])
            mass[x, a] += p
        for (x, a), total in mass.items():
            tally.equal(total, Q(1 if h_of[x] < run.L else 0), run=run.name, x=x, a=a)
        for episode in run.episodes:
            for h, a in enumerate(episode.a):
                p = run.P[h][episode.x[h]][a][episode.x[h + 1]]
                if not p > 0:  # counted once per episode: steps are many
                    tally.holds(False, run=run.name, t=episode.t, h=h)
            tally.holds(True)
    return tally.evidence()


def flat_edges(run: SampledRun) -> FlatEdges:
    """P as the paper has it, over X x A x X, states numbered through the layers."""
    start = [sum(run.layers[:h]) for h in range(run.L + 1)]
    return {
        (start[h] + x, a, start[h + 1] + x1): p
        for h, P_h in enumerate(run.P)
        for x, rows in enumerate(P_h)
        for a, row in enumerate(rows)
        for x1, p in enumerate(row)
        if p
    }
