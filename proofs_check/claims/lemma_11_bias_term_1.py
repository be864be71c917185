"""Lemma 11, eq. (32): the bonuses in expectation minus the bonuses at the visited pairs."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real, b_radius, ln, sqrt, zipped
from proofs_check.claims.common.azuma import drift, exact_tails, inverse_root
from proofs_check.claims.common.bounds import TENTH, Size, vacuous
from proofs_check.claims.common.paths import log2
from proofs_check.claims.common.visits import visits
from proofs_check.ledger.evidence import Tally
from proofs_check.ledger.registry import Found, Shown, claim, planted, step
from proofs_check.sampled_runs.suite import Suite


@claim(
    "lem:bias-term-1",
    kind="probabilistic",
    title="bonuses: expected minus visited",
    covers=("eq:32",),
    tex=r"\sum_t\sum_{h,x_h,a_h}(q_{i(t)}-I^{(t)})b_{i(t)}\leq2L\sqrt T\,\Lambda",
    part_of="lem:bias",
    argues=(
        "the layers' martingales, each by (33), and a union bound",
        "disp:App. B.1, eq:33, lem:bias-term-1:union",
    ),
    planted={"a twentieth of L sqrt(T ln(1/delta) Lam)": {"scale": Q(1, 20)}},
)
def lemma_11(suite: Suite, scale: Q = ONE) -> Iterator[Found]:
    """With probability at least 1 - delta, sum_t sum_{h<L} sum over (x_h,a_h) of
    (q_{i(t)}(x_h,a_h) - I^{(t)}{(x_h,a_h)}) b_{i(t)}(x_h,a_h) <= 2 L sqrt(T) Lam, where
    Lam = log(TXA/delta).

    True but wasteful in three ways: two logarithms where one is ln(1/delta), a union bound over
    layers where the sum over all layers is one martingale, and |Y_t| <= 1 where Y_t lies in an
    interval of length 1. With probability 1 - delta already L sqrt(T ln(1/delta) Lam) holds, and
    what is printed fails with probability (delta/TXA)^4 at most. It is the factor Lam instead of
    sqrt(Lam) here that breaks Lemma 6."""
    import sympy

    # Layer 0 has one pair, so only layer 1 contributes; both sides over sqrt(2 Lam).
    yield exact_tails(
        f"P{{left > {scale} L sqrt(T ln(1/delta) Lam)}} against delta",
        (1, 2, 4, 8, 14), 1, lambda T, delta: scale * sqrt(ln(1 / delta) * (2 * T)),
    )  # fmt: skip
    # Hoeffding's form for D_t = sum_h Y_{t,h}, in an interval of length L; l = ln(1/delta)
    T, L, Lam, log_1 = sympy.symbols("T L Lam l", positive=True)
    note = "sharper: exponent 2 eps^2/(T L^2), b = sqrt(2 Lam)/..., all values"
    proof = Tally("proved", note, step=True)
    for says, left, log_p in (
        ("L sqrt(T l Lam): probability delta", L * sympy.sqrt(T * log_1 * Lam), log_1),
        ("2 L sqrt(T) Lam: exp(-4 Lam)", 2 * L * sympy.sqrt(T) * Lam, 4 * Lam),
    ):
        exponent = 2 * (left / sympy.sqrt(2 * Lam)) ** 2 / (T * L**2)
        proof.holds(sympy.simplify(exponent - log_p) == 0, step=says)
    yield proof
    yield from vacuous(lambda one, T, Lam: Lam * (2 * one.L), "LT sqrt(2 Lam)")


@claim(
    "lem:bias-term-1",
    form="repaired",
    title="the same, without sqrt(T)",
    readings=("R-1",),
    tex=r"\sum_t\sum_{h,x_h,a_h}(q_{i(t)}-I^{(t)})b_{i(t)}\leq\sqrt{2\Lambda}\,(2"
    r"\sqrt{Vl}+2Ll),\quad V=L(X-1)A(1+\log_2T),\ l=\ln(1/\delta)",
    argues=(
        "a supermartingale whose variance the doubling bounds",
        "lem:bias-term-1:martingale, alg:main/12",
    ),
    planted={"sum_i n_i/max{1, N_i} <= log2 N_{m+1}": {"first": 0}},
)
def lemma_11_sharper(suite: Suite, first: int = 1) -> Iterator[Found]:
    """With probability at least 1 - delta, sum_t sum_{h<L} sum over (x_h,a_h) of
    (q_{i(t)}(x_h,a_h) - I^{(t)}{(x_h,a_h)}) b_{i(t)}(x_h,a_h) <= sqrt(2 Lam) (2 sqrt(V l) + 2 L l),
    where V = L(X - 1)A(1 + log2 T) and l = ln(1/delta).

    No sqrt(T), so with this in place of Lemma 11 the printed sum proves Lemma 6 for fixed delta.
    Let U_t be the sum over the layers of 1/sqrt(max{1, N}) at the visited pairs, in [0, L]. For
    0 < s <= 1/(2L), exp(-s U - s^2 U^2) <= 1 - s U, so sum (E[U_t | past] - U_t) <= s sum U_t^2 +
    l/s with probability 1 - delta. And on every path sum U_t^2 <= L sum over the pairs of
    sum_i n_i/max{1, N_i} <= V, as that inner sum is at most 1 + log2 N_{m+1}, attained at 2^k."""
    note = f"sum_i n_i/max(1, N_i) <= {first} + log2 N_(m+1), every pair"
    squares = Tally("exact on runs", note, step=True)
    for run in suite.all:
        for (h, x, a), found in visits(run).items():
            if found:
                total = sum((Q(n, max(1, N)) for N, n in found), ZERO)
                N = run.N_end[h][x][a]
                squares.leq(total, log2(N) + first, run=run.name, h=h, x=x, a=a, N=N)
    yield squares
    seen = Tally("exact on runs", "left against right, lucky runs (ratio)", step=True)
    for run in suite.runs:
        if "unlucky" not in run.tags:
            left = Enclosure.sum(drift(run, h) for h in range(run.L))
            right = _no_root_T(run.T, run.L, run.X, run.A, run.delta)
            seen.leq(left, right.enclose(96), run=run.name)
    yield seen
    yield from vacuous(_against_printed, "2L sqrt(T) Lam")


def _no_root_T(T: int, L: int, X: int, A: int, delta: Q) -> Real:
    """2 sqrt(V l) + 2 L l."""
    small = ln(1 / delta)
    V = (log2(T) + 1) * (L * (X - 1) * A)
    return 2 * sqrt(V * small) + 2 * L * small


def _against_printed(size: Size, T: int, Lam: Real) -> Real:
    """(2 sqrt(V l) + 2Ll) sqrt(2 Lam) < 2L sqrt(T) Lam, squared and solved for the T outside."""
    right = _no_root_T(T, size.L, size.X, size.A, TENTH)
    return right * right / (Lam * (2 * size.L))


@step(lemma_11_sharper, "the inequalities that it uses, and the best s")
def _supermartingale(suite: Suite) -> Shown:
    import sympy

    y, u = sympy.symbols("y u", real=True)
    s, V, small, L = sympy.symbols("s V l L", positive=True)
    proof = Tally("proved", "all T, L, X, A, delta; N_i and n_i as in the pigeonhole inequality")
    # f(y) = ln(1 + y) - y + y^2 on [-1/2, 0], y = -s U: f(0) = 0, f' = y (1 + 2y)/(1 + y) <= 0.
    f = sympy.log(1 + y) - y + y**2
    slope = sympy.simplify(sympy.diff(f, y) - y * (1 + 2 * y) / (1 + y))
    proof.holds(f.subs(y, 0) == 0 and slope == 0, step="exp(y - y^2) <= 1 + y on [-1/2, 0]")
    # E exp(-sU - s^2 U^2) <= 1 - s E U <= exp(-s E U): Markov gives delta at l/s.
    curve = sympy.log(1 + u) / sympy.log(2) - u
    bent = sympy.diff(curve, u, 2) + 1 / (sympy.log(2) * (1 + u) ** 2)
    ends = curve.subs(u, 0) == 0 and sympy.simplify(curve.subs(u, 1)) == 0
    proof.holds(sympy.simplify(bent) == 0, step="log2(1 + u) - u is concave")
    proof.holds(bool(ends), step="and 0 at u = 0, 1: n/N <= log2((N + n)/N), first visit 1 <= 1")
    best = sympy.simplify((s * V + small / s).subs(s, sympy.sqrt(small / V)))
    proof.holds(sympy.simplify(best - 2 * sympy.sqrt(V * small)) == 0, step="s = sqrt(l/V)")
    # Where sqrt(l/V) > 1/(2L): s = 1/(2L), and V/(2L) <= sqrt(V l) as sqrt(V) < 2L sqrt(l).
    edge = sympy.simplify((s * V + small / s).subs(s, 1 / (2 * L)) - V / (2 * L) - 2 * L * small)
    proof.holds(edge == 0, step="s = 1/(2L): V/(2L) + 2Ll <= sqrt(V l) + 2Ll")
    return proof


@claim(
    "disp:App. B.1",
    number="App. B, display 1",
    kind="identity",
    title="b_i written out",
    tex=r"(q-I)b=(q-I)/\sqrt{\max\{1,N\}}\cdot\sqrt{2\Lambda}",
    part_of="lem:bias-term-1",
    argues=("(15) written out", "eq:extra-term-r"),
    planted={"sqrt(2 Lam) replaced by sqrt(Lam)": {"factor": 1}},
)
def display_1(suite: Suite, factor: int = 2) -> Shown:
    """For every layer h: sum over (x_h,a_h) of (q_{i(t)} - I^{(t)}) b_{i(t)} = sum over (x_h,a_h)
    of (q_{i(t)} - I^{(t)}) / sqrt(max{1, N_{i(t)}}), times sqrt(2 Lam)."""
    # Linear in b: enough that b_i = sqrt(2 Lam) / sqrt(max{1, N_i}).
    proof = Tally("exact on runs", "b_i = sqrt(2 Lam)/sqrt(max{1, N_i}), N_i = 0, 1, 2, 3, T")
    for run in suite.all:
        for N_i in (0, 1, 2, 3, run.T):
            split = sqrt(run.Lam * factor) * sqrt(Q(1, max(1, N_i)))
            proof.equal(b_radius(run.Lam, N_i), split, run=run.name, N=N_i)
    return proof


@claim(
    "lem:bias-term-1:martingale",
    number="Lemma 11, Y_t",
    kind="probabilistic",
    title="martingale difference, |Y_t| <= 1",
    readings=("R-3", "R-8"),
    tex=r"E[Y_t\mid F_{t-1}]=0,\quad|Y_t|\leq1",
    argues=("a layer's visit has distribution q_i given the past", "lem:adaptive-sampling, def:1"),
    planted={"|Y_t| <= 9/10": {"most": Q(9, 10)}},
)
def martingale(suite: Suite, most: Q = ONE) -> Shown:
    """For a layer h, Y_t = sum over (x_h,a_h) of (q_{i(t)} - I^{(t)}) / sqrt(max{1, N_{i(t)}}) has
    conditional mean 0 given the episodes before t, and -1 <= Y_t <= 1.

    Given the past, epoch, counts and policy of episode t are fixed (any completion and any tie
    rule that looks only back, or tosses coins of its own: R-3, R-8), and pair j of the layer is
    visited with probability q(j): Y_t = S - w(j) with w = 1/sqrt(max{1, N}) and S = sum q(j) w(j).
    So Y_t lies in [S - 1, S], an interval of length 1; +1 and -1 are approached, not attained, and
    Y_t = 0 in every layer whose pairs in reach have equal max{1, N}, in all of epoch 1 for one."""
    # Two pairs, one visited n times and one never: the largest |Y_t| tends to 1 on both sides.
    tally = Tally("enumerated", "two pairs with N = 4^k and N = 0, P of the second 2^-k", step=True)
    for k in range(1, 12):
        p, w = Q(1, 1 << k), Q(1, 1 << k)  # probability of the pair never visited; 1/sqrt(4^k)
        S = p + (1 - p) * w
        tally.leq(1 - S, most, k=k, Y="-(1 - S), the new pair is visited")
        S = (1 - p) + p * w  # the often visited pair has probability p instead
        tally.leq(S - w, most, k=k, Y="S - w, the often visited pair is visited")
    return tally


@planted(martingale, "q_hat_i in place of q_i: the mean is not 0")
def martingale_of_q_hat(suite: Suite) -> Shown:
    tally = Tally("exact probability", "sum over the pairs of layer h of (q_hat_i - q_i) w, at 0?")
    for run, e in suite.runs.epochs():
        for h in range(run.L):
            drift = Enclosure.sum(
                inverse_root(N) * (q_hat - q)
                for N, q_hat, q in zipped(e.N[h], e.q_hat_xa[h], e.q_xa[h])
            )
            mean = (drift.lo + drift.hi) / 2
            tally.leq(abs(mean), Q(1, 1 << 60), run=run.name, i=e.i, h=h)
    return tally


@claim(
    "lem:bias-term-1:union",
    number="Lemma 11, end",
    kind="probabilistic",
    title="union over the layers",
    readings=("R-10",),
    tex=r"L\cdot\delta/L=\delta,\quad L\sqrt{2T\ln(L/\delta)}\sqrt{2\Lambda}\leq2L"
    r"\sqrt T\,\Lambda",
    proves=("L <= TXA, for all values", "as:layered-mdp"),
    planted={
        "states fewer than layers allowed: X >= L - 2": {"more": -2},
        "log(TXA/delta) replaced by ln(T/delta)": {"with_XA": False},
    },
)
def union(suite: Suite, more: int = 1, with_XA: bool = True) -> Shown:
    """L layers, each failing with probability at most delta/L, fail together with at most delta;
    and L sqrt(2T ln(L/delta)) sqrt(2 Lam) <= 2 L sqrt(T) Lam.

    The second needs ln(L/delta) <= log(TXA/delta), that is L <= TXA, which is not said: L layers
    before x_L make X >= L + 1. It also needs `log` to be ln or log2 (R-10): with log10 the right
    side of Lemma 11 can be smaller than what eq. (33) gives (L = T = A = 1, delta = 1/10)."""
    # X = L + more + k with k, T - 1, A - 1 >= 0: TXA - L has no negative coefficient
    import sympy

    L, k, t, a = sympy.symbols("L k t a", nonnegative=True)
    Lam, T, log_L = sympy.symbols("Lam T log_L", positive=True)
    proof = Tally("proved", "all L, X >= L + 1, T, A >= 1, delta")
    TXA = (1 + t) * ((L + more + k) * (1 + a) if with_XA else 1)
    for monomial, coefficient in sympy.Poly(TXA - L, L, k, t, a).terms():
        proof.holds(bool(coefficient >= 0), monomial=list(monomial), of="TXA - L in L, k, t, a")
    left = (sympy.sqrt(2 * T * log_L) * sympy.sqrt(2 * Lam)) ** 2 - (2 * sympy.sqrt(T) * Lam) ** 2
    same = sympy.expand(left - 4 * T * Lam * (log_L - Lam)) == 0
    proof.holds(bool(same), step="squares differ by 4 T Lam (ln(L/delta) - Lam) <= 0")
    return proof
