"""Settings that people run: each declared conforms, undeclared it is refused, a fault in it is
found, a program that never learns does not pass, and the kit asks for it (settings.md)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.guests.flat.check import check_flat_file
from proofs_check.guests.kit.flat_cases import FlatCase, by_step, river
from proofs_check.guests.kit.flat_kit import judge_flat, run_flat_cases
from reference.figure1.learner import Sizes
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_mdp_file import flat_mdp_text, parse_flat_mdp
from reference.guests.flat.flat_records import (
    KNOWN,
    LENGTHS,
    OPTIONS_OF,
    PS_RL,
    STAGES,
    UCB_B,
    UCB_H,
    UCB_VI,
    UCFH,
    UCRL2,
    WHICH_Q,
)
from reference.guests.learners.ucbvi import bonus_BF
from reference.readings import BY_KEY
from reference.simulator import generator
from reference.support.errors import OK, UNDECIDED, USAGE, MalformedInput
from tests.called import Command
from tests.guests.flat.learners import Edits, H, checked, garnet, implementation, write
from tests.guests.flat.test_vacuous import never_learns
from tests.paths import ROOT

# setting -> algorithm, options
SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "known rewards, UCBVI": (UCB_VI, {"scale": 0.02, "rewards": "known"}),
    "known rewards, UCFH": (UCFH, {"radius": (0.05, 0.05), "rewards": "known"}),
    "known rewards, PSRL": (PS_RL, {"rewards": "known"}),
    "the visited pair": (UCB_VI, {"scale": 0.02, "update": "visited"}),
    "the visited pair, BF": (UCB_VI, {"bonus": "BF", "scale": 0.002, "update": "visited"}),
    "the visited pair, last first": (UCB_VI, {"scale": 0.02, "update": "visited-backward"}),
    "H-h, CH": (UCB_VI, {"scale": 0.02, "length": "H-h"}),
    "H-h, BF": (UCB_VI, {"bonus": "BF", "scale": 0.002, "last": "H^2", "length": "H-h"}),
    "H-h, UCB-H": (UCB_H, {"c": 0.1, "length": "H-h"}),
    "H-h, UCB-B": (UCB_B, {"c1": 0.05, "c2": 0.2, "length": "H-h"}),
    "stages, UCBVI": (UCB_VI, {"scale": 0.02, "stages": "own"}),
    "stages, UCBVI-BF": (UCB_VI, {"bonus": "BF", "scale": 0.002, "stages": "own"}),
    "stages, UCFH": (UCFH, {"radius": (0.02, 0.02), "stages": "own"}),
    "stages, PSRL": (PS_RL, {"stages": "own"}),
    "stages, known rewards, UCBVI": (
        UCB_VI, {"scale": 0.02, "stages": "own", "rewards": "known", "length": "H-h"}),
    "stages, known rewards, UCFH": (
        UCFH, {"radius": (0.02, 0.02), "stages": "own", "rewards": "known"}),
    "stages, known rewards, PSRL": (PS_RL, {"stages": "own", "rewards": "known"}),
    "stages, the visited pair": (UCB_VI, {"scale": 0.001, "stages": "own", "update": "visited"}),
}  # fmt: skip
STAGED = [name for name in SETTINGS if name.startswith("stages")]


def world(name: str, mdp: FlatMDP) -> FlatMDP:
    """The MDP, with a P of its own for every step where the setting has stages."""
    return by_step(mdp, H) if name in STAGED else mdp


@pytest.mark.parametrize("kept", [None, ()])
@pytest.mark.parametrize("where", ["garnet", "river", "ending"])
@pytest.mark.parametrize("name", SETTINGS)
def test_declared_it_conforms(name: str, where: str, kept: Any, tmp_path: Path) -> None:
    algorithm, options = SETTINGS[name]
    mdp = {"garnet": garnet(), "river": river(3), "ending": garnet(5, 2, 3, terminal=(2,))}[where]
    run = write(
        tmp_path / "run.jsonl", algorithm, world(name, mdp), 800, options=options, kept=kept
    )
    outcome = checked(run)
    assert (outcome.verdict, outcome.total) == ("conforms", 0), outcome.first


# setting -> what the header says instead, the rule that breaks
UNDECLARED: dict[str, tuple[dict[str, Any], str]] = {
    "known rewards, UCBVI": ({"scale": 0.02}, "ucbvi-r_bar"),
    "known rewards, UCFH": ({"radius": (0.05, 0.05)}, "ucfh-d_r"),
    "known rewards, PSRL": ({}, "psrl-posterior"),
    "the visited pair": ({"scale": 0.02}, "ucbvi-Q"),
    "the visited pair, BF": ({"bonus": "BF", "scale": 0.002}, "ucbvi-Q"),
    "the visited pair, last first": ({"scale": 0.02}, "ucbvi-Q"),
    "H-h, CH": ({"scale": 0.02}, "ucbvi-bonus"),
    "H-h, BF": ({"bonus": "BF", "scale": 0.002, "last": "H^2"}, "ucbvi-bonus"),
    "H-h, UCB-H": ({"c": 0.1}, "ucbq-bonus"),
    "H-h, UCB-B": ({"c1": 0.05, "c2": 0.2}, "ucbq-bonus"),
}
NAMED = {name for name in UNDECLARED if not name.startswith("known")}
"""Those that the report names: they can be found by reading the trace again."""


@pytest.mark.parametrize("name", UNDECLARED)
def test_undeclared_it_is_refused(name: str, tmp_path: Path) -> None:
    algorithm, options = SETTINGS[name]
    declared, rule = UNDECLARED[name]
    how: dict[str, Any] = {"options": options, "declared": declared}
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, garnet(), 800, **how))
    assert outcome.verdict == "does not conform"
    assert outcome.certain is not None and outcome.certain.rule == rule, outcome.first
    changed = {key: v for key, v in options.items() if declared.get(key) != v}
    named = tuple(f"{key} = {v}" for key, v in changed.items()) if name in NAMED else ()
    assert (outcome.variants, outcome.explained) == (named, bool(named))


TOLD = "np.broadcast_to(r_known, N.shape)"
# fault -> setting, edits of the learner, the only broken rule, or rules: of a wrong plan V and pi
FAULTS: dict[str, tuple[str, Edits, str]] = {
    "UCBVI plans with the mean reward": (
        "known rewards, UCBVI", (("r_bar = np.broadcast_to(r, N.shape)\n", "pass\n"),),
        "ucbvi-r_bar"),
    "UCBVI forgets the known reward": (
        "known rewards, UCBVI", (("known = r_bar[g] +", "known = 0 * r_bar[g] +"),), "ucbvi-Q"),
    "UCFH keeps a radius of the rewards": (
        "known rewards, UCFH", ((f"r_bar, d_r = {TOLD}, np.zeros(N.shape)", f"r_bar = {TOLD}"),),
        "ucfh-d_r"),
    "UCFH plans with the mean reward": (
        "known rewards, UCFH", ((f"{TOLD}, np.zeros(N.shape)", "r_bar, np.zeros(N.shape)"),),
        "ucfh-r_bar"),
    "PSRL plans with the mean reward": (
        "known rewards, PSRL", ((f"r = {TOLD}", "r = R / np.maximum(1, N)"),), "psrl-r"),
    "PSRL, draws of the prior, rewards known": (
        "known rewards, PSRL", (("dirichlet(alpha0 + N3,", "dirichlet(alpha0 + 0 * N3,"),),
        "psrl-posterior"),
    "the visited state, every action": (
        "the visited pair", (("since[h, s, a] = True",
        "since[h, s, :] = True"),), "ucbvi-Q"),
    "every pair ever visited": (
        "the visited pair", (("since[...], V_plan = False, V", "V_plan = V"),), "ucbvi-Q"),
    "V of this plan, not of the last": (
        "the visited pair", (('V_plan[h + 1] if update == "visited" else V[h + 1]', "V[h + 1]"),),
        "ucbvi-Q"),
    "BF with the V of this plan": (
        "the visited pair, BF", (("n[g], P[g], after, n_next)", "n[g], P[g], V[h + 1], n_next)"),),
        "ucbvi-bonus"),
    "V of the last plan, not of this": (
        "the visited pair, last first", (('update == "visited" else', 'update != "all" else'),),
        "ucbvi-Q"),
    "H - h - 1 for H - h": ("H-h, CH", (("H - h if", "H - h - 1 if"),), "ucbvi-bonus"),
    "H - h in the first term of BF alone": (
        "H-h, BF", (("b[h] = bonus_BF(", "b[h] = halves("),), "ucbvi-bonus"),
    "H - h - 1 for H - h, UCB-H": ("H-h, UCB-H", (("H - h if", "H - h - 1 if"),), "ucbq-bonus"),
    "beta_{t-1} with H": (
        "H-h, UCB-B", (("before, sizes = beta[h, s, a], Sizes(left, S, A)",
        "before, sizes = beta[h, s, a], Sizes(left if t > 1 else H, S, A)"),), "ucbq-bonus"),
}  # fmt: skip


def halves(sizes: Sizes, Lg: float, n: Any, P: Any, V: Any, n_next: Any) -> Any:
    """BF whose correction N' has H, not H - h."""
    whole, right = sizes._replace(H=H), bonus_BF(sizes, Lg, n, P, V, None)
    return right + bonus_BF(whole, Lg, n, P, V, n_next) - bonus_BF(whole, Lg, n, P, V, None)


