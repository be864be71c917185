"""What plans an epoch of a run by epochs: UCRL-LP, its twin, or UCRL2 that knows the horizon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference import confidence, readings
from reference.figure1.algorithm import OURS, TWIN
from reference.figure1.algorithms import AlgorithmSpec, parse
from reference.figure1.ucrl_lp_twin import BackwardInduction
from reference.mdp import Tables
from reference.occupancy import induced_policy, uniform_policy
from reference.readings import EMPTY, RECORDED
from reference.running.choose import solver_of
from reference.support.errors import PreconditionError
from reference.trace.epoch_rows import ALGORITHMS_BY_EPOCHS, LAWS, RowsHeader
from reference.ucrl_lp import COMPLETIONS, SolveLP1


@dataclass(frozen=True)
class Knowledge:
    """What is known before epoch i, which begins with episode t; pi is what was played before."""

    i: int
    t: int
    N: Tables
    N3: Tables
    R: Tables
    pi: Tables


Plan = Callable[[Knowledge], tuple[Tables, float]]
"""What is known -> (pi_i, the optimistic value)."""


def asked(text: str) -> AlgorithmSpec:
    """Return the algorithm that is asked for. Raises PreconditionError, also for a running mean of
    rewards: it is the default of runs that are played, so that no AlgorithmSpec has it."""
    spec = parse(text)
    if "r_bar=running-mean" in text.partition(":")[2].split(","):
        raise PreconditionError("reading r_bar", "running-mean", "by epochs it is sum-over-N")
    return spec


def choices_by_epochs(spec: AlgorithmSpec, law: str) -> dict[str, str]:
    """Return the choice of every reading. Raises PreconditionError for an algorithm that ends its
    epochs in mid-episode or plans every episode, and for a reading that needs what is not drawn:
    the order of the rewards, what follows episode T, random ties."""
    if spec.algorithm not in ALGORITHMS_BY_EPOCHS:
        rule = f"cannot go by epochs; {', '.join(ALGORITHMS_BY_EPOCHS)} can"
        raise PreconditionError("algorithm", spec.algorithm, rule)
    if law not in LAWS:
        raise PreconditionError("reading reward-law", law, f"by epochs it is {' or '.join(LAWS)}")
    if spec.full.get("ties") == "random":
        raise PreconditionError("option ties", "random", "is not for runs by epochs")
    chosen = dict(spec.options) if spec.algorithm == OURS else {}
    for key, only in (("r_bar", "sum-over-N"), ("last-trigger", "skip"), ("x_L", "no-pairs")):
        if (choice := chosen.get(key, only)) != only:
            rule = f"by epochs it is {only}"
            raise PreconditionError(f"reading {key}", choice, rule)
    if spec.algorithm in (OURS, TWIN):
        chosen = {**spec.choices(), **chosen}
    return readings.to_play({**chosen, "r_bar": "sum-over-N", "reward-law": law})


def rooms(choices: readings.Choices, N: Tables) -> Tables:
    """Return at how many visits of (x,a) in an epoch it ends (R-1)."""
    if choices["trigger"] == "printed":
        return tuple(np.zeros_like(N_h) for N_h in N)
    if choices["trigger"] == "printed-without-x_L":
        return N
    return tuple(np.maximum(1, N_h) for N_h in N)


def planner(spec: AlgorithmSpec, head: RowsHeader, out: str | None = None) -> Plan:
    """Return what plans the epochs of a run; an LP that fails is saved next to `out`."""
    seed = head.seed or 0
    if spec.algorithm not in (OURS, TWIN):
        return _ucrl2(spec, head, seed)
    if spec.algorithm == TWIN:
        full: dict[str, Any] = spec.full
        complete = full["completion"] == "greedy"
        solver: SolveLP1 = BackwardInduction(
            seed, full["ties"], full["tolerance"], complete=complete
        )
    else:
        solver = solver_of(head.layers, head.A, head.choices, out)
    return _ucrl_lp(head, solver)


def _ucrl_lp(head: RowsHeader, solver: Any) -> Plan:
    """Return lines 13 to 19 of Algorithm 1."""
    layers, choices = head.layers, head.choices
    if choices["radii"] == RECORDED:
        rule = "needs a trace: a row of an epoch has no widths"
        raise PreconditionError("reading radii", RECORDED, rule)
    Lam = confidence.log_term(head.T, head.X, head.A, float(head.delta), choices["log"])
    transition_radius, reward_radius = confidence.RADII[choices["radii"]]
    completion = COMPLETIONS[choices["completion"]]

    def plan(known: Knowledge) -> tuple[Tables, float]:
        if known.i == 1:
            return uniform_policy(layers, head.A), float(head.L)
        if hasattr(solver, "epoch"):  # GLOP's: a resumed run begins later
            solver.epoch = known.i - 1
        P_bar = confidence.empirical_transition(known.N, known.N3)
        eps = transition_radius(known.N, P_bar, layers, Lam)
        r_bar = confidence.mean_reward(known.R, known.N)
        r_hat = confidence.reward_ucb(r_bar, reward_radius(known.N, Lam))
        q_hat, value = solver(P_bar, eps, r_hat)
        pi = induced_policy(q_hat, completion(known.pi, P_bar, eps, r_hat), EMPTY)
        return pi, float(value)

    return plan


def _ucrl2(spec: AlgorithmSpec, head: RowsHeader, seed: int) -> Plan:
    learner: Any = spec.learner(head.layers, head.A, head.T, float(head.delta), seed)

    def plan(known: Knowledge) -> tuple[Tables, float]:
        learner.counts.N, learner.counts.N3 = list(known.N), list(known.N3)
        learner.counts.R = list(known.R)
        Q = learner.optimistic_q(known.t)
        return tuple(map(learner.greedy, Q)), float(Q[0].max())

    return plan
