"""What people run can be declared: plans when a count has doubled or become a power of 2, in the
middle of an episode too, a prior in P_hat, a bonus at the last step; Bernstein's radii, of pairs
and of single probabilities; PSRL's priors. Declared they conform, undeclared they are named, and a
fault in each is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofs_check.guests.kit.flat_cases import river
from proofs_check.guests.kit.flat_kit import run_flat_cases
from reference.guests.flat.flat_radii import radii
from reference.guests.flat.flat_records import PS_RL, UCB_VI, UCFH, UCRL2
from reference.support.errors import MalformedInput
from tests.guests.flat.learners import Edits, checked, garnet, implementation, write

VARIANTS: dict[str, dict[str, Any]] = {
    "plans on doubling": {"scale": 0.02, "plan": "doubling"},
    "a prior": {"scale": 0.02, "prior": 0.5},
    "a last bonus": {"scale": 0.002, "bonus": "BF", "last": "H^2"},
    "plans on powers": {"scale": 0.02, "plan": "powers"},
    "plans at once": {"scale": 0.02, "plan": "powers at once"},
    "plans on doubling, at once": {"scale": 0.02, "plan": "doubling at once"},
    "all": {"scale": 0.002, "bonus": "BF", "last": "H^2", "prior": 1.0, "plan": "doubling"},
}


@pytest.mark.parametrize("kept", [None, ()])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_declared_variant_conforms(name: str, kept: Any, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    outcome = checked(write(file, UCB_VI, garnet(), 600, options=VARIANTS[name], kept=kept))
    assert (outcome.verdict, outcome.total) == ("conforms", 0), outcome.first
    plans = file.read_text().count('"record":"plan"')
    assert (plans < 120) == ("plan" in VARIANTS[name])
    steps = file.read_text().count('"record":"steps"')
    assert (steps > 120) == VARIANTS[name].get("plan", "").endswith("at once")


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [("plans on doubling", "plan", "plan = doubling"), ("a prior", "prior", "prior = 0.5"),
     ("a last bonus", "last", "last = H^2"), ("plans on powers", "plan", "plan = powers")],
)  # fmt: skip
def test_an_undeclared_variant_is_named(name: str, key: str, words: str, tmp_path: Path) -> None:
    options = VARIANTS[name]
    declared = {k: v for k, v in options.items() if k != key}
    file = write(tmp_path / "run.jsonl", UCB_VI, garnet(), 600, options=options, declared=declared)
    outcome = checked(file)
    assert (
        outcome.verdict == "does not conform" and outcome.variants == (words,) and outcome.explained
    )


FAULTS: dict[str, tuple[str, Edits, str]] = {
    "a plan one visit late": (
        "plans on doubling", (("due(plan, N, N_plan)", "(N - N_plan > np.maximum(1, N_plan)).any()"
        ),), "ucbvi-order"),
    "a plan one visit early": (
        "plans on doubling", (("due(plan, N, N_plan)", "(N - N_plan >= N_plan).any()"),),
        "ucbvi-order"),
    "plans on doubling, not on powers": (
        "plans on powers", (("due(plan, N, N_plan)", "due('doubling', N, N_plan)"),),
        "ucbvi-order"),
    "plans that wait for the end of the episode": (
        "plans at once", (("due_at_once(plan, N, N_plan)", "False"),), "ucbvi-order"),
    "a plan at once after every step": (
        "plans at once", (("due_at_once(plan, N, N_plan)", "True"), ("or due(plan, N, N_plan)",
        "or True")), "flat-H-steps"),
    "Q of the plan before, in mid-episode": (
        "plans at once", (("range(H if now else 0)", "range(0 if begun else H)"),), "ucbvi-V"),
    "a prior that is not counted below": (
        "a prior", (("(N + prior * S)[", "np.maximum(1, N)["),), "ucbvi-p_bar"),
    "a prior shared by the states": (
        "a prior", (("(N + prior * S)", "(N + prior)"),), "ucbvi-p_bar"),
    "a last bonus of H": (
        "a last bonus", (("n_next = np.zeros(S)", "n_next = np.full(S, 10**9)"),), "ucbvi-bonus"),
}  # fmt: skip


ANOTHER_VARIANT = {
    "plans on doubling, not on powers": "plan = doubling",
    "plans that wait for the end of the episode": "plan = powers",
}
"""Faults that another option would declare."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_it_is_found(name: str, tmp_path: Path) -> None:
    variant, edits, rule = FAULTS[name]
    options = VARIANTS[variant]
    outcome = checked(
        write(tmp_path / "run.jsonl", UCB_VI, garnet(), 600, edits=edits, options=options)
    )
    assert outcome.verdict == "does not conform" and outcome.explained == (name in ANOTHER_VARIANT)
    assert not outcome.explained or outcome.variants == (ANOTHER_VARIANT[name],)
    assert outcome.certain is not None and outcome.certain.rule == rule, outcome.first


