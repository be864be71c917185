"""`ucrl-lp simulate`: trials, the store, parallel work and what can happen to it, Figure 1."""

from __future__ import annotations

import hashlib
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reference.__main__ import main
from reference.environments import make
from reference.experiments import algorithms, request, trial_store, trials
from reference.experiments import run_trials as batch
from reference.experiments.algorithms import ALGORITHMS, AlgorithmSpec
from reference.experiments.figure1 import Figure1
from reference.experiments.request import carry_out, resumed, write_files
from reference.experiments.trial_store import TrialStore, write_whole
from reference.experiments.trials import Outcome, TimedLearner, Times, Trial, run_trial
from reference.running.driver import run
from reference.support.errors import MalformedInput, PreconditionError, UnusablePath
from tests.experiments.csv_results import read_csv
from tests.paths import ROOT
from tests.robustness.subprocesses import until

SMALL = Figure1(
    (20, 60), 3, 5, "tiny", choices=(AlgorithmSpec("ucrl2-fh"), AlgorithmSpec("ucrl2-chain"))
)
"""12 trials of a millisecond each."""


def trial(text: str) -> Trial:
    return trials.parse(text)


ONE = trial("tiny~ucrl2-fh~T=20~delta=0.1~bernoulli~seed=5")


class Here(Executor):
    """Runs at once, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as e:
            future.set_exception(e)
        return future


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


# Trials


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_trial_is_its_text(name: str) -> None:
    text = f"tiny~{name}~T=20~delta=0.25~uniform~seed=7"
    t = trial(text)
    assert str(t) == text
    assert t == Trial("tiny", AlgorithmSpec(name), 20, 0.25, "uniform", 7)
    assert run_trial(t)[0] == run_trial(trial(text))[0]


def test_a_choice_that_equals_the_default_is_the_default() -> None:
    assert algorithms.parse("ucrl-lp:completion=uniform,glop=unscaled") == AlgorithmSpec("ucrl-lp")
    assert algorithms.parse("ucrl2-fh:clip=true") == AlgorithmSpec("ucrl2-fh")
    chosen = algorithms.parse("ucrl2-fh:ties=random,clip=false")
    assert str(chosen) == "ucrl2-fh:clip=false,ties=random"
    assert chosen.full["clip"] is False and chosen.full["clock"] == "steps"
    assert str(algorithms.parse("opsrl:psi=3,eta=2.5")) == "opsrl:eta=2.5,psi=3"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("ucrl3", "algorithm"),
        ("ucrl2-fh:clip", "algorithm"),
        ("ucrl2-fh:clips=true", "option of ucrl2-fh"),
        ("ucrl2-fh:clip=true,clip=true", "option of ucrl2-fh"),
        ("ucrl2-fh:clip=1", "ucrl2-fh:clip"),
        ("ucrl2-fh:ties=all", "ties"),
        ("psrl:alpha0=x", "psrl:alpha0"),
        ("psrl:alpha0=-1", "alpha0"),
        ("ucbvi-ch:bonus=BF", "option of ucbvi-ch"),
        ("ucrl-lp:completion=best", "reading completion"),
        ("ucrl-lp:completion=any", "reading completion"),
        ("ucrl-lp:reward-law=uniform", "option of ucrl-lp"),
    ],
)
def test_wrong_algorithms(text: str, field: str) -> None:
    with pytest.raises(PreconditionError) as caught:
        algorithms.parse(text)
    assert caught.value.field == field


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
    ],
)
def test_wrong_trials(old: str, new: str, field: str) -> None:
    with pytest.raises(PreconditionError) as caught:
        trial(str(ONE).replace(old, new))
    assert caught.value.field == field


@pytest.mark.parametrize("env", ["tiny", "random:rational/uniform"])
def test_a_trial_of_ucrl_lp_is_the_run_of_algorithm_1(env: str) -> None:
    """So a trace of any trial can be had, and checked: `ucrl-lp run --seed S --mdp-seed S`."""
    choices = {"completion": "greedy", "reward-law": "uniform"}
    expected = run(make(env, seed=4).mdp, 20, seed=4, delta=0.2, choices=choices)
    outcome, _ = run_trial(trial(f"{env}~ucrl-lp:completion=greedy~T=20~delta=0.2~uniform~seed=4"))
    assert outcome.regret == pytest.approx(expected.regret, rel=1e-12)
    assert outcome.realised_regret == pytest.approx(expected.realised_regret, rel=1e-12)
    assert outcome.updates == len(expected.epochs) - 1
    assert outcome.solves == expected.solves


def test_trials_with_one_seed_share_the_mdp_and_others_do_not() -> None:
    def V_star(name: str, seed: int) -> float:
        text = f"paper~{name}~T=2~delta=0.1~bernoulli~seed={seed}"
        return run_trial(trial(text))[0].V_star

    assert V_star("ucrl2-fh", 1) == V_star("psrl", 1) == V_star("ucrl-lp-twin", 1)
    assert V_star("ucrl2-fh", 1) != V_star("ucrl2-fh", 2)


def test_outcome_against_its_definitions() -> None:
    """Eq. (2) by hand: with certainty about the future, T = 1 and the uniform policy."""
    outcome, times = run_trial(trial("tiny~ucrl-lp-twin~T=1~delta=0.1~bernoulli~seed=0"))
    uniform = (1 / 8 + 0) / 2 + 1 / 2 * (1 / 2 + 1 / 4) / 2 + 1 / 2 * (1 + 0) / 2
    assert outcome.V_star == 7 / 8
    assert outcome.regret == pytest.approx(7 / 8 - uniform, abs=1e-15)
    assert outcome.realised_regret in (7 / 8, 7 / 8 - 1, 7 / 8 - 2)
    assert (outcome.X, outcome.A, outcome.L, outcome.updates) == (4, 2, 2, 0)
    assert times.run_seconds >= times.update_seconds == 0


def test_the_stopwatch_counts_only_calls_with_an_update(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr("reference.experiments.trials.time.perf_counter", lambda: next(clock))
    learner = AlgorithmSpec("psrl").learner((1, 1), 2, 3, 0.1, 0)
    clocked = TimedLearner(learner)
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
def test_another_version_is_never_mixed_in(tmp_path: Path, name: str) -> None:
    carried_out(tmp_path / "a")
    manifest = tmp_path / "a" / "manifest.json"
    found = json.loads(manifest.read_text())
    found["versions"][name] = "0.0.1"
    manifest.write_text(json.dumps(found))
    with pytest.raises(PreconditionError) as caught:
        resumed(tmp_path / "a")
    assert caught.value.field == f"version of {name}"
    assert "0.0.1" in caught.value.rule


@pytest.mark.parametrize("name", ["ucrl-lp", "ucrl-lp-twin", "psrl", "uob-reps"])
def test_the_version_covers_the_sources_that_compute(name: str) -> None:
    """Every module that a worker loads, except those that only carry results."""
    code = (
        "import sys; from reference.experiments import trials; "
        f"trials.run_trial(trials.parse('tiny~{name}~T=9~delta=0.1~bernoulli~seed=0')); "
        "print(*sorted(m for m in sys.modules if m.startswith('reference.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    home = ROOT / "reference"
    covered = {
        path.relative_to(home).as_posix()
        for pattern in trial_store.COMPUTES
        for path in home.glob(pattern)
    }
    found = done.stdout.split()
    assert ("reference.ucrl_lp" in found) == (name == "ucrl-lp")
    for module in found:
        stem = module.removeprefix("reference.").replace(".", "/")
        if not stem.startswith(("support", "trace")):  # they only carry results
            assert {f"{stem}.py", f"{stem}/__init__.py"} & covered, module


def mixed_up(store: TrialStore, other: Trial) -> None:
    files = store.directory / "trials"
    (files / ONE.file_name).write_bytes((files / other.file_name).read_bytes())


def cut(store: TrialStore, other: Trial) -> None:
    file = store.directory / "trials" / ONE.file_name
    file.write_bytes(file.read_bytes()[:100])


def older(store: TrialStore, other: Trial) -> None:
    file = store.directory / "trials" / ONE.file_name
    file.write_text(file.read_text().replace('"ucrl-lp": "', '"ucrl-lp": "0.'))


def nonsense(store: TrialStore, other: Trial) -> None:
    file = store.directory / "trials" / ONE.file_name
    file.write_text(file.read_text().replace('"updates": ', '"updates": 0.'))


@pytest.mark.parametrize("fault", [mixed_up, cut, older, nonsense])
def test_a_stored_result_is_what_it_says(
    tmp_path: Path, fault: Callable[[TrialStore, Trial], None]
) -> None:
    carried_out(tmp_path / "a")
    _, store = resumed(tmp_path / "a")
    store.read(ONE)
    fault(store, replace(ONE, seed=6))
    with pytest.raises(MalformedInput) as caught:
        store.read(ONE)
    assert ONE.file_name in caught.value.file


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": "ucrl-lp-simulation", "version": 2}', ""])
def test_wrong_manifests(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(MalformedInput):
        resumed(tmp_path)


def test_a_manifest_with_other_options_is_refused(tmp_path: Path) -> None:
    TrialStore.create(tmp_path / "a", {"kind": "figure1", "T": [1]})
    with pytest.raises(MalformedInput) as caught:
        resumed(tmp_path / "a")
    assert caught.value.field == "options"


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


def test_a_failing_trial_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    def work(t: Trial) -> batch.Answer:
        return "SolverError: planted" if t == ONE else run_trial(t)

    store = TrialStore.create(tmp_path / "a", SMALL.options())
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


def test_a_stop_drops_what_does_not_end_at_once(tmp_path: Path) -> None:
    """Ctrl-C is answered within seconds; the trial in flight runs again when resumed."""
    store = TrialStore.create(tmp_path / "a", SMALL.options())
    asked = iter([False])
    assert batch.run_trials(SMALL.plan(), store, work=sleeps, stop=lambda: next(asked, True)) == []
    assert not any(store.done(t) for t in SMALL.plan())


@pytest.mark.parametrize("kind", sorted(request.COMMITTED_CSV))
def test_the_committed_csv_is_recognised(kind: str) -> None:
    """If this fails, a full run was committed anew: put its SHA-256 into COMMITTED_CSV."""
    name = {"comparison": "family"}.get(kind, kind)
    committed = (ROOT / "tests/data/simulation" / f"{name}.csv").read_bytes()
    assert hashlib.sha256(committed).hexdigest() == request.COMMITTED_CSV[kind]


def test_the_end_says_whether_the_csv_is_the_committed_one(tmp_path: Path) -> None:
    results = read_csv(ROOT / "tests/data/simulation/figure1.csv")
    store = TrialStore.create(tmp_path / "a", Figure1().options())
    report = request.Report(results, {}, [], 0)
    write_files(Figure1(), store, report, figure=False)
    said = request.closing_lines(Figure1(), store, report, figure=False)
    assert said.endswith("figure1.csv equals the committed one")
    assert "(chain) in 3 of 10, 0 of 10, 3 of 10, 0 of\n10, 10 of 10 trials" in said
    assert "The regret of UCRL-LP is sublinear." in said.replace("\n", " ")
    (first, outcome), *rest = results.items()
    changed = {first: replace(outcome, regret=outcome.regret + 1), **dict(rest)}
    write_files(Figure1(), store, replace(report, results=changed), figure=False)
    assert "figure1.csv differs from the committed" in request.closing_lines(
        Figure1(), store, replace(report, results=changed), figure=False
    )


def test_what_is_announced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    line = ["simulate", *TINY, "--trials", "2", "--workers", "1", "--no-plot"]
    assert main([*line, "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert "ucrl-lp: 12 trials, 0 of them done; about 0:" in said.err
    assert f"writes figure1.csv, figure1.json, figure1-times.csv in {out}\n" in said.err
    assert f"written: {out / 'figure1.csv'}\n" in said.out
    next((out / "trials").iterdir()).unlink()
    assert main(["simulate", "--resume", str(out), "--workers", "1", "--no-plot"]) == 0
    assert "12 trials, 11 of them done" in capsys.readouterr().err


def test_an_unexpected_error_is_a_failure_of_its_trial() -> None:
    refused = str(batch.attempt(replace(ONE, reward_law="none")))
    assert refused.startswith("PreconditionError: reward-law: one of bernoulli, uniform, ")
    assert refused.endswith(", or file:PATH; found none")
    assert str(batch.attempt(replace(ONE, choice=AlgorithmSpec("?")))).startswith(
        "unexpected KeyError"
    )


def test_a_stop_loses_nothing_that_was_started(tmp_path: Path) -> None:
    expected = carried_out(tmp_path / "whole")
    store = TrialStore.create(tmp_path / "cut", SMALL.options())
    done: list[int] = []
    report = carry_out(
        SMALL,
        store,
        executor=Here(),
        stop=lambda: bool(done) and done[-1] >= 5,
        on_progress=lambda standing: done.append(standing.done),
    )
    assert (len(report.results), report.missing) == (5, 7)
    experiment, store = resumed(tmp_path / "cut")
    assert experiment == SMALL
    calls: list[Trial] = []

    def counted(t: Trial) -> batch.Answer:
        calls.append(t)
        return batch.attempt(t)

    batch.run_trials(experiment.plan(), store, executor=Here(), work=counted)
    assert len(calls) == 7  # nothing is run twice
    write_files(experiment, store, carry_out(experiment, store, executor=Here()), figure=False)
    assert contents(tmp_path / "cut") == expected


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


def test_a_killed_worker_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_MARKER", str(tmp_path / "marker"))
    carried_out(tmp_path / "expected")
    store = TrialStore.create(tmp_path / "a", SMALL.options())
    assert batch.run_trials(SMALL.plan(), store, workers=2, work=dies_once) == []
    assert (tmp_path / "marker").exists()
    assert {t: store.read(t) for t in SMALL.plan()} == {
        t: resumed(tmp_path / "expected")[1].read(t) for t in SMALL.plan()
    }


@pytest.mark.slow
def test_a_trial_that_kills_its_worker_fails_alone(tmp_path: Path) -> None:
    store = TrialStore.create(tmp_path / "a", SMALL.options())
    failures = batch.run_trials(SMALL.plan(), store, workers=2, work=always_dies)
    assert [failure.trial for failure in failures] == [ONE]
    assert "died" in failures[0].error
    assert sum(store.done(t) for t in SMALL.plan()) == 11


def test_two_processes_may_work_in_one_directory(tmp_path: Path) -> None:
    """Both do all of the work (a barrier lets neither find a result); the bytes are the same."""
    expected = carried_out(tmp_path / "expected")
    store = TrialStore.create(tmp_path / "a", SMALL.options())
    together = threading.Barrier(2, timeout=60)

    def work(t: Trial) -> batch.Answer:
        together.wait()
        return batch.attempt(t)

    def one(number: int) -> list[batch.FailedTrial]:
        return batch.run_trials(SMALL.plan(), store, executor=Here(), work=work)

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(one, range(2))) == [[], []]
    write_files(SMALL, store, carry_out(SMALL, store, executor=Here()), figure=False)
    assert contents(tmp_path / "a") == expected


def test_a_dead_executor_of_the_caller_is_the_callers_to_replace(tmp_path: Path) -> None:
    class Dead(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise BrokenExecutor("gone")

    store = TrialStore.create(tmp_path / "a", SMALL.options())
    with pytest.raises(BrokenExecutor):
        batch.run_trials(SMALL.plan(), store, executor=Dead())


def beats(t: Trial) -> batch.Answer:
    """A worker that writes the time to a file, forever."""
    while True:
        write_whole(Path(os.environ["TEST_MARKER"]), str(time.time()))
        time.sleep(0.02)


@pytest.mark.slow
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    heart = tmp_path / "heart"
    code = (
        "from pathlib import Path\n"
        "from tests.experiments import test_simulation as t\n"
        "if __name__ == '__main__':\n"
        f"    store = t.TrialStore.create({str(tmp_path / 'a')!r}, {{}})\n"
        "    t.batch.run_trials([t.ONE], store, work=t.beats)\n"
    )
    environment = {**os.environ, "TEST_MARKER": str(heart)}
    (tmp_path / "main.py").write_text(code)
    environment["PYTHONPATH"] = str(ROOT)
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

TINY = ["--env", "tiny", "--T", "2e1", "60", "--seed", "5"]


def simulate(*arguments: str) -> int:
    return main(["simulate", "--quiet", *arguments])


@pytest.mark.parametrize("how", ["kill -9", "Ctrl-C"])
def test_interrupted_resumed_and_the_same_bytes(tmp_path: Path, how: str) -> None:
    """T is so large that a trial takes a moment."""
    experiment = replace(SMALL, T=(1500, 3000))
    expected = carried_out(tmp_path / "whole", experiment)
    out = tmp_path / "cut"
    options = ["--env", "tiny", "--T", "1500", "3000", "--trials", "3", "--seed", "5"]
    options += ["--algorithms", "ucrl2-fh", "ucrl2-chain", "--no-plot", "--workers", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "reference", "simulate", "--out", str(out), *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # as in a terminal, Ctrl-C reaches the workers, too
    )
    assert until(lambda: out.exists() and any((out / "trials").glob("[!.]*.json")))
    if how == "kill -9":
        process.kill()
        process.communicate()
    else:
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate()
        assert process.returncode == 130
        assert f"`ucrl-lp simulate --resume {out}` resumes" in said
        assert "Traceback" not in said
    assert not (out / "figure1.csv").exists()
    assert simulate("--resume", str(out), "--no-plot", "--workers", "1") == 0
    now = contents(out)
    strays = [name for name in now if name.endswith(".tmp")]
    assert len(strays) <= (1 if how == "kill -9" else 0)
    assert {name: data for name, data in now.items() if name not in strays} == expected


def test_the_command_writes_tables_figure_and_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    options = [*TINY, "--trials", "2", "--reading", "completion=first"]
    assert simulate(*options, "--out", str(out), "--workers", "2") == 0
    said = capsys.readouterr().out
    assert '"UCRL-LP, completion first has better regret than UCRL2 (chain)"' in said
    assert "Sublinear" in said
    document = json.loads((out / "figure1.json").read_text())
    assert len(document["trials"]) == 2 * 2 * 3
    first = document["trials"][0]
    assert first["algorithm"] == "ucrl-lp" and first["options"]["completion"] == "first"
    assert {"seed", "T", "delta", "reward_law", "env", "outcome", "trial"} <= set(first)
    assert document["manifest"]["versions"] == trial_store.computed_by()
    assert {t["seed"] for t in document["trials"]} == {5, 6}
    lines = (out / "figure1.csv").read_text().splitlines()
    assert len(lines) == 1 + 12
    assert (out / "figure1.png").read_bytes().startswith(b"\x89PNG")
    svg = (out / "figure1.svg").read_text()
    ElementTree.fromstring(svg)
    for words in ("T, in episodes", "regret Reg_T, in rewards of [0, 1]", "UCRL2 (chain)"):
        assert f"<!-- {words}" in svg
    assert "#1f77b4" in svg and "#ff7f0e" in svg  # blue and orange
    again = tmp_path / "again"
    assert simulate(*options, "--out", str(again), "--workers", "1", "--json") == 0
    assert contents(again) == contents(out)
    assert capsys.readouterr().out == (out / "figure1.json").read_text()


def test_only_repeats_a_stored_trial_byte_by_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = carried_out(tmp_path / "a")
    assert simulate("--only", str(ONE)) == 0
    assert capsys.readouterr().out.encode() == expected[f"trials/{ONE.file_name}"]


def test_a_trial_that_fails_comes_with_the_command_that_repeats_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """x_L=printed makes LP1 unbounded: every trial of it fails at the first update."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # the LP is saved there
    out = tmp_path / "out"
    arguments = ["--env", "tiny", "--T", "20", "--trials", "1", "--out", str(out), "--no-plot"]
    chosen = ["--algorithms", "ucrl-lp:x_L=printed", "ucrl2-fh"]
    assert simulate(*arguments, *chosen, "--workers", "1") == 3
    said = capsys.readouterr()
    failing = "tiny~ucrl-lp:x_L=printed~T=20~delta=0.1~bernoulli~seed=0"
    assert "trial failed, seed 0: SolverError: LP1: solver status" in said.err
    assert f"ucrl-lp simulate --only '{failing}'" in said.err
    assert len((out / "figure1.csv").read_text().splitlines()) == 2  # the rest went on
    assert simulate("--only", failing) == 3
    assert "solver status" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        (["--T", "20"], "--T"),
        (["--trials", "4"], "--trials"),
        (["--seed", "6"], "--seed"),
        (["--env", "paper"], "--env"),
        (["--delta", "0.2"], "--delta"),
        (["--algorithms", "psrl"], "--algorithms"),
        (["--reading", "log=log2"], "--reading"),
        (["--sensitivity"], "--resume"),
        (["--compare"], "--resume"),
        (["--smoke"], "--smoke"),
    ],
)
def test_a_changed_option_is_never_mixed_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: list[str], field: str
) -> None:
    TrialStore.create(tmp_path / "a", SMALL.options())
    assert simulate("--resume", str(tmp_path / "a"), *changed) == 4
    assert f"error: {field}: " in capsys.readouterr().err


