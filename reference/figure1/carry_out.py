"""An experiment from start to files: plan, run or resume, write CSV, JSON, times and the figure."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from reference.figure1.experiment import Experiment
from reference.figure1.figure1 import Figure1
from reference.figure1.results import times_to_csv, to_csv, to_json
from reference.figure1.run_trials import (
    FailedTrial,
    Standing,
    run_trials,
    seconds_left,
)
from reference.figure1.sensitivity import Sensitivity
from reference.figure1.tight import Tight
from reference.figure1.trial_store import TrialStore, write_whole
from reference.figure1.trials import Outcome, Times, Trial
from reference.support.console import minutes, number_of
from reference.support.errors import MalformedInput, NotInstalled
from reference.support.guests import guest, installed

COMPARISON = "comparison"
"""The kind of the experiment that is a guest."""
_GUESTS: tuple[type[Experiment], ...] = (guest(COMPARISON),) if installed(COMPARISON) else ()
_KINDS: tuple[type[Experiment], ...] = (Figure1, Sensitivity, *_GUESTS, Tight)
BY_KIND = {experiment.kind: experiment for experiment in _KINDS}


def kind_of(name: str) -> type[Experiment]:
    """Return the experiments of a kind. Raises NotInstalled, KeyError for an unknown one."""
    if name == COMPARISON and name not in BY_KIND:
        raise NotInstalled("experiment", name, BY_KIND)
    return BY_KIND[name]


@dataclass(frozen=True)
class Report:
    """How an experiment ended. `missing` trials were not started because a stop was requested."""

    results: Mapping[Trial, Outcome]
    times: Mapping[Trial, Times]
    failures: Sequence[FailedTrial]
    missing: int


def resumed(directory: str | os.PathLike[str]) -> tuple[Experiment, TrialStore]:
    """Return the experiment whose results are in `directory`, and its store. Raises what
    TrialStore.open raises, and MalformedInput for meaningless options."""
    store = TrialStore.open(directory)
    options = store.manifest["options"]
    try:
        return kind_of(options["kind"]).from_options(options), store
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
    times = {t: duration for t in results if (duration := store.read_times(t)) is not None}
    return Report(results, times, failures, len(plan) - len(results) - len(failures))


def file_names(experiment: Experiment, figure: bool) -> list[str]:
    """Return the names of the files that `write_files` writes, the CSV file of trials first."""
    name = experiment.kind
    pictures = [f"{name}.svg", f"{name}.png"] if figure else []
    return [f"{name}.csv", f"{name}.json", f"{name}-times.csv", *pictures]


def write_files(experiment: Experiment, store: TrialStore, report: Report, figure: bool) -> None:
    """Write `file_names` into the store's folder. Raises UnusablePath."""
    trials, document, times, *pictures = map(
        store.directory.joinpath, file_names(experiment, figure)
    )
    tables = experiment.tables(report.results)
    write_whole(trials, to_csv(report.results))
    write_whole(document, to_json(store.manifest, report.results, tables))
    write_whole(times, times_to_csv(report.times))
    for picture in pictures if report.results else ():
        _draw(experiment, report.results, picture)


def opening_lines(experiment: Experiment, store: TrialStore, workers: int, figure: bool) -> str:
    """Return what is about to be done, how long it takes, and the files it will leave."""
    plan = set(experiment.plan())
    todo = sorted(trial for trial in plan if not store.done(trial))
    time = minutes(seconds_left(todo, frozenset(), workers, 0.0))
    return (
        f"ucrl-lp: {number_of(len(plan), 'trial')}, {len(plan) - len(todo)} of them done; "
        f"about {time} (min:s) with {workers} in parallel\n"
        f"  writes {', '.join(file_names(experiment, figure))} in {store.directory}\n"
        "  every finished trial is kept; Ctrl-C stops, `ucrl-lp simulate resume` continues"
    )


def closing_lines(experiment: Experiment, store: TrialStore, report: Report, figure: bool) -> str:
    """Return the last lines on a terminal: what the results show, the files, and, after a full run
    with default options, whether the CSV file equals the committed one."""
    names = file_names(experiment, figure)
    lines = textwrap.wrap(experiment.sentence(report.results), 80)
    lines += [f"written: {store.directory / name}" for name in names]
    if experiment.whole and experiment == BY_KIND[experiment.kind]():  # type: ignore[call-arg]  # each has defaults
        ours = (store.directory / names[0]).read_bytes()
        committed = files(experiment.room).joinpath("committed", experiment.committed)
        same = ours == committed.read_bytes()
        lines.append(f"{names[0]} {'equals' if same else 'differs from'} the committed one")
    return "\n".join(lines)


def _draw(experiment: Experiment, results: Mapping[Trial, Outcome], path: Path) -> None:
    """Draw an experiment that is `drawn`; Matplotlib is loaded here and not earlier."""
    if isinstance(experiment, Figure1):
        from reference.figure1 import draw_figure1

        draw_figure1.draw(experiment, results, path)
    elif isinstance(experiment, Tight):
        from reference.figure1 import draw_tight

        draw_tight.draw(experiment, results, path)
    else:
        guest("picture of the comparison")(experiment, results, path)
