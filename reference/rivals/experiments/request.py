"""An experiment from start to files: plan, run or resume, write CSV, JSON, times and the figure."""

from __future__ import annotations

import hashlib
import os
import textwrap
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference.rivals.experiments.comparison import Comparison
from reference.rivals.experiments.figure1 import Figure1
from reference.rivals.experiments.options import Experiment
from reference.rivals.experiments.results import times_to_csv, to_csv, to_json
from reference.rivals.experiments.run_trials import FailedTrial, Standing, run_trials, seconds_left
from reference.rivals.experiments.sensitivity import Sensitivity
from reference.rivals.experiments.trial_store import TrialStore, write_whole
from reference.rivals.experiments.trials import Outcome, Times, Trial
from reference.support.console import minutes
from reference.support.errors import MalformedInput

KINDS: Mapping[str, type[Experiment]] = {
    one.kind: one for one in (Figure1, Sensitivity, Comparison)
}
COMMITTED_CSV = {
    "comparison": "7041b6ee2f760fd18e2dc8348368db7943d655149916a2c2238e29ffeca6fb1f",
    "figure1": "ab681fdcb63f6d734544e413751eee3b19dca2fc3f1efbce6b22b6a23552bccb",
    "sensitivity": "70f3a702b4434ac34d74e2258fa06e698940a808a6b866bf9b879627c094f730",
}
"""SHA-256 of KIND.csv (family.csv for `comparison`) in the folder `committed`, from a full run with
default options."""


@dataclass(frozen=True)
class Report:
    """How an experiment ended. `missing` trials were not started because a stop was requested."""

    results: Mapping[Trial, Outcome]
    times: Mapping[Trial, Times]
    failures: Sequence[FailedTrial]
    missing: int


def resumed(directory: str | os.PathLike[str]) -> tuple[Experiment, TrialStore]:
    """The experiment whose results are in `directory`. Raises what TrialStore.open raises,
    and MalformedInput for meaningless options."""
    store = TrialStore.open(directory)
    options = store.manifest["options"]
    try:
        return KINDS[options["kind"]].from_options(options), store
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


def file_names(experiment: Experiment, figure: bool) -> list[str]:
    """The files that `write_files` writes."""
    name = experiment.kind
    pictures = [f"{name}.svg", f"{name}.png"] if figure else []
    return [f"{name}.csv", f"{name}.json", f"{name}-times.csv", *pictures]


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
            _draw(experiment, report.results, store.directory / f"{name}{suffix}")


def opening_lines(experiment: Experiment, store: TrialStore, workers: int, figure: bool) -> str:
    """What is about to be done, how long it takes, and the files it will leave."""
    plan = set(experiment.plan())
    todo = sorted(trial for trial in plan if not store.done(trial))
    time = minutes(seconds_left(todo, frozenset(), workers, 0.0))
    return (
        f"ucrl-lp: {len(plan)} trials, {len(plan) - len(todo)} of them done; about {time} (min:s) "
        f"with {workers} in parallel\n"
        f"  writes {', '.join(file_names(experiment, figure))} in {store.directory}\n"
        "  every finished trial is kept; Ctrl-C stops, --resume continues"
    )


def closing_lines(experiment: Experiment, store: TrialStore, report: Report, figure: bool) -> str:
    """The last lines on a terminal: what Figure 1 shows, the files, and whether the CSV is the
    committed one (folder `committed`)."""
    lines = []
    if isinstance(experiment, Figure1):
        lines += textwrap.wrap(experiment.sentence(report.results), 80)
    names = file_names(experiment, figure)
    lines += [f"written: {store.directory / name}" for name in names]
    kind: Any = type(experiment)
    default = experiment.options() == kind().options()
    if default and experiment.kind in COMMITTED_CSV:
        text = (store.directory / names[0]).read_bytes()
        same = hashlib.sha256(text).hexdigest() == COMMITTED_CSV[experiment.kind]
        word = "equals" if same else "differs from"
        lines.append(f"{names[0]} {word} the committed one")
    return "\n".join(lines)


def _draw(experiment: Experiment, results: Mapping[Trial, Outcome], path: Path) -> None:
    if isinstance(experiment, Figure1):
        from reference.rivals.experiments import draw_figure1

        draw_figure1.draw(experiment, results, path)
    elif isinstance(experiment, Comparison):
        from reference.rivals.experiments import draw_comparison

        draw_comparison.draw(experiment, results, path)