STAGED_FAULTS: dict[str, tuple[str, Edits, str]] = {
    "UCBVI plans with the model of step 0": (
        "stages, UCBVI", (("P[g] @ after", "P[0] @ after"),), "ucbvi-Q"),
    "a bonus of the visits of step 0": (
        "stages, UCBVI", (("bonus_CH(left, Lg, n[g])", "bonus_CH(left, Lg, n[0])"),),
        "ucbvi-bonus"),
    "BF with the model of step 0": (
        "stages, UCBVI-BF", (("n[g], P[g], after, n_next)", "n[g], P[0], after, n_next)"),),
        "ucbvi-bonus"),
    "UCFH plans with the set of step 0": (
        "stages, UCFH", (("ball_maximum(p_bar[g], d_p[g]", "ball_maximum(p_bar[0], d_p[0]"),),
        "ucfh-V|ucfh-greedy"),
    "PSRL plans with the P of step 0": (
        "stages, PSRL", (("P[g] @ V[h + 1]", "P[0] @ V[h + 1]"),),
        "psrl-V|psrl-greedy"),
    "PSRL draws one noise for all steps": (
        "stages, PSRL", (("P = dirichlet(alpha0 + N3, random)",
        "P = np.repeat(dirichlet(alpha0 + N3.sum(axis=0)[None], random), H, axis=0)"),),
        "psrl-posterior"),
    "the known rewards of step 0, UCBVI": (
        "stages, known rewards, UCBVI", (("r_bar[g] +", "r_bar[0] +"),), "ucbvi-Q"),
    "the known rewards of step 0, UCFH": (
        "stages, known rewards, UCFH", (("r[g] + ball_max", "r[0] + ball_max"),),
        "ucfh-V|ucfh-greedy"),
    "the known rewards of step 0, PSRL": (
        "stages, known rewards, PSRL", (("r[g] + P[g]", "r[0] + P[g]"),),
        "psrl-V|psrl-greedy"),
    "stages, the state that was visited": (
        "stages, the visited pair", (("since[h, s, a] = True", "since[h, s, :] = True"),),
        "ucbvi-Q"),
}  # fmt: skip
FAULTS |= STAGED_FAULTS


