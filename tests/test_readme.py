"""The README's figures are those of the committed data."""

from __future__ import annotations

import csv
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_wins_in_figure_1() -> None:
    regret: dict[tuple[str, str], dict[str, float]] = {}
    with open(ROOT / "tests/data/simulation/figure1.csv", encoding="ascii", newline="") as data:
        for row in csv.DictReader(data):
            of = regret.setdefault((row["algorithm"], row["T"]), {})
            of[row["seed"]] = float(row["regret"])
    horizons = ("1000", "3000", "10000", "30000", "100000")
    assert f"| T | {' | '.join(horizons)} |" in README
    for other, words in (
        ("ucrl2-chain", "the continuing chain"),
        ("ucrl2-fh", "layers and horizon"),
    ):
        wins = []
        for T in horizons:
            pairs = zip(regret["ucrl-lp", T].items(), regret[other, T].items(), strict=True)
            wins.append(sum(mine < theirs for (_, mine), (_, theirs) in pairs))
            assert list(regret["ucrl-lp", T]) == list(regret[other, T])
        (line,) = [
            line for line in README.splitlines() if words in line and line.startswith("| of")
        ]
        assert line.endswith("| " + " | ".join(map(str, wins)) + " |")


def test_relative_links_resolve() -> None:
    for target in re.findall(r"\]\(([^)#]+)", README):
        assert (ROOT / target).exists(), target
