"""Work on executors that are not ours: threads, and a real Dask cluster over TCP that loses a
worker in the middle. The bytes are those of a local run."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from proofs_check.audit.audit import AuditProgress, audit
from proofs_check.commands.trace import as_json
from proofs_check.conformance.batch import Checked, check_traces
from proofs_check.report.results_json import results_json
from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.figure1 import Figure1
from reference.figure1.run_trials import Standing, run_trials
from reference.figure1.trial_store import TrialStore
from reference.support import workers
from reference.support.errors import MalformedInput, PreconditionError, SolverError, UnusableWorkers
from reference.support.workers import Workers, crew, run_jobs
from tests.called import Command
from tests.figure1.test_simulation import Here, Odd, carried_out, contents
from tests.means import means
from tests.paths import ROOT
from tests.robustness.subprocesses import until

LABELS = ["eq:14", "eq:8", "lem:bias-term-2:constant"]
TRIALS = Figure1(
    (300, 900), 4, 5, "tiny", algorithms=(AlgorithmSpec("ucrl2-fh"), AlgorithmSpec("ucrl2-chain"))
)
FOREIGN = sorted((ROOT / "proofs_check" / "sampled_runs" / "foreign").glob("*.jsonl"))


pytestmark = pytest.mark.extra("distributed")


class Cluster:
    """A scheduler and workers, each a process of its own, talking TCP on this machine."""

    def __init__(self, home: Path) -> None:
        self.home, self.processes = home, dict[str, subprocess.Popen[bytes]]()
        file = home / "scheduler.json"
        options = ["--port", "0", "--no-show", "--scheduler-file", str(file)]
        self._start("scheduler", "dask_scheduler", *options)
        assert until(lambda: file.exists() and file.read_bytes().endswith(b"}"))
        self.address: str = json.loads(file.read_text())["address"]
        assert self.address.startswith("tcp://127.0.0.1:")

    def add(self, name: str, sources: Path = ROOT) -> None:
        """A worker of one thread, with the packages below `sources`."""
        options = ["--nthreads", "1", "--no-nanny", "--local-directory", str(self.home / name)]
        self._start(name, "dask_worker", self.address, *options, sources=sources)
        log = self.home / f"{name}.log"
        assert until(lambda: b"Registered to" in log.read_bytes())

    def _start(self, name: str, module: str, *options: str, sources: Path = ROOT) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *options]
        with open(self.home / f"{name}.log", "wb") as log:
            self.processes[name] = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--no-dashboard"],
                stdout=log,
                stderr=log,
                cwd=self.home,
                env={**os.environ, "PYTHONPATH": str(sources)},
            )

    def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()


@contextmanager
def cluster(home: Path, *names: str) -> Iterator[Cluster]:
    home.mkdir(exist_ok=True)
    made = Cluster(home)
    try:
        for name in names:
            made.add(name)
        yield made
    finally:
        for name in list(made.processes):
            made.kill(name)


def test_a_simulation_that_loses_a_worker_has_the_same_bytes(
    tmp_path: Path, ucrl_lp: Command
) -> None:
    expected = carried_out(tmp_path / "local", TRIALS, workers=2, executor=None)
    lost: list[int] = []
    with cluster(tmp_path / "dask", "one", "two") as made:

        def lose(standing: Standing) -> None:
            if standing.done >= 3 and not lost:
                lost.append(standing.done)
                made.kill("one")

        with crew(1, made.address) as (slots, executor):
            assert slots == 4
            there = carried_out(
                tmp_path / "there", TRIALS, workers=slots, executor=executor, on_progress=lose
            )
        assert there == expected
        assert lost and lost[0] < len(TRIALS.plan())  # in the middle
        # The command does the same, on what is left of the cluster.
        options = ["--env", "tiny", "--T", "300", "900", "--trials", "4", "--seed", "5"]
        options += ["--algorithms", "ucrl2-fh", "ucrl2-chain", "--no-plot", "--quiet"]
        out = tmp_path / "command"
        assert ucrl_lp("simulate", *options, "--dask", made.address, "--out", out).status == 0
        assert contents(out) == expected


def test_an_audit_that_loses_a_worker_has_the_same_bytes(
    tmp_path: Path, proofs_check: Command
) -> None:
    lost: list[str] = []
    with cluster(tmp_path / "dask", "one", "two") as made:

        def lose(p: AuditProgress) -> None:
            if p.done >= 10 and not lost:
                lost.append(p.phase)
                made.kill("one")

        store = tmp_path / "store"
        with crew(1, made.address) as (slots, executor):
            there = audit(LABELS, False, lose, planted=True, means=means(slots, executor, store))
        assert lost == ["runs"] and there.exit_status == 0
        (again := tmp_path / "again").mkdir()
        shutil.copy(store / "manifest.json", again)
        here = audit(LABELS, planted=True, means=means(1, store=again))
        assert results_json(here) == results_json(there)
        assert contents(again) == contents(store)  # the runs, too
        shutil.rmtree(again / "claims")
        options = ["--only", "eq:14", "--store", again, "--json", "--quiet"]
        said = proofs_check(*options, "--dask", made.address).out
        assert said == results_json(audit("eq:14", means=means(1, store=again)))


def told(checked: Iterable[Checked]) -> list[Any]:
    """All that there is to compare; the tables of an MDP are not."""
    return [
        (
            verdict.file,
            verdict.error,
            verdict.exit_status,
            verdict.outcome and as_json(verdict.outcome),
        )
        for verdict in checked
    ]


def test_a_batch_of_traces_has_the_same_verdicts(
    tmp_path: Path, proofs_check: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    named = [*map(str, FOREIGN), str(bad), "no-such.jsonl"] * 2
    expected = check_traces(named, workers=1)
    assert [verdict.file for verdict in expected] == named
    assert [verdict.exit_status for verdict in expected] == [*[0 for _ in FOREIGN], 3, 4] * 2
    with ThreadPoolExecutor(3) as threads:
        assert told(check_traces(named, workers=3, executor=threads)) == told(expected)
    assert told(check_traces(named, workers=2)) == told(expected)
    monkeypatch.chdir(ROOT)
    relative = [*(str(path.relative_to(ROOT)) for path in FOREIGN), str(bad)]
    said = []
    with cluster(tmp_path / "dask", "one", "two") as made:
        for how in (["--workers", "1"], ["--workers", "2"], ["--dask", made.address]):
            for more in ([], ["--json"]):
                done = proofs_check("trace", *relative, "--quiet", *how, *more)
                assert done.status == 3
                said.append(done.out)
    assert said[:2] == said[2:4] == said[4:]
    lines = [json.loads(line) for line in said[1].splitlines()]
    assert [line["file"] for line in lines] == relative
    assert [line.get("verdict") for line in lines] == [*["conforms" for _ in FOREIGN], None]
    assert "must" in lines[-1]["error"] and said[0].count("verdict    conforms") == len(FOREIGN)


def test_other_sources_on_a_worker_are_noticed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    for package in ("reference", "proofs_check"):
        shutil.copytree(ROOT / package, other / package)
    (other / "reference" / "confidence.py").open("a").write("\n# another version\n")
    with cluster(tmp_path / "dask") as made:
        made.add("other", other)
        with crew(1, made.address) as (_, executor):
            for work in (
                lambda: carried_out(tmp_path / "simulate", TRIALS, executor=executor),
                lambda: audit("eq:14", means=means(executor=executor)),
                lambda: check_traces(FOREIGN, executor=executor),
            ):
                with pytest.raises(UnusableWorkers, match="sources .* never mixed"):
                    work()
        assert not list((tmp_path / "simulate" / "trials").iterdir())
        made.kill("other")
        (other / "reference" / "__init__.py").write_text("raise ImportError('planted')\n")
        made.add("other", other)
        with (
            pytest.raises(UnusableWorkers, match=r"cannot load this program: .*planted"),
            crew(1, made.address),
        ):
            pass


def test_a_cluster_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ucrl_lp: Command, proofs_check: Command
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 2.0)
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        silent = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        for address in (silent, "nowhere", "tcp://127.0.0.1:0x", "", "smoke://127.0.0.1:1"):
            out = tmp_path / "out"
            options = ["--env", "tiny", "--T", 20, "--trials", 1, "--no-plot", "--out", out]
            done = ucrl_lp("simulate", *options, "--dask", address)
            assert done.status == 4 and "no Dask scheduler answers" in done.err
            assert not out.exists()
    with cluster(tmp_path / "dask") as made:
        done = proofs_check("trace", FOREIGN[0], "--dask", made.address)
        assert done.status == 4 and "has no workers" in done.err


def test_the_extra_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, proofs_check: Command
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = proofs_check("--only", "eq:14", "--dask", "tcp://127.0.0.1:1")
    assert done.status == 4 and "pip install '.[distributed]'" in done.err


# Any executor


def test_threads_make_the_same_audit(tmp_path: Path) -> None:
    """Precisions belong to the process: two checks at a time in one would disturb each other."""
    store = tmp_path / "store"
    here = audit(LABELS, planted=True, means=means(1, store=store))
    shutil.rmtree(store / "claims")
    with ThreadPoolExecutor(4) as threads:
        there = audit(LABELS, planted=True, means=means(4, threads, store))
    assert results_json(there) == results_json(here)


def test_what_an_executor_can_do_to_its_work(tmp_path: Path) -> None:
    def cancel(future: Future[Any], call: Callable[[], Any]) -> None:
        future.cancel()
        future.set_running_or_notify_cancel()

    store = TrialStore.create(tmp_path / "a", TRIALS.options())
    with pytest.raises(UnusableWorkers, match="dropped"):
        run_trials(TRIALS.plan(), store, executor=Odd(cancel))
    lost = Odd(lambda future, call: future.set_exception(RuntimeError("KilledWorker")))
    failures = run_trials(TRIALS.plan()[:2], store, executor=lost)
    assert [f.error for f in failures] == ["unexpected RuntimeError: KilledWorker"] * 2
    with pytest.raises(UnusableWorkers, match="KilledWorker"):
        audit("eq:14", means=means(executor=lost))

    def dead(future: Future[Any], call: Callable[[], Any]) -> None:
        raise BrokenExecutor("gone")

    with pytest.raises(BrokenExecutor):  # the caller's to replace
        run_trials(TRIALS.plan(), store, executor=Odd(dead))
    broken = Odd(lambda future, call: future.set_exception(SolverError("ABNORMAL", None)))
    with pytest.raises(SolverError):
        audit("eq:14", means=means(executor=broken))


def test_versions_are_compared_before_the_work_is_done() -> None:
    said = iter([{"a": "1"}, {"a": "2"}])
    done: list[int] = []
    with pytest.raises(UnusableWorkers, match="a worker has a 2, here it is 1"):
        run_jobs(
            done.append, [1], lambda *_: None, lambda *_: None,
            workers=Workers(lambda: next(said), executor=Here()),
        )  # fmt: skip
    assert done == []


def test_errors_survive_the_way_between_processes() -> None:
    for error in (
        SolverError("ABNORMAL", "x.mps", ", in epoch 3"),
        MalformedInput("f", 3, "field", [1], "rule"),
        PreconditionError("field", 2, "rule"),
        UnusableWorkers("here", "rule"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error)
        assert vars(again) == vars(error) and again.exit_status == error.exit_status