RADII: dict[str, tuple[str, str]] = {
    f"{algorithm}, {radius}": (algorithm, radius)
    for algorithm in (UCRL2, UCFH)
    for radius in ("bernstein", "bernstein-sum")
}


@pytest.mark.parametrize("name", RADII)
def test_bernstein_s_radii_can_be_declared(name: str, tmp_path: Path) -> None:
    """Of a pair, and of every successor; a wrong factor of them is found, and a cause named."""
    algorithm, radius = RADII[name]
    file, options = tmp_path / "run.jsonl", {"radius": radius}
    outcome = checked(write(file, algorithm, river(3), 2000, options=options))
    assert (outcome.verdict, outcome.total) == ("conforms", 0), outcome.first

    def wide(*given: Any) -> Any:
        d_r, d_p = radii(*given)
        return d_r, 1.01 * d_p

    more = {"radii": wide}
    outcome = checked(write(file, algorithm, river(3), 2000, more=more, options=options))
    assert {d.rule for d in outcome.divergences} == {f"{algorithm.lower()}-d_p"}, outcome.first
    assert any("d_p is 1.01 of" in cause for cause in outcome.cause), outcome.cause


@pytest.mark.parametrize("rewards", ["beta", "normal", "mean"])
def test_priors_of_PSRL_can_be_declared(rewards: str, tmp_path: Path) -> None:
    """Undeclared, the draws are not those of the posterior."""
    options: dict[str, Any] = {"rewards": rewards, "alpha0": 0.5}
    options |= {"normal": {"mu0": 1.0, "sigma0": 2.0, "sigma": 0.5}, "beta": {"b0": 3.0}}.get(
        rewards, {}
    )
    file, steps = tmp_path / "run.jsonl", 2000 if rewards == "mean" else 600
    outcome = checked(write(file, PS_RL, garnet(), steps, options=options))
    assert (outcome.verdict, outcome.total) == ("conforms", 0), outcome.first
    outcome = checked(write(file, PS_RL, garnet(), steps, options=options, declared={}))
    # A normal reward may be outside of [0, 1], where a Beta posterior has none.
    rule = "psrl-r" if rewards == "normal" else "psrl-posterior"
    assert outcome.certain is not None and outcome.certain.rule == rule, outcome.first


def test_a_radius_of_the_wrong_shape_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    for radius, other in (("bernstein", "JOA"), ("JOA", "bernstein")):
        options, declared = {"radius": radius}, {"radius": other}
        write(file, UCRL2, river(3), 200, options=options, declared=declared)
        with pytest.raises(MalformedInput) as caught:
            checked(file)
        assert caught.value.field.startswith("d_p[0]")


def test_recorded_radii_may_be_of_either_shape(tmp_path: Path) -> None:
    """Colosseum's and RonanFR's are those of single probabilities."""
    file, declared = tmp_path / "run.jsonl", {"radius": "recorded"}
    for algorithm in (UCRL2, UCFH):
        for radius in ("JOA", "bernstein", "bernstein-sum"):
            options = {"radius": radius}
            write(file, algorithm, river(3), 2000, options=options, declared=declared)
            outcome = checked(file)
            given = "conforms given what was recorded"
            assert (outcome.verdict, outcome.total) == (given, 0), outcome.first


def test_the_kit_asks_for_them() -> None:
    options = VARIANTS["all"]
    outcome = run_flat_cases(
        UCB_VI, implementation(UCB_VI, options=options), runs=6, options=options
    )
    assert outcome.failure is None and outcome.vacuous == "", outcome.report()
    outcome = run_flat_cases(UCB_VI, implementation(UCB_VI, options=options), runs=6)
    assert outcome.failure is not None and outcome.failure.rule == "case"
