"""The reference answers the test vectors, which the checker computed exactly; planted faults in its
equations give wrong answers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import chain, repeat
from typing import Any

import numpy as np
import pytest

from proofs_check.vectors.reader import folder, read_vectors
from proofs_check.vectors.score import differences
from reference import backward_induction, confidence, glop, lp1, lp1_sparse_rows, occupancy
from reference.backward_induction import greedy_policy
from reference.glop import Layers
from reference.lp1_sparse_rows import objective
from reference.lp1_sparse_rows import radius as lp1_radius
from reference.mdp import Array, Tables
from reference.occupancy import occupancy_measure
from reference.support.errors import SolverError
from reference.ucrl_lp import TRIGGERS, Epoch
from tests.algorithm.test_ucrl_lp import items_of

Answer = dict[str, Any]


def tables(nested: Any, kind: type = object) -> Tables:
    """One array per layer; an entry is a number or "p/q"."""
    exact = np.vectorize(Fraction, otypes=[object])
    return tuple(exact(np.array(table, dtype=object)).astype(kind) for table in nested)


def plain(table: Array) -> Any:
    """Nested lists of doubles, None for a row without entries."""
    if table.ndim > 1:
        return [plain(row) for row in table]
    return None if table[0] is None else [float(v) for v in table]


def estimates(q: Answer, layers: tuple[int, ...], X: int) -> dict[str, Tables]:
    """Eq. (10), (11), (14)-(17) of counts."""
    N, N3, r_sum = (tables(q[name], float) for name in ("N", "N3", "r_sum"))
    Lam = confidence.log_term(q["T"], X, q["A"], float(Fraction(q["delta"])), q["log"])
    b, r_bar = confidence.reward_radius(N, Lam), confidence.mean_reward(r_sum, N)
    with np.errstate(divide="ignore", invalid="ignore"):  # what a fault divides by 0
        return {
            "Lam": (np.full((1, 1), Lam),),
            "P_bar": confidence.empirical_transition(N, N3),
            "eps": confidence.transition_radius(N, layers, Lam),
            "b": b,
            "r_bar": r_bar,
            "r_hat": confidence.reward_ucb(r_bar, b),
            "r_check": confidence.reward_lcb(r_bar, b),
        }


def of_one_pair(q: Answer) -> Answer:
    """Eq. (10), (11), (14)-(17)."""
    alone = q | {"N": [[[q["N"]]]], "N3": [[[q["N3"]]]], "r_sum": [[[q["r_sum"]]]]}
    estimate = estimates(alone, (1, len(q["N3"])), q["X"])
    return {name: table[0][0, 0].tolist() for name, table in estimate.items()}


def by_rows(
    layers: Layers, A: int, P_bar: Tables, eps: Tables, r_hat: Tables
) -> tuple[Tables, float]:
    """LP1 as a run solves it."""
    rows = lp1_sparse_rows.lp1_rows(layers, A, P_bar, eps)
    goal = lp1_sparse_rows.objective(layers, r_hat)
    q, value = glop.maximise(lp1_sparse_rows.glop_model(goal, rows))
    return glop.tables(layers, A, q), value


SOLVERS = {"page": lp1.solve_lp1, "sparse rows": by_rows}


def optimum(q: Answer, how: str = "sparse rows") -> Answer:
    """LP1 by GLOP; the optimistic values and a best action in every state."""
    layers = tuple(q["layers"])
    estimate = estimates(q, layers, sum(layers))
    P_bar, eps, r_hat = (estimate[name] for name in ("P_bar", "eps", "r_hat"))
    best = backward_induction.optimistic_values(P_bar, eps, r_hat)
    try:
        _, value = SOLVERS[how](layers, q["A"], P_bar, eps, r_hat)
    except SolverError as e:
        return {"status": e.status.lower()}
    return {
        "status": "optimal",
        "value": value,
        "V": [plain(V) for V in best.V[:-1]],
        "argmax": [[[a] for a in pi.argmax(axis=1).tolist()] for pi in greedy_policy(best.Q)],
        "eps": [plain(table) for table in eps],
        "r_hat": [plain(table) for table in r_hat],
    }


def measure(q: Answer) -> Answer:
    """Eq. (3), (8)."""
    P, r, pi = (tables(q[name]) for name in ("P", "r", "pi"))
    masses = occupancy.occupancy_measure(P, pi)
    return {"q": [plain(q_h) for q_h in masses], "value": float(occupancy.inner(masses, r))}


def induced(q: Answer) -> Answer:
    """Eq. (5), (6); null where q has no mass."""
    q_h = tables(q["q"])
    none = [np.full(table.shape, None) for table in q_h]
    P_q = occupancy.induced_transition(q_h, tuple(none))
    pi_q = occupancy.induced_policy(q_h, tuple(table[..., 0] for table in none))
    return {"P": [plain(P) for P in P_q], "pi": [plain(pi) for pi in pi_q]}


def epochs(q: Answer) -> Answer:
    """Alg. 1 l. 10-15."""
    script = chain.from_iterable(
        repeat((run["x"], run["a"], [0.0] * len(run["x"])), run["times"]) for run in q["episodes"]
    )
    readings = {name: q[name] for name in ("trigger", "last-trigger")}
    items = items_of(script, q["T"], layers=q["layers"], A=q["A"], **readings)
    played = [item for item in items if isinstance(item, Epoch)]
    return {"t": [item.t for item in played], "N": [N.tolist() for N in played[-1].N]}


ANSWERS: dict[str, Callable[[Answer], Answer]] = {
    "confidence": of_one_pair,
    "epochs": epochs,
    "occupancy": measure,
    "induced": induced,
    "lp1": optimum,
    "lp1 by the page": partial(optimum, how="page"),
}
# GLOP finds LP1 infeasible here, where a probability is as small as its tolerance.
BEYOND_GLOP = "lp1/little-P_bar-1e-8"
CASES = [case for case in read_vectors(folder()) if case.kind in ANSWERS]


def wrong(kind: str) -> set[str]:
    """The entries of the answers that are wrong in some vector of this kind."""
    cases = [c for c in CASES if c.kind == kind.partition(" ")[0] and c.id != BEYOND_GLOP]
    said = [line for case in cases for line in differences(case, ANSWERS[kind](case.input))]
    return {re.split(r"[.:[]", line)[0] for line in said}


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_reference_answers_the_vectors(kind: str) -> None:
    assert wrong(kind) == set()


def test_beyond_glop_the_reference_says_so_and_gives_no_value() -> None:
    """An error of its own, exit status and all, not a wrong q_hat_i."""
    (case,) = [case for case in CASES if case.id == BEYOND_GLOP]
    for kind in ("lp1", "lp1 by the page"):
        assert ANSWERS[kind](case.input) == {"status": "infeasible"}


def each(entry: Callable[..., Any]) -> Callable[..., Tables]:
    """`entry` of every layer's tables."""
    return lambda *groups: tuple(entry(*of) for of in zip(*groups, strict=True))


