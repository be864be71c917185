"""Algorithm 1, lines 2 to 6: the initialisation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from proofs_check.arithmetic import ONE, ZERO, LogBase, Q, certainly_less, eps_radius, lam, ln
from proofs_check.claims.common.shapes import printed_violation, shapes, uniform_measure
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Evidence, claim, planted
from proofs_check.sampled_runs.occupancy import (
    induced_policy,
    inner,
    pair_mass,
    pairs,
    violation_of_Q,
)
from proofs_check.sampled_runs.run import SampledRun
from proofs_check.sampled_runs.suite import Suite


@claim(
    "alg:main/3",
    number="Alg. 1 l. 2-3",
    kind="definition",
    title="epoch index",
    covers=("alg:main/2",),
    tex=r"i=1",
)
def line_3(suite: Suite) -> Iterator[Evidence]:
    """Before episode 1: the epoch index is i = 1. Epochs are numbered 1, 2, ... in order, epoch 1
    starts at t = 1. (Algorithm 1 sets no t(1); Sec. IV-A says that the first epoch starts at 1.)"""
    yield _first(suite, 1)


@planted("alg:main/3", change="epochs numbered from 0")
def line_3_zero(suite: Suite) -> Iterator[Evidence]:
    yield _first(suite, 0)


def _first(suite: Suite, i: int) -> Evidence:
    tally = Tally("exact on runs", "numbers of the epochs, start of the first")
    for run in suite.all:
        tally.equal(run.epochs[0].i, i, run=run.name)
        tally.equal(run.epochs[0].t, 1, run=run.name)
        tally.holds([e.i for e in run.epochs] == [*range(1, len(run.epochs) + 1)], run=run.name)
    return tally.evidence()


@claim(
    "alg:main/4",
    kind="definition",
    title="P_1 and Q^{P_1}",
    uses=("eq:conf-set-P", "prop:2"),
    covers=("disp:IV.1",),
    readings=("R-2", "R-10"),
    tex=r"\mathcal P_1=\text{all transition functions},\ Q^{\mathcal P_1}=Q",
)
def line_4(suite: Suite) -> Iterator[Evidence]:
    """P_1 is the set of all transition functions and Q^{P_1} = Q. This is what eq. (12) gives for
    N_1 = 0, where every distribution is at distance 1 < eps_1 from the row of zeros; and every q in
    Q is in Q^{P^q} (Prop. 2).

    It agrees with eq. (12) for every base of the logarithm up to 4, as 2 log_b 2 >= 1; with log10
    eq. (12) would give the empty set if TXA/delta < sqrt(10)."""
    proof = Tally("proved", "eps_1 > 1: eps_1^2 = 2 X_{h+1} Lam, TXA/delta > 2; all T, X, A, delta")
    proof.holds(certainly_less(1, ln(2) * 2), step="natural logarithm: 2 ln 2 > 1")
    proof.holds(2**2 == 4, step="base b: 2 log_b 2 >= 1 iff b <= 2^2 (and TXA/delta > 2)")
    yield proof.evidence()
    yield _radius_1("ln")


@planted("alg:main/4", change="log10 in eq. (11)")
def line_4_log10(suite: Suite) -> Iterator[Evidence]:
    yield _radius_1("log10")


def _radius_1(base: LogBase) -> Evidence:
    tally = Tally("proved", "eps_1 > 1 at X_{h+1} = 1, delta = 99/100, TXA = 2..20", step=True)
    for TXA in range(2, 21):
        eps = eps_radius(1, lam(TXA, 1, 1, Q(99, 100), base), 0)
        tally.holds(certainly_less(1, eps), TXA=TXA, delta=Q(99, 100), eps_1=eps)
    return tally.evidence()


@claim(
    "alg:main/5",
    kind="definition",
    title="q_hat_1, for all (x,a,x')",
    uses=("prop:1",),
    covers=("disp:IV.2",),
    expected="FAILS",
    readings=("R-17",),
    repair="for all x in X_h, x' in X_{h+1}, h < L; q_hat_1 = 0 elsewhere",
    tex=r"\hat q_1(x,a,x')=1/(X_hAX_{h+1})",
)
def line_5(suite: Suite) -> Iterator[Evidence]:
    """For all (x,a,x'): N_1 = n_1 = 0, r_bar_1 = 0, r_hat_1 = 1, and q_hat_1(x,a,x') =
    1/(X_h A X_{h+1}) with h = h(x); q_hat_1 is an occupancy measure.

    Taken for all x' in X it puts mass on x' outside X_{h+1}, so it is not in Q (eq. (4)); at x_L
    it is not defined, there is no X_{L+1}."""
    yield _everywhere(lambda X_h, A, X_next, X: Q(1, X_h * A * X_next))


@planted("alg:main/5", change="1/(X_h A X) for all (x,a,x')")
def line_5_over_X(suite: Suite) -> Iterator[Evidence]:
    yield _everywhere(lambda X_h, A, X_next, X: Q(1, X_h * A * X))


def _everywhere(entry: Callable[[int, int, int, int], Q]) -> Evidence:
    tally = Tally("proved", "q_hat_1 on all of X x A x X, x not x_L, in Q? smallest shapes first")
    for layers, A in shapes(most_states=4, most_actions=2):
        X, h_of = sum(layers), [h for h, X_h in enumerate(layers) for _ in range(X_h)]
        q = {
            (x, a, y): entry(layers[h], A, layers[h + 1], X)
            for x, h in enumerate(h_of[:-1])
            for a in range(A)
            for y in range(X)
        }
        found = printed_violation(q, layers, A)
        tally.holds(found is None, layers=list(layers), A=A, violated=found)
    return tally.evidence()


@claim(
    "alg:main/5",
    form="repaired",
    title="q_hat_1 in Q, an LP1 solution",
    uses=("prop:1", "eq:rew-ucb"),
    readings=("R-17", "R-10"),
    tex=r"\hat q_1(x,a,x')=1/(X_hAX_{h+1}),\ x\in\mathcal X_h,x'\in\mathcal X_{h+1},h<L",
)
def line_5_repaired(suite: Suite) -> Iterator[Evidence]:
    """N_1 = n_1 = 0, r_bar_1 = 0, r_hat_1 = 1, and q_hat_1(x,a,x') = 1/(X_h A X_{h+1}) for x in
    X_h, x' in X_{h+1}, h < L. Then q_hat_1 is in Q, r_hat_1 is eq. (16) at N_1 = 0, and q_hat_1
    solves LP1 for epoch 1: <q, r_hat_1> = L for every q in Q, so Diff = 0 there.

    r_hat_1 = 1 agrees with eq. (16) as b_1 = sqrt(2 Lam) > 1; with log10 only if TXA/delta >=
    sqrt(10)."""
    yield _symbolic(1)
    tally = Tally("exact on runs", "N_1 = r_bar_1 = 0, r_hat_1 = 1, q_hat_1 in Q, <q_hat_1, 1> = L")
    for run in suite.all:
        e = run.epochs[0]
        zero = not any(e.N[h][x][a] or e.r_bar[h][x][a] for h, x, a in pairs(e.N))
        tally.holds(zero, run=run.name)
        if run.scale == 1:
            certain = all(e.r_hat[h][x][a].lo == 1 for h, x, a in pairs(e.N))
            tally.holds(certain, run=run.name, r_hat_1=1)
        tally.holds(violation_of_Q(e.q_hat) is None, run=run.name)
        ones = [[[ONE] * run.A for _ in range(X_h)] for X_h in run.layers[:-1]]
        tally.equal(inner(e.q_hat_xa, ones), run.L, run=run.name)
    yield tally.evidence()


@planted("alg:main/5", form="repaired", change="1/(X_h X_{h+1}), without A")
def line_5_without_A(suite: Suite) -> Iterator[Evidence]:
    yield _symbolic(0)


def _symbolic(power: int) -> Evidence:
    """Sums of equal entries, for all layer sizes and A: normalisation and flow of eq. (4)."""
    import sympy

    tally = Tally("proved", "q_hat_1 in Q and <q_hat_1, 1> = L: all layer sizes, A, L")
    before, X_h, X_next, A = sympy.symbols("before X_h X_next A", positive=True, integer=True)
    q: Any = 1 / (X_h * A**power * X_next)
    q_before = q.subs({X_h: before, X_next: X_h}, simultaneous=True)
    layer = sympy.cancel(X_h * A * X_next * q)
    tally.holds(layer == 1, step="sum of a layer = 1, so <q_hat_1, 1> = L", found=str(layer))
    flow = sympy.cancel(before * A * q_before - A * X_next * q)
    tally.holds(flow == 0, step="inflow = outflow = 1/X_h", found=str(flow))
    tally.holds(certainly_less(1, ln(2) * 2), step="b_1^2 = 2 Lam > 2 ln 2 > 1: r_hat_1 = 1")
    return tally.evidence()


@claim(
    "alg:main/6",
    kind="definition",
    title="pi_1 is uniform",
    uses=("alg:main/5", "prop:2"),
    tex=r"\pi_1=\pi^{\hat q_1}",
)
def line_6(suite: Suite) -> Iterator[Evidence]:
    """pi_1 = pi^{q_hat_1}: the uniform policy, pi_1(a|x) = 1/A. No state has q_hat_1(x) = 0."""
    import sympy

    proof = Tally("proved", "pi^{q_hat_1}(a|x) = X_{h+1} q / (A X_{h+1} q) = 1/A, for all sizes")
    X_next, A, q = sympy.symbols("X_next A q", positive=True)
    proof.holds(sympy.cancel(X_next * q / (A * X_next * q) - 1 / A) == 0, step="= 1/A")
    yield proof.evidence()
    tally = Tally("exact on runs", "pi_1 = pi^{q_hat_1} = uniform, every run")
    for run in suite.all:
        q_1 = uniform_measure(run.layers, run.A)
        nowhere = [[[ZERO] * run.A for _ in range(X_h)] for X_h in run.layers[:-1]]
        tally.holds(run.epochs[0].pi == induced_policy(q_1, nowhere), run=run.name)
        uniform = all(run.epochs[0].pi[h][x][a] == Q(1, run.A) for h, x, a in pairs(nowhere))
        tally.holds(uniform, run=run.name, A=run.A)
    yield tally.evidence()


@planted("alg:main/6", change="pi_1(a|x) = q_hat_1(x,a), not divided by q_hat_1(x)")
def line_6_joint(suite: Suite) -> Iterator[Evidence]:
    tally = Tally("exact on runs", "pi_1 = q_hat_1(x,a)")
    for run in _with_states(suite):
        joint = pair_mass(uniform_measure(run.layers, run.A))
        tally.holds(run.epochs[0].pi == joint, run=run.name, layers=list(run.layers))
    yield tally.evidence()


def _with_states(suite: Suite) -> list[SampledRun]:
    return [run for run in suite.runs if max(run.layers) >= 2]
