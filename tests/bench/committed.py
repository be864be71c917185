"""The committed figures, and what is made of them: a page, and the rows in tests/README.md.

`python -m tests.bench.committed` prints the page, all tables; with `--rows` it rewrites the rows.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from tests.bench import judges
from tests.bench.measure import Answer
from tests.bench.tables import machine, markdown, of, proof, reason, spread, text, total

HERE = Path(__file__).parent
COSTS = HERE.parent / "README.md"
FILES = {"side by side": "results.json", "growth": "growth.json", "largest": "largest.json"}
TITLES = {"side by side": "Side by side", "growth": "Growth", "largest": "The largest instance"}
MARKED = re.compile(r"(<!-- generated: costs -->\n).*?(<!-- end -->)", re.S)
INTRODUCTION = (
    "# What it costs: figures\n\nGenerated from the JSON files in tests/bench; what is compared, "
    'and how, is in tests/README.md ("What it costs"). Seconds and ratios are median (least .. '
    "greatest); contestants took turns. Checks split by phase and those under Growth are of the "
    "plain tier (`--plain`); beside the twins stands the whole command.\n"
)


def committed() -> dict[str, Answer]:
    """The committed figures, by kind."""
    return {kind: json.loads((HERE / name).read_text("utf-8")) for kind, name in FILES.items()}


def page() -> str:
    """All committed figures as Markdown."""
    parts = [f"## {TITLES[kind]}\n\n{text(results)}" for kind, results in committed().items()]
    last = f"## The judges\n\n{judges.page(judges.committed())}"
    return "\n".join([INTRODUCTION, *parts, last])


def summary() -> str:
    """The generated part of tests/README.md."""
    figures = committed()
    results = figures["side by side"]
    rows = [
        *_against(results, "lp", "build and solve LP1", "the reference"),
        *_against(results, "exact", "LP1's exact optimum, proved", "proofs_check"),
    ]
    for T, costs in by_horizon(figures["growth"]).items():
        run, check = (f"{seconds:.1f} s and {peak:.0f} MB" for seconds, peak in costs.values())
        rows.append((f"T = {T:,}, with trace", f"run {run}, plain check {check}"))
    header = "at the paper's size | of ours: median (least .. greatest over all N)"
    return "\n".join([markdown(header, rows), "", machine(results), ""])


def _against(results: Answer, section: str, what: str, ours: str) -> Iterator[Sequence[str]]:
    """The contestants of a section against ours at the paper's size, the absent ones last."""
    ratios: dict[str, list[float]] = defaultdict(list)
    reasons: dict[str, str] = {}
    cost = total if section == "lp" else proof
    for cell in of(results, section):
        for who, given in cell["answers"].items() if cell["size"] == "paper" else ():
            if why := reason(given):
                reasons[who] = why
            elif who != ours:
                base = map(cost, cell["answers"][ours])
                ratios[who] += [total(a) / b for a, b in zip(given, base, strict=False)]
    yield from ((f"{what}: {who} / ours", spread(quotients)) for who, quotients in ratios.items())
    yield from ((f"{what}: {who}", said) for who, said in reasons.items())


def by_horizon(growth: Answer) -> dict[int, dict[str, tuple[float, float]]]:
    """T -> run and its check -> seconds and peak MB: medians over the repetitions."""
    answers: dict[int, dict[str, list[Answer]]] = defaultdict(lambda: defaultdict(list))
    for cell in of(growth, "growth"):
        if cell["axis"] == "T" and "run" in cell["answers"]:
            for who, given in cell["answers"].items():
                answers[cell["T"]][who] += given

    def medians(given: list[Answer]) -> tuple[float, float]:
        return median(map(total, given)), median(answer["peak MB"] for answer in given)

    return {T: {who: medians(given[who]) for who in given} for T, given in answers.items()}


def how_fast() -> str:
    """The sentences on the kit's page about the reference, the twins and the two judges."""
    figures = committed()
    run, _ = by_horizon(figures["growth"])[100_000]["run"]
    twins = {c["T"]: c["answers"] for c in of(figures["side by side"], "twins")}
    small = {who: median(map(total, given)) for who, given in twins[10**5].items()}
    return (
        f"At the paper's size with T = 10^5 the reference takes {run:.0f} s, the NumPy twin "
        f"(`tests/implementations/numpy/`) {small['NumPy twin']:.1f} s, the C++ twin "
        f"{small['C++ twin']:.2f} s, all with a trace. {judges.sentence(judges.committed())}"
    )


def regenerate() -> None:
    """Write the rows of tests/README.md."""
    spec = COSTS.read_text(encoding="utf-8")
    COSTS.write_text(MARKED.sub(lambda m: m[1] + summary() + m[2], spec), encoding="utf-8")


def main() -> int:
    """Print the page, or rewrite the rows."""
    p = argparse.ArgumentParser(prog="python -m tests.bench.committed", description=__doc__)
    p.add_argument("--rows", action="store_true", help="rewrite the rows of tests/README.md")
    if p.parse_args().rows:
        regenerate()
    else:
        print(page(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