MORE: dict[str, Any] = {"halves": halves}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_it_is_found_for_its_cause_alone(name: str, tmp_path: Path) -> None:
    setting, edits, rule = FAULTS[name]
    algorithm, options = SETTINGS[setting]
    how: dict[str, Any] = {"edits": edits, "options": options, "more": MORE}
    mdp = world(setting, garnet())
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, mdp, 800, **how))
    assert outcome.verdict == "does not conform"
    assert {d.rule for d in outcome.divergences} <= set(rule.split("|")), outcome.first


def test_every_setting_has_a_fault() -> None:
    assert {setting for setting, *_ in FAULTS.values()} == set(SETTINGS)
    assert set(UNDECLARED) == set(SETTINGS) - set(STAGED)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_kit_asks_for_it(name: str) -> None:
    """A program that does not know which variant is meant fails, one that plays another, too."""
    algorithm, options = SETTINGS[name]
    outcome = run_flat_cases(
        algorithm, implementation(algorithm, options=options), runs=12, options=options
    )
    assert outcome.failure is None and not outcome.vacuous, outcome.report()
    of = implementation(algorithm, options=options)
    outcome = run_flat_cases(algorithm, of, runs=9)
    assert outcome.failure is not None and outcome.failure.rule == "case"
    _, edits, rule = next(fault for fault in FAULTS.values() if fault[0] == name)
    of = implementation(algorithm, edits=edits, options=options, more=MORE)
    outcome = run_flat_cases(algorithm, of, runs=9, options=options)
    assert outcome.failure is not None and outcome.failure.rule in rule, outcome.report()


