"""The page of findings on the family `tight`.

    python -m tests.figure1.tight_page

rewrites tight.md and the picture from the trials of `ucrl-lp simulate tight` and the certified runs
beside them, in reference/figure1/committed; test_tight.py compares.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from reference.figure1.algorithms import AlgorithmSpec, parse
from reference.figure1.draw_tight import draw
from reference.figure1.results import Table, number
from reference.figure1.tight import LOWER, UPPER, Size, Tight, certified_runs
from reference.support.guests import NOT_HERE
from tests.figure1.csv_results import read_csv
from tests.figure1.finding_sentences import Sentence
from tests.implementations import tight_runs
from tests.paths import RESULTS

PAGE = RESULTS / "tight.md"
HEAD = """
`ucrl-lp simulate tight` plays UCRL-LP on `tight`, an MDP with a state that is never reached (layers
1, m, m, 2, .., 2, 1; `ucrl-lp env show tight`), for growing X and L, with T = 100 (2m + 2L)^2 A and
rewards made for that T. The lines named "twin" solve LP1 by backward induction, those named
"UCRL-LP" by GLOP. "radii bernstein" is R-37's variant, which is not the paper's: intervals for each
successor in place of the L1 ball. Crosses in the picture, and the last table, are runs of the NumPy
twin with seed 0, each of whose traces `proofs-check trace` certified while it was played; where a
trial has the same MDP and seed, the regrets are equal. Lam = ln(TXA/delta). UCBVI has the bonuses
of its paper.
"""


def page() -> str:
    """The whole page."""
    whole, results = Tight(), read_csv(RESULTS / Tight.committed)
    parts = [
        "# The family `tight`: findings\n",
        textwrap.fill(" ".join(HEAD.split()), 100, break_long_words=False),
        "\n## Findings\n",
        *(
            textwrap.fill(f"- {s.text}", 100, subsequent_indent="  ", break_on_hyphens=False)
            for s in sentences()
        ),
        "\n![Regret over LX sqrt(TA Lam) and over L sqrt(XAT), for growing X and L](tight.png)\n",
        "## Regret\n",
        *(f"{t.title}\n\n{t.markdown()}" for t in (*whole.tables(results), certified_table())),
    ]
    return "\n".join(parts).rstrip("\n") + "\n"


def certified_table() -> Table:
    """The runs whose traces were certified."""
    rows = [
        [
            *(str(run[name]) for name in ("X", "L", "T", "radii", "epochs")),
            number(run["regret"], 5),
            number(run[UPPER], 3),
            number(run[LOWER], 3),
        ]
        for run in tight_runs.committed()
    ]
    header = ["X", "L", "T", "radii", "epochs", "Reg", UPPER, LOWER]
    return Table("Runs of the NumPy twin, seed 0, every trace certified", header, rows)


def sentences() -> Iterator[Sentence]:
    """What the runs say, each with the condition under which it is true."""
    whole = Tight()
    ball, box = (_of_X(whole, radii) for radii in ("printed", "bernstein"))
    sizes = sorted(ball, key=lambda size: size.X)
    least, most = sizes[0], sizes[-1]
    of_ball, of_box = (
        {name: [runs[s] / s.unit(name) for s in sizes] for name in (UPPER, LOWER)}
        for runs in (ball, box)
    )
    up, low = of_ball[UPPER], of_ball[LOWER]
    yield Sentence(
        f"{UPPER} of the twin is {listed(up, 2)} for X = {listed([s.X for s in sizes])}. It is "
        "not level, and need not be: the regret here is at most (L-2) m sqrt((A-1) T Lam), and "
        "the theorem's lower bound is on other MDPs (`tight-chain`).",
        max(up) > 2 * min(up),
    )
    yield Sentence(
        f"{LOWER} of the twin grows {low[-1] / low[0]:.2g} times from X = {least.X} to {most.X}, "
        f"from {number(low[0], 2)} to {number(low[-1], 2)}.",
        low[-1] > 4 * low[0],
    )
    flat = of_box[LOWER]
    yield Sentence(
        f"With intervals in place of the ball {LOWER} stays between {number(min(flat), 2)} and "
        f"{number(max(flat), 2)} over the same X, and is {number(flat[-1], 2)} at X = {most.X}: "
        f"{flat[-1] / low[-1]:.2g} times the regret of the ball.",
        max(flat) < 2 * min(flat) and flat[-1] < low[-1] / 4,
    )
    updates = {(r["m"], r["L"], r["radii"]): r["epochs"] for r in tight_runs.committed()}
    pairs = [(updates[s.m, s.L, "printed"], updates[s.m, s.L, "bernstein"]) for s in sizes]
    yield Sentence(
        f"The epochs are about as many: {pairs[-1][0]} with the ball and {pairs[-1][1]} with "
        f"intervals at X = {most.X}.",
        all(0.8 < b / a < 1.25 for a, b in pairs),
    )
    of_L = {s: regret for s, regret in certified_runs(whole, "printed").items() if s.m == 8}
    ratios = [regret / s.unit(UPPER) for s, regret in sorted(of_L.items(), key=_by_L)]
    lengths = listed([s.L for s, _ in sorted(of_L.items(), key=_by_L)])
    yield Sentence(
        f"For L = {lengths} and m = 8, {UPPER} of the twin is {listed(ratios, 2)}.",
        max(ratios) < 2 * min(ratios),
    )
    boxes = {s: regret for s, regret in certified_runs(whole, "bernstein").items() if s.m == 8}
    over_L = [regret / s.unit(LOWER) for s, regret in sorted(boxes.items(), key=_by_L)]
    yield Sentence(
        f"With intervals {LOWER} falls over the same L: {listed(over_L, 2)}.",
        over_L == sorted(over_L, reverse=True),
    )
    if Tight.whole:  # PSRL and UCBVI are guests
        yield from _rivals(whole)


def _by_L(run: tuple[Size, float]) -> int:
    return run[0].L


def listed(values: Iterable[float], digits: int = 4) -> str:
    """Return numbers in words: "1, 2 and 3"."""
    *most, last = (number(v, digits) for v in values)
    return f"{', '.join(most)} and {last}"


def _rivals(whole: Tight) -> Iterator[Sentence]:
    results = read_csv(RESULTS / Tight.committed)
    ours, psrl = parse("ucrl-lp-twin"), parse("psrl")
    size = max((s for s in whole.of_X() if whole.runs(psrl, s)), key=lambda s: s.X)

    def mean(choice: AlgorithmSpec) -> float:
        ratios = whole.ratios(results, choice, size, LOWER)
        return sum(ratios) / len(ratios)

    yield Sentence(
        f"At X = {size.X} PSRL has {number(mean(psrl) / mean(ours), 2)} times the regret of "
        f"UCRL-LP, UCBVI-BF {number(mean(parse('ucbvi-bf')) / mean(ours), 2)} times.",
        mean(psrl) < mean(parse("ucbvi-bf")) < mean(ours),
    )
    bonus = parse("ucbvi-bf")
    sizes = sorted((s for s in whole.of_X() if whole.runs(bonus, s)), key=lambda s: s.X)
    grows = [sum(r) / len(r) for s in sizes if (r := whole.ratios(results, bonus, s, LOWER))]
    yield Sentence(
        f"{LOWER} of UCBVI-BF grows with X, too: {listed(grows, 2)} for X = "
        f"{listed([s.X for s in sizes])}.",
        grows == sorted(grows),
    )


def _of_X(whole: Tight, radii: str) -> dict[Size, float]:
    runs = certified_runs(whole, radii)
    return {size: regret for size, regret in runs.items() if size.L == whole.L_of_m}


def main() -> None:
    """Write the page and the picture, which have the guests' lines, too."""
    if not Tight.whole:
        raise SystemExit(f"PSRL and UCBVI: {NOT_HERE}")
    results = read_csv(RESULTS / Tight.committed)
    for name in ("tight.png", "tight.svg"):
        draw(Tight(), results, RESULTS / name)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
