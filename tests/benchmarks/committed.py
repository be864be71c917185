"""The committed figures, and the pages made of them: results.md and a part of tests/README.md.

`python -m tests.benchmarks.committed` rewrites both.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from statistics import median

from tests.benchmarks.measure import Answer
from tests.benchmarks.tables import machine, of, proof, reason, row_of, text, times, total

HERE = Path(__file__).parent
COSTS = HERE.parent / "README.md"
FILES = {"side by side": "results.json", "growth": "growth.json", "largest": "largest.json"}
MARKED = re.compile(r"(<!-- generated: costs -->\n).*?(<!-- end -->)", re.S)


def committed() -> dict[str, Answer]:
    """The committed figures, by kind."""
    found = {}
    for kind, name in FILES.items():
        if (HERE / name).exists():
            found[kind] = json.loads((HERE / name).read_text(encoding="utf-8"))
    return found


def page() -> str:
    """results.md."""
    titles = {"side by side": "Side by side", "growth": "Growth", "largest": "The largest instance"}
    parts = [
        "# What it costs: figures\n\nGenerated from the JSON files beside it; what is compared,"
    ]
    parts[0] += (
        ' and how, is in tests/README.md ("What it costs"). Seconds and ratios are median (least ..'
    )
    parts[0] += " greatest); contestants took turns. Checks split by phase and those under Growth"
    parts[0] += " are of the plain tier (`--plain`); beside the twins stands the whole command.\n"
    for kind, results in committed().items():
        parts.append(f"## {titles[kind]}\n\n{text(results)}")
    return "\n".join(parts)


def summary() -> str:
    """The generated part of tests/README.md."""
    found = committed()
    if "side by side" not in found:
        return "No figures are committed yet.\n"
    results = found["side by side"]
    lines = [
        "| at the paper's size | of ours: median (least .. greatest over all N) |",
        "|---|---|",
    ]
    for section, ours, part in (("lp", "the reference", "all"), ("exact", "proofs_check", "proof")):
        ratios: dict[str, list[float]] = defaultdict(list)
        reasons: dict[str, str] = {}
        for cell in of(results, section):
            if cell["size"] == "paper":
                base = [total(a) if part == "all" else proof(a) for a in cell["answers"][ours]]
                for who, given in cell["answers"].items():
                    if reason(given):
                        reasons[who] = reason(given)
                    elif who != ours:
                        ratios[who] += [total(a) / b for a, b in zip(given, base, strict=False)]
        what = "build and solve LP1" if section == "lp" else "LP1's exact optimum, proved"
        lines += [row_of([f"{what}: {who} / ours", times(r)]) for who, r in ratios.items()]
        lines += [row_of([f"{what}: {who}", said]) for who, said in reasons.items()]
    if "growth" in found:
        for T, given in by_horizon(found["growth"]).items():
            shown = ", ".join(
                f"{what} {seconds:.1f} s and {peak:.0f} MB" for what, seconds, peak in given
            )
            lines.append(row_of([f"T = {T:,}, with trace", shown]))
    return "\n".join([*lines, "", machine(results), ""])


def by_horizon(growth: Answer) -> dict[int, list[tuple[str, float, float]]]:
    """T -> what, seconds and peak MB of a run and of its check: medians over the repetitions."""
    found: dict[int, dict[str, list[Answer]]] = {}
    for cell in of(growth, "growth"):
        if cell["axis"] == "T" and "run" in cell["answers"]:
            for what in ("run", "check"):
                answers = found.setdefault(cell["T"], {}).setdefault(what, [])
                answers.append(cell["answers"][what][0])
    return {
        T: [
            (name, median(map(total, of_T[what])), median(a["peak MB"] for a in of_T[what]))
            for what, name in (("run", "run"), ("check", "plain check"))
        ]
        for T, of_T in found.items()
    }


def how_fast() -> str:
    """The sentence in README.md about the reference, the twins and the two judges."""
    found = committed()
    (run, _) = by_horizon(found["growth"])[100_000]
    twins = {c["T"]: c["answers"] for c in of(found["side by side"], "twins")}
    small, large = (
        {who: median(map(total, given)) for who, given in twins[T].items()} for T in (10**5, 10**6)
    )
    judge, check = large["proved judge of its trace"], large["check of its trace"]
    return (
        f"At the paper's size with T = 10^5 the reference takes {run[1]:.0f} s, the NumPy twin "
        f"(`tests/implementations/numpy/`) {small['NumPy twin']:.1f} s, the C++ twin "
        f"{small['C++ twin']:.2f} s, all with a trace; at T = 10^6 the C++ twin takes "
        f"{large['C++ twin']:.1f} s, the check of its trace, with `pi` alone, {check:.1f} s, the "
        f"proved judge {judge:.1f} s"
    )


def regenerate() -> None:
    """Write results.md and the part of tests/README.md."""
    (HERE / "results.md").write_text(page(), encoding="utf-8")
    spec = COSTS.read_text(encoding="utf-8")
    COSTS.write_text(MARKED.sub(lambda m: m[1] + summary() + m[2], spec), encoding="utf-8")


if __name__ == "__main__":
    regenerate()
