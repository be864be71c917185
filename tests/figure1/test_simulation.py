"""`ucrl-lp simulate`: trials, the store, parallel work and what can happen to it, Figure 1."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from reference.environments import make
from reference.figure1 import algorithms, trial_store, trials
from reference.figure1 import run_trials as batch
from reference.figure1.algorithms import ALGORITHMS, AlgorithmSpec, having_readings
from reference.figure1.carry_out import (
    BY_KIND,
    Report,
    carry_out,
    closing_lines,
    resumed,
    write_files,
)
from reference.figure1.figure1 import Figure1
from reference.figure1.trial_store import TrialStore, write_whole
from reference.figure1.trials import TimedLearner, Trial, run_trial
from reference.running.driver import run
from reference.support.errors import MalformedInput, UnusablePath
from tests.called import Command
from tests.figure1.csv_results import read_csv
from tests.paths import RESULTS, ROOT
from tests.refused import refused
from tests.robustness.subprocesses import program, until

SMALL = Figure1(
    (20, 60), 3, 5, "tiny", algorithms=(AlgorithmSpec("ucrl2-fh"), AlgorithmSpec("ucrl2-chain"))
)
"""12 trials of a millisecond each."""
ONE = trials.parse("tiny~ucrl2-fh~T=20~delta=0.1~bernoulli~seed=5")


class Odd(Executor):
    """Does with the future whatever the test wants."""

    def __init__(self, act: Callable[[Future[Any], Callable[[], Any]], None]) -> None:
        self.act = act

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.act(future, lambda: fn(*args, **kwargs))
        return future


class Here(Odd):
    """Runs at once, in this thread."""

    def __init__(self) -> None:
        super().__init__(lambda future, call: future.set_result(call()))


def contents(directory: Path) -> dict[str, bytes]:
    """Every file but the clock's."""
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file() and path.parent.name != "times" and not path.name.endswith("-times.csv")
    }


def carried_out(directory: Path, experiment: Figure1 = SMALL, **how: Any) -> dict[str, bytes]:
    store = TrialStore.create(directory, experiment.options())
    report = carry_out(experiment, store, **{"executor": Here(), **how})
    assert not report.failures and not report.missing
    write_files(experiment, store, report, figure=False)
    return contents(directory)


@pytest.fixture
def store(tmp_path: Path) -> TrialStore:
    """An empty store for SMALL."""
    return TrialStore.create(tmp_path / "a", SMALL.options())


# Trials


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_trial_is_its_text(name: str) -> None:
    text = f"tiny~{name}~T=20~delta=0.25~uniform~seed=7"
    t = trials.parse(text)
    assert str(t) == text
    assert t == Trial("tiny", AlgorithmSpec(name), 20, 0.25, "uniform", 7)
    assert run_trial(t)[0] == run_trial(trials.parse(text))[0]


def test_a_choice_that_equals_the_default_is_the_default() -> None:
    assert algorithms.parse("ucrl-lp:completion=uniform,glop=unscaled") == AlgorithmSpec("ucrl-lp")
    assert algorithms.parse("ucrl2-fh:clip=true") == AlgorithmSpec("ucrl2-fh")
    chosen = algorithms.parse("ucrl2-fh:ties=random,clip=false")
    assert str(chosen) == "ucrl2-fh:clip=false,ties=random"
    assert chosen.full["clip"] is False and chosen.full["clock"] == "steps"


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("~seed=5", "", "trial"),
        ("T=20", "T=2e1", "trial"),
        ("T=20", "T=0", "T"),
        ("T=20", "delta=20", "trial"),
        ("delta=0.1", "delta=1", "delta"),
        ("bernoulli", "normal", "reward-law"),
        ("seed=5", "seed=-1", "seed"),
        ("tiny", "tinny", "env"),
        ("ucrl2-fh", "ucrl3", "algorithm"),
        ("ucrl2-fh", "ucrl2-fh:clip", "algorithm"),
        ("ucrl2-fh", "ucrl2-fh:clips=true", "option of ucrl2-fh"),
        ("ucrl2-fh", "ucrl2-fh:clip=true,clip=true", "option of ucrl2-fh"),
        ("ucrl2-fh", "ucrl2-fh:clip=1", "ucrl2-fh:clip"),
        ("ucrl2-fh", "ucrl2-fh:ties=all", "ties"),
        ("ucrl2-fh", "ucrl-lp:completion=best", "reading completion"),
        ("ucrl2-fh", "ucrl-lp:completion=any", "reading completion"),
        ("ucrl2-fh", "ucrl-lp:reward-law=uniform", "option of ucrl-lp"),
        ("ucrl2-fh", "ucrl-lp-twin:ties=uniform", "ties"),
        ("ucrl2-fh", "ucrl-lp-twin:completion=any", "reading completion"),
        ("ucrl2-fh", "ucrl-lp-twin:log=log3", "reading log"),
        ("ucrl2-fh", "ucrl-lp-twin:glop=default", "option of ucrl-lp-twin"),
        ("ucrl2-fh", "ucrl-lp-twin:tolerance=x", "ucrl-lp-twin:tolerance"),
    ],
)
def test_wrong_trials(old: str, new: str, field: str) -> None:
    refused(lambda: trials.parse(str(ONE).replace(old, new)), field)


