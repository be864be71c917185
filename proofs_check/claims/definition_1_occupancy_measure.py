"""Definition 1, eq. (3): the occupancy measure induced by P and pi."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs_check.arithmetic import ZERO
from proofs_check.claims.common.paths import MOST
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.occupancy import (
    PairValues,
    Triples,
    occupancy_measure,
    trajectories,
    trajectory_count,
    uniform,
)
from proofs_check.sampled_runs.suite import Suite


@claim(
    "def:1",
    kind="given",
    title="occupancy measure",
    uses=("as:layered-mdp",),
    covers=("eq:def-occ-mea",),
    readings=("R-2",),
    tex=r"q^{P,\pi}(x,a,x')=\Pr\{x_{h(x)}=x,a_{h(x)}=a,x_{h(x)+1}=x'\mid P,\pi\}",
)
def definition_1(suite: Suite) -> Iterator[Evidence]:
    """q^{P,pi}(x,a,x') = Pr{x_h = x, a_h = a, x_{h+1} = x' | P, pi} with h = h(x).

    The audit computes it forward from x_0; here it is compared, entry by entry, with the sum of
    the probabilities of all trajectories through (x,a,x')."""
    yield _by_enumeration(suite, occupancy_measure)


@planted("def:1", change="the policy's factor pi(a|x) left out")
def definition_1_without_policy(suite: Suite) -> Iterator[Evidence]:
    def wrong(P: Triples, pi: PairValues) -> Triples:
        return occupancy_measure(P, uniform([len(pi_h) for pi_h in pi] + [1], len(pi[0][0])))

    yield _by_enumeration(suite, wrong)


def _by_enumeration(suite: Suite, measure: Callable[[Triples, PairValues], Triples]) -> Evidence:
    tally = Tally("exact on runs", f"every epoch of every MDP with at most {MOST} trajectories")
    for run in suite.all:
        if trajectory_count(run.layers, run.A) > MOST:
            continue
        policies: list[PairValues] = []
        for e in run.epochs:
            if e.pi in policies:
                continue
            policies.append(e.pi)
            q = measure(run.P, e.pi)
            sums = [[[[ZERO] * len(row) for row in rows] for rows in P_h] for P_h in run.P]
            for p, xs, actions in trajectories(run.P, e.pi):
                for h, a in enumerate(actions):
                    sums[h][xs[h]][a][xs[h + 1]] += p
            for h, layer in enumerate(sums):
                for x, rows in enumerate(layer):
                    for a, row in enumerate(rows):
                        for x1, p in enumerate(row):
                            where = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a, "x1": x1}
                            tally.equal(q[h][x][a][x1], p, **where)
    return tally.evidence()
