"""The tables: made of a benchmark's figures and of nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from tests.benchmarks.growth import THEORY, costs, exponent
from tests.benchmarks.measure import Answer, spread


def text(results: Answer) -> str:
    """All tables of one kind of results, as Markdown."""
    parts = [machine(results)]
    if results["kind"] == "side by side":
        parts += [solvers(results), exact(results), phases(results), twins(results), ucrl2(results)]
    elif results["kind"] == "growth":
        parts += [growth(results)]
    else:
        parts += [largest(results)]
    return "\n".join(part + "\n" for part in parts)


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


def solvers(results: Answer) -> str:
    """LP1 in doubles."""
    lines = ["| LP1 | N | who | build s | solve s | build + solve / ours | off by | MB |"]
    lines += ["|---|---|---|---|---|---|---|---|"]
    for cell in of(results, "lp"):
        ours = cell["answers"]["the reference"]
        size = cell["size_of_lp"]
        name = f"{cell['size']}: {size['columns']} columns, {size['rows']} rows, "
        name += f"{size['nonzeros']} entries"
        for who, given in cell["answers"].items():
            row = [name, _counts(cell["n"]), who]
            if reason(given):
                lines.append(row_of([*row, reason(given), "", "", "", ""]))
                continue
            ratio = times([total(a) / total(b) for a, b in zip(given, ours, strict=False)])
            off = max(one["off"] for one in given)
            memory = f"{given[-1]['peak MB']:.0f}"
            build, solve = (_part(given, part) for part in ("build", "solve"))
            lines.append(row_of([*row, build, solve, ratio, f"{off:.0e}", memory]))
    return "\n".join(lines)


def exact(results: Answer) -> str:
    """LP1 in rationals."""
    lines = [
        "| LP1 | N | who | seconds | / (our optimum and dual) | / (our certificate too) | MB |"
    ]
    lines += ["|---|---|---|---|---|---|---|"]
    for cell in of(results, "exact"):
        ours = cell["answers"]["proofs_check"]
        row = [cell["size"], _counts(cell["n"])]
        proof = [a["seconds"]["optimum"] + a["seconds"]["dual"] for a in ours]
        memory = f"{ours[-1]['peak MB']:.0f}"
        lines.append(row_of([*row, "optimum and dual", _seconds(proof), "", "", memory]))
        written = _part(ours, "certificate")
        what = f"VIPR certificate ({ours[-1]['certificate MB']:.1f} MB)"
        lines.append(row_of([*row, what, written, "", "", memory]))
        for who, given in cell["answers"].items():
            if who == "proofs_check":
                continue
            if reason(given):
                lines.append(row_of([*row, who, reason(given), "", "", ""]))
                continue
            short = times([total(a) / b for a, b in zip(given, proof, strict=False)])
            long = times([total(a) / total(b) for a, b in zip(given, ours, strict=False)])
            seconds = _part(given, "whole process")
            lines.append(row_of([*row, who, seconds, short, long, f"{given[-1]['peak MB']:.0f}"]))
    return "\n".join(lines)


def phases(results: Answer) -> str:
    """A run and a check, split."""
    lines = ["| T | | phase | seconds | share | MB |", "|---|---|---|---|---|---|"]
    for cell in of(results, "run"):
        for what in ("run", "check"):
            given = cell["answers"][what]
            memory = f"{max(one['peak MB'] for one in given):.0f}"
            for part in given[0]["seconds"]:
                share = spread([one["seconds"][part] / total(one) for one in given])[0]
                row = [f"{cell['T']:,}", what, part, _part(given, part), f"{share:.0%}", ""]
                lines.append(row_of(row))
            totals = _seconds([total(one) for one in given])
            lines.append(row_of([f"{cell['T']:,}", what, "all", totals, "", memory]))
        both = zip(cell["answers"]["check"], cell["answers"]["run"], strict=True)
        ratio = times([total(a) / total(b) for a, b in both])
        lines.append(row_of([f"{cell['T']:,}", "check / run", "", ratio, "", ""]))
    return "\n".join(lines)


def twins(results: Answer) -> str:
    """The faster customers."""
    lines = ["| T | who | seconds | / C++ twin | MB |", "|---|---|---|---|---|"]
    for cell in [*of(results, "run"), *of(results, "twins")]:
        cpp = cell["answers"]["C++ twin"]
        for who, given in cell["answers"].items():
            if who == "check":
                continue
            row = [f"{cell['T']:,}", "the reference" if who == "run" else who]
            if reason(given):
                lines.append(row_of([*row, reason(given), "", ""]))
                continue
            ratio = ""
            if not reason(cpp):
                ratio = times([total(a) / total(b) for a, b in zip(given, cpp, strict=False)])
            memory = f"{given[-1]['program MB']:.0f}" if "program MB" in given[-1] else ""
            lines.append(row_of([*row, _seconds([total(one) for one in given]), ratio, memory]))
    return "\n".join(lines)


def ucrl2(results: Answer) -> str:
    """Our UCRL2 and a peer's."""
    lines = ["| T | who | seconds | / ours | updates | mean reward |", "|---|---|---|---|---|---|"]
    for cell in of(results, "ucrl2"):
        ours = cell["answers"]["our UCRL2"]
        for who, given in cell["answers"].items():
            if who == "same counts":
                continue
            row = [f"{cell['T']:,}", who]
            if reason(given):
                lines.append(row_of([*row, reason(given), "", "", ""]))
                continue
            ratio = times([total(a) / total(b) for a, b in zip(given, ours, strict=False)])
            last = given[-1]
            rest = [str(last["updates"]), f"{last['mean reward']:.3f}"]
            lines.append(row_of([*row, _part(given, "run"), ratio, *rest]))
        (same,) = cell["answers"]["same counts"]
        if "seconds" in same:
            lines.append(
                f"\nFrom the same counts the radii of both are {same['radii apart']:.0e} apart, "
                f"the values of extended value iteration {same['values apart']:.0e}; it takes "
                f"the peer {same['seconds']['peer'] / same['seconds']['ours']:.1f} times as long."
            )
        else:
            lines.append(f"\nThe same counts: {reason([same])}.")
    return "\n".join(lines)


