"""Runs of Algorithm 1 by many producers under many readings: every one must be accepted."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import reference
from proofs_check.conformance.replay import check
from proofs_check.conformance.rules import RULES
from proofs_check.fast.check import Tiers
from reference.environments import random_layered
from reference.mdp import LayeredMDP
from reference.trace.reader import read
from tests.conformance import float_check as slow_check
from tests.planted.faulty_producer import INTERMEDIATES, Setting, produce
from tests.planted.planted_runs import CONFORMS, keep, outcome_of, verdict

CHOICES: dict[str, tuple[Any, ...]] = {
    "layers": (
        (1, 1), (1, 2, 1), (1, 1, 1, 1), (1, 3, 1), (1, 2, 2, 1), (1, 2, 1, 2, 1), (1, 3, 2, 3, 1),
        (1, 5, 1), (1, 2, 2, 2, 2, 2, 1),
    ),
    "A": (1, 2, 3, 4),
    "T": (1, 2, 7, 20, 35, 60),
    "delta": (0.1, 0.01, 0.5, 0.999, 1e-300),
    "trigger": ("max1", "max1", "printed", "printed-without-x_L"),
    "completion": ("uniform", "first", "previous", "greedy", "any"),
    "log": ("ln", "ln", "log2", "log10"),
    "last_trigger": ("skip", "solve"),
    "r_bar": ("running-mean", "sum-over-N"),
    "law": ("bernoulli", "uniform", "three-point", "thirds"),
    "solver": (
        "first", "last", "random", "mixed", "highs", "highs-ds", "highs-ipm",
        "glop-unscaled", "glop-default", "glop-dual-simplex", "glop-reduced",
    ),
    "record": (
        ("q_hat", "pi", *INTERMEDIATES, "Lam", "V"), ("q_hat", "pi"), ("q_hat",), ("pi",),
        ("q_hat", "value", "eps"), ("pi", "value", "r_hat", "N"),
    ),
    "rationals": (False, False, True),
    "mdp": (False, True),
    "extremes": (False, False, True),
    "episodes": (None, None, None, 0.5),
    "tolerance": (None, None, 1e-6),
}  # fmt: skip
NUMBER = 240


def settings() -> Iterator[Setting]:
    """Every choice goes round in its own shuffled order, so that each meets all of the others."""
    rng, orders = random.Random(20231213), {}
    for name, values in CHOICES.items():
        orders[name] = (list(values) * NUMBER)[:NUMBER]
        rng.shuffle(orders[name])
    for seed, chosen in enumerate(zip(*orders.values(), strict=True)):
        setting = Setting(seed=seed, **dict(zip(orders, chosen, strict=True)))
        share = setting.episodes
        yield replace(setting, episodes=share and max(1, int(share * setting.T)))


SETTINGS = list(settings())


def name_of(setting: Setting) -> str:
    s = setting
    return f"{s.seed}-{s.solver}-{s.completion}-{s.trigger}-{s.log}-{'x'.join(map(str, s.layers))}"


@pytest.mark.parametrize("setting", SETTINGS[::6], ids=name_of)
def test_some_conform(setting: Setting) -> None:
    assert_conforms(setting)


@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
def test_all_conform(setting: Setting) -> None:
    assert_conforms(setting)


def assert_conforms(setting: Setting) -> None:
    records = produce(setting)
    outcome = outcome_of(records, everything=True)
    assert outcome.holds, str(outcome.first)
    assert outcome.episodes == (setting.episodes or setting.T)
    assert outcome.largest_gap <= Fraction(setting.tolerance or 1e-7)


def test_there_are_enough_and_every_choice_is_among_them() -> None:
    assert len(SETTINGS) >= 200
    assert set(CHOICES) | {"seed"} == {field.name for field in fields(Setting)}
    for name, values in CHOICES.items():
        if name != "episodes":
            assert {getattr(s, name) for s in SETTINGS} == set(values)
    solved = {(s.solver, s.completion) for s in SETTINGS}
    assert len(solved) >= 0.9 * len(CHOICES["solver"]) * len(CHOICES["completion"])


@pytest.mark.parametrize("setting", SETTINGS[::12], ids=name_of)
def test_the_slow_check_agrees(setting: Setting) -> None:
    records = produce(setting)
    assert slow_check.reason([json.dumps(record).encode() for record in records]) is None
    for record in records:  # whole numbers, written as 1.0
        record |= {key: [float(v) for v in record[key]] for key in ("x", "a") if key in record}
    assert slow_check.reason([json.dumps(record).encode() for record in records]) is None


def test_together_they_apply_every_rule() -> None:
    applied = {
        rule for s in SETTINGS[:30] for rule, n in outcome_of(produce(s)).instances.items() if n
    }
    # The widths of intervals and the rule for ties are the reference's:
    # test_intervals.py, tests/algorithm/test_by_backward_induction.py.
    assert applied == {rule.id for rule in RULES} - {"width", "ties"}


# ----------------------------------------------------------------- traces of the reference itself


def random_mdp(seed: int) -> LayeredMDP:
    return random_layered([(1, 3, 2, 1), (1, 2, 2, 2, 1), (1, 4, 1)][seed % 3], 2, seed=seed)


REFERENCE = [
    {},
    {"completion": "first", "reward-law": "uniform"},
    {"completion": "previous", "reward-law": "three-point", "glop": "default"},
    {"completion": "greedy", "reward-law": "deterministic", "glop": "dual-simplex"},
    {"lp-form": "reduced", "log": "log2"},
    {"trigger": "printed", "last-trigger": "solve"},
    {"trigger": "printed-without-x_L", "log": "log10", "r_bar": "sum-over-N"},
    {"last-trigger": "solve", "completion": "previous", "lp-form": "reduced"},
]


@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("choices", REFERENCE, ids=lambda c: "-".join(c.values()) or "defaults")
def test_the_reference_conforms(choices: dict[str, str], zipped: bool, tmp_path: Path) -> None:
    path = tmp_path / ("run.jsonl.gz" if zipped else "run.jsonl")
    seed = REFERENCE.index(choices) + zipped
    reference.run(random_mdp(seed), 60, seed=seed, choices=choices, out=path)
    outcome = check(read(path), everything=True)
    assert outcome.holds, str(outcome.first)
    assert outcome.largest_gap < 1e-9
    lines = (gzip.decompress(path.read_bytes()) if zipped else path.read_bytes()).splitlines()
    assert slow_check.reason(lines) is None
    records = [json.loads(line) for line in lines]
    for tables in (("q_hat",), ("pi",)):
        assert verdict(keep(records, tables)) == CONFORMS


@pytest.mark.parametrize("radii", ["union", "union-half"])
def test_a_variant_of_the_radii_conforms_under_its_own_name_only(
    radii: str, tmp_path: Path
) -> None:
    """R-37, in both tiers."""
    path = tmp_path / "run.jsonl"
    reference.run(random_mdp(0), 60, choices={"radii": radii}, out=path)
    assert check(read(path), everything=True).holds
    assert Tiers("run").check(path.open("rb")).holds
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert records[0]["readings"].pop("R-37") == radii
    assert verdict(records) == "eps"
