"""The family in both worlds: trials, tables, the command, and the committed page of findings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reference.commands.simulate import asked_for
from reference.environments.adversaries import ADVERSARIES, reward_tables
from reference.figure1 import trials
from reference.figure1.algorithms import ALGORITHMS, parse
from reference.figure1.paired_tests import FAILS, HOLDS, better
from reference.figure1.results import regrets
from reference.figure1.trials import run_trial
from reference.guests.comparison.comparison import BOTH_COMPLETIONS, CHOICES, Comparison
from reference.simulator import REWARD_LAWS
from reference.support.command_line import Options
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath
from tests.called import Command
from tests.environments.tables import write_rewards
from tests.figure1 import finding_sentences
from tests.guests.comparison import family_page
from tests.guests.comparison.committed import experiment, outcomes
from tests.paths import ROOT
from tests.refused import refused

UNIFORM = BOTH_COMPLETIONS[0]
FEW = ("ucrl-lp-twin", "fpop", "o-reps-bandit", "uob-reps")


def smoke(**given: Any) -> Comparison:
    small: dict[str, Any] = {"T": (10,), "worlds": ("bernoulli", "adversary-bait"), "trials": 2}
    return Comparison.smoke(**{**small, "algorithms": tuple(map(parse, FEW)), **given})


def test_every_system_is_registered_and_runs_in_both_worlds() -> None:
    names = {choice.algorithm for choice in CHOICES}
    assert names | {"regal-chain"} == set(ALGORITHMS)  # REGAL is enumerated: small MDPs only
    for name in (n for n in names if f"{n}-bandit" in names):
        for feedback in (name, f"{name}-bandit"):
            learner: Any = parse(feedback).learner((1, 1), 1, 9, 0.1, 0)
            assert learner.full_information is (feedback == name)
    for law in ("bernoulli", "adversary-switch"):
        for choice in (*CHOICES, parse("regal-chain"), parse("regal-chain:variant=D")):
            outcome, _ = run_trial(trials.trial("tiny", choice, 6, 0.1, law, 1))
            assert -6 * 2 <= outcome.regret <= 6 * 2
            assert outcome.L == 2


def test_regrets_of_the_two_worlds_by_hand() -> None:
    """Under constant tables the best policy in hindsight is pi*, so both regrets agree."""
    trial = trials.trial("tiny", parse("uob-reps"), 12, 0.1, "adversary-constant", 3)
    outcome, _ = run_trial(trial)
    assert outcome.regret == pytest.approx(outcome.path_regret)
    assert outcome.regret > 0
    assert outcome.V_star == pytest.approx(run_trial(
        trials.trial("tiny", parse("ucrl2-fh"), 3, 0.1, "bernoulli", 3)
    )[0].V_star)  # fmt: skip


def test_paired_algorithms_meet_the_same_tables(tmp_path: Path) -> None:
    mdp = trials._mdp("tiny", 4)
    rows = list(reward_tables("adversary-iid", mdp, 20, 4))
    path = tmp_path / "rewards.jsonl"
    write_rewards(path, rows, mdp.layers, mdp.A)
    by_name, by_file = (
        run_trial(trials.trial("tiny", parse("uob-reps"), 20, 0.1, law, 4))[0]
        for law in ("adversary-iid", f"file:{path}")
    )
    assert by_name == by_file
    longer = trials.trial("tiny", parse("uob-reps"), 21, 0.1, f"file:{path}", 4)
    refused(lambda: run_trial(longer), "T", kind=MalformedInput)


def test_tables_of_a_plan() -> None:
    family = smoke(algorithms=(UNIFORM, *map(parse, FEW)))
    assert len(family.plan()) == 2 * 2 * 5
    results = {trial: run_trial(trial)[0] for trial in family.plan()}
    tables = family.tables(results)
    assert [table.title.split(" on ")[0] for table in tables] == ["Updates", "Regret", "Regret"]
    assert {len(table.rows) for table in tables} == {5}
    against = family.wins(results, "tiny", "bernoulli", UNIFORM)
    assert against.rows[-1][0] == "UOB-REPS" and against.rows[-1][3].endswith(("/2", "/1", "/0"))


def test_the_command_runs_resumes_and_draws(tmp_path: Path, ucrl_lp: Command) -> None:
    csvs = []
    for out in (tmp_path / "one", tmp_path / "two"):
        words = ["--smoke", "--T", 5, "--trials", 1, "--workers", 1, "--quiet", "--algorithms"]
        done = ucrl_lp("simulate", "compare", *words, "uob-reps", "fpop", "--out", out)
        assert done.status == 0 and "Regret on tiny, adversary-switch" in done.out
        for name in ("comparison-times.csv", "comparison.png", "comparison.svg"):
            assert (out / name).stat().st_size > 0
        csvs.append((out / "comparison.csv").read_bytes())
        assert ucrl_lp("simulate", "resume", out, "--workers", 1, "--quiet").status == 0
        csvs.append((out / "comparison.csv").read_bytes())
    assert len(set(csvs)) == 1


def asked(**given: Any) -> Comparison:
    """What `--compare --smoke` with these options asks for."""
    blank = dict.fromkeys(
        ("algorithms", "env", "worlds", "T", "trials", "seed", "delta", "reading")
    )
    plan = asked_for("comparison", Options(**{**blank, "smoke": True, **given}))
    assert isinstance(plan, Comparison)
    return plan


def test_a_bad_reward_file_loses_its_trials_and_no_others(tmp_path: Path, ucrl_lp: Command) -> None:
    path, out = tmp_path / "rewards.jsonl", tmp_path / "out"
    mdp = trials._mdp("tiny", 0)
    write_rewards(path, reward_tables("adversary-iid", mdp, 9, 0), mdp.layers, mdp.A)
    rows = path.read_text("utf-8").replace('"t": 9', '"t": 8').splitlines()
    path.write_text("\n".join(rows) + "\n", "utf-8")
    words = ["--worlds", "bernoulli", f"file:{path}", "--T", "8", "9", "--trials", "1"]
    words += ["--algorithms", "uob-reps", "--env", "tiny", "--workers", "1", "--no-plot"]
    done = ucrl_lp("simulate", "compare", *words, "--out", out, "--quiet")
    assert done.status == 3
    assert f"{path}:10: t: must be 9; found 8" in done.err and "T=9" in done.err
    assert len((out / "comparison.csv").read_text("utf-8").splitlines()) == 1 + 3


def test_worlds_and_readings_of_the_command(ucrl_lp: Command) -> None:
    listed = ucrl_lp("simulate", "compare", "--help").out.replace("-\n" + " " * 24, "-")
    for name in (*REWARD_LAWS, *(name.removeprefix("adversary") for name in ADVERSARIES)):
        assert name in listed
    assert asked().worlds == Comparison().worlds
    assert asked(worlds=["iid", f"file:{__file__}"]).worlds == ("iid", f"file:{__file__}")
    with pytest.raises(UnusablePath):
        asked(worlds=["bernoulli", "file:none"])
    assert asked(reading=["reward-law=adversary-bait"]).worlds == ("adversary-bait",)
    greedy = asked(reading=["completion=greedy"]).algorithms
    assert UNIFORM not in greedy and BOTH_COMPLETIONS[1] in greedy
    for wrong in (
        {"worlds": ["iid"], "reading": ["reward-law=uniform"]},
        {"worlds": ["iid", "iid"]},
    ):
        with pytest.raises(PreconditionError):
            asked(**wrong)


def test_the_committed_page_is_that_of_the_committed_trials() -> None:
    assert family_page.PAGE.read_text("utf-8") == family_page.page()


def test_the_committed_trials_are_of_the_manifest_s_plan() -> None:
    plan = set(experiment("family").plan())
    results, times = family_page.committed()
    assert results.keys() == times.keys() and results.keys() <= plan
    whole = {trial for trial in plan if trial.T == 1000}
    assert whole <= results.keys()
    longer = outcomes("family-long")
    assert longer.keys() == set(experiment("family-long").plan())


def test_the_page_of_the_reference_says_the_same() -> None:
    page = " ".join((ROOT / "reference/README.md").read_text("utf-8").split())
    said = "UOB-REPS has more regret than UCRL-LP at T = 10^4; FPOP and UC-O-REPS, which are shown"
    assert f"{said} every reward table, have less" in page
    results, _ = family_page.committed()
    for name, T, verdict in (("uob-reps", 10_000, HOLDS), ("fpop", 10_000, FAILS)):
        pair = regrets(results, UNIFORM, parse(name), T=T, reward_law="bernoulli")
        assert better(*pair).verdict == verdict
    for T in (1000, 10_000):
        ours, theirs = regrets(results, UNIFORM, parse("uc-o-reps"), T=T, reward_law="bernoulli")
        assert min(ours) > 4 * max(theirs)


def test_the_page_of_the_baselines_has_the_committed_means() -> None:
    page = (ROOT / "reference/guests/learners/README.md").read_text("utf-8")
    for results in (family_page.committed()[0], finding_sentences.outcomes("sensitivity")):
        by_choice: dict[Any, list[float]] = {}
        for t, outcome in results.items():
            if (t.env, t.reward_law, t.delta) == ("paper", "bernoulli", 0.1) and t.T >= 10_000:
                by_choice.setdefault((t.choice, t.T), []).append(outcome.regret)
        for (choice, T), measured in by_choice.items():
            if choice.algorithm.startswith(("ucrl2", "ucbvi", "ucb-q", "psrl", "opsrl")):
                assert f"{sum(measured) / 6:.0f}" in page, (choice, T)


def test_linear_regret_would_be_seen() -> None:
    """Planted: the same regret in every episode."""
    of, (results, _) = experiment("family"), family_page.committed()
    planted = {trial: replace(o, regret=1.0 * trial.T) for trial, o in results.items()}
    assert "in 0 of" in family_page.linear(of, planted)
    assert "in 0 of" not in family_page.linear(of, results)
    one_negative = {trial: replace(o, regret=-1.0) if trial.seed == 0 else o
                    for trial, o in planted.items()}  # fmt: skip
    assert "in 0 of" in family_page.linear(of, one_negative)
    said = family_page.growth(of, one_negative, UNIFORM, "adversary-bait")
    assert "negative in 1 of 6 trials" in said


def test_a_sentence_would_change_with_the_trials() -> None:
    """Planted: UCRL-LP's regrets halved."""
    of = experiment("family")
    results, times = family_page.committed()
    honest = list(family_page.sentences(of, results, times))
    halved = {
        trial: replace(o, regret=o.regret / 2) if trial.choice in BOTH_COMPLETIONS else o
        for trial, o in results.items()
    }
    planted = list(family_page.sentences(of, halved, times))
    assert sum(a != b for a, b in zip(honest, planted, strict=True)) >= 5
