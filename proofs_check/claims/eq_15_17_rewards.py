"""Eq. (15), (16), (17): the radius b_i and the confidence bounds of the rewards."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Decision, Q, certainly_leq, lam, ln
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, Vacuity, claim, planted
from proofs_check.sampled_runs.epoch import SampledEpoch
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite


@claim(
    "eq:extra-term-r",
    kind="definition",
    title="radius b_i",
    readings=("R-10", "R-11"),
    tex=r"b_i(x,a)=\sqrt{2\log(TXA/\delta)/\max\{1,N_i(x,a)\}}",
)
def eq_15(suite: Suite) -> Iterator[Evidence | Vacuity]:
    """b_i(x,a) = sqrt(2 Lam / max{1, N_i(x,a)}), Lam = log(TXA/delta). It is above 1 where (x,a) is
    unvisited, and at most 1, the largest difference of two rewards, only when N_i(x,a) >= 2 Lam."""
    import sympy

    proof = Tally("proved", "for all N >= 1, Lam > ln 2")
    N, Lam = sympy.symbols("N Lam", positive=True)
    proof.holds(sympy.cancel((2 * Lam / N).subs(N, 2 * Lam)) == 1, step="b = 1 iff N = 2 Lam")
    proof.leq(ONE, ln(2) * 2, step="N = 0: b^2 = 2 Lam > 2 ln 2 > 1")
    yield proof.evidence()
    tally = Tally("exact on runs", "b_i^2 N = 2 Lam and eps_i = sqrt(X_{h+1}) b_i, to 80 bits")
    for run in suite.all:
        Lam_run = run.Lam.enclose(128)
        for e in _some(run.epochs):
            for h, x, a in pairs(e.N):
                b, N_xa, X_next = e.b[h][x][a], max(1, e.N[h][x][a]), run.layers[h + 1]
                inside = b.lo**2 * N_xa <= 2 * Lam_run.hi and 2 * Lam_run.lo <= b.hi**2 * N_xa
                narrow = b.width <= b.hi / (1 << 80)
                where: dict[str, object] = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a}
                eps = e.eps[h][x][a]
                ratio = eps.lo**2 <= X_next * b.hi**2 and X_next * b.lo**2 <= eps.hi**2
                tally.holds(inside and narrow and ratio, **where)
    yield tally.evidence()
    for X, A in ((2, 1), (4, 2), (52, 5)):
        T = _first_below_1(X, A, Q(1, 10))
        yield Vacuity(f"X={X}, A={A}, delta=1/10: some b_i", "1", T)


@planted("eq:extra-term-r", change="b_i without the max: N_i - 1 visits")
def eq_15_shifted(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "b_i^2 (N - 1) = 2 Lam")
    for run in suite.runs:
        Lam = run.Lam.enclose(128)
        for e in run.epochs:
            for h, x, a in pairs(e.N):
                if e.N[h][x][a] >= 1:
                    left = e.b[h][x][a].hi ** 2 * (e.N[h][x][a] - 1)
                    tally.leq(2 * Lam.lo, left, run=run.name, i=e.i, h=h, x=x, a=a)
    yield tally.evidence()


@claim(
    "eq:rew-ucb",
    kind="definition",
    title="upper bound r_hat_i",
    uses=("eq:14", "eq:extra-term-r"),
    readings=("R-21",),
    tex=r"\hat r_i=\min\{1,\bar r_i+b_i\}",
)
def eq_16(suite: Suite) -> Iterator[Evidence]:
    """r_hat_i(x,a) = min{1, r_bar_i(x,a) + b_i(x,a)}: in [r_bar_i, 1], equal to 1 where (x,a) is
    unvisited or N_i(x,a) <= 2 Lam, so below 1 only after more than 2 Lam visits."""
    yield _cases()
    tally = Tally("exact on runs", "r_bar <= r_hat <= 1, and r_hat = 1 while N <= 2 Lam")
    for run in suite.all:
        Lam = run.Lam.enclose(96)
        for e in _some(run.epochs):
            for h, x, a in pairs(e.N):
                where: dict[str, object] = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a}
                r_hat, N = e.r_hat[h][x][a], e.N[h][x][a]
                tally.leq(e.r_bar[h][x][a], r_hat.lo, **where)
                tally.leq(r_hat.hi, ONE, **where)
                if run.scale == 1 and run.choices["log"] == "ln" and N <= 2 * Lam.lo:
                    tally.equal(r_hat, ONE, N=N, **where)
    yield tally.evidence()


@planted("eq:rew-ucb", change="not cut off at 1")
def eq_16_free(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "r_bar + b <= 1")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.N):
            bound = e.r_bar[h][x][a] + e.b[h][x][a].lo
            tally.leq(bound, ONE, run=run.name, i=e.i, h=h, x=x, a=a)
    yield tally.evidence()


@claim(
    "eq:rew-lcb",
    kind="definition",
    title="lower bound r_check_i",
    uses=("eq:14", "eq:extra-term-r"),
    readings=("R-21",),
    tex=r"\check r_i=\max\{0,\bar r_i-b_i\}",
)
def eq_17(suite: Suite) -> Iterator[Evidence]:
    """r_check_i(x,a) = max{0, r_bar_i(x,a) - b_i(x,a)}: in [0, r_bar_i], equal to 0 while N_i(x,a)
    <= 2 Lam; and r_hat_i - r_check_i <= min{1, 2 b_i}.

    Algorithm 1 never computes r_check_i: it serves the analysis of Bias-II only."""
    yield _cases()
    tally = Tally("exact on runs", "0 <= r_check <= r_bar, r_hat - r_check <= min{1, 2 b}")
    for run in suite.all:
        for e in _some(run.epochs):
            for h, x, a in pairs(e.N):
                where: dict[str, object] = {"run": run.name, "i": e.i, "h": h, "x": x, "a": a}
                r_check, r_hat = e.r_check[h][x][a], e.r_hat[h][x][a]
                tally.leq(ZERO, r_check.lo, **where)
                tally.leq(r_check.hi, e.r_bar[h][x][a], **where)
                tally.leq(r_hat.hi - r_check.lo, ONE, **where)
                tally.leq(r_hat.lo - r_check.hi, 2 * e.b[h][x][a].hi, **where)
    yield tally.evidence()


@planted("eq:rew-lcb", change="width at most b_i instead of 2 b_i")
def eq_17_narrow(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "r_hat - r_check <= b")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.N):
            width = e.r_hat[h][x][a].lo - e.r_check[h][x][a].hi
            tally.leq(width, e.b[h][x][a].hi, run=run.name, i=e.i, h=h, x=x, a=a)
    yield tally.evidence()


def _cases() -> Evidence:
    """0 <= r_check <= r_bar <= r_hat <= 1, r_hat - r_check <= 2b, for all r_bar in [0,1], b >= 0.

    Five cases say which of 0 and 1 cut; letters >= 0 fill each (v = r_bar, w = 1 - v, 1 = v + w),
    so that every fact is a sum of them with coefficients >= 0."""
    import sympy

    tally = Tally(
        "proved", "0 <= r_check <= r_bar <= r_hat <= 1, width <= 2b; all r_bar, b, 5 cases"
    )
    p, q, s = sympy.symbols("p q s", nonnegative=True)
    cases = (  # v, w, b, cut at 1: b >= w, cut at 0: b >= v
        (s + p, s + q, s, False, False),
        (p + q + s, p, p + q, True, False),
        (p, p + q + s, p + q, False, True),
        (p, p + q, p + q + s, True, True),
        (p + q, p, p + q + s, True, True),
    )
    for v, w, b, up, down in cases:
        r_hat = v + w if up else v + b
        r_check = sympy.Integer(0) if down else v - b
        facts = (r_check, v - r_check, r_hat - v, v + w - r_hat, 2 * b - (r_hat - r_check))
        for k, fact in enumerate(facts):
            positive = bool(sympy.expand(fact).is_nonnegative)
            tally.holds(positive, cut_at_1=up, cut_at_0=down, inequality=k)
    tally.leq(ONE, ln(2) * 2, case="N = 0: b > 1, so r_hat = 1, r_check = 0")
    return tally.evidence()


def _some(epochs: list[SampledEpoch]) -> list[SampledEpoch]:
    return epochs[:: max(1, len(epochs) // 6)]


def _first_below_1(X: int, A: int, delta: Q) -> int:
    """The first T for which an epoch that starts by episode T can have b_i <= 1: T - 1 >= 2 Lam."""
    T = 2
    while certainly_leq(lam(T, X, A, delta) * 2, T - 1) is not Decision.TRUE:
        T += 1
    return T