def radius(squared: Callable[..., Any]) -> Callable[..., Tables]:
    """eps_i as the root of a wrong term of N, X_h, X_{h+1}, X and Lam."""
    return lambda N_i, layers, Lam: each(
        lambda N, X_h, Y: np.sqrt(squared(N, X_h, Y, sum(layers), Lam))
    )(N_i, layers[:-1], layers[1:])


def at_least_1(N: Array) -> Array:
    return np.maximum(1, N)


def without_policy(P: Tables, pi: Tables) -> Tables:
    """Def. 1 without pi(a|x)."""
    return occupancy_measure(P, tuple(pi_h * 0 + 1 for pi_h in pi))


def equal_mass(P: Tables, pi: Tables) -> Tables:
    """Def. 1 with Pr{x_h = x} taken as 1/X_h."""
    return each(lambda P_h, pi_h: pi_h[:, :, None] * P_h / P_h.shape[0])(P, pi)


def transposed(P: Tables, pi: Tables) -> Tables:
    """P(x|x',a) in the square layers."""
    square = each(lambda p: p.transpose(2, 1, 0) if p.shape[0] == p.shape[2] else p)
    return occupancy_measure(square(P), pi)


def due(at: Callable[[Array, Array], Array]) -> dict[str, Callable[..., bool]]:
    """Line 12, where visits double, with another condition at a pair."""
    return TRIGGERS | {"max1": lambda n, N, x, a: any(flags.any() for flags in each(at)(n, N))}