def test_unchanged_options_may_be_repeated(tmp_path: Path) -> None:
    carried_out(tmp_path / "a")
    algorithms = ["--algorithms", "ucrl2-fh", "ucrl2-chain"]
    repeated = [*TINY, "--trials", "3", *algorithms, "--delta", "0.1", "--no-plot"]
    assert simulate("--resume", str(tmp_path / "a"), *repeated) == 0


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--workers", "0"], 4, "--workers"),
        (["--trials", "0"], 4, "trials"),
        (["--T", "0"], 4, "T: "),
        (["--env", "paper", "tiny"], 4, "--env"),
        (["--env", "papper"], 4, "did you mean paper"),
        (["--reading", "log=lg"], 4, "reading log"),
        (["--reading", "ucrl2-radius=as-published"], 0, ""),
        (["--algorithms", "psrl", "psrl"], 4, "algorithms"),
        (["--sensitivity", "--delta", "0.2"], 4, "--delta"),
        (["--sensitivity", "--reading", "log=ln"], 4, "--reading"),
        (["--only", "x"], 4, "trial"),
    ],
)
def test_usage(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    words: str,
) -> None:
    if status == 0:
        arguments = [*arguments, "--env", "tiny", "--T", "2", "--trials", "1", "--no-plot"]
        arguments += ["--algorithms", "ucrl2-fh", "--workers", "1"]
    out = tmp_path / "out"
    found = simulate(*arguments, *([] if "--only" in arguments else ["--out", str(out)]))
    assert found == status
    assert words in capsys.readouterr().err
    assert out.exists() == (status == 0)


