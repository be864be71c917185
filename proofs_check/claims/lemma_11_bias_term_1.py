"""Lemma 11, eq. (32): the bonuses in expectation minus the bonuses at the visited pairs."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check.arithmetic import ONE, ZERO, Enclosure, Q, Real, b_radius, ln, sqrt
from proofs_check.claims.common.azuma import drift, exact_tails
from proofs_check.claims.common.bounds import TENTH, Size, vacuous
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
)
def lemma_11(suite: Suite) -> Iterator[Found]:
    """With probability at least 1 - delta, sum_t sum_{h<L} sum over (x_h,a_h) of
    (q_{i(t)}(x_h,a_h) - I^{(t)}{(x_h,a_h)}) b_{i(t)}(x_h,a_h) <= 2 L sqrt(T) Lam, where
    Lam = log(TXA/delta).

    True but wasteful in three ways: two logarithms where one is ln(1/delta), a union bound over
    layers where the sum over all layers is one martingale, and |Y_t| <= 1 where Y_t lies in an
    interval of length 1. With probability 1 - delta already L sqrt(T ln(1/delta) Lam) holds, and
    what is printed fails with probability (delta/TXA)^4 at most. It is the factor Lam instead of
    sqrt(Lam) here that breaks Lemma 6."""
    yield _sharper()
    yield _exact(ONE, "P{left > L sqrt(T ln(1/delta) Lam)} against delta")
    yield from vacuous(lambda one, T, Lam: Lam * (2 * one.L), "LT sqrt(2 Lam)")


planted(
    lemma_11,
    "a twentieth of L sqrt(T ln(1/delta) Lam)",
    lambda _: _exact(Q(1, 20), "a twentieth of the right side"),
)


def _sharper() -> Tally:
    """Hoeffding's form for D_t = sum_h Y_{t,h}, which lies in an interval of length L."""
    import sympy

    T, L, Lam, log_1 = sympy.symbols("T L Lam l", positive=True)  # l = ln(1/delta)
    proof = Tally(
        "proved", "sharper: exponent 2 eps^2/(T L^2), b = sqrt(2 Lam)/..., all values", step=True
    )
    eps = L * sympy.sqrt(T * log_1 * Lam) / sympy.sqrt(2 * Lam)
    exponent = 2 * eps**2 / (T * L**2)
    proof.holds(sympy.simplify(exponent - log_1) == 0, step="L sqrt(T l Lam): probability delta")
    printed = 2 * (2 * L * sympy.sqrt(T) * Lam / sympy.sqrt(2 * Lam)) ** 2 / (T * L**2)
    proof.holds(sympy.simplify(printed - 4 * Lam) == 0, step="2 L sqrt(T) Lam: exp(-4 Lam)")
    return proof


def _exact(scale: Q, note: str) -> Tally:
    """Layer 0 has one pair, so only layer 1 contributes; both sides over sqrt(2 Lam)."""
    return exact_tails(
        note, (1, 2, 4, 8, 14), 1, lambda T, delta: scale * sqrt(ln(1 / delta) * (2 * T))
    )


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
)
def lemma_11_sharper(suite: Suite) -> Iterator[Found]:
    """With probability at least 1 - delta, sum_t sum_{h<L} sum over (x_h,a_h) of
    (q_{i(t)}(x_h,a_h) - I^{(t)}{(x_h,a_h)}) b_{i(t)}(x_h,a_h) <= sqrt(2 Lam) (2 sqrt(V l) + 2 L l),
    where V = L(X - 1)A(1 + log2 T) and l = ln(1/delta).

    No sqrt(T), so with this in place of Lemma 11 the printed sum proves Lemma 6 for fixed delta.
    Let U_t be the sum over the layers of 1/sqrt(max{1, N}) at the visited pairs, in [0, L]. For
    0 < s <= 1/(2L), exp(-s U - s^2 U^2) <= 1 - s U, so sum (E[U_t | past] - U_t) <= s sum U_t^2 +
    l/s with probability 1 - delta. And on every path sum U_t^2 <= L sum over the pairs of
    sum_i n_i/max{1, N_i} <= V, as that inner sum is at most 1 + log2 N_{m+1}, attained at 2^k."""
    yield _square_pigeonhole(suite, 1)
    seen = Tally("exact on runs", "left against right, lucky runs (ratio)", step=True)
    for run in suite.runs:
        if "unlucky" not in run.tags:
            layers = [drift(run, h) for h in range(run.L)]
            left = Enclosure(sum((d.lo for d in layers), ZERO), sum((d.hi for d in layers), ZERO))
            right = _no_root_T(run.T, run.L, run.X, run.A, run.delta)
            seen.leq(left, right.enclose(96), run=run.name)
    yield seen
    yield from vacuous(_against_printed, "2L sqrt(T) Lam")


planted(
    lemma_11_sharper,
    "sum_i n_i/max{1, N_i} <= log2 N_{m+1}",
    lambda suite: _square_pigeonhole(suite, 0),
)