@pytest.mark.parametrize("env", ["tiny", "random:rational/uniform"])
def test_a_trial_of_ucrl_lp_is_the_run_of_algorithm_1(env: str) -> None:
    """So a trace of any trial can be had, and checked: `ucrl-lp run --seed S --mdp-seed S`."""
    choices = {"completion": "greedy", "reward-law": "uniform"}
    expected = run(make(env, seed=4).mdp, 20, seed=4, delta=0.2, choices=choices)
    text = f"{env}~ucrl-lp:completion=greedy~T=20~delta=0.2~uniform~seed=4"
    outcome, _ = run_trial(trials.parse(text))
    assert outcome.regret == pytest.approx(expected.regret, rel=1e-12)
    assert outcome.realised_regret == pytest.approx(expected.realised_regret, rel=1e-12)
    assert outcome.updates == len(expected.epochs) - 1
    assert outcome.solves == expected.solves


def V_star_of(name: str, seed: int) -> float:
    """V* of the MDP that a trial on `paper` plays."""
    text = f"paper~{name}~T=2~delta=0.1~bernoulli~seed={seed}"
    return run_trial(trials.parse(text))[0].V_star


def test_trials_with_one_seed_share_the_mdp_and_others_do_not() -> None:
    V_star = V_star_of("ucrl2-fh", 1)
    assert V_star == V_star_of("ucrl2-chain", 1) == V_star_of("ucrl-lp-twin", 1)
    assert V_star != V_star_of("ucrl2-fh", 2)


def test_outcome_against_its_definitions() -> None:
    """Eq. (2) by hand: with certainty about the future, T = 1 and the uniform policy."""
    outcome, times = run_trial(trials.parse("tiny~ucrl-lp-twin~T=1~delta=0.1~bernoulli~seed=0"))
    uniform = (1 / 8 + 0) / 2 + 1 / 2 * (1 / 2 + 1 / 4) / 2 + 1 / 2 * (1 + 0) / 2
    assert outcome.V_star == 7 / 8
    assert outcome.regret == pytest.approx(7 / 8 - uniform, abs=1e-15)
    assert outcome.realised_regret in (7 / 8, 7 / 8 - 1, 7 / 8 - 2)
    assert (outcome.X, outcome.A, outcome.L, outcome.updates) == (4, 2, 2, 0)
    assert times.run_seconds >= times.update_seconds == 0


