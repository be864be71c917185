"""The regret of a run and its four terms, episode by episode, from its exact replay."""

from __future__ import annotations

from proofs_check.arithmetic import ZERO
from proofs_check.letters.nested import NestedRun
from proofs_check.letters.occupancy import difference, inner
from proofs_check.report.html.chart import Chart, Series

TERMS = (
    r"Bias-I: $\langle q^*,r-\hat r_i\rangle$",
    r"Diff: $\langle q^*-\hat q_i,\hat r_i\rangle$",
    r"Error: $\langle\hat q_i-q_i,\hat r_i\rangle$",
    r"Bias-II: $\langle q_i,\hat r_i-r\rangle$",
)


def regret_chart(run: NestedRun, name: str) -> Chart:
    """Return Reg_t and the terms of eq. (19), summed to the end of each epoch; linear inside an
    epoch."""
    q_star, total = run.best.q_xa, [ZERO] * 4
    lines: list[list[tuple[float, float]]] = [[(0.0, 0.0)] for _ in range(5)]
    for e in run.epochs:
        r_hat = [[[v.lo for v in row] for row in layer] for layer in e.r_hat]
        terms = (
            inner(q_star, difference(run.r, r_hat)),
            inner(difference(q_star, e.q_hat), r_hat),
            inner(difference(e.q_hat, e.q), r_hat),
            inner(e.q, difference(r_hat, run.r)),
        )
        total = [v + e.length * term for v, term in zip(total, terms, strict=True)]
        end = float(e.t + e.length - 1)
        lines[0].append((end, float(sum(total, ZERO))))
        for line, v in zip(lines[1:], total, strict=True):
            line.append((end, float(v)))
    return Chart(
        "regret",
        "The regret and its four terms",
        f"{name}, $T={run.T}$: the areas are the four terms summed up to $t$, negative ones below "
        "zero; the line is the regret, their sum at every $t$, eq. (19). The terms cancel: a "
        "single one can be far larger than the regret.",
        "episode $t$",
        "sum up to $t$",
        [Series(r"$\mathrm{Reg}_t$", lines[0])],
        stack=[Series(n, line) for n, line in zip(TERMS, lines[1:], strict=True)],
    )