def growth(results: Answer) -> str:
    """Fitted exponents beside the theory's."""
    series: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for cell in of(results, "growth"):
        for name, value in costs(cell["answers"]):
            series[name, cell["axis"]].append((float(cell["value"]), value))
    lines = [
        "| cost | against | measured | exponent | 95 % | theory |",
        "|---|---|---|---|---|---|",
    ]
    for name, by_axis in THEORY.items():
        for axis, theory in by_axis.items():
            points = series[name, axis]
            if not points:
                continue
            sizes, values = [size for size, _ in points], [value for _, value in points]
            ends = f"{_mean(points, min(sizes))} to {_mean(points, max(sizes))}"
            where = f"{axis} = {min(sizes):,.0f} .. {max(sizes):,.0f}"
            fit = exponent(sizes, values)
            found = [f"{fit[0]:.2f}", f"{fit[1]:.2f} .. {fit[2]:.2f}"] if fit else ["-", "-"]
            lines.append(row_of([name, where, ends, *found, theory]))
    return "\n".join(lines)


def largest(results: Answer) -> str:
    """Where memory ends."""
    lines = ["| what | X_h | peak MB |", "|---|---|---|"]
    verified = ""
    for cell in results["cells"]:
        for what, (one,) in cell["answers"].items():
            name = what + (" under the limit" if cell["cell"].endswith("limited") else "")
            if "epochs" in one:
                line = one["trace MB"] / one["epochs"]
                name = f"check of a trace with {one['triples']:,} triples, lines of {line:.0f} MB"
            fits = f"{one['peak MB']:.0f}" if "peak MB" in one else f"does not fit: {reason([one])}"
            lines.append(row_of([name, str(cell["X_h"]), fits]))
        if cell["cell"] == "largest/verified":
            verified = (
                f"\nPredicted for {cell['limit GB']:g} GB of address space: X_h = "
                f"{cell['predicted']}. Tried under that limit: X_h = {cell['fits']} fits, "
                f"X_h = {cell['does not fit']} does not."
            )
    return "\n".join([*lines, verified])


# ----------------------------------------------------------------------------- cells to text


def of(results: Answer, section: str) -> Iterator[Any]:
    return (cell for cell in results["cells"] if cell["section"] == section)


def reason(given: list[Answer]) -> str:
    """Why a contestant has no figures, if it has none."""
    for one in given:
        for why in ("missing", "timeout", "failed"):
            if why in one:
                return f"{why}: {one[why]}"
    return ""


def total(one: Answer) -> float:
    return float(sum(one["seconds"].values()))


def proof(one: Answer) -> float:
    return float(one["seconds"]["optimum"] + one["seconds"]["dual"])


def _part(given: list[Answer], part: str) -> str:
    return _seconds([one["seconds"][part] for one in given])


def _seconds(values: list[float]) -> str:
    return "{:.3g} ({:.3g} .. {:.3g})".format(*spread(values))


def times(ratios: list[float]) -> str:
    return "{:.2f} ({:.2f} .. {:.2f})".format(*spread(ratios))


def _mean(points: list[tuple[float, float]], size: float) -> str:
    at = [value for s, value in points if s == size]
    return f"{sum(at) / len(at):.3g}"


def _counts(n: int) -> str:
    return f"{n:,} to {4 * n:,}" if n else "0"


def row_of(entries: list[str]) -> str:
    return "| " + " | ".join(entries) + " |"
