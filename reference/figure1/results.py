"""Results of simulations as files: a CSV with a line per trial, a JSON document, tables.

Everything that is reported is a function of `Results`, so a committed CSV is enough to recompute
every table. Times are in a file of their own: they differ from run to run, the rest does not.
"""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from typing import Any

from reference.figure1.algorithms import AlgorithmSpec
from reference.figure1.trial_store import plain
from reference.figure1.trials import Outcome, Times, Trial, described

Results = Mapping[Trial, Outcome]

RESULTS_FORMAT, RESULTS_VERSION = "ucrl-lp-simulation-results", 1
_OF_TRIAL = ("env", "algorithm", "options", "T", "delta", "reward_law", "seed")
COLUMNS = (*_OF_TRIAL, *(f.name for f in fields(Outcome)))
TIME_COLUMNS = (*_OF_TRIAL, *(f.name for f in fields(Times)))


@dataclass(frozen=True)
class Table:
    """Titled table of text cells."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def text(self) -> str:
        """Return the table for a terminal: columns aligned, words to the left and numbers to the
        right."""
        cells = [list(self.header), *(list(row) for row in self.rows)]
        widths = [max(len(row[k]) for row in cells) for k in range(len(self.header))]
        numeric = [all(_is_number(row[k]) for row in self.rows) for k in range(len(widths))]
        lines = [
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(row, widths, numeric, strict=True)
            ).rstrip()
            for row in cells
        ]
        return "\n".join([*textwrap.wrap(self.title, 80), *lines])

    def markdown(self) -> str:
        """Return the table in Markdown, without the title."""
        rule = ["---"] * len(self.header)
        rows = [self.header, rule, *self.rows]
        return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def _is_number(cell: str) -> bool:
    return cell == "-" or cell.replace(".", "", 1).replace("e+", "").isdigit()


def number(value: float | None, digits: int = 4) -> str:
    """Return `value` with `digits` significant digits, never in exponent form below a million; "-"
    for None."""
    if value is None:
        return "-"
    return f"{value:.0f}" if abs(value) >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def spread(values: Sequence[float]) -> str:
    """Return `mean [least, greatest]`."""
    if not values:
        return "-"
    mean = sum(values) / len(values)
    return f"{number(mean)} [{number(min(values))}, {number(max(values))}]"


def regrets(results: Results, *choices: AlgorithmSpec, T: int, **where: Any) -> list[list[float]]:
    """Return, for each of `choices`, its regrets at T, seed by seed, over the seeds that all of
    them have.

    `where` fixes env, delta or reward_law.
    """
    return paired(results, *((choice, T) for choice in choices), **where)


def paired(results: Results, *each: tuple[AlgorithmSpec, int], **where: Any) -> list[list[float]]:
    """Return the same for algorithms each at a T of its own."""
    by_seed: dict[tuple[AlgorithmSpec, int], dict[int, float]] = {setting: {} for setting in each}
    for t, outcome in results.items():
        if (t.choice, t.T) in by_seed and all(getattr(t, k) == v for k, v in where.items()):
            by_seed[t.choice, t.T][t.seed] = outcome.regret
    common = sorted(set.intersection(*(set(seeds) for seeds in by_seed.values())))
    return [[by_seed[setting][seed] for seed in common] for setting in each]


def to_csv(results: Results) -> str:
    """Return a CSV file with a line per trial, in the order of the trials; floats in full."""
    rows = [[*_of_trial(t), *map(repr, astuple(results[t]))] for t in sorted(results)]
    return _written(COLUMNS, rows)


def times_to_csv(times: Mapping[Trial, Times]) -> str:
    """Return a CSV file with a line per trial; seconds to the millisecond."""
    rows = [[*_of_trial(t), *(f"{s:.3f}" for s in astuple(times[t]))] for t in sorted(times)]
    return _written(TIME_COLUMNS, rows)


def _of_trial(t: Trial) -> list[str]:
    """Return one fact per column; `options` are those that differ from the default,
    KEY=VALUE;..."""
    algorithm, _, options = str(t.choice).partition(":")
    words = (t.env, algorithm, options.replace(",", ";"), t.T, repr(t.delta), t.reward_law, t.seed)
    return [str(word) for word in words]


def _written(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    return out.getvalue()


def to_json(manifest: Mapping[str, Any], results: Results, tables: Sequence[Table]) -> str:
    """Return a JSON document: manifest, every trial with its seed, readings and outcome, and the
    tables."""
    return plain(
        {
            "format": RESULTS_FORMAT,
            "version": RESULTS_VERSION,
            "manifest": dict(manifest),
            "trials": [{**described(t), "outcome": asdict(results[t])} for t in sorted(results)],
            "tables": [asdict(table) for table in tables],
        }
    )