def _no_root_T(T: int, L: int, X: int, A: int, delta: Q) -> Real:
    """2 sqrt(V l) + 2 L l."""
    small = ln(1 / delta)
    V = (ln(T) / ln(2) + 1) * (L * (X - 1) * A)
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


def _square_pigeonhole(suite: Suite, first: int) -> Tally:
    tally = Tally(
        "exact on runs", f"sum_i n_i/max(1, N_i) <= {first} + log2 N_(m+1), every pair", step=True
    )
    for run in suite.all:
        for (h, x, a), found in visits(run).items():
            if found:
                total = sum((Q(n, max(1, N)) for N, n in found), ZERO)
                N = run.N_end[h][x][a]
                k = N.bit_length() - 1
                log2 = Real.of(k) if N == 1 << k else ln(N) / ln(2)
                tally.leq(total, log2 + first, run=run.name, h=h, x=x, a=a, N=N)
    return tally


@claim(
    "disp:App. B.1",
    number="App. B, display 1",
    kind="identity",
    title="b_i written out",
    tex=r"(q-I)b=(q-I)/\sqrt{\max\{1,N\}}\cdot\sqrt{2\Lambda}",
    part_of="lem:bias-term-1",
    argues=("(15) written out", "eq:extra-term-r"),
)
def display_1(suite: Suite) -> Shown:
    """For every layer h: sum over (x_h,a_h) of (q_{i(t)} - I^{(t)}) b_{i(t)} = sum over (x_h,a_h)
    of (q_{i(t)} - I^{(t)}) / sqrt(max{1, N_{i(t)}}), times sqrt(2 Lam)."""
    return _written_out(suite, Q(2))


planted(display_1, "sqrt(2 Lam) replaced by sqrt(Lam)", lambda suite: _written_out(suite, ONE))


def _written_out(suite: Suite, factor: Q) -> Tally:
    """Linear in b: enough that b_i = sqrt(factor Lam) / sqrt(max{1, N_i}), for all N and Lam."""
    proof = Tally("exact on runs", "b_i = sqrt(2 Lam)/sqrt(max{1, N_i}), N_i = 0, 1, 2, 3, T")
    for run in suite.all:
        for N_i in (0, 1, 2, 3, run.T):
            split = sqrt(run.Lam * factor) * sqrt(Q(1, max(1, N_i)))
            proof.equal(b_radius(run.Lam, N_i), split, run=run.name, N=N_i)
    return proof


@claim(
    "lem:bias-term-1:union",
    number="Lemma 11, end",
    kind="probabilistic",
    title="union over the layers",
    readings=("R-10",),
    tex=r"L\cdot\delta/L=\delta,\quad L\sqrt{2T\ln(L/\delta)}\sqrt{2\Lambda}\leq2L"
    r"\sqrt T\,\Lambda",
)
def union(suite: Suite) -> None:
    """L layers, each failing with probability at most delta/L, fail together with at most delta;
    and L sqrt(2T ln(L/delta)) sqrt(2 Lam) <= 2 L sqrt(T) Lam.

    The second needs ln(L/delta) <= log(TXA/delta), that is L <= TXA, which is not said: L layers
    before x_L make X >= L + 1. It also needs `log` to be ln or log2 (R-10): with log10 the right
    side of Lemma 11 can be smaller than what eq. (33) gives (L = T = A = 1, delta = 1/10)."""


step(union, "L <= TXA, for all values", lambda _: _union(1), uses="as:layered-mdp")


@planted(union, "log(TXA/delta) replaced by ln(T/delta)")
def union_without_X(suite: Suite) -> Shown:
    tally = Tally("enumerated", "L <= T?")
    for L in range(1, 4):
        for T in range(1, 4):
            tally.leq(ln(Q(L) / TENTH), ln(Q(T) / TENTH), L=L, T=T)
    return tally


planted(union, "states fewer than layers allowed: X >= L - 2", lambda _: _union(-2))


def _union(more: int) -> Tally:
    """X = L + more + k with k, T - 1, A - 1 >= 0: TXA - L has no negative coefficient."""
    import sympy

    L, k, t, a = sympy.symbols("L k t a", nonnegative=True)
    Lam, T, log_L = sympy.symbols("Lam T log_L", positive=True)
    proof = Tally("proved", "all L, X >= L + 1, T, A >= 1, delta")
    rest = sympy.Poly(sympy.expand((1 + t) * (L + more + k) * (1 + a) - L), L, k, t, a)
    for monomial, coefficient in rest.terms():
        proof.holds(bool(coefficient >= 0), monomial=list(monomial), of="TXA - L in L, k, t, a")
    left = (sympy.sqrt(2 * T * log_L) * sympy.sqrt(2 * Lam)) ** 2 - (2 * sympy.sqrt(T) * Lam) ** 2
    same = sympy.expand(left - 4 * T * Lam * (log_L - Lam)) == 0
    proof.holds(bool(same), step="squares differ by 4 T Lam (ln(L/delta) - Lam) <= 0")
    return proof
