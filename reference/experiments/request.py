"""An experiment from start to files: plan, run or resume, write CSV, JSON, times and the figure."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from reference.experiments.comparison import Comparison
from reference.experiments.figure1 import Figure1
from reference.experiments.results import Table, times_to_csv, to_csv, to_json
from reference.experiments.run_trials import FailedTrial, Standing, run_trials
from reference.experiments.sensitivity import Sensitivity
from reference.experiments.trial_store import TrialStore, write_whole
from reference.experiments.trials import Outcome, Times, Trial
from reference.support.errors import MalformedInput, UnusablePath


class Experiment(Protocol):
    """What `ucrl-lp simulate` can be asked for: which trials, and what is made of them."""

    @property
    def kind(self) -> str: ...

    def plan(self) -> list[Trial]: ...

    def options(self) -> dict[str, Any]: ...

    def tables(self, results: Mapping[Trial, Outcome]) -> list[Table]: ...

    def time_tables(
        self, results: Mapping[Trial, Outcome], times: Mapping[Trial, Times]
    ) -> list[Table]: ...


KINDS: Mapping[str, Callable[[Mapping[str, Any]], Experiment]] = {
    "figure1": Figure1.from_options,
    "sensitivity": Sensitivity.from_options,
    "comparison": Comparison.from_options,
}


@dataclass(frozen=True)
class Report:
    """How an experiment ended. `missing` trials were not started because it was told to stop."""

    results: Mapping[Trial, Outcome]
    times: Mapping[Trial, Times]
    failures: Sequence[FailedTrial]
    missing: int


def resumed(directory: str | os.PathLike[str]) -> tuple[Experiment, TrialStore]:
    """The experiment whose results are in `directory`. Raises what TrialStore.open raises,
    and MalformedInput for options that mean nothing."""
    store = TrialStore.open(directory)
    options = store.manifest["options"]
    try:
        return KINDS[options["kind"]](options), store
    except (KeyError, TypeError, ValueError) as e:
        file = str(Path(directory) / "manifest.json")
        raise MalformedInput(file, None, "options", options, f"cannot be read: {e!r}") from None


def carry_out(
    experiment: Experiment,
    store: TrialStore,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    stop: Callable[[], bool] = lambda: False,
    on_progress: Callable[[Standing], None] = lambda standing: None,
) -> Report:
    """Run what is missing; read everything back from the store."""
    failures = run_trials(
        experiment.plan(),
        store,
        workers=workers,
        executor=executor,
        stop=stop,
        on_progress=on_progress,
    )
    plan = dict.fromkeys(experiment.plan())
    results = {t: store.read(t) for t in plan if store.done(t)}
    times = {t: found for t in results if (found := store.read_times(t)) is not None}
    return Report(results, times, failures, len(plan) - len(results) - len(failures))


def write_files(experiment: Experiment, store: TrialStore, report: Report, figure: bool) -> None:
    """KIND.csv, KIND.json, KIND-times.csv; for Figure 1 and comparisons a picture. Raises
    UnusablePath."""
    name = experiment.kind
    tables = experiment.tables(report.results)
    write_whole(store.directory / f"{name}.csv", to_csv(report.results))
    document = to_json(store.manifest, report.results, tables)
    write_whole(store.directory / f"{name}.json", document)
    write_whole(store.directory / f"{name}-times.csv", times_to_csv(report.times))
    if figure and report.results:
        for suffix in (".svg", ".png"):
            path = store.directory / f"{name}{suffix}"
            try:
                _draw(experiment, report.results, path)
            except OSError as e:
                raise UnusablePath(str(path), f"cannot be written: {e.strerror}") from None


def _draw(experiment: Experiment, results: Mapping[Trial, Outcome], path: Path) -> None:
    if isinstance(experiment, Figure1):
        from reference.experiments import draw_figure1

        draw_figure1.draw(experiment, results, path)
    elif isinstance(experiment, Comparison):
        from reference.experiments import draw_comparison

        draw_comparison.draw(experiment, results, path)
