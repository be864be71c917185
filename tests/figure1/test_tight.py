"""The family `tight`: what is run, both ratios, what is shipped."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from proofs_check.conformance.replay import check
from proofs_check.report.pages import tight_family
from reference.environments import make
from reference.figure1.algorithms import parse
from reference.figure1.results import to_csv
from reference.figure1.tight import LOWER, UPPER, Size, Tight, certified_runs
from reference.figure1.trials import run_trial
from reference.figure1.trials import trial as trial_of
from reference.support.errors import OK
from reference.trace.reader import read
from tests.called import Command
from tests.figure1 import tight_page
from tests.figure1.csv_results import read_csv
from tests.implementations import tight_runs
from tests.implementations.numpy.numpy_twin import play
from tests.paths import RESULTS, ROOT
from tests.refused import refused

TWIN = "ucrl-lp-twin"
BALL, BOX = parse(TWIN), parse(f"{TWIN}:radii=bernstein")


def test_sizes_and_units_by_hand() -> None:
    size = Tight().size(8, 6)
    assert size == Size(8, 6, 2, 100 * 28**2 * 2, 0.1)
    assert size.X == sum(make(size.env).mdp.layers) == 24
    assert size.unit(LOWER) == 6 * math.sqrt(24 * 2 * size.T)
    Lam = math.log(size.T * 24 * 2 / 0.1)
    assert size.unit(UPPER) == 6 * 24 * math.sqrt(size.T * 2 * Lam)
    # X grows with m at one L, L at one m, and T with both.
    whole = Tight()
    assert {s.L for s in whole.of_X()} == {6} and {s.m for s in whole.of_L()} == {8}
    assert [s.X for s in whole.of_X()] == [12, 16, 24, 40]
    assert {s.T for s in (*whole.of_X(), *whole.of_L())} == set(whole.T)


def test_what_is_run() -> None:
    whole = Tight()
    plan = whole.plan()
    assert len(plan) == len(set(plan))
    ran = {(t.choice.algorithm, t.env) for t in plan}
    everywhere = {s.env for s in (*whole.of_X(), *whole.of_L())}
    assert {env for name, env in ran if name == "ucrl-lp-twin"} == everywhere
    small = {s.env for s in whole.of_X() if s.X <= 24}
    assert {env for name, env in ran if name == "ucrl-lp"} == small
    assert {t.reward_law for t in plan} == {"deterministic"}
    assert all(f"T={t.T}," in t.env for t in plan), "rewards are made for the T that is played"


def test_options_out_of_range() -> None:
    refused(lambda: Tight(m=(1,)), "m", "at least 2")
    refused(lambda: Tight(L=(2,)), "L", "at least 3")
    refused(lambda: Tight(A=1), "A", "at least 2")
    refused(lambda: Tight(trials=0), "trials", "at least 1")
    refused(lambda: Tight(m=(20,), episodes=1).plan()[0] and make(Tight(m=(20,), episodes=1)
            .of_X()[0].env), "T", "is too small")  # fmt: skip


def test_the_command_is_the_same_with_any_number_of_workers_and_resumed(
    tmp_path: Path, ucrl_lp: Command
) -> None:
    two = (TWIN, f"{TWIN}:radii=bernstein")
    words = ("simulate", "tight", "--smoke", "--quiet", "--algorithms", *two)
    files = ("tight.csv", "tight.png", "tight.svg", "manifest.json")
    for n in (1, 2):
        assert ucrl_lp(*words, "--workers", n, "--out", tmp_path / str(n)).status == OK
    contents, others = ([(tmp_path / n / file).read_bytes() for file in files] for n in "12")
    assert contents == others
    # A trial that is missing is run again, to the same file; other sizes are refused.
    gone = sorted((tmp_path / "1" / "trials").iterdir())[0]
    before = gone.read_bytes()
    gone.unlink()
    assert ucrl_lp("simulate", "resume", tmp_path / "1", "--quiet", "--no-plot").status == OK
    assert gone.read_bytes() == before
    other = ucrl_lp("simulate", "resume", tmp_path / "1", "--m", 2, 4)
    assert other.status != OK and "never mixed" in other.err
    said = ucrl_lp("simulate", "resume", tmp_path / "2", "--no-plot", "--quiet").out
    assert LOWER in said and "| " not in said


def test_regret_of_a_trial_is_what_its_plays_cost() -> None:
    """Reg = D sum_t (1 - sum_x pi_t(0|x)/m), at most DT; a planted better learner has none."""
    size = Size(3, 4, 2, 4000, 0.1)
    D = float(make(size.env).mdp.r[1][0, 0])
    trial, _ = run_trial(trial_of(size.env, BALL, size.T, 0.1, "deterministic", 0))
    assert trial.V_star == D and 0 < trial.regret < D * size.T
    assert trial.path_regret == pytest.approx(trial.realised_regret)
    assert (trial.path_regret / D) % 1 == pytest.approx(0, abs=1e-6), "whole plays"


@pytest.mark.parametrize("radii", ["printed", "bernstein"])
def test_the_numpy_twin_has_the_regret_of_the_trial_and_a_certified_trace(
    radii: str, tmp_path: Path
) -> None:
    size, choice = Size(3, 4, 2, 6000, 0.1), BALL if radii == "printed" else BOX
    choices = {"radii": radii, "reward-law": "deterministic"}
    mdp, out = make(size.env).mdp, tmp_path / "run.jsonl"
    played = play(mdp, size.T, choices=choices, out=out, everything=True)
    trial, _ = run_trial(trial_of(size.env, choice, size.T, 0.1, "deterministic", 0))
    assert played.regret == pytest.approx(trial.regret, rel=1e-12)
    outcome = check(read(out))
    assert outcome.verdict == "conforms" and outcome.epochs == trial.updates + 1


# What is shipped


def test_the_shipped_runs_are_certified_and_are_those_of_the_trials() -> None:
    whole, results = Tight(), read_csv(RESULTS / Tight.committed)
    runs = tight_runs.committed()
    assert {run["verdict"] for run in runs} == {"conforms"}
    sizes = {Size(*(run[name] for name in Size._fields)) for run in runs}
    assert sizes == set(tight_runs.sizes(tight_runs.MORE))
    for radii, choice in (("printed", BALL), ("bernstein", BOX)):
        certified = certified_runs(whole, radii)
        assert set(certified) == sizes
        for t, outcome in results.items():
            if t.choice == choice and t.seed == 0:
                (size,) = (s for s in sizes if s.env == t.env)
                assert certified[size] == pytest.approx(outcome.regret, rel=1e-9)


def test_the_smallest_shipped_trial_runs_again() -> None:
    results = read_csv(RESULTS / Tight.committed)
    first = min((t for t in results if t.choice == BALL), key=lambda t: (t.T, t.seed))
    assert run_trial(first)[0] == results[first]


def test_the_shipped_table_has_every_trial_and_what_is_said_of_them_is_true() -> None:
    results = read_csv(RESULTS / Tight.committed)
    assert set(results) == set(Tight().plan())
    assert all(s.true for s in tight_page.sentences())


@pytest.mark.skipif(not Tight.whole, reason="the page has PSRL and UCBVI: not installed here")
def test_the_page_is_made_from_every_trial() -> None:
    results = read_csv(RESULTS / Tight.committed)
    assert to_csv(results) == (RESULTS / Tight.committed).read_text("utf-8")
    assert tight_page.PAGE.read_text("utf-8") == tight_page.page()


def test_what_is_said_beside_the_picture_is_in_the_data() -> None:
    """The caption of the letter is computed; the page of the reference has the same numbers."""
    caption = tight_family.about()
    page = " ".join((ROOT / "reference/README.md").read_text("utf-8").split())
    whole = Tight()
    ball, box = (certified_runs(whole, radii) for radii in ("printed", "bernstein"))

    def ratios(runs: dict[Size, float], name: str, **fixed: int) -> str:
        sizes = [s for s in runs if all(getattr(s, k) == v for k, v in fixed.items())]
        sizes.sort(key=lambda s: (s.X, s.L))
        return ", ".join(f"{runs[s] / s.unit(name):.2g}" for s in sizes)

    for said in (ratios(ball, UPPER, L=whole.L_of_m), ratios(ball, UPPER, m=whole.m_of_L)):
        assert said.count(",") >= 2 and said in caption and said in page
    falls = ratios(box, LOWER, m=whole.m_of_L)
    assert falls == "0.35, 0.26, 0.14" and falls in caption
    assert "from 0.35 to 0.14 over L" in page and "0.3, 0.43, 0.55" in caption
    assert "0.30, 0.43, 0.55" in page
    for text in (caption, page, tight_page.page()):
        assert not re.search(r"stays level|: level|is reached", text)