@pytest.mark.parametrize("name", SETTINGS)
def test_what_never_learns_is_never_accepted(name: str) -> None:
    """As it stands it breaks a rule, or decides nothing."""
    algorithm, options = SETTINGS[name]
    outcome = run_flat_cases(algorithm, never_learns({}), runs=9, options=options)
    assert outcome.failure is not None or outcome.vacuous, outcome.report()


# ------------------------------------------------------------------------------ known rewards


def test_what_knows_the_rewards_alone_has_learned_nothing(tmp_path: Path) -> None:
    """UCFH whose transitions are all possible plays by r alone, which refuses actions; UCBVI with a
    model for unseen pairs, but no bonus and no future, has Q = r for ever."""
    options = {"radius": (1e-6, 1e3), "rewards": "known"}
    outcome = checked(write(tmp_path / "run.jsonl", UCFH, garnet(), 400, options=options))
    assert outcome.verdict == "vacuous" and outcome.cells["another action"] > 0
    head: dict[str, Any] = {"record": "header", "format": "flat-trace", "version": 1, "S": 1}
    head |= {"algorithm": "UCBVI", "A": 2, "H": 1, "K": 2, "delta": 0.1, "r": [[0.25, 0.5]]}
    head["options"] = {"rewards": "known", "unseen": "model", "scale": 0}
    lines: list[dict[str, Any]] = [head]
    for k in (1, 2):
        lines.append({"record": "plan", "k": k, "Q": [[[0.25, 0.5]]]})
        lines.append({"record": "steps", "s": [0], "a": [1], "r": [0.5], "s1": [0]})
    lines.append({"record": "end", "steps": 2})
    file = tmp_path / "r.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    outcome = checked(file)
    assert (outcome.verdict, outcome.total) == ("vacuous", 0), outcome.first


@pytest.mark.parametrize(
    ("r", "stages", "received", "step"),
    [
        ([[0, 1]], "shared", [1, 1], None),
        ([[0, 1]], "shared", [1, 0.5], 1),
        ([[0, 1]], "own", [0.5, 1], 0),
        ([[[0, 1]], [[0, 0]]], "own", [1, 0], None),
        ([[[0, 1]], [[0, 0]]], "own", [1, 1], 1),
        ([[0, 0.5]], "shared", [1, 0], None),
    ],
)
def test_a_reward_of_known_mean_0_or_1_is_that(
    r: Any, stages: str, received: list[float], step: int | None, tmp_path: Path
) -> None:
    """Planted: another one, at one step only where each has its own rewards."""
    head: dict[str, Any] = {"record": "header", "format": "flat-trace", "version": 1, "S": 1}
    head |= {"algorithm": "UCBVI", "A": 2, "H": 2, "K": 1, "delta": 0.1, "r": r}
    head["options"] = {"rewards": "known", "stages": stages}
    plan = {"record": "plan", "k": 1, "Q": [[[2, 2]], [[2, 2]]]}
    steps = {"record": "steps", "s": [0, 0], "a": [1, 1], "r": received, "s1": [0, 0]}
    lines = [head, plan, steps, {"record": "end", "steps": 2}]
    file = tmp_path / "r.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    outcome = checked(file)
    assert outcome.total == (step is not None), outcome.first
    if outcome.first is not None:
        assert (outcome.first.rule, outcome.first.indices["step"]) == ("flat-reward", step)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"r": None}, "must be given if `rewards` is known"),
        ({"options": {}}, "needs `rewards` known"),
        ({"r": [[0.5, 2, 0]] * 4}, "must lie in [0, 1]"),
        ({"r": [[0.5]] * 4}, "must"),
    ],
)
def test_a_header_has_the_rewards_that_are_known(
    change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    file = write(tmp_path / "run.jsonl", UCB_VI, garnet(), 10, options={"rewards": "known"})
    head, *rest = file.read_text().splitlines(keepends=True)
    header = {key: v for key, v in {**json.loads(head), **change}.items() if v is not None}
    file.write_text(json.dumps(header) + "\n" + "".join(rest))
    with pytest.raises(MalformedInput) as caught:
        checked(file)
    assert caught.value.line == 1 and caught.value.field.startswith("r")
    assert words in caught.value.rule


def test_the_kit_knows_the_rewards() -> None:
    """Those of another MDP are refused by name."""
    options = {"scale": 0.02, "rewards": "known"}
    of = implementation(UCB_VI, options=options)

    def other(case: FlatCase) -> Any:
        head, *rest = of(case)
        r = [[1 - v for v in row] for row in head["r"]]
        return [{**head, "r": r}, *rest]

    outcome = run_flat_cases(UCB_VI, other, runs=3, options=options)
    assert outcome.failure is not None and outcome.failure.rule == "case"
    assert "the header has r[" in outcome.failure.text


def test_rewards_that_seem_to_be_known_are_named(tmp_path: Path) -> None:
    """A public UCBVI that knows them and has a model for unseen pairs."""
    head: dict[str, Any] = {"record": "header", "format": "flat-trace", "version": 1, "S": 1}
    head |= {"algorithm": "UCBVI", "A": 1, "H": 1, "K": 1, "delta": 0.1}
    head["options"] = {"unseen": "model", "scale": 0}
    plan = {"record": "plan", "k": 1, "Q": [[[0.25]]]}
    steps = {"record": "steps", "s": [0], "a": [0], "r": [0.25], "s1": [0]}
    lines = [head, plan, steps, {"record": "end", "steps": 1}]
    file = tmp_path / "run.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    outcome = check_flat_file(file)
    assert outcome.first is not None and "its reward would be 1/4" in outcome.first.found, (
        outcome.first
    )


# ------------------------------------------------------------------------------ stages


@pytest.mark.parametrize("name", ["stages, UCBVI", "stages, UCFH"])
def test_stages_are_named_where_no_table_shows_them(name: str, tmp_path: Path) -> None:
    algorithm, options = SETTINGS[name]
    declared = {key: v for key, v in options.items() if key != "stages"}
    how: dict[str, Any] = {"options": options, "declared": declared, "kept": ()}
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, world(name, garnet()), 800, **how))
    assert outcome.verdict == "does not conform" and outcome.variants == ("stages = own",)


