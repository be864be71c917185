"""Honest runs of flat learners conform; every defect seen in public code, and more, is planted in
ours by changing a line, and found for its cause and for nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proofs_check.guests.flat.rules import FLAT_RULES
from proofs_check.guests.kit.flat_cases import river
from reference.backward_induction import ball_maximiser, ball_maximum
from reference.guests.flat.flat_mdp import FlatMDP
from reference.guests.flat.flat_records import PS_RL, UCB_B, UCB_H, UCB_VI, UCFH, UCRL2
from reference.guests.learners.ucbvi import bonus_BF, bonus_CH
from tests.guests.flat.learners import Edits, backwards, checked, garnet, write

MDPS = {
    "river": river(),
    "river, backwards": backwards(river()),
    "garnet": garnet(),
    "one state": garnet(3, 2, 5).relabelled(np.arange(3)),
}
ENDING = garnet(5, 2, 3, terminal=(2,))
TWO_STATES = FlatMDP(np.array([[[0.8, 0.2], [0.1, 0.9]], [[0.5, 0.5], [0.5, 0.5]]]),
                     np.array([[0.3, 0.2], [1, 0.5]]))  # fmt: skip
"""To give up 0.1 in state 0 leads to state 1, where a reward of 1 is."""
LEARNERS: dict[str, tuple[str, dict[str, Any]]] = {
    "UCRL2": (UCRL2, {}),
    "UCRL2, free": (UCRL2, {"clip": False}),
    "UCRL2, tau": (UCRL2, {"tau": 0.5}),
    "UCBVI-CH": (UCB_VI, {"scale": 0.02}),
    "UCBVI-BF": (UCB_VI, {"bonus": "BF", "scale": 0.02}),
    "UCBVI, rewards": (UCB_VI, {"scale": 0.02, "rewards": "mean+bonus"}),
    "UCB-H": (UCB_H, {"c": 0.1}),
    "UCB-B": (UCB_B, {"c1": 0.05, "c2": 0.2}),
    "UCFH": (UCFH, {"radius": (0.05, 0.05)}),
    "PSRL": (PS_RL, {}),
}


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("where", MDPS)
@pytest.mark.parametrize("law", ["bernoulli", "uniform"])
def test_an_honest_run_conforms(name: str, where: str, law: str, tmp_path: Path) -> None:
    algorithm, options = LEARNERS[name]
    file = tmp_path / "run.jsonl"
    outcome = checked(write(file, algorithm, MDPS[where], 400, options=options, law=law))
    wide = where == "one state" and algorithm == UCRL2 and options.get("clip", True)
    wide = wide or (where == "one state" and algorithm == PS_RL and law == "bernoulli")
    assert (outcome.verdict, outcome.total) == ("vacuous" if wide else "conforms", 0), outcome.first
    assert outcome.steps == 400
    bare = checked(write(file, algorithm, MDPS[where], 400, options=options, law=law, kept=()))
    # The radii of 400 steps leave every policy of UCRL2 near-optimal; a recorded u says more.
    known = ("conforms", "vacuous") if wide or algorithm == UCRL2 else ("conforms",)
    assert bare.verdict in known and bare.total == 0, bare.first


@pytest.mark.parametrize("name", [n for n in LEARNERS if not n.startswith("UCRL2")])
def test_episodes_that_end_early_conform(name: str, tmp_path: Path) -> None:
    algorithm, options = LEARNERS[name]
    outcome = checked(write(tmp_path / "run.jsonl", algorithm, ENDING, 400, options=options))
    assert (outcome.verdict, outcome.total) == ("conforms", 0), outcome.first
    assert outcome.steps < 400 and outcome.episodes == 80


def test_a_long_run_conforms(tmp_path: Path) -> None:
    """t above 10^4, where 1/sqrt(t) is below 0.01."""
    outcome = checked(write(tmp_path / "run.jsonl", UCRL2, backwards(river()), 30_000))
    assert (outcome.verdict, outcome.total, outcome.steps) == ("conforms", 0, 30_000)


def test_every_rule_is_applied_somewhere(tmp_path: Path) -> None:
    for name in ("UCRL2", "UCBVI-CH", "UCB-H", "UCB-B", "UCFH", "PSRL"):
        algorithm, options = LEARNERS[name]
        outcome = checked(write(tmp_path / "run.jsonl", algorithm, garnet(), 100, options=options))
        own = {rule.id for rule in FLAT_RULES[algorithm]}
        assert own - {"flat-episode"} <= set(outcome.instances) <= own


# ------------------------------------------------------------------------------ planted


def overwritten(p_bar: Any, d: Any, u: Any) -> Any:
    """The maximum of p u, whose maximiser replaces the estimate in place."""
    p_bar[...] = ball_maximiser(p_bar, d, np.argsort(-u, kind="stable"))
    return p_bar @ u


def late_order(state: dict[Any, Any]) -> tuple[Any, Any]:
    """The maximum of p u with the states in the order of the u of the sweep before, as left by an
    epoch for the next; and that order."""

    def maximum(p_bar: Any, d: Any, u: Any) -> Any:
        order = state.get(len(u), np.arange(len(u)))
        state.update({"now": order, len(u): np.argsort(-u, kind="stable")})
        return ball_maximiser(p_bar, d, order) @ u

    return maximum, lambda: state["now"]


LATE_MAXIMUM, LATE_ORDER = late_order({})


def by_number(p_bar: Any, d: Any, u: Any) -> Any:
    return ball_maximiser(p_bar, d, np.arange(len(u))) @ u


STEP_3 = "r_bar, p_bar = R / n, N3 / n[:, :, None]  # step 3"
MAXIMUM = "ball_maximum(p_bar, d_p, u)"
FIRST = "    N, N3 ="
PLAN_P = "r_bar, P = R / n, N3 / n[..., None]"
STALE: Edits = (
    (FIRST, "    stale, fresh = np.full((H, S, A), float(H)), np.zeros((H, S, A), dtype=bool)\n"
     + FIRST),
    ("b[h] *= scale", "b[h] *= scale; b[h] = stale[h] = np.where(fresh[h], b[h], stale[h])"),
    ("visits[h, s] += 1", "visits[h, s] += 1; fresh[h, s, a] = True"),
    ("played = []", "played = []; fresh[...] = False"),
)  # fmt: skip
LATE_MODEL: Edits = (
    (FIRST, "    late = np.zeros((S, A, S))\n" + FIRST),
    (STEP_3, "r_bar, p_bar, late = R / n, late, N3 / n[:, :, None]"),
)
SEEN_P = ("N", "r_bar", "p_bar", "d_r", "d_p")

# name -> algorithm, edits, names that they use, what is recorded (None: all), the broken rule
FAULTS: dict[str, tuple[str, Edits, dict[str, Any], tuple[str, ...] | None, str]] = {
    # defects of public implementations
    "planning overwrites P_hat": (UCRL2, ((MAXIMUM, "overwritten(p_bar, d_p, u)"),),
        {"overwritten": overwritten}, ("N", "p_bar"), "ucrl2-p_bar"),
    "planning overwrites P_hat, pi alone": (UCRL2, ((MAXIMUM, "overwritten(p_bar, d_p, u)"),),
        {"overwritten": overwritten}, (), "ucrl2-near-optimal"),
    "a model one epoch old": (UCRL2, LATE_MODEL, {}, None, "ucrl2-p_bar"),
    "rewards of a batch counted twice": (UCRL2, ((STEP_3, STEP_3.replace("R / n", "2 * R / n")),),
        {}, None, "ucrl2-r_bar"),
    "an unsorted inner maximum": (UCRL2, ((MAXIMUM, "by_number(p_bar, d_p, u)"),
        ("np.argsort(-u, kind=\"stable\")", "np.arange(S)")), {"by_number": by_number}, None,
        "ucrl2-p_opt"),
    "an inner maximum sorted by the sweep before": (UCRL2, ((MAXIMUM, "late_max(p_bar, d_p, u)"),
        ("np.argsort(-u, kind=\"stable\")", "late_order()")), {"late_max": LATE_MAXIMUM,
        "late_order": LATE_ORDER}, None, "ucrl2-p_opt"),
    "a clock that is late": (UCRL2, (("k + 1, t  # step 1", "k + 1, max(1, t - 7)"),), {}, None,
        "ucrl2-clock"),
    "a late clock in the radius": (UCRL2, (("transition_radius(S, A, t_k",
        "transition_radius(S, A, max(1, t_k - 7)"),), {}, None, "ucrl2-d_p"),
    "a stop that compares sizes": (UCRL2, (("1 / sqrt(t_k), tau", "30 / sqrt(t_k), tau"),), {},
        None, "ucrl2-stop"),
    "bonuses refreshed at the visited stage alone": (UCB_VI, STALE, {}, None, "ucbvi-bonus"),
    "bonuses of the visited stage alone, Q alone": (UCB_VI, STALE, {}, (), "ucbvi-Q"),
    "swapped weights": (UCB_H, (("(1 - alpha_t) * Q[h, s, a] + alpha_t * (r + V_next + b)",
        "alpha_t * Q[h, s, a] + (1 - alpha_t) * (r + V_next + b)"),), {}, None, "ucbq-update"),
    "swapped weights, Q alone": (UCB_H, (("(1 - alpha_t) * Q[h, s, a] + alpha_t * (r + V_next + b)",
        "alpha_t * Q[h, s, a] + (1 - alpha_t) * (r + V_next + b)"),), {}, (), "ucbq-update"),
    "a terminal state that keeps V": (UCB_H, (("    V[:, list(terminal)] = 0.0\n", ""),), {}, None,
        "ucbq-update"),
    # others
    "N of the next epoch": (UCRL2, (("N_k, v_k = N.copy()", "N_k, v_k = N + 1"),
        ("< n[s, pi[s]]", "< max(1, N_k[s, pi[s]] - 1)")), {}, ("N",),
        "ucrl2-N"),
    "reward radius without the 7": (UCRL2, (("reward_radius(S, A, t_k, delta, N_k),",
        "reward_radius(S, A, t_k, delta, N_k) / 7,"),), {}, None, "ucrl2-d_r"),
    "an epoch too long": (UCRL2, (("< n[s, pi[s]]", "<= n[s, pi[s]]"),), {}, None,
        "ucrl2-epoch-missing"),
    "an epoch too short": (UCRL2, (("< n[s, pi[s]]", "< max(1, n[s, pi[s]] - 1)"),), {}, None,
        "ucrl2-epoch-early"),
    "the worst action": (UCRL2, (("Q.argmax", "Q.argmin"),), {}, None, "ucrl2-greedy"),
    "the worst action, pi alone": (UCRL2, (("Q.argmax", "Q.argmin"),), {}, (),
        "ucrl2-near-optimal"),
    "an action that pi does not play": (UCRL2, (("a = pi[s]\n", "a = (pi[s] + (t == 50)) % A\n"),),
        {}, None, "ucrl2-played"),
    "epochs numbered from 0": (UCRL2, (("policy_record(k,", "policy_record(k + 1,"),), {}, None,
        "ucrl2-epoch-number"),
    "Q without its bonus": (UCB_VI, (("P[g] @ after + b[h]", "P[g] @ after"),), {}, None,
        "ucbvi-Q"),
    "P_hat over n + 1": (UCB_VI, ((PLAN_P, PLAN_P.replace("N3 / n[", "N3 / (n + 1)[")),), {}, None,
        "ucbvi-p_bar"),
    "UCBVI, rewards twice": (UCB_VI, ((PLAN_P, PLAN_P.replace("R / n", "2 * R / n")),), {}, None,
        "ucbvi-r_bar"),
    "UCBVI, N of the next episode": (UCB_VI, (("for k in range(1, K + 1):",
        "for k in range(1, K + 1):\n        true, N = N, N + 1"), ("played = []",
        "N, played = true, []")), {}, ("N",), "ucbvi-N"),
    "V of the mean action": (UCB_VI, (("Q[h].max(axis=1)", "Q[h].mean(axis=1)"),), {}, None,
        "ucbvi-V"),
    "nothing for the unseen": (UCB_VI, (("known)), float(H))", "known)), 0.0)"),), {}, None,
        "ucbvi-unseen"),
    "UCBVI plays the worst action": (UCB_VI, (("argmax", "argmin"),), {}, None, "ucbvi-argmax"),
    "a bonus with H + 1": (UCB_VI, (), {"bonus_CH": lambda H, *n: bonus_CH(H + 1, *n)}, None,
        "ucbvi-bonus"),
    "plan k + 1": (UCB_VI, (("plan_record(k,", "plan_record(k + 1,"),), {}, None, "ucbvi-order"),
    "t starts at 0": (UCB_H, (("t = int(N[h, s, a])", "t = max(1, int(N[h, s, a]) - 1)"),), {},
        None, "ucbq-n"),
    "alpha of t + 1": (UCB_H, (("alpha(H, t)", "alpha(H, t + 1)"),), {}, None, "ucbq-alpha"),
    "a bonus of 2 c": (UCB_H, (("bonus_H(c,", "bonus_H(2 * c,"),), {}, None, "ucbq-bonus"),
    "beta_t for b_t": (UCB_B, (("float(beta[h, s, a] - (1 - alpha_t) * before)",
        "float(beta[h, s, a])"),), {}, None, "ucbq-bonus"),
    "V without its cap": (UCB_H, (("min(float(H), float(Q[h, s].max()))",
        "float(Q[h, s].max())"),), {}, None, "ucbq-V"),
    "Q-learning plays the worst action": (UCB_H, (("argmax", "argmin"),), {}, None,
        "ucbq-argmax"),
    "V of the own step": (UCB_H, (("float(V[h + 1, s1])", "float(V[h, s1])"),), {}, None,
        "ucbq-update"),
    "a reward of 2": (UCB_H, (("r, s1 = step(s, a)", "r, s1 = step(s, a); r = 2 * r"),), {}, None,
        "flat-reward"),
    "a state that was not reached": (UCB_H, (("s = s1\n", "s = (s1 + 1) % S\n"),), {}, None,
        "flat-state"),
    "an action too many": (UCB_H, (("played.append((s, a,", "played.append((s, a + A,"),), {},
        None, "flat-action"),
    "an episode too short": (UCB_H, (("for h in range(H):", "for h in range(H - 1):"),), {}, None,
        "flat-H-steps"),
    # UCFH and PSRL
    "UCFH, N of the next plan": (UCFH, (("\"N\": N,", "\"N\": N + 1,"),), {}, ("N",), "ucfh-N"),
    "UCFH, rewards twice": (UCFH, (("r_bar, p_bar = R / n", "r_bar, p_bar = 2 * R / n"),), {},
        None, "ucfh-r_bar"),
    "UCFH, P_hat over n + 1": (UCFH, (("N3 / n[", "N3 / (n + 1)["),), {}, None, "ucfh-p_bar"),
    "UCFH, half of d_r": (UCFH, (("d_r, d_p = radii(radius,", "d_r, d_p = radii((0.02, 0.05),"),),
        {}, None, "ucfh-d_r"),
    "UCFH, the clock of the plan before": (UCFH, (("radii(radius, S, A, t,",
        "radii(radius, S, A, max(1, t - H),"),), {}, ("d_p",), "ucfh-d_p"),
    "UCFH, V of the mean action": (UCFH, (("Q[h].max(axis=1)", "Q[h].mean(axis=1)"),), {}, None,
        "ucfh-V"),
    "UCFH, a terminal state that keeps V": (UCFH, (("V[h, list(terminal)] = 0.0", "pass"),), {},
        None, "ucfh-V"),
    "UCFH, pi of the worst": (UCFH, (("Q.argmax(axis=2)", "Q.argmin(axis=2)"),
        ("Q[h, s].argmax()", "Q[h, s].argmin()")), {}, None, "ucfh-greedy"),
    "UCFH, an unsorted inner maximum, pi alone": (UCFH, (
        ("ball_maximum(p_bar[g], d_p[g], V[h + 1])", "by_number(p_bar[g], d_p[g], V[h + 1])"),),
        {"by_number": by_number}, (), "ucfh-greedy"),
    "UCFH, half a row of pi": (UCFH, (("Q.argmax(axis=2)", "0.5 * (Q == Q.max(axis=2)[..., None])"),
        ), {}, None, "ucfh-pi"),
    "UCFH, an action that pi does not play": (UCFH, (("a = int(Q[h, s].argmax())",
        "a = (int(Q[h, s].argmax()) + (t == 50)) % A"),), {}, None, "ucfh-played"),
    "UCFH, plan k + 1": (UCFH, (("episode_policy_record(k,", "episode_policy_record(k + 1,"),), {},
        None, "ucfh-order"),
    "PSRL, N of the next plan": (PS_RL, (("\"N\": N}", "\"N\": N + 1}"),), {}, None, "psrl-N"),
    "PSRL, rows of 1/2": (PS_RL, (('"P": P,', '"P": P / 2,'),), {}, ("N",), "psrl-P"),
    "PSRL, a reward above 1": (PS_RL, (('"r_sampled": r,', '"r_sampled": 1 + r,'),), {}, ("N",),
        "psrl-r"),
    "PSRL, V of the mean action": (PS_RL, (("Q[h].max(axis=1)", "Q[h].mean(axis=1)"),), {}, None,
        "psrl-V"),
    "PSRL, V of another draw": (PS_RL, (("P[g] @ V[h + 1]",
        "dirichlet(alpha0 + N3[g], random) @ V[h + 1]"),), {}, (), "psrl-greedy"),
    "PSRL, half a row of pi": (PS_RL, (("Q.argmax(axis=2)",
        "0.5 * (Q == Q.max(axis=2)[..., None])"),), {}, None, "psrl-pi"),
    "PSRL, an action that pi does not play": (PS_RL, (("a = int(Q[h, s].argmax())",
        "a = (int(Q[h, s].argmax()) + (k == 20)) % A"),), {}, None, "psrl-played"),
    "PSRL, plan k + 1": (PS_RL, (("episode_policy_record(k,", "episode_policy_record(k + 1,"),), {},
        None, "psrl-order"),
    "PSRL, draws of the prior": (PS_RL, (("dirichlet(alpha0 + N3,", "dirichlet(alpha0 + 0 * N3,"),),
        {}, None, "psrl-posterior"),
    "PSRL, the posterior's mean": (PS_RL, (("P = dirichlet(alpha0 + N3, random)",
        "P = (alpha0 + N3) / (alpha0 + N3).sum(axis=-1)[..., None]"),), {}, None, "psrl-posterior"),
    "PSRL, the same noise in every plan": (PS_RL, (("N_plan = N.copy()",
        "N_plan = N.copy(); random = generator(seed, UPDATES)"),), {}, None, "psrl-posterior"),
    "PSRL, rows of uniform numbers": (PS_RL, (("P = dirichlet(alpha0 + N3, random)",
        "P = random.random(N3.shape); P = P / P.sum(axis=-1)[..., None]"),), {}, None,
        "psrl-posterior"),
    "PSRL, rewards without their failures": (PS_RL, (("b0 + N - R", "b0 + 0 * N"),), {}, None,
        "psrl-posterior"),
    "PSRL, alpha0 = 1/S": (PS_RL, (("dirichlet(alpha0 + N3,", "dirichlet(1 / S + N3,"),), {}, None,
        "psrl-posterior"),
}  # fmt: skip
SMALL: dict[str, dict[str, Any]] = {
    UCB_VI: {"scale": 0.02}, UCB_H: {"c": 0.1}, UCB_B: {"c1": 0.05, "c2": 0.2},
    UCFH: {"radius": (0.05, 0.05)}, PS_RL: {},
}  # fmt: skip


def planted(name: str, file: Path) -> tuple[str, Any]:
    algorithm, edits, more, kept, rule = FAULTS[name]
    mdp, steps = ENDING if "terminal" in name else backwards(river()), 2000
    if rule == "ucrl2-p_opt" or "unsorted" in name:
        mdp = river()  # backwards, the order of the numbers is the right one
    if rule == "ucrl2-near-optimal":  # of many states every plausible gain is 1 for long
        mdp, steps = TWO_STATES, 20_000
    steps = 800 if algorithm == PS_RL else steps  # a plan for every episode is long to check
    names, options = {**more, "ball_maximum": ball_maximum}, SMALL.get(algorithm, {})
    how: dict[str, Any] = {"edits": edits, "more": names, "kept": kept, "options": options}
    return rule, checked(write(file, algorithm, mdp, steps, **how))


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_for_its_cause_alone(name: str, tmp_path: Path) -> None:
    rule, outcome = planted(name, tmp_path / "run.jsonl")
    assert outcome.verdict == "does not conform"
    assert {d.rule for d in outcome.divergences} == {rule}, outcome.first
    assert outcome.exit_status == 1 and outcome.explained == (name == "PSRL, alpha0 = 1/S")


def test_every_rule_has_a_planted_fault() -> None:
    """The others are planted in test_flat_reader.py, by editing a trace."""
    elsewhere = {"flat-tolerance", "flat-episode", "flat-end", "ucrl2-order", "ucrl2-pi"}
    every = {rule.id for rules in FLAT_RULES.values() for rule in rules}
    assert {rule for *_, rule in FAULTS.values()} | elsewhere == every


def test_a_hint_names_the_fault(tmp_path: Path) -> None:
    for name, words in {
        "swapped weights": "equals the number with the two weights exchanged at this place",
        "V of the own step": "equals the number with V_h(s') for V_{h+1}(s') at this place",
        "a terminal state that keeps V": "V_{h+1} of a state that ends the episode at this place",
        "Q without its bonus": "equals the number without the bonus at this place",
    }.items():
        _, outcome = planted(name, tmp_path / "run.jsonl")
        assert any(words in d.found for d in outcome.divergences), name


def test_bernstein_s_constants_are_checked(tmp_path: Path) -> None:
    wrong = {"bonus_BF": lambda sizes, *rest: bonus_BF(sizes._replace(S=sizes.S + 1), *rest)}
    options = {"bonus": "BF", "scale": 0.002}
    file = tmp_path / "run.jsonl"
    assert checked(write(file, UCB_VI, river(), 1500, options=options)).verdict == "conforms"
    big = {"bonus_BF": lambda *given: bonus_BF(*given) * 1.000001}
    for more in (big, wrong):
        outcome = checked(write(file, UCB_VI, river(), 1500, options=options, more=more))
        if more is big:
            assert {d.rule for d in outcome.divergences} == {"ucbvi-bonus"}
