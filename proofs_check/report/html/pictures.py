"""The audit's pictures: how tight the inequalities are, and from where they are informative.

Drawn from a few runs of the suite, made again and replayed exactly, and from exact probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs_check.arithmetic import ZERO, Q, Real, lam, ln, sqrt
from proofs_check.letters.expressions import at
from proofs_check.letters.letters import ESTIMATED
from proofs_check.letters.nested import NestedRun
from proofs_check.letters.occupancy import inner
from proofs_check.report.html.chart import Chart, Series, figure
from proofs_check.report.html.regret_chart import regret_chart
from proofs_check.report.html.waterfall import Step, waterfall
from proofs_check.sampled_runs.suite import suite
from proofs_check.statements.common.coins import algorithm_fails
from proofs_check.statements.common.paths import updates_bound
from proofs_check.statements.common.transitions import weighted
from proofs_check.statements.lemma_09_azuma import INTERVAL
from proofs_check.statements.lemma_09_constant import FIRST, LAST

SHOWN = "L3-A2"  # the run of the suite that is shown in detail
MEASURED = ("fork", "fork-sparse", "L3", SHOWN)
SIZES = ((1, 2, 1), (2, 4, 1), (2, 4, 2), (6, 52, 5))  # L, X, A
WATERFALL = (
    "Every bar is a side of the chain, its factor over the one above in brackets; the hatched part "
    "is what the step adds. Lemma 9 goes from the second bar, its left side, to the last one, its "
    "right side; the first bar is Lemma 4's left side. Bars that cross the dashed line are "
    "vacuous on this run."
)
DELTAS = tuple(Q(k, 100) for k in (1, 2, 5, 10, 20, 30, 50, 70, 90))


def replayed(names: Sequence[str]) -> dict[str, NestedRun]:
    """Return these runs of the default suite."""
    entries = {entry.name: entry for entry in suite().all.entries}
    return {name: entries[name].run for name in names}


def pictures() -> list[str]:
    """Return every picture as a figure."""
    of = replayed(MEASURED)
    shown = of[SHOWN]
    return [
        figure(slack(shown)),
        figure(meaningful(list(of.values()))),
        waterfall(
            "waterfall",
            "Lemma 9's chain, step by step",
            f"{_about(shown)} {WATERFALL}",
            lemma_9_steps(shown),
            Step("$2LT$, which no sum can exceed", float(2 * shown.L * shown.T)),
        ),
        figure(failure()),
        figure(regret_chart(shown, SHOWN)),
        figure(epochs_chart(shown)),
    ]


def _about(run: NestedRun) -> str:
    layers = "-".join(map(str, run.layers))
    return rf"Run {run.name}: layers {layers}, $A={run.A}$, $T={run.T}$, $\delta={run.delta}$."


def as_float(x: Real) -> float:
    """Return a real as a float, for drawing only."""
    return float(x.enclose(64).lo)


def slack(run: NestedRun) -> Chart:
    """Return eq. (25), epoch by epoch."""
    left = [(float(e.i), float(e.l1)) for e in run.epochs]
    right = [(float(e.i), float(weighted(e.q_xi_by_layer(ESTIMATED)))) for e in run.epochs]
    gap = [(x, b - a) for (x, a), (_, b) in zip(left, right, strict=True)]
    return Chart(
        "slack",
        "Slack against epoch: eq. (25)",
        rf"{_about(run)} Per epoch, the left side $\lVert\hat q_i-q_i\rVert_1$, the right side"
        r" $\sum_s(L-s)\sum q_i\xi_i$, and what is left between them. It may touch 0, it must not"
        " cross it.",
        "epoch $i$",
        r"$\ell_1$ distance",
        [Series("slack", gap), Series("left side", left), Series("right side", right)],
    )


def meaningful(measured: Sequence[NestedRun]) -> Chart:
    """Return Lemma 4's bound over the trivial one, and the share of it that runs reach."""
    series = []
    for L, X, A in SIZES:
        points = []
        for k in range(31):
            T = round(10 ** (1 + k / 4))
            side = sqrt(lam(T, X, A, Q(1, 10)) * (T * A)) * (12 * L * X)
            points.append((float(T), as_float(side) / (2 * L * T)))
        series.append(Series(f"bound / $2LT$: $L={L}$, $X={X}$, $A={A}$", points))
    ordered = sorted(measured, key=lambda r: (r.T, r.name))
    ratios = []
    for run in ordered:
        left = sum((e.length * e.l1 for e in run.epochs), ZERO)
        right = as_float(sqrt(run.Lam * (run.T * run.A)) * (12 * run.L * run.X))
        ratios.append((float(run.T), float(left) / right))
    ends = (10.0, 10**8.5)
    series.append(Series("1: below it the bound is informative", [(x, 1.0) for x in ends]))
    names = ", ".join(run.name for run in ordered)
    series.insert(0, Series(f"left / right on the runs {names}", ratios, marks=True))
    return Chart(
        "meaningful",
        "Ratio against $T$: where Lemma 4 becomes informative",
        r"Lines: the bound $12LX\sqrt{TA\ln(TXA/\delta)}$ over $2LT$, which no sum can exceed,"
        r" $\delta=1/10$; it is vacuous while the line is above 1. Circles: the left side over the"
        " right side on sampled runs.",
        "$T$",
        "ratio",
        series,
        log_x=True,
        log_y=True,
    )