def test_the_stopwatch_counts_only_calls_with_an_update(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr("reference.figure1.trials.time.perf_counter", lambda: next(clock))
    clocked = TimedLearner(AlgorithmSpec("ucrl2-fh").learner((1, 1), 2, 3, 0.1, 0))
    clocked.start_episode(1)  # the first policy is not an update
    clocked.act(0, 0)
    clocked.learn(0, 0, 1, 1.0, 0)
    clocked.end_episode(1)
    assert clocked.clock.seconds == 0
    clocked.start_episode(2)
    assert (clocked.clock.seconds, clocked.updates, clocked.solves) == (1, 1, 2)


# The store


def test_store_writes_whole_files_and_reads_them_back(tmp_path: Path) -> None:
    store = TrialStore.create(tmp_path / "new" / "dir", {"a": 1})
    outcome, times = run_trial(ONE)
    store.write_failure(ONE, "it failed")
    assert not store.done(ONE)
    store.write(ONE, outcome, times)
    assert store.done(ONE) and store.read(ONE) == outcome and store.read_times(ONE) == times
    assert TrialStore.open(store.directory).manifest["options"] == {"a": 1}
    left = [path.name for path in store.directory.rglob("*") if path.is_file()]
    assert sorted(left) == sorted(["manifest.json", ONE.file_name, ONE.file_name])


def test_store_refuses_a_directory_with_something_in_it(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(UnusablePath, match="not empty"):
        TrialStore.create(tmp_path, {})
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(UnusablePath):
        TrialStore.create(tmp_path / "thesis.tex", {})
    with pytest.raises(UnusablePath):
        TrialStore.open(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["ucrl-lp", "numpy", "ortools", "scipy", "sources"])
def test_another_version_is_never_mixed_in(store: TrialStore, name: str) -> None:
    manifest = json.loads((store.directory / "manifest.json").read_text())
    manifest["versions"][name] = "0.0.1"
    (store.directory / "manifest.json").write_text(json.dumps(manifest))
    refused(lambda: resumed(store.directory), f"version of {name}", "0.0.1")


@pytest.mark.parametrize("name", ["ucrl-lp", "ucrl-lp-twin", "ucrl2-fh"])
def test_the_version_covers_the_sources_that_compute(name: str) -> None:
    covers_the_sources_of(name)


def covers_the_sources_of(name: str) -> None:
    """Every module that a worker loads, except those that only carry results."""
    code = (
        "import sys; from reference.figure1 import trials; "
        f"trials.run_trial(trials.parse('tiny~{name}~T=9~delta=0.1~bernoulli~seed=0')); "
        "print(*sorted(m for m in sys.modules if m.startswith('reference.')))"
    )
    names = program("-c", code, cwd=ROOT).stdout.split()
    home = ROOT / "reference"
    covered = {
        path.relative_to(home).as_posix()
        for pattern in trial_store.COMPUTES
        for path in home.glob(pattern)
    }
    assert ("reference.running.solver" in names) == (name == "ucrl-lp")
    for module in names:
        stem = module.removeprefix("reference.").replace(".", "/")
        if not stem.startswith(("support", "trace")):  # they only carry results
            assert {f"{stem}.py", f"{stem}/__init__.py"} & covered, module


@pytest.mark.parametrize(
    "fault",
    [
        lambda text: text.replace("seed=5", "seed=6"),
        lambda text: text[:100],
        lambda text: text.replace('"ucrl-lp": "', '"ucrl-lp": "0.'),
        lambda text: text.replace('"updates": ', '"updates": 0.'),
    ],
    ids=["another trial", "cut", "older", "nonsense"],
)
def test_a_stored_result_is_what_it_says(store: TrialStore, fault: Callable[[str], str]) -> None:
    store.write(ONE, *run_trial(ONE))
    file = store.directory / "trials" / ONE.file_name
    file.write_text(fault(file.read_text()))
    with pytest.raises(MalformedInput) as caught:
        store.read(ONE)
    assert ONE.file_name in caught.value.file


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("{}", "format"),
        ("[]", "record"),
        ('{"format": "ucrl-lp-simulation", "version": 2}', "version"),
        ('{"format": "ucrl-lp-simulation", "version": 1}', "manifest"),
        ("", "JSON"),
        (None, "options"),
    ],
)
def test_wrong_manifests(tmp_path: Path, text: str | None, field: str) -> None:
    TrialStore.create(tmp_path, {"kind": "figure1", "T": [1]})
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    refused(lambda: resumed(tmp_path), field, kind=MalformedInput)


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(UnusablePath):
        write_whole(tmp_path / "gone" / "file", "text")
    (tmp_path / "file").mkdir()
    with pytest.raises(UnusablePath):
        write_whole(tmp_path / "file", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


# Parallel work


def test_same_bytes_on_any_executor_and_any_number_of_workers(tmp_path: Path) -> None:
    expected = carried_out(tmp_path / "here")
    with ThreadPoolExecutor(3) as threads:
        assert carried_out(tmp_path / "threads", executor=threads, workers=3) == expected
    assert carried_out(tmp_path / "processes", executor=None, workers=2) == expected
    assert len(expected) == 12 + 3  # trials, manifest, CSV, JSON


def test_bytes_that_depend_on_the_order_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: a result that knows of the trials before it."""
    order: list[Trial] = []

    def work(t: Trial) -> batch.Answer:
        order.append(t)
        outcome, times = run_trial(t)
        return replace(outcome, updates=len(order)), times

    def bytes_of(name: str, weight: Callable[[Trial], int]) -> dict[str, bytes]:
        order.clear()
        monkeypatch.setattr(batch, "_weight", weight)
        store = TrialStore.create(tmp_path / name, SMALL.options())
        batch.run_trials(SMALL.plan(), store, executor=Here(), work=work)
        return contents(tmp_path / name)

    assert bytes_of("a", lambda t: t.T) != bytes_of("b", lambda t: 1000 - t.T)


def test_a_failing_trial_is_reported_and_the_rest_goes_on(store: TrialStore) -> None:
    def work(t: Trial) -> batch.Answer:
        return "SolverError: planted" if t == ONE else run_trial(t)

    standings: list[batch.Standing] = []
    failures = batch.run_trials(
        SMALL.plan(), store, executor=Here(), work=work, on_progress=standings.append
    )
    assert failures == [batch.FailedTrial(ONE, "SolverError: planted")]
    assert sum(store.done(t) for t in SMALL.plan()) == 11
    assert (standings[-1].done, standings[-1].total, standings[-1].failed) == (12, 12, 1)
    assert standings[-1].seconds_left == 0 < standings[0].seconds_left
    report = json.loads((store.directory / "failed" / ONE.file_name).read_text())
    assert report == {"trial": str(ONE), "seed": 5, "error": "SolverError: planted"}
    assert batch.run_trials(SMALL.plan(), store, executor=Here()) == []  # tried again
    assert not list((store.directory / "failed").iterdir())


def test_time_left_is_weighted_by_cost_from_the_first_second() -> None:
    long, *short = (replace(ONE, T=T) for T in (10**6, 1000, 1001, 1002))
    todo = [long, *short]
    first = batch.seconds_left(todo, set(), 1, 0.0)
    assert first == pytest.approx(sum(batch._weight(t) for t in todo) / 1000)
    assert batch.seconds_left(todo, set(), 2, 0.0) == pytest.approx(first / 2)
    assert batch.seconds_left(todo, set(), 1, 5.0) == pytest.approx(first - 5.0)  # in flight counts
    assert batch.seconds_left(todo, set(short), 1, 1.0) > 0.9 * first  # three of four, of no weight
    assert batch.seconds_left(todo, {long}, 1, 10 * first) > batch.seconds_left(short, set(), 1, 0)
    assert batch.seconds_left(todo, set(todo), 1, first) == 0


def sleeps(t: Trial) -> batch.Answer:
    time.sleep(600)
    return batch.attempt(t)


def test_a_stop_drops_what_does_not_end_at_once(store: TrialStore) -> None:
    """Ctrl-C is answered within seconds; the trial in flight runs again when resumed."""
    asked = iter([False])
    assert batch.run_trials(SMALL.plan(), store, work=sleeps, stop=lambda: next(asked, True)) == []
    assert not any(store.done(t) for t in SMALL.plan())


def test_a_stop_loses_nothing_that_was_started(store: TrialStore) -> None:
    """What follows a stop, and that nothing is run twice: tests/robustness/test_killed.py."""
    done: list[int] = []
    report = carry_out(
        SMALL, store, executor=Here(), stop=lambda: bool(done) and done[-1] >= 5,
        on_progress=lambda standing: done.append(standing.done),
    )  # fmt: skip
    assert (len(report.results), report.missing) == (5, 7)


@pytest.mark.parametrize("kind", BY_KIND)
def test_the_committed_csv_is_of_the_default_options(kind: str) -> None:
    """Its trials are the plan of a run with default options, so that a full run can equal it."""
    default: Any = BY_KIND[kind]
    committed = Path(str(files(default.room))) / "committed" / default.committed
    assert set(read_csv(committed)) == set(default().plan())


def test_the_end_says_whether_the_csv_is_the_committed_one(tmp_path: Path) -> None:
    results = read_csv(RESULTS / "figure1.csv")
    store = TrialStore.create(tmp_path / "a", Figure1().options())

    def end(results: Any) -> str:
        report = Report(results, {}, [], 0)
        write_files(Figure1(), store, report, figure=False)
        return closing_lines(Figure1(), store, report, figure=False)

    said = end(results)
    assert said.endswith("figure1.csv equals the committed one")
    assert "(chain) in 3 of 10, 0 of 10, 3 of 10, 0 of\n10, 10 of 10 trials" in said
    grows = "slope d ln Reg / d ln T of UCRL-LP is below 1 on T = 1000 to 100000 (10 trials)"
    assert grows in said.replace("\n", " ")
    first, outcome = next(iter(results.items()))
    changed = end({**results, first: replace(outcome, regret=outcome.regret + 1)})
    assert "figure1.csv differs from the committed" in changed


def test_an_unexpected_error_is_a_failure_of_its_trial() -> None:
    refused = str(batch.attempt(replace(ONE, reward_law="none")))
    assert refused.startswith("PreconditionError: reward-law: one of bernoulli, uniform, ")
    assert refused.endswith(", or file:PATH; found none")
    unknown = str(batch.attempt(replace(ONE, choice=AlgorithmSpec("?"))))
    assert unknown.startswith("unexpected KeyError")


def dies_once(t: Trial) -> batch.Answer:
    """Kills its worker when it first meets seed 6; a file remembers."""
    marker = Path(os.environ["TEST_MARKER"])
    if t.seed == 6 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return batch.attempt(t)


def always_dies(t: Trial) -> batch.Answer:
    if t == ONE:
        os.kill(os.getpid(), signal.SIGKILL)
    return batch.attempt(t)


def test_a_killed_worker_costs_nothing(
    tmp_path: Path, store: TrialStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_MARKER", str(tmp_path / "marker"))
    assert batch.run_trials(SMALL.plan(), store, workers=2, work=dies_once) == []
    assert (tmp_path / "marker").exists()
    assert all(store.read(t) == run_trial(t)[0] for t in SMALL.plan())


def test_a_trial_that_kills_its_worker_fails_alone(store: TrialStore) -> None:
    failures = batch.run_trials(SMALL.plan(), store, workers=2, work=always_dies)
    assert [failure.trial for failure in failures] == [ONE]
    assert "died" in failures[0].error
    assert sum(store.done(t) for t in SMALL.plan()) == 11


def beats(t: Trial) -> batch.Answer:
    """A worker that writes the time to a file, forever."""
    while True:
        write_whole(Path(os.environ["TEST_MARKER"]), str(time.time()))
        time.sleep(0.02)


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    heart = tmp_path / "heart"
    (tmp_path / "main.py").write_text(
        "from tests.figure1 import test_simulation as t\n"
        "if __name__ == '__main__':\n"
        f"    store = t.TrialStore.create({str(tmp_path / 'a')!r}, {{}})\n"
        "    t.batch.run_trials([t.ONE], store, work=t.beats)\n"
    )
    environment = {**os.environ, "TEST_MARKER": str(heart), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, str(tmp_path / "main.py")], env=environment)
    assert until(heart.exists)
    process.kill()
    process.wait()

    def stopped() -> bool:
        before = heart.read_text()
        time.sleep(0.5)
        return heart.read_text() == before

    assert until(stopped)


# The command

DEFAULT = [str(choice) for choice in Figure1().algorithms]
FEW = ["simulate", "figure1", "--quiet", "--env=tiny"]
SHORT = ["--T", "2e1", "60", "--trials=2"]
UCRL2 = ["--algorithms", "ucrl2-fh", "ucrl2-chain"]


def test_interrupted_resumed_and_the_same_bytes(tmp_path: Path, ucrl_lp: Command) -> None:
    """T is so large that a trial takes a moment. Killed instead: tests/robustness/test_killed.py"""
    expected = carried_out(tmp_path / "whole", replace(SMALL, T=(1500, 3000)))
    out = tmp_path / "cut"
    options = ["--env", "tiny", "--T", "1500", "3000", "--trials", "3", "--seed", "5", *UCRL2]
    process = subprocess.Popen(
        [sys.executable, "-m", "reference", "simulate", "figure1", *options, "--no-plot",
         "--workers", "1", "--out", str(out)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # as in a terminal, Ctrl-C reaches the workers, too
    )  # fmt: skip
    assert until(lambda: out.exists() and any((out / "trials").glob("[!.]*.json")))
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert f"`ucrl-lp simulate resume {out}` resumes" in said
    assert "Traceback" not in said
    assert not (out / "figure1.csv").exists()
    ended = ucrl_lp("simulate", "resume", out, "--quiet", "--no-plot", "--workers", 1)
    assert ended.status == 0 and contents(out) == expected


def test_the_command_writes_tables_figure_and_data(tmp_path: Path, ucrl_lp: Command) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    options = [*FEW, *SHORT, "--seed", 5, "--reading", "completion=first"]
    done = ucrl_lp(*options, "--out", out, "--workers", 2)
    assert done.status == 0
    assert '"UCRL-LP, completion first has better regret than UCRL2 (chain)"' in done.out
    assert "Sublinear" in done.out and f"written: {out / 'figure1.csv'}\n" in done.out
    document = json.loads((out / "figure1.json").read_text())
    assert len(document["trials"]) == 2 * 2 * 3
    first = document["trials"][0]
    assert first["algorithm"] == "ucrl-lp" and first["options"]["completion"] == "first"
    assert {"seed", "T", "delta", "reward_law", "env", "outcome", "trial"} <= set(first)
    assert document["manifest"]["versions"] == trial_store.computed_by()
    assert {t["seed"] for t in document["trials"]} == {5, 6}
    assert len((out / "figure1.csv").read_text().splitlines()) == 1 + 12
    assert (out / "figure1.png").read_bytes().startswith(b"\x89PNG")
    svg = (out / "figure1.svg").read_text()
    ElementTree.fromstring(svg)
    for words in ("T, in episodes", "regret Reg_T, in rewards of [0, 1]", "UCRL2 (chain)"):
        assert f"<!-- {words}" in svg
    assert "#1f77b4" in svg and "#ff7f0e" in svg  # blue and orange
    done = ucrl_lp(*options, "--out", again, "--json", "--workers", 1)
    assert done.out == (out / "figure1.json").read_text() and contents(again) == contents(out)


def test_what_is_announced_and_unchanged_options_may_be_repeated(
    tmp_path: Path, ucrl_lp: Command
) -> None:
    line = [word for word in FEW if word != "--quiet"]
    line += [*SHORT, "--workers=1", *UCRL2, "--delta", "0.1", "--no-plot"]
    said = ucrl_lp(*line, "--out", tmp_path / "out").err
    assert "ucrl-lp: 8 trials, 0 of them done; about 0:" in said
    files = "figure1.csv, figure1.json, figure1-times.csv"
    assert f"writes {files} in {tmp_path / 'out'}\n" in said
    next((tmp_path / "out" / "trials").iterdir()).unlink()
    done = ucrl_lp("simulate", "resume", tmp_path / "out", *line[2:])
    assert done.status == 0 and "8 trials, 7 of them done" in done.err


def test_only_repeats_a_stored_trial_byte_by_byte(tmp_path: Path, ucrl_lp: Command) -> None:
    expected = carried_out(tmp_path / "a")[f"trials/{ONE.file_name}"]
    assert ucrl_lp("simulate", "trial", ONE)[:2] == (0, expected.decode())


def test_a_trial_that_fails_comes_with_the_command_that_repeats_it(
    tmp_path: Path, ucrl_lp: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """x_L=printed makes LP1 unbounded: every trial of it fails at the first update."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # the LP is saved there
    out, chosen = tmp_path / "out", ["--algorithms", "ucrl-lp:x_L=printed", "ucrl2-fh"]
    small = ["--T", 20, "--trials", 1, "--workers", 1]
    done = ucrl_lp(*FEW, *chosen, *small, "--out", out, "--no-plot")
    failing = "tiny~ucrl-lp:x_L=printed~T=20~delta=0.1~bernoulli~seed=0"
    assert done.status == 3
    assert "trial failed, seed 0: SolverError: LP1: solver status" in done.err
    assert f"ucrl-lp simulate trial '{failing}'" in done.err
    assert len((out / "figure1.csv").read_text().splitlines()) == 2  # the rest went on
    again = ucrl_lp("simulate", "trial", failing)
    assert again.status == 3 and "solver status" in again.err


@pytest.mark.parametrize(
    "changed",
    [
        ["--T", "20"],
        ["--trials", "4"],
        ["--seed", "6"],
        ["--env", "paper"],
        ["--delta", "0.2"],
        ["--algorithms", "ucrl2-fh"],
        ["--reading", "log=log2"],
    ],
)
def test_a_changed_option_is_never_mixed_in(
    store: TrialStore, ucrl_lp: Command, changed: list[str]
) -> None:
    done = ucrl_lp("simulate", "resume", store.directory, *changed)
    assert done.status == 4 and f"error: {changed[0]}: " in done.err


def test_what_is_stored_cannot_be_made_tiny(store: TrialStore, ucrl_lp: Command) -> None:
    done = ucrl_lp("simulate", "resume", store.directory, "--smoke")
    assert done.status == 4 and "No such option '--smoke'" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["figure1", "--workers", "0"], "--workers"),
        (["figure1", "--trials", "0"], "trials"),
        (["figure1", "--T", "0"], "T: "),
        (["figure1", "--T", "1.5"], "whole number"),
        (["figure1", "--T", "x"], "whole number"),
        (["figure1", "--T", "1e999"], "whole number"),
        (["figure1", "--env", "paper", "tiny"], "--env"),
        (["figure1", "--env", "papper"], "did you mean paper"),
        (["figure1", "--reading", "log=lg"], "reading log"),
        (["figure1", "--algorithms", "ucrl2-fh", "ucrl2-fh"], "algorithms"),
        (["sensitivity", "--delta", "0.2"], "--delta"),
        (["sensitivity", "--reading", "log=ln"], "--reading"),
        (["sensitivity", "compare"], "compare"),
        (["trial", "x"], "trial"),
        (["figure1", "--reading", "trigger=printed", "--algorithms", "ucrl2-fh"], "no effect here"),
        (["figure1", "--worlds", "bernoulli"], "--worlds"),
        (["resume"], "DIR"),
        (["nothing"], "nothing"),
    ],
)
def test_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ucrl_lp: Command, arguments: list[str],
    words: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    done = ucrl_lp("simulate", *arguments, "--quiet")
    assert done.status == 4 and words in done.err
    assert not list(tmp_path.iterdir())


