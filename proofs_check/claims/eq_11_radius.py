"""Eq. (11): the confidence radius eps_i of the transition function."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, Decision, Q, certainly_less, eps_radius, lam, ln
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, Vacuity, claim, planted
from proofs_check.sampled_runs.occupancy import pairs
from proofs_check.sampled_runs.suite import Suite

INSTANCES = (((1, 2, 1), 1), ((1, 2, 2, 1), 2), ((1, 10, 10, 10, 10, 10, 1), 5))


@claim(
    "eq:extra-term-P",
    kind="definition",
    title="radius eps_i",
    readings=("R-2", "R-10", "R-11"),
    tex=r"\epsilon_i(x,a)=\sqrt{2X_{h(x)+1}\log(TXA/\delta)/\max\{1,N_i(x,a)\}}",
)
def eq_11(suite: Suite) -> Iterator[Evidence | Vacuity]:
    """eps_i(x,a) = sqrt(2 X_{h(x)+1} Lam / max{1, N_i(x,a)}) with Lam = log(TXA/delta), for x in
    X_h, h < L. It is above 1 where (x,a) is unvisited, does not grow with i, and is below 2, the
    largest L1-distance of two distributions, only when N_i(x,a) > X_{h+1} Lam / 2.

    At x_L it is not defined: there is no X_{L+1}. T, X, A are integers >= 1, X >= 2, delta < 1, so
    TXA/delta > 2 and Lam > log 2: "above 1" holds for every base of the logarithm up to 4."""
    import sympy

    proof = Tally("proved", "for all X_{h+1} >= 1, N >= 1, Lam > ln 2")
    d, N, Lam, up = sympy.symbols("d N Lam up", positive=True)
    square = 2 * d * Lam / N  # eps**2 for N >= 1
    falls = sympy.cancel(square - square.subs(N, N + up)).is_positive
    proof.holds(bool(falls), step="eps falls when N grows")
    at_two = sympy.cancel(square.subs(N, d * Lam / 2))
    proof.holds(at_two == 4, step="eps = 2 at N = X_{h+1} Lam / 2, so eps < 2 iff N is larger")
    proof.holds(certainly_less(ONE, ln(2) * 2), step="2 X_{h+1} Lam > 2 ln 2 > 1: eps > 1 at N = 0")
    yield proof.evidence()
    tally = Tally("exact on runs", "every epoch: eps^2 N = 2 X Lam to 80 bits, eps not growing")
    for run in suite.all:
        Lam_run = run.Lam.enclose(128)
        before = None
        for e in run.epochs[:: max(1, len(run.epochs) // 6)]:
            for h, x, a in pairs(e.N):
                eps, N_xa = e.eps[h][x][a], max(1, e.N[h][x][a])
                target = 2 * run.layers[h + 1] / Q(N_xa)
                inside = eps.lo**2 <= target * Lam_run.hi and target * Lam_run.lo <= eps.hi**2
                near = eps.width <= eps.hi / (1 << 80)
                tally.holds(inside and near, run=run.name, i=e.i, h=h, x=x, a=a, N=N_xa)
                if before is not None:
                    grown = before.N[h][x][a] <= e.N[h][x][a] and before.eps[h][x][a].lo < eps.lo
                    tally.holds(not grown, run=run.name, i=e.i, h=h, x=x, a=a)
            before = e
    yield tally.evidence()
    for layers, A in INSTANCES:
        yield _says_something(layers, A, Q(1, 10))


@planted("eq:extra-term-P", change="X_{h(x)} in place of X_{h(x)+1}")
def eq_11_shifted(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "eps_i against the formula with X_h")
    for run, e in suite.runs.epochs():
        for h, x, a in pairs(e.N):
            wrong = eps_radius(run.layers[h], run.Lam, e.N[h][x][a]).enclose(96)
            found = e.eps[h][x][a]
            apart = found.hi < wrong.lo or wrong.hi < found.lo
            tally.holds(not apart, run=run.name, i=e.i, h=h, x=x, a=a, eps=found, wrong=wrong)
    yield tally.evidence()


@planted("eq:extra-term-P", change="log to base 10: eps above 1 where nothing was seen")
def eq_11_log10(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("proved", "smallest TXA first, delta = 9/10")
    for TXA in range(2, 12):
        Lam = lam(TXA, 1, 1, Q(9, 10), "log10")
        tally.leq(1, eps_radius(1, Lam, 0), TXA=TXA, delta=Q(9, 10), X_next=1)
    yield tally.evidence()


def _says_something(layers: tuple[int, ...], A: int, delta: Q) -> Vacuity:
    """The first T for which an epoch that starts by episode T can have eps_i < 2 at a pair with
    two or more successors: visited in all T - 1 episodes before, N = T - 1 > X_{h+1} Lam / 2."""
    fewest = min(X_next for X_next in layers[1:] if X_next >= 2)
    T, small = 1, Decision.FALSE
    while small is not Decision.TRUE:
        T += 1
        small = certainly_less(eps_radius(fewest, lam(T, sum(layers), A, delta), T - 1), 2)
    name = f"layers {'-'.join(map(str, layers))}, A={A}, delta={delta}: some eps_i"
    return Vacuity(name, "2", T)