@pytest.mark.parametrize("name", ["stages, UCBVI", "stages, UCFH", "stages, PSRL"])
def test_tables_of_another_shape_are_malformed(name: str, tmp_path: Path) -> None:
    algorithm, options = SETTINGS[name]
    declared = {key: v for key, v in options.items() if key != "stages"}
    how: dict[str, Any] = {"options": options, "declared": declared}
    with pytest.raises(MalformedInput) as caught:
        checked(write(tmp_path / "run.jsonl", algorithm, world(name, garnet()), 100, **how))
    assert caught.value.line == 2


@pytest.mark.parametrize("name", ["stages, UCBVI", "stages, UCFH", "stages, PSRL"])
def test_counts_of_the_next_step_are_found(name: str, tmp_path: Path) -> None:
    algorithm, options = SETTINGS[name]
    right = "g = h if own else 0\n                N[g"
    edits = ((right, right.replace("h if own", "(h + 1) % H if own")),)
    how: dict[str, Any] = {"options": options, "edits": edits}
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, world(name, garnet()), 400, **how))
    assert outcome.certain is not None
    assert outcome.certain.rule == f"{algorithm.lower()}-N", outcome.first
    assert "step" in outcome.certain.indices


def test_radii_of_single_probabilities_have_stages_too(tmp_path: Path) -> None:
    mdp = by_step(garnet(3, 2, 1), H)
    for radius, told in (("bernstein", "bernstein"), ("bernstein-sum", "bernstein-sum"),
                         ("JOA", "recorded"), ("bernstein", "recorded")):  # fmt: skip
        options = {"radius": radius, "stages": "own"}
        declared = {**options, "radius": told}
        how: dict[str, Any] = {"options": options, "declared": declared}
        outcome = checked(write(tmp_path / "run.jsonl", UCFH, mdp, 1500, **how))
        assert outcome.total == 0, outcome.first


def test_known_rewards_may_be_the_same_at_every_step(tmp_path: Path) -> None:
    options = {"scale": 0.02, "stages": "own", "rewards": "known"}
    outcome = checked(write(tmp_path / "run.jsonl", UCB_VI, garnet(), 400, options=options))
    assert (outcome.verdict, outcome.total) == ("conforms", 0), outcome.first