@pytest.mark.parametrize("T", ["1.5", "x", "1e999"])
def test_T_is_a_whole_number(capsys: pytest.CaptureFixture[str], T: str) -> None:
    with pytest.raises(SystemExit) as caught:
        simulate("--T", T)
    assert caught.value.code == 4
    assert "whole number" in capsys.readouterr().err


def test_readings_reach_the_algorithms_they_belong_to() -> None:
    from reference.commands.simulate import having_readings

    choices = [*Figure1().choices, AlgorithmSpec("ucrl-lp-twin")]
    chosen = {"ucrl2-clip": "free", "log": "log2", "glop": "default", "reward-law": "uniform"}
    assert [str(choice) for choice in having_readings(choices, chosen)] == [
        "ucrl-lp:glop=default,log=log2",
        "ucrl2-chain:clip=false",
        "ucrl2-fh:clip=false",
        "ucrl-lp-twin:log=log2",
    ]
    kept = having_readings(choices, {"ucrl2-setting": "chain"})
    assert [choice.algorithm for choice in kept] == ["ucrl-lp", "ucrl2-chain", "ucrl-lp-twin"]


def test_the_default_is_the_papers_figure() -> None:
    default = Figure1()
    assert (default.T, default.trials) == ((1000, 3000, 10000, 30000, 100000), 10)
    mdp = make(default.env).mdp
    assert (mdp.layers, mdp.A, mdp.L, mdp.X) == ((1, 10, 10, 10, 10, 10, 1), 5, 6, 52)
    assert [str(choice) for choice in default.choices] == ["ucrl-lp", "ucrl2-chain", "ucrl2-fh"]
    plan = default.plan()
    assert len(plan) == len(set(plan)) == 5 * 10 * 3
    assert {t.seed for t in plan} == set(range(10))
    assert math.isclose(default.delta, 0.1) and default.reward_law == "bernoulli"


