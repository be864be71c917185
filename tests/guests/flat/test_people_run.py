"""What people run as UCBVI can be declared: plans when a count has doubled, a prior in P_hat, a
bonus at the last step. Declared they conform, undeclared they are named, and a fault in each is
found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofs_check.guests.kit.flat_kit import run_flat_cases
from reference.guests.flat.flat_records import UCB_VI
from tests.guests.flat.learners import Edits, checked, garnet, implementation, write

VARIANTS: dict[str, dict[str, Any]] = {
    "plans on doubling": {"scale": 0.02, "plan": "doubling"},
    "a prior": {"scale": 0.02, "prior": 0.5},
    "a last bonus": {"scale": 0.002, "bonus": "BF", "last": "H^2"},
    "all": {"scale": 0.002, "bonus": "BF", "last": "H^2", "prior": 1.0, "plan": "doubling"},
}


@pytest.mark.parametrize("kept", [None, ()])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_declared_variant_conforms(name: str, kept: Any, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    found = checked(write(file, UCB_VI, garnet(), 600, options=VARIANTS[name], kept=kept))
    assert (found.verdict, found.total) == ("conforms", 0), found.first
    plans = file.read_text().count('"record":"plan"')
    assert (plans < 60) == (VARIANTS[name].get("plan") == "doubling") and plans <= 120


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [("plans on doubling", "plan", "plan = doubling"), ("a prior", "prior", "prior = 0.5"),
     ("a last bonus", "last", "last = H^2")],
)  # fmt: skip
def test_an_undeclared_variant_is_named(name: str, key: str, words: str, tmp_path: Path) -> None:
    options = VARIANTS[name]
    declared = {k: v for k, v in options.items() if k != key}
    file = write(tmp_path / "run.jsonl", UCB_VI, garnet(), 600, options=options, declared=declared)
    found = checked(file)
    assert found.verdict == "does not conform" and found.variants == (words,) and found.explained


FAULTS: dict[str, tuple[str, Edits, str]] = {
    "a plan one visit late": (
        "plans on doubling", (("N - N_plan >= np.max", "N - N_plan > np.max"),), "ucbvi-order"),
    "a plan one visit early": (
        "plans on doubling", (("np.maximum(1, N_plan)).any()", "N_plan).any()"),), "ucbvi-order"),
    "a prior that is not counted below": (
        "a prior", (("(N + prior * S)[:", "np.maximum(1, N)[:"),), "ucbvi-p_bar"),
    "a prior shared by the states": (
        "a prior", (("(N + prior * S)", "(N + prior)"),), "ucbvi-p_bar"),
    "a last bonus of H": (
        "a last bonus", (("n_next = np.zeros(S)", "n_next = np.full(S, 10**9)"),), "ucbvi-bonus"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_it_is_found(name: str, tmp_path: Path) -> None:
    variant, edits, rule = FAULTS[name]
    options = VARIANTS[variant]
    found = checked(
        write(tmp_path / "run.jsonl", UCB_VI, garnet(), 600, edits=edits, options=options)
    )
    assert found.verdict == "does not conform" and not found.explained
    assert found.certain is not None and found.certain.rule == rule, found.first


def test_the_kit_asks_for_them() -> None:
    options = VARIANTS["all"]
    found = run_flat_cases(UCB_VI, implementation(UCB_VI, options=options), runs=6, options=options)
    assert found.failure is None and found.vacuous == "", found.report()
    found = run_flat_cases(UCB_VI, implementation(UCB_VI, options=options), runs=6)
    assert found.failure is not None and found.failure.rule == "case"
