"""The tables: made of a benchmark's figures and of nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median
from typing import Any

from tests.bench.growth import THEORY, costs, exponent
from tests.bench.measure import Answer

Rows = Iterator[Sequence[str]]


def text(results: Answer) -> str:
    """All tables of one kind of results, as Markdown."""
    made = [machine(results), *(make(results) for make in TABLES[results["kind"]])]
    return "\n".join(part + "\n" for part in made)


def machine(results: Answer) -> str:
    """Where and with what."""
    about = dict(results["machine"])
    first = ("processor", "cores", "memory GB", "system")
    hardware = ", ".join(f"{key}: {about.pop(key)}" for key in first)
    versions = ", ".join(f"{name} {version}" for name, version in about.items())
    before, after = results["load"]
    return (
        f"*Machine.* {hardware}. {versions}. NumPy with one thread. Processes that wanted a core "
        f"in the minute before and in the last minute: {before:g}, {after:g}."
    )


def markdown(header: str, rows: Iterable[Sequence[str]]) -> str:
    """A table; the header's columns stand between " | ", and short rows are filled up."""
    columns = header.split(" | ")
    filled = ([*row, *[""] * (len(columns) - len(row))] for row in rows)
    lines = ["| " + " | ".join(row) + " |" for row in [columns, *filled]]
    return "\n".join([lines[0], "|" + "---|" * len(columns), *lines[1:]])


def table(header: str) -> Callable[[Callable[[Answer], Rows]], Callable[[Answer], str]]:
    """The rows of the decorated function below this header."""
    return lambda rows: lambda results: markdown(header, rows(results))


@table("LP1 | N | who | build s | solve s | build + solve / ours | off by | MB")
def solvers(results: Answer) -> Rows:
    """LP1 in doubles."""
    for cell in of(results, "lp"):
        size = cell["size_of_lp"]
        name = f"{cell['size']}: {size['columns']} columns, {size['rows']} rows, "
        name += f"{size['nonzeros']} entries"
        for who, given in cell["answers"].items():
            row = [name, _counts(cell["n"]), who]
            if why := reason(given):
                yield [*row, why]
            else:
                against = _ratio(given, cell["answers"]["the reference"])
                off = f"{max(answer['off'] for answer in given):.0e}"
                seconds = (_part(given, part) for part in ("build", "solve"))
                yield [*row, *seconds, against, off, _memory(given)]


@table("LP1 | N | who | seconds | / (our optimum and dual) | / (our certificate too) | MB")
def exact(results: Answer) -> Rows:
    """LP1 in rationals."""
    for cell in of(results, "exact"):
        others = dict(cell["answers"])
        ours = others.pop("proofs_check")
        row, memory = [cell["size"], _counts(cell["n"])], _memory(ours)
        yield [*row, "optimum and dual", _seconds(map(proof, ours)), "", "", memory]
        what = f"VIPR certificate ({ours[-1]['certificate MB']:.1f} MB)"
        yield [*row, what, _part(ours, "certificate"), "", "", memory]
        for who, given in others.items():
            if why := reason(given):
                yield [*row, who, why]
            else:
                ratios = _ratio(given, ours, proof), _ratio(given, ours)
                yield [*row, who, _part(given, "whole process"), *ratios, _memory(given)]


@table("T | of | phase | seconds | share | MB")
def phases(results: Answer) -> Rows:
    """A run and a check, split."""
    for cell in of(results, "run"):
        T, answers = f"{cell['T']:,}", cell["answers"]
        for what in ("run", "check"):
            given = answers[what]
            for part in given[0]["seconds"]:
                share = median(answer["seconds"][part] / total(answer) for answer in given)
                yield [T, what, part, _part(given, part), f"{share:.0%}"]
            memory = f"{max(answer['peak MB'] for answer in given):.0f}"
            yield [T, what, "all", _seconds(map(total, given)), "", memory]
        yield [T, "check / run", "", _ratio(answers["check"], answers["run"])]


@table("T | who | seconds | / C++ twin | MB")
def twins(results: Answer) -> Rows:
    """The faster customers."""
    for cell in [*of(results, "run"), *of(results, "twins")]:
        cpp = cell["answers"]["C++ twin"]
        for who, given in cell["answers"].items():
            row = [f"{cell['T']:,}", "the reference" if who == "run" else who]
            if why := reason(given):
                yield [*row, why]
            elif who != "check":
                against = "" if reason(cpp) else _ratio(given, cpp)
                memory = f"{given[-1]['program MB']:.0f}" if "program MB" in given[-1] else ""
                yield [*row, _seconds(map(total, given)), against, memory]