def test_outcome_and_times_are_kept_apart() -> None:
    assert not set(Outcome.__annotations__) & set(Times.__annotations__)


# --fast, an old spelling: the twin with the completion of ucrl-lp

DEFAULT = [str(choice) for choice in Figure1().choices]
FEW = ["--env", "tiny", "--T", "20", "60", "--trials", "2", "--no-plot", "--workers", "1"]


def test_fast_is_the_twin_in_place_of_ucrl_lp(tmp_path: Path) -> None:
    chosen = [["--fast"], ["--algorithms", "ucrl-lp-twin:completion=uniform", *DEFAULT[1:]]]
    for name, options in zip("ab", chosen, strict=True):
        assert simulate(*FEW, *options, "--out", str(tmp_path / name)) == 0
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    options = json.loads((tmp_path / "a" / "figure1.json").read_text())["manifest"]["options"]
    assert options["algorithms"] == ["ucrl-lp-twin:completion=uniform", *DEFAULT[1:]]


@pytest.mark.parametrize("kind", ["figure1", "comparison"])
def test_fast_has_a_default_directory_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["--compare"] if kind == "comparison" else ["--no-plot"]
    algorithms = ["--algorithms", "ucrl-lp:completion=first", "ucrl2-fh"]
    assert simulate("--fast", "--smoke", *asked, *algorithms, "--workers", "1") == 0
    rows = (tmp_path / "out" / f"{kind}-fast" / f"{kind}.csv").read_text("ascii").splitlines()
    assert sum(",ucrl-lp-twin,completion=first," in row for row in rows) >= 4
    assert not any(",ucrl-lp," in row for row in rows)


def test_fast_and_printed_are_never_mixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed, fast = str(tmp_path / "printed"), str(tmp_path / "fast")
    chosen = ["--algorithms", "ucrl-lp:completion=first", "ucrl2-fh"]
    assert simulate(*FEW, *chosen, "--out", printed) == 0
    assert simulate(*FEW, *chosen, "--fast", "--out", fast) == 0
    assert simulate("--resume", fast, *FEW, *chosen, "--fast") == 0
    for arguments in (["--resume", printed, "--fast"], ["--resume", fast, *chosen]):
        capsys.readouterr()
        assert simulate(*arguments, "--workers", "1") == 4
        assert "results are never mixed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--sensitivity"], "--fast: has no effect here"),
        (["--only", str(ONE)], "names its algorithm"),
        (["--algorithms", "psrl"], "ucrl-lp is not run"),
        (["--algorithms", "ucrl-lp:glop=default"], "option of ucrl-lp-twin"),
        (["--reading", "lp-form=reduced"], "has no effect here"),
        (["--reading", "trigger=printed"], "has no effect here"),
    ],
)
def test_what_fast_refuses(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [] if "--only" in arguments else ["--out", str(tmp_path / "out")]
    assert simulate("--fast", *arguments, *where) == 4
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
