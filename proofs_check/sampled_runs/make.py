"""How a sampled run is made. The only module of `proofs_check` that calls the producer.

It is loaded only where a run is made. A run becomes a trace, like any producer's, and all that
claims see is recomputed from the trace (run.py).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from proofs_check.sampled_runs.specs import Spec
from reference.confidence import log_term
from reference.environments import make
from reference.environments.random_layered import random_layered
from reference.figure1.ucrl_lp_twin import optimal_vertex
from reference.mdp import LayeredMDP, Tables
from reference.occupancy import occupancy_measure
from reference.readings import choose
from reference.running.solver import Glop
from reference.simulator import POLICY, UPDATES, Simulator, executor, generator, uniforms
from reference.trace import records as trace
from reference.ucrl_lp import Epoch, Input, SolveLP1, ucrl_lp


def play_spec(spec: Spec) -> bytes:
    """Play `spec` and return its trace. The same bytes every time."""
    mdp = _mdp(spec)
    choices = choose({"reward-law": spec.law, **spec.choices})
    world = Simulator(_unlucky(mdp) if spec.unlucky else mdp, spec.seed, spec.law)
    execute = executor(world, uniforms(spec.seed, POLICY))
    glop = spec.solver == "glop"
    solver = Glop(spec.layers, spec.A, choices) if glop else _backward_induction(spec)
    delta = float(Fraction(spec.delta))
    Lam = log_term(spec.T, sum(spec.layers), spec.A, delta, choices["log"])
    Lam *= float(Fraction(spec.scale)) ** 2
    head = trace.Header(
        spec.layers, spec.A, spec.T, Fraction(spec.delta), choices,
        producer={"name": f"reference, {spec.solver}", "version": "suite"}, mdp=mdp,
    )  # fmt: skip
    lines = [trace.header_record(head)]
    epochs = 0
    known = Input(spec.layers, spec.A, spec.T, delta)
    for item in ucrl_lp(known, execute, solver, choices, Lam):
        if isinstance(item, Epoch):
            epochs = item.i
            tables = {"q_hat": item.q_hat, "pi": item.pi}
            lines.append(trace.epoch_record(item.i, item.t, tables))
        else:
            lines.append(trace.episode_record(item.t, list(item.x), list(item.a), list(item.r)))
    lines.append(trace.end_record(spec.T, epochs))
    return b"".join(map(trace.line_of, lines))


def _mdp(spec: Spec) -> LayeredMDP:
    """Return the MDP of a run: an environment, or one of the random families."""
    if spec.env:
        return make(spec.env).mdp
    return random_layered(
        spec.layers, spec.A, seed=spec.seed, transitions=spec.transitions, rewards=spec.rewards
    )


def _backward_induction(spec: Spec) -> SolveLP1:
    """Return a solver of LP1 by backward induction, ties by spec.solver: it ends at an optimal
    vertex that GLOP may not find."""
    random = generator(spec.seed, UPDATES)

    def solver(P_bar: Tables, eps: Tables, r_hat: Tables) -> tuple[Tables, float]:
        pi, P, value = optimal_vertex(P_bar, eps, r_hat, spec.solver, 0.0, random)
        return occupancy_measure(P, pi), value

    return solver


def _unlucky(mdp: LayeredMDP) -> LayeredMDP:
    """Return the MDP from which the noise of an unlucky run is drawn: in every row the
    probabilities are permuted, the smallest positive one going to the likeliest successor; means r
    become 1 - r where 0 < r < 1. The support stays, so every path that is played has positive
    probability under P."""
    P = [p.copy() for p in mdp.P]
    for table in P:
        for row in table.reshape(-1, table.shape[2]):
            support = sorted(np.flatnonzero(row), key=lambda k: (row[k], k))
            row[support] = [row[k] for k in reversed(support)]
    r = [np.where((table > 0) & (table < 1), 1 - table, table) for table in mdp.r]
    return LayeredMDP(mdp.layers, mdp.A, tuple(P), tuple(r))