@table("T | who | seconds | / ours | updates | mean reward")
def ucrl2(results: Answer) -> Rows:
    """Our UCRL2 and a peer's."""
    for cell in of(results, "ucrl2"):
        ours = cell["answers"]["our UCRL2"]
        for who in ("our UCRL2", "statisticalRL-learners"):
            row, given = [f"{cell['T']:,}", who], cell["answers"][who]
            if why := reason(given):
                yield [*row, why]
            else:
                rest = str(given[-1]["updates"]), f"{given[-1]['mean reward']:.3f}"
                yield [*row, _part(given, "run"), _ratio(given, ours), *rest]


def same_counts(results: Answer) -> str:
    """What both versions of UCRL2 make of the same counts."""
    (same,) = next(of(results, "ucrl2"))["answers"]["same counts"]
    if "seconds" not in same:
        return f"The same counts: {reason([same])}."
    return (
        f"From the same counts the radii of both are {same['radii apart']:.0e} apart, the values "
        f"of extended value iteration {same['values apart']:.0e}; it takes the peer "
        f"{same['seconds']['peer'] / same['seconds']['ours']:.1f} times as long."
    )


@table("cost | against | measured | exponent | 95 % | theory")
def growth(results: Answer) -> Rows:
    """Fitted exponents beside the theory's."""
    series: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for cell in of(results, "growth"):
        for name, value in costs(cell["answers"]):
            series[name, cell["axis"]].append((float(cell["value"]), value))
    for name, by_axis in THEORY.items():
        for axis, theory in by_axis.items():
            points = series[name, axis]
            if points:
                low, high = min(points)[0], max(points)[0]
                ends = f"{_mean(points, low)} to {_mean(points, high)}"
                fit = exponent(points)
                exponents = (
                    [f"{fit[0]:.2f}", f"{fit[1]:.2f} .. {fit[2]:.2f}"] if fit else ["-", "-"]
                )
                yield [name, f"{axis} = {low:,.0f} .. {high:,.0f}", ends, *exponents, theory]


@table("what | X_h | peak MB")
def largest(results: Answer) -> Rows:
    """Where memory ends."""
    for cell in of(results, "largest"):
        for what, (answer,) in cell["answers"].items():
            name = what + (" under the limit" if cell["cell"].endswith("limited") else "")
            if "epochs" in answer:
                line = answer["trace MB"] / answer["epochs"]
                name = (
                    f"check of a trace with {answer['triples']:,} triples, lines of {line:.0f} MB"
                )
            why = reason([answer])
            yield [name, str(cell["X_h"]), f"does not fit: {why}" if why else _memory([answer])]


def verified(results: Answer) -> str:
    """What was predicted, and what was true."""
    (cell,) = (cell for cell in results["cells"] if cell["cell"] == "largest/verified")
    return (
        f"Predicted for {cell['limit GB']:g} GB of address space: X_h = {cell['predicted']}. Tried "
        f"under that limit: X_h = {cell['fits']} fits, X_h = {cell['does not fit']} does not."
    )


TABLES: dict[str, list[Callable[[Answer], str]]] = {
    "side by side": [solvers, exact, phases, twins, ucrl2, same_counts],
    "growth": [growth],
    "largest": [largest, verified],
}

# ----------------------------------------------------------------------------- cells to text


def of(results: Answer, section: str) -> Iterator[Any]:
    return (cell for cell in results["cells"] if cell["section"] == section)


def reason(given: Sequence[Answer]) -> str:
    """Why a contestant has no figures, if it has none."""
    for answer in given:
        for why in ("missing", "timeout", "failed"):
            if why in answer:
                return f"{why}: {answer[why]}"
    return ""


def total(answer: Answer) -> float:
    return float(sum(answer["seconds"].values()))


def proof(answer: Answer) -> float:
    return float(answer["seconds"]["optimum"] + answer["seconds"]["dual"])


def spread(ratios: Sequence[float]) -> str:
    """Median, least, greatest."""
    return f"{median(ratios):.2f} ({min(ratios):.2f} .. {max(ratios):.2f})"


def _seconds(values: Iterable[float]) -> str:
    known = list(values)
    return f"{median(known):.3g} ({min(known):.3g} .. {max(known):.3g})"


def _part(given: list[Answer], part: str) -> str:
    return _seconds(answer["seconds"][part] for answer in given)


def _ratio(given: list[Answer], base: list[Answer], cost: Callable[[Answer], float] = total) -> str:
    """Of answers of one turn; those of `base` by their `cost`."""
    return spread([total(a) / cost(b) for a, b in zip(given, base, strict=False)])


def _memory(given: list[Answer]) -> str:
    return f"{given[-1]['peak MB']:.0f}"


def _mean(points: list[tuple[float, float]], size: float) -> str:
    at = [value for s, value in points if s == size]
    return f"{sum(at) / len(at):.3g}"


def _counts(n: int) -> str:
    return f"{n:,} to {4 * n:,}" if n else "0"