OF_LAM = {"Lam", "eps", "b", "r_hat", "r_check"}
FAULTS: list[tuple[str, Any, str, set[str]]] = [
    *(
        ("confidence.transition_radius", radius(squared), "confidence", {"eps"})
        for squared in (
            lambda N, X_h, Y, X, Lam: 2 * X_h * Lam / at_least_1(N),
            lambda N, X_h, Y, X, Lam: 2 * X * Lam / at_least_1(N),
            lambda N, X_h, Y, X, Lam: Y * Lam / at_least_1(N),
            lambda N, X_h, Y, X, Lam: 2 * Y * Lam / (N + 1),
            lambda N, X_h, Y, X, Lam: 2 * Y * Lam / N,
        )
    ),
    *(
        (f"confidence.{name}", fault, "confidence", entries)
        for name, fault, entries in (
            ("empirical_transition", each(lambda N, N3: N3 / N[:, :, None]), {"P_bar"}),
            ("empirical_transition",
             lambda N, N3: confidence.visited_or_uniform(
                 each(lambda n, n3: n3 / at_least_1(n)[:, :, None])(N, N3), N), {"P_bar"}),
            ("mean_reward", each(lambda s, N: s / (1 + N)), {"r_bar", "r_hat", "r_check"}),
            ("reward_radius", lambda N, Lam: each(lambda n: np.sqrt(4 * Lam / at_least_1(n)))(N),
             {"b", "r_hat", "r_check"}),
            ("reward_ucb", each(np.add), {"r_hat"}),
            ("reward_lcb", each(np.subtract), {"r_check"}),
            ("log_term", lambda T, X, A, delta, log: math.log(T * (X - 1) * A / delta), OF_LAM),
            ("log_term", lambda T, X, A, delta, log: math.log(T * X * A / (2 * delta)), OF_LAM),
        )
    ),
    *(("occupancy.occupancy_measure", fault, "occupancy", {"q", "value"})
      for fault in (without_policy, equal_mass, transposed)),
    ("lp1_sparse_rows.radius",
     lambda layers, A, eps: lp1_radius(layers, A, each(lambda e: e + 2)(eps)),
     "lp1", {"status", "value"}),
    ("lp1_sparse_rows.radius",
     lambda layers, A, eps: lp1_radius(layers, A, each(lambda e: e / 2)(eps)),
     "lp1", {"value"}),
    ("lp1_sparse_rows.objective",
     lambda layers, r_hat: 0.9 * objective(layers, r_hat), "lp1", {"value"}),
    *(("ucrl_lp.TRIGGERS", due(at), "epochs", {"t", "N"})
      for at in (
          lambda n, N: n > at_least_1(N),
          lambda n, N: n >= np.maximum(2, N),
          lambda n, N: n >= N + 1,
          lambda n, N: (n > 0) & (n >= N / 2),
      )),
]  # fmt: skip


@pytest.mark.parametrize(("name", "fault", "kind", "entries"), FAULTS)
def test_a_planted_fault_gives_these_wrong_entries(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: Any, kind: str, entries: set[str]
) -> None:
    monkeypatch.setattr(f"reference.{name}", fault)
    assert wrong(kind) == entries