def test_an_mdp_of_steps_is_a_file(tmp_path: Path, ucrl_lp: Command, proofs_check: Command) -> None:
    mdp = by_step(garnet(3, 2, 1, terminal=(1,)), 4)
    again = parse_flat_mdp(flat_mdp_text(mdp))
    assert again.P.tolist() == mdp.P.tolist() and again.r.tolist() == mdp.r.tolist()
    assert (again.stages, again.terminal) == (4, (1,))
    file, arrays, out = tmp_path / "mdp.json", tmp_path / "mdp.npz", tmp_path / "run.jsonl"
    file.write_text(flat_mdp_text(mdp))
    np.savez(arrays, P=mdp.P, r=mdp.r)
    for path in (file, arrays):
        for algorithm in ("ucbvi:stages=own,scale=0.02", "ucfh:stages=own", "psrl:stages=own",
                          "psrl:stages=own,rewards=known", "ucb-h:c=0.1"):  # fmt: skip
            words = ("run", "--mdp", path, "--T", 50, "--algorithm", algorithm, "--out", out)
            assert ucrl_lp(*words, "--force", "--quiet").status == OK
            done = proofs_check("trace", out, "--quiet")
            assert done.status in (OK, UNDECIDED) and "divergence" not in done.out, done.out
        for algorithm in ("ucbvi", "ucfh", "psrl:rewards=mean", "ucrl2"):
            done = ucrl_lp("run", "--mdp", path, "--T", 50, "--algorithm", algorithm)
            assert done.status == USAGE and "choose stages=own" in done.err
        done = ucrl_lp("run", "--mdp", path, "--T", 50, "--algorithm", "ucb-h", "--horizon", 3)
        assert done.status == USAGE
    wrong = json.loads(flat_mdp_text(mdp))
    wrong["P"][2][1][0][0] += 0.25
    with pytest.raises(MalformedInput) as caught:
        parse_flat_mdp(json.dumps(wrong))
    assert caught.value.field == "P[2][1][0]"
    values = mdp.values(4)
    by_hand = np.zeros(3)
    for h in reversed(range(4)):
        by_hand = (mdp.r[h] + mdp.P[h] @ by_hand).max(axis=1)
        by_hand[1] = 0.0
    assert np.allclose(values[0], by_hand) and mdp.relabelled(np.arange(3)).P.shape == mdp.P.shape


def test_what_is_played_is_tested_by_its_step() -> None:
    """A program that plays the P of step 0 at every step: where both are possible, by chance."""
    options = {"scale": 0.02, "stages": "own"}
    of = implementation(UCB_VI, options=options)

    def first(case: FlatCase) -> Any:
        P, r = case.mdp.of_step(0)
        stale = replace(case.mdp, P=np.stack([P] * case.H), r=np.stack([r] * case.H))
        return of(replace(case, mdp=stale))

    outcome = run_flat_cases(UCB_VI, first, runs=9, options=options)
    assert outcome.failure is not None and outcome.failure.rule in ("possible", "improbable")
    P = np.array([[[[0.9, 0.1]], [[0.5, 0.5]]], [[[0.1, 0.9]], [[0.5, 0.5]]]])
    mdp = FlatMDP(P, np.full((2, 2, 1), 0.5))
    case = FlatCase(UCB_VI, mdp, 300, 2, 0.1, 1, options=options)
    assert judge_flat(of, case)[0] is None
    failure, _ = judge_flat(first, case)
    assert failure is not None and failure.rule == "improbable"


# ------------------------------------------------------------------------------ readings, pages


KEYS = ("rewards", "update", "length", "stages")


def test_the_options_are_the_readings() -> None:
    """R-43 to R-46: the keys of options, their choices, and the algorithms that have them."""
    for key, choices, names in (
        ("update", WHICH_Q, {UCB_VI}),
        ("length", LENGTHS, {UCB_VI, UCB_H, UCB_B}),
        ("stages", STAGES, {UCB_VI, UCFH, PS_RL}),
    ):
        assert BY_KEY[key].choices == choices
        having = {name for name, options in OPTIONS_OF.items() if options.get(key) == choices}
        assert having == names == {name for name in OPTIONS_OF if key in OPTIONS_OF[name]}
    knowing = {name for name in OPTIONS_OF if KNOWN in OPTIONS_OF[name].get("rewards", ())}
    assert knowing == {UCB_VI, UCFH, PS_RL} and BY_KEY["rewards"].choices == ("estimated", KNOWN)


