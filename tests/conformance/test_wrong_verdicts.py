"""Verdicts that were wrong once: each with the trace that showed it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.planted.faulty_producer import Record, Setting, produce
from tests.planted.planted_runs import ALL, BOTH, CONFORMS, LONG, PI, SHORT, keep, verdict

GHOST = 5e-8  # below the default tolerance, 1e-7


def epochs(records: list[Record]) -> list[Record]:
    return [r for r in records if r["record"] == "epoch"]


def test_an_action_of_probability_below_the_tolerance_is_not_played() -> None:
    """pi gives every action something, so that nothing that is played could be wrong."""
    records = keep(produce(LONG), PI)
    changed = 0
    pi: Any = None
    for record in records:
        if record["record"] == "epoch" and record["i"] > 1:
            pi = record["pi"] = [
                [[p if p else 4e-8 for p in row] for row in of_h] for of_h in record["pi"]
            ]
        elif record["record"] == "episode" and pi is not None and 4e-8 in pi[0][0]:
            changed += 1
            last = record
    assert changed and verdict(records) == CONFORMS
    last["a"][0] = pi[0][0].index(4e-8)
    assert verdict(records) == "played"


@pytest.mark.parametrize("declared", ["uniform", "greedy", "previous"])
@pytest.mark.parametrize("rational", [False, True])
def test_ghost_mass_excuses_no_other_completion(declared: str, rational: bool) -> None:
    """A mass of 5e-8 where there is none makes a state occupied, and eq. (6) then says `first`."""
    records = keep(produce(replace(LONG, completion=declared, T=150, seed=1)), BOTH)
    assert verdict(records) == CONFORMS
    planted = 0
    for record in epochs(records)[1:]:
        for q_h, pi_h in zip(record["q_hat"], record["pi"], strict=True):
            for rows, pi_x in zip(q_h, pi_h, strict=True):
                if not any(map(any, rows)) and pi_x[0] != 1:
                    rows[0][0] = "1/20000000" if rational else GHOST
                    pi_x[:] = [1.0] + [0.0] * (len(pi_x) - 1)
                    planted += 1
    assert planted
    assert verdict(records) == "completion"


@pytest.mark.parametrize(("r_hat", "expected"), [(1.0, CONFORMS), (0.7815, "r_hat")])
def test_r_hat_1_is_1(r_hat: float, expected: str) -> None:
    """Alg. 1 l. 5, where eq. (16) would give min{1, 0 + b} = 0.7815: log10(2/0.99) is small."""
    setting = Setting(layers=(1, 1), A=1, T=1, delta=0.99, log="log10")
    records = keep(produce(setting), ALL)
    records[1].update(r_hat=[[[r_hat]]], value=1)
    assert verdict(records) == expected


def stopped(part: list[Record]) -> list[Record]:
    played = sum(r["record"] == "episode" for r in part)
    return [*part, {"record": "end", "episodes": played, "epochs": len(epochs(part))}]


def test_a_run_may_stop_before_or_after_an_epoch_that_is_owed() -> None:
    """Before T, both are beginnings of the same run: the epoch belongs to the next episode."""
    records = keep(produce(SHORT), PI)
    k = next(k for k, r in enumerate(records) if r.get("i") == 3)
    assert verdict(stopped(records[:k])) == verdict(stopped(records[: k + 1])) == CONFORMS


def test_an_epoch_that_is_not_owed_is_early_at_the_end_too() -> None:
    records = keep(produce(SHORT), PI)
    kinds = [r["record"] for r in records]
    k = next(k for k in range(len(kinds)) if kinds[k : k + 2] == ["episode", "episode"])
    last = epochs(records[: k + 1])[-1]
    early = {**last, "i": last["i"] + 1, "t": records[k]["t"] + 1}
    assert verdict(stopped([*records[: k + 1], early])) == "epoch-early"