def lemma_9_steps(run: NestedRun) -> list[Step]:
    """Return the sides from ||q_hat - q||_1 to 12 LX sqrt(TA Lam), each at least the one before on
    its event."""
    l1 = sum((e.length * e.l1 for e in run.epochs), ZERO)
    q_xi = sum((e.length * weighted(e.q_xi_by_layer(ESTIMATED)) for e in run.epochs), ZERO)
    visits = [
        sum((inner([e.n[s]], [e.xi(ESTIMATED)[s]]) for e in run.epochs), ZERO) for s in range(run.L)
    ]
    eps = [ZERO] * run.L
    for e in run.epochs:
        for s in range(run.L):
            for n_x, eps_x in zip(e.n[s], e.eps[s], strict=True):
                eps[s] += sum((2 * n * v.hi for n, v in zip(n_x, eps_x, strict=True)), ZERO)
    azuma, first, last = (as_float(at(right, run)) for right in (INTERVAL, FIRST, LAST))
    return [
        Step(r"$\sum\lVert\hat q-q\rVert_1$", float(l1)),
        Step(r"$\sum q\xi$, eq. (25)", float(q_xi)),
        Step(r"visits' $\xi$ + Azuma", float(weighted(visits)) + azuma),
        Step(r"visits' $2\epsilon$ + Azuma", float(weighted(eps)) + azuma),
        Step(r"$6LX\sqrt{2TA\Lambda}$ + Azuma as printed", first),
        Step(r"$12LX\sqrt{TA\Lambda}$", last),
    ]


def failure() -> Chart:
    """Return Lemma 2's event on the smallest MDP where it can fail, exactly."""
    T = 60
    exact = [(float(d), float(algorithm_fails(Q(1, 2), T, lam(T, 4, 1, d)))) for d in DELTAS]
    half = [(float(d), float(algorithm_fails(Q(1, 2), T, lam(T, 4, 1, d) / 4))) for d in DELTAS]
    return Chart(
        "failure",
        r"Exact failure probability against $\delta$: Lemma 2",
        rf"Algorithm 1 on layers 1-2-1, $A=1$, $P=(1/2,1/2)$, $T={T}$: the probability that $P$"
        r" leaves some $\mathcal P_i$, computed exactly, against $\delta$, which the lemma allows."
        " The dashed line: with radii half as large as printed.",
        r"$\delta$",
        "probability",
        [
            Series("exact, radii as printed", exact),
            Series("exact, radii halved", half),
            Series(r"allowed: $\delta$", [(float(d), float(d)) for d in DELTAS]),
        ],
        log_x=True,
        log_y=True,
    )


def epochs_chart(run: NestedRun) -> Chart:
    """Return the updates of a run against XA ln T, XA log2 T and the sharp bound."""
    seen = [(float(max(1, e.t)), float(e.i - 1)) for e in run.epochs]
    seen.append((float(run.T), seen[-1][1]))
    horizons = [round(2 ** (k / 2)) for k in range(2, 2 * run.T.bit_length())]
    horizons = [T for T in dict.fromkeys(horizons) if T < run.T] + [run.T]
    XA = run.X * run.A
    return Chart(
        "epochs",
        "Epochs against the three bounds",
        rf"{_about(run)} Updates up to episode $t$ against $XA\ln t$ (the paper's bound read with"
        r" the natural logarithm: false in general), $XA\log_2t$ (repaired) and the sharpest one,"
        " layer by layer, which some paths attain.",
        "episode $t$",
        "updates",
        [
            Series("updates of the run", seen, steps=True),
            Series(r"$XA\ln t$", [(float(T), XA * as_float(ln(T))) for T in horizons]),
            Series(r"$XA\log_2t$", [(float(T), XA * as_float(ln(T) / ln(2))) for T in horizons]),
            Series(
                "sharp", [(float(T), float(updates_bound(run.layers, run.A, T))) for T in horizons]
            ),
        ],
        log_x=True,
    )