def test_readings_reach_the_algorithms_they_belong_to() -> None:
    choices = [*Figure1().algorithms, AlgorithmSpec("ucrl-lp-twin")]
    chosen = {"ucrl2-clip": "free", "log": "log2", "glop": "default", "reward-law": "uniform"}
    assert [str(choice) for choice in having_readings(choices, chosen)] == [
        "ucrl-lp:glop=default,log=log2",
        "ucrl2-chain:clip=false",
        "ucrl2-fh:clip=false",
        "ucrl-lp-twin:log=log2",
    ]
    kept = having_readings(choices, {"ucrl2-setting": "chain", "ucrl2-radius": "as-published"})
    assert [choice.algorithm for choice in kept] == ["ucrl-lp", "ucrl2-chain", "ucrl-lp-twin"]


def test_the_default_is_the_papers_figure() -> None:
    default = Figure1()
    assert (default.T, default.trials) == ((1000, 3000, 10000, 30000, 100000), 10)
    mdp = make(default.env).mdp
    assert (mdp.layers, mdp.A, mdp.L, mdp.X) == ((1, 10, 10, 10, 10, 10, 1), 5, 6, 52)
    assert DEFAULT == ["ucrl-lp", "ucrl2-chain", "ucrl2-fh"]
    plan = default.plan()
    assert len(plan) == len(set(plan)) == 5 * 10 * 3
    assert {t.seed for t in plan} == set(range(10))
    assert (default.delta, default.reward_law) == (0.1, "bernoulli")


def test_the_same_call_has_the_same_bytes(tmp_path: Path, ucrl_lp: Command) -> None:
    are_the_same_bytes(tmp_path, ucrl_lp, "figure1")


def are_the_same_bytes(folder: Path, ucrl_lp: Command, name: str) -> None:
    """Two calls write the same, and the first is resumed with the same options."""
    line = ["--quiet", "--smoke", "--trials=1", "--workers=1", "--no-plot", *UCRL2, "--out"]
    assert ucrl_lp("simulate", name, *line, folder / "a").status == 0
    assert ucrl_lp("simulate", name, *line, folder / "b").status == 0
    assert contents(folder / "a") == contents(folder / "b")
    done = ucrl_lp("simulate", "resume", folder / "a", "--no-plot", "--quiet")
    assert done.status == 0 and contents(folder / "a") == contents(folder / "b")