def test_the_page_s_table_is_that_of_the_options() -> None:
    page = (ROOT / "reference/guests/flat/README.md").read_text(encoding="utf-8")
    table = page.split("## Settings\n", 1)[1].split("\n## ", 1)[0]
    for key, of in (
        ("update", "R-44"),
        ("length", "R-45"),
        ("stages", "R-46"),
        ("rewards", "R-43"),
    ):
        (row,) = (line for line in table.splitlines() if line.endswith(f"| {of} |"))
        assert BY_KEY[key].id == of and f"`{key}`" in row
        for choice in BY_KEY[key].choices[1:]:
            assert choice in row
        for name, options in OPTIONS_OF.items():
            has = key in options and (key != "rewards" or KNOWN in options[key])
            assert not has or name in row, (name, row)


DISCOUNTED: dict[str, tuple[str, Edits, dict[str, Any], str]] = {
    "UCRL2": (UCRL2, (("lambda u: ball_maximum(p_bar, d_p, u)",
        "lambda u: 0.9 * ball_maximum(p_bar, d_p, u)"),), {"clip": False}, "ucrl2-"),
    "UCBVI": (UCB_VI, (("P[g] @ after", "0.9 * P[g] @ after"),), {"scale": 0.02}, "ucbvi-Q"),
    "UCB-H": (UCB_H, (("(r + V_next + b)", "(r + 0.9 * V_next + b)"),), {"c": 0.1}, "ucbq-update"),
    "UCFH": (UCFH, (("r[g] + ball_maximum", "r[g] + 0.9 * ball_maximum"),),
        {"radius": (0.05, 0.05)}, "ucfh-V"),
    "PSRL": (PS_RL, (("r[g] + P[g]", "r[g] + 0.9 * P[g]"),), {}, "psrl-V"),
}  # fmt: skip


@pytest.mark.parametrize("name", DISCOUNTED)
def test_a_discount_is_refused_as_the_page_says(name: str, tmp_path: Path) -> None:
    algorithm, edits, options, rule = DISCOUNTED[name]
    how: dict[str, Any] = {"edits": edits, "options": options}
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, river(), 1000, **how))
    assert outcome.verdict == "does not conform" and not outcome.explained
    assert any(d.rule.startswith(rule) for d in outcome.divergences), outcome.first


def test_a_bonus_outside_of_the_update_is_refused(tmp_path: Path) -> None:
    edits = (("(r + V_next + b)", "(r + V_next)"),)
    how: dict[str, Any] = {"edits": edits, "options": {"c": 0.1}}
    outcome = checked(write(tmp_path / "run.jsonl", UCB_H, garnet(), 400, **how))
    assert outcome.certain is not None and outcome.certain.rule == "ucbq-update"


@pytest.mark.parametrize("recorded", ["coin", "reward"])
def test_rewards_of_coins_conform_if_the_coins_are_recorded(recorded: str, tmp_path: Path) -> None:
    """PSRL that counts a coin with the chance of a reward, in place of the reward."""
    coin = "coin = float(generator([seed, t_], UPDATES).random() < reward); t_ += 1"
    played = "(s, a, coin, s1)" if recorded == "coin" else "(s, a, reward, s1)"
    edits: Edits = (
        ("    Q = np.zeros((H, S, A))\n", "    Q = np.zeros((H, S, A)); t_ = 0\n"),
        ("reward, s1 = step(s, a)\n", f"reward, s1 = step(s, a); {coin}\n"),
        ("R[g, s, a] += reward", "R[g, s, a] += coin"),
        ("played.append((s, a, reward, s1))", f"played.append({played})"),
    )
    how: dict[str, Any] = {"edits": edits, "more": {"generator": coins}, "law": "three-point"}
    outcome = checked(write(tmp_path / "run.jsonl", PS_RL, garnet(), 1500, **how))
    right = ("conforms", 0) if recorded == "coin" else ("does not conform", 1)
    assert (outcome.verdict, outcome.total) == right, outcome.first


def coins(seed: Any, stream: int) -> np.random.Generator:
    """The learner's generator, or one for each coin."""
    if isinstance(seed, list):
        return np.random.default_rng([*seed, 7])
    return generator(seed, stream)
