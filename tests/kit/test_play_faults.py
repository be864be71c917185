"""Programs of UCRL-LP that record what is right and play something else: the kit refuses each."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from proofs_check.kit import verdict as kit
from proofs_check.kit.cases import Case
from reference.mdp import LayeredMDP
from tests.kit.test_page import algorithm

Choose = Callable[[random.Random, list[float]], int]


def honest(rng: random.Random, row: list[float]) -> int:
    return rng.choices(range(len(row)), row)[0]


def action_0(rng: random.Random, row: list[float]) -> int:
    return 0


def least_probable(rng: random.Random, row: list[float]) -> int:
    return min((a for a in range(len(row)) if row[a] > 0), key=row.__getitem__)


def program(choose: Choose, *, least: float = 0.0, tampered: str = "", **head: Any) -> Any:
    """The page's code; every action that it excludes is recorded with the probability `least`, if
    this is above 0, and `choose` plays. `tampered`: rewards or transitions at first visits."""

    def play(case: Case) -> list[dict[str, Any]]:
        names, rng, mdp = algorithm(), random.Random(case.seed), case.mdp.to_float()
        records: list[dict[str, Any]] = []
        seen: set[tuple[int, int, int]] = set()

        def step(h: int, x: int, row: list[float]) -> tuple[int, int, int]:
            a = choose(rng, row)
            P, mean = mdp.P[h][x, a].tolist(), float(mdp.r[h][x, a])
            r, y = int(rng.random() < mean), honest(rng, P)
            first = (h, x, a) not in seen
            seen.add((h, x, a))
            r = 1 if first and tampered == "rewards" and mean > 0 else r
            return a, r, int(np.argmax(P)) if first and tampered == "transitions" else y

        right = names["occupancy"]

        def blurred(*of: Any) -> Any:
            q_hat, pi = right(*of)
            for row in (row for of_h in pi for row in of_h):
                excluded = [a for a, p in enumerate(row) if p == 0]
                for a in excluded:
                    row[a] = least
                row[row.index(max(row))] -= least * len(excluded)
            return q_hat, pi

        def write(record: dict[str, Any]) -> None:
            if record["record"] == "header":
                record |= head
            if least:  # q_hat is that of the policy that is not blurred
                record = {k: v for k, v in record.items() if k not in ("q_hat", "value")}
            records.append(record)

        names["occupancy"] = blurred if least else right
        names["play"](list(mdp.layers), mdp.A, case.T, case.delta, case.episodes, step, write)
        return records

    return play


def wide() -> LayeredMDP:
    """Many pairs, so that first visits are many."""
    rng, layers, A = np.random.default_rng(3), (1, 12, 12, 1), 3
    P = [rng.dirichlet(np.full(Y, 0.5), (X, A)) for X, Y in pairwise(layers)]
    r = [rng.uniform(0.2, 0.5, (X, A)).round(3) for X in layers[:-1]]
    return LayeredMDP(layers, A, tuple(P), tuple(r))


ARMS = LayeredMDP((1, 1), 2, (np.ones((1, 2, 1)),), (np.array([[0.2, 0.7]]),))


@pytest.mark.parametrize("choose", [action_0, least_probable])
@pytest.mark.parametrize("tolerance", [1e-7, 1e-6])
def test_P1_P2_P3_an_action_that_is_recorded_as_improbable(
    choose: Choose, tolerance: float
) -> None:
    """Just above the tolerance, as P3 has it, where `played` no longer excludes it."""
    faulty = program(choose, least=1.01 * tolerance, tolerance=tolerance)
    options = {} if tolerance == 1e-7 else {"tolerance": tolerance}
    case = Case(ARMS, 3000, 0.9, 1, 3000, options=options)
    failure, _ = kit.judge(faulty, case)
    assert failure is not None and failure.rule == "improbable" and "actions" in failure.text
    assert kit.judge(faulty, case, play=False)[0] is None, "no rule is broken"
    fair = program(honest, least=1.01 * tolerance, tolerance=tolerance)
    assert kit.judge(fair, case)[0] is None, "R-38 admits policies this near to an optimal one"
    outcome = kit.run_cases(faulty, runs=12, options=options, shrink=False)
    assert outcome.failure is not None  # with more layers the loss itself may be too large
    assert outcome.failure.rule in ("improbable", "pi-optimal")


@pytest.mark.parametrize("what", ["rewards", "transitions"])
def test_P7_first_visits_that_are_not_chance(what: str) -> None:
    case = Case(wide(), 400, 0.1, 1, 400)
    failure, _ = kit.judge(program(honest, tampered=what), case)
    assert failure is not None and failure.rule == "improbable"
    assert "first visits" in failure.text and what in failure.text
    assert kit.judge(program(honest), case)[0] is None
    assert kit.judge(program(honest, tampered=what), case, play=False)[0] is None, "no rule"
